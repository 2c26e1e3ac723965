"""States and provinces: Austin, TX 78701; SPRINGFIELD, Mo. (AP); Wash. St.; Toronto, ON M5H 1J9; Sydney NSW 2000."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_STATES = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho",
    "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana",
    "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota", "MS": "Mississippi",
    "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire", "NJ": "New Jersey",
    "NM": "New Mexico", "NY": "New York", "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio",
    "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania", "RI": "Rhode Island", "SC": "South Carolina",
    "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VT": "Vermont", "VA": "Virginia",
    "WA": "Washington", "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming", "PR": "Puerto Rico",
}  # fmt: skip
DOTTED_STATES = {
    "Ala.": "Alabama", "Ariz.": "Arizona", "Ark.": "Arkansas", "Calif.": "California", "Colo.": "Colorado",
    "Conn.": "Connecticut", "Del.": "Delaware", "Fla.": "Florida", "Ga.": "Georgia", "Ill.": "Illinois",
    "Ind.": "Indiana", "Kan.": "Kansas", "Ky.": "Kentucky", "La.": "Louisiana", "Md.": "Maryland",
    "Mass.": "Massachusetts", "Mich.": "Michigan", "Minn.": "Minnesota", "Miss.": "Mississippi", "Mo.": "Missouri",
    "Mont.": "Montana", "Neb.": "Nebraska", "Nev.": "Nevada", "N.H.": "New Hampshire", "N.J.": "New Jersey",
    "N.M.": "New Mexico", "N.Y.": "New York", "N.C.": "North Carolina", "N.D.": "North Dakota", "Okla.": "Oklahoma",
    "Ore.": "Oregon", "Pa.": "Pennsylvania", "R.I.": "Rhode Island", "S.C.": "South Carolina", "S.D.": "South Dakota",
    "Tenn.": "Tennessee", "Tex.": "Texas", "Vt.": "Vermont", "Va.": "Virginia", "Wash.": "Washington",
    "W.Va.": "West Virginia", "Wis.": "Wisconsin", "Wyo.": "Wyoming", "Ont.": "Ontario", "Que.": "Quebec",
    "Alta.": "Alberta", "Sask.": "Saskatchewan", "Man.": "Manitoba", "N.S.": "Nova Scotia", "N.B.": "New Brunswick",
    "Nfld.": "Newfoundland", "N.L.": "Newfoundland and Labrador", "P.E.I.": "Prince Edward Island",
}  # fmt: skip
_STATE = re.compile(
    rf"(?<=[A-Za-z.]), (?P<state>{any_of(_STATES)})"
    rf"(?: (?P<zip>\d{{5}})(?P<more>-\d{{4}})?(?![\w-]|[.,]\d)|(?=[,;)]|\.?$| ?[—–]| -{{1,2}} | \(|, USA\b| [a-z]"
    rf"(?<!, (?:HI|IN|ME|OH|OK|OR) [a-z])))"
)
_DOTTED_STATE = re.compile(
    rf"(?<=[A-Za-z]), (?P<state>{any_of(DOTTED_STATES)})(?P<zip>(?!))?(?P<more>(?!))?(?=[,;)]|$| ?[—–]| -{{1,2}} | \(|"
    rf" [a-z]| \d{{5}})"
)
_IN_STATE = re.compile(
    rf"(?:(?<=\b[Ii]n )|(?<=\b[Ff]rom )|(?<=\b[Oo]f )|(?<=\bnear )|(?<=\bto )|(?<=\bthrough )|(?<=[(, ][DRI]-))"
    rf"(?P<state>{any_of(DOTTED_STATES)})(?=[,;)]| (?:and|in|on|to|for|who|where|by|at|with|as|or|is|was)\b|$)"
)
_UNSHORTENED = "Alaska|Hawaii|Idaho|Iowa|Maine|Ohio|Texas|Utah"
_OFFICE = re.compile(
    rf"(?<![\w.])(?P<state>{any_of(DOTTED_STATES.keys() - {'Ind.', 'Miss.', 'Man.', 'Del.'})})"
    r"(?= (?:Premier|Gov\.|Governor|Sen\.|Senator|Rep\.|Attorney|Lt\.|Legislature|House|Senate)\b)"
)
_ANY_OFFICE = re.compile(r"\. (?:Prem|Gov|Sen|Rep|Att|Lt|Leg|Hou)")
_LISTED_STATES = re.compile(
    rf"(?<![\w.])(?:{any_of(DOTTED_STATES)})(?:,? (?:and |or |& )?(?:{_UNSHORTENED})(?=,? (?:and|or|&)?)){{0,3}}"
    rf"(?:(?:, (?:(?:and|or|&) )?| (?:and|or|&) )(?:{any_of(DOTTED_STATES)}|(?:{_UNSHORTENED})\b)){{1,12}}"
)
_DOTTED_NAME = re.compile(rf"(?<![\w.])(?:{any_of(DOTTED_STATES)})")
_TWO_STATES = re.compile(r"\., [A-Z]|\. (?:and|or|&) [A-Z]")
_OF_STATE = re.compile(r"(?:\b(?:in|In|from|From|of|Of|near|to|through) |[DRI]-)[A-Z]")
_BLOCK = re.compile(r"(?<![\w.,$-])[1-9]\d{2,3}(?= block of\b)")
_ANY_BLOCK = re.compile(r"\d block")
_CAPITAL = re.compile(r"\bWash\.(?=, D\.? ?C\b)")
_CAPITAL_CODE = re.compile(r"(?<=\bD\.C\. )(?P<zip>\d{5})(?:-(?P<more>\d{4}))?(?![\w-]|[.,]\d)")
_UNIVERSITY = re.compile(
    rf"\b(?<!\b[Oo]n )(?<!\bnear )(?<!\d )(?P<state>{any_of(state for state in DOTTED_STATES if state[-2].islower())})"
    r" St\.(?= [a-z(]|,)"
)
_DEGREES = {"MD", "MA", "MS"}
"""Abbreviations of states that are degrees behind the name of a person."""

_FURTHER_DEGREE = re.compile(
    r", ?(?:Ph\.?D|MD|MPH|MBA|MHS|MSc?|MA|MEd|JD|RN|DO|MBBS|DrPH|PharmD|[DS]c[DS]c?|FAAP|F(?:AC|RC)[A-Z]{1,2})\b"
)
_DOCTOR = re.compile(r"(?:\b(?:Dr\.?|Doctor)(?: [A-Z][\w'’-]{1,15})?|\b[A-Z]\.) [A-Z][\w'’-]{1,15}$")
_PLACE = re.compile(r"(?:[A-Z][a-z]{2,20}|[A-Z]{4,20}|City|St\.?)$")
_PROVINCES = {
    "ON": "Ontario", "QC": "Quebec", "BC": "British Columbia", "AB": "Alberta", "MB": "Manitoba", "SK": "Saskatchewan",
    "NS": "Nova Scotia", "NB": "New Brunswick", "NL": "Newfoundland and Labrador", "PE": "Prince Edward Island",
    "YT": "Yukon", "NT": "Northwest Territories", "NU": "Nunavut",
}  # fmt: skip
_AUSTRALIAN_STATES = {
    "NSW": "New South Wales", "VIC": "Victoria", "Vic": "Victoria", "QLD": "Queensland", "Qld": "Queensland",
    "TAS": "Tasmania", "Tas": "Tasmania",
}  # fmt: skip
_PROVINCE = re.compile(
    rf"(?<=[a-z])(?P<comma>,?) (?:(?P<name>{any_of(_PROVINCES)})(?= [A-Z]\d[A-Z] ?\d[A-Z]\d\b|, Canada\b)"
    rf"|(?P<state>{any_of(_AUSTRALIAN_STATES)})(?= \d{{4}}(?![\w,.-]\d)\b|, Australia\b))"
)
_PROVINCIAL = re.compile(r"[a-z],? (?:[A-Z]{2,3}|Vic|Qld|Tas)(?: [A-Z\d]|,)")
_TOWN = re.compile(
    r"(?:(?<=\d, )|(?<=\d[a-z], )|(?<=straße, )|(?<=strasse, )|(?<=platz, ))(?:(?P<land>[A-Z]{1,2})-)?"
    r"(?P<code>\d{5})(?= [A-ZÀ-Ý][a-zà-ÿ]{2,20}(?:[,.;)]|$| [a-z(]| \d|-[A-Z]))"
    r"|(?P<rue>\b(?:rue|avenue|boulevard|via|Via|viale|calle|Calle|piazza|Piazza|quai|place) "
    r"[^,\d]{2,40}, (?:\d{1,4}, )?)"
    r"(?P<code2>\d{5})(?= [A-Z])"
)
_POSTED = re.compile(r", (?:[A-Z]{1,2}-)?\d{5} ")
_RIVER = re.compile(
    r"\b(?P<before>[Tt]he (?:(?:St\.|[A-Z][a-z]{2,15}) )?[A-Z][a-z]{2,15} )R\.(?=$|,| (?!and [A-Z])[a-z])"
)
_RIVER_SIGN = re.compile(r" R\.")
_JUNCTION = re.compile(r"(?<=[a-z] )Jct(?:\.(?=[ ,])|(?!\w))(?=$|[\s,;:.)])|\bJct\.? (?=\d)")
_JUNCTION_SIGN = re.compile("Jct")
_COMMA = re.compile(", [A-Z]")
_SAINT = re.compile(r"\. St\.")


def place_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for states after a place and a comma, before what ends it or with a ZIP code, and for Wash. St."""

    def state(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 22) : match.start()]
        if not _PLACE.search(before):
            return None
        degree = match["state"] in _DEGREES and not match["zip"]
        if degree and (_DOCTOR.search(before) or _FURTHER_DEGREE.match(match.string, match.end())):
            return None
        name = _STATES.get(match["state"]) or DOTTED_STATES[match["state"]]
        ends = match[0].endswith(".") and match.end() == len(match.string)
        words = f", {name}"
        if match["zip"]:
            words += f" {numbers.digits(match['zip'])}"
        if match["more"]:
            words += f", {numbers.digits(match['more'])}"
        return words + ("." if ends else "")

    def block(match: re.Match[str]) -> str:
        return numbers.code(match[0])

    def in_state(match: re.Match[str]) -> str:
        return DOTTED_STATES[match["state"]] + ("." if match.end() == len(match.string) else "")

    def listed_states(match: re.Match[str]) -> str:
        words = _DOTTED_NAME.sub(lambda state: DOTTED_STATES[state[0]], match[0])
        return words + ("." if match[0].endswith(".") and match.end() == len(match.string) else "")

    def university(match: re.Match[str]) -> str:
        return f"{DOTTED_STATES[match['state']]} State"

    def province(match: re.Match[str]) -> str:
        name = _PROVINCES[match["name"]] if match["name"] else _AUSTRALIAN_STATES[match["state"]]
        return f"{match['comma']} {name}"

    def town(match: re.Match[str]) -> str:
        if match["rue"]:
            return f"{match['rue']}{numbers.digits(match['code2'])}"
        land = f"{' '.join(match['land'])} " if match["land"] else ""
        return f"{land}{numbers.digits(match['code'])}"

    def capital_code(match: re.Match[str]) -> str:
        return numbers.digits(match["zip"]) + (f", {numbers.digits(match['more'])}" if match["more"] else "")

    def river(match: re.Match[str]) -> str:
        before = match["before"].replace("St.", "Saint")
        return f"{before}River" + ("." if match.end() == len(match.string) else "")

    def junction(match: re.Match[str]) -> str:
        return "Junction " if match[0].endswith(" ") else "Junction"

    return (
        Rule(Category.ADDRESSES, _RIVER, river, needs=_RIVER_SIGN),
        Rule(Category.ADDRESSES, _JUNCTION, junction, needs=_JUNCTION_SIGN),
        Rule(Category.ADDRESSES, _PROVINCE, province, needs=_PROVINCIAL),
        Rule(Category.ADDRESSES, _TOWN, town, needs=_POSTED),
        Rule(Category.ADDRESSES, _LISTED_STATES, listed_states, needs=_TWO_STATES),
        Rule(Category.ADDRESSES, _IN_STATE, in_state, needs=_OF_STATE),
        Rule(Category.ADDRESSES, _OFFICE, lambda match: DOTTED_STATES[match["state"]], needs=_ANY_OFFICE),
        Rule(Category.ADDRESSES, _BLOCK, block, needs=_ANY_BLOCK),
        Rule(Category.ADDRESSES, _CAPITAL, lambda match: "Washington", needs=_COMMA),
        Rule(Category.ADDRESSES, _CAPITAL_CODE, capital_code, needs=_CAPITAL_CODE),
        Rule(Category.ADDRESSES, _UNIVERSITY, university, needs=_SAINT),
        Rule(Category.ADDRESSES, _STATE, state, needs=_COMMA),
        Rule(Category.ADDRESSES, _DOTTED_STATE, state, needs=_COMMA),
    )
