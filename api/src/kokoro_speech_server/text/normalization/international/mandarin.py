"""Mandarin in simplified characters."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.normalization.international.dates import clock
from kokoro_speech_server.text.normalization.international.field_units import field_unit_rules
from kokoro_speech_server.text.normalization.international.locale import Currency, Locale, Noun
from kokoro_speech_server.text.normalization.international.mandarin_arrows import arrow_rules
from kokoro_speech_server.text.normalization.international.mandarin_codes import mandarin_code_rules
from kokoro_speech_server.text.normalization.international.mandarin_days import day_rules
from kokoro_speech_server.text.normalization.international.mandarin_equations import equation_rules
from kokoro_speech_server.text.normalization.international.mandarin_initials import initial_rules
from kokoro_speech_server.text.normalization.international.mandarin_names import name_rules
from kokoro_speech_server.text.normalization.international.mandarin_notations import notation_rules
from kokoro_speech_server.text.normalization.international.mandarin_rates import rate_rules
from kokoro_speech_server.text.normalization.international.mandarin_records import record_rules
from kokoro_speech_server.text.normalization.international.mandarin_services import service_rules
from kokoro_speech_server.text.normalization.international.mandarin_years import bracketed_year_rules
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.unspaced_formulas import unspaced_formula_rules
from kokoro_speech_server.text.normalization.rules import Rule

# Words before which two is 两: measure words, units, money, and powers of ten from a hundred on.
_MEASURE = re.compile(
    r" ?(?!年[级級生]|次(?:会议|會議|全会|方程|函数|项|元|型|曲线|感染|污染"
    r"|加工|开发|创业|世界大战)|分(?:法|类|频)|行(?:代码处)|手|维|胎|孩|季度)"
    r"(?:[个個只隻本張张條条件位名年天周週次回遍趟家所間间块塊元角毛分秒点點杯瓶碗袋盒箱双雙對对套种種類类步口座棵朵匹"
    r"头頭辆輛台架艘部篇首句段層层倍里米克吨磅斤升岁歲代方国國者边邊队隊场場票扇户刻百千万萬亿億人把根支枚颗粒份幅顿辈轮排"
    r"群组亩届笔批篮番勺匙片节節堂门門项項桩起封股丝滴罐桶捆束串团堆打道面桌声阵针剂季集关招列字词题問问局盘球胜負负金银铜"
    r"死伤室厅卫厨大成折处處例宗尊具株丛缕餐丸贴半侧端岸旁女男车市省任场筐篓摞叠抹撮瓣段截卷匙筒壶锅"
    r"盆盘碟缸屉笼簇窝幕拍帧杆]"
    r"|(?:小|大|茶|汤|咖啡|调)[勺匙]|茶匙|汤匙|小时|小時|分钟|分鐘|星期|公里|公斤|公尺|公顷|公吨|英里|英镑|英尺|英寸|美元|美分|欧元|欧分|日元"
    r"|港元|港币|卢比|卢布|加元|澳元|雷亚尔|瑞士法郎|厘米|毫米|微米|纳米|平方|立方|毫升|毫克|毫秒|千克|千米|千瓦|兆|吉|太字节|盎司"
    r"|伏|瓦|摄氏|华氏|连胜|连败|连冠|回合)"
)


def _ruleset(number: int, after: str) -> str:
    if number == 2 and not _MEASURE.match(after):
        return "spellout-cardinal"
    return "spellout-cardinal-alternate2"


_TRILLION = 10**12
_HUNDRED_MILLION = 10**8


def _spell(number: int, plain: Callable[[int], str]) -> str:
    """In mainland China 10¹² is 万亿; CLDR spells it 兆, which means a million there."""
    if number < _TRILLION:
        return plain(number)
    high, low = divmod(number, _HUNDRED_MILLION)
    gap = "零" if 0 < low < _HUNDRED_MILLION // 10 else ""
    return _spell(high, plain) + "亿" + (gap + plain(low) if low else "")


def _fraction(speller: NumberSpeller, above: int, below: int, after: str = "") -> str:
    return f"{speller.cardinal(below)}分之{speller.cardinal(above)}"


def _mixed(speller: NumberSpeller, whole: int, above: int, below: int) -> str:
    return f"{speller.cardinal(whole)}又{_fraction(speller, above, below)}"


def _ordinal(speller: NumberSpeller, match: re.Match[str]) -> str:
    return "第" + speller.cardinal(int(match["number"]))


def _date(speller: NumberSpeller, year: int | None, month: int | None, day: int | None) -> str:
    """Years are spelled digit by digit. A year alone is followed by 年 in the text already."""
    words = speller.digits(str(year)) if year else ""
    if month and day:
        words += f"{'年' if year else ''}{speller.cardinal(month)}月{speller.cardinal(day)}日"
    return words


def _time(speller: NumberSpeller, match: re.Match[str]) -> str | None:
    read = clock(match)
    if read is None:
        return None
    hour, minute, second = read
    words = speller.cardinal(hour, "点") + "点"
    if minute or second is not None:
        words += f"{'零' if minute < 10 else ''}{speller.cardinal(minute) if minute else ''}分"
    return (
        words if second is None else f"{words}{'零' if 0 < second < 10 else ''}{speller.cardinal(second)}秒"
    )


def _with_cents(whole: str, cents: int, words: str, named: str) -> str:
    if named != words + "分":  # not Chinese currency
        return whole + named
    tenths, hundredths = (_DIGITS[digit] for digit in divmod(cents, 10))
    if cents < 10:
        return f"{whole}零{hundredths}分" if whole else f"{hundredths}分"
    return f"{whole}{tenths}角" + (f"{hundredths}分" if cents % 10 else "")


_DIGITS = ("零", "一", "二", "三", "四", "五", "六", "七", "八", "九")


def _phone(speller: NumberSpeller, text: str) -> str:
    """In telephone numbers, one is yāo (幺)."""
    plus = "加" if text.startswith("+") else ""
    return plus + "，".join(speller.digits(group).replace("一", "幺") for group in re.findall(r"\d+", text))


_FIELDS = {
    "N": ("牛", r"力|重物|弹簧|负荷|载荷|\b[FGTf] ?="),
    "A": ("安", r"电流|电路|电阻|电压|额定|充电|快充|插座|保险丝|\d ?V(?!\w)|\bI ?="),
    "K": ("开尔文", r"温度|开尔文|热力学|熔点|沸点|\bT ?="),
    "C": ("库仑", r"电荷|库仑|\b[qQ] ?="),
    "T": ("特斯拉", r"磁场|磁感应|核磁|MRI|\bB ?="),
    "F": ("法拉", r"电容器|\bC ?="),
}
"""Units of one letter, and words of their fields."""


def _own_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    return (
        *initial_rules(),
        *arrow_rules(),
        *equation_rules(speller),
        *day_rules(speller),
        *mandarin_code_rules(speller),
        *rate_rules(speller),
        *bracketed_year_rules(speller),
        *service_rules(speller),
        *field_unit_rules(_FIELDS),
        *unspaced_formula_rules(speller, "派", "以{}为底{}的对数", "每"),
        *name_rules(speller),
        *notation_rules(speller),
        *record_rules(speller, _date, _phone),
    )


_MULTIPLIED = Noun("", "")


def _noun(name: str) -> Noun:
    return Noun(name, name)


LOCALE = Locale(
    tag="zh",
    decimal=".",
    marks={".": "点", ",": "点"},
    ruleset=_ruleset,
    spell=_spell,
    minus="负",
    plus="正",
    percent="百分之{}",
    permille="千分之{}",
    span="{}到{}",
    score="{}比{}",
    fraction=_fraction,
    codes="密码|验证码|邮编|邮政编码|房间号|工号|学号|(?<!球衣)(?<!背心)(?:号码|號碼)|[帳編學]號|統編|密碼|驗證碼|[账帐户税票案货款料]号|识别号|证书?号|批号|保单号|合同号|病历号|住院号|门诊号|车架号|机身号|设备号|注册号|备案号|文号|编码|条形?码|提取码|邀请码|兑换码|QQ号?|卡号|编号|微信号?|尾号|代码|取件码|订单号|会议号|会议ID|会议码|入会码|运单号|(?<![A-Za-z])ID号?|末四位|后四位|末4位|后4位|快递单号|流水号|准考证号|考号|序列号|工单号",
    equals="是|为|為",
    mixed=_mixed,
    ordinal_pattern=r"第(?P<number>\d{1,9})(?![\d.,])",
    ordinal=_ordinal,
    roman=(
        r"第(?P<roman>[IVXLCDM]{1,8})(?=[一-鿿])",
        r"(?<=[一-鿿])(?P<roman>(?!XL|CD|MD|DC|XX(?![IV])|VI(?!I))[IVX]{2,7})(?![A-Za-z\d])",
        r"(?:(?<=[A-Za-z]{2} )|(?<=[A-Z]-))(?P<roman>(?!XX(?![IV]))[IVX]{2,5})(?![A-Za-z\d'’.-])",
        r"(?<![A-Za-z\d])(?P<roman>[IVX]{1,4})(?=[型期级類类度号章世])",
    ),
    say_roman=lambda speller, number, match: speller.cardinal(number),
    pressure="{}，{}",
    calls=r"(?:拨打|请打|打|拨|拨通|致电|热线|电话|呼叫)(?:是|为|：|:)?",
    heads={name: _noun(name) for name in ("人", "转", "次", "个", "件", "张", "块", "万元", "万人", "票", "只", "头")},
    below={"d": "天", "day": "天", "L": "升", "min": "分钟"},
    hundred="每百{unit}",
    day_first=False,
    date=_date,
    year_pattern=(
        r"(?<!\d)(?<!\d[.,-])(?P<year>1[1-9]\d{2}|20\d{2}|10\d\d(?=年\d{1,2}月))"
        r"(?= ?年(?!前|后|以|内|间|来|历史|的历史|期))"
    ),
    time=_time,
    currencies=(
        Currency(("¥", "￥", "CNY", "RMB", "CN¥", "元"), _noun("元"), _noun("分")),
        Currency(("US$", "USD", "$", "＄"), _noun("美元"), _noun("美分")),
        Currency(("€", "EUR"), _noun("欧元"), _noun("欧分")),
        Currency(("£", "GBP"), _noun("英镑"), _noun("便士")),
        Currency(("JPY", "JP¥"), _noun("日元")),
        Currency(("₹", "INR"), _noun("卢比"), _noun("派沙")),
        Currency(("R$", "BRL"), _noun("雷亚尔"), _noun("分币")),
        Currency(("CHF",), _noun("瑞士法郎"), _noun("生丁")),
        Currency(("HK$", "HKD"), _noun("港元"), _noun("港仙")),
        Currency(("NT$", "TWD"), _noun("新台币")),
        Currency(("CAD", "C$"), _noun("加元"), _noun("加分")),
        Currency(("AUD", "A$"), _noun("澳元"), _noun("澳分")),
        Currency(("₩", "KRW"), _noun("韩元")),
        Currency(("₽", "RUB"), _noun("卢布")),
        Currency(("₿", "BTC"), _noun("比特币")),
        Currency(("S$", "SGD"), _noun("新加坡元")),
        Currency(("฿", "THB"), _noun("泰铢")),
        Currency(("NZ$", "NZD"), _noun("新西兰元")),
        Currency(("MOP$", "MOP"), _noun("澳门元")),
        Currency(("₫", "VND"), _noun("越南盾")),
        Currency(("₱", "PHP"), _noun("比索")),
    ),
    with_cents=_with_cents,
    scales={
        r"万亿": (10**12, _noun("万亿")),
        r"[万萬]": (10**4, _noun("万")),
        r"[亿億]": (10**8, _noun("亿")),
        r"[kK]": (1000, _MULTIPLIED),
        r"M|million": (10**6, _MULTIPLIED),
        r"[bB]n?|billion": (10**9, _MULTIPLIED),
    },
    per="每",
    own_units={
        "km": _noun("公里"), "m": _noun("米"), "dm": _noun("分米"), "cm": _noun("厘米"), "mm": _noun("毫米"),
        "µm": _noun("微米"), "nm": _noun("纳米"), "ft": _noun("英尺"), "m²": _noun("平方米"),
        "km²": _noun("平方公里"), "cm²": _noun("平方厘米"), "m³": _noun("立方米"), "cm³": _noun("立方厘米"),
        "km³": _noun("立方公里"), "ha": _noun("公顷"), "kg": _noun("公斤"), "t": _noun("吨"), "l": _noun("升"),
        "L": _noun("升"), "ml": _noun("毫升"), "mL": _noun("毫升"), "cl": _noun("厘升"), "dl": _noun("分升"),
        "hl": _noun("百升"), "h": _noun("小时"), "min": _noun("分钟"), "s": _noun("秒"), "ms": _noun("毫秒"),
        "µs": _noun("微秒"), "ns": _noun("纳秒"), "kWh": _noun("千瓦时"), "W": _noun("瓦"), "kW": _noun("千瓦"),
        "MW": _noun("兆瓦"), "GW": _noun("吉瓦"), "V": _noun("伏"), "kcal": _noun("千卡"), "cal": _noun("卡"),
        "J": _noun("焦耳"), "kJ": _noun("千焦"), "hPa": _noun("百帕"), "kPa": _noun("千帕"), "°": _noun("度"),
        "Mbps": _noun("兆比特每秒"), "Gbps": _noun("吉比特每秒"), "dB": _noun("分贝"), "KB": _noun("KB"),
        "kB": _noun("KB"),
        "MB": _noun("MB"), "GB": _noun("GB"), "TB": _noun("TB"), "PB": _noun("PB"), "mAh": _noun("毫安时"),
        "Ah": _noun("安时"),
        "mmHg": _noun("毫米汞柱"), "mol": _noun("摩尔"), "mmol": _noun("毫摩尔"), "µmol": _noun("微摩尔"),
        "dL": _noun("分升"), "ng": _noun("纳克"), "pg": _noun("皮克"), "IU": _noun("国际单位"), "U": _noun("单位"),
        "ppm": _noun("P P M"), "㎡": _noun("平方米"), "㎏": _noun("公斤"), "㎞": _noun("公里"), "MPa": _noun("兆帕"),
        "r/min": _noun("转每分"), "m/s²": _noun("米每二次方秒"),
        "m/s^2": _noun("米每二次方秒"),
        "rpm": _noun("转每分"), "Nm": _noun("牛米"), "hp": _noun("马力"), "Ps": _noun("马力"), "Wh": _noun("瓦时"),
        "MWh": _noun("兆瓦时"), "GWh": _noun("吉瓦时"), "kVA": _noun("千伏安"), "Pa": _noun("帕"), "nit": _noun("尼特"),
        "nits": _noun("尼特"),
        "lm": _noun("流明"), "lx": _noun("勒克斯"), "kbps": _noun("千比特每秒"), "fps": _noun("帧"),
        "ppb": _noun("P P B"), "bpm": _noun("次每分"), "kn": _noun("节"), "tsp": _noun("茶匙"), "tbsp": _noun("汤匙"),
        "Gy": _noun("戈瑞"), "Bq": _noun("贝可"),
    },
    prefixes={"m": "毫", "k": "千", "µ": "微"},
    symbols={
        "∪": "并", "∩": "交", "∈": "属于", "∉": "不属于", "⊂": "真包含于", "⊆": "包含于", "∅": "空集", "∀": "任意",
        "∃": "存在", "∠": "角", "⊥": "垂直于", "∥": "平行于", "∵": "因为", "∴": "所以", "≌": "全等于", "∽": "相似于",
        "≡": "恒等于", "∑": "求和", "∫": "积分", "∂": "偏",
        "⊙": "圆", "∛": "三次根号", "⌘": "Command", "⌥": "Option", "≒": "约等于", "∝": "正比于", "≪": "远小于",
        "≫": "远大于",
        "&": "和", "＆": "和", "@": "艾特", "%": "百分号", "％": "百分号", "‰": "千分号", "+": "加", "＋": "加",
        "=": "等于", "＝": "等于", "×": "乘", "÷": "除以", "±": "正负", "≤": "小于等于", "≥": "大于等于",
        "≠": "不等于", "≈": "约等于", "°": "度", "℃": "摄氏度", "€": "欧元", "$": "美元", "£": "英镑", "¥": "元",
        "￥": "元", "₹": "卢比", "§": "节", "√": "根号", "∞": "无穷大", "π": "派", "→": "，", "№": "号", "−": "负",
        "/": "，", "／": "，", "#": "井号", "µ": "微", "Ω": "欧姆", "©": "版权所有", "®": "注册商标", "™": "商标",
        "·": "", "•": "", "・": "", "～": "到", "〜": "到",
    },
    operators={
        "+": "加", "＋": "加", "=": "等于", "＝": "等于", "×": "乘", "*": "乘", "÷": "除以", "±": "正负",
        "≤": "小于等于", "≥": "大于等于", "<": "小于", ">": "大于", "＜": "小于", "＞": "大于",
        "≠": "不等于", "≈": "约等于", "−": "减",
    },
    squared="的平方",
    cubed="的立方",
    power="{}的{}次方",
    abbreviations={
        r"No\.(?= ?\d)|№(?= ?\d)": "第", r"vs\.?": "对", r"(?<![A-Za-z])[Ll][vV]\.?(?= ?\d)": "等级",
        r"㎡": "平方米", r"㎏": "公斤", r"㎞": "公里",
    },
    web={
        "@": "艾特", ".": "点", "/": "斜杠", "-": "横杠", "_": "下划线", ":": "冒号", "#": "话题", "+": "加",
        "&": "和", "=": "等于",
        "?": "问号", "%": "百分号", "~": "波浪号", "\\": "反斜杠",
    },
    phone=_phone,
    phone_pattern=(
        r"1[3-9]\d(?:[ -]?\d{4}){2}|0\d{2,3}-\d{3,4} ?\d{4}"
        r"|400(?:-\d{3,4}){2}|(?<![\d.,] )(?!20)[23569]\d{3} \d{4}(?! ?\d)"
    ),
    emoji="zh",
    own_rules=_own_rules,
)  # fmt: skip
