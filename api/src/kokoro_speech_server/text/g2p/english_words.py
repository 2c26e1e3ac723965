"""Names and words of other languages, of software and of medicines, as English speakers say them."""

import re
import unicodedata
from collections.abc import Sequence

from kokoro_speech_server.text.g2p import english_sounds, english_spelling
from kokoro_speech_server.text.g2p.english_given_names import GIVEN_NAMES
from kokoro_speech_server.text.g2p.english_names import (
    BEHIND_PREPOSITIONS,
    NAMES,
    TOWNS,
    WITHIN,
    without_accents,
)
from kokoro_speech_server.text.g2p.english_people import PEOPLE
from kokoro_speech_server.text.g2p.english_places import PLACES
from kokoro_speech_server.text.g2p.english_terms import TERMS

SAID = PEOPLE | GIVEN_NAMES | PLACES | TERMS | NAMES | {
    # Food and drink.
    "acai": ("ˌɑsIˈi", "ˌasIˈiː"), "açaí": ("ˌɑsIˈi", "ˌasIˈiː"), "birria": ("bˈiɹiə", "bˈɪɹɪə"),
    "carnitas": ("kɑɹnˈiTəz", "kɑːnˈiːtəz"), "chipotle": ("ʧəpˈOtlA", "ʧɪpˈQtlA"),
    "cortado": ("kɔɹtˈɑdO", "kɔːtˈɑːdQ"), "cotija": ("kOtˈihə", "kQtˈiːhə"), "elote": ("əlˈOTA", "ɪlˈQtA"),
    "elotes": ("əlˈOTAz", "ɪlˈQtAz"), "gnocchi": ("njˈOki", "njˈɒki"),
    "gochujang": ("ɡˈOʧuʤˌɑŋ", "ɡˈQʧuːʤaŋ"), "gyro": ("jˈɪɹO", "jˈɪəɹQ"), "gyros": ("jˈɪɹOz", "jˈɪəɹQz"),
    "habanero": ("hˌɑbənˈɛɹO", "hˌabənˈɛːɹQ"), "jalapeno": ("hˌɑləpˈAnjO", "hˌaləpˈAnjQ"),
    "jalapeño": ("hˌɑləpˈAnjO", "hˌaləpˈAnjQ"), "jalapenos": ("hˌɑləpˈAnjOz", "hˌaləpˈAnjQz"),
    "jalapeños": ("hˌɑləpˈAnjOz", "hˌaləpˈAnjQz"), "leche": ("lˈɛʧA", "lˈɛʧA"),
    "leches": ("lˈɛʧAz", "lˈɛʧAz"), "mì": ("mˈi", "mˈiː"), "tres": ("tɹˈAs", "tɹˈɛs"),
    "tteokbokki": ("tˈʌkbˌOki", "tˈɒkbɒki"), "tzatziki": ("tsətsˈiki", "tsatsˈiːki"),
    # People, places, makers.
    "Acuna": ("əkˈunjə", "əkˈuːnjə"), "Acuña": ("əkˈunjə", "əkˈuːnjə"), "Alcaraz": ("ˌælkəɹˈɑz", "ˌalkəɹˈaz"),
    "Altuve": ("ɑltˈuvA", "altˈuːvA"), "Brzezinski": ("bɹəʒˈɪnski", "bɹəʒˈɪnski"),
    "Bukele": ("bukˈAlA", "buːkˈAlA"), "Citroën": ("sˈɪtɹOən", "sˈɪtɹQən"), "Delano": ("dˈɛlənO", "dˈɛlənQ"),
    "Erdogan": ("ˈɜɹdəwɑn", "ˈɜːdəwan"), "Giannis": ("jˈɑnɪs", "jˈanɪs"), "Huawei": ("wˈɑwˌA", "wˈɑːwA"),
    "Jolla": ("hˈYə", "hˈYə"), "Khamenei": ("hˈɑmənˌA", "hˈamənA"), "Kyiv": ("kˈiv", "kˈiːv"),
    "Leclerc": ("ləklˈɛɹ", "ləklˈɛː"), "Macron": ("məkɹˈOn", "makɹˈɒn"), "Mahomes": ("məhˈOmz", "məhˈQmz"),
    "Mbappe": ("əmbɑpˈA", "əmbapˈA"), "Mbappé": ("əmbɑpˈA", "əmbapˈA"), "Milei": ("mɪlˈA", "mɪlˈA"),
    "Natchitoches": ("nˈækətəʃ", "nˈakətəʃ"), "Netanyahu": ("nˌɛTənjˈɑhu", "nˌɛtənjˈɑːhuː"),
    "Nguyen": ("wˈɪn", "wˈɪn"), "Peugeot": ("pˈuʒO", "pˈɜːʒQ"), "Puyallup": ("pjuˈæləp", "pjuːˈaləp"),
    "Scholz": ("ʃˈɔlts", "ʃˈɒlts"), "Swiatek": ("ʃvjˈɔntɛk", "ʃfjˈɒntɛk"),
    "Wembanyama": ("wˌɛmbɑnjˈɑmə", "wˌɛmbanjˈɑːmə"),
    "Xi": ("ʃˈi", "ʃˈiː"), "Xiaomi": ("ʃˈWmi", "ʃˈWmi"), "Yordan": ("jˈɔɹdɑn", "jˈɔːdan"),
    "Zbigniew": ("zbˈɪɡnjɛv", "zbˈɪɡnjɛf"), "Zelenskyy": ("zəlˈɛnski", "zəlˈɛnski"),
    "Skoda": ("ʃkˈOdə", "skˈQdə"),
    "Djokovic": ("ʤˈOkəvɪʧ", "ʤˈɒkəvɪʧ"), "Doncic": ("dˈɑnʧɪʧ", "dˈɒnʧɪʧ"), "Jokic": ("jˈOkɪʧ", "jˈɒkɪʧ"),
    "Modric": ("mˈOdɹɪʧ", "mˈɒdɹɪʧ"), "Nurkic": ("nˈɜɹkɪʧ", "nˈɜːkɪʧ"), "Vucic": ("vˈuʧɪʧ", "vˈuːʧɪʧ"),
    "Ginsburg": ("ɡˈɪnzbɜɹɡ", "ɡˈɪnzbɜːɡ"), "Giroud": ("ʒɪɹˈu", "ʒɪɹˈuː"), "Jesús": ("hAsˈus", "hAsˈuːs"),
    "Sergey": ("sɛɹɡˈA", "sˈɛːɡA"), "gibbous": ("ɡˈɪbəs", "ɡˈɪbəs"),
    "bowed": ("bˈWd", "bˈWd"),
    # Software.
    "Jupyter": ("ʤˈupɪTəɹ", "ʤˈuːpɪtə"), "GitHub": ("ɡˈɪthˌʌb", "ɡˈɪthʌb"), "GitLab": ("ɡˈɪtlˌæb", "ɡˈɪtlab"),
    "kubectl": ("kjˈubkəntɹˌOl", "kjˈuːbkəntɹQl"), "LaTeX": ("lˈAtɛk", "lˈAtɛk"),
    "MySQL": ("mˌIˌɛskjˌuˈɛl", "mˌIˌɛskjˌuːˈɛl"), "nginx": ("ˌɛnʤənˈɛks", "ˌɛnʤɪnˈɛks"),
    "numpy": ("nˈʌmpI", "nˈʌmpI"), "NumPy": ("nˈʌmpI", "nˈʌmpI"), "PyTorch": ("pˈItˌɔɹʧ", "pˈItɔːʧ"),
    "Qwen": ("kwˈɛn", "kwˈɛn"), "Redis": ("ɹˈɛdɪs", "ɹˈɛdɪs"), "scipy": ("sˈIpI", "sˈIpI"),
    "SciPy": ("sˈIpI", "sˈIpI"), "SQLite": ("ˈɛskjˌuˌɛlˌIt", "ˈɛskjuːɛllIt"), "sudo": ("sˈudu", "sˈuːduː"),
    "sympy": ("sˈɪmpI", "sˈɪmpI"), "SymPy": ("sˈɪmpI", "sˈɪmpI"), "Nginx": ("ˌɛnʤənˈɛks", "ˌɛnʤɪnˈɛks"),
    # Medicines.
    "atorvastatin": ("ətˌɔɹvəstˈætᵊn", "ətˌɔːvəstˈatɪn"), "lisinopril": ("lIsˈɪnəpɹˌɪl", "lIsˈɪnəpɹɪl"),
    "metformin": ("mɛtfˈɔɹmɪn", "mɛtfˈɔːmɪn"), "Mounjaro": ("mWnʤˈɑɹO", "mWnʤˈɑːɹQ"),
    "omeprazole": ("OmˈɛpɹəzˌOl", "QmˈɛpɹəzQl"), "Ozempic": ("Ozˈɛmpɪk", "Qzˈɛmpɪk"),
    "semaglutide": ("sˌɛməɡlˈutId", "sˌɛməɡlˈuːtId"), "tirzepatide": ("tɜɹzˈɛpətˌId", "tɜːzˈɛpətId"),
    "Wegovy": ("wɪɡˈOvi", "wɪɡˈQvi"),
}  # fmt: skip
"""The American and the British phonemes of what the dictionaries lack or have otherwise, and espeak-ng misses."""

COMPOUNDS = {
    "north-northeast": ("nˈɔɹθnˌɔɹθˈist", "nˈɔːθnˌɔːθˈiːst"),
    "north-northwest": ("nˈɔɹθnˌɔɹθwˈɛst", "nˈɔːθnˌɔːθwˈɛst"),
}
"""The phonemes of words with hyphens, which replace those of the dictionaries."""

BESIDE = {
    ("al", "pastor"): ("pɑstˈɔɹ", "pastˈɔː"), ("de", "gallo"): ("ɡˈYO", "ɡˈIQ"), ("thomas", "mann"): ("mˈɑn", "mˈan"),
    ("edvard", "munch"): ("mˈʊŋk", "mˈʊŋk"), ("leroy", "sane"): ("zˈɑnA", "zˈanA"),
    ("gerard", "pique"): ("pɪkˈA", "pɪkˈA"), ("ciro", "immobile"): ("imˈObilA", "imˈQbiːlA"),
    ("sadio", "mane"): ("mɑnˈA", "manˈA"), ("shinzo", "abe"): ("ˈɑbA", "ˈabA"),
    ("claire", "denis"): ("dənˈi", "dənˈiː"), ("günter", "grass"): ("ɡɹˈɑs", "ɡɹˈas"),
    ("le", "mans"): ("mˈɔn", "mˈɒn"), ("grand", "prix"): ("pɹˈi", "pɹˈiː"), ("terre", "haute"): ("hˈOt", "hˈQt"),
    ("voir", "dire"): ("dˈɪɹ", "dˈɪə"), ("mens", "rea"): ("ɹˈAə", "ɹˈAə"), ("actus", "reus"): ("ɹˈAəs", "ɹˈAəs"),
    ("femme", "fatale"): ("fətˈɑl", "fətˈɑːl"), ("enfant", "terrible"): ("tɛɹˈiblə", "tɛɹˈiːblə"),
    ("coq", "au"): ("ˈO", "ˈQ"), ("café", "au"): ("ˈO", "ˈQ"), ("phnom", "penh"): ("pˈɛn", "pˈɛn"),
    ("san", "jacinto"): ("ʤəsˈɪntO", "həsˈɪntQ"), ("pad", "thai"): ("tˈI", "tˈI"),
    ("laissez", "faire"): ("fˈɛɹ", "fˈɛː"), ("nouveau", "riche"): ("ɹˈiʃ", "ɹˈiːʃ"),
    ("sous", "vide"): ("vˈid", "vˈiːd"), ("aix", "en"): ("ˈɑn", "ˈɒn"), ("prima", "facie"): ("fˈAʃə", "fˈAʃi"),
    ("pain", "au"): ("ˈO", "ˈQ"), ("mot", "juste"): ("ʒˈust", "ʒˈuːst"), ("ogc", "nice"): ("nˈis", "nˈiːs"),
}  # fmt: skip
"""The phonemes of words behind a certain other one."""

_RE = ("ɹˈi", "ɹˈiː")
"""Before a colon, "re" says what a letter is about; elsewhere it is a note."""

_PREPOSITIONS = frozenset("in to from near around at through outside".split())
_BEFORE_A_SENTENCE = frozenset(("", ".", "!", "?", ":", "“", '"', "”", "(", "-", "—"))

_SOUTH_SLAVIC = re.compile(
    r"(?=.{0,30}[ćđ]|.{1,30}[čš]\Z|.{1,30}[eo]vi[cč]\Z)[A-PR-VZČŠŽĆĐ][a-pr-vzčšžćđ]{2,30}"
)
_ENGLISH_LETTERS = str.maketrans(
    {"j": "y", "č": "ch", "ć": "ch", "š": "sh", "ž": "zh", "đ": "j", "J": "Y", "Č": "Ch", "Ć": "Ch", "Š": "Sh",
     "Ž": "Zh", "Đ": "J"}
)  # fmt: skip
_ASCII_END = re.compile(r"(?<=[eo]vi)c\Z")
_DJ = re.compile(r"\ADy")
_BEYOND_LATIN_1 = re.compile("[\u0100-\u024f\u1e00-\u1eff]")


def phonemes(words: Sequence[str], place: int, *, british: bool) -> str | None:
    """The phonemes of the word at `place` if it is in the tables; a capitalized one may be there in small letters."""
    word = words[place]
    before = words[place - 1].lower() if place else ""
    if (before, word.lower()) in BESIDE:
        return BESIDE[before, word.lower()][british]
    if word in ("re", "Re", "RE") and words[place + 1 : place + 2] == [":"]:
        return _RE[british]
    if word in WITHIN and before not in _BEFORE_A_SENTENCE and not words[place - 1].istitle():
        return WITHIN[word][british]
    if word in BEHIND_PREPOSITIONS and place and words[place - 1] in _PREPOSITIONS:
        return BEHIND_PREPOSITIONS[word][british]
    if word in TOWNS and (town := TOWNS[word].get(_state(words, place))):
        return town[british]
    said = (
        SAID.get(word)
        or SAID.get(word if word.isascii() else _plain(word))
        or (SAID.get(word.lower()) if word.istitle() else None)
    )
    return said[british] if said else None


def _state(words: Sequence[str], place: int) -> str:
    """The word behind the one at `place`, and behind a comma: "Kentucky" behind "Versailles"."""
    after = words[place + 1 : place + 3]
    return after[-1] if after[:1] == [","] else "".join(after[:1])


def foreign(word: str, *, british: bool) -> str | None:
    """The phonemes of a name that looks Chinese, Italian, Japanese or the like, and that no dictionary has."""
    sounds = english_spelling.sounds(without_marks(word))
    return english_sounds.phonemes(sounds)[british] if sounds else None


def respelled(word: str) -> str:
    """A name in letters that espeak-ng reads as English: "Yokich" for "Jokić", "Erdogan" for "Erdoğan"."""
    if _SOUTH_SLAVIC.fullmatch(word):
        return _DJ.sub("J", _ASCII_END.sub("ch", word).translate(_ENGLISH_LETTERS))
    return without_marks(without_accents(word))


def _plain(word: str) -> str:
    """A word without any marks on its letters: "Vinicius" for "Vinícius"."""
    return "".join(one for one in unicodedata.normalize("NFD", word) if not unicodedata.combining(one))


def without_marks(word: str) -> str:
    """A word with letters beyond those of western Europe, without their marks: "Nguyen" for "Nguyễn"."""
    if not _BEYOND_LATIN_1.search(word):
        return word
    return _plain(word)
