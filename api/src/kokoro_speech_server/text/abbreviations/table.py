"""The type of a language's abbreviations, which knows whether the point of one ends its sentence."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

_LAST_WORD = re.compile(r"[^\W\d_][\w.\u0900-\u0963]{0,11}+\Z")
"""The range has Hindi's vowel signs, which are not letters."""

CONTEXT = 24
"""Characters on both sides of a point that show whether it belongs to an abbreviation."""

_NUMBER = re.compile(
    r"[(+−-]{0,2}[\d¼½¾⅓⅔⅛]|[#№§]|[Nn]\.?[º°]|[IVXLCDM]{2,8}(?!\w)|[VX](?!\w)|I(?=[,.;:)]|$| [ad]\. ?C)"
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

NAMES_TOO = frozenset({"Max."})
"""Abbreviations in lower case, and before numbers, that are names elsewhere: "chez Max."."""

_LONGEST = 20
"""Characters, at most, of an abbreviation with spaces on either side of a point in it."""

_ASIDE = re.compile(r"\((?:\d|[a-zà-ÿ])")
_AMOUNT_FOLLOWS = re.compile(r"[€$£]? ?[-−+±]?\d|[(«\"“](?:[a-zà-ÿ\d])")
_PHRASE = 12
"""Characters before the number, at most, of a phrase such as "En el año 44 a. C."."""

_FIRST_WORD = re.compile(r"[^\W\d_]+(?:['’](?=[^\W\d_]))?")
_INITIAL = re.compile(r"[A-ZÀ-ÖØ-Þ]\.")
_DOUBLED = re.compile(r"(?P<letter>[A-Z])(?P=letter)(?:\.|\Z)")
"""A word of two equal capital letters is the plural of an initial: "FF. JJ."."""
_ADDRESS = re.compile(r"[a-z\d-]{3}\.[a-z]{2,4}\.\Z")
_OPENING = frozenset('"“«¿¡„')


@dataclass(frozen=True, eq=False)
class Abbreviations:
    """Abbreviations as they are written, with their points, and in full. Without words (""), they are left as they are.

    inner:      ones that never end a sentence: titles before names, "e.g."
    names:      ones that never end a sentence before a capital letter, in that spelling only: "Col." but not "col."
    numbered:   abbreviations before a number only; one with a capital letter only in that spelling
    last:       ones that may be the last word of a sentence, but precede names, too: "Inc.", "Jr."
    counts:     ones behind a number, whose sentence goes on before a bracket or another number: "12 pts. (3 PG)"
    units:      ones that are units after a number, where they are treated as those of `last`; elsewhere they are words
    measures:   those of `last` that are months, units of time or eras: behind a number ("15 févr.", "50 a. C.",
                "35 min."), the sentence ends before any capital letter
    closing:    ones whose sentence ends unless it goes on in lower case: "etc."
    beginnings: words that begin sentences, as they are written there. After an initial, letters with points ("U.S.")
                and what `last` has, the sentence ends only before one of these.
    orders:     words with which a sentence begins after an abbreviation in small letters, and which are also names
    pattern:    matches further abbreviations that never end a sentence, in lower case and without the last point
    capital:    those of `inner` and `last` that are words in lower case: "Ill.", "Fed."
    after_hour: what may follow "a.m." and "p.m." in their sentence although it has a capital letter: "Monday", "GMT".
                Without it, they are like others of `last`.
    likely:     matches words that are abbreviations, as in `last`, unless a number precedes them; without the point.
                With it, so are capitalized words in a row before a number ("Hom. Il. 1.1").
    shortened:  matches words that are too short to be whole, as they are written and without the point: before a
                number, they do not end the sentence
    """

    inner: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    numbered: Mapping[str, str] = field(default_factory=dict)
    last: Mapping[str, str] = field(default_factory=dict)
    measures: frozenset[str] = frozenset()
    closing: Mapping[str, str] = field(default_factory=dict)
    counts: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    beginnings: frozenset[str] = frozenset()
    orders: frozenset[str] = frozenset()
    pattern: re.Pattern[str] | None = None
    capital: frozenset[str] = frozenset()
    after_hour: re.Pattern[str] | None = None
    likely: re.Pattern[str] | None = None
    shortened: re.Pattern[str] | None = None

    def go_on(self, before: str, after: str) -> bool:
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
        is_numbered = not self.numbered.keys().isdisjoint(spellings) and (
            _NUMBER.match(after) or (self._is_lettered(lower) and _LETTER.match(after))
        )
        if after[:1].isupper() and self._measures(before):
            return False
        if self.after_hour and lower in ("a.m.", "p.m.") and _OF_THE_DAY.search(before[: found.start()]):
            return not after[:1].isupper() or self.after_hour.match(after) is not None
        # The "c." of "a. C." is another one before names.
        is_last = word not in NAMES_TOO and not self._last.isdisjoint(spellings)
        is_last = is_last or _ends_with(before, self._spaced_last)
        is_inner = (not self._inner.isdisjoint(spellings) and not is_last) or self._is_part(before, after)
        is_name = word in self.names and after[:1].isupper()
        is_further = self.pattern is not None and self.pattern.fullmatch(lower[:-1]) is not None
        if is_inner or is_name or is_numbered or is_further or self._is_cited(before, after):
            return True
        is_amount = _AMOUNT.search(before[: found.start()]) is not None
        if not is_last and lower in self.counts and is_amount:
            return after[:1] == "(" or after[:1].isdecimal()
        is_letter = len(word) == 2 and word[0].isupper() and (word != "I." or before.endswith(". I"))
        is_initial = is_letter and not _DEGREES.search(before)
        is_unit = lower in self.units and is_amount
        has_points = "." in word[:-1] and not _ADDRESS.search(word)
        may_be_last = is_initial or has_points or is_last or is_unit or self._is_likely(before, found)
        # "5 000 hab. (2020)"
        is_aside = _ASIDE.match(after) is not None and (lower in self.closing or is_last)
        is_short = not is_amount and self._is_shortened(found[0], after)
        is_title = is_initial or has_points or lower in self._lower_inner
        begins = self._begins(after, ordered=word[0].islower()) or (not is_title and _CLAUSE.match(after))
        return is_aside or is_short or (may_be_last and not begins)

    def depend_on_a_word(self, sentence: str) -> bool:
        """Whether it takes the words behind a sentence, of which this is the end, to know that it ends."""
        before = sentence.rstrip().rstrip(")]")
        found = _LAST_WORD.search(before[:-1]) if before.endswith(".") else None
        if found is None:
            return False
        lower = found[0].lower() + "."
        is_initial = len(lower) == 2 and found[0].isupper()
        parts = any(lower in key.split()[:-1] for key in self._spaced) or _ends_with(
            before[:-1], self._spaced
        )
        is_unit = (
            lower in self.units and _AMOUNT.search(before[-CONTEXT:-1].removesuffix(found[0])) is not None
        )
        is_last = not self._last.isdisjoint((f"{found[0]}.", lower)) or self._is_likely(before[:-1], found)
        is_lettered = self._is_lettered(lower) or _DOUBLED.match(found[0]) is not None
        return is_initial or parts or "." in found[0] or is_last or is_unit or is_lettered

    def _is_lettered(self, lower: str) -> bool:
        """Whether a letter may be the number of one of `numbered`: "App. B", unlike "no. B"."""
        return len(lower) > 3 and not self.numbered.keys().isdisjoint((lower, lower.capitalize()))

    @cached_property
    def _inner(self) -> frozenset[str]:
        return frozenset(key if key in self.capital else key.lower() for key in self.inner)

    @cached_property
    def _last(self) -> frozenset[str]:
        return frozenset(key if key in self.capital else key.lower() for key in self.last)

    @cached_property
    def _lower_inner(self) -> frozenset[str]:
        return frozenset(map(str.lower, self.inner))

    @cached_property
    def _spaced(self) -> tuple[str, ...]:
        return (*self._spaced_inner, *self._spaced_last)

    @cached_property
    def _spaced_inner(self) -> tuple[str, ...]:
        return tuple(key.lower() for table in (self.inner, self.names) for key in table if " " in key)

    @cached_property
    def _spaced_last(self) -> tuple[str, ...]:
        return tuple(key.lower() for table in (self.numbered, self.last) for key in table if " " in key)

    @cached_property
    def _measured(self) -> frozenset[str]:
        return self.measures | {key.replace(" ", "") for key in self.measures}

    def _begins(self, after: str, *, ordered: bool = False) -> bool:
        """Whether a sentence begins here. With `ordered`, it may be an order."""
        if _INITIAL.match(after):
            return False  # "B. O. E."
        word = _FIRST_WORD.match(after)
        if word is None:
            return after[:1] in _OPENING and not after[1:2].islower()
        return word[0] in self.beginnings or (ordered and word[0] in self.orders)

    def _is_shortened(self, word: str, after: str) -> bool:
        return (
            self.shortened is not None
            and _AMOUNT_FOLLOWS.match(after) is not None
            and self.shortened.fullmatch(word) is not None
        )

    def _is_likely(self, before: str, word: re.Match[str]) -> bool:
        return (
            self.likely is not None
            and self.likely.fullmatch(word[0]) is not None
            and _AMOUNT.search(before[: word.start()]) is None
        )

    def _is_cited(self, before: str, after: str) -> bool:
        """Whether the point is one of those in a citation of short capitalized words and a number."""
        if self.likely is None:
            return False
        behind, ahead = _CITED_BEFORE.search(before), _CITED_AFTER.match(after)
        if behind and after[:1].isdigit() and f"{behind[1]}.".lower() not in self._lower_inner:
            return True
        citing = _CITING.search(before)
        if ahead is None or citing is None:
            return False
        return f"{ahead[1]}." not in self.numbered or f"{citing[0]}." in self.numbered

    def _is_part(self, before: str, after: str) -> bool:
        """Whether the point is that of a part of an abbreviation with spaces, or the last one of one of `inner`."""
        if (doubled := _DOUBLED.search(before[-2:])) and len(before[-2:]) == 2 and _DOUBLED.match(after):
            return not before[:-2][-1:].isalnum() and doubled[0].isupper()
        return _ends_with(before, self._spaced_inner) or self._is_within(before, after)

    def _is_within(self, before: str, after: str) -> bool:
        """Whether the point is that of a part, but the last one, of an abbreviation with a space: "EE. UU."."""
        text, point = f"{before[-_LONGEST:]}. {after[:_LONGEST]}".lower(), len(before[-_LONGEST:])
        for key, key_point in self._within.get(before[-1:].lower(), ()):
            start = point - key_point
            if start >= 0 and text.startswith(key, start) and not text[:start][-1:].isalnum():
                return True
        return False

    @cached_property
    def _within(self) -> Mapping[str, Sequence[tuple[str, int]]]:
        """The abbreviations with spaces and where a point is in them, by the character before the point."""
        within: dict[str, list[tuple[str, int]]] = {}
        for key in self._spaced:
            for point in re.finditer(r"\.(?!\Z)", key):
                within.setdefault(key[point.start() - 1], []).append((key, point.start()))
        return within

    def _measures(self, before: str) -> bool:
        """Whether the point is that of one of `measures` behind a number, with or without its spaces.

        Not if little more than a preposition precedes: "Nel 44 a.C. Cesare morì".
        """
        text = f"{before}."
        for written in filter(text.endswith, self._measured):
            if number := _DAY_OR_AMOUNT.search(text[: -len(written)]):
                return number.start() > _PHRASE or not self._begins(text)
        return False


def _ends_with(before: str, keys: Sequence[str]) -> bool:
    """Whether the text and the point behind it end with one of the keys, not within a word."""
    text = f"{before}.".lower()
    return any(text.endswith(key) and not text[: -len(key)][-1:].isalnum() for key in keys)


NONE = Abbreviations()
"""A language without any."""
