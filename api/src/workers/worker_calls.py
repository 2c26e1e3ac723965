"""What the supervisor may ask of a worker."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from api.src.core.api_keys import ApiKeys
from api.src.inference.lane import EngineReport
from api.src.scheduling.lane import LaneLostError, Run
from api.src.structures.status import ServerStatus
from api.src.workers.wire import pack_run, unpack_chunk

if TYPE_CHECKING:
    from fastapi import FastAPI

    from api.src.scheduling.tickets import SpeakingLane


class WorkerCalls:
    """The handler of a worker's link. The application and its lane are put in when they are there."""

    def __init__(self) -> None:
        self.app: FastAPI | None = None
        self.lane: SpeakingLane | None = None

    async def run(self, chunks: Sequence[bytes]) -> Run[bytes] | None:
        """The run, or None if the lane is lost."""
        assert self.lane is not None
        try:
            return pack_run(await self.lane.run([unpack_chunk(chunk) for chunk in chunks]))
        except LaneLostError:
            return None

    async def release_memory(self) -> None:
        assert self.lane is not None
        await self.lane.release_memory()

    def engine(self) -> EngineReport | None:
        """How this worker's engine does; None before there is one."""
        return None if self.app is None else self.app.state.lane.report()

    def set_status(self, status: ServerStatus) -> None:
        if self.app is not None:
            self.app.state.status = status

    def set_keys(self, keys: ApiKeys) -> None:
        if self.app is not None:
            self.app.state.api_keys = keys

    async def wait_until_answered(self) -> None:
        """Return when every request with a ticket has its whole answer."""
        if self.app is not None:
            await self.app.state.admitted.wait_until_none()

    def ping(self) -> None:
        """The event loop turns."""
