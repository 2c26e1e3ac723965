"""A lexicon: pronunciations of words and phrases. It is applied in time linear in the text, whatever its size."""

import itertools
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.text.pronunciations import (
    PRIVATE,
    Pronunciations,
    UnknownSymbolError,
    model_phonemes,
)
from kokoro_speech_server.text.source_text import Edit, SourceText
from kokoro_speech_server.text.steps import Steps

MAX_ENTRIES = 1_000
"""Pronunciations in one request, at most."""

MAX_PHRASE_CHARACTERS = 100
MAX_PRONUNCIATION_CHARACTERS = 400

# Scripts without spaces between words. Each character is a part, so that a phrase matches anywhere.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_PART = re.compile(rf"[^\W{_UNSPACED}]++|\s++|.", re.DOTALL)

# An apostrophe and letters make another word ("can't"), except for the possessive.
_CONTINUATION = re.compile(r"['’](?![sS]\b)\w")


@dataclass(frozen=True, slots=True)
class Entry:
    """A pronunciation: the model's phonemes, or a respelling in ordinary letters."""

    text: str
    is_phonemes: bool


class Lexicon:
    """Words and phrases with their pronunciations. They match only as they are written, and only whole words.

    The text must be clean, or at least composed (NFC).
    """

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self._tables: tuple[_Table, ...] = (_Table(),)
        for phrase, entry in entries.items():
            self.add(phrase, entry)

    def add(self, phrase: str, entry: Entry) -> None:
        """Add a word or phrase, or replace its entry."""
        self._tables[0].add(phrase, entry)

    def over(self, other: "Lexicon") -> "Lexicon":
        """Both lexicons combined; where both match, this one takes precedence."""
        both = Lexicon({})
        both._tables = self._tables + other._tables
        return both

    def applied(self, source: SourceText, pronunciations: Pronunciations) -> SourceText:
        """The text with its words and phrases replaced, and phonemes as private-use characters of `pronunciations`.

        The longest phrase at a place applies. Replacements are not searched again.
        """
        return (
            source.replace(self._edits(source.text, pronunciations))
            if any(table.entries for table in self._tables)
            else source
        )

    def _edits(self, text: str, pronunciations: Pronunciations) -> Iterator[Edit]:
        parts = _Parts(text)
        i = 0
        while i < len(parts):
            found = next((found for table in self._tables if (found := table.longest(parts, i))), None)
            if found is None:
                i += 1
                continue
            end, entry = found
            replacement = pronunciations.character(entry.text) if entry.is_phonemes else entry.text
            yield Edit(parts.starts[i], parts.starts[end], replacement)
            i = end


class _Parts:
    """A text in parts; see _parts.

    starts: their offsets in the text, and its end
    """

    def __init__(self, text: str) -> None:
        parts = list(_parts(text))
        self.text = text
        self.starts = [start for start, _ in parts] + [len(text)]
        self._joined = "".join(part for _, part in parts)
        self._ends = [0, *itertools.accumulate(len(part) for _, part in parts)]

    def __len__(self) -> int:
        return len(self._ends) - 1

    def joined(self, first: int, end: int) -> str:
        """The parts `first:end` as one string."""
        return self._joined[self._ends[first] : self._ends[end]]


class _Table:
    """A dictionary of phrases.

    entries: by the parts of their phrases, joined
    """

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        # By the first part of phrases the numbers of their parts, largest first.
        self._counts: dict[str, list[int]] = {}

    def add(self, phrase: str, entry: Entry) -> None:
        parts = _Parts(unicodedata.normalize("NFC", phrase.strip()))
        self.entries[parts.joined(0, len(parts))] = entry
        counts = self._counts.setdefault(parts.joined(0, 1), [])
        if len(parts) not in counts:
            counts.append(len(parts))
            counts.sort(reverse=True)

    def longest(self, parts: _Parts, first: int) -> tuple[int, Entry] | None:
        """The longest phrase that begins at part `first`: the index of the part after it, and its entry."""
        for count in self._counts.get(parts.joined(first, first + 1), ()):
            end = first + count
            entry = self.entries.get(parts.joined(first, end)) if end <= len(parts) else None
            if entry and _is_whole(parts.text, parts.starts[first], parts.starts[end]):
                return end, entry
        return None


def request_lexicon(pronunciations: Mapping[str, str], vocabulary: frozenset[str]) -> Steps[Lexicon]:
    """Make the lexicon of one request. Raises InvalidRequestError that names the invalid entry."""
    if len(pronunciations) > MAX_ENTRIES:
        raise InvalidRequestError(
            f"pronunciations: {len(pronunciations)} entries; at most {MAX_ENTRIES} are allowed.",
            param="pronunciations",
        )
    lexicon = Lexicon({})
    for phrase, pronunciation in pronunciations.items():
        yield
        try:
            lexicon.add(phrase, entry(phrase, pronunciation, vocabulary))
        except ValueError as error:
            raise InvalidRequestError(
                f"pronunciations: {phrase[:60]!r}: {error}.", param="pronunciations"
            ) from error
    return lexicon


def entry(phrase: str, pronunciation: str, vocabulary: frozenset[str]) -> Entry:
    """The entry for IPA between slashes, or for a respelling. Raises ValueError if either argument is invalid."""
    if not phrase.strip():
        raise ValueError("the word is empty")
    if len(phrase) > MAX_PHRASE_CHARACTERS:
        raise ValueError(f"a phrase has at most {MAX_PHRASE_CHARACTERS} characters")
    if PRIVATE.search(phrase) or PRIVATE.search(pronunciation):
        raise ValueError("private-use characters have no sound")
    pronunciation = pronunciation.strip()
    if len(pronunciation) > MAX_PRONUNCIATION_CHARACTERS:
        raise ValueError(f"a pronunciation has at most {MAX_PRONUNCIATION_CHARACTERS} characters")
    if not pronunciation:
        raise ValueError("the pronunciation is empty")
    if not (pronunciation.startswith("/") and pronunciation.endswith("/") and len(pronunciation) > 1):
        return Entry(pronunciation, is_phonemes=False)
    try:
        phonemes = model_phonemes(pronunciation[1:-1], vocabulary)
    except UnknownSymbolError as error:
        raise ValueError(f"in {pronunciation[:60]!r} {error}") from error
    if not phonemes:
        raise ValueError("no phonemes between the slashes")
    return Entry(phonemes, is_phonemes=True)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """The start of each part, and the part: a word, a character of an unspaced script, a mark or white space.

    White space becomes " ", and apostrophes become "'".
    """
    for part in _PART.finditer(text):
        yield part.start(), " " if part[0].isspace() else "'" if part[0] == "’" else part[0]


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether neither end of the phrase is inside a word."""
    if _within_word(text, start) or _within_word(text, end):
        return False
    return not (text[end - 1].isalnum() and _CONTINUATION.match(text, end))


def _within_word(text: str, position: int) -> bool:
    if not 0 < position < len(text):
        return False
    before, after = text[position - 1], text[position]
    if unicodedata.category(after).startswith("M"):
        return True
    if _IS_UNSPACED.match(before) or _IS_UNSPACED.match(after):
        return False
    return _is_letter(before) and _is_letter(after)


def _is_letter(character: str) -> bool:
    return (
        character.isalnum() or character in "_\u200c\u200d" or unicodedata.category(character).startswith("M")
    )
