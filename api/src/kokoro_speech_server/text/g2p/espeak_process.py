"""espeak-ng in a child process, since some texts crash it, and a request must not be able to crash the server."""

import json
import logging
import subprocess
import sys
import threading

logger = logging.getLogger(__name__)

_TIMEOUT_S = 20.0


class EspeakCrashedError(Exception):
    """espeak-ng exited or timed out on a text. The next text gets a new process."""


class EspeakProcess:
    """espeak-ng, started on first use. Calls block, and only one may run at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def phonemes(self, voice: str, text: str) -> str:
        """The phonemes of a text, in the symbols with which Kokoro was trained.

        voice: "en-us" or "en-gb" for an English word; that of another language, such as "pt-br", for a clause
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

    def _start(self) -> subprocess.Popen[str]:
        self._process = subprocess.Popen(
            [sys.executable, "-m", f"{__package__}.espeak_library"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        return self._process
