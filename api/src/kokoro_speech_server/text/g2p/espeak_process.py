"""espeak-ng in a process of its own: there are texts that crash it, and a stranger's must not take the server along.

Run as a module this is that process: it answers each line of standard input, a JSON pair of a voice and a text,
with a line of phonemes in JSON. It imports neither torch nor spaCy, so that starting it anew takes under half a
second.
"""

import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import threading
from types import SimpleNamespace

logger = logging.getLogger(__name__)

_TIMEOUT_S = 20.0


class EspeakCrashedError(Exception):
    """espeak-ng ended, or did not answer, while it read a text; the next text gets a new process."""


class EspeakProcess:
    """A lazily started espeak-ng. Its calls block and must come one at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def phonemes(self, voice: str, text: str) -> str:
        """What espeak-ng says for a text, in the symbols that Kokoro was trained with.

        voice: "en-us" or "en-gb" for an English word; "es", "fr-fr", "hi", "it", "pt-br" for a clause
        Raises EspeakCrashedError if the text is one that it does not survive.
        """
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        too_late = threading.Timer(_TIMEOUT_S, process.kill)
        too_late.start()
        try:
            process.stdin.write(json.dumps([voice, text]) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        finally:
            too_late.cancel()
        if not answer:
            self.close()
            logger.warning(
                "espeak-ng ended with code %s on a text of %d characters", process.returncode, len(text)
            )
            raise EspeakCrashedError
        return str(json.loads(answer))

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is None:
            return
        process, self._process = self._process, None
        process.kill()
        process.communicate()
        if self._folder is not None:
            self._folder.cleanup()

    def _start(self) -> subprocess.Popen[str]:
        # phonemizer copies its library into the temporary folder, and who crashes leaves the copy there.
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
    from misaki.espeak import EspeakFallback, EspeakG2P  # noqa: PLC0415  # the client has no use for it

    # The terminal's Ctrl-C is the server's affair; this process ends when its standard input does.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # It warns of every number that is said in more words than it is written in.
    logging.getLogger("phonemizer").setLevel(logging.ERROR)
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    converters: dict[str, EspeakFallback | EspeakG2P] = {}
    for line in sys.stdin:
        voice, text = json.loads(line)
        if voice not in converters:
            english = voice.startswith("en-")
            converters[voice] = EspeakFallback(voice == "en-gb") if english else EspeakG2P(voice)
        phonemes, _ = converters[voice](SimpleNamespace(text=text) if voice.startswith("en-") else text)
        print(json.dumps(phonemes or ""), flush=True)


if __name__ == "__main__":
    _serve()
