"""The server on Modal: `modal deploy modal_app.py`. docs/modal.md explains how to use it and what has not been run.

Modal imports this module on the deploying machine and again in each container, which has neither the deployer's
environment nor the checkout. So the module imports only modal, the image's environment carries the knobs, and modal's
own methods, which run only during a deployment, read all local files.
"""

import http.client
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import NoReturn, Self

import modal

ROOT = Path(__file__).parent
APP_DIR = "/app"
PORT = 8000
ENTRYPOINT = "docker/scripts/entrypoint.sh"

_PREFIX = "SPEECH_"  # Modal's own variables in a container begin with MODAL_, such as MODAL_REGION
_BEYOND_CAPACITY = 16
_BEYOND_GRACE_S = 30
_POLL_S = 0.5
_INSTALL = "python -m pip install --no-index --no-deps --no-build-isolation"


@dataclass(frozen=True)
class Knobs:
    """Options of a deployment, each set by the variable SPEECH_NAME. docs/modal.md has the reasons for the defaults.

    engines:            workers with a model; 0: all workers
    target_concurrency: requests per container beyond which Modal starts another container; 0: it never scales by load
    region:             where containers may run; empty: anywhere, which is cheapest
    secret:             a Modal secret with API_KEYS; empty: Modal's proxy requires its own token
    """

    gpu: str = "H100"
    workers: int = 8
    engines: int = 0
    queue_size: int = 10
    cpu: float = 8.0
    memory_mib: int = 32 * 1024
    startup_s: int = 600
    grace_s: int = 60
    scaledown_s: int = 300
    min_containers: int = 0
    max_containers: int = 2
    target_concurrency: float = 0.0
    region: str = ""
    routing_region: str = "us-east"
    secret: str = ""

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Self:
        """Read the knobs from these variables. Raises ValueError with the variable's name for a bad number."""
        values = {}
        for knob in fields(cls):
            name = _PREFIX + knob.name.upper()
            if name in environment:
                kind = type(getattr(cls, knob.name))
                try:
                    values[knob.name] = kind(environment[name])
                except ValueError:
                    raise ValueError(
                        f"{name} must be of type {kind.__name__}, not {environment[name]!r}"
                    ) from None
        return cls(**values)

    def environment(self) -> dict[str, str]:
        """The variables from which `read` returns these knobs."""
        return {_PREFIX + knob.name.upper(): str(getattr(self, knob.name)) for knob in fields(self)}

    @property
    def max_concurrency(self) -> int:
        """Requests that Modal passes to one container at once.

        More than the server's capacity: a full server itself answers 503 with Retry-After, where Modal would answer a
        bare 429, and health checks and lists still get through.
        """
        return self.workers * self.queue_size + _BEYOND_CAPACITY

    def server_settings(self) -> dict[str, str]:
        """Environment variables of the server."""
        return {
            "HOST": "0.0.0.0",
            "PORT": str(PORT),
            "WORKERS": str(self.workers),
            "ENGINES": str(self.engines or self.workers),
            "QUEUE_SIZE": str(self.queue_size),
            "GRACE_S": str(self.grace_s),
            "DEVICE": "cuda",  # without a working GPU the server must not start at the speed of a CPU
            "THREADS_PER_WORKER": "1",
            "OMP_NUM_THREADS": "1",  # Modal sets it to the number of cores, which suits a single process
        }


class ServerEndedError(RuntimeError):
    """The server's process ended unexpectedly or with an unexpected exit code."""


class ServerChild:
    """The server as a child process.

    command:  the entry point and its arguments; it runs in `folder`
    settings: environment variables that override those of this process; must include PORT
    """

    def __init__(self, command: Sequence[str], folder: str | Path, settings: Mapping[str, str]) -> None:
        self._port = int(settings["PORT"])
        self._stopping = False
        environment = {**os.environ, **settings}
        # In a container PYTHONPATH has the packages of Modal's client; the server's are installed.
        environment.pop("PYTHONPATH", None)
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            # A signal to the runner's process group must not reach the server: a second SIGTERM ends its drain early.
            start_new_session=True,
        )

    def wait_until_ready(self) -> None:
        """Return once all workers are warm. Raises ServerEndedError if the process ends first.

        There is no timeout here: Modal ends a container that takes longer than its startup_timeout.
        """
        while not self._is_ready():
            with suppress(subprocess.TimeoutExpired):
                code = self._process.wait(_POLL_S)
                raise ServerEndedError(f"the server ended with exit code {code} before it was ready")

    def on_unexpected_exit(self, callback: Callable[[int], None]) -> None:
        """Call `callback` with the exit code, from a thread, if the process ends before `stop`."""

        def wait() -> None:
            code = self._process.wait()
            if not self._stopping:
                callback(code)

        threading.Thread(target=wait, name="server-watch", daemon=True).start()

    def stop(self) -> None:
        """Stop the server, which completes its requests first. Raises ServerEndedError on a nonzero exit code."""
        self._stopping = True
        self._process.terminate()  # no effect on a process that has already ended
        code = self._process.wait()
        if code != 0:
            raise ServerEndedError(f"the server ended with exit code {code}")

    def _is_ready(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=5)
        try:
            connection.request("GET", "/ready")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


def check_keys(knobs: Knobs, environment: Mapping[str, str]) -> None:
    """Raises RuntimeError if the server should check keys in the place of Modal's proxy but has none."""
    if knobs.secret and not environment.get("API_KEYS", "").strip(", \t\r\n"):
        raise RuntimeError(
            f"the secret {knobs.secret!r} has no keys in API_KEYS: anyone could use the server"
        )


def end_container(code: int) -> NoReturn:
    """End Modal's runner, and with it the container, because the server ended with exit code `code`."""
    print(f"The server ended with exit code {code}; its container ends too", file=sys.stderr, flush=True)
    os._exit(1)  # from any thread, whatever the runner is doing


def server_image(knobs: Knobs) -> modal.Image:
    """The steps of Dockerfile.gpu, in order of change: after a change of code only the last steps run.

    The steps after the weights fetch nothing.
    """
    ignored = ["**/__pycache__", "**/*.pyc", "**/*.egg-info"]
    weights = ROOT / "api/src/kokoro_speech_server/weights"
    image = (
        modal.Image.debian_slim(python_version="3.11")
        .uv_pip_install(requirements=[str(ROOT / "docker/torch.txt")])
        .pip_install_from_pyproject(str(ROOT / "pyproject.toml"), optional_dependencies=["ja", "zh", "otel"])
        .env({"MODEL_DIR": "/models"})
        .workdir(APP_DIR)
        # The weights need only this folder: other changes of code do not fetch them again.
        .add_local_dir(weights, f"{APP_DIR}/weights", copy=True, ignore=ignored)
        .run_commands("python -m weights")
    )
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE.md"):
        image = image.add_local_file(ROOT / name, f"{APP_DIR}/{name}", copy=True)
    return (
        image.add_local_dir(ROOT / "api", f"{APP_DIR}/api", copy=True, ignore=ignored)
        # setuptools, which builds the package, is a dependency of torch.
        .run_commands(
            f"{_INSTALL} {APP_DIR}",
            # Kernels for GPUs, in Triton's folder in the home directory, which containers have too.
            "python -m kokoro_speech_server.engine.network.kernel_compilation",
        )
        .add_local_file(ROOT / ENTRYPOINT, f"{APP_DIR}/{ENTRYPOINT}", copy=True)
        .env({"HF_HUB_OFFLINE": "1", **knobs.environment()})
    )


KNOBS = Knobs.read(os.environ)
APP_NAME = "kokoro-speech-server"
app = modal.App(APP_NAME)


@app.server(
    image=server_image(KNOBS),
    gpu=KNOBS.gpu,
    cpu=KNOBS.cpu,
    memory=KNOBS.memory_mib,
    secrets=[modal.Secret.from_name(KNOBS.secret, required_keys=["API_KEYS"])] if KNOBS.secret else [],
    unauthenticated=bool(KNOBS.secret),
    port=PORT,
    max_concurrency=KNOBS.max_concurrency,
    target_concurrency=KNOBS.target_concurrency or None,
    min_containers=KNOBS.min_containers,
    max_containers=KNOBS.max_containers,
    scaledown_window=KNOBS.scaledown_s,
    startup_timeout=KNOBS.startup_s,
    exit_grace_period=KNOBS.grace_s + _BEYOND_GRACE_S,
    compute_region=KNOBS.region or None,
    routing_region=KNOBS.routing_region,
)
class Speech:
    """One container: it starts the server, waits until it is warm, and drains it at the end."""

    @modal.enter()
    def start(self) -> None:
        check_keys(KNOBS, os.environ)
        self.server = ServerChild([f"{APP_DIR}/{ENTRYPOINT}"], APP_DIR, KNOBS.server_settings())
        self.server.wait_until_ready()
        # Modal does not watch the server's process: it would go on sending requests to a closed port.
        self.server.on_unexpected_exit(end_container)

    @modal.exit()
    def stop(self) -> None:
        self.server.stop()


def speak(url: str, key: str, text: str, voice: str, out: Path) -> None:
    """Request `text` as mp3 from the server at `url`, write it to `out`, and print the times.

    key: one of API_KEYS, or a token of Modal's proxy, wk-ID.ws-SECRET
    Raises openai.APIStatusError for an error that a retry does not change.
    """
    from openai import OpenAI  # noqa: PLC0415 - not installed in the container

    client = OpenAI(
        base_url=f"{url.rstrip('/')}/v1",
        api_key=key,
        # Without Retry-After it retries within 8 s; together the retries outlast the start of a container.
        max_retries=KNOBS.startup_s // 8 + 8,
    )
    print(f"Requesting speech from {url}; if no container is up, the first answer takes minutes")
    begun = time.monotonic()
    with (
        client,
        client.audio.speech.with_streaming_response.create(model="kokoro", voice=voice, input=text) as answer,
    ):
        first = time.monotonic() - begun
        answer.stream_to_file(out)
    took = time.monotonic() - begun
    size = out.stat().st_size
    print(
        f"{len(text)} characters: {size} bytes in {out}, first bytes after {first:.2f} s, complete after {took:.2f} s"
    )


@app.local_entrypoint()
def main(
    text: str = "Hello! This is Kokoro, speaking from Modal.",
    voice: str = "af_heart",
    out: str = "hello.mp3",
    url: str = "",
) -> None:
    """Request speech from the deployed server, or the one at `url`, with the key in SPEECH_API_KEY."""
    url = url or modal.Server.from_name(APP_NAME, "Speech").get_url() or ""
    speak(url, os.environ.get("SPEECH_API_KEY", "none"), text, voice, Path(out))
