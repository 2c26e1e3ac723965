"""From the input to chunks of phoneme tokens, lazily: the first leaves before the rest has been looked at."""

import itertools
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from api.src.core.config import Settings
from api.src.inference.base import PhonemeToken
from api.src.services.text_processing.g2p.punctuation import MARKS
from api.src.services.text_processing.languages import Language
from api.src.services.text_processing.pause_tags import Passage, passages
from api.src.services.text_processing.phonemizer import Phonemizer
from api.src.services.text_processing.sentences import Boundary, sentences
from api.src.services.text_processing.source_text import SourceText, clean

_SILENT = MARKS | frozenset(" ˈˌːʲʰ↓→↗↘")
"""Symbols that have no sound by themselves."""

_CLAUSE_ENDS = frozenset(",;:.!?—…")
_UNSPACED_ENDS = frozenset("—…")


@dataclass(frozen=True, slots=True)
class TextChunk:
    """What is spoken in one breath: tokens, what ends with them, and the seconds of silence asked for then.

    Without tokens it is a pause alone, before the first words.
    """

    tokens: tuple[PhonemeToken, ...]
    ends: Boundary
    pause: float = 0.0


@dataclass(frozen=True, slots=True)
class ChunkSize:
    """How many tokens a chunk should have: `least` to `most`, and `never_above` to end with a clause."""

    least: int
    most: int
    never_above: int

    @classmethod
    def of(cls, index: int, settings: Settings) -> "ChunkSize":
        """The size of the chunk at `index` of its request.

        The first is short, so that its audio comes early; each next one may be twice as long, up to the
        targets, since it is made while the one before it plays.
        """
        least = settings.target_min_tokens / settings.target_max_tokens
        if index == 0:
            most = settings.first_chunk_tokens
            # One and a half times: a clause that ends within 90 tokens is worth waiting for, at 60.
            return cls(most // 3, most, min(most * 3 // 2, settings.absolute_max_tokens))
        most = min(settings.first_chunk_tokens << min(index, 10), settings.target_max_tokens)
        return cls(int(most * least), most, settings.absolute_max_tokens * most // settings.target_max_tokens)


@dataclass(slots=True)
class _Word:
    """Tokens that are not cut apart, and what ends with them; `spaced`: a space follows within a chunk."""

    tokens: list[PhonemeToken]
    ends: Boundary
    spaced: bool


async def smart_split(
    text: str, *, language: Language, phonemizer: Phonemizer, settings: Settings
) -> AsyncGenerator[TextChunk]:
    """Cut the input into chunks for the engine, in order; phonemes are made here, once.

    Cuts fall where they are heard least: at the end of a sentence, else of a clause, else of a word. They
    depend on the text and the settings alone. Nothing that has a sound is left out or said twice.
    Input without any sound gives no chunk that has tokens.
    """
    index = 0
    for passage in passages(text, tags=settings.pause_tags):
        words: list[_Word] = []
        async for word in _words(text, passage, language, phonemizer, settings.first_chunk_tokens):
            words.append(word)
            # Once more than the largest chunk is in sight, whatever comes later can't change the cut.
            while _length(words) > (size := ChunkSize.of(index, settings)).never_above:
                taken = _cut(words, size)
                yield _chunk(words[:taken])
                del words[:taken]
                index += 1
        if not words and passage.pause:
            yield TextChunk((), Boundary.SENTENCE, passage.pause)
        while words:
            size = ChunkSize.of(index, settings)
            # A fifth more than the size is better than a last chunk of a few words.
            taken = len(words) if _length(words) <= size.most * 6 // 5 else _cut(words, size)
            yield _chunk(words[:taken], pause=passage.pause if taken == len(words) else 0.0)
            del words[:taken]
            index += 1


async def _words(
    text: str, passage: Passage, language: Language, phonemizer: Phonemizer, longest: int
) -> AsyncGenerator[_Word]:
    """The words of a passage, none longer than `longest` tokens, each with a sound.

    A mark that stands alone joins the word before it; before the first word it has nothing to mark.
    """
    held: _Word | None = None
    for start, end, boundary in sentences(text, passage.start, passage.end):
        sentence = clean(SourceText.verbatim(text[start:end], start))
        tokens = await phonemizer.phonemize(sentence, language)
        for word in _words_of(tokens, boundary, longest):
            if any(token.symbol not in _SILENT for token in word.tokens):
                if held:
                    yield held
                held = word
            elif held:
                if held.tokens[-1].symbol not in MARKS:
                    held.tokens += word.tokens[:3]
                held.ends = max(held.ends, word.ends)
    if held:
        yield held


def _words_of(tokens: Sequence[PhonemeToken], boundary: Boundary, longest: int) -> list[_Word]:
    words: list[_Word] = []
    current: list[PhonemeToken] = []
    for i, token in enumerate(tokens):
        if token.symbol != " ":
            current.append(token)
        following = tokens[i + 1].symbol if i + 1 < len(tokens) else " "
        dash_ends = token.symbol in _UNSPACED_ENDS and following not in MARKS
        if current and (following == " " or dash_ends or len(current) == longest):
            spaced = following == " "
            ends = Boundary.NONE
            if spaced or dash_ends:
                ends = Boundary.CLAUSE if _ends_clause(current) else Boundary.WORD
            words.append(_Word(current, ends, spaced))
            current = []
    if words:
        words[-1].ends = boundary
        words[-1].spaced = boundary is not Boundary.NONE
    return words


def _ends_clause(tokens: Sequence[PhonemeToken]) -> bool:
    """Whether the last mark but closing quotes and brackets is one that a reader pauses at."""
    last = next((token.symbol for token in reversed(tokens) if token.symbol not in '")”'), "")
    return last in _CLAUSE_ENDS


def _length(words: Sequence[_Word]) -> int:
    """Tokens of a chunk of these words."""
    return sum(len(word.tokens) + word.spaced for word in words) - (words[-1].spaced if words else 0)


def _chunk(words: Sequence[_Word], pause: float = 0.0) -> TextChunk:
    tokens: list[PhonemeToken] = []
    for word, following in itertools.zip_longest(words, words[1:]):
        tokens += word.tokens
        if word.spaced and following:
            # Both words may speak the same characters: "7-4", an emoji.
            position = min(word.tokens[-1].end, following.tokens[0].start)
            tokens.append(PhonemeToken(" ", position, position))
    return TextChunk(tuple(tokens), words[-1].ends, pause)


def _cut(words: Sequence[_Word], size: ChunkSize) -> int:
    """How many of the words make the next chunk; they are more than fit.

    Neither the chunk nor what follows has a fragment of one or two words at its edge, where that can be avoided.
    """
    lengths = list(itertools.accumulate(len(word.tokens) + word.spaced for word in words))
    ends = [(length - word.spaced, word.ends) for length, word in zip(lengths, words, strict=True)]
    torn = _fragments(words)

    def within(least: int, most: int, boundary: Boundary) -> list[int]:
        cuts = [i for i, (length, end) in enumerate(ends, 1) if least <= length <= most and end >= boundary]
        return [cut for cut in cuts if cut not in torn]

    least, most, above = size.least, size.most, size.never_above
    choices = (
        within(least, most, Boundary.SENTENCE)[-1:]
        or within(most // 2, most, Boundary.SENTENCE)[-1:]
        or within(least, most, Boundary.CLAUSE)[-1:]
        or within(most + 1, min(most * 3 // 2, above), Boundary.CLAUSE)[:1]
        or within(most // 4, most, Boundary.CLAUSE)[-1:]
        or within(most + 1, above, Boundary.CLAUSE)[:1]
        or _least_audible(words, within(most * 2 // 3, most, Boundary.WORD))
        or within(1, most, Boundary.WORD)[-1:]
    )
    if choices:
        return choices[0]
    fitting = [(end, i) for i, (length, end) in enumerate(ends, 1) if length <= most]
    return max(fitting, key=lambda cut: (cut[0] > Boundary.NONE, cut[1]))[1]


def _fragments(words: Sequence[_Word]) -> set[int]:
    """Cuts in a sentence that leave only one or two of its words on one side."""
    ends = [0] + [i for i, word in enumerate(words, 1) if word.ends >= Boundary.SENTENCE]
    return {end + side for end in ends for side in (-2, -1, 1, 2)} - set(ends)


def _least_audible(words: Sequence[_Word], cuts: Sequence[int]) -> list[int]:
    """The best of cuts between words: after one that carries stress, at best in front of two that do not.

    Unstressed words are, in every language, the small ones that lean on what follows: articles, prepositions,
    conjunctions. Two of them begin a phrase ("in the", "and we"); one may be the article that a longer preposition
    waits for ("towards the"). Where nothing has stress marks (Japanese, Mandarin) all are equal: the last is taken.
    """

    def rank(cut: int) -> tuple[bool, int, int]:
        leaning = itertools.takewhile(lambda word: not _is_stressed(word), words[cut : cut + 2])
        return _is_stressed(words[cut - 1]), len(list(leaning)), cut

    return [max(cuts, key=rank)] if cuts else []


def _is_stressed(word: _Word) -> bool:
    return any(token.symbol == "ˈ" for token in word.tokens)
