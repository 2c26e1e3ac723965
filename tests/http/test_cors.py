"""Pages of other origins may call the API only if the operator allows them."""

from collections.abc import Iterator

import pytest

from tests.servers import SPEECH, FakeServer

PAGE = "https://reader.example"


@pytest.fixture(scope="module")
def open_to_a_page(model_files: None) -> Iterator[FakeServer]:
    with FakeServer(cors_origins=PAGE, api_keys="sk-key") as server:
        yield server.wait_until_ready()


def test_by_default_no_page_may_call(fake: FakeServer) -> None:
    answer = fake.client.post(SPEECH, json={"input": "Hello."}, headers={"Origin": PAGE})
    assert not [name for name in answer.headers if name.startswith("access-control-")]
    preflight = {"Origin": PAGE, "Access-Control-Request-Method": "POST"}
    assert fake.client.options(SPEECH, headers=preflight).status_code == 405


def test_a_preflight_request_needs_no_key(open_to_a_page: FakeServer) -> None:
    preflight = {
        "Origin": PAGE,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
    }
    answer = open_to_a_page.client.options(SPEECH, headers=preflight)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == PAGE
    assert "authorization" in answer.headers["access-control-allow-headers"].lower()
    other = open_to_a_page.client.options(SPEECH, headers={**preflight, "Origin": "https://other.example"})
    assert other.status_code == 400
    assert "access-control-allow-origin" not in other.headers


@pytest.mark.parametrize(("key", "status"), [("sk-key", 200), ("sk-wrong", 401)])
def test_the_page_may_read_every_answer(open_to_a_page: FakeServer, key: str, status: int) -> None:
    headers = {"Origin": PAGE, "Authorization": f"Bearer {key}"}
    answer = open_to_a_page.client.post(SPEECH, json={"input": "Hello."}, headers=headers)
    assert answer.status_code == status
    assert answer.headers["access-control-allow-origin"] == PAGE
