"""What the text becomes can be asked for, by a bounded number at once."""

import json
from contextlib import closing
from http.client import HTTPConnection

import pytest

from tests.engines import PATIENCE_S, symbols
from tests.servers import FakeServer, assert_error, wait_until
from tests.texts import BOOK, SENTENCES

PHONEMIZE = "/dev/phonemize"


def test_the_answer_is_what_the_engine_gets(fake: FakeServer) -> None:
    assert fake.pcm(SENTENCES)
    spoken = [symbols(chunk.tokens) for chunk in fake.engine.chunks]
    answer = fake.client.post(PHONEMIZE, json={"text": SENTENCES})
    assert answer.json() == {"phonemes": " ".join(spoken), "chunks": spoken}
    british = fake.client.post(PHONEMIZE, json={"text": "Bath.", "language": "b"})
    assert british.json()["phonemes"] == "bˈɑːθ."


def test_the_letter_a_is_told_from_the_article(fake: FakeServer) -> None:
    answer = fake.client.post(PHONEMIZE, json={"text": "The A road is a way. A cat. A B C is it."})
    assert answer.json()["phonemes"] == "ði ˈA ɹˈOd ɪz ɐ wˈA. ɐ kˈæt. ˈA bˈi sˈi ɪz ɪt."


@pytest.mark.parametrize(
    ("body", "param"),
    [({}, "text"), ({"text": ""}, "text"), ({"text": "Hello.", "language": "klingon"}, "language")],
    ids=str,
)
def test_nonsense_is_refused(fake: FakeServer, body: dict[str, str], param: str) -> None:
    assert_error(fake.client.post(PHONEMIZE, json=body), 400, "invalid_request_error", param=param)


def test_only_so_many_texts_are_taken_on_and_one_who_leaves_makes_room(model_files: None) -> None:
    with FakeServer(text_queue_size=1) as server:
        server.wait_until_ready()
        with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as connection:
            connection.request("POST", PHONEMIZE, json.dumps({"text": (BOOK * 10)[:1_000_000]}))
            wait_until(lambda: server.app.state.text_queue.free == 0, "a full queue")
            answer = server.client.post(PHONEMIZE, json={"text": "No."})
            assert_error(answer, 503, "service_unavailable_error", code="server_is_overloaded")
            assert 1 <= int(answer.headers["retry-after"]) <= 60
            # Those who speak have tickets, and room.
            assert server.pcm("They are served meanwhile.")
            server.leave(connection)
        wait_until(
            lambda: server.client.post(PHONEMIZE, json={"text": "Yes."}).status_code == 200, "room again"
        )
