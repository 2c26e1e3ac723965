"""Limits of lists and objects that are checked before any of their entries."""

from collections.abc import Callable
from typing import Any

from pydantic_core import PydanticCustomError


def at_most(limit: int) -> Callable[[Any], Any]:
    """A check, for BeforeValidator, that a list or an object has at most `limit` entries.

    pydantic's own max_length is checked after the entries, and makes an error for each invalid one.
    """

    def check(value: Any) -> Any:
        if isinstance(value, list | dict) and len(value) > limit:
            raise PydanticCustomError(
                "too_long",
                "{count} entries; at most {limit} are allowed",
                {"count": len(value), "limit": limit},
            )
        return value

    return check
