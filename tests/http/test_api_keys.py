"""Requests without a valid key get 401, except on the routes that the operator left open."""

import itertools
import json
import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest

from kokoro_speech_server import cli
from tests.engines import PATIENCE_S
from tests.servers import SPEECH, FakeServer, ServerProcess, assert_error, http_client, wait_until

KEYS = ("sk-first-0123456789", "sk-second-9876543210")
LISTS = ("/v1/models", "/v1/models/kokoro", "/v1/audio/models", "/v1/audio/voices")
CLOSED = ("/metrics", "/docs", "/openapi.json", "/nowhere", "/v1/nowhere", "/dev/phonemize")
REQUEST = {"input": "Hello."}


@pytest.fixture(scope="module")
def keyed(model_files: None) -> Iterator[FakeServer]:
    with FakeServer(api_keys=",".join(KEYS)) as server:
        yield server.wait_until_ready()


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


def post(server: FakeServer, authorization: str | None) -> httpx.Response:
    headers = {} if authorization is None else {"Authorization": authorization}
    return server.client.post(SPEECH, json=REQUEST, headers=headers)


@pytest.mark.parametrize(
    "authorization",
    [
        None,
        "",
        "Bearer",
        "Bearer sk-wrong",
        f"Bearer {KEYS[0][:-1]}",
        f"Bearer {KEYS[0]}x",
        f"Bearer {KEYS[0].upper()}",
        f"Bearer {KEYS[0]} {KEYS[1]}",
        f"Bearer {KEYS[0]},{KEYS[1]}",
        f"Basic {KEYS[0]}",
        KEYS[0],
        f"Bearer {'k' * 10_000}",
    ],
)
def test_without_a_valid_key_nothing_is_spoken(keyed: FakeServer, authorization: str | None) -> None:
    keyed.engine.forget()
    answer = post(keyed, authorization)
    message = assert_error(answer, 401, "invalid_request_error", code="invalid_api_key")
    assert answer.headers["www-authenticate"] == "Bearer"
    assert "sk-" not in message
    assert keyed.engine.steps == 0


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
def test_each_key_is_valid(keyed: FakeServer, scheme: str, key: str) -> None:
    assert post(keyed, f"{scheme} {key}").status_code == 200


def test_a_body_without_a_key_is_not_even_read(keyed: FakeServer) -> None:
    answer = keyed.client.post(SPEECH, content=b"{" * (9 * 1024 * 1024))
    assert_error(answer, 401, "invalid_request_error", code="invalid_api_key")


@pytest.mark.parametrize("path", ["/health", "/ready", *LISTS])
def test_health_readiness_and_lists_need_no_key(keyed: FakeServer, path: str) -> None:
    assert keyed.client.get(path).status_code == 200


@pytest.mark.parametrize("path", CLOSED)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_all_other_routes_need_a_key(keyed: FakeServer, method: str, path: str) -> None:
    answer = keyed.client.request(method, path)
    assert_error(answer, 401, "invalid_request_error", code="invalid_api_key")


@pytest.mark.parametrize(
    "path", ["/health/../metrics", "//metrics", "/v1/models/../../metrics", "/%6detrics"]
)
def test_no_spelling_of_a_path_opens_it(keyed: FakeServer, path: str) -> None:
    answer = keyed.client.get(httpx.URL(keyed.url).copy_with(raw_path=path.encode()))
    assert answer.status_code in (401, 404)
    assert "speech_" not in answer.text


def test_the_operator_chooses_the_open_routes(model_files: None) -> None:
    with FakeServer(api_keys=KEYS[0], open_routes="metrics, docs") as server:
        for path in ("/metrics", "/docs", "/openapi.json"):
            assert server.client.get(path).status_code == 200
        for path in LISTS:
            assert server.client.get(path).status_code == 401
            assert server.client.get(path, headers=bearer(KEYS[0])).status_code == 200


def status(server: FakeServer, authorization: str) -> int:
    """Sends a header that httpx would not send."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    connection.request("POST", SPEECH, json.dumps(REQUEST), {"Authorization": authorization})
    with closing(connection):
        return connection.getresponse().status


def test_an_empty_key_counts_as_none(keyed: FakeServer, fake: FakeServer) -> None:
    """SillyTavern sends an empty key."""
    assert status(keyed, "Bearer ") == 401
    assert status(keyed, f"Bearer {KEYS[0]}") == 200
    assert status(fake, "Bearer ") == 200


@pytest.mark.parametrize("authorization", [None, "Bearer", "Bearer anything"])
def test_a_server_without_keys_ignores_the_header(fake: FakeServer, authorization: str | None) -> None:
    assert post(fake, authorization).status_code == 200


def test_openai_s_client_raises_its_authentication_error(keyed: FakeServer) -> None:
    import openai  # noqa: PLC0415 - which takes a second

    with (
        openai.OpenAI(base_url=f"{keyed.url}/v1", api_key="sk-wrong") as client,
        pytest.raises(openai.AuthenticationError, match="not valid"),
    ):
        client.audio.speech.create(model="kokoro", voice="ef_dora", input="Hola.")
    with openai.OpenAI(base_url=f"{keyed.url}/v1", api_key=KEYS[1]) as client:
        assert client.audio.speech.create(model="kokoro", voice="ef_dora", input="Hola.").content


@pytest.mark.parametrize(
    ("content", "why"),
    [(None, "No such file"), ("", "no key"), ("# none yet\n\n", "no key"), ("sk-ä", "key 1")],
)
def test_a_file_without_valid_keys_stops_the_start(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    content: str | None,
    why: str,
) -> None:
    file = tmp_path / "keys"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    monkeypatch.setattr(cli, "serve", lambda *_, **__: pytest.fail("the server starts"))
    monkeypatch.setenv("API_KEYS", KEYS[0])
    monkeypatch.setenv("API_KEYS_FILE", str(file))
    assert cli.main(["serve"]) == 1
    printed = capsys.readouterr().err
    assert "API_KEYS_FILE" in printed
    assert why in printed
    assert "sk-" not in printed


@pytest.mark.parametrize("workers", ["2", pytest.param("8", marks=pytest.mark.proof)])
def test_new_keys_apply_to_all_workers_and_persistent_connections(
    model_files: None, tmp_path: Path, workers: str
) -> None:
    file = tmp_path / "keys"
    file.write_text("sk-old # Ann's\nsk-stays\n", encoding="utf-8")
    with ExitStack() as stack:
        settings = {"WORKERS": workers, "API_KEYS_FILE": str(file)}
        server = stack.enter_context(ServerProcess(module="tests.fake_serve", **settings))
        server.wait_until_ready()
        clients = [
            stack.enter_context(httpx.Client(base_url=server.url, timeout=PATIENCE_S, trust_env=False))
            for _ in range(2 * int(workers))
        ]

        def statuses(key: str) -> set[int]:
            return {client.post(SPEECH, json=REQUEST, headers=bearer(key)).status_code for client in clients}

        assert (statuses("sk-old"), statuses("sk-stays"), statuses("sk-new")) == ({200}, {200}, {401})
        file.write_text("sk-stays\nsk-new\n", encoding="utf-8")
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: statuses("sk-new") == {200}, "acceptance of the new key")
        assert (statuses("sk-old"), statuses("sk-stays")) == ({401}, {200})

        file.write_text("", encoding="utf-8")
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: "The keys stay as they were" in server.stderr, "log line about the empty file")
        assert (statuses("sk-new"), statuses("sk-old")) == ({200}, {401})
        assert server.stop() == 0
        # The log has every request, but neither keys nor texts.
        assert server.stderr.count("outcome=spoken") >= len(clients)
        for secret in ("sk-", REQUEST["input"]):
            assert secret not in server.stderr


def test_the_log_distinguishes_keys(model_files: None) -> None:
    settings = {"HOST": "0.0.0.0", "API_KEYS": " ".join(KEYS), "LOG_FORMAT": "json"}
    with ServerProcess(module="tests.fake_serve", **settings) as server:
        server.wait_until_ready()
        _check_output(server, warned=False, with_key=True)
        for key in (KEYS[0], KEYS[1], KEYS[0]):
            answer = http_client.post(server.url + SPEECH, json=REQUEST, headers=bearer(key))
            assert answer.status_code == 200
        assert server.stop() == 0
        lines = [json.loads(line) for line in server.stderr.splitlines()]
        keys = [line["caller"] for line in lines if line["message"] == "speech"]
        assert [len(list(same)) for _, same in itertools.groupby(keys)] == [1, 1, 1]
        assert keys[0] == keys[2] != keys[1]


@pytest.mark.parametrize(("host", "warned"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_a_public_server_without_keys_logs_a_warning(model_files: None, host: str, warned: bool) -> None:
    """The server of the test above is public and has keys."""
    with ServerProcess(module="tests.fake_serve", HOST=host) as server:
        server.wait_until_ready()
        _check_output(server, warned=warned, with_key=False)


def _check_output(server: ServerProcess, *, warned: bool, with_key: bool) -> None:
    assert server.stderr.count("there are no API_KEYS") == warned
    assert ("Bearer YOUR_KEY" in server.stdout) == with_key  # in the command that it prints
