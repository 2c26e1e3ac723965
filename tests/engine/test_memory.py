"""Requests leave no tasks, threads, files or memory behind, however they end."""

import asyncio
import os
import random
import threading

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from kokoro_speech_server.errors import EngineError
from tests.servers import (
    SPEECH,
    FakeServer,
    ServerProcess,
)
from tests.sounds import FORMATS
from tests.texts import SENTENCES

WORDS = "the quick brown fox jumps over a lazy dog and runs from seven hungry wolves near the river".split()
VOICES = ["af_heart", "bm_george", "ef_dora", "af_bella+am_adam", "ff_siwis"]


def test_three_hundred_requests_leave_nothing_behind(fake: FakeServer) -> None:
    process = psutil.Process()

    def round_of(requests: int) -> tuple[int, int, int, int]:
        for i in range(requests):
            fields = {"response_format": ("mp3", "opus", "aac", "flac", "wav", "pcm")[i % 6]}
            assert fake.speak(f"Request number {i}. It is a short one.", stream=bool(i % 4), **fields).content
        fake.wait_until_idle()
        fake.engine.forget()
        assert fake.loop is not None
        return (
            len(asyncio.all_tasks(fake.loop)),
            threading.active_count(),
            process.num_fds(),
            process.memory_info().rss,
        )

    tasks, threads, files, memory = round_of(60)
    tasks_after, threads_after, files_after, memory_after = round_of(300)
    assert tasks_after <= tasks + 2
    assert threads_after <= threads + (os.cpu_count() or 1) + 4  # the event loop's own pool may still grow
    assert files_after <= files + 2
    assert memory_after - memory < 24 * 1024 * 1024


def test_failed_and_abandoned_requests_leave_nothing_behind(fake: FakeServer) -> None:
    process = psutil.Process()

    def round_of(requests: int) -> tuple[int, int]:
        for i in range(requests):
            fake.engine.forget()
            if i % 2:
                fake.engine.faults[2] = EngineError("The chunk failed.")
                with pytest.raises(httpx.RemoteProtocolError):
                    fake.speak(SENTENCES)
            else:
                with fake.engine.hold(2) as gate:
                    connection = fake.connect(SENTENCES)
                    fake.engine.wait_for_step(2)
                    fake.leave(connection)
                    gate.set()
        fake.wait_until_idle()
        assert fake.loop is not None
        return len(asyncio.all_tasks(fake.loop)), process.num_fds()

    tasks, files = round_of(6)
    tasks_after, files_after = round_of(40)
    assert tasks_after <= tasks + 2
    assert files_after <= files + 2


@pytest.mark.proof
def test_memory_does_not_grow_over_a_thousand_requests(model_files: None) -> None:
    chance = random.Random(1)
    with ServerProcess() as server, httpx.Client(base_url=server.url, timeout=120, trust_env=False) as client:
        server.wait_until_ready()
        process = psutil.Process(server.process.pid)

        def usage() -> tuple[int, int, int]:
            family = [process, *process.children(recursive=True)]
            memory = sum(one.memory_info().rss for one in family)
            return memory, process.num_threads(), process.num_fds()

        history = []
        for number in range(1000):
            request = {
                "input": " ".join(chance.choices(WORDS, k=chance.randint(1, 12))) + ".",
                "voice": chance.choice(VOICES),
                "response_format": chance.choice(FORMATS),
                "stream": chance.random() < 0.7,
            }
            answer = client.post(SPEECH, json=request)
            assert answer.status_code == 200, answer.text
            if number % 50 == 49:
                history.append(usage())
                print(number + 1, *history[-1])
    # By the fourth entry every language is loaded and the longest text has occurred.
    settled, end = history[3], history[-1]
    assert end[0] < 1.1 * settled[0], "memory"
    assert end[1] <= settled[1] + 1, "threads"
    assert end[2] <= settled[2] + 1, "files"
