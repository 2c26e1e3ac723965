"""The supervisor: starts and replaces workers, passes connections to them, and stops the server in order."""

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Mapping

from kokoro_speech_server.config import Settings
from kokoro_speech_server.http.api_keys import ApiKeys
from kokoro_speech_server.http.server_status import ServerStatus
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.scheduling.engine_slot import EngineSlot
from kokoro_speech_server.scheduling.limits import CallerLimits
from kokoro_speech_server.scheduling.scheduler import Scheduler
from kokoro_speech_server.workers.worker_process import WorkerProcess

logger = logging.getLogger(__name__)

_MIN_RESTART_DELAY_S = 1.0
_MAX_RESTART_DELAY_S = 30.0
_STABLE_S = 60.0
"""A worker that has run for longer is restarted with the shortest delay."""

_ACCEPT_RETRY_S = 0.1


class Supervisor:
    """Owns what the workers share: the listening socket, the scheduler and the status of the server.

    workers:     number of workers
    engines:     number of workers with a model; the others serve connections, process texts and encode audio
    factory:     "module:callable" that creates the application of a worker
    environment: environment variables of the workers, in addition to those of this process
    on_ready:    called once, when all workers are warm
    """

    def __init__(
        self,
        settings: Settings,
        listener: socket.socket,
        *,
        workers: int,
        engines: int,
        factory: str,
        environment: Mapping[str, str],
        on_ready: Callable[[], None],
    ) -> None:
        self._settings = settings
        self._listener = listener
        self._factory = factory
        self._environment = environment
        self._on_ready = on_ready
        self._worker_count = workers
        self._engines = engines
        self._workers: dict[int, WorkerProcess] = {}
        self._scheduler = Scheduler[bytes, bytes](
            capacity=workers * settings.queue_size,
            text_capacity=workers * settings.text_queue_size,
            limits=CallerLimits(per_minute=settings.rate_limit, at_once=settings.concurrency_limit),
            queue_timeout_s=settings.queue_timeout_s,
            engine_timeout_s=settings.engine_timeout_s,
            batch_wait_s=settings.max_batch_wait_ms / 1000,
            cache_bytes=settings.cache_max_mb * 1024 * 1024,
            on_slot_lost=self._on_slot_lost,
        )
        self._api_keys = ApiKeys.read(settings)
        self._ever_had_slot = False
        self._ready = False
        self._failed = False
        self._stop = asyncio.Event()
        self._stop_now = asyncio.Event()
        self._reload = asyncio.Event()
        self._any_serving = asyncio.Event()
        self._cuda_mps_is_free = asyncio.Event()
        self._cuda_mps_is_free.set()
        self._last_worker = 0

    async def run(self) -> int:
        """Serve until SIGINT or SIGTERM. Returns the exit code: 0 after a clean stop, 1 if no worker can start."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._on_stop_signal)
        # Without API_KEYS_FILE, SIGHUP ends the process, as it should when a terminal closes.
        if self._settings.api_keys_file is not None:
            loop.add_signal_handler(signal.SIGHUP, self._reload.set)
        stopping = asyncio.create_task(self._stop.wait())
        running = [asyncio.create_task(self._keep_running(index)) for index in range(self._worker_count)]
        accepting = asyncio.create_task(self._accept())
        reloading = asyncio.create_task(self._reload_keys())
        tasks = [stopping, accepting, reloading, *running]
        # The other tasks end only if the supervisor fails.
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            if task.done() and (error := task.exception()):
                logger.critical("The supervisor failed", exc_info=error)
                self._failed = True
        if not self._failed:
            await self._drain()
        accepting.cancel()
        self._listener.close()
        await asyncio.gather(*(worker.stop() for worker in self._workers.values()))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return 1 if self._failed else 0

    def _on_stop_signal(self) -> None:
        if self._stop.is_set():
            self._stop_now.set()  # the second signal
        self._stop.set()

    async def _reload_keys(self) -> None:
        """Read API_KEYS_FILE again at each SIGHUP. If it is not valid, the keys do not change."""
        while True:
            await self._reload.wait()
            self._reload.clear()
            try:
                self._api_keys = await asyncio.to_thread(ApiKeys.read, self._settings)
            except ValueError as error:
                logger.error("The keys stay as they were: %s", error)
                continue
            logger.info("%d keys are valid now", len(self._api_keys))
            self._broadcast_status()

    # Workers

    async def _keep_running(self, index: int) -> None:
        """Run one worker, and replace it when it ends."""
        delay = _MIN_RESTART_DELAY_S
        while True:
            worker = WorkerProcess(
                index,
                self._factory,
                self._scheduler,
                has_engine=index < self._engines,
                on_change=self._broadcast_status,
                all_workers=self._workers.values,
            )
            self._workers[index] = worker
            started_at = asyncio.get_running_loop().time()
            try:
                code = await worker.run({**self._environment, "METRICS_WORKER": str(index)})
            except OSError:
                logger.exception("Worker %d cannot be started", index)
                code = 1
            del self._workers[index]
            if not any(other.exit_reason == "cuda_mps" for other in self._workers.values()):
                self._cuda_mps_is_free.set()
            self._broadcast_status()
            if self._stop.is_set():
                return
            if not self._ever_had_slot:
                logger.critical("Worker %d ended with exit code %d before any was ready", index, code)
                self._failed = True
                self._stop.set()
                return
            metrics.WORKER_RESTARTS.labels(worker.exit_reason).inc()
            if self._settings.cuda_mps and worker.has_engine and worker.exit_reason != "cuda_mps":
                self._kill_engines()
            lifetime_s = asyncio.get_running_loop().time() - started_at
            delay = _MIN_RESTART_DELAY_S if lifetime_s > _STABLE_S else min(2 * delay, _MAX_RESTART_DELAY_S)
            logger.error(
                "Worker %d ended with exit code %d; its replacement starts in %g s", index, code, delay
            )
            await asyncio.sleep(delay)
            await self._cuda_mps_is_free.wait()

    def _kill_engines(self) -> None:
        """Kill the remaining workers with an engine: under MPS, a fatal fault of one affects all of them.

        None is replaced before all have ended, since MPS does not accept new clients before (NVIDIA's MPS guide, on
        memory protection and error containment).
        """
        for worker in self._workers.values():
            if worker.has_engine:
                worker.exit_reason = "cuda_mps"
                worker.kill()
                self._cuda_mps_is_free.clear()

    def _on_slot_lost(self, slot: EngineSlot[bytes, bytes], reason: str, hung: bool) -> None:
        for worker in self._workers.values():
            if worker.slot is slot:
                logger.error("Worker %d is lost: %s", worker.index, reason)
                if hung:
                    worker.exit_reason = "hang"
                worker.kill()

    def _broadcast_status(self) -> None:
        """Send the status of the server and the API keys to every worker."""
        warm = sum(worker.warm for worker in self._workers.values())
        has_engine = any(worker.slot is not None for worker in self._workers.values())
        self._ever_had_slot |= has_engine
        if warm == self._worker_count and not self._ready:
            self._ready = True
            self._on_ready()
        status = ServerStatus(
            workers=self._worker_count,
            workers_ready=warm,
            ready=self._ready and has_engine,
            stopping=self._scheduler.stopping,
        )
        serving = [worker for worker in self._workers.values() if worker.serves]
        for worker in serving:
            worker.link.notify("set_keys", self._api_keys)  # it may have started before the last SIGHUP
            worker.link.notify("set_status", status)
        if serving:
            self._any_serving.set()
        else:
            self._any_serving.clear()

    # Connections

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._any_serving.wait()
            try:
                connection, _ = await loop.sock_accept(self._listener)
                with connection:
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    self._hand_over(connection)
            except OSError as error:
                logger.error("Cannot accept a connection: %s", error)
                await asyncio.sleep(_ACCEPT_RETRY_S)  # most likely, the descriptors are exhausted

    def _hand_over(self, connection: socket.socket) -> None:
        """Pass a connection to the worker with the fewest requests, round robin among equals.

        Workers with an engine receive connections only if there are no others.
        """
        serving = [worker for worker in self._workers.values() if worker.serves]
        serving = [worker for worker in serving if not worker.has_engine] or serving
        first = self._last_worker + 1
        for worker in sorted(
            serving, key=lambda worker: (len(worker.admissions), (worker.index - first) % self._worker_count)
        ):
            if worker.hand_over(connection):
                self._last_worker = worker.index
                return
        logger.error("No worker took a connection")

    # Shutdown

    async def _drain(self) -> None:
        """Admit no more requests, and wait until those in flight are answered, at most GRACE_S."""
        self._scheduler.stopping = True
        self._broadcast_status()
        logger.info("Stopping; %d requests are in flight", len(self._scheduler.capacity.held))
        answered = asyncio.create_task(self._wait_until_all_answered())
        stop_now = asyncio.create_task(self._stop_now.wait())
        done, _ = await asyncio.wait(
            [answered, stop_now], timeout=self._settings.grace_s, return_when=asyncio.FIRST_COMPLETED
        )
        if answered not in done:
            logger.warning("%d requests are aborted", len(self._scheduler.capacity.held))
            self._scheduler.abort_all()
        for task in (answered, stop_now):
            task.cancel()
        await asyncio.gather(answered, stop_now, return_exceptions=True)

    async def _wait_until_all_answered(self) -> None:
        await self._scheduler.capacity.wait_until_empty()
        await asyncio.gather(
            *(worker.link.call("wait_until_answered") for worker in self._workers.values() if worker.serves),
            return_exceptions=True,  # a worker that has ended has no requests
        )
