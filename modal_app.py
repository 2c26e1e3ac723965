"""The server on Modal: `modal deploy modal_app.py`. docs/modal.md says how to use it and what is not proven yet.

Modal imports this module twice: where it is deployed from, and once more in each container, where neither the
deployer's environment nor the checkout is. So it needs modal alone, the knobs travel in the image's environment,
and whatever looks at local files is left to modal, which does so only while it deploys.
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
TORCH = "torch==2.13.0"  # as scripts/install.sh: the release that the tests ran on

_PREFIX = "SPEECH_"  # not MODAL_, which Modal's own variables in a container begin with (MODAL_REGION, say)
_BEYOND_OUR_PLACES = 16
_BEYOND_GRACE_S = 30
_POLL_S = 0.5


@dataclass(frozen=True)
class Knobs:
    """What a deployer may set, each as the variable SPEECH_NAME. docs/modal.md has the reasons for the defaults.

    engines:            workers with a model; 0: all of them
    target_concurrency: requests per container beyond which Modal starts another; 0: never another one for load
    region:             where containers may run; empty: anywhere, which is cheapest
    secret:             a Modal secret with API_KEYS; empty: Modal's proxy lets in only who has its token
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
        """Raises ValueError with the variable's name where a number is none."""
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
        """What `read` makes these knobs of."""
        return {_PREFIX + knob.name.upper(): str(getattr(self, knob.name)) for knob in fields(self)}

    @property
    def max_concurrency(self) -> int:
        """Requests that Modal lets into one container at once.

        More than the server has places, so that who finds it full gets its 503 with Retry-After rather than
        Modal's bare 429, and health checks and lists pass meanwhile.
        """
        return self.workers * self.queue_size + _BEYOND_OUR_PLACES

    def server_settings(self) -> dict[str, str]:
        """Environment variables of the server itself."""
        return {
            "HOST": "0.0.0.0",
            "PORT": str(PORT),
            "WORKERS": str(self.workers),
            "ENGINES": str(self.engines or self.workers),
            "QUEUE_SIZE": str(self.queue_size),
            "GRACE_S": str(self.grace_s),
            "DEVICE": "cuda",  # without a GPU that works: no start, rather than one at a processor's speed
            "THREADS_PER_WORKER": "1",
            "OMP_NUM_THREADS": "1",  # Modal sets it to all the cores asked for, which is for one process
        }


class ServerEndedError(RuntimeError):
    """The server's process has ended, and should not have, or not with that exit code."""


class ServerChild:
    """The server as a child process.

    command:  the entry point and its arguments; it runs in `folder`
    settings: environment variables that come before those of this process; PORT must be among them
    """

    def __init__(self, command: Sequence[str], folder: str | Path, settings: Mapping[str, str]) -> None:
        self._port = int(settings["PORT"])
        self._stopping = False
        environment = {**os.environ, **settings}
        # In a container it leads to the packages of Modal's client. The server has its own.
        environment.pop("PYTHONPATH", None)
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            # A second SIGTERM would end the server's drain: one to our whole group must not reach it beside ours.
            start_new_session=True,
        )

    def wait_until_ready(self) -> None:
        """Return once all workers are warm. Raises ServerEndedError if the process ends first.

        Without a limit of its own: Modal ends a container that takes longer than its startup_timeout.
        """
        while not self._is_ready():
            with suppress(subprocess.TimeoutExpired):
                code = self._process.wait(_POLL_S)
                raise ServerEndedError(f"the server ended with exit code {code} before it was ready")

    def call_at_its_death(self, told: Callable[[int], None]) -> None:
        """Call `told`, from a thread, with the exit code, when the process ends without having been stopped."""

        def wait() -> None:
            code = self._process.wait()
            if not self._stopping:
                told(code)

        threading.Thread(target=wait, name="server-watch", daemon=True).start()

    def stop(self) -> None:
        """Let it end what it has taken on (GRACE_S). Raises ServerEndedError if its exit code is not 0."""
        self._stopping = True
        self._process.terminate()  # nothing, if it has ended already
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
    """Raises RuntimeError where Modal's proxy lets everyone in since we check keys, and there are none to check."""
    if knobs.secret and not environment.get("API_KEYS", "").strip(", \t\r\n"):
        raise RuntimeError(
            f"the secret {knobs.secret!r} has no keys in API_KEYS: the server would be open to all"
        )


def end_container(code: int) -> NoReturn:
    """End Modal's runner, and the container with it, since the server ended with `code`."""
    print(f"The server ended with exit code {code}; its container ends too", file=sys.stderr, flush=True)
    os._exit(1)  # from whichever thread, and whatever the runner is at


def server_image(knobs: Knobs) -> modal.Image:
    """The steps of Dockerfile.gpu, what changes seldom first: after a change of code only the last ones run."""
    ignored = ["**/__pycache__", "**/*.pyc"]
    return (
        modal.Image.debian_slim(python_version="3.11")
        .uv_pip_install(TORCH)
        .pip_install_from_pyproject(str(ROOT / "pyproject.toml"), optional_dependencies=["ja", "zh", "otel"])
        .env({"MODEL_DIR": "/models"})
        .workdir(APP_DIR)
        # Only what the command needs, or every change of code would fetch the weights again.
        .add_local_dir(ROOT / "api/src/inference", f"{APP_DIR}/api/src/inference", copy=True, ignore=ignored)
        .run_commands("python -m kokoro_speech_server.weights.assets")
        .add_local_dir(ROOT / "api", f"{APP_DIR}/api", copy=True, ignore=ignored)
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
    """One container: the server's process, from warm to drained."""

    @modal.enter()
    def start(self) -> None:
        check_keys(KNOBS, os.environ)
        self.server = ServerChild([f"{APP_DIR}/{ENTRYPOINT}"], APP_DIR, KNOBS.server_settings())
        self.server.wait_until_ready()
        # Modal does not look after our process: it would send requests to a port where nobody listens.
        self.server.call_at_its_death(end_container)

    @modal.exit()
    def stop(self) -> None:
        self.server.stop()


def speak(url: str, key: str, text: str, voice: str, out: Path) -> None:
    """Have the server at `url` speak `text` into the file `out`, as mp3, and print how that went.

    key: one of API_KEYS, or a token of Modal's proxy, wk-ID.ws-SECRET
    Raises openai.APIStatusError for a refusal that asking again does not change.
    """
    from openai import OpenAI  # noqa: PLC0415 - the container has none

    client = OpenAI(
        base_url=f"{url.rstrip('/')}/v1",
        api_key=key,
        # It asks again after at most 8 s unless told when: for as long as a container may take to start.
        max_retries=KNOBS.startup_s // 8 + 8,
    )
    print(f"Asking {url}; a server that sleeps needs minutes for its first answer")
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
        f"{len(text)} characters spoken: {size} bytes in {out}, begun after {first:.2f} s, ended after {took:.2f} s"
    )


@app.local_entrypoint()
def main(
    text: str = "Hello! This is Kokoro, speaking from Modal.",
    voice: str = "af_heart",
    out: str = "hello.mp3",
    url: str = "",
) -> None:
    """Speak against the deployed server, or the one at `url`, with the key in SPEECH_API_KEY."""
    url = url or modal.Server.from_name(APP_NAME, "Speech").get_url() or ""
    speak(url, os.environ.get("SPEECH_API_KEY", "none"), text, voice, Path(out))
