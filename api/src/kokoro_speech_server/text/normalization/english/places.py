"""States of the USA: Austin, TX 78701; SPRINGFIELD, Mo. (AP); Wash. St."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_STATES = {
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California", "CO": "Colorado",
    "CT": "Connecticut", "DE": "Delaware", "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho",
    "IL": "Illinois", "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana",
    "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota", "MS": "Mississippi",
    "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada", "NH": "New Hampshire", "NJ": "New Jersey",
    "NM": "New Mexico", "NY": "New York", "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio",
    "OK": "Oklahoma", "OR": "Oregon", "PA": "Pennsylvania", "RI": "Rhode Island", "SC": "South Carolina",
    "SD": "South Dakota", "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VT": "Vermont", "VA": "Virginia",
    "WA": "Washington", "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming", "PR": "Puerto Rico",
}  # fmt: skip
_DOTTED = {
    "Ala.": "Alabama", "Ariz.": "Arizona", "Ark.": "Arkansas", "Calif.": "California", "Colo.": "Colorado",
    "Conn.": "Connecticut", "Del.": "Delaware", "Fla.": "Florida", "Ga.": "Georgia", "Ill.": "Illinois",
    "Ind.": "Indiana", "Kan.": "Kansas", "Ky.": "Kentucky", "La.": "Louisiana", "Md.": "Maryland",
    "Mass.": "Massachusetts", "Mich.": "Michigan", "Minn.": "Minnesota", "Miss.": "Mississippi", "Mo.": "Missouri",
    "Mont.": "Montana", "Neb.": "Nebraska", "Nev.": "Nevada", "N.H.": "New Hampshire", "N.J.": "New Jersey",
    "N.M.": "New Mexico", "N.Y.": "New York", "N.C.": "North Carolina", "N.D.": "North Dakota", "Okla.": "Oklahoma",
    "Ore.": "Oregon", "Pa.": "Pennsylvania", "R.I.": "Rhode Island", "S.C.": "South Carolina", "S.D.": "South Dakota",
    "Tenn.": "Tennessee", "Tex.": "Texas", "Vt.": "Vermont", "Va.": "Virginia", "Wash.": "Washington",
    "W.Va.": "West Virginia", "Wis.": "Wisconsin", "Wyo.": "Wyoming",
}  # fmt: skip
_STATE = re.compile(
    rf"(?<=[A-Za-z.]), (?P<state>{any_of(_STATES)})"
    rf"(?: (?P<zip>\d{{5}})(?P<more>-\d{{4}})?(?![\w-]|[.,]\d)|(?=[,;)]|\.?$| ?[—–]| -{{1,2}} | \(|, USA\b))"
)
_DOTTED_STATE = re.compile(
    rf"(?<=[A-Za-z]), (?P<state>{any_of(_DOTTED)})(?P<zip>(?!))?(?P<more>(?!))?(?=[,;)]|$| ?[—–]| -{{1,2}} | \(|"
    rf" [a-z]| \d{{5}})"
)
_CAPITAL = re.compile(r"\bWash\.(?=, D\.? ?C\b)")
_UNIVERSITY = re.compile(
    rf"\b(?<!\b[Oo]n )(?<!\bnear )(?<!\d )(?P<state>{any_of(state for state in _DOTTED if state[-2].islower())})"
    r" St\.(?= [a-z(]|,)"
)
_PLACE = re.compile(r"(?:[A-Z][a-z]{2,20}|[A-Z]{4,20}|City|St\.?)$")
_COMMA = re.compile(", [A-Z]")
_SAINT = re.compile(r"\. St\.")


def place_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for states after a place and a comma, before what ends it or with a ZIP code, and for Wash. St."""

    def state(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 22) : match.start()]
        if not _PLACE.search(before):
            return None
        name = _STATES.get(match["state"]) or _DOTTED[match["state"]]
        ends = match[0].endswith(".") and match.end() == len(match.string)
        words = f", {name}"
        if match["zip"]:
            words += f" {numbers.digits(match['zip'])}"
        if match["more"]:
            words += f", {numbers.digits(match['more'])}"
        return words + ("." if ends else "")

    def university(match: re.Match[str]) -> str:
        return f"{_DOTTED[match['state']]} State"

    return (
        Rule(Category.ADDRESSES, _CAPITAL, lambda match: "Washington", needs=_COMMA),
        Rule(Category.ADDRESSES, _UNIVERSITY, university, needs=_SAINT),
        Rule(Category.ADDRESSES, _STATE, state, needs=_COMMA),
        Rule(Category.ADDRESSES, _DOTTED_STATE, state, needs=_COMMA),
    )
