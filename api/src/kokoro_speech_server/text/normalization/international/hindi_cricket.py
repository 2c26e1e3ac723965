"""Cricket in Hindi texts: fours and sixes (5x4, 2x6), not out (82*)."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

CRICKET = re.compile("स्कोर|विकेट|रन|ओवर|पारी|टीम|क्रिकेट|गेंद|आँकड़े दर्ज|आंकड़े दर्ज|आँकड़े दर्ज|आंकड़े दर्ज|स्पेल|IPL|आईपीएल")
_RUNS_MADE = re.compile("(?<![\u0900-\u0963])(?:रन|रनों|गेंद|गेंदों|पारी|शतक|अर्धशतक)(?![\u0900-\u0963])")
_NOT_OUT = re.compile("नाबाद|नॉट ?आउट")
_BOUNDARIES = {"4": ("चौका", "चौके"), "6": ("छक्का", "छक्के")}


def cricket_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for products."""

    def boundaries(match: re.Match[str]) -> str | None:
        if not _RUNS_MADE.search(match.string):
            return None
        count = int(match["count"])
        return f"{speller.cardinal(count)} {_BOUNDARIES[match['runs']][count != 1]}"

    def not_out(match: re.Match[str]) -> str | None:
        if not CRICKET.search(match.string):
            return None
        words = speller.cardinal(int(match["runs"]))
        return words if _NOT_OUT.search(match.string) else f"नाबाद {words}"

    return (
        Rule(
            Category.UNITS,
            re.compile(
                r"(?:(?<=\()|(?<=, )|(?<=और ))(?P<count>\d{1,2}) ?[xX×*] ?(?P<runs>[46])(?=[,)।]| और)"
            ),
            boundaries,
            needs=re.compile(r"\d ?[xX×*] ?[46]"),
        ),
        Rule(
            Category.NUMBERS,
            re.compile(r"(?<![\w.,*])(?P<runs>\d{1,3})\*(?![\w*]| ?\d)"),
            not_out,
            needs=re.compile(r"\d\*"),
        ),
    )
