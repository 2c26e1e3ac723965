"""The yardstick for a server with several workers: one first-come, first-served queue before all of them."""

import heapq
from collections.abc import Sequence


def simulate_single_queue(arrivals: Sequence[float], services: Sequence[float], servers: int) -> list[float]:
    """Returns when each job ends. No server is idle while a job waits.

    arrivals: when each job arrives, in seconds, in any order; of simultaneous jobs the first in the list starts first
    services: seconds of work of each job, at least 0
    servers:  the number of servers, at least 1
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
