"""An XML parser that rejects dangerous documents, works in steps and reports its exact position in the document."""

import re
import xml.sax
from dataclasses import dataclass

from defusedxml.expatreader import DefusedExpatParser

from kokoro_speech_server.text.steps import Steps

_PIECE = 512
"""Characters that are parsed in one step: a millisecond or two, if each is reported alone."""

_LONG_MARKUP_BYTES = 4 * 1024
_LONG_PIECE = 64 * 1024
"""Characters within long markup that are parsed in one step. Nothing is reported in them."""

_MAX_ATTRIBUTES = 5_000
"""Attributes in a tag, at most: it is reported in one step. What is counted is its equals signs."""

_MAX_CLOSERS = 100
"""Signs ">" in the values of a long tag, at most: with each one the parser searches the tag anew."""

_CLOSERS = {"<!--": "-->", "<?": "?>"}

# A character by its number or name.
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


class LongTagError(Exception):
    """A tag is long and has too many attributes, or too many ">" in their values."""


class SsmlParser(DefusedExpatParser):  # type: ignore[misc]  # defusedxml has no types
    """Raises xml.sax.SAXException, defusedxml.DefusedXmlException, LongTagError, and the errors of its handler.

    Namespaces are not processed, so that vendors' prefixes need no declaration.
    """

    def __init__(self, document: str) -> None:
        super().__init__(forbid_dtd=True)
        self._document = document
        # XML allows nothing before the declaration, but documents quoted in a program often begin with a new line.
        self._first = len(document) - len(document.lstrip("\ufeff \t\r\n"))
        # The document is text, whatever encoding its declaration names.
        self._source.setEncoding("utf-8")
        self._encoded = bytearray()  # what has been parsed
        self._byte, self._character = 0, self._first
        self._in_cdata = False

    def read(self, handler: xml.sax.ContentHandler) -> Steps[None]:
        """Parse the document."""
        self.setContentHandler(handler)
        start, end = self._first, self._first + _PIECE
        while True:
            # The parser rejects half of a surrogate pair with an error of its own.
            piece = self._document[start:end].encode("utf-8", "surrogatepass")
            self._encoded += piece
            # `close` is not called, since it would lose the position of an error.
            self.feed(piece, isFinal=end >= len(self._document))
            if end >= len(self._document):
                return
            yield
            start, end = end, self._end_of_piece(end)

    def release(self) -> None:
        """End the circle of references through which the parser and its handler keep each other and the document."""
        self.setContentHandler(xml.sax.ContentHandler())
        del self._parser

    def reset(self) -> None:
        super().reset()
        # Buffered text would come as one string, without the positions of its parts.
        self._parser.buffer_text = False
        self._parser.StartCdataSectionHandler = lambda: self._set_in_cdata(True)
        self._parser.EndCdataSectionHandler = lambda: self._set_in_cdata(False)

    def _end_of_piece(self, start: int) -> int:
        """The end of the next piece, which begins at `start`.

        The parser keeps markup whose end it has not seen, and searches it anew with each piece. So pieces of long
        markup are longer, and end where the markup may end.
        """
        if len(self._encoded) - self._parser.CurrentByteIndex < _LONG_MARKUP_BYTES:
            return start + _PIECE
        begin = self.position
        closer = next((end for mark, end in _CLOSERS.items() if self._document.startswith(mark, begin)), ">")
        found = self._document.find(closer, start - len(closer) + 1, start + _LONG_PIECE)
        end = start + _LONG_PIECE if found < 0 else found + len(closer)
        if closer == ">" and (
            self._document.count("=", begin, end) > _MAX_ATTRIBUTES
            or self._document.count(">", begin, start) > _MAX_CLOSERS
        ):
            raise LongTagError
        return end

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
        if not self._in_cdata and (reference := _REFERENCE.match(self._document, start)):
            return Characters(" " if content in "\r\n" else content, start, reference.end(), verbatim=False)
        if content == "\n":
            end = start + (2 if self._document.startswith("\r\n", start) else 1)
            return Characters(" ", start, end, verbatim=end == start + 1)
        return Characters(content, start, start + len(content), verbatim=True)

    def _set_in_cdata(self, value: bool) -> None:
        self._in_cdata = value
