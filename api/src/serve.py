"""Starts the server: settings, the model's files, the listening socket, the workers and who watches them."""

import argparse
import asyncio
import ipaddress
import json
import logging
import os
import socket
import sys
import tempfile
import time
from collections.abc import Callable

import uvloop
from pydantic import ValidationError

from api.src.core.api_keys import ApiKeys
from api.src.core.config import Settings
from api.src.core.logging import configure_logging
from api.src.inference.assets import AssetError, ensure_model
from api.src.services.text_processing.lexicon_file import check_lexicon
from api.src.workers.sizing import worker_count, worker_environment

logger = logging.getLogger(__name__)

_STARTED = time.monotonic()

_SEND_BUFFER = 256 * 1024
_BACKLOG = 2048


def main(factory: str = "api.src.main:create_app") -> int:
    """Serve until told to stop. Exit code 0 after a clean stop, 1 if the server can't start.

    factory: "module:callable" that makes a worker's application from `settings` and `link`
    """
    parser = argparse.ArgumentParser("python -m api.src.serve", description="The speech server.")
    parser.add_argument("--print-config", action="store_true", help="print the settings, and do not serve")
    options = parser.parse_args()
    try:
        settings = Settings()
        keys = ApiKeys.read(settings)
        check_lexicon(settings)
    except ValidationError as error:
        print(_bad_settings(error), file=sys.stderr)
        return 1
    except ValueError as error:
        print(f"Bad setting: {error}", file=sys.stderr)
        return 1
    if options.print_config:
        print(_config(settings))
        return 0
    configure_logging(settings.log_level, settings.log_format)
    if not keys and not _is_loopback(settings.host):
        logger.warning("Whoever reaches %s may use this server: there are no API_KEYS", settings.host)
    if "mps_state" in settings.model_fields_set:
        logger.info("CUDA's Multi-Process Service is %s", settings.mps_state)
    return _serve(settings, factory, on_ready=lambda: _announce(settings, with_key=bool(keys)))


def _serve(settings: Settings, factory: str, *, on_ready: Callable[[], None]) -> int:
    try:
        # Before the workers start, so that they only look at the files, and a failure is one clear message.
        ensure_model(settings.model_dir)
        listener = _listen(settings)
        metrics_folder = tempfile.TemporaryDirectory(prefix="speech-metrics-")
    except (AssetError, OSError) as error:
        print(f"Can't start: {error}", file=sys.stderr)
        return 1
    with metrics_folder as folder:
        # All processes count in files there. prometheus_client looks for it when it is imported.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        from api.src.workers.supervisor import Supervisor  # noqa: PLC0415

        async def supervise() -> int:
            workers = worker_count(settings)
            supervisor = Supervisor(
                settings,
                listener,
                workers=workers,
                engines=settings.engines or workers,
                factory=factory,
                environment=worker_environment(settings, settings.engines or workers),
                on_ready=on_ready,
            )
            return await supervisor.run()

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            return runner.run(supervise())


def _config(settings: Settings) -> str:
    """Lines that an env file may have; keys are masked, and what is unset is a comment."""
    lines = []
    for name, value in settings.model_dump(mode="json").items():
        if value in (None, "", []):
            lines.append(f"# {name.upper()} is unset")
        else:
            text = ",".join(value) if isinstance(value, list) else value
            lines.append(f"{name.upper()}={text if isinstance(text, str) else json.dumps(text)}")
    return "\n".join(lines)


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
    """The listening socket.

    What connections inherit from it bounds what a reader who does not read can hold: the kernel's send buffer,
    and on Linux the time until such a connection is given up.
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
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise OSError(f"port {settings.port} on {settings.host} is not free: {error.strerror}") from error
    listener.setblocking(False)
    return listener


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _announce(settings: Settings, *, with_key: bool) -> None:
    """Print the server's address and a command that makes a sound file."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    address = f"http://{host}:{settings.port}"
    body = json.dumps({"input": "Hello! This is Kokoro speaking."})
    key = " -H 'Authorization: Bearer YOUR_KEY'" if with_key else ""
    logger.info("Ready after %.1f s", time.monotonic() - _STARTED)
    print(f"Ready: {address}")
    print(
        f"Try:   curl {address}/v1/audio/speech -H 'Content-Type: application/json'{key} -d '{body}' -o hello.mp3"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
