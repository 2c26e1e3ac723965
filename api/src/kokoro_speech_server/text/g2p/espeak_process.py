"""espeak-ng in a child process, since some texts crash it, and a request must not be able to crash the server.

Run as a module, this is the child process: it answers each line of standard input, a JSON pair of voice and text, with
a line of phonemes in JSON. It imports neither torch nor spaCy, so that a restart takes under half a second.
"""

import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

logger = logging.getLogger(__name__)

_TIMEOUT_S = 20.0


class EspeakCrashedError(Exception):
    """espeak-ng exited or timed out on a text. The next text gets a new process."""


class EspeakProcess:
    """espeak-ng, started on first use. Calls block, and only one may run at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def phonemes(self, voice: str, text: str) -> str:
        """The phonemes of a text, in the symbols with which Kokoro was trained.

        voice: "en-us" or "en-gb" for an English word; "es", "fr-fr", "hi", "it" or "pt-br" for a clause
        Raises EspeakCrashedError if espeak-ng exits or takes longer than 20 seconds.
        """
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        watchdog = threading.Timer(_TIMEOUT_S, process.kill)
        watchdog.start()
        try:
            process.stdin.write(json.dumps([voice, text]) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        finally:
            watchdog.cancel()
        if not answer:
            self.close()
            logger.warning(
                "espeak-ng exited with code %s on a text of %d characters", process.returncode, len(text)
            )
            raise EspeakCrashedError
        return str(json.loads(answer))

    def close(self) -> None:
        """Stop the process if it runs."""
        if self._process is None:
            return
        process, self._process = self._process, None
        process.kill()
        process.communicate()
        if self._folder is not None:
            self._folder.cleanup()

    def _start(self) -> subprocess.Popen[str]:
        # The library phonemizer copies espeak-ng into the temporary folder, and a crash leaves the copy there.
        self._folder = tempfile.TemporaryDirectory(prefix="espeak-", ignore_cleanup_errors=True)
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            env={**os.environ, "TMPDIR": self._folder.name},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        return self._process


def _serve() -> None:
    from misaki.espeak import EspeakG2P  # noqa: PLC0415  # the parent does not need it

    # On Ctrl-C the server decides; this process exits when its standard input closes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # It warns about every number that becomes several words.
    logging.getLogger("phonemizer").setLevel(logging.ERROR)
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    converters: dict[str, Callable[[Any], tuple[str | None, Any]]] = {}
    for line in sys.stdin:
        voice, text = json.loads(line)
        if voice not in converters:
            converters[voice] = _english(voice) if voice.startswith("en-") else EspeakG2P(voice)
        phonemes, _ = converters[voice](SimpleNamespace(text=text) if voice.startswith("en-") else text)
        print(json.dumps(phonemes or ""), flush=True)


def _english(voice: str) -> Callable[[Any], tuple[str | None, Any]]:
    """misaki's converter of English words, without the flags that it keeps, unlike those of other languages.

    espeak-ng marks what it reads in another language with flags, "(hi)nəmˈʌsteː(en-us)", which would be spoken.
    """
    from misaki.espeak import EspeakFallback  # noqa: PLC0415
    from phonemizer.backend import EspeakBackend  # noqa: PLC0415

    converter: Callable[[Any], tuple[str | None, Any]] = EspeakFallback(voice == "en-gb")
    converter.backend = EspeakBackend(  # type: ignore[attr-defined]
        voice, preserve_punctuation=True, with_stress=True, tie="^", language_switch="remove-flags"
    )
    return converter


if __name__ == "__main__":
    _serve()
