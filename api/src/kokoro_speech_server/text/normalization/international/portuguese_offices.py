"""What Portuguese and Brazilian offices and courts write: sheets, courts, codes of law, postal codes and escudos."""

import re

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_SHEETS = re.compile(r"(?<=\b[Ff]ls\. )(\d{1,5})/(\d{1,5})(?![\w/])")
_ESCUDOS = re.compile(r"(?<![\d.,$])(\d{1,3}(?:\.\d{3}){1,3}|\d{1,6})\$00(?!\d)")
_OF_A_COURT = re.compile(r"(?<=\d)/(?=(?:STJ|STF|TST|TSE|TJ[A-Z]{2}|TRF\d?|TCU)\b)")
_OF_A_CODE = re.compile(
    r"(?:(?<=\bCF)|(?<=\bCC)|(?<=\bCP)|(?<=\bCRFB)|(?<=\bCPC)|(?<=\bCPP)|(?<=\bCTN))/(?=(?:19|20)?\d\d(?![\w/]))"
)
_PORTUGUESE_CODE = re.compile(r"(?<![\w./-])([1-9]\d{3})-(\d{3})(?= [A-ZÀ-Ý])")


def office_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules for fls. 12/15, 500$00, 123/STJ, CC/2002, 1000-205 Lisboa."""
    return (
        Rule(
            Category.RANGES,
            _SHEETS,
            lambda match: f"{speller.cardinal(int(match[1]))} a {speller.cardinal(int(match[2]))}",
            needs=_SHEETS,
        ),
        Rule(
            Category.MONEY,
            _ESCUDOS,
            lambda match: speller.counted(match[1], Noun("escudo", "escudos")),
            needs=_ESCUDOS,
        ),
        Rule(Category.SYMBOLS, _OF_A_COURT, lambda match: " do ", needs=_OF_A_COURT),
        Rule(Category.YEARS, _OF_A_CODE, lambda match: " de ", needs=_OF_A_CODE),
        Rule(
            Category.ADDRESSES,
            _PORTUGUESE_CODE,
            lambda match: ", ".join(map(speller.digits, match.groups())),
            needs=_PORTUGUESE_CODE,
        ),
    )
