"""Signs and short forms in Japanese texts: wave dashes, floors, pages, figures, versions, chemical formulas."""

import re

from kokoro_speech_server.text.normalization.international.chemical_formulas import formula_rules
from kokoro_speech_server.text.normalization.international.coordinates import coordinate_rules
from kokoro_speech_server.text.normalization.international.japanese_counters import counted
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.unit_notations import (
    UnitWords,
    unit_notation_rules,
)
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_LETTERS = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "エー ビー シー ディー イー エフ ジー エイチ アイ ジェー ケー エル エム"
        " エヌ オー ピー キュー アール エス ティー ユー ブイ ダブリュー エックス"
        " ワイ ゼット".split(),
        strict=True,
    )
)
_ENGLISH = (
    "ゼロ ワン ツー スリー フォー ファイブ シックス セブン エイト ナイン"
    " テン イレブン トゥエルブ サーティーン フォーティーン フィフティーン"
    " シックスティーン セブンティーン エイティーン ナインティーン"
    " トゥエンティー トゥエンティーワン トゥエンティーツー トゥエンティースリー"
    " トゥエンティーフォー".split()
)
_UNITS = UnitWords(
    per="マイ",
    squared="平方",
    cubed="立方",
    between="、",
    scales="(?<=[万億兆])",
    further={
        "N": "ニュートン", "kN": "キロニュートン", "Pa": "パスカル", "GPa": "ギガパスカル", "MPa": "メガパスカル",
        "K": "ケルビン", "A": "アンペア", "C": "クーロン", "T": "テスラ", "eV": "エレクトロンボルト",
        "keV": "キロエレクトロンボルト", "MeV": "メガエレクトロンボルト", "GeV": "ギガエレクトロンボルト",
        "mol": "モル",
        "rad": "ラジアン", "F": "ファラド",
    },
)  # fmt: skip
_SIDES = {"N": "北緯", "S": "南緯", "E": "東経", "W": "西経"}
_WAVES = "~〜～"
_ASIDE = 24
"""Characters between the two dashes around a subtitle, at most."""
_COUNTED = "円人名歳才個本枚年月日時分秒回件台万億旬頃末階泊週間目度%％℃㎡mgLKkB点位組室社割代号番前後"
_PAGES = re.compile(
    r"(?<![A-Za-z])pp?\.? ?(?P<first>\d{1,5})(?:[-–~〜～](?P<last>\d{1,5}))?(?![\d.]|[A-Za-z])"
)
_NAMES = {
    "Ver.": "バージョン", "ver.": "バージョン", "VER.": "バージョン", "Vol.": "ボリューム", "vol.": "ボリューム",
    "Fig.": "図",
    "fig.": "図", "Eq.": "式", "Sec.": "セクション", "Chap.": "チャプター", "Lv.": "レベル", "Rev.": "リビジョン",
}  # fmt: skip
_NAMED = re.compile(
    rf"(?<![A-Za-z])(?P<name>{any_of(_NAMES)}) ?(?P<numbers>\d{{1,5}}(?:\.\d{{1,5}}){{0,4}})(?!\d|\.\d)"
)
_PAIR = re.compile(rf"[^{_WAVES}\d]{{2,30}}[{_WAVES}](?:$|[\s」』）)。！!])")
"""What follows the first of two dashes around a subtitle."""


def spelled(letters: str) -> str:
    """The names of Latin letters in kana."""
    return "".join(_LETTERS[letter] for letter in letters.upper())


def notation_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for counters and numbers."""

    def wave(match: re.Match[str]) -> str | None:
        before = match.string[: match.start()].rstrip()
        after = match.string[match.end() :].lstrip()
        last, following = before[-1:], after[:1]
        if last and last in "〉》】":
            is_span = following in ("〈", "《", "【") or before[-2] in _COUNTED or before[-2].isdigit()
            return "から" if is_span else ""
        if not last or not (last.isalnum() or last in "%％℃」』)）²"):
            return None if following == "/" else ""
        if following.isalnum() or (following and following in "「『¥￥$"):
            is_aside = "ぁ" <= last <= "ゖ" or _PAIR.match(after)
            return "、" if is_aside and not following.isdigit() else "から"
        if last.isdigit() or last in _COUNTED:
            return "から"
        is_closing = re.search(f"[{_WAVES}]", before[-_ASIDE:])
        return "ー" if "ぁ" <= last <= "ヺ" and not is_closing else ""

    def pages(match: re.Match[str]) -> str:
        first, last = match.group("first", "last")
        words = f"{speller.number(first)}から{speller.number(last)}" if last else speller.number(first)
        return words + "ページ"

    def floor(match: re.Match[str]) -> str:
        number = int(match["number"])
        below = "地下" if match["below"] else ""
        return below + counted(number, speller.cardinal(number), "階")

    def walk_off(match: re.Match[str]) -> str | None:
        first, last = match.group("first", "last")
        if int(first) <= int(last):
            return None
        return speller.locale.score.format(speller.number(first), speller.number(last))

    def named(match: re.Match[str]) -> str:
        return _NAMES[match["name"]] + "点".join(map(speller.number, match["numbers"].split(".")))

    def figure(match: re.Match[str]) -> str:
        return "の".join(speller.number(part) for part in re.split("[-−‐–.]", match[0]))

    return (
        *unit_notation_rules(speller, _UNITS),
        *coordinate_rules(speller, _SIDES, ("度", "分", "秒"), before=True),
        Rule(
            Category.CHEMISTRY,
            re.compile("SpO[2₂]"),
            lambda match: spelled("SpO") + "ツー",
            needs=re.compile("SpO"),
        ),
        *formula_rules(
            spelled, speller.cardinal, lambda count: _ENGLISH[count], ("プラス", "マイナス"), "".join
        ),
        Rule(Category.IDS, _PAGES, pages, needs=re.compile(r"p\.? ?\d")),
        Rule(Category.ABBREVIATIONS, _NAMED, named, needs=re.compile(r"[A-Za-z]\. ?\d")),
        Rule(
            Category.NUMBERS,
            re.compile(r"(?<![A-Za-z\d.,-])(?P<below>B)?(?P<number>[1-9]\d?)F(?![A-Za-z\d°])"),
            floor,
            needs=re.compile(r"\dF"),
        ),
        Rule(
            Category.IDS,
            re.compile(r"(?<=IP)(?:X\d|\d(?:X|\d))(?![A-Za-z\d])"),
            lambda match: "".join(
                "エックス" if one == "X" else speller.cardinal(int(one)) for one in match[0]
            ),
            needs=re.compile(r"IP[X\d]"),
        ),
        Rule(
            Category.NUMBERS,
            re.compile(
                r"(?:(?<=[図表式])|(?<=[図表式]\()|(?<=[問例]))\d{1,3}(?:[-−‐–.]\d{1,3}){1,2}(?![-\d年月日])"
            ),
            figure,
            needs=re.compile(r"[図表式問例]\(?\d"),
        ),
        Rule(
            Category.RATIOS,
            re.compile(r"(?<![A-Za-z\d.,-])(?P<first>\d{1,2})[xX×][-–](?P<last>\d{1,2})(?=[でとの、。]|$)"),
            walk_off,
            needs=re.compile(r"\d[xX×][-–]"),
        ),
        Rule(
            Category.IDS,
            re.compile(
                r"(?:(?<=桁「)|(?<=桁)|(?<=桁は)|(?<=桁が)|(?<=番号「)|(?<=番号は「))\d{2,8}(?![\d.,円万人桁])"
            ),
            lambda match: speller.digits(match[0]),
            needs=re.compile(r"[桁号は][がは「]?\d|は「\d"),
        ),
        Rule(
            Category.RANGES,
            re.compile(
                r"(?<=[\d日月年時分〉）)]) ?(?: [-–—−] |[－―] ?)(?=(?:\d{1,4}年|\d{1,2}月|\d{1,2}日))"
            ),
            lambda match: "から",
            needs=re.compile(r"[-–—−－―] ?\d"),
        ),
        Rule(
            Category.RANGES,
            re.compile(r"(?<=[日年]) ?[-–—－―〜～~] ?(?=[)）])"),
            lambda match: "から",
            needs=re.compile(r"[-–—－―〜～~] ?[)）]"),
        ),
        Rule(
            Category.DATES,
            re.compile(
                r"[(（](?P<weekday>[月火水木金土日])(?:曜日?)?(?:[・･](?P<holiday>祝|休|振休))?[)）](?=\d|[午前後夜朝])"
            ),
            lambda match: f"{match['weekday']}曜日{'、祝日' if match['holiday'] else ''}、",
            needs=re.compile(r"[(（][月火水木金土日]"),
        ),
        Rule(
            Category.DATES,
            re.compile(
                r"(?:(?<=[日\d])|(?<=[ッナイツムーノ]カ)|(?<=タチ)|(?<=ニチ))"
                r"[(（](?P<weekday>[月火水木金土日])[・･、](?P<holiday>祝日?|休日?|振休)[)）]"
            ),
            lambda match: f"{match['weekday']}曜日、祝日",
            needs=re.compile(r"[(（][月火水木金土日][・･]"),
        ),
        Rule(
            Category.TIMES,
            re.compile(r"(?<=\d)\+(?=\d{1,2}分)"),
            lambda match: "プラス",
            needs=re.compile(r"\+\d"),
        ),
        Rule(Category.MONEY, re.compile("(?<=円)0(?=[1-9]銭)"), lambda match: "", needs=re.compile("円0")),
        Rule(
            Category.MATHS,
            re.compile("(?<=[)）])[²³]|(?<=sin)²|(?<=cos)²|(?<=tan)²"),
            lambda match: "の二乗" if match[0] == "²" else "の三乗",
            needs=re.compile("[)）ns][²³]"),
        ),
        Rule(
            Category.MATHS, re.compile(r"[χΧ][²2](?!\d)"), lambda match: "カイ二乗", needs=re.compile("[χΧ]")
        ),
        Rule(Category.MATHS, re.compile("△(?=[A-Z]{3})"), lambda match: "三角形", needs=re.compile("△")),
        Rule(Category.RANGES, re.compile(f"[{_WAVES}]"), wave, needs=re.compile(f"[{_WAVES}]")),
    )
