"""ElevenLabs' dialects of live speech: WS /v1/text-to-speech/{voice}/multi-stream-input and /stream-input."""

import base64
import re
from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from starlette.websockets import WebSocket

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.errors import (
    InvalidRequestError,
    OverloadedError,
    SpeechServerError,
    StoppingError,
)
from kokoro_speech_server.http.live.alignment import alignment
from kokoro_speech_server.http.live.context_client import ContextClient
from kokoro_speech_server.http.live.session import Ending
from kokoro_speech_server.http.live.voice import live_voice_settings
from kokoro_speech_server.http.live.websocket_session import WebSocketSession
from kokoro_speech_server.http.speech_endpoint import default_seed, sample_rate_of
from kokoro_speech_server.live.context import SpeechContext
from kokoro_speech_server.live.live_client import SpokenChunk, TurnReport
from kokoro_speech_server.live.speech_options import SpeechOptions

_MAX_CONTEXTS = 20
"""Open contexts of a connection, at most."""

_PIECE = 24 * 1024
"""Bytes of audio in a message, at most."""

_FORMAT = re.compile(r"(pcm|mp3|opus|ulaw|alaw)_(\d{4,5})(?:_(\d{2,3}))?")
_DEFAULT_FORMAT = "mp3_44100_128"

_SENTENCES = re.compile(r"\S+\s[\s\S]*[.!?…][\"'”’»)]*")
"""A message of more than one word that ends as a sentence does. Clients that send tokens send shorter ones."""


class ElevenLabsContext(ContextClient):
    """One context of a connection.

    named:   what its messages are marked with
    closing: whether the client has closed it, so that it ends when everything is spoken
    """

    def __init__(
        self, session: "ElevenLabsSession", options: SpeechOptions, named: Mapping[str, str]
    ) -> None:
        super().__init__(session)
        self.closing = False
        self.speech = SpeechContext(session.parts, options, self)
        self._elevenlabs = session
        self._named = named
        self._last_text = ""

    def append(self, text: str) -> None:
        """Add text. Sentences in messages of their own are apart, also without the space that ElevenLabs asks for."""
        if not text[0].isspace() and _SENTENCES.fullmatch(self._last_text):
            text = f" {text}"
        self._last_text = text
        self.speech.append(text)

    async def close(self) -> None:
        """Speak what there is, and end."""
        self.closing = True
        self.speech.end_turn()
        await self._end_if_spoken()

    async def send_chunk(self, chunk: SpokenChunk) -> None:
        times: Mapping[str, Any] = {}
        # Clients that add up the times of messages need those of a message without a word too.
        if chunk.text or (chunk.end_s > chunk.start_s and not self._elevenlabs.times_from_start):
            aligned = alignment(chunk, from_start=self._elevenlabs.times_from_start)
            times = {"alignment": aligned, "normalizedAlignment": aligned}
        for start in range(0, max(len(chunk.data), 1), _PIECE):
            audio = base64.b64encode(chunk.data[start : start + _PIECE]).decode()
            await self._elevenlabs.send({"audio": audio, **self._named, **times})
            times = {}

    async def on_failed(self, error: SpeechServerError) -> None:
        await self._elevenlabs.send_error(error, self._named)

    async def on_turn_end(self, report: TurnReport) -> None:
        await super().on_turn_end(report)
        if not report.cleared:
            await self._end_if_spoken()

    async def _end_if_spoken(self) -> None:
        if self.closing and not self.speech.is_speaking and not self._elevenlabs.is_ending:
            self._elevenlabs.forget(self)
            await self._elevenlabs.send({"isFinal": True, **self._named})
            await self._elevenlabs.on_context_end()


class ElevenLabsSession(WebSocketSession):
    """One connection with several contexts, which clients name."""

    dialect: ClassVar[str] = "elevenlabs"

    def __init__(self, websocket: WebSocket) -> None:
        super().__init__(websocket)
        self._query = websocket.query_params
        self._voice: str = websocket.path_params["voice"]
        self._by_name: dict[str, ElevenLabsContext] = {}
        self._options: SpeechOptions | None = None
        self._closing = False

    @property
    def contexts(self) -> Collection[SpeechContext]:
        return [context.speech for context in self._by_name.values()]

    @property
    def times_from_start(self) -> bool:
        """Whether times count from the start of the context. LiveKit, which asks for `sync_alignment`, reads them so;
        other clients add the length of the messages before."""
        return self._query.get("sync_alignment") == "true"

    async def begin(self) -> None:
        format, sample_rate, bit_rate = _format(self._query.get("output_format", _DEFAULT_FORMAT))
        settings = self.state.settings
        self._options = SpeechOptions(
            voice_settings=await live_voice_settings(
                self._voice, self._query.get("language_code"), self.state
            ),
            format=format,
            seed=default_seed(settings) if settings.seed is None else settings.seed,
            sample_rate=sample_rate,
            bit_rate=bit_rate,
        )

    async def on_message(self, message: Mapping[str, Any]) -> None:
        if message.get("close_socket") is True:
            self._closing = True
            for context in list(self._by_name.values()):
                await context.close()
            await self.on_context_end()
            return
        name = message.get("context_id") or ""
        text = message.get("text")
        if not isinstance(name, str) or len(name) > 200 or not isinstance(text, str | None):
            raise InvalidRequestError("context_id and text are strings, and context_id is short.")
        if text:
            self._context(name, message).append(text)
        if (open_context := self._by_name.get(name)) is None:
            return
        if message.get("flush") is True:
            open_context.speech.end_turn()
        if message.get("close_context") is True:
            await open_context.close()

    async def send_error(self, error: SpeechServerError, named: Mapping[str, str] | None = None) -> None:
        retry_after = error.headers.get("retry-after")
        seconds = {} if retry_after is None else {"retry_after": int(retry_after)}
        described = {"error": error.code or error.type, "message": error.message, "code": error.status}
        await self.send({**described, **seconds, **(named or {})})

    def forget(self, context: ElevenLabsContext) -> None:
        """Note that a context has ended. Its name may be used again."""
        self._by_name = {name: one for name, one in self._by_name.items() if one is not context}

    async def on_context_end(self) -> None:
        """Close the connection, if the client has asked for that and everything is spoken."""
        if self._closing and not self._by_name:
            await self.close()

    def _named(self, name: str) -> Mapping[str, str]:
        return {"contextId": name} if name else {}

    def _context(self, name: str, message: Mapping[str, Any]) -> ElevenLabsContext:
        """The context of this name, which begins with its first text."""
        if name not in self._by_name:
            if len(self._by_name) >= _MAX_CONTEXTS:
                raise OverloadedError(f"A connection may have at most {_MAX_CONTEXTS} open contexts.")
            assert self._options is not None
            options = _with_speed(self._options, message.get("voice_settings"))
            self._by_name[name] = ElevenLabsContext(self, options, self._named(name))
        context = self._by_name[name]
        if context.closing:
            raise InvalidRequestError("The context is closed.", param="context_id")
        return context


class ElevenLabsStream(ElevenLabsSession):
    """One connection with one context without a name. An empty text ends it, and then the connection.

    An error ends the connection too: ElevenLabs' SDK looks for one in how it is closed, and nowhere else.
    """

    dialect: ClassVar[str] = "elevenlabs"

    async def on_message(self, message: Mapping[str, Any]) -> None:
        await super().on_message({key: value for key, value in message.items() if key != "context_id"})
        if message.get("text") == "":
            await super().on_message({"close_socket": True})

    async def send_error(self, error: SpeechServerError, named: Mapping[str, str] | None = None) -> None:
        await super().send_error(error, named)
        if not isinstance(error, StoppingError):  # what was flushed is still spoken
            self.end_soon(Ending.REFUSED, error.message)


def _format(name: str) -> tuple[AudioFormat, int, int | None]:
    """Format, sample rate and bit rate of `mp3_22050_32` and the like. Raises InvalidRequestError."""
    match = _FORMAT.fullmatch(name)
    if match is None:
        raise InvalidRequestError(
            f"output_format: there is no {name[:40]!r}; some are pcm_24000, mp3_44100_128, opus_48000_64, ulaw_8000.",
            param="output_format",
        )
    format = AudioFormat(match[1])
    bit_rate = None if match[3] is None else 1_000 * int(match[3])
    if bit_rate is not None and not 8_000 <= bit_rate <= 320_000:
        raise InvalidRequestError("output_format: a bit rate from 8 to 320 kbit/s.", param="output_format")
    return format, sample_rate_of(format, int(match[2])), bit_rate


def _with_speed(options: SpeechOptions, voice_settings: object) -> SpeechOptions:
    """The options with the speed of a context's voice settings, if there is one. Raises InvalidRequestError."""
    speed = voice_settings.get("speed") if isinstance(voice_settings, dict) else None
    if speed is None:
        return options
    if not isinstance(speed, int | float) or not 0.25 <= speed <= 4:
        raise InvalidRequestError("speed: a number from 0.25 to 4.", param="voice_settings")
    return SpeechOptions(
        options.voice_settings,
        options.format,
        options.seed,
        speed=speed,
        sample_rate=options.sample_rate,
        bit_rate=options.bit_rate,
    )
