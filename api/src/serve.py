"""Starts the server: settings, the model's files, the listening socket, uvicorn; says when it can speak."""

import json
import logging
import signal
import socket
import sys
import threading
import time
import urllib.error
import urllib.request

import uvicorn
from pydantic import ValidationError
from uvicorn.supervisors import Multiprocess

from api.src.core.config import Settings
from api.src.core.logging import configure_logging
from api.src.inference.assets import AssetError, ensure_model

logger = logging.getLogger(__name__)

_SEND_BUFFER = 256 * 1024


def main() -> int:
    """Serve until told to stop. Exit code 0 after a clean stop, 1 if the server can't start."""
    try:
        settings = Settings()
    except ValidationError as error:
        print(_bad_settings(error), file=sys.stderr)
        return 1
    configure_logging(settings.log_level)
    try:
        # Before the workers start, so that they only look at the files, and a failure is one clear message.
        ensure_model(settings.model_dir)
        listener = _listen(settings)
    except (AssetError, OSError) as error:
        print(f"Can't start: {error}", file=sys.stderr)
        return 1
    threading.Thread(target=_announce, args=(settings,), daemon=True).start()
    config = uvicorn.Config("api.src.main:app", workers=settings.workers, log_config=None)
    # uvicorn raises the signal that stopped it once more at its end; being told to stop is not a failure.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    if settings.workers > 1:
        Multiprocess(config, sockets=[listener]).run()
        return 0
    uvicorn.Server(config).run(sockets=[listener])
    return 1 if sys.modules["api.src.main"].app.state.failed else 0


def _bad_settings(error: ValidationError) -> str:
    """A line for each setting that will not do, with its variable's name."""
    lines = []
    for problem in error.errors():
        variable = (
            [str(problem["loc"][0]).upper()] if problem["loc"] else []
        )  # some checks are of two settings
        lines.append(": ".join(["Bad setting", *variable, problem["msg"].removeprefix("Value error, ")]))
    return "\n".join(lines)


def _listen(settings: Settings) -> socket.socket:
    """A bound socket of our own.

    uvicorn's has no IPPROTO_TCP when workers share it, and then asyncio leaves Nagle's algorithm on (44 ms for
    a small answer on a kept connection). What connections inherit from it bounds what a reader who does not
    read can hold: the kernel's send buffer, and on Linux the time until such a connection is given up.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(
        settings.host, settings.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP
    )[0]
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    if sys.platform == "linux":
        timeout_ms = int(settings.send_timeout_s * 1000)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, timeout_ms)
    try:
        listener.bind(address)
    except OSError as error:
        listener.close()
        raise OSError(f"port {settings.port} on {settings.host} is not free: {error.strerror}") from error
    listener.set_inheritable(True)
    return listener


def _announce(settings: Settings) -> None:
    """When the server is ready, print its address and a command that makes a sound file."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    address = f"http://{host}:{settings.port}"
    while not _is_ready(address):
        time.sleep(0.2)
    body = json.dumps({"input": "Hello! This is Kokoro speaking."})
    print(f"Ready: {address}")
    print(
        f"Try:   curl {address}/v1/audio/speech -H 'Content-Type: application/json' -d '{body}' -o hello.mp3"
    )
    sys.stdout.flush()


def _is_ready(address: str) -> bool:
    try:
        # Not by way of a proxy: the address is our own.
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
            f"{address}/ready", timeout=5
        ) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


if __name__ == "__main__":
    sys.exit(main())
