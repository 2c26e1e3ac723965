"""Units of armies and air forces, abbreviated without a point behind their number."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_ARMY = {
    "Bn": "Battalion", "Btn": "Battalion", "Regt": "Regiment", "Bde": "Brigade", "Sqn": "Squadron", "Sqdn": "Squadron",
    "Bty": "Battery", "Coy": "Company", "Plt": "Platoon", "Div": "Division", "Inf": "Infantry", "Cav": "Cavalry",
    "Arty": "Artillery",
}  # fmt: skip
"""Units of armies without a point, after a number: "1st Bn", "No. 617 Sqn", "29th Inf Div"."""

_ARMY_UNIT = re.compile(rf"\b(?:{any_of(_ARMY)})(?![\w.-])")
_NUMBERED_UNIT = re.compile(r"\d(?:st|nd|rd|th)?(?: \(?[A-Z][a-z]{1,9}\)?){0,2} $")


def army_rules() -> tuple[Rule, ...]:
    """A rule for 1st Bn, No. 617 Sqn, 29th Inf Div."""

    def army(match: re.Match[str]) -> str | None:
        numbered = _NUMBERED_UNIT.search(match.string[max(0, match.start() - 30) : match.start()])
        return _ARMY[match[0]] if numbered else None

    return (Rule(Category.ABBREVIATIONS, _ARMY_UNIT, army, needs=_ARMY_UNIT),)
