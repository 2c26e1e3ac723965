"""What is read by digit in Mandarin texts or stands for words: shares, days in file names, rooms, doses, minutes."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_DOSES = {
    "qd": "每日一次", "bid": "每日两次", "tid": "每日三次", "qid": "每日四次", "qn": "每晚一次", "qod": "隔日一次",
    "biw": "每周两次", "qw": "每周一次", "po": "口服", "prn": "必要时", "ivgtt": "静脉滴注", "iv": "静脉注射",
    "im": "肌肉注射", "ih": "皮下注射", "hs": "睡前", "ac": "饭前", "pc": "饭后",
}  # fmt: skip
_DOSE = re.compile(rf"(?<![A-Za-z\d])(?:(?P<dose>{any_of(_DOSES)})|q(?P<hours>\d{{1,2}})h)(?![A-Za-z\d])")
_DOSED = re.compile(
    r"(?:\d ?(?:[mµμ]?g|m[lL]|I?U)|[片粒支次袋丸滴枚喷]|口服|静滴|静注|静推|肌注|皮下(?:注射)?|外用|吸入|服用|雾化"
    rf"|(?<![A-Za-z])(?:{any_of(_DOSES)}))[ ,，、]{{0,2}}$"
)
"""What precedes short forms of prescriptions."""
_SHARE = re.compile(r"(?<![\w.])(?P<number>\d{4,6})\.(?P<market>S[ZHS]|HK|BJ)(?![A-Za-z\d])")
_DAY_OF_FILE = re.compile(
    r"(?<![\d.,¥￥$A-Z])(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?![\d.,%]|[万亿元个人吨件次名])"
)
_AFTER_LETTERS = re.compile(
    r"(?<=[a-z])(?:(?<!ln)(?<!lg)(?<!log)(?<!sin)(?<!cos)(?<!tan)|(?<=[A-Za-z]{4}))\d{3,9}(?![\d%]|[.,]\d)"
)
_ROOM = re.compile(
    r"(?<![\d.])(?:(?P<floor>\d{1,2})F-(?P<room>\d{3,4})|(?<=[教楼栋幢座])(?P<house>\d{1,2})-(?P<number>\d{3,4}))(?![\d-])"
)
_CONDITION = re.compile(r"(?<![\d.])[89]\d(?=新(?![^\W\d_]{0,3}[增闻]))")
_MODEL = re.compile(
    r"(?<![A-Za-z\d])(?:(?P<card>[RG]TX|RX|GT) ?(?P<number>\d{3,4})|(?P<chip>[iR][3579])-(?P<series>\d{4,5})"
    r"|(?P<memory>L?P?DDR\d[XL]?)-(?P<rate>\d{4})|(?P<flaw>CVE|CNVD)-(?P<year>(?:19|20)\d\d)-(?P<serial>\d{4,7}))(?!\d)"
)
_VARIANT = re.compile(
    r"(?:(?<=(?<![A-Za-z\d])[AB]\d{3}-)|(?<=(?<![A-Za-z\d])[A-Z]\d-)|(?<=(?<![A-Za-z\d])[A-Z]\d\d-))"
    r"\d{3,4}(?![\d.,万亿元%]|[a-z])"
)
_LABELLED = re.compile(
    r"(?P<label>(?:编号|合同号|单号|订单号|案号|型号|批号|货号|注册号|代码|证书号|许可证号)[:：为是 ]{0,2})"
    r"(?P<code>[A-Z]{1,8}[-/]?\d{2,14}[A-Z]{0,3}(?:[-/][A-Z\d]{1,12}){0,4})(?![A-Za-z\d])"
)
_REDUCED = re.compile(
    r"(?<=满)(?P<least>\d{2,5})-(?P<less>\d{1,4})(?![\d.-]|[人岁年个天月件周次分名]|[元块]?(?:的|可|送|赠))"
)
_BUILDING = re.compile("(?<=(?<![A-Za-z])[A-Z])2(?=[座号楼层栋馆厅区口门站线场航])")
_RUN = re.compile(r"(?<![\d:.])(?P<hours>[1-9]):(?P<minutes>[0-5]\d):(?P<seconds>[0-5]\d)(?![\d:.])")
_IS_RUN = re.compile("马拉松|用时|耗时|跑|完赛|计时赛|纪录|铁人|全程")
_WEEKDAY_DATE = re.compile(
    r"(?<=(?:周|期)[一二三四五六日天][(（])(?P<month>1[0-2]|0?[1-9])/(?P<day>[12]\d|3[01]|0?[1-9])(?=[)）])"
)
_PROPORTION = re.compile(
    r"(?:(?P<mixed>(?<=[粉水料液价配占合积量女生位油糖盐酒茶机]比)|(?<=比例)|(?<=[比例率]为)|(?<=稀释))|(?<=[比例率为=＝]))(?P<first>\d{1,4}(?:\.\d{1,3})?)[:：](?P<last>\d{1,4}\.\d{1,3}|\d{1,4})(?![\d:：.])"
)
_CHAIN = re.compile(
    r"(?<![\dA-Za-z:：.])\d{1,4}(?:\.\d{1,2})?(?: ?[:：∶] ?\d{1,4}(?:\.\d{1,2})?){2,6}(?![\dA-Za-z:：]|\.\d)"
)
_CLOCK = re.compile(r"[0-2]?\d[:：][0-5]\d[:：][0-5]\d")
_NAMED_MODEL = re.compile(
    r"(?<=骁龙|麒麟|天玑|波音|空客|锐龙|霄龙|标致|宝马|海思|曜影|宝骏|卡宴|捷豹) ?"
    r"(?:\d{3}(?!\d)(?:-\d{1,4}(?!\d))?|(?!\d000)\d{4}(?!\d))(?![.,]\d|[年架亿万元人名美个件股辆台点月周天家倍%％]|-\d|多)"
)
"""Chips, aircraft and cars whose number is a name."""
_LETTERED = re.compile(
    r"(?<![A-Za-z\d])(?P<letter>[A-Z])(?P<number>\d{1,2})(?P<last>[LTVWMGKX])(?![A-Za-z\d/])"
)
"""Cars such as A4L: no amount follows a letter."""
_ACCOUNT = re.compile(
    r"(?<![A-Za-z\d_@./-])(?!log|lim|ln|lg)(?P<word>[A-Za-z]{2,20})_(?P<digits>\d{1,11})(?![A-Za-z\d_@/-]|\.[A-Za-z\d])"
)
_LEVEL = re.compile(r"(?<![\d/.])(?P<floor>[1-9]\d?)/(?P<all>[1-9]\d?)(?=层|楼)")
_PRIME = re.compile(r"(?<=(?<![A-Za-z])[a-zA-Z])[′'](?=[(（]|[=＝])")
_MINUTE = re.compile(
    r"(?:第|(?<=[一-鿿，、；,(（ ]))(?P<minute>[1-9]\d?)(?:\+(?P<added>\d{1,2}))?['′’](?=[一-鿿，、,)）])"
)
_QUOTE = re.compile(r"(?<!\d)'")


def mandarin_code_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for dates and numbers."""

    def digits(match: re.Match[str]) -> str:
        return speller.digits(match[0])

    def dose(match: re.Match[str]) -> str | None:
        if match["hours"]:
            return f"每{speller.cardinal(int(match['hours']), '小时')}小时一次"
        is_dosed = _DOSED.search(match.string[max(0, match.start() - 10) : match.start()])
        return _DOSES[match["dose"]] if is_dosed else None

    def share(match: re.Match[str]) -> str:
        return f"{speller.digits(match['number'])}点{' '.join(match['market'])}"

    def room(match: re.Match[str]) -> str:
        if match["floor"]:
            return f"{speller.cardinal(int(match['floor']))}层{speller.digits(match['room'])}"
        return f"{speller.cardinal(int(match['house']))}杠{speller.digits(match['number'])}"

    def minute(match: re.Match[str]) -> str | None:
        if len(_QUOTE.findall(match.string, 0, match.start())) % 2:
            return None  # a closing quote
        added = f"加{speller.cardinal(int(match['added']))}" if match["added"] else ""
        return f"第{speller.cardinal(int(match['minute']))}{added}分钟"

    def model(match: re.Match[str]) -> str:
        parts = match.groupdict()
        if parts["flaw"]:
            return f"{parts['flaw']} {speller.digits(parts['year'])}杠{speller.digits(parts['serial'])}"
        if parts["card"]:
            return f"{parts['card']} {speller.digits(parts['number'])}"
        name, number = (parts["chip"], parts["series"]) if parts["chip"] else (parts["memory"], parts["rate"])
        letters, digit = re.split(r"(?=\d)", name, maxsplit=1)
        return f"{letters}{speller.cardinal(int(digit[0]))}{digit[1:]}，{speller.digits(number)}"

    def labelled(match: re.Match[str]) -> str:
        runs = re.findall(r"[A-Z]+|\d+|[-/]", match["code"])
        said = (
            speller.digits(run) if run.isdecimal() else "杠" if run in "-/" else " ".join(run) for run in runs
        )
        return match["label"] + "".join(said).replace("A", "诶")

    def reduced(match: re.Match[str]) -> str | None:
        if int(match["less"]) >= int(match["least"]):
            return None
        return f"{speller.number(match['least'])}减{speller.number(match['less'])}"

    def run_time(match: re.Match[str]) -> str | None:
        if not _IS_RUN.search(match.string):
            return None
        hours, minutes, seconds = (int(match[part]) for part in ("hours", "minutes", "seconds"))
        return (
            f"{speller.cardinal(hours, '小时')}小时{speller.cardinal(minutes)}分{speller.cardinal(seconds)}秒"
        )

    def weekday_date(match: re.Match[str]) -> str:
        return f"{speller.cardinal(int(match['month']))}月{speller.cardinal(int(match['day']))}日"

    def chain(match: re.Match[str]) -> str | None:
        if _CLOCK.fullmatch(match[0]) or re.search(r"(?<!\d)0\d", match[0]):
            return None
        return "比".join(speller.number(part) for part in re.split(" ?[:：∶] ?", match[0]))

    def named_model(match: re.Match[str]) -> str:
        return "-".join(map(speller.digits, match[0].split("-")))

    def account(match: re.Match[str]) -> str:
        return f"{match['word']} 下划线{speller.digits(match['digits'])}"

    def lettered(match: re.Match[str]) -> str:
        letter = match["letter"].replace("A", "诶")
        return f"{letter}{speller.cardinal(int(match['number']))} {match['last']}"

    def level(match: re.Match[str]) -> str | None:
        floor, total = int(match["floor"]), int(match["all"])
        if floor > total:
            return None
        return f"第{speller.cardinal(floor)}{match.string[match.end()]}，共{speller.cardinal(total)}"

    def proportion(match: re.Match[str]) -> str | None:
        if "." not in match[0] and match["mixed"] is None:
            return None
        return f"{speller.number(match['first'])}比{speller.number(match['last'])}"

    return (
        Rule(Category.IDS, _LABELLED, labelled, needs=re.compile("[号码]")),
        Rule(Category.IDS, _MODEL, model, needs=re.compile(r"TX|RX|GT|[iR][3579]-|DDR|CVE|CNVD")),
        Rule(Category.IDS, _VARIANT, digits, needs=re.compile(r"\d-\d")),
        Rule(Category.NUMBERS, _REDUCED, reduced, needs=re.compile("满")),
        Rule(Category.NUMBERS, _BUILDING, digits, needs=re.compile("[A-Z]2")),
        Rule(Category.TIMES, _RUN, run_time, needs=re.compile(r"\d:\d\d:")),
        Rule(Category.DATES, _WEEKDAY_DATE, weekday_date, needs=re.compile(r"[(（]\d{1,2}/")),
        Rule(Category.RATIOS, _PROPORTION, proportion, needs=re.compile(r"\d[:：]\d")),
        Rule(Category.RATIOS, _CHAIN, chain, needs=re.compile(r"\d ?[:：∶] ?\d")),
        Rule(Category.IDS, _NAMED_MODEL, named_model, needs=re.compile(r"[一-鿿] ?\d{3}")),
        Rule(Category.IDS, _LETTERED, lettered, needs=re.compile(r"[A-Z]\d{1,2}[A-Z]")),
        Rule(Category.IDS, _ACCOUNT, account, needs=re.compile(r"[A-Za-z]_\d")),
        Rule(Category.ADDRESSES, _LEVEL, level, needs=re.compile("[层楼]")),
        Rule(Category.MATHS, _PRIME, lambda match: "撇", needs=re.compile("[′']")),
        Rule(Category.ABBREVIATIONS, _DOSE, dose, needs=re.compile("[qbtpiah][dinorhwcsvm\\d]")),
        Rule(Category.IDS, _SHARE, share, needs=re.compile(r"\d\.[SHB]")),
        Rule(Category.DATES, _DAY_OF_FILE, digits, needs=re.compile(r"(?:19|20)\d{6}")),
        Rule(Category.IDS, _AFTER_LETTERS, digits, needs=re.compile(r"[a-z]\d{3}")),
        Rule(Category.ADDRESSES, _ROOM, room, needs=re.compile(r"[\dF]-\d")),
        Rule(Category.NUMBERS, _CONDITION, digits, needs=re.compile(r"\d新")),
        Rule(Category.TIMES, _MINUTE, minute, needs=re.compile(r"\d['′’]")),
    )
