"""Latin acronyms and single letters in Hindi texts, which espeak-ng would say in English: "BHU" as one word."""

import re

from kokoro_speech_server.text.g2p.hindi_english_capitals import LONG, SHORT
from kokoro_speech_server.text.g2p.hindi_latin_names import NAMES
from kokoro_speech_server.text.g2p.hindi_words import spelling
from kokoro_speech_server.text.g2p.respelling import Respelling
from kokoro_speech_server.text.g2p.romance_acronyms import CAPITALS, NO_WORD, is_shouted

LETTERS = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "ए बी सी डी ई एफ़ जी एच आई जे के एल एम एन ओ पी क्यू आर एस टी यू वी डब्ल्यू एक्स वाई ज़ेड".split(),
        strict=True,
    )
)
_SPELLED = frozenset("ASAP SEBC ARAI NEFT NIRF ESIC PMAY PMJAY PMEGP UPPSC".split())
"""Longer acronyms that are spelled although they could be words."""
_WORDS = frozenset(
    """OFF NEW BUY GET THE AND FOR ALL ONE TWO TOP HOT BIG YES NOT NOW DAY SUN MON TUE WED THU FRI SAT JAN FEB MAR APR
    MAY JUN JUL AUG SEP OCT NOV DEC APP CAR BUS BOX RED MAX PRO WIN FUN OLD OUT ANY END SIR HIT BIT BOT KEY LAW TAX WAR
    MAN MOM DAD ZIP YOU ARE CAN NET SET GIF CAD GAP MIG LAN WAN TO IN ON OF NO UP AT""".split()
)
"""Acronyms and English words of up to three letters that are said as words."""
_RESPELLED = {
    "COP": "कॉप", "JPEG": "जेपेग", "JSON": "जेसन", "IRDA": "इरडा", "IRDAI": "इरडाई", "SAIL": "सेल",
    "GAIL": "गेल", "BHEL": "भेल", "OLED": "ओलेड", "RAM": "रैम", "ROM": "रोम", "PAN": "पैन",
    "SIM": "सिम", "JIO": "जियो", "OLA": "ओला", "OYO": "ओयो", "GOA": "गोवा",
    "BARC": "बार्क", "ADAS": "एडास", "NCAP": "एन कैप",
    "EPIC": "एपिक", "UDAN": "उड़ान", "PUBG": "पबजी",
    "ASAT": "ए सैट", "MUDRA": "मुद्रा", "SARAS": "सरस", "NCERT": "एन सी ई आर टी", "NAAC": "नैक",
    "JAI": "जय", "HIND": "हिंद", "HAL": "एच ए एल", "QLED": "क्यूलेड",
}  # fmt: skip
_SPELLED_UP_TO = 3
_HINDI = re.compile("[\u0904-\u0939]")
_MANY_CONSONANTS = re.compile("[B-DF-HJ-NP-TV-XZ]{4}|[B-DF-HJ-NP-TV-XZ]{3}$")
_BESIDE = re.compile("^[A-Za-z]{2} | [A-Za-z]{2}$")
_VOWEL = re.compile("[AEIOUY]")
_ALONE = re.compile(
    r"(?<![^\W_])(?<![A-Za-z]{2}[ '’.-])(?<!['’])[A-Za-z](?![^\W_]|['’]|[ -][A-Za-z]{2}|\. ?[A-Za-z]{2})"
)


def respellings(text: str) -> list[Respelling]:
    """The acronyms and the letters alone, with their names in Devanagari, unless they belong to English phrases."""
    acronyms = [(match, _in_context(match)) for match in CAPITALS.finditer(text)]
    spelled = sum(len(match[0]) for match, said in acronyms if not said.isascii())
    if not _HINDI.search(text) and is_shouted(text, spelled):
        return []
    return acronyms + [(match, LETTERS[match[0].upper()]) for match in _ALONE.finditer(text)]


def _in_context(match: re.Match[str]) -> str:
    if match[0] in SHORT and _BESIDE.search(match.string[max(0, match.start() - 3) : match.end() + 3]):
        return match[0].lower()
    return _said(match[0])


def _said(acronym: str) -> str:
    """What is passed on instead of the acronym: words in small letters, since espeak-ng spells some in capitals."""
    if acronym in _RESPELLED:
        return _RESPELLED[acronym]
    if len(acronym) > _SPELLED_UP_TO and (name := NAMES.get(acronym.lower())):
        return spelling(name)
    if acronym in LONG:
        return acronym.lower()
    is_short = len(acronym) <= _SPELLED_UP_TO and acronym not in _WORDS
    is_long = len(acronym) > _SPELLED_UP_TO
    is_no_word = NO_WORD.fullmatch(acronym) or _MANY_CONSONANTS.search(acronym)
    is_hard = not _VOWEL.search(acronym) or (is_long and is_no_word)
    if is_short or is_hard or acronym in _SPELLED:
        return " ".join(LETTERS[letter] for letter in acronym)
    return acronym.lower()
