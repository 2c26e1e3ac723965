"""The style packs of voices and mixes."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from kokoro_speech_server.errors import InvalidVoiceError, ModelNotLoadedError
from kokoro_speech_server.threads import PatientCalls
from kokoro_speech_server.voices import VOICES, StylePack, Voice, VoiceMix
from kokoro_speech_server.voices.folder import VoiceFolder
from kokoro_speech_server.voices.loudness import VoiceLoudness, loudness_of
from kokoro_speech_server.weights import assets, voice_files
from kokoro_speech_server.weights.own_models import VOICES as VOICES_FOLDER
from kokoro_speech_server.weights.own_models import OwnModel
from kokoro_speech_server.weights.untrusted_file import UntrustedFileError

_MOST_FOLDERS = 1_000


class VoiceLibrary:
    """The model's voices and those of a folder, and those of models of one's own.

    A model that has a folder of voices has these voices, and no others.

    size: packs in memory, at most; the most recently used ones
    """

    def __init__(self, model_dir: Path, voices_dir: Path | None = None, *, size: int) -> None:
        self._files = assets.ModelFiles.under(model_dir)
        self._folder = VoiceFolder(voices_dir)
        self._has_folder = voices_dir is not None
        self._size = size
        self._packs: OrderedDict[tuple[VoiceMix, int], StylePack] = OrderedDict()
        self._folders: dict[Path, VoiceFolder] = {}
        self._calls: dict[VoiceFolder, PatientCalls] = {}

    async def voices(self, model: OwnModel | None = None) -> Mapping[str, Voice]:
        """All voices that there are now, by their names. While the folder of a model hangs, they are those that it had.

        model: of one's own; None: the server's
        Raises ModelNotLoadedError if the folder of a model hangs, and its voices are not known.
        """
        if model is not None:
            own = self._folder_of(model)
            try:
                await self._calls[own].call(own.refresh)
            except TimeoutError as error:
                if not own.is_known:
                    raise _hanging(model) from error
            if own.voices:
                return own.voices
        if self._has_folder:
            await asyncio.to_thread(self._folder.refresh)
        return self._folder.voices

    def loudness(self, mix: VoiceMix) -> VoiceLoudness:
        """The loudness of a mix."""
        return loudness_of(mix, self._voices_of(mix).voices)

    async def save(self, name: str, mix: VoiceMix) -> None:
        """Store a mix as a voice of the folder. Raises InvalidVoiceError if there is no folder or the name is taken."""
        metadata = {"formula": str(mix), "language": mix.language}
        await asyncio.to_thread(self._folder.save, name, await self.pack(mix), metadata)

    async def save_file(self, name: str, content: bytes, suffix: str) -> None:
        """Store the content of a voice's file as a voice of the folder. Raises InvalidVoiceError, also for the file.

        suffix: of the file's name, one of SUFFIXES
        """

        def save() -> None:
            try:
                pack, metadata = voice_files.parsed(content, suffix)
            except UntrustedFileError as error:
                raise InvalidVoiceError(f"The voice's file {error}.", param="file") from error
            self._folder.save(name, pack, dict(metadata))

        await asyncio.to_thread(save)

    async def pack(self, mix: VoiceMix) -> StylePack:
        """The style pack of a mix, read from disk in a thread the first time.

        Raises InvalidVoiceError if the file of a voice has become invalid, ModelNotLoadedError if that of a model of
        one's own hangs.
        """
        key = (mix, self._voices_of(mix).version)  # the file of a voice may have changed
        pack = self._packs.get(key)
        if pack is None:
            pack = await self._read_apart(mix)
        self._packs[key] = pack
        self._packs.move_to_end(key)
        while len(self._packs) > self._size:
            self._packs.popitem(last=False)
        return pack

    async def _read_apart(self, mix: VoiceMix) -> StylePack:
        calls = self._calls.get(self._voices_of(mix))
        if calls is None or mix.model is None:
            return await asyncio.to_thread(self._blend, mix)
        try:
            return await calls.call(self._blend, mix)
        except TimeoutError as error:
            raise _hanging(mix.model) from error

    def _blend(self, mix: VoiceMix) -> StylePack:
        folder = self._voices_of(mix)
        blend = sum(self._read(name, folder) * np.float32(weight) for name, weight in mix.parts)
        pack = np.asarray(blend, dtype=np.float32)
        pack.setflags(write=False)
        return pack

    def _read(self, name: str, folder: VoiceFolder) -> StylePack:
        is_kokoros = folder is self._folder and name in VOICES
        return assets.read_voice(self._files, name) if is_kokoros else folder.read(name)

    def _voices_of(self, mix: VoiceMix) -> VoiceFolder:
        """The folder that has the voices of a mix, besides the model's."""
        own = None if mix.model is None else self._folder_of(mix.model)
        return own if own is not None and own.voices else self._folder

    def _folder_of(self, model: OwnModel) -> VoiceFolder:
        """The model's own folder of voices, which may be empty."""
        path = model.path / VOICES_FOLDER
        if path not in self._folders:
            if len(self._folders) >= _MOST_FOLDERS:
                self._folders.clear()
                self._calls.clear()
            folder = VoiceFolder(path, {}, within=model.path, label=f"MODELS_DIR: {model.name}")
            self._folders[path], self._calls[folder] = folder, PatientCalls()
        return self._folders[path]


def _hanging(model: OwnModel) -> ModelNotLoadedError:
    return ModelNotLoadedError(f"The voices of the model {model.name!r} can't be read just now.")
