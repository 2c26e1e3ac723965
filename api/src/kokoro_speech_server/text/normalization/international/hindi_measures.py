"""Measures in Hindi texts: 2°C–8°C, 15 डिग्री से., 27°42′ उ., TSH 4.5 µIU/mL, a torque of 250 nm, 3AC, #5, 4v4."""

import re

from kokoro_speech_server.text.normalization.international.hindi_english_names import english
from kokoro_speech_server.text.normalization.international.hindi_initials import letters
from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_ABOVE = {
    "µIU": "माइक्रो आई यू", "μIU": "माइक्रो आई यू", "uIU": "माइक्रो आई यू", "mIU": "मिली आई यू", "IU": "आई यू", "U": "यूनिट",
    "ng": "नैनोग्राम", "pg": "पिकोग्राम", "mcg": "माइक्रोग्राम", "ug": "माइक्रोग्राम", "mEq": "मिली इक्विवेलेंट",
    "mmol": "मिलीमोल",
    "µmol": "माइक्रोमोल", "umol": "माइक्रोमोल", "nmol": "नैनोमोल", "pmol": "पिकोमोल", "cells": "कोशिकाएँ", "gm": "ग्राम",
    "gms": "ग्राम", "mIu": "मिली आई यू",
}  # fmt: skip
_BELOW = {
    "mL": "मिलीलीटर", "ml": "मिलीलीटर", "ML": "मिलीलीटर", "dL": "डेसीलीटर", "dl": "डेसीलीटर", "DL": "डेसीलीटर",
    "L": "लीटर",
    "l": "लीटर", "µL": "माइक्रोलीटर", "μL": "माइक्रोलीटर", "uL": "माइक्रोलीटर", "cumm": "घन मिलीमीटर",
}  # fmt: skip
LABORATORY_UNITS = {
    **{
        f"{above}/{below}": Noun(f"{what} प्रति {of}", f"{what} प्रति {of}")
        for above, what in _ABOVE.items()
        for below, of in _BELOW.items()
    },
    "mm/hr": Noun("मिलीमीटर प्रति घंटा", "मिलीमीटर प्रति घंटा"), "mm/h": Noun("मिलीमीटर प्रति घंटा", "मिलीमीटर प्रति घंटा"),
    "mEq": Noun("मिली इक्विवेलेंट", "मिली इक्विवेलेंट"), "fL": Noun("फ़ेम्टोलीटर", "फ़ेम्टोलीटर"), "fl": Noun("फ़ेम्टोलीटर", "फ़ेम्टोलीटर"),
    "pg": Noun("पिकोग्राम", "पिकोग्राम"), "ng": Noun("नैनोग्राम", "नैनोग्राम"), "nmol": Noun("नैनोमोल", "नैनोमोल"),
}  # fmt: skip
"""What laboratories write behind numbers."""

_MEASURED = (
    "°C °F ° ℃ % kg g mg ml mL L km cm mm GB MB TB Hz kHz MHz GHz V W kW kV किमी सेमी मिमी किग्रा किलो ग्राम"
).split()
_SPAN = re.compile(
    "(?:"
    + "|".join(rf"(?<=\d{unit})|(?<=\d {unit})" for unit in _MEASURED)
    + r") ?[-–—] ?(?=-?\d{1,5}(?:\.\d{1,2})? ?(?:"
    + "|".join(_MEASURED)
    + r")(?![\w\u0900-\u0963]))"
)
_HAS_SPAN = re.compile(r"[A-Za-z°℃%\u0900-\u0963] ?[-–—] ?\d")
_CELSIUS = re.compile(
    r"(?:(?<=°)|(?<=° )|(?<=डिग्री ))(?:(?P<celsius>सें?(?:[.॰०]|0(?!\d)))(?! ?(?:मी|ग्रे))"
    r"|(?P<joined>(?<=°)से)(?![\u0900-\u0963.]| ?-?\d)"
    r"|(?P<latin>C)(?!\w)|(?P<fahrenheit>फ़ा[.॰०]|फा[.॰०]|F(?!\w)))"
)
_HAS_CELSIUS = re.compile("[°ी] ?(?:से|C|F|फ)")
_SIDES = {"उ": "उत्तर", "द": "दक्षिण", "पू": "पूर्व", "प": "पश्चिम"}
_SIDE = re.compile(
    r"(?:(?<=[°′″'’\"”])|(?<=[°′″'’\"”] ))(?P<side>उ|द|पू|प)(?P<point>\.?)(?![\u0900-\u0963])"
    r"(?: ?(?P<line>अक्षां?\.|अ\.|देशां?\.|दे\.|अक्षांश|देशांतर|देशान्तर)(?P<rest>[\u0900-\u0963]{0,4}))?"
)
_HAS_SIDE = re.compile(r"[°′″'’\"”] ?(?:उ|द|प)")
_PER_CUBIC_MILLIMETRE = re.compile(
    r"(?:(?<=\d)|(?<=lakh)|(?<=lakhs)|(?<=lac)|(?<=लाख)|(?<=हज़ार)|(?<=हजार)|(?<=K))"
    r" ?/ ?(?:cumm|cu\. ?mm|cmm|c\.mm|mm³|mm3)(?![A-Za-z])\.?"
)
_TORQUE = re.compile(r"(?<![\w.,])(?P<number>\d{1,4}(?:\.\d{1,2})?) ?(?:nm|NM|N-m|N\.m)(?![A-Za-z])")
_IS_TORQUE = re.compile("टॉर्क|टार्क|[Tt]orque|TORQUE|[Bb][Hh][Pp]|बीएचपी|[Rr][Pp][Mm]")
_CLASSES = {"1": "फ़र्स्ट", "2": "सेकंड", "3": "थर्ड"}
_AC = re.compile(r"(?<![\w.,₹-])(?P<class>[123])-?AC(?![\w/])")
_COACH = re.compile(r"(?<![\w.,₹/-])(?:[123]A|3E|2S|[123] AC)(?![\w/]|-\d)")
_IS_TRAIN = re.compile("ट्रेन|टिकट|कोच|बर्थ|स्लीपर|रेल|IRCTC|वेटिंग|RAC|PNR|एक्सप्रेस|राजधानी|शताब्दी")
_NUMBER = re.compile(r"(?<![\w&#/])# ?(?=\d{1,5}(?![\w]))")
_SCREEN = re.compile(
    r"(?:(?<=टीवी \d\d)|(?<=TV \d\d)|(?<=मॉनिटर \d\d)|(?<=स्क्रीन \d\d)|(?<=डिस्प्ले \d\d))[\"″”](?!\w)"
)
_VERSUS = re.compile(r"(?<![\w.,])(?P<first>\d{1,2})[vV](?P<last>\d{1,2})(?![\w.])")
_SCRIPTURES = (
    "गीता|ऋग्वेद|यजुर्वेद|सामवेद|अथर्ववेद|रामचरितमानस|मानस|मनुस्मृति|कुरान|क़ुरआन|क़ुरान|कुरआन|योगसूत्र|यूहन्ना|मत्ती|भागवत"
)
_VERSE = re.compile(
    rf"(?<![\u0900-\u0963])(?P<book>(?:[\u0904-\u0939][\u0900-\u0963]{{0,12}})?(?:{_SCRIPTURES}))"
    r"(?P<link>,? \(?)(?P<first>\d{1,3})"
    r"[./:](?P<second>\d{1,3})(?:[./:](?P<third>\d{1,3}))?(?![\w/]|[.:]\d)"
    r"(?=[),;।]|\.?$| (?:में|का|के|की|और|तथा|एवं|व|पढ़|पढ|देख|श्लोक|मंत्र|दोहा|चौपाई|आयत|सूक्त|कहत|बतात)(?: |$|[\u0900-\u0963]))"
)
_IS_VERSE = re.compile(_SCRIPTURES)
_STARS = re.compile(r"(?<![\w.,])(?P<number>[1-7]) ?[★⭐](?!\w)")
_NIGHTS = re.compile(r"(?<![\w.,])(?P<nights>\d{1,2})N ?/ ?(?P<days>\d{1,2})D(?!\w)")
_DAYS = re.compile(r"(?<![\w.,])(?P<days>\d{1,2})D ?/ ?(?P<nights>\d{1,2})N(?!\w)")
_TOLL_FREE = re.compile(
    r"(?<![\w.,/-])(?P<first>1[89]\d0)[ -](?P<last>\d{4}|\d{6,7})(?![\w/-]|[.,]\d| (?:रुप|के दशक))"
)
_IS_CALL = re.compile("कॉल|टोल|हेल्पलाइन|फ़ोन|फोन|डायल|संपर्क|सम्पर्क|कस्टमर|ग्राहक|toll|Toll|[Cc]all|कम्प्लेंट|शिकायत")


def measure_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for units, phone numbers and signs."""

    def degrees(match: re.Match[str]) -> str:
        said = "फ़ारेनहाइट" if match["fahrenheit"] else "सेल्सियस"
        is_end = match.end() == len(match.string) and match[0][-1] == "."
        return f"{_lead(match)}{said}{'.' if is_end else ''}"

    def side(match: re.Match[str]) -> str | None:
        said = _SIDES[match["side"]]
        line = match["line"]
        if not line:
            return f"{_lead(match)}{said}" if match["point"] else None
        name = "अक्षांश" if line.startswith("अ") else "देशांतर"
        return f"{_lead(match)}{said}ी {name}{match['rest']}"

    def coach(match: re.Match[str]) -> str:
        number, name = match[0][0], match[0][1:].strip()
        return f"{_CLASSES[number] if name == 'AC' else english(int(number))} {letters(name)}"

    def toll_free(match: re.Match[str]) -> str:
        return f"{speller.digits(match['first'])}, {speller.digits(match['last'])}"

    def versus(match: re.Match[str]) -> str:
        return f"{english(int(match['first']))} वी {english(int(match['last']))}"

    def verse(match: re.Match[str]) -> str:
        numbers = " ".join(
            speller.cardinal(int(number)) for number in match.group("first", "second", "third") if number
        )
        return f"{match['book']}{match['link']}{numbers}"

    def stay(match: re.Match[str]) -> str:
        nights, days = (speller.cardinal(int(match[name])) for name in ("nights", "days"))
        in_order = (f"{nights} रात", f"{days} दिन")
        return " ".join(in_order if match.start("nights") < match.start("days") else reversed(in_order))

    return (
        Rule(Category.RATIOS, _VERSE, verse, evidence=_IS_VERSE),
        Rule(
            Category.SYMBOLS,
            _STARS,
            lambda match: f"{english(int(match['number']))} स्टार",
            needs=re.compile("[★⭐]"),
        ),
        Rule(Category.UNITS, _NIGHTS, stay, needs=re.compile(r"N ?/ ?\d")),
        Rule(Category.UNITS, _DAYS, stay, needs=re.compile(r"D ?/ ?\d")),
        Rule(Category.RANGES, _SPAN, lambda match: " से ", needs=_HAS_SPAN),
        Rule(Category.UNITS, _CELSIUS, degrees, needs=_HAS_CELSIUS),
        Rule(Category.UNITS, _SIDE, side, needs=_HAS_SIDE),
        Rule(
            Category.UNITS,
            _PER_CUBIC_MILLIMETRE,
            lambda match: " प्रति घन मिलीमीटर",
            needs=re.compile("/ ?(?:c|mm)"),
        ),
        Rule(
            Category.UNITS,
            _TORQUE,
            lambda match: f"{speller.number(match['number'])} न्यूटन मीटर",
            evidence=_IS_TORQUE,
        ),
        Rule(
            Category.IDS,
            _AC,
            lambda match: f"{_CLASSES[match['class']]} ए सी",
            needs=re.compile(r"\d-?AC"),
        ),
        Rule(Category.IDS, _COACH, coach, evidence=_IS_TRAIN),
        Rule(Category.SYMBOLS, _NUMBER, lambda match: "नंबर ", needs=re.compile("#")),
        Rule(Category.UNITS, _SCREEN, lambda match: " इंच", needs=re.compile('\\d["″”]')),
        Rule(Category.IDS, _VERSUS, versus, needs=re.compile(r"\d[vV]\d")),
        Rule(Category.PHONES, _TOLL_FREE, toll_free, evidence=_IS_CALL),
    )


def _lead(match: re.Match[str]) -> str:
    return "" if match.string[match.start() - 1] in " °" else " "
