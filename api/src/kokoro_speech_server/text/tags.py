"""Tags, the directives in square brackets: pauses and, in requests that enable them, voices, rates, pronunciations.

A tag is exactly `[pause:1.5s]` (or ms), `[voice:name or mix]`, `[rate:1.2]` or `[word](/ipa/)`. Anything else, such as
`[pause:soon]`, `[rate:fast]`, `[voice:` or `[link](/a page/)`, is text. A voice that does not exist and a rate outside
the engine's range are errors, since the text is clearly meant as a tag.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO

from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.text.lexicon import Lexicon
from kokoro_speech_server.text.normalization.rules import EVERYTHING, Normalization
from kokoro_speech_server.text.origins import Origins, TracedText
from kokoro_speech_server.text.pronunciations import PRIVATE, Pronunciations, model_phonemes
from kokoro_speech_server.text.script import FASTEST, SLOWEST, Mark, Passage, Passages, VoiceSettings
from kokoro_speech_server.text.steps import Steps, finished
from kokoro_speech_server.text.voice_aliases import VoiceAliases, with_location

_STRETCH = 16 * 1024
"""Characters that are searched in one step: a tenth of a millisecond, or half of one if many tags are half-written."""

# No tag can begin within another, and no pattern looks past the next bracket, so that a text is scanned once.
PAUSE = re.compile(r"\[pause:\s{0,3}(\d{1,6}(?:\.\d{1,6})?)\s{0,3}(ms|s)\s{0,3}\]", re.IGNORECASE)
_TAG = re.compile(
    PAUSE.pattern
    + r"|\[rate:\s{0,3}(?P<rate>\d{1,3}(?:\.\d{1,6})?)\s{0,3}\]"
    + r"|\[voice:[^\S\n]{0,3}(?P<voice>[^\s\[\]][^\[\]\n]{0,2000}+)\]",
    re.IGNORECASE,
)
_PRONOUNCED = re.compile(r"\[(?P<word>[^\[\]\n]{1,100}+)\]\(/(?P<ipa>[^/()\[\]\n]{1,200}+)/\)")
_LONGEST = 2_100
"""No match of these patterns is longer, in characters."""

_LONGEST_PAUSE = 60

_TAG_BEGINNING = re.compile(
    r"\[(?:"
    r"(?P<pause>p(?:a(?:u(?:s(?:e(?::[\s\d.ms]{0,30})?)?)?)?)?)"
    r"|r(?:a(?:t(?:e(?::[\s\d.]{0,20})?)?)?)?"
    r"|v(?:o(?:i(?:c(?:e(?::[^\[\]\n]{0,2010})?)?)?)?)?"
    r")?\Z",
    re.IGNORECASE,
)


class TaggedScript:
    """The input without its tags, in passages between them."""

    markup = True
    marks: tuple[Mark, ...] = ()
    unknown: tuple[str, ...] = ()
    unspoken: tuple[str, ...] = ()

    def __init__(
        self,
        text: TracedText,
        passages: Passages,
        *,
        pronunciations: Pronunciations,
        lexicon: Lexicon,
        normalization: Normalization,
    ) -> None:
        self.text = text
        self.pronunciations = pronunciations
        self.lexicon = lexicon
        self.normalization = normalization
        self._passages = passages

    @classmethod
    def read(
        cls,
        text: str,
        passages: Passages,
        lexicon: Lexicon,
        vocabulary: frozenset[str] | None = None,
        *,
        normalization: Normalization = EVERYTHING,
    ) -> Steps["TaggedScript"]:
        """Make the script of an input.

        passages:   of the input
        vocabulary: the symbols allowed in `[word](/ipa/)`; None: that is a link
        """
        pronunciations = Pronunciations()
        writer = _TagWriter(text, pronunciations, vocabulary)
        written = Passages()
        for passage in passages:
            written.append((yield from writer.write(passage)))
            yield
        return cls(
            writer.finish(),
            written,
            pronunciations=pronunciations,
            lexicon=lexicon,
            normalization=normalization,
        )

    def passages(self) -> Iterator[Passage]:
        return iter(self._passages)


class _TagWriter:
    """Writes the text of passages, with a private-use character for the phonemes of each `[word](/ipa/)`.

    Links with a symbol outside the vocabulary are text. Private-use characters of the input are left out.
    """

    def __init__(self, text: str, pronunciations: Pronunciations, vocabulary: frozenset[str] | None) -> None:
        self._text = text
        self._pronunciations = pronunciations
        self._vocabulary = vocabulary
        self._known: dict[str, str] = {}
        self._written = StringIO()
        self._origins = Origins()

    def write(self, passage: Passage) -> Steps[Passage]:
        """Write a passage of the input. Returns it with its offsets in what is written."""
        start, position = self._origins.length, passage.start
        if self._vocabulary is not None:
            for word in _matches(_PRONOUNCED, self._text, passage.start, passage.end):
                yield
                if word and (phonemes := self._phonemes(word["ipa"], self._vocabulary)):
                    yield from self._copy(position, word.start())
                    self._written.write(self._pronunciations.character(phonemes))
                    self._origins.replaced(1, *word.span("word"))
                    position = word.end()
        yield from self._copy(position, passage.end)
        return replace(passage, start=start, end=self._origins.length)

    def finish(self) -> TracedText:
        return TracedText(self._written.getvalue(), self._origins)

    def _phonemes(self, ipa: str, vocabulary: frozenset[str]) -> str:
        """The model's phonemes; empty if the model lacks a symbol or nothing has a sound."""
        if ipa not in self._known:
            known = vocabulary.issuperset(ipa)
            self._known[ipa] = model_phonemes(ipa, vocabulary) if known else ""
        return self._known[ipa]

    def _copy(self, start: int, end: int) -> Steps[None]:
        for private in _matches(PRIVATE, self._text, start, end):
            if private:
                self._copied(start, private.start())
                start = private.end()
            yield
        self._copied(start, end)

    def _copied(self, start: int, end: int) -> None:
        self._written.write(self._text[start:end])
        self._origins.copied(start, end - start)


def plain_script(text: str, voice_settings: VoiceSettings) -> TaggedScript:
    """The script of a short text without directives, with everything normalized."""
    passages = Passages()
    passages.append(Passage(0, len(text), voice_settings))
    return finished(TaggedScript.read(text, passages, Lexicon({})))


class VoiceTags:
    """Follows the tags for voices and rates of a text.

    given: the voice settings up to the first tag
    names: the voices that tags may name
    """

    def __init__(self, given: VoiceSettings, names: VoiceAliases) -> None:
        self._given = given
        self._names = names
        self._voice, self._rate = "", "1"  # of the last tags
        self._known = {(self._voice, self._rate): given}

    @property
    def current(self) -> VoiceSettings:
        """The voice settings after the tags so far."""
        return self._known[self._voice, self._rate]

    def follow(self, tag: re.Match[str]) -> None:
        """Obey a tag, which has its offset in the whole text. Raises InvalidRequestError; see `tagged_passages`."""
        if tag[1]:
            return
        voice, rate = (tag["voice"], "1") if tag["voice"] else (self._voice, tag["rate"])
        if (voice, rate) not in self._known:
            try:
                base = self._names.resolve(voice.rstrip()) if voice else self._given
                self._known[voice, rate] = base.scaled(rate=_rate(rate))
            except InvalidRequestError as error:
                location = f"{tag[0][:60]} at character {tag.start()} of the input"
                raise with_location(location, error, param="input", position=tag.start()) from error
        self._voice, self._rate = voice, rate


def longest_tag(*, voices: bool) -> int:
    """No tag is longer, in characters. voices: whether `[voice:…]` is one"""
    return _LONGEST if voices else _LONGEST_PAUSE


def first_tag(text: str, start: int, *, voices: bool, pauses: bool) -> re.Match[str] | None:
    """The first tag of a text from `start` on.

    voices: whether `[voice:…]` and `[rate:…]` are tags
    pauses: whether `[pause:…]` is one
    """
    if not voices:
        return PAUSE.search(text, start) if pauses else None
    tags = _TAG.finditer(text, start)
    return next((tag for tag in tags if pauses or not tag[1]), None)


def open_tag(text: str, *, voices: bool, pauses: bool) -> int:
    """Where what may become a tag begins at the end of a text that goes on, or else the length of the text."""
    if not (voices or pauses):
        return len(text)
    begun = _TAG_BEGINNING.search(text, max(0, len(text) - longest_tag(voices=voices)))
    if begun is None or not (pauses if begun["pause"] else voices or begun.end() - begun.start() == 1):
        return len(text)
    return begun.start()


def tagged_passages(
    text: str, voice_settings: VoiceSettings, voice_aliases: VoiceAliases | None, *, max_pause_s: float | None
) -> Steps[Passages]:
    """Cut a text at its tags. The passages have text or a pause.

    voice_settings: up to the first tag
    voice_aliases:  the voices that `[voice:…]` may name; None: `[voice:…]` and `[rate:…]` are text
    max_pause_s:    limit for the sum of all pauses; None: `[pause:…]` is text
    A voice applies until the next one, a rate until the next rate or voice. Raises InvalidRequestError for an invalid
    voice, rate or pause.
    """
    passages = Passages()
    start = 0
    current = voice_settings
    voices = None if voice_aliases is None else VoiceTags(voice_settings, voice_aliases)
    for tag in _tags(text, voice_aliases, max_pause_s):
        yield
        if tag is None:
            continue
        pause = pause_seconds(tag) if tag[1] else 0.0
        _add(passages, text, Passage(start, tag.start(), current, pause))
        start = tag.end()
        if voices is not None:
            voices.follow(tag)
            current = voices.current
    _add(passages, text, Passage(start, len(text), current))
    if max_pause_s is not None:
        check_pauses(passages, limit=max_pause_s)
    return passages


def cut_at_pauses(text: str, passage: Passage, passages: Passages) -> Steps[None]:
    """Append a passage of the text, cut at its pause tags, to `passages`."""
    start = passage.start
    for tag in _matches(PAUSE, text, start, passage.end):
        yield
        if tag:
            _add(passages, text, Passage(start, tag.start(), passage.voice_settings, pause_seconds(tag)))
            start = tag.end()
    _add(passages, text, replace(passage, start=start))


def check_pauses(passages: Passages, *, limit: float) -> None:
    """Raise InvalidRequestError if the pauses add up to more than `limit` seconds."""
    if passages.pause > limit:
        raise InvalidRequestError(
            f"The pauses in the input add up to {passages.pause:g} seconds; at most {limit:g} are allowed.",
            param="input",
        )


def _tags(
    text: str, voice_aliases: VoiceAliases | None, max_pause_s: float | None
) -> Iterator[re.Match[str] | None]:
    if voice_aliases is not None:
        tags = _matches(_TAG, text, 0, len(text))
        return tags if max_pause_s is not None else (tag for tag in tags if tag is None or not tag[1])
    return _matches(PAUSE, text, 0, len(text)) if max_pause_s is not None else iter(())


def _matches(pattern: re.Pattern[str], text: str, start: int, end: int) -> Iterator[re.Match[str] | None]:
    """The matches that finditer finds, and None after each stretch that has been searched."""
    while start < end:
        stretch = min(start + _STRETCH, end)
        for found in pattern.finditer(text, start, min(stretch + _LONGEST, end)):
            if found.start() >= stretch:
                break
            yield found
            start = found.end()
        start = max(start, stretch)
        yield None


def _add(passages: Passages, text: str, passage: Passage) -> None:
    if passage.is_interrupted or text[passage.start : passage.end].strip():
        passages.append(passage)


def _rate(number: str) -> float:
    rate = float(number)
    if not SLOWEST <= rate <= FASTEST:
        raise InvalidRequestError(f"A rate is from {SLOWEST:g} to {FASTEST:g}.")
    return rate


def pause_seconds(tag: re.Match[str]) -> float:
    return float(tag[1]) / (1000 if tag[2].lower() == "ms" else 1)
