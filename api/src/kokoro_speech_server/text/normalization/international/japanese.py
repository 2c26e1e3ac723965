"""Japanese. Numbers become kanji, which the phonemizer reads well, except with some counters."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.normalization.international.dates import clock
from kokoro_speech_server.text.normalization.international.field_units import field_unit_rules
from kokoro_speech_server.text.normalization.international.japanese_code import code_point_rules
from kokoro_speech_server.text.normalization.international.japanese_counters import (
    COUNTERS,
    NO_COUNTER,
    ORDINALS,
    THOUSANDS,
    after_thousand,
    counted,
)
from kokoro_speech_server.text.normalization.international.japanese_equations import equation_rules
from kokoro_speech_server.text.normalization.international.japanese_initials import initial_rules
from kokoro_speech_server.text.normalization.international.japanese_kanji_numbers import kanji_number_rules
from kokoro_speech_server.text.normalization.international.japanese_law import law_rules
from kokoro_speech_server.text.normalization.international.japanese_notations import notation_rules
from kokoro_speech_server.text.normalization.international.japanese_play import play_rules
from kokoro_speech_server.text.normalization.international.japanese_records import record_rules
from kokoro_speech_server.text.normalization.international.japanese_short_forms import short_form_rules
from kokoro_speech_server.text.normalization.international.japanese_suffixes import suffix_rules
from kokoro_speech_server.text.normalization.international.locale import Currency, Locale, Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.short_dates import short_date_rules
from kokoro_speech_server.text.normalization.international.single_letters import letter_a_rules
from kokoro_speech_server.text.normalization.international.unspaced_formulas import unspaced_formula_rules
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule


def _ruleset(number: int, after: str) -> str:
    return "spellout-cardinal"


def _spell(number: int, plain: Callable[[int], str]) -> str:
    return plain(number) if number else "ゼロ"


def _fraction(speller: NumberSpeller, above: int, below: int, after: str = "") -> str:
    return f"{speller.cardinal(below)}分の{speller.cardinal(above)}"


def _mixed(speller: NumberSpeller, whole: int, above: int, below: int) -> str:
    return f"{speller.cardinal(whole)}と{_fraction(speller, above, below)}"


def _ordinal(speller: NumberSpeller, match: re.Match[str]) -> str:
    return "第" + speller.cardinal(int(match["number"]))


def _of(speller: NumberSpeller, number: int, counter: str) -> str:
    return counted(number, speller.cardinal(number), counter)


def _date(speller: NumberSpeller, year: int | None, month: int | None, day: int | None) -> str:
    parts = ((year, "年"), (month, "月"), (day, "日"))
    words = "".join(_of(speller, number, counter) for number, counter in parts if number)
    return words.removesuffix("一日") + _FIRST if day == 1 else words


_FIRST = "ツイタチ"  # read as the day of the month; 一日 would be read as a whole day


def _time(speller: NumberSpeller, match: re.Match[str]) -> str | None:
    read = clock(match)
    if read is None:
        return None
    hour, minute, second = read
    words = _hour_and_minute(speller, hour, minute)
    return words if second is None else f"{words}{speller.cardinal(second)}秒"


def _hour_and_minute(speller: NumberSpeller, hour: int, minute: int) -> str:
    return _of(speller, hour, "時") + (_of(speller, minute, "分") if minute else "")


def _with_cents(whole: str, cents: int, words: str, named: str) -> str:
    return whole + named


def _phone(speller: NumberSpeller, text: str) -> str:
    """Telephone numbers are spelled digit by digit, with "no" between the groups."""
    plus = "プラス" if text.startswith("+") else ""
    return plus + "の".join(speller.digits(group) for group in re.findall(r"\d+", text))


_PLACE = re.compile(
    "[都道府県市区町村目丁通条台]"
    "|(?:新宿|渋谷|銀座|赤坂|六本木|池袋|品川|上野|秋葉原|横浜|梅田|難波|心斎橋|天神|博多)$"
)
_THOUSANDS = re.compile(r"\d[千万][^\d円]")


_PORTIONS = "個|本|杯|匹|缶|丁|斤"
"""Counters of things that are divided: 1/2個."""

_FIELDS = {
    "N": ("ニュートン", r"力|荷重|ばね|バネ|摩擦|\b[FTW] ?="),
    "A": (
        "アンペア",
        r"電流|回路|抵抗|電圧|定格|充電|コンセント|ヒューズ|ブレーカー|契約|\d ?V(?!\w)|\bI ?=",
    ),
    "K": ("ケルビン", r"温度|ケルビン|沸点|融点|\bT ?="),
    "C": ("クーロン", r"電荷|クーロン|\b[qQ] ?="),
    "T": ("テスラ", r"磁場|磁束|磁界|MRI|\bB ?="),
    "F": ("ファラド", r"コンデンサ|静電容量|\bC ?="),
}
"""Units of one letter, and words of their fields."""


def _counter_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    def say(match: re.Match[str]) -> str | None:
        number = int(match["number"].replace(",", ""))
        if not number or (match["nth"] and match["counter"] not in ORDINALS):
            return None
        words = (match["nth"] or "") + _of(speller, number, match["counter"])
        if number == 1 and match["counter"] == "日" and match.string[: match.start()].endswith("月"):
            words = _FIRST
        if not match["first"]:
            return words
        is_date = match["counter"] == "月" or match.string[: match.start()].endswith("月")
        first = (
            _of(speller, int(match["first"]), match["counter"]) if is_date else speller.number(match["first"])
        )
        return f"{match['nth'] or ''}{first}から{words.removeprefix('第')}"

    def part(match: re.Match[str]) -> str | None:
        above, below = int(match["above"]), int(match["below"])
        if not 0 < above < below:
            return None
        whole = f"{speller.cardinal(int(match['whole']))}と" if match["whole"] else ""
        return f"{whole}{speller.cardinal(below)}分の{_of(speller, above, match['counter'])}"

    def day(match: re.Match[str]) -> str | None:
        month, number = int(match["month"]), int(match["day"])
        if not (1 <= month <= 12 and 1 <= number <= 31):
            return None
        # In "1/4に減る", 1/4 is a quarter; in "12/25に", 12/25 is a day.
        if match["weekday"] is None and (number <= 12 or (month == 1 and number in (16, 20, 24, 25, 30))):
            return None
        after = "、" if match.string[match.end() :][:1].isdigit() else ""
        return _date(speller, None, month, number) + (
            f"{match['weekday']}曜日{'、祝日' if match['holiday'] else ''}{after}" if match["weekday"] else ""
        )

    def address(match: re.Match[str]) -> str | None:
        if not _PLACE.search(match.string[: match.start()]):
            return None  # a score
        return "の".join(speller.number(part) for part in re.split("[-−‐]", match[0]))

    number = r"(?:[1-9]\d{0,2}(?:,\d{3}){1,4}|[1-9]\d{0,14})"
    return (
        *short_form_rules(speller),
        *equation_rules(speller),
        *unspaced_formula_rules(speller, "パイ", "テイ{}のログ", "マイ"),
        *play_rules(speller),
        *law_rules(speller, _date),
        *code_point_rules(speller),
        *initial_rules(speller, _hour_and_minute),
        *field_unit_rules(_FIELDS),
        *notation_rules(speller),
        *letter_a_rules("エー"),
        *suffix_rules(),
        *record_rules(speller, _date),
        *kanji_number_rules(),
        *short_date_rules(speller, _date, part="[約倍拍]|カ[ップ]|イン|程度"),
        Rule(
            Category.NUMBERS,
            re.compile(
                rf"(?<![\d.,/:割-])(?P<nth>第)?(?:(?P<first>{number}) ?[-–~〜～] ?)?"
                rf"(?P<number>{number})(?P<counter>{COUNTERS})(?!の[\d一]|{NO_COUNTER})"
            ),
            say,
            needs=DIGIT,
        ),
        Rule(
            Category.FRACTIONS,
            re.compile(
                r"(?<![\d/.,-])(?:(?P<whole>\d{1,2})(?: |と))?(?P<above>\d{1,2})/(?P<below>\d{1,3})"
                rf"(?P<counter>{_PORTIONS})(?!{NO_COUNTER})"
            ),
            part,
            needs=re.compile(rf"/\d{{1,3}}(?:{_PORTIONS})"),
        ),
        Rule(
            Category.NUMBERS,
            re.compile(rf"(?<=\d[千万])(?P<counter>{THOUSANDS})(?!{NO_COUNTER})(?<!千分)(?<!万分)"),
            lambda match: after_thousand(match["counter"]),
            needs=_THOUSANDS,
        ),
        Rule(
            Category.DATES,
            re.compile(
                r"(?<![\d/.,の])(?P<month>\d{1,2})/(?P<day>\d{1,2})(?![\d/])"
                r"(?:[(（](?P<weekday>[月火水木金土日])(?:曜日?)?(?:[・･、](?P<holiday>祝日?|休日?|振休))?[)）])?"
            ),
            day,
            needs=DIGIT,
        ),
        Rule(
            Category.DATES,
            re.compile(
                r"(?:(?<=日)|(?<=[ッナイツムーノ]カ)|(?<=タチ)|(?<=ニチ))[(（](?P<weekday>[月火水木金土日])(?:曜日?)?[)）]"
            ),
            lambda match: f"{match['weekday']}曜日",
            needs=re.compile("[(（]"),
        ),
        Rule(
            Category.IDS,
            re.compile(r"(?<=[一-鿿])\d{1,4}(?:[-−‐]\d{1,4}){1,3}(?![-\d])"),
            address,
            needs=DIGIT,
        ),
    )


_CENT = Noun("セント", "セント")
_MULTIPLIED = Noun("", "")


def _noun(name: str) -> Noun:
    return Noun(name, name)


LOCALE = Locale(
    tag="ja",
    decimal=".",
    marks={".": "点", ",": "点"},
    ruleset=_ruleset,
    spell=_spell,
    minus="マイナス",
    plus="プラス",
    percent="{}パーセント",
    permille="{}パーミル",
    span="{}から{}",
    score="{}対{}",
    fraction=_fraction,
    codes="(?<!原子)番号|パスワード|コード|普通預金|当座預金|口座|内線|PIN",
    equals="は",
    mixed=_mixed,
    ordinal_pattern=r"第(?P<number>\d{1,9})(?![\d.,])",
    ordinal=_ordinal,
    roman=(
        r"第(?P<roman>[IVXLCDM]{1,8})(?=[ぁ-んァ-ヺ一-鿿])",
        r"(?<=[ァ-ヺー一-鿿])(?P<roman>[IVX]{1,8})(?=世)",
        r"(?<=[ァ-ヺー])(?P<roman>(?!XL)[IVX]{2,7})(?![A-Za-z\d])",
        r"(?<![A-Za-z\d])(?P<roman>[IVX]{1,4})(?=[型期類級度章部])",
    ),
    say_roman=lambda speller, number, match: speller.cardinal(number),
    pressure="{}の{}",
    day_first=False,
    date=_date,
    time=_time,
    currencies=(
        Currency(("¥", "￥", "JPY"), _noun("円")),
        Currency(("US$", "USD", "$", "＄"), _noun("ドル"), _CENT),
        Currency(("€", "EUR"), _noun("ユーロ"), _CENT),
        Currency(("£", "GBP"), _noun("ポンド"), _noun("ペンス")),
        Currency(("CNY", "RMB", "CN¥"), _noun("元")),
        Currency(("₹", "INR"), _noun("ルピー"), _noun("パイサ")),
        Currency(("R$", "BRL"), _noun("レアル"), _noun("センターボ")),
        Currency(("CHF",), _noun("スイスフラン"), _noun("サンチーム")),
        Currency(("CAD", "C$"), _noun("カナダドル"), _CENT),
        Currency(("AUD", "A$"), _noun("オーストラリアドル"), _CENT),
        Currency(("₩", "KRW"), _noun("ウォン")),
        Currency(("₽", "RUB"), _noun("ルーブル")),
        Currency(("₿", "BTC"), _noun("ビットコイン")),
    ),
    with_cents=_with_cents,
    scales={
        r"百万": (10**6, _MULTIPLIED),
        r"千万": (10**7, _MULTIPLIED),
        r"万": (10**4, _noun("万")),
        r"億": (10**8, _noun("億")),
        r"兆": (10**12, _noun("兆")),
        r"[kK]": (1000, _MULTIPLIED),
        r"M|million": (10**6, _MULTIPLIED),
        r"[bB]n?|billion": (10**9, _MULTIPLIED),
    },
    own_units={
        "km/h": Noun("時速{}キロメートル", "時速{}キロメートル"), "m/s": Noun("秒速{}メートル", "秒速{}メートル"),
        "mph": Noun("時速{}マイル", "時速{}マイル"), "°C": _noun("度"), "ºC": _noun("度"), "℃": _noun("度"),
        "°": _noun("度"), "°F": Noun("華氏{}度", "華氏{}度"), "ºF": Noun("華氏{}度", "華氏{}度"),
        "℉": Noun("華氏{}度", "華氏{}度"), "h": _noun("時間"), "min": _noun("分"), "s": _noun("秒"),
        "kWh": _noun("キロワット時"), "Mb/s": _noun("メガビット毎秒"), "Gb/s": _noun("ギガビット毎秒"),
        "MB/s": _noun("メガバイト毎秒"), "m³/s": _noun("立方メートル毎秒"), "m/s²": _noun("メートル毎秒毎秒"),
        "m/s^2": _noun("メートル毎秒毎秒"),
        "Mbps": _noun("メガビット毎秒"), "Gbps": _noun("ギガビット毎秒"),
        "mmHg": _noun("ミリエイチジー"), "mol": _noun("モル"), "mmol": _noun("ミリモル"), "Pa": _noun("パスカル"),
        "MPa": _noun("メガパスカル"), "GPa": _noun("ギガパスカル"), "kN": _noun("キロニュートン"),
        "Wh": _noun("ワット時"), "MWh": _noun("メガワット時"), "GWh": _noun("ギガワット時"), "lx": _noun("ルクス"),
        "fps": _noun("エフピーエス"), "dpi": _noun("ディーピーアイ"), "ng": _noun("ナノグラム"),
        "µL": _noun("マイクロリットル"), "µl": _noun("マイクロリットル"), "kVA": _noun("キロボルトアンペア"),
        "ppb": _noun("ピーピービー"), "mSv": _noun("ミリシーベルト"), "µSv": _noun("マイクロシーベルト"),
        "mEq": _noun("ミリエクイバレント"), "Bq": _noun("ベクレル"), "kgf": _noun("キログラム重"),
        "dB": _noun("デシベル"), "cc": _noun("シーシー"), "mAh": _noun("ミリアンペア時"),
        "ppm": _noun("ピーピーエム"), "rpm": _noun("回転毎分"), "㎡": _noun("平方メートル"),
    },
    prefixes={"m": "ミリ", "k": "キロ", "µ": "マイクロ"},
    symbols={
        "∪": "カップ", "∩": "キャップ", "∠": "角", "⊥": "垂直", "∥": "平行", "∵": "なぜなら", "∴": "ゆえに",
        "≡": "合同", "≒": "約", "∝": "比例", "∑": "シグマ", "∫": "インテグラル", "∂": "ラウンド",
        "&": "アンド", "＆": "アンド", "@": "アットマーク", "＠": "アットマーク", "%": "パーセント",
        "％": "パーセント", "‰": "パーミル", "+": "プラス", "＋": "プラス", "=": "イコール", "＝": "イコール",
        "×": "かける", "÷": "割る", "±": "プラスマイナス", "≤": "以下", "≦": "以下", "≥": "以上", "≧": "以上",
        "≠": "ノットイコール", "≈": "約", "°": "度", "℃": "度", "€": "ユーロ", "$": "ドル", "£": "ポンド",
        "¥": "円", "￥": "円", "₹": "ルピー", "§": "セクション", "√": "ルート", "∞": "無限大", "π": "パイ",
        "→": "、", "〒": "郵便番号", "№": "ナンバー", "−": "マイナス", "/": "、", "／": "、", "#": "シャープ",
        "＃": "シャープ", "µ": "マイクロ", "Ω": "オーム", "©": "コピーライト", "®": "登録商標", "™": "商標",
        "⇔": "、", "⇒": "、", "↔": "、", "・": " ", "･": " ", "〜": "から", "～": "から",
    },
    operators={
        "+": "足す", "＋": "足す", "=": "は", "＝": "は", "×": "かける", "*": "かける", "÷": "割る",
        "±": "プラスマイナス", "≤": "以下", "≦": "以下", "≥": "以上", "≧": "以上", "<": "小なり", ">": "大なり",
        "≠": "ノットイコール", "≈": "ニアリーイコール", "−": "引く",
    },
    squared="の二乗",
    cubed="の三乗",
    power="{}の{}乗",
    abbreviations={
        r"㈱|\(株\)|（株）": "株式会社", r"㈲|\(有\)|（有）": "有限会社", r"No\.(?= ?\d)|№(?= ?\d)": "ナンバー",
        r"vs\.?": "対", r"L\.O\.?|LO(?=[ :：]?\d)": "ラストオーダー",
        r"㎏": "キログラム", r"Tel[.:]|TEL[.:]?": "電話", r"㎡": "平方メートル", r"㍿": "株式会社",
    },
    web={
        "@": "アットマーク", ".": "ドット", "/": "スラッシュ", "-": "ハイフン", "_": "アンダーバー", ":": "コロン",
        "#": "ハッシュタグ", "+": "プラス", "&": "アンド", "=": "イコール", "?": "クエスチョンマーク",
        "%": "パーセント", "~": "チルダ",
        "\\": "バックスラッシュ",
    },
    phone=_phone,
    phone_pattern=(
        r"0\d{1,4}-\d{1,4}-\d{3,4}"
        r"|0\d{1,4}\(\d{1,4}\)\d{3,4}|[(（]0\d{1,4}[)）] ?\d{1,4}[-−‐]\d{3,4}|0[789]0\d{8}"
        r"|0120-\d{3}-\d{3}"
        r"|\d{3}-\d{4}(?![\d-])"
    ),
    emoji="ja",
    own_rules=_counter_rules,
)  # fmt: skip
