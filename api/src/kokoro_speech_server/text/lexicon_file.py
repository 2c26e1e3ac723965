"""The server's lexicon file, which is reloaded when it changes."""

import asyncio
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.lexicon import Entry, Lexicon, entry
from kokoro_speech_server.weights import assets

logger = logging.getLogger(__name__)

MAX_FILE_BYTES = 10 * 1024 * 1024

CHECK_INTERVAL_S = 1.0


def read_lexicon(path: Path, vocabulary: frozenset[str]) -> Lexicon:
    """Read a file whose lines have a word or phrase, a tab or else "=", and a pronunciation. "#" begins a comment.

    Raises OSError, or ValueError that names the invalid line.
    """
    if path.stat().st_size > MAX_FILE_BYTES:
        raise ValueError(f"the file has more than {MAX_FILE_BYTES} bytes")
    entries: dict[str, Entry] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        phrase, separator, pronunciation = line.partition("\t" if "\t" in line else "=")
        phrase = " ".join(phrase.split())
        if not separator:
            raise ValueError(
                f"line {number} has neither a tab nor a = between the word and its pronunciation"
            )
        if phrase in entries:
            raise ValueError(f"line {number}: {phrase[:60]!r} already has an entry")
        try:
            entries[phrase] = entry(phrase, pronunciation, vocabulary)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from error
    return Lexicon(entries)


def check_lexicon(settings: Settings) -> None:
    """Raise ValueError that names LEXICON_PATH if it is set and the file can't be read."""
    if settings.lexicon_path is not None:
        LexiconFile(settings.lexicon_path, frozenset(assets.config()["vocab"]))


class LexiconSource(Protocol):
    """The lexicon of the whole server."""

    async def current(self) -> Lexicon:
        """The lexicon of the moment."""


class GivenLexicon(LexiconSource):
    """A lexicon that another process reads. lexicon: replaced when that process reads it again"""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    async def current(self) -> Lexicon:
        return self.lexicon


class LexiconFile(LexiconSource):
    """The file at LEXICON_PATH. Raises ValueError that names the setting if the first read fails.

    latest: the lexicon as it was read last
    """

    def __init__(
        self, path: Path, vocabulary: frozenset[str], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._path = path
        self._vocabulary = vocabulary
        self._clock = clock
        try:
            self._seen: tuple[int, ...] | None = self._state()
            self.latest = read_lexicon(path, vocabulary)
        except (OSError, ValueError) as error:
            raise ValueError(f"LEXICON_PATH: {error}") from error
        self._next_check = clock() + CHECK_INTERVAL_S

    async def current(self) -> Lexicon:
        """The lexicon, at most CHECK_INTERVAL_S older than the file.

        If the file becomes invalid, the previous lexicon stays in effect and the error is logged.
        """
        now = self._clock()
        if now >= self._next_check:
            # Set before the check, so that concurrent calls do not check too.
            self._next_check = now + CHECK_INTERVAL_S
            await asyncio.to_thread(self._check)
        return self.latest

    def _check(self) -> None:
        try:
            state = self._state()
            if state == self._seen:
                return
            self._seen = state
            self.latest = read_lexicon(self._path, self._vocabulary)
            logger.info("Reloaded the lexicon")
        except FileNotFoundError as error:
            if self._seen is not None:
                self._log_error(error)
            self._seen = None
        except (OSError, ValueError) as error:
            self._log_error(error)

    def _state(self) -> tuple[int, ...]:
        status = os.stat(self._path)
        return status.st_mtime_ns, status.st_size, status.st_ino

    def _log_error(self, error: Exception) -> None:
        logger.error("LEXICON_PATH: %s; keeping the previous lexicon", error)
