"""A signal to a server without a supervisor waits for live sessions, unless there is none, or another signal."""

import asyncio
import signal
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from kokoro_speech_server.http.live.drain_on_signal import sessions_drained_on_signals
from kokoro_speech_server.http.live.sessions import LiveSessions
from kokoro_speech_server.http.server_status import ServerStatus


class Session:
    """A session that ends when it is told to."""

    def __init__(self) -> None:
        self.draining = asyncio.Event()

    async def drain(self) -> None:
        self.draining.set()


class Handled:
    """The signals that came through."""

    def __init__(self) -> None:
        self.count = 0
        self.next = asyncio.Event()

    def __call__(self, *_: object) -> None:
        self.count += 1
        self.next.set()


@pytest.fixture
def handled() -> Iterator[Handled]:
    handler = Handled()
    before = signal.signal(signal.SIGTERM, handler)
    yield handler
    signal.signal(signal.SIGTERM, before)


def state_with(sessions: LiveSessions, *, grace_s: float) -> Any:
    return SimpleNamespace(
        live_sessions=sessions,
        settings=SimpleNamespace(grace_s=grace_s),
        status=ServerStatus(workers=1, workers_ready=1, ready=True),
    )


@pytest.mark.anyio
async def test_a_signal_waits_for_sessions(handled: Handled) -> None:
    sessions = LiveSessions(2)
    state = state_with(sessions, grace_s=600)
    with sessions_drained_on_signals(state):
        signal.raise_signal(signal.SIGTERM)
        assert handled.count == 1  # there is no session
        session = Session()
        sessions.add(session)
        signal.raise_signal(signal.SIGTERM)
        await session.draining.wait()
        assert state.status.stopping
        assert handled.count == 1
        handled.next.clear()
        sessions.discard(session)
        await handled.next.wait()
    signal.raise_signal(signal.SIGTERM)
    assert handled.count == 3


@pytest.mark.anyio
async def test_a_second_signal_does_not_wait(handled: Handled) -> None:
    sessions = LiveSessions(2)
    with sessions_drained_on_signals(state_with(sessions, grace_s=600)):
        session = Session()
        sessions.add(session)
        signal.raise_signal(signal.SIGTERM)
        await session.draining.wait()
        signal.raise_signal(signal.SIGTERM)
        assert handled.count == 1


@pytest.mark.anyio
async def test_sessions_have_no_longer_than_grace_s(handled: Handled) -> None:
    sessions = LiveSessions(2)
    with sessions_drained_on_signals(state_with(sessions, grace_s=0)):
        sessions.add(Session())
        signal.raise_signal(signal.SIGTERM)
        await handled.next.wait()
