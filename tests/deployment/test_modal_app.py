"""What modal_app.py requests from Modal, and what it does in a container.

modal's own command line deploys it and modal's own runner runs its class, both against the stand-in for the cloud in
modal_cloud.py.
"""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import psutil  # type: ignore[import-untyped]
import pytest

import modal_app
from kokoro_speech_server.config import Settings
from modal_app import Knobs, ServerChild, ServerEndedError
from tests.deployment.modal_cloud import Container, Layer, ModalCloud
from tests.servers import ROOT, SPEECH, FakeServer, free_port, http_client, is_ready, wait_until
from tests.sounds import decode, seconds
from tests.texts import BOOK

pytestmark = pytest.mark.server

WEIGHTS = "python -m weights"
INSTALL = "python -m pip install --no-index --no-deps --no-build-isolation"

FAKE = f"MODEL_DIR={Settings().model_dir} exec {sys.executable} -m tests.fake_serve serve"
"""An entry point that starts the server with fake engines and with the voices of this machine."""


@pytest.fixture(scope="module")
def deployed() -> Iterator[ModalCloud]:
    """A cloud with the server deployed with default knobs."""
    with ModalCloud() as cloud:
        deploy(cloud)
        yield cloud


@pytest.fixture(scope="module")
def deployed_with_secret() -> Iterator[ModalCloud]:
    """A cloud with the server deployed with a secret for its keys."""
    with ModalCloud() as cloud:
        deploy(cloud, SPEECH_SECRET="speech-keys")
        yield cloud


def deploy(cloud: ModalCloud, **knobs: str) -> None:
    result = cloud.modal("deploy", "modal_app.py", **knobs)
    assert result.returncode == 0, result.stdout + result.stderr


# What it requests from Modal


def test_one_h100_with_a_core_for_each_worker(deployed: ModalCloud) -> None:
    resources = deployed.function.resources
    assert (resources.gpu_config.gpu_type, resources.gpu_config.count) == ("H100", 1)
    assert (resources.milli_cpu, resources.memory_mb) == (8000, 32 * 1024)


def test_modal_passes_more_requests_than_the_servers_capacity(deployed: ModalCloud) -> None:
    assert deployed.function.max_concurrent_inputs == 8 * 10 + 16


def test_scaling_start_and_end(deployed: ModalCloud) -> None:
    scaling, http = deployed.function.autoscaler_settings, deployed.function.http_config
    assert (scaling.min_containers, scaling.max_containers) == (0, 2)
    assert not scaling.HasField("target_concurrency_float")
    assert scaling.scaledown_window == 300
    assert deployed.function.startup_timeout_secs == http.startup_timeout == 600
    assert http.exit_grace_period == 60 + 30  # GRACE_S, and time to shut down after it
    assert http.proxy_regions == ["us-east"]
    assert not deployed.function.HasField("scheduler_placement")  # anywhere


def test_without_keys_modals_proxy_requires_its_token(deployed: ModalCloud) -> None:
    assert not deployed.function.http_config.unauthenticated
    assert not deployed.function.secret_ids


def test_a_secret_with_keys_opens_the_proxy(deployed_with_secret: ModalCloud) -> None:
    (request,) = deployed_with_secret.requests_of("SecretGetOrCreate")
    assert request.deployment_name == "speech-keys"
    assert request.required_keys == ["API_KEYS"]
    assert len(deployed_with_secret.function.secret_ids) == 1
    assert deployed_with_secret.function.http_config.unauthenticated


def test_knobs_of_the_deployer() -> None:
    with ModalCloud() as cloud:
        deploy(
            cloud,
            SPEECH_GPU="H200",
            SPEECH_WORKERS="12",
            SPEECH_QUEUE_SIZE="5",
            SPEECH_CPU="12.5",
            SPEECH_MEMORY_MIB="65536",
            SPEECH_STARTUP_S="900",
            SPEECH_GRACE_S="300",
            SPEECH_SCALEDOWN_S="1200",
            SPEECH_MIN_CONTAINERS="1",
            SPEECH_MAX_CONTAINERS="4",
            SPEECH_TARGET_CONCURRENCY="40",
            SPEECH_REGION="eu",
            SPEECH_ROUTING_REGION="eu-west",
        )
        function = cloud.function
    assert function.resources.gpu_config.gpu_type == "H200"
    assert (function.resources.milli_cpu, function.resources.memory_mb) == (12500, 65536)
    assert function.max_concurrent_inputs == 12 * 5 + 16
    assert function.http_config.startup_timeout == 900
    assert function.http_config.exit_grace_period == 330
    assert function.http_config.proxy_regions == ["eu-west"]
    scaling = function.autoscaler_settings
    assert (scaling.min_containers, scaling.max_containers, scaling.scaledown_window) == (1, 4, 1200)
    assert scaling.target_concurrency_float == 40
    assert function.scheduler_placement.regions == ["eu"]


def test_a_bad_knob_stops_the_deploy_and_is_named() -> None:
    with ModalCloud() as cloud:
        result = cloud.modal("deploy", "modal_app.py", SPEECH_WORKERS="eight")
        assert result.returncode != 0
        assert "SPEECH_WORKERS" in result.stdout + result.stderr
        assert not cloud.requests_of("FunctionCreate")


def test_the_image_is_built_in_the_order_of_change(deployed: ModalCloud) -> None:
    steps = [
        "FROM python:3.11",
        "torch.txt",
        "kokoro==",
        WEIGHTS,
        "/app/pyproject.toml",
        "/app/api/src/kokoro_speech_server/app.py",
        INSTALL,
        "/app/docker/scripts/entrypoint.sh",
        "ENV HF_HUB_OFFLINE=1",
    ]
    places = [first(deployed, step) for step in steps]
    assert places == sorted(places)


def test_after_a_change_of_code_or_knobs_nothing_is_fetched(deployed: ModalCloud) -> None:
    after_weights = deployed.image_layers[first(deployed, WEIGHTS) + 1 :]
    commands = [line for layer in after_weights for line in layer.commands if line.startswith("RUN ")]
    assert commands == [
        f"RUN {INSTALL} /app",
        "RUN python -m kokoro_speech_server.engine.network.kernel_compilation",
    ]


def test_the_image_gets_the_torch_release_of_the_one_file(deployed: ModalCloud) -> None:
    (pin,) = deployed.image_layers[first(deployed, "torch.txt")].requirements.values()
    assert pin == (ROOT / "docker/torch.txt").read_bytes()


def first(cloud: ModalCloud, step: str) -> int:
    """The number of the first layer with this command or file."""
    return next(
        number
        for number, layer in enumerate(cloud.image_layers)
        if any(step in line for line in layer.commands) or step in layer.files
    )


def copy_files(layers: Iterable[Layer], folder: Path) -> None:
    """Copy the files of these layers from the checkout into `folder`, as / of the image."""
    for layer in layers:
        for name in layer.files:
            if not name.startswith("/app/"):
                continue
            source = Path(name).relative_to("/app")
            if source.parts[0] == "weights":
                source = "api/src/kokoro_speech_server" / source
            place = folder / name.lstrip("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, place)


def test_the_weights_need_no_other_file_of_the_image(
    deployed: ModalCloud, model_files: None, tmp_path: Path
) -> None:
    copy_files(deployed.image_layers[: first(deployed, WEIGHTS) + 1], tmp_path)
    # The command imports its sources only when it needs them.
    sources = "from weights import source_hub, source_local, source_npm"
    for command in (["-m", "weights", "--verify"], ["-c", sources]):
        subprocess.run([sys.executable, *command], cwd=tmp_path / "app", check=True)


def test_the_package_is_installed_from_the_files_of_the_image(deployed: ModalCloud, tmp_path: Path) -> None:
    copy_files(deployed.image_layers, tmp_path)
    command = [
        sys.executable,
        *INSTALL.split()[1:],
        "--quiet",
        f"--target={tmp_path}/site",
        str(tmp_path / "app"),
    ]
    subprocess.run(command, check=True)
    for pattern in ("*.py", "*.json"):
        for file in (ROOT / "api/src/kokoro_speech_server").rglob(pattern):
            assert (tmp_path / "site" / file.relative_to(ROOT / "api/src")).read_bytes() == file.read_bytes()
    assert (tmp_path / "site/bin/kokoro-speech-server").exists()


def test_the_image_has_the_entry_point_and_no_caches(deployed: ModalCloud) -> None:
    files: dict[str, int] = {}
    for layer in deployed.image_layers:
        files |= layer.files
    assert files["/app/docker/scripts/entrypoint.sh"] & 0o111
    assert not [name for name in files if "__pycache__" in name or ".egg-info" in name]


# In a container


def test_a_container_serves_and_on_sigterm_completes_its_requests(model_files: None) -> None:
    with ModalCloud() as cloud:
        deploy(cloud, SPEECH_WORKERS="2", SPEECH_QUEUE_SIZE="3", SPEECH_GRACE_S="30")
        with Container(cloud, FAKE) as container:
            container.wait_until_ready()
            assert is_ready(container.url)
            children = psutil.Process(container.process.pid).children(recursive=True)
            assert len(children) >= 3  # a supervisor and two workers
            with http_client.stream(
                "POST", container.url + SPEECH, json={"input": BOOK[:5000], "response_format": "pcm"}
            ) as answer:
                pieces = answer.iter_raw()
                first = next(pieces)
                container.terminate()
                wait_until(lambda: not is_ready(container.url), "a server that takes no more requests")
                rest = b"".join(pieces)
            assert len(first + rest) > 3_000_000
            assert container.wait() == 0, container.output
            assert container.failures == []
            assert not [child for child in children if child.is_running()]

            given = dict(
                line.split("=", 1) for line in container.variables_file.read_text("utf-8").splitlines()
            )
    assert (given["WORKERS"], given["QUEUE_SIZE"], given["GRACE_S"]) == ("2", "3", "30")
    assert given["ENGINES"] == "2"  # all workers
    assert (given["HOST"], given["DEVICE"], given["HF_HUB_OFFLINE"]) == ("0.0.0.0", "cuda", "1")
    assert (given["OMP_NUM_THREADS"], given["THREADS_PER_WORKER"]) == ("1", "1")
    assert given["MODEL_DIR"] == "/models"
    assert "PYTHONPATH" not in given


@pytest.mark.parametrize("code", [1, 137])
def test_a_server_that_ends_at_its_start_is_reported_with_its_exit_code(
    deployed: ModalCloud, code: int
) -> None:
    with Container(deployed, f"exit {code}") as container:
        container.wait()
        assert not container.said_ready
        (failure,) = container.failures
        assert f"exit code {code} " in failure


def test_a_server_that_dies_later_takes_its_container_with_it(
    deployed: ModalCloud, model_files: None
) -> None:
    with Container(deployed, FAKE, SPEECH_WORKERS="1") as container:
        container.wait_until_ready()
        (supervisor,) = psutil.Process(container.process.pid).children()
        supervisor.send_signal(signal.SIGKILL)
        assert container.wait() == 1
        assert "exit code -9" in container.output


@pytest.mark.parametrize("keys", ["", " , "])
def test_a_secret_without_keys_does_not_open_the_server(deployed_with_secret: ModalCloud, keys: str) -> None:
    with Container(deployed_with_secret, FAKE, API_KEYS=keys) as container:
        container.wait()
        assert not container.said_ready
        (failure,) = container.failures
        assert "speech-keys" in failure
        assert not container.variables_file.exists()  # the server was not started


# The server's process


@pytest.mark.parametrize(
    "module",
    [
        "tests.fake_serve",
        pytest.param("kokoro_speech_server", marks=[pytest.mark.model, pytest.mark.proof]),
    ],
)
def test_a_server_is_started_waited_for_and_stopped(model_files: None, tmp_path: Path, module: str) -> None:
    port = free_port()
    settings = {
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "WORKERS": "1",
        "DEVICE": "cpu",
        "DEFAULT_VOICE": "ef_dora",
        "THREADS_PER_WORKER": "1",
    }
    others = set(psutil.Process().children(recursive=True))
    server = ServerChild([sys.executable, "-m", module, "serve"], ROOT, settings)
    try:
        server.wait_until_ready()
        out = tmp_path / "hello.mp3"
        modal_app.speak(f"http://127.0.0.1:{port}", "none", "Buenos días.", "ef_dora", out)
        assert 0.2 < seconds(decode("mp3", out.read_bytes())) < 3
    finally:
        server.stop()
    assert not is_ready(f"http://127.0.0.1:{port}")
    assert set(psutil.Process().children(recursive=True)) <= others


def test_an_exit_code_other_than_0_after_the_stop_is_an_error(tmp_path: Path) -> None:
    command = ["sh", "-c", "trap 'exit 3' TERM; touch trapped; while true; do sleep 0.1; done"]
    server = ServerChild(command, tmp_path, {"PORT": str(free_port())})
    wait_until((tmp_path / "trapped").exists, "a process that waits for SIGTERM")
    with pytest.raises(ServerEndedError, match="exit code 3"):
        server.stop()


# The local entry point


def test_modal_run_requests_speech_from_the_deployed_server_with_the_key(
    model_files: None, tmp_path: Path
) -> None:
    out = tmp_path / "spoken.mp3"
    command = ["run", "modal_app.py", "--text", "Good morning.", "--voice", "ef_dora", "--out", str(out)]
    with (
        FakeServer(api_keys="sk-right", default_voice="ef_dora") as server,
        ModalCloud(server_url=server.url) as cloud,
    ):
        server.wait_until_ready()
        rejected = cloud.modal(*command, SPEECH_API_KEY="sk-wrong")
        assert rejected.returncode != 0
        assert "401" in rejected.stdout + rejected.stderr
        assert not out.exists()
        result = cloud.modal(*command, SPEECH_API_KEY="sk-right")
    assert result.returncode == 0, result.stdout + result.stderr
    assert seconds(decode("mp3", out.read_bytes())) > 0
    assert server.url in result.stdout
    assert str(out.stat().st_size) in result.stdout


def test_the_local_entry_point_retries_while_no_container_is_up(tmp_path: Path) -> None:
    """Modal's proxy answers 503 without Retry-After while no container is up, and 429 when a container is full."""
    seen = []
    statuses = iter([503, 429, 200])

    class Proxy(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            seen.append(self.headers["Authorization"])
            self.send_response(next(statuses))
            self.send_header("Content-Length", "5")
            self.end_headers()
            self.wfile.write(b"sound")

    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        Thread(target=proxy.serve_forever).start()
        try:
            out = tmp_path / "spoken.mp3"
            url = f"http://127.0.0.1:{proxy.server_port}/"
            modal_app.speak(url, "wk-1.ws-1", "Hello.", "af_heart", out)
        finally:
            proxy.shutdown()
    assert out.read_bytes() == b"sound"
    assert seen == ["Bearer wk-1.ws-1"] * 3


def test_knobs_are_read_back_from_their_variables() -> None:
    knobs = Knobs(gpu="L4", workers=3, cpu=1.5, target_concurrency=7.5, region="us", secret="keys")
    assert Knobs.read(knobs.environment()) == knobs
    assert Knobs.read({}) == Knobs()


def test_engines_are_all_workers_by_default() -> None:
    assert Knobs(workers=8, engines=1).server_settings()["ENGINES"] == "1"
    assert Knobs(workers=8).server_settings()["ENGINES"] == "8"


def test_every_knob_is_documented_with_its_default() -> None:
    table = (ROOT / "docs/modal.md").read_text(encoding="utf-8")
    for name, value in Knobs().environment().items():
        default = f"`{value}`" if value.strip("0123456789.") else value.removesuffix(".0")
        assert f"| `{name}` | {default if value else 'empty'} |" in table
