"""Together's dialect of live speech, which pipecat's TogetherTTSService speaks: WS /v1/audio/speech/websocket."""

import base64
import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

from starlette.websockets import WebSocket

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.errors import InvalidRequestError, SpeechServerError
from kokoro_speech_server.http.live.voice import live_voice_settings
from kokoro_speech_server.http.live.websocket_session import OneContextSession
from kokoro_speech_server.http.speech_endpoint import default_seed
from kokoro_speech_server.live.live_client import SpokenChunk, TurnReport
from kokoro_speech_server.live.speech_options import SpeechOptions

_PIECE = 24 * 1024
"""Bytes of audio in a message, at most: half a second."""


class TogetherSession(OneContextSession):
    """One connection. An item is what is between two commits."""

    dialect: ClassVar[str] = "together"

    def __init__(self, websocket: WebSocket) -> None:
        super().__init__(websocket)
        self._query = websocket.query_params
        self._id = f"session_{secrets.token_hex(8)}"
        self._item = 0

    async def options(self) -> SpeechOptions:
        return await self._options_of(self._query.get("voice"))

    async def on_open(self) -> None:
        await super().on_open()
        await self.send({"type": "session.created", "session": self._described()})

    async def on_message(self, message: Mapping[str, Any]) -> None:
        match message.get("type"):
            case "tts_session.updated":
                session = message.get("session")
                voice = session.get("voice") if isinstance(session, dict) else None
                if isinstance(voice, str):
                    self.context.options = await self._options_of(voice)
                await self.send({"type": "session.updated", "session": self._described()})
            case "input_text_buffer.append":
                text = message.get("text")
                if not isinstance(text, str):
                    raise InvalidRequestError("text: Input should be a valid string.", param="text")
                self.context.append(text)
                await self.send({"type": "conversation.item.input_text.received", "text": text})
            case "input_text_buffer.commit":
                self.context.flush()
            case "input_text_buffer.clear":
                await self.context.clear()
            case other:
                raise InvalidRequestError(f"type: there is no message {str(other)[:60]!r}.", param="type")

    async def send_chunk(self, chunk: SpokenChunk) -> None:
        for start in range(0, len(chunk.data), _PIECE):
            audio = base64.b64encode(chunk.data[start : start + _PIECE]).decode()
            await self.send(
                {
                    "type": "conversation.item.audio_output.delta",
                    "item_id": self._item_id,
                    "delta": audio,
                }
            )

    async def on_failed(self, error: SpeechServerError) -> None:
        await self.send(
            {
                "type": "conversation.item.tts.failed",
                "item_id": self._item_id,
                "error": _described_error(error),
            }
        )

    async def on_turn_end(self, report: TurnReport) -> None:
        await super().on_turn_end(report)
        if report.characters and not report.cleared and report.error is None:
            await self.send({"type": "conversation.item.audio_output.done", "item_id": self._item_id})
        self._item += 1

    async def send_error(self, error: SpeechServerError) -> None:
        await self.send({"type": "error", "error": _described_error(error)})

    @property
    def _item_id(self) -> str:
        return f"item_{self._id.removeprefix('session_')}_{self._item}"

    def _described(self) -> dict[str, Any]:
        voice, model = str(mix := self.context.options.voice_settings.voice), mix.model
        return {
            "id": self._id,
            "object": "realtime.tts.session",
            "model": "hexgrad/Kokoro-82M" if model is None else model.name,
            "voice": voice,
        }

    async def _options_of(self, voice: str | None) -> SpeechOptions:
        """Raises the errors of `live_voice_settings`."""
        settings = self.state.settings
        return SpeechOptions(
            voice_settings=await live_voice_settings(
                voice, self._query.get("language"), self.state, self._query.get("model")
            ),
            format=AudioFormat.PCM,
            seed=default_seed(settings) if settings.seed is None else settings.seed,
        )


def _described_error(error: SpeechServerError) -> dict[str, Any]:
    seconds = error.headers.get("retry-after")
    return {**error.body()["error"], **({} if seconds is None else {"retry_after": int(seconds)})}
