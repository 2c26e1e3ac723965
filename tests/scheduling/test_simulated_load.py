"""The simulation of many clients beside a GPU, with passes of simple durations."""

import asyncio
from collections.abc import Sequence

import numpy as np
import pytest

pytest.importorskip("triton", reason="Triton is for Linux on x86-64")

from benchmarks.pass_times import PassTime
from benchmarks.simulated_load import Window, simulate
from benchmarks.simulated_server import Arrangement, HostCosts, SharedResource, Text
from kokoro_speech_server.chunk import Chunk, PhonemeToken
from tests.scheduling.slots import now
from tests.scheduling.virtual_time import in_virtual_time

_SECONDS = 5.0
"""Audio of a chunk with 78 tokens, and two that frame them, of 2.5 frames each."""

_FREE = HostCosts(0, 0, 0, 0, 0, 0)
_COSTS = HostCosts(
    text=0.01, trimming=0.002, encoding=0.003, event_loop=0.004, engine_process=0.005, supervisor=0.006
)


def _text(chunks: int = 1) -> Text:
    tokens = tuple(PhonemeToken("a", i, i + 1) for i in range(78))
    chunk = Chunk(tokens, np.zeros(256, np.float32), speed=1.0, pause=0.0, seed=0)
    return Text(78 * chunks, [chunk] * chunks)


def _linear(tokens: Sequence[int]) -> PassTime:
    """100 seconds of audio per second, a fifth of which the GPU waits."""
    seconds = len(tokens) * _SECONDS / 100
    return PassTime(0.8 * seconds, 0.2 * seconds)


def _simulate(
    *,
    clients: int,
    chunks: int = 1,
    engines: int = 1,
    shares: bool = False,
    costs: HostCosts = _FREE,
    pauses: bool = False,
) -> Window:
    arrangement = Arrangement(_linear, costs, cores=8, engines=engines, shares=shares, places=clients)
    return simulate(arrangement, [_text(chunks)], pauses=pauses, seconds=200, ramp_s=20)


@in_virtual_time
async def test_jobs_share_a_resource_equally() -> None:
    async def ends(seconds: float, *, after: float = 0.0) -> float:
        await asyncio.sleep(after)
        await resource.work(seconds)
        return now()

    resource = SharedResource(1)
    assert await asyncio.gather(ends(1), ends(3), ends(1, after=2)) == pytest.approx([2, 5, 4])
    begun = now()
    resource = SharedResource(2)
    assert await asyncio.gather(ends(1), ends(3), ends(2)) == pytest.approx(
        [begun + 1.5, begun + 3.5, begun + 2.5]
    )


def test_the_first_audio_of_a_client_alone_takes_what_its_stages_take() -> None:
    window = _simulate(clients=1, costs=_COSTS, pauses=True)
    expected = _SECONDS * (1 / 100 + 0.01 + 0.002 + 0.003 + 0.004 + 0.005 + 0.006)
    assert window.first_audio == pytest.approx([expected] * len(window.first_audio))
    assert len(window.first_audio) == pytest.approx(200 / (_SECONDS + expected), abs=1)


def test_listeners_get_as_much_as_they_can_play() -> None:
    window = _simulate(clients=20, pauses=True)
    assert window.audio / 200 == pytest.approx(20, rel=0.05)


@pytest.mark.parametrize("engines", [1, 4])
def test_engines_that_take_turns_on_a_gpu_are_no_faster_together(engines: int) -> None:
    window = _simulate(clients=20, chunks=3, engines=engines)
    assert window.audio / 200 == pytest.approx(100, rel=0.05)


def test_an_engine_uses_the_gpu_while_another_one_waits() -> None:
    window = _simulate(clients=20, chunks=3, engines=4, shares=True)
    assert window.audio / 200 == pytest.approx(125, rel=0.05)


def test_first_audio_comes_before_later_chunks() -> None:
    """A client waits for runs that have begun, not for all the chunks of all others."""
    window = _simulate(clients=40, chunks=20)
    assert max(window.first_audio) < 40 * _SECONDS / 100
    assert window.first_audio
