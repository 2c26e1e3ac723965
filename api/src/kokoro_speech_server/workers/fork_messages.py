"""What the template of the workers tells the supervisor, besides the errors of starts that fail."""

from dataclasses import dataclass

LONGEST_MESSAGE = 65_536
"""Bytes of a packet, at most."""


@dataclass(frozen=True, slots=True)
class Started:
    """A fork runs. A descriptor comes with this message: the pidfd of the process."""

    pid: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A fork has ended with this exit code, negative after a signal."""

    pid: int
    code: int
