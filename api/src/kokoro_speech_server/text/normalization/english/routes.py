"""Points of the compass in directions: I-280 N, Highway 101 S to Exit 435, go N. on, keep R., 5th and Pine Sts."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.rules import Category, Rule

_SIDES = {"N": "North", "S": "South", "E": "East", "W": "West", "L": "Left", "R": "Right"}
_ROAD = re.compile(
    r"(?:(?<=\d )|(?<=\d[A-Z] ))(?P<side>[NSEW])\b\.?(?= (?:to|at|toward|towards|for|from|and|until|exit|near)\b"
    r"|[,;)]|$)"
)
_OF_ROADS = re.compile(
    r"(?:\b(?:I|US|U\.S\.|SR|CR|Route|Rte\.?|Rt\.?|Highway|Hwy\.?|Interstate|Road|Rd\.?|Autoroute|M|A|B)[ -]?"
    r"\d{1,4}[A-Z]?|\bUS Highway \d{1,3}) $"
)
_ROADS = re.compile(r"\d[A-Z]? [NSEW]\b")
_MOVED = re.compile(
    r"\b(?P<verb>[Gg]o|[Hh]ead|[Tt]urn|[Dd]rive|[Pp]roceed|[Tt]ravel|[Ww]alk|[Cc]ontinue|[Kk]eep|[Bb]ear|[Ss]tay|miles?|"
    r"mi\.|km) (?P<side>[NSEWLR])\b\.?(?=[,;]| (?:on|onto|at|along|to|toward|towards|for|into|past|until|and)\b|$)"
)
_MOVES = re.compile(r"[a-z.] [NSEWLR]\b")
_PART = re.compile(
    r"(?<![\w.])(?:(?P<side>[NSEW])\.|(?P<between>NE|NW|SE|SW)) "
    r"(?=(?:corner|quadrant|flank|ridge|side|edge|end|bank|coast|wall|wing|entrance|face|slope|shore|rim|half)\b)"
)
_SIDE = re.compile(r"[NSEW]\. [a-z]|[NS][EW] [a-z]")
_BETWEEN = {"NE": "northeast", "NW": "northwest", "SE": "southeast", "SW": "southwest"}
_STREETS = re.compile(r"(?<=[a-z] )(?P<short>Sts|Aves|Rds|Blvds|Dists|Hwys)\.?(?=[ ,;)]|$)")
_SEVERAL = {
    "Sts": "Streets", "Aves": "Avenues", "Rds": "Roads", "Blvds": "Boulevards", "Dists": "Districts",
    "Hwys": "Highways",
}  # fmt: skip
_BOUND = re.compile(r"(?<![\w/])(?P<side>[NSEW])/B(?![\w/])")
_JUNCTIONS = re.compile(
    r"(?<!\w)J(?P<first>\d{1,2}[A-Z]?)(?:(?P<mark> ?[-–/] ?)J?(?P<last>\d{1,2}[A-Z]?))?(?![\w-])"
)
_ANY_ROAD = re.compile(
    r"\b(?:[IMAB]-?\d{1,4}|US-?\d{1,3}|lanes?|carriageway|Hwy|traffic|roads?|closed|exit)\b"
)
_MOTORWAYS = re.compile(r"(?<!\w)(?:M\d{1,2}|A\d{1,4}(?:\(M\))?)(?!\w)")
_ANY_STREETS = re.compile("Sts|Aves|Rds|Blvds|Dists|Hwys")


def route_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for sides after the number of a road and after a verb of motion, for junctions, and for several streets."""

    def part(match: re.Match[str]) -> str:
        return f"{_BETWEEN[match['between']] if match['between'] else _SIDES[match['side']].lower()} "

    def junctions(match: re.Match[str]) -> str:
        first, last = (" ".join(re.findall(r"\d+|[A-Z]", one or "")) for one in match.group("first", "last"))
        if not last:
            return f"junction {_said(first)}"
        link = "and" if "/" in match["mark"] else "to"
        return f"junctions {_said(first)} {link} {_said(last)}"

    def _said(junction: str) -> str:
        return " ".join(numbers.number(part) if part.isdecimal() else part for part in junction.split())

    def road(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 24) : match.start()]
        return _word(match).lower() if _OF_ROADS.search(before) else None

    def moved(match: re.Match[str]) -> str:
        return f"{match['verb']} {_word(match).lower()}"

    def _word(match: re.Match[str]) -> str:
        ends = "." if match[0].endswith(".") and match.end() == len(match.string) else ""
        return _SIDES[match["side"]] + ends

    def streets(match: re.Match[str]) -> str:
        ends = "." if match[0].endswith(".") and match.end() == len(match.string) else ""
        return _SEVERAL[match["short"]] + ends

    return (
        Rule(
            Category.ADDRESSES,
            _BOUND,
            lambda match: f"{_SIDES[match['side']].lower()}bound",
            evidence=_ANY_ROAD,
        ),
        Rule(Category.ADDRESSES, _JUNCTIONS, junctions, evidence=_MOTORWAYS),
        Rule(Category.ADDRESSES, _ROAD, road, needs=_ROADS),
        Rule(Category.ADDRESSES, _MOVED, moved, needs=_MOVES),
        Rule(Category.ADDRESSES, _PART, part, needs=_SIDE),
        Rule(Category.ADDRESSES, _STREETS, streets, needs=_ANY_STREETS),
    )
