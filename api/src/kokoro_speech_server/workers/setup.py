"""What the supervisor hands to a worker at its start."""

from dataclasses import dataclass

from kokoro_speech_server.config import Settings
from kokoro_speech_server.http.api_keys import ApiKeys
from kokoro_speech_server.text.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """Everything that was read from the environment and from files: once, so that a broken file stops no replacement.

    worker:      the number of the worker, from 0
    workers:     number of workers
    has_engine:  whether the worker has a model
    settings:    the server's, with `engines` and `threads_per_worker` set
    lexicon:     of the file at LEXICON_PATH; None without that setting
    """

    worker: int
    workers: int
    has_engine: bool
    settings: Settings
    api_keys: ApiKeys
    lexicon: Lexicon | None
