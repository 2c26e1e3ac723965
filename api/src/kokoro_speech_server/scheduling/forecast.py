"""When the next place comes free: what an honest Retry-After says."""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace

HORIZON_S = 60.0
"""Nobody is told to wait longer, so nothing beyond is looked at."""

_PIECE_S = 8.0
"""Audio seconds that a chunk typically has."""

_MOST_STEPS = 2_000


@dataclass(slots=True)
class RequestForecast:
    """A request that holds a place, seen from now.

    due:       seconds until its listener runs out of audio; negative if he has
    remaining: seconds of audio that are neither made nor in the engine
    busy:      seconds until its chunk in the engine is done, 0 if it has none there
    awaited:   whether its place is one that is asked for
    """

    due: float
    remaining: float
    busy: float
    awaited: bool = True


def seconds_to_next_admission(
    requests: Sequence[RequestForecast], slots: Sequence[float], speed: float
) -> float:
    """Seconds until the first awaited request is done, at most HORIZON_S, by playing the scheduler forward.

    lanes: seconds until each is free; speed: audio seconds that one lane makes in a second
    """
    # A request whose last chunk is in the engine needs no lane any more.
    soonest = min((one.busy for one in requests if one.remaining <= 0 and one.awaited), default=HORIZON_S)
    waiting = [replace(one) for one in requests if one.remaining > 0]
    free = list(slots)
    heapq.heapify(free)
    for _ in range(_MOST_STEPS):
        if not free or not waiting or free[0] >= soonest:
            break
        now = free[0]
        ready = [one for one in waiting if one.busy <= now]
        if not ready:
            heapq.heapreplace(free, min(one.busy for one in waiting))
            continue
        one = min(ready, key=lambda ready: ready.due)
        piece = min(one.remaining, _PIECE_S)
        one.busy = now + piece / speed
        one.due = max(one.due, one.busy) + piece
        one.remaining -= piece
        if one.remaining <= 0:
            waiting.remove(one)
            if one.awaited:
                soonest = min(soonest, one.busy)
        heapq.heapreplace(free, one.busy)
    return min(soonest, HORIZON_S)
