"""One line a record on stderr, with the id of the request that it belongs to and the record's own fields."""

import fcntl
import json
import logging
import logging.config
import os
import re
import time
from types import TracebackType
from typing import Any, Literal, TextIO, TypeAlias

from pythonjsonlogger.core import RESERVED_ATTRS, merge_record_extra
from pythonjsonlogger.json import JsonFormatter

from kokoro_speech_server.observability.request_id import current_request_id

_NO_FIELDS = {*RESERVED_ATTRS, "request_id", "color_message"}
"""Attributes of a record that are not fields given with `extra`; the last is uvicorn's, its message in colours."""

_PLAIN = re.compile(r"[\w.:/+()-]+", re.ASCII)
"""A string that needs no quotes as the value of a field."""

_UNPRINTABLE = re.compile(r"[^ -~]")

_TURN = os.open(__file__, os.O_RDONLY)
"""Locked by the process that writes: any file does that all processes have."""

_SELDOM_S = 300.0

_ExcInfo: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


class _RequestIdFilter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request_id.get()
        return True


class _SeldomFilter(logging.Filter):
    """Lets a message pass once in five minutes, whatever its arguments."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.created - self._told.get(record.msg, -_SELDOM_S) < _SELDOM_S:
            return False
        self._told[record.msg] = record.created
        return True


class _Handler(logging.StreamHandler[TextIO]):
    """Writes records whole: the workers share stderr, and a pipe mixes what is longer than 4 KiB."""

    def emit(self, record: logging.LogRecord) -> None:
        fcntl.flock(_TURN, fcntl.LOCK_EX)
        try:
            super().emit(record)
        finally:
            fcntl.flock(_TURN, fcntl.LOCK_UN)


class _ConsoleFormatter(logging.Formatter):
    """A line to read, its fields as key=value behind the message.

    In plain ASCII, and what belongs to an exception indented: nothing that a client sends can begin a line that
    looks like another record, or end a quoted value.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:
        fields = merge_record_extra(record, {}, reserved=_NO_FIELDS)
        line = [super().formatMessage(record).rstrip(), *(f"{key}={_value(fields[key])}" for key in fields)]
        return _escaped(" ".join(line))

    def formatException(self, ei: _ExcInfo) -> str:
        return "\n".join("  " + _escaped(line) for line in super().formatException(ei).split("\n"))


class _JsonFormatter(JsonFormatter):
    """A JSON object: time (UTC), level, logger, request_id, message, the fields, and exception if there is one."""

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
    """Route all logging, uvicorn's and Python's warnings too, through one handler.

    `level`: debug, info, warning or error.
    """
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "filters": {"request_id": {"()": _RequestIdFilter}, "seldom": {"()": _SeldomFilter}},
            "formatters": {
                "console": {
                    "()": _ConsoleFormatter,
                    "fmt": "%(asctime)s %(levelname)-7s %(name)s [%(request_id)s] %(message)s",
                },
                "json": {"()": _JsonFormatter},
            },
            "handlers": {
                "stderr": {
                    "()": _Handler,
                    "formatter": format,
                    "filters": ["request_id"],
                },
                "stderr_seldom": {
                    "()": _Handler,
                    "formatter": format,
                    "filters": ["request_id", "seldom"],
                },
            },
            "root": {"handlers": ["stderr"], "level": level.upper()},
            "loggers": {
                "uvicorn": {"handlers": [], "propagate": True},
                # The routes write a line of their own for each request that synthesizes.
                "uvicorn.access": {"level": "WARNING"},
                # Chatter about each request to the model hub, and misaki's word counts.
                "httpx": {"level": "WARNING"},
                "phonemizer": {"level": "ERROR"},
                # A collector of traces that is down would be told of every few seconds.
                "opentelemetry": {"handlers": ["stderr_seldom"], "propagate": False},
            },
        }
    )
    logging.captureWarnings(True)


def _value(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value):
        return value
    return json.dumps(value, default=str)


def _escaped(line: str) -> str:
    return _UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), line)
