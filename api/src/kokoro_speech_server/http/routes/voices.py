"""GET /v1/audio/voices: the voices."""

from fastapi import APIRouter

from kokoro_speech_server.http.open_routes import open_as
from kokoro_speech_server.http.schemas.responses import VoiceItem, VoiceList
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.voices import VOICES

router = APIRouter(prefix="/v1", tags=["Speech"])


@router.get(
    "/audio/voices",
    operation_id="listVoices",
    summary="List the voices",
    response_description="All voices, sorted by name.",
)
@open_as("lists")
async def voices() -> VoiceList:
    items = [
        VoiceItem(
            id=voice.name,
            name=voice.name,
            language=LANGUAGES[voice.language].tag,
            language_name=LANGUAGES[voice.language].name,
            gender=voice.gender,
            grade=voice.grade,
        )
        for voice in VOICES.values()
    ]
    return VoiceList(data=items, voices=items)
