"""How eight workers with engines of known speed share the work, held against one queue before eight servers."""

import heapq
import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks import report
from benchmarks.callers import Answer, Request, Served, call
from benchmarks.distinct import distinct_texts, long_text
from benchmarks.figures import percentiles
from benchmarks.timed_serve import Step, TimedServer, timed_server
from kokoro_speech_server.synthesis.tts_service import _noise_seed

WORKERS = 8
CLIENTS = 16
WAITING_CLIENTS = 10
"""Not so many that all lanes are busy all the time: a chunk that waits is likely to find one idle."""

EQUAL_REQUESTS = 1600

BUSIEST_LIMIT = 1.25
"""Times the mean of all workers."""

IDLE_WAIT_LIMIT_MS = 20
LATENCY_LIMIT = 1.3
"""Times that of the simulated queue, at the 95th percentile."""

_PACE = 0.2
_VOICE = "ef_dora"
"""Spanish: espeak-ng reads it, which takes less of the processor than English does."""

_EQUAL = "rojo verde blanco negro gris rosa lila".split()
"""Any order of them has the same number of phonemes, and their orders are more than we need texts."""

_MIXED = "mesa casa vino perro luna camino ventana montaña".split()


@dataclass(frozen=True, slots=True)
class Spoken:
    """A request as its caller saw it, and its chunks as the engines saw them."""

    served: Served
    steps: list[Step]

    @property
    def engine_s(self) -> float:
        return sum(step.seconds for step in self.steps)


def measure(equal_requests: int, mixed_requests: int) -> dict[str, Any]:
    """All three: the spread of equal requests, the waits of mixed ones, the latency beside the simulation's."""
    with timed_server(workers=WORKERS, pace=_PACE, DEFAULT_VOICE=_VOICE) as server:
        return {
            "workers": WORKERS,
            "clients": CLIENTS,
            "spread": {
                connections: _spread(server, equal_requests, keep_alive=connections == "kept")
                for connections in ("kept", "new")
            },
            "waits": {
                connections: _waits(server, mixed_requests, keep_alive=connections == "kept")
                for connections in ("kept", "new")
            },
            "latency": _latency(server, mixed_requests),
        }


def closed_loop(services: Sequence[float], *, clients: int, servers: int) -> list[float]:
    """Latencies before one queue and `servers` servers, first come, first served.

    Every client sends the next of the jobs when the answer to its last is complete; all begin at once.
    services: seconds of work in each job
    """
    arrivals = [0.0] * clients
    free = [0.0] * servers
    latencies = []
    for service in services:
        arrival = heapq.heappop(arrivals)
        end = max(arrival, heapq.heappop(free)) + service
        heapq.heappush(free, end)
        heapq.heappush(arrivals, end)
        latencies.append(end - arrival)
    return latencies


def idle_wait_s(steps: Sequence[Step], since: float, until: float) -> float:
    """The longest time within the given that any one lane was idle without a break."""
    longest = 0.0
    lanes: defaultdict[int, list[Step]] = defaultdict(list)
    for step in steps:
        lanes[step.worker].append(step)
    for lane in lanes.values():
        ordered = sorted(lane, key=lambda step: step.begun)
        # What was before its first step and after its last one counts as idle.
        ends = [float("-inf"), *(step.ended for step in ordered)]
        begins = [*(step.begun for step in ordered), float("inf")]
        for idle_from, idle_to in zip(ends, begins, strict=True):
            longest = max(longest, min(idle_to, until) - max(idle_from, since))
    return longest


def _spread(server: TimedServer, requests: int, *, keep_alive: bool) -> dict[str, Any]:
    orders = itertools.islice(itertools.permutations(_EQUAL), requests)
    spoken = _speak(server, [" ".join(order) for order in orders], keep_alive=keep_alive)
    counts = Counter(step.worker for one in spoken for step in one.steps)
    per_worker = sorted(counts.values(), reverse=True) + [0] * (WORKERS - len(counts))
    return {
        "requests": requests,
        "chunks_per_worker": per_worker,
        "busiest_to_mean": max(per_worker) * WORKERS / sum(per_worker),
        "engine_s": report.spread([one.engine_s for one in spoken]),
    }


def _waits(server: TimedServer, requests: int, *, keep_alive: bool) -> dict[str, Any]:
    """Requests of 1 to about 12 chunks."""
    generator = random.Random(4)
    texts = [
        long_text(generator.randint(100, 400), seed=number) if number % 10 == 0 else text
        for number, text in enumerate(distinct_texts(requests, seed=4))
    ]
    spoken = _speak(server, texts, clients=WAITING_CLIENTS, keep_alive=keep_alive)
    steps = server.steps
    firsts, betweens = [], []
    for one in spoken:
        first = one.steps[0]
        firsts.append(idle_wait_s(steps, _handed_over(one.served.answer, first), first.begun))
        # Here the text of the next chunk is prepared, too.
        betweens += [
            idle_wait_s(steps, before.ended, after.begun) for before, after in itertools.pairwise(one.steps)
        ]
    return {
        "requests": requests,
        "clients": WAITING_CLIENTS,
        "chunks": sum(len(one.steps) for one in spoken),
        "first_chunk_idle_wait_ms": percentiles(firsts, scale=1000),
        "between_chunks_idle_ms": percentiles(betweens, scale=1000),
    }


def _handed_over(answer: Answer, first: Step) -> float:
    """When the first chunk came to the scheduler: at the earliest by either reckoning.

    The engine's time in Server-Timing is the waiting, the step, and the way there and back; before that came the
    way of the request and its text.
    """
    return max(
        first.ended - answer.timing_s("engine"),
        answer.sent + answer.timing_s("text"),
    )


def _latency(server: TimedServer, requests: int) -> dict[str, Any]:
    """Of requests of one chunk each, so that the simulated queue has the same jobs."""
    generator = random.Random(5)
    texts: dict[str, None] = {}
    while len(texts) < requests:
        texts[" ".join(generator.choices(_MIXED, k=generator.randint(2, 8)))] = None
    spoken = _speak(server, list(texts), keep_alive=True)
    if any(len(one.steps) > 1 for one in spoken):
        raise RuntimeError("A request was to have one chunk and has more.")
    by_number = sorted(spoken, key=lambda one: one.served.request)
    simulated = closed_loop([one.engine_s for one in by_number], clients=CLIENTS, servers=WORKERS)
    measured = [one.served.total_s for one in by_number]
    return {
        "requests": requests,
        "engine_s": report.spread([one.engine_s for one in spoken]),
        "measured_s": percentiles(measured),
        "simulated_s": percentiles(simulated),
        "p95_ratio": report.percentile(measured, 0.95) / report.percentile(simulated, 0.95),
    }


def _speak(
    server: TimedServer, texts: Sequence[str], *, keep_alive: bool, clients: int = CLIENTS
) -> list[Spoken]:
    begun = len(server.steps)
    requests: list[Request] = [
        {"input": text, "response_format": "pcm", "seed": _seed(begun, number)}
        for number, text in enumerate(texts)
    ]
    served = call(server.port, requests, clients=clients, keep_alive=keep_alive)
    steps = {step.chunk: step for step in server.steps[begun:]}
    return [Spoken(one, _steps_of(_seed(begun, one.request), steps)) for one in served]


def _seed(begun: int, number: int) -> int:
    """A seed that no request before had: chunks are told apart by it."""
    return begun * 1_000_000 + number


def _steps_of(seed: int, steps: dict[int, Step]) -> list[Step]:
    found: list[Step] = []
    for index in itertools.count():
        step = steps.get(_noise_seed(seed, index))
        if step is None:
            return found
        found.append(step)
    raise AssertionError("unreachable")
