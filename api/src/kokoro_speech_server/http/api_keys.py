"""API keys, of which only the digests are kept."""

import hashlib
import hmac
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from kokoro_speech_server.config import Settings

_USABLE = re.compile(r"[\x21-\x7e]+")


class ApiKeys:
    """A set of API keys. It is false without keys; the server is then open to everyone.

    digests: the SHA-256 of each key. A plain hash suffices for keys, which are long and random, unlike passwords.
    """

    def __init__(self, digests: Iterable[bytes] = ()) -> None:
        self._digests = tuple(digests)

    @classmethod
    def of(cls, keys: Iterable[str]) -> Self:
        """Raises ValueError for a key that no header can contain. The message does not contain the key."""
        keys = list(keys)
        for number, key in enumerate(keys, start=1):
            if not _USABLE.fullmatch(key):
                raise ValueError(f"key {number} has a character that is not allowed in a key")
        return cls(_digest(key) for key in keys)

    @classmethod
    def read(cls, settings: "Settings") -> Self:
        """The keys of API_KEYS and API_KEYS_FILE. Raises ValueError with the name of the variable."""
        keys = re.split(r"[\s,]+", settings.api_keys.get_secret_value())
        try:
            from_variable = cls.of(filter(None, keys))
        except ValueError as error:
            raise ValueError(f"API_KEYS: {error}") from error
        if settings.api_keys_file is None:
            return from_variable
        try:
            lines = settings.api_keys_file.read_text(encoding="utf-8").splitlines()
            from_file = cls.of(key for line in lines if (key := line.partition("#")[0].strip()))
        except (OSError, ValueError) as error:
            raise ValueError(f"API_KEYS_FILE: {error}") from error
        if not from_file:
            # An empty file may be half written, and must not open the server to everyone.
            raise ValueError(f"API_KEYS_FILE: there is no key in {settings.api_keys_file}")
        return cls({*from_variable._digests, *from_file._digests})

    def __bool__(self) -> bool:
        return bool(self._digests)

    def __len__(self) -> int:
        return len(self._digests)

    def name(self, key: str) -> str | None:
        """The name of a valid key in the log: the first 8 hexadecimal digits of its digest. None for an invalid key.

        The time does not depend on which key it is, nor on how much of it is right.
        """
        received = _digest(key)
        valid = False
        for digest in self._digests:
            valid |= hmac.compare_digest(digest, received)
        return received.hex()[:8] if valid else None


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()
