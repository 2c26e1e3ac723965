"""Speaks a text with one of pipecat's services, fed like a language model. Prints what it got as JSON.

Arguments: the service, the server's address, the voice, the text, and the number of words after which the user
interrupts, or 0.
"""

import asyncio
import json
import sys
import time

from pipecat.frames.frames import (
    ErrorFrame,
    Frame,
    InterruptionFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMTextFrame,
    TTSAudioRawFrame,
)
from pipecat.observers.base_observer import BaseObserver, FramePushed
from pipecat.services.deepgram.tts import DeepgramTTSService
from pipecat.services.elevenlabs.tts import ElevenLabsTTSService
from pipecat.services.together.tts import TogetherTTSService
from pipecat.services.tts_service import TTSService
from pipecat.tests.utils import SleepFrame, run_test

KEY = "sk-right"


class Times(BaseObserver):
    """Notes when the first audio and the last text went by."""

    first_audio = 0.0
    last_text = 0.0

    async def on_push_frame(self, data: FramePushed) -> None:
        if isinstance(data.frame, TTSAudioRawFrame):
            self.first_audio = self.first_audio or time.monotonic()
        if isinstance(data.frame, LLMTextFrame):
            self.last_text = time.monotonic()


def service_of(name: str, server: str, voice: str) -> TTSService:
    if name == "together":
        settings = TogetherTTSService.Settings(voice=voice, language=None)
        return TogetherTTSService(api_key=KEY, url=f"{server}/v1/audio/speech/websocket", settings=settings)
    if name == "elevenlabs":
        settings = ElevenLabsTTSService.Settings(voice=voice)
        return ElevenLabsTTSService(api_key=KEY, url=server, sample_rate=24_000, settings=settings)
    settings = DeepgramTTSService.Settings(voice=voice)
    return DeepgramTTSService(api_key=KEY, base_url=server, sample_rate=24_000, settings=settings)


async def main(name: str, server: str, voice: str, text: str, interrupt_after: int) -> None:
    service = service_of(name, server, voice)
    frames: list[Frame] = [LLMFullResponseStartFrame()]
    for number, word in enumerate(text.split(), start=1):
        frames += [LLMTextFrame(f"{word} "), SleepFrame(0.05)]
        if number == interrupt_after:
            frames += [InterruptionFrame()]
            break
    else:
        frames += [LLMFullResponseEndFrame()]
    times = Times()
    down, up = await run_test(
        service, frames_to_send=[*frames, SleepFrame(2)], observers=[times], start_timeout=30
    )
    audio = [frame for frame in down if isinstance(frame, TTSAudioRawFrame)]
    print(
        json.dumps(
            {
                "seconds": sum(len(frame.audio) for frame in audio) / 48_000,
                "early": 0 < times.first_audio < times.last_text,
                "errors": [frame.error for frame in up if isinstance(frame, ErrorFrame)],
            }
        )
    )


asyncio.run(main(*sys.argv[1:5], int(sys.argv[5])))
