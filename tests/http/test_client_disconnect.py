"""A disconnect cancels the synthesis; a client that stops reading pauses it, and is disconnected in the end."""

import http.client
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from kokoro_speech_server.audio.streaming_audio_writer import StreamingAudioWriter
from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.synthesis import tts_service
from tests.engines import PATIENCE_S
from tests.servers import (
    SPEECH,
    FakeServer,
    ServerProcess,
    each_way,
    wait_until,
    worker_processes,
)
from tests.texts import BOOK, SENTENCES

SMALL_CHUNKS: dict[str, Any] = {"first_chunk_tokens": 20, "target_min_tokens": 20, "target_max_tokens": 30}


@pytest.mark.parametrize("step", [1, 3], ids=["before_the_first_byte", "in_mid_stream"])
@each_way
def test_a_disconnect_stops_the_synthesis(fake: FakeServer, way: dict[str, object], step: int) -> None:
    with fake.engine.hold(step) as gate:
        connection = fake.connect(SENTENCES, **way)
        fake.engine.wait_for_step(step)
        if step > 1 and way != {"stream": False}:
            assert connection.getresponse().read(10)
        fake.leave(connection)
        gate.set()
        fake.wait_until_idle()
    assert fake.engine.steps == step


def test_a_request_whose_client_disconnects_while_it_waits_never_reaches_the_engine(fake: FakeServer) -> None:
    with ThreadPoolExecutor() as pool, fake.engine.hold(1) as gate:
        first = pool.submit(fake.pcm, "The first one is in the engine.", seed=1)
        fake.engine.wait_for_step(1)
        connection = fake.connect(SENTENCES)
        wait_until(lambda: fake.tasks == 2, "second request")
        fake.leave(connection)
        gate.set()
        assert first.result()
        fake.wait_until_idle()
    assert fake.engine.steps == 1


@each_way
@pytest.mark.parametrize("call", ["write", "finish"])
def test_a_disconnect_never_closes_a_codec_in_use(
    fake: FakeServer, way: dict[str, object], call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process crashes if one thread frees FFmpeg's objects while another uses them."""
    encoding, leave, events = threading.Event(), threading.Event(), list[str]()

    class Slow(StreamingAudioWriter):
        def close(self) -> None:
            events.append("close")
            super().close()

    def slow(writer: StreamingAudioWriter, *args: Any) -> bytes:
        encoding.set()
        assert leave.wait(PATIENCE_S)
        events.append(call)
        result: bytes = getattr(StreamingAudioWriter, call)(writer, *args)
        return result

    monkeypatch.setattr(Slow, call, slow, raising=False)
    monkeypatch.setattr(tts_service, "StreamingAudioWriter", Slow)
    connection = fake.connect("A short text.", **way)
    assert encoding.wait(PATIENCE_S)
    fake.leave(connection)
    assert events == []
    leave.set()
    fake.wait_until_idle()
    assert events[0] == call
    assert "close" in events


@pytest.fixture(scope="module")
def narrow(model_files: None) -> Iterator[FakeServer]:
    """Small buffers and small chunks, so that the synthesis runs little ahead of the client."""
    with FakeServer(stream_buffer_bytes=16 * 1024, **SMALL_CHUNKS) as server:
        yield server.wait_until_ready()


def test_synthesis_pauses_while_the_client_does_not_read_and_then_resumes(narrow: FakeServer) -> None:
    narrow.engine.forget()
    with closing(narrow.connect(BOOK, speed=0.5)) as connection:
        answer = connection.getresponse()

        def made() -> int:
            """Returns the chunks of the request under test; the others have another speed."""
            return sum(chunk.speed == 0.5 for chunk in narrow.engine.chunks)

        # The engine runs chunks in the order of their requests, so a request that makes no progress while ten others
        # run from start to end waits for its client.
        unchanged, before = 0, made()
        for _ in range(1000):
            assert narrow.pcm("Others are served meanwhile. They are not held up.")
            unchanged, before = (unchanged + 1, before) if made() == before else (0, made())
            if unchanged == 10:
                break
        assert unchanged == 10, "the synthesis never paused"
        wait_until(lambda: narrow.tasks == 1, "end of the other requests")
        ahead = sum(2 * narrow.engine.length(chunk) for chunk in narrow.engine.chunks if chunk.speed == 0.5)
        # Our buffer, uvicorn's 64 KiB, the kernel's on both sides, a waiting chunk and one that is partly sent.
        assert ahead < 400_000

        audio = answer.read()
        narrow.wait_until_idle()
        assert made() > 2 * before
        assert len(audio) == 2 * sum(narrow.engine.length(c) for c in narrow.engine.chunks if c.speed == 0.5)


def test_a_client_that_reads_nothing_for_too_long_is_disconnected(model_files: None) -> None:
    with FakeServer(stream_buffer_bytes=16 * 1024, send_timeout_s=0.5, **SMALL_CHUNKS) as server:
        server.wait_until_ready()
        with closing(server.connect(BOOK)) as connection:
            server.engine.wait_for_step(2)
            server.wait_until_idle()
            assert server.engine.seconds * 2 * SAMPLE_RATE < 400_000
            with pytest.raises((http.client.IncompleteRead, ConnectionError)):
                connection.getresponse().read()


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="needs Linux")
def test_the_connection_of_a_client_that_reads_nothing_is_closed(model_files: None) -> None:
    """With real processes: the kernel's buffers of the connection are freed, too."""
    with ServerProcess(module="tests.fake_serve", SEND_TIMEOUT_S="1") as process:
        process.wait_until_ready()
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", process.port))
            request = httpx.Request(
                "POST", process.url + SPEECH, json={"input": BOOK, "response_format": "pcm"}
            )
            head = "".join(f"{name}: {value}\r\n" for name, value in request.headers.items())
            client.sendall(f"POST {SPEECH} HTTP/1.1\r\n{head}\r\n".encode() + request.content)
            ours = client.getsockname()[1]

            def connected() -> bool:
                return any(
                    one.raddr and one.raddr.port == ours and one.status != psutil.CONN_CLOSE
                    for worker in worker_processes(process.process.pid)
                    for one in worker.net_connections("tcp")
                )

            assert client.recv(1)
            assert connected()
            wait_until(lambda: not connected(), "end of the connection")
