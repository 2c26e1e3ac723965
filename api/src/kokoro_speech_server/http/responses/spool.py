"""A whole file that is synthesized before it is sent."""

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import IO, cast

from kokoro_speech_server.temporary_folder import temporary_folder
from kokoro_speech_server.threads import run_to_end

_IN_MEMORY = 1024 * 1024
"""Bytes of a whole file that stay in memory. A longer file goes to the temporary folder, where it has no name."""


class _Spool(tempfile.SpooledTemporaryFile[bytes]):
    """A temporary file, in memory while it is short."""

    def __init__(self) -> None:
        super().__init__(max_size=_IN_MEMORY)

    def rollover(self) -> None:
        temporary_folder()
        super().rollover()


@asynccontextmanager
async def spool() -> AsyncIterator[IO[bytes]]:
    """An empty file for the duration of the context. It is closed in a thread, since freeing a gigabyte takes time."""
    file = _Spool()
    try:
        yield cast(IO[bytes], file)
    finally:
        await run_to_end(None, file.close)
