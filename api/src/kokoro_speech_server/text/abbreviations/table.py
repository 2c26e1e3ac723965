"""The type of a language's abbreviations, which knows whether the point of one ends its sentence."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

_LAST_WORD = re.compile(r"[^\W\d_][\w.\u0900-\u0963]{0,11}+\Z")
"""The range has Hindi's vowel signs, which are not letters."""

CONTEXT = 24
"""Characters on both sides of a point that show whether it belongs to an abbreviation."""

_NUMBER = re.compile(
    r"[(+]{0,2}\d|[#№§]|[IVXLCDM]{2,8}(?!\w)|[VX](?!\w)|I(?=[,.;:)]|$| [ad]\. ?C)|[A-Z]{1,4}-?\d|[LRDA]\. ?\d"
)
_AMOUNT = re.compile(r"[\d½¼¾⅓⅔⅛][ -]?\Z")
_DAY_OR_AMOUNT = re.compile(r"(?<![\d½IVX])[\d½IVX]{1,8}(?:er)? ?(?:de )?\Z")
_PHRASE = 12
"""Characters before the number, at most, of a phrase such as "En el año 44 a. C."."""

_FIRST_WORD = re.compile(r"[^\W\d_]+(?:['’](?=[^\W\d_]))?")
_OPENING = frozenset('"“«¿¡„')


@dataclass(frozen=True, eq=False)
class Abbreviations:
    """Abbreviations as they are written, with their points, and in full. Without words (""), they are left as they are.

    inner:      ones that never end a sentence: titles before names, "e.g."
    numbered:   abbreviations before a number only; one with a capital letter only in that spelling
    last:       ones that may be the last word of a sentence, but precede names, too: "Inc.", "Jr."
    units:      ones that are units after a number, where they are treated as those of `last`; elsewhere they are words
    measures:   those of `last` that are months, units of time or eras: behind a number ("15 févr.", "50 a. C.",
                "35 min."), the sentence ends before any capital letter
    closing:    ones whose sentence ends unless it goes on in lower case: "etc."
    beginnings: words that begin sentences, as they are written there. After an initial, letters with points ("U.S.")
                and what `last` has, the sentence ends only before one of these.
    pattern:    matches further abbreviations that never end a sentence, in lower case and without the last point
    """

    inner: Mapping[str, str] = field(default_factory=dict)
    numbered: Mapping[str, str] = field(default_factory=dict)
    last: Mapping[str, str] = field(default_factory=dict)
    measures: frozenset[str] = frozenset()
    closing: Mapping[str, str] = field(default_factory=dict)
    units: frozenset[str] = frozenset()
    beginnings: frozenset[str] = frozenset()
    pattern: re.Pattern[str] | None = None

    def go_on(self, before: str, after: str) -> bool:
        """Whether a sentence goes on after a point.

        before: the CONTEXT characters up to the point, without it
        after:  the CONTEXT characters behind the space that follows the point
        """
        found = _LAST_WORD.search(before)
        if found is None:
            return False
        word = found[0] + "."
        lower = word.lower()
        is_numbered = not self.numbered.keys().isdisjoint((word, lower)) and _NUMBER.match(after)
        if after[:1].isupper() and self._measures(before):
            return False
        # The "c." of "a. C." is another one before names.
        is_last = lower in self._last or self._ends_with_one(before)
        is_inner = (lower in self._inner and not is_last) or self._is_within(before, after)
        if is_inner or is_numbered or (self.pattern is not None and self.pattern.fullmatch(lower[:-1])):
            return True
        is_initial = len(word) == 2 and word[0].isupper() and word != "I."
        is_unit = lower in self.units and _AMOUNT.search(before[: found.start()]) is not None
        may_be_last = is_initial or "." in word[:-1] or is_last or is_unit
        return may_be_last and not self._begins(after)

    def depend_on_a_word(self, sentence: str) -> bool:
        """Whether it takes the words behind a sentence, of which this is the end, to know that it ends."""
        before = sentence.rstrip().rstrip(")]")
        found = _LAST_WORD.search(before[:-1]) if before.endswith(".") else None
        if found is None:
            return False
        lower = found[0].lower() + "."
        is_initial = len(lower) == 2 and found[0].isupper()
        parts = any(lower in key.split() for key in self._spaced)
        is_unit = (
            lower in self.units and _AMOUNT.search(before[-CONTEXT:-1].removesuffix(found[0])) is not None
        )
        return is_initial or parts or "." in found[0] or lower in self._last or is_unit

    @cached_property
    def _inner(self) -> frozenset[str]:
        return frozenset(map(str.lower, self.inner))

    @cached_property
    def _last(self) -> frozenset[str]:
        return frozenset(map(str.lower, self.last))

    @cached_property
    def _spaced(self) -> tuple[str, ...]:
        return tuple(
            key.lower() for table in (self.inner, self.numbered, self.last) for key in table if " " in key
        )

    @cached_property
    def _measured(self) -> frozenset[str]:
        return self.measures | {key.replace(" ", "") for key in self.measures}

    def _begins(self, after: str) -> bool:
        """Whether a sentence begins here."""
        word = _FIRST_WORD.match(after)
        return after[:1] in _OPENING if word is None else word[0] in self.beginnings

    def _is_within(self, before: str, after: str) -> bool:
        """Whether the point is that of the first part of an abbreviation with a space: "EE. UU."."""
        text, point = f"{before[-12:]}. {after[:12]}".lower(), len(before[-12:])
        return any(
            text.startswith(key, start) and (not start or not text[start - 1].isalnum())
            for key in self._spaced
            for start in range(max(0, point - key.index(".")), point)
            if start + len(key) - 1 > point
        )

    def _measures(self, before: str) -> bool:
        """Whether the point is that of one of `measures` behind a number, with or without its spaces.

        Not if little more than a preposition precedes: "Nel 44 a.C. Cesare morì".
        """
        text = f"{before}."
        for written in filter(text.endswith, self._measured):
            if number := _DAY_OR_AMOUNT.search(text[: -len(written)]):
                return number.start() > _PHRASE or not self._begins(text)
        return False

    def _ends_with_one(self, before: str) -> bool:
        lower = f"{before[-16:]}.".lower()
        return any(lower.endswith(key) and not lower[: -len(key)][-1:].isalnum() for key in self._spaced)


NONE = Abbreviations()
"""A language without any."""
