"""Random requests of every kind by many clients: no admission is lost or given twice, and complete audio is right."""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.load.client import Answer, Client, request
from tests.load.server_harness import ServerHarness, assert_refused
from tests.load.speech_factory import Speech
from tests.load.test_capacity import INVALID
from tests.sounds import FORMATS

pytestmark = pytest.mark.anyio

REQUESTS = {3: 150, 8: 5000}
"""Requests by the number of workers."""

KINDS = {"listen": 57, "fail": 3, "disconnect": 24, "disconnect_early": 8, "invalid": 5, "get": 3}
"""What clients do, in percent."""

WAYS: list[dict[str, Any]] = [{}, {"stream": True}, {"stream": False}, {"stream_format": "sse"}]


class MixedClients:
    """Clients that choose at random what to request next.

    done:  the number of requests by their outcome
    heard: the speeches that arrived complete
    """

    def __init__(
        self, harness: ServerHarness, speeches: Iterator[Speech], requests: int, chance: random.Random
    ) -> None:
        self.done: Counter[str] = Counter()
        self.heard: list[Speech] = []
        self.retries = 0
        self._harness = harness
        self._speeches = speeches
        self._chance = chance
        self._kinds: Iterator[str] = iter(chance.choices(list(KINDS), list(KINDS.values()), k=requests))

    async def run(self) -> None:
        """Acts as one client: sends requests, some on the same connection, until all kinds are used up."""
        kind = next(self._kinds, None)
        while kind is not None:
            async with Client(self._harness.port) as client:
                kept = True
                while kept and kind is not None:
                    kept = await getattr(self, f"_{kind}")(client) and self._chance.random() < 0.7
                    kind = next(self._kinds, None)

    async def _listen(self, client: Client) -> bool:
        speech, format, way = next(self._speeches), self._chance.choice(FORMATS), self._chance.choice(WAYS)
        fields = {**speech.request, "response_format": format, **way}
        answer = await client.speak(**fields)
        if answer.status == 503:
            # The client obeys Retry-After once, so that a slow machine does not refuse nearly all requests.
            self.retries += 1
            await asyncio.sleep(assert_refused(answer))
            answer = await client.speak(**fields)
        if answer.status == 503:
            assert_refused(answer)
            self.done["refused"] += 1
        else:
            # In a thread, so that the other clients continue.
            await asyncio.to_thread(speech.assert_matches, answer, format, **way)
            self.done["heard"] += 1
            self.heard.append(speech)
        return True

    async def _fail(self, client: Client) -> bool:
        """The engine fails somewhere in the text."""
        speech, way = next(self._speeches), self._chance.choice(WAYS)
        self._harness.control.fail(self._chance.choice(speech.chunks), "error")
        answer = await client.speak(**{**speech.request, **way})
        if answer.status == 503:
            assert_refused(answer)
            self.done["refused"] += 1
        else:
            assert not answer.whole or (answer.status, answer.error["type"]) == (500, "server_error"), answer
            self.done["failed"] += 1
        return answer.whole

    async def _disconnect(self, client: Client) -> bool:
        """The client disconnects after a random number of bytes, or after a random time."""
        speech = next(self._speeches)
        fields = {"response_format": self._chance.choice(FORMATS), **self._chance.choice(WAYS)}
        await client.ask(**{**speech.request, **fields})
        if self._chance.random() < 0.5:
            most = self._chance.randrange(1, int(speech.seconds * 48_000))
            await client.answer(lambda answer: len(answer.body) >= most)
        else:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._chance.random() * 0.5):
                    await client.answer()
        self.done["disconnected"] += 1
        return False

    async def _disconnect_early(self, client: Client) -> bool:
        """The client disconnects before the request is complete, or as soon as it is."""
        data = request(next(self._speeches).request)
        await client.send(data[: self._chance.randrange(1, len(data) + 1)])
        self.done["disconnected early"] += 1
        return False

    async def _invalid(self, client: Client) -> bool:
        await client.send(request(self._chance.choice(INVALID)))
        answer = await client.answer()
        if answer.status == 503:  # a full server refuses nonsense as it refuses everything
            assert_refused(answer)
            self.done["refused"] += 1
        else:
            assert (answer.status, answer.error["type"]) == (400, "invalid_request_error"), answer
            self.done["invalid"] += 1
        return True

    async def _get(self, client: Client) -> bool:
        answer = await client.get(self._chance.choice(["/health", "/ready", "/v1/models", "/metrics"]))
        assert (answer.status, answer.whole) == (200, True), answer
        self.done["get"] += 1
        return True


async def test_no_admission_is_lost_or_given_twice_over_random_requests(several: ServerHarness) -> None:
    """As many clients as the capacity, and some that stop reading: together they fill the server at times."""
    chance = random.Random(20)
    requests, stalled = REQUESTS[several.workers], several.capacity // 3
    speeches = [await several.speeches.speech(chance.choice([1, 1, 1, 2, 6])) for _ in range(requests)]
    books = [await several.speeches.book(chance.choice([10, 30])) for _ in range(stalled)]
    names = ("spoken", "left", "failed", "refused")
    before = {name: await several.metric("speech_requests_total", outcome=name) for name in names}
    mixed = MixedClients(several, iter(speeches), requests, chance)
    async with several.clients(stalled, buffer=4096) as stopped:
        begun = [await _read_some(client, book, chance) for client, book in zip(stopped, books, strict=True)]
        for book in books:  # all of them are admitted before the others start
            await several.until_begun(book.chunks[0])
        async with asyncio.TaskGroup() as tasks:
            for _ in range(several.capacity):
                tasks.create_task(mixed.run())
        # The clients that stopped reading are still connected, but without an admission.
        await several.until_metric("speech_queue_depth", 0)
        for client, answer in zip(stopped, begun, strict=True):
            assert not (await client.answer(begun=answer)).whole
    after = {name: await several.metric("speech_requests_total", outcome=name) for name in names}
    counted = {name: after[name] - before[name] for name in names}

    assert mixed.done.total() == requests
    assert mixed.done["heard"] > requests / 10
    refused = mixed.retries + mixed.done["refused"]
    assert refused > 0, "the server was never full"
    assert counted["spoken"] >= mixed.done["heard"]
    assert counted["refused"] >= refused
    assert counted["left"] > 0
    assert mixed.done["failed"] <= counted["failed"] <= mixed.done["failed"] + stalled
    assert sum(counted.values()) <= requests + stalled - mixed.done["invalid"] - mixed.done["get"]
    # No chunk ran twice, and every chunk of a complete speech ran.
    begins = Counter(event.chunk for event in several.control.events if event.kind == "begin")
    ends = Counter(event.chunk for event in several.control.events if event.kind == "end")
    assert begins == ends
    assert set(begins.values()) == {1}
    assert all(begins[chunk] for speech in mixed.heard for chunk in speech.chunks)
    assert await several.metric("speech_chunks_waiting") == 0
    assert await several.metric("speech_engine_slots", state="busy") == 0
    assert several.processes() == sorted(several.control.workers)
    await several.assert_capacity()


async def _read_some(client: Client, book: Speech, chance: random.Random) -> Answer:
    """Requests a book and stops reading before the first byte, after it, or well within."""
    most = chance.choice([0, 1, 10_000, 200_000])
    await client.ask(**book.request)
    return await client.answer(lambda answer: len(answer.body) >= most)
