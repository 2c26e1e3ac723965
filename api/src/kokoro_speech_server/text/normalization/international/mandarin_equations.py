"""Fractions, ratios and indices of equations in Mandarin texts: -1/4, 2π/3, 1/n, AC:BC=3:4, aₙ₊₁, sinA, +∞."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_NEGATIVE_FRACTION = re.compile(
    r"(?<=[为是=＝(（，,值得取])[-−](?P<above>\d{1,3})/(?P<below>\d{1,4})(?![\d/.-])"
)
_LETTER_BELOW = re.compile(r"(?<![\d.A-Za-z/])(?P<above>\d{1,2})/(?P<below>[nxyzabkpq])(?![A-Za-z\d/(（²³^])")
_PI_ABOVE = re.compile(r"(?<![\d.A-Za-z/])(?P<above>\d{0,2})π/(?P<below>\d{1,2})(?![\d/]|\.\d)")
_IS_FORMULA = re.compile("[=＝→∞≤≥<>²³]|lim|函数|极限|数列|级数|收敛|概率")
_INDEX = re.compile(r"(?<![A-Za-z])(?P<name>[A-Za-z])(?P<index>[ₙᵢⱼₖₘ])(?P<shift>[₊₋][₀-₉]{1,2})?")
_INDICES = str.maketrans("ₙᵢⱼₖₘ", "nijkm")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_FUNCTION = re.compile(r"(?<![A-Za-z])(?P<function>sin|cos|tan|cot)(?P<of>[A-Zxyz])(?![A-Za-z\d])")
_INFINITE = re.compile("[-−+＋](?=∞)")
_AFTER_INDEX = re.compile("(?<=[ₙᵢⱼₖₘ])[-−+＋](?=[A-Za-z\\d])")
_RATIO = re.compile(
    r"(?<=[一-鿿A-Za-z]) ?[:：∶] ?(?=[一-鿿A-Za-z]{1,6}"
    r"(?: ?[:：∶] ?[一-鿿A-Za-z]{1,6}){0,4} ?[=＝为是]{1,2} ?\d{1,4}(?:\.\d{1,2})? ?[:：∶比])"
)


def equation_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for powers, fractions and signs."""

    def negative_fraction(match: re.Match[str]) -> str | None:
        above, below = int(match["above"]), int(match["below"])
        if not above or not below or "年" in match.string[match.end() : match.end() + 2]:
            return None
        return f"负{speller.locale.fraction(speller, above, below, '')}"

    def index(match: re.Match[str]) -> str:
        name = match["name"].replace("A", "诶")
        said = f"{name} {match['index'].translate(_INDICES)}"
        if match["shift"]:
            sign = "加" if match["shift"][0] == "₊" else "减"
            said += sign + speller.cardinal(int(match["shift"][1:].translate(_SUBSCRIPTS)))
        return said

    return (
        Rule(Category.FRACTIONS, _NEGATIVE_FRACTION, negative_fraction, needs=re.compile(r"[-−]\d{1,3}/\d")),
        Rule(
            Category.FRACTIONS,
            _LETTER_BELOW,
            lambda match: f"{match['below']}分之{speller.cardinal(int(match['above']))}",
            evidence=_IS_FORMULA,
        ),
        Rule(
            Category.FRACTIONS,
            _PI_ABOVE,
            lambda match: (
                f"{speller.number(match['below'])}分之{speller.number(match['above']) if match['above'] else ''}派"
            ),
            needs=re.compile("π/"),
        ),
        Rule(Category.MATHS, _INDEX, index, needs=re.compile("[ₙᵢⱼₖₘ]")),
        Rule(
            Category.MATHS,
            _FUNCTION,
            lambda match: f"{match['function']} {match['of'].replace('A', '诶')}",
            evidence=_IS_FORMULA,
        ),
        Rule(
            Category.MATHS,
            _INFINITE,
            lambda match: "正" if match[0] in "+＋" else "负",
            needs=re.compile("∞"),
        ),
        Rule(
            Category.MATHS,
            _AFTER_INDEX,
            lambda match: "加" if match[0] in "+＋" else "减",
            needs=re.compile("[ₙᵢⱼₖₘ]"),
        ),
        Rule(Category.RATIOS, _RATIO, lambda match: "比", needs=re.compile(r"[=＝为是] ?\d")),
    )
