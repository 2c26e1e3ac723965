"""The words in which a language reads formulas in TeX."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Names = Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaWords:
    """The words of one language.

    Tables are by TeX's commands or by marks. In templates, `{}` is the place of each part, in the order in which it is
    said. A comma at the end of a template is a short pause, by which a listener hears where a part ends.
    """

    spaced: bool = True
    """Whether spaces separate words."""
    decimal_comma: bool
    """Whether a comma between two digits is a decimal mark."""
    number: Callable[[str], str]
    """A written number in words."""
    cardinal: Callable[[int], str]
    fraction: Callable[[int, int], str]
    """A small numerator and denominator in words."""

    greek: Names
    letters: Names
    """What a converter reads as the name of a letter, by its capital."""
    names: Names
    """Everything that is none of the following."""
    operators: Names
    relations: Names
    functions: Names
    """Without the word `of`, unless the name ends with it."""
    large: Names
    """Sums and the like, which have bounds."""
    limits: Names
    accents: Names
    around: Mapping[str, tuple[str, str]]
    """Words before and after what a command encloses."""
    sets: Names
    """Of blackboard letters."""
    marks: Names
    """Of punctuation and brackets; "" and "," are silent."""
    raised: Names
    """Of what stands alone in a superscript."""

    of: str
    """Between a function and its argument."""
    times: str
    """Between factors without a sign."""
    by: str
    """Between the sizes of a matrix."""
    negative: str
    """A sign, unlike the operator."""
    dot: str
    """The product of vectors."""
    maps_from: str
    """The colon of f: A → B."""
    below: str
    """A subscript."""
    primes: tuple[str, str, str]
    squared: str
    cubed: str
    power: str
    square_root: str
    root: Callable[[int | str], str]
    """The name of another root by its degree, in digits or in words."""
    over: str
    derivative: str
    long_fraction: str
    choose: str
    bounds: str
    """From a number to another."""
    range: str
    """What is below a sum without an upper bound, and below a limit without an arrow."""
    approaches: str
    """What is below a limit: a name and its limit."""
    inverse: str
    base: str
    """A function and its base."""
    negated: Callable[[str], str]
    """A relation that is crossed out."""
    absolute: str
    norm: str
    given: str
    brackets: str
    set: str
    set_such_that: str
    member: tuple[str, str]
    """The relation of members of a set, and what it is in the definition of one."""
    interval: str
    matrix: str
    """Rows and columns as numbers, and what follows."""
    determinant: str
    row: str
    """Its number and content."""
    contractions: Names = field(default_factory=dict)
    """What two words become beside each other: "de el" is "del"."""
