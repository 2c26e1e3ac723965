"""What is checked before a server with WYOMING_PORT starts. The package of the protocol is not imported here."""

from importlib.util import find_spec

from kokoro_speech_server.config import Settings


def wyoming_host(settings: Settings) -> str:
    """The address on which Wyoming listens."""
    return settings.host if settings.wyoming_host is None else settings.wyoming_host


def check_wyoming(settings: Settings, *, has_keys: bool) -> None:
    """Raise ValueError, with the name of a variable, if Wyoming cannot be served or would be open by accident.

    has_keys: whether callers over HTTP need an API key
    """
    if settings.wyoming_port is None:
        return
    for package in ("wyoming", "zeroconf"):
        if find_spec(package) is None:
            raise ValueError(
                f"WYOMING_PORT: the package {package} is not installed. Install the server again: pip install ."
            )
    if settings.wyoming_port == settings.port:
        raise ValueError("WYOMING_PORT must not be PORT")
    if has_keys and settings.wyoming_host is None:
        raise ValueError(
            "WYOMING_PORT: Wyoming has no API keys, so everyone who reaches its port can use this server, although "
            "there are API_KEYS. If that is meant, set WYOMING_HOST to the address to listen on: 127.0.0.1 for this "
            "machine alone, 0.0.0.0 for every network"
        )
