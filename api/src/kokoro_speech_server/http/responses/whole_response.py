"""Responses that are complete before they are sent."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import IO

from starlette.types import Send

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.http.held_bytes import too_much_held
from kokoro_speech_server.http.responses.speech_response import PIECE, SpeechResponse
from kokoro_speech_server.http.responses.spool import spool
from kokoro_speech_server.synthesis.tts_service import AudioPiece
from kokoro_speech_server.threads import run_to_end

_MAX_WAV_BYTES = 2**32 - 1
"""The headers of a WAV file have its length in 32 bits."""

_MARGIN = 1.25
"""What is reserved, relative to what is expected, so that an answer has room if its text takes longer."""


class WholeResponse(SpeechResponse):
    """A response whose audio file is complete, and in the temporary folder if it is long, before it is sent.

    It may have at most MAX_WHOLE_BYTES, and not more than its format or MAX_HELD_BYTES allow. One that is expected to
    be longer is refused at once. While the file is made, the reservation follows what is written and still expected,
    as far as the budget has room. If the budget has no room for what is written, the request is refused then.
    """

    def _expected_bytes(self, seconds: float) -> float:
        expected = seconds * self._bytes_per_second
        if expected > self._longest:
            raise self._too_long()
        return min(_MARGIN * expected, self._longest)

    @property
    def _longest(self) -> int:
        """The greatest length of the answer in bytes."""
        longest = min(self._settings.max_whole_bytes, self._settings.max_held_bytes - self._text_bytes)
        return min(longest, _MAX_WAV_BYTES) if self._utterance.format is AudioFormat.WAV else longest

    async def _write(self, file: IO[bytes], *, is_final: bool = True) -> AsyncGenerator[AudioPiece]:
        """Write the audio file, to whose end `file` is left, and yield the words and marks of each chunk.

        is_final: whether a download gets these samples
        """
        copy = self._download if is_final else None
        stream = self._service.stream(self._utterance, self._context, whole=file, copy=copy)
        async with aclosing(stream) as pieces:
            async for piece in pieces:
                yield piece
                self._count(file.tell(), _MARGIN * self._context.demand.remaining * self._bytes_per_second)
        self._count(await run_to_end(None, file.seek, 0, 2), 0)

    def _count(self, file_bytes: int, expected: float) -> None:
        """Correct the reservation for a file of so many bytes that is expected to get so many more.

        Raises InvalidRequestError if the answer is too long, OverloadedError if the budget has no room for it.
        """
        written = file_bytes + self._beside_file
        if written > self._longest:
            raise self._too_long()
        held = self._text_bytes + written
        if self._reservation.resize(held + min(int(expected), self._longest - written)):
            return
        if held > self._reservation.size and not self._reservation.resize(held):
            raise too_much_held()

    @property
    def _beside_file(self) -> int:
        """Bytes of the answer that are not in the file."""
        return 0

    def _too_long(self) -> InvalidRequestError:
        return InvalidRequestError(
            f"stream: the speech is longer than a whole {self._utterance.format} file on this server may be, which is "
            f"{self._longest} bytes. Request it with stream true, or in parts.",
            param="stream",
        )


class WholeSpeech(WholeResponse):
    """The complete file, with its length in the file's own headers and in those of the response."""

    async def _answer(self, send: Send) -> None:
        async with spool() as file:
            async with aclosing(self._write(file)) as pieces:
                async for _ in pieces:
                    pass
            await self._send_file(send, file, self._utterance.format, self._progress.audio_seconds)

    async def _send_file(self, send: Send, file: IO[bytes], format: AudioFormat, seconds: float) -> None:
        """Send a complete file, whatever its position."""
        length = await run_to_end(None, file.seek, 0, 2)
        await run_to_end(None, file.seek, 0)
        headers = {
            "content-type": format.media_type,
            "content-length": str(length),
            "x-audio-seconds": f"{seconds:.3f}",
        }
        await self._start(send, headers)
        for start in range(0, max(length, 1), PIECE):
            piece = await run_to_end(None, file.read, PIECE)
            # The last piece also ends the response: a client may disconnect as soon as it has the whole file.
            await self._send(send, piece, more=start + PIECE < length)
