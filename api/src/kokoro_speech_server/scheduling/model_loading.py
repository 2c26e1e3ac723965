"""Lets engine slots load the models for which chunks wait."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from kokoro_speech_server.errors import EngineError, ModelUnusableError, SpeechServerError
from kokoro_speech_server.scheduling.chunk_queue import MAX_SLOTS_PER_CHUNK, ChunkJob, ChunkQueue
from kokoro_speech_server.scheduling.engine_slot import EngineSlotLostError
from kokoro_speech_server.scheduling.slot_pool import SlotPool, SlotState

logger = logging.getLogger(__name__)

C = TypeVar("C")
A = TypeVar("A")

_TURN_S = 10.0
"""Seconds that a chunk waits before its model takes the room of one that is in use. Models that share a room thus
change every ten seconds and not with every chunk."""

_MOST_FAULTS = 100


class ModelLoading(Generic[C, A]):
    """A slot loads one model at a time, beside its runs, which are of other models meanwhile.

    A model is loaded by one slot; by a further one only if chunks wait for it while that slot is idle and has room.

    limit:     models besides its own that a slot has loaded at once
    on_failed: called with each job whose model can't be loaded, and the reason
    on_change: called after every attempt
    """

    def __init__(
        self,
        queue: ChunkQueue[C, A],
        slots: SlotPool[C, A],
        *,
        limit: int,
        clock: Callable[[], float],
        on_failed: Callable[[ChunkJob[C, A], SpeechServerError], None],
        on_change: Callable[[], None],
    ) -> None:
        self._queue = queue
        self._slots = slots
        self._limit = limit
        self._clock = clock
        self._on_failed = on_failed
        self._on_change = on_change
        self._unusable: OrderedDict[str, ModelUnusableError] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Let slots load what the chunks that wait need. Chunks of models that can't be used fail."""
        for model in self._queue.models:
            if (error := self._unusable.get(model)) is not None:
                self._fail(self._jobs(model), error)
            elif (state := self._slot_for(model)) is not None:
                state.loading = model
                task = asyncio.create_task(self._load(state, model))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _slot_for(self, model: str) -> SlotState[C, A] | None:
        """The slot that should load the model now, with room for it."""
        if any(state.loading == model for state in self._slots):
            return None
        others = [state for state in self._slots if model not in state.models and not state.loading]
        with_room = [state for state in others if len(state.models) < self._limit]
        having = [state for state in self._slots if model in state.models]
        if having:
            # A held batch is no reason for another slot.
            idle = [state for state in with_room if state.task is None and model not in state.refused]
            return idle[0] if idle and all(state.task for state in having) else None
        if with_room:
            return min(with_room, key=lambda state: (state.task is not None, state.audio_seconds))
        return self._with_room_made(model, others)

    def _with_room_made(self, model: str, states: Sequence[SlotState[C, A]]) -> SlotState[C, A] | None:
        """One of the slots, of which another model has left: one that no chunk needs or, in its turn, one that does."""
        needed = set(self._queue.models)
        waited = self._clock() - min(job.requested_at for job in self._jobs(model))
        for kept in (needed, set[str]()) if waited >= _TURN_S else (needed,):
            for state in states:
                running = {job.demand.model for job in state.jobs}
                leaving = next((one for one in state.models if one not in kept | running), None)
                if leaving is not None:
                    del state.models[leaving]
                    return state
        return None

    async def _load(self, state: SlotState[C, A], model: str) -> None:
        error: SpeechServerError | None = None
        try:
            await state.slot.use_models([*state.models, model])
        except EngineSlotLostError:
            self._slots.remove(state.slot)  # its owner does so too, perhaps later
            for job in self._jobs(model):
                job.slots_lost += 1
            lost = [job for job in self._jobs(model) if job.slots_lost >= MAX_SLOTS_PER_CHUNK]
            self._fail(lost, EngineError("The model could not be loaded."))
        except SpeechServerError as failure:
            error = failure
        except Exception:
            logger.exception("A model could not be loaded")
            error = EngineError("The model could not be loaded.")
        else:
            state.models[model] = None
        state.loading = ""
        if error is not None:
            state.refused.add(model)
            self._refuse(model, error)
        self._on_change()

    def _refuse(self, model: str, error: SpeechServerError) -> None:
        """Fail the chunks of a model that a slot could not load, unless another one has it."""
        if any(model in state.models for state in self._slots):
            return
        if isinstance(error, ModelUnusableError):  # whoever tries
            self._unusable[model] = error
            while len(self._unusable) > _MOST_FAULTS:
                self._unusable.popitem(last=False)
        self._fail(self._jobs(model), error)

    def _jobs(self, model: str) -> Sequence[ChunkJob[C, A]]:
        return [job for job in self._queue if job.demand.model == model]

    def _fail(self, jobs: Sequence[ChunkJob[C, A]], error: SpeechServerError) -> None:
        for job in jobs:
            self._queue.remove(job)
            self._on_failed(job, error)
