"""Amounts with units: prefixes, powers, "per", degrees, feet and inches, durations written as units."""

import re

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
    is_thing,
)
from kokoro_speech_server.text.normalization.english.unit_names import DOTTED, PER, SPACED_OUT, UNITS, plural
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_POWER = r"(?:\^?[23](?![\d.,]\d|\d)|[²³])"
_UNIT = (
    rf"(?P<unit>{any_of(UNITS)})(?!{LETTER})(?P<power>{_POWER})?"
    rf"(?:(?P<slash> ?/ ?)(?P<per>{any_of(PER)})(?!{LETTER})(?P<perpower>{_POWER})?"
    rf"(?: ?/ ?(?P<per2>{any_of(PER)})(?!{LETTER})(?P<per2power>{_POWER})?)?)?(?![\w°]|\.[A-Za-z])"
)
_AMOUNT = re.compile(rf"{AMOUNT}(?P<plus>\+)?(?P<link> ?|-){_UNIT}(?P<dot>\.(?=[ ,;:)/]|$))?")
_SIZES = re.compile(
    rf"{START}(?P<first>{NUMBER})(?P<unit1> ?(?:mm|cm|m|ft|in|km|\"|″))?(?: [x×] ?|[x×])(?P<second>{NUMBER})"
    rf"(?:(?P<unit2> ?(?:mm|cm|m|ft|in|km|\"|″))?(?: [x×] ?|[x×])(?P<third>{NUMBER}))?(?P<link> ?|-){_UNIT}"
    r"(?P<dot>\.(?=[ ,;:)/]|$))?"
)
_FEET = re.compile(
    rf"{START}(?P<feet>\d{{1,6}}) ?['’′] ?(?P<inches>\d{{1,2}}(?:\.\d{{1,2}}| ?[¼½¾])?)(?: ?(?:\"|”|″|''|’’)|"
    rf"(?![\w'’]))"
)
_FOOT = re.compile(
    rf"{START}(?P<number>{QUANTITY})(?: ?(?P<mark1>['′\"″])? ?[-–] ?(?P<last>{QUANTITY}))? ?"
    r"(?P<mark>['′\"″])(?!(?![WHDL]\b)[\w']|-[A-Z])"
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
_ENGINE = re.compile(
    r" (?:[A-Z][\w-]{1,12} ){0,2}(?:[VIH]-?\d{1,2}|inline|turbo\w{0,7}|engines?|[Dd]iesel|"
    r"[Hh]ybrid|Hemi|HEMI|flat|bins?|tanks?|bottles?|jugs?|pots?|cooker|kettles?|(?:back)?packs?|capacity|casks?)(?!\w)"
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
    r"|(?<=[a-z]s)/(?=(?:8|12|24|48|72) ?(?:h|hrs?|hours)\b|\d{1,2} (?:days|weeks|wks|months|mos|years|yrs)\b)"
    r"|(?:(?<=\dmL)|(?<=\d mL)|(?<=\dml)|(?<=\d ml)|(?<=\dmg)|(?<=\d mg)|(?<=\dg)|(?<=\d g))/(?=(?:12|24|48|72) ?h)"
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
    r"(?: (?!an? )\w{1,5},?(?: (?:and|or|to|&))?){0,2} $",
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
            or (unit in SPACED_OUT and not glued and not _is_meant(match))
        ):
            return None
        if (unit in ("in", "mo", "t", "MP") and not _is_meant(match)) or (
            match["power"] == "2" and unit in ("h", "s", "t")
        ):
            return None
        ends = (_END if unit in DOTTED or " " in unit else _NEXT).match(match.string, match.end())
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
        for number, own in (("first", "unit1"), ("second", "unit2"), ("third", None)):
            if match[number]:
                symbol = (
                    match[own].strip().replace('"', "in").replace("″", "in") if own and match[own] else ""
                )
                one = f" {name(symbol, None, None, None, many=not is_one(match[number]))}" if symbol else ""
                words.append(numbers.number(match[number]) + one)
        many = match["link"] != "-" and not (is_adjective(match) or is_thing(match.string, match.end()))
        unit = name(*match.group("unit", "power", "per", "perpower"), many=many)
        return f"{' by '.join(words)}{match['link'] or ' '}{unit}{_full_stop(match)}"

    def foot(match: re.Match[str]) -> str | None:
        mark, before = match["mark"], match.string[: match.start()]
        if match["mark1"] not in (None, mark) or _closes(mark, before):
            return None  # feet and inches (5'-6"), or a quotation mark
        one, many = ("foot", "feet") if mark in "'′" else ("inch", "inches")
        fraction = as_fraction(match["number"])
        if match["last"]:
            unit = one if is_adjective(match) else many
            return f"{numbers.quantity(match['number'])} to {numbers.quantity(match['last'])} {unit}"
        if fraction and not fraction[0]:
            return _part_of_mark(numbers, match, fraction, one)
        single = (
            is_one(match["number"])
            or is_adjective(match)
            or _is_of_thing(match)
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


def _full_stop(match: re.Match[str]) -> str:
    """The point behind a unit, where a sentence may end."""
    return "." if match["dot"] and _NEXT.match(match.string, match.end()) else ""


def _closes(mark: str, before: str) -> bool:
    """Whether a mark may close a quotation, also around the number alone: the album "30"."""
    return before.endswith(mark) or (mark in "'\"" and len(re.findall(rf"(?<!\w){mark}", before)) % 2 == 1)


def _is_of_thing(match: re.Match[str]) -> bool:
    """Whether inches say how large the thing behind them is: 9" pie, 6.7" OLED."""
    return match["mark"] in '"″' and is_thing(match.string, match.end())


def _part_of_mark(numbers: Numbers, match: re.Match[str], fraction: tuple[int, int, int], one: str) -> str:
    """ "three quarter inch" before a noun, "three quarters of an inch" elsewhere."""
    if not _is_of_thing(match):
        return part_of(numbers, fraction[1], fraction[2], one)
    part = "half" if fraction[1:] == (1, 2) else numbers.fraction(fraction[1], fraction[2])
    return f"{part.replace('quarters', 'quarter')} inch"


def part_of(numbers: Numbers, numerator: int, denominator: int, one: str) -> str:
    """ "half a mile", "three quarters of an inch"."""
    article = (
        "an" if (one[0] in "aeiou" and not one.startswith(("unit", "uni"))) or one.startswith("hour") else "a"
    )
    if (numerator, denominator) == (1, 2):
        return f"half {article} {one}"
    return f"{numbers.fraction(numerator, denominator)} of {article} {one}"


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
    """Whether an amount says how large a thing is: "65 in. TVs", "0.4 ac lot", "3.5L EcoBoost V6", "850W+ PSU"."""
    if match["unit"] in ("cm", "in") and _PAN.match(match.string, match.end()):
        return True
    if match.string.startswith("+ ", match.end()) and is_thing(match.string, match.end() + 1):
        return True
    things = {"in": _SCREEN, "ac": _LAND, "L": _ENGINE}.get(match["unit"])
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
