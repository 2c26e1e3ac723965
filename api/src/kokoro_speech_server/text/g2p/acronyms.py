"""English acronyms that are not said as the dictionaries have it, and letters that look like words: A, AM, IT, OR."""

from collections.abc import Callable, Sequence

from kokoro_speech_server.text.g2p.acronym_tables import SAID, SPELLED, SPELLED_MIXED
from kokoro_speech_server.text.g2p.capitals import NUMBER_WORDS, SMALL

_AFTER_THE_LETTER = frozenset("squared cubed equals is was are were over defines prime implies".split())
"""What a letter is the subject of, but no article precedes: "A squared"."""

_SIGNS = frozenset("plus minus times sub".split())
_CALCULATED = frozenset("plus minus times over equals sub divided squared cubed solve".split())
_BETWEEN_LETTERS = frozenset((",", "or", "slash", "—", "-"))
_PAUSES = (",", ";")

_OF_AN_ODDS_RATIO = frozenset("= : of equals was is per".split())
_BEFORE_AN_ODDS_RATIO = frozenset(
    "adjusted unadjusted crude pooled summary combined multivariable univariate".split()
)
_OF_LOGIC = frozenset("gate gates operator operators function condition statement clause operation".split())
_TAKING_IT = frozenset("do did get got getting doing love loved make made say saying call take".split())
"""Behind these, IT is the pronoun, said with emphasis."""


def phonemes(word: str, letters: Callable[[str], str | None], *, british: bool) -> str | None:
    """The phonemes of an acronym in the tables, without its plural's ending, or None for any other word."""
    if word in SAID:
        return SAID[word][british] or None
    return letters(word.upper()) if word in SPELLED or word in SPELLED_MIXED else None


def is_letters(words: Sequence[str], place: int) -> bool:
    """Whether a word in capitals that could be another one is letters: AM, the A of "A squared", IT, OR."""
    word = words[place]
    before = words[place - 1] if place else ""
    after = words[place + 1] if place + 1 < len(words) else ""
    if word == "AM":
        return before != "I" and after != "I"
    if word == "IT":
        return not (before in SMALL or after in SMALL or before.lower() in _TAKING_IT)
    if word == "OR":
        return _is_ratio_or_room(before.lower(), after, words[place + 2 : place + 3])
    further = words[place + 2 : place + 3]
    return (word == "A" and _is_letter(before, after, further)) or (
        word == "a" and _is_variable(before, after, further)
    )


def _is_variable(before: str, after: str, further: Sequence[str]) -> bool:
    """Whether "a" is a letter of a formula, which no verb follows otherwise: "a equals one", "two times a"."""
    if after in _AFTER_THE_LETTER:
        return True
    if after in _BETWEEN_LETTERS:
        return bool(further) and len(further[0]) == 1 and further[0] in "bcdefghjklmnpqrstvwxyz"
    if further[:1] == ["equals"] and (after in NUMBER_WORDS or (len(after) == 1 and after.isupper())):
        return True
    if after in _SIGNS:
        # "A plus one" is a guest.
        return bool(further) and (len(further[0]) == 1 or further[0] in NUMBER_WORDS - {"one"})
    return before in _CALCULATED and (after == "and" or not after[:1].isalnum())


def _is_ratio_or_room(before: str, after: str, further: Sequence[str]) -> bool:
    """Whether "OR" is an odds ratio or an operating room."""
    if before in _BEFORE_AN_ODDS_RATIO or after in ("=", "equals"):
        return True
    if after in _OF_AN_ODDS_RATIO or after in (",", ";"):
        return bool(further) and further[0] in NUMBER_WORDS
    return before in ("the", "an", "(", ";") and after not in _OF_LOGIC


def _is_letter(before: str, after: str, further: Sequence[str]) -> bool:
    """Whether "A" is a letter, unlike the article with which a sentence or a quotation begins."""
    if before[-1:].isalnum() or (len(after) == 1 and after.isupper()):
        return True
    if after in _SIGNS:
        return bool(further) and (further[0][:1].isupper() or further[0] in NUMBER_WORDS)
    if after == "given":
        return bool(further) and len(further[0]) == 1 and further[0].isupper()
    return after in _AFTER_THE_LETTER or (before in _PAUSES and after.islower())
