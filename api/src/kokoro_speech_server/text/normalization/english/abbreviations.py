"""Abbreviations: titles, streets, and those of everyday prose."""

import re

from kokoro_speech_server.text.abbreviations.english import (
    AFTER_NUMBERS,
    CLOSING,
    NEVER_LAST,
    NUMBERED,
    OF_SEVERAL_WORDS,
    OTHERS,
    STREETS,
    TITLES,
)
from kokoro_speech_server.text.abbreviations.english_journals import JOURNAL_WORDS
from kokoro_speech_server.text.abbreviations.english_law import CONTRACTIONS, LAW_NUMBERED
from kokoro_speech_server.text.abbreviations.english_scholarship import SCHOLARLY_NUMBERED
from kokoro_speech_server.text.normalization.english.patterns import BEGINNINGS
from kokoro_speech_server.text.normalization.english.short_forms import short_form_rules
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule, any_of

_TITLES = {short.rstrip("."): title for short, title in TITLES.items()}
_UNDOTTED = (
    "Mr|Mrs|Dr|Prof|St|Mt|Sgt|Capt|Lt|Col|Maj|Brig|Cpl|Pte|Pvt|Cdr|Cmdr|Adm|Rev|Supt|Insp|SSgt|MSgt|TSgt|GySgt|Sqn|"
    "Flt|Wg|Gp|Ldr|Cllr|Gov"
)
_STREETS = {short.rstrip("."): street for short, street in STREETS.items()}
_SIDES = {
    "N": "North", "S": "South", "E": "East", "W": "West",
    "NE": "Northeast", "NW": "Northwest", "SE": "Southeast", "SW": "Southwest",
}  # fmt: skip
_WAY = r"(?:[NS]\.?[EW]|[NSEW])"

# The point of an abbreviation may also be the full stop of its sentence.
_DOTTED = OTHERS | CLOSING | AFTER_NUMBERS | NUMBERED | NEVER_LAST
_NOT_STREETS = frozenset("The And But When Then If Ask See Meet Dear Is In At With".split())
_BETWEEN_NAMES = frozenset("v. ft. feat. def.".split())
# Without a number, these are words or initials.
_NEEDS_NUMBER = frozenset(
    """No. no. p. P. c. b. d. r. Op. op. Pt. pt. Fl. fl. Ch. ch. sec. Sec. Secs. secs. Ste. ext. Art. art. Arts. arts.
    Ver. ver. Tab. Ex. Rt. Reg. cl. Sched. ll. fn. nn. vv. Prob. prob. Probs. probs. Bk. bk. Mk. pop.
    Pop. Cat. mag. Mag. Ep. ep. Eps. eps.""".split()
) | {*LAW_NUMBERED, *SCHOLARLY_NUMBERED, "trans."}
_AFTER_NO_NUMBER = frozenset("s. l. n. c. d. b. r.".split())
_NUMBER = re.compile(r" ?(?:[-−]?\d|[(#][\d¼½¾])")
_NUMBERED = re.compile(
    r" ?(?:[-−]?\d|[(#][\d¼½¾]|[b-hj-z](?![\w.'’])|[B-DF-HJ-NP-TV-XZ](?![\w.'’])|[A-Z](?=[,;:)\]]))"
)
_EXTREME = re.compile(r"\b(?P<name>Max|Min|max)\.(?= (?!of\b)[a-z]{3})")
_EXTREMES = {"Max": "Maximum", "Min": "Minimum", "max": "maximum"}
_LISTED = re.compile(r" ?(?:[,;)\].]|$)")

_LAST_TOO = frozenset("resp. equiv. recd. std. conc. incl. excl. satd.".split())

# What follows these begins a sentence if it is a capitalized word before one in lower case.
_AT_ENDS = frozenset(
    "etc. Inc. Ltd. Corp. Co. Bros. i.v. i.m. i.p. s.c. p.o. b.i.d. t.i.d. q.i.d. q.d. q.h.s. p.r.n. spp.".split()
)

# A number of three or four digits after these is said in pairs, by another rule and before they are expanded.
_BEFORE_CODES = frozenset("Rm. rm. Apt. apt. Rte. rte. Hwy.".split())

FULL_WORDS = frozenset({*_TITLES.values(), *_STREETS.values(), *_SIDES.values(), *_DOTTED.values()})

_NAME = (
    r"(?= (?:[A-Z]\.? ?){0,3}(?:[A-Z][\w'’-]|de |van |von |la |le )|-elect\b|-designate\b|-Gen\b|-Col\b| j\.g\.|"
    r" (?:and|&) (?:Mr|Mrs|Ms|Dr)\b)"
)
_TITLE = re.compile(rf"\b(?:(?P<dotted>{any_of(_TITLES)})\.|(?P<plain>{_UNDOTTED})){_NAME}")
_NUMBER_BEFORE = re.compile(r"\d $")
_PAGE_OF_SECTION = re.compile(r" [A-Z]-?\d{1,2}(?!\w)")
_COUNTED = re.compile(r" (?:reporting|report|counted|in[,;.)]|are in)")
_GRAMS = re.compile(r" \d{1,3}(?:\.\d)? ?m?g\b")
_JOURNAL = any_of(word.rstrip(".") for word in JOURNAL_WORDS)
_JOURNAL_BEFORE = re.compile(rf"\b(?:{_JOURNAL}|Annu|Mod|J)\. $")
_JOURNAL_BEHIND = re.compile(rf" (?:{_JOURNAL})\.")
_JOURNAL_GOES_ON = re.compile(r",? (?:\d|vol\. \d|no\. \d|[A-Z][a-z]{1,12}\.|[A-Z]\.? \d|\()")
_ONLY_OF_JOURNALS = frozenset(JOURNAL_WORDS) - frozenset(("Acad.", "Natl.", "Soc.", "Proc."))
_MS = re.compile(r"\bMs(?= [A-Z][a-z])")
_SENIOR = re.compile(
    r"\b(?P<name>Sr|Jr)\. (?=(?:Account|Accountant|Acct|Admin|Analyst|Architect|Art|Associate|Asst|Attorney|"
    r"Business|Buyer|Clerk|Consultant|Counsel|Data|Design|Designer|Dev|Developer|Dir|Director|Editor|Eng|Engineer|Engr|Exec|Financial|"
    r"HR|IT|Lecturer|Manager|Marketing|Mgr|Mktg|Network|Officer|Partner|Product|Program|Programmer|Project|Research|Sales|"
    r"Software|Systems|Tax|Tech|UX|VP|Vice|Warden|Writer)\b)"
)
_RANK = re.compile(
    r"(?:(?<=\bto )|(?<=\brank of )|(?<=\bas )|(?<=\ba ))(?P<ranks>(?:(?:Lt|Maj|Brig|Staff|First|Master)\.? )?"
    r"(?:Gen|Col|Capt|Sgt|Cpl|Maj|Lt|Adm|Cmdr|Pvt|Sen|Gov))\.(?= [a-z]|[,;)]|$)"
)
_RANKED = re.compile(r"(?:to|of|as|a) [A-Z][a-z]{1,5}[. ]")
_KEY = re.compile(
    r"(?<![\w.])(?P<key>[A-G](?:[♭♯]|-flat|-sharp| flat| sharp)?) (?P<mode>[Mm]in|[Mm]aj)\b\.?(?! \d)"
)
_MODES = {"min": "minor", "maj": "major"}
_ANY_SENIOR = re.compile(r"[SJ]r\. [A-Z]")
_ANY_KEY = re.compile("[A-G♭♯tp] [Mm](?:in|aj)")
_SENIORS = {"Sr": "Senior ", "Jr": "Junior "}
_STREET = re.compile(
    rf"(?:(?<=[a-z\d])|(?<=\d [A-Z])) (?P<side>[NSEW]\.? )?(?P<street>{any_of(_STREETS)})(?:(?P<dot>\.)|\b)"
    rf"(?P<way>,? {_WAY}\b\.?)?(?![\w])"
)
_ADDRESS_SIDE = re.compile(
    rf"(?:(?:(?<=\d )|(?<=\b(?:of|on|at|to) )|(?<=\band ))(?P<side>{_WAY})\.?"
    r"|(?<![\w.] )(?<![\w.])(?P<dotted>[NSEW])\.|(?<=[a-z] )(?P<dotted2>[NSEW])\.)"
    r"(?= (?:[A-Z][a-z]+|\d+(?:st|nd|rd|th)) (?:St|Ave|Av|Rd|Blvd|Dr|Ln|Pl|Ct|Street|Avenue|Road)\b)"
    r"|(?<=\d )(?P<main>[NSEW])\.?(?= (?:Main|Broadway|\d{1,3}(?:st|nd|rd|th))(?:[.,;)]|$))"
)
_SHORT = re.compile(r"(?<![\w.@/-])[A-Za-z]{1,10}+(?:\.[A-Za-z]{1,4}+){0,3}+\.(?![^\W\d])")
_PHRASE = re.compile(rf"(?<![\w.@/-])(?:{any_of(OF_SEVERAL_WORDS)})(?!\w)")
_SEVERAL = re.compile(r"[A-Za-z]\.,? (?:& )?\w|et al|hols|Rt ")
_CONTRACTION = re.compile(
    r"(?<![\w'’])(?P<word>[A-Za-z]{2,6})['’](?P<end>[dglnrtxy][ls]?)(?![\w'’])(?:\.(?= [a-z]))?"
)
_CONTRACTED = re.compile("['’][dglnrtxy]")
_CODE = re.compile(r" ?\d{3,4}(?![\w-]|[.,:/]\d)")
_VERSUS = re.compile(r"\bvs(?=\s|$)")
_ROOM = re.compile(r"\b(?P<name>Rm|Bldg|Apt|Mk)(?= #?\d)")
_AROUND_VERSUS = (re.compile(r"[A-Z][\w'’.-]{0,24}[\"”’]? \(?$"), re.compile(r" (?:the )?[A-Z]"))
_AROUND_DEFEATED = (re.compile(r"[\w)\]] $"), re.compile(r" [A-Z(\d]"))
_OF_SALES = re.compile(r" (?:of [$€£¥]|was|were|rose|fell|grew|up|down|at|to|guidance|growth|\+)|:")
_SUM_BEFORE = re.compile(r"[$£€]\d[\d,.]{0,8}[MBKmbk]{0,2}n? (?:in )?$")
_IN_LIFE = re.compile(r"[(,;–—] ?$")
"""Before "b." and "d." in a biography: "BTS's RM, b. Kim Nam-joon"."""

_BORN = re.compile(r" (?:[A-Z]|\d|ca?\. ?\d)")
_CIRCA = re.compile(r" ca?\. ?\d")
_EXPECTED = re.compile(r"\d ?[¢%BMK] $")
_BY_OR_NAME = re.compile(r" (?:by |[A-Z])")
_ORDINAL_BEFORE = re.compile(r"\d(?:st|nd|rd|th) $")
_CODE_BEHIND = re.compile(r" [A-Z]{1,4}-?\d")
_HAS_CODES = re.compile(
    r"\b(?:[Pp]art|[Mm]odel|[Ss]erial|[Ii]tem|[Oo]rder|[Cc]at(?:alog)?\.?|[Pp]ermit|[Ll]ot|[Pp]atent|[Tt]ail|"
    r"[Ii]nvoice|"
    r"[Pp]olicy|[Rr]ef(?:erence|\.)?|[Ll]icen[cs]e|[Ss]tock|[Uu]nit|[Cc]ase|[Ff]ile|[Ff]light|[Aa]ccount|[Bb]adge) $"
)
_CASUAL = re.compile(r"(?<![\w.])(?:etc|approx|[Aa]ttn(?=:))(?!\w|\.[^.])")


def abbreviation_rules(*, british: bool) -> tuple[Rule, ...]:
    """Rules for Dr. Smith and Elm Dr., St. John and Main St., No. 5, e.g., etc., w/o."""

    def title(match: re.Match[str]) -> str | None:
        short = match["dotted"] or match["plain"]
        before = match.string[max(0, match.start() - 40) : match.start()]
        after = match.string[match.end() :]
        if short == "Rev" and (_JOURNAL_BEFORE.search(before) or _JOURNAL_BEHIND.match(after)):
            return "Reviews" if before.endswith("Nat. ") else "Review"
        if short in _STREETS and _is_street(before, after, dotted=bool(match["dotted"])):
            return None
        return _TITLES[short].replace("or", "our") if british and short == "Hon" else _TITLES[short]

    def street(match: re.Match[str]) -> str | None:
        short, before = match["street"], match.string[max(0, match.start() - 40) : match.start()]
        after = match.string[match.end() :]
        if not re.search(r"(?:\b[A-Z][\w'’.-]*|\d(?:st|nd|rd|th))$", before):
            return None
        if short in _TITLES and not _is_street(before + " ", after, dotted=bool(match["dot"])):
            return None
        words = f" {_STREETS[short]}"
        if match["side"]:
            words = f" {_SIDES[match['side'][0]]}{words}"
        if match["way"]:
            words += " " + _SIDES[match["way"].strip(", ").replace(".", "")]
        ends = not after.strip("\"'”’)") or re.match(rf" {BEGINNINGS}\b", after)
        return words + ("." if match["dot"] and ends else "")

    def side(match: re.Match[str]) -> str:
        written = match["side"] or match["dotted"] or match["dotted2"] or match["main"]
        return _SIDES[written.replace(".", "")]

    def short(match: re.Match[str]) -> str | None:
        written, after = match[0], match.string[match.end() :]
        if written not in _DOTTED:
            return None
        before = match.string[: match.start()]
        if written in _ONLY_OF_JOURNALS and not (
            _JOURNAL_GOES_ON.match(after) or _JOURNAL_BEFORE.search(before)
        ):
            return None
        if not _is_abbreviation(written, before, after):
            return None
        ends = not after.strip("\"'”’)") and (written not in NEVER_LAST or written in _LAST_TOO)
        starts = (written in AFTER_NUMBERS or written in _AT_ENDS) and re.match(r" [A-Z][a-z]+ [a-z]", after)
        words = _words(written, match.string[: match.start()], after)
        return words + ("." if ends or starts else "")

    def phrase(match: re.Match[str]) -> str:
        words = OF_SEVERAL_WORDS[match[0]]
        words = words.replace("onorable", "onourable").replace("Labor", "Labour") if british else words
        ends = match[0].endswith(".") and not match.string[match.end() :].strip("\"'”’)")
        return words + ("." if ends else "")

    def contraction(match: re.Match[str]) -> str | None:
        words = CONTRACTIONS.get(f"{match['word']}'{match['end']}".lower())
        return words.capitalize() if words and match[0][0].isupper() else words

    return (
        Rule(Category.ABBREVIATIONS, _ADDRESS_SIDE, side),
        Rule(Category.ABBREVIATIONS, _SENIOR, lambda match: _SENIORS[match["name"]], needs=_ANY_SENIOR),
        Rule(Category.ABBREVIATIONS, _RANK, _rank_words, needs=_RANKED),
        Rule(Category.ABBREVIATIONS, _KEY, _key_words, needs=_ANY_KEY),
        Rule(Category.ABBREVIATIONS, _PHRASE, phrase, needs=_SEVERAL),
        Rule(Category.ABBREVIATIONS, _CONTRACTION, contraction, needs=_CONTRACTED),
        Rule(Category.ABBREVIATIONS, _EXTREME, lambda match: _EXTREMES[match["name"]]),
        Rule(Category.ABBREVIATIONS, _STREET, street),
        Rule(Category.ABBREVIATIONS, _TITLE, title),
        Rule(Category.ABBREVIATIONS, _MS, lambda match: "Ms."),
        Rule(Category.ABBREVIATIONS, _SHORT, short),
        Rule(Category.ABBREVIATIONS, _ROOM, lambda match: _DOTTED[match["name"] + "."], needs=DIGIT),
        Rule(Category.ABBREVIATIONS, _VERSUS, lambda match: "versus"),
        Rule(Category.ABBREVIATIONS, _CASUAL, lambda match: _DOTTED[match[0] + "."]),
        *short_form_rules(british=british),
    )


def _key_words(match: re.Match[str]) -> str:
    ends = "." if match[0].endswith(".") and match.end() == len(match.string) else ""
    return f"{match['key']} {_MODES[match['mode'].lower()]}{ends}"


def _rank_words(match: re.Match[str]) -> str:
    ends = "." if match.end() == len(match.string) else ""
    return " ".join(_TITLES.get(one.rstrip("."), one) for one in match["ranks"].split()) + ends


def _is_abbreviation(written: str, before: str, after: str) -> bool:
    """Whether `written` is an abbreviation here, not a word or an initial at the end of a sentence."""
    if after.startswith(".."):
        return False
    if written in _NEEDS_NUMBER:
        return _has_number(written, before, after)
    if written in NUMBERED:
        named = written in OTHERS and before.endswith(" ")
        return (bool(after.strip()) or named) and not (written in _BEFORE_CODES and _CODE.match(after))
    if written in AFTER_NUMBERS:
        return re.search(r"\w $", before) is not None
    if written in _BETWEEN_NAMES:
        name, other = _AROUND_DEFEATED if written == "def." else _AROUND_VERSUS
        return bool(name.search(before) and other.match(after))
    is_title = written[0].isupper() and written.rstrip(".") in _TITLES
    return not is_title or written in ("Mt.", "Sr.") or after[:1] == ","


def _words(written: str, before: str, after: str) -> str:
    """An abbreviation in words; the text around it decides for some, such as "rev." of sales and of texts."""
    special = {
        "exp.": _EXPECTED.search(before[-8:]) and "expected",
        "equiv.": not _NUMBER_BEFORE.search(before[-8:]) and "equivalent",
        "pcts.": _COUNTED.match(after) and "precincts",
        "Prot.": _GRAMS.match(after) and "Protein",
        "c.": _ORDINAL_BEFORE.search(before) and "century",
        "rev.": (_OF_SALES.match(after) or _SUM_BEFORE.search(before[-20:])) and "revenue",
        "fl.": re.search(r"[(;] ?$", before) and "flourished",
        "est.": (re.match(r" of [$€£\d]", after) and "estimates")
        or (not re.match(r" ?\d{3,4}\b", after) and "estimated"),
        "Est.": not re.match(r" ?(?:in )?\d{3,4}\b|[,;)]", after) and "Estimated",
        "ed.": (after.startswith(" by ") and "edited") or (before.endswith("(") and "editor"),
    }.get(written)
    words = special or _DOTTED[written]
    if written in ("incl.", "excl.") and _LISTED.match(after):
        return words.replace("ing", "ed")
    return words


def _has_number(written: str, before: str, after: str) -> bool:
    """Whether a number is where an abbreviation has it ("fl. 2", "2nd fl."), or a name: "trans. J. Roe"."""
    if written == "trans.":
        return _BY_OR_NAME.match(after) is not None
    if written in ("fl.", "Fl.") and _ORDINAL_BEFORE.search(before):
        return True
    if written in ("no.", "No.") and _CODE_BEHIND.match(after):
        return _HAS_CODES.search(before) is not None
    if written in _AFTER_NO_NUMBER and re.search(r"\d ?$", before):
        return False
    if _is_in_life(written, before, after):
        return True
    letters = len(written) > 3 or written in ("pt.", "Pt.", "Ex.")
    section = written in ("p.", "pp.") and _PAGE_OF_SECTION.match(after)
    return bool(section or (_NUMBERED if letters else _NUMBER).match(after))


def _is_in_life(written: str, before: str, after: str) -> bool:
    """Whether a letter is that of a biography or a century: "b. Kim Nam-joon", "r. c. 268 BC", "the 3rd c. AD"."""
    if written == "c." and _ORDINAL_BEFORE.search(before):
        return True
    if written in ("b.", "d.") and _IN_LIFE.search(before):
        return _BORN.match(after) is not None
    return written in ("b.", "d.", "r.") and _CIRCA.match(after) is not None


def _is_street(before: str, after: str, *, dotted: bool) -> bool:
    """Whether "St." or "Dr." ends the name of a street: a name precedes it, and no other name follows."""
    if re.search(r"\b\d{1,5} [A-Z] $", before):
        return True  # 2121 K St.
    named = re.search(r"(?:\b(?P<word>[A-Z][a-z'’]+)|\d(?:st|nd|rd|th)) $", before)
    if named is None:
        return False
    numbered = re.search(
        r"\b\d{1,5} (?:[NSEW]\.? )?(?:[A-Z][\w'’]*|\d+(?:st|nd|rd|th))(?: [A-Z][\w'’]*)? $", before
    )
    if numbered or named["word"] is None:
        return True
    if named["word"] in _NOT_STREETS:
        return False
    return not re.match(rf" (?!{BEGINNINGS}\b)[A-Z][a-z]", after)
