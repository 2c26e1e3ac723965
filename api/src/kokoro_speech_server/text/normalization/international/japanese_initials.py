"""Latin names in Japanese texts: which are words (JAXA) or letters (IT), and English numbers behind them (J1)."""

import re

from kokoro_speech_server.text.normalization.international.japanese_notations import spelled
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_NAMES = {
    "JAXA": "ジャクサ", "JICA": "ジャイカ", "WHO": "ダブリューエイチオー",
    "IT": "アイティー", "OS": "オーエス", "LED": "エルイーディー",
    "OLED": "オーエルイーディー", "ROE": "アールオーイー", "ROA": "アールオーエー",
    "ROC": "アールオーシー", "PER": "ピーイーアール", "NISA": "ニーサ",
    "iDeCo": "イデコ", "TOEIC": "トーイック", "TOEFL": "トーフル",
    "TOPIX": "トピックス", "PASMO": "パスモ", "ICOCA": "イコカ",
    "JAL": "ジャル", "JSON": "ジェイソン", "YAML": "ヤムル",
    "CUDA": "クーダ", "NAS": "ナス", "SATA": "サタ",
    "CMOS": "シーモス", "eSIM": "イーシム", "HACCP": "ハサップ",
    "FIBA": "フィバ", "RCEP": "アールセップ", "AMOLED": "アモレッド",
}  # fmt: skip
"""Names that English would spell, or say as a word of its own, and how Japanese says them."""
_NAME = re.compile(
    rf"(?<![A-Za-z\d@#./_&-])(?<![A-Za-z] )(?:{any_of(_NAMES)})(?![A-Za-z\d@_]|[.&'’/-]\w| [A-Za-z])"
)
_NAME_NEEDS = re.compile("[A-Z]{2}|iDeCo")
_DIGITS = (
    "ゼロ",
    "ワン",
    "ツー",
    "スリー",
    "フォー",
    "ファイブ",
    "シックス",
    "セブン",
    "エイト",
    "ナイン",
    "テン",
)
_LEAGUE = re.compile(
    r"(?<![A-Za-z\d])J(?P<number>[123])(?=リーグ"
    r"|[のでにへとをは、。・]|昇格|降格|残留|優勝|クラブ|所属|復帰)(?!の?線)"
)
_TOP = re.compile(r"(?<![A-Za-z])(?P<name>[Tt]op|GPT|UTF)-(?P<number>10|[1-9])(?![\d.])")
_AND = re.compile(r"(?<![A-Za-z\d&＆])[A-Z](?: ?[&＆] ?[A-Z]){1,3}(?![A-Za-z\d&＆])")
_COVID = re.compile("(?<![A-Za-z])COVID-19(?!\\d)")
_ROOM = re.compile(r"(?<![A-Za-z\d.,])1(?=(?:K|DK|LDK|R)(?![A-Za-z\d]))(?!K(?:[byB円]|$))")
_WEEKDAYS = re.compile(
    r"(?<=[(（])(?P<first>[月火水木金土日])(?P<link>[~〜～–-])(?P<last>[月火水木金土日])(?=[)）]|[・、]祝)"
)


def initial_rules() -> tuple[Rule, ...]:
    """Rules that come before those for numbers and ranges."""

    def numbered(match: re.Match[str]) -> str:
        return f"{match['name']} {_DIGITS[int(match['number'])]}"

    def joined(match: re.Match[str]) -> str:
        return "アンド".join(spelled(letter) for letter in re.findall("[A-Z]", match[0]))

    return (
        Rule(Category.ABBREVIATIONS, _AND, joined, needs=re.compile("[&＆]")),
        Rule(Category.ABBREVIATIONS, _NAME, lambda match: _NAMES[match[0]], needs=_NAME_NEEDS),
        Rule(
            Category.NUMBERS,
            _LEAGUE,
            lambda match: "ジェイ" + _DIGITS[int(match["number"])],
            needs=re.compile("J[123]"),
        ),
        Rule(Category.NUMBERS, _TOP, numbered, needs=re.compile(r"[pTF]-\d")),
        Rule(Category.NUMBERS, _COVID, lambda match: "コビッド ナインティーン", needs=re.compile("COVID")),
        Rule(Category.NUMBERS, _ROOM, lambda match: "ワン", needs=re.compile("1[KDLR]")),
        Rule(
            Category.DATES,
            _WEEKDAYS,
            lambda match: f"{match['first']}曜から{match['last']}曜",
            needs=re.compile("[(（][月火水木金土日][~〜～–-]"),
        ),
    )
