"""How the speech of a context sounds."""

from dataclasses import dataclass

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.voice_aliases import VoiceAliases


@dataclass(frozen=True, slots=True)
class SpeechOptions:
    """The options of a context. See Utterance for their meaning and ranges.

    voice_settings: up to the first tag with a voice
    bit_rate:       of a lossy format, in bits per second; None: the server's
    voice_aliases:  the voices that `[voice:…]` may name; None: that and `[rate:…]` are text
    """

    voice_settings: VoiceSettings
    format: AudioFormat
    seed: int
    speed: float = 1.0
    volume: float = 1.0
    reproducible: bool = False
    sample_rate: int = SAMPLE_RATE
    bit_rate: int | None = None
    voice_aliases: VoiceAliases | None = None
