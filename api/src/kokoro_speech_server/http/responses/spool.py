"""A whole file that is synthesized before it is sent."""

import tempfile

from kokoro_speech_server.temporary_folder import temporary_folder

_IN_MEMORY = 8 * 1024 * 1024
"""Bytes of a whole file that stay in memory. A longer file goes to the temporary folder, where it has no name."""


class Spool(tempfile.SpooledTemporaryFile[bytes]):
    """A temporary file, in memory while it is short."""

    def __init__(self) -> None:
        super().__init__(max_size=_IN_MEMORY)

    def rollover(self) -> None:
        temporary_folder()
        super().rollover()
