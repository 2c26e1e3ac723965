"""Japanese law: dates of decisions (最判昭44・7・4), case numbers (平30(受)123号) and sentences (懲役1年6月)."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.normalization.international.japanese_counters import counted
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

Date = Callable[[NumberSpeller, int | None, int | None, int | None], str]

_ERAS = {"明": "明治", "大": "大正", "昭": "昭和", "平": "平成", "令": "令和"}
_ERA = r"(?P<era>明治?|大正?|昭和?|平成?|令和?)(?P<year>元|[1-9]\d?)"
_BEFORE = r"(?:(?<![一-龠々])|(?<=[判決審命定法律則令示号付訴])|(?<=判例)|(?<=裁判所))"
_DECIDED = re.compile(
    rf"{_BEFORE}{_ERA}(?P<mark>[・･.．])(?P<month>1[0-2]|[1-9])(?P=mark)(?P<day>[12]\d|3[01]|[1-9])(?![\d・･]|[.．]\d)"
)
_YEAR = re.compile(
    rf"{_BEFORE}(?P<era>明|大|昭|平|令)(?P<year>元|[1-9]\d?)(?:年|(?=[(（][ァ-ヺ一-龠]{{1,2}}[)）](?:第?\d|$)))"
)
_CASE = re.compile(r"(?<=[昭平令][和成])(?P<year>元|[1-9]\d?)(?=[(（][ァ-ヺ一-龠]{1,2}[)）]第?\d)")
_PENALTY = re.compile(
    r"(?:(?<=懲役)|(?<=禁錮)|(?<=禁固)|(?<=拘禁刑)|(?<=有期刑)|(?<=不定期刑))(?P<about>各)?"
    r"(?:(?P<years>[1-9]\d?)年)?(?P<months>1[01]|[1-9])月(?![間曜\d])"
)


def law_rules(speller: NumberSpeller, date: Date) -> tuple[Rule, ...]:
    """Rules that come before those for versions and counters. date: spells a year, a month and a day"""

    def year(number: str) -> str:
        if number in ("元", "1"):
            return "元年"
        return counted(int(number), speller.cardinal(int(number)), "年")

    def decided(match: re.Match[str]) -> str:
        day = date(speller, None, int(match["month"]), int(match["day"]))
        return _ERAS[match["era"][0]] + year(match["year"]) + day

    def short_year(match: re.Match[str]) -> str:
        return _ERAS[match["era"]] + year(match["year"])

    def penalty(match: re.Match[str]) -> str:
        years = int(match["years"] or 0)
        said = counted(years, speller.cardinal(years), "年") if years else ""
        return f"{match['about'] or ''}{said}{speller.cardinal(int(match['months']))}ゲツ"

    return (
        Rule(Category.DATES, _DECIDED, decided, needs=re.compile(r"[・･.．]\d")),
        Rule(Category.DATES, _YEAR, short_year, needs=re.compile(r"[明大昭平令][元\d]")),
        Rule(
            Category.DATES,
            _CASE,
            lambda match: year(match["year"]),
            needs=re.compile(r"[和成][元\d]{1,2}[(（]"),
        ),
        Rule(Category.NUMBERS, _PENALTY, penalty, needs=re.compile("懲役|禁[錮固]|刑")),
    )
