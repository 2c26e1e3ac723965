"""A turn: what is spoken from the first text until a flush."""

import asyncio
import math
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace

from kokoro_speech_server.audio import samples as audio
from kokoro_speech_server.audio.streaming_audio_writer import StreamingAudioWriter
from kokoro_speech_server.audio.timings import WordTiming
from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import InputTooLongError, SpeechServerError
from kokoro_speech_server.live.held_admission import HeldAdmission
from kokoro_speech_server.live.live_client import LiveClient, SpokenChunk, TurnReport
from kokoro_speech_server.live.speech_options import SpeechOptions
from kokoro_speech_server.live.turn_text import TurnText
from kokoro_speech_server.synthesis.chunk_sound import TimedSamples
from kokoro_speech_server.synthesis.demand import RequestDemand
from kokoro_speech_server.synthesis.tts_service import (
    Progress,
    SynthesisContext,
    TTSService,
    Utterance,
)
from kokoro_speech_server.text.chunk_cutter import TextChunk
from kokoro_speech_server.text.directives import Directives
from kokoro_speech_server.text.phonemizer import Phonemizer
from kokoro_speech_server.text.tags import plain_script
from kokoro_speech_server.threads import run_to_end

MAX_UNSPOKEN_CHARACTERS = 100_000
"""Characters of a turn that wait to be spoken, at most: two hours of speech."""

_LEAD_S = 0.75
_LEAD_FACTOR = 2
"""A chunk is cut this many seconds, and this multiple of the last chunk's time in the engine, before its listener runs
out of audio. Until then more text can make it longer."""


@dataclass(frozen=True, slots=True)
class LiveParts:
    """The parts of the server that live speech uses."""

    settings: Settings
    directives: Directives
    phonemizer: Phonemizer
    service: TTSService


@dataclass(frozen=True, slots=True)
class TurnStart:
    """Where a turn begins in its context.

    audio_s:       seconds of audio before it
    characters:    of text before it
    playing_until: when its listener has heard that audio, on the clock of `time.monotonic`
    """

    audio_s: float = 0.0
    characters: int = 0
    playing_until: float = -math.inf


class Turn:
    """Speaks text while it arrives.

    A chunk is spoken as soon as it is full or the text has ended. Otherwise the first one takes the first sentence, or
    a clause of it with enough words, and each later one all sentences that are there shortly before the listener runs
    out of audio. Text without an end of a sentence waits for LIVE_PATIENCE_MS. The turn has a place in the queue from
    its first chunk on until its text has ended, or its listener has heard everything. If another turn follows, that one
    goes on with the place.

    is_last: whether no turn follows yet
    """

    def __init__(
        self,
        parts: LiveParts,
        options: SpeechOptions,
        client: LiveClient,
        admission: HeldAdmission,
        is_last: Callable[[], bool],
    ) -> None:
        self.report = TurnReport(options, Progress())
        self._parts = parts
        self._options = options
        self._client = client
        self._start = TurnStart()
        self._pieces: list[str] = []
        self._flushed = False
        self._changed = asyncio.Event()
        self._last_text = 0.0
        self._spoken_characters = 0
        self._admission = admission
        self._is_last = is_last
        self._demand: RequestDemand | None = None
        self._patience_s = parts.settings.live_patience_ms / 1000

    @property
    def end(self) -> TurnStart:
        """Where the next turn begins, if this one is over."""
        return TurnStart(
            self._start.audio_s + self.report.progress.audio_seconds,
            self._start.characters + self.report.characters,
            self._start.playing_until if self._demand is None else self._demand.due,
        )

    def append(self, text: str) -> None:
        """Add a piece of text. Raises InputTooLongError if too much text waits to be spoken."""
        if self.report.characters + len(text) - self._spoken_characters > MAX_UNSPOKEN_CHARACTERS:
            raise InputTooLongError(
                f"At most {MAX_UNSPOKEN_CHARACTERS} characters may wait to be spoken.", param="text"
            )
        if self.report.error is None:
            self._pieces.append(text)
            self.report.characters += len(text)
            self._last_text = time.monotonic()
            self._changed.set()

    def flush(self) -> None:
        """Note that the text of the turn is complete."""
        self._flushed = True
        self._changed.set()

    async def speak(self, start: TurnStart) -> None:
        """Speak until the text has ended. An error is reported to the client when it occurs."""
        self._start = start
        try:
            await self._speak_chunks()
        except SpeechServerError as error:
            self.report.error = error
            self._pieces.clear()
            await self._client.on_failed(error)
        finally:
            self._release_if_last()
        while not self._flushed:
            await self._wait(math.inf)

    async def _speak_chunks(self) -> None:
        options, parts = self._options, self._parts
        voice = str(options.voice_settings.voice)
        stream = await parts.directives.sentence_stream(options.voice_settings, options.voice_aliases)
        text = TurnText(
            stream,
            options.voice_settings,
            parts.phonemizer,
            parts.settings,
            lambda voice_settings: parts.service.is_windowed(voice_settings, options.speed),
        )
        with parts.service.writer(options.format, options.sample_rate, bit_rate=options.bit_rate) as writer:
            while (text_chunk := await self._next_chunk(text)) is not None:
                await self._speak_chunk(text_chunk, text, writer)
            if tail := await run_to_end(None, writer.finish):
                end = self.end
                await self._client.on_chunk(
                    SpokenChunk(tail, "", "", end.characters, (), end.audio_s, end.audio_s, voice)
                )

    async def _speak_chunk(self, text_chunk: TextChunk, text: TurnText, writer: StreamingAudioWriter) -> None:
        """Send the audio of a chunk as it is made."""
        tokens = text_chunk.tokens
        reached = begin = tokens[0].start if tokens else 0
        end = tokens[-1].end if tokens else 0
        start_s = self.end.audio_s
        async with aclosing(self._parts_of(text_chunk, text)) as parts:
            async for part, ends in parts:
                if ends and await self._is_over(text):
                    self._release_if_last()
                data = await run_to_end(None, writer.write, part.samples)
                told = end if ends else max([reached, *(word.end for word in part.words)])
                await self._send(
                    SpokenChunk(
                        data,
                        text.text[begin:end],
                        text.text[reached:told],
                        self._start.characters + reached,
                        tuple(map(self._from_start_of_context, part.words)),
                        start_s,
                        self.end.audio_s,
                        str(text_chunk.voice_settings.voice),
                        ends=ends,
                    )
                )
                reached, start_s = told, self.end.audio_s

    async def _next_chunk(self, text: TurnText) -> TextChunk | None:
        """The next chunk when it is time to speak it; None at the end."""
        while True:
            if await self._is_over(text):
                return None
            if (text_chunk := text.next_chunk()) is not None:
                return text_chunk
            if self._demand is None and not text.has_words and await text.begin_with_clause():
                continue
            now = time.monotonic()
            cut_at, end_at, silent_at = self._moments(text)
            if cut_at <= now:
                text.cut()
            elif end_at <= now:
                await text.end(goes_on=True)
            elif silent_at <= now:
                self._admission.release()
            else:
                await self._wait(min(cut_at, end_at, silent_at) - now)

    async def _is_over(self, text: TurnText) -> bool:
        """Read what has arrived. Whether no chunk follows the one before."""
        self._changed.clear()
        if self._pieces:
            piece = "".join(self._pieces)
            self._pieces.clear()
            await text.append(piece)
            if self._demand is not None:
                self._demand.add_text(len(piece))
        if not self._flushed or self._pieces:
            return False
        if not text.ended:
            await text.end(goes_on=False)
        return not text.has_chunk

    def _moments(self, text: TurnText) -> tuple[float, float, float]:
        """When to speak the sentences there are, when the rest of the text, and when the listener will hear nothing."""
        due = -math.inf if self._demand is None else self._demand.due
        engine_s = self.report.progress.seconds["engine"] / max(1, self.report.chunks)
        needed = due - _LEAD_S - _LEAD_FACTOR * engine_s
        cut_at = needed if text.has_words else math.inf
        end_at = max(needed, self._last_text + self._patience_s) if text.has_unread else math.inf
        silent_at = due if self._admission.is_held and not text.has_words else math.inf
        return cut_at, end_at, silent_at

    async def _wait(self, seconds: float) -> None:
        """Return when text or a flush has arrived, or after some seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(None if seconds == math.inf else seconds):
                await self._changed.wait()
        self._changed.clear()

    async def _parts_of(
        self, text_chunk: TextChunk, text: TurnText
    ) -> AsyncGenerator[tuple[TimedSamples, bool]]:
        """The audio of a chunk in one or more parts. True: it is the last part."""
        progress = self.report.progress
        if not text_chunk.tokens:
            silence = audio.silence(text_chunk.pause)
            progress.samples += len(silence)
            yield TimedSamples(silence), True
            return
        demand = self._begun_demand(len(text.text))
        admission = await self._admission.acquire(self._client, demand)
        context = SynthesisContext(admission, demand, progress)
        utterance = Utterance(
            input=text.text,
            text=plain_script("", self._options.voice_settings),
            voice_settings=self._options.voice_settings,
            format=self._options.format,
            speed=self._options.speed,
            volume=self._options.volume,
            seed=self._options.seed,
            reproducible=self._options.reproducible,
            timed=True,
        )
        parts = self._parts.service.speak_chunk(utterance, text_chunk, context, self.report.chunks)
        async with aclosing(parts):
            async for part, is_last in parts:
                self.report.waited = admission.waited
                if is_last:
                    self.report.chunks += 1
                    self._spoken_characters = text_chunk.tokens[-1].end
                yield part, is_last

    def _begun_demand(self, characters: int) -> RequestDemand:
        if self._demand is None:
            self.report.arrived = time.monotonic()
            self._demand = RequestDemand(
                characters=characters,
                language=self._options.voice_settings.language,
                speed=self._options.speed,
                arrived=max(self.report.arrived, self._start.playing_until),
                playback_delay_s=0.0,
            )
        return self._demand

    def _release_if_last(self) -> None:
        if self._is_last():
            self._admission.release()

    async def _send(self, chunk: SpokenChunk) -> None:
        report = self.report
        if report.first_audio_s is None and report.arrived is not None:
            report.first_audio_s = time.monotonic() - report.arrived
        await self._client.on_chunk(chunk)

    def _from_start_of_context(self, word: WordTiming) -> WordTiming:
        before = self._start
        return replace(
            word,
            start=word.start + before.characters,
            end=word.end + before.characters,
            start_s=word.start_s + before.audio_s,
            end_s=word.end_s + before.audio_s,
        )
