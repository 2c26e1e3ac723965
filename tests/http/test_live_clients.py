"""Live speech with the clients that people have, from PyPI, unpatched: LiveKit's plugins, pipecat's services, SDKs."""

import json
import os
import subprocess
import venv
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from kokoro_speech_server.http.app_state import state_of
from tests.http.tls_front import tls_front
from tests.servers import FakeServer, wait_until

pytestmark = pytest.mark.proof

CLIENTS = Path(__file__).parent / "live_clients"
SENTENCES = [
    "Hola amigo mío.",
    "Buenos días a todos los que están aquí.",
    "Esto es la tercera frase, que es bastante larga.",
]
TEXT = " ".join(SENTENCES)
WORDS = TEXT.replace(".", "").replace(",", "").split()
EACH = [
    (framework, name)
    for framework, names in (
        ("livekit", ("baseten", "elevenlabs", "deepgram")),
        ("pipecat", ("together", "elevenlabs", "deepgram")),
        ("sdk", ("elevenlabs", "deepgram")),
    )
    for name in names
]


@dataclass(frozen=True, slots=True)
class Clients:
    """The clients' environment.

    python:       its interpreter
    certificates: the folder with server.pem and server.key for 127.0.0.1, and client.pem, which proves them
    """

    python: Path
    certificates: Path


@pytest.fixture(scope="module")
def clients(tmp_path_factory: pytest.TempPathFactory) -> Clients:
    folder, certificates = tmp_path_factory.mktemp("clients"), tmp_path_factory.mktemp("certificates")
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    packages = ["-r", str(CLIENTS / "requirements.txt")]
    subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
    subprocess.run([python, "-m", "trustme", "-q", "-d", certificates, "-i", "127.0.0.1"], check=True)
    return Clients(python, certificates)


@pytest.fixture(scope="module")
def server(model_files: None) -> Iterator[FakeServer]:
    with FakeServer(api_keys="sk-right", queue_size=1) as server:
        server.client.headers["Authorization"] = "Bearer sk-right"
        yield server.wait_until_ready()


def run(
    clients: Clients, server: FakeServer, framework: str, name: str, interrupt_after: int = 0
) -> dict[str, Any]:
    """What the client got."""
    script = CLIENTS / f"{framework}_client.py"
    with ExitStack() as stack:
        url = server.url.replace("http", "ws")
        environment = dict(os.environ)
        if (framework, name) == ("sdk", "elevenlabs"):  # it connects with TLS alone
            folder = clients.certificates
            front = tls_front(server.port, folder / "server.pem", folder / "server.key")
            url = stack.enter_context(front)
            environment["SSL_CERT_FILE"] = str(folder / "client.pem")
        ran = subprocess.run(
            [clients.python, script, name, url, "ef_dora", TEXT, str(interrupt_after)],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            env=environment,
        )
    assert ran.returncode == 0, ran.stderr
    got: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return got


def symbols(server: FakeServer) -> str:
    """What the engine has spoken, without the spaces between words."""
    tokens = [token.symbol for chunk in server.engine.chunks for token in chunk.tokens]
    return "".join(tokens).replace(" ", "")


@pytest.mark.parametrize(("framework", "name"), EACH)
def test_speech_begins_before_the_text_ends_and_is_whole(
    clients: Clients, server: FakeServer, framework: str, name: str
) -> None:
    server.engine.forget()
    got = run(clients, server, framework, name)
    assert got["errors"] == []
    assert got["early"]
    assert got["seconds"] == pytest.approx(server.engine.seconds, rel=0.1)
    said = symbols(server)
    server.engine.forget()
    server.pcm(TEXT, voice="ef_dora")
    assert said == symbols(server)


@pytest.mark.parametrize("name", ["baseten", "elevenlabs"])
def test_words_are_timed(clients: Clients, server: FakeServer, name: str) -> None:
    words = run(clients, server, "livekit", name)["words"]
    assert [word.strip(".,") for word, _, _ in words if word.strip()] == WORDS
    starts = [start for _, start, _ in words]
    assert starts == sorted(starts)


@pytest.mark.parametrize(
    ("framework", "name"),
    [
        ("livekit", "baseten"),
        ("pipecat", "together"),
        ("pipecat", "deepgram"),
        ("sdk", "elevenlabs"),
        ("sdk", "deepgram"),
    ],
)
def test_an_interruption_frees_the_engine_within_a_chunk(
    clients: Clients, server: FakeServer, framework: str, name: str
) -> None:
    server.engine.forget()
    run(clients, server, framework, name, interrupt_after=9)
    server.wait_until_idle()
    assert server.engine.steps <= 2
    wait_until(lambda: not state_of(server.app).requests_in_flight.count, "end of all turns")


@pytest.mark.parametrize(
    ("framework", "name"),
    [
        ("livekit", "baseten"),
        ("livekit", "elevenlabs"),
        ("livekit", "deepgram"),
        ("sdk", "elevenlabs"),
        ("sdk", "deepgram"),
    ],
)
def test_a_full_server_is_the_clients_error(
    model_files: None, clients: Clients, framework: str, name: str
) -> None:
    with FakeServer(queue_size=1) as server:
        server.wait_until_ready()
        with server.engine.hold(1), closing(server.connect(TEXT)):
            server.engine.wait_for_step(1)
            got = run(clients, server, framework, name)
    assert got["seconds"] == 0
    assert got["errors"]
