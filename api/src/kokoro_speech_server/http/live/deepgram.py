"""Deepgram's dialect of live speech: WS /v1/speak."""

from collections.abc import Mapping
from typing import Any, ClassVar

from starlette.websockets import WebSocket

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.errors import InvalidRequestError, SpeechServerError
from kokoro_speech_server.http.live.query import sample_rate_of_query, speed_of_query
from kokoro_speech_server.http.live.voice import live_voice_settings
from kokoro_speech_server.http.live.websocket_session import OneContextSession
from kokoro_speech_server.http.speech_endpoint import default_seed, sample_rate_of
from kokoro_speech_server.live.live_client import SpokenChunk, TurnReport
from kokoro_speech_server.live.speech_options import SpeechOptions
from kokoro_speech_server.observability.request_id import current_request_id

_ENCODINGS = {"linear16": AudioFormat.PCM, "mulaw": AudioFormat.ULAW, "alaw": AudioFormat.ALAW}

_PIECE = 32 * 1024
"""Bytes of audio in a message, at most."""


class DeepgramSession(OneContextSession):
    """One connection, whose audio is in binary messages. Deepgram's own voices are the default voice."""

    dialect: ClassVar[str] = "deepgram"

    def __init__(self, websocket: WebSocket) -> None:
        super().__init__(websocket)
        self._query = websocket.query_params
        self._flushed = 0
        self._cleared = 0

    async def options(self) -> SpeechOptions:
        settings = self.state.settings
        model = self._query.get("model", "")
        encoding = self._query.get("encoding", "linear16")
        if encoding not in _ENCODINGS:
            raise InvalidRequestError(f"encoding: one of {', '.join(_ENCODINGS)}.", param="encoding")
        format = _ENCODINGS[encoding]
        voice = None if model.startswith("aura") else model
        return SpeechOptions(
            voice_settings=await live_voice_settings(voice, None, self.state),
            format=format,
            seed=default_seed(settings) if settings.seed is None else settings.seed,
            speed=speed_of_query(self._query),
            sample_rate=sample_rate_of(format, sample_rate_of_query(self._query)),
        )

    async def on_open(self) -> None:
        await super().on_open()
        voice = str(self.context.options.voice_settings.voice)
        request_id = current_request_id.get()
        await self.send(
            {
                "type": "Metadata",
                "request_id": request_id,
                "model_name": voice,
                "model_version": "kokoro-v1.0",
            }
        )

    async def on_message(self, message: Mapping[str, Any]) -> None:
        match message.get("type"):
            case "Speak":
                text = message.get("text")
                if not isinstance(text, str):
                    raise InvalidRequestError("text: Input should be a valid string.", param="text")
                self.context.append(text)
            case "Flush":
                self.context.flush()
            case "Clear":
                await self.context.clear()
                await self.send({"type": "Cleared", "sequence_id": self._cleared})
                self._cleared += 1
            case "Close":
                await self.close()
            case other:
                raise InvalidRequestError(f"type: there is no message {str(other)[:60]!r}.", param="type")

    async def send_chunk(self, chunk: SpokenChunk) -> None:
        for start in range(0, len(chunk.data), _PIECE):
            await self.send(chunk.data[start : start + _PIECE])

    async def on_failed(self, error: SpeechServerError) -> None:
        retry_after = error.headers.get("retry-after")
        seconds = {} if retry_after is None else {"retry_after": int(retry_after)}
        described = {"description": error.message, "code": (error.code or error.type).upper(), **seconds}
        # Deepgram's SDK and pipecat know warnings alone; LiveKit fails with an error alone.
        for type in ("Warning", "Error"):
            await self.send({"type": type, **described})

    async def on_turn_end(self, report: TurnReport) -> None:
        await super().on_turn_end(report)
        if not report.cleared:
            await self.send({"type": "Flushed", "sequence_id": self._flushed})
            self._flushed += 1

    async def send_error(self, error: SpeechServerError) -> None:
        code = (error.code or error.type).upper()
        await self.send({"type": "Warning", "description": error.message, "code": code})
