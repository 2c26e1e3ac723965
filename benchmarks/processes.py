"""The processes that the benchmarks measure, and monitors that observe them from outside."""

import http.client
import json
import math
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

import httpx
import psutil  # type: ignore[import-untyped]

from kokoro_speech_server.workers.sizing import cores, openmp_environment

_HEALTH_INTERVAL_S = 0.02
_MEMORY_INTERVAL_S = 0.1
_IDLE_WINDOW_S = 0.05
_READY_TIMEOUT_S = 10

_STAY_S = 0.2
"""Seconds that a client stays after its first audio. By then the server computes the second chunk."""


class _Process:
    """A subprocess, which the context manager ends on exit."""

    def __init__(self, command: Sequence[str], *, env: dict[str, str], **pipes: Any) -> None:
        self.process: subprocess.Popen[str] = subprocess.Popen(
            command, env={**os.environ, **env}, text=True, **pipes
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Server(_Process):
    """The server on a free port, with one client whose connection stays open.

    workers:  number of worker processes; None: as many as the server chooses
    module:   module that starts the server
    command:  command line to start instead of the module
    settings: further environment variables
    """

    def __init__(
        self,
        *,
        workers: int | None = 1,
        module: str = "kokoro_speech_server",
        command: Sequence[str] | None = None,
        **settings: str,
    ) -> None:
        self.port = _free_port()
        env = {"HOST": "127.0.0.1", "PORT": str(self.port), "LOG_LEVEL": "warning"}
        if workers is not None:
            env["WORKERS"] = str(workers)
        # A short grace, so that leaving the context takes 30 s at most.
        env = {**env, "CACHE_MAX_MB": "0", "GRACE_S": "10", **settings}
        super().__init__(command or _python(module, "serve"), env=env, stdout=subprocess.DEVNULL)
        self._client = httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}",
            timeout=None,  # a long text takes as long as it takes
            trust_env=False,
        )

    def wait_until_ready(self, *, within_s: float = math.inf) -> dict[str, Any]:
        """The answer of /ready once the server is ready; a first start fetches the model before.

        Raises RuntimeError if the server ends before that or takes longer than `within_s` seconds.
        """
        deadline = time.perf_counter() + within_s
        while self.process.poll() is None:
            try:
                answer = self._client.get("/ready", timeout=_READY_TIMEOUT_S)
            except httpx.TransportError:
                answer = None
            if answer is not None and answer.is_success:
                said: dict[str, Any] = answer.json()
                return said
            if time.perf_counter() > deadline:
                raise RuntimeError(f"The server was not ready within {within_s:.0f} s.")
            time.sleep(0.1)
        raise RuntimeError(f"The server ended with exit code {self.process.returncode} before it was ready.")

    def speak(
        self, request: dict[str, Any], *, only_begin: bool = False, bytes_per_s: float | None = None
    ) -> tuple[dict[str, float], int]:
        """Seconds from the request to the first byte of audio and to the last one; and the bytes of audio.

        only_begin:  close the connection soon after the first bytes; the total then means nothing
        bytes_per_s: of the audio: the seconds are then told, too, that a listener who plays it at once waits between
                     its parts
        """
        size = 0
        first_audio_s = None
        heard_until = stalled_s = 0.0
        start = time.perf_counter()
        with self._client.stream("POST", "/v1/audio/speech", json=request) as answer:
            if answer.is_error:
                raise RuntimeError(f"The server answered {answer.status_code}: {answer.read().decode()}")
            for piece in answer.iter_raw():
                now = time.perf_counter()
                if first_audio_s is None:
                    first_audio_s = now - start
                if bytes_per_s is not None:
                    stalled_s += max(0.0, now - heard_until) if size else 0.0
                    heard_until = max(heard_until, now) + len(piece) / bytes_per_s
                size += len(piece)
                if only_begin:
                    time.sleep(_STAY_S)
                    break
        if first_audio_s is None:
            raise RuntimeError("The server answered without any audio.")
        figures = {"first_audio_s": first_audio_s, "total_s": time.perf_counter() - start}
        return figures if bytes_per_s is None else {**figures, "stalled_s": stalled_s}, size

    def wait_until_idle(self) -> float:
        """Seconds until the server has stopped computing, to about 0.05 s."""
        processes = _tree(self.process.pid)
        start = time.perf_counter()
        used = _cpu_seconds(processes)
        while True:
            time.sleep(_IDLE_WINDOW_S)
            before, used = used, _cpu_seconds(processes)
            if used - before < _IDLE_WINDOW_S / 4:
                return time.perf_counter() - start


class _JsonProcess(_Process):
    """A process that answers JSON lines with JSON lines. about: its first line, a description of itself"""

    def __init__(self, command: Sequence[str], *, env: dict[str, str]) -> None:
        super().__init__(
            command,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.about = self._answer()

    def ask(self, **command: Any) -> dict[str, float]:
        """Send one command and wait for its measurements."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.process.args!r} ended with exit code {self.process.wait()}.")
        answer: dict[str, Any] = json.loads(line)
        return answer


class Busy(_Process):
    """A process that keeps one core busy."""

    def __init__(self) -> None:
        super().__init__([sys.executable, "-c", "while True: pass"], env={})


class BarePipeline(_JsonProcess):
    """`benchmarks.bare_pipeline`. threads: torch's number of threads; unset: torch's default"""

    def __init__(self, device: str, voice: str, *, threads: int | None = None) -> None:
        super().__init__(
            _python("benchmarks.bare_pipeline", "--device", device, "--voice", voice),
            env={} if threads is None else {"OMP_NUM_THREADS": str(threads)},
        )


class Engine(_JsonProcess):
    """`benchmarks.engine_process`. options: its command-line options"""

    def __init__(self, *, threads: int | None = None, **options: str) -> None:
        given = [part for name, value in options.items() for part in (f"--{name}", value)]
        # The environment that the supervisor gives a worker.
        super().__init__(
            _python("benchmarks.engine_process", *given), env=openmp_environment(threads or cores())
        )


class Monitor:
    """A thread that observes something at an interval while the context is open.

    An exception in the thread is raised where the context closes.
    """

    def __init__(self, interval_s: float) -> None:
        self._interval_s = interval_s
        self._failure: Exception | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()
        if self._failure is not None and error is None:
            raise self._failure

    def _run(self) -> None:
        due = time.perf_counter()
        try:
            while not self._stop.is_set():
                self._observe(due)
                due += self._interval_s
                self._stop.wait(max(0.0, due - time.perf_counter()))
        except Exception as failure:
            self._failure = failure

    def _observe(self, due: float) -> None:
        raise NotImplementedError


class HealthMonitor(Monitor):
    """Requests /health every 20 ms over a separate connection.

    seconds: time of each answer, counted from when its request was due, so that one slow answer also counts for the
             requests that had to wait behind it
    """

    def __init__(self, port: int) -> None:
        super().__init__(_HEALTH_INTERVAL_S)
        self.seconds: list[float] = []
        # Not httpx, which takes several times the processor time, at the server's expense.
        self._connection = http.client.HTTPConnection("127.0.0.1", port)

    def _observe(self, due: float) -> None:
        self._connection.request("GET", "/health")
        answer = self._connection.getresponse()
        answer.read()
        if answer.status != http.HTTPStatus.OK:
            raise RuntimeError(f"/health answered {answer.status}.")
        self.seconds.append(time.perf_counter() - due)


class MemoryMonitor(Monitor):
    """The peak resident memory of process trees in bytes, sampled ten times a second."""

    def __init__(self, **roots: subprocess.Popen[str]) -> None:
        super().__init__(_MEMORY_INTERVAL_S)
        self.peaks = dict.fromkeys(roots, 0)
        # The trees are listed once, since that reads all of /proc. By now all their processes run.
        self._trees = {name: _tree(process.pid) for name, process in roots.items()}

    def _observe(self, due: float) -> None:
        for name, tree in self._trees.items():
            resident = sum(process.memory_info().rss for process in tree)
            self.peaks[name] = max(self.peaks[name], resident)


def _python(module: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", module, *arguments]


def _tree(pid: int) -> list[psutil.Process]:
    root = psutil.Process(pid)
    return [root, *root.children(recursive=True)]


def _cpu_seconds(processes: Sequence[psutil.Process]) -> float:
    times = [process.cpu_times() for process in processes]
    return float(sum(one.user + one.system for one in times))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
