"""Latin letters and marks in Mandarin texts, as phonemes."""

import pytest

from tests.text.test_han_heteronyms import said


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("合称“李杜”,有诗。", "”,"),
        ("打开“设置”；然后（见图），点击。", "”;"),
        ("他说：“好！”", "!”"),
        ("代入a=3。", "ˈA"),
        ("点a在线上。", "ˈA"),
    ],
)
def test_marks_follow_quotes_and_a_is_a_letter(text: str, phonemes: str) -> None:
    assert phonemes in said(text, "z")


def test_an_article_in_english_words_is_an_article() -> None:
    assert said("他说a good day。", "z").count("ɐ") == 1
