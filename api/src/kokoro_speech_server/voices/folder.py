"""The voices in VOICES_DIR, which are found anew when the folder changes."""

import logging
import os
import re
import secrets
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kokoro_speech_server.errors import InvalidVoiceError
from kokoro_speech_server.voices import VOICES, StylePack, Voice
from kokoro_speech_server.weights import voice_files
from kokoro_speech_server.weights.untrusted_file import (
    Stamp,
    UntrustedFileError,
    check_inside,
    content_of,
    reason_of,
    stamp_of,
)
from kokoro_speech_server.weights.voice_files import SUFFIXES

logger = logging.getLogger(__name__)

NAME = re.compile(r"\w{1,60}", re.ASCII)
DESCRIPTIONS = "voices.toml"

_MOST_VOICES = 1_000
_MOST_DESCRIBED_BYTES = 1024 * 1024
_LONGEST = 200
_GENDERS = {"f": "female", "m": "male"}
_LANGUAGES = frozenset(voice.language for voice in VOICES.values())


@dataclass(frozen=True, slots=True)
class _File:
    """A file of a voice; `fault` says why it can't be used, or is empty."""

    path: Path
    stamp: Stamp
    metadata: Mapping[str, str]
    fault: str


class VoiceFolder:
    """The voices of a folder. Its methods block.

    existing: voices besides the folder's, of which none has a name of those
    within:   a folder that this one must not lead out of, as a link
    label:    of the folder, in log lines
    voices:   all that requests may name
    version:  changes whenever the folder does
    is_known: whether it has been looked into
    """

    def __init__(
        self,
        path: Path | None,
        existing: Mapping[str, Voice] = VOICES,
        *,
        within: Path | None = None,
        label: str = "VOICES_DIR",
    ) -> None:
        self.voices = existing
        self.version = 0
        self.is_known = False
        self._path = path
        self._existing = existing
        self._within = within
        self._label = label
        self._files: dict[str, _File] = {}
        self._descriptions: tuple[Stamp | None, Mapping[str, Mapping[str, Any]]] = (None, {})

    def refresh(self) -> None:
        """Find what has changed. A file is read, and checked, once; one that can't be used is logged."""
        if self._path is None:
            return
        files = {name: self._file(name, path, stamp) for name, path, stamp in self._found(self._path)}
        descriptions = self._described()
        self.is_known = True
        if files == self._files and descriptions is self._descriptions:
            return
        self._files, self._descriptions = files, descriptions
        own = {
            name: _voice(name, {**file.metadata, **descriptions[1].get(name, {})}, file.fault)
            for name, file in sorted(files.items())
        }
        self.voices = {**self._existing, **own}
        self.version += 1

    def read(self, name: str) -> StylePack:
        """The style pack of one of the folder's voices. Raises InvalidVoiceError if its file can't be used any more."""
        file = self._files.get(name)
        if file is None:
            raise InvalidVoiceError(f"The file of the voice {name!r} has been removed.")
        try:
            return voice_files.read(file.path)[0]
        except (UntrustedFileError, OSError) as error:
            raise InvalidVoiceError(f"The file of the voice {name!r} {reason_of(error)}.") from error

    def save(self, name: str, pack: StylePack, metadata: dict[str, str]) -> None:
        """Store a pack as a new voice. Raises InvalidVoiceError if the name is taken, OSError."""
        if self._path is None:
            raise InvalidVoiceError("This server stores no voices: VOICES_DIR is not set.", param="name")
        self._path.mkdir(parents=True, exist_ok=True)
        if len(self._files) >= _MOST_VOICES:
            raise InvalidVoiceError(f"There are already {_MOST_VOICES} voices.", param="name")
        temporary = self._path / f".{name}.{secrets.token_hex(8)}"
        try:
            temporary.write_bytes(voice_files.safetensors_of(pack, metadata))
            if any((self._path / f"{name}{suffix}").exists() for suffix in SUFFIXES):
                raise FileExistsError
            os.link(temporary, self._path / f"{name}.safetensors")  # unlike a rename, it replaces nothing
        except FileExistsError as error:
            raise InvalidVoiceError(f"The voice {name!r} exists already.", param="name") from error
        finally:
            temporary.unlink(missing_ok=True)
        self.refresh()

    def _file(self, name: str, path: Path, stamp: Stamp) -> _File:
        known = self._files.get(name)
        if known and (known.path, known.stamp) == (path, stamp):
            return known
        try:
            check_inside(path, path.parent)
            _, metadata = voice_files.read(path)
        except (UntrustedFileError, OSError) as error:
            logger.error("%s: %s %s", self._label, path.name, reason_of(error))
            return _File(path, stamp, {}, reason_of(error))
        return _File(path, stamp, metadata, "")

    def _found(self, folder: Path) -> Iterator[tuple[str, Path, Stamp]]:
        """The files that may be voices: the name, the path and the stamp. The first suffix of a name counts."""
        try:
            if self._within is not None:
                check_inside(folder, self._within)
            paths = [Path(entry) for entry in os.scandir(folder)]
        except UntrustedFileError:
            return
        except OSError:  # it may come later
            return
        paths = [path for path in paths if path.suffix in SUFFIXES and path.stem not in self._existing]
        names: set[str] = set()
        for path in sorted(paths, key=lambda path: (path.stem, SUFFIXES.index(path.suffix))):
            name = path.stem
            if name in names or not NAME.fullmatch(name):
                continue
            if len(names) == _MOST_VOICES:
                logger.error("%s: only the first %d voices are used", self._label, _MOST_VOICES)
                return
            if stamp := stamp_of(path):
                names.add(name)
                yield name, path, stamp

    def _described(self) -> tuple[Stamp | None, Mapping[str, Mapping[str, Any]]]:
        """What voices.toml says. One that can't be read says nothing, and is logged."""
        assert self._path is not None
        path = self._path / DESCRIPTIONS
        stamp = stamp_of(path)
        if stamp == self._descriptions[0]:
            return self._descriptions
        if stamp is None:
            return None, {}
        try:
            content = content_of(path, _MOST_DESCRIBED_BYTES, "such a file")
            tables = tomllib.loads(content.decode())
            return stamp, {name: table for name, table in tables.items() if isinstance(table, dict)}
        except (OSError, ValueError) as error:
            logger.error("%s: %s: %s", self._label, DESCRIPTIONS, error)
            return stamp, {}


def _voice(name: str, about: Mapping[str, Any], fault: str) -> Voice:
    """A voice as its descriptions have it, or else as its name says if that is like af_bella."""
    if name[2:3] == "_" and name[0] in _LANGUAGES and name[1] in _GENDERS:
        language, gender = name[0], _GENDERS[name[1]]
    else:
        language, gender = "a", "unknown"
    if about.get("language") in _LANGUAGES:
        language = about["language"]
    if about.get("gender") in _GENDERS.values():
        gender = about["gender"]
    return Voice(
        name,
        language,
        gender,
        grade=None,
        title=_text(about.get("name")) or name,
        licence=_text(about.get("licence")),
        loudness=_number(about.get("loudness")),
        fault=f"The file of the voice {name!r} {fault}." if fault else "",
    )


def _text(value: Any) -> str | None:
    return " ".join(value.split())[:_LONGEST] if isinstance(value, str) else None


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and -70 <= value <= 0 else None
