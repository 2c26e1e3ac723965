"""A sentence as it is written becomes a sentence as it is said."""

import heapq
import unicodedata
from collections.abc import Collection, Iterator
from functools import cache

from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.normalization.rules import Category, Rule
from kokoro_speech_server.text.source_text import Edit, SourceText

# One pass says everything. But where it took marks away, words can meet that mean something together ("St. | St").
_PASSES = 4

_CLOSING = frozenset(".,:;!?…)")


def normalize(
    sentence: SourceText,
    language: Language,
    categories: Collection[Category],
    *,
    dropped: Collection[Category] = (),
) -> SourceText:
    """The sentence with all of the given categories in words, those of them that are `dropped` left out.

    It must be clean. What comes out is not changed when it is normalized again.
    """
    rules = [rule for rule in _rules(language.code) if rule.category in categories]
    spaced = language.code not in "jz"
    for _ in range(_PASSES):
        said = sentence.replace(_edits(sentence.text, rules, dropped, spaced=spaced))
        if said.text == sentence.text:
            break
        sentence = said
    return sentence


@cache
def _rules(code: str) -> tuple[Rule, ...]:
    # Imported late: each language brings tables that take long to make, and most servers speak one.
    if code in "ab":
        from kokoro_speech_server.text.normalization.english import english_rules  # noqa: PLC0415

        return english_rules(british=code == "b")
    from kokoro_speech_server.text.normalization.international import world_rules  # noqa: PLC0415

    return world_rules(code)


def _edits(text: str, rules: list[Rule], dropped: Collection[Category], *, spaced: bool) -> Iterator[Edit]:
    """From left to right what the rules make of the text, at each place by the first rule that has words for it.

    spaced: the language puts spaces between words, so none may run into the letters beside it ("5km", "A&B")
    """
    upcoming: list[tuple[int, int]] = []  # where each rule's next match begins, and the rule's number
    matches = {}

    def look(number: int, position: int) -> None:
        if match := rules[number].pattern.search(text, position):
            matches[number] = match
            heapq.heappush(upcoming, (match.start(), number))

    needed = {rule.needs for rule in rules}
    found = {needs for needs in needed if needs is None or needs.search(text)}
    for number, rule in enumerate(rules):
        if rule.needs in found:
            look(number, 0)
    position = 0
    before = " "  # the last character of what is said so far
    while upcoming:
        start, number = heapq.heappop(upcoming)
        match = matches[number]
        if start < position:
            look(number, position)
        elif match.end() == start or (words := rules[number].say(match)) is None:
            look(number, start + 1)
        else:
            end = match.end()
            if rules[number].category in dropped:
                words = ""
            if start > position:
                before = text[start - 1]
            after = text[end : end + 2]
            if spaced:
                words = _apart(words, before, after[:1])
                if after[:1] == "." and after[1:].isalpha() and words[-1:].isalpha():
                    words, end = words + ". ", end + 1  # or it would look like a domain: "5%.then"
            if not words and before == " " and after[:1] in ("", " "):
                end += bool(after)
                start -= not after and start > position  # the space that parted it from the rest
            yield Edit(start, end, words)
            before = words[-1] if words else before
            position = end
            look(number, position)


def _apart(words: str, before: str, after: str) -> str:
    """The words with the spaces that keep them from the letters on both sides."""
    if not words:
        return " " if before.isalnum() and after.isalnum() else ""
    left = " " if (_in_word(before) or before in _CLOSING) and words[0].isalnum() else ""
    right = " " if (after.isalnum() or after == "(") and _in_word(words[-1]) else ""
    return left + words + right


def _in_word(character: str) -> bool:
    """Whether it is a letter, a digit, or a vowel sign, with which many words of Hindi end."""
    return character.isalnum() or unicodedata.category(character).startswith("M")
