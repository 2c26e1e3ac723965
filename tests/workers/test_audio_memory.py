"""The memory through which audio gets from one worker to another, and which parts of it are lent."""

import itertools
import os
import random
import signal
import sys
from collections.abc import Iterator

import numpy as np
import psutil  # type: ignore[import-untyped]
import pytest

from kokoro_speech_server.chunk import SAMPLE_RATE, Chunk, ChunkAudio, PhonemeToken
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.scheduling.engine_slot import (
    CpuShare,
    EngineSlotLostError,
    SlotRun,
    SynthesizedChunk,
)
from kokoro_speech_server.workers.audio_memory import AudioMemory, AudioRegion, AudioRegions, AudioSpan
from kokoro_speech_server.workers.link import LinkClosedError
from kokoro_speech_server.workers.remote import RemoteEngineSlot
from kokoro_speech_server.workers.wire import PackedChunk, pack_chunk, unpack_audio
from kokoro_speech_server.workers.worker_calls import WorkerCalls
from tests.servers import SPEECH, ServerProcess, http_client, wait_until, worker_processes

linux = pytest.mark.skipif(sys.platform != "linux", reason="there is memory without a name on Linux only")
anyio = pytest.mark.anyio

_SIZE = 1_000_000


@pytest.fixture
def memory() -> Iterator[AudioMemory]:
    memory = AudioMemory.create(_SIZE)
    yield memory
    os.close(memory.descriptor)


@pytest.fixture
def regions(memory: AudioMemory) -> AudioRegions:
    return AudioRegions(memory, kept=False)


def samples(length: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(length).astype(np.float32)


# The memory


@linux
def test_what_one_process_writes_another_reads(memory: AudioMemory) -> None:
    other = AudioMemory(memory.descriptor)
    assert other.size == memory.size == _SIZE
    written = memory.write(AudioSpan(160, 1000), samples(900))
    assert written == AudioSpan(160, 900)
    assert np.array_equal(other.view(written), samples(900))


@linux
def test_samples_that_exceed_their_span_are_not_written(memory: AudioMemory) -> None:
    assert memory.write(AudioSpan(0, 100), samples(101)) is None
    assert not memory.view(AudioSpan(0, 200)).any()


def test_a_system_without_such_memory_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(name: str) -> int:
        raise PermissionError(name)

    monkeypatch.setattr(os, "memfd_create", forbidden, raising=False)
    memory = AudioMemory.create(_SIZE)
    assert memory.size == AudioMemory(memory.descriptor).size == 0
    assert AudioRegions(memory, kept=False).lend(1) is None
    os.close(memory.descriptor)


# Regions


@linux
@pytest.mark.parametrize("seed", range(20))
def test_no_sample_is_lent_twice_and_none_is_lost(seed: int, regions: AudioRegions) -> None:
    chance = random.Random(seed)
    lent: list[AudioRegion] = []
    for _ in range(500):
        match chance.choice(["lend", "lend", "return", "shrink"]):
            case "lend":
                length = chance.choice([1, 100, 20_000, 300_000])
                region = regions.lend(length)
                if region is not None:
                    assert region.span.length >= length
                    lent.append(region)
                del region
            case "return" if lent:
                lent.pop(chance.randrange(len(lent)))
            case "shrink" if lent:
                region = chance.choice(lent)
                region.shrink(chance.choice([1, 50, 100_000]))
                del region
        spans = sorted(region.span for region in lent)
        for before, after in itertools.pairwise(spans):
            assert before.offset + before.length <= after.offset
        assert regions.free + sum(span.length for span in spans) == _SIZE
    lent.clear()
    assert regions.free == _SIZE
    assert regions.lend(_SIZE) is not None, "the free parts are not joined"


@linux
def test_an_idle_server_uses_the_same_part_again_and_again(regions: AudioRegions) -> None:
    for _ in range(5):
        region = regions.lend(1000)
        assert region is not None
        assert region.span.offset == 0
        del region


# Runs


class _Engine:
    """A worker's end of a link: the engine's results for the next run, or the error of the link."""

    def __init__(self, memory: AudioMemory) -> None:
        self._calls = WorkerCalls(memory)
        self._calls.slot = self  # type: ignore[assignment]  # of a slot only what a run needs
        self.results: list[SynthesizedChunk[ChunkAudio] | EngineError] = []
        self.error: Exception | None = None

    async def run(self, chunks: list[Chunk], share: CpuShare | None) -> SlotRun[ChunkAudio]:
        if self.error is not None:
            raise self.error
        return SlotRun(self.results, 1.0, memory_is_high=False)

    async def call(
        self, method: str, chunks: list[tuple[bytes, AudioSpan | None]], share: CpuShare | None
    ) -> object:
        assert method == "run"
        return await self._calls.run(chunks, share)

    def speak(self, *lengths: int) -> None:
        self.results = [
            SynthesizedChunk(
                ChunkAudio(samples(length, seed=length), np.array([0, 1, 0])), length / SAMPLE_RATE
            )
            for length in lengths
        ]


def _chunks(number: int) -> list[PackedChunk]:
    tokens = (PhonemeToken("a", 0, 1),) * 20
    return [pack_chunk(Chunk(tokens, np.zeros(1, np.float32), 1.0, 0.0, seed)) for seed in range(number)]


@anyio
@linux
async def test_audio_is_lent_until_nobody_refers_to_it(memory: AudioMemory, regions: AudioRegions) -> None:
    engine = _Engine(memory)
    slot = RemoteEngineSlot(engine, 4, regions)  # type: ignore[arg-type]
    engine.speak(24_000, 10_000)
    engine.results.append(EngineError("no audio"))
    run = await slot.run(_chunks(3))
    assert regions.free == _SIZE - 24_000 - 10_000, "more is lent than the samples need"
    for result, length in zip(run.results, (24_000, 10_000), strict=False):
        assert isinstance(result, SynthesizedChunk)
        assert isinstance(result.audio.packed.samples, AudioSpan)
        audio = unpack_audio(result.audio.packed, memory)
        assert np.array_equal(audio.samples, samples(length, seed=length))
    del run, result
    assert regions.free == _SIZE
    memory.write(AudioSpan(0, _SIZE), np.zeros(_SIZE, np.float32))
    assert audio.samples.any(), "the audio changes when its region is lent again"


@anyio
@linux
async def test_audio_that_finds_no_room_travels_in_the_message(
    memory: AudioMemory, regions: AudioRegions
) -> None:
    engine = _Engine(memory)
    slot = RemoteEngineSlot(engine, 16, regions)  # type: ignore[arg-type]
    too_long = 500_000
    engine.speak(too_long, *[1000] * 14)
    run = await slot.run(_chunks(15))
    packed = [result.audio.packed for result in run.results if isinstance(result, SynthesizedChunk)]
    in_message = [isinstance(audio.samples, bytes) for audio in packed]
    assert in_message[0]
    assert in_message[-1]
    assert not in_message[1]
    for audio, length in zip(packed, (too_long, *[1000] * 14), strict=True):
        assert np.array_equal(unpack_audio(audio, memory).samples, samples(length, seed=length))


@anyio
@linux
async def test_a_supervisor_that_keeps_audio_has_copies(memory: AudioMemory) -> None:
    regions = AudioRegions(memory, kept=True)
    engine = _Engine(memory)
    slot = RemoteEngineSlot(engine, 4, regions)  # type: ignore[arg-type]
    engine.speak(24_000)
    [result] = (await slot.run(_chunks(1))).results
    assert isinstance(result, SynthesizedChunk)
    assert regions.free == _SIZE
    assert np.array_equal(unpack_audio(result.audio.packed, memory).samples, samples(24_000, seed=24_000))


@anyio
@linux
async def test_a_region_of_a_failed_run_is_free_when_its_worker_has_ended(
    memory: AudioMemory, regions: AudioRegions
) -> None:
    """Not before: the worker may still write, although the link is closed."""
    engine = _Engine(memory)
    slot = RemoteEngineSlot(engine, 4, regions)  # type: ignore[arg-type]
    engine.error = LinkClosedError("the other process has ended")
    with pytest.raises(EngineSlotLostError):
        await slot.run(_chunks(3))
    assert regions.free < _SIZE
    slot.worker_ended()
    assert regions.free == _SIZE
    engine.error = EngineSlotLostError("its device failed")
    with pytest.raises(EngineSlotLostError) as error:
        await slot.run(_chunks(3))
    assert regions.free == _SIZE, f"{error.traceback} keeps them"


# Processes


@linux
def test_the_memory_of_a_server_has_no_name(model_files: None) -> None:
    """So nothing can be left of it, not even if all processes are killed."""
    with ServerProcess(module="tests.fake_serve", WORKERS="2", ENGINES="1") as server:
        server.wait_until_ready()
        answer = http_client.post(server.url + SPEECH, json={"input": "Hello.", "response_format": "wav"})
        assert answer.status_code == 200
        supervisor = psutil.Process(server.process.pid)
        family = [supervisor, *worker_processes(supervisor.pid)]
        for process in family:
            [path] = {one.path for one in process.memory_maps() if "speech-audio" in one.path}
            assert path == "/memfd:speech-audio"
        for process in family:
            process.send_signal(signal.SIGKILL)
        wait_until(lambda: not any(process.is_running() for process in family[1:]), "end of the workers")
