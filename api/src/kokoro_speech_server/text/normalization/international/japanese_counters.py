"""Japanese numbers and counters that change each other's reading.

The phonemizer reads 一人, 二十日 and 三百 correctly, but 四月 as "yongatsu" and 三十分 as "sanjūfun". It gets such
endings in kana.
"""

_FUSED = {
    "月": {4: "シガツ", 7: "シチガツ", 9: "クガツ"},
    "日": {4: "ヨッカ", 7: "ナノカ", 14: "ヨッカ", 19: "クニチ", 24: "ヨッカ", 29: "クニチ"},
    "時": {4: "ヨジ", 7: "シチジ", 9: "クジ"},
    "時間": {4: "ヨジカン", 7: "シチジカン", 9: "クジカン"},
    "年": {4: "ヨネン"},
    "年間": {4: "ヨネンカン"},
    "人": {4: "ヨニン"},
    "円": {4: "ヨエン"},
    "分": {1: "イップン", 3: "サンプン", 4: "ヨンプン", 6: "ロップン", 8: "ハップン", 10: "ジュップン"},
    "分間": {
        1: "イップンカン", 3: "サンプンカン", 4: "ヨンプンカン", 6: "ロップンカン", 8: "ハップンカン",
        10: "ジュップンカン",
    },
    "本": {
        1: "イッポン", 2: "ニホン", 3: "サンボン", 4: "ヨンホン", 5: "ゴホン", 6: "ロッポン", 7: "ナナホン",
        8: "ハッポン", 9: "キューホン", 10: "ジュッポン",
    },
    "匹": {1: "イッピキ", 3: "サンビキ", 6: "ロッピキ", 8: "ハッピキ", 10: "ジュッピキ"},
    "杯": {
        1: "イッパイ", 2: "ニハイ", 4: "ヨンハイ", 5: "ゴハイ", 6: "ロッパイ", 7: "ナナハイ", 8: "ハッパイ",
        9: "キューハイ", 10: "ジュッパイ",
    },
    "階": {1: "イッカイ", 3: "サンガイ", 6: "ロッカイ", 8: "ハッカイ", 10: "ジュッカイ"},
}  # fmt: skip
# Counters that begin with k are geminated after 1, 6, 8 and 10; those with s, sh, t or ch, not after 6.
_K = {
    "回": "カイ",
    "個": "コ",
    "件": "ケン",
    "曲": "キョク",
    "課": "カ",
    "か月": "カゲツ",
    "ヶ月": "カゲツ",
    "カ月": "カゲツ",
    "ヵ月": "カゲツ",
}
_S = {
    "歳": "サイ",
    "才": "サイ",
    "冊": "サツ",
    "章": "ショー",
    "週間": "シューカン",
    "社": "シャ",
    "着": "チャク",
    "種類": "シュルイ",
}
_CLOSED = {1: "イッ", 6: "ロッ", 8: "ハッ", 10: "ジュッ"}
_FUSED |= {counter: {n: _CLOSED[n] + kana for n in (1, 6, 8, 10)} for counter, kana in _K.items()}
_FUSED |= {counter: {n: _CLOSED[n] + kana for n in (1, 8, 10)} for counter, kana in _S.items()}

COUNTERS = "|".join(sorted(_FUSED, key=len, reverse=True))
"""Matches the counters that change with their number."""

NO_COUNTER = (
    "(?<=本)[塁社部州線店格当来]|(?<=分)(?:[割類野析裂岐配布咲目丈袖粥]|音符|づき)|(?<=階)[級層段]|(?<=日)本"
)
"""After a counter: then it is the beginning of another word, as in 本塁打 and 分割."""


def counted(number: int, kanji: str, counter: str) -> str:
    """A number, which is also given in kanji, with its counter; in kana where the phonemizer needs them."""
    fused = _FUSED[counter]
    last = number % 10 or (10 if number % 100 else 0)
    exact = counter in ("月", "日")  # 14日 but not 34日; 10月
    kana = fused.get(number if exact else last)
    if (
        kana is None
        or (counter in ("時", "時間") and number > 24)
        or (number == 20 and counter in ("歳", "才"))
    ):
        return "ハタチ" if number == 20 and counter in ("歳", "才") else kanji + counter
    return kanji[:-1] + kana
