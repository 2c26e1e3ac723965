"""Amounts in Mandarin texts: what there is per piece (400IU/粒), salaries (15K-25K), prices (18.8w)."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_PIECE = "粒|片|支|袋|瓶|只|盒|包|份|枚|人|套|件|台|辆|户|间|层|次|场|期|组|股|桶|杯|张|篇|小时|分钟|秒|天|周|月|年"
_PER = re.compile(
    rf"(?<=[\u4e00-\u9fff])(?<![一-鿿]{{2}}[和或])/(?=(?:{_PIECE})(?![一-鿿]|/))|(?<=\dIU)/(?=(?:{_PIECE}))"
)
_AMOUNT = re.compile(r"\d(?:[A-Za-z]{1,3}|[一-鿿]{1,4})$")
_FROM_ZERO = re.compile(
    r"(?<![\d.:-])0(?:[~～]|-(?=\d{1,4}(?:\.\d)? ?(?:岁|个月|天|周|年|℃|度|分钟|小时|元|%|％|米|公里|km|m\b)))(?=\d)"
)
_SALARY = re.compile(r"(?<=\d[KkWw])[-–—~～](?=\d)")
_TEN_THOUSANDS = re.compile(r"(?<=\d)[wW](?=[，,。；;、！!？?+ ]|$|[元块多左右以粉播阅])")
_POWER = re.compile("充|功率|灯|瓦|快充|电源|适配器")
_MONTH = re.compile(r"(?<=年)0(?=[1-9]月)|(?<=月)0(?=[1-9][日号])")
_ROOM = re.compile(r"(?<![\dA-Za-z])(?<!\d[.,])\d{3,4}(?=会议室|教室|病房|办公室|包[间厢房]|宿舍|诊室|寝室)")
_CALL = re.compile(r"(?<=[电電话話致拨打])(?P<first>[235689]\d{3})-(?P<last>\d{4})(?![\d-])")
_ABSOLUTE = re.compile(r"\|(?P<name>[a-z]) ?(?P<sign>[+−-]) ?(?P<number>\d{1,4})\|")


def rate_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for dates and numbers."""

    def per(match: re.Match[str]) -> str | None:
        return "每" if _AMOUNT.search(match.string[max(0, match.start() - 8) : match.start()]) else None

    def ten_thousands(match: re.Match[str]) -> str | None:
        return None if _POWER.search(match.string) else "万"

    def call(match: re.Match[str]) -> str:
        return "，".join(speller.digits(match[part]).replace("一", "幺") for part in ("first", "last"))

    def absolute(match: re.Match[str]) -> str:
        sign = "加" if match["sign"] == "+" else "减"
        return f"{match['name']}{sign}{speller.number(match['number'])}的绝对值"

    return (
        Rule(Category.UNITS, _PER, per, needs=re.compile(f"/(?:{_PIECE})")),
        Rule(Category.RANGES, _FROM_ZERO, lambda match: "零到", needs=re.compile("0[~～-]")),
        Rule(Category.RANGES, _SALARY, lambda match: "到", needs=re.compile(r"\d[KkWw][-–—~～]")),
        Rule(Category.NUMBERS, _TEN_THOUSANDS, ten_thousands, needs=re.compile(r"\d[wW]")),
        Rule(Category.DATES, _MONTH, lambda match: "", needs=re.compile(r"[年月]0\d")),
        Rule(Category.IDS, _ROOM, lambda match: speller.digits(match[0]), needs=re.compile(r"\d{3}[一-鿿]")),
        Rule(Category.PHONES, _CALL, call, needs=DIGIT),
        Rule(Category.MATHS, _ABSOLUTE, absolute, needs=re.compile(r"\|")),
    )
