"""The chunks that reach the engine and the audio made from them: cuts, seeds, voices, joins, pauses, concurrency."""

import itertools
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.config import Settings
from kokoro_speech_server.version import VERSION
from kokoro_speech_server.voices import VOICES
from tests.engines import FakeEngine, symbols
from tests.servers import (
    FakeServer,
    assert_error,
    joined_events,
    wait_until,
)
from tests.sounds import decode
from tests.texts import BOOK, SENTENCES


def test_health_answers_and_others_wait_while_the_engine_computes(fake: FakeServer) -> None:
    with ThreadPoolExecutor() as pool, fake.engine.hold(1) as gate:
        blocked = pool.submit(fake.pcm, "A chunk that takes long.")
        fake.engine.wait_for_step(1)
        for path in ("/health", "/ready", "/v1/models", "/v1/audio/voices", "/v1/test"):
            assert fake.client.get(path).status_code == 200
        assert not blocked.done()
        gate.set()
        assert blocked.result()


def test_it_is_not_ready_before_the_model_is_loaded_and_warm(model_files: None) -> None:
    engine = FakeEngine()
    engine.loading.clear()
    with FakeServer(engine) as server, engine.hold(1) as warm:
        assert server.client.get("/health").json() == {"status": "ok"}
        for answer in (server.client.get("/ready"), server.speak("Too early.")):
            assert_error(answer, 503, "service_unavailable_error", code="server_is_starting")
            assert 1 <= int(answer.headers["retry-after"]) <= 60
        assert engine.steps == 0
        engine.loading.set()
        engine.wait_for_step(1)
        assert_error(server.client.get("/ready"), 503, "service_unavailable_error", code="server_is_starting")
        warm.set()
        server.wait_until_ready()
        ready = server.client.get("/ready")
        assert ready.status_code == 200
        assert ready.json() == {
            "status": "ready",
            "version": VERSION,
            "device": "fake",
            "cuda_mps": "off: docker/scripts/entrypoint.sh did not start this server",
            "mps": "off: docker/scripts/entrypoint.sh did not start this server",
            "workers": 1,
            "workers_ready": 1,
        }
        assert server.pcm("Now it speaks.")


def test_cuts_depend_on_the_text_alone(fake: FakeServer) -> None:
    def cuts(**way: object) -> list[str]:
        fake.engine.forget()
        assert fake.speak(SENTENCES, **way).status_code == 200
        return [symbols(chunk.tokens) for chunk in fake.engine.chunks]

    streamed = cuts()
    assert len(streamed) > 4
    assert streamed == cuts(stream=False)
    assert streamed == cuts(stream_format="sse", response_format="flac")
    assert streamed == cuts(voice="bm_fable", lang_code="e", seed=3, volume_multiplier=0.5)

    with ThreadPoolExecutor() as pool, fake.engine.hold(1) as gate:
        fake.engine.forget()
        answers = [pool.submit(fake.pcm, SENTENCES, speed=speed) for speed in (0.5, 1.5, 2.5)]
        wait_until(lambda: fake.tasks == 3, "three requests")
        gate.set()
        for answer in answers:
            answer.result()
    for speed in (0.5, 1.5, 2.5):
        assert streamed == [symbols(c.tokens) for c in fake.engine.chunks if c.speed == speed]


def test_chunks_have_the_sizes_that_are_promised(fake: FakeServer) -> None:
    settings = Settings()
    fake.pcm(BOOK)
    sizes = [len(chunk.tokens) for chunk in fake.engine.chunks]
    assert 20 <= sizes[0] <= 90
    assert sizes == sorted(sizes[:3]) + sizes[3:], "the first chunks do not grow"
    assert max(sizes) <= settings.absolute_max_tokens
    on_target = [settings.target_min_tokens <= size <= settings.target_max_tokens for size in sizes[3:-1]]
    assert len(on_target) > 20
    assert np.mean(on_target) > 0.9


def test_every_chunk_has_noise_of_its_own_that_the_seed_decides(fake: FakeServer) -> None:
    def seeds(**fields: object) -> list[int]:
        fake.engine.forget()
        fake.pcm(SENTENCES, **fields)
        return [chunk.seed for chunk in fake.engine.chunks]

    one = seeds(seed=1)
    assert len(set(one)) == len(one) > 4
    assert one == seeds(seed=1)
    assert not set(one) & set(seeds(seed=2))
    assert not set(seeds()) & set(seeds()), "two requests without a seed have the same noise"


def test_requests_in_flight_never_mix(fake: FakeServer) -> None:
    voices = ["ef_dora", "em_alex", "if_sara", "ef_dora(3)+em_santa", "pm_alex"]
    separate = [fake.pcm(f"{i} {SENTENCES}", voice=voice) for i, voice in enumerate(voices)]
    assert len(set(separate)) == len(separate)
    with fake.engine.hold(1) as gate, ThreadPoolExecutor(len(voices)) as pool:
        fake.engine.forget()
        together = [pool.submit(fake.pcm, f"{i} {SENTENCES}", voice=voice) for i, voice in enumerate(voices)]
        wait_until(lambda: fake.tasks == len(voices), "five requests")
        gate.set()
        concurrent = [future.result() for future in together]
    assert concurrent == separate
    order = [chunk.style[0] for chunk in fake.engine.chunks]
    assert sum(a != b for a, b in itertools.pairwise(order)) > len(voices), (
        "the requests were served one after the other"
    )


@pytest.mark.parametrize("voice", sorted(VOICES))
def test_every_voice_has_a_style_of_its_own(fake: FakeServer, voice: str) -> None:
    fake.pcm("Hola.", voice=voice, lang_code="e")
    fake.pcm("Hola.", voice="af_heart", lang_code="e")
    [theirs, hearts] = [chunk.style for chunk in fake.engine.chunks]
    assert theirs.shape == (256,)
    assert np.isfinite(theirs).all()
    assert np.array_equal(theirs, hearts) == (voice == "af_heart")


def test_a_mix_is_the_weighted_mean_of_its_voices(fake: FakeServer) -> None:
    for voice in ("af_bella", "af_heart", "af_bella(2)+af_heart(1)", " af_heart + af_bella ( 2 ) "):
        fake.pcm("Hola.", voice=voice, lang_code="e")
    bella, heart, mix, same = (chunk.style for chunk in fake.engine.chunks)
    np.testing.assert_allclose(mix, (2 * bella + heart) / 3, atol=1e-6)
    np.testing.assert_allclose(same, mix, atol=1e-6)


def test_chunks_are_joined_without_clicks(fake: FakeServer) -> None:
    """The fake engine's chunks start and end loud, so that the signal jumps at a join that is not faded."""
    sound = decode("pcm", fake.pcm(SENTENCES))
    joins = np.cumsum([fake.engine.length(chunk) for chunk in fake.engine.chunks])[:-1]
    assert len(joins) > 4
    assert sound.size == joins[-1] + fake.engine.length(fake.engine.chunks[-1])
    jumps = np.abs(np.diff(sound))
    inside = np.delete(jumps, [join + i for join in joins for i in range(-240, 240)])
    assert max(jumps[join - 240 : join + 240].max() for join in joins) < 1.5 * inside.max()


@pytest.mark.parametrize(
    ("text", "pauses"),
    [
        ("Hola.", 0),
        ("[pause:1.5s]Hola.", 1.5),
        ("Hola.[pause:250ms]", 0.25),
        ("Hola. [PAUSE: 1 S] [pause:0.5s]", 1.5),
        ("[pause:100ms] [pause:0.2s] Hola. [pause:0s]", 0.3),
    ],
)
@pytest.mark.parametrize("stream", [True, False])
def test_pause_tags_add_their_silence_to_the_sample(
    fake: FakeServer, text: str, pauses: float, stream: bool
) -> None:
    sound = decode("pcm", fake.pcm(text, stream=stream))
    assert [symbols(chunk.tokens) for chunk in fake.engine.chunks] == ["ˈola."]
    assert sound.size == fake.engine.length(fake.engine.chunks[0]) + round(pauses * SAMPLE_RATE)


def test_pause_tags_can_be_turned_off(model_files: None) -> None:
    with FakeServer(pause_tags=False) as server:
        server.wait_until_ready()
        sound = decode("pcm", server.pcm("Hola [pause:1.5s] a todos. [pause:500s]"))
        chunks = server.engine.chunks
        assert sound.size == sum(map(server.engine.length, chunks))
    assert "".join(symbols(chunk.tokens) for chunk in chunks).count("pˈWse") == 2


def test_the_usage_counts_what_the_engine_did(fake: FakeServer) -> None:
    events, audio = joined_events(fake.speak(SENTENCES, stream_format="sse", response_format="pcm").text)
    tokens = sum(len(chunk.tokens) for chunk in fake.engine.chunks)
    frames = len(audio) // 2 // 600
    assert events[-1]["usage"] == {
        "input_tokens": tokens,
        "output_tokens": frames,
        "total_tokens": tokens + frames,
    }
