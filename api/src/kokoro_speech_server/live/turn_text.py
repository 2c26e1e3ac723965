"""The text of a turn, from the pieces in which it arrives to chunks for the engine."""

from collections import deque
from collections.abc import Callable, Iterable

from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.chunk_cutter import ChunkCutter, TextChunk, WordCollector
from kokoro_speech_server.text.phonemizer import Phonemizer
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.sentence_stream import PassageEnd, SentenceStream, StreamedSentence
from kokoro_speech_server.threads import run_to_end


class TurnText:
    """Reads what is certain, and cuts chunks when they are full or when the caller wants what there is.

    voice_settings: up to the first tag with a voice
    windowed:       whether chunks with these settings are heard window by window

    ended: whether `end` was called and nothing was appended since
    """

    def __init__(
        self,
        stream: SentenceStream,
        voice_settings: VoiceSettings,
        phonemizer: Phonemizer,
        settings: Settings,
        windowed: Callable[[VoiceSettings], bool],
    ) -> None:
        self.ended = False
        self._stream = stream
        self._voice_settings = voice_settings
        self._phonemizer = phonemizer
        self._words = WordCollector(settings.first_chunk_tokens)
        self._cutter = ChunkCutter(settings, windowed)
        self._ready: deque[TextChunk] = deque()
        self._has_words = False

    @property
    def text(self) -> str:
        """Everything that has been read or is still unread; the offsets of tokens refer to it."""
        return self._stream.text

    @property
    def has_words(self) -> bool:
        """Whether there are words that are not in a chunk yet."""
        return self._has_words

    @property
    def has_unread(self) -> bool:
        """Whether there is text of which nothing is certain yet."""
        return self._stream.has_unread

    @property
    def has_chunk(self) -> bool:
        """Whether there is a chunk that is cut."""
        return bool(self._ready)

    def next_chunk(self) -> TextChunk | None:
        """The next chunk that is cut, if there is one. A chunk without tokens is a pause."""
        return self._ready.popleft() if self._ready else None

    async def append(self, text: str) -> None:
        """Add a piece, and read what is certain with it. Raises InvalidRequestError; see SentenceStream."""
        self.ended = False
        self._stream.append(text)
        await self._add(await run_to_end(None, list, self._stream.read()))

    async def begin_with_clause(self) -> bool:
        """Cut a chunk of the beginning of a sentence that is not complete. Returns whether there is one."""
        clause = await run_to_end(None, self._stream.clause)
        if clause is None:
            return False
        await self._add([clause])
        self.cut()
        return self.has_chunk

    async def end(self, *, goes_on: bool) -> None:
        """Read and cut everything, as if the text ended here. goes_on: a sentence that no mark ends continues"""
        self.ended = not goes_on
        await self._add(await run_to_end(None, list, self._stream.end()), goes_on=goes_on)

    def cut(self) -> None:
        """Cut chunks of all words there are."""
        self._end_passage(0.0, goes_on=False)

    async def _add(self, read: Iterable[StreamedSentence | PassageEnd], *, goes_on: bool = False) -> None:
        for one in read:
            if isinstance(one, PassageEnd):
                following = one.voice_settings or self._voice_settings
                same_voice = one.voice_settings is not None and following.voice == self._voice_settings.voice
                self._end_passage(one.pause, goes_on=goes_on or (same_voice and not one.pause))
                self._voice_settings = following
                continue
            language, vocabulary = self._voice_settings.language, self._voice_settings.vocabulary
            tokens = await self._phonemizer.phonemize(one.text, language, Pronunciations(), vocabulary)
            for word in self._words.add(tokens, one.ends):
                self._ready.extend(self._cutter.add(word, self._voice_settings))
            self._has_words = self._has_words or bool(tokens)

    def _end_passage(self, pause: float, *, goes_on: bool) -> None:
        for word in self._words.end():
            self._ready.extend(self._cutter.add(word, self._voice_settings))
        if goes_on:
            self._cutter.continue_sentence()
        self._ready.extend(self._cutter.end(self._voice_settings, pause))
        self._has_words = False
