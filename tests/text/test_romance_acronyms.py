"""Which acronyms are spelled in Spanish, French, Italian and Portuguese, and which are words."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from kokoro_speech_server.text.g2p import italian_english_words, italian_foreign_names, italian_words
from kokoro_speech_server.text.g2p.espeak import espeak_g2p
from kokoro_speech_server.text.g2p.espeak_library import EspeakLibrary

LIBRARY = EspeakLibrary()
CONVERTERS: Any = SimpleNamespace(espeak=LIBRARY)

SPELLED = {
    "es": "OMS IPC UGT VIH ADN IRPF INSS OCDE SMI AEPD EPS",
    "fr-fr": "OMS BCE FMI CHU IVG PMA ARS LFI CDI SAV CEDH DGSE OCDE OQTF SARL BD CPAM PLU IA UCI",
    "it": "OMS BCE FMI ISS PCI CTU RSU ECG FIGC ATM DOCG",
    "pt-br": "IBGE INSS BNDES TSE CPI IPTU ICMS FMI DNA UFMG ABNT CDI UTI",
}
WORDS = {
    "es": "AVE BOE IVA ONU ERTE UCI PRI BID NASA FIFA CEIP INE PIB",
    "fr-fr": "ONU OTAN SMIC CNIL SAMU UNESCO CAF DRAC OVNI RAID",
    "it": "ONU NATO ISTAT INPS ASL CISL RAI ENEL DOC IVA TAR SPID",
    "pt-br": "ONU SUS UNESP FIFA SENAI ANVISA",
}


def _said(voice: str, text: str) -> list[tuple[str, str]]:
    spans = espeak_g2p(voice, CONVERTERS)(text)
    return [(span.phonemes, text[span.start : span.end]) for span in spans if span.phonemes.strip()]


@pytest.mark.parametrize("voice", SPELLED)
def test_what_cannot_be_a_word_is_spelled(voice: str) -> None:
    for acronym in SPELLED[voice].split():
        [(phonemes, written)] = _said(voice, acronym)
        assert written == acronym
        assert phonemes != LIBRARY.phonemes(voice, acronym), acronym
        assert phonemes.count("ˈ") == 1, acronym


@pytest.mark.parametrize("voice", WORDS)
def test_others_are_words(voice: str) -> None:
    for acronym in WORDS[voice].split():
        assert _said(voice, acronym) == [(LIBRARY.phonemes(voice, acronym), acronym)]


def test_a_text_in_capitals_is_words() -> None:
    assert _said("fr-fr", "IL EST PASSÉ PAR LE CHU CE MATIN")[-2][0] == "sə"
    assert _said("pt-br", "o CDI")[-1] == ("sˌedˌeˈi", "CDI")  # not a Roman numeral


def test_an_elided_article_belongs_to_the_letters() -> None:
    assert _said("fr-fr", "selon l'OMS, oui")[1] == ("lˌojˌɛmˈɛs", "l'OMS")
    assert _said("it", "per l'OMS, sì")[1][1] == "l'OMS"


def test_what_espeak_reads_wrong_is_written_otherwise() -> None:
    assert _said("fr-fr", "l'INSEE dit") == [("lɛ̃sˈe", "l'INSEE"), ("dˈi", "dit")]
    assert _said("es", "la OTAN")[-1] == ("otˈan", "OTAN")
    assert _said("pt-br", "a USP")[-1] == ("ˈuspi", "USP")
    assert _said("pt-br", "o PIX")[-1] == ("pˈiks", "PIX")
    assert _said("pt-br", "o NVMe")[-1] == ("ˌenyvˌeˌemjˈɛ", "NVMe")
    assert _said("pt-br", "a semi")[-1] == ("sˈemi", "semi")
    assert _said("es", "un smartphone")[-1] == ("smˈaɾtfon", "smartphone")


def test_acronyms_written_like_names_and_english_words_are_said_as_people_say_them() -> None:
    assert _said("fr-fr", "selon l'Insee")[-1] == ("lɛ̃sˈe", "l'Insee")
    assert _said("fr-fr", "un Ehpad")[-1] == ("epˈad", "Ehpad")
    assert _said("fr-fr", "le chatbot")[-1] == ("tʃatbˈɔt", "chatbot")
    assert _said("it", "lo spread")[-1] == ("sprˈɛd", "spread")
    assert _said("it", "il meeting")[-1] == ("mˈitiŋɡ", "meeting")
    assert _said("it", "la casa")[-1] == (LIBRARY.phonemes("it", "casa"), "casa")


def test_short_acronyms_are_words_in_a_sentence_too() -> None:
    assert _said("it", "paga l'IVA oggi")[1] == (LIBRARY.phonemes("it", "l'iva"), "l'IVA")
    assert _said("fr-fr", "de la RAM rapide")[2] == ("ʁˈam", "RAM")
    assert _said("es", "la ONU dice")[1] == (LIBRARY.phonemes("es", "onu"), "ONU")
    assert _said("pt-br", "o SUS paga")[1] == (LIBRARY.phonemes("pt-br", "sus"), "SUS")


@pytest.mark.parametrize(
    ("voice", "text", "same"),
    [
        ("es", "el IC y la UB", "el i ce y la u be"),
        ("es", "las ONGs", "las o ene ges"),
        ("es", "SÍ, pero NO ahora", "sí, pero no ahora"),
        ("pt-br", "a UV e o ID", "a u vê e o i dê"),
        ("pt-br", "as PMEs", "as pê eme és"),
        ("pt-br", "JÁ e NÃO depois", "já e não depois"),
    ],
)
def test_pairs_of_letters_plurals_and_emphasis(voice: str, text: str, same: str) -> None:
    def sounds(written: str) -> str:
        said = "".join(phonemes for phonemes, _ in _said(voice, written))
        return re.sub("[ˈˌ ]", "", said).translate(str.maketrans("βðɣj", "bdɡy"))

    assert sounds(text) == sounds(same)


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("L'A uno chiude", "la uno chiude"),
        ("per l'SSD", "per l'esse esse di"),
        ("Márquez", "màrchez"),
        ("Conceição", "conseissàu"),
        ("Djokovic e Jovic", "giòcovich e iòvich"),
        ("Starmer e Turner", "stàrmer e tùrner"),
        ("Poter fare", "poter fare"),
        ("gradi Celsius", "gradi cèlsius"),
        ("la FNAC", "la fnac"),
        ("Cocteau e Perrault", "coctò e perrò"),
        ("ha subito detto", "ha sùbito detto"),
        ("aver subito danni e torti", "aver subìto danni e torti"),
        ("i principi generali e i principi di Monaco", "i princìpi generali e i prìncipi di Monaco"),
        ("scarpe leggere da leggere", "scarpe leggère da lèggere"),
        ("il nocciolo duro", "il nòcciolo duro"),
        ("Dubois, Ledoux", "dubuà, ledù"),
        ("Leclerc a Cannes", "leclèr a can"),
        ("la Bper e la BPER", "la bipèr e la bipèr"),
        ("il reparto IT", "il reparto ai ti"),
        ("la COC", "la cì o cì"),
        ("il timeout del framework", "il tàimaut del frèimuorc"),
        ("il landing e il backup", "il lènding e il bècap"),
        ("black, flash, pitch, change", "blec, flesh, pich, cèinge"),
        ("i downloads e i templates", "i dàunlods e i tèmpleits"),
        ("un gigabyte e un terabyte", "un gigabàit e un terabàit"),
        ("Twitter, queen e quality", "twìtter, quìn e quòliti"),
        ("Zelensky, Erdogan e Trump", "selènschi, erdoàn e tramp"),
        ("Shakespeare e Goethe a Cincinnati", "scècspir e ghète a sinsinnàti"),
        ("Murphy, Gosling", "mèrfi, gòsling"),
        ("J Smith e J Jones", "gèi smit e gèi giòns"),
        ("la console e il console", "la consòl e il console"),
        ("Mbappé, Škriniar e Çalhanoğlu", "embappé, scrìniar e cialanòlu"),
        ("l'amaca, la valuta, la guaina", "l'amàca, la valùta, la guaìna"),
        ("il ramipril e il diazepam", "il ramiprìl e il diazepàm"),
        ("Nuoro, Lanciano e Abano", "nùoro, lanciàno e àbano"),
        ("il turbine e le turbine", "il tùrbine e le turbìne"),
        ("levò l'ancora, ancora ieri", "levò l'àncora, ancóra ieri"),
        ("di seguito, ha seguito", "di sèguito, ha seguìto"),
        ("le cose che capitano", "le cose che càpitano"),
        ("i titoli perdono terreno", "i titoli pèrdono terreno"),
        ("ti chiedo perdono", "ti chiedo perdóno"),
        ("se desideri un caffè", "se desìderi un caffè"),
        ("il git e uno share", "il ghit e uno scèr"),
    ],
)
def test_italian_names_and_elided_letters(written: str, same: str) -> None:
    def sounds(text: str) -> str:
        return re.sub("[ˈˌ ]", "", "".join(phonemes for phonemes, _ in _said("it", text)))

    assert sounds(written) == sounds(same)


def test_italian_words_are_not_taken_for_english_ones() -> None:
    text = (
        "come state, prime case, mode e code, cure agili, le pile e i cani, quest'anno, dell'uva, man mano, guide"
        " e prove, scope, liste complete, lingue native, lane, tea, una data, sale"
    )
    assert "".join(phonemes for phonemes, _ in _said("it", text)).replace(" ", "") == LIBRARY.phonemes(
        "it", text
    ).replace(" ", "")


@pytest.mark.parametrize(
    "table", [italian_english_words.WORDS, italian_foreign_names.NAMES, italian_words.WORDS]
)
def test_italian_respellings_are_said_as_words(table: dict[str, str]) -> None:
    for word, written in table.items():
        assert re.fullmatch("[a-z]+(?:-[a-z]+)*", word), word
        assert re.fullmatch("[a-zàèéìòù]+(?:-[a-zàèéìòù]+)*", written), word


def test_names_of_other_languages_keep_their_stress_in_spanish() -> None:
    names = "Athletic Sinner Masters Seat Netflix blue email Oxford".split()
    assert [
        phonemes for phonemes, _ in _said("es", ", ".join(names)) if phonemes.isalpha() or "ˈ" in phonemes
    ] == [_said("es", name)[0][0] for name in "atlétic síner másters séat nétflix blu ímeil óxford".split()]
    assert _said("es", "el IBEX")[-1] == ("ˈiβeks", "IBEX")


def test_a_hyphen_between_spaces_is_a_pause() -> None:
    assert [phonemes for phonemes, _ in _said("es", "total - IVA")][-2:] == ["—", "ˈiβa"]


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("a sede do banco", "a séde do banco"),
        ("a firma com sede em Braga", "a firma com séde em Braga"),
        ("um molho de salsa", "um mólho de salsa"),
        ("unte a forma com óleo", "unte a fôrma com óleo"),
        ("uma forma de pudim", "uma fôrma de pudim"),
        ("se a forma tiver trinta centímetros", "se a fôrma tiver trinta centímetros"),
        ("dez graus Celsius", "dez graus célsius"),
        ("o Enem", "o enêm"),
        ("o Djoković e o Djokovic", "o djócovitchi e o djócovitchi"),
    ],
)
def test_portuguese_words_are_told_apart_and_names_keep_their_stress(written: str, same: str) -> None:
    def sounds(text: str) -> str:
        return "".join(phonemes for phonemes, _ in _said("pt-br", text))

    assert sounds(written) == sounds(same)


@pytest.mark.parametrize(
    "written",
    [
        "estou com sede agora",
        "morrer de sede",
        "o molho de tomate",
        "de forma simples",
        "uma forma de pensar",
    ],
)
def test_other_portuguese_words_stay_as_they_are(written: str) -> None:
    assert "".join(phonemes for phonemes, _ in _said("pt-br", written)).replace(" ", "") == LIBRARY.phonemes(
        "pt-br", written
    ).replace(" ", "")


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("de L'Ametlla a l'Olleria", "de lametlla a lolleria"),
        ("un queso d'Urgell", "un queso durgell"),
        ("la ley D'Hondt", "la ley dondt"),
        ("los Yankees y los Packers", "los yankis y los pákers"),
        ("check-in en el Manhattan", "chekin en el manjatan"),
        ("según el NYT", "según el ene igriega te"),
        ("un jersey que late", "un jersey que late"),
    ],
)
def test_spanish_names_behind_an_article_and_english_ones(written: str, same: str) -> None:
    def sounds(text: str) -> str:
        return re.sub("[ˈˌ ]", "", "".join(phonemes for phonemes, _ in _said("es", text)))

    assert sounds(written) == sounds(same)
