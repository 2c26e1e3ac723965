"""The model's files from the Hugging Face hub. HF_ENDPOINT, HF_TOKEN and the proxy variables apply."""

# ruff: noqa: PLC0415 - late imports are slow, and only a first start needs them

import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from io import BufferedWriter, BytesIO, FileIO
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO

from .files import SourceError, is_disk_error, progress_bar
from .manifest import Manifest
from .source_local import raw_voice
from .weights_file import read_checkpoint

if TYPE_CHECKING:
    from .weights_file import State

logger = logging.getLogger(__name__)

_PROBE_SECONDS = 5.0
_CONCURRENT_VOICES = 6
_ATTEMPTS = 2


class HubSource:
    """The repository of the model's publisher.

    This class uses the lower layers of the hub's client. `hf_hub_download` discards a partial file when its process
    ends, and takes half a minute to detect that the hub cannot be reached.
    """

    def __init__(self, manifest: Manifest, work: Path, *, progress: bool) -> None:
        self.label = "the Hugging Face hub"
        self._manifest = manifest
        self._partial = work / manifest.checkpoint.name
        self._progress = progress

    def weights(self) -> "State":
        with _hub_errors():
            self._probe()
            self._download_checkpoint()
        return read_checkpoint(self._partial)

    def voices(self, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        wanted = list(names)
        with (
            _hub_errors(),
            progress_bar("voices", len(wanted), progress=self._progress, unit="voice") as meter,
        ):
            self._probe()
            pool = ThreadPoolExecutor(_CONCURRENT_VOICES)
            try:
                for name, raw in zip(wanted, pool.map(self._voice, wanted), strict=True):
                    yield name, raw
                    meter.update()
            finally:
                pool.shutdown(cancel_futures=True)

    def _probe(self) -> None:
        """Detect quickly whether the hub can be reached and has the files."""
        from huggingface_hub import get_hf_file_metadata

        url = self._url(self._manifest.checkpoint.name)
        _within(_PROBE_SECONDS, lambda: get_hf_file_metadata(url, timeout=_PROBE_SECONDS))

    def _download_checkpoint(self) -> None:
        file = self._manifest.checkpoint
        for _ in range(_ATTEMPTS):
            self._resume_checkpoint()
            if file.is_at(self._partial):
                return
            logger.warning("%s has a wrong sha256; deleting it", file.name)
            self._partial.unlink()
        raise SourceError(f"{file.name} had a wrong sha256 {_ATTEMPTS} times")

    def _resume_checkpoint(self) -> None:
        """Fetch the rest of the partial file; http_get resumes after an interruption, and so does the next start."""
        file = self._manifest.checkpoint
        present = self._partial.stat().st_size if self._partial.exists() else 0
        if present >= file.size:
            return  # complete, or damaged, which its sha256 shows
        with (
            progress_bar(file.name, file.size, progress=self._progress) as meter,
            _MeteredFile(self._partial, meter) as target,
        ):
            meter.update(present)
            self._get(file.name, target, resume=present)

    def _voice(self, name: str) -> bytes:
        try:
            return self._voice_once(name)
        except SourceError as error:
            logger.warning("%s; fetching it again", error)
            return self._voice_once(name)

    def _voice_once(self, name: str) -> bytes:
        received = BytesIO()
        self._get(f"voices/{name}.pt", received)
        received.seek(0)
        return self._manifest.check_voice(name, raw_voice(received))

    def _url(self, name: str) -> str:
        from huggingface_hub import hf_hub_url

        return hf_hub_url(self._manifest.repo, name, revision=self._manifest.revision)

    def _get(self, name: str, target: BinaryIO, *, resume: int = 0) -> None:
        from huggingface_hub.file_download import http_get
        from huggingface_hub.utils import build_hf_headers  # type: ignore[attr-defined]

        http_get(self._url(name), target, resume_size=resume, headers=build_hf_headers())


def _within(seconds: float, request: Callable[[], object]) -> None:
    """Run the request, or raise TimeoutError after that time. The client's own timeout is one per address it tries."""
    answer: Future[None] = Future()

    def run() -> None:
        try:
            request()
        except Exception as error:
            answer.set_exception(error)
        else:
            answer.set_result(None)

    Thread(target=run, daemon=True).start()
    try:
        answer.result(seconds)
    except TimeoutError as error:
        raise TimeoutError(f"no answer within {seconds:.0f} s") from error


class _MeteredFile(BufferedWriter):
    """Appends to a file and advances a progress bar by the number of bytes."""

    def __init__(self, path: Path, meter: Any) -> None:
        super().__init__(FileIO(path, "a"))
        self._meter = meter

    def write(self, data: Any, /) -> int:
        self._meter.update(len(data))
        return super().write(data)


@contextmanager
def _hub_errors() -> Iterator[None]:
    """Turn the exceptions of the hub's client, which depend on its version, into SourceError, except disk errors."""
    from huggingface_hub.utils import (  # type: ignore[attr-defined]
        are_progress_bars_disabled,
        disable_progress_bars,
        enable_progress_bars,
    )

    had_bars = not are_progress_bars_disabled()
    disable_progress_bars()  # we show our own
    try:
        yield
    except SourceError:
        raise
    except Exception as error:
        if is_disk_error(error):
            raise
        raise SourceError(f"{type(error).__name__}: {_first_line(error)}") from error
    finally:
        if had_bars:
            enable_progress_bars()


def _first_line(error: Exception) -> str:
    return next((line for line in str(error).splitlines() if line.strip()), "no message")
