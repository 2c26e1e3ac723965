"""docs/from-kokoro-fastapi.md, line by line, against a running server."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from kokoro_speech_server import kokoro_fastapi
from kokoro_speech_server.config import Settings
from tests.servers import ROOT, ServerProcess, http_client

PAGE = (ROOT / "docs" / "from-kokoro-fastapi.md").read_text()

VALUES = {
    "API_LOG_LEVEL": ("CRITICAL", "error"),
    "USE_GPU": ("false", "cpu"),
    "DEVICE_TYPE": ("cpu", "cpu"),
    "MAX_PAUSE_DURATION_S": ("30", 30),
    "ENABLE_WEB_PLAYER": ("false", False),
    "TEMP_FILE_DIR": ("downloads", Path("downloads")),
    "MAX_TEMP_DIR_SIZE_MB": ("100", 100),
    "MAX_TEMP_DIR_AGE_HOURS": ("0.5", 1800),
    "HOST": ("127.0.0.1", "127.0.0.1"),
    "PORT": ("1234", 1234),
    "MODEL_DIR": ("models", Path("models")),
    "VOICES_DIR": ("voices", Path("voices")),
    "DEFAULT_VOICE": ("bf_emma", "bf_emma"),
    "ENABLE_VOICE_TAGS": ("false", False),
    "TARGET_MIN_TOKENS": ("100", 100),
    "TARGET_MAX_TOKENS": ("200", 200),
    "ABSOLUTE_MAX_TOKENS": ("400", 400),
    "ENABLE_SSML": ("false", False),
    "CORS_ORIGINS": ('["*"]', ("*",)),
}
"""A value of each variable that has an effect, and what the setting then is."""

BODIES: dict[str, dict[str, Any]] = {
    "/v1/audio/speech": {"input": "Hola.", "voice": "ef_dora"},
    "/dev/captioned_speech": {"input": "Hola.", "voice": "ef_dora"},
    "/dev/dialogue": {"turns": [{"voice": "ef_dora", "input": "Hola."}]},
    "/dev/phonemize": {"text": "Hola.", "language": "e"},
    "/dev/generate_from_phonemes": {"phonemes": "ˈola", "voice": "ef_dora"},
    "/dev/ssml": {"text": "Hola."},
}


def rows(title: str) -> list[list[str]]:
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    lines = re.findall(r"^\| (.*?) \|$", section, re.MULTILINE)
    return [[cell.strip().strip("`") for cell in line.split(" |")] for line in lines[1:]]


VARIABLES, ROUTES, FIELDS = rows("Variables"), rows("Routes"), rows("Fields")
NO_EFFECT = [variable for variable, here, *_ in VARIABLES if here == "no effect"]


@pytest.fixture(scope="module")
def server(model_files: None) -> Iterator[ServerProcess]:
    """A server with every variable that has no effect, as a compose file of Kokoro-FastAPI might set them."""
    variables = dict.fromkeys(NO_EFFECT, "true")
    with ServerProcess(module="tests.fake_serve", WORKERS="1", **variables) as process:
        process.wait_until_ready()
        yield process


# Variables


@pytest.mark.parametrize(
    ("variable", "here"), [row[:2] for row in VARIABLES if row[1] != "no effect"], ids=lambda cell: cell
)
def test_a_variable_with_an_effect(monkeypatch: pytest.MonkeyPatch, variable: str, here: str) -> None:
    written, expected = VALUES[variable]
    monkeypatch.setenv(variable, written)
    setting = (variable if here == "same" else here).lower()
    assert getattr(Settings(), setting) == expected
    if here != "same":
        assert f"{variable}, a variable of Kokoro-FastAPI, is read as {here}" in kokoro_fastapi.remarks(
            {variable: written}
        )


def test_every_variable_that_the_server_knows_is_on_the_page() -> None:
    assert {row[0] for row in VARIABLES if row[1] not in ("same", "no effect")} == {*kokoro_fastapi.READ_AS}
    assert set(NO_EFFECT) == {*kokoro_fastapi.WITHOUT_EFFECT}


def test_a_variable_of_this_server_takes_precedence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_LOG_LEVEL", "DEBUG")
    monkeypatch.setenv("LOG_LEVEL", "error")
    monkeypatch.setenv("DEVICE_TYPE", "mps")
    monkeypatch.setenv("USE_GPU", "false")
    assert (Settings().log_level, Settings().device) == ("error", "mps")


def test_an_invalid_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAX_TEMP_DIR_AGE_HOURS", "long")
    with pytest.raises(ValueError, match="MAX_TEMP_DIR_AGE_HOURS"):
        Settings()


@pytest.mark.server
@pytest.mark.parametrize("variable", NO_EFFECT)
def test_a_variable_without_effect_is_named_in_the_log(server: ServerProcess, variable: str) -> None:
    assert f"{variable}, a variable of Kokoro-FastAPI, has no effect here: " in server.stderr


# Routes


@pytest.mark.server
@pytest.mark.parametrize(("route", "here"), [row[:2] for row in ROUTES])
def test_a_route(server: ServerProcess, route: str, here: str) -> None:
    method, path = route.split()
    if "{filename}" in path:
        answer = post(
            server, "/v1/audio/speech", {**BODIES["/v1/audio/speech"], "return_download_link": True}
        )
        path = "/v1" + answer.headers["x-download-path"]
    path = path.replace("{model}", "tts-1")
    body: Any = "ef_dora+em_alex" if path.endswith("/combine") else BODIES.get(path)
    answer = http_client.request(method, server.url + path, json=body, follow_redirects=True)
    assert answer.status_code == (404 if here == "no" else 200), answer.text


# Fields


@pytest.mark.server
@pytest.mark.parametrize(("path", "field", "value"), [row[:3] for row in FIELDS], ids=lambda cell: cell[:30])
def test_a_field(server: ServerProcess, path: str, field: str, value: str) -> None:
    body = {**BODIES[path], field: json.loads(value)}
    if field == "inputs":
        del body["turns"]
    answer = post(server, path, body)
    assert answer.status_code == 200, answer.text
    description = http_client.get(f"{server.url}/openapi.json").json()
    content = description["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    known = description["components"]["schemas"][content["schema"]["$ref"].rpartition("/")[2]]["properties"]
    wrong = post(server, path, {**body, field: {"not": ["such"]}})
    assert field in known or wrong.status_code == 400, "a field that is ignored would take anything"


def post(server: ServerProcess, path: str, body: Any) -> httpx.Response:
    return http_client.post(server.url + path, json=body)
