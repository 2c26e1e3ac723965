"""SSML 1.1 (W3C): an XML document with directives. It is parsed as a whole, so that every error is found first.

Markdown in a document is text. Of the tags only `[pause:1.5s]` applies. The content of an unknown element is read, and
the element is reported.
"""

import re
from collections.abc import Iterator

from kokoro_speech_server.text.lexicon import Lexicon
from kokoro_speech_server.text.normalization.rules import EVERYTHING, Normalization
from kokoro_speech_server.text.origins import TracedText
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.text.script import Mark, Passage, Passages, VoiceSettings
from kokoro_speech_server.text.ssml_audio import NO_SOUNDS, Sounds
from kokoro_speech_server.text.ssml_reader import SsmlReader
from kokoro_speech_server.text.steps import Steps
from kokoro_speech_server.text.tags import check_pauses, cut_at_pauses
from kokoro_speech_server.text.voice_aliases import VoiceNames

_ROOT = re.compile(
    r"[\ufeff\s]{0,1000}+(?:<\?xml[^<>]{0,200}+>\s{0,1000}+)?(?:<!--(?:[^-]|-(?!->)){0,1000}+-->\s{0,1000}+)?"
    r"<(?:ssml:)?speak[\s>/]"
)


class SsmlScript:
    """The text of an SSML document, in passages.

    unknown: the directives that the server does not support, in ASCII, as a response header needs it
    """

    markup = False
    unspoken: tuple[str, ...] = ()

    def __init__(
        self,
        text: TracedText,
        passages: Passages,
        *,
        pronunciations: Pronunciations,
        lexicon: Lexicon,
        marks: tuple[Mark, ...],
        unknown: tuple[str, ...],
        normalization: Normalization,
    ) -> None:
        self.text = text
        self.pronunciations = pronunciations
        self.lexicon = lexicon
        self.marks = marks
        self.unknown = unknown
        self.normalization = normalization
        self._passages = passages

    @classmethod
    def read(
        cls,
        document: str,
        *,
        voice_settings: VoiceSettings,
        voice_aliases: VoiceNames,
        vocabulary: frozenset[str],
        lexicon: Lexicon,
        max_pause_s: float,
        pause_tags: bool,
        sounds: Sounds = NO_SOUNDS,
        max_sound_s: float = 0.0,
        normalization: Normalization = EVERYTHING,
    ) -> Steps["SsmlScript"]:
        """Parse a document, which takes about a second per megabyte.

        Raises InvalidRequestError, with the line and column, for XML that is not well-formed, has a DTD or entities of
        its own, is nested too deeply or has a tag with too many attributes, for invalid attributes, for unknown voices
        and languages, and for pauses that add up to more than `max_pause_s`, or sounds to more than `max_sound_s`.
        """
        reader = SsmlReader(
            document,
            voice_settings=voice_settings,
            voice_aliases=voice_aliases,
            vocabulary=vocabulary,
            sounds=sounds,
            max_sound_s=max_sound_s,
        )
        text, read, origins = yield from reader.read()
        passages = Passages() if pause_tags else read
        if pause_tags:
            for passage in read:
                yield from cut_at_pauses(text, passage, passages)
        check_pauses(passages, limit=max_pause_s)
        marks: list[Mark] = []
        for name, at in zip(reader.marks, reader.mark_offsets, strict=True):
            marks.append(Mark(name, origins.of(at, at + 1)[0][0] if at < len(text) else len(document)))
            yield
        return cls(
            TracedText(text, origins),
            passages,
            pronunciations=reader.pronunciations,
            lexicon=lexicon,
            marks=tuple(marks),
            unknown=tuple(reader.unknown),
            normalization=normalization,
        )

    def passages(self) -> Iterator[Passage]:
        return iter(self._passages)


def looks_like_ssml(text: str) -> bool:
    """Whether the text begins like an SSML document."""
    return _ROOT.match(text) is not None
