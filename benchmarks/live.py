"""Live speech beside requests over HTTP: the first audio of a sentence, many sessions at once, and silent sessions.

- From the last character of a sentence to its first audio: over HTTP, over a live session that flushes, and over one
  whose next sentence begins. Rounds alternate.
- Sessions at once, each fed like a language model writes: the wait for the first audio after the first sentence, and
  how often a listener runs out of audio.
- Memory of silent sessions, and the server's processor time for them.

JSON goes to stdout, a table and progress to stderr.
"""

import argparse
import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]
from websockets.asyncio.client import ClientConnection, connect

from benchmarks import report
from benchmarks.figures import end_on_sigterm, say
from benchmarks.processes import Server
from kokoro_speech_server.chunk import SAMPLE_RATE

SENTENCE = "The museum on the hill opens at ten in the morning."
NEXT = " You"
ANSWER = (
    "The museum on the hill opens at ten in the morning. You can take the tram from the station, which leaves every "
    "twelve minutes, or walk along the river for about half an hour. Tickets cost eight euros at the door. If you buy "
    "them on the evening before, they cost six. On Mondays it is closed, like most museums here. The café on the roof "
    "is worth a visit even without a ticket, since it overlooks the whole of the old town."
)
TOKENS_PER_S = 20.0
_CHARACTERS_PER_TOKEN = 4
_BYTES_PER_S = 2 * SAMPLE_RATE


def main() -> None:
    end_on_sigterm()
    options = _options()
    machine = report.machine({})
    with Server(LIVE_PATIENCE_MS="500", QUEUE_SIZE=str(max(10, options.sessions))) as server:
        server.wait_until_ready()
        url = f"http://127.0.0.1:{server.port}"
        measured = asyncio.run(_measure(url, options))
    print(json.dumps(report.rounded({"machine": machine, **measured}), indent=2))
    for name, figures in measured.items():
        say(f"{name}: {json.dumps(report.rounded(figures))}")


async def _measure(url: str, options: argparse.Namespace) -> dict[str, Any]:
    first_audio = []
    for number in range(options.rounds + 1):
        say(f"round {number} of {options.rounds}")
        figures = {
            "http_s": await _over_http(url),
            "flushed_s": await _over_session(url, flush=True),
            "next_sentence_s": await _over_session(url, flush=False),
        }
        first_audio += [figures] if number else []  # the first round warms up
    say(f"{options.sessions} sessions at once")
    listeners = await asyncio.gather(
        *(_conversation(url, i / options.sessions) for i in range(options.sessions))
    )
    waits = [listener["first_audio_s"] for listener in listeners]
    return {
        "first_audio": report.spreads(first_audio),
        "at_once": {
            "sessions": options.sessions,
            "first_audio_p50_s": report.percentile(waits, 0.5),
            "first_audio_p95_s": report.percentile(waits, 0.95),
            "gaps": sum(listener["gaps"] for listener in listeners),
            "silence_s": sum(listener["silence_s"] for listener in listeners),
            "audio_s": sum(listener["audio_s"] for listener in listeners),
        },
        "silent": await _silent(url, options.silent),
    }


async def _over_http(url: str) -> float:
    body = {"input": SENTENCE, "response_format": "pcm"}
    async with httpx.AsyncClient(trust_env=False, timeout=None) as client:
        start = time.perf_counter()
        async with client.stream("POST", f"{url}/v1/audio/speech", json=body) as response:
            response.raise_for_status()
            await anext(response.aiter_bytes())
            return time.perf_counter() - start


async def _over_session(url: str, *, flush: bool) -> float:
    async with _session(url) as session:
        await _send(session, type="input.text", text=SENTENCE[:-1])
        await asyncio.sleep(0.2)
        start = time.perf_counter()
        await _send(session, type="input.text", text=SENTENCE[-1] + ("" if flush else NEXT))
        if flush:
            await _send(session, type="input.done")
        while not isinstance(await session.recv(), bytes):
            pass
        return time.perf_counter() - start


async def _conversation(url: str, delay_s: float) -> dict[str, float]:
    """One listener to an answer that is written at the pace of a model."""
    await asyncio.sleep(delay_s)
    async with _session(url) as session:
        feeding = asyncio.create_task(_feed(session))
        first_sentence_s = len(SENTENCE) / _CHARACTERS_PER_TOKEN / TOKENS_PER_S
        start = time.perf_counter()
        first, playing_until, gaps, silence_s, audio_s = 0.0, 0.0, 0, 0.0, 0.0
        async for message in session:
            now = time.perf_counter()
            if isinstance(message, bytes):
                if not first:
                    first = playing_until = now
                if now > playing_until:
                    gaps, silence_s, playing_until = gaps + 1, silence_s + now - playing_until, now
                playing_until += len(message) / _BYTES_PER_S
                audio_s += len(message) / _BYTES_PER_S
            elif json.loads(message)["type"] in ("session.done", "error"):
                break
        await feeding
    wait_s = first - start - first_sentence_s
    return {"first_audio_s": wait_s, "gaps": gaps, "silence_s": silence_s, "audio_s": audio_s}


async def _feed(session: ClientConnection) -> None:
    for start in range(0, len(ANSWER), _CHARACTERS_PER_TOKEN):
        await _send(session, type="input.text", text=ANSWER[start : start + _CHARACTERS_PER_TOKEN])
        await asyncio.sleep(1 / TOKENS_PER_S)
    await _send(session, type="input.done")


async def _silent(url: str, sessions: int) -> Mapping[str, float]:
    """What silent sessions take, beyond the first twenty."""
    worker = _worker(url)
    async with AsyncExitStack() as stack:
        for number in range(sessions + 20):
            if number == 20:
                before = worker.memory_full_info().uss
            session = await stack.enter_async_context(_session(url))
            await _send(session, type="input.done")
            await session.recv()
        after = worker.memory_full_info().uss
        busy = sum(worker.cpu_times()[:2])
        await asyncio.sleep(10)
        busy = sum(worker.cpu_times()[:2]) - busy
    return {"sessions": sessions, "kb_each": (after - before) / sessions / 1000, "cpu_share": busy / 10}


def _worker(url: str) -> Any:
    """The server's one worker, which this process has started through others."""
    workers = [p for p in psutil.Process().children(recursive=True) if p.name().startswith("worker ")]
    assert len(workers) == 1, f"{len(workers)} workers at {url}"
    return workers[0]


@asynccontextmanager
async def _session(url: str) -> AsyncIterator[ClientConnection]:
    address = url.replace("http", "ws") + "/v1/audio/speech/stream"
    async with connect(address, compression=None, proxy=None, max_size=None, ping_interval=None) as session:
        yield session


async def _send(session: ClientConnection, **message: Any) -> None:
    await session.send(json.dumps(message))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=10, help="rounds of the first measurement")
    parser.add_argument("--sessions", type=int, default=16, help="sessions at once that speak")
    parser.add_argument("--silent", type=int, default=200, help="silent sessions")
    return parser.parse_args()


if __name__ == "__main__":
    main()
