"""Sports: minutes of play (93', 45'+2) and scores one after another (6-3, 3-6, 7-5; 25:21, 23:25)."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_MINUTE = re.compile(
    r"(?<![\w.,'’′°])(?<!° )(?P<minute>\d{1,3})(?:\+(?P<early>\d{1,2}))?['’′](?:\+(?P<extra>\d{1,2})(?:['’′]|(?!\d)))?"
    r"(?![\w'’′\"”]|[-–]\d{1,3}['’′]| ?\d\d ?(?:''|’’|′′|[\"”″]))"
)
_HALF = re.compile(r" ?[ps]\.? ?t\b")
"""Half of an Italian match behind a minute."""
_NUMBER = r"\d{1,2}"
_TIE = rf"(?:\({_NUMBER}\))?"
_LINK = r"(?:, ?|、|，| (?:y|e|et|und|और) | )"
_SLASHES = re.compile(r"\d/\d{1,2}(?:\(\d{1,2}\))?,? ")
_PRIMES = re.compile(r"\d['’′]")


def game_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for ranges and amounts."""
    locale = speller.locale

    def minute(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 400) : match.start()]
        if locale.minute is None or len(re.findall(r"(?<!\w)['’]", before)) % 2:
            return None  # a closing quotation mark
        extra = match["early"] or match["extra"]
        of_play = extra is not None or _HALF.match(match.string, match.end()) is not None
        words = locale.minute(speller, int(match["minute"]), before, of_play)
        return speller.join(words, locale.plus, speller.cardinal(int(extra))) if extra else words

    def sets(match: re.Match[str]) -> str | None:
        pairs = re.findall(r"(\d+)[-:：/](\d+)", match["sets"])
        if "/" in match["sets"] and any(max(int(one), int(other)) not in (6, 7) for one, other in pairs):
            return None  # fractions
        if "-" in match["sets"] and all(int(first) < int(last) for first, last in pairs):
            return None  # ranges
        if re.search("[:：]", match["sets"]) and all(
            int(hour) < 25 and len(minute) == 2 for hour, minute in pairs
        ):
            return None  # times of day
        return re.sub(
            r"(\d+)[-:：/](\d+)|\d+",
            lambda pair: (
                locale.score.format(speller.number(pair[1]), speller.number(pair[2])).strip()
                if pair[1]
                else speller.number(pair[0])
            ),
            match["sets"],
        )

    word = r"\w" if speller.spaced else r"A-Za-z\d"

    def row(mark: str) -> re.Pattern[str]:
        pair = f"{_NUMBER}{mark}{_NUMBER}{_TIE}"
        return re.compile(
            rf"(?<![{word}.,/:-])(?P<sets>{pair}(?:{_LINK}{pair}){{1,4}})(?![{word}-]|[.,/:]\d)"
        )

    by_slashes = Rule(Category.RATIOS, row("/"), sets, needs=_SLASHES)
    return (
        *((by_slashes,) if speller.spaced else ()),
        Rule(Category.TIMES, _MINUTE, minute, needs=_PRIMES),
        Rule(Category.RATIOS, row("-"), sets, needs=re.compile(r"\d-\d")),
        Rule(
            Category.RATIOS, row("[:：]"), sets, needs=re.compile(r"\d[:：]\d{1,2}(?:\(\d{1,2}\))?[ ,、，]")
        ),
    )
