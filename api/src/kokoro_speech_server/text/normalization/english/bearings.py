"""Points of the compass behind distances and roads, and before "of": 34 km W of Gaziantep, 5 mi. NNE of Reno."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_SIDES = {"N": "north", "E": "east", "S": "south", "W": "west"}
_POINT = r"(?P<point>[NS](?:[NS]?[EW])?|[EW](?:[NS][EW])?)"
_BEARING = re.compile(rf"(?<=[a-z.] ){_POINT}\.?(?= of (?:the |[A-Z])|, |[.;]?$)")
_OF_PLACE = re.compile(
    r"(?<=\b[Tt]he )[NSEW](?= (?:end|side|coast|bank|wall|face|shore|entrance|slope|edge|corner|gate|wing|exit)\b)"
)
_BOUND = re.compile(r"(?<=\d)(?P<space> )(?P<way>[NSEW])B(?!\w)|(?<![\w/])(?P<way2>[nsew])/b(?![\w/])")
_ROAD = re.compile(r"(?:[A-Z][ -]?|\b(?:Interstate|Highway|Hwy\.?|Route|Rte?\.?|Exits?) )\d{1,3}$")
_DISTANCE = re.compile(r"\d ?(?:km|mi|m|nmi|mi\.)$|\b(?:miles?|kilomet(?:er|re)s?|blocks?|mi\.?|km)$")
_SIGN = re.compile(r"[a-z][. ]{1,2}[NESW]{1,3}\b")


def bearing_rules() -> tuple[Rule, ...]:
    """Rules for letters that name a direction, also of a road: I-80 WB, the A303 e/b, the W end."""

    def bearing(match: re.Match[str]) -> str | None:
        if not _DISTANCE.search(match.string[max(0, match.start() - 14) : match.start()].rstrip()):
            return None
        point = match["point"]
        if len(point) == 3:
            return f"{_SIDES[point[0]]}-{_SIDES[point[1]]}{_SIDES[point[2]]}"
        return "".join(_SIDES[letter] for letter in point)

    def bound(match: re.Match[str]) -> str | None:
        if match["way"] and not _ROAD.search(match.string[max(0, match.start() - 16) : match.start()]):
            return None
        letter = match["way"] or match["way2"]
        return f"{match['space'] or ''}{_SIDES[letter.upper()]}bound"

    return (
        Rule(Category.ABBREVIATIONS, _BEARING, bearing, needs=_SIGN),
        Rule(Category.ABBREVIATIONS, _OF_PLACE, lambda match: _SIDES[match[0]], needs=_SIGN),
        Rule(Category.ABBREVIATIONS, _BOUND, bound, needs=_BOUND),
    )
