"""An XML parser that refuses what is dangerous and knows where in the document it is, to the character."""

import re
import xml.sax
from dataclasses import dataclass

from defusedxml.expatreader import DefusedExpatParser

# One character by its number or name. In a CDATA section nothing of the kind is one character.
_REFERENCE = re.compile(r"&(?:#\d++|#x[0-9a-fA-F]++|\w{2,8});")

_CONTINUATION = bytes(range(0x80, 0xC0))
"""The bytes of UTF-8 that do not begin a character."""


@dataclass(frozen=True, slots=True)
class Characters:
    """Text of the document, white space in it being spaces.

    same: each character is from the one at `start` and so on; otherwise all of them stand for `start:end`
    """

    text: str
    start: int
    end: int
    same: bool


class SsmlParser(DefusedExpatParser):  # type: ignore[misc]  # defusedxml has no types
    """Raises xml.sax.SAXException, defusedxml.DefusedXmlException, and whatever its handler raises.

    There are no namespaces: vendors' prefixes need not be declared.
    """

    def __init__(self, document: str) -> None:
        super().__init__(forbid_dtd=True)
        self._document = document
        # Before the declaration XML allows nothing, but texts that were quoted in a program begin with a line's end.
        self._first = len(document) - len(document.lstrip("\ufeff \t\r\n"))
        # Whatever encoding the declaration speaks of: the document has come as text.
        self._source.setEncoding("utf-8")
        # Half of a surrogate pair is a character that no document may have, as the parser then says.
        self._encoded = document[self._first :].encode("utf-8", "surrogatepass")
        self._byte, self._character = 0, self._first

    def read(self, handler: xml.sax.ContentHandler) -> None:
        self.setContentHandler(handler)
        # Without `close`, which would forget the position of an error.
        self.feed(self._encoded, isFinal=True)

    def reset(self) -> None:
        super().reset()
        # Each text is told by itself: put together, it would not be known where its parts came from.
        self._parser.buffer_text = False

    @property
    def position(self) -> int:
        """The character of the document at which the parser is; it never goes back."""
        byte = self._parser.CurrentByteIndex
        if byte > self._byte:
            self._character += len(self._encoded[self._byte : byte].translate(None, _CONTINUATION))
            self._byte = byte
        return self._character

    def source(self, content: str) -> Characters:
        """The text that the parser has just told, with its place."""
        start = self.position
        if content == "\n":
            end = start + (2 if self._document.startswith("\r\n", start) else 1)
            return Characters(" ", start, end, same=end == start + 1)
        if len(content) == 1 and (reference := _REFERENCE.match(self._document, start)):
            return Characters(" " if content.isspace() else content, start, reference.end(), same=False)
        return Characters(content, start, start + len(content), same=True)
