"""The real server behaves as described, for many requests. Schemathesis makes them when this module is collected."""

from typing import Any

import pytest

from tests.http.test_openapi import NOT_CHECKED, described, generation
from tests.servers import ServerProcess

pytest_plugins = ["schemathesis.pytest.plugin"]
"""Only this module needs it, and it takes a second to load."""


@pytest.mark.proof
@described().parametrize()  # type: ignore[untyped-decorator]
@generation(500)  # type: ignore[untyped-decorator]
def test_every_response_of_the_real_server_is_as_described(case: Any, model_server: ServerProcess) -> None:
    case.call_and_validate(base_url=model_server.url, excluded_checks=NOT_CHECKED, timeout=600)
