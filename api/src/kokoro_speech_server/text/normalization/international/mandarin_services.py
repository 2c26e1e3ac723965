"""Hidden numbers (021-6888****), what is added (100W有线+50W无线) and days of treatment (7d) in Mandarin texts."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.units import unit_nouns
from kokoro_speech_server.text.normalization.rules import Category, Rule

_HIDDEN = re.compile(
    r"(?<![\dA-Za-z*.])(?P<first>\d{2,6}(?:[- ]\d{2,4})?[- ]?)(?P<stars>\*{3,16}(?:[ -]?\*{3,8}){0,3}|[xX]{4,8})"
    r"(?P<last>[ -]?\d{1,6}[Xx]?)?(?![\dA-Za-z*])"
)
_ADDED = re.compile(r"(?<=[一-鿿)）])\+(?=\d)")
_RATE = re.compile(r"\d{1,4}(?:\.\d{1,3})? ?(?:[%％℃°度‰]|个?百分点)")
_RATE_BEFORE = re.compile(r"\d[%％][一-鿿]{1,8}$")
_AMOUNT_BEFORE = re.compile(r"\d(?:[A-Za-z%]{0,4}|[万亿]|[一-鿿]{0,2})[一-鿿A-Za-z（）()·]{1,10}$")
_CHANGE = re.compile(
    r"(?:(?<=同比)|(?<=环比)|(?<=较上年)|(?<=较去年)|(?<=较上月)|(?<=较年初)|(?<=较上季)|(?<=YoY)|(?<=QoQ)|(?<=MoM)|(?<=yoy)|(?<=qoq))[+−-](?=\d{1,4}(?:\.\d{1,3})?[%％])"
)
_FOUND = re.compile("[(（](?P<sign>[+＋]{1,4}|[-−－]|[±])[)）]")
_OF_TESTS = re.compile(
    "抗[原体]|HB[sec]|HBV|HCV|HIV|检测|病毒|核酸|试验|染色|CK|ER|PR|Ki|免疫|培养|阴性|阳性|征|尿|隐血|化验|结果"
)
_RESOLUTION = re.compile("(?<![A-Za-z\\d.])(?:480|540|720|1080|1440|2160)(?=[pPi](?![A-Za-z\\d]))")
_ADAPTER = re.compile(
    r"(?<![A-Za-z\d.])(?P<volts>\d{1,3}(?:\.\d{1,2})?)V ?[/⎓⎯=]? ?(?P<amperes>\d{1,3}(?:\.\d{1,2})?)A(?![A-Za-z\d])"
)
_OF_FRACTION = re.compile(r"(?<=\d/\d) ?(?P<unit>tsp|tbsp|kg|g|m[lL]|L|h|k?m|cm|oz|lb)(?![A-Za-z\d²³/])")
_NUMBER_SIGN = re.compile(r"(?<=\d)#(?![A-Za-z\d#])")
_OPENED = re.compile(r"(?<!\d)#")
_SIDES = re.compile(r"(?:(?<=\d[cmdk]m)|(?<=\dm))[*＊](?=\d)")
_DAYS = re.compile(
    r"(?<![A-Za-z\d.])(?P<number>\d{1,3})(?P<last>[-~～–]\d{1,3})? ?d(?![A-Za-z\d])"
    r"(?!打印|电影|动画|建模|模型|效果|视觉|扫描|游戏|图|影|软件|眼镜|渲染|立体|技术)"
)
_TREATED = re.compile(
    "[后前服程用药续约第至到每热痛泻咳疗养天共贮存内置×]|住院|恢复|培养|连|\\d[hd]|口|注|[日周]$"
)


def service_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for telephone numbers and amounts."""

    units = unit_nouns(speller.locale)

    def digits(text: str) -> str:
        groups = (speller.digits(group).replace("一", "幺") for group in re.findall(r"\d+", text))
        return "，".join(groups)

    def hidden(match: re.Match[str]) -> str:
        last = match["last"] or ""
        said = [digits(match["first"]), "星号"]
        if last:
            said.append(digits(last) + ("X" if last[-1] in "Xx" else ""))
        return "，".join(said)

    def added(match: re.Match[str]) -> str | None:
        before = _RATE_BEFORE if _RATE.match(match.string, match.end()) else _AMOUNT_BEFORE
        return "加" if before.search(match.string[max(0, match.start() - 16) : match.start()]) else None

    def found(match: re.Match[str]) -> str:
        sign = match["sign"]
        return (
            "弱阳性"
            if sign == "±"
            else "阴性"
            if sign in "-−－"
            else f"{len(sign)}个加号"
            if len(sign) > 1
            else "阳性"
        )

    def number_sign(match: re.Match[str]) -> str | None:
        opened = len(_OPENED.findall(match.string, 0, match.start()))
        return None if opened % 2 else "号"

    def days(match: re.Match[str]) -> str | None:
        is_treated = _TREATED.search(match.string[max(0, match.start() - 4) : match.start()])
        follows = match.string[match.end() : match.end() + 1]
        if int(match["number"]) in (2, 3, 4) and not is_treated and follows not in tuple("后内前龄"):
            return None
        last = f"到{speller.number(match['last'][1:])}" if match["last"] else ""
        return f"{speller.cardinal(int(match['number']), '天')}{last}天"

    return (
        Rule(Category.PHONES, _HIDDEN, hidden, needs=re.compile(r"\*{3}|[xX]{4}")),
        Rule(Category.SYMBOLS, _FOUND, found, evidence=_OF_TESTS),
        Rule(
            Category.NUMBERS,
            _RESOLUTION,
            lambda match: speller.digits(match[0]),
            needs=re.compile(r"\d[pPi]"),
        ),
        Rule(
            Category.UNITS,
            _ADAPTER,
            lambda match: (
                f"{speller.number(match['volts'], '伏')}伏{speller.number(match['amperes'], '安')}安"
            ),
            needs=re.compile(r"\dV"),
        ),
        Rule(
            Category.UNITS,
            _OF_FRACTION,
            lambda match: units[match["unit"]].other.replace("{}", ""),
            needs=re.compile(r"/\d ?[a-zL]"),
        ),
        Rule(Category.SYMBOLS, _NUMBER_SIGN, number_sign, needs=re.compile(r"\d#")),
        Rule(Category.MATHS, _SIDES, lambda match: "乘", needs=re.compile(r"m[*＊]\d")),
        Rule(Category.MATHS, _ADDED, added, needs=re.compile(r"[一-鿿)）]\+\d")),
        Rule(
            Category.PERCENTAGES,
            _CHANGE,
            lambda match: "增长" if match[0] == "+" else "下降",
            needs=re.compile(r"[比年月初季YQMyq][+−-]\d"),
        ),
        Rule(Category.CHEMISTRY, re.compile("HbA1c"), lambda match: "H b 诶一 c", needs=re.compile("HbA")),
        Rule(
            Category.ADDRESSES,
            re.compile(r"(?<=[室号楼层座栋][，,])\d{6}(?=[，,。；]|$)"),
            lambda match: speller.digits(match[0]),
            needs=re.compile(r"[，,]\d{6}"),
        ),
        Rule(Category.UNITS, _DAYS, days, needs=re.compile(r"\d ?d")),
    )
