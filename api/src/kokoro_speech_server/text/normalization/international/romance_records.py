"""Months with a year (03/2016), articles (706-47), doses a day (x 3/j) and scales (1:50) in Romance languages."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_MONTH = re.compile(r"(?<![\w.,/-])(?P<month>0[1-9])/(?P<year>(?:19|20)\d\d)(?![\w/-]|[.,]\d)")
_HAS_MONTH = re.compile(r"0\d/[12]\d{3}")
_SECTION = re.compile(r"(?<![\w.,/-])(?P<numbers>\d{1,4}(?:-\d{1,3}){1,3})(?![\w-]|[.,/]\d)")
_HAS_SECTION = re.compile(r"\d-\d")
_ARTICLE = re.compile(
    r"\b(?:articles?|arts?\.|artt\.|articol[oi]|art[íi]culos?|artigos?)(?!\w)[^.;:()]{0,40}$", re.IGNORECASE
)
_AHEAD = 60
"""Characters before a number in which the word "article" is."""
_DOSE = re.compile(r"[x×] ?(?P<times>\d{1,2}) ?/ ?(?:jour|j|die|dì|día|dia|d|giorno)(?!\w)")
_HAS_DOSE = re.compile(r"[x×] ?\d")
_SCALE = re.compile(
    r"(?P<word>\b(?:échelle|scala|escala)(?: (?:di|de|du))? )1[:/]"
    r"(?P<number>\d{1,3}(?:[ .]\d{3}){0,2})(?![\w:/]|[.,]\d)"
)
_HAS_SCALE = re.compile(r"1[:/]\d")


def record_rules(times_a_day: str, scale: str) -> Callable[[NumberSpeller], tuple[Rule, ...]]:
    """The rules.

    times_a_day: template with a number
    scale:       template with the number that a scale divides by
    """

    def rules(speller: NumberSpeller) -> tuple[Rule, ...]:
        locale = speller.locale

        def month(match: re.Match[str]) -> str:
            return locale.date(speller, int(match["year"]), int(match["month"]), None)

        def section(match: re.Match[str]) -> str | None:
            """Numbers that rise are a range: "art. 12-15"."""
            numbers = match["numbers"].split("-")
            rises = len(numbers) == 2 and int(numbers[0]) < int(numbers[1])
            if rises or not _ARTICLE.search(match.string[max(0, match.start() - _AHEAD) : match.start()]):
                return None
            return f" {locale.web['-']} ".join(map(speller.number, numbers))

        def dose(match: re.Match[str]) -> str:
            return times_a_day.format(speller.cardinal(int(match["times"]), " fois"))

        def ratio(match: re.Match[str]) -> str:
            return match["word"] + scale.format(speller.number(match["number"]))

        return (
            Rule(Category.DATES, _MONTH, month, needs=_HAS_MONTH),
            Rule(Category.IDS, _SECTION, section, needs=_HAS_SECTION),
            Rule(Category.UNITS, _DOSE, dose, needs=_HAS_DOSE),
            Rule(Category.RATIOS, _SCALE, ratio, needs=_HAS_SCALE),
        )

    return rules
