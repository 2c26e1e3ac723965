"""Signs by their names, and marks in the few forms that the phonemizer knows."""

import re
import unicodedata

from kokoro_speech_server.text.g2p.punctuation import TO_MARK
from kokoro_speech_server.text.normalization.rules import Category, Rule

_NAMES = {
    "&": "and", "@": "at", "%": "percent", "‰": "per mille", "+": "plus", "=": "equals", "$": "dollar", "€": "euro",
    "£": "pound", "¥": "yen", "¢": "cent", "₹": "rupee", "₽": "ruble", "₩": "won", "₺": "lira", "₿": "bitcoin",
    "°": "degrees", "§": "section", "¶": "paragraph", "©": "copyright", "®": "registered", "™": "trademark",
    "℠": "service mark", "№": "number", "℃": "degrees Celsius", "℉": "degrees Fahrenheit", "→": "to", "⇒": "implies",
    "↔": "to and from", "♯": "sharp", "♭": "flat", "†": "", "‡": "", "µ": "micro", "℅": "care of", "⟶": "to",
    "<": "is less than", ">": "is greater than", "#": "number", "×": "times", "÷": "divided by", "±": "plus or minus",
    "≤": "is less than or equal to", "≥": "is greater than or equal to", "≈": "approximately", "−": "minus",
    "∞": "infinity", "♀": "female", "♂": "male",
}  # fmt: skip
_MARKS = TO_MARK | {
    "‘": "’", "‚": "’", "‛": "’", "‹": "’", "›": "’", "‟": "“", "〝": "“", "〞": "”", "′": "’", "″": "”", "‐": "-",
    "‑": "-", "‒": "-", "⁃": "-", "﹣": "-", "－": "-", "[": "(", "]": ")", "{": "(", "}": ")", "［": "(", "］": ")",
    "｛": "(", "｝": ")", "〔": "(", "〕": ")", "‥": "…", "︙": "…", "`": "", "´": "’", "＂": '"', "＇": "'", "؛": ";",
    "﹐": ",", "﹒": ".",
    "·": "", "•": "", "¿": "", "¡": "", "⁇": "?", "‼": "!", "⁉": "?", "׃": ":", "‽": "?", "～": "—",
}  # fmt: skip
_PLAIN = ".,;:!?—…\"()“”'’-"

_SIGNED = re.compile(r"©|\([cC]\)")
_COPYRIGHT = re.compile(
    r"(?P<name>\b[Cc]opyright )?(?:\([cC]\)|©) ?(?=[12]\d{3}\b)|(?P<name2>\b[Cc]opyright )©"
)
_AND = re.compile(r"&&?")
_ELLIPSIS = re.compile(r"\.{3,}|\. \. \.(?: \.)?")
_DOUBLE_DASH = re.compile(r"(?<!-)-{2,3}(?!-)|(?<= )[-‐‑‒−](?= )|—{2,}")
_EN_DASH = re.compile(r"–")
_SHARP = re.compile(r"(?<!\w)(?P<note>[A-G])(?P<sign>[#♯♭])(?!\w)")
_PLUSES = re.compile(r"(?<!\w)(?P<name>[A-Z][A-Za-z]{0,9})\+\+(?!\w)")
_NUMBER_SIGN = re.compile(r"(?:#|№) ?(?=\d|[A-Z]{1,6}-\d)")
_SLASH = re.compile(r"(?: (?=[/⁄](?:\s|$)))?[/⁄] ?")
_UNDERSCORE = re.compile(r"_+")
_LINE = re.compile(r"[|¦\\^~*<>]{1,80}|[★☆■□▪▫●○◆◇►▶◀▲▼✦✧❖]{1,80}")
_BEFORE_WORDS = re.compile(r"(?<!\w)~(?=\d)")
_ANYTHING = re.compile(r"[^\w\s" + re.escape(_PLAIN) + r"]")


def symbol_rules() -> tuple[Rule, ...]:
    """Rules for &, ©, C#, and quotes and dashes of all kinds. A lone *, ^ or | is silent."""

    def sharp(match: re.Match[str]) -> str:
        return f"{match['note']} {'flat' if match['sign'] == '♭' else 'sharp'}"

    def slash(match: re.Match[str]) -> str:
        text, start, end = match.string, match.start(), match.end()
        if start and end < len(text) and text[start - 1].isalnum() and text[end].isalnum():
            initials = text[max(0, start - 2) : start].isupper() and text[end : end + 2].isupper()
            return " " if initials and match[0] == "/" else "slash"
        return " " if match[0] != "/" and start and end < len(text) else ""

    def underscore(match: re.Match[str]) -> str:
        text, start, end = match.string, match.start(), match.end()
        within = start and end < len(text) and text[start - 1].isalnum() and text[end].isalnum()
        return "underscore" if within else ""

    def line(match: re.Match[str]) -> str | None:
        return None if match[0] in ("<", ">") and _compares(match) else ""

    def anything(match: re.Match[str]) -> str | None:
        sign = match[0]
        for one in (sign, unicodedata.normalize("NFKC", sign)):
            if one in _NAMES:
                return _NAMES[one]
            if one in _MARKS:
                return _MARKS[one]
            if one in _PLAIN:
                return one
        # Combining marks stay, and so do the characters that stand for given pronunciations.
        return "" if unicodedata.category(sign)[0] in "SP" else None

    return (
        Rule(
            Category.SYMBOLS,
            _COPYRIGHT,
            lambda match: match["name"] or match["name2"] or "copyright ",
            _SIGNED,
        ),
        Rule(Category.SYMBOLS, _AND, lambda match: "and"),
        Rule(Category.SYMBOLS, _ELLIPSIS, lambda match: "…"),
        Rule(Category.SYMBOLS, _DOUBLE_DASH, lambda match: "—"),
        Rule(Category.SYMBOLS, _EN_DASH, lambda match: "—"),
        Rule(Category.SYMBOLS, _SHARP, sharp),
        Rule(Category.SYMBOLS, _PLUSES, lambda match: f"{match['name']} plus plus"),
        Rule(Category.SYMBOLS, _NUMBER_SIGN, lambda match: "number"),
        Rule(Category.SYMBOLS, _SLASH, slash),
        Rule(Category.SYMBOLS, _UNDERSCORE, underscore),
        Rule(Category.SYMBOLS, _LINE, line),
        Rule(Category.SYMBOLS, _ANYTHING, anything),
    )


def _compares(match: re.Match[str]) -> bool:
    """Whether "<" or ">" is between two operands."""
    before, after = match.string[: match.start()].rstrip(), match.string[match.end() :].lstrip()
    return before[-1:].isalnum() and after[:1].isalnum() and match.string[match.start() - 1].isspace()
