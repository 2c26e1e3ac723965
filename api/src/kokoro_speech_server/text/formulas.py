"""Formulas in TeX within a text, put into words before Markdown takes their marks for its own."""

import re
from collections.abc import Collection, Iterator
from importlib import import_module

from kokoro_speech_server.text import normalization
from kokoro_speech_server.text.formula_quantities import SIUNITX, plain_quantity, siunitx_quantity
from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.normalization.formula_reader import read_formula
from kokoro_speech_server.text.normalization.formula_words import FormulaWords
from kokoro_speech_server.text.normalization.rules import Category
from kokoro_speech_server.text.source_text import Edit, SourceText

_LONGEST = 1200
_ENVIRONMENTS = (
    "equation|align|alignat|gather|multline|eqnarray|displaymath|math|matrix|pmatrix|bmatrix|vmatrix|Vmatrix|Bmatrix|"
    "cases|split|aligned|array"
)
_BESIDE = r"A-Za-z\d_À-ʯͰ-῿"
"""Letters beside which a dollar sign is none of a formula: not those of scripts without spaces."""
_FORMULA = re.compile(
    r"(?P<code>`{1,3}+[^`\n]{1,400}+`{1,3}+|\\\$)"
    rf"|\$\$(?P<display>[^$]{{1,{_LONGEST}}}+)\$\$"
    rf"|\\\((?P<round>(?:[^\\]|\\(?![()\[\]])){{1,{_LONGEST}}}+)\\\)"
    rf"|\\\[(?P<square>(?:[^\\]|\\(?![()\[\]])){{1,{_LONGEST}}}+)\\\]"
    rf"|(?P<environment>\\begin\{{(?P<name>{_ENVIRONMENTS})\*?\}}(?:[^\\]|\\(?!end\{{(?P=name)))"
    rf"{{0,{_LONGEST}}}+\\end\{{(?P=name)\*?\}})"
    rf"|(?<![{_BESIDE}\\$])\$(?P<inline>(?=[^\s$])[^$\n]{{1,300}}+)(?<![\s\\])\$(?![{_BESIDE}$])"
    rf"|(?P<siunitx>{SIUNITX})"
)
_SIGN = re.compile(r"[\\^_={}<>+]")
_COMMAND = re.compile(
    r"\\(?:text|mathrm|operatorname|mathbf|label|tag|ce|textbf|mbox|begin|end)\*?\s?\{[^{}]{0,200}\}|\\[a-zA-Z]{1,24}"
    r"|\{|\}"
)
_LONG_WORD = re.compile(
    r"[^\W\d_]{4}|(?<![^\W\d_])(?!sin|cos|tan|log|exp|max|min|gcd|lim|det)[a-z]{3}(?![^\W\d_])"
)
_BARE = re.compile(
    r"[(\[|]?-?(?:\d{1,3}[a-zA-Z]?|[a-zA-Z]{1,3}'{0,2})(?:[ ,()\[\]/|!*'-]{1,3}[a-zA-Z0-9]{0,3}){0,12}"
)
_NUMBER_ALONE = re.compile(r"-?\d{1,3}\.\d{1,6}")
_AMOUNT = re.compile(r"-?\d{1,12}(?:[.,]\d{1,6}){0,4}\s")
_CURRENCY = re.compile(r"\s(?:US|R|A|C|AR|AU|CA|CL|CO|HK|MX|Mex|NZ|NT|CN)\Z")
_OPENING = re.compile(r"\$\$|\\[(\[]|\\begin\{|\\\Z|(?<![A-Za-z\d_\\$])\$(?![\s\d$])(?=[^$\n]{0,300}\Z)")
_BEGIN = re.compile(r"\$|\\[(\[bSq]")


def with_formulas_read(
    source: SourceText, language: Language, categories: Collection[Category]
) -> SourceText:
    """The text with its formulas in words, in languages that have them. An amount ("$5 and $10") is no formula."""
    if Category.MATH not in categories or language.formulas is None or not _BEGIN.search(source.text):
        return source
    return source.replace(_edits(source.text, language))


def undecided_formula(text: str, language: Language, categories: Collection[Category]) -> int:
    """Where a formula begins that what follows may end, or else the length of the text."""
    if Category.MATH not in categories or language.formulas is None:
        return len(text)
    closed = max((match.end() for match in _FORMULA.finditer(text)), default=0)
    opening = _OPENING.search(text, max(closed, len(text) - _LONGEST))
    return opening.start() if opening else len(text)


def _edits(text: str, language: Language) -> Iterator[Edit]:
    # Imported late, as the rules of a language are.
    module = import_module(f"{normalization.__name__}.{language.formulas}")
    words: FormulaWords = module.formula_words(language)
    for match in _FORMULA.finditer(text):
        if match["siunitx"]:
            if (quantity := siunitx_quantity(match)) is not None:
                yield Edit(match.start(), match.end(), quantity)
            continue
        formula = next(filter(None, match.group("display", "round", "square", "environment", "inline")), None)
        if formula is None or (match["inline"] and not _is_formula(formula)):
            continue
        yield Edit(match.start(), match.end(), _read(formula, words))


def _read(formula: str, words: FormulaWords) -> str:
    """The words for a formula; a number with a unit at its end is left to the rules for units."""
    quantity = plain_quantity(formula)
    if quantity is None:
        return read_formula(formula, words)
    before, plain = quantity
    return f"{read_formula(before, words)} {plain}".strip()


def _is_formula(inline: str) -> bool:
    """Whether what is between two dollar signs is a formula, not the text between two amounts or variables."""
    if _NUMBER_ALONE.fullmatch(inline):
        return True
    bare = _COMMAND.sub(" ", inline)
    if _LONG_WORD.search(bare) or (_AMOUNT.match(inline) and _CURRENCY.search(inline)):
        return False
    return _SIGN.search(inline) is not None or _BARE.fullmatch(inline) is not None
