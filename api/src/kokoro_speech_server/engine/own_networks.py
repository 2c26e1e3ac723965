"""The networks of models of one's own that an engine has loaded besides its own."""

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from kokoro_speech_server.engine.fallback import FallbackNetwork
from kokoro_speech_server.errors import ModelUnusableError
from kokoro_speech_server.weights.own_models import ModelFolder, OwnModel
from kokoro_speech_server.weights.untrusted_file import UntrustedFileError, reason_of

logger = logging.getLogger(__name__)


class OwnNetworks:
    """Networks by the keys of their models. Several threads may use them at the same time.

    folder: of the models
    build:  makes a network of a model's files; it raises UntrustedFileError or OSError if they can't be used
    """

    def __init__(self, folder: ModelFolder, build: Callable[[OwnModel], FallbackNetwork]) -> None:
        self._folder = folder
        self._build = build
        self._lock = threading.Lock()
        self._by_key: Mapping[str, FallbackNetwork] = MappingProxyType({})
        self._wanted: Sequence[str] = ()

    @property
    def keys(self) -> Sequence[str]:
        return tuple(self._by_key)

    def use(self, keys: Sequence[str]) -> None:
        """Load the last of these models, and forget all that are not among them. Raises ModelUnusableError.

        A model that a later call does not name is forgotten as soon as it is loaded.
        """
        with self._lock:
            self._wanted = tuple(keys)
            self._by_key = {key: network for key, network in self._by_key.items() if key in keys}
        if not keys or keys[-1] in self._by_key:
            return
        network = self._load(keys[-1])
        with self._lock:
            if keys[-1] in self._wanted:
                self._by_key = {**self._by_key, keys[-1]: network}

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
