"""Rooms in French advertisements of houses (4 ch., 3 p.), and squares behind a number (3 pl. de la Paix)."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_ROOMS = re.compile(
    r"(?<![\w.,])(?P<number>[1-9]) ?(?P<short>ch|p|pces?)\b(?:\.|(?=,| avec| et))(?! \(?\d{1,3} ?kW)"
)
_FEW = ("", "", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf")
_SQUARE = re.compile(
    r"(?<![\w.,/-])(?P<number>[1-9]\d{0,3})(?P<more>(?: bis| ter)?,?)"
    r" pl\.(?= (?:de (?:la |l['’])?|du |des |d['’])[A-ZÀ-Ý])"
)
_IS_SQUARE = re.compile(r"[\d,srt] pl\.")
_OF_HOUSES = re.compile(
    r"\b(?:sdb|sdd|SDB|[Mm]aisons?|[Aa]pp(?:art)?\.?|[Aa]ppt|loyer|m²|[Aa]ppartements?|[Vv]illas?|[Jj]ardin|cuisine|séjour|étage|[Ss]tudio"
    r"|[Dd]uplex|[Gg]îte|terrasse|salon|[Ff]ermette|[Pp]avillon)(?!\w)"
)


def _rooms(match: re.Match[str]) -> str:
    noun = "chambre" if match["short"] == "ch" else "pièce"
    return f"une {noun}" if match["number"] == "1" else f"{_FEW[int(match['number'])]} {noun}s"


def room_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    def square(match: re.Match[str]) -> str:
        return f"{speller.cardinal(int(match['number']))}{match['more']} place"

    return (
        Rule(Category.ABBREVIATIONS, _ROOMS, _rooms, evidence=_OF_HOUSES),
        Rule(Category.ADDRESSES, _SQUARE, square, needs=_IS_SQUARE),
    )
