"""Builds images, runs the CPU one as its user on a read-only root, and reports: `make image-test`, as root, on Debian.

It needs neither a container registry nor a daemon: debootstrap creates the base, buildah builds the images, and the
container is a process in its own namespaces (unshare), with the entry point as its first process. The report is JSON on
stdout.

BUILD_OPTIONS passes further options to buildah, such as a mirror's configuration for pip:
BUILD_OPTIONS="-v /etc/pip.conf:/etc/pip.conf:ro".
"""

import argparse
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]

from kokoro_speech_server.config import Settings
from tests.sounds import FORMATS, decode, rms, seconds

ROOT = Path(__file__).parent.parent
_PORT = 18880
_READY_S = 600
_TOOLS = {"buildah": "buildah", "debootstrap": "debootstrap", "unshare": "util-linux"}

_SENTENCE = "This container encodes every format that it supports."
_LONG = " ".join([_SENTENCE] * 8)
_LANGUAGES = {
    "jf_alpha": "今日は良い天気です。",
    "zf_xiaobei": "今天天气很好。",
    "ef_dora": "Hoy hace buen tiempo.",
}

# Tools that a slim image does not need.
_UNNEEDED = ("gcc", "cc", "make", "git", "npm", "pip", "pip3")

# Only /tmp is writable, as with `docker run --read-only --tmpfs /tmp`.
_ENTER = """
mount --bind "$1" "$1"
mount --rbind /dev "$1/dev"
mount -t proc proc "$1/proc"
mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
mount -o remount,bind,ro "$1"
root=$1
user=$2
shift 2
exec chroot --userspec="$user" "$root" env -i "$@"
"""


def main() -> None:
    options = _options()
    for tool, package in _TOOLS.items():
        if shutil.which(tool) is None:
            sys.exit(f"{tool} is needed: apt install {package}")
    if os.geteuid() != 0:
        sys.exit("Root is needed to mount file systems and to create namespaces.")
    with tempfile.TemporaryDirectory(prefix="image-test-", dir=options.work) as work:
        builder = Builder(Path(work))
        base = options.base_image or builder.base()
        report: dict[str, Any] = {"command": " ".join(["python -m scripts.image_test", *sys.argv[1:]])}
        for file in options.files:
            begun = time.monotonic()
            image = builder.build(file, base, options.build_arg)
            built = time.monotonic() - begun
            with builder.root_of(image) as root:
                report[file] = {
                    "build_s": round(built),
                    **builder.sizes(image, root),
                    **_run(root, builder.config(image), serves="cpu" in file),
                }
    print(json.dumps(report, indent=2, ensure_ascii=False))


class Builder:
    """buildah with its store in the folder `work`."""

    def __init__(self, work: Path) -> None:
        self._work = work
        self._store = [
            "--storage-driver",
            "vfs",
            "--root",
            str(work / "store"),
            "--runroot",
            str(work / "run"),
        ]

    def base(self) -> str:
        """Create a base image, Debian with Python, from the machine's Debian mirror. Returns its name."""
        _say("Creating a Debian base")
        root = self._work / "debian"
        packages = "--include=ca-certificates,python3,python3-venv"
        _run_command("debootstrap", "--variant=minbase", packages, "bookworm", str(root))
        for leftover in ("var/cache/apt", "var/lib/apt/lists"):
            shutil.rmtree(root / leftover)
        container = self._buildah("from", "scratch")
        self._buildah("add", container, str(root), "/")
        self._buildah("commit", "--rm", container, "localhost/base")
        shutil.rmtree(root)
        return "localhost/base"

    def build(self, file: str, base: str, arguments: Sequence[str]) -> str:
        """Build an image. Returns its name."""
        _say(f"Building {file}")
        name = f"localhost/{file.lower()}"
        build_arguments = [
            word for argument in (f"BASE_IMAGE={base}", *arguments) for word in ("--build-arg", argument)
        ]
        extra = shlex.split(os.environ.get("BUILD_OPTIONS", ""))
        # Docker's format, because OCI's has no HEALTHCHECK.
        self._buildah(
            *("bud", "--isolation", "chroot", "--format", "docker", *build_arguments, *extra),
            *("--file", file, "--tag", name, str(self._context())),
        )
        return name

    def _context(self) -> Path:
        """The build context: the checkout without ignored files, and this machine's model, which builds then reuse."""
        context = self._work / "context"
        if not context.exists():
            context.mkdir()
            files = _run_command("git", "ls-files", "--cached", "--others", "--exclude-standard", "-z").split(
                "\0"
            )
            for name in filter(None, files):
                if (ROOT / name).exists():
                    (context / name).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(ROOT / name, context / name)
            shutil.copytree(Settings().model_dir, context / "models")
        return context

    def config(self, image: str) -> Mapping[str, Any]:
        inspected = json.loads(self._buildah("inspect", "--type", "image", image))
        config: Mapping[str, Any] = inspected["Docker"]["config"]
        return config

    def sizes(self, image: str, root: Path) -> dict[str, Any]:
        """MB (10^6 bytes) of the image and of its large folders, its layers, and tools that it does not need."""
        inspected = json.loads(self._buildah("inspect", "--type", "image", image))["Docker"]
        return {
            "image_mb": round(_bytes_of(root) / 1e6),
            "layers": len(inspected["rootfs"]["diff_ids"]),
            "large_mb": {
                str(folder.relative_to(root)): round(size / 1e6)
                for folder in (root / "models", *(root / "opt/venv/lib").glob("python*/site-packages/*"))
                if (size := _bytes_of(folder)) > 50e6
            },
            "unneeded_tools": [tool for tool in _UNNEEDED if _which(root, tool)],
        }

    @contextmanager
    def root_of(self, image: str) -> Iterator[Path]:
        container = self._buildah("from", image)
        try:
            yield Path(self._buildah("mount", container))
        finally:
            self._buildah("rm", container)

    def _buildah(self, *arguments: str) -> str:
        return _run_command("buildah", *self._store, *arguments)


def _run(root: Path, config: Mapping[str, Any], *, serves: bool) -> dict[str, Any]:
    """Run the container and report. The GPU image, without a GPU, only prints its configuration."""
    observed: dict[str, Any] = {
        "user": config["User"],
        "stop_signal": config["StopSignal"],
        "healthcheck": config["Healthcheck"]["Test"],
    }
    assert config["User"] not in ("", "root", "0"), config["User"]
    if not serves:
        printed = subprocess.run(
            _in_container(root, config, ["kokoro-speech-server", "--print-config"]),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert "DEVICE=cuda" in printed, printed
        return {**observed, "ran": "only --print-config: this machine has no GPU"}
    settings = {"PORT": str(_PORT), "LOG_FORMAT": "json", "WORKERS": "1"}
    begun = time.monotonic()
    # The server's log goes to stderr; stdout is for the report.
    container = subprocess.Popen(
        _in_container(root, config, config["Entrypoint"], settings), stdout=sys.stderr
    )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{_PORT}", timeout=600, trust_env=False) as client:
            first = _first_process(container)
            _wait_until_ready(client, container)
            observed["ready_s"] = round(time.monotonic() - begun, 1)
            observed["ready"] = client.get("/ready").json()
            _say(f"Ready: {observed['ready']}")
            check = config["Healthcheck"]["Test"]
            assert check[0] == "CMD"
            observed["healthcheck_exit"] = subprocess.run(
                _in_container(root, config, check[1:], settings), check=False
            ).returncode
            observed["owners"] = sorted({str(one.uids().real) for one in first.children(recursive=True)})
            observed["formats_s"] = {name: _speak(client, name) for name in FORMATS}
            observed["languages_s"] = {
                voice: _speak(client, "wav", input=text, voice=voice) for voice, text in _LANGUAGES.items()
            }
            observed["written"] = _written(root)
            observed.update(_drain(client, first, container))
    finally:
        if container.poll() is None:
            container.kill()
    return observed


def _in_container(
    root: Path, config: Mapping[str, Any], command: Sequence[str], settings: Mapping[str, str] | None = None
) -> list[str]:
    uid = config["User"]
    environment = [*config["Env"], *(f"{name}={value}" for name, value in (settings or {}).items())]
    enter = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", _ENTER, "sh", str(root)]
    return [*enter, uid, *environment, *command]


def _first_process(container: "subprocess.Popen[bytes]") -> psutil.Process:
    """The container's process 1."""
    unshare = psutil.Process(container.pid)
    while not (children := unshare.children()):
        assert container.poll() is None, "the container did not start"
        time.sleep(0.1)
    return children[0]


def _wait_until_ready(client: httpx.Client, container: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + _READY_S
    while time.monotonic() < deadline:
        if (code := container.poll()) is not None:
            sys.exit(f"The container exited with code {code} before it was ready")
        try:
            if client.get("/ready").status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.5)
    sys.exit("The container was not ready in time")


def _speak(client: httpx.Client, name: str, **fields: str) -> float:
    """Request a sentence and check that it is audible. Returns its length in seconds."""
    request = {"input": _SENTENCE, "voice": "af_heart", "response_format": name, **fields}
    answer = client.post("/v1/audio/speech", json=request)
    assert answer.status_code == 200, answer.text
    samples = decode(name, answer.content)
    assert seconds(samples) > 1, name
    assert rms(samples) > 0.01, name
    return round(seconds(samples), 2)


def _drain(
    client: httpx.Client, first: psutil.Process, container: "subprocess.Popen[bytes]"
) -> dict[str, Any]:
    """Send SIGTERM to process 1 during a stream; the stream must be complete."""
    request = {"input": _LONG, "response_format": "pcm"}
    with client.stream("POST", "/v1/audio/speech", json=request) as answer:
        parts = answer.iter_raw()
        received = len(next(parts))
        first.send_signal(signal.SIGTERM)
        received += sum(map(len, parts))
    code = container.wait(120)
    assert received / 48_000 > 15, received
    return {"received_while_stopping_s": round(received / 48_000, 1), "exit_code": code}


def _written(root: Path) -> list[str]:
    """Files written into the image's root since it was mounted; none if it is read-only."""
    newest = root.stat().st_ctime
    return [
        str(path) for path in root.rglob("*") if not path.is_symlink() and path.stat().st_ctime > newest + 60
    ]


def _which(root: Path, tool: str) -> bool:
    return any((root / folder / tool).exists() for folder in ("usr/bin", "usr/local/bin", "opt/venv/bin"))


def _bytes_of(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir() or path.is_symlink())


def _run_command(*command: str) -> str:
    """Run a command and return its output. Exits with the output if the command fails."""
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if result.returncode:
        sys.exit(f"{shlex.join(command)} failed with exit code {result.returncode}:\n{result.stdout}")
    return result.stdout.strip()


def _say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.image_test", description=__doc__)
    parser.add_argument("files", nargs="*", default=["Dockerfile.cpu"], help="(default: %(default)s)")
    parser.add_argument("--base-image", help="a base that buildah can find, instead of a new Debian")
    parser.add_argument("--build-arg", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument(
        "--work", metavar="FOLDER", help="for 20 GB of layers (default: the system's temporary folder)"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
