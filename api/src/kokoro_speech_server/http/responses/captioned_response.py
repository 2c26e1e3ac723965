"""Speech with captions: one JSON object, or a stream with one per line."""

import base64
from contextlib import aclosing
from typing import IO, Any, cast

from starlette.types import Send

from kokoro_speech_server.audio.captions import Captions, CaptionsFormat
from kokoro_speech_server.http.responses.speech_response import (
    PIECE,
    SpeechResponse,
    StreamedSpeech,
    mark_timestamps_of,
    timestamps_of,
)
from kokoro_speech_server.http.responses.spool import Spool
from kokoro_speech_server.http.schemas.responses import CaptionedSpeech
from kokoro_speech_server.synthesis.tts_service import AudioPiece, Timings
from kokoro_speech_server.threads import run_to_end

_BASE64_PIECE = 12 * 1024
"""Bytes that are encoded at a time: a multiple of 3, so that the base64 of all pieces can be joined."""


class CaptionedWhole(SpeechResponse):
    """One CaptionedSpeech with the complete file."""

    def __init__(self, captions_format: CaptionsFormat, *parts: Any) -> None:
        super().__init__(*parts)
        self._captions_format = captions_format

    async def _answer(self, send: Send) -> None:
        with Spool() as spool:
            file = cast(IO[bytes], spool)
            timings = await self._service.write(self._utterance, self._context, file)
            rest = await run_to_end(None, self._json_after_audio, timings)
            await run_to_end(None, file.seek, 0)
            await self._start(
                send,
                {
                    "content-type": "application/json",
                    "x-audio-seconds": f"{self._progress.audio_seconds:.3f}",
                },
            )
            await self._send(send, b'{"audio": "')
            while data := await run_to_end(None, file.read, _BASE64_PIECE):
                await self._send(send, base64.b64encode(data))
            for start in range(0, len(rest), PIECE):
                await self._send(send, rest[start : start + PIECE])
            await self._send(send, b"", more=False)

    def _json_after_audio(self, timings: Timings) -> bytes:
        """The JSON after the audio. It runs in a thread, because a book has a hundred thousand words."""
        utterance = self._utterance
        response = CaptionedSpeech(
            audio="",
            audio_format=str(utterance.format),
            timestamps=timestamps_of(timings.words),
            marks=mark_timestamps_of(timings.marks),
            captions=None,
        )
        if self._captions_format is not CaptionsFormat.JSON:
            captions = Captions(utterance.input, utterance.voice_settings.language, self._captions_format)
            response.captions = captions.add(timings.words) + captions.end()
        return b'", ' + response.model_dump_json(exclude={"audio"})[1:].encode()


class CaptionedStream(StreamedSpeech):
    """One CaptionedSpeech per line. The audio of all lines joined is the file."""

    def __init__(self, captions_format: CaptionsFormat, *parts: Any) -> None:
        super().__init__(*parts)
        self._captions_format = captions_format

    async def _answer(self, send: Send) -> None:
        captions = Captions(
            self._utterance.input, self._utterance.voice_settings.language, self._captions_format
        )
        async with aclosing(self._read_ahead()) as pieces:
            first = await anext(pieces)
            await self._start(send, {"content-type": "application/x-ndjson"})
            await self._send(send, self._line(first, captions.add(first.words)))
            async for piece in pieces:
                await self._send(send, self._line(piece, captions.add(piece.words)))
        last = captions.end()
        await self._send(send, self._line(AudioPiece(b""), last) if last else b"", more=False)

    def _line(self, piece: AudioPiece, captions: str) -> bytes:
        line = CaptionedSpeech(
            audio=base64.b64encode(piece.data).decode(),
            audio_format=str(self._utterance.format),
            timestamps=timestamps_of(piece.words),
            marks=mark_timestamps_of(piece.marks),
            captions=None if self._captions_format is CaptionsFormat.JSON else captions,
        )
        return line.model_dump_json().encode() + b"\n"
