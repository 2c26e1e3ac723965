"""Acronyms in languages that espeak-ng reads: "ONU" is a word, "OMS" is letters, which espeak-ng tells by sounds alone.

Acronyms that cannot be words are spelled: those of three letters but for those like "ONU" and "SUS", and those whose
consonants no word has in a row. A table has those of which the letters say nothing.
"""

import re
from collections.abc import Sequence

from kokoro_speech_server.text.g2p.base import G2P
from kokoro_speech_server.text.g2p.respelling import Respelling, with_respellings
from kokoro_speech_server.text.g2p.romance_acronym_tables import AcronymTable

CAPITALS = re.compile(r"(?<![^\W_])[A-Z]{2,8}+(?![^\W_])")
_PLURAL = re.compile(r"(?<![^\W_])([A-Z]{2,6}+)s(?![^\W_])")
_ACCENTED = re.compile(r"(?<![^\W_])(?=[A-Z]{0,7}[À-Þ])[A-ZÀ-Þ]{2,8}+(?![^\W_])")
_ROMAN_TO_ESPEAK = re.compile("[CDLM][CDLMV]{1,2}")
_NAMES = re.compile(r"(?<![^\W_])[A-Z][a-z]{3,7}+(?![^\W_])")
_LATIN = re.compile(r"(?<![^\W_])[A-Za-z]{1,14}+(?:-[A-Za-z]{2,10}+)?+(?![^\W_])")
_FOREIGN = re.compile(r"(?<![^\W_])[^\W\d_]{3,24}+(?![^\W_])")
_ELIDED = re.compile(r"(?<![^\W_])[A-Z]{1,2}['’][A-Z](?![^\W_])")
"""An article in capitals before a letter, which espeak-ng would take for letters together: "L'A1"."""
_ELIDED_LETTER = re.compile(r"(?<=[dlDL]['’])[FHLMNRSX](?![^\W_])")
"""A letter whose name begins with a vowel behind an elided word: "d'H"."""
_JOINED = re.compile(r"(?<![^\W_])(?P<article>[DLNdlO])['’](?P<name>[^\W\d_]{2,20}+)(?![^\W_])")
"""An article, or the "O" of Irish names, which is one word with the name behind it: "L'Escala"."""
_SAINT = re.compile(r"(?<![^\W_])[Ss]aint[- ](?P<name>[AEIOUYHÉÈÎ][^\W\d_]{1,20}+)(?![^\W_])")
_PART = re.compile(r"[A-Za-z]{2,14}+")
_SMALL = re.compile(r"[a-zß-ÿ]")
_WORDS = re.compile(r"[A-ZÀ-Þ]{2,}+")
_ROMAN = re.compile(r"[IVX]+")
_CONSONANT = "[B-DF-HJ-NP-TV-XZ]"
_ENDING = "(?:[LMNR][CDGKPST]|[RN][MN]|NX|CH|CK|CT|DS|FF|GH|KS|LL|PH|PS|PT|SH|SK|SP|SS|ST|TH|TS|TT|TZ)"
_ONSET = "(?:[BCDFGKPTV]R|[BCFGKP]L|S[CFHKLMNPQTVW]|[CGPRSTKW]H|TS|QU|GU|GN)"
_HARD = "[BCDFGKPT](?![LRHUY])"
NO_WORD = re.compile(
    rf"[AEIOU]{_CONSONANT}{{2}}|(?!.U)(?!.Y){_CONSONANT}{{2}}[AEIOU]|[AEIOU]{{2}}{_CONSONANT}"  # OMS, FMI, IUT
    rf"|.{{0,2}}[AEIOUY](?!{_ENDING}){_CONSONANT}{{2}}"  # SARL
    rf"|.{{0,3}}[AEIOUY]{_CONSONANT}{{3,4}}"  # IRPF
    rf"|[AEIOU]{_HARD}{_CONSONANT}[AEIOU]"  # IBGE
    rf"|(?!{_ONSET}){_CONSONANT}{{2}}[A-Z]{{2,3}}|{_CONSONANT}{{3}}[A-Z]{{1,3}}"  # CPAM, BNDES
)
_VOWEL_LETTER = re.compile("[AEIOUY]")
_HIATUS = re.compile(f"{_CONSONANT}(?!A[IUY]|E[IUY]|O[IUY])[AEIO][AEIOU]")


def with_acronyms(table: AcronymTable, convert: G2P) -> G2P:
    """A converter that passes the names of letters to `convert`, and joins the phonemes of each acronym.

    In a text in capitals alone, nothing shows what is an acronym.
    """

    def found(text: str) -> list[Respelling]:
        acronyms = [(match, said) for match in CAPITALS.finditer(text) if (said := _said(table, match))]
        if table.iberian:
            plurals = [(match, _said(table, match, 1)) for match in _PLURAL.finditer(text)]
            acronyms += [(match, said + "s") for match, said in plurals if said]
            acronyms += [(match, match[0].lower()) for match in _ACCENTED.finditer(text)]
        spelled = sum(len(match[0]) for match, said in acronyms if said != match[0].lower())
        acronyms += [(match, match[0].lower()) for match in _ELIDED.finditer(text)]
        if acronyms and is_shouted(text, spelled):
            acronyms = []
        return acronyms + _written_otherwise(table, text)

    return with_respellings(found, convert)


def _written_otherwise(table: AcronymTable, text: str) -> list[Respelling]:
    """The acronyms written like names ("Insee") and the words of other languages, with what is passed on instead."""
    if not table.loans:
        return []
    names = [(match, table.respelled.get(match[0].upper(), "")) for match in _NAMES.finditer(text)]
    loans = [
        (match, table.loans.get(match[0].lower(), ""))
        for whole in _LATIN.finditer(text)
        for match in _parts(table, whole)
    ]
    joined = [(match, _joined(table, match)) for match in _JOINED.finditer(text)] if table.joined else []
    foreign = [(match, table.name(match[0])) for match in _FOREIGN.finditer(text)]
    others = [*joined, *names, *_with_liaison(table, text), *loans, *foreign]
    return [*table.phrases(text), *((match, said) for match, said in others if said)]


def _joined(table: AcronymTable, match: re.Match[str]) -> str:
    name = match["name"].lower()
    return match["article"].lower() + (table.loans.get(name) or name.removeprefix("h"))


def _with_liaison(table: AcronymTable, text: str) -> list[tuple[re.Match[str], str]]:
    """Letters behind an elided word, and saints whose names begin with a vowel: "Saint-Étienne"."""
    if not table.liaison:
        return []
    letters = [(match, table.letters[match[0]]) for match in _ELIDED_LETTER.finditer(text)]
    saints = [
        (match, "saint-t" + (table.name(match["name"]) or match["name"].lower()).removeprefix("h"))
        for match in _SAINT.finditer(text)
    ]
    return letters + saints


def _parts(table: AcronymTable, whole: re.Match[str]) -> Sequence[re.Match[str]]:
    """A word with a hyphen if the table has it as a whole, and otherwise the words on both sides of the hyphen."""
    if "-" not in whole[0] or whole[0].lower() in table.loans:
        return [whole]
    return list(_PART.finditer(whole.string, whole.start(), whole.end()))


def _said(table: AcronymTable, match: re.Match[str], group: int = 0) -> str:
    """What is passed on instead of the acronym, or "" if it is passed on itself.

    Words are passed on in small letters, since espeak-ng spells short ones in capitals beside small letters.
    """
    acronym = match[group]
    if acronym in table.respelled:
        return table.respelled[acronym]
    if acronym in table.words:
        return acronym.lower()
    if table.iberian and (_ROMAN_TO_ESPEAK.fullmatch(acronym) or _is_pair(acronym)):
        return _spelled(table, acronym)
    if table.pair_words and _is_pair(acronym) and acronym not in table.pair_words:
        return _spelled(table, acronym)
    if _ROMAN.fullmatch(acronym) or not _VOWEL_LETTER.search(acronym):
        elided = match.string[: match.start()].endswith(("'", "’"))  # espeak-ng would say l'SSD as one word
        return _spelled(table, acronym) if elided or acronym in table.spelled else ""
    hard = NO_WORD.fullmatch(acronym) or (table.hiatus and _HIATUS.fullmatch(acronym))
    return _spelled(table, acronym) if hard or acronym in table.spelled else acronym.lower()


def _is_pair(acronym: str) -> bool:
    """Whether an acronym is of two letters that are no Roman numeral, or a size: "XL"."""
    return acronym == "XL" or (len(acronym) == 2 and not _ROMAN.fullmatch(acronym))


def _spelled(table: AcronymTable, acronym: str) -> str:
    return " ".join(table.letters[letter] for letter in acronym)


def is_shouted(text: str, known: int) -> bool:
    """Whether most of the text is words in capitals. `known` is the number of letters in acronyms."""
    capitals = sum(map(len, _WORDS.findall(text))) - known
    return capitals > 6 and capitals > len(_SMALL.findall(text))
