"""The models in MODELS_DIR, which are found anew when the folder changes.

Each is a folder with a file of weights, config.json and, optionally, a folder of voices. Models are of Kokoro's
architecture: their configurations differ in the vocabulary only.
"""

import json
import logging
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .assets import config as kokoro_config
from .own_layout import Shapes, check_file, expected_shapes
from .untrusted_file import (
    Stamp,
    UntrustedFileError,
    check_inside,
    content_of,
    reason_of,
    stamp_of,
)
from .weights_file import shapes

logger = logging.getLogger(__name__)

SUFFIXES = (".safetensors", ".pth")
CONFIG = "config.json"
VOICES = "voices"

LARGEST = 1024**3
"""Bytes of a file of weights. Kokoro's has 327 MB."""

_NAME = re.compile(r"\w[\w.-]{0,59}", re.ASCII)
_MOST_MODELS = 100
_MOST_CONFIG_BYTES = 1024 * 1024
_MOST_SYMBOLS = 10_000

_SAME = (
    "istftnet", "dim_in", "hidden_dim", "max_dur", "n_layer", "n_mels", "style_dim", "text_encoder_kernel_size",
)  # fmt: skip
"""What every configuration has in common."""

_SAME_OF_PLBERT = (
    "hidden_size", "num_attention_heads", "intermediate_size", "max_position_embeddings", "num_hidden_layers",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class OwnModel:
    """A model of MODELS_DIR.

    version:    of its files: changes when they do
    path:       of its folder
    weights:    the file's path
    created:    when the file of weights was written, in Unix seconds
    symbols:    rows of its embeddings
    vocabulary: its phoneme symbols, one character each, and their rows
    fault:      why it can't be used, in a sentence; empty if that is not known
    """

    name: str
    version: str
    path: Path
    weights: Path
    created: int
    symbols: int = 0
    vocabulary: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    fault: str = ""

    @property
    def key(self) -> str:
        """The name and the version, by which engines know it."""
        return f"{self.name}@{self.version}"

    def config(self) -> dict[str, Any]:
        """Its configuration as the `kokoro` library reads it."""
        return {**kokoro_config(), "n_token": self.symbols, "vocab": dict(self.vocabulary)}


class ModelFolder:
    """The models of a folder. Its methods block.

    is_taken:        whether a name is another model's
    kokoros_weights: the server's own file, once it is there; what a file of weights says that it holds is checked by it
    models:          by their names, those that can't be used among them
    """

    def __init__(
        self,
        path: Path | None,
        is_taken: Callable[[str], bool] = lambda _: False,
        *,
        kokoros_weights: Path | None = None,
    ) -> None:
        self.models: Mapping[str, OwnModel] = {}
        self._path = path
        self._is_taken = is_taken
        self._kokoros_weights = kokoros_weights
        self._shapes: Shapes | None = None
        self._unused: frozenset[str] = frozenset()

    @property
    def exists(self) -> bool:
        """Whether there is such a folder, according to the settings."""
        return self._path is not None

    def refresh(self) -> None:
        """Find what has changed. Files that have not are not read again; a model that can't be used is logged."""
        if self._path is None:
            return
        try:
            names = sorted(entry.name for entry in os.scandir(self._path) if entry.is_dir())
        except OSError:  # it may come later
            names = []
        names = [name for name in names if not name.startswith(".")]
        usable = [name for name in names if _NAME.fullmatch(name) and not self._is_taken(name)][:_MOST_MODELS]
        unused = frozenset(names).difference(usable)
        for name in sorted(unused - self._unused):
            logger.error("MODELS_DIR: %r is not used: its name is not allowed or taken", name[:60])
        self._unused = unused
        if self._shapes is None and self._kokoros_weights is not None:
            with suppress(OSError, ValueError):  # it is there before the server is ready
                self._shapes = shapes(self._kokoros_weights)
                self.models = {}  # to check them
        self.models = {name: self._model(name) for name in usable}

    def current(self, key: str) -> OwnModel | None:
        """The model with this key, or None if its files have changed or can't be used."""
        name = key.partition("@")[0]
        if self._path is None or not _NAME.fullmatch(name):
            return None
        model = self._model(name)
        return model if model.key == key and not model.fault else None

    def _model(self, name: str) -> OwnModel:
        assert self._path is not None
        path = self._path / name
        weights, version, fault = _files(path, self._path)
        known = self.models.get(name)
        if known and (known.path, known.weights, known.version) == (path, weights, version):
            return known
        symbols, created = 0, 0
        vocabulary: dict[str, int] = {}
        if not fault:
            try:
                symbols, vocabulary = _vocabulary(path / CONFIG)
                created = int(weights.stat().st_mtime)
            except (UntrustedFileError, OSError) as error:
                fault = f"{CONFIG} {reason_of(error)}"
        if not fault and self._shapes is not None:
            try:
                check_file(weights, expected_shapes(self._shapes, symbols), LARGEST)
            except (UntrustedFileError, OSError) as error:
                fault = f"{weights.name[:60]} {reason_of(error)}"
        if fault:
            fault = f"The model {name!r} can't be used: {fault}."
            logger.error("MODELS_DIR: %s", fault)
        return OwnModel(name, version, path, weights, created, symbols, vocabulary, fault)


def _files(path: Path, folder: Path) -> tuple[Path, str, str]:
    """The file of weights, the version of all files, and what is wrong with them, if anything is."""
    try:
        check_inside(path, folder)
    except UntrustedFileError as error:
        return path, "", f"its folder {error}"
    try:
        found = sorted(one for one in path.iterdir() if one.suffix in SUFFIXES and one.name[:1] != ".")
    except OSError as error:
        return path, "", f"its folder {reason_of(error)}"
    if len(found) != 1:
        many = ", ".join(one.name[:60] for one in found[:3]) or "none"
        return path, many, f"its folder has to hold one .safetensors or .pth file, and holds {many}"
    [weights] = found
    stamps: list[Stamp | None] = []
    for one in (weights, path / CONFIG):
        stamps.append(stamp_of(one))
        try:
            check_inside(one, path)
            if stamps[-1] is None:
                raise UntrustedFileError("does not exist")
            if not one.is_file():
                raise UntrustedFileError("is not a regular file")
            if one == weights and stamps[-1][1] > LARGEST:
                raise UntrustedFileError(f"has {stamps[-1][1]} bytes; a model has at most {LARGEST}")
        except (UntrustedFileError, OSError) as error:
            return weights, repr(stamps), f"{one.name[:60]} {reason_of(error)}"
    return weights, ".".join(f"{number:x}" for stamp in stamps if stamp for number in stamp), ""


def _vocabulary(path: Path) -> tuple[int, dict[str, int]]:
    """The number of symbols, and those that text can have, from a configuration of Kokoro's architecture.

    Raises UntrustedFileError, OSError.
    """
    try:
        given = json.loads(content_of(path, _MOST_CONFIG_BYTES, "a configuration"))
    except UntrustedFileError:
        raise
    except (ValueError, RecursionError) as error:
        raise UntrustedFileError(f"is not JSON: {str(error)[:200]}") from error
    kokoro = kokoro_config()
    _check_same(given, kokoro, _SAME, "")
    _check_same(given.get("plbert"), kokoro["plbert"], _SAME_OF_PLBERT, "plbert.")
    symbols, vocab = given.get("n_token"), given.get("vocab")
    if not _is_number(symbols) or not 1 < symbols <= _MOST_SYMBOLS:
        raise UntrustedFileError(f"has n_token {_short(symbols)}, which has to be from 2 to {_MOST_SYMBOLS}")
    if not isinstance(vocab, dict) or len(vocab) > _MOST_SYMBOLS:
        raise UntrustedFileError("has no vocab: an object from symbols to numbers")
    for symbol, number in vocab.items():
        if not _is_number(number) or not 0 <= number < symbols:
            raise UntrustedFileError(
                f"gives {symbol[:20]!r} in vocab the number {_short(number)}, which has to be from 0 to {symbols - 1}"
            )
    usable = {symbol: number for symbol, number in vocab.items() if len(symbol) == 1}
    if not usable:
        raise UntrustedFileError("has a vocab without symbols of one character")
    return symbols, usable


def _check_same(given: Any, expected: Mapping[str, Any], keys: tuple[str, ...], prefix: str) -> None:
    if not isinstance(given, dict):
        raise UntrustedFileError(f"has no object {prefix.rstrip('.')}".rstrip())
    for key in keys:
        if given.get(key) != expected[key]:
            raise UntrustedFileError(
                f"has {prefix}{key} {_short(given.get(key))}, which is {_short(expected[key])} in Kokoro's architecture"
            )


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _short(value: Any) -> str:
    return json.dumps(value)[:60]
