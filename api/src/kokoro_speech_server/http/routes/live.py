"""WS /v1/…: live speech. OpenAPI has no words for WebSockets; docs/live.md describes them."""

from fastapi import APIRouter, WebSocket

from kokoro_speech_server.http.live.deepgram import DeepgramSession
from kokoro_speech_server.http.live.elevenlabs import ElevenLabsSession, ElevenLabsStream
from kokoro_speech_server.http.live.speech_stream import SpeechStream
from kokoro_speech_server.http.live.together import TogetherSession

router = APIRouter(prefix="/v1")


@router.websocket("/audio/speech/stream")
async def speech_stream(websocket: WebSocket) -> None:
    await SpeechStream(websocket).run()


@router.websocket("/audio/speech/websocket")
async def together(websocket: WebSocket) -> None:
    await TogetherSession(websocket).run()


@router.websocket("/text-to-speech/{voice}/multi-stream-input")
async def elevenlabs(websocket: WebSocket) -> None:
    await ElevenLabsSession(websocket).run()


@router.websocket("/text-to-speech/{voice}/stream-input")
async def elevenlabs_stream(websocket: WebSocket) -> None:
    await ElevenLabsStream(websocket).run()


@router.websocket("/speak")
async def deepgram(websocket: WebSocket) -> None:
    await DeepgramSession(websocket).run()
