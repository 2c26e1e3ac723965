"""Formulas without TeX in Japanese and Mandarin texts: πr², V = πr^2h, mc², 4/3πr³, log₂ n. Their letters are apart."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.units import canonical, unit_nouns
from kokoro_speech_server.text.normalization.rules import Category, Rule

_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_POWER = re.compile(
    r"(?<![A-Za-zπ])(?P<letters>[A-Za-zπ]{1,4})(?:(?P<sign>[²³])|\^(?P<exponent>\d{1,2}|[a-z](?![A-Za-z])))(?![\d²³^⁺⁻]|\.\d|\+(?![\dA-Za-z(]))"
)
_POWER_NEEDS = re.compile(r"[A-Za-zπ](?:[²³]|\^[\da-z])")
_PI = re.compile(r"π(?=[A-Za-z])|(?<=[A-Za-z])π")
_PI_FRACTION = re.compile(
    r"(?<![\d./])(?P<above>\d{1,2})/(?P<below>\d{1,2})(?=[)）]?[πa-z][a-z]?[²³^A-Za-z])"
)
_OVER = re.compile(
    r"(?<=[A-Za-z²³)])/(?=(?P<letter>[A-Za-z])[²³^])|(?:(?<=[=＝][A-Za-z])|(?<=[=＝] [A-Za-z]))"
    r"/(?=[A-Za-z](?![A-Za-z\d]))"
)
_INVERSE = re.compile(r"(?<![\d.A-Za-z/])1/(?P<below>\d{1,2}\.\d{1,2})(?=型|英[寸吋]|インチ|[\"″寸])")
_UNITS = re.compile(
    r"(?<![A-Za-z\d/·])(?<!\d )(?P<above>k?g|mg|μg|µg|k?W|N|L|mL|mg|mol|[ck]?m(?=/(?:min|[hs])))"
    r"/(?P<below>[ck]?m[²³]|d?L|mL|kg|mol|min|h|s²?)(?![A-Za-z\d/²³·])"
)
_LASTING = re.compile(r"(?<![A-Za-z\d.])(?P<hours>\d{1,3})h(?P<minutes>[0-5]?\d)(?:m|min)(?![A-Za-z\d²³])")
_APERTURE = re.compile(r"(?<![A-Za-z\d])[fFƒ]/(?=\d{1,2}(?:\.\d)?(?!\d))")
_CODED_POWER = re.compile(r"(?<![A-Za-z\d.*])(?P<base>\d{1,6})\*\*(?P<raised>\d{1,3})(?![\d*])")
_LESS = re.compile(r"(?<=[A-Za-zα-ω)]) ?[<>] ?(?=\.\d)")
_MINUS = re.compile(r"(?:(?<=[²³])|(?<=\^\d)|(?<=\d[a-z]))[-−](?=\d{0,3}[a-z]|\d{1,3}(?![\d.A-Za-z]))")
_FUNCTIONS = frozenset("sin cos tan log ln sec csc cot exp lim".split())
_LOG = r"(?<![A-Za-z])log(?P<base>[₀-₉]{1,3}|_\d{1,2}|ₙ|ₐ)"
_ARGUMENT = r"(?: ?(?P<argument>[A-Za-z](?![A-Za-z])|\d{1,6}(?![\d.A-Za-z])))?"
_NEGATIVE = re.compile(
    r"(?:(?<=[=＝(（，,])|(?<=[令求则得为设与] )|(?<=[令求则得为设与程])|(?<=^))[-−](?=[a-zα-ωπ√](?![A-Za-z_-]))"
)
"""A minus before a variable."""
_COMMAND = re.compile(r"--|参数|选项|命令|オプション|コマンド")
_SLASH = re.compile("/")
_EQUATION = re.compile(r"[=＝<>≤≥≈π∝]|[A-Za-z]\^")
"""Evidence that letters are variables: m² alone is a unit."""


def unspaced_formula_rules(speller: NumberSpeller, pi: str, log: str, per: str) -> tuple[Rule, ...]:
    """Rules that come before those for numbers and units.

    log: template of a logarithm, with its base and, in a second place, what it is of
    per: the word between two units
    """
    locale = speller.locale
    nouns = unit_nouns(locale)

    def apart(letters: str) -> str:
        return " ".join(letters).replace("π", pi)

    def power(match: re.Match[str]) -> str | None:
        letters, sign, exponent = match.group("letters", "sign", "exponent")
        in_equation = _EQUATION.search(match.string)
        if letters in _FUNCTIONS or (len(letters) > 1 and letters.isupper() and not in_equation):
            return None
        before = match.string[: match.start()]
        behind_number = before.rstrip()[-1:].isdigit()
        if before[-2:] in ("π ", ") ", "） ") and sign and f"{letters}{sign}" in nouns:
            return nouns[f"{letters}{sign}"].other
        is_unit = f"{letters}{sign}" in nouns or f"{letters}{'³' if exponent == '3' else '²'}" in nouns
        if is_unit and not behind_number and sign and not in_equation:
            return nouns[f"{letters}{sign}"].other if not re.match("[A-Za-z/·]", before[-1:]) else None
        if is_unit and (behind_number or not in_equation):
            return None
        if is_unit and before.endswith(("/", "(", "（", "万", "億", "亿")):
            return None
        if sign or exponent in ("2", "3"):
            said = apart(letters) + (locale.squared if (sign or exponent) in "²2" else locale.cubed)
        else:
            said = locale.power.format(
                apart(letters), speller.cardinal(int(exponent)) if exponent.isdigit() else exponent
            )
        return said + (" " if re.match("[A-Za-zπ]", match.string[match.end() :]) else "")

    def lasting(match: re.Match[str]) -> str:
        return "".join(
            speller.counted(str(int(match[part])), nouns[unit])
            for part, unit in (("hours", "h"), ("minutes", "min"))
        )

    def inverse(match: re.Match[str]) -> str:
        return locale.fraction(speller, 1, 2, "").replace(speller.cardinal(2), speller.number(match["below"]))

    def over(match: re.Match[str]) -> str | None:
        is_formula = "=" in match.string and match["letter"] not in ("m", "s")
        return locale.operators["÷"] if is_formula else None

    def units(match: re.Match[str]) -> str | None:
        if whole := nouns.get(match[0]):
            return whole.other.replace("{}", "")
        if canonical(match["above"]) not in nouns or match["below"] not in nouns:
            return None
        return f"{nouns[canonical(match['above'])].other}{per}{nouns[match['below']].other}"

    def fraction(match: re.Match[str]) -> str:
        return locale.fraction(speller, int(match["above"]), int(match["below"]), "")

    def logarithm(match: re.Match[str]) -> str:
        base = match["base"].lstrip("_").translate(_SUBSCRIPTS)
        said = speller.cardinal(int(base)) if base.isdigit() else {"ₙ": "n", "ₐ": "a"}[base]
        argument = match.groupdict().get("argument") or ""
        return log.format(said, speller.number(argument) if argument.isdigit() else argument)

    def negative(match: re.Match[str]) -> str | None:
        is_formula = _EQUATION.search(match.string) or match.string[: match.start()][-2:-1] == "f"
        return locale.minus if is_formula and not _COMMAND.search(match.string) else None

    return (
        Rule(Category.MATHS, _POWER, power, needs=_POWER_NEEDS),
        Rule(Category.MATHS, _PI_FRACTION, fraction, needs=re.compile(r"\d/\d{1,2}[)）]?[πa-z]")),
        Rule(
            Category.MATHS,
            _PI,
            lambda match: f"{pi} " if match.string[match.end() :][:1].isalpha() else f" {pi}",
            needs=re.compile("π"),
        ),
        Rule(Category.MATHS, _OVER, over, needs=_SLASH),
        Rule(Category.UNITS, _UNITS, units, needs=_SLASH),
        Rule(
            Category.MATHS,
            _MINUS,
            lambda match: locale.operators["−"] if _EQUATION.search(match.string) else None,
            needs=re.compile(r"[²³\da-z][-−][\da-z]"),
        ),
        Rule(
            Category.MATHS,
            _CODED_POWER,
            lambda match: locale.power.format(speller.number(match["base"]), speller.number(match["raised"])),
            needs=re.compile(r"\d\*\*"),
        ),
        Rule(
            Category.MATHS,
            _LESS,
            lambda match: locale.operators[match[0].strip()],
            needs=re.compile(r"[<>] ?\."),
        ),
        Rule(Category.FRACTIONS, _INVERSE, inverse, needs=_SLASH),
        Rule(Category.TIMES, _LASTING, lasting, needs=re.compile(r"\dh\d")),
        Rule(Category.UNITS, _APERTURE, lambda match: "f ", needs=_SLASH),
        Rule(
            Category.MATHS,
            re.compile(_LOG + (_ARGUMENT if log.count("{}") > 1 else "")),
            logarithm,
            needs=re.compile("log"),
        ),
        Rule(Category.MATHS, _NEGATIVE, negative, needs=re.compile("[-−][a-zα-ωπ√]")),
    )
