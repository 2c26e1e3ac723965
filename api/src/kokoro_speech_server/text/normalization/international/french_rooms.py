"""Rooms in French advertisements of houses: 4 ch., which are horses of an engine elsewhere."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_ROOMS = re.compile(r"(?<![\w.,])(?P<number>[1-9]) ?ch\b(?:\.|(?=,| avec| et))(?! \(?\d{1,3} ?kW)")
_FEW = ("", "", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf")
_OF_HOUSES = re.compile(
    r"\b(?:sdb|sdd|SDB|[Mm]aisons?|[Aa]pp(?:art)?\.?|[Aa]ppartements?|[Vv]illas?|[Jj]ardin|cuisine|séjour|étage|[Ss]tudio"
    r"|[Dd]uplex|[Gg]îte|terrasse|salon|[Ff]ermette|[Pp]avillon)\b"
)


def _rooms(match: re.Match[str]) -> str:
    return "une chambre" if match["number"] == "1" else f"{_FEW[int(match['number'])]} chambres"


ROOMS_RULE = Rule(Category.ABBREVIATIONS, _ROOMS, _rooms, evidence=_OF_HOUSES)
