"""A thousand real requests leave a server as it was after the first hundred."""

import random

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from tests.audio import FORMATS
from tests.servers import SPEECH, ServerProcess

WORDS = "the quick brown fox jumps over a lazy dog and runs from seven hungry wolves near the river".split()
VOICES = ["af_heart", "bm_george", "ef_dora", "af_bella+am_adam", "ff_siwis"]


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
    # By then every language is loaded and the longest text has been seen.
    settled, end = history[3], history[-1]
    assert end[0] < 1.1 * settled[0], "memory"
    assert end[1] <= settled[1] + 1, "threads"
    assert end[2] <= settled[2] + 1, "files"
