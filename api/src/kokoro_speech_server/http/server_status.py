"""What the supervisor tells its workers about the whole server. It imports little, since the supervisor needs it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """The status of the whole server, as a worker knows it.

    workers:       number of workers that the server is configured to run
    workers_ready: number of workers that are ready now
    ready:         whether all workers have been ready at some time and at least one is ready now
    stopping:      whether the server is stopping and admits no more requests
    """

    workers: int
    workers_ready: int
    ready: bool = False
    stopping: bool = False
