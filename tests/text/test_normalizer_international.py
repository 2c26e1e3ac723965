"""Properties that hold for any text in every language but English."""

import re
import unicodedata
from importlib import import_module

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.normalization import international
from kokoro_speech_server.text.normalization.rules import Category
from kokoro_speech_server.text.normalizer import normalize
from kokoro_speech_server.text.source_text import SourceText, clean
from tests.examples import examples

CODES = [code for code, language in LANGUAGES.items() if not language.is_english]
LETTERS = {
    "e": "abcdeghlmnorstuváéíóúñü",
    "f": "abcdeglmnorstuvàâçéèêëîïôùûœ",
    "h": "कखगचजटडतदनपबमयरलवशसहािीुूेैोौंँ्",
    "i": "abcdeglmnorstuvàèéìòù",
    "j": "あいうえおかきくけこさしすせそアイウエオカキクケコ日本語東京山川",
    "p": "abcdeglmnorstuvãâáàçéêíóôõú",
    "z": "的我他她这那是有在人们来到时大地为子中你说",
}
MARKS = set(" .,;:!?¡¿…—–‐‑―-\"'’‘“”„«»‹›()。．｡、､，！？；：「」『』《》〈〉【】（）।॥؟،⋯")

ANYTHING = st.text(min_size=1, max_size=60)
SIGNS = list("01234567890123456789.,:/-–+%°$€¥²½@#&=<>_^~* ")
ITEMS = """km kg h M XIV 1º 3ª 2e Dr. etc. 年 月 本 第 से वां
    entre x v www. .com R$ CHF 12:30 2024-01-15 15/01/2024 😀 ① 5-10
    1.234,56 1,234.56 3/4 2½ -5 €12,50 12.5% 16:9 a@b.com 192.168.0.1 v2.0.1 x² 1e6 第3 5km 3° ± §""".split()
WRITTEN = st.lists(st.sampled_from(SIGNS + ITEMS), min_size=1, max_size=25).map("".join)
SENTENCES = st.lists(st.sampled_from(ITEMS) | st.text("abcxyzéनか中019", min_size=1), min_size=1).map(
    " ".join
)


def said(text: str, code: str) -> str:
    return normalize(clean(SourceText.verbatim(text)), LANGUAGES[code], list(Category)).text


@pytest.mark.parametrize("code", CODES)
@examples()
@given(text=ANYTHING | WRITTEN)
@example(text="1½ ①②Ⅷ ３％")
@example(text=f"€{'9' * 60} {'9' * 60} km {'9' * 60} € $ {'9' * 60}M {'9' * 60}-{'9' * 61} %")
def test_only_letters_and_marks_are_left(code: str, text: str) -> None:
    for character in said(text, code):
        assert character in MARKS or unicodedata.category(character)[0] in "LM" or character in "\u200c\u200d"


@pytest.mark.parametrize("code", LANGUAGES)
def test_given_phonemes_are_kept(code: str) -> None:
    """Private-use characters stand for them; those of the input itself are removed before normalization."""
    sentence = SourceText.verbatim("a \U000f0000, \U0010fffd.")
    assert normalize(sentence, LANGUAGES[code], list(Category)).text == sentence.text


@pytest.mark.parametrize("code", CODES)
@examples()
@given(text=SENTENCES)
def test_what_is_said_is_not_changed_again(code: str, text: str) -> None:
    once = said(text, code)
    # A removed sign may leave a space at the end.
    assert said(once, code) == clean(SourceText.verbatim(once)).text


@pytest.mark.parametrize("code", CODES)
@examples()
@given(data=st.data())
def test_words_stay_as_they_are(code: str, data: st.DataObject) -> None:
    module = import_module(f"{international.__name__}.{LANGUAGES[code].locale}")
    abbreviation = re.compile("|".join(module.LOCALE.abbreviations) or "(?!)")
    word = st.text(LETTERS[code], min_size=3, max_size=12).filter(
        lambda word: not abbreviation.fullmatch(word)
    )
    text = " ".join(data.draw(st.lists(word, min_size=1, max_size=12)))
    cleaned = clean(SourceText.verbatim(text)).text
    assert said(text, code) == cleaned


@pytest.mark.parametrize("code", CODES)
@examples()
@given(number=st.integers(0, 10**15 - 1))
def test_every_number_has_words(code: str, number: int) -> None:
    words = said(f"{number}.", code)
    assert re.search(r"[^\W\d]", words)
    assert not re.search(r"\d", words)


@pytest.mark.parametrize("code", CODES)
def test_a_category_can_be_left_out(code: str) -> None:
    text = SourceText.verbatim("12 %, 5 km, 3 €, 1/2, 2024-01-15, 14:30, 3-2, a@b.com, 😀, x², 1º, &")
    for category in Category:
        rest = [one for one in Category if one is not category]
        assert normalize(text, LANGUAGES[code], rest).text != text.text, category


@pytest.mark.parametrize("code", CODES)
def test_with_no_category_nothing_changes(code: str) -> None:
    text = SourceText.verbatim("El 12 % de 5 km & 3 €, M. 第3回 😀")
    assert normalize(text, LANGUAGES[code], []).text == text.text
