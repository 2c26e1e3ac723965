"""Reads an SSML document from its beginning to its end, and writes the script as it goes."""

import xml.sax
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
from kokoro_speech_server.text.script import Passage
from kokoro_speech_server.text.script_writer import ScriptWriter
from kokoro_speech_server.text.ssml_parser import Characters, SsmlParser
from kokoro_speech_server.text.voice_aliases import Speaker, VoiceAliases, with_place

T = TypeVar("T")

DEEPEST = 50
"""Elements within elements."""

LONGEST_SAY_AS = 1_000
"""Characters in a say-as: one could be said in three words."""

_MOST_UNKNOWN = 20

_SENTENCE, _PARAGRAPH = 1, 2
_PLAIN = frozenset({"speak", "p", "s", "w", "token", "lang"})
"""Elements that do no more than their language and the end of theirs does."""

_ENDS = {"s": _SENTENCE, "p": _PARAGRAPH}
_SILENT = frozenset({"metadata", "desc"})  # what they hold is about the text and not of it


@dataclass(slots=True)
class _Open:
    """An element that has begun, and how its content is spoken.

    instead: what is said for its content; None: the content
    kind:    say-as's interpret-as and format, by which its content is said once it is known
    """

    name: str
    begins: int
    speaker: Speaker
    rate: float = 1.0
    volume: float = 1.0
    silent: bool = False
    ends: int = 0
    instead: str | None = None
    kind: tuple[str, str] | None = None
    content: list[Characters] = field(default_factory=list)

    @property
    def holds_text(self) -> bool:
        return self.instead is not None or self.kind is not None


class SsmlReader(xml.sax.ContentHandler):
    """Reads one document, once.

    pronunciations, marks, unknown: what was met, complete when `read` has ended
    """

    def __init__(
        self, document: str, *, speaker: Speaker, voice_aliases: VoiceAliases, vocabulary: frozenset[str]
    ) -> None:
        super().__init__()
        self.pronunciations = Pronunciations()
        self.marks: list[tuple[str, int]] = []
        self.unknown: dict[str, None] = {}
        self._document = document
        self._parser = SsmlParser(document)
        self._speaker = speaker
        self._voice_aliases = voice_aliases
        self._vocabulary = vocabulary
        self._writer = ScriptWriter()
        self._open: list[_Open] = []

    def read(self) -> tuple[str, list[Passage], Origins]:
        """The script's text, its passages, and where its characters came from. Raises InvalidRequestError."""
        try:
            self._parser.read(self)
        except xml.sax.SAXException as error:
            raise self._error(f"this is not well-formed XML: {error.getMessage()}") from error
        except DefusedXmlException as error:
            raise self._error("a DTD, entities of one's own and external files are not allowed") from error
        return self._writer.finish()

    # What xml.sax calls.

    def startElement(self, name: str, attrs: AttributesImpl) -> None:
        local = name.rpartition(":")[2]
        begins = self._parser.position
        if not self._open and local != "speak":
            raise self._error(f"the document is one <speak> element and not <{name[:40]}>")
        if len(self._open) == DEEPEST:
            raise self._error(f"elements are more than {DEEPEST} deep")
        outer = self._open[-1] if self._open else _Open("", 0, self._speaker)
        if outer.holds_text:
            raise self._error(f"<{outer.name}> can hold text only, and not <{name[:40]}>")
        if local in _ENDS and not outer.silent:
            self._writer.end(_ENDS[local])
        element = replace(outer, name=local, begins=begins, content=[])
        element.ends = 0 if outer.silent else _ENDS.get(local, 0)
        try:
            self._begin(element, name, local, {key: attrs[key].strip() for key in attrs.getNames()})
        except InvalidRequestError as error:
            raise with_place(self._place(begins), error, param="input") from error
        self._open.append(element)

    def endElement(self, name: str) -> None:
        element = self._open.pop()
        if element.holds_text:
            self._say(element)
        if element.ends:
            self._writer.end(element.ends)

    def characters(self, content: str) -> None:
        element = self._open[-1]
        found = self._parser.source(content)
        if element.silent:
            return
        if element.holds_text:
            element.content.append(found)
        else:
            self._writer.write(found, element.speaker.voice_settings(element.rate, element.volume))

    # Elements.

    def _begin(self, element: _Open, name: str, local: str, attributes: dict[str, str]) -> None:
        if element.silent:
            return
        language = attributes.get("xml:lang") or (attributes.get("lang") if local == "lang" else None)
        if language and local != "voice":
            element.speaker = replace(element.speaker, language=_language(language))
        if local == "voice":
            self._voice(element, attributes, language)
        elif local == "break":
            time, strength = attributes.get("time"), attributes.get("strength")
            seconds = _value("break", time or strength or "", lambda _: values.pause(time, strength))
            self._writer.pause(seconds, element.speaker.voice_settings(element.rate, element.volume))
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
            self.marks.append((attributes.get("name", ""), self._writer.length))
        elif local not in _PLAIN:
            self._report(name)
            element.silent = local in _SILENT

    def _voice(self, element: _Open, attributes: dict[str, str], language: str | None) -> None:
        spoken = (
            _language(language or attributes["language"]) if language or "language" in attributes else None
        )
        gender = attributes.get("gender")
        if "name" in attributes:
            element.speaker = self._voice_aliases.resolve(attributes["name"])
            if spoken:
                element.speaker = replace(element.speaker, language=spoken)
        elif spoken or gender:
            element.speaker = self._voice_aliases.best_for(spoken or element.speaker.language, gender)

    def _prosody(self, element: _Open, attributes: dict[str, str]) -> None:
        for attribute, text in attributes.items():
            if attribute == "rate":
                element.rate *= _value("prosody rate", text, values.rate)
            elif attribute == "volume":
                element.volume *= _value("prosody volume", text, values.volume)
            elif attribute != "xml:lang":
                self._report(f"prosody {attribute}")

    def _sub(self, element: _Open, attributes: dict[str, str]) -> None:
        if "alias" in attributes:
            element.instead = " ".join(PRIVATE.sub("", attributes["alias"]).split())
        else:
            self._report("sub without alias")

    def _phoneme(self, element: _Open, attributes: dict[str, str]) -> None:
        alphabet = attributes.get("alphabet", "ipa")
        if alphabet.lower() != "ipa":
            self._report(f"phoneme alphabet {alphabet}")
            return
        try:
            phonemes = model_phonemes(attributes.get("ph", ""), self._vocabulary)
        except UnknownSymbolError as error:
            raise InvalidRequestError(f"<phoneme>: {error}.") from error
        if not phonemes:
            raise InvalidRequestError("<phoneme>: there is no sound in its ph.")
        element.instead = self.pronunciations.character(phonemes)

    def _say(self, element: _Open) -> None:
        """What is said for the content of an element, at its end."""
        voice_settings = element.speaker.voice_settings(element.rate, element.volume)
        said = element.instead
        whole = PRIVATE.sub("", "".join(part.text for part in element.content))
        if element.kind is not None:
            kind, format = element.kind
            content = whole.strip()
            if len(content) > LONGEST_SAY_AS:
                raise self._error(f"<say-as> can hold at most {LONGEST_SAY_AS} characters")
            try:
                said = say_as(content, kind, format, element.speaker.language) if content else ""
            except KeyError:
                self._report(f"say-as {kind}")
        if said is None:
            for part in element.content:
                self._writer.write(part, voice_settings)
        else:
            first = element.content[0].start if element.content else element.begins
            last = element.content[-1].end if element.content else element.begins
            before, after = " " * whole[:1].isspace(), " " * whole[-1:].isspace()
            self._writer.write_instead(f"{before}{said}{after}", first, last, voice_settings)

    # Reports.

    def _report(self, what: str) -> None:
        if len(self.unknown) < _MOST_UNKNOWN:
            # A comma divides the list in the header.
            fit = "".join(one if one.isprintable() and one != "," else "?" for one in what[:60].strip())
            self.unknown[fit.encode("ascii", "backslashreplace").decode()] = None

    def _error(self, message: str) -> InvalidRequestError:
        return InvalidRequestError(f"{self._place(self._parser.position)}: {message}.", param="input")

    def _place(self, position: int) -> str:
        line = self._document.count("\n", 0, position) + 1
        column = position - (self._document.rfind("\n", 0, position) + 1) + 1
        return f"SSML, line {line}, column {column}"


def _value(what: str, text: str, read: Callable[[str], T]) -> T:
    try:
        return read(text)
    except ValueError as error:
        raise InvalidRequestError(f"<{what}>: {text[:40]!r} {error}.") from error


def _language(tag: str) -> Language:
    """The language of an xml:lang: of those with several regions, the one that there is ("es-MX" is "es")."""
    try:
        return language_for(tag, param="input")
    except LanguageUnavailableError:
        raise
    except InvalidRequestError:
        primary = tag.partition("-")[0]
        if len(primary) == 1 or primary == tag:  # "i-klingon" is no Italian
            raise
        return language_for(primary, param="input")
