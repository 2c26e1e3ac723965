"""Speech with captions: one JSON object, or a stream with one per line."""

import base64
import json
from contextlib import aclosing
from typing import Any

from starlette.types import Send

from kokoro_speech_server.audio.captions import Captions, CaptionsFormat
from kokoro_speech_server.http.responses.speech_response import (
    PIECE,
    StreamedSpeech,
    mark_timestamps_of,
    timestamps_of,
)
from kokoro_speech_server.http.responses.spool import spool
from kokoro_speech_server.http.responses.whole_response import WholeResponse
from kokoro_speech_server.http.schemas.responses import CaptionedSpeech
from kokoro_speech_server.synthesis.tts_service import AudioPiece
from kokoro_speech_server.threads import run_to_end

_BASE64_PIECE = 12 * 1024
"""Bytes that are encoded at a time: a multiple of 3, so that the base64 of all pieces can be joined."""


class CaptionedWhole(WholeResponse):
    """One CaptionedSpeech with the complete file.

    Words, marks and captions become JSON chunk by chunk, which takes a tenth of the objects' memory.
    """

    def __init__(self, captions_format: CaptionsFormat, *parts: Any) -> None:
        super().__init__(*parts)
        self._captions: Captions | None = None
        if captions_format is not CaptionsFormat.JSON:
            utterance = self._utterance
            self._captions = Captions(utterance.input, utterance.voice_settings.language, captions_format)
        # The JSON of the lists' items, each with a comma before it, and of the captions without quotation marks.
        self._words_json, self._marks_json, self._captions_json = bytearray(), bytearray(), bytearray()

    @property
    def _beside_file(self) -> int:
        return len(self._words_json) + len(self._marks_json) + len(self._captions_json)

    async def _answer(self, send: Send) -> None:
        async with spool() as file:
            async with aclosing(self._write(file)) as pieces:
                async for piece in pieces:
                    await run_to_end(None, self._add, piece)
            if self._captions is not None:
                self._captions_json += _escaped(self._captions.end())
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
        quote = b"" if self._captions is None else b'"'
        for part in (
            f'", "audio_format": "{self._utterance.format}", "timestamps": ['.encode(),
            memoryview(self._words_json)[1:],
            b'], "marks": [',
            memoryview(self._marks_json)[1:],
            b'], "captions": ' + quote,
            memoryview(self._captions_json) if quote else b"null",
            quote + b"}",
        ):
            for start in range(0, len(part), PIECE):
                await self._send(send, bytes(part[start : start + PIECE]))
        await self._send(send, b"", more=False)

    def _add(self, piece: AudioPiece) -> None:
        """Add the words and marks of a chunk. It runs in a thread, because wrapping captions takes time."""
        for word in timestamps_of(piece):
            self._words_json += b"," + word.model_dump_json().encode()
        for mark in mark_timestamps_of(piece.marks):
            self._marks_json += b"," + mark.model_dump_json().encode()
        if self._captions is not None:
            self._captions_json += _escaped(self._captions.add(piece.words))


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
            timestamps=timestamps_of(piece),
            marks=mark_timestamps_of(piece.marks),
            captions=None if self._captions_format is CaptionsFormat.JSON else captions,
        )
        return line.model_dump_json().encode() + b"\n"


def _escaped(text: str) -> bytes:
    """The text as in a JSON string, without the quotation marks."""
    return json.dumps(text)[1:-1].encode()
