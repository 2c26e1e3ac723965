"""Names and words of other languages, of software and of medicines, as English speakers say them."""

import asyncio

import pytest

from kokoro_speech_server.text.g2p import english_sounds, english_words
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.text.source_text import SourceText
from kokoro_speech_server.weights import assets
from tests.servers import shared_phonemizer


def phonemes(sentence: str, language: str = "a") -> str:
    tokens = asyncio.run(
        shared_phonemizer().phonemize(SourceText.verbatim(sentence), LANGUAGES[language], Pronunciations())
    )
    return "".join(token.symbol for token in tokens)


@pytest.mark.parametrize(
    ("sentence", "sounds"),
    [
        ("Jokić and Bogdanović scored.", "jˈOkɪʧ"),
        ("Jokić and Bogdanović scored.", "nˈOvɪʧ"),
        ("Djokovic's serve held.", "ʤˈOkəvɪʧᵻz"),
        ("Nguyễn and Erdoğan met.", "wˈɪn"),
        ("Nguyễn and Erdoğan met.", "ˈɜɹdəwɑn"),
        ("We had tacos al pastor.", "pɑstˈɔɹ"),
        ("The pastor came.", "pˈæstəɹ"),
        ("Install numpy first.", "nˈʌmpI"),
        ("He wrote re: the lease.", "ɹˈi:"),
        ("The north-northwest wind eased.", "nˈɔɹθnˌɔɹθwˈɛst"),
        ("It closed lower on COMEX.", "kˈOmˌɛks"),
        ("Traders watch the VIX.", "vˈɪks"),
        ("Justice Sotomayor dissented.", "sˌOTOmIjˈɔɹ"),
        ("Sabalenka served well.", "sˌæbəlˈɛŋkə"),
        ("He works for Paribas.", "pˌæɹɪbˈɑ"),
        ("Stir in the crème fraîche.", "fɹˈɛʃ"),
        ("A glass of Gewürztraminer.", "ɡəvˈɜɹts"),
        ("Coach Gutiérrez resigned.", "ɡutjˈɛɹɛz"),
        ("Judge Hernández agreed.", "həɹnˈændɛz"),
        ("They moved to Peckham.", "pˈɛkəm"),
        ("Birmingham is in Alabama.", "bˈɜɹmɪŋˌæm"),
        ("Graham came later.", "ɡɹˈæm"),
        ("He bowed and left.", "bˈWd"),
        ("The cast took their bows.", "bˈWz"),
        ("Archers need bows and arrows.", "bˈOz"),
        ("Let a equals four.", "ˈA ˈikwᵊlz"),
        ("The sum of two times a and b.", "tˈImz ˈA"),
        ("A triangle with sides a, b and c.", "sˈIdz ˈA,"),
        ("I had a, um, problem.", "hˌæd ɐ,"),
        ("Was it a or b?", "ɪt ˈA"),
        ("I bring a plus one.", "bɹˈɪŋ ɐ plˈʌs"),
        ("It has a plus side.", "hæz ɐ plˈʌs"),
        ("Kipchoge won again.", "kɪpʧˈOɡA"),
        ("Conte praised Guimarães.", "kˈɑntA"),
        ("A print by Munch sold well.", "mˈʊŋk"),
        ("Munch on an apple.", "mˈʌnʧ"),
        ("Wittgenstein admired Kierkegaard.", "vˈɪtɡənʃtIn"),
        ("Niamh and Caoimhe laughed.", "nˈiv"),
        ("Mr Featherstonehaugh waved.", "fˈænʃɔ"),
        ("The choir at Magdalen sings.", "mˈɔdlən"),
        ("They live in Versailles, Kentucky.", "vəɹsˈAlz"),
        ("They toured Versailles in May.", "vɛɹsˈI"),
        ("It is in Cairo, Illinois.", "kˈɛɹO"),
        ("It is in Cairo, Egypt.", "kˈIɹO"),
        ("She takes rosuvastatin.", "ɹOsˌuvəstˈæTɪn"),
        ("Use groupby with args.", "ɡɹˈupbI"),
        ("Add elaichi powder.", "ɪlˈIʧi"),
        ("It has an LED lamp.", "ˌɛlˌidˈi"),
        ("The AoE radius shrank.", "ˌAˌOˈi"),
        ("Pay by BACS.", "bˈæks"),
        ("Vinícius scored.", "vɪnˈisiəs"),
        ("He was born in Nice.", "nˈis"),
        ("Nice weather in May.", "nˈIs"),
    ],
)
def test_names_and_loanwords_are_said_as_english_speakers_say_them(sentence: str, sounds: str) -> None:
    assert sounds in phonemes(sentence)


@pytest.mark.parametrize(
    ("name", "sounds"),
    [
        ("Tonali", "tOnˈɑli"),
        ("Bortoleto", "bˌɔɹTOlˈATO"),
        ("Chiellini", "kˌiɛlˈini"),
        ("Baggio", "bˈɑʤO"),
        ("Kubo", "kˈubO"),
        ("Ndidi", "əndˈidi"),
        ("Mourinho", "muɹˈinjO"),
        ("Qiao", "ʧˈW"),
        ("Zhang", "ʤˈɑŋ"),
        ("Amanda", None),
        ("Itasca", None),
        ("Candi", None),
        ("Costco", None),
        ("Thoreau", None),
        ("Wilson", None),
    ],
)
def test_names_of_other_languages_are_told_by_their_letters(name: str, sounds: str | None) -> None:
    assert english_words.foreign(name, british=False) == sounds


@pytest.mark.parametrize(
    ("written", "american", "british"),
    [
        ("k,ipC'OgA", "kˌipʧˈOɡA", "kˌiːpʧˈQɡA"),
        ("h'otər", "hˈɑTəɹ", "hˈɒtə"),
        ("k'ɑrtiA", "kˈɑɹTiA", "kˈɑːtɪA"),
        ("m'irO", "mˈiɹO", "mˈiːɹQ"),
    ],
)
def test_one_writing_of_sounds_gives_american_and_british_phonemes(
    written: str, american: str, british: str
) -> None:
    assert english_sounds.phonemes(written) == (american, british)


@pytest.mark.parametrize(
    ("sentence", "sounds"),
    [
        ("We went with Plan B.", "bˈi."),
        ("She moved to the U.S.", "jˌuˈɛs."),
        ("He said, “Vitamin C.”", "sˈi.”"),
        ("It equals x.", "ˈɛks."),
        ("The U.S. won.", "jˌuˈɛs wˈʌn."),
        ("Who is J. Cole?", "ʤˈA kˈOl?"),
    ],
)
def test_the_point_behind_a_letter_that_ends_a_sentence_is_kept(sentence: str, sounds: str) -> None:
    assert phonemes(sentence).endswith(sounds)


def test_british_english_has_its_own_sounds() -> None:
    assert "ɡˈɪthʌb" in phonemes("It is on GitHub.", "b")


def test_every_sound_is_in_the_models_vocabulary() -> None:
    vocabulary = set(assets.config()["vocab"])
    for said in (*english_words.SAID.values(), *english_words.BESIDE.values()):
        assert set("".join(said)) <= vocabulary, said
        assert all(phonemes.count("ˈ") >= 1 for phonemes in said), said
