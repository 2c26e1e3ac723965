"""The style packs of voices and mixes."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from kokoro_speech_server.voices import VOICES, StylePack, Voice, VoiceMix
from kokoro_speech_server.voices.folder import VoiceFolder
from kokoro_speech_server.voices.loudness import loudness_of
from kokoro_speech_server.weights import assets


class VoiceLibrary:
    """The model's voices and those of a folder. It keeps the most recently used packs in memory.

    size: packs in memory, at most
    """

    def __init__(self, model_dir: Path, voices_dir: Path | None = None, *, size: int) -> None:
        self._files = assets.ModelFiles.under(model_dir)
        self._folder = VoiceFolder(voices_dir)
        self._has_folder = voices_dir is not None
        self._size = size
        self._packs: OrderedDict[tuple[VoiceMix, int], StylePack] = OrderedDict()

    async def voices(self) -> Mapping[str, Voice]:
        """All voices that there are now, by their names."""
        if self._has_folder:
            await asyncio.to_thread(self._folder.refresh)
        return self._folder.voices

    def loudness(self, mix: VoiceMix) -> float:
        """The loudness of a mix in LUFS."""
        return loudness_of(mix, self._folder.voices)

    async def save(self, name: str, mix: VoiceMix) -> None:
        """Store a mix as a voice of the folder. Raises InvalidVoiceError if there is no folder or the name is taken."""
        metadata = {"formula": str(mix), "language": mix.language}
        await asyncio.to_thread(self._folder.save, name, await self.pack(mix), metadata)

    async def pack(self, mix: VoiceMix) -> StylePack:
        """The style pack of a mix, read from disk in a thread the first time.

        Raises InvalidVoiceError if the file of a voice has become invalid.
        """
        key = (mix, self._folder.version)  # the file of a voice may have changed
        pack = self._packs.get(key)
        if pack is None:
            pack = await asyncio.to_thread(self._blend, mix)
        self._packs[key] = pack
        self._packs.move_to_end(key)
        while len(self._packs) > self._size:
            self._packs.popitem(last=False)
        return pack

    def _blend(self, mix: VoiceMix) -> StylePack:
        blend = sum(self._read(name) * np.float32(weight) for name, weight in mix.parts)
        pack = np.asarray(blend, dtype=np.float32)
        pack.setflags(write=False)
        return pack

    def _read(self, name: str) -> StylePack:
        return assets.read_voice(self._files, name) if name in VOICES else self._folder.read(name)
