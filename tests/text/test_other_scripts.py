"""Words in other scripts than the text's: read by a language that can, in their place, or left out and reported."""

import asyncio
import json
import re

import pytest

from kokoro_speech_server.text import languages
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.text.source_text import SourceText
from tests.servers import FakeServer, shared_phonemizer
from tests.sounds import decode

HEADER = "x-unspoken-scripts"

SAID = [
    ("a", "She said привет to me.", "ʃˌi sˈɛd prʲivʲˈet tə mˌi."),
    ("a", "The word 你好 means hello.", "ðə wˈɜɹd ni↓xau↓ mˈinz həlˈO."),
    ("a", "They sang in カラオケ bars of 東京.", "ðˌA sˈæŋ ˈɪn kaɾaoke bˈɑɹz ʌv toːkʲoː."),
    ("a", "Put “привет” (東京) here.", "pˌʊt “prʲivʲˈet” (tʊ→ŋʨi→ŋ) hˈɪɹ."),
    ("a", "He wrote नमस्ते on it.", "hˌi ɹˈOt nəmˈʌsteː ˌɔn ɪt."),
    ("a", "The Greek λόγος is a word.", "ðə ɡɹˈik lˈoɣos ɪz ɐ wˈɜɹd."),
    ("a", "ὁ λόγος ἦν.", "o lˈoɣos ˈin."),
    ("a", "Привет, мир! Как дела?", "prʲivʲˈet, mʲˈir! kˈɑk dʲˈela?"),
    ("a", "Київ, Ђорђе, Қазақстан.", "kˈɪjiːβ, ʥˈorʥɛ, qɑzɑqstˈɑn."),
    ("a", "Москва's centre.", "mʌskvˈɑs sˈɛntəɹ."),
    ("a", "The T恤 and an iPhoneом.", "ðə tˈi ɕy↘ ænd ɐn ˈIfˌOn ˈom."),
    ("a", "Pаypal and Mосква.", "pˈApæl ænd mʌskvˈɑ."),
    ("b", "The word привет.", "ðə wˈɜːd prʲivʲˈet."),
    ("e", "La palabra привет, y 你好.", "la palˈaβɾa prʲivʲˈet, i ni↓xau↓."),
    ("e", "Dijo नमस्ते (λόγος) aquí.", "dˈixo nəmˈʌsteː (lˈoɣos) akˈi."),
    ("h", "यह привет और 你好 है।", "jˌəh prʲivʲˈet ɔːɾ ni↓xau↓ hɛː."),
    ("j", "これは привет です。", "koɾe βa prʲivʲˈet desɨ."),
    ("j", "λόγοςとनमस्तेです。", "lˈoɣos to nəmˈʌsteː desɨ."),
    ("z", "这是 привет 吗？", "ꭧɤ↘ʂɨ↘ prʲivʲˈet ma?"),
    ("z", "我去カラオケ。", "wo↓ ʨʰy↘ kaɾaoke."),
    ("z", "我喜欢の东西。", "wo↓ ɕi↓xwa→n no tʊ→ŋɕi→."),
    ("z", "她说「ありがとうございます」就走了。", "tʰa→ ʂwo→ “aɾʲiɡatoː ɡoʣaimasɨ” ʨjou↘ ʦou↓ lɤ."),
    ("z", "天気がいいので公園に行きました。", "teŋkʲi ɡa iː no de koːeɴ ɲi ikʲi maɕita."),
]

UNREADABLE = {
    "Thai": "สวัสดี ครับ",
    "Hebrew": "שָׁלוֹם",
    "Arabic": "مرحبا، بالعالم",
    "Hangul": "안녕하세요",
    "Georgian": "გამარჯობა",
    "Armenian": "բարեւ",
    "Tamil": "வணக்கம்",
    "Coptic": "ϣϥϧ",
}

SIGNS = {
    "α-helix": "alpha-helix",
    "5 μm": "five micrometers",
    "π/2": "pi slash two",
    "Ω and Σ": "omega and sigma",
    "ΔT = 5": "delta T equals five",
}


def phonemes(server: FakeServer, text: str, language: str, **options: bool) -> str:
    body = {"text": text, "language": language, "normalization_options": options}
    answer = server.client.post("/dev/phonemize", json=body)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["phonemes"])


@pytest.mark.parametrize(("language", "written", "said"), SAID)
def test_a_language_that_can_read_it_does(
    shared_fake: FakeServer, language: str, written: str, said: str
) -> None:
    assert phonemes(shared_fake, written, language) == said


@pytest.mark.parametrize("script", UNREADABLE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_nobody_can_read_is_left_out(shared_fake: FakeServer, language: str, script: str) -> None:
    with_it = phonemes(shared_fake, f"taxi {UNREADABLE[script]}, taxi ({UNREADABLE[script]}) taxi", language)
    assert re.sub(r"[ ,]", "", with_it) == re.sub(
        r"[ ,]", "", phonemes(shared_fake, "taxi, taxi taxi", language)
    )
    assert "," in with_it


@pytest.mark.parametrize(("sign", "words"), SIGNS.items())
def test_greek_letters_that_are_signs_have_their_names(
    shared_fake: FakeServer, sign: str, words: str
) -> None:
    assert phonemes(shared_fake, sign, "a") == phonemes(shared_fake, words, "a")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sign", ["α", "βγ", "ΦΒΚ"])
def test_greek_letters_are_named_without_normalization_too(
    shared_fake: FakeServer, language: str, sign: str
) -> None:
    alone = phonemes(shared_fake, sign, language, normalize=False)
    beside = phonemes(shared_fake, f"{sign} привет", language, normalize=False)
    assert len(alone) > 2 * len(sign)
    assert beside == f"{alone.strip()} prʲivʲˈet"


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"a", "b"}))
def test_flags_are_silent(shared_fake: FakeServer, language: str) -> None:
    said = phonemes(shared_fake, "taxi 🇫🇷🇩🇪 taxi 🇺🇸", language)
    assert said.strip() == phonemes(shared_fake, "taxi taxi", language).strip()


@pytest.mark.parametrize(
    ("language", "written", "said"),
    [("a", "The word 龦 here.", "ðə wˈɜɹd hˈɪɹ."), ("z", "龦龦，我说龦了。", "wo↓ ʂwo→ lɤ.")],
)
def test_a_character_without_a_reading_changes_nothing_else(
    shared_fake: FakeServer, language: str, written: str, said: str
) -> None:
    assert phonemes(shared_fake, written, language) == said


@pytest.mark.parametrize(("language", "written", "said"), SAID)
def test_phonemes_stand_for_the_words_in_their_place(language: str, written: str, said: str) -> None:
    tokens = asyncio.run(
        shared_phonemizer().phonemize(SourceText.verbatim(written), LANGUAGES[language], Pronunciations())
    )
    assert [token.start for token in tokens] == sorted(token.start for token in tokens)
    spoken = {i for token in tokens for i in range(token.start, token.end)}
    assert {i for i, character in enumerate(written) if character.isalnum()} <= spoken
    for word in re.finditer(r"привет|你好|カラオケ|λόγος", written):
        own = [token for token in tokens if word.start() <= token.start < word.end()]
        assert "".join(token.symbol for token in own if token.symbol != " ") in {
            "prʲivʲˈet", "ni↓xau↓", "kaɾaoke", "lˈoɣos",
        }  # fmt: skip
        assert all(token.end <= word.end() for token in own)


def test_words_in_other_scripts_are_heard_and_timed(shared_fake: FakeServer) -> None:
    text = "I said привет in 東京, and สวัสดี too."
    body = {"input": text, "stream_format": "sse", "timestamps": "word", "response_format": "pcm"}
    answer = shared_fake.client.post("/v1/audio/speech", json=body)
    assert answer.headers[HEADER] == "Thai"
    events = [json.loads(line[6:]) for line in answer.text.splitlines() if line.startswith("data: {")]
    words = [word for event in events for word in event.get("timestamps", ())]
    heard = [text[word["start_offset"] : word["end_offset"]].strip(".,") for word in words]
    assert heard == ["I", "said", "привет", "in", "東京", "and", "too"]
    assert all(word["start_time"] < word["end_time"] for word in words)


@pytest.mark.parametrize(
    ("with_words", "without", "header"),
    [
        ("She said привет and 東京 to me.", "She said and to me.", None),
        ("She said สวัสดี and שלום to me.", "She said and to me.", "Hebrew, Thai"),
    ],
)
@pytest.mark.parametrize("stream", [True, False])
def test_a_response_has_the_words_or_says_what_it_lacks(
    shared_fake: FakeServer, with_words: str, without: str, header: str | None, stream: bool
) -> None:
    answer = shared_fake.speak(with_words, response_format="pcm", stream=stream)
    assert answer.headers.get(HEADER) == header
    samples = decode("pcm", answer.content).size
    plain = decode("pcm", shared_fake.speak(without, response_format="pcm").content).size
    assert (samples > 1.2 * plain) == (header is None)


def test_every_route_with_a_text_has_the_header(shared_fake: FakeServer) -> None:
    routes = {
        "/v1/audio/speech": {"input": "<speak>Hello สวัสดี.</speak>", "ssml": True},
        "/dev/captioned_speech": {"input": "Hello สวัสดี."},
        "/dev/dialogue": {"turns": [{"input": "Hello."}, {"input": "Hello สวัสดี."}]},
    }
    for route, body in routes.items():
        assert shared_fake.client.post(route, json=body).headers[HEADER] == "Thai", route


def test_the_header_depends_on_the_language_of_each_passage(shared_fake: FakeServer) -> None:
    assert HEADER not in shared_fake.speak("你好。カラオケ。", voice="jf_alpha").headers
    assert HEADER not in shared_fake.speak("नमस्ते привет λόγος T恤 α Ünïcode “x” 😀🇫🇷").headers
    tagged = "[voice:jf_alpha]こんにちは。[voice:af_heart]Hello 안녕."
    assert shared_fake.speak(tagged, tags=True).headers[HEADER] == "Hangul"


def test_where_a_language_is_not_installed_its_words_are_left_out(
    shared_fake: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "find_spec", lambda name: None if name == "fugashi" else True)
    assert phonemes(shared_fake, "A カラオケ bar of 东京.", "a") == "ɐ bˈɑɹ ʌv."
    assert "ni↓xau↓" in phonemes(shared_fake, "The word 你好.", "a")
    assert shared_fake.speak("A カラオケ bar.").headers[HEADER] == "Katakana"
    monkeypatch.setattr(languages, "find_spec", lambda name: None if name == "jieba" else True)
    assert phonemes(shared_fake, "In 東京.", "a") == "ˈɪn toːkʲoː."
    assert HEADER not in shared_fake.speak("In 東京.").headers


def test_a_text_that_nobody_can_read_is_refused(shared_fake: FakeServer) -> None:
    answer = shared_fake.speak("สวัสดี ครับ")
    assert answer.status_code == 400
    assert "nothing to speak" in answer.json()["error"]["message"]
