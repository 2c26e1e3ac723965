"""Files of speech that a client fetches after its response: each for its owner alone, for a limited time."""

import hashlib
import json
import logging
import os
import re
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat, BitRates, StreamingAudioWriter
from kokoro_speech_server.audio.timings import ChunkTiming
from kokoro_speech_server.config import Settings
from kokoro_speech_server.synthesis.chunk_sound import TimedSamples

logger = logging.getLogger(__name__)

_NAME = re.compile(r"[\w-]{22}\.[a-z0-9]{3,4}(?:\.json)?", re.ASCII)
_OWNER = re.compile(r"[0-9a-f]{32}")
_UNFINISHED = ".part"

_STEP_BYTES = 4 * 1024 * 1024
"""After so many bytes of a file, old files make room again."""


class Downloads:
    """The folder of downloads: DOWNLOADS_DIR, which all workers share, or a temporary one.

    The files of an owner are in a folder of their own, so that nobody else's request finds them. All files together
    have at most DOWNLOADS_MAX_MB, and up to 4 MB more for each that is being written: the oldest make room. Methods
    block.
    """

    def __init__(self, settings: Settings) -> None:
        self._folder = settings.downloads_dir
        self._temporary = settings.downloads_dir is None
        self._max_bytes = settings.downloads_max_mb * 1024 * 1024
        self.max_age_s = settings.downloads_max_age_s

    def create(self, owner: str, format: AudioFormat, bit_rates: BitRates, *, timed: bool) -> "Download":
        """A new download. Raises OSError if no file can be made, av.FFmpegError if the codec refuses."""
        folder = self._owners(owner)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.make_room()
        return Download(
            self, folder / f"{secrets.token_urlsafe(16)}.{format}", format, bit_rates, timed=timed
        )

    def find(self, owner: str, name: str) -> Path | None:
        """The finished file of this name, if it is the owner's and not too old."""
        if self._folder is None or not _NAME.fullmatch(name):
            return None
        path = self._owners(owner) / name
        with suppress(OSError):
            if time.time() - path.stat().st_mtime < self.max_age_s:
                return path
        return None

    def make_room(self) -> bool:
        """Remove what is too old, and the oldest until the rest fits. Returns whether it does."""
        files = sorted(self._files(), key=lambda file: file[1].st_mtime)
        total = sum(stat.st_size for _, stat in files)
        oldest = time.time() - self.max_age_s
        for path, stat in files:
            if stat.st_mtime > oldest and (total <= self._max_bytes or path.suffix == _UNFINISHED):
                continue
            path.unlink(missing_ok=True)
            total -= stat.st_size
        return total <= self._max_bytes

    def close(self) -> None:
        """Remove a temporary folder."""
        if self._temporary and self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _owners(self, owner: str) -> Path:
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="speech-downloads-"))
        return self._folder / hashlib.sha256(owner.encode()).hexdigest()[:32]

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        """The downloads in the folder, in which an operator may have other files too."""
        if self._folder is not None and self._folder.exists():
            for path in self._folder.glob("*/*.*"):
                if _OWNER.fullmatch(path.parent.name) and _NAME.fullmatch(
                    path.name.removesuffix(_UNFINISHED)
                ):
                    with suppress(OSError):  # another worker has removed it
                        yield path, path.lstat()


class Download:
    """One file while it is written. As a context manager it removes what is not finished.

    A file that finds no room, or no disk, is given up, which the log says: the response goes on without it.
    """

    def __init__(
        self, downloads: Downloads, path: Path, format: AudioFormat, bit_rates: BitRates, *, timed: bool
    ) -> None:
        self.name = path.name
        self.timed = timed
        self._downloads = downloads
        self._path = path
        self._unfinished = path.with_name(path.name + _UNFINISHED)
        self._timings: list[ChunkTiming] = []
        self._file: IO[bytes] | None = self._unfinished.open("xb+")
        self._checked = 0
        try:
            self._writer = StreamingAudioWriter(
                format, bit_rates, sample_rate=format.sample_rate, whole=self._file
            )
        except BaseException:
            self.close()
            raise

    def write(self, part: TimedSamples) -> None:
        """Append samples. It blocks."""
        if self._file is None:
            return
        try:
            self._writer.write(part.samples)
            self._timings += part.chunks
            if self._file.tell() - self._checked > _STEP_BYTES:
                self._checked = self._file.tell()
                if not self._downloads.make_room():
                    raise OSError("the downloads have no room: DOWNLOADS_MAX_MB")
        except OSError as error:
            self._give_up(error)

    def finish(self) -> None:
        """Complete the file, which can then be found. It blocks."""
        if self._file is None:
            return
        try:
            self._writer.finish()
            self._file.close()
            if self.timed:
                timings = json.dumps({"chunks": [timing.as_json() for timing in self._timings]})
                self._path.with_name(f"{self.name}.json").write_text(timings)
            self._unfinished.rename(self._path)
            self._downloads.make_room()
        except OSError as error:
            self._give_up(error)
        self._file = None

    def close(self) -> None:
        """Remove the file unless it is finished. It blocks."""
        if self._file is not None:
            self._file.close()
            self._unfinished.unlink(missing_ok=True)
            self._file = None

    def _give_up(self, error: OSError) -> None:
        logger.warning("A download is given up: %s", error)
        self._writer.close()
        self.close()
