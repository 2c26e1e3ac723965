"""The client through which requests reach the scheduler, in this process or in the supervisor."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Protocol

from kokoro_speech_server.chunk import Chunk, ChunkAudio
from kokoro_speech_server.scheduling.admission import AdmissionRecord, QueueStatus
from kokoro_speech_server.scheduling.engine_slot import ChunkResult, Demand, EngineSlot, WarmUp
from kokoro_speech_server.scheduling.limits import Allowance
from kokoro_speech_server.scheduling.scheduler import Scheduler

ChunkSlot = EngineSlot[Chunk, ChunkAudio]


class Admission(Protocol):
    """A place in the queue, held by one request, which entitles it to the synthesis of its chunks.

    allowance: the rest of the caller's requests per minute, if they are limited
    """

    allowance: Allowance | None = None

    @property
    def waited(self) -> float | None:
        """Seconds from the admission until the first chunk started; None before."""

    def announce(self, *, due: float, remaining: float) -> None:
        """Replace the estimates with which the request was admitted, since its text is known. See `admit`."""

    async def wait_for_text_slot(self) -> None:
        """Return when the text may be prepared. Raises OverloadedError if that takes too long."""

    async def synthesize(self, chunk: Chunk, demand: Demand) -> ChunkResult[ChunkAudio]:
        """Synthesize a chunk in its turn. See Scheduler.synthesize for the errors."""

    def release(self) -> None:
        """End the admission: the request needs no further chunk. Releasing it again does nothing."""


class SchedulerClient(Protocol):
    """Access to the scheduler, in this process or in the supervisor."""

    async def admit(self, caller: str, *, due: float, remaining: float) -> Admission:
        """Admit a request, or refuse it at once with one of the UnavailableErrors or RateLimitError.

        caller:    the name under which the limits of the caller are counted
        due:       when the request's listener needs the first audio, on the clock of `time.monotonic`
        remaining: seconds of audio that the request is expected to need
        """

    async def admit_text(self, caller: str) -> Admission:
        """Admit a request that only processes text, or refuse it as `admit` does."""

    async def admit_session(self, caller: str) -> Admission:
        """Count a live session of a caller until it is released, or refuse it with StoppingError or RateLimitError."""

    async def add_slot(self, slot: ChunkSlot, warm_up: WarmUp) -> None:
        """Let the scheduler use an engine slot of this process, which is warm."""

    async def queue_status(self) -> QueueStatus:
        """The state of the queue."""

    async def model_faults(self) -> Mapping[str, str]:
        """Why models of one's own turned out to be unusable when they were loaded, by their keys."""


class LocalSchedulerClient(SchedulerClient):
    """The client of a scheduler in this process."""

    def __init__(self, scheduler: Scheduler[Chunk, ChunkAudio]) -> None:
        self._scheduler = scheduler

    async def admit(self, caller: str, *, due: float, remaining: float) -> Admission:
        record = self._scheduler.admit(None, caller, due=due, remaining=remaining)
        return _LocalAdmission(self._scheduler, record)

    async def admit_text(self, caller: str) -> Admission:
        return _LocalAdmission(self._scheduler, self._scheduler.admit_text(None, caller))

    async def admit_session(self, caller: str) -> Admission:
        return _LocalAdmission(self._scheduler, self._scheduler.admit_session(None, caller))

    async def add_slot(self, slot: ChunkSlot, warm_up: WarmUp) -> None:
        self._scheduler.add_slot(slot, 0, warm_up)

    async def queue_status(self) -> QueueStatus:
        return self._scheduler.queue_status

    async def model_faults(self) -> Mapping[str, str]:
        return self._scheduler.model_faults


class _LocalAdmission(Admission):
    def __init__(self, scheduler: Scheduler[Chunk, ChunkAudio], record: AdmissionRecord) -> None:
        self.allowance = record.allowance
        self._scheduler = scheduler
        self._record = record

    @property
    def waited(self) -> float | None:
        return self._record.waited

    def announce(self, *, due: float, remaining: float) -> None:
        self._scheduler.announce(self._record, due, remaining)

    async def wait_for_text_slot(self) -> None:
        await self._scheduler.wait_for_text_slot(self._record)

    async def synthesize(self, chunk: Chunk, demand: Demand) -> ChunkResult[ChunkAudio]:
        return await self._scheduler.synthesize(self._record, chunk, demand)

    def release(self) -> None:
        self._scheduler.release(self._record)


def sound_key(chunk: Chunk) -> bytes:
    """A digest of everything that determines the audio of a chunk, or of the part of it that is wanted."""
    part = repr((chunk.start, chunk.window)).encode()
    return hashlib.blake2b(chunk_key(chunk) + part, digest_size=16).digest()


def chunk_key(chunk: Chunk) -> bytes:
    """A digest of everything that determines the audio of the whole chunk."""
    symbols = "".join(token.symbol for token in chunk.tokens)
    parts: Sequence[bytes] = (
        symbols.encode(),
        chunk.style.tobytes(),
        repr((chunk.speed, chunk.seed, chunk.reproducible, chunk.mix, chunk.model)).encode(),
    )
    return hashlib.blake2b(b"\0".join(parts), digest_size=16).digest()
