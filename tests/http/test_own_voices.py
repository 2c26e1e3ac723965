"""VOICES_DIR: voices of one's own, hostile files among them, and mixes that are stored."""

import io
import os
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
import torch
from safetensors.numpy import save_file

from kokoro_speech_server.config import Settings
from kokoro_speech_server.voices import VOICES
from kokoro_speech_server.weights import assets
from tests.hostile_files import Code, sparse, zip_bomb
from tests.servers import FakeServer, ServerProcess, assert_error, http_client

INVALID = "invalid_request_error"
VOICES_PATH = "/v1/audio/voices"
KEY = {"authorization": "Bearer sk-one"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "voices"
    path.mkdir()
    return path


@pytest.fixture
def server(folder: Path, model_files: None) -> Iterator[FakeServer]:
    with FakeServer(voices_dir=folder, api_keys="sk-one") as server:
        server.client.headers.update(KEY)
        yield server.wait_until_ready()


def pack(name: str = "ef_dora") -> np.typing.NDArray[np.float32]:
    return assets.read_voice(assets.ModelFiles.under(Settings().model_dir), name).reshape(510, 1, 256)


def style(server: FakeServer, voice: str) -> bytes:
    server.engine.forget()
    answer = server.speak("Hola.", voice=voice, lang_code="e")
    assert answer.status_code == 200, answer.text
    return server.engine.chunks[0].style.tobytes()


def listed(server: FakeServer) -> dict[str, dict[str, Any]]:
    return {voice["id"]: voice for voice in server.client.get(VOICES_PATH).json()["data"]}


def write_torch(path: Path, value: Any) -> None:
    torch.save(value, path)


WRITERS: dict[str, Callable[[Path], Any]] = {
    ".pt": lambda path: write_torch(path, torch.from_numpy(pack().copy())),
    ".bin": lambda path: path.write_bytes(pack().astype("<f4").tobytes()),
    ".safetensors": lambda path: save_file({"style": pack()[:, 0]}, path),
}


@pytest.mark.parametrize("suffix", WRITERS)
def test_a_copy_of_a_voice_is_the_voice_to_the_bit(server: FakeServer, folder: Path, suffix: str) -> None:
    assert "mine" not in listed(server)
    WRITERS[suffix](folder / f"mine{suffix}")
    assert listed(server)["mine"]["gender"] == "unknown"
    assert style(server, "mine") == style(server, "ef_dora")
    assert style(server, "mine(2)+em_alex") == style(server, "ef_dora(2)+em_alex")
    assert server.client.get(f"{VOICES_PATH}?legacy=true").json()["voices"][-1] == "mine"


def test_a_voice_of_the_former_model_has_a_row_more(server: FakeServer, folder: Path) -> None:
    write_torch(folder / "af_v0bella.pt", torch.from_numpy(np.concatenate([pack(), pack()[:1]])).double())
    assert style(server, "af_v0bella") == style(server, "ef_dora")


def test_a_file_that_changes_or_goes_is_noticed(server: FakeServer, folder: Path) -> None:
    WRITERS[".pt"](folder / "mine.pt")
    before = style(server, "mine")
    write_torch(folder / "mine.pt", torch.from_numpy(pack("em_alex").copy()))
    assert style(server, "mine") == style(server, "em_alex") != before
    (folder / "mine.pt").unlink()
    assert_error(server.speak("Hola.", voice="mine"), 400, INVALID, param="voice")


def test_what_voices_toml_says(server: FakeServer, folder: Path) -> None:
    WRITERS[".pt"](folder / "mine.pt")
    WRITERS[".pt"](folder / "bm_theirs.pt")
    (folder / "voices.toml").write_text(
        '[mine]\nname = "My voice"\nlanguage = "e"\ngender = "male"\nlicence = "CC0"\n[bm_theirs]\nlanguage = 3\n'
    )
    voices = listed(server)
    mine = voices["mine"]
    assert (mine["name"], mine["language"], mine["gender"], mine["licence"]) == (
        "My voice",
        "es",
        "male",
        "CC0",
    )
    assert (voices["bm_theirs"]["language"], voices["bm_theirs"]["gender"]) == ("en-GB", "male")
    assert voices["ef_dora"]["licence"] is None
    (folder / "voices.toml").write_text("[mine\n")
    assert listed(server)["mine"]["name"] == "mine"


def test_a_voice_of_the_model_keeps_its_name(server: FakeServer, folder: Path) -> None:
    before = style(server, "ef_dora")
    write_torch(folder / "ef_dora.pt", torch.zeros(510, 1, 256))
    assert style(server, "ef_dora") == before


@pytest.mark.server
def test_it_can_be_the_default_voice(folder: Path, model_files: None) -> None:
    WRITERS[".bin"](folder / "ef_mine.bin")
    with FakeServer(voices_dir=folder, default_voice="ef_mine") as server:
        server.wait_until_ready()
        assert server.speak("Hola.").status_code == 200
    with pytest.raises(ValueError, match="DEFAULT_VOICE: Unknown voice 'ef_other'"):
        Settings(voices_dir=folder, default_voice="ef_other")


# Hostile files


def linked(path: Path) -> None:
    outside = path.parent.parent / "outside.pt"
    WRITERS[".pt"](outside)
    path.symlink_to(outside)


HOSTILE: dict[str, tuple[str, Callable[[Path], Any], str]] = {
    "shape": (".pt", lambda path: write_torch(path, torch.zeros(510, 1, 128)), r"shape [510, 1, 128]"),
    "transposed": (".safetensors", lambda path: save_file({"v": pack().T.copy()}, path), "shape"),
    "huge shape": (".pt", lambda path: write_torch(path, torch.zeros(1).expand(10**9, 1, 256)), "shape"),
    "NaN": (".pt", lambda path: write_torch(path, torch.full((510, 1, 256), torch.nan)), "not finite"),
    "infinity": (
        ".bin",
        lambda path: path.write_bytes(np.full(510 * 256, np.inf, "<f4").tobytes()),
        "not finite",
    ),
    "range": (".pt", lambda path: write_torch(path, torch.full((510, 1, 256), 1e6)), "1e+06"),
    "integers": (".pt", lambda path: write_torch(path, torch.ones(510, 1, 256).int()), "floating-point"),
    "code": (".pt", lambda path: write_torch(path, Code(path.parent / "ran")), "without running code"),
    "old pickle": (
        ".pt",
        lambda path: path.write_bytes(pickle.dumps(Code(path.parent / "ran"))),
        "PyTorch writes it",
    ),
    "a dictionary": (".pt", lambda path: write_torch(path, {"a": torch.zeros(3)}), "a dict"),
    "zip bomb": (".pt", zip_bomb, "unpacked"),
    "two tensors": (".safetensors", lambda path: save_file({"a": pack(), "b": pack()}, path), "2 tensors"),
    "no safetensors": (".safetensors", lambda path: path.write_bytes(b"\xff" * 100), "safetensors"),
    "10 GB": (".bin", sparse, "has 10737418240 bytes"),
    "10 GB of pt": (".pt", sparse, "has 10737418240 bytes"),
    "short": (".bin", lambda path: path.write_bytes(b"1234"), "has 4 bytes"),
    "empty": (".pt", lambda path: path.write_bytes(b""), "PyTorch writes it"),
    "a link out": (".pt", linked, "link out of the folder"),
    "a folder": (".pt", lambda path: path.mkdir(), ""),
    "a pipe": (".bin", os.mkfifo, "not a regular file"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_file_that_is_no_voice(server: FakeServer, folder: Path, case: str) -> None:
    suffix, write, reason = HOSTILE[case]
    write(folder / f"mine{suffix}")
    WRITERS[".bin"](folder / "other.bin")
    message = assert_error(server.speak("Hola.", voice="mine"), 400, INVALID, param="voice")
    assert message.startswith("The file of the voice 'mine' ")
    assert reason in message
    assert "mine" not in listed(server)
    assert "other" in listed(server), "the others are not affected"
    assert not (folder / "ran").exists()
    assert server.client.get("/health").status_code == 200


def test_descriptions_that_are_a_pipe_say_nothing(
    server: FakeServer, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    WRITERS[".bin"](folder / "mine.bin")
    os.mkfifo(folder / "voices.toml")
    assert listed(server)["mine"]["name"] == "mine"
    assert "voices.toml: is not a regular file" in caplog.text


@pytest.mark.parametrize("name", ["my-voice", "my voice", "mi.voz", "ñ", "a" * 61, ".hidden"])
def test_names_that_no_request_can_write_are_not_voices(server: FakeServer, folder: Path, name: str) -> None:
    WRITERS[".bin"](folder / f"{name}.bin")
    assert listed(server).keys() == VOICES.keys()


@pytest.mark.parametrize("voice", ["../mine", "/etc/passwd", "voices/mine", "mine.bin", "..", "mine\x00"])
def test_a_path_is_no_voice(server: FakeServer, folder: Path, voice: str) -> None:
    WRITERS[".bin"](folder / "mine.bin")
    WRITERS[".bin"](folder.parent / "mine.bin")
    assert_error(server.speak("Hola.", voice=voice), 400, INVALID, param="voice")


def test_a_folder_that_does_not_exist_has_no_voices(tmp_path: Path, model_files: None) -> None:
    with FakeServer(voices_dir=tmp_path / "later") as server:
        server.wait_until_ready()
        assert len(listed(server)) == len(VOICES)
        (tmp_path / "later").mkdir()
        WRITERS[".bin"](tmp_path / "later" / "mine.bin")
        assert "mine" in listed(server)


# Stored mixes


def store(server: FakeServer, **body: Any) -> httpx.Response:
    return server.client.post(VOICES_PATH, json=body)


def test_a_stored_mix_is_its_formula_to_the_bit(server: FakeServer, folder: Path) -> None:
    formula = "ef_dora(2)+em_alex(1)-em_santa(0.5)"
    answer = store(server, name="narrator", voice=formula)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["id"], answer.json()["object"]) == ("narrator", "audio.voice")
    assert style(server, "narrator") == style(server, formula)
    assert listed(server)["narrator"]["language"] == "es", "that of its first voice"
    assert [path.name for path in folder.iterdir()] == ["narrator.safetensors"]
    assert store(server, name="narrator_2", voice="narrator").status_code == 200
    assert style(server, "narrator_2") == style(server, formula)


@pytest.mark.parametrize(
    ("body", "param"),
    [
        ({"name": "ef_dora", "voice": "em_alex"}, "name"),
        ({"name": "nova", "voice": "em_alex"}, "name"),
        ({"name": "EF_DORA", "voice": "em_alex"}, "name"),
        ({"name": "../x", "voice": "em_alex"}, "name"),
        ({"name": "x" * 61, "voice": "em_alex"}, "name"),
        ({"name": "x\n", "voice": "em_alex"}, "name"),
        ({"name": "mine", "voice": "nobody"}, "voice"),
        ({"name": "mine"}, "voice"),
        ({"voice": "em_alex"}, "name"),
    ],
)
def test_a_mix_that_cannot_be_stored(server: FakeServer, folder: Path, body: Any, param: str) -> None:
    assert_error(store(server, **body), 400, INVALID, param=param)
    assert list(folder.iterdir()) == []


def test_a_stored_voice_is_not_replaced(server: FakeServer, folder: Path) -> None:
    WRITERS[".bin"](folder / "mine.bin")
    before = (folder / "mine.bin").read_bytes()
    message = assert_error(store(server, name="mine", voice="em_alex"), 400, INVALID, param="name")
    assert "exists" in message
    assert [path.name for path in folder.iterdir()] == ["mine.bin"]
    assert (folder / "mine.bin").read_bytes() == before


def test_only_callers_with_a_key_store_voices(server: FakeServer, folder: Path, fake: FakeServer) -> None:
    body = {"name": "mine", "voice": "em_alex"}
    without = server.client.post(VOICES_PATH, json=body, headers={"authorization": ""})
    assert without.status_code == 401
    open_server = fake.client.post(VOICES_PATH, json=body)
    assert_error(open_server, 401, INVALID, code="invalid_api_key")
    assert list(folder.iterdir()) == []


def test_without_a_folder_nothing_is_stored(model_files: None) -> None:
    with FakeServer(api_keys="sk-one") as server:
        server.wait_until_ready()
        body = {"name": "mine", "voice": "em_alex"}
        answer = server.client.post(VOICES_PATH, json=body, headers=KEY)
        assert "VOICES_DIR" in assert_error(answer, 400, INVALID, param="name")


def test_every_worker_has_a_stored_voice_at_once(folder: Path, model_files: None) -> None:
    settings = {"WORKERS": "2", "VOICES_DIR": str(folder), "API_KEYS": "sk-one"}
    with ServerProcess(module="tests.fake_serve", **settings) as process:
        process.wait_until_ready()
        for number in range(6):
            name = f"mine_{number}"
            body = {"name": name, "voice": "em_alex"}
            assert http_client.post(process.url + VOICES_PATH, json=body, headers=KEY).status_code == 200
            speech = {"input": "Hola.", "voice": name, "lang_code": "e"}
            answer = http_client.post(f"{process.url}/v1/audio/speech", json=speech, headers=KEY)
            assert answer.status_code == 200, answer.text


def test_a_combined_file_can_be_put_into_the_folder(server: FakeServer, folder: Path) -> None:
    formula = "ef_dora(2)+em_alex"
    file = server.client.post(f"{VOICES_PATH}/combine", json=formula).content
    (folder / "combined_voice.pt").write_bytes(file)
    assert torch.load(io.BytesIO(file), weights_only=True).shape == (510, 1, 256)
    assert style(server, "combined_voice") == style(server, formula)


# Files in forms


def upload(
    server: FakeServer, name: str, filename: str, content: bytes, field: str = "file"
) -> httpx.Response:
    return server.client.post(VOICES_PATH, data={"name": name}, files={field: (filename, content)})


@pytest.mark.parametrize("suffix", WRITERS)
def test_an_uploaded_voice_is_its_file_to_the_bit(
    server: FakeServer, folder: Path, tmp_path: Path, suffix: str
) -> None:
    WRITERS[suffix](tmp_path / f"file{suffix}")
    answer = upload(server, "mine", f"file{suffix}", (tmp_path / f"file{suffix}").read_bytes())
    assert answer.status_code == 200, answer.text
    assert (answer.json()["id"], answer.json()["object"]) == ("mine", "audio.voice")
    assert style(server, "mine") == style(server, "ef_dora")
    assert [path.name for path in folder.iterdir()] == ["mine.safetensors"]


def test_openais_request_for_a_copy_of_a_voice_says_what_can_be_had(server: FakeServer, folder: Path) -> None:
    """As its SDK sends it: a recording, a name and the number of a consent."""
    form = {"name": "mine", "consent": "cons_1234"}
    files = {"audio_sample": ("sample.wav", b"RIFF" * 10_000, "audio/wav")}
    answer = server.client.post(VOICES_PATH, data=form, files=files)
    message = assert_error(answer, 400, INVALID, param="audio_sample")
    assert "can't make a voice from a recording" in message
    assert '"voice": "af_bella(2)+af_sky"' in message
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    "case", sorted(HOSTILE.keys() - {"10 GB", "10 GB of pt", "a link out", "a folder", "a pipe"})
)
def test_an_uploaded_file_that_is_no_voice(
    server: FakeServer, folder: Path, tmp_path: Path, case: str
) -> None:
    suffix, write, reason = HOSTILE[case]
    write(tmp_path / f"file{suffix}")
    answer = upload(server, "mine", f"file{suffix}", (tmp_path / f"file{suffix}").read_bytes())
    assert reason in assert_error(answer, 400, INVALID, param="file")
    assert list(folder.iterdir()) == []
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("name", "filename", "param"),
    [
        ("../x", "a.bin", "name"),
        ("", "a.bin", "name"),
        ("ef_dora", "a.bin", "name"),
        ("NOVA", "a.bin", "name"),
        ("mine", "a.mp3", "file"),
        ("mine", "a", "file"),
    ],
)
def test_forms_that_store_nothing(
    server: FakeServer, folder: Path, name: str, filename: str, param: str
) -> None:
    content = pack().astype("<f4").tobytes()
    assert_error(upload(server, name, filename, content), 400, INVALID, param=param)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        ("multipart/form-data", b"--x\r\n"),
        ("multipart/form-data; boundary=x", b""),
        ("multipart/form-data; boundary=x", b"--x--"),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\n"),
        ("multipart/form-data; boundary=x", b"--x\r\nname\r\n--x--"),
        ("multipart/form-data; boundary=x", b"--x\r\nA: b\r\n\r\nc\r\n--x--"),
        ("multipart/form-data; boundary=x", b"--x\r\n" * 1_000_000),
        ("multipart/form-data; boundary=ñ", b"\xff" * 1_000),
    ],
)
def test_forms_that_are_none(server: FakeServer, content_type: str, body: bytes) -> None:
    headers = httpx.Headers({"content-type": content_type}, encoding="latin-1")
    answer = server.client.post(VOICES_PATH, content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"]["type"] == INVALID


def test_a_form_with_a_long_content_type_is_refused_unread(server: FakeServer) -> None:
    headers = {"content-type": 'multipart/form-data; a="' + ";" * 50_000}
    answer = server.client.post(VOICES_PATH, content=b"--x\r\n", headers=headers)
    assert "has more than 1024 characters" in assert_error(answer, 400, INVALID)


def test_only_callers_with_a_key_upload_voices(server: FakeServer) -> None:
    files = {"file": ("a.bin", b"")}
    answer = server.client.post(VOICES_PATH, data={"name": "a"}, files=files, headers={"authorization": ""})
    assert answer.status_code == 401
