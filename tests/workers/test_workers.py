"""The server as a family of processes: who ends with whom."""

import asyncio
import os
import signal
import socket
from collections.abc import Iterator

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from kokoro_speech_server.scheduling.limits import CallerLimits
from kokoro_speech_server.scheduling.scheduler import Scheduler
from kokoro_speech_server.workers.link import Link, LinkClosedError
from kokoro_speech_server.workers.worker_process import WorkerProcess
from tests.observability.test_metrics import figures
from tests.servers import SPEECH, ServerProcess, is_ready, wait_until
from tests.texts import BOOK


@pytest.fixture
def pair(model_files: None) -> Iterator[ServerProcess]:
    with ServerProcess(module="tests.fake_serve", WORKERS="2") as process:
        process.wait_until_ready()
        yield process


def family(server: ServerProcess) -> list[psutil.Process]:
    found: list[psutil.Process] = psutil.Process(server.process.pid).children(recursive=True)
    return found


def test_ready_means_that_all_workers_are_warm(pair: ServerProcess) -> None:
    answer = httpx.get(f"{pair.url}/ready", trust_env=False)
    assert answer.json().items() >= {"status": "ready", "workers": 2, "workers_ready": 2}.items()
    assert pair.stdout.count("Ready: ") == 1


def test_workers_do_not_outlive_their_supervisor(pair: ServerProcess) -> None:
    workers = family(pair)
    assert len(workers) >= 2
    pair.process.kill()
    wait_until(lambda: not any(worker.is_running() for worker in workers), "the workers' end")


def test_the_supervisor_holds_no_model(pair: ServerProcess) -> None:
    """A supervisor of eight workers is not to cost what a ninth would."""
    maps = psutil.Process(pair.process.pid).memory_maps()
    assert not [one.path for one in maps if "torch" in one.path or one.path.endswith(".safetensors")]


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_told_twice_the_server_ends_at_once(pair: ServerProcess, told: signal.Signals) -> None:
    """A reader who takes his time would hold the first stop for a minute."""
    workers = family(pair)
    request = {"input": BOOK, "response_format": "pcm"}
    with httpx.stream("POST", pair.url + SPEECH, json=request, timeout=60, trust_env=False) as answer:
        pieces = answer.iter_raw()
        next(pieces)
        pair.process.send_signal(told)
        wait_until(lambda: not is_ready(pair.url), "a server that takes no more requests")
        assert pair.process.poll() is None
        pair.process.send_signal(told)
        assert pair.wait() == 0
        with pytest.raises(httpx.RemoteProtocolError):
            for _ in pieces:
                pass
    assert not any(worker.is_running() for worker in workers)


def test_a_worker_that_dies_is_replaced_and_the_server_stays_ready(pair: ServerProcess) -> None:
    def workers_ready() -> int:
        answer = httpx.get(f"{pair.url}/ready", trust_env=False)
        assert answer.status_code == 200
        ready: int = answer.json()["workers_ready"]
        return ready

    victim = next(
        one for one in family(pair) if "kokoro_speech_server.workers.worker" in " ".join(one.cmdline())
    )
    os.kill(victim.pid, signal.SIGKILL)
    wait_until(lambda: not victim.is_running(), "its end")
    wait_until(lambda: workers_ready() == 1, "its end, noticed")
    answer = httpx.post(pair.url + SPEECH, json={"input": "We go on."}, timeout=60, trust_env=False)
    assert answer.status_code == 200
    wait_until(lambda: workers_ready() == 2, "its replacement")
    assert "exit code -9" in pair.stderr


@pytest.fixture
def one_engine(model_files: None) -> Iterator[ServerProcess]:
    with ServerProcess(module="tests.fake_serve", WORKERS="3", ENGINES="1") as process:
        process.wait_until_ready()
        yield process


def _workers(server: ServerProcess, *, model: bool) -> list[psutil.Process]:
    commands = {one: one.cmdline() for one in family(server)}
    return [
        one
        for one, command in commands.items()
        if "kokoro_speech_server.workers.worker" in command and ("--no-model" not in command) is model
    ]


def test_workers_without_a_model_have_one_engine_speak_for_them(one_engine: ServerProcess) -> None:
    assert httpx.get(f"{one_engine.url}/ready", trust_env=False).json()["workers_ready"] == 3
    for number in range(6):  # each on a connection of its own
        spoken = httpx.post(
            one_engine.url + SPEECH, json={"input": f"Number {number}."}, timeout=60, trust_env=False
        )
        assert spoken.status_code == 200
    assert figures(one_engine.url)['speech_chunks_total{worker="0"}'] == 6
    [engine] = httpx.get(f"{one_engine.url}/dev/engine", trust_env=False).json()["engines"]
    assert engine["worker"] == 0
    assert sum(batch["chunks"] for batch in engine["batches"]) == 7  # the first is the warm-up's
    [speaker] = _workers(one_engine, model=True)
    assert not [one for one in speaker.net_connections() if one.family == socket.AF_INET]


def test_what_is_heard_goes_on_when_another_processs_engine_dies(one_engine: ServerProcess) -> None:
    """The listener's connection is not the engine's: the text that is left is spoken by the next one."""
    request = {"input": BOOK, "response_format": "pcm", "seed": 1}
    whole = httpx.post(one_engine.url + SPEECH, json=request, timeout=60, trust_env=False).content
    [speaker] = _workers(one_engine, model=True)
    with httpx.stream("POST", one_engine.url + SPEECH, json=request, timeout=60, trust_env=False) as answer:
        pieces = answer.iter_raw()
        heard = next(pieces)
        speaker.kill()
        assert heard + b"".join(pieces) == whole
    wait_until(lambda: is_ready(one_engine.url), "a new engine")


def test_a_reader_of_texts_that_dies_is_replaced(one_engine: ServerProcess) -> None:
    victim = _workers(one_engine, model=False)[0]
    victim.kill()
    wait_until(lambda: not victim.is_running(), "its end")
    wait_until(lambda: len(_workers(one_engine, model=False)) == 2, "its replacement")
    spoken = httpx.post(one_engine.url + SPEECH, json={"input": "We go on."}, timeout=60, trust_env=False)
    assert spoken.status_code == 200


@pytest.mark.anyio
async def test_a_worker_that_is_ended_while_it_begins_does_not_live_on() -> None:
    scheduler = Scheduler[bytes, bytes](
        capacity=1,
        limits=CallerLimits(per_minute=None, at_once=None),
        queue_timeout_s=60,
        engine_timeout_s=None,
        batch_wait_s=0,
        cache_bytes=0,
        on_slot_lost=lambda *_: None,
    )
    worker = WorkerProcess(
        0, "tests.fake_serve:none", scheduler, has_engine=True, on_change=lambda: None, all_workers=lambda: ()
    )
    worker.kill()
    assert await worker.run({}) == -signal.SIGKILL


@pytest.mark.anyio
async def test_a_message_that_can_t_be_read_ends_the_link_and_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Who waits for an answer hears of it: on a stream of messages there is no way to find the next one."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    with theirs:
        link = Link(ours, object())
        await link.open()
        reading = asyncio.create_task(link.run())
        asked = asyncio.create_task(link.call("ping"))
        theirs.sendall((4).to_bytes(4) + b"junk")
        await reading
        with pytest.raises(LinkClosedError):
            await asked
        with pytest.raises(LinkClosedError):
            await link.call("ping")
    assert "is broken" in caplog.text
