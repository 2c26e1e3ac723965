"""From a request's input and options to the script that is read."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.text.lexicon import Lexicon, request_lexicon
from kokoro_speech_server.text.lexicon_file import GivenLexicon, LexiconFile, LexiconSource
from kokoro_speech_server.text.normalization.rules import Category, Normalization
from kokoro_speech_server.text.readers import unspoken
from kokoro_speech_server.text.script import Passage, Passages, Script, VoiceSettings
from kokoro_speech_server.text.sentence_stream import SentenceStream
from kokoro_speech_server.text.ssml import SsmlScript, looks_like_ssml
from kokoro_speech_server.text.ssml_audio import NO_SOUNDS, Sounds
from kokoro_speech_server.text.ssml_tags import NamedVoices, text_with_tags
from kokoro_speech_server.text.step_thread import StepThread
from kokoro_speech_server.text.steps import Steps, finished
from kokoro_speech_server.text.tags import (
    TaggedScript,
    VoiceTags,
    check_pauses,
    cut_at_pauses,
    tagged_passages,
)
from kokoro_speech_server.text.voice_aliases import VoiceAliases, VoiceNames

_INLINE_CHARACTERS = 2_000
"""Text without SSML up to this length takes a millisecond or two, whatever tags and scripts it has."""

_BETWEEN_TURNS = "\n\n"

S = TypeVar("S", SsmlScript, TaggedScript)


def joined_turns(texts: Iterable[str]) -> str:
    """The texts of a dialogue's turns as one text, to which the offsets of its words refer."""
    return _BETWEEN_TURNS.join(texts)


class Directives:
    """Interprets tags, SSML and pronunciations in the server's requests, as its settings allow.

    vocabulary: the symbols of the server's model
    lexicon:    of the server, if another process reads the file at LEXICON_PATH; see set_lexicon
    sounds:     that SSML may name
    Raises ValueError that names LEXICON_PATH if the file can't be read.
    """

    def __init__(
        self,
        settings: Settings,
        vocabulary: frozenset[str],
        lexicon: Lexicon | None = None,
        *,
        sounds: Sounds = NO_SOUNDS,
    ) -> None:
        self._settings = settings
        self._vocabulary = vocabulary
        self._sounds = sounds
        # A thread of its own, so that large documents can't occupy the threads that encode audio.
        self._thread = StepThread("directives", time_limit_s=settings.queue_timeout_s)
        self._lexicon: LexiconSource
        if lexicon is not None or settings.lexicon_path is None:
            self._lexicon = GivenLexicon(lexicon or Lexicon({}))
        else:
            self._lexicon = LexiconFile(settings.lexicon_path, vocabulary)

    def close(self) -> None:
        self._thread.close()

    def set_lexicon(self, lexicon: Lexicon) -> None:
        """Use this lexicon for all later requests."""
        self._lexicon = GivenLexicon(lexicon)

    async def script_for(
        self,
        text: str,
        *,
        voice_settings: VoiceSettings,
        voice_aliases: VoiceAliases,
        tags: bool | None = None,
        ssml: bool | None = None,
        pronunciations: Mapping[str, str] | None = None,
        categories: frozenset[Category] = frozenset(Category),
    ) -> Script:
        """The script of an input, with all its directives validated.

        voice_settings: for text outside any directive
        voice_aliases:  the voices that tags and SSML may name
        tags, ssml:     None: the server's default
        categories:     what to put into words
        Raises InvalidRequestError, InvalidVoiceError, LanguageUnavailableError, OverloadedError.
        """
        is_ssml = self.is_ssml(text, ssml)
        self.check_tags(tags)
        lexicon = await self._lexicon_with(pronunciations, voice_settings)
        if is_ssml:
            document = self._ssml(
                text, voice_settings, voice_aliases, lexicon, categories=categories, sounds=self._sounds
            )
            return await self._thread.run(len(text), _checked(document))
        names = voice_aliases if tags else None
        tagged = _checked(self._tagged(text, voice_settings, names, lexicon, categories))
        return (
            finished(tagged) if len(text) <= _INLINE_CHARACTERS else await self._thread.run(len(text), tagged)
        )

    async def dialogue(
        self,
        turns: Sequence[tuple[str, VoiceSettings]],
        *,
        pause: float,
        crossfade: bool = False,
        pronunciations: Mapping[str, str] | None = None,
        categories: frozenset[Category],
    ) -> Script:
        """The script of texts with their own voice settings, and `pause` seconds of silence between them.

        crossfade: whether each text is to fade in over the end of the one before
        Its offsets are positions in joined_turns(). Pause tags in the texts apply.
        Raises InvalidRequestError if the tags' pauses are too long or a pronunciation is invalid, OverloadedError.
        """
        lexicon = await self._lexicon_with(pronunciations, turns[0][1])
        length = sum(len(text) for text, _ in turns)
        return await self._thread.run(
            length, _checked(self._dialogue(turns, pause, crossfade, lexicon, categories))
        )

    async def ssml_with_tags(self, document: str, *, voice_settings: VoiceSettings, with_voices: bool) -> str:
        """An SSML document as text with tags; see text_with_tags. Text that is not SSML stays as it is.

        Raises InvalidRequestError if SSML is switched off or the document is invalid, OverloadedError.
        """
        if not self.is_ssml(document, True) or not looks_like_ssml(document):
            return document
        names = NamedVoices(voice_settings.language)

        def steps() -> Steps[str]:
            script = yield from self._ssml(
                document,
                voice_settings,
                names,
                Lexicon({}),
                categories=frozenset(Category),
                sounds=NO_SOUNDS,
            )
            return (yield from text_with_tags(document, script, voice_settings, with_voices=with_voices))

        return await self._thread.run(len(document), steps())

    async def sentence_stream(
        self, voice_settings: VoiceSettings, voice_aliases: VoiceAliases | None = None
    ) -> SentenceStream:
        """A reader for a text that arrives in pieces, in which pause tags are directives, if settings allow them.

        voice_settings: up to the first tag
        voice_aliases:  the voices that `[voice:…]` may name; None: that and `[rate:…]` are text
        """
        return SentenceStream(
            voice_settings.language,
            await self._lexicon.current(),
            self._normalization(frozenset(Category)),
            max_pause_s=self._settings.max_pause_s if self._settings.pause_tags else None,
            voice_tags=None if voice_aliases is None else VoiceTags(voice_settings, voice_aliases),
        )

    def check_tags(self, requested: bool | None) -> None:
        """Raises InvalidRequestError if tags are requested but switched off."""
        if requested and not self._settings.enable_voice_tags:
            raise InvalidRequestError(
                "Tags are switched off on this server: ENABLE_VOICE_TAGS.", param="tags"
            )

    def is_ssml(self, text: str, requested: bool | None) -> bool:
        """Whether to read a text as SSML. Raises InvalidRequestError if it is requested but switched off."""
        if requested and not self._settings.enable_ssml:
            raise InvalidRequestError("SSML is switched off on this server: ENABLE_SSML.", param="ssml")
        if requested is not None:
            return requested
        return self._settings.enable_ssml and self._settings.ssml_auto and looks_like_ssml(text)

    def _vocabulary_of(self, voice_settings: VoiceSettings) -> frozenset[str]:
        """The symbols of the model that speaks."""
        own = voice_settings.vocabulary
        return self._vocabulary if own is None else frozenset(own)

    async def _lexicon_with(
        self, pronunciations: Mapping[str, str] | None, voice_settings: VoiceSettings
    ) -> Lexicon:
        """The server's lexicon with the pronunciations of a request, which take precedence."""
        lexicon = await self._lexicon.current()
        if not pronunciations:
            return lexicon
        length = sum(map(len, pronunciations.values()))
        own = await self._thread.run(
            length, request_lexicon(pronunciations, self._vocabulary_of(voice_settings))
        )
        return own.over(lexicon)

    def _dialogue(
        self,
        turns: Sequence[tuple[str, VoiceSettings]],
        pause: float,
        crossfade: bool,
        lexicon: Lexicon,
        categories: frozenset[Category],
    ) -> Steps[TaggedScript]:
        text = joined_turns(turn for turn, _ in turns)
        passages = Passages()
        start = 0
        for number, (turn, voice_settings) in enumerate(turns, start=1):
            end = start + len(turn)
            is_followed = number < len(turns)
            whole = Passage(
                *(start, end, voice_settings),
                pause=pause if is_followed else 0.0,
                ends_turn=crossfade and is_followed,
            )
            if self._settings.pause_tags:
                yield from cut_at_pauses(text, whole, passages)
            else:
                passages.append(whole)
            yield
            start = end + len(_BETWEEN_TURNS)
        check_pauses(passages, limit=self._settings.max_pause_s + pause * (len(turns) - 1))
        normalization = self._normalization(categories)
        return (yield from TaggedScript.read(text, passages, lexicon, normalization=normalization))

    def _ssml(
        self,
        text: str,
        voice_settings: VoiceSettings,
        voice_aliases: VoiceNames,
        lexicon: Lexicon,
        *,
        categories: frozenset[Category],
        sounds: Sounds,
    ) -> Steps[SsmlScript]:
        return SsmlScript.read(
            text,
            voice_settings=voice_settings,
            voice_aliases=voice_aliases,
            vocabulary=self._vocabulary_of(voice_settings),
            lexicon=lexicon,
            max_pause_s=self._settings.max_pause_s,
            pause_tags=self._settings.pause_tags,
            sounds=sounds,
            max_sound_s=self._settings.max_sound_s,
            normalization=self._normalization(categories),
        )

    def _tagged(
        self,
        text: str,
        voice_settings: VoiceSettings,
        voice_aliases: VoiceAliases | None,
        lexicon: Lexicon,
        categories: frozenset[Category],
    ) -> Steps[TaggedScript]:
        max_pause_s = self._settings.max_pause_s if self._settings.pause_tags else None
        passages = yield from tagged_passages(text, voice_settings, voice_aliases, max_pause_s=max_pause_s)
        normalization = self._normalization(categories)
        vocabulary = self._vocabulary_of(voice_settings) if voice_aliases is not None else None
        return (
            yield from TaggedScript.read(text, passages, lexicon, vocabulary, normalization=normalization)
        )

    def _normalization(self, categories: frozenset[Category]) -> Normalization:
        dropped = frozenset({Category.EMOJI}) if self._settings.emoji == "dropped" else frozenset[Category]()
        return Normalization(categories, dropped)


def _checked(reading: Steps[S]) -> Steps[S]:
    """A script that tells what of it nobody can read."""
    script = yield from reading
    script.unspoken = yield from unspoken(script)
    return script
