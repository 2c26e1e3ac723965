"""Signs and short forms in Hindi texts: financial years, accounts, spans of dates, initials, places."""

import re

from kokoro_speech_server.text.normalization.international.chemical_formulas import formula_rules
from kokoro_speech_server.text.normalization.international.coordinates import coordinate_rules
from kokoro_speech_server.text.normalization.international.hindi_initials import initial_rules, letters
from kokoro_speech_server.text.normalization.international.hindi_records import year_words
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.unit_notations import (
    UnitWords,
    unit_notation_rules,
)
from kokoro_speech_server.text.normalization.rules import Category, Rule

_UNITS = UnitWords(
    per="प्रति",
    squared="वर्ग",
    cubed="घन",
    between=", ",
    scales="(?:(?<=लाख)|(?<=करोड़)|(?<=करोड़)|(?<=हज़ार)|(?<=हजार)|(?<=अरब))",
    further={
        "N": "न्यूटन", "kN": "किलोन्यूटन", "Pa": "पास्कल", "K": "केल्विन", "A": "एम्पीयर", "C": "कूलॉम", "T": "टेस्ला",
        "eV": "इलेक्ट्रॉन वोल्ट", "MeV": "मेगा इलेक्ट्रॉन वोल्ट", "mol": "मोल", "rad": "रेडियन", "m": "मीटर", "F": "फैराड",
    },
)  # fmt: skip
_SIDES = {"N": "उत्तर", "S": "दक्षिण", "E": "पूर्व", "W": "पश्चिम"}
_ENGLISH = (
    "ज़ीरो वन टू थ्री फ़ोर फ़ाइव सिक्स सेवन एट नाइन टेन इलेवन ट्वेल्व थर्टीन फ़ोर्टीन फ़िफ़्टीन सिक्सटीन सेवनटीन एटीन नाइनटीन ट्वेंटी"
).split()
_SLASH = re.compile("/")


def notation_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for dates and numbers."""

    locale = speller.locale

    def atoms(count: int) -> str:
        return _ENGLISH[count] if count < len(_ENGLISH) else speller.cardinal(count)

    def financial_year(match: re.Match[str]) -> str | None:
        first, last = int(match["first"]), int(match["last"])
        words = year_words(speller, first), speller.cardinal(last % 100)
        if (first + 1) % 100 == last % 100:
            return speller.join(*words)
        return locale.span.format(*words) if len(match["last"]) == 2 and first % 100 < last else None

    def account(match: re.Match[str]) -> str:
        hidden = "" if "*" in match["hidden"] else "एक्स " * len(match["hidden"])
        return hidden + speller.digits(match["digits"])

    return (
        *unit_notation_rules(speller, _UNITS),
        *coordinate_rules(speller, _SIDES, ("डिग्री", "मिनट", "सेकंड"), before=False),
        Rule(
            Category.CHEMISTRY,
            re.compile("SpO[2₂]"),
            lambda match: "एस पी ओ टू",
            needs=re.compile("SpO"),
        ),
        *formula_rules(letters, speller.cardinal, atoms, ("प्लस", "माइनस"), " ".join),
        Rule(
            Category.YEARS,
            re.compile(
                r"(?<![\w.,/-])(?P<first>(?:19|20)\d\d)[-–/](?P<last>\d{2}|(?:19|20)\d\d)(?![\w/-]|[.,]\d)"
            ),
            financial_year,
            needs=re.compile(r"\d[-–/]\d"),
        ),
        Rule(
            Category.YEARS,
            re.compile(
                r"(?:(?<=अधिनियम, )|(?<=संहिता, )|(?<=नियम, )|(?<=नियमावली,"
                r" )|(?<=आदेश, )|(?<=अध्यादेश, ))1[789]\d\d(?![\d/-])"
            ),
            lambda match: year_words(speller, int(match[0])),
            needs=re.compile(", 1"),
        ),
        Rule(
            Category.UNITS,
            re.compile(
                r"(?:(?<=\d)|(?<=\d\.)|(?<=मी\.)|(?<=लाख)|(?<=करोड़))/(?=[\u0900-\u0963]{2})(?![\u0900-\u0963]{1,6}[²³])"
            ),
            lambda match: f"{'' if match.string[match.start() - 1] == '.' else ' '}{locale.per} ",
            needs=_SLASH,
        ),
        Rule(
            Category.FRACTIONS,
            re.compile(r"(?<=[\d)²³])/(?=\d)(?!10{0,3} ?(?:ग्रा|किलो|लीटर|व्यक्ति|यूनिट|मिली|वर्ग))"),
            lambda match: " बटा ",
            needs=_SLASH,
        ),
        Rule(
            Category.RANGES,
            re.compile(r"(?<=पू\.)[-–](?=\d)"),
            lambda match: "से ",
            needs=re.compile(r"\.[-–]"),
        ),
        Rule(
            Category.IDS,
            re.compile(
                r"(?:(?<=टी)|(?<=टी-)|(?<=(?<![A-Za-z])T)|(?<=(?<![A-Za-z])T-)|(?<=जी)|(?<=जी-)|(?<=(?<![A-Za-z])G)|(?<=(?<![A-Za-z])G-))20(?!\d)"
            ),
            lambda match: " ट्वेंटी",
            needs=re.compile(r"[टTजG]ी?-?20"),
        ),
        Rule(
            Category.DATES,
            re.compile(
                r"(?<![\d/.-])(?P<day>[12]\d|3[01])/(?P<month>1[0-2]"
                r"|0?[1-9])(?= (?:तक|को|से|की|के)(?![\u0900-\u0963]))"
            ),
            lambda match: locale.date(speller, None, int(match["month"]), int(match["day"])),
            needs=_SLASH,
        ),
        Rule(
            Category.UNITS,
            re.compile(r"(?<=\d)[\"″”](?= (?:[A-Z]{2,6}|डिस्प्ले|स्क्रीन|टीवी|मॉनिटर|व्हील|पाइप))"),
            lambda match: " इंच",
            needs=re.compile(r"\d[\"″”]"),
        ),
        Rule(
            Category.MATHS,
            re.compile(r"(?<=[)\u0900-\u0963])(?<!मी)[²³]"),
            lambda match: f" {locale.squared if match[0] == '²' else locale.cubed}",
            needs=re.compile("[²³]"),
        ),
        Rule(
            Category.MATHS,
            re.compile(r"(?<=[\w)] )[<>] ?(?=\d)"),
            lambda match: "लेस दैन " if match[0][0] == "<" else "ग्रेटर दैन ",
            needs=re.compile("[<>]"),
        ),
        Rule(
            Category.YEARS,
            re.compile(r"(?<=[\u0900-\u0963] \()1[1-9]\d\d(?=\))"),
            lambda match: year_words(speller, int(match[0])),
            needs=re.compile(r"\(1\d{3}\)"),
        ),
        Rule(
            Category.YEARS,
            re.compile(r"(?<![\w.,])(?P<first>\d{1,4})[–-](?P<last>\d{1,4})(?= ?ई\. ?पू)"),
            lambda match: locale.span.format(speller.number(match["first"]), speller.number(match["last"])),
            needs=re.compile(r"\d ?ई\."),
        ),
        Rule(
            Category.NUMBERS,
            re.compile(r"(?<![A-Za-z])COVID-19(?!\d)"),
            lambda match: "कोविड उन्नीस",
            needs=re.compile("COVID"),
        ),
        *initial_rules(),
        Rule(
            Category.IDS,
            re.compile(r"(?<![A-Za-z\d])(?P<hidden>[Xx*]{2,12})(?:[- ]?)(?P<digits>\d{3,6})(?!\d)"),
            account,
            needs=re.compile(r"[Xx*][- ]?\d"),
        ),
        Rule(
            Category.ABBREVIATIONS,
            re.compile(r"(?<![A-Za-z])[Aa]/[Cc](?:\.|(?![A-Za-z]))"),
            lambda match: "अकाउंट",
            needs=re.compile("[Aa]/[Cc]"),
        ),
        Rule(
            Category.RANGES,
            re.compile(
                r"(?:(?<=\d)|(?<=बजे)|(?<=[\u0900-\u0963]{4})) ?[-–—] ?(?=(?:सुबह|प्रातः|दोपहर|शाम|रात|सायं) \d)"
                r"|(?<=वार) ?[-–—] ?(?=(?:सोम|मंगल|बुध|गुरु|शुक्र|शनि|रवि)वार)"
                r"|(?<=[\u0900-\u0963] \d{4}) ?[–—] ?(?=\d{1,2} [\u0900-\u0963])"
            ),
            lambda match: " से ",
            needs=re.compile("[-–—] ?[\u0900-\u0963\\d]"),
        ),
        Rule(
            Category.ABBREVIATIONS,
            re.compile(r"(?:(?<=\d )|(?<=\d)|(?<=शताब्दी )|(?<=सदी ))ई(?:\.|॰|०)(?![\u0900-\u0963]| ?पू)"),
            lambda match: " ईसवी" if match.string[match.start() - 1].isdigit() else "ईसवी",
            needs=re.compile("ई[.॰०]"),
        ),
    )
