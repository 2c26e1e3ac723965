"""Chemical formulas that are read letter by letter: H2SO4, Ca(OH)2, NaCl, Fe³⁺, CO₂."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_ELEMENTS = frozenset(
    """H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb
    Mo Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Nd Sm Eu Gd W Re Os Ir Pt Au Hg Tl Pb Bi Ra Th U Pu""".split()
)
_WITHOUT_NUMBERS = frozenset(
    """NaCl NaOH HCl KCl KOH CaO MgO HF HBr HI AgCl ZnO CuO FeO FeS NaF KBr KI LiF GaN GaAs SiC NaHCO NaClO HClO HCN KCN
    ZnS CuS PbS BaO NaBr NaI SnO PbO KClO CdTe InP""".split()
)
_SINGLE = frozenset(("O2", "O3", "N2", "H2", "Cl2"))
"""Elements alone, which are so many other things that words or signs around must say that they are gases."""
_GAS = re.compile(
    "氧|氢|氮|氯|气体|酸素|水素|窒素|塩素|オゾン|気体|गैस|ऑक्सीजन|हाइड्रोजन|नाइट्रोजन|ओज़ोन|[→+] ?[A-Z]|[A-Z₂2] ?[→+]"
    "|[Oo]xig[eê]n|[Oo]z[oô]n|[Hh]idrog|[Nn]itrog"
)
_IONS = ("H", "K")
_EQUATION = re.compile("[→=⇌⟶↔]")
_MOST = 24
"""Atoms of one kind: a larger number is no formula's."""

_ATOM = r"[A-Z][a-z]?(?:[2-9₂-₉]|[12₁₂][\d₀-₉])?"
_PART = rf"{_ATOM}|\((?:{_ATOM}){{1,4}}\)[2-9₂-₉]?"
_CHARGE = r"(?:[²³]?[⁺⁻]|[23]?\+(?![\w+ ])|(?<=[Hld])[-−](?![\w -]))?"
_BEGIN, _END = r"(?<![A-Za-z\d@#._/,-])", r"(?![A-Za-z\d₀-₉@_]|\.\d|-[A-Za-z\d])"
_FORMULA = re.compile(
    rf"{_BEGIN}(?P<times>(?:[2-9]|1\d)(?=[A-Z(]))?(?=[A-Za-z()]{{1,16}}[1-9₁-₉⁺⁻²³+−-])(?P<formula>(?:{_PART}){{1,12}})(?P<charge>{_CHARGE}){_END}"
)
_PLAIN = re.compile(
    rf"{_BEGIN}(?P<times>(?:[2-9]|1\d))?(?P<formula>{any_of(_WITHOUT_NUMBERS)})(?P<charge>){_END}"
)
_NUMBERED = re.compile("[A-Za-z)][1-9₁-₉⁺⁻²³+−-]")
_KNOWN = re.compile(any_of(_WITHOUT_NUMBERS))
_PARTS = re.compile(r"([A-Z][a-z]?)|([\d₀-₉]+)|([()])")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉²³", "012345678923")


def formula_rules(
    spell: Callable[[str], str],
    count: Callable[[int], str],
    number: Callable[[int], str],
    charges: tuple[str, str],
    join: Callable[[list[str]], str],
) -> tuple[Rule, ...]:
    """A rule for formulas.

    spell:   the words for an element's letters
    count:   those for a number of molecules
    number:  those for a number of atoms
    charges: those for a positive and a negative charge
    join:    makes one text of the parts
    """

    def say(match: re.Match[str]) -> str | None:
        written = match["formula"].translate(_SUBSCRIPTS)
        parts = _PARTS.findall(written)
        atoms = [element for element, _, _ in parts if element]
        counts = [int(several) for _, several, _ in parts if several]
        subscript = written != match["formula"]
        if not _ELEMENTS.issuperset(atoms) or max(counts, default=0) > _MOST:
            return None
        if not subscript and not match["charge"]:
            if match["times"] and not _EQUATION.search(match.string):
                return None
            if len(atoms) == 1 and not (written in _SINGLE and _GAS.search(match.string)):
                return None
            if not counts and match.re is not _PLAIN:
                return None
        if match["charge"] == "+" and len(atoms) == 1 and written not in _IONS and len(written) == 1:
            return None
        words = [
            spell(element) if element else number(int(several))
            for element, several, _ in parts
            if element or several
        ]
        if match["times"]:
            words.insert(0, count(int(match["times"])))
        if match["charge"]:
            charge = match["charge"].translate(_SUBSCRIPTS)
            words += [number(int(charge[0]))] if charge[0].isdigit() else []
            words.append(charges[charge[-1] in "⁻-−"])
        return join(words)

    return (
        Rule(Category.CHEMISTRY, _FORMULA, say, needs=_NUMBERED),
        Rule(Category.CHEMISTRY, _PLAIN, say, needs=_KNOWN),
    )
