"""The id of the request that a task serves, for its log lines and its answer."""

import secrets
from contextvars import ContextVar

HEADER = "x-request-id"

current_request_id: ContextVar[str] = ContextVar("current_request_id", default="-")


def new_request_id() -> str:
    """A fresh id, such as `req_0123456789abcdef01234567`."""
    return f"req_{secrets.token_hex(12)}"
