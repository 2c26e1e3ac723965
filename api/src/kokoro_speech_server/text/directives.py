"""From a request's input and what it says of it to the script that is read."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import ParamSpec, TypeVar

from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.text.lexicon import Lexicon, request_lexicon
from kokoro_speech_server.text.lexicon_file import LexiconFile
from kokoro_speech_server.text.normalization.rules import Category, Normalization
from kokoro_speech_server.text.script import Passage, Script, VoiceSettings
from kokoro_speech_server.text.ssml import SsmlScript, looks_like_ssml
from kokoro_speech_server.text.tags import TaggedScript, check_pauses, cut_at_pauses, tagged_passages
from kokoro_speech_server.text.voice_aliases import Alias, Speaker, VoiceAliases
from kokoro_speech_server.threads import give_way, run_to_end

P = ParamSpec("P")
T = TypeVar("T")

_AT_ONCE = 2_000
"""Characters of plain text that take less time than a thread's start."""


class Directives:
    """How input is directed on this server.

    vocabulary: the symbols that the model knows
    Raises ValueError that names LEXICON_PATH if that can't be read.
    """

    def __init__(self, settings: Settings, vocabulary: frozenset[str]) -> None:
        self._settings = settings
        self._vocabulary = vocabulary
        # One for all requests: a stranger's documents take no thread from those who encode.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="direction", initializer=give_way)
        path = settings.lexicon_path
        self._file = LexiconFile(path, vocabulary) if path is not None else None

    def close(self) -> None:
        self._thread.shutdown()

    async def script_for(
        self,
        text: str,
        *,
        voice_settings: VoiceSettings,
        keep_language: bool = False,
        tags: bool | None = None,
        ssml: bool | None = None,
        aliases: Mapping[str, Alias] | None = None,
        pronunciations: Mapping[str, str] | None = None,
        categories: frozenset[Category] = frozenset(Category),
    ) -> Script:
        """The script, with everything checked that could go wrong later. What takes long is done in a thread.

        manner:        of what the text does not direct
        keep_language: whether other voices speak in the manner's language too, and not in their own
        tags, ssml:    None: what the server does by default
        categories:    what is put into words
        Raises InvalidRequestError, InvalidVoiceError, LanguageUnavailableError.
        """
        is_ssml = self.is_ssml(text, ssml)
        if tags and not self._settings.enable_voice_tags:
            raise InvalidRequestError(
                "Tags are switched off on this server: ENABLE_VOICE_TAGS.", param="tags"
            )
        lexicon = await self._file.current() if self._file else Lexicon({})
        if pronunciations:
            own = await self._run(request_lexicon, pronunciations, self._vocabulary)
            lexicon = own.over(lexicon)
        speaker = Speaker(voice_settings.voice, voice_settings.language, voice_settings.rate)
        voice_aliases = VoiceAliases(
            names=self._settings.openai_voices,
            aliases=aliases or {},
            language=voice_settings.language if keep_language else None,
            longest=self._settings.max_voices_in_mix,
        )
        if is_ssml:
            return await self._run(self._ssml, text, speaker, voice_aliases, lexicon, categories)
        if len(text) <= _AT_ONCE:
            return self._tagged(text, speaker, voice_aliases if tags else None, lexicon, categories)
        return await self._run(
            self._tagged, text, speaker, voice_aliases if tags else None, lexicon, categories
        )

    async def dialogue(
        self, turns: Sequence[tuple[str, VoiceSettings]], *, pause: float, categories: frozenset[Category]
    ) -> Script:
        """A script of texts, each in its manner, with seconds of silence in between. Pause tags count in them."""
        lexicon = await self._file.current() if self._file else Lexicon({})
        return await self._run(self._dialogue, turns, pause, lexicon, categories)

    def _dialogue(
        self,
        turns: Sequence[tuple[str, VoiceSettings]],
        pause: float,
        lexicon: Lexicon,
        categories: frozenset[Category],
    ) -> TaggedScript:
        text = "\n\n".join(turn for turn, _ in turns)
        passages: list[Passage] = []
        start = 0
        for turn, voice_settings in turns:
            whole = Passage(start, start + len(turn), voice_settings, pause)
            passages += cut_at_pauses(text, whole) if self._settings.pause_tags else [whole]
            start = whole.end + 2
        if passages:
            passages[-1] = replace(passages[-1], pause=passages[-1].pause - pause)
        check_pauses(passages, limit=self._settings.max_pause_s + pause * (len(turns) - 1))
        return TaggedScript(text, passages, lexicon, normalization=self._normalization(categories))

    async def _run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await run_to_end(self._thread, work, *args, **kwargs)

    def is_ssml(self, text: str, asked: bool | None) -> bool:
        """Whether a text will be read as SSML, which is parsed whole. Raises InvalidRequestError if it can't be."""
        if asked and not self._settings.enable_ssml:
            raise InvalidRequestError("SSML is switched off on this server: ENABLE_SSML.", param="ssml")
        if asked is not None:
            return asked
        return self._settings.enable_ssml and self._settings.ssml_auto and looks_like_ssml(text)

    def _normalization(self, categories: frozenset[Category]) -> Normalization:
        dropped = frozenset({Category.EMOJI}) if self._settings.emoji == "dropped" else frozenset[Category]()
        return Normalization(categories, dropped)

    def _ssml(
        self,
        text: str,
        speaker: Speaker,
        voice_aliases: VoiceAliases,
        lexicon: Lexicon,
        categories: frozenset[Category],
    ) -> SsmlScript:
        return SsmlScript.read(
            text,
            speaker=speaker,
            voice_aliases=voice_aliases,
            vocabulary=self._vocabulary,
            lexicon=lexicon,
            most_pause_s=self._settings.max_pause_s,
            pause_tags=self._settings.pause_tags,
            normalization=self._normalization(categories),
        )

    def _tagged(
        self,
        text: str,
        speaker: Speaker,
        voice_aliases: VoiceAliases | None,
        lexicon: Lexicon,
        categories: frozenset[Category],
    ) -> TaggedScript:
        most_pause_s = self._settings.max_pause_s if self._settings.pause_tags else None
        passages = tagged_passages(text, speaker, voice_aliases, most_pause_s=most_pause_s)
        return TaggedScript(
            text,
            passages,
            lexicon,
            self._vocabulary if voice_aliases is not None else None,
            normalization=self._normalization(categories),
        )
