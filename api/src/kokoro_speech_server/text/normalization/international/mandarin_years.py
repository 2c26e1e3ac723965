"""Years in brackets of Mandarin texts: of lives, dynasties and wars (1939—1945), and of books (1934)."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_YEAR = "1[0-9]{3}|20[0-4][0-9]"
_DASH = "[-–—―－~～〜至到]"
_BEFORE = r"(?<=[(（])(?P<about>(?:约|公元|生于|今|现)?)"
_BETWEEN = re.compile(
    rf"{_BEFORE}(?:(?P<first>前?\d{{3,4}})年 ?{_DASH}{{1,2}} ?(?P<last>前?\d{{3,4}})年"
    rf"|(?P<from>{_YEAR}) ?{_DASH}{{1,2}} ?(?P<to>{_YEAR}))(?=[)），,；;]|年?(?:在位|在任|执政))"
)
_SINCE = re.compile(rf"{_BEFORE}(?P<first>{_YEAR})(?P<mark>年?) ?{_DASH}{{1,2}} ?(?:今|至今)?(?=[)）])")
_ALONE = re.compile(r"(?<=[A-Za-z一-鿿》”])[(（](?P<year>1[89]\d\d|20[0-3]\d)(?=[)）](?![一-鿿]\d|最高))")
_REIGN = re.compile(r"(?<=[元一二三四五六七八九十]年)[(（](?P<year>前?\d{3,4})(?P<mark>年?)(?=[)）])")
_FREE = re.compile(
    r"(?<![\d.,A-Za-z¥￥$/-])(?P<first>1[89]\d\d|20[0-4]\d)[-–—](?P<last>19\d\d|20[0-4]\d)(?=[，,。；;）)》、：:]|$)"
)
_AMOUNT = re.compile("[价格费额值元量海拔米重号寸高薪资转速在约]")
_COUNTED = re.compile("[数量价费额值共约积]$")
_OPENED = re.compile(r"[(（](?:约|公元|生于|今|现|前)?\d{3}")


def bracketed_year_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for years and ranges."""

    def year(text: str) -> str:
        return ("前" if text.startswith("前") else "") + speller.digits(text)

    def between(match: re.Match[str]) -> str | None:
        if match["first"]:
            return f"{match['about']}{year(match['first'])}年到{year(match['last'])}年"
        first, last = match["from"], match["to"]
        if int(first) >= int(last) or (first.endswith("00") and last.endswith("00")):
            return None
        return f"{match['about']}{speller.digits(first)}到{speller.digits(last)}"

    def since(match: re.Match[str]) -> str:
        return f"{match['about']}{speller.digits(match['first'])}{match['mark']}至今"

    def free(match: re.Match[str]) -> str | None:
        first, last = match["first"], match["last"]
        is_amount = _AMOUNT.search(match.string[max(0, match.start() - 8) : match.start()])
        if is_amount or int(first) >= int(last) or first.endswith("00") or last.endswith("00"):
            return None
        return f"{speller.digits(first)}到{speller.digits(last)}"

    def alone(match: re.Match[str]) -> str | None:
        if _COUNTED.search(match.string[: match.start()][-1:]):
            return None
        return match[0][0] + speller.digits(match["year"])

    return (
        Rule(Category.YEARS, _BETWEEN, between, needs=_OPENED),
        Rule(Category.YEARS, _SINCE, since, needs=_OPENED),
        Rule(
            Category.YEARS,
            _REIGN,
            lambda match: match[0][0] + year(match["year"]) + match["mark"],
            needs=re.compile("年[(（]"),
        ),
        Rule(Category.YEARS, _FREE, free, needs=re.compile(r"\d{4}[-–—]\d{4}")),
        Rule(Category.YEARS, _ALONE, alone, needs=DIGIT),
    )
