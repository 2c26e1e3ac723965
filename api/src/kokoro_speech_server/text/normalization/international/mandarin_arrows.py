"""Arrows in Mandarin texts: changes (80→72kg), routes, limits, values (ALT↑), rates (↑15%) and keys (↑↓)."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_TO = re.compile(" ?[→➔➜⟶] ?")
_AMOUNT_BEFORE = re.compile(
    r"(?:^|[^A-Za-z\d.])[vV]?\d[\d.,:：]{0,12} ?"
    r"(?:[A-Za-z%％℃°/²³]{1,6}|[元块万亿岁年月日点分斤倍天个名人级步米折]{1,2}|公[斤里])?$"
)
_AMOUNT_AFTER = re.compile(r"[vV]?[¥￥$€+-]?\d(?!\d{0,2}[A-Z][a-z\d])")
_ROUTE = re.compile(
    "次列车|高铁|动车|航班|航线|直飞|路线|线路|行程|自驾|车票|机票|班车|大巴|地铁|公交|出发|往返|专列|单程|转机|中转|[GDKTZ]\\d{1,4}次"
)
_HAN = re.compile("[一-鿿]")
_VARIABLE_BEFORE = re.compile(r"(?:^|[^A-Za-z])[a-zθ]$")
_LIMIT_AFTER = re.compile(r"[-+−]?(?:\d{1,4}(?![\d.A-Za-z])|∞)")
_FORMULA_BEFORE = re.compile(r"[A-Z][a-z]?[₀-₉\d]{0,2}\)?[₀-₉\d]?[↑↓]?$")
_FORMULA_AFTER = re.compile(r"\d{0,2}[A-Z][A-Za-z₀-₉\d(]")
_REACTION = re.compile("反应|方程式|燃烧|电解|分解|生成|[₂-₉]")
_KEYS = re.compile(
    "[↑↓←→]{1,12}(?=键|方向键|按键)|(?:(?<=按)|(?<=方向键)|(?<=按下)|(?<=[A-Za-z]\\+))[↑↓←→]{1,12}"
)
_MIXED = re.compile("[↑↓←→]{4,16}")
_NAMES = {"↑": "上", "↓": "下", "←": "左", "→": "右"}
_RATE = re.compile(r"[↑↓] ?(?=\d)")
_VALUE = re.compile(r"(?<=[A-Za-z\d一-鿿)）%％℃°]) ?(?P<arrows>↑{1,3}|↓{1,3})(?![↑↓←→]| ?\d)")
_MEASURED = re.compile(
    "细胞|蛋白|血|酶|胆|尿|肌酐|体温|指标|检验|化验|患者|CRP|WBC|RBC|ALT|AST|PLT|HGB|TSH|LDL|/L|mmol|营收|利润|同比|环比|价格"
    "|成本|销量|风险|活性|表达|浓度|水平|温度|压力|心率|指数|收益"
)
_SHARE = re.compile("[%％点元]$")
_CLICKED = re.compile("返回|点击|见上|如上|上图|楼上|置顶|顶部|下滑|上滑|戳")
_ARROWS = re.compile("[↑↓←→]")


def arrow_rules() -> tuple[Rule, ...]:
    """Rules that come before those for numbers and signs."""

    def to(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 18) : match.start()]
        after = match.string[match.end() : match.end() + 8]
        if _VARIABLE_BEFORE.search(before) and _LIMIT_AFTER.match(after):
            return "趋于"
        if _AMOUNT_BEFORE.search(before) and _AMOUNT_AFTER.match(after):
            return "到"
        if (
            _FORMULA_BEFORE.search(before)
            and _FORMULA_AFTER.match(after)
            and "+" in match.string
            and _REACTION.search(match.string)
        ):
            return "生成"
        is_route = _HAN.match(before[-1:]) and _HAN.match(after[:1]) and _ROUTE.search(match.string)
        return "到" if is_route else None

    def keys(match: re.Match[str]) -> str:
        return "".join(_NAMES[arrow] for arrow in match[0])

    def mixed(match: re.Match[str]) -> str | None:
        return keys(match) if len(set(match[0])) > 1 else None

    def value(match: re.Match[str]) -> str | None:
        if not _MEASURED.search(match.string) or _CLICKED.search(match.string) or "→" in match.string:
            return None
        rises = match["arrows"][0] == "↑"
        if _SHARE.search(match.string[: match.start()][-1:]):
            said = "上升" if rises else "下降"
        else:
            said = "升高" if rises else "降低"
        return "明显" + said if len(match["arrows"]) > 1 else said

    return (
        Rule(Category.SYMBOLS, _KEYS, keys, needs=_ARROWS),
        Rule(Category.SYMBOLS, _MIXED, mixed, needs=_ARROWS),
        Rule(
            Category.SYMBOLS,
            _RATE,
            lambda match: "上升" if match[0][0] == "↑" else "下降",
            needs=_ARROWS,
        ),
        Rule(Category.SYMBOLS, _VALUE, value, needs=_ARROWS),
        Rule(Category.SYMBOLS, _TO, to, needs=re.compile("[→➔➜⟶]")),
    )
