"""The Retry-After header: how long a refused client should wait before it tries again."""

import math

RETRY_AFTER_MIN_S = 1
RETRY_AFTER_MAX_S = 60
"""Bounds of the header. OpenAI's SDKs ignore a longer one."""


def retry_after_header(seconds: float) -> dict[str, str]:
    """The header for a wait in seconds: rounded up to whole seconds, within the bounds."""
    return {"retry-after": str(min(RETRY_AFTER_MAX_S, max(RETRY_AFTER_MIN_S, math.ceil(seconds))))}
