"""Environment variables of Kokoro-FastAPI, and what becomes of them here.

Variables that have the same name and meaning here are not listed.
"""

from collections.abc import Callable, Mapping
from typing import Any

_LOG_LEVELS = {"trace": "debug", "success": "info", "critical": "error"}


def _log_level(value: str) -> str:
    return _LOG_LEVELS.get(value.lower(), value.lower())


def _device(use_gpu: str) -> str:
    return "cpu" if use_gpu.lower() in ("false", "0", "no", "off") else "auto"


def _seconds(hours: str) -> float:
    return float(hours) * 3600


READ_AS: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "API_LOG_LEVEL": ("log_level", _log_level),
    "DEVICE_TYPE": ("device", str.lower),
    "USE_GPU": ("device", _device),
    "MAX_PAUSE_DURATION_S": ("max_pause_s", str),
    "ENABLE_WEB_PLAYER": ("studio", str),
    "TEMP_FILE_DIR": ("downloads_dir", str),
    "MAX_TEMP_DIR_SIZE_MB": ("downloads_max_mb", str),
    "MAX_TEMP_DIR_AGE_HOURS": ("downloads_max_age_s", _seconds),
}
"""Variables that set a setting, unless a variable of its own does, and what makes its value of theirs.

The first of two for one setting counts.
"""

WITHOUT_EFFECT: Mapping[str, str] = {
    "API_TITLE": "the title of /docs is fixed",
    "API_DESCRIPTION": "the text of /docs is fixed",
    "API_VERSION": "/ready tells this server's version",
    "MODEL_REPO_ID": "the model comes from hexgrad/Kokoro-82M, at one revision",
    "DOWNLOAD_MODEL": "a start fetches the model if it is missing; HF_HUB_OFFLINE=1 prevents it",
    "DEFAULT_VOICE_CODE": "requests choose a language with lang_code",
    "VOICE_WEIGHT_NORMALIZATION": "the weights of a mix always add up to 1",
    "ALLOW_LOCAL_VOICE_SAVING": "POST /v1/audio/voices stores mixes in VOICES_DIR",
    "SSML_MAX_DEPTH": "elements may be nested 50 deep",
    "ADVANCED_TEXT_NORMALIZATION": "requests switch it off with normalization_options",
    "DEFAULT_VOLUME_MULTIPLIER": "requests set volume_multiplier",
    "GAP_TRIM_MS": "silence is trimmed to SENTENCE_PAUSE_S and PARAGRAPH_PAUSE_S",
    "DYNAMIC_GAP_TRIM_PADDING_MS": "silence is trimmed to SENTENCE_PAUSE_S and PARAGRAPH_PAUSE_S",
    "DYNAMIC_GAP_TRIM_PADDING_CHAR_MULTIPLIER": "silence is trimmed to SENTENCE_PAUSE_S and PARAGRAPH_PAUSE_S",
    "WEB_PLAYER_PATH": "the page is part of the package",
    "CORS_ENABLED": "pages of other origins are allowed by CORS_ORIGINS, which is empty by default",
    "MAX_TEMP_DIR_COUNT": "downloads are limited by DOWNLOADS_MAX_MB",
    "ENABLE_DEBUG_ENDPOINTS": "/metrics and /dev/engine show the state of the server",
    "ALLOW_DEV_UNLOAD": "the model stays loaded",
}
"""Variables that set nothing here, and why."""


def settings_of(environment: Mapping[str, str]) -> dict[str, Any]:
    """The settings that these variables set, by their names. Raises ValueError with the name of an invalid one."""
    found: dict[str, Any] = {}
    for variable, (setting, value) in READ_AS.items():
        if variable in environment and setting not in found:
            try:
                found[setting] = value(environment[variable])
            except ValueError as error:
                raise ValueError(f"{variable}: {error}") from error
    return found


def remarks(environment: Mapping[str, str]) -> list[str]:
    """A line about each of these variables that is set."""
    lines = [
        f"{variable}, a variable of Kokoro-FastAPI, is read as {setting.upper()}"
        for variable, (setting, _) in READ_AS.items()
        if variable in environment
    ]
    lines += [
        f"{variable}, a variable of Kokoro-FastAPI, has no effect here: {why}"
        for variable, why in WITHOUT_EFFECT.items()
        if variable in environment
    ]
    return lines
