"""The models of one's own that requests may name, as far as this server knows them."""

from collections.abc import Mapping
from dataclasses import replace

from kokoro_speech_server.errors import ModelNotLoadedError
from kokoro_speech_server.scheduling.scheduler_client import SchedulerClient
from kokoro_speech_server.threads import PatientCalls
from kokoro_speech_server.weights.own_models import ModelFolder, OwnModel


class ModelLibrary:
    """The models of MODELS_DIR, with the faults that engines found when they loaded them."""

    def __init__(self, folder: ModelFolder, scheduler: SchedulerClient) -> None:
        self._folder = folder
        self._scheduler = scheduler
        self._files = PatientCalls()
        self._is_known = False

    async def models(self) -> Mapping[str, OwnModel]:
        """The models that there are now, by their names, those that can't be used among them.

        While the folder hangs, they are those that there were. Raises ModelNotLoadedError if that is not known.
        """
        if not self._folder.exists:
            return {}
        try:
            await self._files.call(self._folder.refresh)
            self._is_known = True
        except TimeoutError as error:
            if not self._is_known:
                raise ModelNotLoadedError("The folder of models can't be read just now.") from error
        models = self._folder.models
        faults = await self._scheduler.model_faults() if models else {}
        return {
            name: replace(model, fault=model.fault or faults.get(model.key, ""))
            for name, model in models.items()
        }
