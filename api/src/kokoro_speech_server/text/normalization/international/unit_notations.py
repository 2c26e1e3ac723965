"""Units that are not behind a plain number: 180万km², 10^8 m/s, J·s, W/(m·K); and several amounts of one: 50/60 Hz."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kokoro_speech_server.text.normalization.international.number_speller import NO_LETTER, NumberSpeller
from kokoro_speech_server.text.normalization.international.numbers import spanned
from kokoro_speech_server.text.normalization.international.units import canonical, unit_nouns
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of


@dataclass(frozen=True)
class UnitWords:
    """What a language says in rows of units.

    per, squared, cubed: the words before a unit
    between: what stands between two amounts
    scales:  a pattern behind the words for powers of ten
    further: symbols that are units only beside other ones, and their names
    """

    per: str
    squared: str
    cubed: str
    between: str
    scales: str
    further: Mapping[str, str]


_ALTERNATIVES = (
    "[GMk]?Hz|[KMGT]B|MP|mAh|fps|[mcn]m|W|V|[GM]bps|mg|m[lL]|kg|[°º]C|℃|rpm|inch|インチ|英寸|इंच|ワット|ボルト"
)
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
_EXPONENT = r"(?:[⁻−]?[¹²³⁴]|\^[-−]?[1-4])"
_SEVERAL = re.compile(r"\d/\d")
_MARKED = re.compile(r"[A-Za-zΩ℃][⁻⁰-⁹¹²³^]{0,3}\d?[·⋅/]\(?[A-Za-zµμΩ°]|[a-zA-Z]⁻")
_TEN = re.compile("10(?:[⁰¹²³⁴-⁹⁻]|\\^)")


def unit_notation_rules(speller: NumberSpeller, say: UnitWords) -> tuple[Rule, ...]:
    """Rules that come before those for powers, fractions and single units."""
    locale = speller.locale
    nouns = {symbol: noun.other for symbol, noun in unit_nouns(locale).items() if "{}" not in noun.other}
    names = nouns | dict(say.further) | dict(locale.below)
    simple = {symbol: name for symbol, name in names.items() if "/" not in symbol}
    scaled = {symbol: name for symbol, name in nouns.items() if len(symbol) > 1 or symbol in "tmLgVW"}
    one = rf"(?:{any_of(simple)}){_EXPONENT}?"
    number = speller.number_pattern

    def units(text: str) -> str:
        """The words for units in a row; a slash before a parenthesis divides by all that is in it."""
        words: list[str] = []
        for mark, symbol, exponent in re.findall(rf"([·⋅/(]*)({any_of(simple)})({_EXPONENT}?)", text):
            power = exponent.translate(_SUPERSCRIPTS).lstrip("^")
            name = simple.get(f"{symbol}{exponent}") or simple[canonical(symbol)]
            if power.lstrip("-") in ("2", "3") and f"{symbol}{exponent}" not in simple:
                whole = simple.get(canonical(f"{symbol}{power.lstrip('-')}"))
                name = whole or speller.join(say.squared if power.endswith("2") else say.cubed, name)
            words += [say.per, name] if "/" in mark or power.startswith("-") else [name]
        return speller.join(*words)

    def amount(match: re.Match[str]) -> str | None:
        sign = "-" if match["sign"] else None
        words = speller.number(match["number"])
        if match["last"]:
            words = spanned(speller, match, words, speller.number(match["last"]))
        return speller.signed(sign, speller.join(words, units(match["units"])))

    def ten(match: re.Match[str]) -> str:
        exponent = match["exponent"].translate(_SUPERSCRIPTS).lstrip("^")
        digits = speller.cardinal(int(exponent.lstrip("-")))
        sign = "-" if exponent.startswith("-") else None
        power = locale.power.format(speller.cardinal(10), speller.signed(sign, digits))
        return speller.join(power, units(match["units"])) if match["units"] else power

    def several(match: re.Match[str]) -> str | None:
        numbers = match["numbers"].split("/")
        if float(numbers[0]) < 5 and "." not in match["numbers"]:
            return None
        unit = match["unit"]
        return speller.join(say.between.join(map(speller.number, numbers)), nouns.get(canonical(unit), unit))

    row = rf"{one}(?:[·⋅]{one}|/{one}|/\({one}(?:[·⋅]{one}){{1,3}}\)){{0,4}}"
    marked = r"(?=[A-Za-zµμΩ°℃²³]{1,4}(?:[·⋅⁻^−]|/\())"
    return (
        Rule(
            Category.UNITS,
            re.compile(
                rf"(?<![A-Za-z\d.,])(?P<sign>[-−])?(?P<number>{number})(?: ?[-–~〜～] ?(?P<last>{number}))?"
                rf" ?{marked}(?P<units>{row}){NO_LETTER}"
            ),
            amount,
            needs=_MARKED,
        ),
        Rule(
            Category.MATHS,
            re.compile(
                rf"(?<![A-Za-z\d.,])10(?P<exponent>[⁻]?[⁰¹²³⁴-⁹]{{1,3}}"
                rf"|\^[-−]?\d{{1,3}}) ?(?P<units>/?{row}){NO_LETTER}(?![\d^])"
            ),
            ten,
            needs=_TEN,
        ),
        Rule(
            Category.UNITS,
            re.compile(
                rf"{say.scales} ?(?P<units>(?:{any_of(scaled)})(?:[·⋅/]{one}){{0,3}}){NO_LETTER}(?![²³])"
            ),
            lambda match: (" " if speller.spaced else "") + units(match["units"]),
            needs=re.compile(rf"{say.scales} ?[A-Za-zµμ㎡㎏㎞]"),
        ),
        Rule(
            Category.UNITS,
            re.compile(
                rf"(?<![A-Za-z\d./,-])(?P<numbers>\d{{1,5}}(?:\.\d)?(?:/\d{{1,5}}(?:\.\d)?){{1,4}})"
                rf" ?(?P<unit>{_ALTERNATIVES}){NO_LETTER}"
            ),
            several,
            needs=_SEVERAL,
        ),
    )
