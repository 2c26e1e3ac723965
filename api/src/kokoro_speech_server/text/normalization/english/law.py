"""Statutes and cases: § 12, §§ 12-14, Art. 6(1)(f), 12(b)(6), No. 21-1234, 3:21-cv-00789, 9th Cir."""

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
    rf"(?P<parts>(?:{_PART}){{1,6}}(?:[-–](?:{_PART}){{1,3}})?)"
)
_SUBDIVIDED_ALONE = re.compile(
    rf"(?P<before>§{{1,2}} ?|(?<![\w.,(]))(?P<number>\d{{1,5}})(?:\.(?P<point>\d{{1,4}}))?(?P<letter>[a-zA-Z]?)"
    rf"(?P<parts>(?:{_PART}){{1,6}}(?:[-–](?:{_PART}){{1,3}})?)(?!\w)"
)
_POINTED = re.compile(
    r"(?P<before>§{1,2} ?|(?:(?<=CFR )|(?<=C\.F\.R\. )))(?P<title>\d{1,4})\.(?P<number>\d{2,4})(?P<letter>[a-z]{0,2})"
    r"(?:-(?P<rule>\d{1,3})(?P<end>[a-z]?))?(?P<parts>(?:\((?:\d{1,3}|[a-z]{1,4}|[A-Z])\)){0,6})"
    r"(?P<rules>(?<=\))-\d{1,3})?(?![\w-]|\.\d)"
)
_POINTED_SIGN = re.compile(r"(?:§|CFR|C\.F\.R\.) ?(?:§ ?)?\d{1,4}\.\d\d")
_FOOTNOTE = re.compile(r"(?<=\d) n\. ?(?=\d{1,3}(?![\w%]))")
_PARAGRAPHS = re.compile(r"\[(?P<first>\d{1,4})\] ?[-–] ?\[(?P<last>\d{1,4})\]")
_LETTER_PART = re.compile(r"\([a-zA-Z]{1,4}\)")
_NUMBERED = re.compile(
    r"(?P<sign>§{1,2}) ?(?P<number>[1-9]\d{3})(?: ?[-–] ?(?P<last>[1-9]\d{3}))?"
    r"(?P<more>(?:(?:,|,? and|,? &|,? or) [1-9]\d{3}(?![\w-]|[.,:]\d|\(\w)){0,6})(?![\w-]|[.,:]\d|\(\w)"
)
_FOUR_DIGITS = re.compile(r"\d{4}")
_ENACTED = re.compile(
    r"(?P<before>\b(?:Pub\. ?L\. (?:No\. )?|Public Law (?:No\. )?|P\.L\. |Rev\. (?:Rul|Proc)\. |T\.D\. ))"
    r"(?P<first>\d{1,4})-(?P<second>\d{1,4})(?![\w-]|[.,]\d)"
)
_ENACTMENTS = {
    "Pub": "Public Law ", "P.L": "Public Law ", "Rul": "Revenue Ruling ", "Pro": "Revenue Procedure ",
    "T.D": "T.D. ",
}  # fmt: skip
_EUROPEAN = re.compile(
    r"(?P<before>\b(?:(?:Regulation|Directive|Decision|Implementing Regulation)(?: \((?:EU|EC|EEC)\))?(?: No)?|S\.?I\.?"
    r"|(?:EU|EC)) )(?P<year>(?:19|20)\d\d)/(?P<number>\d{1,4})(?![\w/])"
)
_TWICE_PARTED = re.compile(r"\d[a-zA-Z]?\(\w{1,4}\)")
_IN_SERIES = re.compile(
    r"(?<=[A-Za-z]\.)(?P<space> ?)(?P<number>[2-9])(?:d|th)(?=,? \d|\b(?! ed))"
    r"|(?<![\w.,])(?P<ordinal>\d{0,2}[23])d(?= (?:Cir\.|eds?\.|ser\.|Dist\.|Div\.|Dep['’]?t|Cong\.|Sess\.|Cav\.|Inf\.|"
    r"Regt\.|Bn\.|Circuit|District|Department|Congress|Session|Infantry|Cavalry|Regiment|Battalion|Airborne|Division|Marine|"
    r"Armored|Street|Avenue|St\.|Ave\.|printing|edition|rev\.))"
)
_SERIES = re.compile(r"[23]d|[A-Za-z]\. ?[4-9]th")
_IN_FULL = {
    "Art.": "Article", "Arts.": "Articles", "Sec.": "Section", "Secs.": "Sections", "sec.": "section",
    "secs.": "sections", "Reg.": "Regulation", "Regs.": "Regulations", "reg.": "regulation", "regs.": "regulations",
    "art.": "article", "arts.": "articles", "para.": "paragraph", "paras.": "paragraphs", "Para.": "Paragraph",
    "Paras.": "Paragraphs",
}  # fmt: skip
_SHORT = re.compile(any_of(_IN_FULL))
_ONE_PART = re.compile(r"\((\w{1,4})\)")
_DOCKET = re.compile(
    r"(?P<before>(?:(?<!\w)(?:No\.|Nos\.|Docket|Case No\.|Case) ?))"
    r"(?P<first>\d{1,4})-(?P<second>\d{2,6})(?![\w-]|[.,]\d)"
)
_FILED = re.compile(
    r"(?<![\w:.-])(?:(?P<court>\d):)?(?P<year>\d\d)-(?P<kind>cv|cr|mc|mj|md|ap|bk|po|sw|CV|CR|MC|MD)-"
    r"(?P<number>\d{3,6})(?:-(?P<judges>[A-Z]{2,4}(?:-[A-Z]{2,4})?))?(?!\w|-\d)"
)
_FILED_AS = re.compile(r"\d-[a-zA-Z]{2}-\d")
_CIRCUIT = re.compile(r"(?:(?<=\d(?:st|nd|rd|th))|(?<=\d[23]d)|(?<=[ (][23]d)|(?<=D\.C\.)|(?<=Fed\.)) Cir\.")


def law_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for the numbers of statutes with their subdivisions, and for those of cases and courts."""

    def part(written: str) -> str:
        if written.isdecimal():
            return numbers.cardinal(int(written))
        if len(written) > 1 and is_roman(written.upper()):
            return numbers.cardinal(roman_value(written.upper()))
        return " ".join(written.upper())

    def parts(written: str) -> str:
        first, _, last = written.replace("–", "-").partition("-")
        ranges = (", ".join(part(one) for one in _ONE_PART.findall(side)) for side in (first, last) if side)
        return " to ".join(ranges)

    def alone(match: re.Match[str]) -> str | None:
        several = match["parts"].count("(") > 1 and _LETTER_PART.search(match["parts"])
        federal = match.string[: match.start()].endswith(("CFR ", "C.F.R. "))
        if not (match["before"] or federal or (several and not match["point"])):
            return None
        number = numbers.code(match["number"])
        if match["point"]:
            number += f" point {numbers.digits(match['point'])}"
        if match["letter"]:
            number += f" {match['letter'].upper()}"
        signs = match["before"].count("§")
        sections = f"section{'s' if signs > 1 else ''} " if signs else ""
        return f"{sections}{number}, {parts(match['parts'])}"

    def pointed(match: re.Match[str]) -> str:
        words = [f"{numbers.code(match['title'])} point {numbers.code(match['number'])}"]
        words += match["letter"].upper()
        if match["rule"]:
            words += [numbers.cardinal(int(match["rule"])), *match["end"].upper()]
        said = " ".join(words) + (f", {parts(match['parts'])}" if match["parts"] else "")
        said += f", {numbers.cardinal(int(match['rules'][1:]))}" if match["rules"] else ""
        signs = match["before"].count("§")
        return f"section{'s' if signs > 1 else ''} {said}" if signs else said

    def paragraphs(match: re.Match[str]) -> str:
        return f"{numbers.cardinal(int(match['first']))} to {numbers.cardinal(int(match['last']))}"

    def subdivided(match: re.Match[str]) -> str:
        words = [numbers.code(match["number"]) + (f" {match['letter'].upper()}" if match["letter"] else "")]
        words.append(parts(match["parts"]))
        before = _SHORT.sub(lambda short: _IN_FULL[short[0]], match["before"])
        return before + ", ".join(words)

    def numbered(match: re.Match[str]) -> str:
        last = f" to {numbers.code(match['last'])}" if match["last"] else ""
        more = _FOUR_DIGITS.sub(lambda one: numbers.code(one[0]), match["more"])
        more = more.replace("&", "and") if len(match["sign"]) > 1 else match["more"]
        return f"section{'s' if len(match['sign']) > 1 else ''} {numbers.code(match['number'])}{last}{more}"

    def enacted(match: re.Match[str]) -> str:
        words = next(
            (words for short, words in _ENACTMENTS.items() if short in match["before"]), "Public Law "
        )
        return f"{words}{numbers.code(match['first'])}, {numbers.code(match['second'])}"

    def european(match: re.Match[str]) -> str:
        number = numbers.cardinal(int(match["number"]))
        return f"{match['before']}{numbers.year(int(match['year']))} slash {number}"

    def series(match: re.Match[str]) -> str:
        words = numbers.ordinal(int(match["number"] or match["ordinal"]))
        return words if match["ordinal"] else f" {words}"

    def docket(match: re.Match[str]) -> str:
        before = match["before"].replace("Nos.", "Numbers").replace("No.", "Number")
        return f"{before}{numbers.code(match['first'])}, {numbers.code(match['second'])}"

    def filed(match: re.Match[str]) -> str:
        court = f"{numbers.cardinal(int(match['court']))}, " if match["court"] else ""
        kind = " ".join(match["kind"].upper())
        judges = "".join(f", {' '.join(one)}" for one in (match["judges"] or "").split("-") if one)
        return f"{court}{numbers.code(match['year'])}, {kind}, {numbers.digits(match['number'])}{judges}"

    return (
        Rule(Category.IDS, _FILED, filed, needs=_FILED_AS),
        Rule(Category.IDS, _POINTED, pointed, needs=_POINTED_SIGN),
        Rule(Category.IDS, _FOOTNOTE, lambda match: " note ", needs=_FOOTNOTE),
        Rule(Category.IDS, _PARAGRAPHS, paragraphs, needs=_PARAGRAPHS),
        Rule(Category.IDS, _SUBDIVIDED, subdivided, needs=NUMERIC),
        Rule(Category.IDS, _SUBDIVIDED_ALONE, alone, needs=_TWICE_PARTED),
        Rule(Category.IDS, _ENACTED, enacted, needs=NUMERIC),
        Rule(Category.IDS, _EUROPEAN, european, needs=NUMERIC),
        Rule(Category.ORDINALS, _IN_SERIES, series, needs=_SERIES),
        Rule(Category.IDS, _NUMBERED, numbered, needs=_SECTION_SIGN),
        Rule(Category.IDS, _DOCKET, docket, needs=NUMERIC),
        Rule(Category.SYMBOLS, _SECTIONS, lambda match: "sections ", needs=_SECTION_SIGN),
        Rule(Category.ABBREVIATIONS, _CIRCUIT, lambda match: " Circuit", needs=re.compile("Cir")),
    )
