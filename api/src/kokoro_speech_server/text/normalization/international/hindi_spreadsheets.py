"""Spreadsheets in Hindi texts: ranges of cells (A1:A10) and functions (=SUM), whose names are English words."""

import re

from kokoro_speech_server.text.normalization.international.hindi_english_names import english
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_CELL = r"\$?[A-Z]{1,2}\$?\d{1,5}"
_CELLS = re.compile(rf"(?<![\w.$])(?P<first>{_CELL}):(?P<last>{_CELL})(?![\w.:])")
_COLUMNS = re.compile(r"(?<=[(,;])(?P<first>\$?[A-Z]{1,2}):(?P<last>\$?[A-Z]{1,2})(?=[),;])")
_FUNCTION = re.compile(
    r"(?<![\w.])(?P<equals>=?)(?P<name>(?:SUM|AVERAGE|COUNT|MAX|MIN|IF|ROUND|LOOKUP|TODAY|NOW|CONCAT|TRIM|LEFT|RIGHT|LEN|RANK|AND|OR"
    r"|INDEX|MATCH|TEXT|DATE|YEAR|MONTH|DAY|MOD|POWER|UNIQUE|FILTER|SORT)(?:IFS?|A)?)(?=\()"
)
_LOOKUP = re.compile(r"(?<![\w.])(?P<equals>=?)(?P<letter>[VHX])LOOKUP(?=\()")
_PARTS = re.compile(r"[A-Z]+|\d+")
_NAMES = {
    "SUMIF": "sum if",
    "SUMIFS": "sum ifs",
    "COUNTIF": "count if",
    "COUNTIFS": "count ifs",
    "COUNTA": "count ए",
}


def spreadsheet_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for products and signs."""
    equals = speller.locale.symbols["="]

    def cell(written: str) -> str:
        parts = _PARTS.findall(written)
        return " ".join(
            (english(int(part)) if int(part) < 100 else speller.cardinal(int(part)))
            if part.isdecimal()
            else part
            for part in parts
        )

    def cells(match: re.Match[str]) -> str:
        return f"{cell(match['first'])} से {cell(match['last'])}"

    def function(match: re.Match[str]) -> str:
        name = match["name"]
        return f"{equals + ' ' if match['equals'] else ''}{_NAMES.get(name, name.lower())} "

    def lookup(match: re.Match[str]) -> str:
        return f"{equals + ' ' if match['equals'] else ''}{match['letter']} lookup "

    return (
        Rule(Category.IDS, _CELLS, cells, needs=re.compile(r"\d:\$?[A-Z]")),
        Rule(Category.IDS, _COLUMNS, cells, needs=re.compile(r":\$?[A-Z]")),
        Rule(Category.MATHS, _FUNCTION, function, needs=re.compile(r"[A-Z]\(")),
        Rule(Category.MATHS, _LOOKUP, lookup, needs=re.compile("LOOKUP")),
    )
