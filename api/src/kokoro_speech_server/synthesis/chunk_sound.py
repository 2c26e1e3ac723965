"""The sound of one chunk as it is heard: trimmed, amplified, with the times of its words, part by part as it comes."""

from dataclasses import dataclass

import numpy as np

from kokoro_speech_server.audio import samples as audio
from kokoro_speech_server.audio.timings import (
    ChunkTiming,
    MarkTiming,
    WordTimer,
    WordTiming,
    silence_timing,
)
from kokoro_speech_server.chunk import SAMPLE_RATE, ChunkAudio, Samples
from kokoro_speech_server.text.chunk_cutter import TextChunk


@dataclass(frozen=True, slots=True)
class TimedSamples:
    """Samples, the words and marks in them, the voice that speaks them, and their chunk with the silence around it.

    ends_turn: whether the next turn of a dialogue fades in over their end
    """

    samples: Samples
    words: tuple[WordTiming, ...] = ()
    marks: tuple[MarkTiming, ...] = ()
    voice: str = ""
    chunks: tuple[ChunkTiming, ...] = ()
    ends_turn: bool = False


class ChunkSound:
    """Makes what is heard of a chunk from what the engine gives of it. Only one thread at a time may call it.

    text:           the input of the request
    chunk:          with tokens
    tail_s:         seconds of silence after the last sound
    fill:           whether to add silence if there is less than that
    gain:           factor of the amplitude
    clips:          whether peaks beyond full scale are clipped
    offset:         position of the chunk in the whole audio, in samples
    silence_before: seconds of silence before its sound
    timed:          whether the times of words are wanted
    """

    def __init__(
        self,
        text: str,
        chunk: TextChunk,
        *,
        tail_s: float,
        fill: bool,
        gain: float,
        clips: bool,
        offset: int,
        silence_before: float,
        timed: bool,
    ) -> None:
        self._text, self._chunk = text, chunk
        self._trimmer = audio.SilenceTrimmer(tail_s=tail_s, fill=fill)
        self._gain, self._clips = gain, clips
        self._offset = offset
        self._lead = audio.silence(silence_before)
        self._words = WordTimer(text, chunk.tokens) if timed else None
        self._parts: list[Samples] = []
        self._heard = 0

    def write(self, part: ChunkAudio, *, is_last: bool) -> TimedSamples:
        """What can be heard now. part: follows the one before"""
        samples = self._trimmer.write(part.samples)
        if is_last:
            samples = np.concatenate([samples, self._trimmer.finish()])
        begins = self._heard == 0
        self._heard += len(samples)
        words = self._timed(part, is_complete=is_last)
        samples = audio.amplify(samples, self._gain) if self._clips else samples * np.float32(self._gain)
        if begins and (self._heard or is_last):
            samples = np.concatenate([self._lead, samples])
        return TimedSamples(
            samples,
            words,
            voice=str(self._chunk.voice_settings.voice),
            chunks=self._chunk_timings() if is_last else (),
            ends_turn=is_last and self._chunk.ends_turn,
        )

    def _timed(self, part: ChunkAudio, *, is_complete: bool) -> tuple[WordTiming, ...]:
        if self._words is None:
            return ()
        self._parts.append(part.samples)
        if self._trimmer.cut is None:
            return ()
        return self._words.timed(
            ChunkAudio(np.concatenate(self._parts), part.durations),
            cut=self._trimmer.cut,
            offset=self._offset + len(self._lead),
            kept=self._heard if is_complete else None,
        )

    def _chunk_timings(self) -> tuple[ChunkTiming, ...]:
        start = self._offset + len(self._lead)
        end = start + self._heard
        pause = min(round(self._chunk.pause * SAMPLE_RATE), self._heard)
        tokens = self._chunk.tokens
        written = self._text[min(token.start for token in tokens) : max(token.end for token in tokens)]
        return (
            *silence_timing(self._offset, start),
            ChunkTiming(
                written,
                start / SAMPLE_RATE,
                (end - pause) / SAMPLE_RATE,
                str(self._chunk.voice_settings.voice),
            ),
            *silence_timing(end - pause, end),
        )
