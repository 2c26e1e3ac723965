"""What a worker knows of the whole server."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """ready: all workers have been warm, and one of them at least still is; stopping: nothing new is taken on."""

    workers: int
    workers_ready: int
    ready: bool = False
    stopping: bool = False
