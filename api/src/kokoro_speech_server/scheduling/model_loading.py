"""Lets engine slots load the models for which chunks wait."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from kokoro_speech_server.errors import (
    EngineError,
    ModelNotLoadedError,
    ModelUnusableError,
    SpeechServerError,
)
from kokoro_speech_server.scheduling.chunk_queue import MAX_SLOTS_PER_CHUNK, ChunkJob, ChunkQueue
from kokoro_speech_server.scheduling.engine_slot import EngineSlotLostError
from kokoro_speech_server.scheduling.slot_pool import Loading, SlotPool, SlotState

logger = logging.getLogger(__name__)

C = TypeVar("C")
A = TypeVar("A")

_TURN_S = 10.0
"""Seconds that a chunk waits before its model takes the room of one that is in use. Models that share a room thus
change every ten seconds and not with every chunk."""

_MOST_LOADINGS = 4
"""Models that a slot loads at once, all but one of which take longer than a turn: their files may hang."""

_RETRY_AFTER_S = 30.0
_MOST_FAULTS = 100


class ModelLoading(Generic[C, A]):
    """A slot loads one model at a time, beside its runs, which are of other models meanwhile.

    A model is loaded by one slot; by a further one only if chunks wait for it while that slot is idle and has room. A
    loading that takes longer than a turn does not keep the slot from loading another model.

    limit:     models besides its own that a slot has loaded at once
    timeout_s: for which chunks wait for a model that is being loaded; its loading goes on, since nothing can end it
    on_failed: called with each job whose model can't be loaded, and the reason
    on_change: called after every attempt
    """

    def __init__(
        self,
        queue: ChunkQueue[C, A],
        slots: SlotPool[C, A],
        *,
        limit: int,
        timeout_s: float,
        clock: Callable[[], float],
        on_failed: Callable[[ChunkJob[C, A], SpeechServerError], None],
        on_change: Callable[[], None],
    ) -> None:
        self._queue = queue
        self._slots = slots
        self._limit = limit
        self._timeout_s = timeout_s
        self._clock = clock
        self._on_failed = on_failed
        self._on_change = on_change
        self._unusable: OrderedDict[str, ModelUnusableError] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def faults(self) -> Mapping[str, str]:
        """Why models turned out to be unusable, by their keys."""
        return {model: error.message for model, error in self._unusable.items()}

    def begin(self) -> None:
        """Let slots load what the chunks that wait need. Chunks of models that can't be used, or loaded now, fail."""
        for model in self._queue.models:
            if (error := self._unusable.get(model)) is not None:
                self._fail(self._jobs(model), error)
            elif (state := self._slot_for(model)) is not None:
                self._start(state, model)
            elif self._hangs(model):
                self._fail(self._jobs(model), self._not_loaded(model))

    def _start(self, state: SlotState[C, A], model: str) -> None:
        for other in state.loading.values():
            other.abandoned |= other.overdue
        kept = [other for other, loading in state.loading.items() if not loading.abandoned]
        loading = state.loading[model] = Loading()
        task = asyncio.create_task(self._load(state, loading, [*state.models, *kept, model]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _hangs(self, model: str) -> bool:
        """Whether the files of the model hang, or those of so many others that no slot can load it."""
        if any(model in state.models for state in self._slots):
            return False
        loadings = [state.loading[model] for state in self._slots if model in state.loading]
        if loadings:
            return all(loading.overdue for loading in loadings)
        stuck = [
            sum(one.overdue for one in state.loading.values()) >= _MOST_LOADINGS for state in self._slots
        ]
        return bool(stuck) and all(stuck)

    def _not_loaded(self, model: str) -> ModelNotLoadedError:
        return ModelNotLoadedError(
            f"The model {_name(model)!r} could not be loaded within {self._timeout_s:g} s.",
            retry_after=_RETRY_AFTER_S,
        )

    def _slot_for(self, model: str) -> SlotState[C, A] | None:
        """The slot that should load the model now, with room for it."""
        if any(model in state.loading for state in self._slots):
            return None
        others = [
            state
            for state in self._slots
            if model not in state.models
            and len(state.loading) < _MOST_LOADINGS
            and all(loading.slow for loading in state.loading.values())
        ]
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
        """One of the slots, of which others have left: models that no chunk needs or, in its turn, that some do."""
        needed = set(self._queue.models)
        waited = self._clock() - min(job.requested_at for job in self._jobs(model))
        for kept in (needed, set[str]()) if waited >= _TURN_S else (needed,):
            for state in states:
                running = {job.demand.model for job in state.jobs}
                may_leave = [one for one in state.models if one not in kept | running]
                too_many = len(state.models) + 1 - self._limit  # more than one after loadings that were slow
                if len(may_leave) >= too_many:
                    for one in may_leave[:too_many]:
                        state.drop_model(one)
                    return state
        return None

    async def _load(self, state: SlotState[C, A], loading: Loading, models: Sequence[str]) -> None:
        """Let the slot load the last of these models."""
        model = models[-1]
        error: SpeechServerError | None = None
        call = asyncio.ensure_future(state.slot.use_models(models))
        await self._watch(call, loading, model)
        try:
            await call
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
            if not loading.abandoned and state in self._slots:
                state.add_model(model)
        del state.loading[model]
        if error is not None:
            state.refused.add(model)
            self._refuse(model, error)
        self._on_change()

    async def _watch(self, call: asyncio.Future[None], loading: Loading, model: str) -> None:
        """Return when the call has ended. If it takes long, others need not wait for it, and then nobody does."""
        turn_s = min(_TURN_S, self._timeout_s)
        if (await asyncio.wait([call], timeout=turn_s))[0]:
            return
        loading.slow = True
        self._on_change()
        if (await asyncio.wait([call], timeout=self._timeout_s - turn_s))[0]:
            return
        loading.overdue = True
        logger.error(
            "MODELS_DIR: the model %r could not be loaded within %g s; requests for it fail until it is",
            *(_name(model), self._timeout_s),
        )
        self._refuse(model, self._not_loaded(model))
        self._on_change()
        await asyncio.wait([call])

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


def _name(model: str) -> str:
    """Of a model's key."""
    return model.partition("@")[0]
