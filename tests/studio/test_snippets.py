"""The programs that the page shows for a request make that request, whatever its text holds."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.servers import ROOT, SPEECH, FakeServer
from tests.sounds import decode

pytestmark = pytest.mark.server

SNIPPETS = ROOT / "api" / "src" / "kokoro_speech_server" / "studio" / "sharing" / "snippets.js"
KEY = "sk-'of $HOME"
WRITE = """
import { readFileSync } from "node:fs";
const { kind, module, ...request } = JSON.parse(readFileSync(0));
process.stdout.write((await import(module)).SNIPPETS[kind](request));
"""
RUN = {
    "curl": ("speech.sh", ["bash", "-eu"]),
    "python": ("speech.py", [sys.executable]),
    "openai": ("speech.mjs", ["node"]),
    "fetch": ("speech.mjs", ["node"]),
}

TEXT = (
    r"""

Don't say "hola" or `hola`, say 'hola' and '''hola''' and \"\"\"hola\"\"\".
hola $HOME ${PATH} $(id) `id` !! !id ~ * ? ; | & > /dev/null # \
hola \ \\ \n \u0041 \x41 \' \" %s %d {hola} {{hola}} \
hola ${process.exit(1)} */ // <!-- </script> --> {1/0} #{x}
JSON
EOF
'''
¿Qué? hola 😀👩‍👩‍👧 שלום ﷺ 你好
"""
    + "\t\r\nhola\u202egnirts\u202c\u2028hola\u0085hola\ufeff\x00\x01\x07\x08\x1b[31m\x7f\x9b31m\\"
)
FIELDS = {
    "speed": 1.25,
    "tags": True,
    "lang_code": "e",
    "voice": "ef_dora(2)+em_alex(1)",
    "normalization_options": {"normalize": False},
    "pronunciations": {"it's $HOME": 'say "it"', "a\\b": "be"},
    "voice_aliases": {"ana": {"voice": "ef_dora", "rate": 1.1}},
}


class Recorder:
    """Keeps the bodies and keys of the requests for speech that reach the application."""

    def __init__(self, app: ASGIApp, bodies: list[Any], keys: list[str | None]) -> None:
        self._app, self._bodies, self._keys = app, bodies, keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != SPEECH:
            await self._app(scope, receive, send)
            return
        body = b""

        async def received() -> Message:
            nonlocal body
            message = await receive()
            body += message.get("body", b"")
            if message["type"] == "http.request" and not message.get("more_body"):
                self._bodies.append(json.loads(body))
                self._keys.append(dict(scope["headers"]).get(b"authorization", b"").decode() or None)
            return message

        await self._app(scope, received, send)


class Studio:
    """A server whose requests for speech are kept, and the programs that the page writes for it."""

    def __init__(self, server: FakeServer) -> None:
        self.server = server
        self.bodies: list[Any] = []
        self.keys: list[str | None] = []
        server.app.add_middleware(Recorder, bodies=self.bodies, keys=self.keys)

    def program(self, kind: str, body: dict[str, Any], *, keyed: bool = False) -> str:
        request = {"base": f"{self.server.url}/", "body": body, "keyed": keyed}
        return subprocess.run(
            ["node", "--input-type=module", "-e", WRITE],
            input=json.dumps({"kind": kind, "module": str(SNIPPETS), **request}).encode(),
            capture_output=True,
            check=True,
        ).stdout.decode()

    def run(self, kind: str, program: str, folder: Path) -> tuple[Any, str | None]:
        """Runs the program in the folder. Returns the body and the key of its one request."""
        file, command = RUN[kind]
        (folder / file).write_text(program, newline="")
        self.bodies.clear()
        self.keys.clear()
        environment = {**os.environ, "SPEECH_API_KEY": KEY, "no_proxy": "*"}
        ran = subprocess.run([*command, file], cwd=folder, env=environment, capture_output=True, check=False)
        assert ran.returncode == 0, ran.stderr.decode()
        [body], [key] = self.bodies, self.keys
        return body, key


@pytest.fixture(scope="module")
def studio(model_files: None) -> Iterator[Studio]:
    server = FakeServer()
    studio = Studio(server)
    with server:
        server.wait_until_ready()
        yield studio


@pytest.fixture
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if "openai" in request.node.callspec.params.values():
        modules = request.getfixturevalue("openai_for_node") / "node_modules"
        (tmp_path / "node_modules").symlink_to(modules)
    return tmp_path


@pytest.mark.parametrize("kind", RUN)
def test_a_program_sends_any_text_as_it_is_with_the_key(studio: Studio, folder: Path, kind: str) -> None:
    program = studio.program(kind, {"input": TEXT}, keyed=True)
    assert not [
        character
        for character in program
        if not character.isprintable() and character not in "\n\u200d\ufeff"
    ]
    body, key = studio.run(kind, program, folder)
    assert body["input"] == TEXT
    assert set(body) <= {"input", "model", "voice"}, "the others have their defaults"
    assert key == f"Bearer {KEY}"


@pytest.mark.parametrize("kind", RUN)
def test_a_program_sends_all_fields_and_writes_the_audio(studio: Studio, folder: Path, kind: str) -> None:
    fields = {"input": "Hola. [pause:0.2s] Adiós.", "response_format": "wav", **FIELDS}
    body, key = studio.run(kind, studio.program(kind, fields), folder)
    assert {**body, "model": "kokoro"} == {**fields, "model": "kokoro"}
    assert key in {None, "Bearer not-needed"}
    expected = studio.server.pcm("Hola. [pause:0.2s] Adiós.", **FIELDS)
    assert len(decode("wav", (folder / "speech.wav").read_bytes())) == len(expected) // 2


def test_a_long_text_fits_into_curl(studio: Studio, tmp_path: Path) -> None:
    """Linux passes a program at most 128 KiB in one argument."""
    text = "hola" + " " * 140_000 + "hola"
    assert studio.run("curl", studio.program("curl", {"input": text}), tmp_path)[0] == {"input": text}


def test_half_a_character_is_replaced(studio: Studio, tmp_path: Path) -> None:
    body, _ = studio.run("curl", studio.program("curl", {"input": "hola \ud83d hola"}), tmp_path)
    assert body == {"input": "hola \ufffd hola"}
