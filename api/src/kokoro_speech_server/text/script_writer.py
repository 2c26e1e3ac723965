"""Writes a script piece by piece: its text, its passages, and the origins of its characters."""

import re
from dataclasses import replace
from io import StringIO

from kokoro_speech_server.text.origins import Origins
from kokoro_speech_server.text.pronunciations import PRIVATE
from kokoro_speech_server.text.script import Passage, Passages, SoundClip, VoiceSettings
from kokoro_speech_server.text.ssml_parser import Characters
from kokoro_speech_server.text.steps import Steps

# Marks after a passage with other voice settings belong to it: "<emphasis>now</emphasis>!"
_CLOSING = re.compile(r"[.,;:!?…。、，！？；：)\]”’»]{1,10}+(?=\s|\Z)")


class ScriptWriter:
    """Joins text with the same voice settings into passages.

    White space does not begin a passage, so that passages do not depend on the pieces in which text is written.
    """

    def __init__(self) -> None:
        self._text = StringIO()
        self._origins = Origins()
        self._passages = Passages()
        self._start = 0
        self._voice_settings: VoiceSettings | None = None
        self._last = ""  # the last character that is not white space
        self._line_ends = 0  # after it

    @property
    def length(self) -> int:
        """Characters written so far."""
        return self._origins.length

    def write(self, piece: Characters, voice_settings: VoiceSettings) -> None:
        """Write text of the document, without its private-use characters."""
        if not piece.verbatim:
            self.write_replacement(PRIVATE.sub("", piece.text), piece.start, piece.end, voice_settings)
            return
        done = 0
        for private in PRIVATE.finditer(piece.text):
            self._copy(piece.text[done : private.start()], piece.start + done, voice_settings)
            done = private.end()
        self._copy(piece.text[done:], piece.start + done, voice_settings)

    def write_replacement(self, text: str, start: int, end: int, voice_settings: VoiceSettings) -> None:
        """Write text that replaces `start:end` of the document."""
        self._append(text, voice_settings)
        self._origins.replaced(len(text), start, end)

    def pause(self, seconds: float, voice_settings: VoiceSettings) -> None:
        """Add silence after the text so far."""
        if seconds:
            self._cut(self._voice_settings or voice_settings, seconds)

    def sound(self, clip: SoundClip, voice_settings: VoiceSettings) -> None:
        """Add a sound after the text so far. voice_settings: decide how loud it is"""
        if self._voice_settings not in (None, voice_settings):
            self._cut(self._voice_settings, 0.0)
        self._cut(voice_settings, 0.0, sound=clip)

    def end(self, line_ends: int) -> None:
        """End a sentence (1) or a paragraph (2), if there is any text yet."""
        missing = line_ends - self._line_ends
        if not self._last or missing <= 0:
            return
        # A line break after a lower-case letter would look like one within a sentence, so a full stop goes before it.
        wrapped = missing == 1 and not self._line_ends and (self._last.islower() or self._last in ",;")
        ending = "." if wrapped else ""
        ending += "\n" * missing
        self._text.write(ending)
        self._origins.replaced(len(ending), self._origins.reached, self._origins.reached)
        self._line_ends += missing

    def finish(self) -> Steps[tuple[str, Passages, Origins]]:
        """Finish the text, its passages, and the origins of its characters."""
        if self._voice_settings is not None:
            self._cut(self._voice_settings, 0.0)
        text = self._text.getvalue()
        passages = Passages()
        before: Passage | None = None
        for passage in self._passages:
            yield
            start = passage.start
            if before and not before.is_interrupted and before.end == start:
                closing = _CLOSING.match(text, start, passage.end)
                if closing and not text[before.end - 1].isspace():
                    start = closing.end()
                    before = Passage(before.start, start, before.voice_settings)
            if passage.is_interrupted or text[start : passage.end].strip():
                if before:
                    passages.append(before)
                before = replace(passage, start=start)
        if before:
            passages.append(before)
        return text, passages, self._origins

    def _copy(self, text: str, start: int, voice_settings: VoiceSettings) -> None:
        self._append(text, voice_settings)
        self._origins.copied(start, len(text))

    def _append(self, text: str, voice_settings: VoiceSettings) -> None:
        """Append text and begin a passage if necessary. Callers then add the text's origins."""
        if stripped := text.rstrip():
            if self._voice_settings not in (None, voice_settings):
                self._cut(self._voice_settings, 0.0, white_space=len(text) - len(text.lstrip()))
            self._voice_settings = voice_settings
            self._last, self._line_ends = stripped[-1], 0
        self._text.write(text)

    def _cut(
        self,
        voice_settings: VoiceSettings,
        pause: float,
        *,
        white_space: int = 0,
        sound: SoundClip | None = None,
    ) -> None:
        """End a passage after the text so far and the white space that is about to be written."""
        end = self.length + white_space
        self._passages.append(Passage(self._start, end, voice_settings, pause, sound))
        self._start = end
