"""Days in Mandarin texts: from one to another (2024.3.15-4.20), of the week; months, quarters, seasons of shows."""

import re

from kokoro_speech_server.text.normalization.international.dates import exists
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_DASH = " ?[-–—~～〜至到]{1,2} ?"
_YEAR = r"(?:19|20)\d\d"
_SPAN = re.compile(
    rf"(?<![\d.A-Za-z])(?P<year>{_YEAR})\.(?P<month>\d{{1,2}})\.(?P<day>\d{{1,2}}){_DASH}"
    rf"(?:(?P<year2>{_YEAR})\.)?(?P<month2>\d{{1,2}})(?:\.(?P<day2>\d{{1,2}}))?(?![\d.])"
)
_MONTHS = re.compile(
    rf"(?<![\d.A-Za-z])(?P<year>{_YEAR})\.(?P<month>0?[1-9]|1[0-2]){_DASH}"
    rf"(?:(?P<year2>{_YEAR})\.(?P<month2>0?[1-9]|1[0-2])(?![\d.])|(?P<now>至?今))"
)
_SHORT = re.compile(
    rf"(?<![\d.,¥￥$A-Za-z])(?P<month>0?[1-9]|1[0-2])\.(?P<day>\d{{1,2}}){_DASH}(?P<month2>0?[1-9]|1[0-2])\.(?P<day2>\d{{1,2}})"
    r"(?![\d.,%％℃°A-Za-z]|[元米度克小公万亿倍个分千吨斤升次年秒英折点块岁平方立毫厘])"
)
_SHORT_BEFORE = re.compile(
    "(?:时间|日期|假期|展期|档期|会期|有效期|[上下本这]周|第.{1,2}周|活动|报名|预售|优惠|出行|行程|课程)"
    "[:：为是]?[(（ ]?$"
)
_SHORT_AFTER = re.compile(
    "[)）]? ?(?:放假|开放|报名|活动|期间|休息|调休|展出|优惠|直播|上课"
    "|停[业课运电水]|不?发货|预售|促销|特价|入住|打卡|签到|闭馆|停诊|出差)"
)
_WEEKDAY = re.compile(
    r"(?P<first>(?:周|星期|礼拜)[一二三四五六日天])"
    r"(?: ?[-–—~～] ?(?P<last>(?:周|星期|礼拜)?[一二三四五六日天](?![一-鿿]{0,1}级)))(?P<number>(?=\d))?"
)
_NEXT = re.compile(
    r"(?:(?<=\d[:：]\d\d)|(?<=[\d点时分月日号年])) ?[-–—－―]{1,2} ?(?=次[日年月晨]|翌[日年]|第二天|凌晨|今(?=[)）年]))"
)
_QUARTER = re.compile(
    rf"(?<![\d.A-Za-z])(?:(?P<year>{_YEAR}|\d\d)年?(?:Q(?P<quarter>[1-4])|H(?P<half>[12]))"
    rf"|(?P<first>[1-4])Q(?P<late>{_YEAR}|\d\d))(?![\dA-Za-z.])"
)
_MONTH = re.compile(rf"(?<![\d.A-Za-z/-])(?P<year>{_YEAR})/(?P<month>0[1-9]|1[0-2])(?![\d/.-])")
_EPISODE = re.compile(r"(?<![A-Za-z\d])S(?P<season>\d{1,2}) ?E(?P<episode>\d{1,3})(?![A-Za-z\d])")
_PAGE = re.compile(r"第(?P<page>\d{1,3})/(?P<pages>\d{1,3})(?=页)")
_DECADE = re.compile(r"(?<![\d.])(?P<year>1[6-9]\d0|20[0-2]0)'?s(?![A-Za-z\d])")


def day_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for dates, years and ranges."""

    def named(year: str | None, month: str, day: str | None) -> str:
        words = f"{speller.digits(year)}年" if year else ""
        words += f"{speller.cardinal(int(month))}月"
        return words + (f"{speller.cardinal(int(day))}日" if day else "")

    def span(match: re.Match[str]) -> str | None:
        month, day = match["month"], match["day"]
        month2, day2 = (match["month2"], match["day2"]) if match["day2"] else (month, match["month2"])
        if match["year2"] and not match["day2"]:
            return None
        if not (exists(int(month), int(day)) and exists(int(month2), int(day2))):
            return None
        last = named(match["year2"], month2, day2) if match["day2"] else f"{speller.cardinal(int(day2))}日"
        return f"{named(match['year'], month, day)}到{last}"

    def months(match: re.Match[str]) -> str | None:
        first = named(match["year"], match["month"], None)
        if match["now"]:
            return f"{first}至今"
        if int(match["year"]) > int(match["year2"]):
            return None
        return f"{first}到{named(match['year2'], match['month2'], None)}"

    def short(match: re.Match[str]) -> str | None:
        first, last = ((int(match[f"month{n}"]), int(match[f"day{n}"])) for n in ("", "2"))
        before = match.string[max(0, match.start() - 8) : match.start()]
        is_said = _SHORT_BEFORE.search(before) or _SHORT_AFTER.match(match.string, match.end())
        if not is_said or not (exists(*first) and exists(*last) and first < last):
            return None
        return f"{named(None, *map(str, first))}到{named(None, *map(str, last))}"

    def weekday(match: re.Match[str]) -> str:
        return f"{match['first']}到{match['last']}" + (" " if match["number"] is not None else "")

    def quarter(match: re.Match[str]) -> str:
        year = speller.digits(match["year"] or match["late"])
        if number := match["quarter"] or match["first"]:
            return f"{year}年{speller.cardinal(int(number))}季度"
        return f"{year}年{'上' if match['half'] == '1' else '下'}半年"

    return (
        Rule(Category.DATES, _SPAN, span, needs=re.compile(r"\d\.\d{1,2}\.\d")),
        Rule(Category.DATES, _MONTHS, months, needs=re.compile(r"(?:19|20)\d\d\.")),
        Rule(Category.DATES, _SHORT, short, needs=re.compile(r"\d\.\d")),
        Rule(
            Category.DATES,
            _WEEKDAY,
            weekday,
            needs=re.compile(r"(?:周|星期|礼拜)[一二三四五六日天][ –—~～-]"),
        ),
        Rule(Category.RANGES, _NEXT, lambda match: "到", needs=re.compile("次[日年月晨]|翌|第二天|凌晨|今")),
        Rule(Category.DATES, _QUARTER, quarter, needs=re.compile(r"[\d年](?:Q|H)")),
        Rule(
            Category.DATES,
            _MONTH,
            lambda match: named(match["year"], match["month"], None),
            needs=re.compile(r"\d{4}/\d"),
        ),
        Rule(
            Category.IDS,
            _EPISODE,
            lambda match: (
                f"第{speller.cardinal(int(match['season']))}季第{speller.cardinal(int(match['episode']))}集"
            ),
            needs=re.compile(r"S\d{1,2} ?E"),
        ),
        Rule(
            Category.NUMBERS,
            _PAGE,
            lambda match: (
                f"第{speller.cardinal(int(match['page']))}页，共{speller.cardinal(int(match['pages']))}"
            ),
            needs=re.compile(r"第\d{1,3}/"),
        ),
        Rule(
            Category.YEARS,
            _DECADE,
            lambda match: f"{speller.digits(match['year'])}年代",
            needs=re.compile(r"0'?s"),
        ),
    )
