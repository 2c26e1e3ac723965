"""Speaks a text with the SDK of ElevenLabs or Deepgram, fed like a language model. Prints what it got as JSON.

Arguments: the SDK, the server's address, the voice, the text, and the number of words after which the user
interrupts, or 0. ElevenLabs' SDK wants an address with https, whose certificate it must trust.
"""

import asyncio
import json
import sys
import time
from collections.abc import Iterator

from deepgram import AsyncDeepgramClient, DeepgramClientEnvironment
from deepgram.core.api_error import ApiError as DeepgramError
from deepgram.speak.v1.socket_client import AsyncV1SocketClient
from deepgram.speak.v1.types.speak_v1text import SpeakV1Text
from deepgram.speak.v1.types.speak_v1warning import SpeakV1Warning
from elevenlabs import ElevenLabs
from elevenlabs.core.api_error import ApiError as ElevenLabsError

KEY = "sk-right"
PCM_BYTES_PER_S = 48_000


class Interrupted(Exception):
    """The user has interrupted, so that no more text comes."""


class Times:
    """When the first audio and the last text went by, and how much audio came."""

    first_audio = 0.0
    last_text = 0.0
    seconds = 0.0

    def note_audio(self, data: bytes) -> None:
        self.first_audio = self.first_audio or time.monotonic()
        self.seconds += len(data) / PCM_BYTES_PER_S

    @property
    def early(self) -> bool:
        return 0 < self.first_audio < self.last_text


def speak_with_elevenlabs(
    server: str, voice: str, text: str, interrupt_after: int, times: Times
) -> list[str]:
    """Returns the errors."""

    def words() -> Iterator[str]:
        for number, word in enumerate(text.split(), start=1):
            yield f"{word} "
            times.last_text = time.monotonic()
            time.sleep(0.05)
            if number == interrupt_after:
                raise Interrupted

    client = ElevenLabs(base_url=server, api_key=KEY)
    audio = client.text_to_speech.convert_realtime(
        voice, text=words(), model_id="eleven_flash_v2_5", output_format="pcm_24000"
    )
    try:
        for data in audio:
            times.note_audio(data)
    except Interrupted:
        pass
    except ElevenLabsError as error:
        return [str(error)]
    return []


async def speak_with_deepgram(
    server: str, voice: str, text: str, interrupt_after: int, times: Times
) -> list[str]:
    """Returns the errors."""
    environment = DeepgramClientEnvironment(base=server, production=server, agent=server, agent_rest=server)
    client = AsyncDeepgramClient(api_key=KEY, environment=environment)

    async def feed(speech: AsyncV1SocketClient) -> None:
        for number, word in enumerate(text.split(), start=1):
            await speech.send_text(SpeakV1Text(text=f"{word} "))
            times.last_text = time.monotonic()
            await asyncio.sleep(0.05)
            if number == interrupt_after:
                await speech.send_clear()
                return
        await speech.send_flush()

    errors: list[str] = []
    try:
        async with client.speak.v1.connect(model=voice, encoding="linear16", sample_rate=24_000) as speech:
            feeding = asyncio.create_task(feed(speech))
            async for message in speech:
                if isinstance(message, bytes):
                    times.note_audio(message)
                elif message.type in ("Flushed", "Cleared"):
                    await speech.send_close()
                elif isinstance(message, SpeakV1Warning):
                    errors.append(message.description)
            await feeding
    except DeepgramError as error:
        errors.append(str(error))
    return errors


def main(name: str, server: str, voice: str, text: str, interrupt_after: int) -> None:
    times = Times()
    if name == "elevenlabs":
        errors = speak_with_elevenlabs(server, voice, text, interrupt_after, times)
    else:
        errors = asyncio.run(speak_with_deepgram(server, voice, text, interrupt_after, times))
    print(json.dumps({"seconds": times.seconds, "early": times.early, "errors": errors}))


main(*sys.argv[1:5], int(sys.argv[5]))
