"""The methods of a worker that its supervisor calls."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from kokoro_speech_server.engine.local_slot import EngineReport
from kokoro_speech_server.http.api_keys import ApiKeys
from kokoro_speech_server.http.app_state import AppState
from kokoro_speech_server.http.server_status import ServerStatus
from kokoro_speech_server.scheduling.engine_slot import CpuShare, EngineSlotLostError, SlotRun
from kokoro_speech_server.text.lexicon import Lexicon
from kokoro_speech_server.workers.audio_memory import AudioMemory, AudioSpan
from kokoro_speech_server.workers.wire import PackedAudio, pack_run, unpack_chunk

if TYPE_CHECKING:
    from kokoro_speech_server.scheduling.scheduler_client import ChunkSlot


class ConnectionServer(Protocol):
    """The part of the worker that has the connections."""

    def set_accepting(self, accepting: bool) -> None:
        """Accept connections, or stop doing so."""

    def leave(self, timeout_s: float) -> None:
        """Answer what the open connections have requested, within the timeout, and end the process."""


class WorkerCalls:
    """The handler of a worker's link.

    audio_memory: which all workers share
    state:        of the application; None until the application exists
    server:       None until the application exists
    slot:         the engine slot; None until it is warm
    """

    def __init__(self, audio_memory: AudioMemory) -> None:
        self.audio_memory = audio_memory
        self.state: AppState | None = None
        self.server: ConnectionServer | None = None
        self.slot: ChunkSlot | None = None

    async def run(
        self, chunks: Sequence[tuple[bytes, AudioSpan | None]], share: CpuShare | None
    ) -> SlotRun[PackedAudio] | None:
        """Run the engine slot. Returns None if the slot is lost. chunks: with the spans for `pack_run`"""
        assert self.slot is not None
        try:
            run = await self.slot.run([unpack_chunk(chunk) for chunk, _ in chunks], share)
        except EngineSlotLostError:
            return None
        return await pack_run(run, [span for _, span in chunks], self.audio_memory)

    async def use_models(self, models: Sequence[str]) -> None:
        """Raises SpeechServerError."""
        assert self.slot is not None
        await self.slot.use_models(models)

    async def release_memory(self) -> None:
        assert self.slot is not None
        await self.slot.release_memory()

    def engine(self) -> EngineReport | None:
        """The report of this worker's engine; None before the application exists."""
        return None if self.state is None else self.state.slot.report()

    def set_accepting(self, accepting: bool) -> None:
        if self.server is not None:
            self.server.set_accepting(accepting)

    def leave(self, timeout_s: float) -> None:
        if self.server is not None:
            self.server.leave(timeout_s)

    def set_status(self, status: ServerStatus) -> None:
        if self.state is not None:
            self.state.status = status
            if status.stopping:
                self.state.live_sessions.drain()

    def set_keys(self, keys: ApiKeys) -> None:
        if self.state is not None:
            self.state.api_keys = keys

    def set_lexicon(self, lexicon: Lexicon) -> None:
        if self.state is not None:
            self.state.directives.set_lexicon(lexicon)

    async def wait_until_answered(self) -> None:
        """Return when every admitted request has been answered completely."""
        if self.state is not None:
            await self.state.requests_in_flight.wait_until_none()

    def ping(self) -> None:
        """Do nothing: the answer shows that the event loop runs."""
