"""The server's scheduler with engines, a GPU and processors that only take time, on a loop with virtual time.

Scheduler, dispatcher and demands are the server's own. What they wait for is simulated: passes of known duration on a
GPU that several engines share, and the CPU time of requests on processors that all workers share.
"""

import asyncio
import heapq
import itertools
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass

from benchmarks.graph_memory import CAPACITY
from benchmarks.pass_times import FRAMES_PER_TOKEN, PassTimer
from kokoro_speech_server.chunk import FRAME, SAMPLE_RATE, Chunk
from kokoro_speech_server.config import Settings
from kokoro_speech_server.scheduling.engine_slot import CpuShare, SlotRun, SynthesizedChunk, WarmUp
from kokoro_speech_server.scheduling.limits import CallerLimits
from kokoro_speech_server.scheduling.scheduler import Scheduler
from kokoro_speech_server.synthesis.demand import RequestDemand
from kokoro_speech_server.text.languages import LANGUAGES

_WARM_UP_TOKENS = 60


class SharedResource:
    """Something that works on several jobs at once and gives each an equal share.

    capacity: jobs that advance at full speed
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._jobs: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self._timer: asyncio.TimerHandle | None = None
        self._progress = 0.0  # seconds of work that each job has got since the beginning, had it been there
        self._updated = 0.0

    async def work(self, seconds: float) -> None:
        """Wait until a job with so much work is done."""
        if seconds <= 0:
            return
        self._advance()
        done = asyncio.get_running_loop().create_future()
        heapq.heappush(self._jobs, (self._progress + seconds, next(self._order), done))
        self._set_timer()
        await done

    def _finish_first(self) -> None:
        self._advance()
        end, _, done = heapq.heappop(self._jobs)
        done.set_result(None)
        self._progress = max(self._progress, end)  # rounding may have left a trace of it
        self._set_timer()

    def _advance(self) -> None:
        now = asyncio.get_running_loop().time()
        self._progress += (now - self._updated) * self._share
        self._updated = now

    @property
    def _share(self) -> float:
        """What each job gets of the full speed."""
        return min(1.0, self._capacity / max(1, len(self._jobs)))

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        if self._jobs:
            left = max(0.0, self._jobs[0][0] - self._progress)
            self._timer = asyncio.get_running_loop().call_later(left / self._share, self._finish_first)


@dataclass(frozen=True, slots=True)
class HostCosts:
    """CPU seconds per second of audio of each stage. See docs/benchmarks.md, Host."""

    text: float
    trimming: float
    encoding: float
    event_loop: float
    engine_process: float
    supervisor: float


@dataclass(frozen=True, slots=True)
class Text:
    """characters: of the input; chunks: as the text processing cuts them"""

    characters: int
    chunks: Sequence[Chunk]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What a simulated server consists of.

    pass_time: of passes on the GPU
    costs:     of each second of audio, beside the GPU
    cores:     processors of the host
    engines:   workers with a model
    shares:    whether engines use the GPU at the same time, as with CUDA MPS, so that one computes while another one
               waits for a launch or a recurrent step; otherwise the GPU serves one after the other, in short slices
    places:    requests that are admitted at once
    """

    pass_time: PassTimer
    costs: HostCosts
    cores: int
    engines: int
    shares: bool
    places: int


class SimulatedServer:
    """Takes requests on the running loop, which has virtual time."""

    def __init__(self, arrangement: Arrangement) -> None:
        self._costs = arrangement.costs
        self._clock = asyncio.get_running_loop().time
        self._processors = SharedResource(arrangement.cores)
        self._supervisor = SharedResource(1)
        settings = Settings(_env_file=None)
        self._scheduler = Scheduler[Chunk, None](
            capacity=arrangement.places,
            text_capacity=settings.text_queue_size,
            limits=CallerLimits(per_minute=None, at_once=None),
            queue_timeout_s=settings.queue_timeout_s,
            engine_timeout_s=None,
            batch_wait_s=settings.max_batch_wait_ms / 1000,
            cache_bytes=0,
            on_slot_lost=lambda *_: None,
            clock=self._clock,
        )
        gpu = SharedResource(1)
        warm_up = WarmUp(_audio_seconds(_WARM_UP_TOKENS), sum(arrangement.pass_time([_WARM_UP_TOKENS])))
        for worker in range(arrangement.engines):
            self._scheduler.add_slot(_SimulatedSlot(arrangement, gpu, self._processors), worker, warm_up)

    async def speak(self, text: Text) -> AsyncGenerator[float]:
        """Seconds of audio, as soon as the client has them, chunk by chunk."""
        demand = RequestDemand(
            characters=text.characters,
            language=LANGUAGES["a"],
            speed=1.0,
            arrived=self._clock(),
            playback_delay_s=0.0,
            clock=self._clock,
        )
        admission = self._scheduler.admit(None, "caller", due=demand.due, remaining=demand.remaining)
        await self._scheduler.wait_for_text_slot(admission)
        prepared = asyncio.create_task(self._prepare(text.chunks[0]))
        for chunk, following in itertools.zip_longest(text.chunks, text.chunks[1:]):
            await prepared
            if following:
                prepared = asyncio.create_task(self._prepare(following))
            await self._scheduler.synthesize(admission, chunk, demand.for_chunk(chunk))
            if not following:
                self._scheduler.release(admission)
            seconds = _audio_seconds(len(chunk.tokens))
            await self._finish(seconds)
            demand.part_done(seconds)
            demand.chunk_done(chunk, seconds)
            yield seconds

    async def _prepare(self, chunk: Chunk) -> None:
        """Turn text into the chunk, and bring it to the supervisor. Half of all messages come before the audio."""
        seconds = _audio_seconds(len(chunk.tokens))
        await self._processors.work(seconds * (self._costs.text + self._costs.event_loop / 2))
        await self._supervisor.work(seconds * self._costs.supervisor / 2)

    async def _finish(self, seconds: float) -> None:
        """Bring audio from the supervisor to the client."""
        await self._supervisor.work(seconds * self._costs.supervisor / 2)
        costs = self._costs
        await self._processors.work(seconds * (costs.trimming + costs.encoding + costs.event_loop / 2))


class _SimulatedSlot:
    """An engine whose passes take the time that they would take on a GPU, longer if others use it."""

    def __init__(self, arrangement: Arrangement, gpu: SharedResource, processors: SharedResource) -> None:
        self.capacity = CAPACITY
        self._arrangement = arrangement
        self._gpu = gpu
        self._processors = processors

    async def run(self, chunks: Sequence[Chunk], share: CpuShare | None = None) -> SlotRun[None]:
        clock = asyncio.get_running_loop().time
        begun = clock()
        lengths = [len(chunk.tokens) for chunk in chunks]
        time = self._arrangement.pass_time(lengths)
        if self._arrangement.shares:
            await self._gpu.work(time.busy)
            await asyncio.sleep(time.waiting)
        else:
            await self._gpu.work(sum(time))
        engine_seconds = clock() - begun
        results = [SynthesizedChunk(None, _audio_seconds(length)) for length in lengths]
        run = SlotRun(results, engine_seconds, memory_is_high=False)
        await self._processors.work(run.audio_seconds * self._arrangement.costs.engine_process)
        return run

    async def use_models(self, models: Sequence[str]) -> None:
        assert not models

    async def release_memory(self) -> None:
        """It has none."""


def _audio_seconds(tokens: int) -> float:
    """Of a chunk with so many tokens, with the silence around it."""
    return round(FRAMES_PER_TOKEN * (tokens + 2)) * FRAME / SAMPLE_RATE
