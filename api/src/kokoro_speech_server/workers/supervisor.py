"""Starts the workers, hands them connections, replaces those that die, and lets the server end in order."""

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Mapping

from kokoro_speech_server.config import Settings
from kokoro_speech_server.http.api_keys import ApiKeys
from kokoro_speech_server.http.app_state import ServerStatus
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.scheduling.engine_slot import EngineSlot
from kokoro_speech_server.scheduling.limits import CallerLimits
from kokoro_speech_server.scheduling.scheduler import Scheduler
from kokoro_speech_server.workers.worker_process import WorkerProcess

logger = logging.getLogger(__name__)

_LONG_LIFE_S = 60.0
_FIRST_DELAY_S = 1.0
_LONGEST_DELAY_S = 30.0
_ACCEPT_AGAIN_S = 0.1


class Supervisor:
    """Owns what the workers share: the listening socket, the scheduler, the state of the whole server.

    engines:     workers with a model; the others are for connections, texts and encoding
    factory:     "module:callable" that makes each worker's application
    environment: what each worker gets on top of ours
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
        self._number = workers
        self._engines = engines
        self._workers: dict[int, WorkerProcess] = {}
        self._scheduler = Scheduler[bytes, bytes](
            capacity=workers * settings.queue_size,
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
        self._hurry = asyncio.Event()
        self._reload = asyncio.Event()
        self._somebody_serves = asyncio.Event()
        self._mps_is_free = asyncio.Event()
        self._mps_is_free.set()
        self._last_given = 0

    async def run(self) -> int:
        """Serve until told to stop. Exit code 0 after a clean stop, 1 if no worker can start."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._told_to_stop)
        # Without a file of keys it ends the server, as the end of a terminal should.
        if self._settings.api_keys_file is not None:
            loop.add_signal_handler(signal.SIGHUP, self._reload.set)
        stopping = asyncio.create_task(self._stop.wait())
        keeping = [asyncio.create_task(self._keep(index)) for index in range(self._number)]
        accepting = asyncio.create_task(self._accept())
        reloading = asyncio.create_task(self._keep_keys())
        tasks = [stopping, accepting, reloading, *keeping]
        # The others only end by themselves if something is wrong with the supervisor.
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

    def _told_to_stop(self) -> None:
        if self._stop.is_set():
            self._hurry.set()  # told twice
        self._stop.set()

    async def _keep_keys(self) -> None:
        """Read API_KEYS_FILE again whenever told to; what can't be read changes nothing."""
        while True:
            await self._reload.wait()
            self._reload.clear()
            try:
                self._api_keys = await asyncio.to_thread(ApiKeys.read, self._settings)
            except ValueError as error:
                logger.error("The keys stay as they were: %s", error)
                continue
            logger.info("%d keys are valid now", len(self._api_keys))
            self._tell_all()

    # Workers

    async def _keep(self, index: int) -> None:
        """Keep one worker alive."""
        delay = _FIRST_DELAY_S
        while True:
            worker = WorkerProcess(
                index,
                self._factory,
                self._scheduler,
                has_engine=index < self._engines,
                changed=self._tell_all,
                others=self._workers.values,
            )
            self._workers[index] = worker
            begun = asyncio.get_running_loop().time()
            try:
                code = await worker.run({**self._environment, "METRICS_WORKER": str(index)})
            except OSError:
                logger.exception("Worker %d can't be started", index)
                code = 1
            del self._workers[index]
            if not any(other.end == "cuda_mps" for other in self._workers.values()):
                self._mps_is_free.set()
            self._tell_all()
            if self._stop.is_set():
                return
            if not self._ever_had_slot:
                logger.critical("Worker %d ended with exit code %d before any was ready", index, code)
                self._failed = True
                self._stop.set()
                return
            metrics.WORKER_RESTARTS.labels(worker.end).inc()
            if self._settings.cuda_mps and worker.has_engine and worker.end != "cuda_mps":
                self._end_all()
            lived = asyncio.get_running_loop().time() - begun
            delay = _FIRST_DELAY_S if lived > _LONG_LIFE_S else min(2 * delay, _LONGEST_DELAY_S)
            logger.error("Worker %d ended with exit code %d; a new one comes in %g s", index, code, delay)
            await asyncio.sleep(delay)
            await self._mps_is_free.wait()

    def _end_all(self) -> None:
        """End the workers that are left: under MPS one's fatal fault is everyone's.

        None begins before all have ended, since MPS serves again only then (NVIDIA's MPS guide, on memory
        protection and error containment).
        """
        for worker in self._workers.values():
            if worker.has_engine:
                worker.end = "cuda_mps"
                worker.kill()
                self._mps_is_free.clear()

    def _on_slot_lost(self, slot: EngineSlot[bytes, bytes], why: str, hung: bool) -> None:
        for worker in self._workers.values():
            if worker.slot is slot:
                logger.error("Worker %d is lost: %s", worker.index, why)
                if hung:
                    worker.end = "hang"
                worker.kill()

    def _tell_all(self) -> None:
        """Tell every worker how the server is."""
        warm = sum(worker.warm for worker in self._workers.values())
        has_engine = any(worker.slot is not None for worker in self._workers.values())
        self._ever_had_slot |= has_engine
        if warm == self._number and not self._ready:
            self._ready = True
            self._on_ready()
        status = ServerStatus(
            workers=self._number,
            workers_ready=warm,
            ready=self._ready and has_engine,
            stopping=self._scheduler.stopping,
        )
        serving = [worker for worker in self._workers.values() if worker.serves]
        for worker in serving:
            worker.link.tell("set_keys", self._api_keys)  # it may have started before they were read again
            worker.link.tell("set_status", status)
        if serving:
            self._somebody_serves.set()
        else:
            self._somebody_serves.clear()

    # Connections

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._somebody_serves.wait()
            try:
                connection, _ = await loop.sock_accept(self._listener)
                with connection:
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    self._hand_over(connection)
            except OSError as error:
                logger.error("Can't accept a connection: %s", error)
                await asyncio.sleep(_ACCEPT_AGAIN_S)  # out of descriptors, most likely

    def _hand_over(self, connection: socket.socket) -> None:
        """To the worker with the fewest requests; among equals, in turn. An engine's only if there is no other."""
        serving = [worker for worker in self._workers.values() if worker.serves]
        serving = [worker for worker in serving if not worker.has_engine] or serving
        first = self._last_given + 1
        for worker in sorted(
            serving, key=lambda worker: (len(worker.admissions), (worker.index - first) % self._number)
        ):
            if worker.hand_over(connection):
                self._last_given = worker.index
                return
        logger.error("No worker took a connection")

    # The end

    async def _drain(self) -> None:
        """Let what was admitted be answered, within GRACE_S; nothing more is admitted."""
        self._scheduler.stopping = True
        self._tell_all()
        logger.info("Stopping; %d requests are in work", len(self._scheduler.capacity.held))
        answered = asyncio.create_task(self._wait_until_answered())
        hurried = asyncio.create_task(self._hurry.wait())
        done, _ = await asyncio.wait(
            [answered, hurried], timeout=self._settings.grace_s, return_when=asyncio.FIRST_COMPLETED
        )
        if answered not in done:
            logger.warning("%d requests are broken off", len(self._scheduler.capacity.held))
            self._scheduler.abort_all()
        for task in (answered, hurried):
            task.cancel()
        await asyncio.gather(answered, hurried, return_exceptions=True)

    async def _wait_until_answered(self) -> None:
        await self._scheduler.capacity.wait_until_empty()
        await asyncio.gather(
            *(worker.link.call("wait_until_answered") for worker in self._workers.values() if worker.serves),
            return_exceptions=True,  # who is gone has nothing to answer
        )
