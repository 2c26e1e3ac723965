"""Statutes and cases: § 12, §§ 12-14, Art. 6(1)(f), No. 21-1234, 3:21-cv-00789, 9th Cir."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import NUMERIC
from kokoro_speech_server.text.normalization.roman_numerals import is_roman, roman_value
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_SECTIONS = re.compile("§§ ?")
_SECTION_SIGN = re.compile("§")
_PART = r"\((?:\d{1,3}|[a-z]{1,4}|[A-Z])\)"
_SUBDIVIDED = re.compile(
    rf"(?P<before>(?:§{{1,2}}|\b(?:[Aa]rt(?:icle|\.)s?|[Ss]ec(?:tion|\.)s?|[Rr]ule|[Cc]lause|[Rr]eg(?:ulation|\.)s?|"
    rf"[Pp]ara(?:graph|\.)?s?|[Aa]ct|USC|U\.S\.C\. §{{1,2}}|IRC|CFR)) ?)(?P<number>\d{{1,4}})(?P<letter>[a-zA-Z]?)"
    rf"(?P<parts>(?:{_PART}){{1,6}})"
)
_NUMBERED = re.compile(r"(?P<sign>§{1,2}) ?(?P<number>[1-9]\d{3})(?![\w-]|[.,:]\d|\(\w)")
_IN_FULL = {
    "Art.": "Article", "Arts.": "Articles", "Sec.": "Section", "Secs.": "Sections", "sec.": "section",
    "secs.": "sections", "Reg.": "Regulation", "Regs.": "Regulations",
}  # fmt: skip
_SHORT = re.compile(any_of(_IN_FULL))
_ONE_PART = re.compile(r"\((\w{1,4})\)")
_DOCKET = re.compile(
    r"(?P<before>(?:(?<!\w)(?:No\.|Nos\.|Docket|Case No\.|Case) ?))"
    r"(?P<first>\d{1,4})-(?P<second>\d{2,6})(?![\w-]|[.,]\d)"
)
_FILED = re.compile(
    r"(?<![\w:.-])(?:(?P<court>\d):)?(?P<year>\d\d)-(?P<kind>cv|cr|mc|mj|md|ap|bk|po|sw|CV|CR|MC|MD)-"
    r"(?P<number>\d{3,6})(?!\w|-\d)"
)
_FILED_AS = re.compile(r"\d-[a-zA-Z]{2}-\d")
_CIRCUIT = re.compile(r"(?:(?<=\d(?:st|nd|rd|th))|(?<=D\.C\.)|(?<=Fed\.)) Cir\.")


def law_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for the numbers of statutes with their subdivisions, and for those of cases and courts."""

    def part(written: str) -> str:
        if written.isdecimal():
            return numbers.cardinal(int(written))
        if len(written) > 1 and is_roman(written.upper()):
            return numbers.cardinal(roman_value(written.upper()))
        return " ".join(written.upper())

    def subdivided(match: re.Match[str]) -> str:
        words = [numbers.code(match["number"]) + (f" {match['letter'].upper()}" if match["letter"] else "")]
        words += [part(one) for one in _ONE_PART.findall(match["parts"])]
        before = _SHORT.sub(lambda short: _IN_FULL[short[0]], match["before"])
        return before + ", ".join(words)

    def numbered(match: re.Match[str]) -> str:
        return f"section{'s' if len(match['sign']) > 1 else ''} {numbers.code(match['number'])}"

    def docket(match: re.Match[str]) -> str:
        before = match["before"].replace("Nos.", "Numbers").replace("No.", "Number")
        return f"{before}{numbers.code(match['first'])}, {numbers.code(match['second'])}"

    def filed(match: re.Match[str]) -> str:
        court = f"{numbers.cardinal(int(match['court']))}, " if match["court"] else ""
        kind = " ".join(match["kind"].upper())
        return f"{court}{numbers.code(match['year'])}, {kind}, {numbers.digits(match['number'])}"

    return (
        Rule(Category.IDS, _FILED, filed, needs=_FILED_AS),
        Rule(Category.IDS, _SUBDIVIDED, subdivided, needs=NUMERIC),
        Rule(Category.IDS, _NUMBERED, numbered, needs=_SECTION_SIGN),
        Rule(Category.IDS, _DOCKET, docket, needs=NUMERIC),
        Rule(Category.SYMBOLS, _SECTIONS, lambda match: "sections ", needs=_SECTION_SIGN),
        Rule(Category.ABBREVIATIONS, _CIRCUIT, lambda match: " Circuit", needs=re.compile("Cir")),
    )
