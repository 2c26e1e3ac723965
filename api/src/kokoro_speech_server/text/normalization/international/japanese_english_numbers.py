"""Numbers that Japanese says in English beside Latin letters: MP3, 5G, J1, AKB48, 3D, 1LDK."""

import re
from typing import NamedTuple

from kokoro_speech_server.text.normalization.international.japanese_notations import spelled
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_ENGLISH = {
    **dict(enumerate("ゼロ ワン ツー スリー フォー ファイブ シックス セブン エイト ナイン テン イレブン".split())),
    19: "ナインティーン", 20: "トゥエンティー", 46: "フォーティーシックス", 48: "フォーティーエイト",
}  # fmt: skip
_KANA = {"J": "ジェイ", "COVID": "コビッド "}
_LEAGUE = (
    r"(?=リーグ|[のでにへとをは、。・]|昇格|降格|残留|優勝|クラブ|所属|復帰|初|参入|王者|首位|経験|通算|最終節"
    r"| ?第\d{1,2}節)(?!の?線)"
)


class _Numbered(NamedTuple):
    """Numbers said in English where they stand beside `name`; `evidence` is what the sentence must have."""

    name: str
    numbers: str
    after: str = ""
    evidence: str = ""


_BEHIND = (
    _Numbered("J", "[123]", _LEAGUE),
    _Numbered("B", "[123]", "(?=リーグ)"),
    _Numbered("[Tt]op-", r"10|[1-9](?!\d)"),
    _Numbered("UTF-", "8|7"),
    _Numbered("GPT-", "[345]", r"(?!\.)"),
    _Numbered("COVID-", "19"),
    _Numbered("MP", "[34]"),
    _Numbered("[MRK]-", "1"),
    _Numbered("F", "[123]", "", "グランプリ|GP|レー[スサ]|ドライバー|マシン|サーキット|キー|参戦|優勝"),
    _Numbered("G", "20|[78]", "", "首脳|サミット|財務|外相|会[議合]|議長|各国|先進国|中央銀行|声明"),
    _Numbered("G", "[123]", "", "競馬|馬|レース|重賞|競輪|競艇|ボート|GP"),
    _Numbered("H", "3", "", "ロケット|打ち?上げ|宇宙|種子島|号機|衛星"),
    _Numbered("(?:AKB|SKE|NMB|HKT|NGT|STU)", "48"),
    _Numbered("Windows ?", "11|10|[78]", r"(?!\.\d)"),
    _Numbered("Wi-?Fi ?", "[4-7]"),
    _Numbered("(?:Web|HTML|CSS)", "[1-5]", r"(?!\.)"),
    _Numbered("Switch ?", "2"),
)  # fmt: skip
_BEFORE = (
    _Numbered("(?:K|DK|LDK|R)", "1", "(?!K(?:[byB円]|$))"),
    _Numbered(
        "G",
        "[2-6]",
        "",
        "通信|回線|基地局|スマ(?:ホ|ートフォン)|携帯|ネットワーク|エリア|対応|LTE|電波|ドコモ|KDDI|ソフトバンク|SIM|端末|周波数|モバイル",
    ),
    _Numbered("D(?:CG|S|X)?", "[234]"),
    _Numbered("(?:WAY|Way|way)", "[1-4]"),
    _Numbered("WD", "2"),
    _Numbered(
        "R", "3", "(?=[のをはがと、。]|活動|運動|推進)", "リサイクル|リユース|リデュース|ごみ|ゴミ|廃棄"
    ),
)
_PAIR = re.compile(r"(?<![A-Za-z\d])(?P<first>[1-9])(?P<link>in|on|to)(?P<last>1)(?![A-Za-z\d])")
_PAIR_WORDS = {"in": "イン", "on": "オン", "to": "トゥー"}
_ENZYME = re.compile(r"(?<![A-Za-z\d])CYP(?P<family>[1-4])(?P<group>[A-E])(?P<number>\d{1,2})?(?![A-Za-z\d])")
_ROCKET = re.compile(r"(?<![A-Za-z\d])H-?(?:2|II)(?P<kind>[AB])(?![A-Za-z\d])")
_OMEGA = re.compile(r"(?<![A-Za-z])[ωn]-?(?P<number>[369])(?=系|脂肪酸|の脂肪|多価)")
_SLOPE = re.compile(r"(?:(?<=[櫻桜欅]坂)|(?<=木坂)|(?<=向坂)|(?<=本坂))(?P<number>46)(?![\d.,号番分時段])")
_UNDER = re.compile(
    r"(?<![A-Za-z\d])U-?(?P<age>1[0-9]|2[0-5])(?=日本|[ァ-ヺー一-鿿]{0,8}代表|アジア|[W世]|侍|サッカー|ワールド|割|席|チケット|料金|限定|の(?:日本|代表|選))"
)


def _one_of(numbered: tuple[_Numbered, ...], *, behind: bool) -> re.Pattern[str]:
    """A pattern in which the group n<index> is the number of that entry."""
    parts = []
    for i, one in enumerate(numbered):
        number = f"(?P<n{i}>{one.numbers})"
        parts.append(
            rf"{one.name}{number}(?![A-Za-z\d]|[.,]\d){one.after}"
            if behind
            else rf"{number}(?={one.after}{one.name}(?![A-Za-z\d]))"
        )
    return re.compile(rf"(?<![A-Za-z\d.,])(?:{'|'.join(parts)})")


def english_number_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for numbers and ranges."""
    evidence = {one: re.compile(one.evidence) for one in (*_BEHIND, *_BEFORE)}

    def said(numbered: tuple[_Numbered, ...], match: re.Match[str]) -> str | None:
        for i, one in enumerate(numbered):
            if (number := match[f"n{i}"]) and evidence[one].search(match.string):
                name = match[0][: match.start(f"n{i}") - match.start()].rstrip(" -")
                kana = _KANA.get(name) or (spelled(name) if len(name) == 1 else f"{name} ")
                return f"{kana}{_ENGLISH[int(number)]}".lstrip()
        return None

    def enzyme(match: re.Match[str]) -> str | None:
        number = int(match["number"] or 0)
        if number and number not in _ENGLISH:
            return None
        name = f"シップ{_ENGLISH[int(match['family'])]}{spelled(match['group'])}"
        return name + (_ENGLISH[number] if number else "")

    return (
        Rule(
            Category.NUMBERS,
            _ROCKET,
            lambda match: "エイチツー" + spelled(match["kind"]),
            needs=re.compile("H-?[2I]"),
        ),
        Rule(
            Category.NUMBERS,
            _OMEGA,
            lambda match: "オメガ" + _ENGLISH[int(match["number"])],
            needs=re.compile(r"[ωn]-?\d"),
        ),
        Rule(Category.IDS, _ENZYME, enzyme, needs=re.compile("CYP")),
        Rule(
            Category.NUMBERS,
            _one_of(_BEHIND, behind=True),
            lambda match: said(_BEHIND, match),
            needs=re.compile(r"[A-Za-z][ -]?\d"),
        ),
        Rule(
            Category.NUMBERS,
            _one_of(_BEFORE, behind=False),
            lambda match: said(_BEFORE, match),
            needs=re.compile(r"\d[A-Zw]"),
        ),
        Rule(
            Category.NUMBERS,
            _PAIR,
            lambda match: (
                f"{_ENGLISH[int(match['first'])]}{_PAIR_WORDS[match['link']]}{_ENGLISH[int(match['last'])]}"
            ),
            needs=re.compile(r"\d[iot][no]1"),
        ),
        Rule(
            Category.NUMBERS,
            _SLOPE,
            lambda match: _ENGLISH[int(match["number"])],
            needs=re.compile(r"坂4"),
        ),
        Rule(
            Category.NUMBERS,
            _UNDER,
            lambda match: "アンダー" + speller.cardinal(int(match["age"])),
            needs=re.compile(r"U-?\d"),
        ),
    )
