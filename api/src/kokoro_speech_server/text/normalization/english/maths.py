"""Formulas: powers, scientific notation, operators between operands, roots, Greek letters."""

import re
import unicodedata

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import NUMBER, START
from kokoro_speech_server.text.normalization.rules import Category, Rule

_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿˣⁱ"
_SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₒₓₙ"
_OPERATORS = {
    "+": "plus", "−": "minus", "×": "times", "÷": "divided by", "=": "equals", "±": "plus or minus",
    "∓": "minus or plus", "<": "is less than", ">": "is greater than", "≤": "is less than or equal to",
    "≥": "is greater than or equal to", "≠": "is not equal to", "≈": "is approximately equal to",
    "≅": "is approximately equal to", "≡": "is equivalent to", "∝": "is proportional to", "⋅": "times",
    "∈": "is in", "∉": "is not in", "⊂": "is a subset of", "∪": "union", "∩": "intersection", "∧": "and", "∨": "or",
    "¬": "not", "⇒": "implies", "⇔": "if and only if", "∀": "for all", "∃": "there exists", "∑": "the sum of",
    "∏": "the product of", "∫": "the integral of", "∂": "partial", "∇": "nabla", "∆": "delta",
    "√": "the square root of", "∛": "the cube root of", "∞": "infinity", "∅": "the empty set", "∴": "therefore",
    "∵": "because", "∥": "is parallel to", "⊥": "is perpendicular to", "∠": "angle",
}  # fmt: skip
_DOUBLE = {
    "==": "equals", "!=": "is not equal to", "<=": "is less than or equal to", ">=": "is greater than or equal to",
    "+/-": "plus or minus", "+-": "plus or minus", "=>": "implies", "->": "to",
}  # fmt: skip

_SCIENTIFIC = re.compile(
    rf"{START}(?:(?<![\w)])(?P<sign>[-−+]))?(?P<number>\d{{1,15}}(?:\.\d{{1,15}})?)[eE](?P<minus>[-−+]?)"
    rf"(?P<power>\d{{1,4}})(?!\w|\.\d)"
)
_POWER = re.compile(
    rf"{START}(?:(?<![\w)])(?P<sign>[-−]))?(?P<base>{NUMBER}|(?<![^\W\d_])[A-Za-z])"
    rf"(?:(?:\^|\*\*)(?:(?P<power>[-−]?\d{{1,6}}(?:\.\d{{1,4}})?|[A-Za-z](?!\w))|[({{](?P<inner>[-−]?"
    rf"(?:\d{{1,6}}|[a-z]))[)}}])"
    rf"|(?P<raised>[{_SUPERSCRIPTS}]{{1,6}}))(?![\d])"
)
_RAISED = re.compile(rf"[{_SUPERSCRIPTS}]{{1,6}}|[{_SUBSCRIPTS}]{{1,6}}")
_CARET = re.compile(r"(?<=[\w)])\^\(?(?P<power>[-−]?(?:\d{1,6}|[A-Za-z](?![^\W_])))\)?")
_TIMES = re.compile(r"(?<=[\d)]) ?(?:\*|(?<= )x(?= )) ?(?=[\d(])|(?<=\d) ?x(?= ?10\^)")
_BY = re.compile(
    rf"{START}(?P<first>{NUMBER})(?P<link> [x×] ?|[x×])(?P<second>{NUMBER})(?: ?[x×] ?(?P<third>{NUMBER}))?"
    rf"(?![\w^*{_SUPERSCRIPTS}]|[.,]\d| ?=)"
)
_MULTIPLE = re.compile(
    rf"{START}(?P<number>{NUMBER})(?: ?[-–] ?(?P<second>{NUMBER}))? ?[x×](?= (?:faster|slower|more|less|better|"
    rf"worse|larger|"
    r"smaller|bigger|higher|lower|longer|shorter|as|the|cheaper|stronger|growth|return|speed|zoom)\b|[,.;!?)]|$)"
)
_CALCULATED = re.compile(r"[+*/^=] ?$|\w\($")
_SUBSCRIPT = re.compile(
    r"(?<![\w.\\/])(?P<name>[A-Za-z])_(?:(?P<below>[a-z]|\d{1,3})(?!\w)|\{(?P<braced>[a-z]|\d{1,3})\})"
)
_ABSOLUTE = re.compile(r"(?<![\w|])\|(?P<of>[A-Za-z])\|(?![\w|])")
_MINUS = re.compile(r"(?<=[\d)²³])-(?=[\d(])|(?<=[a-z\d)²³₀-₉ₙᵢ]) - (?=[\d(]|[a-z](?:\b|[₀-₉ₙᵢ]))")
_SUBTRACTS = re.compile(r"[=+×*/^²³<>≤≥]")
_OPERAND = re.compile(r"(?<![^\W\d])[a-z]$|[\d)²³₀-₉ₙᵢ]$")
_DIVIDED = re.compile(r"(?<=[\d)]) ?/ ?(?=[\d(])")
_PAIR = re.compile(r"-{1,2}>|\+/-|[=!<>]=|=>|\+-")
_OPERATOR = re.compile("[" + re.escape("".join(_OPERATORS)) + "]")
_HAVING = re.compile(
    r"\b(?:with|without|having|ha[ds]|have|require[sd]?|needs?|aged?)"
    r"(?: (?!that |which |if |so )[a-z][a-z-]{1,20}| [a-zA-Z]{0,3}[A-Z]{2,6}\d?| an?){0,5} ?$"
    r"|\b(?:of|for|at|to|in|by|from|than|reach(?:es|ed)?|scor(?:es|ed|ing)|get|keep|maintain(?:s|ed)?|any) $"
    r"|\b(?:[Ff]or|[Ww]ith|[Aa]t|[Gg]iven|exists?|there (?:is|are))(?: (?:all|every|any|some|each|an?))? "
    r"(?:[a-zA-Zα-ωΑ-Ω]{1,2}|[A-Za-z]{1,4}\d[A-Za-z]{0,2}|epsilon|delta) ?$"
)
"""What has something that is compared, behind which no verb is missing: "patients with a score ≥ 8", "for n ≥ 1"."""

_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,100}>")
_FACTORIAL = re.compile(r"(?<!\w)(?<!\d[.,])(?P<number>\d{1,3}|[nk])!(?= ?[=+×/*])")
_GREEK = re.compile(r"(?<![Ͱ-Ͽἀ-῿])[Α-Ωα-ωϵϕ](?![Ͱ-Ͽἀ-῿])")


def maths_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 10^3, 1e6, x², 2+2=4, ±5, ≤, 6.02×10²³, π."""

    def scientific(match: re.Match[str]) -> str:
        power = numbers.signed(
            "-" if match["minus"] in ("-", "−") else None, numbers.cardinal(int(match["power"]))
        )
        words = f"{numbers.number(match['number'])} times ten to the power of {power}"
        return numbers.signed(match["sign"], words)

    def raised(power: str) -> str:
        power = unicodedata.normalize("NFKC", power).replace("−", "-")
        if power in ("+", "-"):
            return "plus" if power == "+" else "minus"
        if power in ("2", "3"):
            return "squared" if power == "2" else "cubed"
        return f"to the power of {_exponent(power)}"

    def _exponent(power: str) -> str:
        if power.lstrip("-+").replace(".", "", 1).isdecimal():
            sign = power[0] if power[0] in "-+" else None
            return numbers.signed(sign, numbers.number(power.lstrip("-+")))
        return " ".join(
            "minus" if one == "-" else "plus" if one == "+" else numbers.digits(one) or one.upper()
            for one in power
        )

    def power(match: re.Match[str]) -> str:
        base = match["base"]
        words = base.upper() if base.isalpha() else numbers.number(base)
        return numbers.signed(
            match["sign"], f"{words} {raised(match['power'] or match['inner'] or match['raised'])}"
        )

    def superscript(match: re.Match[str]) -> str:
        text = match.string
        if (
            match[0][0] in _SUPERSCRIPTS
            and match.start()
            and (text[match.start() - 1].isalnum() or text[match.start() - 1] == ")")
        ):
            return f"{raised(match[0])}"
        return _exponent(unicodedata.normalize("NFKC", match[0]).replace("−", "-"))

    def caret(match: re.Match[str]) -> str:
        return f"{raised(match['power'])}"

    def by(match: re.Match[str]) -> str | None:
        spaced = match["link"].startswith(" ")
        if (spaced and "=" in match.string) or (
            "×" in match["link"] and len(match["first"]) < 3 and not match["third"]
        ):
            return None
        return " by ".join(_size(number) for number in match.group("first", "second", "third") if number)

    def _size(number: str) -> str:
        return numbers.code(number) if len(number) == 4 and number.isdigit() else numbers.number(number)

    def multiple(match: re.Match[str]) -> str | None:
        if "=" in match.string or _CALCULATED.search(match.string[: match.start()]):
            return None
        upto = f" to {numbers.number(match['second'])}" if match["second"] else ""
        return f"{numbers.number(match['number'])}{upto} times"

    def subscript(match: re.Match[str]) -> str:
        below = match["below"] or match["braced"]
        words = numbers.cardinal(int(below)) if below.isdecimal() else below.upper()
        return f"{match['name'].upper()} sub {words}"

    def minus(match: re.Match[str]) -> str | None:
        calculates = _SUBTRACTS.search(match.string) and _OPERAND.search(match.string[: match.start()])
        return "minus" if calculates else None

    def divided(match: re.Match[str]) -> str | None:
        return "divided by" if "=" in match.string else None

    def times(match: re.Match[str]) -> str:
        return "times"

    def operator(match: re.Match[str]) -> str:
        name = _DOUBLE.get(match[0].replace("--", "-")) or _OPERATORS[match[0]]
        if match[0] in "<>" and any(
            tag.start() <= match.start() < tag.end() for tag in _TAG.finditer(match.string)
        ):
            return ""
        before, after = match.string[: match.start()], match.string[match.end() :]
        if name.startswith("is ") and (not before or (before[-1] in ' (“"' and not after.startswith(" "))):
            return "approximately" if match[0] == "≈" else name.removeprefix("is ")
        if re.search(r"\b(?:is|are|was|were|be) ?$|[∀∃] ?\w ?$", before) or (
            name.startswith(("is less", "is greater", "is not equal")) and _HAVING.search(before[-60:])
        ):
            return name.removeprefix("is ")
        return name

    def factorial(match: re.Match[str]) -> str:
        number = match["number"]
        return f"{number.upper() if number.isalpha() else numbers.cardinal(int(number))} factorial"

    def greek(match: re.Match[str]) -> str:
        return unicodedata.name(match[0]).rsplit(" ", 1)[-1].lower().replace("lamda", "lambda")

    return (
        Rule(Category.MATHS, _SCIENTIFIC, scientific),
        Rule(Category.MATHS, _POWER, power),
        Rule(Category.MATHS, _SUBSCRIPT, subscript, needs=re.compile("_")),
        Rule(
            Category.MATHS,
            _ABSOLUTE,
            lambda match: f"the absolute value of {match['of'].upper()}",
            needs=re.compile(r"\|"),
        ),
        Rule(Category.MATHS, _MULTIPLE, multiple),
        Rule(Category.MATHS, _BY, by),
        Rule(Category.MATHS, _FACTORIAL, factorial),
        Rule(Category.MATHS, _TIMES, times),
        Rule(Category.MATHS, _CARET, caret),
        Rule(Category.MATHS, _RAISED, superscript),
        Rule(Category.MATHS, _MINUS, minus),
        Rule(Category.MATHS, _DIVIDED, divided),
        Rule(Category.MATHS, _PAIR, operator),
        Rule(Category.MATHS, _OPERATOR, operator),
        Rule(Category.MATHS, _GREEK, greek),
    )
