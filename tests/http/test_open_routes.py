"""Routes that need no API key: an endpoint declares its group, and no list names it."""

import pytest
from fastapi import APIRouter, FastAPI

from kokoro_speech_server.config import OpenGroup
from kokoro_speech_server.http.open_routes import OpenRoutes, open_as


def app_with_routes() -> FastAPI:
    """An application with one closed route and with open ones in an included router."""
    router = APIRouter(prefix="/items")

    @router.get("/{name}/parts")
    @open_as("lists")
    async def parts(name: str) -> str:
        return name

    @router.get("/closed")
    async def closed() -> None: ...

    @router.get("/alive")
    @open_as("always")
    async def alive() -> None: ...

    app = FastAPI(openapi_url=None)

    @app.get("/")
    @open_as("docs")
    async def page() -> None: ...

    app.include_router(router)
    return app


@pytest.mark.parametrize(
    ("path", "groups", "is_open"),
    [
        ("/items/one/parts", ["lists"], True),
        ("/items/one/parts/", ["lists"], True),
        ("/items/one/parts", ["docs"], False),
        ("/items/one/two/parts", ["lists"], False),
        ("/items/one/parts\n", ["lists"], False),
        ("/items//parts", ["lists"], False),
        ("/items/alive", [], True),
        ("/items/closed", ["lists", "metrics", "docs", "dev"], False),
        ("/items", ["lists"], False),
        ("/v1/", ["lists"], True),
        ("/v1", [], False),
        ("/v1/items", ["lists"], False),
        ("/", ["lists"], False),
        ("/", ["docs"], True),
    ],
)
def test_a_path_is_open_if_its_endpoint_says_so(path: str, groups: list[OpenGroup], is_open: bool) -> None:
    assert (path in OpenRoutes(app_with_routes().routes, groups)) == is_open
