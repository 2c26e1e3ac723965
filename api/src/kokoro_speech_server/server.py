"""Starts the server: the model's files, the listening sockets, the supervisor and its workers."""

import asyncio
import gc
import json
import logging
import os
import resource
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import uvloop

from kokoro_speech_server import kokoro_fastapi
from kokoro_speech_server.config import RENAMED_VARIABLES, Settings
from kokoro_speech_server.hosts import is_loopback
from kokoro_speech_server.observability.logging import configure_logging
from kokoro_speech_server.weights.assets import AssetError, ensure_model
from kokoro_speech_server.workers.sizing import worker_count
from kokoro_speech_server.wyoming.startup import wyoming_host

if TYPE_CHECKING:
    from kokoro_speech_server.wyoming.announcement import Announcement

logger = logging.getLogger(__name__)

_STARTED = time.monotonic()

_SEND_BUFFER = 256 * 1024
_BACKLOG = 2048
_STDOUT = 1

_MAX_OPEN_FILES = 65_536
"""Each connection takes one. More would cost programs that close every possible descriptor much time."""


def serve(settings: Settings, *, has_keys: bool, factory: str = "kokoro_speech_server.app:create_app") -> int:
    """Serve until a signal stops the server. Returns the exit code: 0 after a clean stop, 1 if it cannot start.

    has_keys: whether callers need an API key
    factory:  "module:callable" that creates a worker's application from `settings` and `link`; the module also has
              preload(settings), which loads what the workers can share and returns it as arguments of the callable
    """
    configure_logging(settings.log_level, settings.log_format)
    _allow_many_open_files()
    if not has_keys and not is_loopback(settings.host):
        logger.warning(
            "Everyone who can reach %s can use this server, because there are no API_KEYS", settings.host
        )
    if settings.wyoming_port is not None and has_keys and not is_loopback(wyoming_host(settings)):
        logger.warning(
            "Everyone who can reach port %d on %s can use this server, because Wyoming has no API keys",
            settings.wyoming_port,
            wyoming_host(settings),
        )
    for old, new in RENAMED_VARIABLES.items():
        if old in os.environ:
            logger.warning("%s is now named %s; the old name works until 0.3.0", old, new.upper())
    for remark in kokoro_fastapi.remarks(os.environ):
        logger.warning("%s", remark)
    if "cuda_mps_state" in settings.model_fields_set:
        logger.info("CUDA's Multi-Process Service is %s", settings.cuda_mps_state)
    return _supervise(settings, factory, on_ready=lambda: _announce(settings, with_key=has_keys))


def _supervise(settings: Settings, factory: str, *, on_ready: Callable[[], None]) -> int:
    try:
        # Before the workers start, so that they only check the files, and a failure is one clear message.
        ensure_model(settings.model_dir)
        listeners = [_listen(settings.host, settings.port)]
        if settings.wyoming_port is not None:
            listeners.append(_listen(wyoming_host(settings), settings.wyoming_port))
        metrics_folder = tempfile.TemporaryDirectory(prefix="speech-metrics-")
        downloads_folder = tempfile.TemporaryDirectory(prefix="speech-downloads-")
    except (AssetError, OSError) as error:
        logger.critical("Can't start: %s", error)
        return 1
    with metrics_folder as folder, downloads_folder as downloads:
        if settings.downloads_dir is None:
            settings = settings.model_copy(update={"downloads_dir": Path(downloads)})
        # All processes keep their metrics in files there. prometheus_client reads the variable when it is imported.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        from kokoro_speech_server.observability import metrics  # noqa: PLC0415
        from kokoro_speech_server.workers.process_starter import process_starter  # noqa: PLC0415
        from kokoro_speech_server.workers.supervisor import Supervisor  # noqa: PLC0415

        metrics.begin(None)
        announcement = _announcement(settings)
        gc.freeze()  # no garbage collection needs to look at the modules again, which would delay requests

        def ready() -> None:
            on_ready()
            if announcement is not None:
                announcement.start()

        async def supervise() -> int:
            workers = worker_count(settings)
            supervisor = Supervisor(
                settings,
                listeners,
                workers=workers,
                engines=settings.engines or workers,
                starter=process_starter(settings, factory, engines=settings.engines or workers),
                on_ready=ready,
            )
            return await supervisor.run()

        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                return runner.run(supervise())
        except Exception:
            logger.critical("The supervisor failed", exc_info=True)
            return 1
        finally:
            if announcement is not None:
                announcement.close()
            metrics.close()


def _announcement(settings: Settings) -> "Announcement | None":
    """What announces Wyoming once the server is ready."""
    if settings.wyoming_port is None or not settings.wyoming_announce:
        return None
    from kokoro_speech_server.wyoming.announcement import Announcement  # noqa: PLC0415 - most servers do without

    return Announcement(wyoming_host(settings), settings.wyoming_port)


def _allow_many_open_files() -> None:
    """Raise the limit of this process and its workers, which is 256 or 1024 on many systems."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, _MAX_OPEN_FILES)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (OSError, ValueError) as error:  # macOS has further limits
        logger.warning("The limit of open files stays at %d: %s", soft, error)


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket. Connections inherit the size of the kernel's send buffer."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP
    )[0]
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    try:
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise OSError(f"port {port} on {host} is not free: {error.strerror}") from error
    listener.setblocking(False)
    return listener


def _announce(settings: Settings, *, with_key: bool) -> None:
    """Print the server's address and a command that creates an audio file."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    address = f"http://{host}:{settings.port}"
    body = json.dumps({"input": "Hello! This is Kokoro speaking."})
    key = " -H 'Authorization: Bearer YOUR_KEY'" if with_key else ""
    logger.info("Ready after %.1f s", time.monotonic() - _STARTED)
    if settings.wyoming_port is not None:
        logger.info("Wyoming listens on %s, port %d", wyoming_host(settings), settings.wyoming_port)
    lines = (
        f"Ready: {address}\n"
        f"Try:   curl {address}/v1/audio/speech -H 'Content-Type: application/json'{key} -d '{body}' -o hello.mp3\n"
    )
    # Not by print, whose lock would break the end of a process with a full pipe.
    threading.Thread(
        target=os.write, args=(_STDOUT, lines.encode()), name="announcement", daemon=True
    ).start()
