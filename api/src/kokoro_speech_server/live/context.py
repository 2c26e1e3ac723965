"""A context: utterances one after the other with the same voice, to one listener."""

import asyncio
import time
from collections import deque

from kokoro_speech_server.errors import OverloadedError
from kokoro_speech_server.live.held_admission import HeldAdmission
from kokoro_speech_server.live.live_client import LiveClient
from kokoro_speech_server.live.speech_options import SpeechOptions
from kokoro_speech_server.live.turn import LiveParts, Turn, TurnStart

_MAX_TURNS = 100
"""Turns of a context that wait to be spoken, at most."""


class SpeechContext:
    """Speaks its turns in order. Without a turn it has no task, no timer and no place.

    options: of the turns that begin after they are set
    """

    def __init__(self, parts: LiveParts, options: SpeechOptions, client: LiveClient) -> None:
        self.options = options
        self._parts = parts
        self._client = client
        self._turns: deque[Turn] = deque()
        self._open: Turn | None = None  # the one that gets text
        self._start = TurnStart()
        self._admission = HeldAdmission()
        self._speaking: asyncio.Task[None] | None = None

    @property
    def is_speaking(self) -> bool:
        """Whether there is a turn that has not ended."""
        return bool(self._turns)

    def append(self, text: str) -> None:
        """Add text in a piece of any size. Raises InputTooLongError if too much waits to be spoken."""
        if text:
            self._open_turn().append(text)

    def flush(self) -> None:
        """End the turn, so that all its text is spoken. Without text, an empty one ends in its order."""
        self._open_turn().flush()
        self._open = None

    def end_turn(self) -> None:
        """Flush, if there is a turn that gets text."""
        if self._open is not None:
            self.flush()

    async def clear(self) -> None:
        """Speak nothing more of the text that there is.

        When this returns, no chunk of it follows, and the place is free, unless a chunk is in the engine: then it is
        free when that ends.
        """
        await self._stop()
        turns = list(self._turns)
        self._turns.clear()
        if turns:
            characters = self._start.characters + sum(turn.report.characters for turn in turns)
            self._start = TurnStart(turns[0].end.audio_s, characters, time.monotonic())
        for turn in turns:
            turn.report.cleared = True
            await self._client.on_turn_end(turn.report)

    async def wait_until_spoken(self) -> None:
        """Return when all turns have ended, which they do only if they are flushed."""
        if self._speaking is not None:
            await asyncio.wait([self._speaking])

    async def _stop(self) -> None:
        if self._speaking is not None:
            self._speaking.cancel()
            await asyncio.gather(self._speaking, return_exceptions=True)
            self._speaking = None
        self._open = None
        self._admission.release()

    def _open_turn(self) -> Turn:
        if self._open is None:
            if len(self._turns) >= _MAX_TURNS:
                raise OverloadedError(f"At most {_MAX_TURNS} utterances may wait to be spoken.")
            self._open = Turn(
                self._parts, self.options, self._client, self._admission, lambda: len(self._turns) == 1
            )
            self._turns.append(self._open)
            if self._speaking is None or self._speaking.done():
                self._speaking = asyncio.create_task(self._speak())
                self._speaking.add_done_callback(self._note_failure)
        return self._open

    async def _speak(self) -> None:
        while self._turns:
            turn = self._turns[0]
            await turn.speak(self._start)
            self._turns.popleft()
            self._start = turn.end
            await self._client.on_turn_end(turn.report)

    def _note_failure(self, speaking: asyncio.Task[None]) -> None:
        if not speaking.cancelled() and (error := speaking.exception()) is not None:
            self._client.on_broken(error)
