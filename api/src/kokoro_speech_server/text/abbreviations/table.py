"""The type of a language's abbreviations: how they are written, what is said, and where sentences may end at them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

NAMES_TOO = frozenset({"Max."})
"""Abbreviations in lower case, and before numbers, that are names elsewhere: "chez Max."."""


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
    dated:      words that are also days of the week, which they are before a day and its month: "mar. 4/11"
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
    dated: frozenset[str] = frozenset()

    @cached_property
    def inner_spellings(self) -> frozenset[str]:
        return frozenset(key if key in self.capital else key.lower() for key in self.inner)

    @cached_property
    def last_spellings(self) -> frozenset[str]:
        return frozenset(key if key in self.capital else key.lower() for key in self.last)

    @cached_property
    def inner_in_lower_case(self) -> frozenset[str]:
        return frozenset(map(str.lower, self.inner))

    @cached_property
    def spaced(self) -> tuple[str, ...]:
        return (*self.spaced_inner, *self.spaced_last)

    @cached_property
    def spaced_inner(self) -> tuple[str, ...]:
        return tuple(key.lower() for table in (self.inner, self.names) for key in table if " " in key)

    @cached_property
    def spaced_last(self) -> tuple[str, ...]:
        return tuple(key.lower() for table in (self.numbered, self.last) for key in table if " " in key)

    @cached_property
    def measured(self) -> frozenset[str]:
        return self.measures | {key.replace(" ", "") for key in self.measures}

    @cached_property
    def points_within(self) -> Mapping[str, Sequence[tuple[str, int]]]:
        """The abbreviations with spaces and where a point is in them, by the character before the point."""
        within: dict[str, list[tuple[str, int]]] = {}
        for key in self.spaced:
            for point in re.finditer(r"\.(?!\Z)", key):
                within.setdefault(key[point.start() - 1], []).append((key, point.start()))
        return within


NONE = Abbreviations()
"""A language without any."""
