"""CACHE_MAX_MB: equal chunks are synthesized once. Without it, every chunk is synthesized."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.servers import FakeServer, ServerProcess, http_client, wait_until
from tests.texts import SENTENCES

TEXT = "The same words, requested more than once."


@pytest.fixture(scope="module")
def shared_caching(model_files: None) -> Iterator[FakeServer]:
    with FakeServer(cache_max_mb=64) as server:
        yield server.wait_until_ready()


@pytest.fixture
def caching(shared_caching: FakeServer) -> FakeServer:
    shared_caching.wait_until_idle()
    shared_caching.engine.forget()
    return shared_caching


def test_without_a_cache_everything_is_spoken_anew(fake: FakeServer) -> None:
    assert fake.pcm(TEXT, seed=1) == fake.pcm(TEXT, seed=1)
    assert fake.engine.steps == 2


def test_what_was_spoken_is_not_spoken_again(caching: FakeServer) -> None:
    first = caching.pcm(SENTENCES)
    steps = caching.engine.steps
    assert steps > 1
    assert caching.pcm(SENTENCES) == first
    # The audio is the same in every format.
    assert caching.speak(SENTENCES, response_format="flac", stream=False).status_code == 200
    assert caching.engine.steps == steps


@pytest.mark.parametrize(
    "change",
    [{"voice": "em_alex"}, {"voice": "ef_dora+em_alex"}, {"speed": 1.5}, {"seed": 7}, {"lang_code": "i"}],
    ids=str,
)
def test_what_sounds_different_is_spoken(caching: FakeServer, change: dict[str, object]) -> None:
    text = "Tomates y agua del baño."
    caching.pcm(text)
    steps = caching.engine.steps
    caching.pcm(text, **change)
    assert caching.engine.steps == steps + 1


def test_the_volume_is_no_part_of_the_voice(caching: FakeServer) -> None:
    text = "Loud and soft are one and the same to the engine."
    loud = caching.pcm(text)
    assert caching.pcm(text, volume_multiplier=0.5) != loud
    assert caching.engine.steps == 1


def test_requests_alike_in_flight_share_one_synthesis(caching: FakeServer) -> None:
    with ThreadPoolExecutor() as pool, caching.engine.hold(1) as gate:
        answers = [pool.submit(caching.pcm, SENTENCES, seed=100) for _ in range(5)]
        caching.engine.wait_for_step(1)
        wait_until(lambda: caching.tasks == 5, "five requests")
        gate.set()
        assert len({answer.result() for answer in answers}) == 1
    steps = caching.engine.steps
    caching.wait_until_idle()
    assert caching.pcm(SENTENCES, seed=100)
    assert caching.engine.steps == steps
    assert len({chunk.seed for chunk in caching.engine.chunks}) == steps


@pytest.mark.parametrize("leaver", ["first", "second"])
def test_one_who_leaves_does_not_end_the_others_synthesis(caching: FakeServer, leaver: str) -> None:
    seed = {"first": 101, "second": 102}[leaver]  # so that nothing of it is in the cache
    with ThreadPoolExecutor() as pool, caching.engine.hold(1) as gate:
        if leaver == "first":
            connection = caching.connect(SENTENCES, seed=seed)
            caching.engine.wait_for_step(1)
            answer = pool.submit(caching.pcm, SENTENCES, seed=seed)
        else:
            answer = pool.submit(caching.pcm, SENTENCES, seed=seed)
            caching.engine.wait_for_step(1)
            connection = caching.connect(SENTENCES, seed=seed)
        wait_until(lambda: caching.tasks == 2, "two requests")
        caching.leave(connection)
        gate.set()
        audio = answer.result()
    assert len(audio) == 2 * sum(caching.engine.length(chunk) for chunk in caching.engine.chunks)


def test_the_cache_is_bounded(model_files: None) -> None:
    with FakeServer(cache_max_mb=1) as server:
        server.wait_until_ready()
        server.pcm(TEXT)
        server.pcm(TEXT)
        assert server.engine.steps == 1
        # One mebibyte holds about eleven seconds.
        while server.engine.seconds < 30:
            server.pcm(f"Something else, number {server.engine.steps}.")
        steps = server.engine.steps
        server.pcm(TEXT)
        assert server.engine.steps == steps + 1


def test_the_workers_share_the_cache(model_files: None) -> None:
    with ServerProcess(module="tests.fake_serve", WORKERS="2", CACHE_MAX_MB="16") as process:
        process.wait_until_ready()
        answers = [http_client.post(f"{process.url}/v1/audio/speech", json={"input": TEXT}) for _ in range(6)]
        assert len({answer.content for answer in answers}) == 1
        lines = http_client.get(f"{process.url}/metrics").text.splitlines()
        spoken = [float(line.split()[1]) for line in lines if line.startswith("speech_chunks_total{")]
        assert sum(spoken) == 1
        assert "speech_cache_hits_total 5.0" in lines
