"""The values of SSML attributes as numbers. Each function raises ValueError for an invalid value."""

import re

from kokoro_speech_server.text.script import FASTEST, SLOWEST

RATES = {"x-slow": 0.5, "slow": 0.75, "medium": 1.0, "default": 1.0, "fast": 1.5, "x-fast": 2.0}
"""The rates that prosody names."""

_VOLUMES = {
    "silent": 0.0,
    "x-soft": 0.25,
    "soft": 0.5,
    "medium": 1.0,
    "default": 1.0,
    "loud": 1.4,
    "x-loud": 2.0,
}
PAUSES = {"none": 0.0, "x-weak": 0.1, "weak": 0.25, "medium": 0.5, "strong": 0.75, "x-strong": 1.25}
"""The seconds of each strength of a break."""

# Rate and volume of each level. The model has no control for stress.
_EMPHASES = {"strong": (0.85, 1.4), "moderate": (0.93, 1.2), "none": (1.0, 1.0), "reduced": (1.07, 0.8)}

_NUMBER = re.compile(r"([+-]?)(\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})\s?(%|dB|ms|s)?", re.IGNORECASE)
_MAX_DB = 20.0


def rate(text: str) -> float:
    """The factor, 0.25 to 4, for a name, a factor ("1.2"), a percentage ("120%") or a relative one ("+20%")."""
    if text in RATES:
        return RATES[text]
    sign, number, unit = _read(text)
    factor = number / 100 if unit == "%" else number
    if sign:
        factor = 1 + factor if sign == "+" else 1 - factor
    if unit not in ("", "%") or not SLOWEST <= factor <= FASTEST:
        raise ValueError(f"is not a rate from {SLOWEST:g} to {FASTEST:g}, nor one of {', '.join(RATES)}")
    return factor


def volume(text: str) -> float:
    """The factor for a name, decibels ("+6dB"), a percentage or 0 to 100 ("80"), or a relative one ("+20%")."""
    if text in _VOLUMES:
        return _VOLUMES[text]
    sign, number, unit = _read(text)
    if unit == "db" and number <= _MAX_DB:
        return float(10 ** ((-number if sign == "-" else number) / 20))
    if unit in ("", "%"):
        share = number / 100
        factor = 1 + share if sign == "+" else 1 - share if sign else share
        if 0 <= factor <= 10 ** (_MAX_DB / 20):
            return float(factor)
    raise ValueError(f"is not a volume up to +{_MAX_DB:g}dB, nor one of {', '.join(_VOLUMES)}")


def emphasis(level: str) -> tuple[float, float]:
    """The rate and the volume factor of a level."""
    if level not in _EMPHASES:
        raise ValueError(f"is not one of {', '.join(_EMPHASES)}")
    return _EMPHASES[level]


def pause(time: str | None, strength: str | None) -> float:
    """The seconds of a break; `time` takes precedence over `strength`."""
    if time is None:
        if strength is not None and strength not in PAUSES:
            raise ValueError(f"is not one of {', '.join(PAUSES)}")
        return PAUSES[strength or "medium"]
    return seconds(time)


def seconds(time: str) -> float:
    """The seconds of "1.5s" or "500ms"."""
    sign, number, unit = _read(time)
    if sign == "-" or unit not in ("s", "ms"):
        raise ValueError('is not a time like "1.5s" or "500ms"')
    return number / 1000 if unit == "ms" else number


def _read(text: str) -> tuple[str, float, str]:
    found = _NUMBER.fullmatch(text)
    if not found:
        return "", -1.0, "?"
    return found[1], float(found[2]), (found[3] or "").lower()
