"""French amounts with the currency in words (6,50 euros), and millions without one (un budget de 110 M)."""

import re

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_HAS_CURRENCY = re.compile(r",\d\d (?:euro|dollar|franc)")
_CURRENCIES = {
    "euro": (Noun("euro", "euros"), Noun("centime", "centimes")),
    "dollar": (Noun("dollar", "dollars"), Noun("cent", "cents")),
    "franc": (Noun("franc", "francs"), Noun("centime", "centimes")),
}
_MILLION, _MILLIARD = Noun("million", "millions"), Noun("milliard", "milliards")
_MULTIPLE = re.compile(r"(?<=\d) ?x(?=[,;:!?)]|\.?$|\. [A-ZÀ-Ý]| (?:en|contre|à|pour|sur|après)(?!\w))")
_MULTIPLES = re.compile(
    r"\b(?:PER|VE|EBITDA|EBIT|EBE|[Mm]ultiples?|[Ll]evier|[Rr]atio|gearing|valoris\w{1,6})\b"
)
_COAGULATION = re.compile(
    r"(?<![^\W_])INR(?=(?: à| de| cible|:| :)? ?\d(?:[.,]\d{1,2})?(?:[-–]\d(?:[.,]\d)?)?(?![\w]|[.,]?\d))"
)
"""A value of blood, and no rupees: "INR 2,4"."""
_AMOUNTS = re.compile(
    r"[€$]|\b(?:euros?|dollars?|budget|chiffre d['’]affaires|CA|capitalisation|coût\w{0,4}|lev(?:é|ée|ées|er)"
    r"|investi\w{0,10}|déficit|excédent|bénéfices?|pertes?|abonnés|utilisateurs|vues|habitants|spectateurs|téléspectateurs|transfert"
    r"|montant|factur\w{1,3}|dettes?|ventes|vendus?|recettes|subventions?|entrées)(?!\w)"
)
"""Evidence that a number with M counts something."""


def money_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for numbers, units and money."""
    number = speller.number_pattern

    def amount(match: re.Match[str]) -> str:
        whole, _, cents = match["number"].rpartition(",")
        noun, cent = _CURRENCIES[match["noun"]]
        if not int(re.sub(r"\D", "", whole)):
            return speller.counted(str(int(cents)), cent)
        words = speller.counted(whole, noun)
        return f"{words} {speller.cardinal(int(cents))}" if int(cents) else words

    def count(match: re.Match[str]) -> str:
        return speller.counted(match["number"], _MILLION if match["scale"] == "M" else _MILLIARD)

    return (
        Rule(Category.ABBREVIATIONS, _COAGULATION, lambda match: "I N R", needs=_COAGULATION),
        Rule(Category.ABBREVIATIONS, _MULTIPLE, lambda match: "fois", evidence=_MULTIPLES),
        Rule(
            Category.MONEY,
            re.compile(
                rf"(?<![\w.,])(?P<number>(?={number} [edf])\d[\d. ]{{0,14}},\d\d)"
                r" (?P<noun>euro|dollar|franc)s?(?!\w| (?:[a-z]{2,9}ien|suisse|belge|CFA|US|hong|constant))"
            ),
            amount,
            needs=_HAS_CURRENCY,
        ),
        Rule(
            Category.NUMBERS,
            re.compile(
                rf"(?<![\w.,])(?P<number>{number}) (?P<scale>M|Mds?|Mrds?)"
                r"(?=[,;:!?)]|\.?$| (?:en|sur|pour|contre|au|aux|à|et|par|fin|dès|cette|ce|dont|soit|hors)(?!\w))"
            ),
            count,
            evidence=_AMOUNTS,
        ),
    )
