"""Signs and short forms in Mandarin texts: days of events, standards, status codes, topics, figures, floors, places."""

import re

from kokoro_speech_server.text.normalization.international.chemical_formulas import formula_rules
from kokoro_speech_server.text.normalization.international.coordinates import coordinate_rules
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.unit_notations import (
    UnitWords,
    unit_notation_rules,
)
from kokoro_speech_server.text.normalization.rules import Category, Rule

_UNITS = UnitWords(
    per="每",
    squared="二次方",
    cubed="三次方",
    between="、",
    scales="(?<=[万亿])",
    further={
        "N": "牛", "kN": "千牛", "Pa": "帕", "GPa": "吉帕", "K": "开尔文", "A": "安", "C": "库仑", "T": "特斯拉",
        "eV": "电子伏", "keV": "千电子伏", "MeV": "兆电子伏", "GeV": "吉电子伏", "mol": "摩尔", "rad": "弧度",
        "Sv": "希",
        "F": "法拉",
    },
)  # fmt: skip
_SIDES = {"N": "北纬", "S": "南纬", "E": "东经", "W": "西经"}
_STANDARDS = "ISO|IEC|ISO/IEC|EN|DIN|IEEE|ASTM|ANSI|JIS|UL|RFC|GB|GB/T|DB|YY|YY/T|HJ|JGJ|QB|NB/T|T/CAS"
_WAVES = "~～〜"
_SIGNED = re.compile(r" ?[-−+]\d")
_PARTICLES = "的了吧呢啊呀哦嘛啦哈嗯耶哟喔吗哇嘞咯滴鸭诶嘿呵么们好谢拜安"
_OF_STATUS = "错误|状态|页面|页|响应|异常|报错|重定向|未找到|代码|码"


def _letters(element: str) -> str:
    return " ".join(element.upper()).replace("A", "诶")


def _joined(parts: list[str]) -> str:
    """Parts with spaces between Latin letters only."""
    return re.sub(r" (?=[一-鿿])|(?<=[一-鿿]) ", "", " ".join(parts))


def notation_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for dates and numbers."""

    def event(match: re.Match[str]) -> str | None:
        month, day = match["month"], match["day"]
        return speller.digits(month + day) if 1 <= int(month) <= 12 and 1 <= int(day) <= 31 else None

    def standard(match: re.Match[str]) -> str:
        numbers = match["number"].replace(".", " ").split()
        said = "点".join(map(speller.digits, numbers))
        part = f"杠{speller.number(match['part'])}" if match["part"] else ""
        link = " " if (match["mark"] or "") in ":：" else "杠"
        year = link + speller.digits(match["year"]) if match["year"] else ""
        return f"{match['name'].replace('/', ' ')} {said}{part}{year}"

    def status(match: re.Match[str]) -> str:
        return speller.digits(match[0])

    def topic(match: re.Match[str]) -> str | None:
        return "" if match.string[: match.start()].count("#") % 2 else None

    def figure(match: re.Match[str]) -> str:
        return "杠".join(speller.number(part) for part in re.split("[-−]", match[0]))

    def floor(match: re.Match[str]) -> str:
        return f"{'负' if match['below'] else ''}{speller.cardinal(int(match['number']))}层"

    def wave(match: re.Match[str]) -> str | None:
        last = match.string[: match.start()].rstrip()[-1:]
        following = match.string[match.end() :].lstrip()[:1]
        if following == "/":
            return None
        if re.match(r"\d+ ?Hz", match.string[match.end() :]):
            return "，"
        signed = _SIGNED.match(match.string, match.end())
        if (last.isalnum() or last in tuple("%％℃°元′″'’")) and (following.isalnum() or signed):
            return "，" if last in _PARTICLES else "到"
        return ""

    def page(match: re.Match[str]) -> str:
        first, last = match.group("first", "last")
        words = f"{speller.number(first)}到{speller.number(last)}" if last else speller.number(first)
        return f"第{words}页"

    return (
        *unit_notation_rules(speller, _UNITS),
        *coordinate_rules(speller, _SIDES, ("度", "分", "秒"), before=True),
        *formula_rules(_letters, speller.cardinal, speller.cardinal, ("正", "负"), _joined),
        Rule(
            Category.DATES,
            re.compile(
                r"(?<![A-Za-z\d.,·•])(?P<month>\d{1,2})[·•](?P<day>\d{1,2})(?=[\"”’」』》、，。\u4e00-\u9fff]|$)"
            ),
            event,
            needs=re.compile("[·•]"),
        ),
        Rule(
            Category.IDS,
            re.compile(
                rf"(?<![A-Za-z])(?P<name>{_STANDARDS})[ -]?(?P<number>\d{{2,6}}(?:\.\d{{1,3}})?)"
                r"(?:-(?P<part>\d{1,2}))?(?:(?P<mark>[:：—–-])(?P<year>(?:19|20)\d\d))?(?![\d]|[.:：-]\d)"
            ),
            standard,
            needs=re.compile(r"[A-Z][ -]?\d\d"),
        ),
        Rule(
            Category.IDS,
            re.compile(
                rf"(?:(?<=HTTP )|(?<=HTTP)|(?<=返回)|(?<=状态码)|(?<=状态码为)|(?<=错误码)"
                rf"|(?<=状态码：)|(?<=状态码是))[1-5]\d\d(?![\d.,%个次条元项行])"
                rf"|(?<![A-Za-z\d.,¥$])(?:[45]0[0-9]|30[12478]|42[269]|451)(?= ?(?:{_OF_STATUS}|[A-Z][a-z]))"
                r"|(?:(?<=[页网]面)|(?<=网[页站])|(?<=接口)|(?<=请求)|(?<=直接)|(?<=[报弹])|(?<=出现)|(?<=提示)|(?<=又))"
                r" ?(?:[45]0[0-9]|30[1-8]|42[269])(?=了|[，。,、！!]|$)"
                r"|(?<=端口)\d{2,5}(?!\d)|(?<=端口号)\d{2,5}(?!\d)"
            ),
            status,
            needs=re.compile(r"[45]\d\d|30\d|HTTP|码|返回|端口"),
        ),
        Rule(Category.SYMBOLS, re.compile(r"(?<=[^\s#])#(?![\w#])"), topic, needs=re.compile("#")),
        Rule(
            Category.NUMBERS,
            re.compile(
                r"(?:(?<=[图表式题例])|(?<=[图表式题例] ))\d{1,3}[-−]\d{1,3}(?:[-−]\d{1,3})?(?![-\d年月日])"
            ),
            figure,
            needs=re.compile(r"[图表式题例] ?\d"),
        ),
        Rule(
            Category.NUMBERS,
            re.compile(
                r"(?<![A-Za-z\d.,车排厢+-])(?P<below>B)?(?P<number>[1-9]\d?)F(?![A-Za-z\d°]|[号座排])"
            ),
            floor,
            needs=re.compile(r"\dF"),
        ),
        Rule(
            Category.IDS,
            re.compile(r"(?<=IP)[6X][0-9X](?![A-Za-z\d])"),
            lambda match: "".join(one if one == "X" else speller.cardinal(int(one)) for one in match[0]),
            needs=re.compile(r"IP[X\d]"),
        ),
        Rule(
            Category.IDS,
            re.compile(
                r"(?<![A-Za-z])[Pp]{1,2}\. ?(?P<first>\d{1,5})(?:[-–~～](?P<last>\d{1,5}))?(?![\d.]|[A-Za-z])"
            ),
            page,
            needs=re.compile(r"[Pp]\. ?\d"),
        ),
        Rule(
            Category.SYMBOLS,
            re.compile(r"(?<=[A-Za-z])&(?=[A-Za-z])"),
            lambda match: " and ",
            needs=re.compile("&"),
        ),
        Rule(
            Category.RANGES,
            re.compile(r"(?<=[日年月])(?: [-–—] | ?[－―] ?|——)(?=(?:\d{1,4}年|\d{1,2}月|\d{1,2}日))"),
            lambda match: "到",
            needs=re.compile("[-–—－―]"),
        ),
        Rule(
            Category.RANGES,
            re.compile(r"(?<=[日年月])(?: ?[-–—－―] ?|——)(?=[)）])"),
            lambda match: "至今",
            needs=re.compile("[-–—－―] ?[)）]"),
        ),
        Rule(Category.RANGES, re.compile(f"[{_WAVES}]"), wave, needs=re.compile(f"[{_WAVES}]")),
    )
