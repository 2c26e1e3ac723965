"""Citations of courts and codes: 123 F.3d 456, N.D. Cal., Cal. Penal Code, Companies Act 2006, s 172."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.places import DOTTED_STATES
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_REPORTERS = {
    "U.S.": "U.S.", "S. Ct.": "Supreme Court", "S.Ct.": "Supreme Court", "L. Ed.": "Lawyers' Edition",
    "L.Ed.": "Lawyers' Edition", "F.": "F", "Fed.": "Federal", "F. Supp.": "Federal Supplement",
    "F.Supp.": "Federal Supplement", "Fed. Appx.": "Federal Appendix", "F. App'x": "Federal Appendix",
    "F. App’x": "Federal Appendix", "P.": "Pacific", "A.": "Atlantic", "So.": "Southern", "N.E.": "North Eastern",
    "N.W.": "North Western", "S.E.": "South Eastern", "S.W.": "South Western", "N.Y.S.": "New York Supplement",
    "N.Y.": "New York", "Cal.": "California", "Cal. App.": "California Appellate", "Cal. Rptr.": "California Reporter",
    "Cal.Rptr.": "California Reporter", "Ill.": "Illinois", "Ill. App.": "Illinois Appellate", "Mass.": "Massachusetts",
    "A.D.": "Appellate Division", "Misc.": "Miscellaneous", "Ohio St.": "Ohio State", "Wis.": "Wisconsin",
    "Wash.": "Washington", "M.J.": "M.J.", "B.R.": "B.R.", "F.R.D.": "F.R.D.", "Vt.": "Vermont", "Pa.": "Pennsylvania",
    "Stat.": "Statutes", "Fed. Reg.": "Federal Register", "Cong. Rec.": "Congressional Record", "T.C.": "T.C.",
}  # fmt: skip
_REPORTED = re.compile(
    rf"(?<![\w.,$])(?P<volume>\d{{1,4}}) (?P<reporter>{any_of(_REPORTERS)})(?: ?(?P<series>[2-9])(?:d|th))?"
    r"(?=,? (?:at )?(?:\d|[_—]{1,3}|\(\d))"
)
_BLANK = re.compile(r"(?<=[A-Z.a-z] )_{2,5}(?=[ ,;.(]|$)")
_UNDERSCORES = re.compile("__")
_CITED = re.compile(r"\d (?:U\.S\.|F\.\dd|F\.\dth|S\. ?Ct\.|L\. ?Ed\. 2d) _")
_REPORTER = re.compile(r"\d (?:[A-Z]\.|Fed|So|Cal|Ill|Mass|Misc|Ohio|Wis|Wash|Vt|Pa|Stat|Cong)")
_STATES = DOTTED_STATES | {"Or.": "Oregon", "Haw.": "Hawaii", "Cal.": "California"}
_CODE_OF_STATE = re.compile(
    rf"(?<![\w.])(?P<state>{any_of(_STATES)}) (?=(?:Admin|Ann|App|Bus|Civ|Code|Comp|Const|Corp|Crim|Ct|Educ|Elec|Evid|"
    r"Exec|Fam|Fin|Gen|Gov|Health|Ins|Lab|Penal|Prob|Rev|Stat|Sup|Super|Tax|Veh|Welf)(?:\b|['’]))"
)
_DISTRICT = re.compile(
    rf"(?<![\w.])(?P<side>[NSEWCM])\.D\. ?(?P<state>{any_of({*_STATES, 'Ohio', 'Iowa'})})(?!\w)"
)
_SIDES = {"N": "Northern", "S": "Southern", "E": "Eastern", "W": "Western", "C": "Central", "M": "Middle"}
_SECTION = re.compile(
    r"(?:(?<=Act \d{4}),|(?<=Act),|(?<=Act \d{4})|(?<=\b[Uu]nder)|(?<=\b[Ss]ee)|(?<=\bby)|(?<=\bof)) (?P<short>ss?)"
    r"(?= ?\d{1,4}[A-Z]{0,2}(?![\w.%]))"
)
_POINT = re.compile(r"[a-zA-Z]\. [A-Z]")
_OF_DISTRICT = re.compile(r"\.D\. ?[A-Z]")
_SHORT_SECTION = re.compile(r" ss? ?\d")


def citation_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for reporters between their volume and the page, codes and courts of states, and British sections."""

    def reported(match: re.Match[str]) -> str:
        series = f" {numbers.ordinal(int(match['series']))}" if match["series"] else ""
        return f"{numbers.number(match['volume'])} {_REPORTERS[match['reporter']]}{series}"

    def district(match: re.Match[str]) -> str:
        ends = "." if match.end() == len(match.string) else ""
        return f"{_SIDES[match['side']]} District of {_STATES.get(match['state'], match['state'])}{ends}"

    def section(match: re.Match[str]) -> str:
        comma = "," if match[0].startswith(",") else ""
        return f"{comma} section{'s' if match['short'] == 'ss' else ''}"

    def blank(match: re.Match[str]) -> str | None:
        return "blank" if _CITED.search(match.string[max(0, match.start() - 16) : match.end()]) else None

    return (
        Rule(Category.IDS, _BLANK, blank, needs=_UNDERSCORES),
        Rule(Category.IDS, _REPORTED, reported, needs=_REPORTER),
        Rule(
            Category.ABBREVIATIONS, _CODE_OF_STATE, lambda match: f"{_STATES[match['state']]} ", needs=_POINT
        ),
        Rule(Category.ABBREVIATIONS, _DISTRICT, district, needs=_OF_DISTRICT),
        Rule(Category.ABBREVIATIONS, _SECTION, section, needs=_SHORT_SECTION),
    )
