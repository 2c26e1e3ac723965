"""The cache of audio: its bound, and what it never keeps."""

from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.scheduling.chunk_cache import ChunkCache
from kokoro_speech_server.scheduling.chunk_queue import ChunkJob
from kokoro_speech_server.scheduling.engine_slot import Demand, SynthesizedChunk

SECOND = SAMPLE_RATE * 4


def job(key: bytes) -> ChunkJob[str, str]:
    return ChunkJob("chunk", Demand(due=0, seconds=1, remaining=1, key=key), requested_at=0)


def test_the_audio_that_was_used_least_recently_leaves_a_full_cache() -> None:
    cache = ChunkCache[str, str](3 * SECOND)
    for key in (b"a", b"b", b"c"):
        cache.keep(key, SynthesizedChunk(key.decode(), 1.0))
    assert cache.audio(b"a")
    cache.keep(b"d", SynthesizedChunk("d", 1.0))
    assert [bool(cache.audio(key)) for key in (b"a", b"b", b"c", b"d")] == [True, False, True, True]


def test_audio_that_is_empty_or_larger_than_the_cache_is_not_kept() -> None:
    cache = ChunkCache[str, str](SECOND)
    cache.keep(b"kept", SynthesizedChunk("kept", 1.0))
    cache.keep(b"empty", SynthesizedChunk("empty", 0.0))
    cache.keep(b"large", SynthesizedChunk("large", 1.1))
    assert [bool(cache.audio(key)) for key in (b"kept", b"empty", b"large")] == [True, False, False]


def test_a_job_is_shared_until_it_is_discarded() -> None:
    cache = ChunkCache[str, str](SECOND)
    first, second = job(b"a"), job(b"a")
    cache.share(first)
    assert cache.job(b"a") is first
    cache.discard(second)  # not the shared one
    assert cache.job(b"a") is first
    cache.discard(first)
    assert cache.job(b"a") is None


def test_a_cache_of_no_size_keeps_and_shares_nothing() -> None:
    cache = ChunkCache[str, str](0)
    cache.share(job(b"a"))
    cache.keep(b"a", SynthesizedChunk("a", 1.0))
    assert cache.job(b"a") is None
    assert cache.audio(b"a") is None
