"""Writes a script piece by piece: its text, its passages, and where every character came from."""

import re

from api.src.services.text_processing.origins import Origins
from api.src.services.text_processing.pronunciations import PRIVATE
from api.src.services.text_processing.script import Manner, Passage
from api.src.services.text_processing.ssml_parser import Characters

# Marks behind a stretch of another manner close it: "<emphasis>now</emphasis>!"
_CLOSING = re.compile(r"[.,;:!?…。、，！？；：)\]”’»]{1,10}+(?=\s|\Z)")


class ScriptWriter:
    """Stretches of one manner become passages; white space by itself changes no manner."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._origins = Origins()
        self._passages: list[Passage] = []
        self._start = 0
        self._manner: Manner | None = None
        self._last = ""  # the last character that is no white space
        self._line_ends = 0  # behind that

    @property
    def length(self) -> int:
        """Characters written so far."""
        return self._origins.length

    def write(self, piece: Characters, manner: Manner) -> None:
        """Private characters in it are left out."""
        if not piece.same:
            self.write_instead(PRIVATE.sub("", piece.text), piece.start, piece.end, manner)
            return
        done = 0
        for private in PRIVATE.finditer(piece.text):
            self._same(piece.text[done : private.start()], piece.start + done, manner)
            done = private.end()
        self._same(piece.text[done:], piece.start + done, manner)

    def write_instead(self, text: str, start: int, end: int, manner: Manner) -> None:
        """Text that stands for `start:end` of the document."""
        self._wrote(text, manner)
        self._origins.made(len(text), start, end)

    def pause(self, seconds: float, manner: Manner) -> None:
        """Silence after what was written so far."""
        if seconds:
            self._cut(self._manner or manner, seconds)

    def end(self, line_ends: int) -> None:
        """End a sentence (1) or a paragraph (2), if anything has begun."""
        missing = line_ends - self._line_ends
        if not self._last or missing <= 0:
            return
        # One line that breaks after a small letter would be taken for one that an editor broke.
        wrapped = missing == 1 and not self._line_ends and (self._last.islower() or self._last in ",;")
        ending = "." if wrapped else ""
        ending += "\n" * missing
        self._texts.append(ending)
        self._origins.made(len(ending), self._origins.reached, self._origins.reached)
        self._line_ends += missing

    def finish(self) -> tuple[str, list[Passage], Origins]:
        """The text, its passages, and the origins of its characters."""
        if self._manner is not None:
            self._cut(self._manner, 0.0)
        text = "".join(self._texts)
        passages: list[Passage] = []
        for passage in self._passages:
            start = passage.start
            if passages and not passages[-1].pause and passages[-1].end == start:
                before = passages[-1]
                closing = _CLOSING.match(text, start, passage.end)
                if closing and not text[before.end - 1].isspace():
                    start = closing.end()
                    passages[-1] = Passage(before.start, start, before.manner)
            if passage.pause or text[start : passage.end].strip():
                passages.append(Passage(start, passage.end, passage.manner, passage.pause))
        return text, passages, self._origins

    def _same(self, text: str, start: int, manner: Manner) -> None:
        self._wrote(text, manner)
        self._origins.taken(start, len(text))

    def _wrote(self, text: str, manner: Manner) -> None:
        """To be called before the origins know of the text."""
        if stripped := text.rstrip():
            if self._manner not in (None, manner):
                self._cut(self._manner, 0.0)
            self._manner = manner
            self._last, self._line_ends = stripped[-1], 0
        self._texts.append(text)

    def _cut(self, manner: Manner, pause: float) -> None:
        self._passages.append(Passage(self._start, self.length, manner, pause))
        self._start = self.length
