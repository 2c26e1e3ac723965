"""Amounts in Mandarin texts: what there is per piece (400IU/粒), salaries (15K-25K), prices (18.8w)."""

import re

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.units import measured
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule, any_of

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
_CAPITAL_W = re.compile(
    r"(?<![A-Za-z\d.])(?:(?P<first>\d{1,5}(?:\.\d{1,2})?)[-–—~～])?(?P<number>\d{1,5}(?:\.\d{1,2})?)W(?![A-Za-z\d/·])"
)
"""Ten thousand, where people or money are counted; otherwise watts."""
_POWER = re.compile("充|功率|灯|瓦|快充|电源|适配器")
_PEOPLE_OR_MONEY = re.compile(
    "(?:粉|播放|阅读|浏览|点赞|薪|月入|年入|收入|工资|预算|报价|售价|落地|首付|总价|存款|贷款|单价|价格|房价|成交|销量|人次|赚|亏|花了|花费"
    "|公里|月供|奖金|押金|投资|彩礼|流水|库存|营业额)[^，。；,;！？!?]{0,8}$"
)
_COUNTED = re.compile("[+＋]?(?:粉丝|阅读|播放|浏览|点赞|人次|公里|年薪|彩礼|存款|预算|人民币|现金|的?粉)")
_CODES = {
    "USD": "美元", "CNY": "人民币", "CNH": "离岸人民币", "EUR": "欧元", "GBP": "英镑", "JPY": "日元", "HKD": "港元",
    "AUD": "澳元", "CAD": "加元", "CHF": "瑞郎", "NZD": "纽元", "KRW": "韩元", "SGD": "新元",
    "RUB": "卢布", "THB": "泰铢",
    "RMB": "人民币", "BTC": "比特币", "ETH": "以太坊", "USDT": "泰达币",
}  # fmt: skip
_PAIR = re.compile(rf"(?<![A-Za-z/])(?P<one>{any_of(_CODES)})/(?P<other>{any_of(_CODES)})(?![A-Za-z/])")
_POINTS = re.compile(
    r"(?P<sign>(?<![A-Za-z\d%％)）.])[-−+])?(?<![A-Za-z\d.])(?P<number>\d{1,4}(?:\.\d{1,2})?)"
    r"(?:[-–~～](?P<last>\d{1,4}))? ?个?"
    r"(?P<unit>bps?|BPs?|pcts?|pp)(?![A-Za-z\d/])"
)
_OF_RATES = re.compile(
    "利率|收益率|利差|加息|降息|降准|国债|美联储|央行|LPR|下调|上调|倒挂|债|毛利|净利|费率|存款|MLF|同比|环比|占比"
)
_PER_TIME = re.compile(r"(?<=\d[%％‰])/(?=[日天月年周次])")
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

    def capital_w(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 24) : match.start()]
        clause = re.split("[，。；,;]", before)[-1]
        if _POWER.search(clause):
            return None
        counts = _PEOPLE_OR_MONEY.search(before) or _COUNTED.match(match.string, match.end())
        if not counts:
            return None
        first = f"{speller.number(match['first'], '万')}到" if match["first"] else ""
        return f"{first}{speller.number(match['number'], '万')}万"

    def points(match: re.Match[str]) -> str | None:
        name = "个基点" if match["unit"].lower().startswith("bp") else "个百分点"
        return measured(speller, match, Noun(name, name)) if _OF_RATES.search(match.string) else None

    def call(match: re.Match[str]) -> str:
        return "，".join(speller.digits(match[part]).replace("一", "幺") for part in ("first", "last"))

    def absolute(match: re.Match[str]) -> str:
        sign = "加" if match["sign"] == "+" else "减"
        return f"{match['name']}{sign}{speller.number(match['number'])}的绝对值"

    return (
        Rule(Category.UNITS, _PER, per, needs=re.compile(f"/(?:{_PIECE})")),
        Rule(Category.RANGES, _FROM_ZERO, lambda match: "零到", needs=re.compile("0[~～-]")),
        Rule(Category.RANGES, _SALARY, lambda match: "到", needs=re.compile(r"\d[KkWw][-–—~～]")),
        Rule(Category.NUMBERS, _CAPITAL_W, capital_w, needs=re.compile(r"\dW")),
        Rule(Category.NUMBERS, _TEN_THOUSANDS, ten_thousands, needs=re.compile(r"\d[wW]")),
        Rule(Category.DATES, _MONTH, lambda match: "", needs=re.compile(r"[年月]0\d")),
        Rule(Category.IDS, _ROOM, lambda match: speller.digits(match[0]), needs=re.compile(r"\d{3}[一-鿿]")),
        Rule(Category.UNITS, _PER_TIME, lambda match: "每", needs=re.compile("[%％‰]/")),
        Rule(
            Category.MONEY,
            _PAIR,
            lambda match: f"{_CODES[match['one']]}兑{_CODES[match['other']]}",
            needs=re.compile("[A-Z]{3}/[A-Z]{3}"),
        ),
        Rule(Category.UNITS, _POINTS, points, needs=re.compile(r"\d ?个?(?:bp|BP|pct|pp)")),
        Rule(Category.PHONES, _CALL, call, needs=DIGIT),
        Rule(Category.MATHS, _ABSOLUTE, absolute, needs=re.compile(r"\|")),
    )
