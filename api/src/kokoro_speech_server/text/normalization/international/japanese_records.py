"""Japanese eras (R6.4.1), batting averages (.312), seconds (9秒83), and amounts per unit (6,000人/km²)."""

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
    "件": "一件", "mol": "一モル",
}  # fmt: skip
_ABOVE = {
    "人": "人", "円": "円", "回": "回", "個": "個", "件": "件", "万円": "万円", "kcal": "キロカロリー", "mol": "モル",
    "μg": "マイクログラム", "ng": "ナノグラム",
}  # fmt: skip


_POINT = re.compile(r"\.\d")
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
        names = zip(match["digits"], ("割", "分", "厘"), strict=True)
        return "".join(speller.cardinal(int(digit)) + name for digit, name in names if digit != "0")

    def later(match: re.Match[str]) -> str:
        return counted(int(match["number"]), speller.cardinal(int(match["number"])), "分")

    def per(match: re.Match[str]) -> str | None:
        if f"{match['unit']}/{match['below']}" in nouns:
            return None
        unit = nouns.get(match["unit"]) or Noun(_ABOVE[match["unit"]], _ABOVE[match["unit"]])
        ahead = [_BELOW[one.replace(" ", "")] for one in (match["below2"], match["below"]) if one]
        return "".join(ahead) + "あたり" + speller.counted(match["number"], unit)

    return (
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
                rf"(?<![\d.,])(?P<number>{speller.number_pattern}) ?(?P<unit>{above})/(?P<below>(?:100 ?)?(?:{below}))"
                rf"(?:/(?P<below2>{below}))?(?![A-Za-z\d/²³])"
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
