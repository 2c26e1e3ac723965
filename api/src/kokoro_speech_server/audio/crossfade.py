"""Lets each turn of a dialogue begin before the one before it ends, while the samples come."""

import numpy as np

from kokoro_speech_server.chunk import SAMPLE_RATE, Samples

_NONE = np.zeros(0, np.float32)


class Crossfade:
    """The end of a turn fades out while the next one fades in, with equal power. Only one thread may use it at a time.

    It holds back the last samples of a turn, and otherwise nothing.

    seconds:    that two turns overlap; less if one of them is shorter
    clips:      whether sums beyond full scale are clipped
    overlapped: samples by which the audio is shorter than the turns together
    """

    def __init__(self, seconds: float, *, clips: bool) -> None:
        self.overlapped = 0
        self._length = round(seconds * SAMPLE_RATE)
        self._clips = clips
        self._held = _NONE
        self._tail = _NONE
        self._fading_in = _NONE

    def write(self, samples: Samples, *, ends_turn: bool) -> Samples:
        """What is certain to be heard. ends_turn: another turn follows these samples"""
        mixed = min(len(samples), len(self._tail))
        if mixed:
            both = self._tail[:mixed] + samples[:mixed] * self._fading_in[:mixed]
            both = np.clip(both, -1, 1) if self._clips else both
            samples = np.concatenate([both, samples[mixed:]])
            self._tail, self._fading_in = self._tail[mixed:], self._fading_in[mixed:]
        held = np.concatenate([self._held, samples])
        ready, self._held = np.split(held, [max(0, len(held) - self._length)])
        if ends_turn:
            self._end_turn()
        return ready

    def finish(self) -> Samples:
        """The end of the last turn."""
        rest = self._with_tail()
        self._held = _NONE
        return rest

    def _end_turn(self) -> None:
        tail, self._held = self._with_tail(), _NONE
        angle = np.linspace(0, np.pi / 2, len(tail), dtype=np.float32)
        self._tail, self._fading_in = tail * np.cos(angle), np.sin(angle)
        self.overlapped += len(tail)

    def _with_tail(self) -> Samples:
        """What is held, and what is left of the turn before if that outlasts it."""
        rest = np.concatenate([self._held, self._tail])
        self.overlapped -= len(self._tail)
        self._tail = self._fading_in = _NONE
        return rest
