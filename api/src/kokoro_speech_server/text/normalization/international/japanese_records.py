"""Japanese eras (R6.4.1), averages (.312), seconds (9秒83), scores, plates, late hours and amounts per unit."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.normalization.international.japanese_counters import counted
from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.units import unit_nouns
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

Date = Callable[[NumberSpeller, int | None, int | None, int | None], str]

_ERAS = {"R": "令和", "H": "平成", "S": "昭和", "T": "大正", "M": "明治"}
_ERA = re.compile(
    r"(?<![A-Za-z\d.])(?P<era>[RHSTM])(?P<year>\d{1,2})"
    r"(?:[./](?P<month>1[0-2]|0?[1-9])[./](?P<day>[12]\d|3[01]|0?[1-9])"
    r"(?![\d.])|(?=年))"
)
_BELOW = {
    "km²": "一平方キロメートル", "km2": "一平方キロメートル", "m²": "一平方メートル", "m2": "一平方メートル",
    "m³": "一立方メートル", "m3": "一立方メートル", "ha": "一ヘクタール", "kg": "一キログラム", "g": "一グラム",
    "L": "一リットル", "l": "一リットル", "dL": "一デシリットル", "mL": "一ミリリットル", "ml": "一ミリリットル",
    "100km": "百キロメートル", "100g": "百グラム", "100mL": "百ミリリットル", "日": "一日", "day": "一日", "d": "一日",
    "週": "一週間", "月": "一か月", "年": "一年", "人": "一人", "時間": "一時間", "h": "一時間",
    "分": "一分", "min": "一分",
    "回": "一回", "個": "一個", "泊": "一泊", "本": "一本", "枚": "一枚", "袋": "一袋", "台": "一台",
    "件": "一件", "mol": "一モル", "km": "一キロメートル", "m": "一メートル", "cm²": "一平方センチメートル",
    "cm³": "一立方センチメートル", "cm3": "一立方センチメートル", "cm2": "一平方センチメートル",
    "㎡": "一平方メートル", "1.73m²": "一点七三平方メートル", "1.73m2": "一点七三平方メートル",
    "秒": "一秒", "s": "一秒", "時": "一時間", "10a": "十アール", "食": "一食", "箱": "一箱", "坪": "一坪",
    "缶": "一缶", "社": "一社",
}  # fmt: skip
_ABOVE = {
    "人": "人", "円": "円", "回": "回", "個": "個", "件": "件", "万円": "万円", "kcal": "キロカロリー", "mol": "モル",
    "μg": "マイクログラム", "コマ": "コマ", "フレーム": "フレーム", "ページ": "ページ", "枚": "枚", "台": "台",
    "cd": "カンデラ",
    "lm": "ルーメン", "ng": "ナノグラム",
}  # fmt: skip


_AFTER_SCORE = re.compile(
    "で(?:勝|敗|負|破|下し|快勝|圧勝|辛勝|惜敗|大敗|完敗|完勝|惨敗|逆転|引き分|競り|リード|制)"
    "|の(?:勝利|敗戦|引き分け|接戦|逆転|リード|スコア|大差|僅差)|と(?:リード|逆転|快勝|大勝|完勝|大敗|惜敗)"
)
_GAME = re.compile(
    "サッカー|ラグビー|野球|バスケ|ハンドボール|ホッケー|代表|連[勝敗]|決勝|リーグ|対戦|初戦|[セ公]戦|完封"
)
_PLATE_KANA = (
    "[あいうえかきくけこさすせそたちつてなぬねひふほまみむめやゆよらりるれろわを]|(?<= )[はにとのも](?= )"
)
_NAMES = {"W杯": "ワールドカップ", "36協定": "サブロク協定"}
_POINT = re.compile(r"\.\d")
_STOCK = re.compile(
    r"(?:(?<=[ァ-ヺー一-鿿A-Za-z])|(?<=[ァ-ヺー一-鿿A-Za-z] ))(?<![員数額量格年高人円株回比計期])(?P<open>[(（<＜〈【])"
    r"(?P<code>(?!19|20)[1-9]\d{3}|(?!19|20)[1-9]\d{2}[ACDFGHJKLMNPR-UWXY])(?=(?:\.T)?[)）>＞〉】])"
)
_MARKET = re.compile(
    r"東証|上場|[株銘]|プライム|スタンダード|グロース|終値|前日比|売られ|買われ|急[騰落]|年初来|[高安]値|株価|決算|純利益|営業利益|経常|証券|続伸|続落|反発|反落|[<＜〈【]\d{4}"
)
_SECONDS = re.compile(r"秒\d")


def record_rules(speller: NumberSpeller, date: Date) -> tuple[Rule, ...]:
    """Eras, batting averages, hundredths of seconds, and amounts per unit. date: spells a month and day"""
    nouns = unit_nouns(speller.locale)
    above = any_of({*nouns, *_ABOVE})
    below = any_of(_BELOW)

    def era(match: re.Match[str]) -> str:
        year = "元" if match["year"].lstrip("0") == "1" else speller.cardinal(int(match["year"]))
        words = _ERAS[match["era"]] + year
        if not match["month"]:
            return words
        return f"{words}年{date(speller, None, int(match['month']), int(match['day']))}"

    def average(match: re.Match[str]) -> str:
        names = zip(match["digits"], ("割", "ブ", "厘"), strict=True)
        return "".join(speller.cardinal(int(digit)) + name for digit, name in names if digit != "0")

    def later(match: re.Match[str]) -> str:
        return counted(int(match["number"]), speller.cardinal(int(match["number"])), "分")

    def per(match: re.Match[str]) -> str | None:
        if f"{match['unit']}/{match['below']}" in nouns:
            return None
        unit = nouns.get(match["unit"]) or Noun(_ABOVE[match["unit"]], _ABOVE[match["unit"]])
        ahead = [_BELOW[one.replace(" ", "")] for one in (match["below2"], match["below"]) if one]
        head = re.sub(r"\d+", lambda part: speller.number(part[0]), match["head"])
        return (
            "".join(ahead)
            + "あたり"
            + (match["about"] or "").strip()
            + head
            + speller.counted(match["number"], unit)
        )

    def score(match: re.Match[str]) -> str | None:
        if not _AFTER_SCORE.match(match.string, match.end()) and not (
            match.string[: match.start()].endswith("で") and _GAME.search(match.string)
        ):
            return None
        return speller.locale.score.format(*map(speller.number, match.group("first", "last")))

    def stock(match: re.Match[str]) -> str:
        code = re.sub("[A-Z]", lambda letter: f" {letter[0]}", match["code"])
        return match["open"] + re.sub(r"\d", lambda digit: speller.cardinal(int(digit[0])), code)

    def plate(match: re.Match[str]) -> str:
        number = "の".join(speller.digits(part) for part in re.findall(r"\d+", match["number"]))
        return f"{speller.number(match['kind'])} {match['kana'].strip()} {number}"

    def late(match: re.Match[str]) -> str:
        minute = int(match["minute"] or match["minute2"])
        minutes = counted(minute, speller.cardinal(minute), "分") if minute else ""
        return f"{speller.number(match['hour'] or match['hour2'])}時{minutes}"

    return (
        Rule(
            Category.NUMBERS,
            re.compile(r"(?:(?<=割)|(?<![\d.])(?=\d分[目咲]))(?P<parts>[1-9])分(?P<of>目?)"),
            lambda match: speller.cardinal(int(match["parts"])) + ("ブンメ" if match["of"] else "ブ"),
            needs=re.compile("[割目咲]"),
        ),
        Rule(
            Category.ABBREVIATIONS,
            re.compile(rf"(?<![A-Za-z\d])(?:{any_of(_NAMES)})"),
            lambda match: _NAMES[match[0]],
            needs=re.compile("[杯協]"),
        ),
        Rule(
            Category.RATIOS,
            re.compile(
                r"(?<![A-Za-z\d.,:/-])(?P<first>\d{1,3})[-–—―－−:：](?P<last>\d{1,3})(?=[でのと、。])"
            ),
            score,
            needs=re.compile(r"\d[-–—―－−:：]\d"),
        ),
        Rule(Category.IDS, _STOCK, stock, evidence=_MARKET),
        Rule(
            Category.IDS,
            re.compile(
                rf"(?<=[一-鿿ぁ-ん ])(?P<kind>[1-9]\d\d) ?(?P<kana>{_PLATE_KANA}) ?"
                r"(?P<number>\d\d-\d\d|[・･]{1,3} ?\d{1,3})(?![\d-]|[人名個時分円日月回])"
            ),
            plate,
            needs=re.compile(r"\d{3} ?[ぁ-を] ?[\d・･]"),
        ),
        Rule(
            Category.TIMES,
            re.compile(
                r"(?:(?<=深夜)|(?<=深夜 )|(?<=:\d\d[~〜～-]))(?P<hour>2[4-9]):(?P<minute>[0-5]\d)(?![\d:])"
                r"|(?<![\d.,:-])(?P<hour2>2[4-9]):(?P<minute2>[0-5]\d)(?=から|より|まで|[~〜～]\d|頃|ごろ|開始|放送|スタート)"
            ),
            late,
            needs=re.compile("2[4-9]:"),
        ),
        Rule(
            Category.SYMBOLS,
            re.compile(r"[▲△](?=\d[\d,.]{0,15} ?(?:[%％円億万兆]|ポイント|百万|千円))"),
            lambda match: speller.locale.minus,
            needs=re.compile("[▲△]"),
        ),
        Rule(Category.DATES, _ERA, era, needs=re.compile(r"[RHSTM]\d")),
        Rule(
            Category.NUMBERS,
            re.compile(r"(?<=率)(?:は|が|も)?\.(?P<digits>\d{3})(?!\d)"),
            lambda match: match[0][: match.start("digits") - match.start() - 1] + average(match),
            needs=_POINT,
        ),
        Rule(
            Category.NUMBERS,
            re.compile(
                r"(?<![\w.,])\.(?P<digits>\d{1,4})(?!\d)|(?<=[ぁ-んァ-ヺ一-鿿])\.(?P<digits2>\d{3})(?!\d)"
            ),
            lambda match: "点" + speller.digits(match["digits"] or match["digits2"]),
            needs=_POINT,
        ),
        Rule(
            Category.TIMES,
            re.compile(r"(?<=\d秒)\d{1,2}(?![\d.,])"),
            lambda match: speller.digits(match[0]),
            needs=_SECONDS,
        ),
        Rule(
            Category.TIMES,
            re.compile(r"(?<=[間時])0(?P<number>[1-9])分|(?<=[分])0(?P<seconds>[1-9])(?=秒)"),
            lambda match: speller.cardinal(int(match["seconds"])) if match["seconds"] else later(match),
            needs=re.compile("[間時分]0"),
        ),
        Rule(
            Category.PHONES,
            re.compile(r"(?<![\d.,])110(?=番)"),
            lambda match: "ヒャクトオ",
            needs=re.compile("110"),
        ),
        Rule(
            Category.UNITS,
            re.compile(
                rf"(?<![\d.,兆億万])(?P<about>(?:約|およそ|おおよそ|ほぼ) ?)?"
                rf"(?P<head>(?:\d{{1,4}}[兆億万]){{0,2}})(?P<number>{speller.number_pattern}) ?"
                rf"(?P<unit>{above})/(?P<below>(?:100 ?)?(?:{below}))"
                rf"(?:/(?P<below2>1\.73 ?m[²2]|{below}))?(?![A-Za-z\d/²³])"
            ),
            per,
            needs=re.compile("/"),
        ),
        Rule(
            Category.RANGES,
            re.compile(r"(?<=\d[日月年時分])[-–~〜～](?=\d)"),
            lambda match: "から",
            needs=re.compile("[日月年時分][-–~〜～]"),
        ),
    )
