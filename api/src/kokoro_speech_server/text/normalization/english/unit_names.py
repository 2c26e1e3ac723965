"""The units of English by their symbols, and their plurals."""

from kokoro_speech_server.text.normalization.english import science_units

_PREFIXES = {
    "": "", "k": "kilo", "K": "kilo", "M": "mega", "G": "giga", "T": "tera", "P": "peta", "h": "hecto", "d": "deci",
    "c": "centi", "m": "milli", "µ": "micro", "μ": "micro", "u": "micro", "n": "nano", "p": "pico", "f": "femto",
    "E": "exa",
}  # fmt: skip

# Symbol, name, and the prefixes that it takes; "·" stands for no prefix.
_PREFIXED = (
    ("m", "meter", "·kcdmµμunp"), ("g", "gram", "·kmµμun"), ("L", "liter", "·mcdhµμu"), ("l", "liter", "·mcdhµμu"),
    ("W", "watt", "·kMGTmµμ"), ("M", "molar", "mµμunp"), ("Da", "dalton", "·kM"), ("V", "volt", "·kMmµμ"),
    ("A", "amp", "kmµμn"), ("Ah", "amp hour", "·m"), ("Wh", "watt hour", "·kMGTm"), ("Hz", "hertz", "·kMGT"),
    ("J", "joule", "kMG"), ("N", "newton", "kMm"), ("Pa", "pascal", "·kMGh"), ("B", "byte", "kKMGTP"),
    ("b", "bit", "kKMGT"), ("bit", "bit", "kKMGT"), ("eV", "electron volt", "·kMGTm"), ("F", "farad", "µμnpm"),
    ("H", "henry", "mµμ"), ("s", "second", "·mµμun"), ("Ω", "ohm", "·kMm"), ("cal", "calorie", "·k"),
    ("mol", "mole", "·mµμ"), ("Sv", "sievert", "·mµμ"), ("bar", "bar", "·m"), ("bps", "bit per second", "·kKMGT"),
    ("sec", "second", "·m"),
)  # fmt: skip

_SINGLE = {
    "KiB": "kibibyte", "MiB": "mebibyte", "GiB": "gibibyte", "TiB": "tebibyte", "dB": "decibel", "px": "pixel",
    "min": "minute", "mins": "minute", "secs": "second", "h": "hour", "hr": "hour", "hrs": "hour",
    "t": "metric ton", "in": "inch", "ft": "foot", "yd": "yard", "yds": "yard", "mi": "mile", "lb": "pound",
    "lbs": "pound", "lbf": "pound of force", "oz": "ounce", "fl oz": "fluid ounce", "fl. oz": "fluid ounce",
    "gal": "gallon", "qt": "quart", "pt": "pint", "tsp": "teaspoon", "tbsp": "tablespoon", "Tbsp": "tablespoon",
    "tsps": "teaspoon", "tbsps": "tablespoon", "Tbsps": "tablespoon",
    "ha": "hectare", "ac": "acre", "nmi": "nautical mile", "kn": "knot", "kt": "knot", "kts": "knot",
    "hp": "horsepower", "spd": "speed", "cyl": "cylinder", "pct": "percent", "mph": "mile per hour",
    "kph": "kilometer per hour", "kmh": "kilometer per hour", "mpg": "mile per gallon",
    "rpm": "revolution per minute", "RPM": "revolution per minute", "bpm": "beat per minute",
    "fps": "frame per second", "dpi": "dot per inch", "ppi": "pixel per inch", "ppm": "part per million",
    "ppb": "part per billion", "psi": "pound per square inch", "atm": "atmosphere", "cc": "cubic centimeter",
    "sq ft": "square foot", "sq. ft": "square foot", "sq mi": "square mile", "sq m": "square meter",
    "deg. F": "degree Fahrenheit", "deg. C": "degree Celsius", "deg F": "degree Fahrenheit", "deg C": "degree Celsius",
    "ft-lb": "foot pound", "ft-lbs": "foot pound", "ft.-lb": "foot pound", "ft.-lbs": "foot pound", "qts": "quart",
    "sq. mi": "square mile", "sq. in": "square inch", "sq. m": "square meter", "sq. km": "square kilometer",
    "sq. yd": "square yard", "sq yd": "square yard", "sqft": "square foot", "sq.ft": "square foot",
    "cu. ft": "cubic foot", "cu. in": "cubic inch", "cu. yd": "cubic yard", "cu yd": "cubic yard",
    "cu m": "cubic meter", "cu. m": "cubic meter", "sq. yds": "square yard",
    "sq km": "square kilometer", "sq in": "square inch", "cu ft": "cubic foot", "ly": "light year", "cd": "candela",
    "lm": "lumen", "lx": "lux", "Nm": "newton meter", "N·m": "newton meter", "N⋅m": "newton meter",
    "mmHg": "millimeter of mercury", "N/m": "newton per meter", "N/m²": "newton per square meter",
    "N/m2": "newton per square meter", "mm Hg": "millimeter of mercury", "MP": "megapixel", "kVA": "kilovolt amp",
    "wk": "week", "wks": "week", "doz": "dozen", "pk": "pack", "bu": "bushel",
    "mo": "month", "mos": "month", "yr": "year", "yrs": "year", "Gb": "gigabit", "Mb": "megabit",
    "mcg": "microgram", "Mpx": "megapixel", "pkt": "packet", "VAC": "volt A C", "VDC": "volt D C",
    "cwt": "hundredweight", "st": "stone", "pts": "point", "mAh": "milliamp hour", "IU": "international unit",
    "kgs": "kilogram", "kms": "kilometer", "°C": "degree Celsius", "°F": "degree Fahrenheit", "℃": "degree Celsius",
    "℉": "degree Fahrenheit", "º": "degree", "°": "degree", "ºC": "degree Celsius", "ºF": "degree Fahrenheit",
    "° C": "degree Celsius", "° F": "degree Fahrenheit", "°K": "degree Kelvin", "Å": "angstrom", "deg": "degree",
}  # fmt: skip
_PLURALS = {
    "foot": "feet", "inch": "inches", "henry": "henries", "hertz": "hertz", "lux": "lux", "horsepower": "horsepower",
    "hundredweight": "hundredweight", "stone": "stone", "dozen": "dozen", **science_units.PLURALS,
}  # fmt: skip
_UNCHANGED = ("hertz", "molar", "siemens", "gauss", "kelvin", "torr", "tesla")
_PER_ONLY = {
    "hour": "hour", "s": "second", "second": "second", "minute": "minute", "day": "day", "d": "day", "week": "week",
    "w": "week", "month": "month", "year": "year", "y": "year", "a": "year", "m": "meter", "sqft": "square foot",
    "pc": "piece", "piece": "piece", "unit": "unit", "item": "item", "kilo": "kilo", "mile": "mile", "pound": "pound",
    "cup": "cup", "serving": "serving", "page": "page", "inch": "inch", "gallon": "gallon", "acre": "acre",
    "side": "side", "share": "share", "sh": "share", "ticket": "ticket", "barrel": "barrel", "ton": "ton",
    "tonne": "tonne", "ounce": "ounce", "MMBtu": "million B T U", "mmBtu": "million B T U", "bottle": "bottle",
    "batch": "batch", "bbl": "barrel", "capita": "capita", "line": "line",
}  # fmt: skip
SPACED_OUT = frozenset("in h t ha pt ac mo kt kn cd ly wk lm yr MP".split())
"""Short units that are also words or names: after a space, they need other evidence."""


def _names() -> dict[str, str]:
    names = {
        _prefix.strip("·") + symbol: _PREFIXES[_prefix.strip("·")] + name
        for symbol, name, prefixes in (*_PREFIXED, *science_units.PREFIXED)
        for _prefix in prefixes
    }
    return names | science_units.SINGLE | _SINGLE | {"kΩ": "kilohm", "MΩ": "megohm"}


UNITS = _names()
PER = {
    symbol: name for symbol, name in UNITS.items() if "°" not in symbol and "degree" not in name
} | _PER_ONLY

DOTTED = frozenset(
    """in ft yd yds mi lb lbs oz gal qt pt tsp tbsp Tbsp pts qts min mins sec secs hr hrs wk wks mo yr yrs mos sq doz
    pk bu ac spd cyl pct OZ LB LBS""".split()
) | {"sq ft", "sq. ft", "cu ft", "cu. ft", "cu. in", "cu. yd", "fl oz", "fl. oz", "FL OZ", "FL. OZ"}
"""Units that may have a point."""


def plural(name: str) -> str:
    """ "miles per hour" of "mile per hour"."""
    head, per, below = name.partition(" per ")
    if head.startswith("degree"):
        head = head.replace("degree", "degrees")
    elif " of " in head:
        head = head.replace(" of ", "s of ", 1)
    elif head.endswith((" A C", " D C")):
        head = head[:4] + "s" + head[4:]
    else:
        last = head.rsplit(" ", 1)[-1]
        head = head[: len(head) - len(last)] + (
            _PLURALS.get(last) or (last if last.endswith(_UNCHANGED) else last + "s")
        )
    return head + per + below
