"""The keys that callers show, where they are set: only their digests are kept."""

import hashlib
import hmac
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from kokoro_speech_server.config import Settings

_USABLE = re.compile(r"[\x21-\x7e]+")


class ApiKeys:
    """A set of keys; false if there are none, and everyone may call.

    digests: SHA-256 of each. That is enough for keys, which are random and long, as it would not be for passwords.
    """

    def __init__(self, digests: Iterable[bytes] = ()) -> None:
        self._digests = tuple(digests)

    @classmethod
    def of(cls, keys: Iterable[str]) -> Self:
        """Raises ValueError for a key that no header can carry; the message does not show it."""
        keys = list(keys)
        for number, key in enumerate(keys, start=1):
            if not _USABLE.fullmatch(key):
                raise ValueError(f"key {number} has a character that a key can't have")
        return cls(_digest(key) for key in keys)

    @classmethod
    def read(cls, settings: "Settings") -> Self:
        """API_KEYS and API_KEYS_FILE together. Raises ValueError with the variable's name."""
        keys = re.split(r"[\s,]+", settings.api_keys.get_secret_value())
        try:
            found = cls.of(filter(None, keys))
        except ValueError as error:
            raise ValueError(f"API_KEYS: {error}") from error
        if settings.api_keys_file is None:
            return found
        try:
            lines = settings.api_keys_file.read_text(encoding="utf-8").splitlines()
            more = cls.of(key for line in lines if (key := line.partition("#")[0].strip()))
        except (OSError, ValueError) as error:
            raise ValueError(f"API_KEYS_FILE: {error}") from error
        if not more:
            # Who names a file wants keys: an empty one, half written perhaps, must not open the server.
            raise ValueError(f"API_KEYS_FILE: there is no key in {settings.api_keys_file}")
        return cls({*found._digests, *more._digests})

    def __bool__(self) -> bool:
        return bool(self._digests)

    def __len__(self) -> int:
        return len(self._digests)

    def name(self, key: str) -> str | None:
        """What a valid key is called in the log, the first 8 hexadecimal digits of its digest; None if it is not.

        Takes as long whichever key it is, and however much of it is right.
        """
        shown = _digest(key)
        valid = False
        for digest in self._digests:
            valid |= hmac.compare_digest(digest, shown)
        return shown.hex()[:8] if valid else None


def _digest(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()
