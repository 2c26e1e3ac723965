"""The supervisor: starts and replaces workers, decides which accept connections, and stops the server in order."""

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Sequence

from kokoro_speech_server.config import Settings
from kokoro_speech_server.http.api_keys import ApiKeys
from kokoro_speech_server.http.server_status import ServerStatus
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.scheduling.engine_slot import EngineSlot
from kokoro_speech_server.scheduling.limits import CallerLimits
from kokoro_speech_server.scheduling.scheduler import Scheduler
from kokoro_speech_server.text.lexicon_file import CHECK_INTERVAL_S, LexiconFile
from kokoro_speech_server.weights import assets
from kokoro_speech_server.workers.audio_memory import AudioMemory, AudioRegions
from kokoro_speech_server.workers.child_process import ProcessStarter
from kokoro_speech_server.workers.connection_counts import ConnectionCounts
from kokoro_speech_server.workers.remote import RelayedAudio
from kokoro_speech_server.workers.setup import WorkerSetup
from kokoro_speech_server.workers.sizing import cores, threads_per_worker
from kokoro_speech_server.workers.wire import PackedChunk
from kokoro_speech_server.workers.worker_process import WorkerProcess, WorkerState

logger = logging.getLogger(__name__)

_MIN_RESTART_DELAY_S = 1.0
_MAX_RESTART_DELAY_S = 30.0
_STABLE_S = 60.0
"""A worker that has been ready for longer is restarted with the shortest delay."""

_LEAVE_TIMEOUT_S = 1.0
"""Seconds in which a worker finishes its responses when no audio will come: the server ends, or no engine is left."""

_SAMPLES_PER_ENGINE = 16_000_000
"""Of the memory for audio: 64 MB, of which only what is used takes room. Enough for two minutes of audio that runs, in
regions of twice its length, and six minutes that wait to be read."""


class Supervisor:
    """Owns what the workers share: the listening sockets, the scheduler and the status of the server.

    It alone handles signals, and it alone reads the files of keys and pronunciations. The workers accept connections
    from the listening sockets themselves; the supervisor only keeps them open.

    listeners:   of HTTP and, with WYOMING_PORT, of Wyoming
    workers:     number of workers
    engines:     number of workers with a model; the others serve connections, process texts and encode audio
    starter:     starts the processes of workers
    on_ready:    called once, when every worker has become warm or has failed to, and one has an engine
    """

    def __init__(
        self,
        settings: Settings,
        listeners: Sequence[socket.socket],
        *,
        workers: int,
        engines: int,
        starter: ProcessStarter,
        on_ready: Callable[[], None],
    ) -> None:
        self._settings = settings
        self._listeners = listeners
        self._starter = starter
        self._on_ready = on_ready
        self._worker_count = workers
        self._engines = engines
        self._workers: dict[int, WorkerProcess] = {}
        self._counts = ConnectionCounts.create(workers)
        audio_memory = AudioMemory.create(engines * _SAMPLES_PER_ENGINE)
        self._audio = AudioRegions(audio_memory, kept=settings.cache_max_mb > 0)
        self._scheduler = Scheduler[PackedChunk, RelayedAudio](
            capacity=workers * settings.queue_size,
            text_capacity=workers * settings.text_queue_size,
            limits=CallerLimits(
                per_minute=settings.rate_limit,
                at_once=settings.concurrency_limit,
                sessions=settings.live_session_limit,
            ),
            queue_timeout_s=settings.queue_timeout_s,
            engine_timeout_s=settings.engine_timeout_s,
            batch_wait_s=settings.max_batch_wait_ms / 1000,
            cache_bytes=settings.cache_max_mb * 1024 * 1024,
            models_loaded=settings.models_loaded,
            load_timeout_s=settings.model_load_timeout_s,
            on_slot_lost=self._on_slot_lost,
            cores=cores() if settings.threads_per_worker is None else None,
        )
        self._api_keys = ApiKeys.read(settings)
        self._lexicon_file = (
            None
            if settings.lexicon_path is None
            else LexiconFile(settings.lexicon_path, frozenset(assets.config()["vocab"]))
        )
        self._lexicon = None if self._lexicon_file is None else self._lexicon_file.latest
        self._tried: set[int] = set()  # the workers that have been warm, or have ended
        self._ended: set[int] = set()
        self._ever_had_slot = False
        self._ready = False
        self._failed = False
        self._ending = False  # the workers are told to end, and none is started any more
        self._stop = asyncio.Event()
        self._stop_now = asyncio.Event()
        self._reload = asyncio.Event()
        self._cuda_mps_is_free = asyncio.Event()
        self._cuda_mps_is_free.set()

    async def run(self) -> int:
        """Serve until SIGINT or SIGTERM. Returns the exit code: 0 after a clean stop, 1 if no worker can start."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._on_stop_signal)
        # Without API_KEYS_FILE, SIGHUP ends the process, as it should when a terminal closes.
        if self._settings.api_keys_file is not None:
            loop.add_signal_handler(signal.SIGHUP, self._reload.set)
        tasks = [
            asyncio.create_task(self._stop.wait()),
            asyncio.create_task(self._reload_keys()),
            *(asyncio.create_task(self._keep_running(index)) for index in range(self._worker_count)),
        ]
        if self._lexicon_file is not None:
            tasks.append(asyncio.create_task(self._reload_lexicon(self._lexicon_file)))
        # The tasks besides the first end only if the supervisor fails.
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            if task.done() and (error := task.exception()):
                logger.critical("The supervisor failed", exc_info=error)
                self._failed = True
        if not self._failed:
            await self._drain()
        self._ending = True
        workers = list(self._workers.values())
        for worker in workers:
            worker.leave(_LEAVE_TIMEOUT_S)
        self._starter.close()
        await asyncio.gather(*(worker.gone.wait() for worker in workers))
        await self._starter.wait_closed()
        for listener in self._listeners:
            listener.close()
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
            self._update()

    async def _reload_lexicon(self, file: LexiconFile) -> None:
        """Give every change of the file at LEXICON_PATH to the workers."""
        while True:
            await asyncio.sleep(CHECK_INTERVAL_S)
            if (lexicon := await file.current()) is not self._lexicon:
                self._lexicon = lexicon
                self._update()

    # Workers

    async def _keep_running(self, index: int) -> None:
        """Run one worker, and replace it when it ends."""
        delay = _MIN_RESTART_DELAY_S
        while self._needs_workers():
            has_engine = index < self._engines
            # With ENGINES, the processes with a model do nothing else.
            accepts = not has_engine or self._engines == self._worker_count
            worker = WorkerProcess(
                index,
                self._starter,
                self._scheduler,
                has_engine=has_engine,
                setup=self._setup,
                listeners=self._listeners if accepts else (),
                counts=self._counts,
                audio=self._audio,
                grace_s=self._settings.grace_s,
                on_change=self._update,
                all_workers=self._workers.values,
            )
            self._workers[index] = worker
            try:
                code = await worker.run()
            except OSError:
                if not self._ending:
                    logger.exception("Worker %d cannot be started", index)
                code = 1
            del self._workers[index]
            if not worker.ended_in_trial:  # its first start was none
                self._ended.add(index)
            if not any(other.exit_reason == "cuda_mps" for other in self._workers.values()):
                self._cuda_mps_is_free.set()
            self._update()
            if not self._needs_workers():
                return
            if self._cannot_start():
                logger.critical("Worker %d ended with exit code %d before any was ready", index, code)
                self._failed = True
                self._stop.set()
                return
            metrics.WORKER_RESTARTS.labels(worker.exit_reason).inc()
            if self._settings.cuda_mps and worker.has_engine and worker.exit_reason != "cuda_mps":
                self._kill_engines(besides=worker)
            stable = worker.seconds_ready > _STABLE_S
            delay = _MIN_RESTART_DELAY_S if stable else min(2 * delay, _MAX_RESTART_DELAY_S)
            logger.error(
                "Worker %d ended with exit code %d; its replacement starts in %g s", index, code, delay
            )
            await asyncio.sleep(delay)
            await self._cuda_mps_is_free.wait()

    def _needs_workers(self) -> bool:
        """Whether workers are still started: while the server stops, only for the requests that it has admitted."""
        return not self._stop.is_set() or (not self._ending and bool(self._scheduler.capacity.held))

    def _setup(self, worker: WorkerProcess) -> WorkerSetup:
        worker.lexicon = self._lexicon
        return WorkerSetup(
            worker=worker.index,
            workers=self._worker_count,
            has_engine=worker.has_engine,
            settings=self._settings.model_copy(
                update={
                    "engines": self._engines,
                    "threads_per_worker": threads_per_worker(self._settings, self._engines),
                }
            ),
            api_keys=self._api_keys,
            lexicon=self._lexicon,
        )

    def _cannot_start(self) -> bool:
        """Whether every worker with a model, or every one that accepts connections, failed at its first start."""
        if self._ever_had_slot:
            return False
        indexes = range(self._worker_count)
        return self._ended.issuperset(indexes[: self._engines]) or (
            self._engines < self._worker_count and self._ended.issuperset(indexes[self._engines :])
        )

    def _kill_engines(self, *, besides: WorkerProcess) -> None:
        """Kill the other workers with an engine: under MPS, a fatal fault of one affects all of them.

        None is replaced before all have ended, since MPS does not accept new clients before (NVIDIA's MPS guide, on
        memory protection and error containment).
        """
        for worker in self._workers.values():
            if worker.has_engine and worker is not besides:
                worker.exit_reason = "cuda_mps"
                if worker.slot is not None:
                    # First, so that its chunks do not seem to have killed it.
                    self._scheduler.remove_slot(worker.slot, faultless=True)
                worker.kill()
                self._cuda_mps_is_free.clear()

    def _on_slot_lost(self, slot: EngineSlot[PackedChunk, RelayedAudio], reason: str, hung: bool) -> None:
        for worker in self._workers.values():
            if worker.slot is slot:
                logger.error("The engine of worker %d is lost: %s", worker.index, reason)
                if hung:
                    worker.exit_reason = "hang"
                if self._settings.cuda_mps and worker.exit_reason != "cuda_mps":
                    self._kill_engines(besides=worker)  # before another one takes its chunks
                if hung or self._settings.cuda_mps:
                    worker.kill()
                else:
                    # Other engines synthesize the rest of its requests. Without any, it must soon be replaced.
                    others = self._has_engine_besides(worker)
                    worker.leave(self._settings.grace_s if others else _LEAVE_TIMEOUT_S)

    def _has_engine_besides(self, worker: WorkerProcess) -> bool:
        """Whether another worker has an engine, or is about to."""
        return any(
            other.has_engine and other.state in (WorkerState.STARTING, WorkerState.READY)
            for other in self._workers.values()
            if other is not worker
        )

    def _update(self) -> None:
        """Tell every worker the status of the server and whether to accept connections."""
        workers = list(self._workers.values())
        ready = [worker for worker in workers if worker.state is WorkerState.READY]
        has_engine = any(worker.slot is not None for worker in ready)
        self._ever_had_slot |= has_engine
        self._tried |= self._ended | {worker.index for worker in ready}
        if has_engine and len(self._tried) == self._worker_count and not self._ready:
            self._ready = True
            self._on_ready()
        self._choose_acceptors(workers)
        status = ServerStatus(
            workers=self._worker_count,
            workers_ready=len(ready),
            ready=self._ready and has_engine,
            stopping=self._scheduler.stopping,
        )
        for worker in workers:
            if not worker.serves:
                continue
            worker.link.notify("set_keys", self._api_keys)  # it may have started before the last SIGHUP
            worker.link.notify("set_status", status)
            if worker.lexicon is not self._lexicon and self._lexicon is not None:
                worker.lexicon = self._lexicon
                worker.link.notify("set_lexicon", self._lexicon)

    def _choose_acceptors(self, workers: Sequence[WorkerProcess]) -> None:
        """Let the warm workers accept connections; while none is warm, all, so that /health and /ready respond."""
        able = [
            worker
            for worker in workers
            if worker.accepts and worker.serves and worker.state in (WorkerState.STARTING, WorkerState.READY)
        ]
        warm = [worker for worker in able if worker.state is WorkerState.READY]
        for worker in able:
            worker.set_accepting(worker in (warm or able))

    # Shutdown

    async def _drain(self) -> None:
        """Admit no more requests, and wait until those in flight are answered, at most GRACE_S."""
        self._scheduler.stopping = True
        self._update()
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
