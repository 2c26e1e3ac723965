"""Single signs between numbers and between words, and emoji."""

import re
import unicodedata
from collections.abc import Callable

import emoji

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.units import unit_nouns
from kokoro_speech_server.text.normalization.rules import Category, Rule

# Characters that a phonemizer understands: punctuation, letters of the common scripts with their vowel signs, and the
# private-use characters that stand for given phonemes. The pattern also matches letters of other scripts; `lone` keeps
# them by their Unicode category.
_KEPT = (
    r"\s.,;:!?¡¿…—–‐‑―\-\"'’‘“”„«»‹›()。．｡、､，！？；：「」『』《》〈〉【】（）।॥؟،⋯"
    "0-9A-Za-zªº\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0300-\u036f\u0400-\u0481\u048a-\u052f\u0621-\u065f"
    "\u0900-\u0963\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u30fc-\u30fe\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\u200c\u200d"
    "\U000f0000-\U0010ffff"
)
_EMOJI = "\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\u231a-\u23ff\u203c\u2049\u3030\u303d\u3297\u3299"
_EMOJI_SEQUENCE = re.compile(
    f"[{_EMOJI}](?:[{_EMOJI}\u200d\U000e0020-\U000e007f]|[0-9]\u20e3){{0,40}}|[0-9#*]\u20e3"
)

_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]")
_VARIANTS = re.compile("[\ufe0f\U0001f3fb-\U0001f3ff]")
_TYPED = {">=": "≥", "<=": "≤", "!=": "≠", "==": "=", "+/-": "±"}
_TYPED_SIGN = re.compile(r"(?<![<>=!+/-])(?:[<>!=]=|\+/-)(?![=>+/-])")
"""Signs in characters that keyboards have."""
# "30 x 20 cm" are side lengths, not factors.
_SIZES = re.compile(r"(?: ?\d[\d.,]{0,6}(?: \d{3})? ?[x×]){0,2} ?\d[\d.,]{0,6}(?: \d{3})? ?[cdmk]?m\b")


def symbol_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules for signs that no other rule has put into words; they come last."""
    locale = speller.locale
    names = locale.symbols
    nouns = unit_nouns(locale)
    beside, before_end = (r"\b", r"\b") if speller.spaced else ("(?<![A-Za-z])", "(?![A-Za-z])")
    between_digits = "".join(re.escape(sign) for sign in locale.operators)

    def operator(match: re.Match[str]) -> str:
        return times(match) if match["sign"] == "×" else locale.operators[match["sign"]]

    def times(match: re.Match[str]) -> str:
        if locale.ratio and _SIZES.match(match.string, match.end()):
            return locale.ratio.split("{}")[1].strip()
        return locale.operators["×"]

    def between_numbers(match: re.Match[str]) -> str:
        return times(match) if match[0] == "x" else locale.operators["−"]

    def lone(match: re.Match[str]) -> str | None:
        sign = match["sign"]
        is_letter = unicodedata.category(sign)[0] in "LM"
        if is_letter and (sign not in names or re.search(r"[^\W\d_]{2}", _around(match))):
            return None
        if sign in names:
            return names[sign]
        if "㌀" <= sign <= "㍗" or "㍻" <= sign <= "㍿" or sign == "㋿":
            return unicodedata.normalize("NFKC", sign)  # ㌔, ㍻
        if sign in nouns:
            return nouns[sign].other.replace("{}", "")
        value = unicodedata.numeric(sign, None)
        if value is not None and value == int(value):
            return speller.cardinal(int(value))
        return ""

    return (
        Rule(Category.EMOJI, _EMOJI_SEQUENCE, _emoji_namer(speller)),
        Rule(
            Category.MATHS,
            _TYPED_SIGN,
            lambda match: locale.operators.get(_TYPED[match[0]]),
            needs=_TYPED_SIGN,
        ),
        Rule(
            Category.MATHS,
            re.compile(
                rf"(?:(?<=[\d)²³%π|₀-₉])|(?<=[\d)²³%π|₀-₉] )|(?<={beside}[a-zA-ZΔα-ω])"
                rf"|(?<={beside}[a-zA-ZΔα-ω] ))(?P<sign>[{between_digits}])"
                rf"(?= ?[-−+(√]{{0,2}}(?:\d|[a-zA-Zπ](?:{before_end}|[₀-₉])))"
            ),
            operator,
            needs=re.compile(f"[{between_digits}]"),
        ),
        Rule(
            Category.MATHS,
            re.compile(r"(?<=\d )(?P<sign>[-−–x])(?= \d)|(?:(?<=[1-9])|(?<=\d\d))x(?=\d)"),
            between_numbers,
            needs=re.compile(r"\d ?[-−–x]"),
        ),
        Rule(
            Category.MATHS,
            re.compile(
                r"(?:(?<=[²³])|(?<=[²³] ))[-–](?= ?\d{1,4}[a-z]?(?: ?[-+=)]|[，。、]|$))"
                r"|(?:(?<=\d[xyz])|(?<=\d[xyz] ))[-–](?= ?\d{1,4}[a-z]?(?![A-Za-z\d-]))"
                r"|(?<=\([nt-z])[-–](?=\d{1,4}\))|(?<=(?<![A-Za-zÀ-ÿ])[xyz])[-–](?=\d{1,4} ?[=<>≤≥])"
            ),
            lambda match: locale.operators["−"],
            needs=re.compile(r"[²³nt-z] ?[-–] ?\d"),
        ),
        Rule(Category.SYMBOLS, re.compile(rf"(?P<sign>[^{_KEPT}])"), lone),
    )


def _emoji_namer(speller: NumberSpeller) -> Callable[[re.Match[str]], str]:
    language = speller.locale.emoji
    own = speller.locale.emoji_names
    if own:
        return lambda match: ", ".join(own[one] for one in _VARIANTS.sub("", match[0]) if one in own)
    if language is None:
        return lambda match: ""
    emoji.config.load_language(language)

    def say(match: re.Match[str]) -> str:
        names = (
            token.value.data.get(language, "").strip(":").replace("_", " ")
            for token in emoji.analyze(_FLAG.sub("", match[0]))
            if isinstance(token.value, emoji.EmojiMatch) and token.value.data
        )
        words = ", ".join(name for name in names if name)
        runs_on = not speller.spaced and match.string[: match.start()][-1:].isalnum()
        return "、" + words if words and runs_on else words

    return say


def _around(match: re.Match[str]) -> str:
    return match.string[max(0, match.start() - 1) : match.end() + 1]
