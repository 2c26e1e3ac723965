"""Files that a request leaves to be fetched afterwards."""

import itertools
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from kokoro_speech_server.chunk import SAMPLE_RATE
from tests.servers import FakeServer, ServerProcess, assert_error, each_way, http_client, wait_until
from tests.sounds import decode

INVALID = "invalid_request_error"
TEXT = "Uno. [pause:1s] [voice:em_alex]Dos tres."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "downloads"


@pytest.fixture
def server(folder: Path, model_files: None) -> Iterator[FakeServer]:
    with FakeServer(downloads_dir=folder, downloads_max_mb=1, api_keys="sk-one,sk-two") as server:
        server.client.headers["authorization"] = "Bearer sk-one"
        yield server.wait_until_ready()


def fetch(server: FakeServer, answer: httpx.Response, header: str = "x-download-path") -> httpx.Response:
    return server.client.get(f"/v1{answer.headers[header]}")


def leave(server: FakeServer, text: str = TEXT, **fields: Any) -> httpx.Response:
    answer = server.speak(text, return_download_link=True, **fields)
    assert answer.status_code == 200, answer.text
    return answer


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


@each_way
def test_the_file_can_be_fetched_after_the_response(server: FakeServer, way: dict[str, Any]) -> None:
    answer = leave(server, response_format="wav", seed=1, **way)
    download = fetch(server, answer)
    whole = server.speak(TEXT, response_format="wav", seed=1, stream=False)
    assert download.content == whole.content, "its headers tell its length, though it was streamed"
    assert download.headers["content-type"] == "audio/wav"
    assert download.headers["cache-control"] == "no-store"


def test_it_can_have_another_format_and_another_name(server: FakeServer) -> None:
    answer = leave(server, response_format="pcm", download_format="flac", seed=1)
    path = answer.headers["x-download-path"]
    assert path.endswith(".flac")
    download = server.client.get(f"/v1{path}", params={"name": "my/../né talk.exe"})
    assert np.array_equal(decode("flac", download.content), decode("pcm", answer.content))
    assert download.headers["content-disposition"] == 'attachment; filename="my_.._n_talk.flac"'
    part = server.client.get(f"/v1{path}", headers={"range": "bytes=0-3"})
    assert (part.status_code, part.content) == (206, b"fLaC")


def test_the_times_of_its_chunks(server: FakeServer) -> None:
    answer = leave(server, response_format="pcm", return_timing=True, allow_voice_tags=True)
    chunks = fetch(server, answer, "x-timing-path").json()["chunks"]
    assert [(chunk["text"].strip(), chunk.get("voice")) for chunk in chunks] == [
        ("Uno.", "ef_dora"),
        ("", None),
        ("Dos tres.", "em_alex"),
    ]
    pause = chunks[1]
    assert pause["end"] - pause["start"] == pytest.approx(1)
    assert chunks[0]["start"] == 0
    assert all(before["end"] == after["start"] for before, after in itertools.pairwise(chunks))
    assert chunks[-1]["end"] == pytest.approx(len(answer.content) / 2 / SAMPLE_RATE, abs=0.001)


def test_without_the_field_nothing_is_left(server: FakeServer, folder: Path) -> None:
    answer = server.speak(TEXT, return_timing=True)
    assert "x-download-path" not in answer.headers
    assert "x-timing-path" not in answer.headers
    assert not folder.exists()


def test_only_its_owner_finds_it(server: FakeServer) -> None:
    path = leave(server).headers["x-download-path"]
    other = server.client.get(f"/v1{path}", headers={"authorization": "Bearer sk-two"})
    assert_error(other, 404, INVALID, code="download_not_found", param="filename")
    assert server.client.get(f"/v1{path}", headers={"authorization": ""}).status_code == 401
    assert server.client.get(f"/v1{path}").status_code == 200


@pytest.mark.parametrize(
    "name",
    ["x", "%2e%2e%2fsettings.json", "A" * 22 + ".mp3", "A" * 22 + ".mp3%00", "..", "A" * 22 + ".mp3.part"],
)
def test_other_names_find_nothing(server: FakeServer, name: str) -> None:
    leave(server)
    assert server.client.get(f"/v1/download/{name}").status_code == 404


def test_it_expires(server: FakeServer, folder: Path) -> None:
    answer = leave(server, return_timing=True)
    for file in files(folder):
        os.utime(file, (0, time.time() - 3601))
    assert fetch(server, answer).status_code == 404
    assert fetch(server, answer, "x-timing-path").status_code == 404
    leave(server)
    assert len(files(folder)) == 1, "the next one removes it"


def test_what_is_too_old_is_removed_without_further_requests(folder: Path, model_files: None) -> None:
    with FakeServer(downloads_dir=folder, downloads_max_age_s=0.5) as server:
        leave(server.wait_until_ready())
        wait_until(lambda: not files(folder), "removal")


def test_other_files_in_the_folder_stay(server: FakeServer, folder: Path) -> None:
    mine = folder / "music" / "song.mp3"
    like_ours = folder / ("0" * 32) / "notes.txt"
    for file in (mine, like_ours, folder / "letter.txt"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(bytes(2_000_000))  # more than all downloads may have
        os.utime(file, (0, 0))
    assert fetch(server, leave(server)).status_code == 200
    assert mine.exists()
    assert like_ours.exists()
    assert (folder / "letter.txt").exists()


def test_the_oldest_make_room(server: FakeServer, folder: Path) -> None:
    text = "Uno dos tres cuatro cinco seis siete. " * 13  # 0.6 MB as pcm
    answers = []
    for number in range(3):
        answers.append(leave(server, text, response_format="pcm"))
        for file in files(folder):
            os.utime(file, (0, time.time() - 100 + number))
    assert len(answers[0].content) > 400_000
    found = [fetch(server, answer).status_code for answer in answers]
    assert found[0] == 404
    assert found[2] == 200


def test_one_that_has_no_room_is_given_up_and_the_response_goes_on(server: FakeServer, folder: Path) -> None:
    text = "Uno dos tres cuatro cinco seis siete ocho. " * 250
    answer = leave(server, text, response_format="pcm")
    assert len(answer.content) > 6_000_000
    assert fetch(server, answer).status_code == 404
    assert files(folder) == []


def test_a_client_that_disconnects_leaves_nothing(folder: Path, model_files: None) -> None:
    with FakeServer(downloads_dir=folder) as server:
        server.wait_until_ready()
        with server.engine.hold(2):
            connection = server.connect("Uno dos tres. " * 50, return_download_link=True)
            server.engine.wait_for_step(2)
            assert len(files(folder)) == 1
            server.leave(connection)
        server.wait_until_idle()
        assert files(folder) == []


def test_a_late_failure_leaves_nothing(server: FakeServer, folder: Path) -> None:
    server.engine.faults[2] = RuntimeError("late")
    with pytest.raises(httpx.RemoteProtocolError):
        server.speak("Uno dos tres. " * 40, return_download_link=True)
    server.wait_until_idle()
    assert files(folder) == []


def test_a_download_has_the_effects_of_its_response(server: FakeServer) -> None:
    fields: dict[str, Any] = {
        "stream": False,
        "effects": ["normalize", "telephone"],
        "loudness": -20,
        "seed": 1,
    }
    answer = leave(server, response_format="wav", **fields)
    assert fetch(server, answer).content == answer.content
    flac = leave(server, response_format="wav", download_format="flac", **fields)
    assert flac.content == answer.content
    assert np.array_equal(decode("flac", fetch(server, flac).content), decode("wav", answer.content))


def test_effects_that_leave_no_sound_leave_no_download(server: FakeServer, folder: Path) -> None:
    body = {"stream": False, "effects": [{"type": "strip_silence", "padding_ms": 0}], "volume_multiplier": 0}
    assert_error(server.speak(TEXT, return_download_link=True, **body), 400, INVALID, param="effects")
    assert not files(folder)


def test_a_folder_that_cannot_be_written_costs_only_the_download(tmp_path: Path, model_files: None) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with FakeServer(downloads_dir=blocked / "folder") as server:
        answer = leave(server.wait_until_ready())
        assert answer.headers["x-download-status"] == "unavailable"
        assert "x-download-path" not in answer.headers
        assert decode("mp3", answer.content).size


@pytest.mark.server
def test_every_worker_finds_it(model_files: None) -> None:
    with ServerProcess(module="tests.fake_serve", WORKERS="2") as process:
        process.wait_until_ready()
        body = {"input": "Hola.", "voice": "ef_dora", "return_download_link": True}
        paths = [
            http_client.post(f"{process.url}/v1/audio/speech", json=body).headers["x-download-path"]
            for _ in range(4)
        ]
        found = [http_client.get(f"{process.url}/v1{path}").status_code for path in paths * 2]
        assert found == [200] * 8
        assert json.dumps(process.temporary_files).count("speech-downloads-") == 1
        assert process.stop() == 0
        assert not [name for name in process.temporary_files if name.startswith("speech-downloads")]
