"""The id of the request that the current task handles, for its log lines and its response."""

import secrets
from contextvars import ContextVar

HEADER = "x-request-id"

current_request_id: ContextVar[str] = ContextVar("current_request_id", default="-")


def new_request_id() -> str:
    """A random id, such as `req_0123456789abcdef01234567`."""
    return f"req_{secrets.token_hex(12)}"
