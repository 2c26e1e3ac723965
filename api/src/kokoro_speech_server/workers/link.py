"""Remote procedure calls between the supervisor and a worker, over a private socket pair."""

import asyncio
import inspect
import itertools
import logging
import pickle
import socket
from enum import IntEnum
from typing import Any, Generic, TypeVar

from kokoro_speech_server.errors import SpeechServerError

logger = logging.getLogger(__name__)

H = TypeVar("H")

_LENGTH_BYTES = 4
_READ_AHEAD = 4 * 1024 * 1024


class LinkClosedError(Exception):
    """The other process has ended or closed the link."""


class _Kind(IntEnum):
    CALL = 0
    NOTIFY = 1
    CANCEL = 2
    RESULT = 3
    ERROR = 4


class Link(Generic[H]):
    """One end of a connection. Each side calls methods of the other side's handler by name.

    Calls start in the order in which they were made, and each runs up to its first await before the next starts.
    The cancellation of a call cancels its method on the other side. When the link closes, calls to the other side
    raise LinkClosedError and calls from it are cancelled. Messages are pickles, which is safe because only a process
    and its own child exchange them.
    """

    def __init__(self, sock: socket.socket, handler: H) -> None:
        self.handler = handler
        self._socket = sock
        self._numbers = itertools.count()
        self._pending_calls: dict[int, asyncio.Future[Any]] = {}
        self._running_calls: dict[int, asyncio.Task[Any]] = {}
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def open(self) -> None:
        """Open the connection. Must be called once, before everything else."""
        self._reader, self._writer = await asyncio.open_connection(sock=self._socket, limit=_READ_AHEAD)

    async def run(self) -> None:
        """Receive messages until the link closes."""
        try:
            while True:
                length = int.from_bytes(await self._reader.readexactly(_LENGTH_BYTES))
                data = await self._reader.readexactly(length)
                self._receive(*pickle.loads(data))  # nosec B301  # the socket pair is private
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        except Exception:
            # After an unreadable message there is no way to find the start of the next one.
            logger.exception("The link to another process is broken")
        finally:
            self._writer.close()
            for work in self._running_calls.values():
                work.cancel()
            for answer in self._pending_calls.values():
                if not answer.done():
                    answer.set_exception(LinkClosedError("the other process has ended"))

    def notify(self, method: str, *args: Any) -> None:
        """Call a method without waiting for it."""
        self._send(_Kind.NOTIFY, next(self._numbers), (method, args))

    async def call(self, method: str, *args: Any) -> Any:
        """Call a method and return its result. Raises the method's SpeechServerErrors; other errors as RuntimeError."""
        number = next(self._numbers)
        answer = self._pending_calls[number] = asyncio.get_running_loop().create_future()
        try:
            self._send(_Kind.CALL, number, (method, args))
            return await answer
        except asyncio.CancelledError:
            self._send(_Kind.CANCEL, number, None)
            raise
        finally:
            del self._pending_calls[number]

    def _send(self, kind: _Kind, number: int, content: Any) -> None:
        if self._writer.is_closing():
            if kind is _Kind.CALL:
                raise LinkClosedError("the other process has ended")
            return
        data = pickle.dumps((kind, number, content), protocol=pickle.HIGHEST_PROTOCOL)
        # In one call, since the other process would wake up for each.
        self._writer.writelines([len(data).to_bytes(_LENGTH_BYTES), data])

    def _receive(self, kind: _Kind, number: int, content: Any) -> None:
        if kind in (_Kind.RESULT, _Kind.ERROR):
            answer = self._pending_calls.get(number)
            if answer is None or answer.done():
                return  # the call was cancelled
            if kind is _Kind.RESULT:
                answer.set_result(content)
            else:
                answer.set_exception(content)
        elif kind is _Kind.CANCEL:
            if work := self._running_calls.get(number):
                work.cancel()
        else:
            self._serve(kind, number, *content)

    def _serve(self, kind: _Kind, number: int, method: str, args: tuple[Any, ...]) -> None:
        try:
            result = getattr(self.handler, method)(*args)
        except Exception as error:
            self._fail(kind, number, error)
            return
        if inspect.iscoroutine(result):
            work = asyncio.create_task(result)
            self._running_calls[number] = work
            work.add_done_callback(lambda work: self._finish(kind, number, work))
        elif kind is _Kind.CALL:
            self._send(_Kind.RESULT, number, result)

    def _finish(self, kind: _Kind, number: int, work: asyncio.Task[Any]) -> None:
        self._running_calls.pop(number, None)
        if work.cancelled():
            return  # by the other side
        error = work.exception()
        if isinstance(error, Exception):
            self._fail(kind, number, error)
        else:
            self._send(_Kind.RESULT, number, work.result())

    def _fail(self, kind: _Kind, number: int, error: Exception) -> None:
        if isinstance(error, SpeechServerError) and kind is _Kind.CALL:
            self._send(_Kind.ERROR, number, error)
            return
        logger.error("A call from another process failed", exc_info=error)
        if kind is _Kind.CALL:
            self._send(_Kind.ERROR, number, RuntimeError(f"{type(error).__name__} in another process"))
