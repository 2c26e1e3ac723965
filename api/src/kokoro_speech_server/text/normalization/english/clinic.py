"""Notes of clinics: Pt is a 67 y/o F w/ hx of COPD, tx, dx, c/o chest pain, SpO2 91% on RA, T2DM."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_WORDS = {
    "pt": "patient", "pts": "patients", "hx": "history", "dx": "diagnosis", "dx'd": "diagnosed", "tx": "treatment",
    "rx": "prescription", "sx": "symptoms", "fx": "fracture", "abx": "antibiotics", "c/o": "complains of",
    "r/o": "rule out", "d/c": "discharge", "d/c'd": "discharged", "w/u": "workup", "n/v": "nausea and vomiting",
    "n/v/d": "nausea, vomiting and diarrhea", "yo": "year old", "y.o.": "year old", "wnl": "within normal limits",
    "nkda": "no known drug allergies", "nka": "no known allergies", "a&o": "alert and oriented", "s/p": "status post",
}  # fmt: skip
_WORD = re.compile(
    rf"(?<![\w./&'-])(?i:{any_of(sorted(_WORDS, key=len, reverse=True))})(?![\w/&'-]|\.\w)(?P<dot>\.(?= [a-z]))?"
)
_SEX = re.compile(r"(?P<age>\b(?:y/o|y\.o\.|yo|year-old|year old)) (?P<sex>[MF])(?=[ ,.;:]|$)")
_SEXES = {"M": "male", "F": "female"}
_TAKEN = {
    "PO": "by mouth", "po": "by mouth", "BID": "twice a day", "bid": "twice a day", "TID": "three times a day",
    "tid": "three times a day", "QID": "four times a day", "qid": "four times a day", "QHS": "at bedtime",
    "qhs": "at bedtime", "QD": "daily", "qd": "daily", "PRN": "as needed", "prn": "as needed", "SL": "under the tongue",
    "qam": "every morning", "qAM": "every morning", "qpm": "every evening", "qPM": "every evening",
}  # fmt: skip
_TAKE = re.compile(rf"(?<![\w./&-])(?:{any_of(_TAKEN)})(?![\w/&-]|\.\w)")
_PRESCRIBED = re.compile(
    r"\d ?(?:mg|mcg|µg|g|mL|ml|units?|tabs?|caps?|tablets?|capsules?|puffs?|drops?) (?:\w{1,8} )?"
    r"(?:PO|po|IV|IM|SC|SQ|SL|BID|bid|TID|tid|QID|qid|QHS|qhs|QD|qd|PRN|prn|q[ap]m|q[AP]M|daily|q\d)\b"
)
"""A dose, behind which short forms say how and when to take it."""
_DIABETES = re.compile(r"(?<![\w-])T(?P<type>[12])DM?(?![\w-])")
_NOTE = re.compile(
    r"\b(?:[Hh]x|[Dd]x|[Tt]x|[Ss]x|PMHx?) (?:of|w/|with|incl)|\b(?:[Dd]x|[RTSH]x|Abx|HPI|PMH|Imp): |"
    r"\b(?:[Pp]ts?|PT) (?:is an?|was|c/o|presents?|denies|reports?|states|has an?|admitted|seen|tolerated)\b|"
    r"\bc/o (?:\w{1,12} )?(?:SOB|CP|pain|HA|cough|fever|nausea|dizz\w{1,6}|"
    r"headaches?|fatigue|dyspnea)\b|\bs/p (?!\d)|\d ?(?:y/o|y\.o\.|yo|year-old) [MF]\b|\b(?:BP|HR|RR) \d{2,3}\b|"
    r"\bSpO2\b|\b(?:PMH|NKDA|HPI|A&Ox[34]|CABG|COPD|HTN|CHF|T2DM)\b"
)
"""What notes of a clinic have, and letters to its patients do not: "pt" may be a pint, "dx" a difference."""


def clinic_rules() -> tuple[Rule, ...]:
    """Rules for short forms of words in a sentence that shows that it is a note."""

    def word(match: re.Match[str]) -> str:
        written = match[0].removesuffix(".") if match["dot"] else match[0]
        words = _WORDS[written.lower()]
        return words.capitalize() if written[0].isupper() else words

    def sex(match: re.Match[str]) -> str:
        return f"{match['age']} {_SEXES[match['sex']]}"

    return (
        Rule(Category.ABBREVIATIONS, _SEX, sex, evidence=_NOTE),
        Rule(Category.ABBREVIATIONS, _TAKE, lambda match: _TAKEN[match[0]], evidence=_PRESCRIBED),
        Rule(Category.ABBREVIATIONS, _WORD, word, evidence=_NOTE),
        Rule(
            Category.ABBREVIATIONS,
            _DIABETES,
            lambda match: f"type {'one' if match['type'] == '1' else 'two'} diabetes",
            needs=_DIABETES,
        ),
    )
