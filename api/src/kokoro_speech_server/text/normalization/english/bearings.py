"""Points of the compass behind distances, and before "of" and "winds": 34 km W of Gaziantep, 5 mi. NNE of Reno."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_SIDES = {"N": "north", "E": "east", "S": "south", "W": "west"}
_POINT = r"(?P<point>[NS](?:[NS]?[EW])?|[EW](?:[NS][EW])?)"
_BEARING = re.compile(rf"(?<=[a-z.] ){_POINT}\.?(?= of (?:the |[A-Z])|, |[.;]?$)")
_DISTANCE = re.compile(r"\d ?(?:km|mi|m|nmi|mi\.)$|\b(?:miles?|kilomet(?:er|re)s?|blocks?|mi\.?|km)$")
_SIGN = re.compile(r"[a-z][. ]{1,2}[NESW]{1,3}\b")


def bearing_rules() -> tuple[Rule, ...]:
    """A rule for one to three letters that name a direction."""

    def bearing(match: re.Match[str]) -> str | None:
        if not _DISTANCE.search(match.string[max(0, match.start() - 14) : match.start()].rstrip()):
            return None
        point = match["point"]
        if len(point) == 3:
            return f"{_SIDES[point[0]]}-{_SIDES[point[1]]}{_SIDES[point[2]]}"
        return "".join(_SIDES[letter] for letter in point)

    return (Rule(Category.ABBREVIATIONS, _BEARING, bearing, needs=_SIGN),)
