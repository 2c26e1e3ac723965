r"""Numbers with units in TeX, as plain text that the rules for units read: $5\,\text{cm}^2$, \SI{5}{\metre}."""

import re

_NUMBER = r"(?:\d{1,12}(?:[.,]\d{1,12})?)"
_POWER = r"(?: ?\\(?:times|cdot) ?10\^(?:\{(?P<exponent>-?\d{1,3})\}|(?P<digit>\d)))?"
_GAP = r"(?:\\[,;: ]|~|\s|\\quad){0,3}+"
_PART = r"\\(?:text|mathrm|textrm|rm)\{[^{}]{1,30}+(?:\{-?\d\}[^{}]{0,20}+){0,3}+\}(?:\^(?:\{-?\d\}|\d))?"
_QUANTITY = re.compile(
    rf"(?<![\d.,^_\\{{}}])(?P<number>-?{_NUMBER}){_POWER}{_GAP}"
    rf"(?P<unit>{_PART}(?:{_GAP}(?:/|\\cdot)?{_GAP}{_PART}){{0,3}})(?P<end>[.,]?)\Z"
)
_ALONE = re.compile(rf"-?{_NUMBER}")
_WRAPPER = re.compile(r"\\(?:text|mathrm|textrm|rm)(?=\{)")
_GAPS = re.compile(r"\\[,;: ]|~|\\quad|\s{1,9}")
_EXPONENT = re.compile(r"\^\{?(?P<exponent>-?\d)\}?")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_UNIT = re.compile(r" ?[A-Za-zµμΩ°%·/ ⁻⁰¹²³⁴-⁹]{1,30}")

SIUNITX = r"\\(?:SI|qty)\{(?P<si_number>[^{}\n]{1,30})\}\{(?P<si_unit>[^{}\n]{1,60})\}"
_SIUNITX = re.compile(SIUNITX)
_COMMAND = re.compile(r"\\(?P<name>[a-zA-Z]{1,20}) ?")
_PREFIXES = {
    "nano": "n", "micro": "µ", "milli": "m", "centi": "c", "deci": "d", "hecto": "h", "kilo": "k", "mega": "M",
    "giga": "G", "tera": "T", "pico": "p",
}  # fmt: skip
_UNITS = {
    "metre": "m", "meter": "m", "gram": "g", "second": "s", "ampere": "A", "kelvin": "K", "mole": "mol",
    "candela": "cd", "hertz": "Hz", "newton": "N", "pascal": "Pa", "joule": "J", "watt": "W", "coulomb": "C",
    "volt": "V", "farad": "F", "ohm": "Ω", "tesla": "T", "weber": "Wb", "celsius": "°C", "degreeCelsius": "°C",
    "litre": "L", "liter": "L", "hour": "h", "minute": "min", "day": "d", "percent": "%", "degree": "°",
    "electronvolt": "eV", "bar": "bar", "tonne": "t", "hectare": "ha", "kg": "kg", "km": "km", "cm": "cm", "mm": "mm",
    "decibel": "dB", "byte": "B", "bit": "bit",
}  # fmt: skip


def plain_quantity(formula: str) -> tuple[str, str] | None:
    """What precedes a number with a unit at the end of a formula, still in TeX, and the quantity as plain text.

    None if the formula ends otherwise. A number alone is a quantity whose unit may follow the formula.
    """
    if _ALONE.fullmatch(formula):
        return "", formula
    if siunitx := _SIUNITX.fullmatch(formula):
        quantity = siunitx_quantity(siunitx)
        return None if quantity is None else ("", quantity)
    match = _QUANTITY.search(formula)
    if match is None or "{" in formula[: match.start()]:
        return None
    unit = _plain_unit(match["unit"])
    if not _UNIT.fullmatch(unit):
        return None
    exponent = match["exponent"] or match["digit"]
    power = f" × 10^{exponent}" if exponent else ""
    return formula[: match.start()], f"{match['number']}{power} {unit}{match['end']}"


def siunitx_quantity(match: re.Match[str]) -> str | None:
    """The plain text for a match of SIUNITX, or None for a unit that is not in the tables."""
    unit = match["si_unit"]
    if "\\" not in unit:
        return f"{match['si_number']} {_plain_unit(unit)}"
    words, per, prefix = [], False, ""
    names = [one["name"] for one in _COMMAND.finditer(unit)]
    for name in names:
        if name in _PREFIXES:
            prefix = _PREFIXES[name]
        elif name in _UNITS:
            words.append(("/" if per else " ") + prefix + _UNITS[name])
            per, prefix = False, ""
        elif name in ("squared", "cubed") and words:
            words[-1] += "²" if name == "squared" else "³"
        elif name == "per":
            per = True
        else:
            return None
    return f"{match['si_number']}{''.join(words)}"


def _plain_unit(written: str) -> str:
    """A unit without TeX: "m s⁻¹" for `\\mathrm{m\\,s^{-1}}`."""
    text = _GAPS.sub(" ", _WRAPPER.sub("", written).replace("\\cdot", "·").replace("\\mu", "µ"))
    text = _EXPONENT.sub(lambda match: match["exponent"].translate(_RAISED), text)
    return text.replace("{", "").replace("}", "").strip()
