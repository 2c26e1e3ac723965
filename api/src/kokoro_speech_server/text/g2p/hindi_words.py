"""Hindi words in which espeak-ng would lose vowels or say those that are silent: they are passed on otherwise."""

import re
from functools import lru_cache

from kokoro_speech_server.text.g2p.hindi_nuktas import with_dots
from kokoro_speech_server.text.g2p.hindi_schwas import in_parts, with_silent_vowels
from kokoro_speech_server.text.g2p.respelling import Respelling

_WORD = re.compile("(?<![\u0900-\u0963])[\u0904-\u0939][\u0900-\u0957]{1,40}+(?![\u0958-\u0963])")
_DOT = "\u093c"
_HALF = "\u094d"
_ANY = "[\u0901-\u094d]"
_C = f"[क-ह]{_DOT}?"
_WHOLE = f"(?:[\u0904-\u0939{_DOT}\u093e-\u094c]|[ंँ])"
"""What a consonant follows that is not the second one of two: a letter, a sign of a vowel or of its nasal sound."""

_SECOND = (
    f"मंत्र[ीि]|मंडल|मंच|मंद|तंत्र|पत्र|सभा|संख्या|संचार|संपर्क|संगीत|संघर्ष|संकट|संरक्षण|बंधन|बंद|खंड|गढ{_DOT}|जंग|नगर|नाक(?=ी?$)"
    "|ग्रस्त|दस्त|चस्प|दर्शन|कर्त|वर्ष|चक्र|शंकर|चंद्र|चन्द्र|चंद|चन्द|भक्त|वंश|गणना|असल$|दान|दाता"
    "|(?<!्[क-ह])(?:दर्श|वर्क|वर्ड|शक्ति|शब्द|सत्ता|भद्र|कर्म|धर्म|रक्षा)"
)
_COMPOUND = re.compile(rf"(?P<first>{_ANY}{{1,16}}?(?!य){_C})(?P<second>(?:{_SECOND}).{{0,16}})")
"""Two words in one, of which the first ends in a consonant: लोकसभा, प्रधानमंत्री."""
_LORD = re.compile(rf"(?P<first>{_ANY}{{1,16}}?[^ंँ])(?P<second>(?:पति|जनक|(?<=अनु)मति|(?<=सह)मति).{{0,16}})")
_CODA = "ं[क-ह]|र्[क-ह]|(?P<half>[क-ह])्(?P=half)|स्क|त्क|ष्ट|श्च|[कप]्त|न्[तदटडध]|म्[पबभ]|ल्प"
_CLOSED = re.compile(
    rf"(?P<first>{_ANY}{{0,16}}?{_WHOLE}{_C})(?P<second>(?:{_CODA}){_DOT}?(?:्[क-ह])?[ाीूेैोौ].{{0,16}})"
)
"""A closed syllable with a short vowel before a long one: नमस्कार, अनुसंधान."""
_HIATUS = re.compile(rf"(?P<first>{_ANY}{{0,16}}[क-ह{_DOT}-\u094dं]{_C})(?P<second>[ईए](?:[क-ह].{{0,16}})?)")
"""A vowel that is its own syllable: मुंबई, रुपए. In names of letters it begins one: बीएसई."""
_FOUR = re.compile(rf"(?P<first>(?:[अइउ]|{_C})(?!य){_C})(?P<second>(?!य){_C}{_C})")
"""Four consonants without the signs of vowels, of which the first and the third have one: मतलब."""
_SUFFIXED = re.compile(rf"(?P<first>{_ANY}{{0,16}}{_WHOLE}(?!य){_C})(?P<second>कर|घर|तम|पन|भर|जन|पथ)")
_FLAPPED = re.compile(f"(?<=[ंँ\u0904-\u0939\u093e-\u094c]ढ{_DOT})(?=[नतकव][ा-ौर])")
"""Before an ending: पढ़ना, बढ़ते, चढ़कर."""
_SILENT_END = re.compile(f"(?:[सलज]{_DOT}?|ख{_DOT}?त)्म$")
_LOAN = re.compile("(?<=क्स)(?=[पचटक][\u093e-\u094d])")
"""Within English words: एक्सप्रेस, टेक्सटाइल."""
_NASAL_VERB = re.compile(f"(?<=^[क-ह][ंँ][क-ह])(?=[नत][ाीे]|नी)|(?<=^[क-ह]{_DOT}[ंँ][क-ह])(?=[नत][ाीे])")
"""Verbs as हंसना, रँगता, फंसने."""
_DOT_BEHIND_VOWEL = re.compile(f"(?<=[क-ह])([\u093e-\u094c]){_DOT}")
_HALF_BEHIND_VOWEL = re.compile(f"(?<=[क-ह])ि{_HALF}([क-ह])")
_LONG_A = re.compile("अ(?P<sign>[ाोौ])")
_LONG = {"ा": "आ", "ो": "ओ", "ौ": "औ"}
_Y_BEHIND_TWO = re.compile(f"(?<={_HALF}[क-ह])य$")
_DDH = re.compile(f"(?<!उ)द{_HALF}घ(?!ाट|ोष)")
_OTHERS = {"दशमलव": "दशम्लव", "तिरपन": "तिर्पन", "तिरसठ": "तिर्सठ"}


def respelled_words(text: str) -> list[Respelling]:
    """The words that are passed on in another spelling."""
    return [(match, said) for match in _WORD.finditer(text) if (said := _spelling(match[0])) != match[0]]


def spelling(words: str) -> str:
    """What is passed on for words in Devanagari."""
    return " ".join(map(_spelling, words.split()))


@lru_cache(maxsize=10_000)
def _spelling(word: str) -> str:
    word = with_dots(_mended(word))
    if word in _OTHERS:
        return _OTHERS[word]
    if parts := in_parts(word):
        return parts
    if match := _COMPOUND.fullmatch(word) or _LORD.fullmatch(word):
        return f"{_with_silence(match['first'])} {_with_silence(match['second'])}"
    if match := _CLOSED.fullmatch(word) or _HIATUS.fullmatch(word):
        return f"{match['first']} अ{match['second']}"
    return _with_silence(word)


def _mended(word: str) -> str:
    """The word without signs in the wrong order (बडे़, टि्वटर, अाप, युद्घ), and with the last sound of निर्णय."""
    word = _HALF_BEHIND_VOWEL.sub(rf"{_HALF}\1ि", _DOT_BEHIND_VOWEL.sub(rf"{_DOT}\1", word))
    word = _Y_BEHIND_TWO.sub("ै", word)
    return _DDH.sub(f"द{_HALF}ध", _LONG_A.sub(lambda match: _LONG[match["sign"]], word))


def _with_silence(word: str) -> str:
    """The word with a sign where a consonant has no vowel."""
    if (match := _FOUR.fullmatch(word) or _SUFFIXED.fullmatch(word)) and not word.startswith("अस"):
        word = f"{match['first']}{_HALF}{match['second']}"
    word = _NASAL_VERB.sub(_HALF, word)
    word = _LOAN.sub(_HALF, with_silent_vowels(_FLAPPED.sub(_HALF, word)))
    return word + _HALF if _SILENT_END.search(word) else word
