"""The server's lexicon file, read again when it changes."""

import asyncio
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path

from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.lexicon import Entry, Lexicon, entry
from kokoro_speech_server.weights import assets

logger = logging.getLogger(__name__)

LARGEST = 10 * 1024 * 1024
"""Bytes of a file."""

LOOK_EVERY_S = 1.0


def read_lexicon(path: Path, vocabulary: frozenset[str]) -> Lexicon:
    """A line of the file is a word or phrase, a tab or else "=", and what is said; "#" begins a comment line.

    Raises OSError, or ValueError that names the line.
    """
    if path.stat().st_size > LARGEST:
        raise ValueError(f"the file has more than {LARGEST} bytes")
    entries: dict[str, Entry] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        phrase, separator, said = line.partition("\t" if "\t" in line else "=")
        phrase = " ".join(phrase.split())
        if not separator:
            raise ValueError(f"line {number} has neither a tab nor a = between the word and what is said")
        if phrase in entries:
            raise ValueError(f"line {number}: {phrase[:60]!r} has an entry already")
        try:
            entries[phrase] = entry(phrase, said, vocabulary)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from error
    return Lexicon(entries)


def check_lexicon(settings: Settings) -> None:
    """Raise ValueError with the variable's name if there is a lexicon that can't be read."""
    if settings.lexicon_path is not None:
        LexiconFile(settings.lexicon_path, frozenset(assets.config()["vocab"]))


class LexiconFile:
    """LEXICON_PATH. Raises ValueError with that name if it can't be read at first."""

    def __init__(
        self, path: Path, vocabulary: frozenset[str], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._path = path
        self._vocabulary = vocabulary
        self._clock = clock
        try:
            self._seen: tuple[int, ...] | None = self._state()
            self._lexicon = read_lexicon(path, vocabulary)
        except (OSError, ValueError) as error:
            raise ValueError(f"LEXICON_PATH: {error}") from error
        self._look_at = clock() + LOOK_EVERY_S

    async def current(self) -> Lexicon:
        """As the file is, or was at most a second ago; one that is broken changes nothing, and is logged."""
        now = self._clock()
        if now >= self._look_at:
            # Set before the look, so that others who ask meanwhile take what there is.
            self._look_at = now + LOOK_EVERY_S
            await asyncio.to_thread(self._look)
        return self._lexicon

    def _look(self) -> None:
        try:
            state = self._state()
            if state == self._seen:
                return
            self._seen = state
            self._lexicon = read_lexicon(self._path, self._vocabulary)
            logger.info("The lexicon was read again")
        except FileNotFoundError as error:
            if self._seen is not None:
                self._log(error)
            self._seen = None
        except (OSError, ValueError) as error:
            self._log(error)

    def _state(self) -> tuple[int, ...]:
        status = os.stat(self._path)
        return status.st_mtime_ns, status.st_size, status.st_ino

    def _log(self, error: Exception) -> None:
        logger.error("LEXICON_PATH: %s; the lexicon stays as it was", error)
