"""Numbers in the address of a WebSocket."""

import math

from starlette.datastructures import QueryParams

from kokoro_speech_server.errors import InvalidRequestError


def sample_rate_of_query(query: QueryParams) -> int | None:
    """The parameter `sample_rate`; None without it. Raises InvalidRequestError."""
    text = query.get("sample_rate")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise InvalidRequestError("sample_rate: a whole number of Hz.", param="sample_rate")
    return int(text)


def speed_of_query(query: QueryParams) -> float:
    """The parameter `speed`, 1 without it. Raises InvalidRequestError."""
    try:
        speed = float(query.get("speed", "1"))
    except ValueError:
        speed = math.nan
    if not 0.25 <= speed <= 4:
        raise InvalidRequestError("speed: a number from 0.25 to 4.", param="speed")
    return speed
