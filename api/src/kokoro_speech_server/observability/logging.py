"""The log: one line per record on stderr, with the id of its request and its fields."""

import json
import logging
import logging.config
import re
import time
from types import TracebackType
from typing import Any, Literal, TypeAlias

from pythonjsonlogger.core import RESERVED_ATTRS, merge_record_extra
from pythonjsonlogger.json import JsonFormatter

from kokoro_speech_server.observability.log_handler import QueuedHandler
from kokoro_speech_server.observability.request_id import current_request_id

_NO_FIELDS = {*RESERVED_ATTRS, "request_id", "color_message"}
"""Attributes of a record that are not fields from `extra`. The last one is uvicorn's: its message with colors."""

_PLAIN = re.compile(r"[\w.:/+()-]+", re.ASCII)
"""A value of a field that needs no quotes."""

_KEY = re.compile(r"(api_key=)[^&\s\"]+")

_UNPRINTABLE = re.compile(r"[^ -~]")

_REPEAT_S = 300.0
"""Minimum seconds between two records with the same message, where repetition is limited."""

_ExcInfo: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


class _RequestIdFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request_id.get()
        return True


class _RepetitionFilter(logging.Filter):
    """Passes each message of a logger and its children, regardless of its arguments, at most once in five minutes."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if not super().filter(record):
            return True
        if record.created - self._last.get(record.msg, -_REPEAT_S) < _REPEAT_S:
            return False
        self._last[record.msg] = record.created
        return True


class _KeyFilter(logging.Filter):
    """Removes API keys from addresses, which uvicorn logs with the parameters of a WebSocket."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                _KEY.sub(r"\1***", arg) if isinstance(arg, str) else arg for arg in record.args
            )
        return True


class _ConsoleFormatter(logging.Formatter):
    """A readable line with the fields as key=value after the message.

    Lines are ASCII, and those of exceptions are indented. Therefore no data from a client can begin a line that looks
    like another record, or end a quoted value.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:
        fields = merge_record_extra(record, {}, reserved=_NO_FIELDS)
        line = [super().formatMessage(record).rstrip(), *(f"{key}={_value(fields[key])}" for key in fields)]
        return _escaped(" ".join(line))

    def formatException(self, ei: _ExcInfo) -> str:
        return "\n".join("  " + _escaped(line) for line in super().formatException(ei).split("\n"))


class _JsonFormatter(JsonFormatter):
    """A JSON object: time (UTC), level, logger, request_id, message, the fields and, if present, exception."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__(
            ["asctime", "levelname", "name", "request_id", "message"],
            rename_fields={
                "asctime": "time",
                "levelname": "level",
                "name": "logger",
                "exc_info": "exception",
            },
            reserved_attrs=[*_NO_FIELDS],
        )


def configure_logging(level: str, format: Literal["console", "json"] = "console") -> None:
    """Send all logging, including that of uvicorn and Python's warnings, through one handler.

    level: debug, info, warning or error
    """
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "filters": {
                "request_id": {"()": _RequestIdFilter},
                "key": {"()": _KeyFilter},
                # Each failure to reach the collector; batches are exported every few seconds.
                "repetition": {"()": _RepetitionFilter, "name": "opentelemetry"},
            },
            "formatters": {
                "console": {
                    "()": _ConsoleFormatter,
                    "fmt": "%(asctime)s %(levelname)-7s %(name)s [%(request_id)s] %(message)s",
                },
                "json": {"()": _JsonFormatter},
            },
            "handlers": {
                "stderr": {
                    "()": QueuedHandler,
                    "formatter": format,
                    "filters": ["request_id", "key", "repetition"],
                },
            },
            "root": {"handlers": ["stderr"], "level": level.upper()},
            "loggers": {
                "uvicorn": {"handlers": [], "propagate": True},
                # Routes with speech write their own line for each request.
                "uvicorn.access": {"level": "WARNING"},
                # Each request to the model hub, and misaki's word counts.
                "httpx": {"level": "WARNING"},
                "phonemizer": {"level": "ERROR"},
            },
        }
    )
    logging.captureWarnings(True)


def flush_log() -> None:
    """Return when all records are written, or after two seconds. For processes that end without Python's usual exit."""
    for handler in logging.getLogger().handlers:
        handler.flush()


def _value(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value):
        return value
    return json.dumps(value, default=str)


def _escaped(line: str) -> str:
    return _UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), line)
