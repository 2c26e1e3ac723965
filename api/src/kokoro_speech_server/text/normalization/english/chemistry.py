"""Chemical formulas: H2O, CO₂, C6H12O6, Ca(OH)2, Na⁺."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import NUMERIC
from kokoro_speech_server.text.normalization.rules import Category, Rule

_ELEMENTS = (
    "He|Li|Be|Ne|Na|Mg|Al|Si|Cl|Ar|Ca|Sc|Ti|Cr|Mn|Fe|Co|Ni|Cu|Zn|Ga|Ge|As|Se|Br|Kr|Rb|Sr|Zr|Nb|Mo|Tc|Ru|Rh|Pd|Ag|"
    "Cd|In|Sn|Sb|Te|Xe|Cs|Ba|La|Ce|Pt|Au|Hg|Tl|Pb|Bi|Po|Rn|Ra|Th|Pu|H|B|C|N|O|F|P|S|K|V|Y|I|W|U"
)
_TERM = rf"(?:(?:{_ELEMENTS})(?:[₀-₉]{{1,3}}|\d{{1,2}})?)"
_FORMULA = re.compile(
    rf"(?<![\w.-])(?=[A-Za-z()]{{1,20}}[\d₀-₉⁺⁻²³])(?:{_TERM}|\({_TERM}{{1,6}}\)(?:[₀-₉]{{1,3}}|\d{{1,2}})?){{1,12}}"
    r"(?P<charge>[²³⁴]?[⁺⁻])?(?P<equivalent>(?<=[₂2])e)?(?![\w₀-₉⁺⁻])"
)
_PLUS = re.compile(r"\+")
_CAPITALS = re.compile("[A-Z][a-z]?[A-Z]")
_PLAIN = re.compile(
    r"(?<![\w.-])(?P<count>\d{1,2})?(?P<formula>NaCl|NaOH|HCl|KOH|KCl|HBr|CaO|MgO|FeO|CuO|ZnO|NaF|NaBr|KBr|AgCl|HCN"
    r"|NaCN|"
    r"KCN|LiCl|CsCl|ClO|NaClO|CuCl|FeS|ZnS|CdTe|GaAs|GaN|SiC|InP)(?!\w)"
)
_ION = re.compile(
    r"(?<![\w-])(?P<element>Na|Ca|Mg|Fe|Cu|Zn|Li|Al|Ag|Mn|Ni|Pb|Hg|Ba)(?P<count>[234]?)\+(?![\w+])"
)
_WATER = re.compile(r"(?<=[A-Za-z)\d₀-₉]) ?[·•] ?(?=\d{0,2}H(?:2|₂)O)")
_REACTS = re.compile(
    r"(?:(?<=[A-Z₀-₉\d)⁺⁻])|(?<=[A-Z][a-z])) ?(?P<arrow>→|⟶|->|⇌|⇄|⇋) ?(?=(?:\d{1,2} ?)?(?:[A-Z][a-z]?[A-Z₀-₉\d(]|"
    r"[A-Z][a-z]?(?: ?\+| ?[⁺⁻(])|[A-Z][a-z]?(?![A-Za-z])))"
)
_COMPOUND = (
    r"(?:[A-Za-z)][₀-₉]|(?<![A-Za-z])\d?(?:H2|O2|N2|Cl2|O3|CO2|H2O|CH4|NH3|SO2|NO2)(?!\w)|"
    r"(?<![A-Za-z])[A-Z][a-z]?[A-Z][a-z]?[2-9](?!\w))"
)
_REACTION = re.compile(rf"{_COMPOUND}[^.]{{0,40}}(?:[→⟶⇌⇄⇋]|->)|(?:[→⟶⇌⇄⇋]|->)[^.]{{0,40}}{_COMPOUND}")
_YIELDS = {"⇌": "is in equilibrium with", "⇄": "is in equilibrium with", "⇋": "is in equilibrium with"}
_ISOTOPE = re.compile(r"(?<![\w^])(?P<mass>[⁰¹²³⁴-⁹]{1,3})(?P<element>[A-Z][a-z]?)(?![\w])")
_ISOTOPES = {
    "H": "hydrogen", "He": "helium", "Li": "lithium", "Be": "beryllium", "B": "boron", "C": "carbon", "N": "nitrogen",
    "O": "oxygen", "F": "fluorine", "Na": "sodium", "P": "phosphorus", "S": "sulfur", "K": "potassium", "Ar": "argon",
    "Fe": "iron", "Co": "cobalt", "Sr": "strontium", "Tc": "technetium", "I": "iodine", "Xe": "xenon",
    "Cs": "caesium", "Pb": "lead", "Po": "polonium", "Rn": "radon", "Ra": "radium", "Th": "thorium", "U": "uranium",
    "Pu": "plutonium", "Am": "americium", "Rb": "rubidium", "Nd": "neodymium", "Sm": "samarium", "Ga": "gallium",
}  # fmt: skip
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_PARTS = re.compile(r"[A-Z][a-z]?|e|[₀-₉]+|\d+|[()²³⁴⁺⁻]")
_SMALL = str.maketrans("₀₁₂₃₄₅₆₇₈₉²³⁴", "0123456789234")


def chemistry_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """A formula has a count or a charge, and more than one element or a subscript."""

    def formula(match: re.Match[str]) -> str | None:
        written = match[0]
        elements = re.findall(r"[A-Z]", written)
        if (
            len(elements) < 2
            and not re.search(r"[₀-₉⁺⁻]", written)
            and written not in ("O2", "H2", "N2", "O3", "Cl2")
        ):
            return None
        words = []
        for part in _PARTS.findall(written):
            if part[0].isalpha():
                words.append(" ".join(part.upper()))
            elif part in "⁺⁻":
                words.append("plus" if part == "⁺" else "minus")
            elif part not in "()":
                words.append(numbers.cardinal(int(part.translate(_SMALL))))
        return " ".join(words)

    def plain(match: re.Match[str]) -> str:
        count = f"{numbers.cardinal(int(match['count']))} " if match["count"] else ""
        return count + " ".join(match["formula"].upper())

    def ion(match: re.Match[str]) -> str:
        count = f" {numbers.cardinal(int(match['count']))}" if match["count"] else ""
        return f"{' '.join(match['element'].upper())}{count} plus"

    def isotope(match: re.Match[str]) -> str | None:
        name = _ISOTOPES.get(match["element"])
        return name and f"{name} {numbers.code(match['mass'].translate(_RAISED))}"

    def reacts(match: re.Match[str]) -> str:
        return f" {_YIELDS.get(match['arrow'], 'yields')} "

    return (
        Rule(Category.CHEMISTRY, _REACTS, reacts, evidence=_REACTION),
        Rule(Category.CHEMISTRY, _WATER, lambda match: " dot ", needs=_WATER),
        Rule(Category.CHEMISTRY, _ION, ion, needs=_PLUS),
        Rule(Category.CHEMISTRY, _ISOTOPE, isotope, needs=NUMERIC),
        Rule(Category.CHEMISTRY, _FORMULA, formula, needs=NUMERIC),
        Rule(Category.CHEMISTRY, _PLAIN, plain, needs=_CAPITALS),
    )
