"""Grades and courses of schools: K–12, Yr 11s, MATH 201."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.rules import Category, Rule

_THROUGH = re.compile(r"(?<![\w-])(?P<first>K|PK|Pre-K)[-–—](?P<last>\d{1,2})(?![\w-]\d|\w)")
_KINDERGARTEN = re.compile(r"K[-–—]\d")
_YEARS = re.compile(r"\b(?P<word>Yr|Year|Yrs|Grade|Gr)\.? (?P<number>\d{1,2})s(?!\w)")
_YEAR_GROUP = re.compile(r"(?:Yrs?|Year|Grade|Gr)\.? \d{1,2}s")
_YEAR = re.compile(r"(?<!\w)Yr(?P<several>s)? (?=\d{1,2}\b)")
_SHORT_YEAR = re.compile(r"Yrs? \d")
_SUBJECTS = (
    "ACCT|ANTH|ART|ASTR|BIO|BIOL|BUS|CHEM|CHE|CIS|COMM|CS|CSC|CSE|CSCI|ECE|ECON|EDUC|EE|ENG|ENGL|ENGR|ESL|FIN|FREN|"
    "GEOG|GEOL|GER|HIST|HUM|LING|MATH|MAT|MATHS|ME|MGMT|MKTG|MUS|MUSC|NURS|PHIL|PHY|PHYS|POLS|POLI|PSCI|PSY|PSYC|PSYCH|"
    "REL|SOC|SOCI|SPAN|STAT|STATS|THEA|WRIT"
)
_COURSE = re.compile(
    rf"(?<![\w-])(?P<subject>{_SUBJECTS})[ -](?P<number>[1-9]\d{{2,3}})(?P<letter>[A-Z]?)(?![\w%,.]\d|\w)"
)
_CREDITS = re.compile(r"(?<=\d)(?P<space> ?)(?:crs?|credit hrs)(?P<dot>\.)?(?=[,;)]|$| [a-z(])")
_OF_COURSES = re.compile(
    r"[A-Z]{2,4}[ -]\d{3}|\b(?:[Pp]rereq|Prof|[Cc]ourses?|[Ss]emester|MWF|TTh|TuTh|101)\b|\b[A-Z][a-z]{3,5} [1-4]\d\d\b"
)
_COURSES = re.compile(r"[A-Z]{2}[ -]\d{3}")


def school_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for the grades from kindergarten on, year groups, and the numbers of courses."""

    def through(match: re.Match[str]) -> str:
        first = {"K": "K", "PK": "P K", "Pre-K": "Pre-K"}[match["first"]]
        return f"{first} through {numbers.cardinal(int(match['last']))}"

    def years(match: re.Match[str]) -> str:
        word = "Year" if match["word"].startswith("Y") else "Grade"
        return f"{word} {numbers.plural(numbers.cardinal(int(match['number'])))}"

    def course(match: re.Match[str]) -> str:
        letter = f" {match['letter']}" if match["letter"] else ""
        return f"{match['subject']} {numbers.code(match['number'])}{letter}"

    def credits_(match: re.Match[str]) -> str:
        ends = "." if match["dot"] and match.end() == len(match.string) else ""
        return f" credits{ends}"

    return (
        Rule(Category.ABBREVIATIONS, _CREDITS, credits_, evidence=_OF_COURSES),
        Rule(Category.RANGES, _THROUGH, through, needs=_KINDERGARTEN),
        Rule(Category.NUMBERS, _YEARS, years, needs=_YEAR_GROUP),
        Rule(
            Category.ABBREVIATIONS, _YEAR, lambda match: f"Year{match['several'] or ''} ", needs=_SHORT_YEAR
        ),
        Rule(Category.IDS, _COURSE, course, needs=_COURSES),
    )
