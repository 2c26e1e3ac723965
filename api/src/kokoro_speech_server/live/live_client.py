"""What the core of live speech needs from a connection, and what it gives to it."""

from dataclasses import dataclass
from typing import Protocol

from kokoro_speech_server.audio.timings import WordTiming
from kokoro_speech_server.errors import SpeechServerError
from kokoro_speech_server.live.speech_options import SpeechOptions
from kokoro_speech_server.scheduling.scheduler_client import Admission
from kokoro_speech_server.synthesis.tts_service import Progress


@dataclass(frozen=True, slots=True)
class SpokenChunk:
    """A chunk of speech, or one of its parts, which follow each other as they are made.

    data:     in the context's format; empty while an encoder holds it back
    sentence: what is spoken in the whole chunk, as it was written; empty in a pause, and at the end of a file
    text:     the part of it up to the last of the words
    offset:   of this text in all text that the context got
    words:    of which the times are known now: from the start of the context, with offsets in all text that it got.
              The last ones of a part come with the next part
    start_s:  where it begins in the audio of the context, in seconds
    end_s:    where it ends
    voice:    that speaks it
    ends:     whether it is the last part of its chunk
    """

    data: bytes
    sentence: str
    text: str
    offset: int
    words: tuple[WordTiming, ...]
    start_s: float
    end_s: float
    voice: str
    ends: bool = True


@dataclass(slots=True)
class TurnReport:
    """What has happened to a turn so far.

    arrived:       when its first chunk was ready to be spoken, on the clock of `time.monotonic`; None before
    first_audio_s: seconds from then to its first audio
    waited:        seconds until its first chunk started; None before
    chunks:        that were spoken
    cleared:       whether it was interrupted
    error:         why it failed
    """

    options: SpeechOptions
    progress: Progress
    characters: int = 0
    arrived: float | None = None
    first_audio_s: float | None = None
    waited: float | None = None
    chunks: int = 0
    cleared: bool = False
    error: SpeechServerError | None = None


class LiveClient(Protocol):
    """A connection whose client listens to one context. Its methods may wait for the client, which bounds memory."""

    async def admit(self, *, due: float, remaining: float) -> Admission:
        """Admit the client as a caller of the scheduler. Raises UnavailableError or RateLimitError."""

    async def on_chunk(self, chunk: SpokenChunk) -> None:
        """Send a chunk, or a part of one."""

    async def on_failed(self, error: SpeechServerError) -> None:
        """Tell that the turn failed. The rest of its text is not spoken."""

    async def on_turn_end(self, report: TurnReport) -> None:
        """Tell that everything up to a flush was spoken, or failed. A cleared turn is only reported."""

    def on_broken(self, error: BaseException) -> None:
        """Note that speaking has stopped with an error that is not the client's: the connection's, or a bug."""
