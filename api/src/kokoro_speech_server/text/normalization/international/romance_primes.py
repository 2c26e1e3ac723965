"""Minutes and seconds of arc (45° 49' 57"), times of a race (9"86, +1'12") and minutes (20-25')."""

import re
from collections.abc import Callable, Mapping

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.numbers import spanned
from kokoro_speech_server.text.normalization.rules import Category, Rule

_SECOND_MARK = r"(?:[\"”″]|''|’’|′′)"
_ARC = re.compile(
    r"(?<![\w.,])(?P<degrees>\d{1,3}(?:[.,]\d{1,6})?) ?°(?= ?[\dNSEOW])"
    r"(?: ?(?P<minutes>\d{1,2}(?:[.,]\d{1,4})?) ?['’′](?!['’′])"
    rf"(?: ?(?P<seconds>\d{{1,2}}(?:[.,]\d{{1,4}})?) ?{_SECOND_MARK})?)?"
    r"(?: ?(?P<way>[NSEOW])(?![\w'’-]|\.\w))?"
)
_HAS_ARC = re.compile("° ?[\\dNSEOW]")
_RACE = re.compile(
    rf"(?P<plus>\+)?(?<![\w.,'’′\"])(?P<seconds>\d{{1,3}}) ?{_SECOND_MARK}(?P<part>\d{{1,3}})(?![\w'’\"”]|[.,]\d)"
)
_BEHIND = re.compile(rf"\+(?P<minutes>\d{{1,3}})['’′](?P<seconds>[0-5]\d)(?:{_SECOND_MARK}|(?!\w))")
_HAS_BEHIND = re.compile(r"\+\d{1,3}['’′]\d")
_HAS_RACE = re.compile(rf"\d ?{_SECOND_MARK}\d")
_MINUTES = re.compile(r"(?<![\w.,/'’′-])(?P<first>\d{1,3})['’′]?[-–](?P<last>\d{1,3})['’′](?![\w'’′\"”])")
_HAS_MINUTES = re.compile(r"\d['’′]?[-–]\d{1,3}['’′]")


def prime_rules(
    degree: Noun, minute: Noun, second: Noun, ways: Mapping[str, str], and_: str
) -> Callable[[NumberSpeller], tuple[Rule, ...]]:
    """The rules.

    ways: the words for N, S, E, O and W
    and_: the word before the hundredths of a second, which may be ""
    """

    def rules(speller: NumberSpeller) -> tuple[Rule, ...]:
        locale = speller.locale

        def arc(match: re.Match[str]) -> str | None:
            if not (match["minutes"] or match["way"]):
                return None
            parts = ((match["degrees"], degree), (match["minutes"], minute), (match["seconds"], second))
            words = [speller.counted(number, noun) for number, noun in parts if number]
            return speller.join(*words, ways.get(match["way"] or "", ""))

        def race(match: re.Match[str]) -> str:
            words = (speller.counted(match["seconds"], second), and_, speller.number(match["part"]))
            return speller.signed(match["plus"], speller.join(*words))

        def minutes(match: re.Match[str]) -> str:
            words = speller.number(match["first"]), speller.number(match["last"], " " + minute.other)
            return speller.join(spanned(speller, match, *words), minute.other)

        def behind(match: re.Match[str]) -> str:
            minutes, seconds = int(match["minutes"]), str(int(match["seconds"]))
            whole = speller.counted(str(minutes), minute) if minutes else ""
            return speller.join(locale.plus, whole, speller.counted(seconds, second))

        return (
            Rule(Category.TIMES, _BEHIND, behind, needs=_HAS_BEHIND),
            Rule(Category.TIMES, _MINUTES, minutes, needs=_HAS_MINUTES),
            Rule(Category.UNITS, _ARC, arc, needs=_HAS_ARC),
            Rule(Category.TIMES, _RACE, race, needs=_HAS_RACE),
        )

    return rules
