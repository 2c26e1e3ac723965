"""Degrees, rulers, initials before names, codes of law and places in Hindi texts: D.Sc., George V, एस. जयशंकर."""

import re

from kokoro_speech_server.text.g2p.hindi_acronyms import LETTERS
from kokoro_speech_server.text.normalization.international.hindi_english_names import english
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.roman_numerals import is_roman, roman_value
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_ENDINGS = {
    "Phil": "फ़िल", "Pharma": "फ़ार्मा", "Pharm": "फ़ार्मा", "Litt": "लिट", "Lit": "लिट", "Ed": "एड", "Arch": "आर्क",
    "Lib": "लिब", "Voc": "वॉक", "Des": "डेस", "Plan": "प्लान", "Stat": "स्टैट", "Sc": "एस सी", "Tech": "टेक",
    "Com": "कॉम", "Ch": "सी एच", "El.Ed": "एल एड", "P.Ed": "पी एड", "P.E": "पी ई", "V.Sc": "वी एस सी",
    "Lib.Sc": "लिब एस सी", "L.I.Sc": "लिब एस सी", "Optom": "ऑप्टोम",
}  # fmt: skip
_DEGREE = re.compile(
    r"(?<![\w.@/])(?:(?P<first>[BMD])(?:\. ?(?P<last>"
    + any_of(_ENDINGS).replace(r"\.", r"\. ?")
    + r")|(?P<joined>Phil|Pharma?|Litt|Arch|Voc|Des))|(?P<law>LL|L\. ?L)\. ?(?P<rank>[BMD])|(?P<pharm>Pharm)\. ?D)"
    r"(?P<end>\.?)(?![\w@])"
)
_HAS_DEGREE = re.compile(r"[BMDL]\.|Pharm|[BMD](?:Phil|Litt|Arch|Voc|Des)")

_RULER_NAMES = """
    जॉर्ज एडवर्ड हेनरी चार्ल्स लुई विलियम जेम्स फिलिप फ़िलिप नेपोलियन एलिज़ाबेथ एलिजाबेथ मैरी निकोलस पीटर कैथरीन
    फ्रेडरिक फ़्रेडरिक विल्हेम पॉल बेनेडिक्ट पायस लियो रामसेस अमेनहोटेप थुटमोस टॉलेमी डेरियस राम पुलकेशिन चंद्रगुप्त कुमारगुप्त
    नरसिंहवर्मन महेंद्रवर्मन राजेंद्र राजराज बाजीराव माधवराव शाहू सयाजीराव जयसिंह आदिलशाह अकबर अमोघवर्ष विक्रमादित्य
    George Edward Henry Charles Louis William James Philip Napoleon Elizabeth Mary Nicholas Peter Catherine
    Frederick Wilhelm Paul Benedict Pius Leo Ramses Rama Akbar Friedrich Umberto Leopold Alfonso
""".split()
_RULER = re.compile(
    rf"(?<![\w\u0900-\u0963])(?P<name>{any_of(_RULER_NAMES)}) (?P<roman>[IVX]{{1,5}})(?![\w.'’&/-])"
)
_RANKS = {
    1: "प्रथम", 2: "द्वितीय", 3: "तृतीय", 4: "चतुर्थ", 5: "पंचम", 6: "षष्ठ", 7: "सप्तम", 8: "अष्टम",
}  # fmt: skip

_NAME = "ए|बी|सी|डी|ई|एफ़|एफ|एच|जे|के|एल|एम|एन|ओ|क्यू|आर|एस|टी|यू|वी|डब्ल्यू|डब्लू|एक्स|वाई|ज़ेड|जेड"
_DRUNK = "".join(
    rf"(?<!{word} )" for word in "चाय पानी दूध शराब बीयर कॉफी कॉफ़ी दवा रस जूस सिगरेट बीड़ी खूब".split()
)
_SINGLE = re.compile(
    rf"(?<![\w\u0900-\u0963.])(?<!\d )(?<!सदी )(?<!शताब्दी )(?:{_NAME}|{_DRUNK}पी)\."
    r"(?= (?!नंबर|संख्या)[\u0904-\u0939][\u0900-\u0963]{2}"
    r"|(?!फ|टेक|कॉम|लिब|लिट|आर्क|पीएड|डेस|एससी|एचडी|वोक)[\u0904-\u0939][\u0900-\u0963]{3})"
)
_LATIN = re.compile(
    r"(?<![\w.@'’/-])(?P<letters>(?:[A-Z]\. ?){1,3})(?=[A-Z][a-z]{2})"
    r"(?!(?:The|This|That|It|He|She|We|You|They|And|But|In|On|If|So|As|At|For|No|Yes|What|How|Why|When)\b)"
    r"|(?<![\w.@'’/-])(?P<more>[A-Z]\. ?[A-Z]\. ?(?:[A-Z]\. ?)?)(?=[\u0904-\u0939][\u0900-\u0963])"
)
_HAS_INITIAL = re.compile(r"(?<![A-Za-z])[A-Z]\.")
_HINDI_POINT = re.compile(r"[\u0900-\u0963]\.")
_LAW = re.compile(r"(?<![A-Za-z.])(?:[Cc]r\.? ?[Pp]\. ?[Cc]|[Cc]r\. ?PC|CrPC|Crpc)(?P<end>\.?)(?![A-Za-z])")
_HAS_LAW = re.compile("[Cc]r\\.? ?[Pp]")
_YEARS = re.compile(
    r"(?<![\w.-])(?P<letters>AY|FY|PY|RY|SY)[ -]?(?P<first>(?:19|20)\d\d)[-–](?P<last>\d{2}(?:\d\d)?)(?![\w-])"
)
_HAS_YEARS = re.compile("[AFPRS]Y[ -]?\\d")
_MARK = re.compile(
    r"(?<=Mk )(?P<roman>I{1,3}|IV|V|VI)(?![A-Za-z\d])|(?<=Mk-)(?P<joined>I{1,3}|IV|V|VI)(?![A-Za-z\d])"
)
_BLOOD = re.compile(r"(?<![\w+-])(?P<group>AB|A|B|O|Rh)(?: ?[Vv]e)?(?P<sign>[+−-])(?:[Vv]e\b)?(?![\w+-])")
_IS_BLOOD = re.compile("ब्लड|रक्त|ग्रुप|खून|ख़ून|प्लेटलेट|प्लाज्मा|प्लाज़्मा|[Bb]lood")
_FUNCTIONS = {
    "sin": "साइन", "cos": "कॉस", "tan": "टैन", "cot": "कॉट", "sec": "सेक", "cosec": "कोसेक", "log": "लॉग", "ln": "लॉग",
}  # fmt: skip
_FUNCTION = re.compile(
    rf"(?<![A-Za-z])(?P<name>{any_of(_FUNCTIONS)})(?P<power>[²³]|⁻¹)?"
    r"(?=[θαβφΘ(\d]| [θαβφ\d]| ?\(| ?[ABCxAy](?![A-Za-z]))"
)
_POWERS = {"²": " का वर्ग", "³": " का घन", "⁻¹": " इनवर्स"}
_IS_FORMULA = re.compile("[=θαβφ²³⁻√]")
_QUARTER = re.compile(r"(?<=[\u0900-\u0963]-)(?P<roman>I|[IVX]{2,5})(?![\w.-])")
_HAS_QUARTER = re.compile("-[IVX]")


def title_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for abbreviations and acronyms."""

    def degree(match: re.Match[str]) -> str:
        if match["law"]:
            said = f"एल एल {LETTERS[match['rank']]}"
        elif match["pharm"]:
            said = "फ़ार्म डी"
        else:
            ending = (match["last"] or match["joined"]).replace(" ", "")
            said = f"{LETTERS[match['first']]} {_ENDINGS[ending]}"
        return _ended(match, said)

    def ruler(match: re.Match[str]) -> str | None:
        if not is_roman(match["roman"]):
            return None
        value = roman_value(match["roman"])
        return f"{match['name']} {_RANKS.get(value) or speller.spell(value, 'spellout-ordinal-masculine')}"

    def latin(match: re.Match[str]) -> str:
        written = match["letters"] or match["more"]
        return " ".join(LETTERS[letter] for letter in written if letter.isalpha()) + " "

    def quarter(match: re.Match[str]) -> str | None:
        return speller.cardinal(roman_value(match["roman"])) if is_roman(match["roman"]) else None

    def single(match: re.Match[str]) -> str:
        return match[0][:-1] + ("" if match.string[match.end()] == " " else " ")

    def years(match: re.Match[str]) -> str:
        letters = " ".join(LETTERS[letter] for letter in match["letters"])
        return f"{letters} {speller.cardinal(int(match['first']))} {speller.cardinal(int(match['last']))}"

    def function(match: re.Match[str]) -> str:
        lead = "" if match.string[match.end()] == " " else " "
        return f"{_FUNCTIONS[match['name']]}{_POWERS.get(match['power'], '')}{lead}"

    def blood(match: re.Match[str]) -> str:
        group = "आर एच" if match["group"] == "Rh" else " ".join(LETTERS[letter] for letter in match["group"])
        return f"{group} {'पॉज़िटिव' if match['sign'] == '+' else 'नेगेटिव'}"

    return (
        Rule(Category.DATES, _YEARS, years, needs=_HAS_YEARS),
        Rule(
            Category.ROMAN,
            _MARK,
            lambda match: english(roman_value(match["roman"] or match["joined"])),
            needs=re.compile("Mk"),
        ),
        Rule(Category.MATHS, _FUNCTION, function, evidence=_IS_FORMULA),
        Rule(Category.IDS, _BLOOD, blood, evidence=_IS_BLOOD),
        Rule(Category.ABBREVIATIONS, _DEGREE, degree, needs=_HAS_DEGREE),
        Rule(Category.ABBREVIATIONS, _LAW, lambda match: _ended(match, "सी आर पी सी"), needs=_HAS_LAW),
        Rule(Category.ROMAN, _RULER, ruler, needs=re.compile(" [IVX]")),
        Rule(Category.ROMAN, _QUARTER, quarter, needs=_HAS_QUARTER),
        Rule(Category.ABBREVIATIONS, _SINGLE, single, needs=_HINDI_POINT),
        Rule(Category.ABBREVIATIONS, _LATIN, latin, needs=_HAS_INITIAL),
    )


def _ended(match: re.Match[str], said: str) -> str:
    """The words, with the full stop that the last point also is."""
    return said + "." if match["end"] and match.end() == len(match.string) else said
