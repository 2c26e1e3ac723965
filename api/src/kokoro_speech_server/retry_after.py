"""The Retry-After headers: how long a refused client should wait before it tries again."""

import math

RETRY_AFTER_MIN_S = 1
RETRY_AFTER_MAX_S = 60
"""Bounds of the header. Older versions of OpenAI's SDKs ignore a longer one."""

_MAX_MS = RETRY_AFTER_MAX_S * 1000 - 1
"""OpenAI's SDK for JavaScript used to ignore a wait of exactly 60 seconds."""


def retry_after_header(seconds: float) -> dict[str, str]:
    """The headers for a wait in seconds, within the bounds.

    Retry-After has whole seconds, rounded up. OpenAI's SDKs prefer `retry-after-ms`, whose milliseconds keep clients
    apart that are refused together.
    """
    bounded = min(RETRY_AFTER_MAX_S, max(RETRY_AFTER_MIN_S, seconds))
    return {
        "retry-after": str(math.ceil(bounded)),
        "retry-after-ms": str(min(_MAX_MS, math.ceil(bounded * 1000))),
    }
