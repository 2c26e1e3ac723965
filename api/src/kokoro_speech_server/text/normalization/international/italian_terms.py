"""Terms of science in Italian texts: f'(x), P(A|B), NaOH, SO₄²⁻, HbA1c, and units of one letter (0,5 A)."""

import re

from kokoro_speech_server.text.normalization.international.chemical_formulas import formula_rules
from kokoro_speech_server.text.normalization.international.field_units import field_unit_rules
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_FUNCTION = re.compile(
    r"(?<![\w.'’])(?P<name>[A-Za-z])(?P<primes>['’′]{0,2})"
    r"\((?P<of>-?[A-Za-z\d][₀-₉²]?(?: ?[-+·/,;|∩∪=≤≥<>] ?-?[A-Za-z\d][₀-₉²]?){0,3})\)"
)
_HAS_FUNCTION = re.compile(r"[A-Za-z]['’′]{0,2}\(-?\w")
_OF_MATHS = re.compile(
    r"[=≈≤≥∩∪∈→<>]|\b(?:[Ff]unzion[ei]|[Pp]robabilità|[Dd]erivat[ae]|[Ii]ntegral[ei]|[Ll]imite)\b"
)
_CALLED = re.compile(r"(?<![\w.'’])(?P<name>sen|sin|cos|tg|tan|ln|log)\((?P<of>[a-zα-ω])\)")
_NAMES = {
    "sen": "seno", "sin": "seno", "cos": "coseno", "tg": "tangente", "tan": "tangente", "ln": "logaritmo naturale",
    "log": "logaritmo",
}  # fmt: skip
_LIMIT = re.compile(r"(?<!\w)lim ?\(?(?P<name>[a-z]) ?→ ?(?P<to>[-+−]?(?:\d{1,3}|∞|[a-z]))\)?(?!\w)")
_TENDS = re.compile(r"(?<=(?<!\w)[a-z]) ?→ ?(?=[-+−]?(?:\d|∞))")
_FACTORIAL = re.compile(r"(?<=[\w)])(?<!\w{4})!(?= ?[=·×/])")
_BARS = re.compile(r"\|(?=[^|\n]{1,24}\|)|(?<=\S)\|")
_HAS_BARS = re.compile(r"\|[^|\n]{1,24}\|")
_PRIMES = ("", " primo", " secondo")


_HAEMOGLOBIN = re.compile(r"HbA1c(?!\w)")
_PI = re.compile(r"π(?P<letters>[a-zA-Z]{1,2})(?![\w²³^])")
_IMPROPER = re.compile(
    r"(?<![\w/.,])(?P<above>[1-9]\d?)/(?P<below>[2-9])"
    r"(?=π|[A-Za-z](?![^\W\d_])| [A-Zb-df-hj-nprt-z](?![^\W\d_])| ?[(·×])"
    r"|(?<=[=+×·−] )(?P<above2>[1-9]\d?)/(?P<below2>[2-9])(?![\w/]|[.,]\d)"
)
_DIVISION = re.compile(
    r"(?<![\w/.,])(?P<above>\d{1,6}(?:,\d{1,4})?)(?P<mark>/| ?: )(?P<below>\d{1,6}(?:,\d{1,4})?)(?= ?[=≈])"
)
_HAS_DIVISION = re.compile(r"\d(?:/| ?: )\d")
_LOGARITHM = re.compile(r"(?<![^\W_])(?:log|Log)(?P<base>[₀-₉]{1,3}) ?")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_HAS_IMPROPER = re.compile(r"\d/\d ?[πA-Za-z(·×]|[=+×·−] \d\d?/\d")
_FIELDS = {
    "A": ("ampere", r"[Cc]orrent[ei]\b|[Aa]mper|[Tt]ensione|[Ee]lettric|Ω|\d ?m?V\b|[Ff]usibil|[Cc]aric(?:a|he)\b"
          r"|[Cc]aricator|[Cc]aricabatteri|[Aa]limentator|[Aa]ssorb|[Cc]ircuit|USB|[Mm]agnetotermic|[Bb]atteri[ae]"),
    "N": ("newton", r"\b[Ff]orz[ae]\b|[Nn]ewton|[Pp]eso\b|[Aa]ttrito|m/s²|[Ss]pinta|[Dd]inamometr"),
    "K": ("kelvin", r"[Tt]emperatur|[Kk]elvin|[Ll]ampad|\bLED\b|\b[Ll]uce\b|[Gg]as\b|[Tt]ermic"),
    "T": ("tesla", r"[Mm]agnetic|\b[Cc]ampo\b|[Tt]esla\b|[Rr]isonanza"),
    "x": ("volte", r"\bP/E\b|EV/E|[Mm]ultipl|\b[Zz]oom\b"),
    "M": ("molare", r"[Ss]oluzion|[Mm]olar|\bHCl\b|\bNaOH\b"),
    "F": ("farad", r"[Cc]ondensator|[Ff]arad"),
    "v": ("velocità", r"\b[Bb]ici\b|[Bb]iciclett|[Cc]ambio\b|[Ss]himano|SRAM|[Cc]ampagnolo|[Pp]ignon|[Cc]assett|MTB"
          r"|\b[Ee]-?bike|[Gg]ravel"),
}  # fmt: skip
"""Units of one letter: name, and words of the field."""


def term_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """The rules. That for functions leaves what is between the parentheses to others."""

    def function(match: re.Match[str]) -> str | None:
        if not _OF_MATHS.search(match.string):
            return None
        argument = re.sub(r" ?\| ?", " dato ", match["of"])
        return f"{match['name']}{_PRIMES[len(match['primes'])]} di {argument}"

    def pi(match: re.Match[str]) -> str:
        return f"{speller.locale.symbols['π']} {' '.join(match['letters'])}"

    def improper(match: re.Match[str]) -> str | None:
        above, below = int(match["above"] or match["above2"]), int(match["below"] or match["below2"])
        if above <= below or (not _OF_MATHS.search(match.string) and "π" not in match.string):
            return None
        return speller.locale.fraction(speller, above, below, "")

    def called(match: re.Match[str]) -> str:
        return f"{_NAMES[match['name']]} di {match['of']}"

    def limit(match: re.Match[str]) -> str:
        to = (
            match["to"]
            .replace("∞", "infinito")
            .replace("+", "più ")
            .replace("-", "meno ")
            .replace("−", "meno ")
        )
        number = re.sub(r"\d+", lambda digits: speller.number(digits[0]), to)
        return f"limite per {match['name']} che tende a {number}"

    def bar(match: re.Match[str]) -> str | None:
        bars = match.string.count("|")
        if bars % 2 or not _OF_MATHS.search(match.string):
            return None
        return "" if match.string.count("|", 0, match.start()) % 2 else "valore assoluto di "

    def division(match: re.Match[str]) -> str | None:
        above, below = match["above"], match["below"]
        if match["mark"] == "/" and "," not in above + below and speller.value(above) < speller.value(below):
            return None
        return f"{speller.number(above)} diviso {speller.number(below)}"

    def logarithm(match: re.Match[str]) -> str:
        return f"logaritmo in base {speller.number(match['base'].translate(_SUBSCRIPTS))} di "

    return (
        Rule(Category.MATHS, _CALLED, called, needs=_CALLED),
        Rule(Category.MATHS, _FACTORIAL, lambda match: " fattoriale", needs=_FACTORIAL),
        Rule(Category.MATHS, _LIMIT, limit, needs=_LIMIT),
        Rule(Category.MATHS, _TENDS, lambda match: " tende a ", needs=_TENDS),
        Rule(Category.MATHS, _BARS, bar, evidence=_HAS_BARS),
        Rule(Category.MATHS, _DIVISION, division, needs=_HAS_DIVISION),
        Rule(Category.MATHS, _LOGARITHM, logarithm, needs=_LOGARITHM),
        Rule(Category.MATHS, _PI, pi, needs=_PI),
        Rule(Category.FRACTIONS, _IMPROPER, improper, needs=_HAS_IMPROPER),
        Rule(Category.MATHS, _FUNCTION, function, needs=_HAS_FUNCTION),
        Rule(Category.CHEMISTRY, _HAEMOGLOBIN, lambda match: "H B A uno C", needs=_HAEMOGLOBIN),
        *field_unit_rules(_FIELDS),
        *formula_rules(
            lambda element: " ".join(element.upper()),
            speller.cardinal,
            speller.cardinal,
            ("più", "meno"),
            " ".join,
        ),
    )
