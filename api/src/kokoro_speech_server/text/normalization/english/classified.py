"""Classified advertisements, whose words are cut short without a point: 2BR apt, hdwd flrs, $900/mo. + utils, 7a-3p."""

import re

from kokoro_speech_server.text.normalization.english.calendar_words import MONTH_NAMES
from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.times import clock_words
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_WORDS = {
    "apt": "apartment", "apts": "apartments", "hdwd": "hardwood", "hrdwd": "hardwood", "flr": "floor", "flrs": "floors",
    "vw": "view", "vws": "views", "gd": "good", "exc": "excellent", "xlnt": "excellent", "cond": "condition",
    "incl": "included", "incld": "included", "utils": "utilities", "util": "utilities", "furn": "furnished",
    "unfurn": "unfurnished", "gar": "garage", "bsmt": "basement", "kit": "kitchen", "LR": "living room",
    "DR": "dining room", "MBR": "master bedroom", "FP": "fireplace", "fp": "fireplace", "frplc": "fireplace",
    "yd": "yard", "bkyd": "backyard", "fncd": "fenced", "lg": "large", "lrg": "large", "sm": "small", "nr": "near",
    "avail": "available", "dep": "deposit", "refs": "references", "W/D": "washer and dryer", "w/d": "washer and dryer",
    "C/A": "central air", "c/a": "central air", "CAC": "central air", "appls": "appliances", "appl": "appliances",
    "renov": "renovated", "remod": "remodeled", "updtd": "updated", "immac": "immaculate", "occ": "occupancy",
    "OBO": "or best offer", "obo": "or best offer", "ONO": "or nearest offer", "ono": "or nearest offer",
    "hse": "house", "bldg": "building", "mi": "miles", "qtr": "quarter",
    "nbhd": "neighborhood", "pkg": "parking", "prkg": "parking", "priv": "private", "ext": "exterior", "rm": "room",
    "rms": "rooms", "bdrms": "bedrooms", "dbl": "double", "sgl": "single", "ac": "acres", "wkly": "weekly",
    "immed": "immediate", "fin": "finished", "stn": "station", "gch": "gas central heating", "sec": "security",
}  # fmt: skip
_WORD = re.compile(
    rf"(?<![\w/.$-])(?!avail\.? \d{{1,2}}/\d)(?:{any_of(_WORDS)})(?![\w/'’-])"
    r"(?P<dot>\.(?= [a-z+&\d$]|[,;:])|(?<=nr)\.(?= [A-Z]))?"
)
_ADVERTISED = re.compile(
    r"\d ?(?:BR|BA|BDR|bd|ba|br|bdrm|bdr)\b|[$£€]\d[\d,.]{0,8}[Kk]? ?(?:/ ?(?:mo|wk)\b|pcm\b|pw\b|OBO\b|obo\b|"
    r"ONO\b|ono\b)"
    r"|\b(?:W/D|FSBO|HOA|OIEO|OIRO|EPC)\b"
)
_ADVANCE = re.compile(r"(?<=\d) (?:adv|ADV)(?P<dot>\.(?!\w))?(?P<more> ?/ ?(?=[$£€\d]))?(?![\w/])")
_AT_DOOR = re.compile(r"(?<=\d) (?:otd|OTD)(?!\w)")
_DAY_OF_SHOW = re.compile(r"(?<=\d) (?:dos|DOS)(?P<dot>\.(?!\w))?(?!\w)")
_HAS_ADVANCE = re.compile(r"\d (?:adv|ADV)\b")
_DEPENDING = re.compile(r"(?<![\w./-])(?<![Tt]he )(?<!US )DOE(?= ?(?:[.,;)+]|$)| (?:and|plus|with|w/))")
_PAID = re.compile(
    r"(?:[$£€]\d[^.!?]{0,40}|\b(?:[Pp]ays?|PAY|[Ss]alary|[Ww]ages?|[Cc]ompensation|[Cc]omp|[Rr]ates?|[Hh]ourly)\b"
    r"[^.!?]{0,30})\bDOE\b"
)
_EXPIRATION = re.compile(r"(?<![\w.])(?P<name>EXP|[Ee]xp)\.?(?= [Dd]ates?\b)")
_EXPIRES = re.compile(
    r"(?<![\w.])(?P<name>EXP|Exp|exp|[Vv]alid [Tt]hru|VALID THRU|[Gg]ood [Tt]hru|GOOD THRU|"
    r"(?:[Ee]xp\.?|EXP|[Ee]xpir(?:y|ation)) [Dd]ate)(?P<mark>\.?:? ?)"
    r"(?P<month>0[1-9]|1[0-2]|[1-9])/(?P<year>20[2-9]\d|[2-9]\d)(?![/\d])"
)
_EXPIRES_SIGN = re.compile(r"[Ee]xp|EXP|[Tt]hru|THRU")
_ROOM = re.compile(
    r"(?<![\w.,/])(?P<number>\d{1,2}(?:\.5)?)(?P<link>[ -]?)(?P<room>BR|BDR|bdrm|bdr|br|bd|BA|ba)\b"
    r"(?P<dot>\.)?(?![/\w])"
)
_HAS_ROOM = re.compile(r"\d(?:[ -]?)(?:B[RDA]|b[dra])")
_FIRST_AND_LAST = re.compile(
    r"(?<![\w/])(?P<first>[Ff]irst|1st) ?/ ?last(?: ?(?:[/+]|,? plus|,? and|,? &) ?"
    r"(?P<more>sec(?:urity)?|dep(?:osit)?)\b\.?(?! dep\b))?"
)
_REGULAR = re.compile(r"\breg\.? (?=\$\d)")
_HAS_FIRST = re.compile(r"(?:1st|irst) ?/ ?last")
_ROOMS = {"r": "bedroom", "d": "bedroom", "a": "bath"}
_SHIFT = re.compile(
    r"(?<![\w.:])(?P<first>\d{1,2})(?P<minute>:[0-5]\d)?(?P<half>[ap]) ?[-–] ?"
    r"(?P<last>\d{1,2})(?P<minute2>:[0-5]\d)?(?P<half2>[ap])(?!\w)"
)
_HAS_SHIFT = re.compile(r"\d[ap] ?[-–]")
_HOUR = re.compile(r"(?<![\w.:])(?P<first>1?\d)(?P<minute>:[0-5]\d)(?P<half>[ap])(?![\w-]|\.\w)")
_HAS_HOUR = re.compile(r":\d\d[ap]")
_THOUSANDS = re.compile(r"(?<![\w.,])(?P<number>\d{1,3})[Kk] (?:mi|miles)\b(?P<dot>\.(?=[,;:]| [a-z]))?")
_HAS_THOUSANDS = re.compile(r"\d[Kk] mi")


def classified_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for the words of advertisements of homes and things, where a sentence has a price or rooms of one."""

    def word(match: re.Match[str]) -> str:
        words = _WORDS[match[0].rstrip(".")]
        goes_on = words == "included" and re.match(r" [a-z]", match.string[match.end() :])
        return "including" if goes_on else words

    def room(match: re.Match[str]) -> str | None:
        if match["room"].islower() and match["link"] == " ":
            return None
        return f"{numbers.number(match['number'])} {_ROOMS[match['room'][1].lower()]}"

    def shift(match: re.Match[str]) -> str:
        return f"{_hour(match, 'first', 'minute', 'half')} to {_hour(match, 'last', 'minute2', 'half2')}"

    def _hour(match: re.Match[str], hour: str, minute: str, half: str) -> str:
        minutes = int(match[minute][1:]) if match[minute] else None
        words = clock_words(numbers, int(match[hour]), minutes, bare=True)
        return f"{words} {'AM' if match[half] == 'a' else 'PM'}"

    def thousands(match: re.Match[str]) -> str:
        return f"{numbers.number(match['number'])} thousand miles"

    def advance(match: re.Match[str]) -> str:
        ends = "." if match["dot"] and match.end() == len(match.string) else ""
        return " in advance" + (", " if match["more"] else ends)

    def day_of_show(match: re.Match[str]) -> str:
        return " day of show" + ("." if match["dot"] and match.end() == len(match.string) else "")

    def first_and_last(match: re.Match[str]) -> str:
        first = "First" if match["first"][0] == "F" else "first"
        if not match["more"]:
            return f"{first}, last"
        return f"{first}, last and {'security' if match['more'][0] == 's' else 'deposit'}"

    def expires(match: re.Match[str]) -> str:
        name = match["name"]
        if name.lower().startswith("exp"):
            name = _like(match, f"{_expiration(name)} date" if " " in name else "expires")
        name = " ".join("through" if word.lower() == "thru" else word for word in name.split())
        year = numbers.year(int(match["year"]) % 100 + 2000)
        return f"{name}{':' if ':' in match['mark'] else ''} {MONTH_NAMES[int(match['month'])]} {year}"

    def _expiration(written: str) -> str:
        return "expiry" if numbers.british or "iry" in written else "expiration"

    def _like(match: re.Match[str], words: str) -> str:
        """The words with a capital letter if the match has one, unless it is in capitals within a sentence."""
        small = match["name"][0].islower() or (match["name"].startswith("EXP") and match.start())
        return words if small else words.capitalize()

    return (
        Rule(Category.ABBREVIATIONS, _DEPENDING, lambda match: "depending on experience", evidence=_PAID),
        Rule(Category.DATES, _EXPIRES, expires, needs=_EXPIRES_SIGN),
        Rule(
            Category.ABBREVIATIONS,
            _EXPIRATION,
            lambda match: _like(match, _expiration("")),
            needs=_EXPIRES_SIGN,
        ),
        Rule(Category.ABBREVIATIONS, _FIRST_AND_LAST, first_and_last, needs=_HAS_FIRST),
        Rule(Category.ABBREVIATIONS, _REGULAR, lambda match: "regularly ", needs=_REGULAR),
        Rule(Category.ABBREVIATIONS, _AT_DOOR, lambda match: " on the door", needs=_AT_DOOR),
        Rule(Category.ABBREVIATIONS, _DAY_OF_SHOW, day_of_show, evidence=_HAS_ADVANCE),
        Rule(Category.ABBREVIATIONS, _ADVANCE, advance, needs=_HAS_ADVANCE),
        Rule(Category.TIMES, _SHIFT, shift, needs=_HAS_SHIFT),
        Rule(Category.TIMES, _HOUR, lambda match: _hour(match, "first", "minute", "half"), needs=_HAS_HOUR),
        Rule(Category.UNITS, _THOUSANDS, thousands, needs=_HAS_THOUSANDS),
        Rule(Category.UNITS, _ROOM, room, needs=_HAS_ROOM),
        Rule(Category.ABBREVIATIONS, _WORD, word, evidence=_ADVERTISED),
    )
