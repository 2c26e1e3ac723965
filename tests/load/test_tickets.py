"""Thousands of callers of every kind at random: no place is lost or given twice, and what is finished is right."""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.load.client import Answer, Client, request
from tests.load.house import House, assert_refused
from tests.load.speeches import Speech
from tests.load.test_admission import NONSENSE
from tests.sounds import FORMATS

pytestmark = pytest.mark.anyio

CALLS = 5000
AT_ONCE = 80
"""Callers at any time: with those who rest more than there are places, so that the server is full for a while."""

KINDS = {"listen": 57, "fail": 3, "leave": 24, "leave_unheard": 8, "nonsense": 5, "look": 3}
"""What callers do, in hundredths."""

RESTING = 24
"""Further callers, who stop reading at some point and keep the connection."""

WAYS: list[dict[str, Any]] = [{}, {"stream": True}, {"stream": False}, {"stream_format": "sse"}]


class Crowd:
    """Callers who choose at random what to do next. done: what came of their calls."""

    def __init__(self, house: House, speeches: Iterator[Speech], chance: random.Random) -> None:
        self.done: Counter[str] = Counter()
        self.heard: list[Speech] = []
        self._house = house
        self._speeches = speeches
        self._chance = chance
        self._calls: Iterator[str] = iter(chance.choices(list(KINDS), list(KINDS.values()), k=CALLS))

    async def call(self) -> None:
        """Call and call again, now on the same connection, now on a new one."""
        kind = next(self._calls, None)
        while kind is not None:
            async with Client(self._house.port) as client:
                kept = True
                while kept and kind is not None:
                    kept = await getattr(self, f"_{kind}")(client) and self._chance.random() < 0.7
                    kind = next(self._calls, None)

    async def _listen(self, client: Client) -> bool:
        speech, format, way = next(self._speeches), self._chance.choice(FORMATS), self._chance.choice(WAYS)
        answer = await client.speak(**{**speech.request, "response_format": format, **way})
        if answer.status == 503:
            assert_refused(answer)
            self.done["refused"] += 1
        else:
            # In a thread, so that the other callers go on.
            await asyncio.to_thread(speech.assert_heard, answer, format, **way)
            self.done["heard"] += 1
            self.heard.append(speech)
        return True

    async def _fail(self, client: Client) -> bool:
        """Somewhere in the text the engine fails."""
        speech, way = next(self._speeches), self._chance.choice(WAYS)
        self._house.stage.fail(self._chance.choice(speech.chunks), "error")
        answer = await client.speak(**{**speech.request, **way})
        if answer.status == 503:
            assert_refused(answer)
            self.done["refused"] += 1
        else:
            assert not answer.whole or (answer.status, answer.error["type"]) == (500, "server_error"), answer
            self.done["failed"] += 1
        return answer.whole

    async def _leave(self, client: Client) -> bool:
        """Anywhere from the first byte to the last; or at any moment, whatever has come by then."""
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
        self.done["left"] += 1
        return False

    async def _leave_unheard(self, client: Client) -> bool:
        """Before the request is complete, or as soon as it is."""
        data = request(next(self._speeches).request)
        await client.send(data[: self._chance.randrange(1, len(data) + 1)])
        self.done["left unheard"] += 1
        return False

    async def _nonsense(self, client: Client) -> bool:
        await client.send(request(self._chance.choice(NONSENSE)))
        answer = await client.answer()
        assert (answer.status, answer.error["type"]) == (400, "invalid_request_error"), answer
        self.done["nonsense"] += 1
        return True

    async def _look(self, client: Client) -> bool:
        answer = await client.get(self._chance.choice(["/health", "/ready", "/v1/models", "/metrics"]))
        assert (answer.status, answer.whole) == (200, True), answer
        self.done["look"] += 1
        return True


async def test_no_place_is_lost_or_given_twice_over_five_thousand_random_calls(eight: House) -> None:
    chance = random.Random(20)
    speeches = [await eight.author.speech(chance.choice([1, 1, 1, 2, 6])) for _ in range(CALLS)]
    books = [await eight.author.book(chance.choice([10, 30])) for _ in range(RESTING)]
    names = ("spoken", "left", "failed", "refused")
    before = {name: await eight.metric("speech_requests_total", outcome=name) for name in names}
    crowd = Crowd(eight, iter(speeches), chance)
    async with eight.clients(RESTING, buffer=4096) as resting:
        taken = [await _take_some(client, book, chance) for client, book in zip(resting, books, strict=True)]
        async with asyncio.TaskGroup() as callers:
            for _ in range(AT_ONCE):
                callers.create_task(crowd.call())
        # Those who rest are still there, but no longer in anybody's way.
        await eight.until_metric("speech_queue_depth", 0)
        for client, answer in zip(resting, taken, strict=True):
            assert not (await client.answer(begun=answer)).whole
    after = {name: await eight.metric("speech_requests_total", outcome=name) for name in names}
    counted = {name: after[name] - before[name] for name in names}

    assert crowd.done.total() == CALLS
    # How many, depends on how fast this machine asks: a caller who is refused asks again at once.
    assert crowd.done["heard"] > CALLS / 10
    assert crowd.done["refused"] > 0, "the server was never full"
    assert counted["spoken"] >= crowd.done["heard"]
    assert counted["refused"] >= crowd.done["refused"]
    assert counted["left"] > 0
    assert crowd.done["failed"] <= counted["failed"] <= crowd.done["failed"] + RESTING  # who are cut off
    assert sum(counted.values()) <= CALLS + RESTING - crowd.done["nonsense"] - crowd.done["look"]
    # Nothing was spoken twice, and nothing for those who were refused or had left.
    begun = Counter(event.chunk for event in eight.stage.events if event.kind == "begin")
    ended = Counter(event.chunk for event in eight.stage.events if event.kind == "end")
    assert begun == ended
    assert set(begun.values()) == {1}
    assert all(begun[chunk] for speech in crowd.heard for chunk in speech.chunks)
    assert await eight.metric("speech_chunks_waiting") == 0
    assert await eight.metric("speech_lanes", state="busy") == 0
    assert eight.processes() == sorted(eight.stage.workers)
    await eight.assert_capacity()


async def _take_some(client: Client, book: Speech, chance: random.Random) -> Answer:
    """Ask for a book and stop reading before the first byte, behind it, or well within."""
    most = chance.choice([0, 1, 10_000, 200_000])
    await client.ask(**book.request)
    return await client.answer(lambda answer: len(answer.body) >= most)
