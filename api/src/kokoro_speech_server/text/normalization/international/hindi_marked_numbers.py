"""Numbers in Hindi texts whose marks the words around explain: धारा 194J, 90+3', 2:59.05, 12' x 10'."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_LAW = re.compile(r"धारा|सेक्शन|u/s|[Ss]ec(?:tion|\.)|आयकर|IPC|आईपीसी")
_SECTION = re.compile(r"(?<![\w.,₹/-])(?P<number>\d{1,3})(?P<letters>[A-J]{1,3})(?![\w/]|-\d)")
_MATCH = re.compile("गोल|मैच|पेनल्टी|हाफ|फुटबॉल|फ़ुटबॉल|लीग")
_MINUTE = re.compile(r"(?<![\w.,'’])(?P<number>\d{1,3})(?:\+(?P<more>\d{1,2}))?['’′](?![\w'’′\"])")
_RACE = re.compile(r"(?<![\w.:,])(?P<minutes>\d{1,2}):(?P<seconds>[0-5]\d)\.(?P<part>\d{1,3})(?![\w:]|\.\d)")
_FEET = re.compile(r"(?<![\w.,])(?P<first>\d{1,4})['’′] ?[xX×] ?(?P<last>\d{1,4})['’′]")


def marked_number_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for times and units."""
    by = speller.locale.operators["×"]

    def section(match: re.Match[str]) -> str:
        return f"{speller.number(match['number'])} {' '.join(match['letters'])}"

    def minute(match: re.Match[str]) -> str:
        more = f"{speller.locale.plus} {speller.number(match['more'])}" if match["more"] else ""
        return speller.join(speller.number(match["number"]), more, "मिनट")

    def race(match: re.Match[str]) -> str:
        minutes, seconds, part = match.group("minutes", "seconds", "part")
        return f"{speller.number(minutes)} मिनट {speller.number(f'{int(seconds)}.{part}')} सेकंड"

    return (
        Rule(Category.IDS, _SECTION, section, evidence=_LAW),
        Rule(Category.TIMES, _MINUTE, minute, evidence=_MATCH),
        Rule(Category.TIMES, _RACE, race, needs=DIGIT),
        Rule(
            Category.UNITS,
            _FEET,
            lambda match: f"{speller.number(match['first'])} {by} {speller.number(match['last'])} फ़ुट",
            needs=re.compile("[xX×]"),
        ),
    )
