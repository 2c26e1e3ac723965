"""The thread in which an engine runs, by its priority."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import pytest

from kokoro_speech_server.chunk import Chunk, ChunkAudio, PhonemeToken
from kokoro_speech_server.engine.base import EngineState
from kokoro_speech_server.engine.local_slot import LocalEngineSlot
from kokoro_speech_server.engine.network.tile_thread_pool import TileThreadPool
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.scheduling.engine_slot import CpuShare
from tests.engines import FakeEngine

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has priorities per thread")


CHUNK = Chunk((PhonemeToken("a", 0, 1),), np.zeros(256, np.float32), speed=1.0, pause=0.0, seed=1)


class NicenessEngine(FakeEngine):
    """Notes the niceness of the thread in which it runs, and of one that processes its tiles."""

    @property
    def device(self) -> str:
        return "cpu"

    def __init__(self) -> None:
        super().__init__()
        self.state = EngineState.READY
        self.pool = TileThreadPool()
        self.niceness: list[set[int]] = []

    def use_threads(self, threads: int) -> None:
        pass

    def synthesize(self, chunks: Sequence[Chunk]) -> list[ChunkAudio | EngineError]:
        self.niceness.append(set(self.pool.map(lambda _: os.getpriority(os.PRIO_PROCESS, 0), range(4))))
        return super().synthesize(chunks)


def niceness_of_runs(monkeypatch: pytest.MonkeyPatch, *runs: tuple[CpuShare | None, float]) -> list[set[int]]:
    """The niceness of runs with these shares, for each of which threads wait for some seconds for a core."""
    engine = NicenessEngine()
    waited: list[float] = []
    monkeypatch.setattr("kokoro_speech_server.engine.local_slot.seconds_without_core", lambda: waited.pop(0))

    async def run() -> None:
        slot = LocalEngineSlot(engine)
        for share, wait_s in runs:
            waited[:] = [0.0, wait_s]
            await slot.run([CHUNK], share)
        await slot.close()

    asyncio.run(run())
    return engine.niceness


def test_a_run_beside_other_programs_gives_way_only_if_it_must(monkeypatch: pytest.MonkeyPatch) -> None:
    normal = {os.getpriority(os.PRIO_PROCESS, 0)}
    low = {19}
    only, one_of_many = CpuShare(2, gives_way=False), CpuShare(1, gives_way=True)
    long_s = 1_000.0  # much longer than a run
    runs = (only, long_s), (only, long_s), (one_of_many, 0.0), (None, 0.0), (only, 0.0), (only, 0.0)
    assert niceness_of_runs(monkeypatch, *runs) == [low, normal, low, low, normal, low]


def test_other_requests_are_no_other_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where many run, each waits for a core."""
    only, one_of_many = CpuShare(2, gives_way=False), CpuShare(1, gives_way=True)
    assert niceness_of_runs(monkeypatch, (one_of_many, 1_000.0), (only, 0.0)) == [{19}] * 2


def test_the_time_without_a_core_is_what_others_take() -> None:
    """Two processes on one core."""
    source = """
import os, time
from kokoro_speech_server.threads import seconds_without_core

def compute(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
before = seconds_without_core()
other = os.fork()
compute(0.3)
if other:
    print(seconds_without_core() - before)
    os.waitpid(other, 0)
"""
    made = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert float(made.stdout) > 0.05
