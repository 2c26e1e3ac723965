"""Wyoming's dialect of live speech, as Home Assistant speaks it."""

import asyncio
import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, ClassVar

from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.error import Error
from wyoming.event import Event, async_write_event
from wyoming.info import Describe
from wyoming.ping import Ping, Pong
from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop, SynthesizeStopped

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.errors import InvalidRequestError, RequestTooSlowError, SpeechServerError
from kokoro_speech_server.http.app_state import AppState
from kokoro_speech_server.http.live.context_client import ContextClient
from kokoro_speech_server.http.live.session import Ending, LiveSession
from kokoro_speech_server.http.live.voice import live_voice_settings
from kokoro_speech_server.http.speech_endpoint import default_seed
from kokoro_speech_server.live.context import SpeechContext
from kokoro_speech_server.live.live_client import SpokenChunk, TurnReport
from kokoro_speech_server.live.speech_options import SpeechOptions
from kokoro_speech_server.wyoming.event_buffer import EventBuffer
from kokoro_speech_server.wyoming.voice_list import described, voice_for

_READ = 64 * 1024
"""Bytes that are read at once, at most."""

_PIECE = 8 * 1024
"""Bytes of audio in an event, at most: a sixth of a second."""

_FORMAT = {"rate": AudioFormat.PCM.sample_rate, "width": 2, "channels": 1}

_LONGEST_NAME = 1_000


class WyomingSession(LiveSession[Event], ContextClient):
    """One connection, which speaks one utterance after the other.

    An utterance is a `synthesize` or, if the text is still being written, what is between `synthesize-start` and
    `synthesize-stop`. The `synthesize` with the whole text that Home Assistant sends before the latter, for servers
    that cannot stream, is ignored. An utterance always ends with an `audio-stop` or a `synthesize-stopped`, also one
    that has failed: Home Assistant waits for these, and for no `error`.
    """

    dialect: ClassVar[str] = "wyoming"

    def __init__(
        self, state: AppState, caller: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        LiveSession.__init__(self, state, caller)
        ContextClient.__init__(self, self)
        self._reader = reader
        self._writer = writer
        self._events = EventBuffer()
        self._received: Event | None = None  # that is not obeyed yet
        self._event_due: float | None = None  # when the event that has begun must be complete
        self._context: SpeechContext | None = None
        self._streaming = False  # whether the utterance is one of pieces
        self._getting_text = False  # whether its pieces are still coming
        self._refused = False  # whether its pieces are ignored
        self._sounding = False  # whether audio has been started and not stopped

    @property
    def contexts(self) -> Collection[SpeechContext]:
        return () if self._context is None else (self._context,)

    async def begin(self) -> None:
        self._context = SpeechContext(self.parts, await self._options({}), self)

    async def refuse(self, error: SpeechServerError) -> None:
        with suppress(OSError):
            await self.send_error(error)

    async def receive(self) -> Event:
        if self._received is None:
            self._received = await self._next_event()
        if self._begins_utterance(self._received.type):
            # What the client sends meanwhile waits in the connection.
            await self._speech.wait_until_spoken()
        event, self._received = self._received, None
        return event

    def _begins_utterance(self, type: str) -> bool:
        return not self._getting_text and (Synthesize.is_type(type) or SynthesizeStart.is_type(type))

    async def _next_event(self) -> Event:
        receive_timeout_s = self.state.settings.receive_timeout_s
        while (event := self._events.next_event()) is None:
            if self._event_due is None and not self._events.is_empty:
                self._event_due = time.monotonic() + receive_timeout_s
            try:
                async with asyncio.timeout(
                    None if self._event_due is None else self._event_due - time.monotonic()
                ):
                    data = await self._reader.read(_READ)
            except TimeoutError:
                raise RequestTooSlowError(
                    f"The event was not complete after {receive_timeout_s:g} s."
                ) from None
            if not data:
                raise ConnectionResetError("the client has gone")
            self._events.feed(data)
        self._event_due = None
        return event

    async def hang_up(self, ending: Ending, reason: str) -> None:
        if ending is Ending.FAILED:
            await self._send(Error(reason, SpeechServerError.type).event())
        self._writer.close()

    async def on_message(self, message: Event) -> None:
        type, data = message.type, message.data
        if Describe.is_type(type):
            voices = await self.state.voices.voices()
            await self._send(described(voices.values()).event())
        elif Ping.is_type(type):
            text = data.get("text")
            await self._send(Pong(text if isinstance(text, str) else None).event())
        elif SynthesizeStart.is_type(type):
            await self._start(data)
        elif SynthesizeChunk.is_type(type):
            self._append(data)
        elif SynthesizeStop.is_type(type):
            self._stop()
        elif Synthesize.is_type(type) and not self._getting_text:
            await self._synthesize(data)
        # Everything else is for servers of other kinds, or of later versions.

    async def send_chunk(self, chunk: SpokenChunk) -> None:
        if chunk.data:
            await self._start_audio()
        for start in range(0, len(chunk.data), _PIECE):
            await self._send(AudioChunk(**_FORMAT, audio=chunk.data[start : start + _PIECE]).event())
        # Home Assistant takes the first end of audio for that of a `synthesize`.
        if self._streaming and self._sounding and chunk.ends:
            await self._stop_audio()

    async def on_failed(self, error: SpeechServerError) -> None:
        await self.send_error(error)

    async def on_turn_end(self, report: TurnReport) -> None:
        await super().on_turn_end(report)
        if report.cleared:
            return
        if self._streaming:
            if self._sounding:  # of a sentence that has failed
                await self._stop_audio()
            await self._send(SynthesizeStopped().event())
        else:
            if report.error is None:
                await self._start_audio()  # of a text without a sound
            await self._stop_audio()

    async def send_error(self, error: SpeechServerError) -> None:
        event = Error(error.message, error.code or error.type).event()
        if (retry_after := error.headers.get("retry-after")) is not None:
            event.data["retry_after"] = int(retry_after)
        await self._send(event)

    async def _start(self, data: Mapping[str, Any]) -> None:
        if self._getting_text:
            raise InvalidRequestError("The text that was started before has not been stopped.")
        self._streaming = self._getting_text = True
        self._refused = True  # unless the options are valid
        self._speech.options = await self._options(data)
        self._refused = False

    def _append(self, data: Mapping[str, Any]) -> None:
        if not self._getting_text:
            raise InvalidRequestError("There is no synthesize-start before this synthesize-chunk.")
        if self._refused:
            return
        try:
            self._speech.append(_text(data))
        except SpeechServerError:
            self._refused = True  # speech with a hole would be worse than one that ends
            raise

    def _stop(self) -> None:
        if not self._getting_text:
            raise InvalidRequestError("There is no synthesize-start before this synthesize-stop.")
        self._getting_text = False
        self._speech.flush()

    async def _synthesize(self, data: Mapping[str, Any]) -> None:
        self._streaming = False
        try:
            self._speech.options = await self._options(data)
            self._speech.append(_text(data))
        except SpeechServerError as error:
            await self.send_error(error)
            await self._speech.clear()
            await self._send(AudioStop().event())
        else:
            self._speech.flush()

    @property
    def _speech(self) -> SpeechContext:
        assert self._context is not None
        return self._context

    async def _options(self, data: Mapping[str, Any]) -> SpeechOptions:
        """Raises InvalidVoiceError, InvalidRequestError or LanguageUnavailableError."""
        state, settings = self.state, self.state.settings
        if data.get("text_format") not in (None, "text"):
            raise InvalidRequestError("text_format: only text is read.", param="text_format")
        wanted = data.get("voice") or {}
        if not isinstance(wanted, dict):
            raise InvalidRequestError("voice: Input should be an object.", param="voice")
        name, language = _name(wanted, "name"), _name(wanted, "language")
        if name is None and language is not None:
            voices = await state.voices.voices()
            name = voice_for(language, voices.values(), settings.default_voice)
        return SpeechOptions(
            voice_settings=await live_voice_settings(name, None, state),
            format=AudioFormat.PCM,
            seed=default_seed(settings) if settings.seed is None else settings.seed,
        )

    async def _start_audio(self) -> None:
        if not self._sounding:
            self._sounding = True
            await self._send(AudioStart(**_FORMAT).event())

    async def _stop_audio(self) -> None:
        self._sounding = False
        await self._send(AudioStop().event())

    async def _send(self, event: Event) -> None:
        """Waits until the client has taken most of what was sent before."""
        await async_write_event(event, self._writer)


def _text(data: Mapping[str, Any]) -> str:
    text = data.get("text")
    if not isinstance(text, str):
        raise InvalidRequestError("text: Input should be a valid string.", param="text")
    return text


def _name(voice: Mapping[str, Any], field: str) -> str | None:
    name = voice.get(field)
    if not isinstance(name, str | None) or len(name or "") > _LONGEST_NAME:
        raise InvalidRequestError(f"voice.{field}: Input should be a short string.", param="voice")
    return name or None
