"""Speaks a text with one of LiveKit's plugins, fed like a language model. Prints what it got as JSON.

Arguments: the plugin, the server's address, the voice, the text, and the number of words after which the user
interrupts, or 0.
"""

import asyncio
import json
import sys
import time

import aiohttp
from livekit.agents import APIError
from livekit.agents import tts as livekit_tts
from livekit.agents.types import USERDATA_TIMED_TRANSCRIPT, APIConnectOptions
from livekit.plugins import baseten, deepgram, elevenlabs

KEY = "sk-right"


def plugin_of(name: str, server: str, voice: str, session: aiohttp.ClientSession) -> livekit_tts.TTS:
    if name == "baseten":
        return baseten.TTS(
            model="qwen3-tts",
            model_endpoint=f"{server}/v1/audio/speech/stream",
            api_key=KEY,
            voice=voice,
            word_timestamps=True,
            http_session=session,
        )
    if name == "elevenlabs":
        return elevenlabs.TTS(base_url=f"{server}/v1", api_key=KEY, voice_id=voice, http_session=session)
    return deepgram.TTS(base_url=f"{server}/v1/speak", api_key=KEY, model=voice, http_session=session)


async def main(name: str, server: str, voice: str, text: str, interrupt_after: int) -> None:
    seconds, first_audio, last_text = 0.0, 0.0, 0.0
    words: list[tuple[str, float, float]] = []
    errors: list[str] = []
    async with aiohttp.ClientSession() as session:
        tts = plugin_of(name, server, voice, session)
        stream = tts.stream(conn_options=APIConnectOptions(max_retry=0))

        async def feed() -> None:
            nonlocal last_text
            for number, word in enumerate(text.split(), start=1):
                stream.push_text(f"{word} ")
                last_text = time.monotonic()
                await asyncio.sleep(0.05)
                if number == interrupt_after:
                    await stream.aclose()
                    return
            stream.end_input()

        feeding = asyncio.create_task(feed())
        try:
            async for event in stream:
                first_audio = first_audio or time.monotonic()
                seconds += event.frame.duration
                for word in event.frame.userdata.get(USERDATA_TIMED_TRANSCRIPT, ()):
                    words.append((word.strip(), word.start_time, word.end_time))
        except APIError as error:
            errors.append(str(error))
        await feeding
        await stream.aclose()
        await tts.aclose()
    early = 0 < first_audio < last_text
    print(json.dumps({"seconds": seconds, "early": early, "words": words, "errors": errors}))


asyncio.run(main(*sys.argv[1:5], int(sys.argv[5])))
