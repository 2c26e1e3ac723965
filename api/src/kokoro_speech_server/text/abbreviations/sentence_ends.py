"""Whether a sentence ends at a point, which may be that of an abbreviation."""

import re
from collections.abc import Sequence

from kokoro_speech_server.text.abbreviations.table import NAMES_TOO, Abbreviations

_LAST_WORD = re.compile(r"[^\W\d_][\w.\u0900-\u0963]{0,11}+\Z")
"""The range has Hindi's vowel signs, which are not letters."""

CONTEXT = 24
"""Characters on both sides of a point that show whether it belongs to an abbreviation."""

_NUMBER = re.compile(
    r"[(+−-]{0,2}[\d¼½¾⅓⅔⅛]|[#№§]|[Nn]\.?[º°]|[IVXLCDM]{2,8}(?!\w)|[VX](?!\w)|I(?=[,.;:)–-]|$| [ad]\. ?C)"
    r"|[A-Z]{1,4}-?\d|[LRDA]\. ?\d"
    r"|[A-H](?=[,;:.)]| [(\d]|$)"
)
_LETTER = re.compile(r"[B-DF-HJ-NP-TV-XZ](?![\w.'’])|[A-Z](?=[,;:)\]])")
"""Letters that are used like numbers ("App. B"), unlike words of one letter."""

_OF_THE_DAY = re.compile(r"(?:\d|\b(?:noon|midnight)) ?\Z")
_DEGREES = re.compile(r"[\d°][CFK]\Z")
_AMOUNT = re.compile(r"[\d½¼¾⅓⅔⅛][ -]?\Z")
_DAY_OR_AMOUNT = re.compile(r"(?<![\d½IVX])[\d½IVX]{1,8}(?:er)? ?(?:de )?\Z")
_CITING = re.compile(r"(?<![^\W_])[A-Z][a-z]{1,5}\Z")
_CITED_BEFORE = re.compile(r"(?<![^\W_])([A-Z][a-z]{1,5})\. [A-Z][a-z]{0,4}\Z")
_CITED_AFTER = re.compile(r"([A-Z][a-z]{0,5})\. (?:[A-Z][a-z]{0,5}\. ){0,2}\d")

_CLAUSE = re.compile(r"[A-Z][a-z]{2,11}s (?:are|were|have|say|do|will|can|may|must)\b")
"""Several things and a verb, which begin a sentence after an abbreviation that is no title."""

_LONGEST = 20
"""Characters, at most, of an abbreviation with spaces on either side of a point in it."""

_ASIDE = re.compile(r"\((?:\d|[a-zà-ÿ])")
_AMOUNT_FOLLOWS = re.compile(r"[€$£]? ?[-−+±]?\d|[(«\"“](?:[a-zà-ÿ\d])")
_DATE = re.compile(r"[0-3]?\d(?:[/.-][01]?\d(?!\d)| al? [a-zé]{3}\.)")
_PHRASE = 12
"""Characters before the number, at most, of a phrase such as "En el año 44 a. C."."""

_FIRST_WORD = re.compile(r"[^\W\d_]+(?:['’](?=[^\W\d_]))?")
_INITIAL = re.compile(r"[A-ZÀ-ÖØ-Þ]\.")
_DOUBLED = re.compile(r"(?P<letter>[A-Z])(?P=letter)(?:\.|\Z)")
"""A word of two equal capital letters is the plural of an initial: "FF. JJ."."""
_ADDRESS = re.compile(r"[a-z\d-]{3}\.[a-z]{2,4}\.\Z")
_OPENING = frozenset('"“«¿¡„')


def goes_on(table: Abbreviations, before: str, after: str) -> bool:
    """Whether a sentence goes on after a point.

    before: the CONTEXT characters up to the point, without it
    after:  the CONTEXT characters behind the space that follows the point
    """
    found = _LAST_WORD.search(before)
    if found is None:
        return before.endswith("/") and after[:1].isdecimal()  # "S/. 800"
    word = found[0] + "."
    lower = word.lower()
    spellings = (word,) if len(word) == 2 else (word, lower)  # "C." is an initial
    is_numbered = not table.numbered.keys().isdisjoint(spellings) and (
        _NUMBER.match(after) or (_is_lettered(table, lower) and _LETTER.match(after))
    )
    if after[:1].isupper() and _measures(table, before):
        return False
    if table.after_hour and lower in ("a.m.", "p.m.") and _OF_THE_DAY.search(before[: found.start()]):
        return not after[:1].isupper() or table.after_hour.match(after) is not None
    # The "c." of "a. C." is another one before names.
    is_last = word not in NAMES_TOO and not table.last_spellings.isdisjoint(spellings)
    is_last = is_last or _ends_with(before, table.spaced_last)
    is_inner = (not table.inner_spellings.isdisjoint(spellings) and not is_last) or _is_part(
        table, before, after
    )
    is_name = word in table.names and after[:1].isupper()
    is_further = table.pattern is not None and table.pattern.fullmatch(lower[:-1]) is not None
    is_day = lower in table.dated and _DATE.match(after) is not None
    if is_inner or is_name or is_numbered or is_day or is_further or _is_cited(table, before, after):
        return True
    is_amount = _AMOUNT.search(before[: found.start()]) is not None
    if not is_last and lower in table.counts and is_amount:
        return after[:1] == "(" or after[:1].isdecimal()
    is_letter = len(word) == 2 and word[0].isupper() and (word != "I." or before.endswith(". I"))
    is_initial = is_letter and not _DEGREES.search(before)
    is_unit = lower in table.units and is_amount
    has_points = "." in word[:-1] and not _ADDRESS.search(word)
    may_be_last = is_initial or has_points or is_last or is_unit or _is_likely(table, before, found)
    # "5 000 hab. (2020)"
    is_aside = _ASIDE.match(after) is not None and (lower in table.closing or is_last)
    is_short = not is_amount and _is_shortened(table, found[0], after)
    is_title = is_initial or has_points or lower in table.inner_in_lower_case
    begins = _begins(table, after, ordered=word[0].islower()) or (not is_title and _CLAUSE.match(after))
    return is_aside or is_short or (may_be_last and not begins)


def depends_on_a_word(table: Abbreviations, sentence: str) -> bool:
    """Whether it takes the words behind a sentence, of which this is the end, to know that it ends."""
    before = sentence.rstrip().rstrip(")]")
    found = _LAST_WORD.search(before[:-1]) if before.endswith(".") else None
    if found is None:
        return False
    lower = found[0].lower() + "."
    is_initial = len(lower) == 2 and found[0].isupper()
    parts = any(lower in key.split()[:-1] for key in table.spaced) or _ends_with(before[:-1], table.spaced)
    is_unit = lower in table.units and _AMOUNT.search(before[-CONTEXT:-1].removesuffix(found[0])) is not None
    is_last = not table.last_spellings.isdisjoint((f"{found[0]}.", lower)) or _is_likely(
        table, before[:-1], found
    )
    is_lettered = _is_lettered(table, lower) or _DOUBLED.match(found[0]) is not None
    return is_initial or parts or "." in found[0] or is_last or is_unit or is_lettered


def _is_lettered(table: Abbreviations, lower: str) -> bool:
    """Whether a letter may be the number of one of `numbered`: "App. B", unlike "no. B"."""
    return len(lower) > 3 and not table.numbered.keys().isdisjoint((lower, lower.capitalize()))


def _begins(table: Abbreviations, after: str, *, ordered: bool = False) -> bool:
    """Whether a sentence begins here. With `ordered`, it may be an order."""
    if _INITIAL.match(after):
        return False  # "B. O. E."
    word = _FIRST_WORD.match(after)
    if word is None:
        return after[:1] in _OPENING and not after[1:2].islower()
    return word[0] in table.beginnings or (ordered and word[0] in table.orders)


def _is_shortened(table: Abbreviations, word: str, after: str) -> bool:
    return (
        table.shortened is not None
        and _AMOUNT_FOLLOWS.match(after) is not None
        and table.shortened.fullmatch(word) is not None
    )


def _is_likely(table: Abbreviations, before: str, word: re.Match[str]) -> bool:
    return (
        table.likely is not None
        and table.likely.fullmatch(word[0]) is not None
        and _AMOUNT.search(before[: word.start()]) is None
    )


def _is_cited(table: Abbreviations, before: str, after: str) -> bool:
    """Whether the point is one of those in a citation of short capitalized words and a number."""
    if table.likely is None:
        return False
    behind, ahead = _CITED_BEFORE.search(before), _CITED_AFTER.match(after)
    if behind and after[:1].isdigit() and f"{behind[1]}.".lower() not in table.inner_in_lower_case:
        return True
    citing = _CITING.search(before)
    if ahead is None or citing is None:
        return False
    return f"{ahead[1]}." not in table.numbered or f"{citing[0]}." in table.numbered


def _is_part(table: Abbreviations, before: str, after: str) -> bool:
    """Whether the point is that of a part of an abbreviation with spaces, or the last one of one of `inner`."""
    if (doubled := _DOUBLED.search(before[-2:])) and len(before[-2:]) == 2 and _DOUBLED.match(after):
        return not before[:-2][-1:].isalnum() and doubled[0].isupper()
    return _ends_with(before, table.spaced_inner) or _is_within(table, before, after)


def _is_within(table: Abbreviations, before: str, after: str) -> bool:
    """Whether the point is that of a part, but the last one, of an abbreviation with a space: "EE. UU."."""
    text, point = f"{before[-_LONGEST:]}. {after[:_LONGEST]}".lower(), len(before[-_LONGEST:])
    for key, key_point in table.points_within.get(before[-1:].lower(), ()):
        start = point - key_point
        if start >= 0 and text.startswith(key, start) and not text[:start][-1:].isalnum():
            return True
    return False


def _measures(table: Abbreviations, before: str) -> bool:
    """Whether the point is that of one of `measures` behind a number, with or without its spaces.

    Not if little more than a preposition precedes: "Nel 44 a.C. Cesare morì".
    """
    text = f"{before}."
    for written in filter(text.endswith, table.measured):
        if number := _DAY_OR_AMOUNT.search(text[: -len(written)]):
            return number.start() > _PHRASE or not _begins(table, text)
    return False


def _ends_with(before: str, keys: Sequence[str]) -> bool:
    """Whether the text and the point behind it end with one of the keys, not within a word."""
    text = f"{before}.".lower()
    return any(text.endswith(key) and not text[: -len(key)][-1:].isalnum() for key in keys)
