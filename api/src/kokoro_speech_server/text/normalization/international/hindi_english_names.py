"""Names in Hindi texts whose numbers are said in English: i5, 4K, 5G, S24, H1N1, B2B, F-16."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_UP_TO_TWENTY = (
    "ज़ीरो वन टू थ्री फ़ोर फ़ाइव सिक्स सेवन एट नाइन टेन इलेवन ट्वेल्व थर्टीन फ़ोर्टीन फ़िफ़्टीन सिक्सटीन सेवनटीन एटीन नाइनटीन ट्वेंटी"
).split()
_TENS = "ट्वेंटी थर्टी फ़ोर्टी फ़िफ़्टी सिक्सटी सेवंटी एटी नाइंटी".split()

_LETTER_FIRST = re.compile(
    r"(?<![\w.@#/-])(?:i(?=(?:[3579]|[12]0)(?!\d))|[A-Z]{1,3}|(?:F|Su|SU|MiG|Mi|GPT)-|H-?(?=1-?B(?!\w)))[1-9]\d?"
    r"(?:[A-Z](?:[1-9]\d?)?|-B)?(?![\w@/]|[.,:-]\d|-[A-Za-z]| [A-Z]{1,3} ?\d{4})"
    r"|(?<![\w.])i[3579](?=-\d{4,5}[A-Z]{0,2}(?!\w))"
)
_DIGIT_FIRST = re.compile(r"(?<![\w.,/₹$€£-])(?:[2-6]G|[23]D|[248]K)(?!\w|-\d)")
_ROW = re.compile(
    r"(?<![\w.@#/-])(?P<first>(?P<letters>[A-Z]{1,2})[1-9]\d?)[-–](?P<last>(?P=letters)[1-9]\d?)(?![\w@/-]|[.,:]\d)"
)
"""Berths, rooms and questions: B4-B6, Q1-Q4."""
_RUNS = re.compile(r"\d+|[A-Za-z]+")
_IS_NAME = re.compile(r"[A-Za-z]-?\d")
_IS_GENERATION = re.compile(r"\d[GDK]")


def english(number: int) -> str:
    """A number below one hundred in English, in Devanagari."""
    if number < len(_UP_TO_TWENTY):
        return _UP_TO_TWENTY[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f" {_UP_TO_TWENTY[ones]}" if ones else "")


def english_name_rules() -> tuple[Rule, ...]:
    """Rules that come behind those for formulas and before those for numbers."""

    def name(match: re.Match[str]) -> str:
        return named(match[0])

    def named(written: str) -> str:
        runs = _RUNS.findall(written)
        return " ".join(english(int(run)) if run.isdecimal() else run for run in runs)

    def row(match: re.Match[str]) -> str:
        return f"{named(match['first'])} से {named(match['last'])}"

    return (
        Rule(Category.RANGES, _ROW, row, needs=_IS_NAME),
        Rule(Category.IDS, _LETTER_FIRST, name, needs=_IS_NAME),
        Rule(Category.IDS, _DIGIT_FIRST, name, needs=_IS_GENERATION),
    )
