"""Sports: minutes of play (93', 45'+2) and scores one after another (6-3, 3-6, 7-5)."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_MINUTE = re.compile(
    r"(?<![\w.,'’′°])(?<!° )(?P<minute>\d{1,3})(?:\+(?P<early>\d{1,2}))?['’′](?:\+(?P<extra>\d{1,2})(?:['’′]|(?!\d)))?"
    r"(?![\w'’′\"”])"
)
_PAIR = r"\d{1,2}-\d{1,2}(?:\(\d{1,2}\))?"
_SETS = re.compile(
    rf"(?<![\w.,/:-])(?P<sets>{_PAIR}(?:(?:, ?|、|，| (?:y|e|et|und|और) | ){_PAIR}){{1,4}})(?![\w-]|[.,/:]\d)"
)
_PRIMES = re.compile(r"\d['’′]")


def game_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for ranges and amounts."""
    locale = speller.locale

    def minute(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 400) : match.start()]
        if locale.minute is None or len(re.findall(r"(?<!\w)['’]", before)) % 2:
            return None  # a closing quotation mark
        extra = match["early"] or match["extra"]
        words = locale.minute(speller, int(match["minute"]), before, extra is not None)
        return speller.join(words, locale.plus, speller.cardinal(int(extra))) if extra else words

    def sets(match: re.Match[str]) -> str | None:
        pairs = re.findall(r"(\d+)-(\d+)", match["sets"])
        if all(int(first) < int(last) for first, last in pairs):
            return None  # ranges
        return re.sub(
            r"(\d+)-(\d+)|\d+",
            lambda pair: (
                locale.score.format(speller.number(pair[1]), speller.number(pair[2])).strip()
                if pair[1]
                else speller.number(pair[0])
            ),
            match["sets"],
        )

    return (
        Rule(Category.TIMES, _MINUTE, minute, needs=_PRIMES),
        Rule(Category.RATIOS, _SETS, sets, needs=re.compile(r"\d-\d")),
    )
