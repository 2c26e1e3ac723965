"""Points of the compass in French weather reports, advertisements and Canadian streets: "vent de NO", "exposé S-E"."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_SIDES = {"N": "nord", "S": "sud", "E": "est", "O": "ouest"}
_BEARING = re.compile(
    r"(?<![\w.-])(?:NN[EO]|SS[EO]|ENE|ESE|ONO|OSO|[EO]-[NS][EO]|[NS]-[NS][EO]|[NS][-/]?[EO])(?![\w'’/-])"
)
_HAS_BEARING = re.compile("[NSEO][-/]?[EO]")
_OF_WINDS = re.compile(
    r"\b(?:[Vv]ents?|[Ss]ecteurs?|[Hh]oules?|[Rr]afales?|[Ff]lux|[Bb]rises?|nœuds|nds|Beaufort|hPa"
    r"|[Ee]xpos\w{1,8}|[Ee]xpo|[Oo]rient\w{1,8}|[Ff]açades?|[Vv]ersants?|[Tt]errasses?|[Bb]alcon|[Jj]ardin"
    r"|[Ss]éismes?|[Éé]picentre)(?!\w)"
)
_TO_THE = re.compile(r"\b[Aa]u $")
_SIDE = re.compile(r"(?<![^\W_])(?P<side>[NSEO])(?![\w'’/-]|\.[\w-]|\. ?[A-Z])")
_SIDE_OF_WINDS = re.compile(
    r"\b(?:[Vv]ents?|[Ss]ecteurs?|[Hh]oules?|[Rr]afales?|[Ff]lux|[Bb]rises?|[Ee]xpos\w{1,8}|[Oo]rient\w{1,8}"
    r"|[Ff]açade|[Vv]ersant|[Pp]lein)(?: de secteurs?)?(?: (?:d['’]|de |du |en |au )?)?$"
)
_ACROSS = re.compile(
    r"(?<=d['’])(?P<first>[EO]) en (?P<last>[NSEO])(?!\w)|(?<=du )(?P<first2>[NS]) au (?P<last2>[NS])(?!\w)"
)
_HAS_ACROSS = re.compile(r"[NSEO] (?:en|au) [NSEO]")
_STREET_SIDE = re.compile(
    r"(?<=[a-zà-ÿ\d] )(?P<side>[NSEO])(?P<point>\.?)(?=,|$| (?:app|bureau|suite)\b| \()"
)
_OF_STREETS = re.compile(
    r"\b(?:[Bb]oul|[Aa]v|[Rr]ue|[Cc]h|[Cc]hemin|[Aa]venue|[Bb]oulevard|[Rr]oute|[Rr]ang)\b"
)
_IN_STREET = re.compile(
    r"\b(?:[Bb]oul\.?|[Aa]v\.?|[Rr]ue|[Cc]h\.?|[Cc]hemin|[Aa]venue|[Bb]oulevard|[Rr]oute|[Rr]ang)"
    r"(?: [\w'’.-]{1,24}){1,4} $"
)
_AHEAD = 60
"""Characters before a point of the compass in which the word for what has it is."""


def _said(bearing: str) -> str:
    """The second point of three is named apart: "nord nord-est"."""
    letters = [letter for letter in bearing if letter in _SIDES]
    last = "-".join(_SIDES[letter] for letter in letters[-2:])
    return f"{_SIDES[letters[0]]} {last}" if len(letters) == 3 else last


def _before(match: re.Match[str]) -> str:
    return match.string[max(0, match.start() - _AHEAD) : match.start()]


def _bearing(match: re.Match[str]) -> str | None:
    is_place = _TO_THE.search(_before(match)) or _OF_WINDS.search(match.string)
    return _said(match[0]) if is_place else None


def _side(match: re.Match[str]) -> str | None:
    return _SIDES[match["side"]] if _SIDE_OF_WINDS.search(_before(match)) else None


def _across(match: re.Match[str]) -> str:
    """From one side to the other: "d'O en E"."""
    first, last = match["first"] or match["first2"], match["last"] or match["last2"]
    return f"{_SIDES[first]} {'en' if match['first'] else 'au'} {_SIDES[last]}"


def _street_side(match: re.Match[str]) -> str | None:
    if not _IN_STREET.search(_before(match)):
        return None
    ends = match["point"] and match.end() == len(match.string)
    return _SIDES[match["side"]] + ("." if ends else "")


BEARING_RULES = (
    Rule(Category.ABBREVIATIONS, _ACROSS, _across, needs=_HAS_ACROSS),
    Rule(Category.ABBREVIATIONS, _BEARING, _bearing, needs=_HAS_BEARING),
    Rule(Category.ABBREVIATIONS, _SIDE, _side, evidence=_OF_WINDS),
    Rule(Category.ADDRESSES, _STREET_SIDE, _street_side, evidence=_OF_STREETS),
)
