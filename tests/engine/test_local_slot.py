"""The thread in which an engine runs, by its priority."""

import asyncio
import os
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


def test_a_run_gives_way_to_event_loops_if_it_is_told_to() -> None:
    engine = NicenessEngine()

    async def run() -> None:
        slot = LocalEngineSlot(engine)
        for gives_way in (True, False, True):
            await slot.run([CHUNK], CpuShare(threads=2, gives_way=gives_way))
        await slot.run([CHUNK])
        await slot.close()

    asyncio.run(run())
    normal = os.getpriority(os.PRIO_PROCESS, 0)
    low = max(10, normal)
    assert engine.niceness == [{low}, {normal}, {low}, {low}]
