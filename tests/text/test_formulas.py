"""Formulas in TeX: what is one, that a request can leave them, and that any text between their marks can be read."""

import importlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_speech_server.text import normalization
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.normalization.formula_words import FormulaWords
from kokoro_speech_server.text.normalization.rules import Category, Normalization
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.sentence_reader import read_sentences
from kokoro_speech_server.text.tags import plain_script
from kokoro_speech_server.voices import VoiceMix
from tests.examples import examples

VOICES = {
    code: VoiceSettings(VoiceMix((("af_heart", 1.0),)), language)
    for code, language in LANGUAGES.items()
    if language.formulas
}
EACH_LANGUAGE = st.sampled_from(sorted(VOICES))

PIECES = st.sampled_from(
    r"""\frac \sqrt \sum \int \lim \vec \mathbb \text \left \right \begin{pmatrix} \end{pmatrix} \begin{cases}
    \end{cases} \\ & { } ( ) [ ] | \| \{ \} ^ _ ^2 _i + - = < \le \alpha \to x y 2 10 3.5 , ; ! ' \ \, \in \mid : % /
    \not \unknown
    {a} {b} [3]""".split()
)
MARKS = st.sampled_from([("$", "$"), ("$$", "$$"), (r"\(", r"\)"), (r"\[", r"\]")])


def read(text: str, categories: frozenset[Category] = frozenset(Category), *, language: str = "a") -> str:
    script = plain_script(text, VOICES[language])
    script.normalization = Normalization(categories)
    return " ".join(
        sentence.text.text for passage in script.passages() for sentence in read_sentences(script, passage)
    )


@examples(300)
@given(st.lists(PIECES, max_size=40), MARKS, st.sampled_from(["", " "]), EACH_LANGUAGE)
def test_anything_between_the_marks_can_be_read(
    pieces: list[str], marks: tuple[str, str], space: str, language: str
) -> None:
    said = read(f"before {marks[0]}{space.join(pieces)}{marks[1]} after", language=language)
    assert said.startswith("before")
    assert "after" in said
    assert not re.search(r"\d", said)


@examples(300)
@given(st.lists(PIECES, max_size=40), EACH_LANGUAGE)
def test_every_name_is_said_once(pieces: list[str], language: str) -> None:
    """Names as text are markers: none may be lost or said twice, whatever is around them."""
    parts = [
        rf"{piece} \text{{zork}} q "
        for piece in pieces
        if piece not in (r"\text", r"\begin{pmatrix}", r"\begin{cases}")
    ]
    said = read(f"before \\({''.join(parts)}\\) after", language=language)
    assert said.count("zork") == len(parts)


@pytest.mark.parametrize(
    "formula", ["$x^2$", r"\(x^2\)", r"\[x^2\]", "$$x^2$$", r"\begin{equation}x^2\end{equation}"]
)
def test_a_request_can_leave_formulas_as_they_are(formula: str) -> None:
    assert read(f"Take {formula}.") == "Take X squared."
    assert read(f"Take {formula}.", frozenset(Category) - {Category.MATH}) != "Take X squared."
    assert read(f"Take {formula}.", frozenset()) == f"Take {formula}."


@pytest.mark.parametrize("language", sorted(VOICES))
def test_every_language_has_a_word_for_each_command_of_the_others(language: str) -> None:
    tables = ("names", "operators", "relations", "functions", "large", "limits", "accents", "marks")
    own, english = words_of(language), words_of("a")
    for table in tables:
        assert getattr(own, table).keys() >= getattr(english, table).keys() - own.greek.keys(), table
    assert own.greek.keys() >= english.greek.keys()
    assert own.sets.keys() == english.sets.keys()
    assert own.raised.keys() == english.raised.keys()


def words_of(language: str) -> FormulaWords:
    module = importlib.import_module(f"{normalization.__name__}.{LANGUAGES[language].formulas}")
    words: FormulaWords = module.formula_words(LANGUAGES[language])
    return words
