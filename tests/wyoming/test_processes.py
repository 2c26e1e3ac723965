"""Wyoming beside HTTP in the processes of a server: its port, its workers, its end, and its keys."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Self

import pytest
from wyoming.info import Describe
from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart

from kokoro_speech_server.config import Settings
from kokoro_speech_server.wyoming import startup
from kokoro_speech_server.wyoming.startup import check_wyoming
from tests.servers import ServerProcess, free_port, http_client, wait_until, worker_processes
from tests.wyoming.client import END_OF_STREAM, ONE, SENTENCE, TWO, WyomingClient, kinds

pytestmark = pytest.mark.server


class WyomingProcess(ServerProcess):
    """A server with fake engines that serves Wyoming."""

    def __init__(self, **settings: str) -> None:
        self.wyoming_port = free_port()
        super().__init__(
            module="tests.fake_serve", WYOMING_PORT=str(self.wyoming_port), LIVE_PATIENCE_MS="1e9", **settings
        )

    def __enter__(self) -> Self:
        return self

    def client(self) -> WyomingClient:
        return WyomingClient(self.wyoming_port)

    def metric(self, name: str) -> float:
        lines = http_client.get(f"{self.url}/metrics").text.splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


@pytest.fixture(scope="module")
def pair(model_files: None) -> Iterator[WyomingProcess]:
    with WyomingProcess(WORKERS="2") as process:
        process.wait_until_ready()
        yield process


def test_every_worker_takes_connections(pair: WyomingProcess) -> None:
    def connections(worker: int) -> int:
        open = worker_processes(pair.process.pid)[worker].net_connections()
        return sum(one.status == "ESTABLISHED" and one.laddr[1] == pair.wyoming_port for one in open)

    with ExitStack() as stack:
        clients: list[WyomingClient] = []

        def both_have_some() -> bool:
            """Connects once more. A worker that gets no core when somebody connects leaves it to the other."""
            clients.append(stack.enter_context(pair.client()))
            clients[-1].send(Describe())
            assert clients[-1].receive().type == "info"
            return len(clients) >= 6 and min(connections(0), connections(1)) >= 3

        wait_until(both_have_some, "connections of each worker")
        assert connections(0) + connections(1) == len(clients)
        assert pair.metric("speech_live_sessions") == len(clients)
        for client in clients:
            client.stream(ONE)
        for client in clients:
            assert kinds(client.until(END_OF_STREAM)) == [*SENTENCE, END_OF_STREAM]
    wait_until(lambda: pair.metric("speech_live_sessions") == 0, "end of all sessions")


def test_http_and_wyoming_share_the_queue_and_the_metrics(pair: WyomingProcess) -> None:
    name = 'speech_requests_total{outcome="spoken"}'
    before = pair.metric(name)
    with pair.client() as client:
        client.send(Synthesize(ONE))
        assert kinds(client.until("audio-stop")) == SENTENCE
    wait_until(lambda: pair.metric(name) == before + 1, "count of the text")


@pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.proof), "2"])
def test_sessions_are_drained_on_sigterm(model_files: None, workers: str) -> None:
    with WyomingProcess(WORKERS=workers) as process:
        process.wait_until_ready()
        with process.client() as silent, process.client() as client:
            silent.send(Describe())
            silent.receive()
            client.send(SynthesizeStart(), SynthesizeChunk(f"{ONE} {TWO} Y"))
            early = client.until("audio-stop")
            assert kinds(early) == SENTENCE
            assert process.stop() == 0
            rest = client.until(END_OF_STREAM)
            assert "error" not in kinds(rest)
            assert len(rest) > 1
            assert client.closed()
            assert silent.closed()
        assert "Traceback" not in process.stderr
        # To whoever connects, the port is free again.
        socket.create_server(("127.0.0.1", process.wyoming_port)).close()


def test_a_key_does_not_open_wyoming_by_accident(model_files: None) -> None:
    with WyomingProcess(API_KEYS="sk-right") as process:
        assert process.wait() == 1
        assert "WYOMING_PORT: Wyoming has no API keys" in process.stderr
        assert "set WYOMING_HOST" in process.stderr
        assert "sk-right" not in process.stderr


def test_with_keys_wyoming_is_open_where_the_operator_says_so(model_files: None) -> None:
    with WyomingProcess(API_KEYS="sk-right", WYOMING_HOST="0.0.0.0", WYOMING_ANNOUNCE="false") as process:
        process.wait_until_ready()
        assert f"Everyone who can reach port {process.wyoming_port} on 0.0.0.0" in process.stderr
        with process.client() as client:
            client.send(Synthesize(ONE))
            assert kinds(client.until("audio-stop")) == SENTENCE
        assert http_client.get(f"{process.url}/dev/engine").status_code == 401


def test_a_port_that_is_taken_stops_the_start(model_files: None) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with ServerProcess(module="tests.fake_serve", WYOMING_PORT=str(port)) as process:
            assert process.wait() == 1
            assert f"port {port} on 127.0.0.1 is not free" in process.stderr


def test_the_start_is_refused_before_anything_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    check = partial(check_wyoming, has_keys=False)
    check(Settings(wyoming_port=None))
    check(Settings(wyoming_port=10200))
    with pytest.raises(ValueError, match="WYOMING_PORT must not be PORT"):
        check(Settings(wyoming_port=8880, port=8880))
    monkeypatch.setattr(startup, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match="the package wyoming is not installed"):
        check(Settings(wyoming_port=10200))


def test_only_keys_without_a_host_of_its_own_are_refused() -> None:
    check_wyoming(Settings(wyoming_port=10200, wyoming_host="127.0.0.1"), has_keys=True)
    check_wyoming(Settings(wyoming_port=10200), has_keys=False)
    with pytest.raises(ValueError, match="WYOMING_HOST"):
        check_wyoming(Settings(wyoming_port=10200), has_keys=True)
