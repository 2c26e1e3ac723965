"""What happens around the sound: failures, clients that leave or stall, concurrency, memory, starts and stops."""

import asyncio
import http.client
import itertools
import math
import os
import shutil
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import psutil  # type: ignore[import-untyped]
import pytest

from api.src.core.config import Settings
from api.src.core.errors import EngineError
from api.src.inference.base import SAMPLE_RATE
from api.src.inference.voices import VOICES
from api.src.services import tts_service
from api.src.services.streaming_audio_writer import StreamingAudioWriter
from tests.audio import decode
from tests.engines import PATIENCE_S, FakeEngine, symbols
from tests.servers import (
    SPEECH,
    FakeServer,
    ServerProcess,
    assert_error,
    is_ready,
    joined_events,
    wait_until,
)

SENTENCES = " ".join(f"This is sentence number {i}, and it says rather little." for i in range(30))
BOOK = " ".join(f"Sentence {i} of a long book goes on and on." for i in range(600))

SMALL_CHUNKS: dict[str, Any] = {"first_chunk_tokens": 20, "target_min_tokens": 20, "target_max_tokens": 30}

each_way = pytest.mark.parametrize(
    "way", [{"stream": True}, {"stream": False}, {"stream_format": "sse"}], ids=["streamed", "whole", "sse"]
)
each_fault = pytest.mark.parametrize(
    "fault",
    [EngineError("It failed."), RuntimeError("a secret detail"), math.nan],
    ids=["error", "raise", "nan"],
)


@each_way
@each_fault
def test_a_failure_in_the_first_chunk_has_a_status(
    fake: FakeServer, way: dict[str, object], fault: Exception | float
) -> None:
    fake.engine.faults[1] = fault
    message = assert_error(fake.speak(SENTENCES, response_format="pcm", **way), 500, "server_error")
    assert "secret" not in message
    assert fake.engine.steps == 1
    assert fake.pcm("And the next one is served.")


@pytest.mark.parametrize("format", ["pcm", "mp3", "wav"])
@each_fault
def test_a_later_failure_breaks_the_connection(
    fake: FakeServer, format: str, fault: Exception | float
) -> None:
    fake.engine.faults[3] = fault
    with pytest.raises(httpx.RemoteProtocolError):
        fake.speak(SENTENCES, response_format=format)
    fake.wait_until_idle()
    assert fake.engine.steps == 3


@each_fault
def test_a_later_failure_is_an_event_before_the_connection_breaks(
    fake: FakeServer, fault: Exception | float
) -> None:
    fake.engine.faults[3] = fault
    request = {"input": SENTENCES, "stream_format": "sse", "response_format": "pcm"}
    body = b""
    with fake.client.stream("POST", SPEECH, json=request) as answer:
        pieces = answer.iter_raw()
        while not (b'"error"' in body and body.endswith(b"\n\n")):
            body += next(pieces)
        with pytest.raises(httpx.RemoteProtocolError):
            next(pieces)
    events, audio = joined_events(body.decode())
    assert audio
    assert [event["type"] for event in events[:-1]] == ["speech.audio.delta"] * (len(events) - 1)
    assert events[-1].keys() == {"type", "error"}
    assert events[-1]["type"] == "error"
    assert set(events[-1]["error"]) == {"message", "type", "param", "code"}
    assert events[-1]["error"]["type"] == "server_error"
    assert "secret" not in events[-1]["error"]["message"]


@each_fault
def test_a_later_failure_of_a_whole_file_has_a_status(fake: FakeServer, fault: Exception | float) -> None:
    fake.engine.faults[3] = fault
    assert_error(fake.speak(SENTENCES, stream=False), 500, "server_error")


@pytest.mark.parametrize("step", [1, 3], ids=["before_the_first_byte", "in_mid_stream"])
@each_way
def test_a_client_that_leaves_stops_its_synthesis(
    fake: FakeServer, way: dict[str, object], step: int
) -> None:
    with fake.engine.hold(step) as gate:
        connection = fake.connect(SENTENCES, **way)
        fake.engine.wait_for_step(step)
        if step > 1 and way != {"stream": False}:
            assert connection.getresponse().read(10)
        fake.leave(connection)
        gate.set()
        fake.wait_until_idle()
    assert fake.engine.steps == step


def test_a_client_that_leaves_while_it_waits_for_another_never_reaches_the_engine(fake: FakeServer) -> None:
    with fake.engine.hold(1) as gate, ThreadPoolExecutor() as pool:
        first = pool.submit(fake.pcm, "The first one is in the engine.", seed=1)
        fake.engine.wait_for_step(1)
        connection = fake.connect(SENTENCES)
        wait_until(lambda: fake.tasks == 2, "a second request")
        fake.leave(connection)
        gate.set()
        assert first.result()
        fake.wait_until_idle()
    assert fake.engine.steps == 1


@each_way
@pytest.mark.parametrize("call", ["write", "finish"])
def test_a_client_that_leaves_never_closes_a_codec_in_work(
    fake: FakeServer, way: dict[str, object], call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FFmpeg's objects crash the process when one thread frees what another one uses."""
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
    """Small buffers and small chunks, so that little is made ahead of a reader."""
    with FakeServer(stream_buffer_bytes=16 * 1024, **SMALL_CHUNKS) as server:
        yield server.wait_until_ready()


def test_synthesis_waits_for_a_reader_that_stops_and_goes_on_with_him(narrow: FakeServer) -> None:
    narrow.engine.forget()
    with closing(narrow.connect(BOOK, speed=0.5)) as connection:
        answer = connection.getresponse()

        def made() -> int:
            """Chunks of the request under test; the others speak at another speed."""
            return sum(chunk.speed == 0.5 for chunk in narrow.engine.chunks)

        # Others are served meanwhile. The engine takes chunks in the order in which they are asked for, so that a
        # request which makes nothing while ten others are served from end to end is waiting for its reader.
        unchanged, before = 0, made()
        for _ in range(1000):
            assert narrow.pcm("Others are served meanwhile. They are not held up.")
            unchanged, before = (unchanged + 1, before) if made() == before else (0, made())
            if unchanged == 10:
                break
        assert unchanged == 10, "the synthesis never paused"
        wait_until(lambda: narrow.tasks == 1, "the end of the others")
        ahead = sum(2 * narrow.engine.length(chunk) for chunk in narrow.engine.chunks if chunk.speed == 0.5)
        # Ours, uvicorn's 64 KiB, the kernel's on both sides, the chunk that waits and one that is half sent.
        assert ahead < 400_000

        audio = answer.read()
        narrow.wait_until_idle()
        assert made() > 2 * before
        assert len(audio) == 2 * sum(narrow.engine.length(c) for c in narrow.engine.chunks if c.speed == 0.5)


def test_a_reader_that_takes_nothing_for_too_long_is_cut_off(model_files: None) -> None:
    with FakeServer(stream_buffer_bytes=16 * 1024, send_timeout_s=0.5, **SMALL_CHUNKS) as server:
        server.wait_until_ready()
        with closing(server.connect(BOOK)) as connection:
            server.engine.wait_for_step(2)
            server.wait_until_idle()
            assert server.engine.seconds * 2 * SAMPLE_RATE < 400_000
            with pytest.raises((http.client.IncompleteRead, ConnectionError)):
                connection.getresponse().read()


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="needs Linux")
def test_the_connection_of_a_reader_that_takes_nothing_is_closed(model_files: None) -> None:
    """The server as it is started: nothing of such a client stays, not even what the kernel still holds."""
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
                    for one in psutil.Process(process.process.pid).net_connections("tcp")
                )

            assert client.recv(1)
            assert connected()
            wait_until(lambda: not connected(), "the end of the connection")


def test_health_answers_and_others_wait_while_the_engine_computes(fake: FakeServer) -> None:
    with fake.engine.hold(1) as gate, ThreadPoolExecutor() as pool:
        blocked = pool.submit(fake.pcm, "A chunk that takes long.")
        fake.engine.wait_for_step(1)
        for path in ("/health", "/ready", "/v1/models", "/v1/audio/voices", "/v1/test"):
            assert fake.client.get(path).status_code == 200
        assert not blocked.done()
        gate.set()
        assert blocked.result()


def test_it_is_not_ready_before_the_model_is_loaded_and_warm(model_files: None) -> None:
    engine = FakeEngine()
    engine.loading.clear()
    with FakeServer(engine) as server, engine.hold(1) as warm:
        assert server.client.get("/health").json() == {"status": "ok"}
        for answer in (server.client.get("/ready"), server.speak("Too early.")):
            assert_error(answer, 503, "service_unavailable_error", code="server_is_starting")
            assert 1 <= int(answer.headers["retry-after"]) <= 60
        assert engine.steps == 0
        engine.loading.set()
        engine.wait_for_step(1)
        assert_error(server.client.get("/ready"), 503, "service_unavailable_error", code="server_is_starting")
        warm.set()
        server.wait_until_ready()
        ready = server.client.get("/ready")
        assert (ready.status_code, ready.json()) == (200, {"status": "ready", "device": "fake"})
        assert server.pcm("Now it speaks.")


def test_cuts_depend_on_the_text_alone(fake: FakeServer) -> None:
    def cuts(**way: object) -> list[str]:
        fake.engine.forget()
        assert fake.speak(SENTENCES, **way).status_code == 200
        return [symbols(chunk.tokens) for chunk in fake.engine.chunks]

    streamed = cuts()
    assert len(streamed) > 4
    assert streamed == cuts(stream=False)
    assert streamed == cuts(stream_format="sse", response_format="flac")
    assert streamed == cuts(voice="bm_fable", lang_code="a", seed=3, volume_multiplier=0.5)

    with fake.engine.hold(1) as gate, ThreadPoolExecutor() as pool:
        fake.engine.forget()
        many = [pool.submit(fake.pcm, SENTENCES, speed=speed) for speed in (0.5, 1.5, 2.5)]
        wait_until(lambda: fake.tasks == 3, "three requests")
        gate.set()
        for one in many:
            one.result()
    for speed in (0.5, 1.5, 2.5):
        assert streamed == [symbols(c.tokens) for c in fake.engine.chunks if c.speed == speed]


def test_chunks_have_the_sizes_that_are_promised(fake: FakeServer) -> None:
    settings = Settings()
    fake.pcm(BOOK)
    sizes = [len(chunk.tokens) for chunk in fake.engine.chunks]
    assert 20 <= sizes[0] <= 90
    assert sizes == sorted(sizes[:3]) + sizes[3:], "the first chunks do not grow"
    assert max(sizes) <= settings.absolute_max_tokens
    on_target = [settings.target_min_tokens <= size <= settings.target_max_tokens for size in sizes[3:-1]]
    assert len(on_target) > 20
    assert np.mean(on_target) > 0.9


def test_every_chunk_has_noise_of_its_own_that_the_seed_decides(fake: FakeServer) -> None:
    def seeds(**fields: object) -> list[int]:
        fake.engine.forget()
        fake.pcm(SENTENCES, **fields)
        return [chunk.seed for chunk in fake.engine.chunks]

    one = seeds(seed=1)
    assert len(set(one)) == len(one) > 4
    assert one == seeds(seed=1)
    assert not set(one) & set(seeds(seed=2))
    assert not set(seeds()) & set(seeds()), "without a seed two requests had the same noise"


def test_requests_in_flight_never_mix(fake: FakeServer) -> None:
    voices = ["af_heart", "am_onyx", "bm_george", "af_bella(3)+af_sky", "bf_emma"]
    alone = [fake.pcm(f"{i} {SENTENCES}", voice=voice) for i, voice in enumerate(voices)]
    assert len(set(alone)) == len(alone)
    with fake.engine.hold(1) as gate, ThreadPoolExecutor(len(voices)) as pool:
        fake.engine.forget()
        together = [pool.submit(fake.pcm, f"{i} {SENTENCES}", voice=voice) for i, voice in enumerate(voices)]
        wait_until(lambda: fake.tasks == len(voices), "five requests")
        gate.set()
        heard = [one.result() for one in together]
    assert heard == alone
    order = [chunk.style[0] for chunk in fake.engine.chunks]
    assert sum(a != b for a, b in itertools.pairwise(order)) > len(voices), "they were served one by one"


@pytest.mark.parametrize("voice", sorted(VOICES))
def test_every_voice_has_a_style_of_its_own(fake: FakeServer, voice: str) -> None:
    fake.pcm("Hi.", voice=voice, lang_code="a")
    fake.pcm("Hi.", voice="af_heart", lang_code="a")
    [theirs, hearts] = [chunk.style for chunk in fake.engine.chunks]
    assert theirs.shape == (256,)
    assert np.isfinite(theirs).all()
    assert np.array_equal(theirs, hearts) == (voice == "af_heart")


def test_a_mix_is_the_weighted_mean_of_its_voices(fake: FakeServer) -> None:
    for voice in ("af_bella", "af_heart", "af_bella(2)+af_heart(1)", " af_heart + af_bella ( 2 ) "):
        fake.pcm("Hi.", voice=voice)
    bella, heart, mix, same = (chunk.style for chunk in fake.engine.chunks)
    np.testing.assert_allclose(mix, (2 * bella + heart) / 3, atol=1e-6)
    np.testing.assert_allclose(same, mix, atol=1e-6)


def test_chunks_are_joined_without_clicks(fake: FakeServer) -> None:
    """The fake engine's chunks begin and end loud, so that a join that is not faded jumps."""
    sound = decode("pcm", fake.pcm(SENTENCES))
    joins = np.cumsum([fake.engine.length(chunk) for chunk in fake.engine.chunks])[:-1]
    assert len(joins) > 4
    assert sound.size == joins[-1] + fake.engine.length(fake.engine.chunks[-1])
    jumps = np.abs(np.diff(sound))
    inside = np.delete(jumps, [join + i for join in joins for i in range(-240, 240)])
    assert max(jumps[join - 240 : join + 240].max() for join in joins) < 1.5 * inside.max()


@pytest.mark.parametrize(
    ("text", "pauses"),
    [
        ("Hello there.", 0),
        ("[pause:1.5s]Hello there.", 1.5),
        ("Hello there.[pause:250ms]", 0.25),
        ("Hello there. [PAUSE: 1 S] [pause:0.5s]", 1.5),
        ("[pause:100ms] [pause:0.2s] Hello there. [pause:0s]", 0.3),
    ],
)
@pytest.mark.parametrize("stream", [True, False])
def test_pause_tags_add_their_silence_to_the_sample(
    fake: FakeServer, text: str, pauses: float, stream: bool
) -> None:
    sound = decode("pcm", fake.pcm(text, stream=stream))
    assert [symbols(chunk.tokens) for chunk in fake.engine.chunks] == ["həlˈO ðˈɛɹ."]
    assert sound.size == fake.engine.length(fake.engine.chunks[0]) + round(pauses * SAMPLE_RATE)


def test_pause_tags_can_be_turned_off(model_files: None) -> None:
    with FakeServer(pause_tags=False) as server:
        server.wait_until_ready()
        sound = decode("pcm", server.pcm("Hello [pause:1.5s] there. [pause:500s]"))
        [chunk] = server.engine.chunks
    assert sound.size == server.engine.length(chunk)
    assert symbols(chunk.tokens).count("pˈɔz") == 2


def test_the_usage_counts_what_the_engine_did(fake: FakeServer) -> None:
    events, audio = joined_events(fake.speak(SENTENCES, stream_format="sse", response_format="pcm").text)
    tokens = sum(len(chunk.tokens) for chunk in fake.engine.chunks)
    frames = len(audio) // 2 // 600
    assert events[-1]["usage"] == {
        "input_tokens": tokens,
        "output_tokens": frames,
        "total_tokens": tokens + frames,
    }


def test_three_hundred_requests_leave_nothing_behind(fake: FakeServer) -> None:
    process = psutil.Process()

    def round_of(requests: int) -> tuple[int, int, int, int]:
        for i in range(requests):
            fields = {"response_format": ("mp3", "opus", "aac", "flac", "wav", "pcm")[i % 6]}
            assert fake.speak(f"Request number {i}. It is a short one.", stream=bool(i % 4), **fields).content
        fake.wait_until_idle()
        fake.engine.forget()
        assert fake.loop is not None
        return (
            len(asyncio.all_tasks(fake.loop)),
            threading.active_count(),
            process.num_fds(),
            process.memory_info().rss,
        )

    tasks, threads, files, memory = round_of(60)
    tasks_after, threads_after, files_after, memory_after = round_of(300)
    assert tasks_after <= tasks + 2
    assert (
        threads_after <= threads + (os.cpu_count() or 1) + 4
    )  # the loop's own pool may still have been growing
    assert files_after <= files + 2
    assert memory_after - memory < 24 * 1024 * 1024


def test_requests_that_fail_or_are_left_leave_nothing_behind(fake: FakeServer) -> None:
    process = psutil.Process()

    def round_of(requests: int) -> tuple[int, int]:
        for i in range(requests):
            fake.engine.forget()
            if i % 2:
                fake.engine.faults[2] = EngineError("It failed.")
                with pytest.raises(httpx.RemoteProtocolError):
                    fake.speak(SENTENCES)
            else:
                with fake.engine.hold(2) as gate:
                    connection = fake.connect(SENTENCES)
                    fake.engine.wait_for_step(2)
                    fake.leave(connection)
                    gate.set()
        fake.wait_until_idle()
        assert fake.loop is not None
        return len(asyncio.all_tasks(fake.loop)), process.num_fds()

    tasks, files = round_of(6)
    tasks_after, files_after = round_of(40)
    assert tasks_after <= tasks + 2
    assert files_after <= files + 2


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("PORT", "0"),
        ("PORT", "eighty"),
        ("WORKERS", "0"),
        ("TARGET_MIN_TOKENS", "300"),
        ("FIRST_CHUNK_TOKENS", "400"),
        ("DEFAULT_VOICE", "nobody"),
        ("OPENAI_VOICES", '{"nova": "nobody"}'),
        ("OPENAI_VOICES", "nova"),
        ("MP3_BIT_RATE", "1"),
        ("SEND_TIMEOUT_S", "nan"),
        ("DEVICE", "abacus"),
    ],
)
def test_a_bad_setting_stops_the_start_and_is_named(model_files: None, setting: str, value: str) -> None:
    with ServerProcess(**{setting: value}) as process:
        assert process.wait() == 1
        assert setting in process.stderr
        assert "Traceback" not in process.stderr
        assert process.stdout == ""


def test_a_port_that_is_taken_stops_the_start(model_files: None) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with ServerProcess(PORT=str(port)) as process:
            assert process.wait() == 1
            assert f"port {port}" in process.stderr
            assert "Traceback" not in process.stderr


def test_damaged_model_files_and_no_network_stop_the_start(model_files: None, tmp_path: Path) -> None:
    good = Settings().model_dir
    shutil.copytree(good, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.safetensors"))
    (tmp_path / "kokoro-v1_0.safetensors").write_bytes(b"damaged")
    with ServerProcess(MODEL_DIR=str(tmp_path), HF_HUB_OFFLINE="1") as process:
        assert process.wait() == 1
        assert "HF_HUB_OFFLINE" in process.stderr
        assert str(tmp_path) in process.stderr
        assert "Traceback" not in process.stderr


def test_a_model_that_can_not_be_loaded_ends_the_server(model_files: None) -> None:
    with ServerProcess(module="tests.fake_serve", FAKE_LOAD_ERROR="no such weights") as process:
        assert process.wait() != 0
        assert "no such weights" in process.stderr
        assert "Ready" not in process.stdout


def test_a_stop_lets_the_answer_in_flight_end(model_files: None) -> None:
    with ServerProcess(module="tests.fake_serve") as process:
        process.wait_until_ready()
        with httpx.stream(
            "POST", process.url + SPEECH, json={"input": BOOK, "response_format": "pcm"}, timeout=60
        ) as answer:
            pieces = answer.iter_raw()
            first = next(pieces)
            process.process.terminate()
            wait_until(lambda: not is_ready(process.url), "a server that takes no more requests")
            rest = b"".join(pieces)
        assert len(first + rest) > 10_000_000
        assert process.wait() == 0
