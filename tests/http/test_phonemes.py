"""Text to phonemes, for a bounded number of requests at the same time; and speech from phonemes."""

import json
from contextlib import closing
from http.client import HTTPConnection

import pytest

from kokoro_speech_server.config import Settings
from tests.engines import PATIENCE_S, symbols
from tests.servers import FakeServer, assert_error, wait_until
from tests.sounds import decode
from tests.texts import BOOK, SENTENCES

PHONEMIZE = "/dev/phonemize"


def test_the_phonemes_are_those_that_the_engine_gets(fake: FakeServer) -> None:
    assert fake.pcm(SENTENCES, voice="af_heart")
    spoken = [symbols(chunk.tokens) for chunk in fake.engine.chunks]
    answer = fake.client.post(PHONEMIZE, json={"text": SENTENCES})
    vocabulary = fake.engine.vocabulary
    assert answer.json() == {
        "phonemes": " ".join(spoken),
        "tokens": [vocabulary[symbol] for symbol in " ".join(spoken)],
        "chunks": spoken,
    }
    british = fake.client.post(PHONEMIZE, json={"text": "Bath.", "language": "b"})
    assert british.json()["phonemes"] == "bˈɑːθ."


def test_pronunciations_of_the_request_apply(fake: FakeServer) -> None:
    body = {"text": "Hola Nguyen.", "language": "e", "pronunciations": {"Nguyen": "/nwˈɪn/"}}
    assert fake.client.post(PHONEMIZE, json=body).json()["phonemes"] == "ˈola nwˈɪn."
    body["pronunciations"] = {"Nguyen": "/9/"}
    answer = fake.client.post(PHONEMIZE, json=body)
    message = assert_error(answer, 400, "invalid_request_error", param="pronunciations")
    assert "'Nguyen'" in message
    assert "U+0039" in message


def test_the_letter_a_is_distinguished_from_the_article(fake: FakeServer) -> None:
    answer = fake.client.post(PHONEMIZE, json={"text": "The A road is a way. A cat. A B C is it."})
    assert answer.json()["phonemes"] == "ði ˈA ɹˈOd ɪz ɐ wˈA. ɐ kˈæt. ˈA bˈi sˈi ɪz ɪt."


@pytest.mark.parametrize(
    ("body", "param"),
    [({}, "text"), ({"text": ""}, "text"), ({"text": "Hello.", "language": "klingon"}, "language")],
    ids=str,
)
def test_an_invalid_request_is_refused(fake: FakeServer, body: dict[str, str], param: str) -> None:
    assert_error(fake.client.post(PHONEMIZE, json=body), 400, "invalid_request_error", param=param)


def test_the_number_of_texts_is_bounded_and_a_disconnect_makes_room(model_files: None) -> None:
    with FakeServer(text_queue_size=1) as server:
        server.wait_until_ready()
        with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as connection:
            connection.request("POST", PHONEMIZE, json.dumps({"text": (BOOK * 10)[:1_000_000]}))
            wait_until(lambda: server.app.state.speech.requests_in_flight.count, "the request's admission")
            answer = server.client.post(PHONEMIZE, json={"text": "No."})
            assert_error(answer, 503, "service_unavailable_error", code="server_is_overloaded")
            assert 1 <= int(answer.headers["retry-after"]) <= 60
            # Speech requests have their own queue.
            assert server.pcm("This is synthesized meanwhile.")
            assert server.pcm("<speak>And this.</speak>", ssml=True)
            server.leave(connection)
        wait_until(
            lambda: server.client.post(PHONEMIZE, json={"text": "Yes."}).status_code == 200,
            "room in the queue",
        )


# Phonemes to speech

GENERATE = "/dev/generate_from_phonemes"


def test_phonemes_reach_the_engine_unchanged(fake: FakeServer) -> None:
    phonemes = "həlˈO wˈɜɹld. ðɪs ɪz, ɐ tˈɛst!"
    answer = fake.client.post(
        GENERATE, json={"phonemes": phonemes, "response_format": "pcm", "voice": "am_adam"}
    )
    assert answer.status_code == 200, answer.text
    [chunk] = fake.engine.chunks
    assert symbols(chunk.tokens) == phonemes
    assert decode("pcm", answer.content).size == fake.engine.length(chunk)


def test_a_texts_phonemes_sound_like_the_text(fake: FakeServer) -> None:
    spoken = fake.pcm(SENTENCES, seed=5, voice="af_heart")
    texts = [symbols(chunk.tokens) for chunk in fake.engine.chunks]
    fake.engine.forget()
    phonemes = fake.client.post(PHONEMIZE, json={"text": SENTENCES}).json()["phonemes"]
    body = {"phonemes": phonemes, "response_format": "pcm", "seed": 5, "voice": "af_heart"}
    again = fake.client.post(GENERATE, json=body)
    assert [symbols(chunk.tokens) for chunk in fake.engine.chunks] == texts
    assert again.content == spoken


def test_long_phonemes_are_cut_between_words(fake: FakeServer) -> None:
    phonemes = "ˈæbə ˈkæbə " * 300 + "ˈæ" * 700
    answer = fake.client.post(
        GENERATE, json={"phonemes": phonemes, "stream": False, "response_format": "wav"}
    )
    assert answer.status_code == 200, answer.text
    chunks = [symbols(chunk.tokens) for chunk in fake.engine.chunks]
    assert max(map(len, chunks)) <= Settings().absolute_max_tokens
    assert "".join(chunks).replace(" ", "") == phonemes.replace(" ", "")


@pytest.mark.parametrize(
    ("body", "param", "named"),
    [
        ({}, "phonemes", "required"),
        ({"phonemes": ""}, "phonemes", "1 character"),
        ({"phonemes": "hˈɛlo 7"}, "phonemes", "'7' (U+0037)"),
        ({"phonemes": "a", "voice": "nobody"}, "voice", "nobody"),
        ({"phonemes": "a", "speed": 9}, "speed", "4"),
        ({"phonemes": " . "}, "input", "nothing"),
    ],
    ids=str,
)
def test_invalid_phonemes_are_refused(
    fake: FakeServer, body: dict[str, object], param: str, named: str
) -> None:
    message = assert_error(fake.client.post(GENERATE, json=body), 400, "invalid_request_error", param=param)
    assert named in message
