"""Makes the words for formulas of a language from tables that have several commands in a key."""

from collections.abc import Callable, Mapping
from string import ascii_uppercase
from types import MappingProxyType
from typing import Any

from kokoro_speech_server.text.normalization.formula_words import FormulaWords, Names
from kokoro_speech_server.text.normalization.international.locale import Locale
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller

_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi"
    " psi omega"
).split()
_SHARED = {
    "rfloor rceil": ",", "colon": ":", "imath": "I", "jmath": "J", "ell": "L", "checkmark square blacksquare": "",
    "nabla": "nabla",
}  # fmt: skip
_SHARED_MARKS = {",": ",", ";": ";", ".": ".", ":": ":", "?": "?"}
_NAMED_ALIKE = {
    "+": "+", "- −": "-", "* times cdot": "*", "/": "/", "pm ±": "pm", "mp": "mp", "div ÷": "div", "cup": "cup",
    "cap": "cap", "setminus": "-", "oplus": "oplus", "otimes": "otimes", "wedge land": "and", "vee lor": "or",
    "bmod mod": "mod", "circ": "circ", "×": "*",
}  # fmt: skip


def spread(table: Mapping[str, str]) -> dict[str, str]:
    """A table by single commands, from one with several of them in a key."""
    return {key: name for keys, name in table.items() for key in keys.split()}


def formula_words(
    locale: Locale,
    *,
    greek: str,
    own_letters: Names = MappingProxyType({}),
    names: Names,
    operators: Names,
    relations: Names,
    functions: Names,
    large: Names,
    limits: Names,
    marks: Names,
    half: str,
    cube_root: str,
    any_root: str,
    root: str | None = None,
    ordinal: str | None = None,
    capital_letters: bool = False,
    spaced: bool = True,
    **words: Any,
) -> FormulaWords:
    """The words of a language. The other arguments are as in FormulaWords.

    greek:           the names of the letters, in their order
    own_letters:     the names of Latin letters that are not read as such alone
    operators:       the names of + - * / pm mp div cup cap oplus otimes and or mod circ
    half:            ½
    cube_root:       template
    any_root:        template of another root, with its degree
    root:            the same with the degree's ordinal, in the gender that `ordinal` names as CLDR does
    capital_letters: whether letters are read as such only if they are capitals; otherwise these may be numerals
    """
    speller = NumberSpeller(locale, spaced=spaced)
    greek_letters = dict(zip(_GREEK, greek.split(), strict=True))
    variants = {f"var{name}": greek_letters[name] for name in ("epsilon", "theta", "phi", "rho", "sigma")}
    capitals = {name.capitalize(): said for name, said in greek_letters.items()}

    def fraction(above: int, below: int) -> str:
        if (above, below) == (1, 2):
            return half
        if below > 10:
            return str(words["over"]).format(speller.cardinal(above), speller.cardinal(below))
        return locale.fraction(speller, above, below, "")

    def named_root(degree: int | str) -> str:
        if degree == 3:
            return cube_root
        if root and isinstance(degree, int) and 3 < degree <= 10:
            return root.format(speller.spell(degree, f"spellout-ordinal-{ordinal}"), "{}")
        said = speller.cardinal(degree) if isinstance(degree, int) else degree
        return any_root.format(said.replace("{", "").replace("}", ""), "{}")

    return FormulaWords(
        spaced=spaced,
        decimal_comma=locale.decimal == ",",
        number=_number(speller),
        cardinal=speller.cardinal,
        fraction=fraction,
        greek=greek_letters | variants | capitals,
        letters={letter: letter if capital_letters else letter.lower() for letter in ascii_uppercase}
        | dict(own_letters),
        names=spread(_SHARED) | spread(names),
        operators={key: operators[name] for key, name in spread(_NAMED_ALIKE).items()},
        relations=spread(relations),
        functions=spread(functions),
        large=spread(large),
        limits=spread(limits),
        marks=_SHARED_MARKS | spread(marks),
        root=named_root,
        **words,
    )


def _number(speller: NumberSpeller) -> Callable[[str], str]:
    def number(text: str) -> str:
        return speller.number(f"0{text}" if text.startswith(".") else text)

    return number
