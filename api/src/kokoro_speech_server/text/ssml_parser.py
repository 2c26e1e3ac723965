"""An XML parser that rejects dangerous documents and reports its exact position in the document."""

import re
import xml.sax
from dataclasses import dataclass

from defusedxml.expatreader import DefusedExpatParser

# A character by its number or name. Within a CDATA section the parser reports one as several characters.
_REFERENCE = re.compile(r"&(?:#\d++|#x[0-9a-fA-F]++|\w{2,8});")

_CONTINUATION = bytes(range(0x80, 0xC0))
"""The bytes of UTF-8 that continue a character."""


@dataclass(frozen=True, slots=True)
class Characters:
    """Text of the document, with spaces for line ends.

    verbatim: the text is the document's from `start` on; otherwise all of it stands for `start:end`
    """

    text: str
    start: int
    end: int
    verbatim: bool


class SsmlParser(DefusedExpatParser):  # type: ignore[misc]  # defusedxml has no types
    """Raises xml.sax.SAXException, defusedxml.DefusedXmlException, and the errors of its handler.

    Namespaces are not processed, so that vendors' prefixes need no declaration.
    """

    def __init__(self, document: str) -> None:
        super().__init__(forbid_dtd=True)
        self._document = document
        # XML allows nothing before the declaration, but documents quoted in a program often begin with a new line.
        self._first = len(document) - len(document.lstrip("\ufeff \t\r\n"))
        # The document is text, whatever encoding its declaration names.
        self._source.setEncoding("utf-8")
        # The parser rejects half of a surrogate pair with an error of its own.
        self._encoded = document[self._first :].encode("utf-8", "surrogatepass")
        self._byte, self._character = 0, self._first

    def read(self, handler: xml.sax.ContentHandler) -> None:
        self.setContentHandler(handler)
        # `close` is not called, since it would lose the position of an error.
        self.feed(self._encoded, isFinal=True)

    def reset(self) -> None:
        super().reset()
        # Buffered text would come as one string, without the positions of its parts.
        self._parser.buffer_text = False

    @property
    def position(self) -> int:
        """The parser's position in the document, in characters. It never decreases."""
        byte = self._parser.CurrentByteIndex
        if byte > self._byte:
            self._character += len(self._encoded[self._byte : byte].translate(None, _CONTINUATION))
            self._byte = byte
        return self._character

    def source(self, content: str) -> Characters:
        """The text that the parser has just reported, with its position."""
        start = self.position
        if content == "\n":
            end = start + (2 if self._document.startswith("\r\n", start) else 1)
            return Characters(" ", start, end, verbatim=end == start + 1)
        if len(content) == 1 and (reference := _REFERENCE.match(self._document, start)):
            return Characters(" " if content.isspace() else content, start, reference.end(), verbatim=False)
        return Characters(content, start, start + len(content), verbatim=True)
