"""The container's entry point, run as Docker and Modal run it, with stand-ins for the tools of a GPU."""

import os
import re
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from tests.servers import ROOT, SPEECH, ServerProcess, http_client, wait_until
from tests.sounds import decode, seconds
from tests.texts import SENTENCES

COMMAND = ["sh", str(ROOT / "docker" / "scripts" / "entrypoint.sh")]

TEXT = SENTENCES[:161]
"""Three sentences."""

# A working MPS daemon, which records its commands.
CONTROL = """
if [ "${1:-}" = -d ]; then echo "start" >>"$NOTES"; exit "${DAEMON_EXIT:-0}"; fi
read -r word; echo "$word" >>"$NOTES"
if [ "$word" = get_server_list ]; then echo "${MPS_SERVERS-4711}"; fi
"""


class Machine:
    """A folder of commands that takes precedence in PATH."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.notes = folder / "notes"
        self.notes.touch()
        self.add("python", 'exit "${PROBE_EXIT:-0}"')
        self.add("kokoro-speech-server", f'exec "{sys.executable}" -m tests.fake_serve "$@"')

    def add(self, name: str, script: str) -> None:
        path = self._folder / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def add_gpu(self) -> None:
        self.add(
            "nvidia-smi",
            'case "$*" in *memory.free*) echo "GPU-1, 80000" ;; *) echo "GPU 0: Stand-in" ;; esac',
        )
        self.add("nvidia-cuda-mps-control", CONTROL)

    def start(self, **settings: str) -> ServerProcess:
        path = f"{self._folder}:{os.environ['PATH']}"
        return ServerProcess(
            command=COMMAND, **{"PATH": path, "NOTES": str(self.notes), "WORKERS": "1", **settings}
        )

    def environment(self, **settings: str) -> dict[str, str]:
        """The variables with which the entry point starts the server. They must not lead a server to MPS."""
        self.add("kokoro-speech-server", "env -0")
        with self.start(**settings) as server:
            assert server.wait() == 0
            variables = dict(line.split("=", 1) for line in server.stdout.split("\0") if line)
        assert not variables.keys() & {"CUDA_MPS_PIPE_DIRECTORY", "CUDA_MPS_LOG_DIRECTORY"}
        return variables


@pytest.fixture
def machine(model_files: None, tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def _reports(server: ServerProcess, state: str) -> None:
    server.wait_until_ready()
    assert http_client.get(f"{server.url}/ready").json()["cuda_mps"] == state
    assert f"CUDA's Multi-Process Service is {state}" in server.stderr
    [label] = re.findall(
        r'speech_build_info{.*cuda_mps="(\w+)"',
        http_client.get(f"{server.url}/metrics").text,
    )
    assert label == state.partition(":")[0]


def _environments(server: ServerProcess) -> Iterator[dict[str, str]]:
    for child in psutil.Process(server.process.pid).children(recursive=True):
        yield child.environ()


def test_where_mps_works_the_workers_use_it_until_the_server_has_ended(machine: Machine) -> None:
    machine.add_gpu()
    with machine.start() as server:
        _reports(server, "on")
        folders = {one["CUDA_MPS_PIPE_DIRECTORY"] for one in _environments(server)}
        [folder] = map(Path, folders)
        assert folder.is_dir()
        assert len(str(folder)) < 80
        assert "quit" not in machine.notes.read_text()
        assert server.stop() == 0
    assert machine.notes.read_text().split() == ["start", "get_server_list", "quit"]
    assert not folder.parent.exists()


@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        ({"CUDA_MPS": "off"}, "CUDA_MPS=off"),
        ({"MPS": "off"}, "CUDA_MPS=off"),
        ({"DAEMON_EXIT": "1"}, "its daemon does not start here"),
        ({"PROBE_EXIT": "1"}, "CUDA does not work with it here"),
        ({"MPS_SERVERS": ""}, "CUDA does not use it here"),
    ],
)
def test_where_mps_does_not_work_the_server_goes_on_without_it(
    machine: Machine, trouble: dict[str, str], reason: str
) -> None:
    machine.add_gpu()
    assert machine.environment(**trouble)["CUDA_MPS_STATE"] == f"off: {reason}"
    commands = machine.notes.read_text().split()
    assert commands[-1:] == ([] if trouble.keys() & {"CUDA_MPS", "MPS"} else ["quit"])


def test_a_probe_that_hangs_does_not_hold_up_the_server(machine: Machine) -> None:
    machine.add_gpu()
    machine.add(
        "timeout", '[ "$1" != -k ] || shift 2\nshift\n[ "$1" != python ] || exit 124\nexec "$@"'
    )  # as after a timeout
    assert machine.environment()["CUDA_MPS_STATE"] == "off: CUDA does not work with it here"


def test_without_a_gpu_it_says_so(machine: Machine) -> None:
    machine.add("nvidia-smi", "exit 9")
    with machine.start() as server:
        _reports(server, "off: there is no NVIDIA GPU")


def test_a_start_that_fails_has_the_servers_exit_code(machine: Machine) -> None:
    machine.add_gpu()
    with machine.start(QUEUE_SIZE="none") as server:
        assert server.wait() == 1
        assert "QUEUE_SIZE" in server.stderr
    assert machine.notes.read_text().split()[-1] == "quit"


def test_keys_are_read_again_on_sighup(machine: Machine, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text("first\n")
    with machine.start(API_KEYS_FILE=str(keys)) as server:
        server.wait_until_ready()
        keys.write_text("second\n")
        server.process.send_signal(signal.SIGHUP)

        def is_known() -> bool:
            headers = {"Authorization": "Bearer second"}
            answer = http_client.post(
                f"{server.url}{SPEECH}",
                json={"input": "Hi."},
                headers=headers,
            )
            return answer.status_code == 200

        wait_until(is_known, "the second key")
        assert server.stop() == 0


_OF_A_CONTAINER = {"HOST": "0.0.0.0", "API_KEYS": "sk-one", "GRACE_S": "600"}


def test_a_container_serves_all_clients_and_ends_in_order(machine: Machine, tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    settings = {
        **_OF_A_CONTAINER,
        "WORKERS": "2",
        "ENGINES": "1",
        "FAKE_FRAMES": "8",
        "TMPDIR": str(temporary),
    }
    with machine.start(**settings) as server:
        _serves_and_ends(server, clients=3)
    assert not list(temporary.iterdir())


@pytest.mark.model
@pytest.mark.proof
@pytest.mark.parametrize(("workers", "engines", "clients"), [(2, 1, 3), (8, 8, 50)])
def test_a_container_with_the_model_serves_all_clients_and_ends_in_order(
    model_files: None, tmp_path: Path, workers: int, engines: int, clients: int
) -> None:
    python = Path(sys.executable).parent
    settings = {
        **_OF_A_CONTAINER,
        "PATH": f"{python}:{os.environ['PATH']}",
        "WORKERS": str(workers),
        "ENGINES": str(engines),
        "TMPDIR": str(tmp_path),
        "DEFAULT_VOICE": "ef_dora",  # English would take each worker seconds to load
    }
    with ServerProcess(command=COMMAND, **settings) as server:
        _serves_and_ends(server, clients)
    assert not list(tmp_path.iterdir())


def _serves_and_ends(server: ServerProcess, clients: int) -> None:
    """After SIGTERM during a stream, the stream ends whole, and no process remains."""
    with httpx.Client(
        base_url=server.url,
        headers={"Authorization": "Bearer sk-one"},
        timeout=600,
        trust_env=False,
        limits=httpx.Limits(max_connections=None),
    ) as client:
        server.wait_until_ready()
        family = psutil.Process(server.process.pid).children(recursive=True)
        assert len(family) > int(client.get("/ready").json()["workers"])

        def speak(number: int) -> float:
            answer = client.post(SPEECH, json={"input": f"Client {number:02}.", "response_format": "mp3"})
            assert answer.status_code == 200, answer.text
            return seconds(decode("mp3", answer.content))

        with ThreadPoolExecutor(clients) as pool:
            durations = list(pool.map(speak, range(clients)))
        assert min(durations) > 1
        body = {"input": TEXT, "response_format": "pcm", "speed": 2}
        with client.stream("POST", SPEECH, json=body) as answer:
            parts = answer.iter_raw()
            audio = next(parts)
            server.process.send_signal(signal.SIGTERM)
            audio += b"".join(parts)
        assert len(audio) / 48_000 > 4
        assert server.wait() == 0
    assert not [process for process in family if process.is_running()]
