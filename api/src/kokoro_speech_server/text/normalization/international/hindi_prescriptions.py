"""Prescriptions in Hindi texts: how often a medicine is taken (BD, TDS), for how long (x 5 दिन)."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_MEDICINE = re.compile(
    r"\d ?(?:mg|mcg|ml|mL|µg|मिग्रा|मि\. ?ग्रा|मिली|मि\. ?ली|g(?!\w))|[Tt]ab\.?"
    r"|[Cc]ap\.?|[Ss]yp|[Ii]nj|टैब|गोली|कैप\.|कैप्सूल|सिरप|इंजेक्शन"
)
_TIMES = {
    "OD": "दिन में एक बार", "BD": "दिन में दो बार", "BID": "दिन में दो बार", "TDS": "दिन में तीन बार", "TID": "दिन में तीन बार",
    "QID": "दिन में चार बार", "QDS": "दिन में चार बार", "HS": "सोते समय", "SOS": "ज़रूरत पड़ने पर", "STAT": "तुरंत",
    "PRN": "ज़रूरत पड़ने पर", "AC": "खाने से पहले", "PC": "खाने के बाद",
}  # fmt: skip
_AMBIGUOUS = frozenset("AC PC HS OD STAT BD".split())
_DOSE_BEFORE = re.compile(
    r"(?:\d ?(?:mg|mcg|ml|mL|g|मिग्रा|मिली|गोली)|गोली|BD|BID|TDS|TID|QID|QDS|OD|दिन)[ ,(]{1,3}$"
)
_TIME = re.compile(rf"(?<![\w.-])(?P<time>{'|'.join(_TIMES)})(?P<more> पर)?(?![\w-]|\.\w)")
_LASTING = re.compile(
    r"(?:(?<=[A-Za-z\u0900-\u0963)]) |(?<=, ))[xX×] ?"
    r"(?P<number>\d{1,3} ?(?:दिन(?:ों)?|हफ़्ते|हफ्ते|सप्ताह|महीने|माह))(?! तक)(?![\u0900-\u0963])"
)


def prescription_rules() -> tuple[Rule, ...]:
    """Rules that come before those for initials and numbers."""

    def time(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 16) : match.start()]
        if match["time"] in _AMBIGUOUS and not _DOSE_BEFORE.search(before):
            return None
        return _TIMES[match["time"]]

    return (
        Rule(Category.ABBREVIATIONS, _TIME, time, evidence=_MEDICINE),
        Rule(Category.UNITS, _LASTING, lambda match: f" {match['number']} तक", evidence=_MEDICINE),
    )
