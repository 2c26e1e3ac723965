"""Signs and short forms in Hindi texts: financial years, accounts, spans of dates, initials, places."""

import re

from kokoro_speech_server.text.normalization.international.chemical_formulas import formula_rules
from kokoro_speech_server.text.normalization.international.coordinates import coordinate_rules
from kokoro_speech_server.text.normalization.international.hindi_english_names import (
    english,
    english_name_rules,
)
from kokoro_speech_server.text.normalization.international.hindi_initials import initial_rules, letters
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
_SLASH = re.compile("/")
_REACTION = re.compile(r"(?<=[A-Za-z\d₀-₉)⁺⁻+]) ?[→⟶⇌] ?(?=[A-Z2-9])")
_LAST = re.compile(r"[A-Za-z\d₀-₉()⁺⁻+]{1,16}$")
_FIRST = re.compile(r"[A-Za-z\d₀-₉()⁺⁻+]{1,16}")
_PRICE = re.compile(r"(?:₹|रु\.?|Rs\.?) ?[\d,.]{1,12}$")
_COMPARED = {"<": "लेस दैन", ">": "ग्रेटर दैन", "≤": "लेस दैन या बराबर", "≥": "ग्रेटर दैन या बराबर"}
_MONTH = "(?:जन|फ़र|फर|मार्च|अप्रै|मई|जून|जुला|अग|सित|अक्ट|अक्तू|नव|दिस)"
_ELEMENT = re.compile(
    r"(?<![A-Za-z\d])(?:He|Li|Be|Ne|Na|Mg|Al|Si|Cl|Ar|Ca|Ti|Cr|Mn|Fe|Co|Ni|Cu|Zn|Br|Ag|Sn|Ba|Au|Hg|Pb)"
    r"(?= ?[+→⟶⇌]|[,.।]|$| [\u0900-\u0963])"
)
_COMPOUND = re.compile("[A-Za-z)][₀-₉2-9]|Na|Cl|Mg|Ca|Fe|Zn|Cu|Ag")


def notation_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for dates and numbers."""

    locale = speller.locale

    def atoms(count: int) -> str:
        return english(count) if count < 100 else speller.cardinal(count)

    def account(match: re.Match[str]) -> str:
        hidden = "" if "*" in match["hidden"] else "एक्स " * len(match["hidden"])
        return hidden + speller.digits(match["digits"])

    def reaction(match: re.Match[str]) -> str | None:
        before = _LAST.search(match.string[max(0, match.start() - 16) : match.start()])
        after = _FIRST.match(match.string, match.end())
        is_reaction = before and after and _COMPOUND.search(before[0] + after[0])
        return " से बनता है " if is_reaction else None

    def inches(match: re.Match[str]) -> str | None:
        before = match.string[: match.start()]
        is_closing = before.count('"') % 2 or before.count("“") > before.count("”")
        return None if is_closing else " इंच"

    return (
        *unit_notation_rules(speller, _UNITS),
        *coordinate_rules(speller, _SIDES, ("डिग्री", "मिनट", "सेकंड"), before=False),
        Rule(
            Category.CHEMISTRY,
            re.compile("SpO[2₂]"),
            lambda match: "एस पी ओ टू",
            needs=re.compile("SpO"),
        ),
        Rule(
            Category.RANGES,
            re.compile(r"(?<=\d) ?→ ?(?=\d)"),
            lambda match: " से ",
            needs=re.compile("→"),
        ),
        Rule(
            Category.MONEY,
            re.compile(r"(?<![A-Za-z/])(?:USD|EUR|GBP|JPY)/(?:INR|USD|JPY)(?![A-Za-z/])"),
            lambda match: match[0].replace("/", " "),
            needs=_SLASH,
        ),
        Rule(
            Category.CHEMISTRY,
            _ELEMENT,
            lambda match: letters(match[0]),
            evidence=re.compile("[→⟶⇌]"),
        ),
        Rule(Category.CHEMISTRY, _REACTION, reaction, needs=re.compile("[→⟶⇌]")),
        *formula_rules(letters, speller.cardinal, atoms, ("प्लस", "माइनस"), " ".join),
        Rule(
            Category.UNITS,
            re.compile(
                r"(?:(?<=\d)|(?<=\d\.)|(?<=मी\.)|(?<=ली\.)|(?<=ग्रा\.)|(?<=लाख)|(?<=करोड़))/(?=[\u0900-\u0963]{2})(?![\u0900-\u0963]{1,6}[²³])"
            ),
            lambda match: f"{'' if match.string[match.start() - 1] == '.' else ' '}{locale.per} ",
            needs=_SLASH,
        ),
        Rule(
            Category.FRACTIONS,
            re.compile(r"(?<=[\d)²³])/(?=\d)(?!10{0,3} ?(?:ग्रा|किलो|लीटर|व्यक्ति|यूनिट|मिली|वर्ग))"),
            lambda match: f" {locale.per if _PRICE.search(match.string[: match.start()]) else 'बटा'} ",
            needs=_SLASH,
        ),
        Rule(
            Category.RANGES,
            re.compile(
                r"(?:(?<=पू\.)|(?<=जन\.)|(?<=फर\.)|(?<=फ़र\.)|(?<=अग\.)|(?<=सितं\.)|(?<=नवं\.)|(?<=दिसं\.))[-–](?=\d)"
            ),
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
            re.compile(
                r"(?<=\d)[\"″”](?= ?(?:[A-Z×(]|\d[KkxX]|\d{1,3}[\"″”]|x \d|(?:डिस्प्ले|स्क्रीन|टीवी|मॉनिटर|व्हील|पाइप|एलईडी"
                r"|मोट[ाीे]|चौड़[ाीे]|चौड़[ाीे]|लंब[ाीे]|ऊ[ंँ]च[ाीे]|गहर[ाीे]|पिज़्ज़ा|पिज्जा|बोर|अलॉय|स्मार्ट|फुल|फ़ुल|के|की|का|तक)(?![\u0900-\u0963])))"
            ),
            inches,
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
            re.compile(r"(?<=[\w)\"\u0900-\u0963]) ?(?P<sign>[<>≤≥]) ?(?=\d)"),
            lambda match: f" {_COMPARED[match['sign']]} ",
            needs=re.compile("[<>≤≥]"),
        ),
        Rule(
            Category.NUMBERS,
            re.compile(r"(?:(?<=[=<>≤≥(])|(?<=[=<>≤≥] ))\.(?P<digits>\d{1,5})(?![\d/]|\.\d)"),
            lambda match: f"{speller.cardinal(0)} {locale.marks['.']} {speller.digits(match['digits'])}",
            needs=re.compile(r"\.\d"),
        ),
        Rule(
            Category.NUMBERS,
            re.compile(r"(?<![A-Za-z])COVID-19(?!\d)"),
            lambda match: "कोविड उन्नीस",
            needs=re.compile("COVID"),
        ),
        *initial_rules(),
        *english_name_rules(),
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
                r"(?<=[AaPp][Mm]) ?[-–—] ?(?=[01]?\d(?::\d\d)? ?[AaPp][Mm])"
                r"|(?:(?<=\d)|(?<=बजे)|(?<=[\u0900-\u0963]{4})) ?[-–—] ?(?=(?:सुबह|प्रातः|दोपहर|शाम|रात|सायं) \d)"
                r"|(?<=वार) ?[-–—] ?(?=(?:सोम|मंगल|बुध|गुरु|शुक्र|शनि|रवि)वार)"
                rf"|(?<=[\u0900-\u0963.] \d{{4}}) ?[-–—] ?(?=(?:\d{{1,2}} )?{_MONTH})"
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
