"""The characters that a text must contain for a pattern to match, and those with which a match begins.

Most rules need a digit or a sign that most sentences do not have. Looking their characters up takes a small part of the
time of searching for the patterns.
"""

import importlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

# The parser that `re` itself uses: it is private, but `re` runs the tree that it returns.
_op: Any = importlib.import_module("re._constants")
_parser: Any = importlib.import_module("re._parser")

DIGIT = r"\d"
"""Stands for any decimal digit among the characters."""

_MOST = 4096
"""Characters of a range: those of larger ones are not listed."""

_REPEATS = frozenset((_op.MAX_REPEAT, _op.MIN_REPEAT, _op.POSSESSIVE_REPEAT))


def characters(text: str) -> set[str]:
    """The characters of a text, with DIGIT if it has one."""
    found = set(text)
    if any(map(str.isdecimal, found)):
        found.add(DIGIT)
    return found


def required(pattern: re.Pattern[str]) -> frozenset[frozenset[str]]:
    """Sets of characters: a text that the pattern matches has at least one character of each."""
    return frozenset(_required(_parser.parse(pattern.pattern, pattern.flags), pattern.flags))


def beginnings(pattern: str, length: int) -> frozenset[str] | None:
    """What a match may begin with, up to `length` characters of it; None if that can be anything."""
    whole, cut = _beginnings(_parser.parse(pattern), length)
    return None if "" in whole | cut else frozenset(whole | cut)


def rarest(sets: Iterable[frozenset[str]]) -> frozenset[str] | None:
    """The set whose characters are the least frequent in prose; None if there are none."""
    return min(sets, key=_weight, default=None)


def _required(tree: Any, flags: int) -> Iterator[frozenset[str]]:
    for kind, value in tree:
        if kind in (_op.LITERAL, _op.IN):
            members = _members([(kind, value)] if kind is _op.LITERAL else value, flags)
            if members is not None:
                yield members
        elif kind is _op.SUBPATTERN:
            _, added, removed, inner = value
            yield from _required(inner, (flags | added) & ~removed)
        elif kind is _op.ATOMIC_GROUP:
            yield from _required(value, flags)
        elif kind is _op.ASSERT:
            yield from _required(value[1], flags)
        elif kind in _REPEATS and value[0]:
            yield from _required(value[2], flags)
        elif kind is _op.BRANCH:
            branches = [frozenset(_required(branch, flags)) for branch in value[1]]
            yield from frozenset.intersection(*branches)
            if all(branches):
                yield frozenset().union(*(rarest(branch) or () for branch in branches))


def _beginnings(tree: Any, length: int) -> tuple[set[str], set[str]]:
    """What the tree may match as a whole, and what longer matches begin with."""
    whole, cut = {""}, set[str]()
    for kind, value in tree:
        if kind in (_op.ASSERT, _op.ASSERT_NOT, _op.AT):
            continue
        if kind in (_op.LITERAL, _op.IN):
            members = _members([(kind, value)] if kind is _op.LITERAL else value, 0)
            is_known = members is not None and DIGIT not in members
            more, longer = (set(members or ()), set[str]()) if is_known else (set[str](), {""})
        elif kind in (_op.SUBPATTERN, _op.ATOMIC_GROUP):
            more, longer = _beginnings(value[3] if kind is _op.SUBPATTERN else value, length)
        elif kind is _op.BRANCH:
            parts = [_beginnings(branch, length) for branch in value[1]]
            more, longer = (set[str]().union(*sets) for sets in zip(*parts, strict=True))
        elif kind in _REPEATS and value[1] == 1:
            more, longer = _beginnings(value[2], length)
            more |= set() if value[0] else {""}
        else:
            more, longer = set(), {""}
        cut |= {(start + end)[:length] for start in whole for end in longer}
        whole = {start + end for start in whole for end in more}
        cut |= {one[:length] for one in whole if len(one) >= length}
        whole = {one for one in whole if len(one) < length}
    return whole, cut


def _members(items: Any, flags: int) -> frozenset[str] | None:
    """The characters of a class; None if they are too many or not listed in it."""
    members: set[str] = set()
    for kind, value in items:
        if kind is _op.LITERAL:
            members.add(chr(value))
        elif kind is _op.RANGE and value[1] - value[0] < _MOST:
            members.update(map(chr, range(value[0], value[1] + 1)))
        elif kind is _op.CATEGORY and value is _op.CATEGORY_DIGIT:
            members.add(DIGIT)
        else:
            return None
    is_any_case = flags & re.IGNORECASE and any(one.lower() != one.upper() for one in members)
    return None if is_any_case else frozenset(members)


@cache
def _weight(members: frozenset[str]) -> tuple[float, str]:
    return sum(map(_frequency, members)), min(members, default="")


def _frequency(character: str) -> float:
    """How often a character is in prose, roughly: only the order matters."""
    if character in " .,":
        return 100
    if character.isascii() and character.islower():
        return 10
    if character == DIGIT:
        return 3
    return 1 if character.isalnum() else 0.5
