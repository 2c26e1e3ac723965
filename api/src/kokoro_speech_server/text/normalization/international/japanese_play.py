"""English numbers and parts of ten in Japanese texts: 3ラン, 2アウト, 年3分, 7分丈; and the size of earthquakes."""

import re

from kokoro_speech_server.text.normalization.international.japanese_counters import counted
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_ENGLISH = {"1": "ワン", "2": "ツー", "3": "スリー", "4": "フォー", "5": "ファイブ"}
_KANA = "ァ-ヺー"
_PLAYS = (
    rf"ラン(?:(?![{_KANA}])|(?=ホー|スク))|アウト(?![{_KANA}])|ストライク(?![{_KANA}])|ベースヒット"
    rf"|シーム(?![{_KANA}])|トップ(?=[の気で、。]|$)|バック(?=[のでを、。]|$)|ポイント(?=シュート|ライン|を?(?:沈め|成功))"
    rf"|ピース(?![{_KANA}])|トーン(?![{_KANA}])|ショット(?![{_KANA}])"
)
_PLAY = re.compile(rf"(?<![A-Za-z\d.,])(?P<number>[1-5])(?=(?:{_PLAYS}))")
_TENTHS = {"7": "シチ", "9": "ク", "10": "ジュウ"}
_TENTH = re.compile(
    r"(?<![\d.,時間])(?P<number>[1-9]|10)分(?=[丈袖粥刈搗]|づき|つき(?:米|玄米)|立て|仕立て|がゆ)"
    r"|(?<=[年月])(?P<rate>[1-9])分(?=[1-9]厘|[のとをで、。]|$|(?:である|です|だ|以[上下]))"
)
_LAST_DAY = re.compile(
    r"(?<=[)）日])(?P<link>[〜～~-])(?P<day>[12]\d|3[01]|[1-9])[(（](?P<weekday>[月火水木金土日])(?:曜日?)?"
    r"(?:[・･](?P<holiday>祝|休|振休))?[)）]"
)
_WAVES = str.maketrans(dict.fromkeys("〜～~", "から"))
_RATE = re.compile("利[率息子]|\\d厘|運用|利回り|割合|遅延|損害金|法定|配当|年利|利付|公債|国債")
_QUAKE = re.compile("地震|震源|震度|津波|余震|本震|気象庁|活断層|断層|トラフ|揺れ|プレート|USGS")
_MAGNITUDE = re.compile(
    r"(?<![A-Za-z\d])M[jwJWsS]?(?:(?P<class>\d)級|(?=[4-9](?:\.\d|クラス|程度|以上|前後|規模|から|[〜～])|[0-3]\.\d))"
)
_NAMED = re.compile(r"(?<=マグニチュード)[(（]M[jwJW]?[)）]")
_AVERAGE = re.compile(r"(?<=率)(?P<particle>を|、|・|：| )\.(?P<digits>\d{3})(?!\d)")
_FIRST_OUT = re.compile(r"(?<![\d.,])1死(?=[満一二三、。走で無かの])")

_SCORED = re.compile(r"(?<![A-Za-z\d.,])(?P<number>[1-9]\d{0,2})(?P<what>S|H|HR|HP|K|SB)(?![A-Za-z\d])")
_SCORES = {
    "S": "セーブ", "H": "ホールド", "HR": "本塁打", "HP": "ホールドポイント", "K": "奪三振", "SB": "盗塁",
}  # fmt: skip
_BASEBALL = re.compile(
    "野球|登板|失点|安打|打点|打率|本塁打|投手|防御率|救援|抑え|リリーフ|先発|[セパ]・?リーグ|大リーグ|打者"
)


def play_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for counters."""

    def tenth(match: re.Match[str]) -> str | None:
        number = match["number"] or match["rate"]
        if match["rate"] and not _RATE.search(match.string):
            return None
        return (_TENTHS.get(number) or speller.cardinal(int(number))) + "ブ"

    def magnitude(match: re.Match[str]) -> str | None:
        if not _QUAKE.search(match.string):
            return None
        size = match["class"]
        return f"マグニチュード{speller.cardinal(int(size))}キュウ" if size else "マグニチュード"

    def average(match: re.Match[str]) -> str:
        names = zip(match["digits"], ("割", "ブ", "厘"), strict=True)
        return match["particle"] + "".join(
            speller.cardinal(int(digit)) + name for digit, name in names if digit != "0"
        )

    def scored(match: re.Match[str]) -> str:
        return speller.cardinal(int(match["number"])) + _SCORES[match["what"]]

    return (
        Rule(Category.NUMBERS, _SCORED, scored, evidence=_BASEBALL),
        Rule(
            Category.NUMBERS,
            _PLAY,
            lambda match: _ENGLISH[match["number"]],
            needs=re.compile(r"[1-5][ラアスベシトバポピ]"),
        ),
        Rule(Category.NUMBERS, _FIRST_OUT, lambda match: "イッシ", needs=re.compile("1死")),
        Rule(
            Category.DATES,
            _LAST_DAY,
            lambda match: (
                match["link"].replace("-", "から").translate(_WAVES)
                + counted(int(match["day"]), speller.cardinal(int(match["day"])), "日")
                + f"{match['weekday']}曜日{'、祝日' if match['holiday'] else ''}"
            ),
            needs=re.compile(r"\d[(（][月火水木金土日]"),
        ),
        Rule(
            Category.CHEMISTRY,
            re.compile("(?<![A-Za-z])(?P<haemoglobin>Hb)?A1[cC]"),
            lambda match: ("ヘモグロビン" if match["haemoglobin"] else "") + "エーワンシー",
            needs=re.compile("A1[cC]"),
        ),
        Rule(Category.NUMBERS, _TENTH, tenth, needs=re.compile(r"\d分")),
        Rule(Category.NUMBERS, _AVERAGE, average, needs=re.compile(r"率.?\.\d")),
        Rule(Category.UNITS, _MAGNITUDE, magnitude, needs=re.compile(r"M[jwJWsS]?\d")),
        Rule(Category.UNITS, _NAMED, lambda match: "", needs=re.compile("[(（]M")),
    )
