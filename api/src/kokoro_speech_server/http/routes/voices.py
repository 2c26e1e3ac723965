"""/v1/audio/voices: the voices, and mixes of them as files."""

import asyncio
import time
from pathlib import PurePath
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from kokoro_speech_server.errors import (
    InvalidKeyError,
    InvalidRequestError,
    InvalidVoiceError,
    ModelNotFoundError,
    ModelNotLoadedError,
    ModelUnusableError,
    OverloadedError,
)
from kokoro_speech_server.http.app_state import AppState, request_state
from kokoro_speech_server.http.json_body import validated_body
from kokoro_speech_server.http.model_names import model_named
from kokoro_speech_server.http.multipart import MULTIPART, Part, parts_of
from kokoro_speech_server.http.open_routes import open_as
from kokoro_speech_server.http.openapi import body_errors, errors, headers, json_body
from kokoro_speech_server.http.route_queues import Queue, admitted_to
from kokoro_speech_server.http.schemas.responses import StoredVoice, VoiceItem, VoiceList, VoiceNames
from kokoro_speech_server.http.schemas.voices import VoicesToCombine, VoiceToStore
from kokoro_speech_server.http.speech_endpoint import voice_aliases_of
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.voices.folder import NAME
from kokoro_speech_server.weights import voice_files

router = APIRouter(prefix="/v1", tags=["Speech"])

_WAYS_TO_STORE = json_body(
    VoiceToStore, {"A mix": VoiceToStore(name="narrator", voice="af_bella(2)+bm_george(1)")}
)
_WAYS_TO_STORE["requestBody"]["content"][MULTIPART] = {
    "schema": {
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "The new name: letters, digits and underscores."},
            "file": {
                "type": "string",
                "format": "binary",
                "description": "The file of a voice, whose name ends in .safetensors, .pt or .bin. Kokoro can't make "
                "a voice from a recording.",
            },
        },
        "required": ["name", "file"],
    }
}


@router.get(
    "/audio/voices",
    operation_id="listVoices",
    summary="List the voices",
    response_description="All voices: the model's, then those of VOICES_DIR, each sorted by name.",
    responses=errors(InvalidRequestError, ModelNotFoundError, ModelUnusableError, ModelNotLoadedError),
)
@open_as("lists")
async def voices(
    request: Request,
    legacy: Annotated[bool, Query(description="Whether to list only the names, as strings.")] = False,
    model: Annotated[str | None, Query(description="The model that is to speak; Kokoro if absent.")] = None,
) -> VoiceList | VoiceNames:
    state = request_state(request)
    own = await model_named(model, state.settings.model_names, state.models)
    listed = [voice for voice in (await state.voices.voices(own)).values() if not voice.fault]
    if legacy:
        return VoiceNames(voices=[voice.name for voice in listed])
    items = [
        VoiceItem(
            id=voice.name,
            name=voice.title,
            language=LANGUAGES[voice.language].tag,
            language_name=LANGUAGES[voice.language].name,
            gender=voice.gender,
            grade=voice.grade,
            licence=voice.licence,
        )
        for voice in listed
    ]
    return VoiceList(data=items, voices=items)


@router.post(
    "/audio/voices",
    operation_id="createVoice",
    summary="Store a mix of voices, or the file of a voice, under a name",
    response_description="The new voice, which requests may name from now on.",
    responses=body_errors(InvalidVoiceError, InvalidKeyError, OverloadedError),
    openapi_extra=_WAYS_TO_STORE,
)
@admitted_to(Queue.TEXT)
async def create_voice(request: Request) -> StoredVoice:
    if not request.scope["has_key"]:
        raise InvalidKeyError("Voices can be stored only with an API key, on a server that has API_KEYS.")
    state = request_state(request)
    if request.headers.get("content-type", "").lower().startswith(MULTIPART):
        return await _stored_file(request)
    body = await validated_body(request, VoiceToStore)
    await _check_new(body.name, state)
    mix = (await voice_aliases_of(state)).resolve(body.voice).voice
    await state.voices.save(body.name, mix)
    return StoredVoice(id=body.name, name=body.name, created_at=int(time.time()), voice=str(mix))


async def _stored_file(request: Request) -> StoredVoice:
    """Store the file of a form."""
    state = request_state(request)
    body = (await request.receive())["body"]
    parts = await asyncio.to_thread(parts_of, request.headers["content-type"], body)
    files = [(field, part) for field, part in parts.items() if part.filename is not None]
    field, file = files[0] if files else ("file", Part(None, b""))
    suffix = PurePath(file.filename or "").suffix
    if len(files) != 1 or suffix not in voice_files.SUFFIXES:
        raise InvalidRequestError(
            f"{field}: Kokoro can't make a voice from a recording. Send one file of a voice "
            f"({', '.join(voice_files.SUFFIXES)}), or as JSON a name and a mix: "
            '{"name": "narrator", "voice": "af_bella(2)+af_sky"}.',
            param=field,
        )
    name = parts["name"].content.decode("utf-8", "replace") if "name" in parts else ""
    if not NAME.fullmatch(name):
        raise InvalidRequestError(
            "name: it has to have 1 to 60 letters, digits and underscores.", param="name"
        )
    await _check_new(name, state)
    await state.voices.save_file(name, file.content, suffix)
    return StoredVoice(id=name, name=name, created_at=int(time.time()), voice=name)


async def _check_new(name: str, state: AppState) -> None:
    """Raise InvalidVoiceError if there is such a voice."""
    taken = {*(await state.voices.voices()), *state.settings.openai_voices}
    if name.lower() in {one.lower() for one in taken}:
        raise InvalidVoiceError(f"The voice {name!r} exists already.", param="name")


@router.post(
    "/audio/voices/combine",
    operation_id="combineVoices",
    summary="Get a mix of voices as a file",
    response_class=Response,
    responses={
        200: {
            "description": "The mix as a .pt file of PyTorch: float32, 510 by 1 by 256.",
            "headers": headers("content-disposition"),
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        },
        **body_errors(InvalidVoiceError, OverloadedError),
    },
    openapi_extra=json_body(
        VoicesToCombine,
        {
            "A mix": VoicesToCombine("af_bella(2)+af_sky(1)"),
            "Voices with equal weights": VoicesToCombine(["af_bella", "af_sky"]),
        },
    ),
)
@admitted_to(Queue.TEXT)
async def combine(request: Request) -> Response:
    state = request_state(request)
    body = await validated_body(request, VoicesToCombine)
    formula = body.root if isinstance(body.root, str) else "+".join(body.root)
    mix = (await voice_aliases_of(state)).resolve(formula).voice
    pack = await state.voices.pack(mix)
    file = await asyncio.to_thread(voice_files.written, pack)
    name = "".join(str(mix).split())
    disposition = f'attachment; filename="{name}.pt"'
    return Response(file, headers={"content-disposition": disposition}, media_type="application/octet-stream")
