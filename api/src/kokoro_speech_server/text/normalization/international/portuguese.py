"""Brazilian Portuguese."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.abbreviations.portuguese import PORTUGUESE
from kokoro_speech_server.text.normalization.international import iberian_counts, romance
from kokoro_speech_server.text.normalization.international import portuguese_measures as measures
from kokoro_speech_server.text.normalization.international import portuguese_short_forms as short_forms
from kokoro_speech_server.text.normalization.international import romance_notations as notations
from kokoro_speech_server.text.normalization.international.counted import counted_rules
from kokoro_speech_server.text.normalization.international.iberian_notations import is_heat, notation_rules
from kokoro_speech_server.text.normalization.international.iberian_terms import term_rules
from kokoro_speech_server.text.normalization.international.locale import Locale, Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.portuguese_chat import CHAT
from kokoro_speech_server.text.normalization.international.portuguese_letters import GREEK, letter_rules
from kokoro_speech_server.text.normalization.international.portuguese_medicine import medicine_rules
from kokoro_speech_server.text.normalization.international.portuguese_notations import (
    portuguese_notation_rules,
)
from kokoro_speech_server.text.normalization.international.portuguese_offices import office_rules
from kokoro_speech_server.text.normalization.international.portuguese_records import record_rules
from kokoro_speech_server.text.normalization.international.portuguese_scores import score_rule
from kokoro_speech_server.text.normalization.international.romance_laps import lap_rules
from kokoro_speech_server.text.normalization.international.romance_verses import (
    PORTUGUESE_BOOKS,
    PORTUGUESE_LETTERS,
    PORTUGUESE_NAMES,
    verse_rules,
)
from kokoro_speech_server.text.normalization.rules import Rule

_FEMININE = re.compile(
    r"(?: mil)? (?!(?:problemas?|sistemas?|programas?|temas?|dias?|kwanzas?|mapas?|planetas?|poemas?|climas?|idiomas?"
    r"|(?:quilo|mili)?gramas?|para|a|e|uma?s?|da|das|na|nas|pela|era|mas|contra|cada|toda|nada|ela|agora|ainda|fora"
    r"|seja|está|será|mas|amanhã|as|esta|essa|cinema)\b)"
    r"(?:[a-zà-ü]{1,30}(?:[aã]s?|[çsx](?:ão|ões)|dades?|tudes?"
    r"|gem|gens|trizes?)|suítes?|mulher(?:es)?|colher(?:es)?|col|xícs?|pers|pess|vez(?:es)?|noites?|tardes?|partes?"
    r"|mãos?|mães?|leis?"
    r"|redes?|flor(?:es)?|chaves?|classes?|fases?|bases?|séries?|cores|cor|árvores?|pontes?|fontes?|doses?|frases?"
    r"|teses?|crises?|análises?|hipóteses?|próteses?|sínteses?|greves?|chances?|equipes?|lentes?|nuvens|ordens"
    r"|paredes?|sedes?|mortes?|artes?|torres?|superfícies?|espécies?|raízes?|vozes|cruzes|luzes|nozes|cicatrizes"
    r"|dores|manhãs|vans?|tardes?|correntes?|vertentes?)\b"
)


_DECIMALS_AGREE = re.compile(
    r" (?:mil )?(?:[a-zà-ü]{2,30}s|tonelada|hora|polegada|libra|saca|milha|onça|vez|col|xíc|pess|pers)(?![^\W_])"
)
"""Mostly plural nouns: "1,2 indica" and "a rua 2 fica" have verbs."""


def _ruleset(number: int, after: str) -> str:
    is_one_thousand = number == 1 and after.startswith(" mil ")  # "um vírgula cinco mil mulheres"
    is_noun = number == 1 or _DECIMALS_AGREE.match(after)
    feminine = _FEMININE.match(after) and is_noun and not is_one_thousand
    return "spellout-cardinal-feminine" if feminine else "spellout-cardinal-masculine"


_PARTS = {
    2: "meio", 3: "terço", 4: "quarto", 5: "quinto", 6: "sexto", 7: "sétimo", 8: "oitavo", 9: "nono", 10: "décimo",
    100: "centésimo", 1000: "milésimo",
}  # fmt: skip
_fraction = romance.iberian_fraction(_PARTS, "meio", "meia", _FEMININE)


def _ordinal(speller: NumberSpeller, match: re.Match[str]) -> str | None:
    gender = "feminine" if match["ending"][0] in "ªa" else "masculine"
    number = int(match["number"])
    if not 0 < number < 1000:
        return None
    if is_heat(match, number):
        return f"{speller.cardinal(number)} graus"
    words = speller.spell(number, f"spellout-ordinal-{gender}")
    return " ".join(word + "s" for word in words.split()) if match["ending"].endswith("s") else words


_MONTHS = (
    "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro",
    "dezembro",
)  # fmt: skip


def _time_of_day(speller: NumberSpeller, match: re.Match[str], hour: int, minute: int) -> str:
    words = speller.spell(hour, "spellout-cardinal-feminine")
    if minute:
        return f"{words} e {speller.cardinal(minute)}"
    return words + (" horas" if hour > 1 else " hora")


def _minute(speller: NumberSpeller, number: int, before: str, added: bool) -> str:
    if before.endswith("minuto "):
        return speller.cardinal(number)
    return speller.counted(str(number), Noun("minuto", "minutos"))


def _spell(number: int, plain: Callable[[int], str]) -> str:
    """CLDR puts "e" before all thousands; before "duzentos e dez mil", which has one, it is omitted."""
    return re.sub(r"(lhão|lhões) e (?=\S+ e .+ mil$)", r"\1 ", plain(number))


_FUNCTIONS = {
    "sen": "seno",
    "sin": "seno",
    "cos": "cosseno",
    "tan": "tangente",
    "tg": "tangente",
    "log": "logaritmo",
    "ln": "logaritmo natural",
}


def _own_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    return (
        *verse_rules(PORTUGUESE_LETTERS, "spellout-ordinal-feminine", "{} a {}", "[,:]", several=True)(
            speller
        ),
        *verse_rules(PORTUGUESE_BOOKS, "spellout-ordinal-masculine", "{} a {}", "[,:]")(speller),
        *verse_rules(PORTUGUESE_NAMES, "spellout-ordinal-masculine", "{} a {}", ":")(speller),
        *medicine_rules(speller),
        *record_rules(speller),
        *portuguese_notation_rules(speller),
        *counted_rules(iberian_counts.PORTUGUESE, {})(speller),
        *notation_rules(
            romance.IBERIAN_CLOCK,
            Noun("centésimo", "centésimos"),
            Noun("milésimo", "milésimos"),
            "e",
            degree=Noun("grau", "graus"),
            sides={"N": "norte", "S": "sul", "E": "leste", "L": "leste", "O": "oeste", "W": "oeste"},
            months=dict(zip("jan fev mar abr mai jun jul ago set out nov dez".split(), _MONTHS, strict=True)),
        )(speller),
        *term_rules(
            prime="linha",
            of="de",
            over="sobre",
            base="log na base {} de",
            tends="tende a",
            total="soma de",
            functions=_FUNCTIONS,
            letters={},
        )(speller),
        *office_rules(speller),
        *letter_rules(),
        score_rule(speller),
        notations.rate_rule("a"),
        *notations.measure_rules(Noun("polegada", "polegadas"), romance.IBERIAN_CLOCK[0])(speller),
        *lap_rules("sobre", "a")(speller),
        *notations.span_of_days(_DAYS, "{} a {}")(speller),
    )


_SYMBOLS = romance.IBERIAN_SYMBOLS | GREEK | {
    "&": "e", "%": "por cento", "+": "mais", "×": "vezes", "÷": "dividido por", "±": "mais ou menos",
    "≤": "menor ou igual a", "≥": "maior ou igual a", "≠": "diferente de", "°": "graus", "¥": "ienes",
    "§": "parágrafo", "∩": "interseção", "∪": "união", "∈": "pertence a", "∉": "não pertence a",
    "∅": "conjunto vazio", "⊂": "está contido em", "⊆": "está contido em", "∃": "existe", "⇔": "equivale a",
    "ℝ": "os reais", "ℕ": "os naturais", "ℤ": "os inteiros", "ℚ": "os racionais", "ℂ": "os complexos",
    "∝": "proporcional a",
    "∑": "soma de", "∥": "paralelo a", "∴": "portanto", "√": "raiz de", "→": "seta", "#": "cerquilha", "Ω": "ohms",
}  # fmt: skip

_DAYS = {
    "seg": "segunda", "ter": "terça", "qua": "quarta", "qui": "quinta", "sex": "sexta", "sáb": "sábado",
    "dom": "domingo",
}  # fmt: skip

LOCALE = Locale(
    tag="pt",
    decimal=",",
    marks={",": "vírgula", ".": "ponto"},
    ruleset=_ruleset,
    decimals_by_digit=False,
    decimals_agree=_DECIMALS_AGREE,
    minus="menos",
    plus="mais",
    percent="{} por cento",
    permille="{} por mil",
    span="{} a {}",
    spans_after={r"entre(?: os| as| o| a)?": "{} e {}"},
    score="{} a {}",
    ratio="{} por {}",
    over="{} de {}",
    pressure="{} por {}",
    labels="comboio|trem|IC|número|n[.º°o]{1,2}|páginas?|págs?[.]|capítulo|linha|rua|andar|plataforma|ônibus|voo"
    "|canal|sala|quarto"
    "|apto[.]?"
    "|artigo|art[.]",
    codes="[Cc]onta corrente|[Cc]onta(?= \\d{1,9}-\\d)|c/c|ag[.]|agência"
    "|código|cód\\.|EAN|senha|PIN|CEP|CPF|CNPJ|RG|PIS|NIF|IBAN|OTP|[Pp]edido|protocolo|rastreio",
    equals="é:?",
    halves=("e meio", "e meia"),
    fraction=_fraction,
    mixed=romance.mixed_number("e", "meio", _fraction),
    # "3°" may also be an angle or a temperature.
    ordinal_pattern=(
        r"(?<![\w.,])(?P<number>\d{1,3})\.?(?P<ending>[ºª](?:s(?![^\W_]))?(?! ?[CF]\b)|[oa]s?(?![^\W_])"
        r"|°(?= (?:andar|lugar|ano|dia|grau|capítulo|aniversário|trimestre|semestre|turno|de)\b))"
    ),
    ordinal=_ordinal,
    roman=(
        r"\b(?:[Tt]ipo|[Cc]lasse|[Nn]ível|[Gg]rupo|[Cc]ategoria|[Aa]nexo|[Aa]pêndice|[Gg]rau|[Ss]eção|[Ee]tapa"
        r"|[Mm]ódulo|[Ll]iga|[Zz]ona|[Ll]ivro|(?P<century>[Ss]éculos?|[Ss]éc\.)|[Cc]apítulo|[Vv]olume|[Tt]ítulo"
        r"|[Aa]to|[Cc]anto|[Tt]omo|[Pp]arte"
        r"|[Ii]ncisos?|[Gg]uerra [Mm]undial|[Ff]ase|(?P<queen>Isabel|Elizabeth|Maria|Catarina|Joana|Margarida|Vitória"
        r"|Cristina)|(?P<king>Pedro|João|João Paulo|Luís|Henrique|Carlos|Francisco|Filipe|Afonso|Manuel|Napoleão|Paulo"
        r"|Pio|Bento|Jorge|Eduardo|Guilherme|Nicolau|Alexandre|Frederico|Clemente|Inocêncio|Gregório|Leão|Fernando"
        r"|José))"
        r" (?P<roman>[IVXLCDM]{1,12})(?!\w)(?: (?P<and>[ea]|ao) (?P<next>[IVX]{1,5})(?!\w))?",
        # Items of laws: "art. 5º, XI, da CF".
        r"(?:(?<=[\dº°ª], )|(?<=[\dº]-[A-Z], )|(?<=caput, )|(?<=[IVX] e )|(?<=[IVX] a ))"
        r"(?P<roman>(?:[IVXL]{2,7}|[IVX](?=, d[aeo]s? | d[aeo] C|\)| e [IVX]{1,5}\b| a [IVX]{2,5}\b)))"
        r"(?=[,;)]| c/c| d[aeo]s? | a [IVX]{2,5}\b| e (?:seu|parág|§|[IVX]{1,5}\b)|\.$)(?P<queen>(?!))?(?P<king>(?!))?",
        romance.numbered_events("[Oo]s?|[Aa]s?|[DdNn][oa]s?|[Aa]os?|[Àà]|[Pp]el[oa]|[Uu]ma?|[Ss]eu|[Ss]ua"),
        romance.NAMED,
    ),
    say_roman=romance.iberian_roman,
    months=_MONTHS,
    # Only the first of a month is not a cardinal; other days need no rule of their own.
    written_date=r"(?<![\w/.,-])(?P<day>0?1)[º°]? de <months>(?!\w)(?: de (?P<year>\d{4})(?!\d))?",
    date=romance.calendar_date(_MONTHS, "primeiro", of="de"),
    time_pattern=(
        r"(?<![\d.,])(?<!\d:)(?:(?P<hour>[01]?\d|2[0-4])(?::| ?h ?|\.(?=\d\d ?h\b))(?P<minute>[0-5]\d)"
        r"(?::(?P<second>[0-5]\d))?(?![\d:])(?: ?(?:min|m|hs?|horas)\b)?|(?P<hour2>[01]?\d|2[0-4]) ?hs?(?![^\W_]| ?\d))"
    ),
    time=romance.clock_time(romance.IBERIAN_CLOCK, "e", _time_of_day),
    lasting=romance.lasting(romance.IBERIAN_CLOCK, "e"),
    minute=_minute,
    currencies=measures.CURRENCIES,
    with_cents=romance.cents_after("{whole} e {named}"),
    scales={
        "mil M": (10**9, Noun("mil milhões", "mil milhões")),
        r"milhão|milhões|mi|M": (10**6, Noun("milhão", "milhões")),
        r"bilhão|bilhões|bi|[bB]": (10**9, Noun("bilhão", "bilhões")),
        r"trilhão|trilhões|tri": (10**12, Noun("trilhão", "trilhões")),
        r"mil|[kK]": (1000, Noun("mil", "mil")),
    },
    of=lambda noun: "de " + noun,
    every="a cada",
    heads={
        "hab": Noun("habitante", "habitantes"), "pts": Noun("ponto", "pontos"), "reb": Noun("rebote", "rebotes"),
        "ast": Noun("assistência", "assistências"),
    },
    below={"d": "dia", "sem": "semana", "porç": "porção"},
    hundred="por {amount}",
    per="por",
    own_units=measures.UNITS,
    prefixes={"m": "mili", "k": "quilo", "µ": "micro"},
    symbols=_SYMBOLS,
    operators=romance.operator_names(
        _SYMBOLS,
        {"<": "menor que", ">": "maior que", "≈": "aproximadamente igual a"},
    ),
    squared="ao quadrado",
    cubed="ao cubo",
    power="{} elevado a {}",
    dotted=PORTUGUESE,
    abbreviations=short_forms.UNPOINTED | CHAT,
    pointed=short_forms.POINTED
    | notations.days(_DAYS, ("seg", "ter", "qua", "qui", "sex"), " a | à | e | ou |, |-|/"),
    web=romance.address_marks(
        _SYMBOLS,
        {
            ".": "ponto", "/": "barra", "-": "hífen", "_": "sublinhado", ":": "dois pontos", "=": "igual",
            "?": "interrogação", "~": "til", "\\": "barra invertida",
        },
    ),
    phone_pattern=(
        r"\(\d{2}\) ?9? ?\d{4}[ -]?\d{4}|0[38]00[ -]?\d{3}[ -]?\d{4}|\d{5}-\d{3}"
        r"|\d{2} 9 \d{4}[ -]\d{4}|(?:\d{2} )?(?:9\d|(?!20\d\d-20)[2-5])\d{3}-\d{4}"
    ),
    calls=(
        r"(?<![^\W_])(?:[Ll]i(?:gue|gar|gando|gou|guem)|[Dd]isque|[Dd]iscar|[Tt]elefones?|[Cc]ham(?:e|ar)"
        r"|[Ee]nvi(?:e|ar) [A-Z]{2,12}|SMS|WhatsApp)"
        r"(?: (?:para|grátis|já|ao?|os?|no|pelo|número|telefone|gratuitamente|de emergência)){0,4}:?"
    ),
    laws=(
        r"(?:[Dd]ec\.-[Ll]ei|DL|ADI|ADC|ADPF|PL[PSC]|PDL|RDC|MS|HC|[Aa]córdão|[Ac]c\.|[Pp]arecer|[Pp]rocesso"
        r"|[Pp]roc\.|[Dd]espacho"
        r"|[Rr]egulamento|[Dd]iretiva|[Dd]iretriz|[Ee]dital|[Dd]eliberação|[Cc]ircular|[Aa]viso|[Rr]es\.|[Pp]ort\.|IN"
        r"|[Ll]ei(?: [Cc]omplementar| [Oo]rdinária)?|[Dd]ecreto(?:-[Ll]ei)?|[Pp]ortaria|[Rr]esolução|[Mm]edida"
        r" [Pp]rovisória|Dec\.|LC|MP|PL|PEC|[Ii]nstrução [Nn]ormativa)"
    ),
    of_year="de",
    short_years=True,
    emoji="pt",
    spell=_spell,
    own_rules=_own_rules,
)  # fmt: skip
