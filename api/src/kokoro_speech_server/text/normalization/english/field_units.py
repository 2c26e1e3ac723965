"""Short symbols that are units only near words of their field: 1.5 A, 0.1 M HCl, 3 T, 10 U of insulin, 475G, 14 d."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers, is_one
from kokoro_speech_server.text.normalization.english.patterns import AMOUNT
from kokoro_speech_server.text.normalization.english.unit_names import plural
from kokoro_speech_server.text.normalization.rules import Category, Rule

_FORMULAS = (
    r"HCl|NaOH|NaCl|KCl|KOH|HNO3|H2SO4|H3PO4|CaCl2|MgCl2|EDTA|NaHCO3|Na2CO3|NaOAc|LiCl|LiPF6|KNO3|AgNO3|NH3|"
    r"NH4\w{1,4}"
)
_CHEMICALS = (
    rf"{_FORMULAS}|urea|sucrose|glucose|Tris\S{{0,4}}|acid|imidazole|phosphate|acetate|sodium|potassium|solutions?|"
    r"buffer(?:ed)?|aqueous|DTT|guanidine|hydrochloric|sulfuric|nitric|acetic|electrolyte"
)
_FIELDS = {
    "A": ("amp", r"\d ?[km]?V\b|\b(?:VAC|VDC|Hz|W|volts?|voltage|currents?|fuses?|breakers?|circuits?|"
          r"charg\w{1,4}|adapters?|"
          r"outlets?|amps?|amperes?|batter(?:y|ies)|motors?|input|output|electr\w{1,12}|solenoid|wire)\b"),
    "M": ("molar", rf"\d ?M (?:{_CHEMICALS})\b|\b(?:titrat\w{{1,5}}|molarity|aqueous|pH|mM|µM|μM|mL|{_FORMULAS})\b"),
    "N": ("newton", r"\b(?:forces?|weigh(?:s|t|ts)|tension|friction\w{0,3}|accelerat\w{1,4}|springs?|kg|"
          r"push\w{0,3}|pull\w{0,3}|"
          r"loads?|thrust|newtons?|kN|mN|drag|lift)\b"),
    "J": ("joule", r"\b(?:energ\w{1,5}|work|kinetic|potential|heat|joules?|kJ|Q|W|shocks?|puls\w{1,3}|laser|"
          r"defibrill\w{1,7}|"
          r"biphasic|K)\b"),
    "T": ("tesla", r"\b(?:magnet\w{0,8}|MRI|scanner|coils?|NMR|superconduct\w{1,10}|imaging|teslas?|"
          r"Siemens|Philips|"
          r"Tokamak|tokamak|weighted|B0?)\b"),
    "C": ("coulomb", r"\b(?:charges?|charged|coulombs?|electrons?|protons?|q)\b"),
    "G": ("gauss", r"\b(?:magnet\w{0,8}|gauss)\b"),
    "U": ("unit", r"\b(?:insulin|heparin|enzymes?|penicillin|botulinum|glargine|lispro|aspart|polymerase|IU|"
          r"DNase|RNase|"
          r"streptomycin|ligase|bolus|oxytocin|packed|red cells|activity|serum|CK|ALT|AST)\b|/(?:m?L|l|mg|kg|"
          r"g|h|hr)\b"),
    "d": ("day", r"\b(?:for|after|at|on|over|within|every|until|about|than|and|day|to|of|by|"
          r"in) [~≈<>≤≥±]?(?:\d+ ?(?:[-–]|to|±) ?)?$|[±×x<>≤≥≈~] ?$"),
    "y": ("year", r"\b(?:for|after|aged?|over|within|every|than|was|of|at|to|by|in|"
          r"years?) [~≈<>≤≥±]?(?:\d+(?:\.\d)? ?(?:[-–]|to|±) ?)?$|± ?$"),
}  # fmt: skip
"""The name, and what shows that it is meant: for times the text up to the number, else any of the sentence."""

_TIMES = frozenset("dy")
_NOUN = re.compile(r" [a-z]{3}")
_NAMES = re.compile(
    r"\b(?:[Tt]ables?|[Ff]igures?|[Ff]igs?\.?|[Ss]ections?|[Ee]xhibits?|[Vv]ersions?|[Rr]ooms?|[Gg]ates?|[Gg]rades?|"
    r"[Cc]lass|"
    r"[Pp]arts?|[Cc]hapters?|[Aa]ppendix|[Ss]chedules?|[Ff]lights?|[Ss]eats?|[Rr]ows?|[Uu]nits?|[Cc]hannels?|[Ll]evels?|"
    r"[Tt]ypes?|[Mm]odels?|[Pp]hases?|[Gg]roups?|[Ss]teps?|[Ss]tages?|[Bb]locks?|[Bb]uildings?|[Aa]pt\.?|[Ss]uites?|"
    r"[Zz]ones?|[Ii]tems?|[Aa]rticles?|[Rr]ules?|[Tt]itles?|[Qq]uestions?|[Pp]roblems?|[Ss]izes?|[Pp]latforms?) $"
)
"""Before numbers that name something: the A of "Table 5 A" is no ampere."""

_EVIDENCE = {symbol: re.compile(pattern) for symbol, (_, pattern) in _FIELDS.items()}
_SYMBOL = f"[{''.join(_FIELDS)}]"
_AMOUNT = re.compile(
    rf"(?<![\w.,$€£/-]){AMOUNT}(?P<link>[ \u202f-]?)(?P<unit>{_SYMBOL})(?! (?:dollars|euros|people|users|"
    rf"views|followers|subscribers)\b)(?![\w'’°+#)]?\w|['’°+#]|[-.&]\w)"
)
_RAISED = re.compile(
    r"(?:(?<=[⁰¹²³⁴⁵⁶⁷⁸⁹])|(?<=10[-−–]\d)|(?<=10[-−–]\d\d)|(?<=\^\d)|(?<=\^\d\d)|(?<=\^[-−]\d)|(?<=\^[-−]\d\d))"
    rf" ?(?P<unit>[K{''.join(sorted(set(_FIELDS) - _TIMES))}])(?![\w'’°+#-]|\.\w)"
)
_SIZE = re.compile(
    r"(?<![\w.,$€£/-])(?P<number>\d{1,4}(?:\.\d{1,2})?)(?P<unit>[KMGT])(?P<i>i)?(?![\w'’+#-]|\.\w| [A-Z][a-z])"
    r"(?! (?:downloads|images|files|uploads|backups|users|people|copies|units|views|requests|records|rows)\b)"
)
_SIZES = {"K": "kilobyte", "M": "megabyte", "G": "gigabyte", "T": "terabyte"}
_OF_SIZES = re.compile(
    r"(?<![a-zA-Z])(?:disks?|disc|swap|RAM|memory|heap|partitions?|volumes?|df|du|/dev|mount\w{0,3}|SSD|HDD|"
    r"NVMe|storage|usage|"
    r"buffers?|caches?|Xmx|Xms|rss|RSS|limit|quota|pool|file|files|backup|upload|download\w{0,3}|images?|VM|"
    r"GB|MB|pool)(?![a-zA-Z])"
)
_NETWORK = frozenset(("2G", "3G", "4G", "5G", "6G"))
_ANY = re.compile(rf"[\d½¼⁰¹²³⁴-⁹][ \u202f-]?(?:{_SYMBOL}|K)(?!\w)")
_TENOR = re.compile(r"(?<![\w.,$€£/])(?P<number>[1-9]|[1-3]0)[yY](?!\w)")
_TENOR_SIGN = re.compile(r"\d[yY]\b")
_OF_BONDS = re.compile(
    r"\b(?:yields?|spreads?|notes?|bonds?|Treasur(?:y|ies)|curve|swaps?|gilts?|Bunds?|JGBs?|rates?|UST)\b"
)
_ANY_SIZE = re.compile(r"\d[KMGT]i?\b")


def field_unit_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for one-letter symbols behind amounts and powers of ten."""

    def is_meant(match: re.Match[str], start: int) -> bool:
        unit = match["unit"]
        if unit in _TIMES:
            return _EVIDENCE[unit].search(match.string[max(0, start - 40) : start]) is not None
        return _EVIDENCE[unit].search(match.string) is not None

    def amount(match: re.Match[str]) -> str | None:
        unit, link = match["unit"], match["link"]
        if link == "-" and unit in _TIMES and _NOUN.match(match.string, match.end()):
            return f"{numbers.amount(match)}-{_FIELDS[unit][0]}"
        start = match.start("first")
        is_name = unit not in _TIMES and _NAMES.search(match.string[max(0, start - 12) : start])
        if is_name or (link != " " and unit in "dyGCN") or not is_meant(match, start):
            return None
        name = _FIELDS[unit][0]
        if link == "-":
            return f"{numbers.amount(match)}-{name}"
        one = match["second"] is None and is_one(match["first"])
        return f"{numbers.amount(match)} {name if one else plural(name)}"

    def raised(match: re.Match[str]) -> str | None:
        unit = match["unit"]
        name = "kelvin" if unit == "K" else plural(_FIELDS[unit][0])
        return f" {name}" if unit in "KM" or is_meant(match, match.start()) else None

    def size(match: re.Match[str]) -> str | None:
        if match[0] in _NETWORK or not _OF_SIZES.search(match.string):
            return None
        name = _SIZES[match["unit"]]
        if match["i"]:
            name = name[:2] + "bibyte"
        return f"{numbers.number(match['number'])} {name if is_one(match['number']) else plural(name)}"

    def tenor(match: re.Match[str]) -> str | None:
        return f"{numbers.number(match['number'])}-year" if _OF_BONDS.search(match.string) else None

    return (
        Rule(Category.UNITS, _TENOR, tenor, needs=_TENOR_SIGN),
        Rule(Category.UNITS, _AMOUNT, amount, needs=_ANY),
        Rule(Category.UNITS, _RAISED, raised, needs=_ANY),
        Rule(Category.UNITS, _SIZE, size, needs=_ANY_SIZE),
    )
