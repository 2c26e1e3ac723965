"""Percentages, fractions, ratios, scores and ranges."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers, as_fraction
from kokoro_speech_server.text.normalization.english.patterns import (
    AMOUNT,
    MONTH,
    NUMBER,
    NUMERIC,
    START,
    VULGAR,
)
from kokoro_speech_server.text.normalization.english.units import part_of
from kokoro_speech_server.text.normalization.rules import Category, Rule

_SPANS = {"mo": "month", "yr": "year", "wk": "week", "hr": "hour", "qtr": "quarter"}
_PERCENT_PER = re.compile(
    r"(?<=[%‰]) ?/ ?(?P<of>mo|yr|wk|hr|qtr|month|year|week|day|hour|quarter|annum)(?![\w/])(?:\.(?=[,;:)]| [a-z]|$))?"
)
_PERCENT = re.compile(
    rf"{AMOUNT}(?P<link> ?|-)(?P<mark>[%‰％])(?: ?(?P<to2>[-–—]) ?(?P<third>{NUMBER}) ?[%‰％])?(?!\w)"
)
_NOUNS = (
    "cup|teaspoon|tablespoon|tsp|tbsp|mile|inch|hour|pint|quart|gallon|pound|ounce|acre|dozen|cent|yard|kilo|bottle|"
    "glass|liter|litre|meter|metre|kilometer|kilometre|minute|day|year|century|price"
)
_FRACTION = re.compile(
    rf"{START}(?:(?P<whole>\d{{1,6}})[ -](?=\d{{1,3}}/))?(?<![/\d])(?P<numerator>\d{{1,3}})/"
    rf"(?P<denominator>\d{{1,4}})(?P<th>ths?|rds?|nds?)?"
    rf"(?![\w/]|[.,]\d)(?: (?P<article>an? |of an? )?(?P<noun>(?:{_NOUNS})(?!\w)))?"
)
_VULGAR = re.compile(
    rf"{START}(?P<number>(?:\d{{1,9}} ?)?[{VULGAR}]|(?:\d{{1,4}}\+)?\d{{1,2}}⁄\d{{1,3}})(?!\w)(?: (?P<article>an? |of"
    rf" an? )?(?P<noun>(?:{_NOUNS})"
    rf"(?!\w)))?"
)
_SLASHED = re.compile(
    r"(?<![\w/.])(?P<what>24/7(?:/365)?|9/11|7/7|50/50|20/20|60/40|80/20|70/30|90/10)(?![\w/]|[.,]\d)"
)
_LISTED = re.compile(
    r"(?<![\w/.,-])(?P<numbers>\d{1,4}(?:/\d{1,4}){2,5})(?<!/19\d\d)(?<!/20\d\d)(?P<percent> ?%)?(?![\w/-]|[.,]\d)"
)
_LISTED_SIGN = re.compile(r"\d/\d{1,4}/\d")
_RATING = re.compile(
    r"\b(?:rat(?:e|ed|es|ing)|scor(?:e|ed|es|ing)|gave|give|given|gives|got|gets?|grade|graded|review|solid|mark|"
    r"marks|a)(?: (?:it|this|that|him|her|them|us|me|is|was|of|the|a|an|at|film|movie|book|album|place|game|"
    r"restaurant)){0,4}:? $",
    re.IGNORECASE,
)
_RATED = re.compile(rf"{START}(?P<number>\d{{1,2}}\.\d{{1,2}})/(?P<of>5|10|100)(?![\w/]|[.,]\d)")
_TERM = r"(?:\d{1,3}(?:,\d{3}){1,2}|\d{1,6})(?:\.\d{1,3})?"
_RATIO = re.compile(
    rf"{START}(?<!:)(?P<numbers>{_TERM}(?:(?: [:∶] |[:∶]){_TERM}){{1,4}})(?![\w:]|"
    rf"[.,]\d| ?[ap]\.?m\b)",
    re.IGNORECASE,
)
_TIMELIKE = re.compile(r"(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?|(?:\d{1,2}:)?\d{1,2}:[0-5]\d\.\d{1,6}")
_AT_TIME = re.compile(r"\b(?:at|with|from|until|by|after|before) $")
_RATIO_WORDS = re.compile(
    r"\b(?:ratios?|odds|scale|aspect|score[ds]?|mix(?:ed|ture)?|proportions?|dilut\w{1,6}|map)\b",
    re.IGNORECASE,
)
_RANGE = re.compile(
    rf"{START}(?<![-–—/])(?:(?P<sign>[-−])(?=[\d.]))?(?P<first>{NUMBER})(?P<space> ?)(?P<dash>[-–—−]) ?"
    rf"(?P<second>{NUMBER})"
    r"(?!\w|-(?!(?:year|month|week|day|hour|minute|second|mile|foot|inch|page|point|person)s?\b)|[/:.,]\d|[–—]\d)"
    rf"(?! {MONTH} [12]?\d{{2,3}}\b)"
)
_AIRLINER = re.compile(r"7\d7|3[1-8]0")
_COUNTED = re.compile(
    r"\b(?:page|step|part|slide|episode|test|question|attempt|round|level|task|photo|image|batch)s? $",
    re.IGNORECASE,
)
_DONE = re.compile(
    rf" (?!(?:{_NOUNS}|inche|lb|oz|kg|feet|thi|i|wa|ha|hi|a|le|plu|it)e?s\b)(?:[a-z]{{2,20}}s|people|passed|correct|"
    r"complete|completed|done|passing)\b"
)
_SCORED = re.compile(
    r"\b(?:passed|correct|scored?|completed?|results?|marks?|grades?|rating|attendance|accuracy|success)[:,]? $",
    re.IGNORECASE,
)
_CRICKET = re.compile(
    r"\b(?:overs?|declared|all out|wickets?|innings|batt(?:ed|ing)|bowl(?:ed|ing|ers?)|chas(?:e|ed|ing)|T20|ODI)\b"
)
_TO = re.compile(
    r"(?:(?<=\bnoon)|(?<=\bmidnight)) ?[-–—] ?(?=\d)|(?<=[AaPp][Mm]) ?[-–—] ?(?=(?:noon|midnight)\b)"
)
_LETTERS = re.compile(r"(?<![\w–-])(?P<first>[A-Z])(?P<dash>[-–])(?P<last>[A-Z])(?![\w–-])")
_PANELS = re.compile(r"(?<=\d[A-Za-z])–(?=[A-Za-z](?!\w))")
_NAMES = re.compile(
    r"\b(?:Windows|Python|iOS|Android|Days?|Grades?|Weeks?|Phases?|Levels?|Seasons?|Classes|Years?) $"
    r"|[a-z,] [A-Z][a-z]{2,20} $"
)
_ODDS = re.compile(
    r"\b(?:[Oo]dds|[Bb]ookmakers?|[Bb]ookies|favou?rites?|outsiders?|priced|long ?shots?)\b.{0,30}"
    r"(?:\d{1,3}/\d{1,2} (?:to|and|or|from|into|out to|in to) )?$"
)
_FAVOURITE = re.compile(r" (?:joint[ -])?(?:favou?rites?|outsiders?|shots?|chance)\b")
_SHOT = re.compile(
    r" (?:from (?:3|three|deep|downtown|beyond|the (?:line|field|floor|stripe|arc|free|foul))|shooting|FGs?|FTs?)\b"
)
_MULTIPLIED = re.compile(r"[\d)/^*÷] ?$")
_FACTOR = re.compile(r" ?[\d(/^*×·!²³]|[a-zA-Z]")
_GOES_ON = re.compile(r" ?[=+*/^×·÷]")
_WORD = re.compile(r"[^\W\d_]{3}")
_REACH = 80
_TWICE = frozenset({("50", "50"), ("20", "20")})


def ratio_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 16:9, 10:1. What could be a time is a ratio only near words such as "odds"."""

    def ratio(match: re.Match[str]) -> str | None:
        written = match["numbers"].replace(" ", "").replace("∶", ":")
        around = match.string[max(0, match.start() - 25) : match.end() + 25]
        if _TIMELIKE.fullmatch(written) and (
            not (evidence := _RATIO_WORDS.search(around))
            or (evidence[0].lower().startswith("score") and _AT_TIME.search(match.string[: match.start()]))
        ):
            return None
        terms = written.split(":")
        if any(len(term) > 1 and term[0] == "0" and "." not in term for term in terms):
            return None
        return " to ".join(numbers.number(term) for term in terms)

    return (Rule(Category.RATIOS, _RATIO, ratio, needs=NUMERIC),)


def portion_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 10%, 1/2 cup, 2½, 24/7, 3–2, 5-10."""

    def percent(match: re.Match[str]) -> str:
        words = numbers.amount(match)
        name = "per mille" if match["mark"] == "‰" else "percent"
        if match["third"]:
            return f"{words} {name} to {numbers.number(match['third'])} {name}"
        return f"{words}{'-' if match['link'] == '-' else ' '}{name}"

    def fraction(match: re.Match[str]) -> str | None:
        whole, numerator, denominator = match["whole"], int(match["numerator"]), int(match["denominator"])
        before = match.string[max(0, match.start() - 60) : match.start()]
        after = match.string[match.end() : match.end() + 12]
        if match["numerator"].startswith("0") or match["denominator"].startswith("0"):
            return None
        if "=" in match.string and not _is_added(match):
            return None
        if whole is None and (link := _not_a_part(numerator, denominator, before, after, match)):
            return f"{numbers.code(str(numerator))} {link} {numbers.cardinal(denominator)}"
        if (
            whole is None
            and denominator in (5, 10, 20, 50, 100)
            and denominator >= numerator
            and (
                (_RATING.search(before) and not match["noun"])
                or re.match(r" (?:stars?|points|rating)\b", after)
            )
        ):
            return f"{numbers.cardinal(numerator)} out of {numbers.cardinal(denominator)}"
        common = (
            denominator in range(2, 101) and (numerator < denominator or denominator < 10)
        ) or denominator in (1000,)
        if not (common or match["th"]):
            return (
                f"{numbers.cardinal(numerator)} over {numbers.cardinal(denominator)}"
                if whole is None
                else None
            )
        words = f"{whole or ''} {numerator}/{denominator}".strip()
        return portion(words, match)

    def portion(written: str, match: re.Match[str]) -> str:
        whole, numerator, denominator = as_fraction(written) or (0, 0, 0)
        noun = match["noun"]
        if noun and not whole:
            names = {"tsp": "teaspoon", "tbsp": "tablespoon"}
            return part_of(numbers, numerator, denominator, names.get(noun, noun))
        words = numbers.quantity(written)
        return f"{words} {match['article'] or ''}{noun}" if noun else words

    def rated(match: re.Match[str]) -> str:
        return f"{numbers.number(match['number'])} out of {numbers.number(match['of'])}"

    def vulgar(match: re.Match[str]) -> str:
        return portion(match["number"], match)

    def listed(match: re.Match[str]) -> str | None:
        first, second, *further = (int(one) for one in match["numbers"].split("/"))
        if len(further) < 2 and min(first, second) <= 12 and max(first, second) <= 31:
            return None  # may be a date
        words = ", ".join(numbers.cardinal(one) for one in (first, second, *further))
        return words + (" percent" if match["percent"] else "")

    def slashed(match: re.Match[str]) -> str:
        first, *more = match["what"].split("/")
        if first in ("50", "60", "70", "80", "90") and not match["what"].startswith("7/"):
            return "-".join(numbers.cardinal(int(one)) for one in (first, *more))
        return " ".join(numbers.code(one) for one in (first, *more))

    def between(match: re.Match[str]) -> str | None:
        first, second, space = match["first"], match["second"], match["space"]
        if match["dash"] == "−" or (match["dash"] == "-" and _is_equated(match) and not _rises(match)):
            return None  # a subtraction
        if not space and (first, second) in _TWICE:
            return f"{numbers.number(first)}-{numbers.number(second)}"
        if match["dash"] == "—" and space:
            return None  # a pause
        if _AIRLINER.fullmatch(first) and len(second) == 1 and second.isdigit():
            return f"{numbers.code(first)} {numbers.code(second)}"  # a model: "787-9"
        if (first, second) == ("24", "7"):
            return f"{numbers.number(first)} {numbers.number(second)}"
        link = "of" if match["dash"] == "-" and _SHOT.match(match.string, match.end()) else "to"
        return f"{numbers.signed(match['sign'], numbers.number(first))} {link} {numbers.number(second)}"

    def letters(match: re.Match[str]) -> str | None:
        first, last = match["first"], match["last"]
        return f"{first} to {last}" if match["dash"] == "–" or (first, last) == ("A", "Z") else None

    return (
        Rule(Category.RANGES, _TO, lambda match: " to ", needs=NUMERIC),
        Rule(Category.RANGES, _LETTERS, letters),
        Rule(Category.RANGES, _PANELS, lambda match: " to ", needs=NUMERIC),
        Rule(
            Category.PERCENTAGES,
            _PERCENT_PER,
            lambda match: f" per {_SPANS.get(match['of'], match['of'])}",
            needs=_PERCENT_PER,
        ),
        Rule(Category.PERCENTAGES, _PERCENT, percent, needs=NUMERIC),
        Rule(Category.FRACTIONS, _LISTED, listed, needs=_LISTED_SIGN),
        Rule(Category.FRACTIONS, _SLASHED, slashed, needs=NUMERIC),
        Rule(Category.FRACTIONS, _RATED, rated, needs=NUMERIC),
        Rule(Category.FRACTIONS, _FRACTION, fraction, needs=NUMERIC),
        Rule(Category.FRACTIONS, _VULGAR, vulgar, needs=NUMERIC),
        Rule(Category.RANGES, _RANGE, between, needs=NUMERIC),
    )


def _not_a_part(
    numerator: int, denominator: int, before: str, after: str, match: re.Match[str]
) -> str | None:
    """The word between two numbers that are no fraction by their context ("10/10", "step 2/5"); None if they are."""
    within = 1 < denominator >= numerator
    shown = {
        "of": within and _COUNTED.search(before),
        "out of": within
        and not _GOES_ON.match(after)
        and not before.endswith("pin-")
        and (numerator == denominator or _DONE.match(after) or _SCORED.search(before)),
        "for": numerator >= 20 and denominator <= 10 and _CRICKET.search(match.string),
        "over": 100 <= numerator <= 250 and 40 <= denominator <= 150,  # blood pressure: "120/80"
        "slash": numerator > 4 and denominator == numerator + 1 and _NAMES.search(before),
    }
    if _ODDS.search(before) or _FAVOURITE.match(after):
        return "to"
    if match["noun"] or match["th"]:
        return None
    return next((link for link, evidence in shown.items() if evidence), None)


def _is_equated(match: re.Match[str]) -> bool:
    """Whether "=" is in the sentence, without a word between it and the match."""
    before = match.string[max(0, match.start() - _REACH) : match.start()]
    after = match.string[match.end() : match.end() + _REACH]
    return "=" in _WORD.split(before)[-1] or "=" in _WORD.split(after, maxsplit=1)[0]


def _rises(match: re.Match[str]) -> bool:
    """Whether the second number is the larger one and nothing is calculated with it: "HR = 0.82, 0.71-0.95"."""
    first, second = (match[part].replace(",", "") for part in ("first", "second"))
    plain = first.replace(".", "", 1).isdecimal() and second.replace(".", "", 1).isdecimal()
    return plain and float(second) > float(first) and not _GOES_ON.match(match.string, match.end())


def _is_added(match: re.Match[str]) -> bool:
    """Whether a small fraction is a term of its own in an equation: "3/4 + 1/8 = 7/8", unlike "10/2 = 5"."""
    numerator, denominator = int(match["numerator"]), int(match["denominator"])
    return bool(
        numerator < denominator <= 10
        and not _MULTIPLIED.search(match.string[: match.start()][-2:])
        and not _FACTOR.match(match.string, match.end())
    )
