"""Japanese words with several readings: the one that the text around calls for.

UniDic chooses a reading for each word by the parts of speech beside it, which do not tell 人前 (ひとまえ, "in public")
from 人前 ("portions"). Where no rule applies, the reading is UniDic's.
"""

import re
from collections.abc import Iterator

from kokoro_speech_server.text.g2p.japanese_compounds import COMPOUNDS
from kokoro_speech_server.text.g2p.japanese_names import NAMES
from kokoro_speech_server.text.g2p.reading_rules import chosen, rule

_NUMBER = "[一二三四五六七八九十百千何幾数]"
_PLACE = (
    "(?:夜|道|路|通り|公園|場所|部屋|森|廊下|ビル|山|家|街|村|町|海|浜"
    "|駅|校舎|寺|境内|神社|林|島|倉庫|広場|ところ|所)"
)
_GUESTS = (
    "年寄り|来場|来店|利用|希望|参加|初めて|はじめて|高齢|お持ち|お連れ|家族|関係者|在住|一般|女性|男性|外国|ほか|他"
    "|多く|大勢|以上|未満|お困り|お急ぎ|お越し|経験者|担当|責任者|地元|全て|すべて|受付|お客|年配|目上|ご近所|隣|存じ"
)
_HOT = (
    "カレー|唐辛子|キムチ|ラーメン|麻婆豆腐|料理|スープ|味|タレ|ソース|わさび|ワサビ|からし|山椒|鍋"
    "|激|塩|大根|四川|韓国"
)
_VERY = "とても|少し|かなり|すごく|本当に|ちょっと|一番|結構|あまり|やや|意外と"
_HOT_FOOD = (
    "もの|物(?!語)|料理|食べ|カレー|味|スープ|ラーメン|ソース|お?菓子|のが(?:好|苦手|平気)|の(?:は|が)食べ"
    "|鍋|麺|キムチ"
)

_TODAY_AT_LARGE = (
    "的(?!中)|に至|にいた|に(?:おいて|おける|伝わ|残)|まで(?:続|伝|受け|残|知ら)|では$|で[はも].{0,5}"
    "(?:珍し|一般|広く|当たり前|ほとんど|普通|誰も|多くの|世界中)"
    "|の(?:社会|世界|日本|繁栄|発展|地位|経済|科学|技術|情勢|状況|文明|姿|形|我々|私たち|若者|医学|医療|中国|国際|教育|政治|研究|都市)"
)
_HOT_RULES = (("辛い", "からい"), ("辛く", "からく"), ("辛かっ", "からかっ"))

RULES = {
    **COMPOUNDS,
    **NAMES,
    "二人前": [rule("ににんまえ")],
    "人前": [rule("にんまえ", _NUMBER), rule("ひとまえ")],
    "今日": [rule("こんにち", "", _TODAY_AT_LARGE)],
    "一日中": [rule("いちにちじゅー", "^|[^十月]")],
    "方": [
        rule("ほー", "[こそ]の", "が.{0,6}(?:いい|良い|よい|[一-龠]い|[一-龠]しい)"),
        rule("かた", f"(?:{_GUESTS})(?:の|ている)", "[はがもにでをとへ]|から|の|だけ|全員"),
        rule("かた", "(?:^|[^一-龠])[あこそど]の", "[はがもにをとで]|です|だ"),
        rule(
            "かた",
            "(?:高め|低め|弱め|多め|気味|心配|苦手|不安|得意|お好き|可能|必要|不要|不明)[のな]",
            "[はもにへ]|から",
        ),
        rule("かた", "(?:^|[^日夜背途真最熱渦])中の", "[はにへをとも]|の|から"),
        rule("かた", "[たる]", "[はも]|に(?:は|も|お)|から|全員|の(?:み|ため)"),
    ],
    "上手": [
        rule("うわて", "一枚|枚も|一段|役者が"),
        rule("かみて", "", "側|と下手"),
    ],
    "市場": [
        rule("いちば", "魚|青果|朝の?|青空|蚤の|のみの|築地|豊洲|錦|黒門|港の|町の|村の|街の|地元の"),
        rule(
            "いちば",
            "",
            "で(?:魚|野菜|果物|肉|花|食べ|働)|[へに](?:買い|行|寄|立ち寄|出かけ)|の(?:魚|屋台|活気|朝|にぎ|賑|おじ|おば)|はに?[ぎ賑]",
        ),
    ],
    "人気": [
        rule(
            "ひとけ",
            "",
            f"[のが](?:ほとんど|全く|まったく)?(?:な[いく]|無[いく]|絶え|途絶え|まばらな|少ない){_PLACE}",
        )
    ],
    "生物": [
        rule(
            "なまもの",
            "",
            "ですので|なので|につき|は(?:お早|早|傷|いた|冷|日持ち|避)|のため(?:$|お早|早)|は?ご遠慮",
        )
    ],
    "大人気": [rule("おとなげ", "", "[なの無]な?[いかく]")],
    "一行": [
        rule("いちぎょー", "最初の|最後の|先頭の|あと|たった|ただの|わずか|各|空白の|次の|前の|もう"),
        rule(
            "いちぎょー",
            "",
            "目|ずつ|だけ|空け|で(?:書|まと)|の(?:文|詩|コード)|[をも](?:書|読|消|飛ば|加え|足)",
        ),
    ],
    **{
        word: [rule(reading, f"(?:{_HOT})(?:[はがも]|って)?(?:{_VERY})?"), rule(reading, "", _HOT_FOOD)]
        for word, reading in _HOT_RULES
    },
}
"""Rules by word. The first one that applies to a place gives the reading, as UniDic writes what is said."""

_WORD = re.compile("|".join(sorted(RULES, key=len, reverse=True)))


def readings(text: str) -> Iterator[tuple[int, int, str]]:
    """The words of `text` that rules apply to, as spans, and their readings in hiragana."""
    for word in _WORD.finditer(text):
        start, end = word.span()
        if reading := chosen(RULES[word[0]], text, start, end):
            yield start, end, reading
