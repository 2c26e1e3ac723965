"""Short forms of single trades in Japanese: rates (1ドル=112円), recipes (大1), rents (敷1・礼1), months (3・4月)."""

import re

from kokoro_speech_server.text.normalization.international.japanese_counters import counted
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.units import unit_nouns
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_COINS = "ドル ユーロ ポンド 元 ウォン 円 バーツ ルピー ペソ レアル フラン リラ バレル オンス".split()
_COIN = "|".join(_COINS)
_ONE = "|".join(f"(?<=[1０0１]{coin})" for coin in _COINS)
_RATE = re.compile(
    rf"(?:{_ONE}) ?[=＝] ?(?=約? ?[¥￥$]?\d[\d,.]{{0,12}}(?:[万億]?\d{{0,4}}(?:{_COIN})|[¥￥$]|$))"
)
_MONTHS = re.compile(
    r"(?<![\d.,/・･年月])(?P<months>(?:1[0-2]|[1-9])(?:[・･](?:1[0-2]|[1-9])){1,11})月(?![曜刊号\d])"
)
_OLD_MONTHS = {4: "シ", 7: "シチ", 9: "ク"}
_DEPOSIT = re.compile(r"(?<=敷)(?P<months>\d(?:\.\d)?)[・･/／ ]?(?=礼\d)")
_SPOON = re.compile(
    r"(?<![一-龠]の)(?P<size>大|小)(?=[1-9](?:[/と~〜～・.]\d|[強弱]|(?![\d年時人回個月日組番問学つ]))|[½¼¾⅓])"
)
_COOKING = re.compile(
    "砂糖|醤油|しょうゆ|しょう油|みりん|味噌|みそ|ごま油|サラダ油|オリーブ油|オリーブオイル|片栗粉|小麦粉|薄力粉|料理酒|大さじ|小さじ|カップ|少々|適量|コンソメ|鶏がら|バター"
)
_LONGEST = 5
"""Characters of a unit behind 何 and 数, fewer than these."""
_QUARTER = re.compile(r"(?<=第[1-4])Q(?![A-Za-z\d])")
_ARE = re.compile(
    r"(?<=\d)a(?=当たり|あたり|当り|の(?:畑|水田|田んぼ|面積|圃場|ほ場|農地)|規模|[)）、。]|以上|未満)"
)
_FIELD = re.compile("収量|作付|圃場|ほ場|水田|畑|施肥|栽培|農地|反収|面積|農家|堆肥|肥料|散布")
_FUNCTION = re.compile(
    r"(?<![A-Za-z])(?P<name>sin|cos|tan|log|lim)(?P<inverse>⁻¹)?(?P<squared>[²³])?(?P<space> ?)(?=[θα-ωxyABC\d(（])"
    r"(?P<angle>[θαβγφω])?"
)
_FUNCTIONS = {"sin": "サイン", "cos": "コサイン", "tan": "タンジェント", "log": "ログ", "lim": "リミット"}
_ANGLES = {"θ": "シータ", "α": "アルファ", "β": "ベータ", "γ": "ガンマ", "φ": "ファイ", "ω": "オメガ"}
_PARTS = re.compile(r"(?<![A-Za-z\d:：.,])\d{1,3}(?:[:：]\d{1,3}){2,4}(?![\d:：])")
_RATIO = re.compile("比|割合|三角形|配合|混ぜ|辺")
_SHARED = re.compile("の(?:直角)?三角形|の(?:比|割合|配合)")
_BOUND = re.compile(
    r"(?:(?<=[A-Za-z][A-Za-z])|(?<=[ァ-ヺー一-鿿)）]))(?<!log) ?(?P<sign>[≧≥≦≤]) ?(?P<number>\d{1,6}(?:\.\d{1,4})?)"
    r" ?(?P<unit>[A-Za-z/²³%％℃]{1,8}|[歳点回件人日年例個週月]|か月)?(?![A-Za-z\d])"
)
_POWER = re.compile(r"(?:(?<=[A-Z][=＝])|(?<=[A-Z] [=＝] ))(?P<letters>[A-Z]{2})(?![A-Za-z\d])")
_ODDS = re.compile(r"(?<![A-Za-z])OR(?![A-Za-z])")
_CLINICAL = re.compile("オッズ|信頼区間|95[%％] ?CI|調整|多変量|回帰")
_MODE = re.compile(r"(?<=chmod )[0-7]{3,4}(?!\d)")
_SCREEN = re.compile(r"(?<![\d.,A-Za-z])(?P<inches>\d{2,3})V型")
_INSPECTED = re.compile(
    r"(?:(?<=車検)|(?<=年式)|(?<=登録)|(?<=車検 ))R(?P<year>\d{1,2})[./](?P<month>1[0-2]|0?[1-9])(?![\d./])"
)
_PATENT = re.compile(r"(?<=[特実意商][願開公])(?P<year>(?:19|20)\d\d)[-−‐](?P<number>\d{1,6})(?!\d)")
_BETWEEN = re.compile(r"(?<=\d)[・･](?=\d)")
_AXIS = re.compile(r"(?<=[\da-z²],)[-−](?=[\da-z√][^()（）、。]{0,12}[)）])")
_REACTION = re.compile(r"(?<=[A-Za-z\d)₂₃₄])\+(?=\d{0,2}[A-Z])")
_ARROW = re.compile("[→⇄⇌]")
_CASES = re.compile(
    r"(?<![\d.,/])(?P<some>\d{1,5})/(?P<all>\d{2,6}) ?(?P<what>例|人|名|件|施設|匹|社|校|症例)(?![目分])"
)
_IONS = {
    "Na": "ナトリウム",
    "K": "カリウム",
    "Ca": "カルシウム",
    "Cl": "クロール",
    "Mg": "マグネシウム",
    "Fe": "鉄",
    "Zn": "亜鉛",
}
_ION = re.compile(rf"(?<![A-Za-z\d])(?P<ion>{'|'.join(_IONS)})値? ?(?=\d{{1,3}}(?:\.\d)? ?(?:mEq|mmol|mg))")
_TEAMS = re.compile(
    r"(?:(?<=[ァ-ヺー一-鿿])|(?<=[ァ-ヺー一-鿿] ))(?P<first>\d{1,2}) ?[-–−ー] ?(?P<last>\d{1,2})(?= ?[ァ-ヺ一-鿿])"
    r"(?! ?[回点人年月日時分番号丁個枚円歳本件位冊台階組話世名つ条章節頁巻])"
)
_GAME = re.compile(
    "試合|対戦|スコア|得点|失点|勝利|勝ち|敗れ|敗戦|引き分け|連勝|連敗|リーグ|決勝|第\\d+[節戦]|前半|後半|ハイライト|ゴール|延長"
)


def short_form_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for counters, signs and ranges."""
    nouns = {symbol: noun for symbol, noun in unit_nouns(speller.locale).items() if len(symbol) < _LONGEST}
    asked = any_of(nouns)

    def months(match: re.Match[str]) -> str:
        numbers = [int(number) for number in re.findall(r"\d+", match["months"])]
        return "、".join(_OLD_MONTHS.get(number) or speller.cardinal(number) for number in numbers) + "ガツ"

    def function(match: re.Match[str]) -> str:
        words = _FUNCTIONS[match["name"]] + ("インバース" if match["inverse"] else "")
        if match["squared"]:
            words += "二乗" if match["squared"] == "²" else "三乗"
        if not match["angle"]:
            return words
        apart = " " if re.match("[=＝+−-]", match.string[match.end() :]) else ""
        return f"{words} {_ANGLES[match['angle']]}{apart}"

    def inspected(match: re.Match[str]) -> str:
        year, month = int(match["year"]), int(match["month"])
        said = counted(year, speller.cardinal(year), "年") if year > 1 else "元年"
        return "令和" + said + counted(month, speller.cardinal(month), "月")

    def parts(match: re.Match[str]) -> str | None:
        numbers = re.split("[:：]", match[0])
        is_time = all(len(number) == len("59") for number in numbers[1:])
        return (
            None
            if is_time and not _SHARED.match(match.string, match.end())
            else "対".join(map(speller.number, numbers))
        )

    def bound(match: re.Match[str]) -> str | None:
        unit = match["unit"] or ""
        if unit.isascii() and unit and unit not in nouns:
            return None
        said = (
            speller.counted(match["number"], nouns[unit])
            if unit in nouns
            else speller.number(match["number"])
        )
        return said + ("" if unit in nouns else unit) + ("以上" if match["sign"] in "≧≥" else "以下")

    def cases(match: re.Match[str]) -> str | None:
        if int(match["some"]) > int(match["all"]):
            return None
        some, everybody = (speller.cardinal(int(match[part])) for part in ("some", "all"))
        return f"{everybody}{match['what']}中{some}{match['what']}"

    def score(match: re.Match[str]) -> str:
        return speller.locale.score.format(*map(speller.number, match.group("first", "last")))

    def some(match: re.Match[str]) -> str:
        name = nouns[match["unit"]].other
        return name.format(match["some"]) if "{}" in name else match["some"] + name

    return (
        Rule(
            Category.UNITS,
            re.compile(rf"(?P<some>[何数][十百千万]{{0,2}}|十数) ?(?P<unit>{asked})(?![A-Za-z\d/²³])"),
            some,
            needs=re.compile("[何数十百千万] ?[A-Za-z%％℃㎡㎝㎞㎏]"),
        ),
        Rule(Category.MONEY, _RATE, lambda match: "", needs=re.compile("[=＝]")),
        Rule(Category.DATES, _MONTHS, months, needs=re.compile(r"[・･]\d{1,2}月")),
        Rule(
            Category.SYMBOLS,
            _DEPOSIT,
            lambda match: speller.number(match["months"]) + "、",
            needs=re.compile("敷"),
        ),
        Rule(Category.ABBREVIATIONS, _SPOON, lambda match: f"{match['size']}さじ", evidence=_COOKING),
        Rule(Category.ABBREVIATIONS, _QUARTER, lambda match: "クォーター", needs=re.compile(r"第\dQ")),
        Rule(Category.UNITS, _ARE, lambda match: "アール", evidence=_FIELD),
        Rule(Category.MATHS, _FUNCTION, function, needs=re.compile("sin|cos|tan|log|lim")),
        Rule(
            Category.RATIOS,
            _PARTS,
            parts,
            evidence=_RATIO,
        ),
        Rule(Category.MATHS, _BOUND, bound, needs=re.compile("[≧≥≦≤]")),
        Rule(
            Category.MATHS,
            _POWER,
            lambda match: " ".join(match["letters"]),
            needs=re.compile("[=＝] ?[A-Z]{2}"),
        ),
        Rule(Category.ABBREVIATIONS, _ODDS, lambda match: "オーアール", evidence=_CLINICAL),
        Rule(Category.IDS, _MODE, lambda match: speller.digits(match[0]), needs=re.compile("chmod")),
        Rule(
            Category.UNITS,
            _SCREEN,
            lambda match: speller.number(match["inches"]) + "ブイガタ",
            needs=re.compile("V型"),
        ),
        Rule(Category.DATES, _INSPECTED, inspected, needs=re.compile(r"R\d")),
        Rule(
            Category.IDS,
            _PATENT,
            lambda match: f"{speller.number(match['year'])}の{speller.digits(match['number'])}",
            needs=re.compile(r"[願開公]\d{4}"),
        ),
        Rule(Category.SYMBOLS, _BETWEEN, lambda match: "、", needs=re.compile(r"\d[・･]\d")),
        Rule(Category.MATHS, _AXIS, lambda match: "マイナス", needs=re.compile(r",[-−]")),
        Rule(Category.CHEMISTRY, _REACTION, lambda match: "プラス", evidence=_ARROW),
        Rule(Category.FRACTIONS, _CASES, cases, needs=re.compile(r"\d/\d\d")),
        Rule(Category.CHEMISTRY, _ION, lambda match: _IONS[match["ion"]], needs=re.compile("mEq|mmol|mg")),
        Rule(Category.RATIOS, _TEAMS, score, evidence=_GAME),
    )
