"""Threads beside the event loop."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from kokoro_speech_server.threads import give_way


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has priorities per thread")
def test_a_thread_that_gives_way_never_raises_its_priority() -> None:
    """Raising it needs a privilege: a server started with `nice -n 15` would not start."""

    def niceness() -> int:
        os.setpriority(os.PRIO_PROCESS, 0, 15)  # of this thread
        give_way()
        return os.getpriority(os.PRIO_PROCESS, 0)

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(niceness).result() == 15
