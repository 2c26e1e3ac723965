"""How words and phrases are to be said: found in a text in time linear in the text, however many there are."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.text.pronunciations import (
    PRIVATE,
    Pronunciations,
    UnknownSymbolError,
    model_phonemes,
)
from kokoro_speech_server.text.source_text import Edit, SourceText

MAX_ENTRIES = 1_000
"""Of one request."""

MAX_PHRASE_CHARACTERS = 100
MAX_PRONUNCIATION_CHARACTERS = 400

# Scripts that put no space between words: each character is taken by itself, so that a word is found anywhere.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_PART = re.compile(rf"[^\W{_UNSPACED}]++|\s++|.", re.DOTALL)

# The possessive of a name is that name; what else stands behind an apostrophe makes another word: can't.
_GOES_ON = re.compile(r"['’](?![sS]\b)\w")


@dataclass(frozen=True, slots=True)
class Entry:
    """What is said: phonemes of the model, or words in ordinary letters."""

    said: str
    phonemes: bool


@dataclass(slots=True)
class _Node:
    """The parts that may follow those before, and the entry that ends here."""

    following: dict[str, "_Node"] = field(default_factory=dict)
    entry: Entry | None = None


class Lexicon:
    """Words and phrases, found as they are written and whole.

    The text in which they are looked for must be clean, or at least composed (NFC).
    """

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        root = _Node()
        for phrase, entry in entries.items():
            node = root
            for _, part in _parts(unicodedata.normalize("NFC", phrase.strip())):
                node = node.following.setdefault(part, _Node())
            node.entry = entry
        self._roots: tuple[_Node, ...] = (root,) if entries else ()

    def over(self, other: "Lexicon") -> "Lexicon":
        """Both as one: where each has an entry for one place, it is this one's."""
        both = Lexicon({})
        both._roots = self._roots + other._roots
        return both

    def applied(self, source: SourceText, pronunciations: Pronunciations) -> SourceText:
        """The text with what is to be said for the words and phrases in it.

        Of several that begin at one place the longest is taken; what is said is not looked at again.
        """
        return source.replace(self._edits(source.text, pronunciations)) if self._roots else source

    def _edits(self, text: str, pronunciations: Pronunciations) -> Iterator[Edit]:
        parts = list(_parts(text))
        starts = [start for start, _ in parts] + [len(text)]
        i = 0
        while i < len(parts):
            found = self._longest(text, parts, starts, i)
            if found is None:
                i += 1
                continue
            behind, entry = found
            said = pronunciations.character(entry.said) if entry.phonemes else entry.said
            yield Edit(starts[i], starts[behind], said)
            i = behind

    def _longest(
        self, text: str, parts: list[tuple[int, str]], starts: list[int], first: int
    ) -> tuple[int, Entry] | None:
        """The index of the part behind the longest phrase that begins at `first`, and its entry."""
        for root in self._roots:
            found: tuple[int, Entry] | None = None
            node, i = root, first
            while i < len(parts) and (following := node.following.get(parts[i][1])):
                node, i = following, i + 1
                if node.entry and _is_whole(text, starts[first], starts[i]):
                    found = i, node.entry
            if found:
                return found
        return None


def request_lexicon(pronunciations: Mapping[str, str], vocabulary: frozenset[str]) -> Lexicon:
    """The lexicon of one request. Raises InvalidRequestError that names the entry which will not do."""
    if len(pronunciations) > MAX_ENTRIES:
        raise InvalidRequestError(
            f"pronunciations: {len(pronunciations)} entries; at most {MAX_ENTRIES} are allowed.",
            param="pronunciations",
        )
    entries = {}
    for phrase, said in pronunciations.items():
        try:
            entries[phrase] = entry(phrase, said, vocabulary)
        except ValueError as error:
            raise InvalidRequestError(
                f"pronunciations: {phrase[:60]!r}: {error}.", param="pronunciations"
            ) from error
    return Lexicon(entries)


def entry(phrase: str, said: str, vocabulary: frozenset[str]) -> Entry:
    """`said` is IPA between slashes, or a respelling. Raises ValueError with what is wrong with either."""
    if not phrase.strip():
        raise ValueError("there is no word")
    if len(phrase) > MAX_PHRASE_CHARACTERS:
        raise ValueError(f"a phrase has at most {MAX_PHRASE_CHARACTERS} characters")
    if PRIVATE.search(phrase) or PRIVATE.search(said):
        raise ValueError("characters of private use have no sound")
    said = said.strip()
    if len(said) > MAX_PRONUNCIATION_CHARACTERS:
        raise ValueError(f"what is said has at most {MAX_PRONUNCIATION_CHARACTERS} characters")
    if not said:
        raise ValueError("nothing is said for it")
    if not (said.startswith("/") and said.endswith("/") and len(said) > 1):
        return Entry(said, phonemes=False)
    try:
        phonemes = model_phonemes(said[1:-1], vocabulary)
    except UnknownSymbolError as error:
        raise ValueError(f"in {said[:60]!r} {error}") from error
    if not phonemes:
        raise ValueError("there are no phonemes between the slashes")
    return Entry(phonemes, phonemes=True)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Where each part begins, and the part: a word, a character of an unspaced script, a mark, white space.

    All white space is " " and all apostrophes are "'".
    """
    for part in _PART.finditer(text):
        yield part.start(), " " if part[0].isspace() else "'" if part[0] == "’" else part[0]


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether no letter goes on where the phrase ends, on either side."""
    if _within_word(text, start) or _within_word(text, end):
        return False
    return not (text[end - 1].isalnum() and _GOES_ON.match(text, end))


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
