"""The first words, spoken to nobody, so that the first caller does not pay for what is made lazily."""

from collections.abc import Sequence

from api.src.core.config import Settings
from api.src.core.errors import EngineError
from api.src.inference.base import Chunk, ChunkAudio
from api.src.inference.voices import VoiceMix, parse_voice
from api.src.scheduling.lane import Demand, Heard, WarmUp
from api.src.scheduling.tickets import SpeakingLane, Ticket
from api.src.services.demand import RequestDemand
from api.src.services.streaming_audio_writer import AudioFormat
from api.src.services.text_processing.languages import language_for
from api.src.services.text_processing.phonemizer import Phonemizer
from api.src.services.text_processing.reader import plain
from api.src.services.text_processing.script import Manner
from api.src.services.text_processing.text_processor import smart_split
from api.src.services.tts_service import Admission, TTSService, Utterance

_TEXT = {"j": "こんにちは。", "z": "你好。", "h": "नमस्ते।"}
_LATIN_TEXT = "Hello world. 1, 2, 3."


async def warm_up(lane: SpeakingLane, service: TTSService, settings: Settings) -> WarmUp:
    """Speak a sentence with the default voice and with each of WARM_VOICES, on this very lane."""
    ticket = _LaneTicket(lane)
    for voice in _voices(settings):
        manner = Manner(voice, language_for(voice.language, param="voice"))
        utterance, demand = sample(_text(manner), manner)
        async for _ in service.stream(utterance, Admission(ticket, demand)):
            pass
    return WarmUp(ticket.audio_seconds, ticket.engine_seconds)


async def warm_up_text(phonemizer: Phonemizer, settings: Settings) -> None:
    """What of it is done before an engine comes in."""
    for voice in _voices(settings):
        manner = Manner(voice, language_for(voice.language, param="voice"))
        text = plain(_text(manner), manner)
        async for _ in smart_split(text, phonemizer=phonemizer, settings=settings):
            pass


def sample(text: str, manner: Manner) -> tuple[Utterance, RequestDemand]:
    """A text as it is, to be spoken for the sake of speaking."""
    utterance = Utterance(
        input=text,
        text=plain(text, manner),
        manner=manner,
        format=AudioFormat.MP3,
        speed=1.0,
        volume=1.0,
        seed=0,
    )
    return utterance, RequestDemand(
        characters=len(text), language=manner.language.code, speed=1.0, patience=0.0
    )


def _text(manner: Manner) -> str:
    return _TEXT.get(manner.language.code, _LATIN_TEXT)


def _voices(settings: Settings) -> Sequence[VoiceMix]:
    return [
        parse_voice(voice, aliases=settings.openai_voices, longest=settings.max_voices_in_mix)
        for voice in (settings.default_voice, *settings.warm_voices)
    ]


class _LaneTicket(Ticket):
    """Straight to the lane: it is not the scheduler's yet. Counts what was made, of the last chunk."""

    waited = 0.0

    def __init__(self, lane: SpeakingLane) -> None:
        self._lane = lane
        self.audio_seconds = 0.0
        self.engine_seconds = 0.0

    async def approach(self) -> None:
        pass

    async def synthesize(self, chunk: Chunk, demand: Demand) -> Heard[ChunkAudio]:
        run = await self._lane.run([chunk])
        [result] = run.results
        if isinstance(result, EngineError):
            raise result
        self.audio_seconds, self.engine_seconds = result.seconds, run.engine_seconds
        return Heard(result.audio)

    def give_back(self) -> None:
        """It is nobody's place."""
