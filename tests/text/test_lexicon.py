"""The lexicon: pronunciations in requests and in the server's file, and where they apply."""

import asyncio
import logging
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.text.lexicon import MAX_ENTRIES, MAX_PHRASE_CHARACTERS, Lexicon, request_lexicon
from kokoro_speech_server.text.lexicon_file import LexiconFile, check_lexicon, read_lexicon
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.text.source_text import SourceText
from kokoro_speech_server.text.steps import finished
from tests.examples import examples
from tests.text.scripts import VOCABULARY, script


def own_lexicon(entries: dict[str, str]) -> Lexicon:
    """The lexicon of a request."""
    return finished(request_lexicon(entries, VOCABULARY))


def said(lexicon: Lexicon, text: str) -> str:
    """The text with phonemes between slashes."""
    pronunciations = Pronunciations()
    out = lexicon.applied(SourceText.verbatim(text), pronunciations)
    return "".join(f"/{pronunciations[c]}/" if c in pronunciations else c for c in out.text)


@pytest.mark.parametrize(
    ("entries", "text", "expected"),
    [
        ({"Kokoro": "/kˈOkəɹO/"}, "Kokoro sings. (Kokoro)", "/kˈOkəɹO/ sings. (/kˈOkəɹO/)"),
        ({"SQL": "sequel"}, "SQL, sql, MySQL, SQLs, SQL_x, SQL2", "sequel, sql, MySQL, SQLs, SQL_x, SQL2"),
        ({"New York": "/nˈu jˈɔɹk/", "York": "Yark"}, "New York, New  York, York", "/nˈu jˈɔɹk/, /nˈu jˈɔɹk/, Yark"),
        ({"New": "Noo", "New York City": "NYC"}, "New York Citys", "Noo York Citys"),
        ({"C++": "see plus plus", "C": "sea"}, "C++ and C+ and C", "see plus plus and sea+ and sea"),
        ({"can": "KAN"}, "can can't cannot can’t can.", "KAN can't cannot can’t KAN."),
        ({"Anna": "Ahna"}, "Anna's and Anna’s, d'Anna", "Ahna's and Ahna’s, d'Ahna"),
        ({"don't": "doant"}, "don't don’t", "doant doant"),
        ({"天气": "/tʰi/"}, "今天天气好", "今天/tʰi/好"),
        ({"नम": "x"}, "नमस्ते नम", "नमस्ते x"),
        ({"cafe\u0301": "kaffay"}, "café", "kaffay"),
        ({"a": "b", "b": "a"}, "a b", "b a"),
        ({"tomato": "/tə.ˈmeɪ.toʊ/"}, "tomato", "/təˈmAtO/"),
        ({}, "nothing", "nothing"),
    ],
)  # fmt: skip
def test_words_and_phrases_are_found_whole_and_as_they_are_written(
    entries: dict[str, str], text: str, expected: str
) -> None:
    assert said(own_lexicon(entries), text) == expected


def test_what_is_said_stands_for_what_was_written() -> None:
    lexicon = own_lexicon({"New York": "Noo Yawk"})
    out = lexicon.applied(SourceText.verbatim("In New York now", 50), Pronunciations())
    assert out.text == "In Noo Yawk now"
    assert {out.span(i, i + 1) for i in range(3, 11)} == {(53, 61)}
    assert out.span(0, 2) == (50, 52)
    assert out.span(12, 15) == (62, 65)


def test_the_requests_entries_go_before_the_servers() -> None:
    server = own_lexicon({"New York": "server", "Rome": "server"})
    own = own_lexicon({"New": "own", "Rome": "own"})
    assert said(own.over(server), "New York, Rome") == "own York, own"
    assert said(own_lexicon({"x": "y"}).over(server), "New York, Rome") == "server, server"


@pytest.mark.parametrize(
    ("phrase", "pronunciation", "message"),
    [
        ("", "x", "the word is empty"),
        (" ", "x", "the word is empty"),
        ("x" * (MAX_PHRASE_CHARACTERS + 1), "x", "at most 100 characters"),
        ("word", "", "the pronunciation is empty"),
        ("word", "x" * 401, "at most 400 characters"),
        ("word", "/w9d/", r"'word': in '/w9d/' the model does not know the symbol '9' \(U\+0039\)"),
        ("word", "/g/", "U\\+0261"),
        ("word", "//", "no phonemes"),
        ("word", "/ˈ/", "no phonemes"),
        ("word", "\U000f0000", "private-use"),
        ("w\U000f0000", "word", "private-use"),
    ],
)
def test_an_entry_that_will_not_do_is_named(phrase: str, pronunciation: str, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message) as refused:
        script("Hello", pronunciations={"fine": "fyne", phrase: pronunciation})
    assert refused.value.param == "pronunciations"
    assert refused.value.message.startswith("pronunciations")


def test_a_request_may_have_a_thousand() -> None:
    most = {f"word{i}": "x" for i in range(MAX_ENTRIES)}
    assert said(own_lexicon(most), "word0 word999 word1000") == "x x word1000"
    with pytest.raises(InvalidRequestError, match="at most 1000"):
        own_lexicon({**most, "more": "x"})


def test_a_request_of_any_kind_has_its_lexicon() -> None:
    own = {"Rome": "Roma"}
    for one in (
        script("Rome", pronunciations=own),
        script("Rome", pronunciations=own, tags=True),
        script("<speak>Rome</speak>", pronunciations=own, ssml=True),
    ):
        assert said(one.lexicon, one.text.text) == "Roma"
    assert said(script("Rome").lexicon, "Rome") == "Rome"


@examples(database=None)
@given(
    st.dictionaries(st.text("ab' -ż天", max_size=6), st.text("ab/ˈ9 ", max_size=6)),
    st.text("ab' -ż天\n", max_size=40),
)
def test_any_lexicon_is_applied_or_refused(entries: dict[str, str], text: str) -> None:
    try:
        lexicon = own_lexicon(entries)
    except InvalidRequestError:
        return
    out = lexicon.applied(SourceText.verbatim(text), Pronunciations())
    assert list(out.starts) == sorted(out.starts)
    if not any(phrase.strip() in " ".join(text.split()) for phrase in entries):
        assert out.text == text


def write(path: Path, text: str) -> None:
    """Replace the file, as an editor does. The new inode shows even if the modification time is the same."""
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    os.replace(new, path)


def test_a_file_has_an_entry_a_line(tmp_path: Path) -> None:
    path = tmp_path / "lexicon"
    text = "\ufeff# names\r\n\r\nKokoro=/kˈOkəɹO/\n a  =  b\t the first two letters \nNew  York=Noo Yawk = city\n"
    write(path, text)
    lexicon = read_lexicon(path, VOCABULARY)
    assert said(lexicon, "Kokoro") == "/kˈOkəɹO/"
    assert said(lexicon, "a = b") == "the first two letters"
    assert said(lexicon, "New York") == "Noo Yawk = city"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fine=fyne\nno separator\n", "line 2 has neither a tab nor a ="),
        ("a=/9/", "line 1: .* '9'"),
        ("a=b\n\na=c", "line 3: 'a' already has an entry"),
        ("=b", "line 1: the word is empty"),
        ("a=", "line 1: the pronunciation is empty"),
    ],
)
def test_a_broken_file_stops_the_start(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "lexicon"
    write(path, text)
    with pytest.raises(ValueError, match=f"LEXICON_PATH: {message}"):
        check_lexicon(Settings(lexicon_path=path))


def test_a_file_that_is_not_text_stops_the_start(tmp_path: Path) -> None:
    path = tmp_path / "lexicon"
    path.write_bytes(b"a=\xff")
    with pytest.raises(ValueError, match=r"LEXICON_PATH: .*utf-8"):
        check_lexicon(Settings(lexicon_path=path))
    with pytest.raises(ValueError, match=r"LEXICON_PATH: .*No such file"):
        check_lexicon(Settings(lexicon_path=tmp_path / "none"))


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_file_is_read_again_when_it_changes(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    path = tmp_path / "lexicon"
    write(path, "Rome=first")
    clock = Clock()
    file = LexiconFile(path, VOCABULARY, clock=clock)

    def after(seconds: float) -> str:
        clock.now += seconds
        return said(asyncio.run(file.current()), "Rome")

    assert after(2) == "first"
    write(path, "Rome=second")
    assert after(0.5) == "first"  # checked at most once a second
    assert after(0.5) == "second"
    write(path, "Rome")
    assert after(1) == "second"
    assert after(1) == "second"
    assert [record.message for record in caplog.records if record.levelno == logging.ERROR] == [
        "LEXICON_PATH: line 1 has neither a tab nor a = between the word and its pronunciation; "
        "keeping the previous lexicon"
    ]
    path.unlink()
    assert after(1) == "second"
    write(path, "Rome=third")
    assert after(1) == "third"


def test_the_server_s_lexicon_is_every_requests(tmp_path: Path) -> None:
    path = tmp_path / "lexicon"
    write(path, "Rome=server\nParis=server")
    with_file = Settings(lexicon_path=path)
    assert said(script("x", settings=with_file).lexicon, "Rome Paris") == "server server"
    own = script("x", settings=with_file, pronunciations={"Rome": "own"})
    assert said(own.lexicon, "Rome Paris") == "own server"
