"""The server's own page: GET / and its files, as a browser gets them."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import kokoro_speech_server
from tests.servers import FakeServer, assert_error

FOLDER = Path(kokoro_speech_server.__file__).parent / "studio"
FILES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.*"))
INVALID = "invalid_request_error"
MEDIA_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


@pytest.fixture(scope="module")
def keyed(model_files: None) -> Iterator[FakeServer]:
    with FakeServer(api_keys="sk-key", open_routes="") as server:
        yield server.wait_until_ready()


def raw(server: FakeServer, path: str, **headers: str) -> httpx.Response:
    """The response to a request with these headers, with its body as it was sent."""
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    with server.client.stream("GET", path, headers={"accept-encoding": "identity", **headers}) as answer:
        answer._content = b"".join(answer.iter_raw())
        return answer


def test_the_page_runs_only_the_server_s_files(fake: FakeServer) -> None:
    answer = fake.client.get("/")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["referrer-policy"] == "no-referrer"
    policy = dict(part.partition(" ")[::2] for part in answer.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert policy["require-trusted-types-for"] == "'script'"
    assert not re.search(r"\bsrc=\"(?!studio/)|\bstyle=|\bon\w+=|<script(?![^>]+src)|<style", answer.text)
    for address in re.findall(r"<(?:script|link|img)[^>]+(?:src|href)=\"([^\"]+)\"", answer.text):
        assert fake.client.get(f"/{address}").status_code == 200, address


@pytest.mark.parametrize("path", FILES)
def test_every_file_of_the_page_is_served(fake: FakeServer, path: str) -> None:
    content = (FOLDER / path).read_bytes()
    plain, compressed = raw(fake, f"/studio/{path}"), raw(fake, f"/studio/{path}", accept_encoding="br, gzip")
    assert plain.status_code == compressed.status_code == 200
    assert plain.content == gzip.decompress(compressed.content) == content
    assert "content-encoding" not in plain.headers
    assert compressed.headers["content-encoding"] == "gzip"
    for answer in (plain, compressed):
        assert answer.headers["content-type"] == MEDIA_TYPES[path.rpartition(".")[2]]
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["vary"] == "accept-encoding"
        assert int(answer.headers["content-length"]) == len(answer.content)


@pytest.mark.parametrize(
    ("accepted", "compressed"),
    [
        *[("gzip", True), ("GZip;q=0.5, br", True), ("deflate, gzip ; q=1", True), ("gzip;q=0", False)],
        *[("gzip; q=0.000", False), ("br", False), ("", False), ("xgzip", False)],
    ],
)
def test_the_page_is_compressed_for_who_accepts_it(fake: FakeServer, accepted: str, compressed: bool) -> None:
    assert ("content-encoding" in raw(fake, "/", accept_encoding=accepted).headers) == compressed


@pytest.mark.parametrize("path", ["/", "/studio/main.js"])
@pytest.mark.parametrize("accepted", ["gzip", "identity"])
def test_a_browser_fetches_a_file_once(fake: FakeServer, path: str, accepted: str) -> None:
    first = raw(fake, path, accept_encoding=accepted)
    etag = first.headers["etag"]
    for known in (etag, f'"other", {etag}', f"W/{etag}"):
        again = raw(fake, path, accept_encoding=accepted, if_none_match=known)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == etag
        assert again.headers["cache-control"] == "no-cache"
    assert raw(fake, path, accept_encoding=accepted, if_none_match='"other"').status_code == 200


def test_the_two_encodings_have_different_etags(fake: FakeServer) -> None:
    assert raw(fake, "/").headers["etag"] != raw(fake, "/", accept_encoding="gzip").headers["etag"]


@pytest.mark.parametrize(
    "path",
    [
        "",
        "nothing.js",
        "../app.py",
        "..%2fapp.py",
        "%2e%2e/app.py",
        "elements",
        "/etc/passwd",
        "main.js/",
        "%00",
    ],
)
def test_no_other_file_is_served(fake: FakeServer, path: str) -> None:
    assert_error(fake.client.get(f"/studio/{path}"), 404, INVALID)


def test_the_page_needs_no_key(keyed: FakeServer) -> None:
    assert keyed.client.get("/").status_code == 200
    assert keyed.client.get("/studio/main.js").status_code == 200
    assert keyed.client.get("/studio/nothing.js").status_code == 404
    assert keyed.client.get("/studio").status_code == 401
    assert keyed.client.get("/v1/audio/voices").status_code == 401


def test_the_page_can_be_switched_off(model_files: None) -> None:
    with FakeServer(studio=False) as server:
        server.wait_until_ready()
        for path in ("/", "/studio/main.js"):
            assert_error(server.client.get(path), 404, INVALID)


def test_all_files_together_are_small() -> None:
    """The goal of a page that loads at once: 150 kB as they travel."""
    assert sum(len(gzip.compress((FOLDER / path).read_bytes())) for path in FILES) < 150_000


def test_no_file_names_another_host() -> None:
    known = {"www.w3.org", "example.org"}  # the name of SVG, and one in a text to read
    for path in FILES:
        named = re.findall(r"https?://([\w.-]+\.[a-z]{2,})", (FOLDER / path).read_text("utf-8"))
        assert set(named) <= known, path
