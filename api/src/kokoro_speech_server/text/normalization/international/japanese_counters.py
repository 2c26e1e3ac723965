"""Japanese numbers and counters that change each other's reading.

The phonemizer reads 一人, 二十日 and 三百 correctly, but 四月 as "yongatsu" and 三十分 as "sanjūfun". It gets such
endings in kana.
"""

_FUSED: dict[str, dict[int, str]] = {
    "月": {4: "シガツ", 7: "シチガツ", 9: "クガツ"},
    "日": {
        2: "フツカ", 3: "ミッカ", 4: "ヨッカ", 5: "イツカ", 6: "ムイカ", 7: "ナノカ", 8: "ヨーカ", 9: "ココノカ",
        10: "トーカ", 14: "ヨッカ", 19: "クニチ", 24: "ヨッカ", 29: "クニチ",
    },
    "日間": {
        1: "イチニチカン", 2: "フツカカン", 3: "ミッカカン", 4: "ヨッカカン", 5: "イツカカン", 6: "ムイカカン",
        7: "ナノカカン", 8: "ヨーカカン", 9: "ココノカカン", 10: "トーカカン", 14: "ヨッカカン", 19: "クニチカン",
        24: "ヨッカカン", 29: "クニチカン",
    },
    "時": {4: "ヨジ", 7: "シチジ", 9: "クジ"},
    "時間": {4: "ヨジカン", 7: "シチジカン", 9: "クジカン"},
    "年": {4: "ヨネン"},
    "年間": {4: "ヨネンカン"},
    "人": {4: "ヨニン"},
    "円": {4: "ヨエン"},
    "階": {1: "イッカイ", 3: "サンガイ", 6: "ロッカイ", 8: "ハッカイ", 10: "ジュッカイ"},
    "足": {1: "イッソク", 3: "サンゾク", 8: "ハッソク", 10: "ジュッソク"},
    "軒": {1: "イッケン", 3: "サンゲン", 6: "ロッケン", 8: "ハッケン", 10: "ジュッケン"},
    "合": {4: "ヨンゴー", 10: "ジューゴー"},
    "尾": {7: "ナナビ", 8: "ハチビ"},
    "兆": {1: "イッチョー", 8: "ハッチョー", 10: "ジュッチョー"},
}  # fmt: skip
_CLOSED = {1: "イッ", 6: "ロッ", 8: "ハッ", 10: "ジュッ"}
_DIGITS = ("", "イチ", "ニ", "サン", "ヨン", "ゴ", "ロク", "ナナ", "ハチ", "キュー", "ジュー")

# Counters that begin with k are geminated after 1, 6, 8 and 10; those with s, sh, t or ch, not after 6.
_K = {
    "回": "カイ", "個": "コ", "件": "ケン", "曲": "キョク", "課": "カ", "校": "コー", "機": "キ", "戸": "コ",
    "級": "キュー",
    "期": "キ", "局": "キョク", "区": "ク", "項": "コー", "基": "キ", "斤": "キン", "缶": "カン", "巻": "カン",
    "球": "キュー",
    "か月": "カゲツ", "ヶ月": "カゲツ", "カ月": "カゲツ", "ヵ月": "カゲツ", "か国": "カコク", "ヶ国": "カコク",
    "カ国": "カコク",
    "ヵ国": "カコク", "か所": "カショ", "ヶ所": "カショ", "カ所": "カショ", "ヵ所": "カショ", "箇所": "カショ",
}  # fmt: skip
_S = {
    "歳": "サイ", "才": "サイ", "冊": "サツ", "章": "ショー", "週": "シュー", "週間": "シューカン", "社": "シャ",
    "着": "チャク",
    "種": "シュ", "種類": "シュルイ", "種目": "シュモク", "周": "シュー", "周年": "シューネン", "世紀": "セーキ",
    "世帯": "セタイ",
    "勝": "ショー", "戦": "セン", "隻": "セキ", "艘": "ソー", "升": "ショー", "節": "セツ", "頭": "トー", "通": "ツー",
    "点": "テン", "店": "テン", "店舗": "テンポ", "体": "タイ", "滴": "テキ", "丁": "チョー", "丁目": "チョーメ",
    "棟": "トー",
}  # fmt: skip
# Those that begin with h have p after 1, 6, 8, 10 and 百, and p or b after 3 and 千.
_H = {
    "杯": ("パイ", "バイ"), "匹": ("ピキ", "ビキ"), "本": ("ポン", "ボン"), "票": ("ピョー", "ビョー"),
    "分": ("プン", "プン"), "分間": ("プンカン", "プンカン"), "泊": ("パク", "パク"), "拍": ("パク", "パク"),
    "敗": ("パイ", "パイ"), "発": ("パツ", "パツ"), "歩": ("ポ", "ポ"), "包": ("ポー", "ポー"), "品": ("ピン", "ピン"),
}  # fmt: skip
# After 1 and 2 these have the old numbers.
_OLD = {
    "皿": "サラ", "粒": "ツブ", "箱": "ハコ", "袋": "フクロ", "束": "タバ", "切れ": "キレ", "株": "カブ", "玉": "タマ",
    "部屋": "ヘヤ", "桁": "ケタ", "房": "フサ", "片": "カケ", "かけ": "カケ", "つまみ": "ツマミ", "握り": "ニギリ",
    "坪": "ツボ",
}  # fmt: skip
_ALWAYS = {
    **{counter: _S[counter] for counter in ("通", "頭", "棟", "丁", "丁目")},
    **{counter: _K[counter] for counter in ("巻", "戸", "球", "基")},
    "足": "ソク", "尾": "ビ", "合": "ゴー", "箱": "ハコ", "片": "カケ", "玉": "タマ", "束": "タバ", "話": "ワ",
    "羽": "ワ",
    "品": "ヒン",
}  # fmt: skip
"""Counters that the phonemizer would read as another word: 八戸 is a town."""

_FUSED |= {counter: {n: _CLOSED[n] + kana for n in (1, 6, 8, 10)} for counter, kana in _K.items()}
_FUSED |= {counter: {n: _CLOSED[n] + kana for n in (1, 8, 10)} for counter, kana in _S.items()}
_FUSED |= {
    counter: {**{n: _CLOSED[n] + hard for n in (1, 6, 8, 10)}, 3: "サン" + third}
    for counter, (hard, third) in _H.items()
}
_FUSED["本"] |= {n: _DIGITS[n] + "ホン" for n in (2, 4, 5, 7, 9)}
_FUSED["杯"] |= {n: _DIGITS[n] + "ハイ" for n in (2, 4, 5, 7, 9)}
_FUSED["分"] |= {4: "ヨンプン"}
_FUSED["分間"] |= {4: "ヨンプンカン"}
_FUSED |= {counter: {1: "ヒト" + kana, 2: "フタ" + kana} for counter, kana in _OLD.items()}
_FUSED |= {counter: {n: _DIGITS[n] + "ワ" for n in range(1, 11)} for counter in ("話", "羽")}

_SOFT = str.maketrans("バビブボパピプポ", "ハヒフホハヒフホ")

SOME_AND_HOW_MANY = {
    counter: (soft.translate(_SOFT), soft if counter not in ("分", "分間") else _H[counter][0])
    for counter, (_, soft) in _H.items()
}
"""Counters behind 数 (スーホン) and behind 何 (ナンボン)."""

_EXACT = frozenset(("月", "日", "日間", *_OLD))
"""14日 but not 34日; 10月; 1株 but not 21株."""

COUNTERS = "|".join(sorted(_FUSED, key=len, reverse=True))
"""Matches the counters that change with their number."""

ORDINALS = frozenset(("階", "話", *_K, *_S, *_H))
"""Counters behind 第; in 第4月曜日 there is none."""

_OTHER_WORDS = {
    "分": "割類野析裂岐配布咲目丈袖粥け", "本": "塁社部州線店格当来", "階": "級層段", "日": "本曜", "月": "曜",
    "回": "答収復避路線帰想覧廊顧送転りし忌",
    "個": "人別性室展々", "件": "名", "曲": "線が折面", "課": "題税長程金す外業員徴",
    "校": "舎長庭正歌則門風内外", "機": "能関械器会長体内銃構動材運", "戸": "籍惑棚田口締", "期": "間限待末日中",
    "局": "長員面所部地番留", "区": "間分画域長役民内別切議立", "項": "目", "基": "準本地礎づ金幹調盤軸", "缶": "詰",
    "巻": "きく末頭物か", "社": "会員長説内外屋債交宅史務", "着": "用工手実陸席物順信弾目想替けいたてく",
    "週": "刊末明休報",
    "種": "別子苗族牛", "周": "辺囲期知到回遊", "勝": "利者負因ち手率つっ",
    "戦": "争略闘後前線術死力車績国没場いうっ時",
    "節": "約度句電分水税", "頭": "部文取脳痛金角髪上", "通": "りじっう信話行常学知帳貨勤過報算告院",
    "点": "数滅火検字線灯在呼",
    "店": "員長頭内主名", "体": "育重験操制温力調系型長感質内積", "滴": "下", "丁": "寧", "棟": "梁", "票": "田決",
    "包": "括装囲含丁帯みむん",
    "発": "売表行生見覚電足展言信注送病射着熱揮達想明車券芽酵給令効端祥泡症育動進起散掘破刊火毛汗話音議布案条作",
    "歩": "道行合兵みくい調幅数", "品": "目種質川物番格揃薄切数名位評", "敗": "退戦北者訴因れ血", "泊": "りま",
    "匹": "敵",
    "粒": "子状径", "束": "縛ね", "株": "式価主高安券数", "玉": "ね葱子", "房": "総", "片": "方側道付手仮思栗",
    "袋": "小叩",
    "切れ": "るた目味てまなば", "話": "題術者法", "羽": "根田毛生ばね織",
    "合": "計格意同併図戦宿金成法理議否弁唱奏わっういえ",
    "尾": "根行翼道瀬", "足": "りらすし元首音立腰踏取手跡早掛場", "軒": "並先下", "兆": "候し", "級": "友",
    "球": "場団界児技速根",
    "箱": "根", "かけ": "るらろ", "つまみ": "出",
}  # fmt: skip
"""What makes another word of a counter: 本塁打, 分割."""

_SUCH = "|".join(f"(?<={counter})[{after}]" for counter, after in _OTHER_WORDS.items())
NO_COUNTER = rf"(?:{_SUCH}|(?<=分)(?:音符|づき))"

_HUNDREDS = ("", "", "ニ", "サンビャッ", "ヨン", "ゴ", "ロッピャッ", "ナナ", "ハッピャッ", "キュー")

THOUSANDS = "|".join(_H)
"""Matches counters that change after 千 and 万."""


def after_thousand(counter: str) -> str:
    """A counter of THOUSANDS as it is said after 千 and 万: センボン."""
    return _H[counter][1]


def counted(number: int, kanji: str, counter: str) -> str:
    """A number, which is also given in kanji, with its counter; in kana where the phonemizer needs them."""
    if number == 20 and counter in ("歳", "才"):
        return "ハタチ"
    kana = _FUSED[counter].get(number if counter in _EXACT else number % 10 or (10 if number % 100 else 0))
    if kana and not (counter in ("時", "時間") and number > 24):
        return kanji[:-1] + kana
    hard = _K.get(counter) or _H.get(counter, ("",))[0]
    if hard and number % 100 == 0:
        return _hundreds(number, kanji, counter, hard)
    return kanji + _ALWAYS.get(counter, counter)


def _hundreds(number: int, kanji: str, counter: str, hard: str) -> str:
    """Hundreds or thousands with a counter that changes after them."""
    digit = number // 100 % 10
    if not digit:
        return kanji + (after_thousand(counter) if counter in _H else counter)
    hundred = _HUNDREDS[digit]
    return (
        kanji[: -1 if digit == 1 else -2] + (hundred if hundred.endswith("ッ") else hundred + "ヒャッ") + hard
    )
