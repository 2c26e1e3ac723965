"""espeak-ng's flags for changes of language, "(hi)…(en-us)": none is spoken, in any language."""

import pytest

from kokoro_speech_server.text.languages import LANGUAGES
from tests.servers import FakeServer

SCRIPTS = {
    "Devanagari": "नमस्ते दुनिया",
    "Bengali": "নমস্কার",
    "Tamil": "வணக்கம்",
    "Cyrillic": "Привет мир",
    "Greek": "γειά σου",
    "Arabic": "مرحبا بالعالم",
    "Hebrew": "שלום",
    "Chinese": "你好世界",
    "Japanese": "こんにちは カタカナ",
    "Korean": "안녕하세요",
    "Georgian": "გამარჯობა",
    "Armenian": "բարեւ",
    "Thai": "สวัสดี",
    "English": "a football weekend",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_flag_of_espeak_is_spoken(shared_fake: FakeServer, language: str) -> None:
    words = [
        shape
        for text in SCRIPTS.values()
        for shape in (text, f"hello {text} hello", f"x{text.replace(' ', '')}x")
    ]
    body = {"text": ". ".join(words), "language": language}
    answer = shared_fake.client.post("/dev/phonemize", json=body)
    assert answer.status_code == 200, answer.text
    assert not set("()") & set(answer.json()["phonemes"]), answer.json()["phonemes"]


@pytest.mark.parametrize("language", "ab")
def test_brackets_of_the_text_itself_stay(shared_fake: FakeServer, language: str) -> None:
    answer = shared_fake.client.post(
        "/dev/phonemize", json={"text": "नमस्ते (xzqy) blorptag (नमस्ते) there", "language": language}
    )
    assert sum(answer.json()["phonemes"].count(bracket) for bracket in "()") == 4
