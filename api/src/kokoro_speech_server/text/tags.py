"""Tags, the directives in square brackets: pauses and, in requests that enable them, voices, rates, pronunciations.

A tag is exactly `[pause:1.5s]` (or ms), `[voice:name or mix]`, `[rate:1.2]` or `[word](/ipa/)`. Anything else, such as
`[pause:soon]`, `[rate:fast]`, `[voice:` or `[link](/a page/)`, is text. A voice that does not exist and a rate outside
the engine's range are errors, since the text is clearly meant as a tag.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.text.lexicon import Lexicon
from kokoro_speech_server.text.normalization.rules import EVERYTHING, Normalization
from kokoro_speech_server.text.origins import Origins, TracedText
from kokoro_speech_server.text.pronunciations import PRIVATE, Pronunciations, model_phonemes
from kokoro_speech_server.text.script import FASTEST, SLOWEST, Mark, Passage, VoiceSettings
from kokoro_speech_server.text.voice_aliases import VoiceAliases, with_location

# No tag can begin within another, and no pattern looks past the next bracket, so that a text is scanned once.
_PAUSE = re.compile(r"\[pause:\s{0,3}(\d{1,6}(?:\.\d{1,6})?)\s{0,3}(ms|s)\s{0,3}\]", re.IGNORECASE)
_TAG = re.compile(
    _PAUSE.pattern
    + r"|\[rate:\s{0,3}(?P<rate>\d{1,3}(?:\.\d{1,6})?)\s{0,3}\]"
    + r"|\[voice:[^\S\n]{0,3}(?P<voice>[^\s\[\]][^\[\]\n]{0,2000}+)\]",
    re.IGNORECASE,
)
_PRONOUNCED = re.compile(r"\[(?P<word>[^\[\]\n]{1,100}+)\]\(/(?P<ipa>[^/()\[\]\n]{1,200}+)/\)")


class TaggedScript:
    """The input without its tags, in passages between them.

    passages:   of the input
    vocabulary: the symbols allowed in `[word](/ipa/)`; None: that is a link
    """

    markup = True
    marks: tuple[Mark, ...] = ()
    unknown: tuple[str, ...] = ()

    def __init__(
        self,
        text: str,
        passages: Collection[Passage],
        lexicon: Lexicon,
        vocabulary: frozenset[str] | None = None,
        *,
        normalization: Normalization = EVERYTHING,
    ) -> None:
        self.lexicon = lexicon
        self.pronunciations = Pronunciations()
        self.normalization = normalization
        writer = _TagWriter(text, self.pronunciations, vocabulary)
        self._passages = [writer.write(passage) for passage in passages]
        self.text = writer.finish()

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
        self._texts: list[str] = []
        self._origins = Origins()

    def write(self, passage: Passage) -> Passage:
        """Write a passage of the input and return it with its offsets in what is written."""
        start, position = self._origins.length, passage.start
        for word in _PRONOUNCED.finditer(self._text, passage.start, passage.end) if self._vocabulary else ():
            if phonemes := self._phonemes(word["ipa"]):
                self._copy(position, word.start())
                self._texts.append(self._pronunciations.character(phonemes))
                self._origins.replaced(1, *word.span("word"))
                position = word.end()
        self._copy(position, passage.end)
        return replace(passage, start=start, end=self._origins.length)

    def finish(self) -> TracedText:
        return TracedText("".join(self._texts), self._origins)

    def _phonemes(self, ipa: str) -> str:
        """The model's phonemes; empty if the model lacks a symbol or nothing has a sound."""
        assert self._vocabulary is not None
        if ipa not in self._known:
            known = self._vocabulary.issuperset(ipa)
            self._known[ipa] = model_phonemes(ipa, self._vocabulary) if known else ""
        return self._known[ipa]

    def _copy(self, start: int, end: int) -> None:
        for private in PRIVATE.finditer(self._text, start, end):
            self._copied(start, private.start())
            start = private.end()
        self._copied(start, end)

    def _copied(self, start: int, end: int) -> None:
        self._texts.append(self._text[start:end])
        self._origins.copied(start, end - start)


def plain_script(text: str, voice_settings: VoiceSettings) -> TaggedScript:
    """The script of a text without directives, with everything normalized."""
    return TaggedScript(text, [Passage(0, len(text), voice_settings)], Lexicon({}))


def tagged_passages(
    text: str, voice_settings: VoiceSettings, voice_aliases: VoiceAliases | None, *, max_pause_s: float | None
) -> list[Passage]:
    """The text cut at its tags, without passages that have neither text nor a pause.

    voice_settings: up to the first tag
    voice_aliases:  the voices that `[voice:…]` may name; None: `[voice:…]` and `[rate:…]` are text
    max_pause_s:    limit for the sum of all pauses; None: `[pause:…]` is text
    A voice and a rate apply until the next one. Raises InvalidRequestError for an invalid voice, rate or pause.
    """
    passages: list[Passage] = []
    rate, start = 1.0, 0
    base = voice_settings
    for tag in _tags(text, voice_aliases, max_pause_s):
        pause = _seconds(tag) if tag[1] else 0.0
        _add(passages, text, Passage(start, tag.start(), voice_settings, pause))
        start = tag.end()
        if tag[1] or voice_aliases is None:
            continue
        try:
            if tag["voice"]:
                base = voice_aliases.resolve(tag["voice"].rstrip())
            else:
                rate = _rate(tag["rate"])
        except InvalidRequestError as error:
            raise with_location(
                f"{tag[0][:60]} at character {tag.start()} of the input", error, param="input"
            ) from error
        voice_settings = base.scaled(rate=rate)
    _add(passages, text, Passage(start, len(text), voice_settings))
    if max_pause_s is not None:
        check_pauses(passages, limit=max_pause_s)
    return passages


def cut_at_pauses(text: str, passage: Passage) -> list[Passage]:
    """A passage of the text, cut at its pause tags."""
    passages: list[Passage] = []
    start = passage.start
    for tag in _PAUSE.finditer(text, start, passage.end):
        _add(passages, text, Passage(start, tag.start(), passage.voice_settings, _seconds(tag)))
        start = tag.end()
    _add(passages, text, Passage(start, passage.end, passage.voice_settings, passage.pause))
    return passages


def check_pauses(passages: Collection[Passage], *, limit: float) -> None:
    """Raise InvalidRequestError if the pauses add up to more than `limit` seconds."""
    total = sum(passage.pause for passage in passages)
    if total > limit:
        raise InvalidRequestError(
            f"The pauses in the input add up to {total:g} seconds; at most {limit:g} are allowed.",
            param="input",
        )


def _tags(
    text: str, voice_aliases: VoiceAliases | None, max_pause_s: float | None
) -> Iterator[re.Match[str]]:
    if voice_aliases is None:
        return _PAUSE.finditer(text) if max_pause_s is not None else iter(())
    tags = _TAG.finditer(text)
    return tags if max_pause_s is not None else (tag for tag in tags if not tag[1])


def _add(passages: list[Passage], text: str, passage: Passage) -> None:
    if passage.pause or text[passage.start : passage.end].strip():
        passages.append(passage)


def _rate(number: str) -> float:
    rate = float(number)
    if not SLOWEST <= rate <= FASTEST:
        raise InvalidRequestError(f"A rate is from {SLOWEST:g} to {FASTEST:g}.")
    return rate


def _seconds(tag: re.Match[str]) -> float:
    return float(tag[1]) / (1000 if tag[2].lower() == "ms" else 1)
