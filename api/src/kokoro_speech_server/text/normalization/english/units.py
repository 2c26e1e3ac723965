"""Amounts with units: prefixes, powers, "per", degrees, feet and inches, durations written as units."""

import re

from kokoro_speech_server.text.normalization.english import science_units
from kokoro_speech_server.text.normalization.english.numbers import Numbers, as_fraction, is_one
from kokoro_speech_server.text.normalization.english.patterns import (
    AMOUNT,
    BEGINNINGS,
    LETTER,
    NUMBER,
    NUMERIC,
    QUANTITY,
    START,
    is_adjective,
)
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

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
    "ha": "hectare", "ac": "acre", "nmi": "nautical mile", "kn": "knot", "kt": "knot", "kts": "knot",
    "hp": "horsepower", "mph": "mile per hour",
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
_SPACED_OUT = frozenset("in h t ha pt ac mo kt kn cd ly wk lm yr MP".split())
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

_DOTTED = frozenset(
    """in ft yd yds mi lb lbs oz gal qt pt tsp tbsp Tbsp pts qts min mins sec secs hr hrs wk wks mo yr yrs mos sq doz
    pk bu ac OZ LB LBS""".split()
) | {"sq ft", "sq. ft", "cu ft", "cu. ft", "cu. in", "cu. yd", "fl oz", "fl. oz", "FL OZ", "FL. OZ"}


_POWER = r"(?:\^?[23](?![\d.,]\d|\d)|[²³])"
_UNIT = (
    rf"(?P<unit>{any_of(UNITS)})(?!{LETTER})(?P<power>{_POWER})?"
    rf"(?:(?P<slash> ?/ ?)(?P<per>{any_of(PER)})(?!{LETTER})(?P<perpower>{_POWER})?"
    rf"(?: ?/ ?(?P<per2>{any_of(PER)})(?!{LETTER})(?P<per2power>{_POWER})?)?)?(?![\w°]|\.[A-Za-z])"
)
_AMOUNT = re.compile(rf"{AMOUNT}(?P<plus>\+)?(?P<link> ?|-){_UNIT}(?P<dot>\.(?=[ ,;:)/]|$))?")
_SIZES = re.compile(
    rf"{START}(?P<first>{NUMBER})(?P<unit1> ?(?:mm|cm|m|ft|in|km|\"|″))?(?: [x×] ?|[x×])(?P<second>{NUMBER})"
    rf"(?:(?P<unit2> ?(?:mm|cm|m|ft|in|km|\"|″))?(?: [x×] ?|[x×])(?P<third>{NUMBER}))?(?P<link> ?){_UNIT}"
)
_FEET = re.compile(
    rf"{START}(?P<feet>\d{{1,6}}) ?['’′] ?(?P<inches>\d{{1,2}}(?:\.\d{{1,2}}| ?[¼½¾])?)(?: ?(?:\"|”|″|''|’’)|"
    rf"(?![\w'’]))"
)
_FOOT = re.compile(
    rf"{START}(?P<number>{QUANTITY})(?: ?[-–] ?(?P<last>{QUANTITY}))? ?(?P<mark>['′\"″])(?![\w']|-[A-Z])"
)
_SCREEN = re.compile(
    r" (?:pipes?|pans?|skillets?|rolls?|nails?|bolts?|screws?|TVs?|screens?|monitors?|display|laptop|pizzas?|"
    r"wheels?|tires?|rims?|pots?|cakes?|layers?|square|heels?|discs?|records?|vinyl|tablet|diameter|hose|gap|boards?)\b"
)
_PAN = re.compile(
    r"(?:/\d{1,2}(?:[¼½¾]|\.5)?in)? (?:round|square|loose|spring|non-?stick|sandwich|tart|flan)\b"
)
_WITHIN = re.compile(
    r" (?:the|an?|this|that|these|those|his|her|its|our|their|my|your|all|each|every|some|\d{1,4})\b"
)
"""After "in", so that it is no inch: "fell by 1/3 in the city"."""
_LAND = re.compile(
    r" (?:lots?|parcels?|sites?|plots?|farms?|ranch(?:es)?|estates?|tracts?|pastures?|property)\b"
)
_OF_WEIGHT = re.compile(
    r"\b(?:mass|weigh\w{0,4}|payload|MTOW|displace\w{0,4}|cargo|tonnage|emissions|wheat|ore|harvest|loads?|lift\w{0,3}|"
    r"propellant|catch|crops?|steel|copper|coal|gold)\b"
)
_END = re.compile(rf"$| {BEGINNINGS}(?![^\W\d_])")
_NEXT = re.compile(r"(?! [a-z(&]|[,;:)])")
_COORDINATE = re.compile(
    rf"{START}(?P<sign>(?<![\w)])[-−+])?"
    rf"(?P<degrees>{NUMBER}) ?°(?: ?(?P<minutes>\d{{1,2}}(?:\.\d{{1,4}})?) ?['’′](?: ?(?P<seconds>\d{{1,2}}"
    r"(?:\.\d{1,3})?) ?(?:\"|”|″|'')| ?)?)? ?(?P<side>[NSEW])?(?!\w)"
)
_BARE = re.compile(
    r"(?<![\w/])(?!m/m)(?P<unit>km|m|ft|mi|kg|g|mg|L|l|GB|MB|kB|KB)/(?P<per>h|hr|s|sec|min|day|L|l|dL|ml|m)(?![\w/])"
)
_PER = re.compile(
    r"(?:(?<=[a-z]s)|(?<=min\.)|(?<=hrs\.)|(?<=hr\.)|(?<=oz\.)|(?<=lbs\.)|(?<=lb\.)|(?<=%)|(?<=\bsun))/"
    r"(?=(?:second|minute|hour|day|week|month|year|person|user|page|side|serving|acre)\b)"
)
_SLASH = re.compile("/")
_FORMULA = re.compile(r"[=√²]|\^2")
_COMPASS = re.compile(
    r"\.? (?:\d{1,3}(?:st|nd|rd|th)\b|[A-Z][a-z]+ (?:St|Ave|Rd|Blvd|Dr|Ln|Street|Avenue|Road)\b)"
)
_LABEL = re.compile(
    r"\b(?:channel|gate|runway|seat|row|bay|room|flight|bus|route|exit|sizes?|line|track|platform|terminal|apartment|"
    r"apt\.?|unit|suite|block|lot|hall|building|grade|class|page|chapter|step|model|type|mark|phase|stage|part|"
    r"section|form|highway|interstate|schedule|table|figure|fig\.|zone|district|precinct|group|level)s?"
    r"(?: \w{1,5},?(?: (?:and|or|to|&))?){0,2} $",
    re.IGNORECASE,
)
_SIDES = {"N": "north", "S": "south", "E": "east", "W": "west"}


def unit_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 5 km/h, 5 m², 3 mV, 20°C, 16GB, 5-10 kg, a 5-km run, 10 x 5 cm, 5'11"."""

    def name(
        unit: str, power: str | None, per: str | None, per_power: str | None, per2: str = "", *, many: bool
    ) -> str:
        words = _with_power(UNITS[unit], power, before=True)
        words = plural(words) if many else words
        if per:
            below = PER[per]
            squared = per_power is not None and below == "second"
            words += f" per {_with_power(below, per_power, before=not squared)}{per2}"
        return _british(words) if numbers.british else words

    def amount(match: re.Match[str]) -> str | None:
        unit, first, second = match["unit"], match["first"], match["second"]
        per2 = (
            f" per {_with_power(PER[match['per2']], match['per2power'], before=True)}"
            if match["per2"]
            else ""
        )
        glued = match["link"] == "" or match["link"] == "-"
        if unit == "st" and re.search(r"(?<!1)1$", first):
            return None  # an ordinal: "21st"
        if (
            _is_name(match)
            or _is_variable(match)
            or (unit in _SPACED_OUT and not glued and not _is_meant(match))
        ):
            return None
        if (unit in ("in", "mo", "t", "MP") and not _is_meant(match)) or (
            match["power"] == "2" and unit in ("h", "s", "t")
        ):
            return None
        ends = (_END if unit in _DOTTED or " " in unit else _NEXT).match(match.string, match.end())
        dot = "." if match["dot"] and ends else ""
        if match["link"] == "-":
            unit_name = name(unit, match["power"], match["per"], match["perpower"], per2, many=False)
            return f"{numbers.amount(match)}-{unit_name.replace(' ', '-')}{dot}"
        fraction = as_fraction(first)
        if fraction and not fraction[0] and not second:
            one = name(unit, match["power"], match["per"], match["perpower"], per2, many=False)
            return numbers.signed(match["sign"], part_of(numbers, fraction[1], fraction[2], one)) + dot
        many = (second is not None or not is_one(first)) and not is_adjective(match) and not _is_size(match)
        named = name(unit, match["power"], match["per"], match["perpower"], per2, many=many)
        return f"{numbers.amount(match)}{' plus' if match['plus'] else ''} {named}{dot}"

    def sizes(match: re.Match[str]) -> str | None:
        if match["unit"] == "s":
            return None
        words = []
        for number, unit in (("first", "unit1"), ("second", "unit2"), ("third", None)):
            if match[number]:
                words.append(numbers.number(match[number]))
                if unit and match[unit]:
                    symbol = match[unit].strip().replace('"', "in").replace("″", "in")
                    words[-1] += " " + name(symbol, None, None, None, many=not is_one(match[number]))
        unit_name = name(match["unit"], match["power"], match["per"], match["perpower"], many=True)
        return f"{' by '.join(words)} {unit_name}"

    def foot(match: re.Match[str]) -> str | None:
        mark, before = match["mark"], match.string[: match.start()]
        if before.endswith(mark) or (mark in "'\"" and len(re.findall(rf"(?<!\w){mark}", before)) % 2):
            return None  # a closing quotation mark, also around the number alone: the album "30"
        one, many = ("foot", "feet") if mark in "'′" else ("inch", "inches")
        fraction = as_fraction(match["number"])
        if match["last"]:
            unit = one if is_adjective(match) else many
            return f"{numbers.quantity(match['number'])} to {numbers.quantity(match['last'])} {unit}"
        if fraction and not fraction[0]:
            return part_of(numbers, fraction[1], fraction[2], one)
        single = (
            is_one(match["number"])
            or is_adjective(match)
            or (mark in '"″' and _SCREEN.match(match.string, match.end()))
        )
        words = numbers.quantity(match["number"])
        return (
            f"{words}-{one}"
            if match.string.startswith("-", match.end())
            else f"{words} {one if single else many}"
        )

    def coordinate(match: re.Match[str]) -> str | None:
        if not match["side"] and not match["minutes"]:
            return None
        words = [
            numbers.signed(match["sign"], numbers.number(match["degrees"])),
            "degree" if is_one(match["degrees"]) else "degrees",
        ]
        for part in ("minutes", "seconds"):
            if match[part]:
                words += [numbers.number(match[part]), part]
        if match["side"]:
            words.append(_SIDES[match["side"]])
        return " ".join(words)

    return (
        Rule(Category.UNITS, _SIZES, sizes, needs=NUMERIC),
        Rule(
            Category.UNITS,
            _FEET,
            lambda match: f"{numbers.number(match['feet'])} foot {numbers.quantity(match['inches'])}",
            needs=NUMERIC,
        ),
        Rule(Category.UNITS, _COORDINATE, coordinate, needs=NUMERIC),
        Rule(Category.UNITS, _AMOUNT, amount, needs=NUMERIC),
        Rule(Category.UNITS, _FOOT, foot, needs=NUMERIC),
        Rule(Category.UNITS, _PER, lambda match: "per", needs=_SLASH),
        Rule(
            Category.ABBREVIATIONS,
            _BARE,
            lambda match: name(match["unit"], None, match["per"], None, many=True),
        ),
    )


def part_of(numbers: Numbers, numerator: int, denominator: int, one: str) -> str:
    """ "half a mile", "three quarters of an inch"."""
    article = (
        "an" if (one[0] in "aeiou" and not one.startswith(("unit", "uni"))) or one.startswith("hour") else "a"
    )
    if (numerator, denominator) == (1, 2):
        return f"half {article} {one}"
    return f"{numbers.fraction(numerator, denominator)} of {article} {one}"


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


def _with_power(name: str, power: str | None, *, before: bool) -> str:
    if not power:
        return name
    if name == "second" or not before:
        return f"{name} {'squared' if power[-1] in '2²' else 'cubed'}"
    return f"{'square' if power[-1] in '2²' else 'cubic'} {name}"


def _british(name: str) -> str:
    return re.sub(r"meter(?=s?\b)", "metre", name).replace("liter", "litre").replace("metric ton", "tonne")


def _is_name(match: re.Match[str]) -> bool:
    """Whether the letter after a number belongs to a name: "runway 27L", "55 W. 46th St.", "sizes 10W and 12W"."""
    if len(match["unit"]) > 1 or match["per"] or match["power"]:
        return False
    if match["unit"] in "WNSE" and _COMPASS.match(match.string, match.end("unit")):
        return True
    return _LABEL.search(match.string[max(0, match.start() - 30) : match.start()]) is not None


def _is_variable(match: re.Match[str]) -> bool:
    """Whether the letter after a number is a variable of the formula: "g(t) = 2t"."""
    unit, text = match["unit"], match.string
    if unit == "ac" and not match["link"] and _FORMULA.search(text):
        return True
    if len(unit) > 1 or match["link"] or "=" not in text:
        return False
    return (
        f"({unit})" in text
        or f"{unit} =" in text
        or f"{unit}^" in text
        or f"{unit}²" in text.replace(match[0], "")
    )


def _is_size(match: re.Match[str]) -> bool:
    """Whether inches or acres say how large a thing is: "a pair of 65 in. TVs", "0.4 ac lot"."""
    if match["unit"] in ("cm", "in") and _PAN.match(match.string, match.end()):
        return True
    things = {"in": _SCREEN, "ac": _LAND}.get(match["unit"])
    return things is not None and things.match(match.string, match.end()) is not None


def _is_meant(match: re.Match[str]) -> bool:
    """Whether the context shows that a short symbol is a unit: "6 in. wide", "10 h/day", "2.5 t"."""
    after = match.string[match.end() : match.end() + 12]
    if match["unit"] == "in" and not match["dot"] and _WITHIN.match(after):
        return False
    return bool(
        match["dot"]
        or (match["unit"] == "in" and (match["link"] == "" or after.startswith((" = ", " ≈ "))))
        or (match["unit"] == "mo" and match["second"] is not None)
        or match["per"]
        or (match["unit"] == "t" and _OF_WEIGHT.search(match.string))
        or match["power"]
        or "." in match["first"]
        or as_fraction(match["first"]) is not None
        or match["unit"] in ("h", "ha", "pt", "kt", "kn", "yr", "wk", "lm", "ly")
        or (
            re.match(r" (?:wide|tall|long|high|deep|thick|of|in diameter|from|by|x|×)\b", after)
            and match["unit"] != "in"
        )
        or re.match(r" (?:wide|tall|long|high|deep|thick|in diameter|by|x|×)\b", after)
    )
