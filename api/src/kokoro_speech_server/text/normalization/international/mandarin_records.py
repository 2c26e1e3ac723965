"""What Mandarin texts have beside amounts: short years, seasons, days, scores, number plates, documents and rooms."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.short_dates import Spell, short_date_rules
from kokoro_speech_server.text.normalization.international.single_letters import letter_a_rules
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_LASTS = (
    r"[代来间内前期老]|后(?!卫)|时间|历史|以[上内来后前]|之[久内前后]|多|的(?:历史|时间|经验|努力|发展|婚姻)"
    r"|如一日|工龄|有期"
)
"""After 年: a duration."""


def _short_rules(speller: NumberSpeller, date: Spell) -> tuple[Rule, ...]:
    """Years of two digits, names of three, seasons, days of registration."""

    def digits(match: re.Match[str]) -> str:
        return speller.digits(match[0])

    def short_year(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 4) : match.start()]
        return None if _LASTING.search(before) else speller.digits(match[0])

    def season(match: re.Match[str]) -> str:
        return f"{speller.digits(match['first'])}到{speller.digits(match['last'])}"

    def ranks(match: re.Match[str]) -> str:
        return f"第{speller.cardinal(int(match['first']))}到{speller.cardinal(int(match['last']))}"

    def day(match: re.Match[str]) -> str:
        return date(speller, None, int(match["month"]), int(match["day"]))

    return (
        Rule(
            Category.YEARS,
            re.compile(
                rf"(?<![\d.,第了过近约有满用已长达共去来超到足整])(?:[5-9]\d|0\d)(?=年(?!{_LASTS}))"
                r"|(?<![\d.,第])[12]\d(?=年(?:\d{1,2}月|[春夏秋冬]|出生|毕业|入学|年?底|年初|世界杯|欧洲杯|奥运))"
            ),
            short_year,
            needs=_YEAR,
        ),
        Rule(
            Category.IDS,
            re.compile(
                r"(?<![A-Za-z\d.,¥$])(?:985|211|996|007|611|863|973|361)(?=[高大院工学制计、/和，。！；]|项目|双休|$)"
                r"|(?<![A-Za-z\d.,¥$])\d{3}(?=高校|院校|工程|工作制|国道|省道|医院|部队|航班|次列车|次特快)"
            ),
            digits,
            needs=_NAMES,
        ),
        Rule(
            Category.YEARS,
            re.compile(r"(?<![\d.,])(?P<first>(?:19|20)\d\d)[-/–—](?P<last>\d\d)(?=赛季|学年|财年|年度)"),
            season,
            needs=re.compile("[赛学财年]"),
        ),
        Rule(
            Category.DATES,
            re.compile(
                r"(?<![\d/.的占约])(?<!\d,)(?P<month>1[0-2]|0?[1-9])/(?P<day>[12]\d|3[01]|0?[1-9])"
                r"(?=报名|截止|截至|闭幕|关闭|交[房稿付]|还款|领取|返校|开[始幕抢售奖课学放业播团]|上[映线市架课班]|发[售布车货]|举[行办]|结束|出发|到[货达]|更新|[之以]?[前后]|当天|起|至"
                r"|晚|早上|上午|下午|凌晨|见|生日|放假|考试|面试|开会|直播|[(（][周一二三四五六日天]|周[一二三四五六日])"
            ),
            day,
            needs=re.compile(r"\d/\d"),
        ),
        Rule(
            Category.RANGES,
            re.compile(r"第(?P<first>\d{1,4})[-–—~～](?P<last>\d{1,4})(?![\d.-])"),
            ranks,
            needs=re.compile("第"),
        ),
        Rule(
            Category.RANGES,
            re.compile(r"(?<=\d[日号月年时点分天])[-–—~～](?=\d)(?!\d{1,4}(?:\.\d{1,3})? ?[%％])"),
            lambda match: "到",
            needs=re.compile("[日号月年时点分天][-–—~～]"),
        ),
        Rule(
            Category.NUMBERS,
            re.compile(r"(?<![A-Za-z\d.,])\.(?P<digits>\d{1,4})(?!\d)"),
            lambda match: "点" + speller.digits(match["digits"]),
            needs=re.compile(r"\.\d"),
        ),
        Rule(
            Category.NUMBERS,
            re.compile(r"(?<![A-Za-z\d.,/])(?:24 ?[/xX×*] ?7|7 ?[xX×*] ?24)(?:小时)?(?![\d/])"),
            lambda match: "七乘二十四小时",
            needs=re.compile("24"),
        ),
    )


_YEAR = re.compile(r"\d年")
_LASTING = re.compile(
    "(?:[在即]位|[在连]任|[执从]政|[从任]教|从[医业军艺警商]|[婚工教党军龄]龄|结婚|相守|相伴|陪伴|服役|历经|历时|耗时|坚持|工作|统治"
    "|保质期?|寿命|质保|连续|经过|经历|等待|租期|使用期?限?|产权|期限|刑期|守护|生活|居住|相隔|时隔|距今|享年|[活存]活|存续|延续|持续|传承|奋斗|扎根"
    "|为期|不到|接近|大约|将近|差不多|长约|整整)了?$"
)
"""What precedes a number of years."""
_NAMES = re.compile(r"985|211|996|007|611|863|973|361|\d{3}[高院工国省医部航次]")


_PROVINCES = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼"
_PAIR = r"\d{1,3}[-:：]\d{1,3}"
_BEFORE_SCORE = re.compile("(?:比分|总分|系列赛|战成|打成|扳成|改写为|定格在|锁定在)(?:为|是|：|:)?$")
_AFTER_SCORE = re.compile(
    "(?:的比分|战胜|击败|获胜|取胜|险胜|大胜|完胜|轻取|力克|横扫|逆转|负于|不敌|惜败|惨败|落败|告负|领先|落后|战平|逼平|打平"
    "|淘汰|出局|晋级|击退|胜(?!利)|负(?![责担债])|输|赢|拿下|告捷)"
)
_STANDARD = (
    r"(?:GB|DB\d\d|HJ|QB|YY|NY|SL|JG[JT]?|CJJ?|YD|SJ|ISO|IEC|JJ[GF]|GJB|SN|JT[GS]?|TB|DL|SH|HG|LY|MT|FZ|WS|GA|TSG|AQ|CECS|JC"
    r"|[TQ]/[A-Z]{2,6})(?:/[TZ])?"
)


def _name_rules(speller: NumberSpeller, phone: Callable[[NumberSpeller, str], str]) -> tuple[Rule, ...]:
    """Scores, and numbers that name: of vehicles, documents, standards and titles."""

    def plate(match: re.Match[str]) -> str:
        runs = re.findall(r"[A-Z]+|\d+", re.sub("[·• ]", "", match["name"]))
        said = (speller.digits(run) if run.isdecimal() else " ".join(run) for run in runs)
        return match[0][0] + "".join(said).replace("A", "诶")

    def scores(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 6) : match.start()]
        is_sets = before[-1:] in ("(", "（") and len(re.findall(_PAIR, match[0])) > 2
        if not (is_sets or _BEFORE_SCORE.search(before) or _AFTER_SCORE.match(match.string, match.end())):
            return None
        return re.sub(
            r"(\d+)[-:：](\d+)",
            lambda pair: speller.locale.score.format(speller.number(pair[1]), speller.number(pair[2])),
            match[0],
        )

    def standard(match: re.Match[str]) -> str:
        name = match["name"].replace("/", " ")
        return f"{name} {speller.digits(match['number'])}杠{speller.digits(match['year'])}"

    return (
        Rule(
            Category.IDS,
            re.compile(
                rf"[{_PROVINCES}](?P<name>[A-Z][·• ]?(?=[A-Z\d]{{0,5}}\d)[A-Z\d]{{5,6}})(?![A-Za-z\d])"
            ),
            plate,
            needs=re.compile(rf"[{_PROVINCES}][A-Z]"),
        ),
        Rule(
            Category.PHONES,
            re.compile(
                r"(?:(?<=急救)|(?<=火警)|(?<=报警)|(?<=匪警)|(?<=查号)|(?<=交警)|(?<=事故))1[12]\d"
                r"(?![\d.:-]|[个次分元块万千百年人件起名])|(?<=[，,\d真请]转)\d{3,5}(?![\d.度圈次分元个])"
            ),
            lambda match: phone(speller, match[0]),
            needs=re.compile(r"[警救号故转]\d{3}"),
        ),
        Rule(
            Category.RATIOS,
            re.compile(
                rf"(?<![A-Za-z\d.,:：/-]){_PAIR}(?:[、，,] ?{_PAIR}){{0,6}}(?![A-Za-z\d:：/-]|[.,]\d)"
            ),
            scores,
            needs=re.compile(r"\d[-:：]\d"),
        ),
        Rule(
            Category.IDS,
            re.compile(
                rf"(?<![A-Za-z\d])(?P<name>{_STANDARD}) ?(?P<number>\d{{2,6}})[-—–](?P<year>(?:19|20)\d\d)(?!\d)"
            ),
            standard,
            needs=re.compile(r"[A-Z] ?\d{2}"),
        ),
        Rule(
            Category.YEARS,
            re.compile(
                rf"[〔［【](?P<document>(?:19|20)\d\d)[〕］】](?=第?\d)|[（(](?P<case>(?:19|20)\d\d)[）)](?=[{_PROVINCES}最]\d|最高[法检])"
            ),
            lambda match: (
                f"{speller.digits(match['document'])}年"
                if match["document"]
                else f"{speller.digits(match['case'])}，"
            ),
            needs=re.compile("[〔［【（(][12]"),
        ),
        Rule(
            Category.YEARS,
            re.compile(r"(?<=《)(?:1[5-9]|20)\d\d(?=》)"),
            lambda match: speller.digits(match[0]),
            needs=re.compile("《"),
        ),
    )


def record_rules(
    speller: NumberSpeller, date: Spell, phone: Callable[[NumberSpeller, str], str]
) -> tuple[Rule, ...]:
    """Rules that come before those of all languages. date: spells a day; phone: spells a telephone number"""

    def years(match: re.Match[str]) -> str:
        return f"{speller.digits(match['first'])}到{speller.digits(match['last'])}"

    return (
        Rule(
            Category.YEARS,
            re.compile(
                r"(?<![\d.,])(?P<first>[12]\d{3})年? ?[-–—~〜～至到] ?(?P<last>[12]\d{3})(?=年|赛季|学年|财年)"
            ),
            years,
            needs=DIGIT,
        ),
        Rule(
            Category.YEARS,
            re.compile(r"(?<![\d.,])(?P<decade>[06-9]0)(?=后(?!面|来|方))"),
            lambda match: speller.digits(match["decade"]),
            needs=DIGIT,
        ),
        # Degrees below zero, heights (1米75), room numbers and bus lines.
        Rule(
            Category.UNITS,
            re.compile(r"(?<![A-Za-z\d%℃度~～.])[-−](?=\d{1,3}(?:\.\d)?(?:℃|°C|度|摄氏度))"),
            lambda match: "零下",
            needs=DIGIT,
        ),
        Rule(
            Category.UNITS,
            re.compile(r"(?<=\d[米块秒])\d\d?(?![\d.多来余几]|[个人])"),
            lambda match: speller.digits(match[0]),
            needs=DIGIT,
        ),
        *_name_rules(speller, phone),
        *letter_a_rules("诶"),
        *short_date_rules(speller, date, part="[占约倍拍杯]"),
        *_short_rules(speller, date),
        Rule(
            Category.IDS,
            re.compile(
                r"(?<![A-Za-z\d.])(?<!\d,)\d{3,4}(?=室|号?房(?!价)|路(?:公交|汽车|车|巴士|电车))|(?<=单元)\d{3,4}(?![\d.])"
            ),
            lambda match: speller.digits(match[0]),
            needs=DIGIT,
        ),
        Rule(
            Category.PHONES,
            re.compile(
                r"(?:(?<=打)|(?<=拨)|(?<=热线)|(?<=拨通)|(?<=致电)|(?<=电话)|(?<=电话:)|(?<=电话是)|(?<=客服)|(?<=专线))"
                r"1?\d{3,6}(?![\d.:-]| \d|[个次分元块万千百折点字米回多环枪针人天年])"
                r"|(?<![A-Za-z\d.])(?<!\d,)1\d\d(?=急救|报警|火警)"
                r"|(?<![A-Za-z\d.])(?<!\d,)(?:12306|12345|12315|10086|10010|10000|955\d\d)(?![\d.,元个人]|号码?的)|(?<![A-Za-z\d.])119(?=和|$)"
            ),
            lambda match: phone(speller, match[0]),
            needs=DIGIT,
        ),
        Rule(
            Category.DATES,
            re.compile(r"(?<![\d/.,的占约])(?P<month>1[0-2]|0?[1-9])/(?P<day>1[3-9]|2\d|3[01])(?![\d/.的])"),
            lambda match: (
                None
                if match["month"] == "1" and match["day"] in ("16", "20", "24", "25", "30")
                else date(speller, None, int(match["month"]), int(match["day"]))
            ),
            needs=DIGIT,
        ),
        Rule(
            Category.RATIOS,
            re.compile(r"(?<=[以为是分]\d)-(?=\d(?!\d))"),
            lambda match: "比",
            needs=DIGIT,
        ),
    )
