"""Writes log records to stderr from a thread, so that whoever reads the log can never stop the server."""

import copy
import fcntl
import logging
import os
import select
import sys
import threading
from collections import deque
from contextlib import suppress

_STDERR = 2

_MAX_WAITING = 8 * 1024 * 1024
"""Characters of the records that wait, some ten thousand lines."""

_RECORD_CHARACTERS = 500
"""What each record counts for besides its texts."""

_FLUSH_S = 2.0
"""Seconds within which the last lines of a process must be written. A supervisor waits 5 s for a worker's end."""


class QueuedHandler(logging.Handler):
    """Queues records and writes them in a thread of its own.

    Records that find the queue full are dropped and counted. Once half of the queue is free again, one line says how
    many. A flush takes at most two seconds: a pipe that nobody reads must not delay the end of a process.
    """

    def __init__(self) -> None:
        super().__init__()
        self._changed = threading.Condition()
        self._waiting: deque[tuple[logging.LogRecord, int]] = deque()
        self._size = 0
        self._dropped = 0
        self._closed = False
        self._thread: threading.Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        try:
            record = self._frozen(record)
        except Exception:
            self.handleError(record)
            return
        size = _size(record)
        with self._changed:
            if self._waiting and self._size + size > _MAX_WAITING:
                self._drop()
                return
            self._waiting.append((record, size))
            self._size += size
            self._changed.notify_all()
            if self._thread is None:
                # A daemon, since the thread may wait for ever for somebody to read.
                self._thread = threading.Thread(target=self._run, name="log", daemon=True)
                self._thread.start()

    def flush(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self._size, _FLUSH_S)

    def close(self) -> None:
        """End the thread when it has written what waits."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        super().close()

    def handleError(self, record: logging.LogRecord) -> None:
        """Log the exception of a record that cannot be formatted."""
        self.emit(_own_record(logging.ERROR, f"A record of {record.name} cannot be logged", error=True))

    def _frozen(self, record: logging.LogRecord) -> logging.LogRecord:
        """A copy that does not change, and keeps no frames of a traceback alive."""
        record = copy.copy(record)
        record.msg, record.args = record.getMessage(), None
        if record.exc_info:
            record.exc_text = (self.formatter or logging.Formatter()).formatException(record.exc_info)
            record.exc_info = None
        return record

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if not self._waiting:
                    return
                record, size = self._waiting.popleft()
            written = self._write(record)
            with self._changed:
                self._size -= size
                if written and self._dropped and self._size <= _MAX_WAITING // 2:
                    self._note_dropped()
                self._changed.notify_all()

    def _write(self, record: logging.LogRecord) -> bool:
        """Returns whether the record is written."""
        try:
            line = self.format(record)
        except Exception:
            self.handleError(record)
            return False
        try:
            _write_whole(f"{line}\n".encode("ascii", "backslashreplace"))
        except OSError:  # nobody reads the pipe any more, or the disk is full
            with self._changed:
                self._drop()
            return False
        return True

    def _drop(self) -> None:
        # The module chooses its storage when it is imported, which server.py prepares after the first records.
        from kokoro_speech_server.observability import metrics  # noqa: PLC0415

        metrics.LOG_LINES_DROPPED.inc()
        self._dropped += 1

    def _note_dropped(self) -> None:
        """Put the number of dropped records first into the queue."""
        note = _own_record(
            logging.WARNING, f"{self._dropped} log lines were dropped: stderr was not read in time"
        )
        self._dropped = 0
        self._waiting.appendleft((note, _size(note)))
        self._size += _size(note)


def _own_record(level: int, message: str, *, error: bool = False) -> logging.LogRecord:
    """A record of this module. error: whether it has the current exception"""
    record = logging.LogRecord(__name__, level, __file__, 0, message, None, sys.exc_info() if error else None)
    record.request_id = "-"
    return record


def _size(record: logging.LogRecord) -> int:
    return _RECORD_CHARACTERS + sum(len(value) for value in vars(record).values() if isinstance(value, str))


def _write_whole(data: bytes) -> None:
    """Write to stderr, without a line of another process in between.

    The processes of a server share stderr, and a pipe mixes writes of more than PIPE_BUF. Only threads like this one
    ever wait for the lock.
    """
    with suppress(OSError):  # macOS cannot lock a pipe
        fcntl.lockf(_STDERR, fcntl.LOCK_EX)
    try:
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(_STDERR, rest) :]
            except BlockingIOError:  # another process has made the pipe non-blocking
                select.select([], [_STDERR], [])
    finally:
        with suppress(OSError):
            fcntl.lockf(_STDERR, fcntl.LOCK_UN)
