"""Normalization: a sentence as it is written becomes a sentence as it is spoken."""

import heapq
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache

from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.normalization.required import DIGIT, characters, rarest, required
from kokoro_speech_server.text.normalization.rules import Category, Rule
from kokoro_speech_server.text.source_text import Edit, SourceText

# One pass applies every rule. But where it removes marks, words can meet that form a new match ("St. | St").
_MAX_PASSES = 4

_PLANS = 64
"""Plans that are kept: requests choose categories as they like, but few do."""

_DIGITS = frozenset({DIGIT})

_Characters = frozenset[str] | None
_Needed = tuple[Rule, _Characters, _Characters]
_Group = tuple[_Characters, re.Pattern[str] | None, list[int]]

_CLOSING = frozenset(".,:;!?…)")


def normalize(
    sentence: SourceText,
    language: Language,
    categories: Collection[Category],
    *,
    dropped: Collection[Category] = (),
) -> SourceText:
    """The sentence with everything of the given categories in words, or left out for categories in `dropped`.

    The sentence must be clean. Normalizing the result again does not change it.
    """
    applicable = plan(language, frozenset(categories))
    for _ in range(_MAX_PASSES):
        edited = sentence.replace(_edits(sentence.text, applicable, dropped, spaced=language.spaced))
        if edited.text == sentence.text:
            break
        sentence = edited
    return sentence


@cache
def rules(language: Language) -> tuple[Rule, ...]:
    """The rules of a language, the more specific ones first."""
    # Imported late, since building the tables takes long and most servers need one language.
    if language.is_english:
        from kokoro_speech_server.text.normalization.english import english_rules  # noqa: PLC0415

        return english_rules(british=language.is_british)
    if language.locale is None:
        return ()
    from kokoro_speech_server.text.normalization.international import international_rules  # noqa: PLC0415

    return international_rules(language.locale, spaced=language.spaced)


class Plan:
    """Rules by what a text must contain for them to match, so that most of them are left out at once."""

    def __init__(self, needed: Iterable[_Needed]) -> None:
        self.rules: list[Rule] = []
        groups: dict[_Characters, dict[tuple[_Characters, int], _Group]] = {}
        for number, (rule, first, second) in enumerate(needed):
            self.rules.append(rule)
            needs = rule.evidence or rule.needs
            # By identity: a pattern's hash takes long.
            group = groups.setdefault(first, {}).setdefault((second, id(needs)), (second, needs, []))
            group[2].append(number)
        self._groups = [(first, list(within.values())) for first, within in groups.items()]

    def numbers(self, text: str) -> Iterator[int]:
        """The numbers of the rules that may match the text."""
        present = characters(text)
        for first, groups in self._groups:
            if first is None or not first.isdisjoint(present):
                for second, needs, numbers in groups:
                    is_there = second is None or not second.isdisjoint(present)
                    if is_there and (needs is None or needs.search(text)):
                        yield from numbers


@lru_cache(_PLANS)
def plan(language: Language, categories: frozenset[Category]) -> Plan:
    """The language's rules of the categories."""
    return Plan(needed for needed in _needed(language) if needed[0].category in categories)


@cache
def _needed(language: Language) -> tuple[_Needed, ...]:
    """The language's rules with the two sets of characters of which their texts have at least one each."""
    found = []
    for rule in rules(language):
        needs = rule.evidence or rule.needs
        sets = required(rule.pattern) | (required(needs) if needs else frozenset())
        first = _DIGITS if _DIGITS in sets else rarest(sets)
        found.append((rule, first, rarest(sets - {first})))
    return tuple(found)


def load_rules(language: Language) -> None:
    """Make the language's rules, which otherwise its first sentence does: it takes some tenths of a second."""
    _needed(language)


def forget_rules() -> None:
    """Make the rules anew when they are needed next."""
    for made in (rules, _needed, plan):
        made.cache_clear()


def _edits(text: str, plan: Plan, dropped: Collection[Category], *, spaced: bool) -> Iterator[Edit]:
    """The replacements of the rules, from left to right; at each place the first rule that has words for it applies.

    spaced: whether spaces separate words, so that words must not touch the letters around them ("5km", "A&B")
    """
    rules = plan.rules
    upcoming: list[tuple[int, int]] = []  # the start of each rule's next match, and the rule's number
    matches = {}

    def find_next(number: int, position: int) -> None:
        if match := rules[number].pattern.search(text, position):
            matches[number] = match
            heapq.heappush(upcoming, (match.start(), number))

    for number in plan.numbers(text):
        find_next(number, 0)
    position = 0
    before = " "  # the last character of the result so far
    while upcoming:
        start, number = heapq.heappop(upcoming)
        match = matches[number]
        if start < position:
            find_next(number, position)
        elif match.end() == start or (words := rules[number].say(match)) is None:
            find_next(number, start + 1)
        else:
            end = match.end()
            if rules[number].category in dropped:
                words = ""
            if start > position:
                before = text[start - 1]
            after = text[end : end + 2]
            if spaced:
                words = _set_apart(words, before, after[:1])
                if after[:1] == "." and after[1:].isalpha() and words[-1:].isalpha():
                    words, end = words + ". ", end + 1  # otherwise it would look like a domain: "5%.then"
            if not words and before == " " and after[:1] in ("", " "):
                end += bool(after)
                start -= not after and start > position  # the space before it
            yield Edit(start, end, words)
            before = words[-1] if words else before
            position = end
            find_next(number, position)


def _set_apart(words: str, before: str, after: str) -> str:
    """The words with the spaces that separate them from the letters on both sides."""
    if not words:
        return " " if _in_word(before) and after.isalnum() else ""
    left = " " if (_in_word(before) or before in _CLOSING) and words[0].isalnum() else ""
    right = " " if (after.isalnum() or after == "(") and _in_word(words[-1]) else ""
    return left + words + right


def _in_word(character: str) -> bool:
    """Whether it is a letter, a digit, or a vowel sign, with which many Hindi words end."""
    return character.isalnum() or unicodedata.category(character).startswith("M")
