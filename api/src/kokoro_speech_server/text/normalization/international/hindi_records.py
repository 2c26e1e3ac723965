"""What Hindi texts have beside amounts: Roman numerals, wickets, heights, number plates and codes."""

import re

from kokoro_speech_server.text.normalization.international.hindi_cricket import CRICKET
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.roman_numerals import is_roman, roman_value
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_ENGLISH_ORDINALS = (
    "फ़र्स्ट",
    "सेकंड",
    "थर्ड",
    "फ़ोर्थ",
    "फ़िफ़्थ",
    "सिक्स्थ",
    "सेवंथ",
    "एट्थ",
    "नाइंथ",
    "टेंथ",
    "इलेवंथ",
    "ट्वेल्थ",
    "थर्टींथ",
    "फ़ोर्टींथ",
    "फ़िफ़्टींथ",
    "सिक्सटींथ",
    "सेवंटींथ",
    "एटींथ",
    "नाइंटींथ",
    "ट्वेंटिएथ",
)


_RULERS = {
    1: "प्रथम", 2: "द्वितीय", 3: "तृतीय", 4: "चतुर्थ", 5: "पंचम", 6: "षष्ठ", 7: "सप्तम", 8: "अष्टम",
}  # fmt: skip
_FEMININE = (
    "कांग्रेस|बैठक|लोकसभा|कक्षा|पंचवर्षीय|संगोष्ठी|कार्यशाला|प्रतियोगिता|शताब्दी|सदी|बटालियन|वाहिनी|वर्षगाँठ|वर्षगांठ|पुण्यतिथि"
)
_MASCULINE = "ओलंपिक|ओलिंपिक|संस्करण|सम्मेलन|अधिवेशन|खेल|संशोधन|समारोह|महोत्सव|दीक्षांत|पुस्तक मेल|स्थापना दिवस"
_IS_FEMININE = re.compile(rf" (?:[\u0900-\u0963]{{2,16}} )?(?:{_FEMININE})")
_IS_OBLIQUE = re.compile(
    rf" (?:[\u0900-\u0963]{{2,16}} )?(?:{_MASCULINE})[\u0900-\u0963]{{0,3}} (?:खेलों )?"
    r"(?:में|का|के|की|को|से|ने|पर|तक|हेतु)(?![\u0900-\u0963])"
)
_DIVISION = re.compile("(?:कक्षा|अध्याय|खंड|भाग|चरण|टाइप|प्रकार|श्रेणी|अनुसूची|वर्ग|फ़ेज|फेज|अंक) $")
_HINDI = re.compile("[\u0900-\u0963] $")
_TEAM = re.compile(
    "(?:(?:भारत|इंडिया|ऑस्ट्रेलिया|इंग्लैंड|पाकिस्तान|न्यूज़ीलैंड|न्यूज़ीलैंड|न्यूजीलैंड|अफ़्रीका|अफ़्रीका|अफ्रीका|श्रीलंका|बांग्लादेश|वेस्टइंडीज़|वेस्टइंडीज़|वेस्टइंडीज"
    "|अफ़ग़ानिस्तान|अफगानिस्तान|ज़िम्बाब्वे|जिम्बाब्वे|आयरलैंड|नेपाल|मुंबई|चेन्नई|कोलकाता|बेंगलुरु|राजस्थान|पंजाब|दिल्ली|हैदराबाद|गुजरात|लखनऊ|कर्नाटक"
    "|बंगाल|विदर्भ|तमिलनाडु|सौराष्ट्र|केरल|MI|CSK|RCB|KKR|RR|SRH|DC|PBKS|GT|LSG|IND|AUS|ENG|PAK|NZ|SA)"
    "(?: [\u0900-\u0963]{2,14})?(?: (?:ने|का|की|पर|अब|भी))?[:,–-]? |(?:बनाम|vs\\.?) [\u0900-\u0963]{2,14} )$"
)
"""A cricket team before a score, with another name of it (सुपर किंग्स) or a postposition."""
_BOWLING = re.compile("गेंदबाज़|गेंदबाज|झटक|चटक|स्पेल|विकेट लिए|लिए|आँकड़े|आंकड़े|आँकड़े|आंकड़े|फ़िगर|फिगर")
_WICKET = re.compile(" विकेट")
_AT = re.compile(" पर(?![\u0900-\u0963])")


def record_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those of all languages."""
    return (*_name_rules(speller), *_count_rules(speller))


_LETTER = "\u0900-\u0963"
_STATES = (
    "A[NPRS]|BR|C[GH]|D[DLN]|G[AJ]|H[PR]|J[HK]|K[AL]|L[AD]|M[HLNPZ]|NL|O[DR]|P[BY]|RJ|SK|T[NRS]|U[KP]|WB|BH"
)
_FLIGHT = re.compile("(?:उड़ान|उड़ान|फ़्लाइट|फ्लाइट|फ़्लाइट|विमान)(?: (?:संख्या|नंबर))? $")
_PIECE = "ग्राम|ग्रा|किलो|लीटर|व्यक्ति|यूनिट|मिली|वर्ग"
_PER = (
    "घं|माह|महीना|महीने|दिन|वर्ष|साल|सप्ताह|हफ़्ता|हफ्ता|घंटा|घंटे|मिनट|सेकंड|किलो|किग्रा|लीटर|यूनिट|व्यक्ति|एकड़|एकड़"
    "|हेक्टेयर|क्विंटल|टन|किमी|रात|वर्ग|बीघा|पीस|प्लेट|दर्जन|गज|सीट|टिकट|बोरी|बैग|पैकेट|डिब्बा|नग|कट्टा|बोतल|शीशी"
    "|कैन|मंज़िल|बैरल|तोला|कैरेट|डोज़|डोज|छात्र|बच्चा|मरीज"
)
_SLASH = re.compile("/")
_SHORT = {"मी": "मीटर", "ग्रा": "ग्राम", "ली": "लीटर", "रु": "रुपये"}


def _name_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Numbers that name: of vehicles, flights, places and persons; heights and what an amount is for."""

    def plate(match: re.Match[str]) -> str:
        district = speller.number(match["district"])
        letters = f"{' '.join(match['state'])} {district} {' '.join(match['series'].replace(' ', ''))}"
        return f"{letters}, {speller.digits(match['number'])}"

    def flight(match: re.Match[str]) -> str | None:
        if not _FLIGHT.search(match.string[max(0, match.start() - 24) : match.start()]):
            return None
        airline = (speller.cardinal(int(one)) if one.isdecimal() else one for one in match["airline"])
        return f"{' '.join(airline)} {speller.digits(match['number'])}"

    def height(match: re.Match[str]) -> str:
        return f"{speller.number(match['feet'])} फ़ुट {speller.number(match['inches'])} इंच"

    return (
        Rule(
            Category.UNITS,
            re.compile(
                rf"(?:(?:(?<=\d)|(?<=\d ))(?P<unit>मी|ग्रा|ली(?=\.)|रु(?![./]))\.?|(?<![{_LETTER}])(?P<money>रु)(?= ?\d))"
                rf"(?![{_LETTER}])"
            ),
            lambda match: _SHORT[match["unit"] or match["money"]],
            needs=re.compile(r"\d ?(?:मी|ग्रा|ली\.|रु)|रु ?\d"),
        ),
        Rule(
            Category.IDS,
            re.compile(
                rf"(?<![\w.-])(?P<state>{_STATES})[ -]?(?P<district>\d{{1,2}})[ -]?"
                r"(?P<series>[A-Z]{1,3}(?: [A-Z]{1,2})?)[ -]?(?P<number>\d{4})(?![\w-])"
            ),
            plate,
            needs=re.compile(r"[A-Z] ?-?\d{4}"),
        ),
        Rule(
            Category.IDS,
            re.compile(r"(?<![\w.-])(?P<airline>[A-Z][A-Z\d]|\d[A-Z])[ -]?(?P<number>\d{3,4})(?![\w-])"),
            flight,
            needs=re.compile(r"[A-Z\d][- ]?\d{3}"),
        ),
        Rule(
            Category.IDS,
            re.compile(r"(?<![\w.,₹$€£-])(?<![₹$€£] )(?!\d{0,10}00000(?!\d))\d{10,15}(?![\w-]|[.,]\d)"),
            lambda match: speller.digits(match[0]),
            needs=re.compile(r"\d{10}"),
        ),
        Rule(
            Category.UNITS,
            re.compile(r"(?<![\w.,])(?P<feet>[3-8])['’′] ?(?P<inches>1[01]|\d)(?:[\"”″]|['’′]{2})"),
            height,
            needs=re.compile(r"\d['’′]"),
        ),
        Rule(
            Category.UNITS,
            re.compile(
                rf"(?:(?<=\d)|(?<=[{_LETTER}]{{2}}))/(?=(?:{_PER})(?![{_LETTER}\d²³])|10{{0,3}} ?(?:{_PIECE}))"
            ),
            lambda match: speller.locale.per,
            needs=_SLASH,
        ),
        Rule(Category.MONEY, re.compile(r"(?<=\d)/-(?!\d)"), lambda match: "", needs=_SLASH),
    )


def _count_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Roman numerals, wickets and ordinals."""

    def english_ordinal(match: re.Match[str]) -> str | None:
        number = int(match["number"])
        return _ENGLISH_ORDINALS[number - 1] if 0 < number <= len(_ENGLISH_ORDINALS) else None

    def roman(match: re.Match[str]) -> str | None:
        return speller.cardinal(roman_value(match["roman"])) if is_roman(match["roman"]) else None

    def named(match: re.Match[str]) -> str | None:
        before = match.string[: match.start()]
        if "=" in match.string[max(0, match.start() - 2) : match.end() + 2] or before.endswith(
            ("बराबर ", "=")
        ):
            return None
        if not is_roman(match["roman"]) or (match["following"] is None and not _HINDI.search(before)):
            return None
        value = roman_value(match["roman"])
        if match["following"] is not None:
            words = speller.spell(value, "spellout-ordinal-masculine")
            if _IS_FEMININE.match(match.string, match.end()):
                return words.replace("वाँ", "वीं")
            return words.replace("वाँ", "वें") if _IS_OBLIQUE.match(match.string, match.end()) else words
        if _DIVISION.search(before):
            return speller.cardinal(value)
        return _RULERS.get(value) or speller.spell(value, "spellout-ordinal-masculine")

    def wickets(match: re.Match[str]) -> str | None:
        """A score, whichever number comes first: 182/7, 7/182; and what a bowler did: 5/32."""
        runs, fallen = int(match["runs"]), int(match["fallen"])
        before = match.string[max(0, match.start() - 40) : match.start()]
        is_cricket = CRICKET.search(match.string) or (runs >= 30 and _TEAM.search(before))
        if fallen > runs and runs <= 10 and is_cricket:
            runs, fallen = fallen, runs
            words = speller.cardinal(runs), speller.cardinal(fallen)
            if runs < 100 and _BOWLING.search(match.string):
                return f"{words[0]} रन देकर {words[1]}" + (
                    "" if _WICKET.match(match.string, match.end()) else " विकेट"
                )
            return f"{words[1]} विकेट पर {words[0]}" if runs >= 40 else None
        if fallen > runs or fallen > 10:
            return None
        words = speller.cardinal(runs), speller.cardinal(fallen)
        if is_cricket and runs >= 30 and _AT.match(match.string, match.end()):
            return f"{words[0]} रन {words[1]} विकेट"
        return f"{words[0]} {'पर' if is_cricket else 'बटा'} {words[1]}"

    return (
        Rule(
            Category.ROMAN,
            re.compile(
                r"(?<![\w.-])(?P<roman>[IVX]{2,8}|[IVXLCDM]{2,8}(?= (?:कांग्रेस|ओलंपिक|ओलिंपिक)))(?![A-Za-z\d.])"
                rf"(?P<following>(?= (?:[\u0900-\u0963]{{2,16}} )?(?:{_FEMININE}|{_MASCULINE})))?"
            ),
            named,
            needs=re.compile("[IVXL]"),
        ),
        Rule(
            Category.RATIOS,
            re.compile(
                r"(?<![\w.,/])(?<!तारीख )(?<!दिनांक )(?P<runs>\d{1,3})/(?P<fallen>\d{1,3})(?![\w/]|[.,]\d| ?(?:मिमी|mm))"
            ),
            wickets,
            needs=re.compile(r"\d/\d"),
        ),
        Rule(
            Category.TIMES,
            re.compile(r"(?<![\d.,:])0(?P<number>[1-9])(?= (?:मिनट|सेकंड|सेकेंड|सेकंडों|घंटे))"),
            lambda match: speller.cardinal(int(match["number"])),
            needs=DIGIT,
        ),
        Rule(
            Category.ORDINALS,
            re.compile(r"(?<![\w.,])(?P<number>\d{1,2})(?:st|nd|rd|th)(?!\w)"),
            english_ordinal,
            needs=DIGIT,
        ),
        Rule(
            Category.ROMAN,
            re.compile(
                r"(?:(?<=अध्याय )|(?<=खंड )|(?<=भाग )|(?<=कक्षा )|(?<=फ़ेज़-)|(?<=फेज-)|(?<=भाग-)|(?<=खंड-)"
                r"|(?<=टाइप-)|(?<=चरण-)|(?<=श्रेणी-)|(?<=पेपर-)|(?<=टियर-)|(?<=सेमेस्टर-))(?P<roman>[IVXL]{1,7})(?![A-Za-z])"
            ),
            roman,
            needs=re.compile("[IVXL]"),
        ),
    )
