"""Functions in plain text: P(A|B), E[X | Y], f'(x), f⁻¹(x), g(x, y), sin θ, cos²(x)."""

import re
import unicodedata

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_OPENED = re.compile(
    r"(?:\b(?:P|Pr|Prob|E|p|q|H|Var|Cov|L|D|f|I)|[𝔼ℙ]) ?[(\[][^()\[\]|]{1,60}(?:\([^()]{0,20}\)[^()\[\]|]{0,20})?$"
)
_GIVEN = re.compile(r"(?<=[\w)'’]) ?[|∣] ?(?=[A-Za-z0-9¬~θμσλβ∼])")
_NAMED = (
    r"(?P<name>[fghFGHPpTVRSLEQN]|Pr|[φψσμλΓζΦ])(?P<sub>[₀-₉])?(?P<primes>['′’]{1,3})?"
    r"(?P<inverse>⁻¹|\^-1|\^\(-1\))?"
)
_APPLIED = re.compile(
    rf"(?<![\w.\\’'-]){_NAMED}\((?=(?P<of>[^()]{{1,40}}(?:\([^()]{{0,30}}\)[^()]{{0,30}}){{0,3}})\))"
)
_DERIVED = re.compile(r"(?<![\w.\\’'-])(?P<name>[fghyuvFGHPV])(?P<primes>['′’]{1,3})\((?P<of>[a-zA-Z])\)")
_ARGUMENTS = re.compile(r"[-−+*/^·×√∩∪¬|∣,<>=≤≥≠ \w().'′²³₀-₉⁰¹⁴-⁹ⁿΑ-Ωα-ω∞!∣∘ᶜ]+")
CALCULATED = re.compile(r"[=+−*/^·×√∩∪|∣≤≥<>≠≈→⁰¹²³⁴-⁹]|(?<=\s)-(?=\s)")
"""What shows that a formula stands here."""

_PRIMES = {1: "prime", 2: "double prime", 3: "triple prime"}
_FUNCTIONS = {
    "sin": "sine", "cos": "cosine", "tan": "tangent", "sec": "secant", "csc": "cosecant", "cot": "cotangent",
    "arcsin": "arc sine", "arccos": "arc cosine", "arctan": "arc tangent", "sinh": "hyperbolic sine",
    "cosh": "hyperbolic cosine", "tanh": "hyperbolic tangent", "ln": "natural log",
}  # fmt: skip
_SHORT = frozenset(("log", "exp", "max", "min", "abs", "and", "not"))
_FUNCTION = re.compile(
    rf"(?!sec \d)(?<![a-zA-Z_.\\])(?P<name>{any_of(_FUNCTIONS)})(?P<power>²|\^2|⁻¹)?"
    r"(?:(?=\([^()]{0,40})(?!\(\))| ?(?=[α-ωΑ-Ω])| (?=\d{1,3}(?:°| ?[=+]|\))|(?:\d{0,2}[b-hj-tv-zA-HJ-Z])(?![\w'’]))"
    r"|(?=[xθ](?!\w)))"
)
_FUNCTION_SIGN = re.compile(r"(?:sin|cos|tan|sec|csc|cot|ln)h?(?:²|\^2|⁻¹)?[ (α-ωΑ-Ωx]")
_LOG = re.compile(
    r"(?<![a-zA-Z])log(?:_\{?(?P<base>\d{1,2}|[a-z])\}?|(?P<below>[₀-₉]{1,2}))(?: of)? ?(?=[(\dA-Za-zα-ω|])"
)
_LOG_SIGN = re.compile(r"log[_₀-₉]")
_BRACKET = re.compile(r"[\w'′’²¹]\(")
_BAR = re.compile(r"[|∣]")
_WORD = re.compile(r"[a-zA-Z]{3,}")


def function_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for functions and their arguments."""

    def given(match: re.Match[str]) -> str | None:
        return " given " if _OPENED.search(match.string[max(0, match.start() - 90) : match.start()]) else None

    def applied(match: re.Match[str]) -> str | None:
        name, of = match["name"], match["of"]
        plain = not (match["primes"] or match["inverse"] or match["sub"])
        if not _ARGUMENTS.fullmatch(of) or has_word(of):
            return None
        if plain and name not in "fghFGHPφψ" and name != "Pr" and not CALCULATED.search(match.string):
            return None
        words = name.upper() if name.isascii() and len(name) == 1 else name
        words += f" sub {numbers.cardinal('₀₁₂₃₄₅₆₇₈₉'.index(match['sub']))}" if match["sub"] else ""
        words += f" {_PRIMES[len(match['primes'])]}" if match["primes"] else ""
        words += " inverse" if match["inverse"] else ""
        return f"{words} of ("

    def derived(match: re.Match[str]) -> str:
        return f"{match['name'].upper()} {_PRIMES[len(match['primes'])]} of {match['of'].upper()}"

    def function(match: re.Match[str]) -> str:
        name, power = _FUNCTIONS[match["name"]], match["power"]
        if power == "⁻¹":
            return f"inverse {name} "
        return f"{name}{' squared' if power else ''} "

    def log(match: re.Match[str]) -> str:
        base = match["base"] or unicodedata.normalize("NFKC", match["below"])
        return f"log base {numbers.cardinal(int(base)) if base.isdecimal() else base.upper()} of "

    return (
        Rule(Category.MATHS, _LOG, log, needs=_LOG_SIGN),
        Rule(Category.MATHS, _GIVEN, given, needs=_BAR),
        Rule(Category.MATHS, _DERIVED, derived, needs=_DERIVED),
        Rule(Category.MATHS, _APPLIED, applied, needs=_BRACKET),
        Rule(Category.MATHS, _FUNCTION, function, needs=_FUNCTION_SIGN),
    )


def has_word(written: str) -> bool:
    """Whether it has a word that is no function's name."""
    return any(word not in _FUNCTIONS and word not in _SHORT for word in _WORD.findall(written))
