"""Hindi, with lakhs and crores."""

import re

from kokoro_speech_server.text.abbreviations.hindi import HINDI
from kokoro_speech_server.text.normalization.international.dates import clock
from kokoro_speech_server.text.normalization.international.hindi_cricket import cricket_rules
from kokoro_speech_server.text.normalization.international.hindi_emoji import NAMES as EMOJI_NAMES
from kokoro_speech_server.text.normalization.international.hindi_english_dates import english_date_rules
from kokoro_speech_server.text.normalization.international.hindi_equations import equation_rules
from kokoro_speech_server.text.normalization.international.hindi_marked_numbers import marked_number_rules
from kokoro_speech_server.text.normalization.international.hindi_measures import (
    LABORATORY_UNITS,
    measure_rules,
)
from kokoro_speech_server.text.normalization.international.hindi_notations import notation_rules
from kokoro_speech_server.text.normalization.international.hindi_notices import notice_rules
from kokoro_speech_server.text.normalization.international.hindi_prescriptions import prescription_rules
from kokoro_speech_server.text.normalization.international.hindi_quantities import quantity_rules
from kokoro_speech_server.text.normalization.international.hindi_ratios import ratio_rules
from kokoro_speech_server.text.normalization.international.hindi_records import record_rules
from kokoro_speech_server.text.normalization.international.hindi_short_forms import SHORT_FORMS
from kokoro_speech_server.text.normalization.international.hindi_spreadsheets import spreadsheet_rules
from kokoro_speech_server.text.normalization.international.hindi_titles import title_rules
from kokoro_speech_server.text.normalization.international.hindi_years import year_rules, year_words
from kokoro_speech_server.text.normalization.international.locale import Currency, Locale, Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller


def _ruleset(number: int, after: str) -> str:
    return "spellout-cardinal"


def _fraction(speller: NumberSpeller, above: int, below: int, after: str = "") -> str:
    if (above, below) == (1, 2):
        return "आधा"
    words = speller.cardinal(above)
    if below in (3, 4):
        return f"{words} {'तिहाई' if below == 3 else 'चौथाई'}"
    return f"{words} बटा {speller.cardinal(below)}"


def _mixed(speller: NumberSpeller, whole: int, above: int, below: int) -> str:
    """Hindi has words for a quarter less, a quarter more and a half more than a whole number."""
    if (above, below) == (1, 2):
        return {1: "डेढ़", 2: "ढाई"}.get(whole) or f"साढ़े {speller.cardinal(whole)}"
    if (above, below) == (1, 4):
        return f"सवा {speller.cardinal(whole)}"
    if (above, below) == (3, 4):
        return f"पौने {speller.cardinal(whole + 1)}"
    return f"{speller.cardinal(whole)} सही {_fraction(speller, above, below)}"


def _ordinal(speller: NumberSpeller, match: re.Match[str]) -> str | None:
    number, ending = int(match["number"]), match["ending"]
    if not number:
        return None
    words = speller.spell(number, "spellout-ordinal-masculine")
    nasal = words.endswith("वाँ")
    stem = words.removesuffix("ाँ") if nasal else words.removesuffix("ा")
    vowel = "ी" if "ी" in ending else "े" if "े" in ending else "ा"
    return stem + vowel + (("ँ" if vowel == "ा" else "ं") if nasal else "")


_MONTHS = ("जनवरी", "फ़रवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त", "सितंबर", "अक्टूबर", "नवंबर", "दिसंबर")


def _date(speller: NumberSpeller, year: int | None, month: int | None, day: int | None) -> str:
    return speller.join(
        speller.cardinal(day) if day else "",
        _MONTHS[month - 1] if month else "",
        year_words(speller, year) if year else "",
    )


_QUARTERS = {15: (1, 4), 30: (1, 2), 45: (3, 4)}


def _time(speller: NumberSpeller, match: re.Match[str]) -> str | None:
    read = clock(match)
    if read is None:
        return None
    hour, minute, second = read
    at = match["at"] or ""
    half = (match["half"] or match["half2"] or "").lower()
    part = ""
    if half.startswith("a"):
        part = "सुबह "
    elif half:
        part = "दोपहर " if hour in (12, 1, 2, 3) else "शाम " if hour < 8 else "रात "
    if second is None and not minute:
        return f"{part}{speller.cardinal(hour)} बजे"
    if second is None and minute in _QUARTERS and 1 <= hour <= 12 and (match["oclock"] or half):
        above, below = _QUARTERS[minute]
        return f"{part}{_mixed(speller, hour, above, below).replace('तेरह', 'एक')} बजे"
    words = f"{part}{speller.cardinal(hour)} बजकर {speller.cardinal(minute)} मिनट"
    if second is not None:
        words += f" {speller.cardinal(second)} सेकंड"
    if at:
        return words + at
    return f"{words} पर" if match["oclock"] and _GOES_ON.match(match.string, match.end()) else words


_POINT_OF_TIME = (
    r"(?:\.(?=[0-5]\d(?:(?: ?[-–] ?| से )\d{1,2}[.:][0-5]\d)? ?बजे)"
    + "".join(
        rf"|(?<={part} {digits})\.(?=[0-5]\d (?:पर|से|तक|बजे|में)(?![\u0900-\u0963]))"
        for part in ("सुबह", "शाम", "दोपहर", "रात", "प्रातः", "सायं")
        for digits in (r"\d", r"\d\d")
    )
    + ")"
)
"""The point of 7.30 बजे."""
_GOES_ON = re.compile(
    r" (?:\([A-Z]{2,4}\) )?(?!(?:से|तक|पर|के|का|की|को|और|या|व|तथा|एवं|हैं?"
    r"|हो|हुए|हुआ|बाद|पहले|होने|था|थे|थी|रखा|तय|निर्धारित)(?![\u0900-\u0963]))"
    r"[\u0900-\u0963]"
)
"""After a time: the sentence goes on without a postposition."""


def _with_cents(whole: str, cents: int, words: str, named: str) -> str:
    return f"{whole} {named}".strip()


_CENT = Noun("सेंट", "सेंट")
_MULTIPLIED = Noun("", "")
_NAMES = "|".join(_MONTHS)

LOCALE = Locale(
    tag="hi",
    decimal=".",
    pairs_of_thousands=True,
    marks={".": "दशमलव", ",": "दशमलव"},
    ruleset=_ruleset,
    minus="माइनस",
    plus="प्लस",
    percent="{} प्रतिशत",
    permille="{} प्रति हज़ार",
    span="{} से {}",
    score="{} {}",
    ratio="{} अनुपात {}",
    fraction=_fraction,
    codes=(
        r"(?<![\u0900-\u0963])(?:पिन(?: ?कोड)?|पासवर्ड|OTP|PIN|PNR|ओटीपी|पीएनआर|कोड"
        "|(?:ट्रेन|गाड़ी|गाड़ी|खाता|रोल|पंजीकरण|रजिस्ट्रेशन|आवेदन|ग्राहक|ऑर्डर|रसीद|बिल|टोकन|सीरियल|मोबाइल|फ़ोन|फोन)"
        " (?:नंबर|संख्या|क्रमांक|नं|आईडी))"
    ),
    equals="है|नंबर",
    mixed=_mixed,
    ordinal_pattern=(
        r"(?<![\w.,])(?P<number>1(?=-?ल)|[23](?=-?र)|4(?=-?थ)|6(?=-?ठ)|\d{1,4}(?=[- ]?व))[- ]?"
        r"(?P<ending>[लरथठ][ाीे]|व(?:ाँ|ां|ीं|ी|ें|े))(?![\u0900-\u0963])"
    ),
    ordinal=_ordinal,
    months=(
        "जनवरी", "फ़?रवरी|फ़रवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त",
        "सित(?:ं|म्)बर", "अक्टूबर|अक्तूबर", "नव(?:ं|म्)बर", "दिस(?:ं|म्)बर",
    ),
    # Dates without a year need no rule of their own.
    written_date=r"(?<![\w/.,-])(?:(?P<day>\d{1,2}) )?<months>,? (?P<year>\d{4})(?![\d])",
    date=_date,
    year_pattern=(
        r"(?<![\d.,/₹$€£-])(?P<year>1[1-9]\d\d)(?![\d/:-]|[.,]\d)"
        r"(?:(?= (?:में(?! से)|ई|ईस्वी|क[ेाी] |से (?=\d{4}|लेकर)|तक))|(?<=सन् \d{4})|(?<=सन \d{4})"
        r"|(?<=साल \d{4})|(?<=वर्ष \d{4}))"
    ),
    time_pattern=(
        rf"(?<![\d.,])(?<!\d:)(?:(?P<hour>[01]?\d|2[0-4])(?::|{_POINT_OF_TIME})(?P<minute>[0-5]\d)"
        r"(?::(?P<second>[0-5]\d))?(?![\d:])"
        r"(?: ?(?P<half>[ap]\.?m\b\.?))?(?P<oclock> बजे)?(?P<at> पर(?![\u0900-\u0963]))?"
        r"|(?P<hour2>0?[1-9]|1[0-2]) ?(?P<half2>[ap]\.?m\b\.?)(?: बजे)?)"
    ),
    time=_time,
    currencies=(
        Currency(("₹", "INR", "Rs.", "Rs", "रु.", "रु०", "रू."), Noun("रुपया", "रुपये"), Noun("पैसा", "पैसे")),
        Currency(("US$", "USD", "$"), Noun("डॉलर", "डॉलर"), _CENT),
        Currency(("€", "EUR"), Noun("यूरो", "यूरो"), _CENT),
        Currency(("£", "GBP"), Noun("पाउंड", "पाउंड"), Noun("पेनी", "पेंस")),
        Currency(("¥", "￥", "JPY"), Noun("येन", "येन")),
        Currency(("CNY", "RMB", "CN¥"), Noun("युआन", "युआन")),
        Currency(("R$", "BRL"), Noun("ब्राज़ीलियाई रियाल", "ब्राज़ीलियाई रियाल"), Noun("सेंटावो", "सेंटावो")),
        Currency(("CHF",), Noun("स्विस फ़्रैंक", "स्विस फ़्रैंक"), Noun("सेंटीम", "सेंटीम")),
        Currency(("CAD", "C$"), Noun("कनाडाई डॉलर", "कनाडाई डॉलर"), _CENT),
        Currency(("AUD", "A$"), Noun("ऑस्ट्रेलियाई डॉलर", "ऑस्ट्रेलियाई डॉलर"), _CENT),
        Currency(("₩", "KRW"), Noun("वॉन", "वॉन")),
        Currency(("₽", "RUB"), Noun("रूबल", "रूबल")),
        Currency(("₿", "BTC"), Noun("बिटकॉइन", "बिटकॉइन")),
    ),
    with_cents=_with_cents,
    scales={
        r"लाख करोड़": (10**12, Noun("लाख करोड़", "लाख करोड़")),
        r"(?:हज़ार|हजार) करोड़": (10**10, Noun("हज़ार करोड़", "हज़ार करोड़")),
        r"हज़ार|हजार": (1000, Noun("हज़ार", "हज़ार")),
        r"[Ll]akh [Cc]r(?:ores?)?\.?": (10**12, Noun("लाख करोड़", "लाख करोड़")),
        r"लाख|[Ll]akh|[Ll]acs?|L(?![A-Za-z])": (10**5, Noun("लाख", "लाख")),
        r"करोड़|[Cc]r(?:ore)?\.?": (10**7, Noun("करोड़", "करोड़")),
        r"अरब": (10**9, Noun("अरब", "अरब")),
        r"ट्रिलियन|[Tt]rillion": (10**12, Noun("ट्रिलियन", "ट्रिलियन")),
        r"खरब": (10**11, Noun("खरब", "खरब")),
        r"मिलियन|[Mm]illion": (10**6, Noun("मिलियन", "मिलियन")),
        r"बिलियन|[Bb]illion": (10**9, Noun("बिलियन", "बिलियन")),
        r"[kK]": (1000, _MULTIPLIED),
        r"M|[mM]n": (10**6, _MULTIPLIED),
        r"[bB]n?": (10**9, _MULTIPLIED),
        r"[tT]n?": (10**12, _MULTIPLIED),
    },
    per="प्रति",
    own_units={
        "t": Noun("टन", "टन"),
        **LABORATORY_UNITS,
        **{
            symbol: Noun(name, name)
            for symbol, name in {
                "किमी": "किलोमीटर", "किमी²": "वर्ग किलोमीटर", "सेमी": "सेंटीमीटर", "मिमी": "मिलीमीटर", "किग्रा": "किलोग्राम",
                "किमी.": "किलोमीटर", "सेमी.": "सेंटीमीटर", "मिमी.": "मिलीमीटर", "किग्रा.": "किलोग्राम", "मिग्रा.": "मिलीग्राम",
                "मिली.": "मिलीलीटर", "मिग्रा": "मिलीग्राम", "मिली": "मिलीलीटर", "मी²": "वर्ग मीटर",
                "mmHg": "मिलीमीटर पारा",
                "bpm": "धड़कन प्रति मिनट", "dL": "डेसीलीटर", "mmol": "मिलीमोल", "mol": "मोल", "sq ft": "वर्ग फ़ुट",
                "sqft": "वर्ग फ़ुट", "HP": "हॉर्सपावर", "hp": "हॉर्सपावर", "gm": "ग्राम",
                "tbsp": "टेबलस्पून", "tsp": "टीस्पून",
                "mcg": "माइक्रोग्राम", "IU": "आईयू", "mIU": "मिली आईयू",
                "Wh": "वॉट घंटा", "bps": "बेसिस पॉइंट", "cc": "सीसी", "CC": "सीसी", "PS": "पी एस", "BHP": "बी एच पी",
                "bhp": "बी एच पी",
                "MP": "मेगापिक्सल", "µL": "माइक्रोलीटर", "Pa": "पास्कल", "MPa": "मेगापास्कल", "GPa": "गीगापास्कल",
                "kN": "किलोन्यूटन", "Gt": "गीगाटन", "atm": "वायुमंडल",
                "kmph": "किलोमीटर प्रति घंटा", "kmpl": "किलोमीटर प्रति लीटर",
                "Nm": "न्यूटन मीटर",
                "rpm": "चक्कर प्रति मिनट",
            }.items()
        },
        "m/s²": Noun("मीटर प्रति वर्ग सेकंड", "मीटर प्रति वर्ग सेकंड"),
        "m/s^2": Noun("मीटर प्रति वर्ग सेकंड", "मीटर प्रति वर्ग सेकंड"),
        "lb": Noun("पाउंड", "पाउंड"),
        "lbs": Noun("पाउंड", "पाउंड"),
        "oz": Noun("औंस", "औंस"),
        "bar": Noun("बार", "बार"),
        "h": Noun("घंटा", "घंटे"),
        "°": Noun("डिग्री", "डिग्री"),
        "mA": Noun("मिलीएम्पीयर", "मिलीएम्पीयर"),
        "mAh": Noun("मिलीएम्पीयर घंटे", "मिलीएम्पीयर घंटे"),
        "kWh": Noun("किलोवॉट घंटा", "किलोवॉट घंटे"),
        "Mbps": Noun("मेगाबिट प्रति सेकंड", "मेगाबिट प्रति सेकंड"),
        "Gbps": Noun("गीगाबिट प्रति सेकंड", "गीगाबिट प्रति सेकंड"),
        "dB": Noun("डेसिबल", "डेसिबल"),
    },
    prefixes={"m": "मिली", "k": "किलो", "µ": "माइक्रो"},
    symbols={
        "∪": "संघ", "∩": "सर्वनिष्ठ", "∠": "कोण", "⊥": "लंब", "∥": "समांतर", "∵": "चूँकि", "∴": "इसलिए", "∑": "योग",
        "∫": "समाकल", "≒": "लगभग", "∝": "समानुपाती", "∂": "आंशिक", "∛": "घनमूल", "≅": "सर्वांगसम",
        "∈": "बिलॉन्ग्स टू", "∉": "नॉट बिलॉन्ग्स टू", "⊂": "उपसमुच्चय", "⊆": "उपसमुच्चय", "∅": "रिक्त समुच्चय", "⇒": "इसलिए",
        "&": "और", "@": "ऐट", "%": "प्रतिशत", "‰": "प्रति हज़ार", "+": "प्लस", "=": "बराबर", "×": "गुणा", "÷": "भाग",
        "±": "प्लस माइनस", "≤": "से कम या बराबर", "≥": "से ज़्यादा या बराबर", "≠": "बराबर नहीं", "≈": "लगभग",
        "°": "डिग्री", "€": "यूरो", "$": "डॉलर", "£": "पाउंड", "¥": "येन", "₹": "रुपये", "§": "धारा", "√": "वर्गमूल",
        "∞": "अनंत", "π": "पाई", "→": ",", "№": "नंबर", "−": "माइनस", "/": "", "#": "हैश", "µ": "माइक्रो",
        "Ω": "ओम", "©": "कॉपीराइट", "®": "रजिस्टर्ड", "™": "ट्रेडमार्क", "॰": "",
    },
    operators={
        "+": "प्लस", "=": "बराबर", "×": "गुणा", "·": "गुणा", "*": "गुणा", "÷": "भाग", "±": "प्लस माइनस",
        "≤": "छोटा या बराबर", "≥": "बड़ा या बराबर", "<": "छोटा है", ">": "बड़ा है", "≠": "बराबर नहीं",
        "≈": "लगभग बराबर", "−": "घटा",
    },
    squared="का वर्ग",
    cubed="का घन",
    power="{} की घात {}",
    dotted=HINDI,
    abbreviations={
        r"डॉ॰": "डॉक्टर", r"प्रो॰": "प्रोफ़ेसर", r"पं॰": "पंडित", r"कु॰": "कुमारी", r"नं॰(?= ?\d)": "नंबर",
        r"(?<=[\u0900-\u0963] )नं\.(?= [\u0904-\u0939])": "नंबर",
        r"(?:(?<=खाता )|(?<=पत्र )|(?<=आदेश )|(?<=रोल )|(?<=पंजीकरण )|(?<=क्रम ))सं\.(?= [\u0904-\u0939])": "संख्या",
        r"स्व॰": "स्वर्गीय", r"अं\.(?= ?धारा)": "अंतर्गत", r"YoY": "साल दर साल", r"QoQ": "तिमाही दर तिमाही",
        **SHORT_FORMS,
        r"HbA1c": "एच बी ए वन सी", r"[Pp](?:lz|ls)": "प्लीज़", r"[Tt]hn?x": "थैंक्स", r"[Mm]sg": "मैसेज", r"[Bb]tw": "बाय द वे",
        r"M/[sS]\.?": "मेसर्स", r"नि:शुल्क": "निःशुल्क", r"दु:ख": "दुःख",
        r"FA(?:ST|st)[Tt]?ag|FASTAG|Fastag": "फ़ास्टैग", r"Ph\. ?D\.?|PhD": "पी एच डी", r"(?:B\. ?|B)Tech\.?": "बी टेक",
        r"(?:M\. ?|M)Tech\.?": "एम टेक", r"(?:B\. ?|B)Sc\.?": "बी एस सी", r"(?:M\. ?|M)Sc\.?": "एम एस सी",
        r"(?:B\. ?|B)Com\.?": "बी कॉम", r"(?:M\. ?|M)Com\.?": "एम कॉम", r"(?:B\. ?|B)Ed\.?": "बी एड",
        r"ज\.(?= ?1\d{3})": "जन्म", r"मि\. ?ग्रा\.|मिग्रा\.?": "मिलीग्राम", r"(?<= [\u0904-\u0939]\. )कु\.": "कु",
        r"कि\. ?मी\.|किमी\.?": "किलोमीटर", r"कि\. ?ग्रा\.|किग्रा\.?": "किलोग्राम",
        r"से\. ?मी\.|सेमी\.?": "सेंटीमीटर", r"मि\. ?मी\.|मिमी\.?": "मिलीमीटर", r"मि\. ?ली\.": "मिलीलीटर",
        r"ई\. ?पू\.": "ईसा पूर्व", r"उ\. ?प्र\.": "उत्तर प्रदेश", r"म\. ?प्र\.": "मध्य प्रदेश",
        r"वि\. ?सं\.": "विक्रम संवत", r"पं?\. ?बंगाल": "पश्चिम बंगाल", r"(?<=[\w)] )[vV][sS]\.?(?= [\w(])": "वर्सेस",
    },
    web={
        "@": "ऐट", ".": "डॉट", "/": "स्लैश", "-": "हाइफ़न", "_": "अंडरस्कोर", ":": "कोलन", "#": "हैशटैग", "+": "प्लस",
        "&": "और", "=": "बराबर", "?": "प्रश्नचिह्न", "%": "प्रतिशत", "~": "टिल्ड", "\\": "बैकस्लैश",
    },
    own_rules=lambda speller: (
        *title_rules(speller), *measure_rules(speller),
        *cricket_rules(speller), *ratio_rules(speller), *spreadsheet_rules(speller), *equation_rules(speller),
        *prescription_rules(), *quantity_rules(speller), *english_date_rules(speller),
        *marked_number_rules(speller), *notice_rules(speller),
        *year_rules(speller), *notation_rules(speller), *record_rules(speller),
    ),
    emoji_names=EMOJI_NAMES,
    calls=r"(?<![\u0900-\u0963])(?:हेल्पलाइन|टोल ?फ़?्री|आपातकालीन|आपात)(?: (?:नंबर|सेवा))?:?",
    called=(
        r" (?:पर (?:शिकायत|कॉल|फ़ोन|फोन|संपर्क|सम्पर्क|सूचना|मैसेज|एसएमएस)|डायल|मिलाएँ|मिलाएं|हेल्पलाइन|नंबर (?:पर|डायल|मिला)"
        r"|या \d{3} डायल)"
    ),
    heads={
        "ली": Noun("लीटर", "लीटर"), "मी": Noun("मीटर", "मीटर"), "रु": Noun("रुपया", "रुपये"),
        "लोग": Noun("व्यक्ति", "लोग"),
    },
    below={"d": "दिन", "ली": "लीटर", "से": "सेकंड"},
    always_open="ट्वेंटी फ़ोर सेवन",
    hundred="प्रति सौ {unit}",
    pressure="{} बटा {}",
    phone_pattern=(
        r"0?[6-9]\d{4}[ -]?\d{5}|\(0\d{2,4}\) ?\d{3,4}[ -]?\d{4}|0\d{2,4}[ -]\d{6,8}|0\d{2,4}[ -]\d{3,4}[ -]\d{4}"
        r"|1[89]\d0(?:[ -]\d{2,4}){2,3}"
    ),
)  # fmt: skip
