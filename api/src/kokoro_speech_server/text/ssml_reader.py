"""Reads an SSML document and writes the script element by element."""

import xml.sax
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar
from xml.sax.xmlreader import AttributesImpl

from defusedxml import DefusedXmlException

from kokoro_speech_server.errors import InvalidRequestError, LanguageUnavailableError
from kokoro_speech_server.text import ssml_values as values
from kokoro_speech_server.text.languages import Language, language_for
from kokoro_speech_server.text.origins import Origins
from kokoro_speech_server.text.pronunciations import (
    PRIVATE,
    Pronunciations,
    UnknownSymbolError,
    model_phonemes,
)
from kokoro_speech_server.text.say_as import say_as
from kokoro_speech_server.text.script import Passages, VoiceSettings
from kokoro_speech_server.text.script_writer import ScriptWriter
from kokoro_speech_server.text.ssml_audio import CLIP_ATTRIBUTES, Sounds, sound_clip
from kokoro_speech_server.text.ssml_parser import Characters, LongTagError, SsmlParser
from kokoro_speech_server.text.steps import Steps
from kokoro_speech_server.text.voice_aliases import VoiceNames, with_location

T = TypeVar("T")

MAX_DEPTH = 50
"""Nested elements, at most."""

MAX_SAY_AS_CHARACTERS = 1_000
"""Characters in a say-as, at most: each can become three words."""

MAX_REPLACEMENT_CHARACTERS = 10_000
"""Characters in sub's alias and phoneme's ph, at most."""

_MAX_UNKNOWN = 20
"""Unsupported directives that are reported, at most."""

_SENTENCE, _PARAGRAPH = 1, 2
ELEMENTS = {
    "speak": "the document",
    "p": "a paragraph, and the pause after it",
    "s": "a sentence, and the pause after it",
    "w": "a word",
    "token": "a word",
    "lang": "another language, by xml:lang",
    "voice": "another voice, by name, or by language and gender",
    "break": "a pause, by time or strength",
    "prosody": "another rate and volume; its other attributes have no effect",
    "emphasis": "a slower and louder, or a faster and softer voice",
    "phoneme": "a pronunciation, in IPA",
    "sub": "its alias is spoken instead of its text",
    "say-as": "a notation, by interpret-as",
    "mark": "a name for a place in the audio",
    "audio": "a sound of the server, by src; its text is spoken if there is no such sound",
    "metadata": "is not spoken",
    "desc": "is not spoken",
}
"""The elements that the server follows, and their effects. The text of others is spoken."""

_PLAIN = frozenset({"speak", "p", "s", "w", "token", "lang"})
"""Elements whose only effects are their language and, for p and s, the boundary at both ends."""

_ENDS = {"s": _SENTENCE, "p": _PARAGRAPH}
_SILENT = frozenset({"metadata", "desc"})
"""Elements whose content is not read."""


@dataclass(slots=True)
class _Element:
    """An open element.

    begins:         its offset in the document
    voice_settings: of its text
    base:           the same without prosody and emphasis, which are in `rate` and `volume`
    ends:           line ends to write after it: 1 for a sentence, 2 for a paragraph
    replacement:    the text to read instead of the content; None: the content
    kind:           say-as's interpret-as and format
    content:        its text so far, if the element can contain only text; of text that is replaced, the two ends
    length:         of the text so far, in characters
    """

    name: str
    begins: int
    voice_settings: VoiceSettings
    base: VoiceSettings
    rate: float = 1.0
    volume: float = 1.0
    silent: bool = False
    ends: int = 0
    replacement: str | None = None
    kind: tuple[str, str] | None = None
    content: list[Characters] = field(default_factory=list)
    length: int = 0

    @property
    def holds_only_text(self) -> bool:
        return self.replacement is not None or self.kind is not None


class SsmlReader(xml.sax.ContentHandler):
    """Reads one document, once.

    pronunciations, unknown: collected by `read`
    marks, mark_offsets:     the same, the names of marks and their offsets in the script's text
    """

    def __init__(
        self,
        document: str,
        *,
        voice_settings: VoiceSettings,
        voice_aliases: VoiceNames,
        vocabulary: frozenset[str],
        sounds: Sounds,
        max_sound_s: float,
    ) -> None:
        super().__init__()
        self.pronunciations = Pronunciations()
        self.marks: list[str] = []
        self.mark_offsets = array("Q")
        self.unknown: dict[str, None] = {}
        self._document = document
        self._parser = SsmlParser(document)
        self._voice_settings = voice_settings
        self._voice_aliases = voice_aliases
        self._vocabulary = vocabulary
        self._sounds = sounds
        self._max_sound_s = max_sound_s
        self._sound_seconds = 0.0
        self._writer = ScriptWriter()
        self._open: list[_Element] = []

    def read(self) -> Steps[tuple[str, Passages, Origins]]:
        """Make the script's text, its passages, and the origins of its characters. Raises InvalidRequestError."""
        try:
            yield from self._parser.read(self)
        except xml.sax.SAXException as error:
            raise self._error(f"this is not well-formed XML: {error.getMessage()}") from error
        except DefusedXmlException as error:
            raise self._error("a DTD, entities of its own and external files are not allowed") from error
        except LongTagError as error:
            raise self._error("this tag has too many attributes, or too many > in them") from error
        finally:
            self._parser.release()
        return (yield from self._writer.finish())

    # The callbacks of xml.sax.

    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        local = name.rpartition(":")[2]
        begins = self._parser.position
        if not self._open and local != "speak":
            raise self._error(f"the document must be one <speak> element and not <{name[:40]}>")
        if len(self._open) == MAX_DEPTH:
            raise self._error(f"elements are nested more than {MAX_DEPTH} deep")
        outer = self._open[-1] if self._open else _Element("", 0, self._voice_settings, self._voice_settings)
        if outer.holds_only_text:
            raise self._error(f"<{outer.name}> can contain only text, and not <{name[:40]}>")
        if local in _ENDS and not outer.silent:
            self._writer.end(_ENDS[local])
        element = replace(outer, name=local, begins=begins, content=[], length=0)
        element.ends = 0 if outer.silent else _ENDS.get(local, 0)
        try:
            self._begin(element, name, local, {key: attrs[key].strip() for key in attrs.getNames()})
        except InvalidRequestError as error:
            location = self._location(begins)
            raise with_location(location, error, param="input", position=begins) from error
        if element.base is not outer.base or (element.rate, element.volume) != (outer.rate, outer.volume):
            element.voice_settings = element.base.scaled(rate=element.rate, volume=element.volume)
        self._open.append(element)

    def endElement(self, name: str) -> None:
        element = self._open.pop()
        if element.holds_only_text:
            self._write_content(element)
        if element.ends:
            self._writer.end(element.ends)

    def characters(self, content: str) -> None:
        element = self._open[-1]
        found = self._parser.source(content)
        if element.silent:
            return
        if element.holds_only_text:
            self._collect(element, found)
        else:
            self._writer.write(found, element.voice_settings)

    # Elements.

    def _begin(self, element: _Element, name: str, local: str, attributes: dict[str, str]) -> None:
        if element.silent:
            return
        language = attributes.get("xml:lang") or (attributes.get("lang") if local == "lang" else None)
        if language and local != "voice":
            element.base = replace(element.base, language=_language(language))
        if local == "voice":
            self._voice(element, attributes, language)
        elif local == "break":
            time, strength = attributes.get("time"), attributes.get("strength")
            seconds = _value("break", time or strength or "", lambda _: values.pause(time, strength))
            self._writer.pause(seconds, element.voice_settings)
        elif local == "prosody":
            self._prosody(element, attributes)
        elif local == "emphasis":
            rate, volume = _value(local, attributes.get("level", "moderate"), values.emphasis)
            element.rate *= rate
            element.volume *= volume
        elif local == "phoneme":
            self._phoneme(element, attributes)
        elif local == "sub":
            self._sub(element, attributes)
        elif local == "say-as":
            element.kind = (attributes.get("interpret-as", ""), attributes.get("format", ""))
        elif local == "mark":
            self.marks.append(attributes.get("name", ""))
            self.mark_offsets.append(self._writer.length)
        elif local == "audio":
            self._audio(element, attributes)
        elif local not in _PLAIN:
            self._report_unknown(name)
            element.silent = local in _SILENT

    def _voice(self, element: _Element, attributes: dict[str, str], language: str | None) -> None:
        chosen = (
            _language(language or attributes["language"]) if language or "language" in attributes else None
        )
        gender = attributes.get("gender")
        if "name" in attributes:
            element.base = self._voice_aliases.resolve(attributes["name"])
            if chosen:
                element.base = replace(element.base, language=chosen)
        elif chosen or gender:
            element.base = self._voice_aliases.best_for(chosen or element.base.language, gender)

    def _prosody(self, element: _Element, attributes: dict[str, str]) -> None:
        for attribute, text in attributes.items():
            if attribute == "rate":
                element.rate *= _value("prosody rate", text, values.rate)
            elif attribute == "volume":
                element.volume *= _value("prosody volume", text, values.volume)
            elif attribute != "xml:lang":
                self._report_unknown(f"prosody {attribute}")

    def _sub(self, element: _Element, attributes: dict[str, str]) -> None:
        if "alias" in attributes:
            alias = _replacement("sub alias", attributes["alias"])
            element.replacement = " ".join(PRIVATE.sub("", alias).split())
        else:
            self._report_unknown("sub without alias")

    def _phoneme(self, element: _Element, attributes: dict[str, str]) -> None:
        alphabet = attributes.get("alphabet", "ipa")
        if alphabet.lower() != "ipa":
            self._report_unknown(f"phoneme alphabet {alphabet}")
            return
        try:
            phonemes = model_phonemes(_replacement("phoneme ph", attributes.get("ph", "")), self._vocabulary)
        except UnknownSymbolError as error:
            raise InvalidRequestError(f"<phoneme>: {error}.") from error
        if not phonemes:
            raise InvalidRequestError("<phoneme>: its ph has no sound.")
        element.replacement = self.pronunciations.character(phonemes)

    def _audio(self, element: _Element, attributes: dict[str, str]) -> None:
        """Write a sound instead of the element's content, if there is one of this name."""
        name = attributes.get("src", "")
        length = self._sounds.seconds(name)
        if length is None:
            self._report_unknown(f"audio {name}")
            return
        clip = _value("audio", name, lambda _: sound_clip(name, length, attributes, marks=len(self.marks)))
        self._sound_seconds += clip.seconds
        if self._sound_seconds > self._max_sound_s:
            raise InvalidRequestError(f"the sounds add up to more than {self._max_sound_s:g} seconds")
        self._writer.sound(clip, element.voice_settings)
        element.silent = True
        for attribute in attributes.keys() - CLIP_ATTRIBUTES:
            self._report_unknown(f"audio {attribute}")

    def _collect(self, element: _Element, found: Characters) -> None:
        element.length += len(found.text)
        if element.replacement is not None:
            del element.content[1:]
        elif element.length > MAX_SAY_AS_CHARACTERS:
            raise self._error(f"<say-as> can contain at most {MAX_SAY_AS_CHARACTERS} characters")
        element.content.append(found)

    def _write_content(self, element: _Element) -> None:
        """Write the replacement for an element's content, or the content."""
        voice_settings = element.voice_settings
        replacement = element.replacement
        whole = "".join(part.text for part in element.content)
        if element.kind is not None:
            kind, format = element.kind
            content = PRIVATE.sub("", whole).strip()
            try:
                replacement = say_as(content, kind, format, element.base.language) if content else ""
            except KeyError:
                self._report_unknown(f"say-as {kind}")
        if replacement is None:
            for part in element.content:
                self._writer.write(part, voice_settings)
        else:
            first = element.content[0].start if element.content else element.begins
            last = element.content[-1].end if element.content else element.begins
            before, after = " " * whole[:1].isspace(), " " * whole[-1:].isspace()
            self._writer.write_replacement(f"{before}{replacement}{after}", first, last, voice_settings)

    # Reports.

    def _report_unknown(self, what: str) -> None:
        if len(self.unknown) < _MAX_UNKNOWN:
            # Commas separate the items in the header.
            fit = "".join(one if one.isprintable() and one != "," else "?" for one in what[:60].strip())
            self.unknown[fit.encode("ascii", "backslashreplace").decode()] = None

    def _error(self, message: str) -> InvalidRequestError:
        position = self._parser.position
        message = f"{self._location(position)}: {message}."
        return InvalidRequestError(message, param="input", position=position)

    def _location(self, position: int) -> str:
        line = self._document.count("\n", 0, position) + 1
        column = position - (self._document.rfind("\n", 0, position) + 1) + 1
        return f"SSML, line {line}, column {column}"


def _value(what: str, text: str, read: Callable[[str], T]) -> T:
    try:
        return read(text)
    except ValueError as error:
        raise InvalidRequestError(f"<{what}>: {text[:40]!r} {error}.") from error


def _replacement(what: str, text: str) -> str:
    if len(text) > MAX_REPLACEMENT_CHARACTERS:
        raise InvalidRequestError(f"<{what}>: it has more than {MAX_REPLACEMENT_CHARACTERS} characters.")
    return text


def _language(tag: str) -> Language:
    """The language of an xml:lang. Regions without an entry of their own fall back to the language: es-MX to es."""
    try:
        return language_for(tag, param="input")
    except LanguageUnavailableError:
        raise
    except InvalidRequestError:
        primary = tag.partition("-")[0]
        if len(primary) == 1 or primary == tag:  # "i-klingon" is not Italian
            raise
        return language_for(primary, param="input")
