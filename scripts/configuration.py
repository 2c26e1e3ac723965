"""Writes docs/configuration.md from the settings class: `python -m scripts.configuration`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import annotated_types
from pydantic import SecretStr
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from kokoro_speech_server.config import Settings
from kokoro_speech_server.weights.assets import DEFAULT_MODEL_DIR

FILE = Path(__file__).parent.parent / "docs" / "configuration.md"

_HEAD = """\
# Configuration

Every setting is an environment variable. A value that will not do stops the start with the variable's name and exit
code 1; `kokoro-speech-server --print-config` prints what the server would run with, keys masked. A list is written with
commas.

<!-- Written by `python -m scripts.configuration` from api/src/kokoro_speech_server/config.py. -->
"""

_SECTIONS = {
    "host": "Server",
    "api_keys": "Callers",
    "model_dir": "Model and voices",
    "queue_size": "Queue and engine",
    "max_input_chars": "Limits of a request",
    "first_chunk_tokens": "Text",
    "mp3_bit_rate": "Audio",
}
"""The field that begins each section."""

_UNITS = {
    "_s": "s",
    "_bytes": "bytes",
    "_mb": "MB",
    "_tokens": "tokens",
    "_chars": "characters",
    "_rate": "bit/s",
}


def markdown() -> str:
    return "".join([_HEAD, *_lines(), *_voices()])


def _lines() -> Iterator[str]:
    for name, field in Settings.model_fields.items():
        if name in _SECTIONS:
            yield f"\n## {_SECTIONS[name]}\n\n| variable | default | values | meaning |\n| --- | --- | --- | --- |\n"
        cells = (f"`{name.upper()}`", _default(name, field), _values(name, field), field.description or "")
        yield f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |\n"


def _default(name: str, field: FieldInfo) -> str:
    value = field.default
    if name == "model_dir":
        return f"`{DEFAULT_MODEL_DIR}`"
    if name == "openai_voices":
        return "[below](#openais-voice-names)"
    if value is PydanticUndefined or value is None or value == () or isinstance(value, SecretStr):
        return "unset"
    if isinstance(value, tuple):
        return f"`{','.join(value)}`"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{value}`"


def _values(name: str, field: FieldInfo) -> str:
    unit = next((f" {unit}" for ending, unit in _UNITS.items() if name.endswith(ending)), "")
    low, high = _bounds(field)
    if choices := _choices(field.annotation):
        return ", ".join(f"`{choice}`" for choice in choices)
    if field.annotation is bool:
        return "`true`, `false`"
    if low and high:
        return f"{low} to {high}{unit}"
    return f"{low or high}{unit}" if low or high else ""


def _bounds(field: FieldInfo) -> tuple[str, str]:
    low = high = ""
    for bound in field.metadata:
        match bound:
            case annotated_types.Ge(least):
                low = f"{least:,}"
            case annotated_types.Gt(below):
                low = f"more than {below:,}"
            case annotated_types.Le(most):
                high = f"{most:,}"
            case annotated_types.Lt(above):
                high = f"less than {above:,}"
    if low and not high:
        low = low if low.startswith("more") else f"at least {low}"
    return low, high


def _choices(annotation: Any) -> tuple[str, ...]:
    """Of a Literal, wherever in the annotation it stands."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return next((found for part in get_args(annotation) if (found := _choices(part))), ())


def _voices() -> Iterator[str]:
    yield "\n## OpenAI's voice names\n\nWhat `OPENAI_VOICES` is if it is not set:\n\n```json\n"
    yield json.dumps(Settings.model_fields["openai_voices"].default, indent=2)
    yield "\n```\n"


if __name__ == "__main__":
    FILE.write_text(markdown(), encoding="utf-8")
