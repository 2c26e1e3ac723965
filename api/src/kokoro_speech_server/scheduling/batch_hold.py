"""The wait for chunks that fill a batch."""

import asyncio
from collections.abc import Callable
from typing import Any

from kokoro_speech_server.scheduling.chunk_queue import ChunkQueue
from kokoro_speech_server.scheduling.slot_pool import SlotState


class BatchHold:
    """Holds a partial batch until it is full or its oldest chunk has waited for `wait_s`.

    on_over: called when `wait_s` has passed
    """

    def __init__(self, wait_s: float, *, clock: Callable[[], float], on_over: Callable[[], None]) -> None:
        self.wait_s = wait_s
        self._clock = clock
        self._on_over = on_over
        self._timer: asyncio.TimerHandle | None = None

    def holds(self, queue: ChunkQueue[Any, Any], slot: SlotState[Any, Any]) -> bool:
        """Whether an idle slot should leave the chunks in the queue for now."""
        if not self.wait_s or (oldest := queue.oldest) is None:
            return False
        if queue.fills(slot.slot.capacity, slot.max_seconds):
            return False
        left = oldest + self.wait_s - self._clock()
        if left <= 0:
            return False
        if self._timer is not None:
            self._timer.cancel()  # an older chunk may have returned from a slot that was lost
        self._timer = asyncio.get_running_loop().call_later(left, self._on_over)
        return True
