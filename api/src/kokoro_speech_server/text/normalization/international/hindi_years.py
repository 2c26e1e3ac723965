"""Years in Hindi texts: financial years, spans, those of laws, of reports of cases and of births."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_REPORTS = r"SCC|SCR|SC|SCALE|AIR|ILR|LLJ|Cri?\.? ?LJ|JT|All|Bom|Cal|Del|Mad"
_OF_A_YEAR = "बैच|विश्व ?कप|विश्व युद्ध|मॉडल|संस्करण|ओलंपिक|एशियाई खेल|राष्ट्रमंडल|लोकसभा|विधानसभा|आम चुनाव|वाल[ेाी]"
_NAMED = re.compile(
    r"(?:(?<=AIR )|(?<=ILR )|(?<=ज\. )|(?<=ज\.)|(?<=जन्म )|(?<=जन्म: )|(?<=स्थापना: )|(?<=स्थापित: )"
    r"|(?<=प्रकाशन )|(?<=प्रकाशन: )|(?<=प्रकाशित )|(?<=निधन )|(?<=मृत्यु ))"
    r"1[1-9]\d\d(?![\d/-]|[.,]\d)"
    rf"|(?<![\d.,/₹$€£-])1[1-9]\d\d(?= (?:\(\d{{1,2}}\) ?)?(?:{_REPORTS})(?![A-Za-z])"
    rf"| (?:{_OF_A_YEAR})(?![\u0900-\u0963]))"
)
"""Behind or before a report of cases, or beside what happens in a year."""
_SHORT_DATE = re.compile(
    r"(?:(?<=दिनांक )|(?<=दिनांक: )|(?<=दि\. )|(?<=तारीख )|(?<=तिथि )|(?<=तिथि: )"
    r"|(?<![\w.,/-])(?=.{8} (?:को|तक|से)(?![\u0900-\u0963])))"
    r"(?P<day>0[1-9]|[12]\d|3[01])-(?P<month>0[1-9]|1[0-2])-(?P<year>\d\d)(?![\w/-]|[.,]\d)"
)


def year_words(speller: NumberSpeller, year: int) -> str:
    """A year from 1100 to 1999 is said in hundreds."""
    if 1100 <= year < 2000:
        return speller.join(
            speller.cardinal(year // 100), "सौ", speller.cardinal(year % 100) if year % 100 else ""
        )
    return speller.cardinal(year)


def year_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for ranges and numbers."""
    locale = speller.locale

    def financial_year(match: re.Match[str]) -> str | None:
        first, last = int(match["first"]), int(match["last"])
        words = year_words(speller, first), speller.cardinal(last % 100)
        if (first + 1) % 100 == last % 100:
            return speller.join(*words)
        return locale.span.format(*words) if len(match["last"]) == 2 and first % 100 < last else None

    def years(match: re.Match[str]) -> str:
        return f"{year_words(speller, int(match['first']))} से {year_words(speller, int(match['last']))}"

    return (
        Rule(
            Category.YEARS,
            re.compile(
                r"(?<![\w.,/-])(?P<first>(?:19|20)\d\d)[-–/](?P<last>\d{2}|(?:19|20)\d\d)(?![\w/-]|[.,]\d)"
            ),
            financial_year,
            needs=re.compile(r"\d[-–/]\d"),
        ),
        Rule(
            Category.YEARS,
            re.compile(
                r"(?:(?<=अधिनियम, )|(?<=संहिता, )|(?<=नियम, )|(?<=नियमावली,"
                r" )|(?<=आदेश, )|(?<=अध्यादेश, ))1[789]\d\d(?![\d/-])"
            ),
            lambda match: year_words(speller, int(match[0])),
            needs=re.compile(", 1"),
        ),
        Rule(
            Category.YEARS,
            re.compile(r"(?:(?<=[\u0900-\u0963] \()|(?<=, \())1[1-9]\d\d(?=\))"),
            lambda match: year_words(speller, int(match[0])),
            needs=re.compile(r"\(1\d{3}\)"),
        ),
        Rule(
            Category.YEARS,
            re.compile(r"(?<![\w.,])(?P<first>\d{1,4})[–-](?P<last>\d{1,4})(?= ?ई\. ?पू)"),
            lambda match: locale.span.format(speller.number(match["first"]), speller.number(match["last"])),
            needs=re.compile(r"\d ?ई\."),
        ),
        Rule(
            Category.YEARS,
            _NAMED,
            lambda match: year_words(speller, int(match[0])),
            needs=re.compile(r"1[1-9]\d\d"),
        ),
        Rule(
            Category.YEARS,
            re.compile(
                r"(?<![\w.,/-])(?P<first>1[1-9]\d\d)[-–—](?P<last>1[1-9]\d\d|20\d\d)(?![\w/-]|[.,]\d)"
            ),
            years,
            needs=DIGIT,
        ),
        Rule(
            Category.DATES,
            _SHORT_DATE,
            lambda match: locale.date(
                speller, 2000 + int(match["year"]), int(match["month"]), int(match["day"])
            ),
            needs=re.compile(r"\d-\d\d-\d"),
        ),
    )
