"""How eight workers with engines of known speed share the work, compared with one queue before eight servers."""

import heapq
import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks import report
from benchmarks.clients import Answer, Request, Served, call
from benchmarks.distinct import distinct_texts, long_text
from benchmarks.figures import percentiles
from benchmarks.timed_serve import Step, TimedServer, timed_server
from kokoro_speech_server.synthesis.tts_service import _noise_seed

WORKERS = 8
CLIENTS = 16
WAITING_CLIENTS = 10
"""Few enough that some engine slot is often idle, so that a chunk that waits without need shows."""

EQUAL_REQUESTS = 1600

BUSIEST_LIMIT = 1.25
"""Chunks of the busiest worker over the mean of all workers."""

IDLE_WAIT_LIMIT_MS = 20
LATENCY_LIMIT = 1.3
"""95th percentile of the latency over that of the simulated queue."""

_PACE = 0.2
_VOICE = "ef_dora"
"""Spanish, which espeak-ng phonemizes: that takes less processor time than English."""

_EQUAL = "rojo verde blanco negro gris rosa lila".split()
"""All orders of these words have equally many phonemes, and there are more orders than the test needs texts."""

_MIXED = "mesa casa vino perro luna camino ventana montaña".split()


@dataclass(frozen=True, slots=True)
class SynthesizedRequest:
    """A request as its client saw it, and its chunks as the engines saw them."""

    served: Served
    steps: list[Step]

    @property
    def engine_s(self) -> float:
        return sum(step.seconds for step in self.steps)


def measure(equal_requests: int, mixed_requests: int) -> dict[str, Any]:
    """The spread of equal requests, the waits of mixed requests, and the latency beside the simulation's."""
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
    """Simulated latencies in one queue before `servers` servers, first come, first served.

    Each client sends the next job when its last one is complete; all clients begin at once.

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
    """The longest uninterrupted time between `since` and `until` in which one engine slot was idle."""
    longest = 0.0
    slots: defaultdict[int, list[Step]] = defaultdict(list)
    for step in steps:
        slots[step.worker].append(step)
    for slot_steps in slots.values():
        ordered = sorted(slot_steps, key=lambda step: step.begun)
        # The time before the first step and after the last one counts as idle.
        ends = [float("-inf"), *(step.ended for step in ordered)]
        begins = [*(step.begun for step in ordered), float("inf")]
        for idle_from, idle_to in zip(ends, begins, strict=True):
            longest = max(longest, min(idle_to, until) - max(idle_from, since))
    return longest


def _spread(server: TimedServer, requests: int, *, keep_alive: bool) -> dict[str, Any]:
    orders = itertools.islice(itertools.permutations(_EQUAL), requests)
    done = _speak(server, [" ".join(order) for order in orders], keep_alive=keep_alive)
    counts = Counter(step.worker for one in done for step in one.steps)
    per_worker = sorted(counts.values(), reverse=True) + [0] * (WORKERS - len(counts))
    return {
        "requests": requests,
        "chunks_per_worker": per_worker,
        "busiest_to_mean": max(per_worker) * WORKERS / sum(per_worker),
        "engine_s": report.spread([one.engine_s for one in done]),
    }


def _waits(server: TimedServer, requests: int, *, keep_alive: bool) -> dict[str, Any]:
    """Waits of requests with 1 to about 12 chunks."""
    generator = random.Random(4)
    texts = [
        long_text(generator.randint(100, 400), seed=number) if number % 10 == 0 else text
        for number, text in enumerate(distinct_texts(requests, seed=4))
    ]
    done = _speak(server, texts, clients=WAITING_CLIENTS, keep_alive=keep_alive)
    steps = server.steps
    firsts, betweens = [], []
    for one in done:
        first = one.steps[0]
        firsts.append(idle_wait_s(steps, _handed_over(one.served.answer, first), first.begun))
        # This time includes preparing the text of the next chunk.
        betweens += [
            idle_wait_s(steps, before.ended, after.begun) for before, after in itertools.pairwise(one.steps)
        ]
    return {
        "requests": requests,
        "clients": WAITING_CLIENTS,
        "chunks": sum(len(one.steps) for one in done),
        "first_chunk_idle_wait_ms": percentiles(firsts, scale=1000),
        "between_chunks_idle_ms": percentiles(betweens, scale=1000),
    }


def _handed_over(answer: Answer, first: Step) -> float:
    """When the scheduler got the first chunk: the later of two lower bounds.

    The engine's time in Server-Timing covers the wait, the step and both transfers. Before it come the transfer of the
    request and its text.
    """
    return max(
        first.ended - answer.timing_s("engine"),
        answer.sent + answer.timing_s("text"),
    )


def _latency(server: TimedServer, requests: int) -> dict[str, Any]:
    """Latency of requests with one chunk each, so that the simulated queue gets the same jobs."""
    generator = random.Random(5)
    texts: dict[str, None] = {}
    while len(texts) < requests:
        texts[" ".join(generator.choices(_MIXED, k=generator.randint(2, 8)))] = None
    done = _speak(server, list(texts), keep_alive=True)
    if any(len(one.steps) > 1 for one in done):
        raise RuntimeError("A request that should have one chunk has more.")
    by_number = sorted(done, key=lambda one: one.served.request)
    simulated = closed_loop([one.engine_s for one in by_number], clients=CLIENTS, servers=WORKERS)
    measured = [one.served.total_s for one in by_number]
    return {
        "requests": requests,
        "engine_s": report.spread([one.engine_s for one in done]),
        "measured_s": percentiles(measured),
        "simulated_s": percentiles(simulated),
        "p95_ratio": report.percentile(measured, 0.95) / report.percentile(simulated, 0.95),
    }


def _speak(
    server: TimedServer, texts: Sequence[str], *, keep_alive: bool, clients: int = CLIENTS
) -> list[SynthesizedRequest]:
    begun = len(server.steps)
    requests: list[Request] = [
        {"input": text, "response_format": "pcm", "seed": _seed(begun, number)}
        for number, text in enumerate(texts)
    ]
    served = call(server.port, requests, clients=clients, keep_alive=keep_alive)
    steps = {step.chunk: step for step in server.steps[begun:]}
    return [SynthesizedRequest(one, _steps_of(_seed(begun, one.request), steps)) for one in served]


def _seed(begun: int, number: int) -> int:
    """A seed that no earlier request had. It identifies the request's chunks."""
    return begun * 1_000_000 + number


def _steps_of(seed: int, steps: dict[int, Step]) -> list[Step]:
    found: list[Step] = []
    for index in itertools.count():
        step = steps.get(_noise_seed(seed, index))
        if step is None:
            return found
        found.append(step)
    raise AssertionError("unreachable")
