"""The server's processes: which are replaced, and which end with which."""

import asyncio
import gc
import os
import signal
import socket
from collections.abc import Iterator

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from kokoro_speech_server.app import create_app
from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import OverloadedError
from kokoro_speech_server.scheduling.limits import CallerLimits
from kokoro_speech_server.scheduling.scheduler import Scheduler
from kokoro_speech_server.workers.audio_memory import AudioMemory, AudioRegions
from kokoro_speech_server.workers.connection_counts import ConnectionCounts
from kokoro_speech_server.workers.exec_starter import ExecStarter
from kokoro_speech_server.workers.link import Link, LinkClosedError
from kokoro_speech_server.workers.remote import RelayedAudio, RemoteSchedulerClient
from kokoro_speech_server.workers.setup import WorkerSetup
from kokoro_speech_server.workers.wire import PackedChunk
from kokoro_speech_server.workers.worker_calls import WorkerCalls
from kokoro_speech_server.workers.worker_process import WorkerProcess, WorkerState
from tests.engines import PATIENCE_S, FakeEngine
from tests.observability.test_metrics import figures
from tests.servers import SPEECH, ServerProcess, http_client, is_ready, wait_until, worker_processes
from tests.texts import BOOK


@pytest.fixture(scope="module")
def shared_pair(model_files: None) -> Iterator[ServerProcess]:
    """Two workers, for tests after which both are ready again."""
    with ServerProcess(module="tests.fake_serve", WORKERS="2") as process:
        process.wait_until_ready()
        yield process


@pytest.fixture
def pair(model_files: None) -> Iterator[ServerProcess]:
    with ServerProcess(module="tests.fake_serve", WORKERS="2") as process:
        process.wait_until_ready()
        yield process


@pytest.fixture
def single(model_files: None) -> Iterator[ServerProcess]:
    with ServerProcess(module="tests.fake_serve", WORKERS="1") as process:
        process.wait_until_ready()
        yield process


def family(server: ServerProcess) -> list[psutil.Process]:
    """Returns all processes below the supervisor."""
    found: list[psutil.Process] = psutil.Process(server.process.pid).children(recursive=True)
    return found


def test_ready_means_that_all_workers_are_warm(shared_pair: ServerProcess) -> None:
    answer = http_client.get(f"{shared_pair.url}/ready")
    assert answer.json().items() >= {"status": "ready", "workers": 2, "workers_ready": 2}.items()
    assert shared_pair.stdout.count("Ready: ") == 1


def test_workers_do_not_outlive_their_supervisor(pair: ServerProcess) -> None:
    workers = family(pair)
    assert len(workers) >= 2
    pair.process.kill()
    wait_until(lambda: not any(worker.is_running() for worker in workers), "end of the workers")


def test_the_supervisor_holds_no_model(shared_pair: ServerProcess) -> None:
    """Otherwise it would need as much memory as a worker."""
    maps = psutil.Process(shared_pair.process.pid).memory_maps()
    assert not [one.path for one in maps if "torch" in one.path or one.path.endswith(".safetensors")]


@pytest.mark.parametrize("repeated", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.proof)])
def test_a_second_signal_ends_the_server_at_once(single: ServerProcess, repeated: signal.Signals) -> None:
    """A slow client would delay the end after the first signal for a minute."""
    workers = family(single)
    request = {"input": BOOK, "response_format": "pcm"}
    with http_client.stream("POST", single.url + SPEECH, json=request) as answer:
        pieces = answer.iter_raw()
        next(pieces)
        single.process.send_signal(repeated)
        wait_until(lambda: not is_ready(single.url), "end of readiness")
        assert single.process.poll() is None
        single.process.send_signal(repeated)
        assert single.wait() == 0
        with pytest.raises(httpx.RemoteProtocolError):
            for _ in pieces:
                pass
    assert not any(worker.is_running() for worker in workers)


def test_a_worker_that_dies_is_replaced_and_the_server_stays_ready(shared_pair: ServerProcess) -> None:
    def workers_ready() -> int:
        answer = http_client.get(f"{shared_pair.url}/ready")
        assert answer.status_code == 200
        ready: int = answer.json()["workers_ready"]
        return ready

    victim = worker_processes(shared_pair.process.pid)[0]
    os.kill(victim.pid, signal.SIGKILL)
    wait_until(lambda: not victim.is_running(), "end of the worker")
    wait_until(lambda: workers_ready() == 1, "notice of its end")
    answer = http_client.post(shared_pair.url + SPEECH, json={"input": "We go on."})
    assert answer.status_code == 200
    wait_until(lambda: workers_ready() == 2, "replacement of the worker")
    assert "exit code -9" in shared_pair.stderr


@pytest.fixture(scope="module")
def one_engine(model_files: None) -> Iterator[ServerProcess]:
    with ServerProcess(module="tests.fake_serve", WORKERS="3", ENGINES="1") as process:
        process.wait_until_ready()
        yield process


def _workers(server: ServerProcess, *, model: bool) -> list[psutil.Process]:
    return worker_processes(server.process.pid, name="worker" if model else "web worker")


def test_one_engine_synthesizes_for_workers_without_a_model(one_engine: ServerProcess) -> None:
    assert http_client.get(f"{one_engine.url}/ready").json()["workers_ready"] == 3
    for number in range(6):  # each on a new connection
        answer = http_client.post(one_engine.url + SPEECH, json={"input": f"Number {number}."})
        assert answer.status_code == 200
    assert figures(one_engine.url)['speech_chunks_total{worker="0"}'] == 6
    [engine] = http_client.get(f"{one_engine.url}/dev/engine").json()["engines"]
    assert engine["worker"] == 0
    assert sum(batch["chunks"] for batch in engine["batches"]) == 7  # one is the warm-up's
    [engine_worker] = _workers(one_engine, model=True)
    assert not [one for one in engine_worker.net_connections() if one.family == socket.AF_INET]


def test_a_stream_continues_after_the_death_of_the_engine_in_another_process(
    one_engine: ServerProcess,
) -> None:
    """The connection belongs to another worker; the next engine synthesizes the rest of the text."""
    request = {"input": BOOK, "response_format": "pcm", "seed": 1}
    whole = http_client.post(one_engine.url + SPEECH, json=request).content
    [engine_worker] = _workers(one_engine, model=True)
    with http_client.stream("POST", one_engine.url + SPEECH, json=request) as answer:
        pieces = answer.iter_raw()
        first = next(pieces)
        engine_worker.kill()
        assert first + b"".join(pieces) == whole
    wait_until(lambda: is_ready(one_engine.url), "readiness of a new engine")


def test_a_worker_without_a_model_that_dies_is_replaced(one_engine: ServerProcess) -> None:
    victim = _workers(one_engine, model=False)[0]
    victim.kill()
    wait_until(lambda: not victim.is_running(), "end of the worker")
    wait_until(lambda: len(_workers(one_engine, model=False)) == 2, "replacement of the worker")
    answer = http_client.post(one_engine.url + SPEECH, json={"input": "We go on."})
    assert answer.status_code == 200


@pytest.mark.anyio
async def test_a_worker_that_is_killed_while_it_starts_ends() -> None:
    scheduler = Scheduler[PackedChunk, RelayedAudio](
        capacity=1,
        text_capacity=1,
        limits=CallerLimits(per_minute=None, at_once=None),
        queue_timeout_s=60,
        engine_timeout_s=None,
        batch_wait_s=0,
        cache_bytes=0,
        on_slot_lost=lambda *_: None,
    )

    def no_setup(_: WorkerProcess) -> WorkerSetup:
        raise AssertionError("the process asks for its setup only when it runs")

    worker = WorkerProcess(
        0,
        ExecStarter("tests.fake_serve:none", {}),
        scheduler,
        has_engine=True,
        setup=no_setup,
        listeners=(),
        counts=ConnectionCounts.create(1),
        audio=AudioRegions(AudioMemory.create(0), kept=False),
        grace_s=1,
        on_change=lambda: None,
        all_workers=lambda: (),
    )
    worker.kill()
    assert await worker.run() == -signal.SIGKILL
    assert worker.state is WorkerState.GONE


class _WarmWatch:
    """The part of the supervisor that a worker without a model calls when it is warm."""

    def __init__(self) -> None:
        self.is_warm = asyncio.Event()

    def warm(self) -> None:
        self.is_warm.set()


@pytest.mark.anyio
async def test_garbage_collections_spare_what_a_worker_has_loaded() -> None:
    """Otherwise each of them would delay the requests of the moment, and several would delay the end."""
    sockets = socket.socketpair()
    for end in sockets:
        end.setblocking(False)
    watch = _WarmWatch()
    supervisor, worker = Link(sockets[0], watch), Link(sockets[1], WorkerCalls(AudioMemory.create(0)))
    await supervisor.open()
    await worker.open()
    reading = [asyncio.create_task(link.run()) for link in (supervisor, worker)]
    app = create_app(Settings(default_voice="ef_dora"), FakeEngine(), worker, has_engine=False)
    before = gc.get_freeze_count()
    try:
        async with app.router.lifespan_context(app), asyncio.timeout(PATIENCE_S):
            await watch.is_warm.wait()
            assert gc.get_freeze_count() > before
    finally:
        for task in reading:
            task.cancel()


class _FullScheduler:
    """The part of the supervisor that a worker calls for a request, without a place."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def admit(self, number: int, *_: object) -> None:
        self.calls.append("admit")
        raise OverloadedError("The server is full.")

    def release(self, number: int) -> None:
        self.calls.append("release")

    def ping(self) -> None:
        self.calls.append("ping")


@pytest.mark.anyio
async def test_a_refusal_costs_the_supervisor_one_call() -> None:
    """All refusals of a server pass through it, and in a flood they come all at once."""
    sockets = socket.socketpair()
    for end in sockets:
        end.setblocking(False)
    full = _FullScheduler()
    supervisor, worker = Link(sockets[0], full), Link(sockets[1], WorkerCalls(AudioMemory.create(0)))
    await supervisor.open()
    await worker.open()
    reading = [asyncio.create_task(link.run()) for link in (supervisor, worker)]
    try:
        async with asyncio.timeout(PATIENCE_S):
            with pytest.raises(OverloadedError, match="full"):
                await RemoteSchedulerClient(worker).admit("somebody", due=0, remaining=1)
            await worker.call("ping")
    finally:
        for task in reading:
            task.cancel()
    assert full.calls == ["admit", "ping"]


@pytest.mark.anyio
async def test_an_invalid_message_closes_the_link_and_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Pending calls fail, since the start of the next message cannot be found."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    with theirs:
        link = Link(ours, object())
        await link.open()
        reading = asyncio.create_task(link.run())
        pending = asyncio.create_task(link.call("ping"))
        theirs.sendall((4).to_bytes(4) + b"junk")
        await reading
        with pytest.raises(LinkClosedError):
            await pending
        with pytest.raises(LinkClosedError):
            await link.call("ping")
    assert "is broken" in caplog.text
