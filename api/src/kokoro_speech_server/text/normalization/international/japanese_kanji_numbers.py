"""Numbers that a Japanese text writes in kanji, with their counters: 一本, 四人, 数匹, 何杯.

The phonemizer reads the number and the counter one by one: 一本 as "ichi-pon".
"""

import re

from kokoro_speech_server.text.normalization.international.japanese_counters import (
    COUNTERS,
    NO_COUNTER,
    ORDINALS,
    SOME_AND_HOW_MANY,
    counted,
)
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_DIGITS = "一二三四五六七八九"
_TENS = {"十": 10, "百": 100, "千": 1000}
_BEFORE = "第約全各計毎年月日週時朝昼晩夜食後前残半他人分円以延僅間目度回泊点"
"""Kanji before a number that leave it a number: in 統一球 and in the name 健一 there is none."""
_OTHER = (
    "一足[先早違遅お]|一期一会|一片|百合|十勝|六本木|[三五]本木|一本[気人槍釣]"
    f"|[{_DIGITS}]本(?:館|庁|社)|十分(?!間|後|前|ほど|程|ごと|以内|遅|おき|だけ待|待)|[{_DIGITS}]戸(?!建)"
    f"|[{_DIGITS}十]{{1,3}}分の[{_DIGITS}十イサロハジヨ]|[{_DIGITS}十百千]{{1,7}}点[{_DIGITS}ゼハイロジサヨ]"
    "|何分[、よのに]"
)
"""Other words that begin as a number with a counter does, and parts (三分の一) and decimals (一点五)."""
_COUNTED = re.compile(
    rf"(?<![{_DIGITS}十百千万億〇])(?:(?<=[{_BEFORE}])|(?<![一-龠々]))(?!{_OTHER})"
    rf"(?:(?P<number>[{_DIGITS}十百千]{{1,7}})(?P<counter>{COUNTERS})|(?P<asked>[何数])(?P<some>{any_of(SOME_AND_HOW_MANY)}))"
    rf"(?!の[\d一]|{NO_COUNTER})"
)
_NEEDS = re.compile(f"[{_DIGITS}十百千何数][^\\W\\d{_DIGITS}十百千]")


def kanji_number_rules() -> tuple[Rule, ...]:
    """A rule that comes before those for counters behind digits."""

    def say(match: re.Match[str]) -> str | None:
        if match["some"]:
            some, how_many = SOME_AND_HOW_MANY[match["some"]]
            return match["asked"] + (some if match["asked"] == "数" else how_many)
        if match["counter"] == "日" or (
            match["counter"] not in ORDINALS and match.string[: match.start()].endswith("第")
        ):
            return None
        words = counted(_value(match["number"]), match["number"], match["counter"])
        is_part = match.string[: match.start()].endswith("分の") and words.startswith(("ヒト", "フタ"))
        return None if is_part or words in (match[0], match["number"] + "ボン") else words

    return (Rule(Category.NUMBERS, _COUNTED, say, needs=_NEEDS),)


def _value(kanji: str) -> int:
    """The number that kanji below 万 stand for."""
    total = digit = 0
    for one in kanji:
        if one in _TENS:
            total, digit = total + (digit or 1) * _TENS[one], 0
        else:
            digit = _DIGITS.index(one) + 1
    return total + digit
