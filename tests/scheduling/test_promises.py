"""Promises to refused callers: their order, their end, and their bound."""

from kokoro_speech_server.scheduling.promises import Promises


def test_promises_to_different_callers_take_turns() -> None:
    promises = Promises()
    for _ in range(3):
        promises.add("ann", 10.0)
    promises.add("bob", 10.0)
    assert [promises.before(caller, 0.0) for caller in ("ann", "bob", "cid")] == [4, 3, 2]
    assert [promises.of(caller, 0.0) for caller in ("ann", "bob", "cid")] == [3, 1, 0]


def test_a_promise_counts_until_its_time_has_passed() -> None:
    promises = Promises()
    for time in (3.0, 1.0, 2.0):
        promises.add("ann", time)
    assert [promises.before("ann", now) for now in (0.5, 1.0, 2.5, 3.0)] == [3, 2, 1, 0]
    assert promises.before("bob", 3.0) == 0


def test_the_promises_of_a_caller_are_bounded() -> None:
    promises = Promises()
    for _ in range(5_000):
        promises.add("ann", 10.0)
    assert promises.of("ann", 0.0) == 1_000
    assert promises.before("bob", 0.0) == 1
    assert promises.of("ann", 10.0) == 0
