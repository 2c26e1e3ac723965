"""The limits of a caller: requests per minute, and requests at once."""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest

from tests.engines import PATIENCE_S
from tests.servers import SPEECH, FakeServer, ServerProcess, assert_error, wait_until

ANN, BOB = ({"Authorization": f"Bearer {key}"} for key in ("sk-ann", "sk-bob"))
KEYS = "sk-ann,sk-bob"
REQUEST = {"input": "Hello."}


@pytest.fixture
def rated(model_files: None) -> Iterator[FakeServer]:
    with FakeServer(api_keys=KEYS, rate_limit=3) as server:
        yield server.wait_until_ready()


@pytest.fixture
def narrow(model_files: None) -> Iterator[FakeServer]:
    with FakeServer(api_keys=KEYS, concurrency_limit=2) as server:
        yield server.wait_until_ready()


def left(answer: httpx.Response) -> tuple[str, str]:
    name = "x-ratelimit-{}-requests"
    assert answer.headers[name.format("reset")].endswith("s")
    assert 1 <= int(answer.headers[name.format("reset")][:-1]) <= 60
    return answer.headers[name.format("limit")], answer.headers[name.format("remaining")]


def assert_limited(answer: httpx.Response) -> str:
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    return assert_error(answer, 429, "requests", code="rate_limit_exceeded")


def test_requests_a_minute_are_counted_for_each_key(rated: FakeServer) -> None:
    for remaining in ("2", "1", "0"):
        answer = rated.client.post(SPEECH, json=REQUEST, headers=ANN)
        assert answer.status_code == 200
        assert left(answer) == ("3", remaining)
    steps = rated.engine.steps
    answer = rated.client.post(SPEECH, json=REQUEST, headers=ANN)
    assert "3 requests a minute" in assert_limited(answer)
    assert left(answer) == ("3", "0")
    assert rated.engine.steps == steps
    assert left(rated.client.post(SPEECH, json=REQUEST, headers=BOB)) == ("3", "2")


def test_only_what_takes_a_place_counts_even_if_it_is_nonsense(rated: FakeServer) -> None:
    for _ in range(5):
        assert rated.client.get("/v1/models", headers=ANN).status_code == 200
        assert rated.client.get(SPEECH, headers=ANN).status_code == 405
        assert rated.client.post("/v1/nowhere", json=REQUEST, headers=ANN).status_code == 404
    nonsense = rated.client.post(SPEECH, json={"input": ""}, headers=ANN)
    assert nonsense.status_code == 400
    assert left(nonsense) == ("3", "2")
    text = rated.client.post("/dev/normalize", json={"text": "21 cm"}, headers=ANN)
    assert text.status_code == 200
    assert left(text) == ("3", "1")
    assert left(rated.client.post(SPEECH, json=REQUEST, headers=ANN)) == ("3", "0")
    assert_limited(rated.client.post("/dev/phonemize", json={"text": "21 cm"}, headers=ANN))


def test_what_fails_after_its_admission_tells_the_rest_too(rated: FakeServer) -> None:
    answer = rated.client.post(SPEECH, json={"input": "…"}, headers=ANN)
    assert answer.status_code == 400
    assert left(answer) == ("3", "2")


@pytest.mark.parametrize("stream", [True, False])
def test_requests_at_once_are_counted_for_each_key(narrow: FakeServer, stream: bool) -> None:
    with ThreadPoolExecutor() as pool, narrow.engine.hold(1) as gate:
        body = {**REQUEST, "stream": stream}
        held = [pool.submit(narrow.client.post, SPEECH, json=body, headers=ANN) for _ in range(2)]
        wait_until(lambda: taken(narrow) == 2, "two requests of Ann's in flight")
        assert "2 requests at once" in assert_limited(narrow.client.post(SPEECH, json=body, headers=ANN))
        others = pool.submit(narrow.client.post, SPEECH, json=body, headers=BOB)
        wait_until(lambda: taken(narrow) == 3, "Bob's request in flight")
        gate.set()
        assert [answer.result().status_code for answer in (*held, others)] == [200] * 3
    narrow.wait_until_idle()
    assert narrow.client.post(SPEECH, json=REQUEST, headers=ANN).status_code == 200


def taken(server: FakeServer) -> float:
    lines = server.client.get("/metrics", headers=ANN).text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("speech_queue_depth "))


def test_one_who_left_no_longer_counts(narrow: FakeServer) -> None:
    with narrow.engine.hold(1) as gate, ExitStack() as stack:
        for _ in range(2):
            client = stack.enter_context(httpx.Client(base_url=narrow.url, trust_env=False))
            with pytest.raises(httpx.ReadTimeout):
                client.post(SPEECH, json=REQUEST, headers=ANN, timeout=httpx.Timeout(PATIENCE_S, read=0.2))
        gate.set()
        narrow.wait_until_idle()
    assert narrow.client.post(SPEECH, json=REQUEST, headers=ANN).status_code == 200


def test_without_keys_an_address_is_a_caller(model_files: None) -> None:
    with FakeServer(rate_limit=1) as server:
        server.wait_until_ready()
        assert server.client.post(SPEECH, json=REQUEST).status_code == 200
        assert_limited(server.client.post(SPEECH, json=REQUEST))
        other = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(
            base_url=server.url, transport=other, timeout=PATIENCE_S, trust_env=False
        ) as client:
            assert client.post(SPEECH, json=REQUEST).status_code == 200


@pytest.fixture(scope="module")
def behind_a_proxy(model_files: None) -> Iterator[FakeServer]:
    """A server that is asked once a minute by each caller; a proxy on this machine names the addresses."""
    with FakeServer(rate_limit=1) as server:
        yield server.wait_until_ready()


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("2001:db8:0:1::1", "2001:db8:0:1::2", True),
        ("2001:db8:0:2::1", "2001:DB8::2:ffff:ffff:ffff:ffff", True),
        ("2001:db8:0:3::1", "[2001:db8:0:3:1::9]:4711", True),
        ("2001:db8:0:4::1", "2001:db8:0:5::1", False),
        ("2001:db8:0:6::1", "2001:db9:0:6::1", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("198.51.100.1", "::ffff:198.51.100.1", True),
        ("198.51.100.2", "::FFFF:c633:6402", True),
        ("::ffff:198.51.100.3", "::ffff:198.51.100.4", False),
        ("198.51.100.5", "198.51.100.6", False),
        ("unknown", "hidden", False),
    ],
)
def test_an_ipv6_network_is_one_caller(
    behind_a_proxy: FakeServer, first: str, second: str, same: bool
) -> None:
    def speak(address: str) -> httpx.Response:
        return behind_a_proxy.client.post(SPEECH, json=REQUEST, headers={"X-Forwarded-For": address})

    assert speak(first).status_code == 200
    assert_limited(speak(first))
    assert speak(second).status_code == (429 if same else 200)


def test_openai_s_client_knows_the_error(rated: FakeServer) -> None:
    import openai  # noqa: PLC0415 - which takes a second

    with openai.OpenAI(base_url=f"{rated.url}/v1", api_key="sk-ann", max_retries=0) as client:
        for _ in range(3):
            client.audio.speech.create(model="kokoro", voice="ef_dora", input="Hello.")
        with pytest.raises(openai.RateLimitError, match="3 requests a minute"):
            client.audio.speech.create(model="kokoro", voice="ef_dora", input="Hello.")


@pytest.mark.parametrize("workers", [2, pytest.param(8, marks=pytest.mark.proof)])
def test_the_limit_counts_the_requests_of_all_workers(model_files: None, workers: int) -> None:
    with ExitStack() as stack:
        settings = {"WORKERS": str(workers), "API_KEYS": KEYS, "RATE_LIMIT": "20"}
        server = stack.enter_context(ServerProcess(module="tests.fake_serve", **settings))
        server.wait_until_ready()
        clients = [
            stack.enter_context(httpx.Client(base_url=server.url, timeout=PATIENCE_S, trust_env=False))
            for _ in range(2 * workers)
        ]
        with ThreadPoolExecutor(len(clients)) as pool:
            for headers in (ANN, BOB):
                started = time.monotonic()
                answers = [
                    pool.submit(client.post, SPEECH, json=REQUEST, headers=headers)
                    for _ in range(48 // len(clients))
                    for client in clients
                ]
                statuses = Counter(answer.result().status_code for answer in answers)
                # A slow machine may take longer than the minute of the limit, after which another one begins.
                minutes = 1 + int((time.monotonic() - started) // 60)
                assert statuses[200] + statuses[429] == 48
                assert 20 <= statuses[200] <= 20 * minutes
        assert server.stop() == 0
