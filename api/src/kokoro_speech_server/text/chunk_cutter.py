"""Cuts phoneme tokens into chunks for the engine, where cuts are least audible."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kokoro_speech_server.chunk import PhonemeToken
from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.g2p.punctuation import MARKS
from kokoro_speech_server.text.script import SoundClip, VoiceSettings
from kokoro_speech_server.text.sentences import Boundary

_SOUNDLESS = MARKS | frozenset(" ˈˌːʲʰ↓→↗↘")

SENTENCE_ENDS = frozenset(".!?…")
CLAUSE_ENDS = frozenset(",;:.!?—…")
_UNSPACED_ENDS = frozenset("—…")


def never(_voice_settings: VoiceSettings) -> bool:
    """No chunk is heard window by window."""
    return False


def is_silent(symbol: str) -> bool:
    """Whether a symbol of the model's vocabulary has no sound of its own."""
    return symbol in _SOUNDLESS


@dataclass(frozen=True, slots=True)
class TextChunk:
    """Tokens for one pass of the engine; or none for a pause before the first words or after a sound, or for a sound.

    ends:  the boundary at the end of the chunk
    pause: requested silence after the chunk, in seconds
    sound: what is heard instead of tokens
    ends_turn: whether the next turn of a dialogue fades in over its end
    """

    tokens: tuple[PhonemeToken, ...]
    voice_settings: VoiceSettings
    ends: Boundary
    pause: float = 0.0
    sound: SoundClip | None = None
    ends_turn: bool = False


@dataclass(frozen=True, slots=True)
class ChunkSize:
    """The tokens that a chunk should have: `least` to `most`, or up to `limit` if it then ends with a clause."""

    least: int
    most: int
    limit: int

    @classmethod
    def of(cls, index: int, settings: Settings, *, windowed: bool) -> "ChunkSize":
        """The size of the chunk at `index` of its request.

        The first chunk is short, so that its audio is early. Each further one may be twice as long, up to the targets,
        since it is synthesized while the one before it plays. A first chunk that is heard window by window may have
        twice the tokens.
        """
        least = settings.target_min_tokens / settings.target_max_tokens
        if index == 0:
            most = settings.first_chunk_tokens
            if windowed:
                most = min(2 * most, settings.target_max_tokens)
            # A clause that ends within 90 tokens justifies more than 60 tokens.
            return cls(most // 3, most, min(most * 3 // 2, settings.absolute_max_tokens))
        most = min(settings.first_chunk_tokens << min(index, 10), settings.target_max_tokens)
        return cls(int(most * least), most, settings.absolute_max_tokens * most // settings.target_max_tokens)


@dataclass(slots=True)
class Word:
    """Tokens that stay together.

    ends:   the boundary after them
    spaced: whether a space follows them within a chunk
    """

    tokens: list[PhonemeToken]
    ends: Boundary
    spaced: bool


class ChunkCutter:
    """Collects words until the next chunk is certain.

    windowed: whether chunks with these settings are heard window by window
    """

    def __init__(self, settings: Settings, windowed: Callable[[VoiceSettings], bool] = never) -> None:
        self._settings = settings
        self._windowed = windowed
        self._words: list[Word] = []
        self._index = 0

    def add(self, word: Word, voice_settings: VoiceSettings) -> Iterator[TextChunk]:
        if self._is_first_sentence(voice_settings):
            yield self._emit(len(self._words), voice_settings)
        self._words.append(word)
        # With more words than the largest chunk, further words can't change the cut.
        while _length(self._words) > (size := self._size(voice_settings)).limit:
            yield self._emit(_cut(self._words, size), voice_settings)
        if word.ends is Boundary.PARAGRAPH:
            yield from self.end(voice_settings, 0.0)

    def continue_sentence(self) -> None:
        """Weaken the last boundary, unless a mark ends the sentence: the same voice continues in the next passage."""
        if self._words:
            last = self._words[-1]
            sign = last_sign(last.tokens)
            if sign not in SENTENCE_ENDS:
                last.ends = Boundary.CLAUSE if sign in CLAUSE_ENDS else Boundary.WORD

    def end(self, voice_settings: VoiceSettings, pause: float) -> Iterator[TextChunk]:
        """The remaining chunks with these voice settings; `pause` seconds of silence follow the last one."""
        if not self._words and pause:
            yield TextChunk((), voice_settings, Boundary.SENTENCE, pause)
        while self._words:
            size = self._size(voice_settings)
            # Exceeding the size by a fifth is better than a last chunk of a few words.
            fits = _length(self._words) <= size.most * 6 // 5
            taken = len(self._words) if fits else _cut(self._words, size)
            yield self._emit(taken, voice_settings, pause=pause if taken == len(self._words) else 0.0)

    def _emit(self, taken: int, voice_settings: VoiceSettings, pause: float = 0.0) -> TextChunk:
        chunk = _chunk(self._words[:taken], voice_settings, pause)
        del self._words[:taken]
        # Short audio, such as a heading, leaves little time to synthesize the next chunk, which therefore stays short.
        if len(chunk.tokens) * 2 >= self._size(voice_settings).most:
            self._index += 1
        return chunk

    def _size(self, voice_settings: VoiceSettings) -> ChunkSize:
        return ChunkSize.of(self._index, self._settings, windowed=self._windowed(voice_settings))

    def _is_first_sentence(self, voice_settings: VoiceSettings) -> bool:
        """Whether the words are a first chunk of whole sentences, for which nothing more needs to be read."""
        if self._index or not self._words or self._words[-1].ends < Boundary.SENTENCE:
            return False
        size = self._size(voice_settings)
        return self._windowed(voice_settings) and size.least <= _length(self._words) <= size.most


class WordCollector:
    """Makes words of the tokens of one sentence after the other, each with a sound and at most `longest` tokens.

    A mark that stands alone joins the word before it and is dropped before the first word.
    """

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._held: Word | None = None

    def add(self, tokens: Sequence[PhonemeToken], boundary: Boundary) -> Iterator[Word]:
        """The words that are complete with this sentence, which ends with `boundary`."""
        for word in words_of(tokens, boundary, self._longest):
            if not all(is_silent(token.symbol) for token in word.tokens):
                yield from self.end()
                self._held = word
                if word.ends is Boundary.PARAGRAPH:  # later marks do not belong to it
                    yield from self.end()
            elif self._held:
                if self._held.tokens[-1].symbol not in MARKS:
                    self._held.tokens += word.tokens[: min(3, self._longest - len(self._held.tokens))]
                self._held.ends = max(self._held.ends, word.ends)
                self._held.spaced = word.spaced

    def end(self) -> Iterator[Word]:
        """The last word, if there is one that marks could still join."""
        held, self._held = self._held, None
        if held:
            yield held


def words_of(tokens: Sequence[PhonemeToken], boundary: Boundary, longest: int) -> list[Word]:
    words: list[Word] = []
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
                ends = Boundary.CLAUSE if last_sign(current) in CLAUSE_ENDS else Boundary.WORD
            words.append(Word(current, ends, spaced))
            current = []
    if words:
        words[-1].ends = boundary
        words[-1].spaced = boundary is not Boundary.NONE
    return words


def last_sign(tokens: Sequence[PhonemeToken]) -> str:
    """The last symbol before any closing quotes and brackets."""
    return next((token.symbol for token in reversed(tokens) if token.symbol not in '")”'), "")


def _length(words: Sequence[Word]) -> int:
    """The number of tokens in a chunk of these words."""
    return sum(len(word.tokens) + word.spaced for word in words) - (words[-1].spaced if words else 0)


def _chunk(words: Sequence[Word], voice_settings: VoiceSettings, pause: float) -> TextChunk:
    tokens: list[PhonemeToken] = []
    for word, following in itertools.zip_longest(words, words[1:]):
        tokens += word.tokens
        if word.spaced and following:
            # Both words may stand for the same characters: "7-4", an emoji.
            position = min(word.tokens[-1].end, following.tokens[0].start)
            tokens.append(PhonemeToken(" ", position, position))
    return TextChunk(tuple(tokens), voice_settings, words[-1].ends, pause)


def _cut(words: Sequence[Word], size: ChunkSize) -> int:
    """The number of words in the next chunk, where not all words fit.

    Where possible, the cut leaves no fragment of one or two words of a sentence on either side.
    """
    lengths = list(itertools.accumulate(len(word.tokens) + word.spaced for word in words))
    ends = [(length - word.spaced, word.ends) for length, word in zip(lengths, words, strict=True)]
    fragmenting = _fragments(words)

    def within(least: int, most: int, boundary: Boundary) -> list[int]:
        cuts = [i for i, (length, end) in enumerate(ends, 1) if least <= length <= most and end >= boundary]
        return [cut for cut in cuts if cut not in fragmenting]

    least, most, limit = size.least, size.most, size.limit
    choices = (
        within(least, most, Boundary.SENTENCE)[-1:]
        or within(most // 2, most, Boundary.SENTENCE)[-1:]
        or within(least, most, Boundary.CLAUSE)[-1:]
        or within(most + 1, min(most * 3 // 2, limit), Boundary.CLAUSE)[:1]
        or within(most // 4, most, Boundary.CLAUSE)[-1:]
        or within(most + 1, limit, Boundary.CLAUSE)[:1]
        or _least_audible(words, within(most * 2 // 3, most, Boundary.WORD))
        or within(1, most, Boundary.WORD)[-1:]
    )
    if choices:
        return choices[0]
    fitting = [(end, i) for i, (length, end) in enumerate(ends, 1) if length <= most]
    return max(fitting, key=lambda cut: (cut[0] > Boundary.NONE, cut[1]))[1]


def _fragments(words: Sequence[Word]) -> set[int]:
    """Cuts that separate only one or two words from their sentence."""
    ends = [0] + [i for i, word in enumerate(words, 1) if word.ends >= Boundary.SENTENCE]
    return {end + side for end in ends for side in (-2, -1, 1, 2)} - set(ends)


def _least_audible(words: Sequence[Word], cuts: Sequence[int]) -> list[int]:
    """The best of cuts between words: after a stressed word and, if possible, before two unstressed ones.

    In every language, unstressed words are the small ones that belong to the next word: articles, prepositions,
    conjunctions. Two of them begin a phrase ("in the", "and we"); a single one may belong to a preposition before it
    ("towards the"). Without stress marks (Japanese, Mandarin) all cuts are equal, and the last one is best.
    """

    def rank(cut: int) -> tuple[bool, int, int]:
        leaning = itertools.takewhile(lambda word: not _is_stressed(word), words[cut : cut + 2])
        return _is_stressed(words[cut - 1]), len(list(leaning)), cut

    return [max(cuts, key=rank)] if cuts else []


def _is_stressed(word: Word) -> bool:
    return any(token.symbol == "ˈ" for token in word.tokens)
