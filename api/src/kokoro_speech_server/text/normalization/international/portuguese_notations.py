"""Notations of Portuguese texts: spoons (sopa), ages < 12 anos, halves of a match, 18°/26°, 10 N, 7 mi km², H₂O."""

import re

from kokoro_speech_server.text.normalization.international.chemical_formulas import formula_rules
from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NO_LETTER, NumberSpeller
from kokoro_speech_server.text.normalization.international.units import unit_nouns
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_SPOONS = ("colher", "colheres", "xícara", "xícaras", "col.", "cols.", "colh.", "xíc.", "xícs.", "xic.", "c.")
_OF_SPOONS = re.compile(
    rf"(?:{'|'.join(rf'(?<={re.escape(spoon)} )' for spoon in _SPOONS)})"
    r"\((?:de )?(?P<kind>sopa|sobremesa|chá|café)\)"
)
_OF_PEOPLE = re.compile(
    r"\b(?:crianças|adultos|pacientes|pessoas|indivíduos|idosos|mulheres|homens|bebês|lactentes|gestantes"
    r"|adolescentes|participantes|voluntários|sujeitos|recém-nascidos|meninos|meninas|casos|menores|trabalhadores"
    r"|alunos|cães|gatos)$",
    re.IGNORECASE,
)
_TO_PEOPLE = re.compile(r"(?:\b(?:em|para|e|ou)|\bp/)$")
_COMPARED = re.compile(
    r"(?<=[a-zê/]) (?P<sign>>=|<=|[<>≤≥]) ?"
    r"(?=\d{1,3}(?:,\d)? ?(?:(?P<age>(?:anos?|a|meses|mês|dias?|semanas?)(?! de\b))|kg|g|m)\b)"
)
_COMPARISONS = {"<": "com menos de", ">": "com mais de", "≤": "com até", "≥": "a partir de"}
_AGES = {"<": "menores de", ">": "maiores de", "≤": "pessoas com até", "≥": "pessoas a partir de"}
_TYPED = {">=": "≥", "<=": "≤"}
_HALF = re.compile(r"(?<=['’′])/ ?(?=[12][ºo°] ?T(?!\w))")
_TWO_DEGREES = re.compile(r"(?<![\w.,/-])(?P<first>\d{1,2})[°º]C?/(?P<last>\d{1,2})[°º]C?(?![\w/])")
_NEWTONS = re.compile(r"(?<![\w.,])(?P<number>\d{1,5}(?:,\d{1,3})?) N(?![\w.'’])")
_OF_FORCE = re.compile(r"\b(?:[Ff]orças?|[Nn]ewtons?|[Pp]eso|[Aa]trito|[Tt]ração|[Ee]mpuxo)\b|m/s²|\d N/")
_KELVINS = re.compile(r"(?<![\w.,])(?P<number>\d{1,5}(?:,\d{1,3})?) K(?![\w.'’])")
_OF_HEAT = re.compile(r"°C|ºC|[º°] C|[Kk]elvin|[Tt]emperatura")
_AMPERES = re.compile(r"(?<![\w.,])(?P<number>\d{1,4}(?:,\d{1,3})?) ?A(?![\w.'’°])")
_OF_CURRENT = re.compile(
    r"\b(?:[Cc]orrentes?|[Dd]isjuntor(?:es)?|[Tt]omadas?|[Ff]usíve(?:l|is)|[Aa]mp[eé]r\w{1,5}|[Cc]arregador(?:es)?"
    r"|[Tt]ensão|[Ff]ontes?|[Aa]lternador)\b|\d ?V\b"
)
_AND_A_PART = re.compile(
    r"(?<![\w.,/])(?P<whole>\d{1,3}) e (?:(?P<above>\d)/(?P<below>[2-9])(?![\w/]|[.,]\d)|(?P<sign>[½¼¾]))(?= [a-zà-ÿ])"
)
_STITCHES = re.compile(
    r"(?<![\w.,])(?P<number>\d{1,3}) ?(?P<stitch>pbx|pb|pad|pa|mpa|corr\.?|aum\.?|dim\.?)(?!\w)"
    r"|(?<=\bcada )(?P<one>pb|pa)(?!\w)"
)
_OF_CROCHET = re.compile(
    r"\b(?:[Cc]roch|[Aa]migurumi|carr\.|[Cc]arreiras?\b|anel mágico|correntinhas?|\d corr\.)"
)
_STITCH_NAMES = {
    "pb": Noun("ponto baixo", "pontos baixos"), "pbx": Noun("ponto baixíssimo", "pontos baixíssimos"),
    "pa": Noun("ponto alto", "pontos altos"), "mpa": Noun("meio ponto alto", "meios pontos altos"),
    "pad": Noun("ponto alto duplo", "pontos altos duplos"), "corr": Noun("correntinha", "correntinhas"),
    "aum": Noun("aumento", "aumentos"), "dim": Noun("diminuição", "diminuições"),
}  # fmt: skip
_POWERS = {ord("¹"): "", ord("1"): "", ord("2"): "²", ord("3"): "³"}
_SIGNS = {"½": (1, 2), "¼": (1, 4), "¾": (3, 4)}
_PER_MANY = re.compile(
    r"(?<=[a-zç]{3})/(?=\d{1,3}(?:\.\d{3})? (?:mil )?(?:hab|pessoas|km|m²|nascid|alunos|partos|mulheres|crianças))"
)
_PER_GAME = re.compile(
    r"(?<=[a-zç]{4})/(?=(?:jogo|partida|rodada|aluno|volta|funcionário|habitante|domicílio|planta)\b)"
)
_INTO = re.compile(r"(?<=[ℝℕℤℚℂ]) ?→ ?(?=[ℝℕℤℚℂ])")
_YIELDS = re.compile(
    r"(?:(?<=[A-Z\d₂₃₄)⁺⁻])|(?<=[ \d][A-Z][a-z])|(?<=[A-Z][A-Z][a-z])) ?[→⟶] ?(?=\d{0,2}[A-Z])"
)
_OF_REACTIONS = re.compile(r"[A-Z][a-z]?[₂₃₄]|[a-zA-Z][⁺⁻]|\b[Rr]eaç(?:ão|ões)\b|\bH2O\b|\b[CO]O?2\b")
_BELOW = "L|ha|s|kg|g|m|dm|h|min|dia|ano|mL|planta|mol"
_TO_THE_MINUS = re.compile(
    r"[a-zA-Z] (?:L|ha|s|k?g|d?m|h|min|dia|ano|mL|planta|mol)(?:⁻[¹²³]|-[123])(?![\w-])"
)
_VOLTS = re.compile(r"(?<![\w.,/])(?P<first>\d{2,3})/(?P<last>\d{2,3}) ?V(?![\w/])")
_OF_PI = re.compile(r"(?<=π )(?P<unit>[ckm]?m[²³])(?!\w)")
_MILLIONS = {
    "mi|milhão|milhões": Noun("milhão", "milhões"),
    "bi|bilhão|bilhões": Noun("bilhão", "bilhões"),
    "tri|trilhão|trilhões": Noun("trilhão", "trilhões"),
}
_SINGLE = frozenset("tmlLgW")
"""Units of one letter that people count in thousands and millions."""
_CHEMICAL_LETTERS = {"A": "á", "E": "é", "O": "ó"}
"""Letters that are articles and conjunctions as words."""


def portuguese_notation_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for abbreviations, units and signs."""
    locale = speller.locale
    nouns = {
        symbol: noun.other
        for symbol, noun in unit_nouns(locale).items()
        if len(symbol) > 1 or symbol in _SINGLE
    }

    def compared(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 24) : match.start()]
        sign = _TYPED.get(match["sign"], match["sign"])
        if _OF_PEOPLE.search(before):
            return f" {_COMPARISONS[sign]} "
        return f" {_AGES[sign]} " if match["age"] and _TO_PEOPLE.search(before) else None

    def two_degrees(match: re.Match[str]) -> str:
        first, last = match["first"], match["last"]
        link = "a" if int(first) < int(last) else "e"
        return f"{speller.number(first)} {link} {speller.counted(last, Noun('grau', 'graus'))}"

    def newtons(match: re.Match[str]) -> str:
        return speller.counted(match["number"], Noun("newton", "newtons"))

    def kelvins(match: re.Match[str]) -> str:
        return speller.counted(match["number"], Noun("kelvin", "kelvins"))

    def amperes(match: re.Match[str]) -> str:
        return speller.counted(match["number"], Noun("ampere", "amperes"))

    def volts(match: re.Match[str]) -> str:
        return f"{speller.number(match['first'])}, {speller.counted(match['last'], Noun('volt', 'volts'))}"

    def and_a_part(match: re.Match[str]) -> str | None:
        above, below = _SIGNS.get(match["sign"] or "") or (int(match["above"]), int(match["below"]))
        if not 0 < above < below:
            return None
        after = match.string[match.end() :]
        return f"{speller.cardinal(int(match['whole']), after)} e {locale.fraction(speller, above, below, after)}"

    def stitches(match: re.Match[str]) -> str:
        if match["one"]:
            return _STITCH_NAMES[match["one"]].one
        return speller.counted(match["number"], _STITCH_NAMES[match["stitch"].rstrip(".")])

    def scaled(match: re.Match[str]) -> str:
        unit = nouns[match["unit"]]
        if match["scale"] == "mil":
            return f"{speller.number(match['number'], f' mil {unit}')} mil {unit}"
        factor = next(form for written, form in _MILLIONS.items() if re.fullmatch(written, match["scale"]))
        return f"{speller.counted(match['number'], factor)} de {unit}"

    def per_unit(match: re.Match[str]) -> str:
        above = nouns[match["above"]]
        if match["number"]:
            named = unit_nouns(locale)[match["above"]]
            above = speller.counted(match["number"], named)
        power = match["power"].translate(_POWERS)
        unit = unit_nouns(locale)
        below = unit.get(f"{match['below']}{power}") or unit.get(match["below"])
        name = below.one if below else match["below"]
        if power and f"{match['below']}{power}" not in unit:
            name += f" {locale.squared if power == '²' else locale.cubed}"
        return f"{above} {locale.per} {name}"

    number, scales = speller.number_pattern, "|".join(("mil", *_MILLIONS))
    return (
        Rule(Category.ABBREVIATIONS, _OF_SPOONS, lambda match: f"de {match['kind']}", needs=_OF_SPOONS),
        Rule(Category.MATHS, _COMPARED, compared, needs=re.compile("[<>≤≥]")),
        Rule(Category.TIMES, _HALF, lambda match: " do ", needs=_HALF),
        Rule(Category.UNITS, _TWO_DEGREES, two_degrees, needs=_TWO_DEGREES),
        Rule(Category.UNITS, _NEWTONS, newtons, evidence=_OF_FORCE),
        Rule(Category.UNITS, _KELVINS, kelvins, evidence=_OF_HEAT),
        Rule(Category.UNITS, _AMPERES, amperes, evidence=_OF_CURRENT),
        Rule(Category.UNITS, _PER_MANY, lambda match: " por ", needs=_PER_MANY),
        Rule(Category.MATHS, _YIELDS, lambda match: " produz ", evidence=_OF_REACTIONS),
        Rule(
            Category.UNITS,
            re.compile(
                rf"(?<![\w.,])(?:(?P<number>{speller.number_pattern}) ?)?(?P<above>{any_of(nouns)}) (?P<below>{_BELOW})"
                r"(?:⁻|-)(?P<power>[¹²³123])(?![\w-]|,\d)"
            ),
            per_unit,
            needs=_TO_THE_MINUS,
        ),
        Rule(Category.UNITS, _PER_GAME, lambda match: " por ", needs=_PER_GAME),
        Rule(Category.MATHS, _INTO, lambda match: " em ", needs=_INTO),
        Rule(Category.UNITS, _VOLTS, volts, needs=_VOLTS),
        Rule(Category.FRACTIONS, _AND_A_PART, and_a_part, needs=re.compile(r"\d e [\d½¼¾]")),
        Rule(Category.UNITS, _STITCHES, stitches, evidence=_OF_CROCHET),
        Rule(Category.UNITS, _OF_PI, lambda match: nouns[match["unit"]], needs=_OF_PI),
        Rule(
            Category.UNITS,
            re.compile(
                rf"(?<![\w.,])(?P<number>{number}) ?(?P<scale>{scales}) (?:de )?(?P<unit>{any_of(nouns)})"
                rf"{NO_LETTER}(?![²³/])"
            ),
            scaled,
            needs=re.compile(r"\d ?(?:mi|bi|tri)"),
        ),
        *formula_rules(
            lambda element: " ".join(_CHEMICAL_LETTERS.get(letter, letter) for letter in element.upper()),
            speller.cardinal,
            speller.cardinal,
            ("mais", "menos"),
            " ".join,
        ),
    )
