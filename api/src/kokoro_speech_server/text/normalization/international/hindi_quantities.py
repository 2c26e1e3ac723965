"""Units in Hindi texts that words around them tell: a force of 10 N, a current of 2 A; and what is below a slash."""

import re

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
    "M": ("मोलर", "विलयन|सांद्रता|सान्द्रता|मोलर"),
}
_EVIDENCE = {symbol: re.compile(words) for symbol, (_, words) in _FIELDS.items()}
_SYMBOL = re.compile(
    rf"(?<=\d)(?: (?P<apart>[{''.join(_FIELDS)}])|(?P<close>[NAK]))(?![\w'’/·⋅²³^-])(?!\.\w)"
)
_SYMBOL_NEEDS = re.compile(r"\d ?[NAKCTFHM]")
_SCALES = "(?:(?<=लाख)|(?<=करोड़)|(?<=करोड़)|(?<=हज़ार)|(?<=हजार)|(?<=अरब)|(?<=रुपये)|(?<=रुपए)|(?<=क्विंटल)|(?<=टन))"
_HECTARE = re.compile(
    r"(?:(?<=[\u0900-\u0963]{2})|(?<=[\u0900-\u0963]\.)|(?<=\d)|(?<=kg)) ?/ ?हे(?:\.|(?![\u0900-\u0963]))"
)


def quantity_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for abbreviations, money and units."""
    locale = speller.locale
    nouns = unit_nouns(locale)

    def single(match: re.Match[str]) -> str | None:
        symbol = match["apart"] or match["close"]
        return _FIELDS[symbol][0] if _EVIDENCE[symbol].search(match.string) else None

    def hectare(match: re.Match[str]) -> str:
        end = "." if match[0].endswith(".") and match.end() == len(match.string) else ""
        return f"{locale.per} हेक्टेयर{end}"

    def below(match: re.Match[str]) -> str:
        return f"{locale.per} {nouns[canonical(match['unit'])].one}"

    return (
        Rule(Category.UNITS, _SYMBOL, single, needs=_SYMBOL_NEEDS),
        Rule(Category.UNITS, _HECTARE, hectare, needs=re.compile("/ ?हे")),
        Rule(
            Category.UNITS,
            re.compile(rf"{_SCALES} ?/ ?(?P<unit>{any_of(nouns)}){NO_LETTER}(?![²³])"),
            below,
            needs=re.compile("/ ?[A-Za-z°µ]"),
        ),
    )
