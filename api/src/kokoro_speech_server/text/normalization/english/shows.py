"""Films, series and records: episodes, stars of reviews, multiples such as "6x platinum"."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import NUMBER, START
from kokoro_speech_server.text.normalization.rules import Category, Rule

_EPISODE = re.compile(
    r"(?<!\w)[Ss](?P<season>\d{1,2}) ?[,:·]? ?[Ee](?:p\.? ?)?(?P<episode>\d{1,3})(?:[-–]E?(?P<last>\d{1,3}))?(?!\w)"
)
_ANY_EPISODE = re.compile(r"[Ss]\d")
_STARS = re.compile(r"(?P<whole>★{1,10})(?P<half>½|⯨)?(?P<empty>☆{0,10})")
_WORD = re.compile(r"[^\W_]")
_STAR = re.compile("★")
_MULTIPLIED = re.compile(
    rf"{START}(?P<number>{NUMBER})(?:-(?P<last>{NUMBER}))?[x×X](?=[ -](?:[Pp]latinum|[Gg]old\b|[Dd]iamond|"
    r"[Cc]hampions?|"
    r"winners?|forward|trailing|(?:its )?earnings|sales|revenues?|EBITDA|book|cash|leverage|oversubscribed|coverage|"
    r"daily|weekly|monthly|yearly|annually|a (?:day|week|month|year)|per|today|"
    r"[Gg]rammy|Olympi|All-Star|world champion|"
    r"magnif|optical|are|is|was|were|and|above|below|versus|in (?:a|the|\d))\b)"
)
_ANY_MULTIPLE = re.compile(r"\d[x×X][ -]")


def show_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for S02E05, ★★★½, 6x Platinum, 35x forward earnings."""

    def episode(match: re.Match[str]) -> str:
        season, first = (numbers.cardinal(int(match[part])) for part in ("season", "episode"))
        last = f" to {numbers.cardinal(int(match['last']))}" if match["last"] else ""
        return f"season {season}, episode{'s' if last else ''} {first}{last}"

    def stars(match: re.Match[str]) -> str | None:
        count = len(match["whole"])
        if not _WORD.search(match.string) or (count == 1 and not (match["half"] or match["empty"])):
            return None  # an ornament
        words = numbers.cardinal(count) + (" and a half" if match["half"] else "")
        return f"{words} star{'' if count == 1 and not match['half'] else 's'}"

    def multiplied(match: re.Match[str]) -> str:
        last = f" to {numbers.number(match['last'])}" if match["last"] else ""
        return f"{numbers.number(match['number'])}{last} times"

    return (
        Rule(Category.IDS, _EPISODE, episode, needs=_ANY_EPISODE),
        Rule(Category.SYMBOLS, _STARS, stars, needs=_STAR),
        Rule(Category.MATHS, _MULTIPLIED, multiplied, needs=_ANY_MULTIPLE),
    )
