"""Responses with speech while it is made: a stream, or server-sent events."""

import asyncio
import base64
import json
import logging
from abc import abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.audio.timings import MarkTiming
from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.errors import SpeechServerError, UnavailableError
from kokoro_speech_server.http.app_state import AppState
from kokoro_speech_server.http.client_disconnect import ClientDisconnectedError, cancel_on_disconnect
from kokoro_speech_server.http.downloads import Download
from kokoro_speech_server.http.held_bytes import Reservation
from kokoro_speech_server.http.middleware.queue import AdmittedRequest
from kokoro_speech_server.http.reader_watch import WATCHES_READER
from kokoro_speech_server.http.responses.speech_report import SpeechReport
from kokoro_speech_server.http.schemas.responses import MarkTimestamp, SpeechTimestamps, WordTimestamp
from kokoro_speech_server.synthesis.demand import SECONDS_PER_TOKEN, expected_seconds
from kokoro_speech_server.synthesis.tts_service import AudioPiece, SynthesisContext, Utterance
from kokoro_speech_server.threads import run_to_end

logger = logging.getLogger(__name__)

PIECE = 16 * 1024
"""Bytes passed to uvicorn at a time, small compared with its buffer of 64 KiB."""

_NO_STORE = {"cache-control": "no-store"}

_BYTES_PER_CHARACTER = 8
"""What a request's text takes in memory, roughly: itself and its script."""

_CONNECTION_BYTES = 64 * 1024
"""What uvicorn and the transport hold of a response, at most."""

_BYTES_PER_SAMPLE = 8
"""What a chunk's audio takes in memory: float32 samples from the engine, and a trimmed copy."""

_BYTES_PER_TIMING = 400
"""What the timing of a word or a mark takes in memory."""


@dataclass(frozen=True, slots=True)
class WantedDownload:
    """The file that a response leaves to be fetched, and whether the times of its chunks are left too."""

    format: AudioFormat
    timed: bool


class SpeechResponse(Response):
    """A response that synthesizes speech while it is sent.

    Nothing is sent before the first chunk is synthesized, so that earlier failures get an error status. Later
    failures break the connection, so that no truncated response looks complete. When the client disconnects, the work
    is cancelled. A client that reads nothing for SEND_TIMEOUT_S is disconnected. From its beginning to its end the
    response has a reservation of the bytes that it holds.
    """

    _reservation: Reservation

    def __init__(
        self, state: AppState, utterance: Utterance, context: SynthesisContext, request: AdmittedRequest
    ) -> None:
        self._service = state.service
        self._utterance = utterance
        self._context = context
        self._progress = context.progress
        self._settings = settings = state.settings
        self._held_bytes = state.held_bytes
        self._text_bytes = _BYTES_PER_CHARACTER * len(utterance.input) + _CONNECTION_BYTES
        self._bytes_per_second = self._service.bytes_per_second(utterance)
        self._send_timeout_s: float | None = settings.send_timeout_s
        self._report = SpeechReport(utterance, context, request, show_text=settings.log_text)
        self._downloads = state.downloads
        self._download: Download | None = None
        self._caller = request.caller
        self.more_headers: dict[str, str] = {}
        self.wanted_download: WantedDownload | None = None
        self._sent = False  # whether the client may have everything, so that it may disconnect
        self.background = None

    @abstractmethod
    async def _answer(self, send: Send) -> None:
        """Synthesize and send the whole response."""

    @abstractmethod
    def _expected_bytes(self, seconds: float) -> float:
        """The bytes that a response with so many seconds of audio holds, besides the text.

        Raises InvalidRequestError if there cannot be such a response.
        """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if WATCHES_READER in scope.get("extensions", {}):
            self._send_timeout_s = None
        # In a thread, because a text can have 100,000 passages.
        seconds = await run_to_end(None, expected_seconds, self._utterance.text, self._utterance.speed)
        expected = self._expected_bytes(seconds)
        try:
            with self._held_bytes.reserve(self._text_bytes + int(expected)) as self._reservation:
                async with self._opened_download():
                    await cancel_on_disconnect(receive, self._answer(send))
            self._report.outcome = "spoken"
        except ClientDisconnectedError:
            self._report.outcome = "spoken" if self._sent else "left"
        except SpeechServerError as error:
            self._report.error = error
            if isinstance(error, UnavailableError):
                self._report.outcome = "refused"
            raise
        finally:
            self._report.write()

    @asynccontextmanager
    async def _opened_download(self) -> AsyncIterator[None]:
        """Open the wanted download for the duration of the context. A response goes on without one that fails."""
        if (wanted := self.wanted_download) is None:
            yield
            return
        bit_rates = self._service.bit_rates(self._utterance)
        create = partial(self._downloads.create, self._caller, wanted.format, bit_rates)
        try:
            self._download = await run_to_end(None, create, timed=wanted.timed)
        except OSError as error:
            logger.warning("There is no download: %s", error)
            self.more_headers["x-download-status"] = "unavailable"
            yield
            return
        self.more_headers["x-download-path"] = f"/download/{self._download.name}"
        if wanted.timed:
            self.more_headers["x-timing-path"] = f"/download/{self._download.name}.json"
        try:
            yield
        finally:
            await run_to_end(None, self._download.close)
            loop = asyncio.get_running_loop()
            loop.call_later(
                self._downloads.max_age_s + 1, loop.run_in_executor, None, self._downloads.make_room
            )

    async def _start(self, send: Send, headers: Mapping[str, str]) -> None:
        headers = {
            **headers,
            **self.more_headers,
            **_NO_STORE,
            "server-timing": self._progress.server_timing(),
        }
        if self._utterance.unknown:
            headers["x-ssml-unknown"] = ", ".join(self._utterance.unknown)
        if self._utterance.unspoken:
            headers["x-unspoken-scripts"] = ", ".join(self._utterance.unspoken)
        self._report.begun()
        raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 200, "headers": raw})

    async def _send(self, send: Send, body: bytes, *, more: bool = True) -> None:
        try:
            async with asyncio.timeout(self._send_timeout_s):
                await send({"type": "http.response.body", "body": body, "more_body": more})
            self._sent = not more
        except TimeoutError:
            logger.warning("The client read too little for %g s and is disconnected", self._send_timeout_s)
            raise


class StreamedSpeech(SpeechResponse):
    """The bytes of the audio file as soon as they are encoded, without a Content-Length."""

    async def _answer(self, send: Send) -> None:
        async with aclosing(self._read_ahead()) as pieces:
            first = await anext(pieces)
            await self._start(send, {"content-type": self._utterance.format.media_type})
            await self._send(send, first.data)
            async for piece in pieces:
                await self._send(send, piece.data)
        await self._send(send, b"", more=False)

    def _expected_bytes(self, seconds: float) -> float:
        speed = self._utterance.voice_settings.speed(self._utterance.speed)
        chunk_s = min(seconds, self._settings.target_max_tokens * SECONDS_PER_TOKEN / speed)
        chunk = chunk_s * (_BYTES_PER_SAMPLE * SAMPLE_RATE + self._bytes_per_second)
        return chunk + min(seconds * self._bytes_per_second, self._settings.stream_buffer_bytes)

    async def _read_ahead(self) -> AsyncGenerator[AudioPiece]:
        """The file in pieces, produced at most STREAM_BUFFER_BYTES ahead of the client."""
        ready: asyncio.Queue[AudioPiece | Exception | None] = asyncio.Queue(
            self._settings.stream_buffer_bytes // PIECE
        )
        waiting = 0  # bytes in `ready`

        async def put(piece: AudioPiece) -> None:
            nonlocal waiting
            waiting += _size(piece)
            await ready.put(piece)

        async def produce() -> None:
            reserved, samples = self._reservation.size, 0
            try:
                stream = self._service.stream(self._utterance, self._context, copy=self._download)
                async with aclosing(stream) as encoded:
                    async for piece in encoded:
                        chunk = _BYTES_PER_SAMPLE * (self._progress.samples - samples) + _size(piece)
                        samples = self._progress.samples
                        self._reservation.count(max(reserved, self._text_bytes + waiting + chunk))
                        data = piece.data
                        await put(piece._replace(data=data[:PIECE]))
                        for start in range(PIECE, len(data), PIECE):
                            await put(AudioPiece(data[start : start + PIECE]))
            except Exception as error:
                await ready.put(error)  # raised below, after the pieces that precede it
            else:
                # From here on, the response holds only what its client has not read.
                self._reservation.count(self._text_bytes + waiting)
                await ready.put(None)

        producer = asyncio.create_task(produce())
        try:
            while (piece := await ready.get()) is not None:
                if isinstance(piece, Exception):
                    raise piece
                waiting -= _size(piece)
                yield piece
        finally:
            producer.cancel()
            await asyncio.gather(producer, return_exceptions=True)


class SpeechEvents(StreamedSpeech):
    """The same bytes in OpenAI's server-sent events. A late failure is an event before the connection breaks."""

    async def _answer(self, send: Send) -> None:
        async with aclosing(self._read_ahead()) as pieces:
            first = await anext(pieces)
            await self._start(send, {"content-type": "text/event-stream; charset=utf-8"})
            await self._send_piece(send, first)
            try:
                async for piece in pieces:
                    await self._send_piece(send, piece)
            except TimeoutError:
                raise
            except Exception as error:
                known = (
                    error if isinstance(error, SpeechServerError) else SpeechServerError("Internal error.")
                )
                await self._send(send, _event({"type": "error", **known.body()}))
                raise
        usage = {"input_tokens": self._progress.tokens, "output_tokens": self._progress.frames}
        usage["total_tokens"] = sum(usage.values())
        await self._send(send, _event({"type": "speech.audio.done", "usage": usage}), more=False)

    async def _send_piece(self, send: Send, piece: AudioPiece) -> None:
        if piece.data:
            audio = base64.b64encode(piece.data).decode()
            await self._send(send, _event({"type": "speech.audio.delta", "audio": audio}))


class TimedSpeechEvents(SpeechEvents):
    """SpeechEvents with an event for the words of each chunk, before their audio."""

    async def _send_piece(self, send: Send, piece: AudioPiece) -> None:
        if piece.words or piece.marks:
            timestamps = SpeechTimestamps(
                timestamps=timestamps_of(piece), marks=mark_timestamps_of(piece.marks)
            )
            await self._send(send, _event(timestamps.model_dump()))
        await super()._send_piece(send, piece)


def timestamps_of(piece: AudioPiece) -> list[WordTimestamp]:
    """The word timings of a piece in the form of a response."""
    return [
        WordTimestamp(
            word=word.word,
            start_time=round(word.start_s, 4),
            end_time=round(word.end_s, 4),
            start_offset=word.start,
            end_offset=word.end,
            voice=piece.voice,
        )
        for word in piece.words
    ]


def mark_timestamps_of(marks: Iterable[MarkTiming]) -> list[MarkTimestamp]:
    """The mark timings in the form of a response."""
    return [MarkTimestamp(name=mark.name, time=round(mark.at_s, 4)) for mark in marks]


def _size(piece: AudioPiece) -> int:
    """The bytes that a piece takes in memory."""
    return len(piece.data) + _BYTES_PER_TIMING * (len(piece.words) + len(piece.marks))


def _event(data: Mapping[str, Any]) -> bytes:
    return f"data: {json.dumps(data)}\n\n".encode()
