"""The server's own dialect of live speech, which vLLM-Omni's clients speak too: WS /v1/audio/speech/stream."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.errors import InvalidRequestError, SpeechServerError
from kokoro_speech_server.http.error_handlers import invalid_request
from kokoro_speech_server.http.live.voice import live_voices
from kokoro_speech_server.http.live.websocket_session import OneContextSession
from kokoro_speech_server.http.responses.speech_response import timestamps_of
from kokoro_speech_server.http.schemas.directives import TAGS_NAMES, Voice, VoiceAliases
from kokoro_speech_server.http.schemas.speech import SampleRate
from kokoro_speech_server.http.speech_endpoint import default_seed, sample_rate_of
from kokoro_speech_server.live.live_client import SpokenChunk, TurnReport
from kokoro_speech_server.live.speech_options import SpeechOptions
from kokoro_speech_server.synthesis.tts_service import AudioPiece

_PIECE = 32 * 1024
"""Bytes of audio in a message, at most."""


class SessionConfig(BaseModel):
    """What `session.config` sets; fields that other servers have are ignored, and absent ones have their defaults."""

    model_config = ConfigDict(extra="ignore")

    model: str | None = None
    voice: Voice | None = None
    language: str | None = Field(None, max_length=60)
    response_format: AudioFormat | None = None
    sample_rate: SampleRate | None = None
    speed: float | None = Field(None, ge=0.25, le=4.0, allow_inf_nan=False)
    volume_multiplier: float | None = Field(None, ge=0.0, le=10.0, allow_inf_nan=False)
    seed: int | None = Field(None, ge=0, lt=2**63)
    tags: bool | None = Field(None, validation_alias=TAGS_NAMES)
    voice_aliases: VoiceAliases | None = None
    timestamp_type: Literal["word", "none"] | None = None


class SpeechStream(OneContextSession):
    """One connection. An utterance is what is between two `input.done`, and a sentence is a chunk of it."""

    dialect: ClassVar[str] = "stream"

    _timed = False
    _utterance = 0
    _sentence = 0
    _begun: SpokenChunk | None = None
    """What was sent of a sentence that has not ended, without its audio."""

    _sent = 0
    """Bytes of that audio."""

    async def options(self) -> SpeechOptions:
        return await self._options_of(SessionConfig(voice=None))

    async def on_message(self, message: Mapping[str, Any]) -> None:
        match message.get("type"):
            case "session.config":
                await self._configure(message)
            case "input.text":
                text = message.get("text")
                if not isinstance(text, str):
                    raise InvalidRequestError("text: Input should be a valid string.", param="text")
                self.context.append(text)
            case "input.done":
                self.context.flush()
            case "input.clear":
                await self.context.clear()
                await self.send({"type": "input.cleared"})
            case "session.close":
                await self.close()
            case other:
                raise InvalidRequestError(f"type: there is no message {str(other)[:60]!r}.", param="type")

    async def send_chunk(self, chunk: SpokenChunk) -> None:
        if self._begun is None:
            self._begun, self._sent = replace(chunk, data=b"", words=()), 0
            await self.send(
                {
                    "type": "audio.start",
                    **self._position,
                    "sentence_text": chunk.sentence,
                    "format": str(self.context.options.format),
                    "sample_rate": self.context.options.sample_rate,
                }
            )
        self._begun = replace(self._begun, words=(*self._begun.words, *chunk.words))
        for start in range(0, len(chunk.data), _PIECE):
            await self.send(piece := chunk.data[start : start + _PIECE])
            self._sent += len(piece)
        if chunk.ends:
            await self._end_sentence()

    async def on_failed(self, error: SpeechServerError) -> None:
        await self._end_sentence(failed=True)
        await self.send_error(error)

    async def on_turn_end(self, report: TurnReport) -> None:
        await super().on_turn_end(report)
        if not self._closed:
            await self._end_sentence()  # if it was interrupted
        done = {"type": "session.done", "utterance_index": self._utterance, "total_sentences": self._sentence}
        self._utterance += 1
        self._sentence = 0
        if not report.cleared:
            await self.send(done)

    @property
    def _position(self) -> Mapping[str, int]:
        return {"utterance_index": self._utterance, "sentence_index": self._sentence}

    async def _end_sentence(self, *, failed: bool = False) -> None:
        """Tell that the sentence that has begun, if there is one, has no more audio."""
        if (begun := self._begun) is None:
            return
        self._begun = None
        done = {"type": "audio.done", **self._position, "total_bytes": self._sent, "error": failed}
        if self._timed:
            done |= {"timestamp_info": _alignment(begun), "timestamps": _timestamps(begun)}
        await self.send(done)
        self._sentence += 1

    async def send_error(self, error: SpeechServerError) -> None:
        retry_after = error.headers.get("retry-after")
        seconds = {} if retry_after is None else {"retry_after": int(retry_after)}
        body = error.body()["error"]
        kind = body.pop("type")
        await self.send({"type": "error", **body, "error_type": kind, **seconds})

    async def _configure(self, message: Mapping[str, Any]) -> None:
        try:
            config = SessionConfig.model_validate(message)
        except ValidationError as error:
            raise invalid_request(error) from error
        self.context.options = await self._options_of(config)
        self._timed = config.timestamp_type == "word"

    async def _options_of(self, config: SessionConfig) -> SpeechOptions:
        """Raises InvalidRequestError."""
        settings = self.state.settings
        if config.response_format is AudioFormat.WAV:
            raise InvalidRequestError(
                "response_format: a wav file has a length. Use pcm.", param="response_format"
            )
        self.state.directives.check_tags(config.tags)
        voice_settings, names = await live_voices(
            config.voice, config.language, self.state, config.model, config.voice_aliases
        )
        format = config.response_format or AudioFormat.PCM
        seed = config.seed if config.seed is not None else settings.seed
        return SpeechOptions(
            voice_settings=voice_settings,
            voice_aliases=names if config.tags else None,
            format=format,
            sample_rate=sample_rate_of(format, config.sample_rate),
            seed=default_seed(settings) if seed is None else seed,
            speed=config.speed or 1.0,
            volume=1.0 if config.volume_multiplier is None else config.volume_multiplier,
            reproducible=config.seed is not None,
        )


def _alignment(chunk: SpokenChunk) -> dict[str, Any]:
    """Word times from the start of the chunk, as vLLM-Omni's clients read them."""
    return {
        "word_alignment": {
            "words": [word.word for word in chunk.words],
            "word_start_times_seconds": [round(word.start_s - chunk.start_s, 4) for word in chunk.words],
            "word_end_times_seconds": [round(word.end_s - chunk.start_s, 4) for word in chunk.words],
        }
    }


def _timestamps(chunk: SpokenChunk) -> list[dict[str, Any]]:
    """Word times from the start of the session, as requests over HTTP have them."""
    piece = AudioPiece(b"", chunk.words, voice=chunk.voice)
    return [timestamp.model_dump() for timestamp in timestamps_of(piece)]
