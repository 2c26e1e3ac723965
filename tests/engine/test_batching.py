"""Batches of chunks from several requests: gathered during a pass, in order of due time, and split after a failure."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from kokoro_speech_server.errors import EngineError
from tests.engines import PATIENCE_S, FakeEngine, symbols
from tests.observability.test_metrics import figures
from tests.servers import SPEECH, FakeServer, assert_error, wait_until
from tests.texts import SENTENCES

WORDS = "one two three four five six seven eight".split()


@pytest.fixture
def server(model_files: None) -> Iterator[FakeServer]:
    with FakeServer(FakeEngine(capacity=4)) as server:
        yield server.wait_until_ready()


@contextmanager
def requests_during_a_pass(
    server: FakeServer, texts: list[str], **fields: object
) -> Iterator[list[Future[bytes]]]:
    """Send requests while a pass runs. The pass, and then the requests, finish at the end of the block."""
    with ThreadPoolExecutor(len(texts) + 1) as pool:
        with server.engine.hold(1) as gate:
            server.engine.forget()
            first = pool.submit(server.pcm, "The first request.")
            server.engine.wait_for_step(1)
            futures = [pool.submit(server.pcm, text, **fields) for text in texts]
            wait_until(lambda: server.tasks == len(texts) + 1, "the requests")
            wait_until(lambda: waiting(server) >= min(len(texts), 3), "their chunks")
            yield futures
            gate.set()
        first.result()


def waiting(server: FakeServer) -> float:
    return figures(server.url)["speech_chunks_waiting"]


def test_requests_during_a_pass_share_the_next_one(server: FakeServer) -> None:
    single = [server.pcm(f"Number {word}.", voice="am_onyx") for word in WORDS[:3]]
    with requests_during_a_pass(
        server, [f"Number {word}." for word in WORDS[:3]], voice="am_onyx"
    ) as batched:
        pass
    assert [future.result() for future in batched] == single
    assert server.engine.batches == [1, 3]


def test_a_single_request_does_not_wait(server: FakeServer) -> None:
    server.pcm(SENTENCES)
    assert set(server.engine.batches) == {1}


def test_no_batch_exceeds_the_engines_capacity(server: FakeServer) -> None:
    with requests_during_a_pass(server, [f"Number {word}." for word in WORDS]):
        pass
    assert max(server.engine.batches) <= 4
    assert sum(server.engine.batches) == 9
    assert len(server.engine.batches) < 9


def test_a_batch_that_does_not_fit_into_memory_is_halved(server: FakeServer) -> None:
    server.engine.too_many = 2
    with requests_during_a_pass(server, [f"Number {word}." for word in WORDS[:3]]) as futures:
        pass
    assert all(future.result() for future in futures)
    assert server.engine.batches == [1, 3, 2, 1, 1, 1]
    assert figures(server.url)['speech_batch_retries_total{reason="memory"}'] >= 2


def test_a_chunk_that_does_not_fit_on_its_own_fails_alone(server: FakeServer) -> None:
    server.engine.too_many = 1
    answer = server.speak("Too much.")
    assert "memory" in assert_error(answer, 500, "server_error")
    server.engine.too_many = 1_000
    assert server.pcm("It goes on.")


def test_a_failing_chunk_fails_alone(server: FakeServer) -> None:
    broken = "Number two."

    def speak(chunk: object) -> object:
        if symbols(chunk.tokens) == bad:  # type: ignore[attr-defined]
            raise ValueError("the whole pass fails")
        return well(chunk)  # type: ignore[arg-type]

    server.pcm(broken)
    bad = symbols(server.engine.chunks[-1].tokens)
    well = server.engine._synthesize
    server.engine._synthesize = speak  # type: ignore[assignment]
    with ThreadPoolExecutor(4) as pool, server.engine.hold(1) as gate:
        server.engine.forget()
        first = pool.submit(server.pcm, "The first request.")
        server.engine.wait_for_step(1)
        answers = [pool.submit(server.speak, text) for text in (broken, "Number one.")]
        wait_until(lambda: waiting(server) == 2, "two chunks")
        gate.set()
        assert first.result()
        assert_error(answers[0].result(), 500, "server_error")
        assert answers[1].result().status_code == 200


def test_an_error_in_place_of_a_chunks_audio_affects_that_chunk_only(server: FakeServer) -> None:
    with ThreadPoolExecutor(4) as pool, server.engine.hold(1) as gate:
        server.engine.forget()
        server.engine.faults[2] = EngineError("The model failed to synthesize a part of the input.")
        first = pool.submit(server.pcm, "The first request.")
        server.engine.wait_for_step(1)
        answers = [pool.submit(server.speak, f"Number {word}.") for word in WORDS[:3]]
        wait_until(lambda: waiting(server) == 3, "three chunks")
        gate.set()
        first.result()
        assert sorted(answer.result().status_code for answer in answers) == [200, 200, 500]
    assert server.engine.batches == [1, 3]


def test_with_a_batch_wait_a_batch_is_filled_before_it_runs(model_files: None) -> None:
    with FakeServer(FakeEngine(capacity=3), max_batch_wait_ms=1000) as server:
        server.wait_until_ready()
        # So long that only a full batch can end the wait, however slow the machine is.
        server.app.state.speech.scheduler._scheduler._dispatcher._batch_hold.wait_s = PATIENCE_S
        with ThreadPoolExecutor(3) as pool:
            answers = [pool.submit(server.pcm, f"Number {word}.") for word in WORDS[:3]]
            assert all(answer.result() for answer in answers)
        assert server.engine.batches == [3]


def test_requests_with_a_seed_get_passes_of_their_own_unless_batches_are_exact(server: FakeServer) -> None:
    texts = [f"Number {word}." for word in WORDS[:3]]
    server.engine.invariant = False
    with requests_during_a_pass(server, texts, seed=7):
        pass
    assert server.engine.batches == [1, 1, 1, 1]
    with requests_during_a_pass(server, texts):
        pass
    assert server.engine.batches == [1, 3]
    server.engine.invariant = True
    with requests_during_a_pass(server, texts, seed=7):
        pass
    assert server.engine.batches == [1, 3]


def test_a_partial_batch_runs_after_the_batch_wait(model_files: None) -> None:
    with FakeServer(FakeEngine(capacity=3), max_batch_wait_ms=50) as server:
        server.wait_until_ready()
        assert server.pcm("A first request.")
        assert server.pcm("A second request.")
        assert server.engine.batches == [1, 1]


def test_dev_engine_reports_the_engine_and_its_batches(server: FakeServer) -> None:
    with requests_during_a_pass(server, ["Number one.", "A longer one than that, by far."]):
        busy = server.client.get("/dev/engine").json()
        assert busy["engines"][0]["state"] == "busy"
        assert (busy["queue"]["running"], busy["queue"]["waiting"]) == (1, 2)
        assert busy["queue"]["waiting_chunks"] == 2
        assert (busy["queue"]["taken"], busy["queue"]["chunks"]) == (3, 2)
        assert busy["queue"]["longest_wait_seconds"] > 0
    status = server.client.get("/dev/engine").json()
    idle = {"running": 0, "waiting": 0, "waiting_chunks": 0, "longest_wait_seconds": 0}
    former = {"places": 10, "taken": 0, "chunks": 0}
    assert status["queue"] == {"capacity": 10, **idle, **former}
    [engine] = status["engines"]
    assert {key: value for key, value in engine.items() if key != "batches"} == {
        "worker": 0,
        "device": "fake",
        "precision": "fp32",
        "backend": "torch",
        "cuda_graphs": 0,
        "cuda_graphs_planned": 0,
        "max_batch_size": 4,
        "state": "idle",
        "models": [],
    }
    first, second = engine["batches"][-2:]
    assert (first["fill"], second["fill"]) == (0.25, 0.5)
    assert (first["chunks"], first["padding"]) == (1, 0)
    assert second["chunks"] == 2
    assert 0 < second["padding"] < 0.5
    assert second["tokens"] == sum(len(chunk.tokens) for chunk in server.engine.chunks[1:])
    assert second["audio_seconds"] > 0 < second["engine_seconds"]


def test_a_loading_engine_is_warming(model_files: None) -> None:
    engine = FakeEngine()
    engine.loading.clear()
    with FakeServer(engine) as server:
        assert server.client.get("/dev/engine").json()["engines"][0]["state"] == "warming"


def test_the_engine_test_runs_only_where_it_is_enabled(model_files: None, fake: FakeServer) -> None:
    assert fake.client.post("/dev/engine/test").status_code == 404
    with FakeServer(FakeEngine(), engine_test=True) as server:
        assert server.client.post("/dev/engine/test").status_code in (200, 503)
        server.wait_until_ready()
        answer = server.client.post("/dev/engine/test").json()
        assert answer["audio_seconds"] > 0
        assert set(answer["stage_seconds"]) == {"text", "engine", "encode"}
        assert server.client.post(SPEECH, json={"input": "And on."}).status_code == 200
