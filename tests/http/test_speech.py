"""The real server with the real model, and the clients that it must work with."""

import asyncio
import io
import re
import shutil
import struct
import subprocess
import sys
import wave
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from benchmarks.texts import VERY_LONG
from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.config import OPENAI_VOICES, Settings
from tests.engines import PATIENCE_S
from tests.servers import ROOT, SPEECH, FakeServer, ServerProcess, joined_events, wait_until
from tests.sounds import FORMATS, SURPLUS, Sound, decode, rms, seconds, silences, speech
from tests.texts import COUNTING, IN_EACH_LANGUAGE

TEXT = "The quick brown fox jumps over the lazy dog."

BRIEF: dict[str, Any] = {"input": "Hi.", "speed": 4, "seed": 1}
"""The fields of a request that takes a third of a second to synthesize."""

MEDIA_TYPES = {
    "mp3": "audio/mpeg",
    "opus": "audio/ogg",
    "aac": "audio/aac",
    "flac": "audio/flac",
    "wav": "audio/wav",
    "pcm": "audio/pcm",
    "ogg": "audio/ogg",
    "webm": "audio/webm",
    "m4a": "audio/mp4",
}

each_format = pytest.mark.parametrize("format", FORMATS)


class Speaker:
    """Requests speech, and the same speech only once if it is read from `once` or `pcm`."""

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=url, timeout=600, trust_env=False)
        self.once = cache(self.answer)

    def answer(self, input: str = TEXT, **fields: Any) -> httpx.Response:
        answer = self.client.post(SPEECH, json={"input": input, **fields})
        assert answer.status_code == 200, answer.text
        return answer

    def pcm(self, input: str = TEXT, **fields: Any) -> bytes:
        return self.once(input, response_format="pcm", **fields).content


@pytest.fixture(scope="module")
def speaker(model_server: ServerProcess) -> Iterator[Speaker]:
    speaker = Speaker(model_server.url)
    yield speaker
    speaker.client.close()


@pytest.fixture(scope="module")
def samples(speaker: Speaker) -> int:
    """The samples of TEXT with seed 1."""
    return len(speaker.pcm(seed=1)) // 2


# The server as its user starts it


def test_it_prints_that_it_is_ready_and_how_to_try_it(model_server: ServerProcess, tmp_path: Path) -> None:
    wait_until(lambda: model_server.stdout.count("\n") == 2, "output of two lines")
    ready, example = model_server.stdout.splitlines()
    assert ready.split() == ["Ready:", model_server.url]
    assert example.startswith("Try:")
    command = example.removeprefix("Try:").strip()
    assert command.startswith(f"curl {model_server.url}/v1/audio/speech ")
    if shutil.which("curl") is None:
        pytest.skip("needs curl")
    subprocess.run(command, shell=True, cwd=tmp_path, check=True, capture_output=True, timeout=PATIENCE_S)
    [file] = tmp_path.iterdir()
    assert file.name == "hello.mp3"
    assert 1 < seconds(decode("mp3", file.read_bytes())) < 5


# OpenAI's own client


def test_the_openai_sdk(model_server: ServerProcess, tmp_path: Path) -> None:
    import openai  # noqa: PLC0415 - which takes a second

    with openai.OpenAI(base_url=f"{model_server.url}/v1", api_key="none", max_retries=0) as client:
        answer = client.audio.speech.create(model="tts-1", voice="nova", input="Good morning.")
        assert 0.5 < seconds(decode("mp3", answer.content)) < 3
        answer.write_to_file(tmp_path / "speech.mp3")
        assert (tmp_path / "speech.mp3").read_bytes() == answer.content
        assert {model.id for model in client.models.list()} >= {"kokoro", "tts-1"}
        assert client.models.retrieve("tts-1-hd").owned_by
        with pytest.raises(openai.BadRequestError) as bad:
            client.audio.speech.create(model="tts-1", voice="af_hart", input=TEXT)
        assert bad.value.param == "voice"
        assert bad.value.request_id
        with pytest.raises(openai.NotFoundError) as missing:
            client.audio.speech.create(model="gpt-9", voice="nova", input=TEXT)
        assert missing.value.code == "model_not_found"


def test_the_openai_sdk_streaming(model_server: ServerProcess) -> None:
    import openai  # noqa: PLC0415 - which takes a second

    with (
        openai.OpenAI(base_url=f"{model_server.url}/v1", api_key="none", max_retries=0) as client,
        client.audio.speech.with_streaming_response.create(
            model="gpt-4o-mini-tts",
            voice="alloy",
            input=f"{TEXT} {TEXT}",
            instructions="Speak cheerfully.",
            response_format="wav",
            speed=3,
        ) as answer,
    ):
        pieces = list(answer.iter_bytes())
    assert len(pieces) > 2
    assert 1 < seconds(decode("wav", b"".join(pieces))) < 6


def test_the_async_openai_sdk(model_server: ServerProcess) -> None:
    import openai  # noqa: PLC0415 - which takes a second

    async def speak() -> tuple[bytes, bytes]:
        async with openai.AsyncOpenAI(
            base_url=f"{model_server.url}/v1", api_key="none", max_retries=0
        ) as client:
            whole = await client.audio.speech.create(
                model="kokoro",
                voice="af_heart",
                input=TEXT,
                response_format="flac",
                extra_body={"seed": 1, "stream": False},
            )
            async with client.audio.speech.with_streaming_response.create(
                model="kokoro", voice="af_heart", input=TEXT, response_format="pcm", extra_body={"seed": 1}
            ) as answer:
                streamed = b"".join([piece async for piece in answer.iter_bytes()])
            return whole.content, streamed

    whole, streamed = asyncio.run(speak())
    assert np.array_equal(decode("flac", whole), decode("pcm", streamed))


# The examples in README.md


def _examples(language: str) -> list[str]:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", readme, re.DOTALL)


def test_the_readmes_curl_line_makes_a_sound_file(model_server: ServerProcess, tmp_path: Path) -> None:
    [command] = [one for one in _examples("sh") if one.startswith("curl ")]
    if shutil.which("curl") is None:
        pytest.skip("needs curl")
    command = command.replace("http://127.0.0.1:8880", model_server.url)
    subprocess.run(["sh", "-c", command], cwd=tmp_path, check=True, capture_output=True)
    assert 1 < seconds(decode("mp3", (tmp_path / "hello.mp3").read_bytes())) < 5


def test_the_readmes_python_makes_a_sound_file(model_server: ServerProcess, tmp_path: Path) -> None:
    [program] = _examples("python")
    program = program.replace("http://127.0.0.1:8880", model_server.url)
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True)
    assert 2 < seconds(decode("mp3", (tmp_path / "speech.mp3").read_bytes())) < 8


# Formats


@each_format
def test_streamed(speaker: Speaker, samples: int, format: str) -> None:
    answer = speaker.once(response_format=format, seed=1)
    assert answer.headers["content-type"] == MEDIA_TYPES[format]
    assert answer.headers["transfer-encoding"] == "chunked"
    assert "content-length" not in answer.headers
    assert answer.headers["x-request-id"]
    assert re.match(r"\w+;dur=[\d.]+", answer.headers["server-timing"])
    assert 0 <= decode(format, answer.content).size - samples <= SURPLUS.get(format, (0, 0))[0]


@each_format
def test_whole(speaker: Speaker, samples: int, format: str) -> None:
    answer = speaker.once(response_format=format, seed=1, stream=False)
    assert answer.headers["content-type"] == MEDIA_TYPES[format]
    assert int(answer.headers["content-length"]) == len(answer.content)
    assert "transfer-encoding" not in answer.headers
    assert float(answer.headers["x-audio-seconds"]) == pytest.approx(samples / SAMPLE_RATE, abs=0.0006)
    sound = decode(format, answer.content)
    assert 0 <= sound.size - samples <= SURPLUS.get(format, (0, 0))[1]
    if format in ("wav", "flac"):
        assert np.array_equal(sound, decode("pcm", speaker.pcm(seed=1)))
    if format == "pcm":
        assert answer.content == speaker.pcm(seed=1)


@pytest.mark.parametrize(("format", "least", "most"), [("mp3", 64, 128), ("aac", 64, 128), ("opus", 32, 64)])
def test_bit_rates_fit_speech(speaker: Speaker, samples: int, format: str, least: int, most: int) -> None:
    size = len(speaker.once(response_format=format, seed=1, stream=False).content)
    kbits = size * 8 / (samples / SAMPLE_RATE) / 1000
    assert 0.7 * least < kbits < 1.15 * most  # variable bit rates are lower in silences


def test_a_whole_wav_declares_its_length(speaker: Speaker, samples: int) -> None:
    data = speaker.once(response_format="wav", seed=1, stream=False).content
    assert struct.unpack("<4sI4s", data[:12]) == (b"RIFF", len(data) - 8, b"WAVE")
    with wave.open(io.BytesIO(data)) as file:
        assert file.getparams()[:4] == (1, 2, SAMPLE_RATE, samples)


def test_a_streamed_wav_declares_an_unknown_length(speaker: Speaker) -> None:
    data = speaker.once(response_format="wav", seed=1).content
    assert data[4:8] == b"\xff" * 4
    assert data[36:44] == b"data" + b"\xff" * 4
    assert data[44:] == speaker.pcm(seed=1)


def test_a_whole_flac_declares_its_samples(speaker: Speaker, samples: int) -> None:
    data = speaker.once(response_format="flac", seed=1, stream=False).content
    assert int.from_bytes(data[18:26], "big") & (1 << 36) - 1 == samples


def test_streamed_mp3_responses_can_be_concatenated(speaker: Speaker) -> None:
    """LibreChat splits long texts and concatenates the responses."""
    one, two = speaker.once(seed=1).content, speaker.once("Hi.", seed=1).content
    for answer in (one, two):
        assert not any(tag in answer for tag in (b"ID3", b"TAG", b"Xing", b"Info"))
    joined = decode("mp3", one + two)
    assert abs(joined.size - decode("mp3", one).size - decode("mp3", two).size) <= 576


# Server-sent events


@pytest.mark.parametrize("format", ["pcm", "mp3", "wav"])
@pytest.mark.parametrize("stream", [True, False])
def test_events_joined_are_the_file(speaker: Speaker, samples: int, format: str, stream: bool) -> None:
    answer = speaker.answer(response_format=format, seed=1, stream_format="sse", stream=stream)
    assert answer.headers["content-type"].split(";")[0] == "text/event-stream"
    events, audio = joined_events(answer.text)
    assert audio == speaker.once(response_format=format, seed=1).content
    assert {frozenset(event) for event in events[:-1]} == {frozenset({"type", "audio"})}
    assert {event["type"] for event in events[:-1]} == {"speech.audio.delta"}
    assert events[-1].keys() == {"type", "usage"}
    assert events[-1]["type"] == "speech.audio.done"
    usage = events[-1]["usage"]
    assert usage.keys() == {"input_tokens", "output_tokens", "total_tokens"}
    assert all(type(number) is int for number in usage.values())
    assert usage["input_tokens"] + usage["output_tokens"] == usage["total_tokens"]
    assert 30 < usage["input_tokens"] < 80
    assert usage["output_tokens"] >= samples // 600


# Parameters of the sound


def test_the_seed_decides_the_noise(speaker: Speaker) -> None:
    assert speaker.pcm(**{**BRIEF, "seed": 2}) != speaker.pcm(**BRIEF)


@pytest.mark.parametrize("speed", [0.5, 2.0])
def test_speed(speaker: Speaker, speed: float) -> None:
    normal = speech(decode("pcm", speaker.pcm(COUNTING, seed=1)))
    other = speech(decode("pcm", speaker.pcm(COUNTING, seed=1, speed=speed)))
    assert other.size == pytest.approx(normal.size / speed, rel=0.1)


def test_volume(speaker: Speaker) -> None:
    normal = decode("pcm", speaker.pcm(seed=1))
    soft = decode("pcm", speaker.pcm(seed=1, volume_multiplier=0.5))
    assert soft.size == normal.size
    assert rms(soft) / rms(normal) == pytest.approx(0.5, rel=0.01)
    loud = decode("pcm", speaker.pcm(seed=1, volume_multiplier=10))
    assert rms(loud) > 2 * rms(normal)
    assert np.abs(loud).max() <= 1
    assert not decode("pcm", speaker.pcm(seed=1, volume_multiplier=0)).any()


def test_words_in_other_scripts_are_heard_and_those_that_nobody_reads_are_named(speaker: Speaker) -> None:
    read = speaker.once("She said 東京 and здравствуйте to สวัสดี me.", response_format="pcm", seed=1, speed=2)
    without = speaker.once("She said and to me.", response_format="pcm", seed=1, speed=2)
    assert speech(decode("pcm", read.content)).size > 1.5 * speech(decode("pcm", without.content)).size
    assert read.headers["x-unspoken-scripts"] == "Thai"
    assert "x-unspoken-scripts" not in without.headers


def test_openais_voices_are_the_thirteen() -> None:
    known = "alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse".split()
    assert sorted(OPENAI_VOICES) == known


@pytest.mark.parametrize("voice", sorted(OPENAI_VOICES))
def test_openais_voices_are_the_ones_that_settings_name(fake: FakeServer, voice: str) -> None:
    for name in (voice, OPENAI_VOICES[voice]):
        fake.pcm("Hola.", voice=name, lang_code="es")  # English would take seconds to load
    [openais, ours] = fake.engine.chunks
    assert np.array_equal(openais.style, ours.style)


def test_openais_voices_speak(speaker: Speaker) -> None:
    assert speaker.pcm(**BRIEF, voice="nova") == speaker.pcm(**BRIEF, voice=OPENAI_VOICES["nova"])


def test_voices_and_mixes_sound_different(speaker: Speaker) -> None:
    voices = ["af_bella", "af_heart", "am_onyx", "af_bella+af_heart", "af_bella(2)+af_heart(1)"]
    assert len({speaker.pcm(**BRIEF, voice=voice) for voice in voices}) == len(voices)


@pytest.mark.parametrize(
    "fields",
    [
        {"voice": {"id": "af_heart"}},
        {"voice": "AF_HEART".lower(), "model": "kokoro"},
        {"model": "tts-1", "voice": "af_heart(3)"},
        {
            "model": None,
            "voice": None,
            "speed": None,
            "stream": None,
            "lang_code": None,
            "instructions": None,
        },
        {"stream_format": "audio", "volume_multiplier": None, "speed": 1},
        {"user": "somebody", "a_future_field": {"deep": [1, None]}, "instructions": "Whisper."},
        {"lang_code": "en-US"},
        {"stream": True},
    ],
    ids=str,
)
def test_fields_that_do_not_change_the_sound(speaker: Speaker, fields: dict[str, Any]) -> None:
    request = {"input": "Hi.", "response_format": "pcm", "seed": 1, **fields}
    answer = speaker.client.post(SPEECH, json=request)
    assert answer.status_code == 200, answer.text
    assert answer.content == speaker.pcm("Hi.", seed=1)


@pytest.mark.parametrize("accept", ["application/octet-stream", "audio/wav", "text/html"])
@pytest.mark.parametrize("content_type", ["application/json", "text/plain", ""])
def test_headers_do_not_change_the_response(speaker: Speaker, accept: str, content_type: str) -> None:
    """The SDKs accept octet-stream only, and many curl lines have no content type."""
    answer = speaker.client.post(
        SPEECH,
        content=b'{"input": "Hi.", "seed": 1}',
        headers={"accept": accept, "content-type": content_type},
    )
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "audio/mpeg"


def test_only_input_is_required(speaker: Speaker) -> None:
    answer = speaker.answer("Hi.")
    assert answer.headers["content-type"] == "audio/mpeg"
    assert 0.2 < seconds(decode("mp3", answer.content)) < 2


# Lists


def test_voice_list(speaker: Speaker) -> None:
    body = speaker.client.get("/v1/audio/voices").json()
    assert body.keys() == {"object", "data", "voices"}
    assert body["object"] == "list"
    assert body["data"] == body["voices"]
    assert len({voice["id"] for voice in body["data"]}) == 54
    for voice in body["data"]:
        assert voice["id"] == voice["name"]
        assert re.fullmatch(r"[a-z]{2}-[A-Z]{2}|[a-z]{2}", voice["language"])
        assert voice["gender"] == {"f": "female", "m": "male"}[voice["id"][1]]
        assert voice["grade"] is None or re.fullmatch(r"[A-F][+-]?", voice["grade"])


def test_model_lists(speaker: Speaker) -> None:
    body = speaker.client.get("/v1/models").json()
    assert body.keys() == {"object", "data"}
    assert body["object"] == "list"
    names = [model["id"] for model in body["data"]]
    assert set(names) == {"kokoro", "tts-1", "tts-1-hd", "gpt-4o-mini-tts"}
    for model in body["data"]:
        assert model.keys() == {"id", "object", "created", "owned_by"}
        assert model["object"] == "model"
        assert type(model["created"]) is int
        assert speaker.client.get(f"/v1/models/{model['id']}").json() == model
    assert [model["id"] for model in speaker.client.get("/v1/audio/models").json()["models"]] == names


@pytest.mark.parametrize(("path", "body"), [("/v1/test", {"status": "ok"}), ("/health", {"status": "ok"})])
def test_health(speaker: Speaker, path: str, body: dict[str, str]) -> None:
    answer = speaker.client.get(path)
    assert (answer.status_code, answer.json()) == (200, body)


def test_the_openapi_document_is_complete(speaker: Speaker) -> None:
    document = speaker.client.get("/openapi.json").json()
    schemas = document["components"]["schemas"]
    assert schemas["SpeechRequest"]["required"] == ["input"]
    assert sorted(schemas["AudioFormat"]["enum"]) == sorted([*FORMATS, "ulaw", "alaw"])

    def references(node: Any) -> Iterator[str]:
        if isinstance(node, dict):
            yield from (value for key, value in node.items() if key == "$ref")
        for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            yield from references(child)

    for reference in references(document):
        part = document
        for key in reference.removeprefix("#/").split("/"):
            part = part[key]


# The sound


@pytest.mark.parametrize("voice", ["af_heart", *IN_EACH_LANGUAGE])
def test_every_language_speaks(speaker: Speaker, voice: str) -> None:
    text, _ = IN_EACH_LANGUAGE.get(voice, (TEXT, []))
    answer = speaker.answer(text, voice=voice, response_format="wav", stream=False, seed=1, speed=2)
    sound = decode("wav", answer.content)
    assert 0.5 < seconds(sound) < 2.5
    assert 0.02 < rms(sound) < 0.4
    assert np.abs(sound).max() < 1, "it clips"
    gaps = silences(sound)
    assert next(stop for start, stop in [*gaps, (0, 0)] if start == 0) / SAMPLE_RATE < 0.1
    assert max(stop - start for start, stop in gaps) / SAMPLE_RATE < 0.8
    assert abs(sound.mean()) < 0.01, "it has an offset"


def test_a_pause_tag_makes_a_pause_of_its_length(speaker: Speaker) -> None:
    """It replaces the silence that the model leaves at the end of a sentence."""
    sounds = {pause: decode("pcm", speaker.pcm(f"Hi. [pause:{pause}s] Hi.", seed=1)) for pause in (0.5, 1.5)}
    assert seconds(sounds[1.5]) - seconds(sounds[0.5]) == pytest.approx(1, abs=0.05)
    for pause, sound in sounds.items():
        longest = max(stop - start for start, stop in silences(sound, level=0.001)) / SAMPLE_RATE
        assert longest == pytest.approx(pause, abs=0.05)


@pytest.mark.parametrize(
    ("text", "fields", "ratio"),
    [
        ("[rate:0.5]{}", {"tags": True}, 2),
        ("[rate:2]{}", {"tags": True}, 0.5),
        ("[rate:2]{}", {"tags": True, "speed": 0.5}, 1),
        ("<speak><prosody rate='200%'>{}</prosody></speak>", {"ssml": True}, 0.5),
    ],
    ids=str,
)
def test_rates(speaker: Speaker, text: str, fields: dict[str, Any], ratio: float) -> None:
    plain = seconds(speech(decode("pcm", speaker.pcm(COUNTING, seed=1))))
    answer = speaker.answer(text.format(COUNTING), seed=1, response_format="pcm", **fields)
    directed = seconds(speech(decode("pcm", answer.content)))
    assert directed / plain == pytest.approx(ratio, rel=0.1)


def test_voices_change_within_a_text(speaker: Speaker) -> None:
    """Each part has the pitch that it has as a text of its own."""
    text = "[voice:am_adam]Hello. [pause:1s] [voice:bf_emma]Hello."
    sound = decode("pcm", speaker.answer(text, tags=True, seed=1, speed=2, response_format="pcm").content)
    middle = sound.size // 2
    pitches = [pitch(part) for part in (sound[:middle], sound[middle:])]
    alone = [
        pitch(decode("pcm", speaker.pcm("Hello.", voice=voice, seed=1, speed=2)))
        for voice in ("am_adam", "bf_emma")
    ]
    assert pitches == pytest.approx(alone, rel=0.1)
    assert alone[1] / alone[0] > 1.3


def pitch(sound: Sound) -> float:
    """Returns the pitch in Hz, between 60 and 400, by the autocorrelation of the loudest 50 ms."""
    size = SAMPLE_RATE // 20
    starts = range(0, sound.size - size, size // 2)
    loudest = max(starts, key=lambda start: rms(sound[start : start + size]))
    part = sound[loudest : loudest + size] - sound[loudest : loudest + size].mean()
    similar = np.correlate(part, part, "full")[size - 1 :]
    lags = slice(SAMPLE_RATE // 400, SAMPLE_RATE // 60)
    return SAMPLE_RATE / (lags.start + int(np.argmax(similar[lags])))


def test_chunks_are_joined_without_clicks_and_holes(speaker: Speaker) -> None:
    """About 300 characters make several chunks, which are joined in the silences between sentences and clauses."""
    text = (
        "The old lighthouse stood at the end of the long pier, and nobody had climbed its stairs for years. "
        "Every evening, when the wind came in from the sea, the loose shutters banged against the stone; "
        "children said that a ghost was at home there. She asked for the key, and carried everything up "
        "by herself."
    )
    sound = decode("pcm", speaker.pcm(text, seed=1, speed=3))
    assert 6 < seconds(sound) < 10
    check_joins(sound, least=5, longest=0.8)


@pytest.mark.proof
def test_two_thousand_words_are_joined_without_clicks_and_holes(speaker: Speaker) -> None:
    """The longest pause is a paragraph's; the soft beginning of the next chunk lengthens it."""
    words = VERY_LONG.split()
    text = "\n\n".join(" ".join(words[i : i + 200]) for i in range(0, len(words), 200))
    sound = decode("pcm", speaker.answer(text, seed=1, response_format="pcm").content)
    assert 500 < seconds(sound) < 1000
    check_joins(sound, least=100, longest=Settings().paragraph_pause_s + 0.1)


def check_joins(sound: Sound, *, least: int, longest: float) -> None:
    """Asserts that there are at least `least` silences, all shorter than `longest` seconds and without clicks."""
    assert np.abs(sound).max() < 1
    gaps = [gap for gap in silences(sound) if gap[1] - gap[0] > 0.1 * SAMPLE_RATE]
    assert len(gaps) >= least
    assert max(stop - start for start, stop in gaps) / SAMPLE_RATE < longest
    jumps = np.abs(np.diff(sound))
    within = np.quantile(jumps, 0.999)
    for start, stop in gaps:
        around = jumps[max(0, start - 240) : stop + 240]
        assert around.max() < within, f"a click at {start / SAMPLE_RATE:.2f} s"
