"""MODELS_DIR: models of one's own in requests, with their voices and vocabularies, by a fake engine."""

import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

from kokoro_speech_server.engine.base import EngineState
from kokoro_speech_server.errors import ModelUnusableError
from kokoro_speech_server.http.model_names import MODELS
from kokoro_speech_server.voices.folder import VoiceFolder
from kokoro_speech_server.weights.own_models import ModelFolder
from tests.engines import PATIENCE_S, symbols
from tests.http.live_client import STREAM, TOGETHER, live_to
from tests.own_models import CONFIG, make_model, write_header
from tests.servers import FakeServer, ServerProcess, assert_error, http_client, wait_until

INVALID = "invalid_request_error"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def module_server(folder: Path, model_files: None) -> Iterator[FakeServer]:
    with FakeServer(models_dir=folder, model_names="anything") as server:
        yield server.wait_until_ready()


@pytest.fixture
def server(module_server: FakeServer) -> FakeServer:
    module_server.wait_until_idle()
    module_server.engine.forget()
    module_server.engine.model_error = None
    return module_server


def spoken(server: FakeServer, input: str = "Hola.", **fields: Any) -> Any:
    """The first chunk of a request."""
    server.engine.forget()
    answer = server.speak(input, **{"lang_code": "e", **fields})
    assert answer.status_code == 200, answer.text
    return server.engine.chunks[0]


def listed(server: FakeServer) -> list[str]:
    return [model["id"] for model in server.client.get("/v1/models").json()["data"]]


def voices_of(server: FakeServer, model: str) -> list[str]:
    listed: list[str] = server.client.get(f"/v1/audio/voices?model={model}&legacy=true").json()["voices"]
    return listed


def test_a_request_names_a_model_by_its_folder(server: FakeServer, folder: Path) -> None:
    make_model(folder, "my-model.1")
    chunk = spoken(server, model="my-model.1", voice="ef_dora")
    assert chunk.model.startswith("my-model.1@")
    assert chunk.style.tobytes() == spoken(server, voice="ef_dora").style.tobytes()
    assert spoken(server, voice="ef_dora").model == spoken(server, model="anything").model == ""
    dialogue = {"model": "my-model.1", "turns": [{"input": "Hola.", "voice": "ef_dora"}]}
    server.engine.forget()
    assert server.client.post("/dev/dialogue", json=dialogue).status_code == 200
    assert server.engine.chunks[0].model == chunk.model


def test_models_are_listed(server: FakeServer, folder: Path) -> None:
    make_model(folder, "listed")
    make_model(folder, "kokoro")
    make_model(folder, "broken", hidden_dim=1)
    names = listed(server)
    assert names[: len(MODELS)] == list(MODELS)
    assert "listed" in names
    assert "broken" not in names
    assert names.count("kokoro") == 1
    one = server.client.get("/v1/models/listed").json()
    assert (one["id"], one["object"]) == ("listed", "model")
    assert spoken(server, model="kokoro").model == "", "a folder does not take the place of Kokoro"


@pytest.mark.parametrize(
    "name", ["nothing", "../listed", "/etc/passwd", "listed/", "a/../listed", "", "x" * 300]
)
def test_an_unknown_model_is_not_found(server: FakeServer, name: str) -> None:
    message = assert_error(
        server.speak("Hola.", model=name), 404, INVALID, code="model_not_found", param="model"
    )
    assert "kokoro" in message
    if name.isalpha():
        assert server.client.get(f"/v1/models/{name}").status_code == 404
        assert server.client.get(f"/v1/audio/voices?model={name}").status_code == 404


def test_a_model_that_cannot_be_used(server: FakeServer, folder: Path) -> None:
    make_model(folder, "faulty", hidden_dim=1)
    for answer in (server.speak("Hola.", model="faulty"), server.client.get("/v1/models/faulty")):
        assert "hidden_dim 1, which is 512" in assert_error(answer, 400, INVALID, param="model")
    (folder / "faulty" / "config.json").write_text(json.dumps(CONFIG))
    assert spoken(server, model="faulty").model


def test_a_model_whose_weights_turn_out_to_be_wrong(server: FakeServer, folder: Path) -> None:
    make_model(folder, "wrong")
    server.engine.model_error = ModelUnusableError("The model 'wrong' can't be used: the tensor 'a.b'.")
    for stream in (True, False):
        answer = server.speak("Hola.", model="wrong", stream=stream)
        assert "'a.b'" in assert_error(answer, 400, INVALID, param="model")
    assert spoken(server).model == ""
    assert "wrong" not in listed(server), "now that it is known"
    assert "'a.b'" in assert_error(server.client.get("/v1/models/wrong"), 400, INVALID, param="model")
    server.engine.model_error = None
    os.utime(folder / "wrong" / "weights.safetensors", (1, 1))
    assert "wrong" in listed(server), "the file has changed"
    assert spoken(server, model="wrong").model


def test_a_model_whose_file_holds_other_tensors_is_not_listed(
    server: FakeServer, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    weights = make_model(folder, "other") / "weights.safetensors"
    assert "other" in listed(server)
    write_header(weights, {"encoder.weight": (3, 4)})
    assert "other" not in listed(server)
    message = assert_error(server.speak("Hola.", model="other"), 400, INVALID, param="model")
    assert "weights.safetensors lacks the tensor 'bert." in message
    assert message in caplog.text
    assert not any(key.startswith("other@") for key in server.engine.models)


def test_engines_and_metrics_show_what_is_loaded(server: FakeServer, folder: Path) -> None:
    make_model(folder, "shown")
    spoken(server, model="shown")
    assert server.client.get("/dev/engine").json()["engines"][0]["models"] == ["shown"]
    metrics = server.client.get("/metrics").text
    assert 'speech_models_loaded{model="shown",worker="0"} 1.0' in metrics


def test_a_model_whose_loading_hangs(folder: Path, model_files: None) -> None:
    make_model(folder, "hanging")
    make_model(folder, "fine")
    with FakeServer(models_dir=folder, model_load_timeout_s=1) as server:
        server.wait_until_ready()
        gate = server.engine.model_gates["hanging"] = Event()
        try:
            for stream in (True, False):
                answer = server.speak("Hola.", model="hanging", stream=stream)
                message = assert_error(answer, 503, "service_unavailable_error", code="model_not_loaded")
                assert message == "The model 'hanging' could not be loaded within 1 s."
                assert int(answer.headers["retry-after"]) >= 1
            assert spoken(server).model == ""
            wait_until(lambda: server.speak("Hola.", model="fine").status_code == 200, "the other model")
        finally:
            gate.set()
        wait_until(lambda: server.speak("Hola.", model="hanging").status_code == 200, "the model")


def test_a_folder_of_models_that_hangs(
    server: FakeServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_model(folder, "known")
    make_model(folder, "voices-unknown", "mine")
    assert "known" in listed(server)
    spoken(server, model="known", voice="ef_dora")
    gate = Event()
    refresh = VoiceFolder.refresh

    def hang(folder: Any) -> None:
        assert gate.wait(PATIENCE_S)

    monkeypatch.setattr(ModelFolder, "refresh", hang)
    monkeypatch.setattr(VoiceFolder, "refresh", lambda own: hang(own) if own.voices == {} else refresh(own))
    monkeypatch.setattr("kokoro_speech_server.threads.FILES_PATIENCE_S", 0.05)
    try:
        for _ in range(20):
            assert "known" in listed(server)
            answer = server.speak("Hola.", model="voices-unknown", voice="mine")
            assert_error(answer, 503, "service_unavailable_error", code="model_not_loaded")
        assert spoken(server).model == ""
        assert spoken(server, model="known", voice="ef_dora").model.startswith("known@")
    finally:
        gate.set()


def test_a_folder_of_models_that_hangs_from_the_start(
    folder: Path, model_files: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Event()
    monkeypatch.setattr(ModelFolder, "refresh", lambda _: gate.wait(PATIENCE_S))
    monkeypatch.setattr("kokoro_speech_server.threads.FILES_PATIENCE_S", 0.05)
    with FakeServer(models_dir=folder) as server:
        server.wait_until_ready()
        try:
            assert listed(server) == [*MODELS]
            assert spoken(server, model="tts-1").model == ""
            answer = server.speak("Hola.", model="mine")
            assert_error(answer, 503, "service_unavailable_error", code="model_not_loaded")
        finally:
            gate.set()


def test_requests_for_kokoro_are_answered_while_a_model_is_loaded(server: FakeServer, folder: Path) -> None:
    make_model(folder, "slow")
    server.engine.model_loading.clear()
    with ThreadPoolExecutor(1) as pool:
        try:
            waiting = pool.submit(server.speak, "Hola.", model="slow")
            wait_until(
                lambda: server.client.get("/dev/engine").json()["queue"]["waiting_chunks"] == 1, "the chunk"
            )
            assert spoken(server).model == ""
            assert server.client.get("/health").status_code == 200
            assert not waiting.done()
        finally:
            server.engine.model_loading.set()
        assert waiting.result().status_code == 200
    assert server.engine.state is EngineState.READY


def test_a_model_speaks_with_its_own_voices_only(server: FakeServer, folder: Path) -> None:
    make_model(folder, "voiced", "af_heart", "mine")
    (folder / "voiced" / "voices" / "voices.toml").write_text('[mine]\nlanguage = "e"\nname = "Mine"\n')
    assert voices_of(server, "voiced") == ["af_heart", "mine"]
    dora = spoken(server, voice="ef_dora").style.tobytes()
    for voice in ("mine", "af_heart", "mine+af_heart"):
        assert spoken(server, model="voiced", voice=voice).style.tobytes() == dora
    assert spoken(server, voice="af_heart").style.tobytes() != dora, "the server's af_heart is another one"
    message = assert_error(
        server.speak("Hola.", model="voiced", voice="em_alex"), 400, INVALID, param="voice"
    )
    assert "/v1/audio/voices?model=voiced" in message
    assert_error(server.speak("Hola.", voice="mine"), 400, INVALID, param="voice")
    ssml = '<speak><voice gender="male">Hola.</voice></speak>'
    assert spoken(server, ssml, model="voiced", voice="mine", ssml=True).style.tobytes() == dora


def test_without_a_voice_a_model_has_its_first_one(server: FakeServer, folder: Path) -> None:
    make_model(folder, "one-voice", "zz_only")
    assert (
        spoken(server, model="one-voice").style.tobytes() == spoken(server, voice="ef_dora").style.tobytes()
    )


def test_a_folder_of_voices_elsewhere_is_not_read(server: FakeServer, folder: Path) -> None:
    outside = make_model(folder, "with-voices", "mine") / "voices"
    (make_model(folder, "linked") / "voices").symlink_to(outside)
    assert "mine" not in voices_of(server, "linked")


def test_symbols_that_a_model_lacks_are_left_out(server: FakeServer, folder: Path) -> None:
    vocabulary = {symbol: number for symbol, number in CONFIG["vocab"].items() if symbol != "ˈ"}
    make_model(folder, "flat", vocab=vocabulary)
    fields = {"voice": "ef_dora", "lang_code": "e"}
    stressed = symbols(spoken(server, "Buenos días.", **fields).tokens)
    assert "ˈ" in stressed
    flat = symbols(spoken(server, "Buenos días.", model="flat", **fields).tokens)
    assert flat == stressed.replace("ˈ", "")
    wrong = server.speak("Hola.", model="flat", pronunciations={"Hola": "/ˈola/"}, **fields)
    assert "ˈ" in assert_error(wrong, 400, INVALID, param="pronunciations")
    phonemes = {"phonemes": "ˈola", "model": "flat", "voice": "ef_dora"}
    answer = server.client.post("/dev/generate_from_phonemes", json=phonemes)
    assert "ˈ" in assert_error(answer, 400, INVALID, param="phonemes")


def test_loudness_tables_are_of_kokoro(server: FakeServer, folder: Path) -> None:
    """A voice of a model that nobody measured counts as the average of Kokoro's, or as its description says."""
    make_model(folder, "loud", "af_heart", "am_adam")
    (folder / "loud" / "voices" / "voices.toml").write_text("[am_adam]\nloudness = -10.0\n")
    peaks = set()
    for model, voice in (("loud", "af_heart"), ("loud", "am_adam"), ("kokoro", "af_heart")):
        pcm = server.pcm("Hola.", model=model, voice=voice, lang_code="e", loudness=-30)
        peaks.add(int(np.abs(np.frombuffer(pcm, "<i2")).max()))
    assert len(peaks) == 3


@pytest.mark.parametrize("path", [STREAM, f"{TOGETHER}?model=live&voice=ef_dora"])
def test_live_speech_by_a_model(server: FakeServer, folder: Path, path: str) -> None:
    if path == STREAM:
        make_model(folder, "live")
    with live_to(server, path) as speech:
        if path == STREAM:
            speech.send("session.config", voice="ef_dora", model="live")
            speech.send("input.text", text="Hola.")
            speech.send("input.done")
            speech.until("session.done")
        else:
            speech.send("input_text_buffer.append", text="Hola.")
            speech.send("input_text_buffer.commit")
            speech.until("conversation.item.audio_output.done")
    assert server.engine.chunks[0].model.startswith("live@")


def test_another_worker_loads_what_one_is_asked_for(folder: Path, model_files: None) -> None:
    make_model(folder, "shared", "mine")
    settings = {"WORKERS": "2", "ENGINES": "1", "MODELS_DIR": str(folder)}
    with ServerProcess(module="tests.fake_serve", **settings) as process:
        process.wait_until_ready()
        for model in ("shared", "kokoro", "shared"):
            body = {"input": "Hola.", "model": model, "lang_code": "e"}
            answer = http_client.post(f"{process.url}/v1/audio/speech", json=body)
            assert answer.status_code == 200, answer.text
