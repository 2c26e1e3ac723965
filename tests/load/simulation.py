"""What the best possible house would do: one queue before all servers, first come, first served."""

import heapq
from collections.abc import Sequence


def single_queue(arrivals: Sequence[float], services: Sequence[float], servers: int) -> list[float]:
    """When each job ends, in the order given. No server is ever idle while a job waits.

    arrivals: when each job comes, in seconds from any moment, in any order; of two that come at once the one
              named first goes first
    services: seconds of work in each job, at least 0
    servers:  at least 1; a job keeps the one that it got
    """
    if servers < 1:
        raise ValueError("at least one server is needed")
    free = [float("-inf")] * servers
    ends = [0.0] * len(arrivals)
    jobs = sorted(zip(arrivals, services, range(len(arrivals)), strict=True), key=lambda job: job[0])
    for arrival, service, number in jobs:
        ends[number] = max(arrival, free[0]) + service
        heapq.heapreplace(free, ends[number])
    return ends
