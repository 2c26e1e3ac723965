"""Abbreviations of what is counted, in the number that goes before them: "1 ud.", "12 pts.", "3/4 tz.", "2 p. p."."""

import re
import unicodedata
from collections.abc import Callable, Mapping

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import (
    NO_LETTER,
    SIGN,
    NumberSpeller,
)
from kokoro_speech_server.text.normalization.international.units import measured
from kokoro_speech_server.text.normalization.rules import Category, Rule

_NEEDS = re.compile(r"[\d½¼¾⅓⅔⅛] ?[A-Za-zÀ-ÿ]{1,6}\.")
_NO_INITIAL = r"(?! ?[A-Za-z]\.)"
_FEW = 12
"""Rooms in a flat, at most."""


def counted_rules(
    nouns: Mapping[str, Noun], few: Mapping[str, Noun]
) -> Callable[[NumberSpeller], tuple[Rule, ...]]:
    """Rules for amounts and for parts of one.

    nouns: by the abbreviation with its points and spaces; in a text, the spaces may be missing
    few:   the same for abbreviations that mean this only behind a number up to `_FEW`: "3 hab."
    """
    named = {written.replace(" ", ""): noun for written, noun in {**few, **nouns}.items()}
    alternatives = "|".join(
        re.escape(written).replace(r"\ ", " ?") + (_NO_INITIAL if len(written) == 2 else "")
        for written in sorted({**few, **nouns}, key=len, reverse=True)
    )
    short = rf" ?(?P<short>{alternatives}){NO_LETTER}"

    def ended(match: re.Match[str], words: str) -> str:
        return words + "." if match.end() == len(match.string) else words

    def rules(speller: NumberSpeller) -> tuple[Rule, ...]:
        def amount(match: re.Match[str]) -> str | None:
            written = match["short"].replace(" ", "")
            if written in few and speller.value(match["last"] or match["number"]) > _FEW:
                return None
            return ended(match, measured(speller, match, named[written]))

        def part(match: re.Match[str]) -> str | None:
            """Half a cup, three quarters of a cup, one cup and a half."""
            noun = named[match["short"].replace(" ", "")]
            written = f"{match['above']}⁄{match['below']}" if match["above"] else match["sign"]
            above, below = map(int, unicodedata.normalize("NFKC", written).split("⁄"))
            is_half = (above, below) == (1, 2)
            if not 0 < above < below <= 20:
                return None
            if not match["whole"]:
                words = speller.locale.fraction(speller, above, below, " " + noun.one)
                return ended(match, f"{words} {noun.one if is_half else speller.locale.of(noun.one)}")
            whole = speller.counted(match["whole"], noun)
            feminine = speller.locale.ruleset(21, " " + noun.other).endswith("feminine")
            rest = speller.locale.fraction(speller, above, below, "")
            and_ = speller.locale.halves[0].split()[0]
            return ended(
                match, f"{whole} {speller.locale.halves[feminine]}" if is_half else f"{whole} {and_} {rest}"
            )

        number = speller.number_pattern
        return (
            Rule(
                Category.ABBREVIATIONS,
                re.compile(
                    r"(?<![\d/.,])(?:(?P<whole>\d{1,3})(?: |(?=[¼-¾⅐-⅞])))?"
                    rf"(?:(?P<above>\d{{1,2}})/(?P<below>\d{{1,2}})|(?P<sign>[¼-¾⅐-⅞])){short}"
                ),
                part,
                needs=_NEEDS,
            ),
            Rule(
                Category.ABBREVIATIONS,
                re.compile(
                    rf"{SIGN}(?<![\d/])(?<!\d[.,])(?P<number>{number})(?: ?[-–] ?(?P<last>{number}))?{short}"
                ),
                amount,
                needs=_NEEDS,
            ),
        )

    return rules
