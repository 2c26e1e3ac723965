"""Short forms without points, as people note them down: w/o, pls, gr8."""

import re

from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule, any_of

_SLASHED = {
    "w/": "with", "h/o": "history of", "s/p": "status post", "f/u": "follow-up",
    "b/w": "between", "b/t": "between", "w/o": "without", "b/c": "because", "c/o": "care of", "n/a": "not applicable",
    "N/A": "not applicable", "and/or": "and or", "And/or": "And or", "he/she": "he or she", "He/she": "He or she",
    "his/her": "his or her", "him/her": "him or her", "she/he": "she or he", "he/him": "he him",
    "she/her": "she her", "they/them": "they them", "s/he": "she or he", "a/c": "A C", "A/C": "A C", "I/O": "I O",
    "R&B": "R and B", "y/o": "year old", "km/h": "kilometers per hour", "w/e": "weekend",
    "TCP/IP": "TCP IP",
    "h/t": "hat tip", "H/T": "hat tip", "d/b/a": "doing business as", "D/B/A": "doing business as",
    "f/k/a": "formerly known as", "F/K/A": "formerly known as", "a/k/a": "also known as", "n/k/a": "now known as",
    "over/under": "over under", "Over/under": "Over under",
    "F/T": "full-time", "P/T": "part-time", "f/t": "full-time", "p/t": "part-time",
}  # fmt: skip
_SLASH = re.compile(rf"(?<![\w/])(?:{any_of(_SLASHED)})(?![\w/&])")
_CHAT = {
    "gr8": "great", "l8r": "later", "m8": "mate", "b4": "before", "2day": "today", "2moro": "tomorrow",
    "2nite": "tonight", "2morrow": "tomorrow", "2mrw": "tomorrow", "2nyt": "tonight", "2gether": "together",
    "2moz": "tomorrow", "b4hand": "beforehand", "4get": "forget", "4give": "forgive", "str8": "straight",
    "h8": "hate", "sk8": "skate", "4ever": "forever", "any1": "anyone",
    "some1": "someone", "every1": "everyone", "w8": "wait", "l8": "late",
}  # fmt: skip
_CHATTED = re.compile(rf"(?<![\w.@#/-])(?:{any_of(_CHAT)})(?![\w-]|\.\w)")
NOTED = {
    "acct": "account", "acctg": "accounting", "appt": "appointment", "calcd": "calculated", "appts": "appointments",
    "dept": "department", "cnr": "corner",
    "govt": "government", "mgmt": "management", "msg": "message", "msgs": "messages", "pls": "please", "plz": "please",
    "pmt": "payment", "pmts": "payments", "ppl": "people", "thx": "thanks", "tmrw": "tomorrow",
}  # fmt: skip
"""Short forms without a point, as people note them down."""

_LABELS = {
    "Hrs": "Hours", "Qty": "Quantity", "Amt": "Amount", "Acct": "Account", "Addr": "Address", "Desc": "Description",
    "Appt": "Appointment", "Tot": "Total", "Wt": "Weight", "Ht": "Height", "Temp": "Temperature", "Resp": "Respiration",
    "Dept": "Department",
    "hrs": "hours", "qty": "quantity", "amt": "amount", "wt": "weight", "ht": "height", "QTY": "QUANTITY",
    "HRS": "HOURS",
}  # fmt: skip
_LABEL = re.compile(rf"(?<![\w./-])(?P<label>{any_of(_LABELS)})\.?(?=:(?!\w)|(?<=[Qq]ty) \d)")
_LABEL_SIGN = re.compile(r"[a-zA-Z]\.?:|ty \d")
_IN_FULL = {
    "FWIW": "for what it's worth", "IIRC": "if I recall correctly", "AFAIK": "as far as I know",
    "AFAICT": "as far as I can tell", "ICYMI": "in case you missed it", "YMMV": "your mileage may vary",
    "IMHO": "in my humble opinion", "TBH": "to be honest", "IDK": "I don't know", "BTW": "by the way",
    "LMK": "let me know", "TTYL": "talk to you later", "NVM": "never mind", "OMW": "on my way",
}  # fmt: skip
_SPOKEN_IN_FULL = re.compile(
    rf"(?<![\w.@#/&-])(?<![Tt]he )(?<!a )(?<!an )(?:{any_of(_IN_FULL)})(?![\w&/-]|\.\w)"
)
_HOURS = re.compile(
    r"(?<![\w./-])(?<!\d )(?P<word>[Hh])rs\.?(?= (?:\d{1,2}(?::\d\d)?(?: ?[apAP]\.?[mM]?\.?)? ?[-–]|M ?[-–]|Mon\b))"
)
_BECAUSE = re.compile(
    r"(?<![\w.-])(?P<word>[Bb])c (?=(?:of|I|I['’]m|he|she|it|it['’]s|we|they|you|the|my|our|your|his|her|their|"
    r"that['’]?s|this|there|there['’]s|no|nobody|everyone|someone|apparently)\b)"
)
_BECAUSE_SIGN = re.compile(r"[Bb]c ")
_VERSUS = re.compile(r"(?P<first>\b[A-Z][\w.’'&-]{0,24}(?: \([A-Z]{2,4}\))?) v (?=[A-Z(\[])")
_PAGES = re.compile(r"(?<![\w.,/-])(?P<pages>\d{1,4}) ?pp\b\.?(?=[,;:)]|$| [a-z(])(?!\.\w)")
_YEARLY = re.compile(r"\b(?P<before>per|each|every|last|next|this|a) yr(?![\w.])")
_TOO_LONG = re.compile(r"(?<!\w)(?:tl;dr|TL;DR|Tl;dr|TL;dr)(?!\w)")
_BEHIND_NAME = re.compile(r"\b[A-Z][a-z]{2,20} $")
_IN_CAPITALS = ("acct", "appt", "dept", "govt", "mgmt")
_NOTES = any_of([*NOTED, *map(str.capitalize, NOTED), *map(str.upper, _IN_CAPITALS)])
_NOTE = re.compile(rf"(?<![\w.@#/&-])(?:{_NOTES}|ty(?= (?:for|so much|all|everyone)\b))(?![\w&/-]|\.\w)")
_NOTED_DOWN = re.compile(f"{_NOTES}|ty [fsae]")


def short_form_rules(*, british: bool) -> tuple[Rule, ...]:
    """Rules for gr8, w/o, dept, Qty: and bc of."""

    def slashed(match: re.Match[str]) -> str:
        words = _SLASHED[match[0]]
        return words.replace("meter", "metre") if british else words

    def noted(match: re.Match[str]) -> str | None:
        word = match[0]
        if word == "Plz" and _BEHIND_NAME.search(match.string[max(0, match.start() - 24) : match.start()]):
            return None
        words = NOTED.get(word.lower(), "thank you")
        return words.upper() if word.isupper() else words.capitalize() if word.istitle() else words

    def in_full(match: re.Match[str]) -> str:
        words = _IN_FULL[match[0]]
        return words if match.start() else words[0].upper() + words[1:]

    def because(match: re.Match[str]) -> str:
        return "Because " if match["word"] == "B" else "because "

    return (
        Rule(Category.ABBREVIATIONS, _CHATTED, lambda match: _CHAT[match[0]], needs=DIGIT),
        Rule(Category.ABBREVIATIONS, _SLASH, slashed),
        Rule(Category.ABBREVIATIONS, _LABEL, lambda match: _LABELS[match["label"]], needs=_LABEL_SIGN),
        Rule(Category.ABBREVIATIONS, _BECAUSE, because, needs=_BECAUSE_SIGN),
        Rule(Category.ABBREVIATIONS, _SPOKEN_IN_FULL, in_full, needs=_SPOKEN_IN_FULL),
        Rule(Category.ABBREVIATIONS, _VERSUS, lambda match: f"{match['first']} versus ", needs=_VERSUS),
        Rule(Category.ABBREVIATIONS, _PAGES, lambda match: f"{match['pages']} pages", needs=_PAGES),
        Rule(Category.ABBREVIATIONS, _YEARLY, lambda match: f"{match['before']} year", needs=_YEARLY),
        Rule(
            Category.ABBREVIATIONS,
            _HOURS,
            lambda match: "Hours" if match["word"] == "H" else "hours",
            needs=_HOURS,
        ),
        Rule(Category.ABBREVIATIONS, _TOO_LONG, lambda match: "T L D R", needs=_TOO_LONG),
        Rule(Category.ABBREVIATIONS, _NOTE, noted, needs=_NOTED_DOWN),
    )
