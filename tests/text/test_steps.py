"""One caller's long text, SSML or pronunciations do not stop the others, nor the event loop."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from kokoro_speech_server.text import step_thread, voice_aliases
from kokoro_speech_server.text.lexicon import Lexicon, request_lexicon
from kokoro_speech_server.text.ssml import SsmlScript
from kokoro_speech_server.text.step_thread import StepThread
from kokoro_speech_server.text.steps import Steps
from kokoro_speech_server.text.tags import TaggedScript, tagged_passages
from kokoro_speech_server.text.voice_aliases import VoiceAliases
from kokoro_speech_server.voices import parse_voice
from tests.servers import SPEECH, FakeServer, assert_error, wait_until
from tests.text.scripts import HEART, VOCABULARY

PATIENCE_S = 60.0
LONG = f"<speak>{'<w/>' * 6_000}Hello.</speak>"
SHORT = "<speak>Hello.</speak>"


@pytest.fixture(scope="module")
def server(model_files: None) -> Iterator[FakeServer]:
    with FakeServer(queue_size=40) as one:
        yield one.wait_until_ready()


class Slices:
    """The slices of work that ran. The first one waits for `go_on`.

    began:   is set when it begins
    lengths: of all work, by the work
    ran:     the work of each slice
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began, self.go_on = threading.Event(), threading.Event()
        self.lengths: dict[Steps[Any], int] = {}
        self.ran: list[Steps[Any]] = []
        real_slice, real_run = step_thread._slice, StepThread.run

        def held(work: Steps[Any]) -> Any:
            self.ran.append(work)
            self.began.set()
            assert self.go_on.wait(PATIENCE_S)
            return real_slice(work)

        async def run(thread: StepThread, length: int, work: Steps[Any]) -> Any:
            self.lengths[work] = length
            return await real_run(thread, length, work)

        monkeypatch.setattr(step_thread, "_slice", held)
        monkeypatch.setattr(step_thread, "_SLICE_S", 0.0)
        monkeypatch.setattr(StepThread, "run", run)


@pytest.fixture
def slices(monkeypatch: pytest.MonkeyPatch) -> Slices:
    return Slices(monkeypatch)


@pytest.mark.parametrize(
    "short",
    [
        {"input": SHORT, "ssml": True},
        {"input": "[rate:2]Hello." + " " * 5_000, "tags": True},
        {"input": "Hello.", "pronunciations": {"Hello": "/wˈɜɹd/"}},
    ],
    ids=["ssml", "tags", "pronunciations"],
)
def test_a_short_text_is_read_before_20_long_ones(
    server: FakeServer, slices: Slices, short: dict[str, Any]
) -> None:
    connections = [server.connect(LONG, ssml=True) for _ in range(20)]
    wait_until(lambda: len(slices.lengths) == 20, "20 long texts")
    with ThreadPoolExecutor() as clients:
        answer = clients.submit(server.client.post, SPEECH, json=short)
        wait_until(lambda: len(slices.lengths) == 21, "a short text")
        slices.go_on.set()
        assert answer.result().status_code == 200
    for connection in connections:
        connection.close()
    server.wait_until_idle()
    lengths = [slices.lengths[work] for work in slices.ran]
    end = max(i for i, length in enumerate(lengths) if length < len(LONG))
    assert sum(length == len(LONG) for length in lengths[:end]) <= 1 + end // 3


def test_a_client_that_leaves_ends_the_reading(server: FakeServer, slices: Slices) -> None:
    connection = server.connect(LONG, ssml=True)
    assert slices.began.wait(PATIENCE_S)
    server.leave(connection)
    slices.go_on.set()
    assert server.speak(SHORT, ssml=True).status_code == 200
    assert slices.ran.count(slices.ran[0]) == 1
    server.wait_until_idle()


def test_what_is_not_read_in_time_is_refused(model_files: None, slices: Slices) -> None:
    with FakeServer(queue_timeout_s=0.5) as one, ThreadPoolExecutor() as clients:
        one.wait_until_ready()
        first = clients.submit(one.speak, SHORT, ssml=True)
        assert slices.began.wait(PATIENCE_S)
        waiting = one.speak(SHORT, ssml=True)
        slices.go_on.set()
        for answer in (waiting, first.result()):
            assert_error(answer, 503, "service_unavailable_error", code="server_is_overloaded")
            assert answer.headers["retry-after"]


def test_a_dialogue_looks_up_each_voice_once(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[str] = []

    def counting(text: str, **options: Any) -> Any:
        looked_up.append(text)
        return parse_voice(text, **options)

    monkeypatch.setattr(voice_aliases, "parse_voice", counting)
    turns = [{"voice": ["af_heart", "am_adam"][i % 2], "input": "."} for i in range(1_000)]
    turns.append({"voice": "nobody", "input": "."})
    answer = server.client.post("/dev/dialogue", json={"turns": turns[1:]})
    assert_error(answer, 400, "invalid_request_error", param="voice")
    assert looked_up == ["am_adam", "af_heart", "nobody"]


def test_long_work_goes_on_beside_any_amount_of_short_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step_thread, "_SLICE_S", 0.0)

    def work(count: int) -> Steps[int]:
        for _ in range(count):
            yield
        return count

    async def test() -> None:
        thread = StepThread("test", time_limit_s=PATIENCE_S)
        long = asyncio.create_task(thread.run(1_000, work(20)))

        async def shorts() -> int:
            count = 0
            while not long.done() and count < 1_000:
                count += await thread.run(1, work(1))
            return count

        assert sum(await asyncio.gather(shorts(), shorts())) < 200
        assert await long == 20
        thread.close()

    asyncio.run(test())


def aliases() -> VoiceAliases:
    return VoiceAliases(names={}, aliases={}, language=None, longest=8)


def of_tags(text: str) -> Steps[TaggedScript]:
    passages = yield from tagged_passages(text, HEART, aliases(), max_pause_s=60)
    return (yield from TaggedScript.read(text, passages, Lexicon({}), VOCABULARY))


def of_document(content: str) -> Steps[SsmlScript]:
    return SsmlScript.read(
        f"<speak>{content}</speak>",
        voice_settings=HEART,
        voice_aliases=aliases(),
        vocabulary=VOCABULARY,
        lexicon=Lexicon({}),
        max_pause_s=60,
        pause_tags=True,
    )


@pytest.mark.parametrize(
    "piece",
    ["plain words ", " ", "\n", "[w](/a/)", "[pause:0s]", "[rate:1]a", "[voice:af_sky]a", "[", "[voice:a",
     "\U000f0001", "<w/>", "<mark/>a", "&#97;", '<sub alias="b">a</sub>', '<phoneme ph="a">a</phoneme>',
     '<say-as interpret-as="digits">1</say-as>', "<!-- > -->", "<!--" + ">" * 90_000 + "-->",
     '<w a="' + "b" * 90_000 + '"/>', "<![CDATA[a\n]]>"],
)  # fmt: skip
@pytest.mark.parametrize("read", [of_tags, of_document])
def test_no_step_reads_much(read: Any, piece: str) -> None:
    """What is read in one step is bounded, by the number of steps."""
    text = piece * max(2, 100_000 // len(piece))
    assert sum(1 for _ in read(text)) > len(text) // 70_000 + 1


def test_each_pronunciation_is_a_step() -> None:
    entries = {f"word{i}": "/a/" for i in range(1_000)}
    assert sum(1 for _ in request_lexicon(entries, VOCABULARY)) == 1_000
