"""What espeak-ng would say wrong in Hindi: nasal vowels behind vowels, words with hyphens, acronyms and letters."""

import unicodedata
from types import SimpleNamespace
from typing import Any

import pytest

from kokoro_speech_server.text.g2p.espeak_library import EspeakLibrary
from kokoro_speech_server.text.g2p.hindi import load
from kokoro_speech_server.text.g2p.hindi_latin_names import NAMES
from kokoro_speech_server.text.g2p.hindi_romanized import BESIDE_OTHERS, WORDS
from kokoro_speech_server.text.languages import LANGUAGES

LIBRARY = EspeakLibrary()
CONVERTERS: Any = SimpleNamespace(espeak=LIBRARY)
HINDI = load(LANGUAGES["h"], CONVERTERS)


def _said(text: str) -> list[tuple[str, str]]:
    return [
        (unicodedata.normalize("NFC", span.phonemes), text[span.start : span.end])
        for span in HINDI(text)
        if span.phonemes.strip()
    ]


def unstressed(phonemes: str) -> str:
    return phonemes.replace("ˈ", "").replace("ˌ", "")


def _phonemes(text: str) -> str:
    return " ".join(phonemes for phonemes, _ in _said(text))


@pytest.mark.parametrize("word", "महिलाएँ सेवाएं दिखाएँ बताएँ दवाएँ".split())
def test_a_plural_ends_in_a_nasal_vowel(word: str) -> None:
    [(phonemes, written)] = _said(word)
    assert (phonemes[-4:], written) == ("aːẽː", word)


@pytest.mark.parametrize("word", "युवाओं महिलाओं भाषाओं सीमाओं".split())
def test_an_oblique_plural_ends_in_a_nasal_vowel(word: str) -> None:
    [(phonemes, written)] = _said(word)
    assert (phonemes[-3:], written) == ("aːõ", word)


def test_a_nasal_vowel_has_no_consonant_behind_it() -> None:
    assert _phonemes("जाऊँगा हुईं गईं आँकड़े") == "ɟaːˈũɡaː hˈʊĩ ɡˈʌĩ ˈãkr.ˌeː"
    assert _phonemes("थीं नहीं हैं जाएगा") == "tʰĩ nˈʌhĩ hɛ̃ ɟaːˈeːɡaː"


def test_words_joined_by_a_hyphen_are_two() -> None:
    assert _phonemes("सेक्टर-बासठ") == _phonemes("सेक्टर बासठ")
    assert _said("NH-चौबीस")[-1] == ("cɔːbˈiːs", "चौबीस")
    assert _phonemes("no-cost") == LIBRARY.phonemes("hi", "no-cost")


@pytest.mark.parametrize("acronym", "BHU IMD RBI DRDO HDFC SUV CEO UNDP NEFT LG".split())
def test_an_acronym_is_spelled_with_the_names_of_letters(acronym: str) -> None:
    [(phonemes, written)] = _said(acronym)
    assert (written, phonemes.count("ˈ")) == (acronym, 1)
    assert phonemes != LIBRARY.phonemes("hi", acronym)


def test_others_are_words() -> None:
    assert _phonemes("COP COVID") == "kˈɔp " + LIBRARY.phonemes("hi", "covid")
    assert _phonemes("पचास प्रतिशत OFF").endswith(LIBRARY.phonemes("hi", "off"))
    assert _phonemes("THE BEST SALE EVER") == LIBRARY.phonemes("hi", "THE BEST SALE EVER")


def test_a_letter_alone_has_its_name_but_not_in_an_english_phrase() -> None:
    assert _phonemes("r का वर्ग") == _phonemes("आर का वर्ग")
    assert _phonemes("कक्षा X, A और B") == _phonemes("कक्षा एक्स, ए और बी")
    for phrase in ("A Suitable Boy", "X-ray", "don't", "Plan B"):
        assert _phonemes(phrase) == LIBRARY.phonemes("hi", phrase)


def test_a_nasal_vowel_before_a_consonant_has_no_n_behind_it() -> None:
    for written, same in (("गाँव", "गांव"), ("साँप", "सांप"), ("पूँजी", "पूंजी"), ("पहुँचना", "पहुंचना")):
        assert _phonemes(written) == _phonemes(same)
    assert _phonemes("झाँसी") == "ɟʰˈãsi"


@pytest.mark.parametrize(
    ("word", "phonemes"),
    [
        ("लोकसभा", "lˌoːksˈʌbʰaː"),
        ("प्रधानमंत्री", "pɾədʰˌaːnmˈʌntɾi"),
        ("सेनापति", "sˌeːnaːpˈʌtɪ"),
        ("जामनगर", "ɟˌaːmnˈʌɡəɾ"),
        ("अनुमति", "ˌʌnʊmˈʌtɪ"),
        ("पुरस्कार", "pˌʊɾʌskˈaːɾ"),
        ("अनुसंधान", "ˌʌnʊsʌndʰˈaːn"),
        ("दुबई", "dˌʊbˈʌi"),
        ("रुपए", "ɾˌʊpˈʌeː"),
        ("मतलब", "mˈʌtləb"),
        ("डाकघर", "ɖˈaːkɡʰəɾ"),
        ("छोड़कर", "cʰˈoːr.kəɾ"),
        ("पढ़ना", "pˈʌr.hnaː"),
        ("किस्म", "kˈɪsm"),
    ],
)
def test_vowels_are_said_and_silent_as_speakers_have_them(word: str, phonemes: str) -> None:
    assert _said(word) == [(phonemes, word)]


@pytest.mark.parametrize(
    "word", "विवरण नियमन गुजरात बीएसई एमएलए समस्त परिजन सागर भोजन महाजन समय शंकर प्रियतम".split()
)
def test_other_words_keep_their_vowels(word: str) -> None:
    assert _phonemes(word) == LIBRARY.phonemes("hi", word)


@pytest.mark.parametrize("word", "फिल्म सिर्फ फीसदी प्रोफाइल बाजार ज्यादा मजदूर जिलाधिकारी चीजें".split())
def test_f_and_z_need_no_dot(word: str) -> None:
    assert not {"pʰ", "ɟ"} & {_phonemes(word)[i : i + n] for i in range(len(_phonemes(word))) for n in (1, 2)}


@pytest.mark.parametrize("word", "फिर फल फूल सफलता गुफा फैलना राज जन जिलाना तेजस्वी".split())
def test_aspirated_p_and_j_stay(word: str) -> None:
    assert _phonemes(word) == LIBRARY.phonemes("hi", word)


def test_words_that_are_passed_on_otherwise_stay_apart_from_those_beside_them() -> None:
    assert _phonemes("ट्रिलियन रुपए रहने का") == "ʈɾˈɪlɪjˌən ɾˌʊpˈʌeː ɾˈʌhneː kaː"
    assert [written for _, written in _said("लिपिड प्रोफाइल की सलाह")] == "लिपिड प्रोफाइल की सलाह".split()


@pytest.mark.parametrize("word", "जहाज़ बाज़ार ज़रूरत फ़ैसला आज़ादी".split())
def test_words_with_their_dots_stay_as_they_are(word: str) -> None:
    assert _phonemes(word) == LIBRARY.phonemes("hi", word)


@pytest.mark.parametrize(
    ("word", "phonemes"),
    [
        ("पहले", "pˈʌhleː"),
        ("चाहते", "cˈaːhteː"),
        ("मेहनत", "mˈeːhnət"),
        ("सुनहरे", "sʊnˈʌhɾeː"),
        ("जानवर", "ɟˈaːnʋəɾ"),
        ("आजकल", "ˈaːɟkəl"),
        ("नेटवर्क", "nˌeːʈʋˈʌɾk"),
        ("प्रोफेशनल", "pɾoːfˈeːʃnəl"),
        ("एक्सप्रेस", "ˈeːkspɾeːs"),
        ("पारदर्शी", "pˌaːɾdˈʌrʃi"),
        ("पुनर्विचार", "pˌʊnəɾʋɪcˈaːɾ"),
        ("बलशाली", "bˌʌlʃˈaːli"),
        ("महाभारत", "mˌʌhaːbʰˈaːɾət"),
        ("अहिल्या", "ˌʌhˈɪljaː"),
        ("निर्णय", "nˈɪrɳɛː"),
        ("खटखटाया", "kʰˌəʈkʰəʈˈaːjaː"),
        ("गुनगुनाते", "ɡˌʊnɡʊnˈaːteː"),
        ("फ़रवरी", "fˈʌrʋəɾˌi"),
        ("स्टार्टअप", "sʈˌaːɾʈˈʌp"),
        ("जयप्रकाश", "ɟˌəjpɾəkˈaːʃ"),
        ("जयंती", "ɟɛːjˈʌnti"),
        ("ढूँढ़ना", "ɖʰˈũr.hnaː"),
    ],
)
def test_vowels_are_silent_after_h_and_in_listed_words(word: str, phonemes: str) -> None:
    assert _said(word) == [(phonemes, word)]


@pytest.mark.parametrize("word", "शहर महल बेहद ग्रहण महत्व मुहम्मद बहुत असहयोग मोहनदास वितरण उदाहरणार्थ".split())
def test_h_keeps_its_vowel_at_the_end_and_before_silent_ones(word: str) -> None:
    assert _phonemes(word) == LIBRARY.phonemes("hi", word)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("बडे़", "बड़े"), ("पढा़ई", "पढ़ाई"), ("टि्वटर", "ट्विटर"), ("अाप", "आप"), ("अौर", "और"), ("युद्घ", "युद्ध")],
)
def test_signs_in_the_wrong_order_are_read_as_they_look(written: str, meant: str) -> None:
    [(phonemes, place)] = _said(written)
    assert (phonemes.replace("ˈ", "").replace("ˌ", ""), place) == (
        _phonemes(meant).replace("ˈ", "").replace("ˌ", ""),
        written,
    )


def test_an_acronym_beside_hindi_words_is_spelled_among_many_others() -> None:
    assert _phonemes("UPSRTC की बस").startswith(_phonemes("यूपीएसआरटीसी")[:3])
    assert _phonemes("GRAP-चार") == _phonemes("GRAP चार")
    acronyms = "SBI, PNB, CBSE, UPPSC और MTS में भर्ती होगी"
    assert _phonemes(acronyms).split()[0] == _phonemes("SBI")


def test_english_words_in_capitals_are_words_within_a_hindi_text() -> None:
    said = _phonemes("टेबल पर LEFT JOIN चलाएँ और HAPPY BIRTHDAY या SALE IS ON लिखें")
    for phrase in ("left join", "happy birthday", "sale"):
        assert LIBRARY.phonemes("hi", phrase) in said


@pytest.mark.parametrize(
    ("latin", "hindi"),
    [
        ("Rajesh Kumar", "राजेश कुमार"),
        ("Paytm", "पेटीएम"),
        ("MUMBAI", "मुंबई"),
        ("kya haal hai bhai", "क्या हाल है भाई"),
        ("Main ghar", "मैं घर"),
    ],
)
def test_indian_words_in_latin_letters_are_said_as_in_devanagari(latin: str, hindi: str) -> None:
    plain = [phonemes.replace("ˌ", "").replace("ˈ", "") for phonemes in (_phonemes(latin), _phonemes(hindi))]
    assert plain[0] == plain[1]


@pytest.mark.parametrize("phrase", ["the main road", "in Goa", "hi there", "do it now", "Kumar's"])
def test_english_words_are_not_taken_for_hindi_ones(phrase: str) -> None:
    unchanged = phrase.split(maxsplit=1)[0]
    assert unstressed(_phonemes(phrase)).startswith(unstressed(LIBRARY.phonemes("hi", unchanged)))


@pytest.mark.parametrize(
    ("word", "phonemes"),
    [
        ("स्मार्टफोन", "smˌaːɾʈfˈoːn"),
        ("गवर्नमेंट", "ɡˌʌʋərnmˈẽːʈ"),
        ("हंसना", "hˈʌnsnaː"),
        ("एग्जाम", "ˈeːɡzaːm"),
        ("अफगानिस्तान", "ˌʌfɡˌaːnɪstˈaːn"),
        ("बिजनौर", "bˌɪɟnˈɔːɾ"),
        ("जंगल", "ɟˈʌŋɡəl"),
    ],
)
def test_english_words_in_devanagari_have_their_parts(word: str, phonemes: str) -> None:
    assert _said(word) == [(phonemes, word)]


@pytest.mark.parametrize(
    ("written", "said"),
    [("HAL", "एच ए एल"), ("ATM", "ए टी एम"), ("JAI", "जय"), ("HIND", "हिंद"), ("ADAS", "एडास")],
)
def test_acronyms_are_read_alike_among_many_others(written: str, said: str) -> None:
    among = _phonemes(f"{written}, SUV, CNG, DRDO, NDTV वाले").split()[0].rstrip(",")
    assert unstressed(among) == unstressed(_phonemes(said).replace(" ", ""))


def test_tables_of_latin_words_are_in_small_letters_and_devanagari() -> None:
    for table in (NAMES, WORDS, BESIDE_OTHERS):
        for word, said in table.items():
            assert word == word.lower()
            assert word.isascii()
            assert all("\u0900" <= character <= "\u0963" or character == " " for character in said), said
