"""OpenAI's own clients against a full server: told to come again, they do, and are served."""

import asyncio
import json
import shutil
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path

import openai
import pytest

from tests.load.house import House
from tests.load.speeches import SPEED, Speech
from tests.sounds import decode

pytestmark = pytest.mark.anyio

NODE = Path(__file__).parent / "node"


@pytest.fixture(scope="session")
def node_client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script, with OpenAI's package installed beside it as its lock file says."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            pytest.fail(f"{program} is needed to prove that OpenAI's client for Node is served")
    folder = tmp_path_factory.mktemp("node") / "client"
    shutil.copytree(NODE, folder, ignore=shutil.ignore_patterns("node_modules"))
    installing = subprocess.run(
        ["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert installing.returncode == 0, installing.stderr
    return folder / "speak.mjs"


async def test_the_python_client_comes_again_and_is_served(single: House) -> None:
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

    await _refused_then_served(single, speak)


async def test_the_node_client_comes_again_and_is_served(single: House, node_client: Path) -> None:
    async def speak(speech: Speech) -> bytes:
        asked = json.dumps({**speech.request, "model": "kokoro", "voice": "ef_dora"})
        process = await asyncio.create_subprocess_exec(
            "node",
            str(node_client),
            f"{single.process.url}/v1",
            asked,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        audio, complaints = await process.communicate()
        assert process.returncode == 0, complaints.decode()
        return audio

    await _refused_then_served(single, speak)


async def _refused_then_served(house: House, speak: Callable[[Speech], Awaitable[bytes]]) -> None:
    """The server is full until the client was refused once; then there is room, and the client must find it."""
    refused = await house.metric("speech_refusals_total", reason="full")
    again = await house.metric("speech_client_retries_total")
    speech = await house.author.speech(2)
    async with house.full():
        speaking = asyncio.ensure_future(speak(speech))
        await house.until_metric("speech_refusals_total", refused + 1, reason="full")
        assert not speaking.done()
    speech.assert_sounds(decode("pcm", await speaking), "pcm", whole=False)
    assert await house.metric("speech_client_retries_total") > again
