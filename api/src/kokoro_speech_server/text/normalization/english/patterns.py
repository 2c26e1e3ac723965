"""Patterns for numbers in English text."""

import re
import unicodedata

NUMERALS = "".join(chr(i) for i in range(0x80, 0x3300) if unicodedata.category(chr(i)) in ("No", "Nl"))
"""For a character class: ², ½, ①, Ⅷ and other numerals, which regular expressions count as letters, not digits."""

NUMERIC = re.compile(rf"[\d⁺⁻{NUMERALS}]")
"""Needed by most rules for numbers: a digit, another numeral, or the sign of an ion's charge."""

VULGAR = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"

LETTER = rf"[^\W\d_{NUMERALS}]"
LETTER_OR_DIGIT = rf"[^\W_{NUMERALS}]"

START = r"(?<!\w)(?<!\d[.,])"
"""Where a number may begin: not inside a word or another number."""

SIGN = r"(?:(?<![\w)\-–—])(?P<sign>[-−–+±](?! )|[~≈<>≤≥]) ?)?"
"""The sign before an amount, unlike a hyphen after a word or a bracket."""

NUMBER = (
    r"(?:\d{1,3}(?:,\d{3})++(?!\d)(?:\.\d++)?"  # 1,234.5
    r"|\d{1,2}(?:,\d{2}(?=,))++,\d{3}(?!\d)(?:\.\d++)?"  # 1,23,456: India
    r"|\d{1,3}(?:\.\d{3})++,\d{1,2}(?!\d)"  # 1.234,50: continental Europe
    r"|\d{1,3}(?:\.\d{3}){2,}+(?![\d.])"  # 1.234.567
    r"|\d{1,3}(?:['’]\d{3})++(?!\d)(?:\.\d++)?"  # 1'234: Switzerland
    r"|\d{1,3}(?: \d{3}){2,}+(?!\d)(?:[.,]\d++)?|\d{1,3} 000(?! ?\d)"  # 1 234 567, 10 000
    r"|\d{1,4},\d{1,2}(?= (?:[%‰€]|(?:[kcm]?m|[km]?g|[cm]?l|°C)(?![^\W_]))|%(?<!\d\d%))"  # 10,5 %: continental Europe
    r"|\d++(?:\.\d++)?|\.\d++)"
)

QUANTITY = (
    r"(?:(?:\d{1,4}\+)?\d{1,2}⁄\d{1,3}(?![\d⁄])|\d{1,4}[ -]\d{1,2}/\d{1,3}(?![\d/])|\d{1,2}/\d{1,3}(?![\d/])"
    rf"|(?:\d{{1,9}} ?)?[{VULGAR}]|{NUMBER})"
)
"""A number, a fraction ("3/4", "½") or both ("2 1/2", "2½")."""

AMOUNT = rf"{START}{SIGN}(?P<first>{QUANTITY})(?: ?(?P<to>[-–—]) ?(?P<second>{QUANTITY}))?"
"""A quantity or a range of them."""

BEGINNINGS = (
    "(?:It|He|She|We|They|You|The|This|That|These|Those|There|Then|In|On|At|But|And|My|Our|His|Her|Its|When|If|What"
    "|Is|Are|Was|"
    "Please|Turn|Go|Call)"
)
"""Words that, after "St." or "p.m.", more often begin a sentence than a name."""

NOT_LASTING = (
    r"(?! (?:time|delay|limit|mark|interval|window|cool|wait|pause|break|video|clip|timer|rule|ad|spot|lap|run|"
    r"period|exposure|poll)[a-z]{0,9}\b)"
)
"""After "30s": no word for something that lasts seconds."""

_ARTICLE = re.compile(
    r"\b(?P<article>[Aa]n?|[Tt]he|[Tt]his|[Ee]very|[Ee]ach|[Mm]y|[Oo]ur|[Yy]our|[Hh]is|[Hh]er|"
    r"two|three|four|five|six|several|both) $"
)
_NOUN = re.compile(
    r" (?:[a-z]{3}|(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|June|July|August|"
    rf"(?:Sept|Nov|Dec)ember|October|{BEGINNINGS}(?![a-z]))[A-Z][A-Za-z])"
)
_BETWEEN = re.compile(
    r"(?: \(\d[^()]{1,20}\)| \d[\d.,]{0,6}(?: ?[x×] ?\d{1,5}){1,2}[A-Za-z]{0,2})(?= [A-Za-z]{3})"
)
"""Another measure between an amount and its noun: "a 900g (2lb) loaf tin", "a 14" 2560×1664 display"."""

_WITHIN = re.compile(
    r"\b(?:[Aa]n?|[Tt]he|[Ee]ach|[Oo]ne|[Tt]wo|[Tt]hree) \d[\d.,/¼½¾]{0,6}[ -]?[a-z\"″]{1,5} \($"
)
_NO_NOUN = re.compile(
    r" (?:that|which|from|with|and|were|was|are|had|has|have|for|into|they|you|she|who|than|per|away|below|above|would|"
    r"will|can|could|should|when|while|since|until|then|but|not|off|out|over|under|between|the|long|high|tall|wide"
    r"|deep|more|"
    r"less|left|each|apart|along|ago|before|after|because|towards?|through|across)\b"
)


_LASTING = re.compile(r"(?:min|hr|sec|hour|minute|second)\.?\Z")
_LASTS = re.compile(
    r" (?:easy |short |quick |scenic |flat |brisk )?"
    r"(?:walk|drive|stroll|hike|flight|(?:bus |train |taxi |ferry |car |"
    r"bike |tube |cab |boat |metro )ride|journey|commute|layover|stopover|nap|break|warm-?up|cool-?down|workout|"
    r"massage|slot|delay|ad|clip|podcast|tutorial|time ?out|"
    r"(?:read|video|ride|trip|lesson|session|episode)(?=[,.;:)]|$))\b"
)
"""What lasts, behind an amount without an article: "5 min walk to the beach"."""


def is_adjective(match: re.Match[str]) -> bool:
    """Whether an amount is between an article and a noun, so that its unit is in the singular: "a 10 kg bag"."""
    text, end = match.string, match.end()
    if text.startswith(") ", end) and _WITHIN.search(text[max(0, match.start() - 24) : match.start()]):
        return _is_noun(text, end + 1)
    before = text[max(0, match.start() - 6) : match.start()]
    article = _ARTICLE.search(before)
    between = _BETWEEN.match(text, end)
    end = between.end() if between else end
    if article is None and _LASTING.search(match[0]) and _LASTS.match(text, end):
        return True
    if article is None or _NOUN.match(text, end) is None:
        return False
    if between is None and article["article"] in ("a", "an", "A", "An"):
        return True
    return _NO_NOUN.match(text, end) is None


_NO_THING = re.compile(
    r" (?:[a-z]{1,15}(?:ly|ed)|separates?|equals|fell|falls?|came|makes?|gives?|remains?|required|needed|min|max|"
    r"last|this|today|yesterday|overnight|thick|apart|down|up|above|at|by|on|in|to|so|it|if|its|his|her|onto|around|"
    r"across|"
    r"behind|inside|beyond|beneath|shorter|taller|wider|deeper|higher|lower|diameter|square|total|only|since|"
    r"per|plus|minus|equals|about|within|near|also|now|here|there|every|both|all)\b"
)


def is_thing(text: str, start: int) -> bool:
    """Whether a noun begins behind a space at `start`, so that a measure before it is in the singular: "9\" pie"."""
    return _is_noun(text, start) and _NO_THING.match(text, start) is None


def _is_noun(text: str, start: int) -> bool:
    return _NOUN.match(text, start) is not None and _NO_NOUN.match(text, start) is None


MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "January Jan",
            "February Feb",
            "March Mar",
            "April Apr",
            "May",
            "June Jun",
            "July Jul",
            "August Aug",
            "September Sept Sep",
            "October Oct",
            "November Nov",
            "December Dec",
        ),
        1,
    )
    for name in names.split()
}
MONTH = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + ")"
