"""The silence around a chunk is shortened, and speech is never cut."""

import numpy as np
import pytest

from kokoro_speech_server.audio import samples as audio
from kokoro_speech_server.chunk import SAMPLE_RATE, Samples
from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.sentences import Boundary

LEAD = round(audio.LEAD_S * SAMPLE_RATE)
WINDOW = SAMPLE_RATE // 100


def seconds(number: float) -> int:
    return round(number * SAMPLE_RATE)


def speech(before_s: float, after_s: float, *, level: float = 0.1, length_s: float = 1.0) -> Samples:
    """A tone between two silences, with noise below the threshold everywhere."""
    tone = level * np.sin(np.arange(seconds(length_s)) * 2 * np.pi * 200 / SAMPLE_RATE)
    sound = np.concatenate([np.zeros(seconds(before_s)), tone, np.zeros(seconds(after_s))])
    noise = np.random.default_rng(1).normal(0, 1e-4, sound.size)
    return (sound + noise).astype(np.float32)


def trim(sound: Samples, *, tail_s: float, fill: bool = False, pieces: int = 1) -> tuple[Samples, int]:
    """What is heard of a chunk whose sound comes in pieces, and how much of its start is not."""
    trimmer = audio.SilenceTrimmer(tail_s=tail_s, fill=fill)
    heard = [trimmer.write(piece) for piece in np.array_split(sound, pieces)]
    heard.append(trimmer.finish())
    assert trimmer.cut is not None
    return np.concatenate(heard), trimmer.cut


@pytest.mark.parametrize(("before_s", "after_s"), [(0.3, 0.5), (0.307, 0.5031), (2.9, 2.9), (0.1, 0.4)])
def test_silence_is_cut_to_what_is_asked_for(before_s: float, after_s: float) -> None:
    sound = speech(before_s, after_s)
    trimmed, cut = trim(sound, tail_s=0.2)
    assert seconds(before_s) - LEAD - WINDOW <= cut <= seconds(before_s) - LEAD
    after = len(trimmed) - (seconds(before_s) - cut) - seconds(1)
    assert seconds(0.2) <= after <= seconds(0.2) + WINDOW


@pytest.mark.parametrize("level", [0.002, 0.01, 1.0])
def test_speech_is_never_cut(level: float) -> None:
    sound = speech(0.25, 0.25, level=level)
    trimmed, cut = trim(sound, tail_s=0.01)
    first, last = seconds(0.25), seconds(1.25)
    middle = slice(first, last - WINDOW)
    assert np.array_equal(trimmed[middle.start - cut : middle.stop - cut], sound[middle])
    assert cut + len(trimmed) >= last


def test_what_has_no_silence_stays_as_long_as_it_is() -> None:
    sound = speech(0, 0)
    trimmed, cut = trim(sound, tail_s=0.2)
    assert (len(trimmed), cut) == (len(sound), 0)


def test_missing_silence_can_be_filled_in() -> None:
    sound = speech(0.1, 0.1)
    short, _ = trim(sound, tail_s=0.7)
    long, cut = trim(sound, tail_s=0.7, fill=True)
    assert len(short) == len(sound) - cut
    assert len(long) - len(short) == pytest.approx(seconds(0.6), abs=WINDOW)
    assert not long[len(short) :].any()
    assert np.array_equal(long[: len(short)], short)


@pytest.mark.parametrize("pieces", [2, 3, 7, 100, 1_000])
@pytest.mark.parametrize("tail_s", [0.02, 0.2, 0.7])
def test_sound_that_comes_in_pieces_is_trimmed_as_the_whole(pieces: int, tail_s: float) -> None:
    sound = np.concatenate([speech(0.31, 0.42), speech(0.05, 0.2507)])
    whole, cut = trim(sound, tail_s=tail_s, fill=True)
    in_pieces, cut_of_pieces = trim(sound, tail_s=tail_s, fill=True, pieces=pieces)
    assert cut_of_pieces == cut
    assert np.array_equal(in_pieces, whole)


def test_sound_is_heard_as_it_comes() -> None:
    trimmer = audio.SilenceTrimmer(tail_s=0.2)
    assert not trimmer.write(np.zeros(seconds(0.5), np.float32)).size
    first = trimmer.write(speech(0.1, 0))
    assert seconds(1) - WINDOW <= first.size <= seconds(1) + LEAD
    assert not trimmer.write(np.zeros(seconds(1), np.float32)).size


def test_edges_are_faded() -> None:
    trimmed, _ = trim(speech(0, 0, level=1.0), tail_s=0)
    assert trimmed[0] == trimmed[-1] == 0


@pytest.mark.parametrize(
    "sound", [np.zeros(0, np.float32), np.zeros(100, np.float32), np.zeros(90_000, np.float32)]
)
def test_audio_without_sound_stays(sound: Samples) -> None:
    trimmed, cut = trim(sound, tail_s=0.2)
    assert np.array_equal(trimmed, sound)
    assert cut == 0
    filled, cut = trim(sound, tail_s=0.2, fill=True)
    assert filled.size == max(sound.size, SAMPLE_RATE // 5)
    assert not np.any(filled)
    assert cut == 0


def test_pauses_grow_with_what_ends() -> None:
    settings = Settings(sentence_pause_s=0.5, paragraph_pause_s=1.25)
    tails = [audio.tail_s(ends, settings) for ends in Boundary]
    assert tails == sorted(tails)
    assert tails[-2:] == [0.5, 1.25]
