"""Measurements and percentages."""

import re
import unicodedata

from babel.units import format_unit

from kokoro_speech_server.text.normalization.international.locale import Locale, Noun
from kokoro_speech_server.text.normalization.international.number_speller import (
    NO_LETTER,
    SIGN,
    NumberSpeller,
)
from kokoro_speech_server.text.normalization.international.numbers import spanned
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

# CLDR's units by symbol, without symbols that are words in some language or ambiguous ("in", "A").
_CLDR = {
    "km": "length-kilometer", "m": "length-meter", "dm": "length-decimeter", "cm": "length-centimeter",
    "mm": "length-millimeter", "µm": "length-micrometer", "nm": "length-nanometer", "ft": "length-foot",
    "m²": "area-square-meter", "km²": "area-square-kilometer", "cm²": "area-square-centimeter",
    "m³": "volume-cubic-meter", "cm³": "volume-cubic-centimeter", "km³": "volume-cubic-kilometer",
    "ha": "area-hectare", "kg": "mass-kilogram", "g": "mass-gram", "mg": "mass-milligram", "µg": "mass-microgram",
    "t": "mass-tonne", "lb": "mass-pound", "lbs": "mass-pound", "oz": "mass-ounce", "l": "volume-liter",
    "L": "volume-liter", "ml": "volume-milliliter", "mL": "volume-milliliter", "cl": "volume-centiliter",
    "dl": "volume-deciliter", "dL": "volume-deciliter", "hl": "volume-hectoliter", "km/h": "speed-kilometer-per-hour",
    "kmh": "speed-kilometer-per-hour", "m/s": "speed-meter-per-second", "mph": "speed-mile-per-hour",
    "°C": "temperature-celsius", "ºC": "temperature-celsius", "℃": "temperature-celsius",
    "°F": "temperature-fahrenheit", "ºF": "temperature-fahrenheit", "℉": "temperature-fahrenheit",
    "kB": "digital-kilobyte", "KB": "digital-kilobyte", "MB": "digital-megabyte", "GB": "digital-gigabyte",
    "TB": "digital-terabyte", "PB": "digital-petabyte", "Mbit": "digital-megabit", "Gbit": "digital-gigabit",
    "Mb": "digital-megabit", "Gb": "digital-gigabit", "h": "duration-hour", "min": "duration-minute",
    "s": "duration-second", "ms": "duration-millisecond", "µs": "duration-microsecond", "ns": "duration-nanosecond",
    "kWh": "energy-kilowatt-hour", "W": "power-watt", "kW": "power-kilowatt", "MW": "power-megawatt",
    "GW": "power-gigawatt", "Hz": "frequency-hertz", "kHz": "frequency-kilohertz", "MHz": "frequency-megahertz",
    "GHz": "frequency-gigahertz", "V": "electric-volt", "mA": "electric-milliampere", "Ω": "electric-ohm",
    "kcal": "energy-kilocalorie", "cal": "energy-calorie", "J": "energy-joule", "kJ": "energy-kilojoule",
    "hPa": "pressure-hectopascal", "kPa": "pressure-kilopascal", "bar": "pressure-bar",
}  # fmt: skip
_MISSPELLED = {
    "Km/h": "km/h", "KM/h": "km/h", "Km/H": "km/h", "KM/H": "km/h", "Km": "km", "KM": "km", "Km²": "km²", "Kg": "kg",
    "KG": "kg", "Mhz": "MHz", "MHZ": "MHz", "Ghz": "GHz", "GHZ": "GHz", "Khz": "kHz", "KHZ": "kHz", "KHz": "kHz",
    "Kcal": "kcal", "KCAL": "kcal", "KW": "kW", "KWh": "kWh", "KWH": "kWh", "kwh": "kWh", "Kwh": "kWh", "Ml": "ml",
    "° C": "°C", "º C": "°C", "° F": "°F", "º F": "°F",
}  # fmt: skip
"""Symbols as people type them, and the right ones."""
_CLDR |= {typed: _CLDR[right] for typed, right in _MISSPELLED.items()}
# Unambiguous symbols are put into words without a number too: "al kg", "muchos km".
_ALONE = re.compile(
    r"(?<![\w./-])(?P<unit>kg|km/h|km²|km2|km|cm|mm|m²|m2|kWh|ml|(?:GB|MB)(?! \d))(?![\w²³'’/-]|\.\w)"
)
_LABEL = re.compile(r"(?<![\w./-])(?<!\d )[GM]B(?= \d)")
"""What is like a unit, but precedes a number, is letters: "GB 8.400"."""
_COUNTRY = re.compile(r"(?:[A-ZÀ-Þ][a-zà-ÿ]{2,20} \(|\b(?:l|dell|dall|nell|all|sull)a )$", re.IGNORECASE)
"""Before GB, Great Britain."""
_ALONE_NEEDS = re.compile(r"\b(?:k[gmW]|[cm][ml]|m[²2]|[GM]B)")
_PART = re.compile(
    r"(?<![\w/.,-])(?:(?P<whole>\d{1,3})(?: |(?=[¼-¾⅐-⅞])))?"
    r"(?:(?P<above>\d{1,2})/(?P<below>\d{1,2}) ?|(?P<sign>[¼-¾⅐-⅞]) ?)(?P<unit>k?g|[dc]?[lL]|h|k?m|t|W)"
    rf"{NO_LETTER}(?![²³'’/])"
)
_PART_NEEDS = re.compile(r"(?:/\d{1,2}|[¼-¾⅐-⅞]) ?[a-zLW]")
_COUNTED_NEEDS = re.compile(r"\d ?[^\W\d_]{1,12}\.")
_SQUEEZED = tuple(map(chr, range(ord("㎀"), ord("㏟") + 1)))
"""Units in one character, such as ㎝ and ㎖."""
_PREFIXED = {"mV": "V", "kV": "V", "µV": "V", "mW": "W", "kΩ": "Ω"}


def unit_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Numbers with units, units alone, prices per unit, and percentages."""
    locale = speller.locale
    nouns = unit_nouns(locale)
    symbols = any_of(nouns)
    first_characters = re.escape("".join(sorted({symbol[0] for symbol in nouns})))
    number = speller.number_pattern
    amount = rf"{SIGN}(?<![\d])(?P<number>{number})(?: ?[-–~〜～] ?(?P<last>{number}))?"

    word = r"\w" if speller.spaced else r"A-Za-z\d"
    what = r"[^\W\d_]{3}" if speller.spaced else "(?:month|year|day|night|hour|week|person|user|piece|token)"

    codes = any_of(
        {sign for one in locale.currencies for sign in one.signs if re.fullmatch("[A-Z]{3}", sign)}
    )

    def measure(match: re.Match[str]) -> str | None:
        noun = nouns[canonical(match["unit"])]
        lead = noun.other.partition("{}")[0] if "{}" in noun.other else ""
        if lead and re.search(r"(?:时速|時速|秒速)[はの约約为是达]?$", match.string[: match.start()]):
            noun = Noun(noun.one.removeprefix(lead), noun.other.removeprefix(lead))
        return measured(speller, match, noun)

    def share(match: re.Match[str]) -> str:
        template = locale.percent if match["mark"] in "%％" else locale.permille
        words = speller.number(match["number"])
        if match["last"]:
            words = spanned(speller, match, words, speller.number(match["last"]))
        if match["sign"] and not template.startswith("{}"):
            return speller.signed(match["sign"], template.format(words))
        return template.format(speller.signed(match["sign"], words))

    def per(match: re.Match[str]) -> str | None:
        if not locale.per:
            return None
        unit = nouns[canonical(match["unit"])].one if match["unit"] else ""
        return per_what(speller, unit or match.string[match.end() :], unit)

    def alone(match: re.Match[str]) -> str | None:
        if match["unit"] == "GB" and _COUNTRY.search(match.string[: match.start()][-24:]):
            return None
        noun = nouns[canonical(match["unit"])]
        several = re.search(
            r"(?:(?:[aeou]s|mil\w{1,6} d[ei]|\d ?Md?s? d[ei]"
            r"|[nlt]i|\bi|\bmil|\b[Ee][mn]|\b[Ii]n|10[⁰¹²³⁴-⁹⁻]{1,3}) |\()$",
            match.string[: match.start()],
        )
        return noun.other if several else noun.one

    def of_two(match: re.Match[str]) -> str:
        """A height ("1m75") or a lap time (45'30")."""
        units = (nouns["m"], None) if match["metres"] else (nouns["min"], nouns["s"])
        first, second = (
            (match["metres"], match["cm"])
            if match["metres"]
            else (match["minutes"], str(int(match["seconds"])))
        )
        words = speller.number(second)
        return speller.join(
            speller.counted(first, units[0]), speller.counted(second, units[1]) if units[1] else words
        )

    def part(match: re.Match[str]) -> str | None:
        """Half a litre, three quarters of an hour."""
        noun = nouns.get(match["unit"])
        written = f"{match['above']}⁄{match['below']}" if match["above"] else match["sign"]
        above, below = map(int, unicodedata.normalize("NFKC", written).split("⁄"))
        is_half = (above, below) == (1, 2)
        if noun is None or not 0 < above < below <= 20 or (match["whole"] and not is_half):
            return None
        if match["whole"]:
            feminine = locale.ruleset(21, " " + noun.other).endswith("feminine")
            return speller.join(speller.counted(match["whole"], noun), locale.halves[feminine])
        words = locale.fraction(speller, above, below, " " + noun.one)
        return speller.join(words, noun.one if is_half else locale.of(noun.one))

    def pressure(match: re.Match[str]) -> str | None:
        if "mmHg" not in nouns:
            return None
        words = speller.number(match["high"]), speller.number(match["low"])
        unit = nouns["mmHg"].other
        return speller.join(locale.pressure.format(*words), unit)

    def counted(match: re.Match[str]) -> str:
        words = measured(speller, match, locale.counted[match["unit"]])
        # At the end of a sentence, the abbreviation's point is also the full stop.
        return words + "." if match.end() == len(match.string) else words

    counts = Rule(
        Category.ABBREVIATIONS,
        re.compile(rf"(?<![^\s(«\"-]){amount} ?(?P<unit>{any_of(locale.counted)})\.(?! ?\d|\w)"),
        counted,
        needs=_COUNTED_NEEDS,
    )
    return (
        *((counts,) if locale.counted else ()),
        Rule(
            Category.UNITS,
            re.compile(r"(?<![\d.,/])(?P<high>\d{2,3})/(?P<low>\d{2,3}) ?mm ?Hg(?![A-Za-z])"),
            pressure,
            needs=re.compile("/"),
        ),
        Rule(
            Category.UNITS,
            re.compile(
                rf"(?:(?<=[€$£¥₹\d元块万\"”″])|(?<=\b(?:{codes}))|(?<=\dx))/(?:(?P<unit>{symbols}){NO_LETTER}|(?={what}|[一-鿿]))"
            ),
            per,
            needs=re.compile("/"),
        ),
        Rule(
            Category.UNITS,
            re.compile(
                rf"(?<![{word}.,])(?P<metres>[1-9])m(?P<cm>\d\d)(?![{word}])"
                rf"|(?<![{word}.,])(?P<minutes>[1-9]\d{{0,2}})['’′](?P<seconds>[0-5]\d)(?:[\"”″]|''|’’)"
            ),
            of_two,
            needs=re.compile(r"\d[m'’′]\d"),
        ),
        *((Rule(Category.UNITS, _PART, part, needs=_PART_NEEDS),) if locale.halves else ()),
        *((Rule(Category.UNITS, _LABEL, lambda match: " ".join(match[0])),) if speller.spaced else ()),
        *((Rule(Category.UNITS, _ALONE, alone, needs=_ALONE_NEEDS),) if speller.spaced else ()),
        Rule(
            Category.PERCENTAGES,
            re.compile(rf"{amount} ?(?P<mark>[%％‰])"),
            share,
            needs=re.compile(r"\d ?[%％‰]"),
        ),
        Rule(
            Category.UNITS,
            # The point of "5 kg. de patatas" ends nothing.
            re.compile(rf"{amount} ?(?P<unit>{symbols}){NO_LETTER}(?![²³'’])(?:\.(?=[,;:)]| ;| [a-zà-ÿ]))?"),
            measure,
            needs=re.compile(rf"\d ?[{first_characters}]"),
        ),
    )


def measured(speller: NumberSpeller, match: re.Match[str], noun: Noun) -> str:
    """The words for the `number` of a match, or the range to its `last`, with the noun that it counts."""
    if not match["last"]:
        return speller.signed(match["sign"], speller.counted(match["number"], noun))
    form = noun.other
    if "{}" not in form:
        form = speller.join("{}", form)
    after = form.partition("{}")[2]
    words = speller.number(match["number"], after), speller.number(match["last"], after)
    return speller.signed(match["sign"], form.format(spanned(speller, match, *words)))


def per_what(speller: NumberSpeller, what: str, unit: str) -> str:
    """The word for the slash before `what`, with the unit, which is "" where it stays in the text."""
    pers = speller.locale.pers
    word = next((word for each, word in pers.items() if re.match(rf"(?:{each})\b", what)), speller.locale.per)
    return word + unit if word.endswith("'") else speller.join(word, unit)


def canonical(symbol: str) -> str:
    """The symbol as the table of units has it."""
    symbol = symbol.replace("μ", "µ")  # the Greek letter and the micro sign
    return re.sub(r"(?<=m)([23])$", lambda digit: "²" if digit[1] == "2" else "³", symbol)


def unit_nouns(locale: Locale) -> dict[str, Noun]:
    """The names of units by their symbols."""
    own = locale.own_units
    nouns = {symbol: own.get(symbol) or _named(unit, locale.tag) for symbol, unit in _CLDR.items()} | dict(
        own
    )
    for symbol, base in _PREFIXED.items():
        prefix = locale.prefixes[symbol[0]]
        nouns[symbol] = Noun(*(re.sub(r"[^\W\d_]", prefix + r"\g<0>", form, count=1) for form in nouns[base]))
    for symbol in locale.no_units:
        del nouns[symbol]
    nouns |= {
        symbol.replace("²", "2").replace("³", "3").replace("µ", "μ"): noun for symbol, noun in nouns.items()
    }
    squeezed = {sign: unicodedata.normalize("NFKC", sign) for sign in _SQUEEZED}
    return nouns | {sign: nouns[symbol] for sign, symbol in squeezed.items() if symbol in nouns}


def _named(unit: str, tag: str) -> Noun:
    """CLDR's singular and plural of a unit, with `{}` for the number unless it simply precedes the name."""
    return Noun(
        *(
            re.sub(r"^\{\}\s*", "", re.sub(r"[12]", "{}", format_unit(number, unit, "long", locale=tag)))
            for number in (1, 2)
        )
    )
