"""Flights of named airlines (Delta 1208), times of four digits (0930-1730) and British ones (the 07.42 service)."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.times import clock_words
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_AIRLINES = (
    "Delta", "United", "American", "Southwest", "JetBlue", "Alaska", "Spirit", "Frontier", "Lufthansa", "Ryanair",
    "easyJet", "Emirates", "Qantas", "British Airways", "Air France", "KLM", "Air Canada", "WestJet", "Allegiant",
    "Hawaiian", "Qatar Airways", "Etihad", "Singapore Airlines", "Cathay Pacific", "Iberia", "Swiss", "Virgin Atlantic",
    "Turkish Airlines", "Air India", "Jet2", "Amtrak",
)  # fmt: skip
_FLIGHT = re.compile(
    rf"(?<!\w)(?P<airline>{any_of(_AIRLINES)}) (?P<number>[1-9]\d{{2,3}})"
    r"(?=,? (?:to|from|bound|departs?|departed|arriv\w{2,4}|lands?|landed|is (?:delayed|now|on|cancell?ed|boarding|"
    r"scheduled)|was (?:delayed|diverted|cancell?ed)|has (?:landed|departed|been)|diverted)(?!\w)|\)|$)"
)
_INCLUSIVE = re.compile(r"\binc\b\.?(?=$|[,;)])")
_LAST_DAY = re.compile(
    r"(?:to|until|till|through|[-–]) [^.;]{0,30}(?:\d(?:st|nd|rd|th)?|day|Sat|Sun|Mon|Fri|Jan|Feb|Mar|Apr|June?|July?|"
    r"Aug|Sept?|Oct|Nov|Dec|March|April|May|August|[a-z]ber|ary) $"
)
_TRIP = re.compile(r"(?<=[\d)eims]) (?P<way>r/t|R/T|o/w|O/W|RT|OW|rt|ow)(?P<dot>\.(?= [a-z]))?(?![\w/])")
_TRIP_SIGN = re.compile(r"[rRoO]/?[tTwW]\b")
_FARE = re.compile(r"[$£€]\d[\d,.]{0,8}(?: ?(?:pp|each|per person|fare))?$")
_DISTANCE = re.compile(r"\d ?(?:mi|miles|km)$")
_NAMED = re.compile(r"[a-zA-Z2] \d{3}")
_POINTED = re.compile(
    r"(?<![\w.,/£$€-])(?P<hour>[01]\d|2[0-3])\.(?P<minute>[0-5]\d)(?![\w%/]|[.,-]\d| ?(?:°|[ap]\.?m))"
)
_PLAIN = re.compile(
    r"(?P<before>\b(?:at|until|till|from|by|before|after|to|approx\.|approximately|around) )(?P<hour>0[1-9])"
    r"(?P<minute>[0-5]\d)(?![\w-]|[.,:/]\d| ?(?:hours|hrs?|h|Z|UTC|GMT|Zulu|local)\b)"
)
_SPAN = re.compile(
    r"(?<![\w.,:/+-])(?P<hour>0[1-9])(?P<minute>[0-5][05]) ?[-–] ?(?P<hour2>[01]\d|2[0-3])"
    r"(?P<minute2>[0-5][05])(?![\w-]|[.,:/]\d)"
)
_PLAIN_SIGN = re.compile(r"\b0[1-9][0-5]\d\b")
_POINTED_SIGN = re.compile(r"\d\d\.[0-5]\d")
_AT = re.compile(
    r"\b(?:[Aa]t|by|until|till|[Ff]rom|[Tt]he|before|after|[Dd]ep(?:art(?:s|ing)?)?\.?|[Aa]rr(?:iv(?:es|ing))?\.?|"
    r"and) $"
)
_LEAVES = re.compile(r" (?:(?:to|from) [A-Z]|(?:service|train|bus|coach|ferry|sailing|flight)\b)")
_TRAVELS = re.compile(
    r"\b(?:services?|trains?|bus(?:es)?|coach(?:es)?|ferry|ferries|flights?|platform|depart\w{0,5}|"
    r"arriv\w{1,4}|calls? at|calling at|station|kick[- ]?off|doors|boarding|sailings?|timetable)\b",
    re.IGNORECASE,
)


def travel_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for Delta 1208 to Atlanta and, in British English, for the 07.42 to York."""

    def flight(match: re.Match[str]) -> str:
        return f"{match['airline']} {numbers.code(match['number'])}"

    def pointed(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 12) : match.start()]
        leaves = before.endswith(("the ", "The ")) and _LEAVES.match(match.string, match.end())
        if not numbers.british or not (leaves or (_AT.search(before) and _TRAVELS.search(match.string))):
            return None
        return clock_words(numbers, int(match["hour"]), int(match["minute"]))

    def trip(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 24) : match.start()]
        if not (_FARE.search(before) or (match["way"] == "RT" and _DISTANCE.search(before))):
            return None
        return " round trip" if match["way"][0] in "rR" else " one way"

    def inclusive(match: re.Match[str]) -> str | None:
        if not _LAST_DAY.search(match.string[max(0, match.start() - 50) : match.start()]):
            return None
        return "inclusive" + ("." if match[0].endswith(".") and match.end() == len(match.string) else "")

    def plain(match: re.Match[str]) -> str:
        return f"{match['before']}{_of_four_digits(match['hour'], match['minute'])}"

    def span(match: re.Match[str]) -> str:
        first = _of_four_digits(match["hour"], match["minute"])
        return f"{first} to {_of_four_digits(match['hour2'], match['minute2'])}"

    def _of_four_digits(hour: str, minute: str) -> str:
        if minute == "00":
            return f"{'oh ' if hour[0] == '0' else ''}{numbers.cardinal(int(hour))} hundred"
        return clock_words(numbers, int(hour), int(minute))

    return (
        Rule(Category.TIMES, _PLAIN, plain, needs=_PLAIN_SIGN),
        Rule(Category.TIMES, _SPAN, span, needs=_PLAIN_SIGN),
        Rule(Category.IDS, _FLIGHT, flight, needs=_NAMED),
        Rule(Category.ABBREVIATIONS, _INCLUSIVE, inclusive, needs=_INCLUSIVE),
        Rule(Category.ABBREVIATIONS, _TRIP, trip, needs=_TRIP_SIGN),
        Rule(Category.TIMES, _POINTED, pointed, needs=_POINTED_SIGN),
    )
