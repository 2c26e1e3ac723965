"""Warm-up: a sentence at the start, so that the first request does not pay for lazy initialization."""

import time
from collections.abc import Mapping, Sequence

from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat
from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import EngineError
from kokoro_speech_server.scheduling.engine_slot import ChunkResult, Demand, WarmUp
from kokoro_speech_server.scheduling.scheduler_client import Admission, ChunkSlot
from kokoro_speech_server.synthesis.demand import RequestDemand
from kokoro_speech_server.synthesis.tts_service import SynthesisContext, TTSService, Utterance
from kokoro_speech_server.text.languages import language_for
from kokoro_speech_server.text.phonemizer import Phonemizer
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.tags import plain_script
from kokoro_speech_server.text.text_processor import smart_split
from kokoro_speech_server.voices import Voice, VoiceMix, parse_voice


async def warm_up(
    slot: ChunkSlot, service: TTSService, settings: Settings, voices: Mapping[str, Voice]
) -> WarmUp:
    """Synthesize a sentence with the default voice and with each of WARM_VOICES in this engine slot. If that takes
    much memory, release what is not in use."""
    admission = _WarmUpAdmission(slot)
    for voice in warm_voices(settings, voices):
        voice_settings = VoiceSettings(voice, language_for(voice.language, param="voice"))
        utterance, demand = sample(voice_settings.language.sample_text, voice_settings)
        async for _ in service.stream(utterance, SynthesisContext(admission, demand)):
            pass
    if admission.memory_is_high:
        await slot.release_memory()
    return WarmUp(admission.audio_seconds, admission.engine_seconds)


async def warm_up_text(phonemizer: Phonemizer, settings: Settings, voices: Mapping[str, Voice]) -> None:
    """Process the text of the same sentences, for a worker without an engine."""
    for voice in warm_voices(settings, voices):
        voice_settings = VoiceSettings(voice, language_for(voice.language, param="voice"))
        text = plain_script(voice_settings.language.sample_text, voice_settings)
        async for _ in smart_split(text, phonemizer=phonemizer, settings=settings):
            pass


def sample(text: str, voice_settings: VoiceSettings) -> tuple[Utterance, RequestDemand]:
    """An utterance of plain text with default settings, and its demand."""
    utterance = Utterance(
        input=text,
        text=plain_script(text, voice_settings),
        voice_settings=voice_settings,
        format=AudioFormat.MP3,
        speed=1.0,
        volume=1.0,
        seed=0,
    )
    return utterance, RequestDemand(
        characters=len(text),
        language=voice_settings.language,
        speed=1.0,
        arrived=time.monotonic(),
        playback_delay_s=0.0,
    )


def warm_voices(settings: Settings, voices: Mapping[str, Voice]) -> Sequence[VoiceMix]:
    """The voices for which a worker is warm: the default one and WARM_VOICES. voices: all that exist"""
    return [
        parse_voice(voice, aliases=settings.openai_voices, longest=settings.max_voices_in_mix, voices=voices)
        for voice in (settings.default_voice, *settings.warm_voices)
    ]


class _WarmUpAdmission(Admission):
    """Runs chunks in a slot that is not the scheduler's yet.

    audio_seconds, engine_seconds: of the last chunk
    memory_is_high: whether the engine uses much after it
    """

    waited = 0.0

    def __init__(self, slot: ChunkSlot) -> None:
        self._slot = slot
        self.audio_seconds = 0.0
        self.engine_seconds = 0.0
        self.memory_is_high = False

    def announce(self, *, due: float, remaining: float) -> None:
        """Do nothing: no scheduler is involved."""

    async def wait_for_text_slot(self) -> None:
        pass

    async def synthesize(self, chunk: Chunk, demand: Demand) -> ChunkResult[ChunkAudio]:
        run = await self._slot.run([chunk])
        [result] = run.results
        self.memory_is_high = run.memory_is_high
        if isinstance(result, EngineError):
            raise result
        self.audio_seconds, self.engine_seconds = result.seconds, run.engine_seconds
        return ChunkResult(result.audio)

    def release(self) -> None:
        """Nothing to do: the scheduler does not count it."""
