"""Latin names in Japanese texts: which are words (JAXA) or letters (IT), and English numbers behind them (J1)."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.normalization.international.japanese_acronyms import NAMES
from kokoro_speech_server.text.normalization.international.japanese_english_numbers import (
    english_number_rules,
)
from kokoro_speech_server.text.normalization.international.japanese_notations import spelled
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_NAME = re.compile(
    rf"(?<![A-Za-z\d@#./_&-])(?<![A-Za-z] )(?:{any_of(NAMES)})(?![A-Za-z\d@_]|[.&'’/-]\w| [A-Za-z])"
)
_NAME_NEEDS = re.compile("[A-Z]{2}|[a-z][A-Z]|[a-z]{4}")
_AND = re.compile(r"(?<![A-Za-z\d&＆])[A-Z](?: ?[&＆] ?[A-Z]){1,3}(?![A-Za-z\d&＆])")
_DOUBLE = re.compile(
    "(?<![A-Za-z\\d])W(?=ワーク|ブッキング|キャスト|パンチ|ベッド|ルーム|スタンダード|ヘッダー|フェイス|チーズ|スコア|チャンス|デート"
    "|受賞|主演|司会|出演|優勝|効果|検査|購入|昇格|不倫|選挙|当選|解説|表示|主人公|ガード|サイズ)"
)
_TIME = re.compile(
    r"(?<![A-Za-z\d])(?P<half>[AaPp])\.?[Mm]\.? ?(?=\d{1,2}(?::[0-5]\d|時))"
    r"|(?<![\d:.])(?P<time>\d{1,2}:[0-5]\d) ?(?P<half2>[AaPp])\.?[Mm]\.?(?![A-Za-z])"
)
_ROOM_TIMES = re.compile(r"(?<![A-Za-z])(?P<name>IN|OUT|OPEN|CLOSE|START)[ :：]?(?=\d{1,2}:[0-5]\d)")
_ROOM_WORDS = {"IN": "イン", "OUT": "アウト", "OPEN": "オープン", "CLOSE": "クローズ", "START": "スタート"}
_NEW_YORK = re.compile(
    "(?<![A-Za-z\\d])NY(?=ダウ|市場|株|原油|金(?!利)|証取|円|為替|平均|商品|の(?:ダウ|市場|株|原油|金|為替|街|商品))"
)
_DAYS = re.compile(
    r"(?:(?<![一-龠々])|(?<=週)|(?<=曜))(?P<days>[月火水木金土日](?:[・･][月火水木金土日]){1,5})"
    r"(?:(?P<last>[・･][月火水木金土日]曜)|(?P<holiday>[・･]祝日?)?(?![一-龠々]|[・･]))"
)
_DAY_NAMES = {"月": "ゲツ", "火": "カ", "水": "スイ", "木": "モク", "金": "キン", "土": "ド", "日": "ニチ"}
_WEEK = re.compile("毎週|隔週|定休|休館|休診|休業|営業|診療|曜|[ごゴ][みミ]|収集|祝|週\\d|開催|時")
_WEEKDAYS = re.compile(
    r"(?<=[(（])(?P<first>[月火水木金土日])(?P<link>[~〜～–-])(?P<last>[月火水木金土日])(?=[)）]|[・、]祝)"
)


def initial_rules(speller: NumberSpeller, time: Callable[[NumberSpeller, int, int], str]) -> tuple[Rule, ...]:
    """Rules that come before those for numbers and ranges. time: spells an hour and a minute"""

    def half(match: re.Match[str]) -> str:
        words = "午前" if (match["half"] or match["half2"]) in "Aa" else "午後"
        return words + time(speller, *map(int, match["time"].split(":"))) if match["time"] else words

    def days(match: re.Match[str]) -> str:
        names = "、".join(_DAY_NAMES[day] for day in re.findall("[月火水木金土日]", match["days"]))
        if match["holiday"]:
            return f"{names}、祝日"
        return f"{names}、{match['last'][1:]}" if match["last"] else names

    def joined(match: re.Match[str]) -> str:
        return "アンド".join(spelled(letter) for letter in re.findall("[A-Z]", match[0]))

    return (
        Rule(Category.ABBREVIATIONS, _AND, joined, needs=re.compile("[&＆]")),
        Rule(Category.ABBREVIATIONS, _NAME, lambda match: NAMES[match[0]], needs=_NAME_NEEDS),
        Rule(Category.ABBREVIATIONS, _DOUBLE, lambda match: "ダブル", needs=re.compile("W[ァ-ヺ一-鿿]")),
        Rule(Category.ABBREVIATIONS, _NEW_YORK, lambda match: "ニューヨーク", needs=re.compile("NY")),
        Rule(Category.TIMES, _TIME, half, needs=re.compile(r"[AaPp]\.?[Mm]")),
        Rule(
            Category.TIMES,
            _ROOM_TIMES,
            lambda match: _ROOM_WORDS[match["name"]],
            needs=re.compile(r"[NTE][ :：]?\d{1,2}:"),
        ),
        *english_number_rules(speller),
        Rule(Category.DATES, _DAYS, days, evidence=_WEEK),
        Rule(
            Category.DATES,
            _WEEKDAYS,
            lambda match: f"{match['first']}曜から{match['last']}曜",
            needs=re.compile("[(（][月火水木金土日][~〜～–-]"),
        ),
    )
