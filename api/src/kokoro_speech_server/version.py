"""The version of this package, which pyproject.toml alone states."""

from importlib.metadata import version

DISTRIBUTION = "kokoro-speech-server"

VERSION = version(DISTRIBUTION)
