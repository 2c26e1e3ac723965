"""The process of which workers are forks.

It imports the modules and loads the dictionaries and the network that every worker needs, so that all workers share
their memory and none spends seconds on them. It has no other thread, not even one of OpenMP's: threads do not survive a
fork.
"""

import gc
import os
import pickle
import selectors
import signal
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from kokoro_speech_server.config import Settings
from kokoro_speech_server.workers import worker
from kokoro_speech_server.workers.fork_messages import LONGEST_MESSAGE, Ended, Started

_MOST_DESCRIPTORS = 16


@dataclass(frozen=True, slots=True)
class WorkerStart:
    """What a fork is to be: the number of the worker, and the descriptors that it takes over."""

    worker: int
    descriptors: list[int]


class Forks:
    """Forks on request, in the process of the template, and reports the forks that end.

    control: a connection of the supervisor, on which each message is one packet. When the supervisor closes its side,
             there are no further requests, and the template ends with its last fork
    """

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._pidfds: dict[int, int] = {}  # by pid
        self._selector = selectors.DefaultSelector()
        self._selector.register(control, selectors.EVENT_READ)
        self._is_open = True

    def wait(self) -> WorkerStart | None:
        """Serve requests. Returns in each fork what it is to be; and in the template None, at its end."""
        while self._is_open or self._pidfds:
            for key, _ in self._selector.select():
                if key.data is not None:
                    self._report_end(key.data)
                elif (start := self._receive()) is None:
                    self._selector.unregister(self._control)
                    self._is_open = False
                elif self._is_fork():
                    return start
                else:
                    for descriptor in start.descriptors:
                        os.close(descriptor)
        return None

    def _receive(self) -> WorkerStart | None:
        try:
            data, descriptors, _, _ = socket.recv_fds(self._control, LONGEST_MESSAGE, _MOST_DESCRIPTORS)
        except ConnectionResetError:  # the supervisor has died
            return None
        return WorkerStart(int(data), descriptors) if data else None

    def _is_fork(self) -> bool:
        """Fork. Returns true in the fork; the template has told the supervisor about it, or why there is none."""
        try:
            pid = os.fork()
        except OSError as error:
            self._control.send(pickle.dumps(error))
            return False
        if pid == 0:
            os.setpgrp()
            for descriptor in self._pidfds.values():
                os.close(descriptor)
            self._selector.close()
            self._control.close()
            return True
        pidfd = self._pidfds[pid] = os.pidfd_open(pid)
        self._selector.register(pidfd, selectors.EVENT_READ, data=pid)
        socket.send_fds(self._control, [pickle.dumps(Started(pid))], [pidfd])
        return False

    def _report_end(self, pid: int) -> None:
        pidfd = self._pidfds.pop(pid)
        self._selector.unregister(pidfd)
        os.close(pidfd)
        _, status = os.waitpid(pid, 0)
        with suppress(BrokenPipeError):  # the supervisor has died
            self._control.send(pickle.dumps(Ended(pid, os.waitstatus_to_exitcode(status))))


def _load(factory: str, settings: Settings) -> dict[str, Any]:
    """Load what every worker needs, which the factory's module knows. Returns arguments for the factory."""
    gc.disable()  # collections would visit all that imports leave, again and again
    shared: dict[str, Any] = import_module(factory.partition(":")[0]).preload(settings)
    gc.collect()
    gc.freeze()  # a collection in a worker would copy the pages of everything that it visits
    gc.enable()
    return shared


def main() -> None:
    """The only argument is the descriptor of the control connection. Standard input says what to load."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    # Otherwise torch would look for GPUs in a way after which forks cannot use them.
    os.environ.setdefault("PYTORCH_NVML_BASED_CUDA_CHECK", "1")
    control = socket.socket(fileno=int(sys.argv[1]))
    control.set_inheritable(False)
    factory, settings = pickle.load(sys.stdin.buffer)  # nosec B301  # from the supervisor
    shared = _load(factory, settings)
    if (start := Forks(control).wait()) is not None:
        worker.run(factory, start.worker, start.descriptors, shared)


if __name__ == "__main__":
    main()
