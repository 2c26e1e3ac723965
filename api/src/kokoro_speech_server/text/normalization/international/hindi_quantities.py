"""Units in Hindi texts that words around them tell: a force of 10 N, a current of 2 A; and what is below a slash."""

import re

from kokoro_speech_server.text.normalization.international.field_units import field_unit_rules
from kokoro_speech_server.text.normalization.international.number_speller import NO_LETTER, NumberSpeller
from kokoro_speech_server.text.normalization.international.units import canonical, unit_nouns
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_ELECTRIC = (
    "विद्युत|करंट|करेंट|परिपथ|प्रतिरोध|एम्पीयर|वोल्ट|फ़्यूज़|फ़्यूज|फ्यूज|चार्जर|चार्जिंग|बैटरी|मोटर|सॉकेट|MCB|केबल"
    r"|Ω|\d ?V(?!\w)|\bI ?="
)
_FIELDS = {
    "N": ("न्यूटन", r"बल|भार|खिंचाव|तनाव|घर्षण|त्वरण|\b[FTW] ?="),
    "A": ("एम्पीयर", _ELECTRIC),
    "K": ("केल्विन", r"ताप|केल्विन|ऊष्मा|क्वथनांक|गलनांक|\bT ?="),
    "C": ("कूलॉम", r"आवेश|कूलॉम|कूलम्ब|\b[qQ] ?="),
    "T": ("टेस्ला", r"चुंबकीय|चुम्बकीय|MRI|एमआरआई|\bB ?="),
    "F": ("फैराड", r"संधारित्र|धारिता|\bC ?="),
    "H": ("हेनरी", r"प्रेरक|\bL ?="),
    "d": ("दिन", "mg|मिग्रा|दवा|खुराक|टैब|गोली|[Tt]ab|इलाज"),
    "M": ("मोलर", "विलयन|सांद्रता|सान्द्रता|मोलर"),
}
_SLASH = re.compile("/")
_BELOW = {
    "ली": "लीटर", "ग्रा": "ग्राम", "कि": "किलो", "किग्रा": "किलोग्राम", "मी": "मीटर", "घं": "घंटा", "क्वि": "क्विंटल",
    "क्विं": "क्विंटल", "कुं": "क्विंटल", "दर्ज": "दर्जन",
}  # fmt: skip
_SHORT_BELOW = re.compile(rf"(?<=\d) ?/ ?(?P<unit>{any_of(_BELOW)})\.(?![\u0900-\u0963])(?! ?(?:मी|ग्रा)\.?)")
_WEEKS = re.compile(r"(?<![\w.])52[ -]?[Ww](?:k|eek)?(?= (?:हाई|लो|उच्च|निम्न|निचल|ऊपर)|-(?:हाई|लो))")
_SCALE_NAMES = {"K": "हज़ार", "M": "मिलियन", "B": "बिलियन"}
_SCALED = re.compile(
    r"(?<=\d) ?(?P<scale>[KMBk])(?P<more>\+?)(?= (?:IU|आईयू|RT|रीट्वीट|रिट्वीट"
    "|लाइक|व्यू|फ़ॉलो|फॉलो|सब्सक्राइब|डाउनलोड|यूज़र|यूजर|कमेंट|शेयर|रिव्यू|रीव्यू"
    "|इंस्टॉल|मेंबर|[Vv]iews|[Ll]ikes|[Ff]ollowers|[Ss]ubscribers|[Dd]ownloads))"
)
_TIMES = re.compile(
    r"(?<=\d)[xX](?= (?:तेज़|तेज|तेज़ी|ज़्यादा|ज्यादा|अधिक|बेहतर|बड़ा|बड़ी|कम|रिटर्न|मुनाफ़ा|मुनाफा|स्पीड"
    r"|रफ़्तार|वृद्धि)(?![\u0900-\u0963]))"
)
_SCALES = "(?:(?<=लाख)|(?<=करोड़)|(?<=करोड़)|(?<=हज़ार)|(?<=हजार)|(?<=अरब)|(?<=रुपये)|(?<=रुपए)|(?<=क्विंटल)|(?<=टन))"
_HECTARE = re.compile(
    r"(?:(?<=[\u0900-\u0963]{2})|(?<=[\u0900-\u0963]\.)|(?<=\d)|(?<=kg)) ?/ ?हे(?:\.|(?![\u0900-\u0963]))"
)

_POINT_AND_SLASH = re.compile(r"(?<=[\u0900-\u0963])\./(?=[\u0904-\u0939])")
_AMOUNT = re.compile(r"\d ?[\u0900-\u0963]{1,6}$")


def quantity_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for abbreviations, money and units."""
    locale = speller.locale
    nouns = unit_nouns(locale)

    def hectare(match: re.Match[str]) -> str:
        end = "." if match[0].endswith(".") and match.end() == len(match.string) else ""
        return f"{locale.per} हेक्टेयर{end}"

    def shortened(match: re.Match[str]) -> str:
        is_amount = _AMOUNT.search(match.string[max(0, match.start() - 10) : match.start()])
        return f" {locale.per} " if is_amount else " "

    def below(match: re.Match[str]) -> str:
        return f"{locale.per} {nouns[canonical(match['unit'])].one}"

    return (
        Rule(
            Category.MATHS,
            re.compile(
                r"(?:(?<=[\u0900-\u0963])|(?<== [A-Za-z])) ?/ ?(?=[\u0900-\u0963]{2}|[A-Za-z](?![A-Za-z]))"
                r"|(?<=[\u0900-\u0963]) / (?=\d)"
            ),
            lambda match: " बटा " if "=" in match.string else None,
            needs=_SLASH,
        ),
        Rule(
            Category.UNITS,
            re.compile(r"/ ?(?P<unit>कि\. ?मी\.|किमी|सेमी|मी)(?P<power>[²³23])(?!\d)"),
            lambda match: speller.join(
                locale.per,
                "वर्ग" if match["power"] in "²2" else "घन",
                {"कि": "किलोमीटर", "से": "सेंटीमीटर", "मी": "मीटर"}[match["unit"][:2]],
            ),
            needs=_SLASH,
        ),
        *field_unit_rules(_FIELDS),
        Rule(
            Category.NUMBERS,
            _SCALED,
            lambda match: f"{_SCALE_NAMES[match['scale'].upper()]}{' प्लस' if match['more'] else ''}",
            needs=re.compile(r"\d ?[KMBk]"),
        ),
        Rule(Category.NUMBERS, _TIMES, lambda match: "गुना", needs=re.compile(r"\d[xX]")),
        Rule(
            Category.UNITS,
            _SHORT_BELOW,
            lambda match: f" {locale.per} {_BELOW[match['unit']]}",
            needs=_SLASH,
        ),
        Rule(Category.UNITS, _WEEKS, lambda match: f"{speller.cardinal(52)} हफ़्ते का", needs=re.compile("52")),
        Rule(Category.UNITS, _POINT_AND_SLASH, shortened, needs=re.compile(r"\./")),
        Rule(
            Category.MONEY,
            re.compile(r"(?<=\d) ?/ ?(?=[$€£](?! ?\d))"),
            lambda match: f" {locale.per} ",
            needs=_SLASH,
        ),
        Rule(Category.UNITS, _HECTARE, hectare, needs=re.compile("/ ?हे")),
        Rule(
            Category.UNITS,
            re.compile(rf"{_SCALES} ?/ ?(?P<unit>{any_of(nouns)}){NO_LETTER}(?![²³])"),
            below,
            needs=re.compile("/ ?[A-Za-z°µ]"),
        ),
    )
