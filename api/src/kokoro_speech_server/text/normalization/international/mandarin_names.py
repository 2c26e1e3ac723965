"""Numbers that name in Mandarin texts: classes of a year, aircraft, discounts, rooms; laps and squares with a name."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_CRAFT = "歼|运|直|轰|教|强|空警|东风|红旗|巨浪|鹰击|枭龙|翼龙|彩虹|攻击|苏|米格|图|长征|风云"
_LAP = re.compile(
    r"(?<![\d.:])(?:(?P<hours>\d{1,2})[:：])?(?P<minutes>[0-5]?\d)[:：](?P<seconds>[0-5]\d)\.(?P<parts>\d{1,3})(?![\d.:])"
)
_FINE = re.compile(r":\d\d\.\d|：\d\d\.\d")
_CHAT = re.compile(
    r"(?:^|(?<=[，,。！!？?～~ 刷扣喊太哥姐])|(?<=操作)|(?<=这波)|(?<=主播)|(?<=弹幕)|(?<=直呼)|(?<=真是)|(?<=简直))"
    r"(?<!\d[,，])6{3,9}(?=[，,。！!～~ 的啊呀了]|$)"
    r"|(?:^|(?<=[，,。！!？?～~ 哈嘻嘿呵笑]))(?<!\d[,，])23{2,9}(?=[，,。！!～~ ]|$)"
    r"|(?<![A-Za-z\d.,¥$])(?:996|995|007)(?=[,的]|福报|加班|模式|文化)|(?:(?<=每天)|(?<=天天)|(?<=拒绝)|(?<=告别))(?:996|995|007)"
    r"|(?<![A-Za-z\d.,¥$])(?:520|521|1314)(?=快乐|表白|礼物|情人节)"
    r"|(?:^|(?<=[，,。！!？?～~ ]))(?:88(?=[啦咯])|886(?=[，,。！!～~ ]|$))"
)
"""What people write in chats for its sound: 666, 2333, 88, and hours of work: 996."""
_CHAT_NEEDS = re.compile("666|233|99[56]|007|52[01]|1314|88")
_WORKING_HOURS = re.compile(
    r"(?<![A-Za-z\d.,:¥￥$-])(?:996|995|007)(?![\d.,%％:A-Za-z/-]"
    r"|[个元人名次件万块米号年分只条本位路级度吨斤公多余页集章家所亿千克把张台条辆座栋间层套箱包]| ?[A-Za-z])"
)
_WORK = re.compile(
    "公司|加班|上班|下班|工作制|老板|打工|职场|离职|跳槽|互联网|大厂|内卷|福报|双休|单休|社畜|员工|程序员"
)
_SCREEN = (
    "显示器|电视|液晶|曲面|笔记本|平板|轮|水管|钢管|软管|管|披萨|比萨|蛋糕|硬盘|行李箱|拉杆箱|自行车|单车|山地车|相框|晶圆"
    "|法兰|阀|触摸|屏|机|黑胶|唱片"
)
_INCHES = re.compile(
    rf"(?<![\d./A-Za-z])(?:(?P<above>\d{{1,2}})/(?P<below>\d{{1,2}})|(?P<size>\d{{1,3}}(?:\.\d{{1,2}})?)) ?"
    rf"[\"″”](?P<thing>(?=的?(?:{_SCREEN})))?"
)
_BEFORE_INCHES = re.compile("(?:显示器|电视机?|屏幕?|轮毂|轮胎|轮圈|尺寸|管径|口径)[为是达:： ]{0,2}$")
_OPENING = re.compile(r'(?<!\d)"|“')
_FEET = re.compile(r"(?<![\d.])(?P<feet>[4-8])['′’](?P<inches>\d{1,2})[\"″”]")
_TALL = re.compile("身高|身材|臂展|球员|中锋|后卫|前锋|英尺")
_TENNIS = re.compile(r"(?<=ATP|WTA|ITF)\d{3,4}(?!\d)")
_AFTER_NUMERAL = re.compile("[一二三四五六七八九](?=\\d)")
_PLUS_ONE = re.compile(r"(?:^|(?<=[，,。！!？? 请求排龙复也都同]))\+1(?=[的，,。！!～~ ]|$)")
_MEASURED = frozenset("HR BP PR PS PV UV IQ EQ AQ".split())
"""Letters behind which a number of three digits is an amount."""


def name_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for years, times and numbers."""

    def digits(match: re.Match[str]) -> str:
        return speller.digits(match[0])

    def odds(match: re.Match[str]) -> str | None:
        first, last = int(match["first"]), int(match["last"])
        return f"{speller.cardinal(first)}比{speller.cardinal(last)}" if first + last == 100 else None

    def lap(match: re.Match[str]) -> str:
        hours = f"{speller.cardinal(int(match['hours']), '小时')}小时" if match["hours"] else ""
        minutes = f"{speller.cardinal(int(match['minutes']))}分"
        seconds = f"{speller.cardinal(int(match['seconds']))}秒{speller.digits(match['parts'])}"
        return hours + minutes + seconds

    def inches(match: re.Match[str]) -> str | None:
        marked = match["thing"] is not None or _BEFORE_INCHES.search(
            match.string[max(0, match.start() - 6) : match.start()]
        )
        if not marked or len(_OPENING.findall(match.string, 0, match.start())) % 2:
            return None
        if match["size"]:
            return f"{speller.number(match['size'], '英寸')}英寸"
        return f"{speller.locale.fraction(speller, int(match['above']), int(match['below']), '')}英寸"

    def feet(match: re.Match[str]) -> str:
        tall, rest = int(match["feet"]), int(match["inches"])
        return f"{speller.cardinal(tall)}英尺{speller.cardinal(rest)}英寸"

    return (
        Rule(Category.TIMES, _LAP, lap, needs=_FINE),
        Rule(Category.IDS, _WORKING_HOURS, digits, evidence=_WORK),
        Rule(Category.UNITS, _FEET, feet, evidence=_TALL),
        Rule(Category.UNITS, _INCHES, inches, needs=re.compile('\\d ?["″”]')),
        Rule(
            Category.NUMBERS,
            _TENNIS,
            lambda match: speller.number(match[0]),
            needs=re.compile(r"(?:ATP|WTA|ITF)\d"),
        ),
        Rule(Category.NUMBERS, _AFTER_NUMERAL, lambda match: match[0] + " ", needs=_AFTER_NUMERAL),
        Rule(Category.MATHS, _PLUS_ONE, lambda match: "加一", needs=re.compile(r"\+1")),
        Rule(
            Category.YEARS,
            re.compile(
                r"(?<![\d.,])(?:19|20)\d\d(?=[届级款版](?!别))"
                r"|(?<![\d.,约近有满])(?:19|20)(?:[1-9]\d|0[1-9])(?=年(?:前(?!的)|后(?!的)|以来|以前|之前|以后|之后|内|间|期间))"
            ),
            digits,
            needs=re.compile(r"\d[届级款版年]"),
        ),
        Rule(
            Category.NUMBERS,
            re.compile(r"(?<![\d.,])[1-9][1-9](?=折(?!叠|线|扇|痕|磨))"),
            digits,
            needs=re.compile(r"\d折"),
        ),
        Rule(Category.IDS, _CHAT, digits, needs=_CHAT_NEEDS),
        Rule(
            Category.IDS,
            re.compile(
                r"(?<![A-Za-z\d.,¥$])(?:(?:985|211)(?=[硕博本毕])"
                r"|(?:1212|1111|[1-9][0-3]\d)(?=大促|晚会|购物节|事变|惨案|大地震))"
            ),
            digits,
            needs=re.compile(r"\d[硕博本毕大晚购事惨]"),
        ),
        Rule(
            Category.IDS,
            re.compile(r"(?<=(?<![A-Za-z\d])[A-Z]{2})\d{3}(?![\d.,%A-Za-z/]| ?[次万亿元个分度])"),
            lambda match: (
                digits(match) if match.string[match.start() - 2 : match.start()] not in _MEASURED else None
            ),
            needs=re.compile(r"[A-Z]{2}\d{3}"),
        ),
        Rule(
            Category.IDS,
            re.compile(r"(?<=\d[A-Z])\d{3,4}(?=次?航班)|(?<=[A-Z]\d)\d{3,4}(?=次?航班)"),
            digits,
            needs=re.compile("航班"),
        ),
        Rule(
            Category.RATIOS,
            re.compile(r"(?<![\d/.,])(?P<first>[1-9]\d)/(?P<last>[1-9]\d)(?![\d/.,]|[年月日])"),
            odds,
            needs=re.compile(r"\d/\d"),
        ),
        Rule(
            Category.IDS,
            re.compile(r"(?<=(?<![A-Za-z])[A-Z])\d{3}(?![\d.,%]|[A-Za-z](?![A-Za-z]{2}))"),
            digits,
            needs=re.compile(r"[A-Z]\d{3}"),
        ),
        Rule(
            Category.IDS,
            re.compile(rf"(?:{'|'.join(f'(?<={craft})' for craft in _CRAFT.split('|'))})-(?=\d)"),
            lambda match: "",
            needs=re.compile(r"[一-鿿]-\d"),
        ),
        Rule(
            Category.IDS,
            re.compile(r"(?:(?<=\d[楼层栋幢座])|(?<=单元))\d{3,4}(?![\d.年元个人户平多])"),
            digits,
            needs=re.compile(r"[楼层栋幢座元]\d"),
        ),
        Rule(Category.MATHS, re.compile(r"[χΧ][²2](?!\d)"), lambda match: "卡方", needs=re.compile("[χΧ]")),
        Rule(Category.MATHS, re.compile("△(?=[A-Z]{3})"), lambda match: "三角形", needs=re.compile("△")),
        Rule(
            Category.MATHS,
            re.compile(r"(?<=[一-鿿（()）,，]) ?[<＜>＞] ?(?=\d)"),
            lambda match: "小于" if match[0].strip() in "<＜" else "大于",
            needs=re.compile("[<＜>＞]"),
        ),
        Rule(
            Category.MATHS,
            re.compile("(?<=[)）])[²³]"),
            lambda match: "的平方" if match[0] == "²" else "的立方",
            needs=re.compile("[)）][²³]"),
        ),
        Rule(
            Category.PHONES,
            re.compile(r"[(（](?P<area>0\d{1,3})[)）] ?(?P<first>\d{3,4})[- ]?(?P<last>\d{4})(?!\d)"),
            lambda match: "，".join(
                speller.digits(part).replace("一", "幺")
                for part in (match["area"], match["first"] + match["last"])
            ),
            needs=re.compile(r"[)）] ?\d{3}"),
        ),
        Rule(
            Category.PHONES,
            re.compile(r"(?:(?<=\d转 )|(?<=\d 转 ))\d{2,5}(?![\d.])"),
            lambda match: speller.digits(match[0]).replace("一", "幺"),
            needs=DIGIT,
        ),
    )
