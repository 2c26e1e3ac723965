"""The version of this package. pyproject.toml is the only place that states it."""

from importlib.metadata import version

DISTRIBUTION = "kokoro-speech-server"

VERSION = version(DISTRIBUTION)
