"""Emoji by their Unicode names."""

import re
from functools import cache

from emoji import EMOJI_DATA

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.rules import Category, Rule

_TONES = re.compile("[\U0001f3fb-\U0001f3ff\ufe0e\ufe0f]")
_SIGNS = "©®™‼⁉↔"
"""Emoji by Unicode's list, but used as signs."""

_BASE = (
    "[\U0001f000-\U0001faff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\u2934\u2935\u3030\u303d\u3297\u3299ℹⓂ↕-↪]"
)
_EMOJI = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}|[0-9#*]\ufe0f?\u20e3"
    f"|{_BASE}[\U0001f3fb-\U0001f3ff\ufe0e\ufe0f]?"
    f"(?:\u200d{_BASE[:-1]}♀♂⚕⚖✈❤][\U0001f3fb-\U0001f3ff\ufe0e\ufe0f]?){{0,6}}"
)
_SHRUG = re.compile(r"[¯\\_/]{0,6}\(ツ\)[¯\\_/]{0,6}")
_FACE = re.compile(
    r"(?<![^\s(])(?:[:;=]['’]?-?[DPpOoSX3]|[xX]D{1,5}|\^[_.]?\^|[>T;-][_.][<T;-]|[oO][_.][oO]|[xX]_[xX])(?=$|[\s.,!?])"
)
_FACE_SIGN = re.compile(r"[:;=]['’]?-?[DPpOoSX3]|[xX]D|\^[_.]?\^|[>T;-][_.][<T;-]|[oO][_.][oO]|[xX]_[xX]")
_TSU = re.compile("ツ")
_NOT_SAID = str.maketrans({"_": " ", "!": "", "(": "", ")": "", "“": "", "”": "", ",": "", "’": "'"})


def emoji_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 😀 ("grinning face"), 🇫🇷 ("France flag"), 👍🏽 ("thumbs up", without the skin tone) and ¯\\_(ツ)_/¯.

    Faces with letters (":D") are silent.
    """

    def emoji(match: re.Match[str]) -> str | None:
        names = _names()
        whole = _TONES.sub("", match[0])
        if whole in names:
            return _words(numbers, names[whole], flag=_is_flag(whole))
        parts = [_words(numbers, names[part], flag=False) for part in whole.split("\u200d") if part in names]
        return " ".join(parts) or None

    return (
        Rule(Category.EMOJI, _EMOJI, emoji),
        Rule(Category.EMOJI, _FACE, lambda match: "", needs=_FACE_SIGN),
        Rule(Category.EMOJI, _SHRUG, lambda match: "shrug", needs=_TSU),
    )


@cache
def _names() -> dict[str, str]:
    return {
        key: data["en"].strip(":")
        for written, data in EMOJI_DATA.items()
        if (key := _TONES.sub("", written))
        and key not in _SIGNS
        and not (key != written and key in EMOJI_DATA)
    } | {
        key: data["en"].strip(":")
        for key, data in EMOJI_DATA.items()
        if not _TONES.search(key) and key not in _SIGNS
    }


def _words(numbers: Numbers, name: str, *, flag: bool) -> str:
    words = name.translate(_NOT_SAID).replace("&", "and").replace("St.", "Saint").replace("Mrs.", "Missus")
    words = re.sub(r"\d+(?:st|nd|rd)", lambda match: numbers.ordinal(int(match[0][:-2])), words)
    words = re.sub(r"\d+", lambda match: numbers.cardinal(int(match[0])), words)
    return f"{words} flag" if flag else words


def _is_flag(emoji: str) -> bool:
    return len(emoji) == 2 and "\U0001f1e6" <= emoji[0] <= "\U0001f1ff"
