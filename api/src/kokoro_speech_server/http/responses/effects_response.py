"""Whole speech with effects: synthesized, changed by another process, and encoded."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import IO, Any

import numpy as np
from starlette.types import Send

from kokoro_speech_server.audio.effects import apply_effects
from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.http.held_bytes import too_much_held
from kokoro_speech_server.http.responses.spool import spool
from kokoro_speech_server.http.responses.whole_response import WholeSpeech
from kokoro_speech_server.synthesis.chunk_sound import TimedSamples
from kokoro_speech_server.synthesis.tts_service import Utterance
from kokoro_speech_server.threads import run_to_end

_BLOCK = 1024 * 1024
_FILES = 3
"""Files that are held at once: the samples, the changed samples and the encoded file, which may be as long."""

_one_at_a_time = asyncio.Semaphore(1)
"""Of this worker: the effects of a long text take a processor for a minute, and some hundred megabytes."""


class SpeechWithEffects(WholeSpeech):
    """The complete file. It may have EFFECTS_MAX_S of speech."""

    def __init__(self, effects: Sequence[Mapping[str, Any]], *parts: Any) -> None:
        state, utterance, *others = parts
        samples = replace(utterance, format=AudioFormat.PCM, sample_rate=SAMPLE_RATE, bit_rate=None)
        super().__init__(state, samples, *others)
        self._effects = effects
        self._encoded: Utterance = utterance

    def _expected_bytes(self, seconds: float) -> float:
        self._check(seconds)
        return _FILES * super()._expected_bytes(seconds)

    async def _answer(self, send: Send) -> None:
        async with spool() as samples, spool() as changed, spool() as encoded:
            async with aclosing(self._write(samples, is_final=False)) as pieces:
                async for _ in pieces:
                    self._check(self._progress.audio_seconds)
            if not self._reservation.resize(self._text_bytes + _FILES * samples.tell()):
                raise too_much_held()
            await run_to_end(None, samples.seek, 0)
            async with _one_at_a_time:
                await apply_effects(self._effects, samples, changed)
            length = await run_to_end(None, self._encode, changed, encoded)
            if length == 0:
                raise InvalidRequestError("effects: they leave no sound.", param="effects")
            await self._send_file(send, encoded, self._encoded.format, length / SAMPLE_RATE)

    def _encode(self, changed: IO[bytes], encoded: IO[bytes]) -> int:
        """Encode a file of samples, for the response and for its download. Returns their number."""
        changed.seek(0)
        count = 0
        with self._service.whole_writer(self._encoded, encoded) as writer:
            while block := changed.read(_BLOCK):
                samples = np.frombuffer(block, "<i2").astype(np.float32) / np.float32(32_767)
                writer.write(samples)
                if self._download is not None:
                    self._download.write(TimedSamples(samples))
                count += len(samples)
            writer.finish()
        if self._download is not None and count:
            self._download.finish()
        return count

    def _check(self, seconds: float) -> None:
        longest = self._settings.effects_max_s
        if seconds > longest:
            raise InvalidRequestError(
                f"effects: the speech is longer than {longest:g} s, for which this server makes no effects.",
                param="effects",
            )
