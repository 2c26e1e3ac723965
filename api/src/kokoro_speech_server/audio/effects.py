"""Effects on whole speech, made with pydub.

Its filters are loops in Python, which hold the interpreter's lock for up to 74 ms for each second of audio. So they run
in a process of their own: `python -m kokoro_speech_server.audio.effects EFFECTS`, with samples from stdin to stdout,
int16 at 24 kHz, and EFFECTS a JSON list of objects with a `type` and its parameters.
"""

import asyncio
import json
import logging
import os
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any

from kokoro_speech_server.errors import SpeechServerError

if TYPE_CHECKING:
    from pydub import AudioSegment  # type: ignore[import-untyped]

logger = logging.getLogger(__name__)

_RATE = 24_000
_NICER = 10
_TIMEOUT_S = 600.0


async def apply_effects(effects: Sequence[Mapping[str, Any]], source: IO[bytes], result: IO[bytes]) -> None:
    """Write the samples of the file `source`, changed, to the file `result`. Both are at their beginning.

    A cancellation ends the process. Raises SpeechServerError if it fails.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "ignore", "-m", __spec__.name, json.dumps(effects)),
        stdin=source.fileno(),
        stdout=result.fileno(),
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(_TIMEOUT_S):
            _, errors = await process.communicate()
    except TimeoutError as error:
        raise SpeechServerError("The effects take too long.") from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        logger.error("The effects failed: %s", errors.decode(errors="replace"))
        raise SpeechServerError(f"The effects failed with exit code {process.returncode}.")


def _telephone(sound: "AudioSegment") -> "AudioSegment":
    return sound.high_pass_filter(300).low_pass_filter(3400)


def _functions() -> Mapping[str, Callable[..., "AudioSegment"]]:
    """What makes each effect of a segment and the effect's parameters."""
    from pydub import effects  # noqa: PLC0415 - only the process needs it

    return {
        "normalize": lambda sound, headroom_db: effects.normalize(sound, headroom=headroom_db),
        "compress": lambda sound, threshold_db, ratio, attack_ms, release_ms: effects.compress_dynamic_range(
            sound, threshold=threshold_db, ratio=ratio, attack=attack_ms, release=release_ms
        ),
        "fade_in": lambda sound, ms: sound.fade_in(min(ms, len(sound))),
        "fade_out": lambda sound, ms: sound.fade_out(min(ms, len(sound))),
        "strip_silence": lambda sound, min_ms, threshold_db, padding_ms: effects.strip_silence(
            sound, silence_len=min_ms, silence_thresh=threshold_db, padding=padding_ms
        ),
        "low_pass": lambda sound, hz: sound.low_pass_filter(hz),
        "high_pass": lambda sound, hz: sound.high_pass_filter(hz),
        "telephone": _telephone,
    }


def main() -> None:
    """Read samples, apply the effects one after the other, and write the samples."""
    if sys.platform != "win32":
        os.nice(_NICER)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about programs that are not installed, and are not needed
        from pydub import AudioSegment  # noqa: PLC0415 - only the process needs it
    sound = AudioSegment(sys.stdin.buffer.read(), sample_width=2, frame_rate=_RATE, channels=1)
    functions = _functions()
    for effect in json.loads(sys.argv[1]):
        if not len(sound):
            break
        parameters = {name: value for name, value in effect.items() if name != "type"}
        sound = functions[effect["type"]](sound, **parameters)
    sys.stdout.buffer.write(sound.raw_data)


if __name__ == "__main__":
    main()
