"""Starts workers as forks of a template process, which has imported and loaded what all of them need."""

import asyncio
import os
import pickle
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress

from kokoro_speech_server.config import Settings
from kokoro_speech_server.workers.child_process import ChildProcess, ProcessStarter
from kokoro_speech_server.workers.fork_messages import LONGEST_MESSAGE, Ended, Started

_ANSWER_TIMEOUT_S = 900.0
"""Seconds in which a template must have loaded everything and forked."""

_TEMPLATE_ENDED = -1
"""The exit code of a process that ended when nobody was left to learn its code."""


class ForkStarter(ProcessStarter):
    """Starts a template when the first worker is needed, and a new one if it ends. Only Linux has what this needs.

    factory:     "module:callable" that creates the application; the module also has preload(settings)
    environment: variables of the workers in addition to those of this process
    """

    def __init__(self, factory: str, settings: Settings, environment: Mapping[str, str]) -> None:
        self._to_load = pickle.dumps((factory, settings))
        self._environment = environment
        self._template: _Template | None = None
        self._starting = asyncio.Lock()
        self._closed = False

    async def start(self, worker: int, descriptors: Sequence[int]) -> ChildProcess:
        async with self._starting:
            if self._closed:
                raise OSError("no further processes are started")
            if self._template is None or self._template.ended:
                self._template = await _Template.start(self._to_load, self._environment)
        return await self._template.fork(worker, descriptors)

    def close(self) -> None:
        self._closed = True
        if self._template is not None:
            self._template.close()

    async def wait_closed(self) -> None:
        if self._template is not None:
            await self._template.wait()


class _Template:
    """The template's process. It answers each request with one message, and reports the end of each fork with one."""

    def __init__(self, process: asyncio.subprocess.Process, control: socket.socket) -> None:
        self.ended = False
        self._process = process
        self._control = control
        self._requests: list[asyncio.Future[_Process]] = []  # the oldest first
        self._forks: dict[int, _Process] = {}
        asyncio.get_running_loop().add_reader(control, self._receive)

    @classmethod
    async def start(cls, to_load: bytes, environment: Mapping[str, str]) -> "_Template":
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            try:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "kokoro_speech_server.workers.worker_template"),
                    str(theirs.fileno()),
                    pass_fds=[theirs.fileno()],
                    env={**os.environ, **environment},
                    stdin=asyncio.subprocess.PIPE,
                    preexec_fn=os.setpgrp,  # as for workers (exec_starter.py)
                )
            except BaseException:
                ours.close()
                raise
        ours.setblocking(False)
        assert process.stdin is not None
        process.stdin.write(to_load)  # of any length, unlike a packet
        process.stdin.close()
        return cls(process, ours)

    async def fork(self, worker: int, descriptors: Sequence[int]) -> "_Process":
        answer: asyncio.Future[_Process] = asyncio.get_running_loop().create_future()
        if self.ended:
            raise OSError("the template of the workers has ended")
        socket.send_fds(self._control, [str(worker).encode()], descriptors)
        self._requests.append(answer)
        try:
            async with asyncio.timeout(_ANSWER_TIMEOUT_S):
                return await answer
        except TimeoutError as error:
            self._kill()
            raise OSError("the template of the workers does not answer") from error

    def close(self) -> None:
        """Let the template end with its last fork, or at once if it has none."""
        if self.ended:
            return
        if self._forks:
            self._control.shutdown(socket.SHUT_WR)
            return
        self._kill()

    def _kill(self) -> None:
        self._end()
        with suppress(ProcessLookupError):
            self._process.kill()

    async def wait(self) -> None:
        await self._process.wait()

    def _receive(self) -> None:
        try:
            data, descriptors, _, _ = socket.recv_fds(self._control, LONGEST_MESSAGE, 1)
        except BlockingIOError:
            return
        except OSError:
            data, descriptors = b"", []
        # The socket pair is private.
        match pickle.loads(data) if data else None:  # nosec B301
            case Started(pid):
                process = self._forks[pid] = _Process(pid, *descriptors)
                answer = self._requests.pop(0)
                if answer.cancelled():
                    process.kill()
                else:
                    answer.set_result(process)
            case Ended(pid, code):
                self._forks.pop(pid).ended(code)
            case OSError() as error:
                answer = self._requests.pop(0)
                if not answer.cancelled():
                    answer.set_exception(error)
            case None:
                self._end()

    def _end(self) -> None:
        """The template has ended, or is about to. Its forks live on."""
        if self.ended:
            return
        self.ended = True
        asyncio.get_running_loop().remove_reader(self._control)
        self._control.close()
        for answer in self._requests:
            if not answer.done():
                answer.set_exception(OSError("the template of the workers has ended"))
        for process in self._forks.values():
            process.wait_without_template()


class _Process(ChildProcess):
    """A fork. pidfd: refers to this process alone, even when another one has got its pid"""

    def __init__(self, pid: int, pidfd: int) -> None:
        self._pid = pid
        self._pidfd = pidfd
        self._code: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    @property
    def pid(self) -> int:
        return self._pid

    async def wait(self) -> int:
        return await asyncio.shield(self._code)

    def kill(self) -> None:
        if not self._code.done():
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def ended(self, code: int) -> None:
        os.close(self._pidfd)
        self._code.set_result(code)

    def wait_without_template(self) -> None:
        """Notice the end of the process from now on."""
        loop = asyncio.get_running_loop()

        def end() -> None:
            loop.remove_reader(self._pidfd)
            self.ended(_TEMPLATE_ENDED)

        loop.add_reader(self._pidfd, end)
