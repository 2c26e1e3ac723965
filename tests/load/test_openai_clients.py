"""OpenAI's own clients retry when the server is full, and then succeed."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.load.server_harness import ServerHarness
from tests.load.speech_factory import SPEED, Speech
from tests.sounds import decode

pytestmark = pytest.mark.anyio


async def test_the_python_client_retries_and_succeeds(single: ServerHarness) -> None:
    import openai  # noqa: PLC0415 - which takes a second

    async def speak(speech: Speech) -> bytes:
        url = f"{single.process.url}/v1"
        async with openai.AsyncOpenAI(base_url=url, api_key="not-needed") as client:
            answer = await client.audio.speech.create(
                model="kokoro",
                voice="ef_dora",
                input=speech.text,
                response_format="pcm",
                speed=SPEED,
                extra_body={"seed": speech.seed},
            )
            return answer.content

    await _assert_retries(single, speak)


async def test_the_node_client_retries_and_succeeds(single: ServerHarness, openai_for_node: Path) -> None:
    async def speak(speech: Speech) -> bytes:
        body = json.dumps({**speech.request, "model": "kokoro", "voice": "ef_dora"})
        process = await asyncio.create_subprocess_exec(
            "node",
            str(openai_for_node / "speak.mjs"),
            f"{single.process.url}/v1",
            body,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        audio, errors = await process.communicate()
        assert process.returncode == 0, errors.decode()
        return audio

    await _assert_retries(single, speak)


async def _assert_retries(harness: ServerHarness, speak: Callable[[Speech], Awaitable[bytes]]) -> None:
    """The server is full until it has refused the client once; the client's retry must succeed."""
    refused = await harness.metric("speech_refusals_total", reason="full")
    again = await harness.metric("speech_client_retries_total")
    speech = await harness.speeches.speech(2)
    async with harness.full():
        speaking = asyncio.ensure_future(speak(speech))
        await harness.until_metric("speech_refusals_total", refused + 1, reason="full")
        assert not speaking.done()
    speech.assert_audio_matches(decode("pcm", await speaking), "pcm", whole=False)
    assert await harness.metric("speech_client_retries_total") > again
