"""The choice of how workers are started: as forks of a template on Linux without a GPU, else as new processes."""

import sys
from pathlib import Path

from kokoro_speech_server.config import Settings
from kokoro_speech_server.workers.child_process import ProcessStarter
from kokoro_speech_server.workers.exec_starter import ExecStarter
from kokoro_speech_server.workers.fork_starter import ForkStarter
from kokoro_speech_server.workers.sizing import worker_environment

_GPU_FILES = ("nvidiactl", "nvmap", "dxg", "kfd")
"""What is in /dev with drivers of NVIDIA (on a PC, on Jetson, under WSL) and AMD."""


def process_starter(settings: Settings, factory: str, *, engines: int) -> ProcessStarter:
    """What starts the workers of a server.

    Forks with a GPU are untested, so a server that may use one starts new processes.

    factory: "module:callable" that creates a worker's application; the module also has preload(settings)
    """
    environment = worker_environment(settings, engines)
    if sys.platform == "linux" and (settings.device == "cpu" or not _may_have_gpu()):
        return ForkStarter(factory, settings, environment)
    return ExecStarter(factory, environment)


def _may_have_gpu() -> bool:
    return any(Path("/dev", name).exists() for name in _GPU_FILES)
