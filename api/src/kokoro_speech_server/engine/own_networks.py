"""The networks of models of one's own that an engine has loaded besides its own."""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from kokoro_speech_server.engine.fallback import FallbackNetwork
from kokoro_speech_server.errors import ModelUnusableError
from kokoro_speech_server.weights.own_models import ModelFolder, OwnModel
from kokoro_speech_server.weights.untrusted_file import UntrustedFileError, reason_of

logger = logging.getLogger(__name__)


class OwnNetworks:
    """Networks by the keys of their models. One thread may call `use`, and another one `of` at the same time.

    folder: of the models
    build:  makes a network of a model's files; it raises UntrustedFileError or OSError if they can't be used
    """

    def __init__(self, folder: ModelFolder, build: Callable[[OwnModel], FallbackNetwork]) -> None:
        self._folder = folder
        self._build = build
        self._by_key: Mapping[str, FallbackNetwork] = MappingProxyType({})

    def use(self, keys: Sequence[str]) -> None:
        """Load what is missing of these models, and forget all others. Raises ModelUnusableError."""
        self._by_key = {key: network for key, network in self._by_key.items() if key in keys}
        for key in keys:
            if key not in self._by_key:
                self._by_key = {**self._by_key, key: self._load(key)}

    def of(self, key: str) -> FallbackNetwork:
        return self._by_key[key]

    def _load(self, key: str) -> FallbackNetwork:
        model = self._folder.current(key)
        if model is None:
            raise ModelUnusableError(
                f"The files of the model {key.partition('@')[0]!r} have changed just now. Send the request again."
            )
        begun = time.monotonic()
        try:
            network = self._build(model)
        except (UntrustedFileError, OSError) as error:
            reason = f"The model {model.name!r} can't be used: {model.weights.name[:60]} {reason_of(error)}."
            logger.error("MODELS_DIR: %s", reason)
            raise ModelUnusableError(reason) from error
        logger.info("The model %s is loaded, in %.1f s", model.name, time.monotonic() - begun)
        return network
