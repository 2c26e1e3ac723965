"""Kanji behind Latin letters in Japanese texts, read as suffixes: PK戦 is ピーケーせん, not ピーケーいくさ.

The phonemizer gets such a kanji apart from the letters and reads it as a word of its own.
"""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_SUFFIXES = {
    "後": "ゴ", "中": "チュー", "型": "ガタ", "車": "シャ", "戦": "セン", "店": "テン", "間": "カン", "紙": "シ",
    "値": "チ", "体": "タイ", "組": "グミ", "棟": "トー", "館": "カン", "室": "シツ", "君": "クン", "音": "オン",
    "波": "ハ", "角": "カク", "板": "バン", "器": "キ", "罪": "ザイ", "病": "ビョー", "界": "カイ", "品": "ヒン",
    "塩": "エン", "価": "カ", "帯": "タイ", "枚": "マイ", "係": "ガカリ", "上": "ジョー", "外": "ガイ", "内": "ナイ",
    "力": "リョク", "的": "テキ", "風": "フー", "債": "サイ", "費": "ヒ", "名": "メイ", "形": "ガタ", "済み": "ズミ",
    "造": "ゾー",
}  # fmt: skip
_OTHER_WORDS = (
    r"(?<=上)[がげりるっ]|(?<=後)[ろれ]|(?<=間)(?:に合|違)|(?<=外)[れすさし]|(?<=組)[みむん]|(?<=力)[むみ]"
)
"""Where the kanji begins another word: a verb whose end is in kana."""
_FURTHER = (
    "(?<=車)(?=限定)|(?<=型)(?=肝炎|インフル|糖尿|自動車|ステンレス)|(?<=戦)(?=[全開終最突決勝負])"
    "|(?<=間)(?=移動|通信|取引)|(?<=組)(?![みむん織合曲閣立成版踊長])|(?<=造)(?!船|形|語)"
)
"""Where it is a suffix before further kanji."""
_SUFFIX = re.compile(
    rf"(?<=[A-Za-z])(?P<suffix>{any_of(_SUFFIXES)})(?:{_FURTHER}|(?![一-龠々ー]|{_OTHER_WORDS}))"
)


def suffix_rules() -> tuple[Rule, ...]:
    """A rule that comes after those for letters that are units or formulas."""
    return (
        Rule(
            Category.SYMBOLS,
            _SUFFIX,
            lambda match: _SUFFIXES[match["suffix"]],
            needs=re.compile(f"[A-Za-z](?:{any_of(_SUFFIXES)})"),
        ),
    )
