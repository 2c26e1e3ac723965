"""Brazilian Portuguese."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.normalization.international.dates import clock, duration
from kokoro_speech_server.text.normalization.international.locale import Currency, Locale, Noun
from kokoro_speech_server.text.normalization.international.reader import Reader
from kokoro_speech_server.text.normalization.rules import Category, Rule

_FEMININE = re.compile(
    r"(?: mil)? (?!(?:problemas?|sistemas?|programas?|temas?|dias?|mapas?|planetas?|poemas?|climas?|idiomas?|(?:quilo"
    r"|mili)?gramas?|para|a|e"
    r"|uma?s?|da|das|na|nas|pela|era|mas|contra|cada|toda|nada|ela|agora|ainda|fora|seja|está|será|mas|amanhã|as"
    r"|esta|essa|cinema)\b)"
    r"(?:[a-zà-ü]{1,30}(?:[aã]s?|[çsx](?:ão|ões)|dades?|tudes?|gem|gens|trizes?)|mulher(?:es)?|colher(?:es)?|col|xícs?|vez(?:es)?|noites?"
    r"|tardes?|partes?|mãos?"
    r"|mães?|leis?|redes?|flor(?:es)?|chaves?|classes?|fases?|bases?|séries?|cores|cor|árvores?|pontes?|fontes?)\b"
)


def _ruleset(number: int, after: str) -> str:
    return "spellout-cardinal-feminine" if _FEMININE.match(after) else "spellout-cardinal-masculine"


_PARTS = {2: "meio", 3: "terço", 100: "centésimo", 1000: "milésimo"}


def _fraction(reader: Reader, above: int, below: int, after: str = "") -> str:
    if (above, below) == (1, 2):
        return "meia" if _FEMININE.match(after) else "meio"
    words = reader.cardinal(above)
    if below > 10 and below not in _PARTS:
        return f"{words} sobre {reader.cardinal(below)}"
    part = _PARTS.get(below) or reader.spell(below, "spellout-ordinal-masculine")
    return f"{words} {part}{'s' if above > 1 else ''}"


def _mixed(reader: Reader, whole: int, above: int, below: int) -> str:
    return f"{reader.cardinal(whole)} e {_fraction(reader, above, below)}"


def _ordinal(reader: Reader, match: re.Match[str]) -> str | None:
    gender = "feminine" if match["ending"][0] in "ªa" else "masculine"
    number = int(match["number"])
    if not 0 < number < 1000:
        return None
    words = reader.spell(number, f"spellout-ordinal-{gender}")
    return " ".join(word + "s" for word in words.split()) if match["ending"].endswith("s") else words


def _roman(reader: Reader, number: int, match: re.Match[str]) -> str:
    if match["queen"] and number <= 10:
        return reader.spell(number, "spellout-ordinal-feminine")
    if (match["king"] or match["century"]) and number <= 10:
        return reader.spell(number, "spellout-ordinal-masculine")
    return reader.cardinal(number)


_MONTHS = (
    "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro",
    "dezembro",
)  # fmt: skip


def _date(reader: Reader, year: int | None, month: int | None, day: int | None) -> str:
    first = "primeiro" if day == 1 else reader.cardinal(day or 0)
    words = f"{first} de {_MONTHS[(month or 1) - 1]}"
    return f"{words} de {reader.cardinal(year)}" if year else words


_CLOCK = (Noun("hora", "horas"), Noun("minuto", "minutos"), Noun("segundo", "segundos"))


def _time(reader: Reader, match: re.Match[str]) -> str | None:
    read = clock(match)
    if read is None:
        return None
    hour, minute, second = read
    words = reader.spell(hour, "spellout-cardinal-feminine")
    if second is not None:
        return duration(reader, (hour, minute, second), _CLOCK, "e")
    if minute:
        words += f" e {reader.cardinal(minute)}"
    else:
        words += " horas" if hour > 1 else " hora"
    return words


def _with_cents(whole: str, cents: int, words: str, named: str) -> str:
    return f"{whole} e {named}" if whole else named


_CENT = Noun("centavo", "centavos")
_EURO_CENT = Noun("cêntimo", "cêntimos")


def _spell(number: int, plain: Callable[[int], str]) -> str:
    """ "And" comes before the last hundreds only where they are round: "um milhão duzentos e dez mil"."""
    return re.sub(r"(lhão|lhões) e (?=\S+ e .+ mil$)", r"\1 ", plain(number))


_SAID_OF_SCORES = (
    r"\b(?:por|de|em|placar|jogo|venceu|perdeu|ganhou|bateu|empatou|foi|deu"
    r"|(?<=[\w,:] )[A-ZÀ-Ý][a-zà-ü]{1,20}):? $"
)


def _score_rules(reader: Reader) -> tuple[Rule, ...]:
    def score(match: re.Match[str]) -> str | None:
        first, last = int(match["first"]), int(match["last"])
        is_format = (first, last) in ((4, 4), (3, 4))  # a car, a photograph
        if is_format:
            return f"{reader.cardinal(first)} por {reader.cardinal(last)}"
        if not (match["team"] is not None or re.search(_SAID_OF_SCORES, match.string[: match.start()])):
            return None
        return f"{reader.cardinal(first)} a {reader.cardinal(last)}"

    return (
        Rule(
            Category.RATIOS,
            re.compile(
                r"(?<![\w.,/x-])(?P<first>1?\d) ?[xX] ?(?P<last>1?\d)(?![\d%/]|[.,]\d| ?(?:[xX=]"
                r"|[cdmk]?m\b|R\$))(?P<team>(?= [A-ZÀ-Ý][a-z]))?"
            ),
            score,
        ),
    )


LOCALE = Locale(
    tag="pt",
    decimal=",",
    marks={",": "vírgula", ".": "ponto"},
    ruleset=_ruleset,
    decimals_by_digit=False,
    minus="menos",
    plus="mais",
    percent="{} por cento",
    permille="{} por mil",
    span="{} a {}",
    spans_after={r"entre(?: os| as| o| a)?": "{} e {}"},
    score="{} a {}",
    ratio="{} por {}",
    over="{} de {}",
    labels="número|n[.º°o]{1,2}|páginas?|págs?[.]|capítulo|linha|rua|andar|plataforma|ônibus|voo|canal|sala|quarto|apto[.]?"
    "|artigo|art[.]",
    codes="código|senha|PIN|CEP|CPF|OTP|protocolo|rastreio",
    equals="é:?",
    halves=("e meio", "e meia"),
    fraction=_fraction,
    mixed=_mixed,
    # "3°" may be degrees too.
    ordinal_pattern=(
        r"(?<![\w.,])(?P<number>\d{1,3})\.?(?P<ending>[ºª](?! ?[CF]\b)|[oa]s?(?![^\W_])"
        r"|°(?= (?:andar|lugar|ano|dia|grau|capítulo|aniversário|trimestre|semestre|turno|de)\b))"
    ),
    ordinal=_ordinal,
    roman=(
        r"\b(?:(?P<century>[Ss]éculos?|[Ss]éc\.)|[Cc]apítulo|[Vv]olume|[Tt]ítulo|[Aa]to|[Cc]anto|[Tt]omo|[Pp]arte"
        r"|[Gg]uerra [Mm]undial|[Ff]ase"
        r"|(?P<queen>Isabel|Elizabeth|Maria|Catarina|Joana|Margarida|Vitória|Cristina)"
        r"|(?P<king>Pedro|João|João Paulo|Luís|Henrique|Carlos|Francisco|Filipe|Afonso|Manuel|Napoleão|Paulo|Pio"
        r"|Bento|Jorge"
        r"|Eduardo|Guilherme|Nicolau|Alexandre|Frederico|Clemente|Inocêncio|Gregório|Leão|Fernando|José))"
        r" (?P<roman>[IVXLCDM]{1,12})(?!\w)(?: (?P<and>[ea]|ao) (?P<next>[IVX]{1,5})(?!\w))?",
    ),
    say_roman=_roman,
    months=_MONTHS,
    # The other days are read as they are written.
    written_date=r"(?<![\w/.,-])(?P<day>0?1)[º°]? de <months>(?!\w)(?: de (?P<year>\d{4})(?!\d))?",
    date=_date,
    time_pattern=(
        r"(?<![\d.,])(?<!\d:)(?:(?P<hour>[01]?\d|2[0-4])(?::"
        r"| ?h ?)(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?![\d:])(?: ?(?:min|m|hs?|horas)\b)?"
        r"|(?P<hour2>[01]?\d|2[0-4]) ?hs?(?![^\W_]| ?\d))"
    ),
    time=_time,
    currencies=(
        Currency(("R$", "BRL"), Noun("real", "reais"), _CENT),
        Currency(("€", "EUR"), Noun("euro", "euros"), _EURO_CENT),
        Currency(("US$", "USD", "$"), Noun("dólar", "dólares"), _CENT),
        Currency(("£", "GBP"), Noun("libra", "libras"), Noun("penny", "pence")),
        Currency(("¥", "￥", "JPY"), Noun("iene", "ienes")),
        Currency(("CNY", "RMB", "CN¥"), Noun("yuan", "yuans")),
        Currency(("₹", "INR"), Noun("rupia", "rupias"), Noun("paisa", "paisas")),
        Currency(("CHF",), Noun("franco suíço", "francos suíços"), _EURO_CENT),
        Currency(("CAD", "C$"), Noun("dólar canadense", "dólares canadenses"), _CENT),
        Currency(("AUD", "A$"), Noun("dólar australiano", "dólares australianos"), _CENT),
        Currency(("ARS",), Noun("peso argentino", "pesos argentinos"), _CENT),
        Currency(("₩", "KRW"), Noun("won", "wons")),
        Currency(("₽", "RUB"), Noun("rublo", "rublos")),
        Currency(("₿", "BTC"), Noun("bitcoin", "bitcoins")),
    ),
    with_cents=_with_cents,
    scales={
        r"milhão|milhões|mi|M": (10**6, Noun("milhão", "milhões")),
        r"bilhão|bilhões|bi|[bB]": (10**9, Noun("bilhão", "bilhões")),
        r"trilhão|trilhões|tri": (10**12, Noun("trilhão", "trilhões")),
        r"mil|[kK]": (1000, Noun("mil", "mil")),
    },
    of=lambda noun: "de " + noun,
    per="por",
    own_units={
        "°": Noun("grau", "graus"),
        "t": Noun("tonelada", "toneladas"),
        "Mbps": Noun("megabit por segundo", "megabits por segundo"),
        "Gbps": Noun("gigabit por segundo", "gigabits por segundo"),
        "dB": Noun("decibel", "decibéis"),
        "km/l": Noun("quilômetro por litro", "quilômetros por litro"),
        "cv": Noun("cavalo", "cavalos"),
        "rpm": Noun("rotação por minuto", "rotações por minuto"),
        "mAh": Noun("miliampere-hora", "miliamperes-hora"),
    },
    prefixes={"m": "mili", "k": "quilo", "µ": "micro"},
    symbols={
        "&": "e", "@": "arroba", "%": "por cento", "‰": "por mil", "+": "mais", "=": "igual a", "×": "vezes",
        "÷": "dividido por", "±": "mais ou menos", "≤": "menor ou igual a", "≥": "maior ou igual a",
        "≠": "diferente de",
        "≈": "aproximadamente", "°": "graus", "€": "euros", "$": "dólares", "£": "libras", "¥": "ienes",
        "₹": "rupias",
        "§": "parágrafo", "√": "raiz de", "∞": "infinito", "π": "pi", "→": "seta", "№": "número", "−": "menos",
        "/": "",
        "#": "cerquilha", "µ": "micro", "Ω": "ohms", "©": "copyright", "®": "marca registrada",
        "™": "marca comercial",
    },
    operators={
        "+": "mais", "=": "é igual a", "×": "vezes", "·": "vezes", "*": "vezes", "÷": "dividido por",
        "±": "mais ou menos",
        "≤": "menor ou igual a", "≥": "maior ou igual a", "<": "menor que", ">": "maior que", "≠": "diferente de",
        "≈": "aproximadamente igual a", "−": "menos",
    },
    squared="ao quadrado",
    cubed="ao cubo",
    power="{} elevado a {}",
    abbreviations={
        r"[Ss]r\.": "senhor", r"[Ss]ra\.": "senhora", r"[Ss]rta\.": "senhorita", r"[Ss]rs\.": "senhores",
        r"[Ss]ras\.": "senhoras",
        r"[Dd]r\.": "doutor", r"[Dd]ra\.": "doutora", r"Drs\.": "doutores",
        r"(?<![A-Z]\. )D\.(?= [A-ZÀ-Ý][a-z])": "dom",
        r"[Pp]rof\.": "professor", r"Exma\.": "excelentíssima", r"Ilmo\.": "ilustríssimo", r"Ilma\.": "ilustríssima",
        r"[Ss]eg\.(?= (?:a|à|e)\b)": "segunda", r"(?<=[àa] )[Ss]ex\.": "sexta", r"(?<=[àa] )sáb\.": "sábado",
        r"(?<=[àa] )dom\.": "domingo",
        r"[Cc]el\.(?=:? ?[\d(+])": "celular", r"inc\.(?= [IVX\d])": "inciso",
        r"(?<=\b1 )col\.|(?<=\b1/2 )col\.": "colher", r"col\.(?= (?:de|\())": "colheres",
        r"xícs?\.": "xícara", r"[Ss]éc\.(?= [IVX])": "século", r"[Ss]écs\.(?= [IVX])": "séculos",
        r"vcs": "vocês", r"vc": "você", r"tbm": "também", r"pq": "porque",
        r"[Pp]rofa\.|Prof\.ª|Profª\.?": "professora", r"Eng\.": "engenheiro", r"Exmo\.": "excelentíssimo",
        r"V\. ?Exa\.": "vossa excelência",
        r"etc\.": "etcétera", r"p\. ?ex\.": "por exemplo", r"a\. ?C\.": "antes de Cristo",
        r"d\. ?C\.": "depois de Cristo",
        r"[Aa]v\.(?= [A-ZÀ-Ýd])": "avenida",
        r"R\.(?= [A-ZÀ-Ý][^.,!?]{2,40}, ?(?:n[ºo°.]{0,2} ?)?\d)|(?<=\b[ndNn]a )R\.(?= [A-ZÀ-Ý])": "rua",
        r"[Nn][º°](?= ?\d)|[Nn]o\.(?= ?\d)": "número",
        r"[Pp]ág\.(?= ?\d)|p\.(?= ?\d)": "página", r"[Pp]ágs\.(?= ?\d)|pp\.(?= ?\d)": "páginas",
        r"[Cc]ap\.(?= ?[\dIVX])": "capítulo",
        r"[Vv]ol\.(?= ?[\dIVX])": "volume", r"[Tt]el\.": "telefone", r"[Aa]rt\.(?= ?\d)": "artigo",
        r"[Aa]prox\.": "aproximadamente",
        r"Ltda\.": "limitada",
        r"S/A|S\.A\.": "sociedade anônima", r"Sto\.": "santo", r"Sta\.": "santa", r"vs\.?": "versus",
        r"[Ff]ig\.(?= ?\d)": "figura",
        r"[Mm]in\.": "minutos", r"[Oo]bs\.": "observação", r"e/ou": "e ou",
        r"(?<=\d)x(?= (?:de|sem|mais|por|ao)\b|/)": "vezes", r"Vcs": "vocês", r"Vc": "você",
        r"Tbm": "também", r"EUA": "Estados Unidos",
        r"[Aa]pto\.|[Aa]p\.(?= ?\d)": "apartamento",
    },
    web={
        "@": "arroba", ".": "ponto", "/": "barra", "-": "hífen", "_": "sublinhado", ":": "dois pontos",
        "#": "hashtag",
        "+": "mais", "&": "e", "=": "igual", "?": "interrogação", "%": "por cento", "~": "til",
        "\\": "barra invertida",
    },
    phone_pattern=(
        r"(?<![\w.,/-])(?:\+\d{1,3}(?:[ .-]?\(?\d{1,5}\)?){2,6}|\(\d{2}\) ?9? ?\d{4}[ -]?\d{4}"
        r"|0[38]00[ -]?\d{3}[ -]?\d{4}|\d{5}-\d{3}"
        r"|(?:\d{2} )?(?:9\d"
        r"|(?!20\d\d-20)[2-5])\d{3}-\d{4})(?![\w/-]|[.,]\d)"
    ),
    emoji="pt",
    spell=_spell,
    own_rules=_score_rules,
)  # fmt: skip
