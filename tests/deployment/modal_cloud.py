"""A local stand-in for Modal's cloud, for modal's own command line and container runner."""

import asyncio
import itertools
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import psutil  # type: ignore[import-untyped]
from google.protobuf.message import Message  # type: ignore[import-untyped]
from grpclib.server import Server
from modal_proto import api_pb2
from modal_proto.api_grpc import ModalClientBase

from tests.engines import PATIENCE_S
from tests.servers import ROOT, free_port, wait_until

OURS = "SPEECH_"


@dataclass(frozen=True)
class Layer:
    """A step of an image's build.

    commands:     lines of a Dockerfile
    files:        the permissions of the files that it copies, by their paths in the image
    requirements: the contents of requirements files, by their names in the build
    """

    commands: list[str]
    files: dict[str, int]
    requirements: dict[str, bytes]


class ModalCloud(AbstractContextManager["ModalCloud"]):
    """A server of Modal's protocol in a thread. It builds and starts nothing: it reports every image as built.

    requests:   all requests, in order
    server_url: the URL that it reports for deployed servers
    """

    def __init__(self, *, server_url: str = "") -> None:
        self.requests: list[Message] = []
        self._server_url = server_url
        self._url = f"http://127.0.0.1:{free_port()}"
        self._ids = itertools.count(1)
        self._files: dict[str, dict[str, int]] = {}
        self._started = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), name="modal-cloud")

    def requests_of(self, kind: str, earlier: int = 0) -> list[Any]:
        """All requests of one kind, such as "FunctionCreate", after the first `earlier` of any kind."""
        return [message for message in self.requests[earlier:] if type(message).__name__ == f"{kind}Request"]

    def modal(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run modal's command line in the repository's root, as a user does."""
        return subprocess.run(
            [sys.executable, "-m", "modal", *arguments],
            cwd=ROOT,
            env={
                **_without_ours(),
                **self._client_variables(),
                "MODAL_TOKEN_ID": "ak-test",
                "MODAL_TOKEN_SECRET": "as-test",
                **variables,
            },
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )

    @property
    def function(self) -> api_pb2.Function:
        """The one deployed server."""
        (create,) = self.requests_of("FunctionCreate")
        function: api_pb2.Function = create.function
        return function

    @property
    def image_layers(self) -> list[Layer]:
        """The layers of its image, from the bottom up."""
        return [
            Layer(
                list(request.image.dockerfile_commands),
                self._files.get(request.image.context_mount_id, {}),
                {file.filename: file.data for file in request.image.context_files},
            )
            for request in self.requests_of("ImageGetOrCreate")
        ]

    @property
    def image_variables(self) -> dict[str, str]:
        """The environment variables that the image sets."""
        lines = [line for layer in self.image_layers for line in layer.commands]
        settings = [line.removeprefix("ENV ") for line in lines if line.startswith("ENV ")]
        return dict(shlex.split(setting)[0].split("=", 1) for setting in settings)

    def _client_variables(self) -> dict[str, str]:
        return {"MODAL_SERVER_URL": self._url, "MODAL_CONFIG_PATH": os.devnull}

    async def _run(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        server = Server([_servicer(self._answer)])
        await server.start("127.0.0.1", int(self._url.rpartition(":")[2]))
        self._started.set()
        await self._stop.wait()
        server.close()
        await server.wait_closed()

    def _answer(self, question: Any, answer: Any) -> None:
        self.requests.append(question)
        match answer:
            case api_pb2.EnvironmentGetOrCreateResponse():
                answer.environment_id = "en-1"
                answer.metadata.settings.image_builder_version = "2025.06"
            case api_pb2.AppGetOrCreateResponse() | api_pb2.AppCreateResponse():
                answer.app_id = "ap-1"
            case api_pb2.ImageGetOrCreateResponse():
                answer.image_id = f"im-{next(self._ids)}"
                answer.result.status = api_pb2.GenericResult.GENERIC_STATUS_SUCCESS
            case api_pb2.MountGetOrCreateResponse():
                answer.mount_id = f"mo-{next(self._ids)}"
                self._files[answer.mount_id] = {file.filename: file.mode for file in question.files}
            case api_pb2.MountPutFileResponse():
                answer.exists = True
            case api_pb2.TaskLogsBatch():
                answer.app_done = True  # otherwise modal would ask for more at once, thousands of times
            case api_pb2.SecretGetOrCreateResponse():
                answer.secret_id = f"st-{next(self._ids)}"
            case api_pb2.FunctionPrecreateResponse():
                answer.function_id = "fu-1"
                answer.handle_metadata.function_name = question.function_name
            case api_pb2.FunctionCreateResponse():
                answer.function_id = "fu-1"
                answer.handle_metadata.function_name = question.function.function_name
                answer.function_data.ranked_functions.add().function.CopyFrom(question.function)
            case api_pb2.FunctionGetResponse():
                answer.function_id = "fu-2"
                answer.handle_metadata.function_name = question.object_tag
                answer.handle_metadata._experimental_flash_urls.append(self._server_url)
                answer.function.ranked_functions.add()

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._started.wait(PATIENCE_S)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()


class Container(AbstractContextManager["Container"]):
    """A container of the deployed server: modal's runner as a local process. One cloud runs one at a time.

    As on Modal, it has modal_app.py without the checkout, and the image's environment variables. It lacks the image's
    files: `entry_point` replaces the image's entry point, and the server listens on `port`.
    """

    def __init__(self, cloud: ModalCloud, entry_point: str, **variables: str) -> None:
        self._cloud = cloud
        self._earlier = len(cloud.requests)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._home = tempfile.TemporaryDirectory(prefix="modal-container-")
        home = Path(self._home.name)
        self.variables_file = home / "variables"
        shutil.copy(ROOT / "modal_app.py", home)
        (home / "in_container.py").write_text(
            "import modal_app\n"
            f"modal_app.APP_DIR, modal_app.ENTRYPOINT, modal_app.PORT = {str(home)!r}, 'entry.sh', {self.port}\n"
            f"assert modal_app.__file__.startswith({str(home)!r})\n"
            "Speech = modal_app.Speech\n"
        )
        script = home / "entry.sh"
        script.write_text(f"#!/bin/sh\nenv > {self.variables_file}\ncd {ROOT}\n{entry_point}\n")
        script.chmod(0o755)
        (home / "arguments").write_bytes(self._arguments().SerializeToString())
        self._output = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "modal._container_entrypoint"],
            cwd=home,
            env={
                **_without_ours(),
                **cloud._client_variables(),
                **cloud.image_variables,
                "MODAL_IS_REMOTE": "1",
                "MODAL_TASK_ID": "ta-1",
                "MODAL_CONTAINER_ARGUMENTS_PATH": str(home / "arguments"),
                "PYTHONPATH": str(home),
                "OMP_NUM_THREADS": "8",
                **variables,
            },
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def terminate(self) -> None:
        """Send SIGTERM to the whole process group, as the platform may do."""
        os.killpg(self.process.pid, signal.SIGTERM)

    def wait_until_ready(self) -> None:
        """Wait until the container reports to Modal that it is ready; before that, Modal sends no requests."""
        wait_until(lambda: self.said_ready or self.process.poll() is not None, "a container that is ready")
        assert self.said_ready, self.output

    @property
    def said_ready(self) -> bool:
        return bool(self._requests_of("ContainerServerLifecycleReady"))

    def wait(self) -> int:
        """The exit code."""
        return self.process.wait(PATIENCE_S)

    @property
    def failures(self) -> list[str]:
        """The failures that it has reported to Modal."""
        return [request.result.exception for request in self._requests_of("TaskResult")]

    @property
    def output(self) -> str:
        return os.pread(self._output.fileno(), 1 << 20, 0).decode()

    def _requests_of(self, kind: str) -> list[Any]:
        """Those since this container's start."""
        return self._cloud.requests_of(kind, self._earlier)

    def _arguments(self) -> api_pb2.ContainerArguments:
        """The arguments with which Modal starts its runner; they name the class to run."""
        function = api_pb2.Function()
        function.CopyFrom(self._cloud.function)
        function.module_name = "in_container"
        layout = api_pb2.AppLayout(function_ids={function.function_name: "fu-1"})
        handle = layout.objects.add(object_id="fu-1").function_handle_metadata
        handle.function_name = function.function_name
        for dependency in function.object_dependencies:
            layout.objects.add(object_id=dependency.object_id)
        return api_pb2.ContainerArguments(
            task_id="ta-1", function_id="fu-1", app_id="ap-1", function_def=function, app_layout=layout
        )

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            with suppress(psutil.NoSuchProcess):
                for process in psutil.Process(self.process.pid).children(recursive=True):
                    process.kill()
            self.process.kill()
            self.process.wait()
        self._output.close()
        self._home.cleanup()


def _without_ours() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith((OURS, "MODAL_"))}


def _servicer(answer: Callable[[Any, Any], None]) -> Any:
    """An object with every call of the protocol: each receives a message and sends one, which `answer` fills in."""

    def method(name: str) -> Callable[..., Any]:
        async def call(self: Any, stream: Any) -> None:
            question = await stream.recv_message()
            reply = self.__mapping__()[f"/modal.client.ModalClient/{name}"].reply_type()
            answer(question, reply)
            await stream.send_message(reply)

        return call

    names = ModalClientBase.__abstractmethods__
    return type("Servicer", (ModalClientBase,), {name: method(name) for name in names})()
