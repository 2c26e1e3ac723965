"""Formulas that Spanish and Portuguese texts write in plain characters: E = mc², 4ac, f'(x), (a + b)², log₁₀(x), eˣ."""

import re
from collections.abc import Callable, Mapping

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.romance_functions import (
    BRACKET,
    FORMULA,
    SIGNS,
    function_rule,
)
from kokoro_speech_server.text.normalization.international.units import unit_nouns
from kokoro_speech_server.text.normalization.rules import Category, Rule

_LETTERS = "a-zA-ZΑ-Ωα-ω"
_RAISED = "⁻?[²³¹⁰⁴-⁹]{1,3}"
_TERM = re.compile(
    rf"(?<![\w.,'’])(?:(?P<factor>\d{{1,3}})(?P<letters>[{_LETTERS}]{{1,3}})(?P<power>{_RAISED})?"
    rf"|(?P<letters2>[{_LETTERS}]{{2,3}})(?P<power2>{_RAISED}))(?!\w|['’]\w)"
)
_TERM_NEEDS = re.compile(r"[a-zA-ZΑ-Ωα-ω]⁻?[²³¹⁰⁴-⁹]|\d[a-zA-ZΑ-Ωα-ω]")
_BESIDE = re.compile(rf"[{SIGNS}(-] ?$")
_AHEAD = re.compile(rf" ?(?:[{SIGNS})]|[-–] ?[\w(])")
_GREEK = re.compile("[Α-Ωα-ω]")
_EQUATION = re.compile(r"[=√≈≤≥±×]|→")
_POWER = re.compile(r"(?<=\))(?:(?P<raised>[²³¹⁰⁴-⁹]{1,3})|\^(?P<up>\d{1,2}))(?!\w)")
_UP = re.compile(r"(?<=[\w)])\^(?=[({]?[-−]?[a-zA-Z\d])")
_LOGARITHM = re.compile(r"(?<!\w)log(?P<base>[₀-₉]{1,2})")
_OVER = re.compile(r"(?:(?<=[)\dᵢⱼₙ₀-₉²³])|(?<=\b[a-zA-Z])) ?/ ?(?=\d|\(|[a-zA-Z](?:\b|[₀-₉²³]))")
_FUNCTIONS = re.compile(
    r"(?<!\w)(?P<name>sen|sin|cos|tan|tg|log|ln)(?P<power>[²³])?(?: (?=[b-df-np-xzα-ωA-Z]\b|\d)| ?(?=[(α-ω]))"
)
_INDEX = re.compile(r"(?<=\w)[ᵢⱼₖₙₓ]")
_LETTER_POWER = re.compile(r"(?<=[\w)])[ⁿˣᵗᵏ]")
_SMALL = dict(zip("ᵢⱼₖₙₓⁿˣᵗᵏ", "ijknxnxtk", strict=True))
_SUM = re.compile(r"Σ ?(?=[a-z(])")
_TENDS = re.compile(r"(?<=\b[a-z] )→(?= ?(?:[∞+-]|[\d][\d,]{0,4}\b|[a-z]\b))")
_INTEGRAL = re.compile(r"∫(?P<low>[₀-₉]{1,3})(?P<high>[⁰¹²³⁴-⁹]{1,3}) ?")
_LOWERED = re.compile(r"(?<=[^\W\d_])[₀-₉]{2,4}")
_SLASH = re.compile("/")
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₆₇₈₉", "0123456789-0123456789")


def term_rules(
    *,
    prime: str,
    of: str,
    over: str,
    base: str,
    tends: str,
    total: str,
    functions: Mapping[str, str],
    letters: Mapping[str, str],
) -> Callable[[NumberSpeller], tuple[Rule, ...]]:
    """Rules for products of letters, which only signs beside them tell from words, units and ordinals.

    prime: the name of the mark of f'
    of:    the word between a function and what it is of
    over:  the word for the slash behind a bracket
    base:  template for a logarithm with a base
    tends: what "→" says between a variable and its limit
    total: the name of Σ
    functions: the names of "sen", "cos" and others
    letters: the names of letters that are words by themselves
    """

    def rules(speller: NumberSpeller) -> tuple[Rule, ...]:
        units = unit_nouns(speller.locale)

        def power(written: str) -> str:
            if written in ("2", "3"):
                return speller.locale.squared if written == "2" else speller.locale.cubed
            words = speller.signed(
                "-" if written.startswith("-") else None, speller.number(written.lstrip("-"))
            )
            return speller.locale.power.format("", words).strip()

        def term(match: re.Match[str]) -> str | None:
            row = match["letters"] or match["letters2"]
            written = match["power"] or match["power2"] or ""
            beside = _BESIDE.search(match.string[max(0, match.start() - 2) : match.start()])
            if not (beside or _AHEAD.match(match.string, match.end()) or _GREEK.search(row)):
                return None
            is_unit = row in units or row + written in units
            if is_unit or row in ("am", "pm") or (row.isupper() and not written):
                return None
            factor = speller.number(match["factor"]) if match["factor"] else ""
            return speller.join(
                factor,
                " ".join(letters.get(one, one) for one in row),
                power(written.translate(_DIGITS)) if written else "",
            )

        def raised(match: re.Match[str]) -> str:
            return " " + power((match["raised"] or match["up"]).translate(_DIGITS))

        def logarithm(match: re.Match[str]) -> str:
            return base.format(speller.number(match["base"].translate(_DIGITS))) + " "

        def divided(match: re.Match[str]) -> str | None:
            return f" {over} " if _EQUATION.search(match.string) else None

        def named(match: re.Match[str]) -> str | None:
            if not FORMULA.search(match.string) or match["name"] not in functions:
                return None
            power = {"²": speller.locale.squared, "³": speller.locale.cubed}.get(match["power"] or "", "")
            return speller.join(functions[match["name"]], power, of) + " "

        def integral(match: re.Match[str]) -> str:
            bounds = (speller.number(match[bound].translate(_DIGITS)) for bound in ("low", "high"))
            return f"integral de {speller.locale.span.format(*bounds)} de "

        def raised_to_letter(match: re.Match[str]) -> str:
            return f" {speller.locale.power.format('', _SMALL[match[0]]).strip()}"

        return (
            Rule(Category.MATHS, _FUNCTIONS, named, needs=_FUNCTIONS),
            Rule(Category.MATHS, _TERM, term, needs=_TERM_NEEDS),
            function_rule(speller, (prime, f"{prime} {prime}"), of),
            Rule(Category.MATHS, _POWER, raised, needs=BRACKET),
            Rule(
                Category.MATHS,
                _UP,
                lambda match: f" {speller.locale.power.format('', '').strip()} ",
                needs=re.compile(r"\^"),
            ),
            Rule(Category.MATHS, _LOGARITHM, logarithm, needs=re.compile("log[₀-₉]")),
            Rule(Category.MATHS, _OVER, divided, needs=_SLASH),
            Rule(Category.MATHS, _INDEX, lambda match: " " + _SMALL[match[0]], needs=_INDEX),
            Rule(Category.MATHS, _LETTER_POWER, raised_to_letter, needs=_LETTER_POWER),
            Rule(Category.MATHS, _INTEGRAL, integral, needs=_INTEGRAL),
            Rule(
                Category.MATHS,
                _LOWERED,
                lambda match: " " + speller.number(match[0].translate(_DIGITS)),
                needs=_LOWERED,
            ),
            Rule(Category.MATHS, _SUM, lambda match: f"{total} ", needs=_SUM),
            Rule(Category.MATHS, _TENDS, lambda match: tends, needs=_TENDS),
        )

    return rules
