"""How the speech of a context sounds."""

from dataclasses import dataclass

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.text.script import VoiceSettings


@dataclass(frozen=True, slots=True)
class SpeechOptions:
    """The options of a context. See Utterance for their meaning and ranges.

    bit_rate: of a lossy format, in bits per second; None: the server's
    """

    voice_settings: VoiceSettings
    format: AudioFormat
    seed: int
    speed: float = 1.0
    volume: float = 1.0
    reproducible: bool = False
    sample_rate: int = SAMPLE_RATE
    bit_rate: int | None = None
