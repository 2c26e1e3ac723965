"""Formulas in English, as a teacher reads them aloud."""

from functools import cache
from string import ascii_uppercase

from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.formula_words import FormulaWords

_GREEK = {
    name: name.lower()
    for name in """alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi
    chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega""".split()
}
_NAMES = {
    "varepsilon": "epsilon", "vartheta": "theta", "varphi": "phi", "varrho": "rho", "varsigma": "sigma", "ell": "L",
    "hbar": "H bar", "infty": "infinity", "partial": "partial", "nabla": "nabla", "emptyset": "the empty set",
    "varnothing": "the empty set", "aleph": "aleph", "Re": "the real part of", "Im": "the imaginary part of",
    "ldots": "dot dot dot", "cdots": "dot dot dot", "dots": "dot dot dot", "vdots": "dot dot dot",
    "ddots": "dot dot dot", "angle": "angle", "triangle": "triangle", "prime": "prime", "bullet": "dot",
    "top": "transpose", "bot": "bottom", "neg": "not", "lnot": "not", "therefore": "therefore", "because": "because",
    "%": "percent", "$": "dollars", "&": "and", "#": "number", "checkmark": "", "square": "", "blacksquare": "",
    "degree": "degrees", "S": "section", "dagger": "dagger", "star": "star", "ast": "star", "hslash": "H bar",
    "forall": "for all", "exists": "there exists", "nexists": "there is no", "lfloor": "the floor of", "rfloor": ",",
    "lceil": "the ceiling of", "rceil": ",", "colon": ":", "imath": "I", "jmath": "J", "_": "underscore",
}  # fmt: skip
_OPERATORS = {
    "+": "plus", "-": "minus", "−": "minus", "*": "times", "/": "over", "pm": "plus or minus", "mp": "minus or plus",
    "times": "times", "cdot": "times", "div": "divided by", "cup": "union", "cap": "intersection", "setminus": "minus",
    "oplus": "direct sum", "otimes": "tensor", "wedge": "and", "land": "and", "vee": "or", "lor": "or",
    "bmod": "mod", "mod": "mod", "circ": "of",
}  # fmt: skip
_RELATIONS = {
    "=": "equals", "<": "is less than", ">": "is greater than", "lt": "is less than", "gt": "is greater than",
    "le": "is less than or equal to", "leq": "is less than or equal to", "leqslant": "is less than or equal to",
    "ge": "is greater than or equal to", "geq": "is greater than or equal to",
    "geqslant": "is greater than or equal to", "ne": "is not equal to", "neq": "is not equal to",
    "approx": "is approximately equal to", "simeq": "is approximately equal to", "cong": "is congruent to",
    "equiv": "is equivalent to", "sim": "is similar to", "propto": "is proportional to", "in": "is in",
    "notin": "is not in", "ni": "contains", "subset": "is a subset of", "subseteq": "is a subset of or equal to",
    "supset": "is a superset of", "supseteq": "is a superset of or equal to", "parallel": "is parallel to",
    "perp": "is perpendicular to", "ll": "is much less than", "gg": "is much greater than", "to": "to",
    "rightarrow": "to", "longrightarrow": "to", "mapsto": "maps to", "leftarrow": "from", "Rightarrow": "implies",
    "implies": "implies", "Longrightarrow": "implies", "Leftrightarrow": "if and only if", "iff": "if and only if",
    "leftrightarrow": "to and from", "mid": "given", "vdash": "proves", "models": "models", "coloneqq": "is defined as",
    "≤": "is less than or equal to", "≥": "is greater than or equal to", "≠": "is not equal to",
    "≈": "is approximately equal to", "∈": "is in", "→": "to", "triangleq": "is defined as", "doteq": "equals",
    "uparrow": "up", "downarrow": "down", "nmid": "does not divide", "prec": "precedes", "succ": "succeeds",
}  # fmt: skip
_FUNCTIONS = {
    "sin": "sine", "cos": "cosine", "tan": "tangent", "cot": "cotangent", "sec": "secant", "csc": "cosecant",
    "arcsin": "arc sine", "arccos": "arc cosine", "arctan": "arc tangent", "sinh": "hyperbolic sine",
    "cosh": "hyperbolic cosine", "tanh": "hyperbolic tangent", "log": "log", "ln": "natural log", "lg": "log",
    "exp": "exp", "det": "the determinant of", "dim": "the dimension of", "ker": "the kernel of",
    "deg": "the degree of",
    "arg": "the argument of", "gcd": "the greatest common divisor of", "Pr": "the probability of", "hom": "hom",
    "tr": "the trace of",
}  # fmt: skip
_LARGE = {
    "sum": "the sum", "prod": "the product", "int": "the integral", "iint": "the double integral",
    "iiint": "the triple integral", "oint": "the contour integral", "bigcup": "the union",
    "bigcap": "the intersection", "bigoplus": "the direct sum", "coprod": "the coproduct",
}  # fmt: skip
_LIMITS = {
    "lim": "the limit", "max": "the maximum", "min": "the minimum", "sup": "the supremum", "inf": "the infimum",
    "limsup": "the limit superior", "liminf": "the limit inferior", "argmax": "the argument of the maximum",
}  # fmt: skip
_ACCENTS = {
    "hat": "hat", "widehat": "hat", "bar": "bar", "overline": "bar", "tilde": "tilde", "widetilde": "tilde",
    "dot": "dot", "ddot": "double dot", "underline": "underlined",
}  # fmt: skip
_SETS = {
    "R": "the real numbers", "N": "the natural numbers", "Z": "the integers", "Q": "the rational numbers",
    "C": "the complex numbers", "P": "the prime numbers",
}  # fmt: skip
_SPOKEN_MARKS = {
    "(": "open paren", ")": "close paren,", "[": "open bracket", "]": "close bracket,", ",": ",", ";": ";", ".": ".",
    ":": ":", "!": "factorial", "%": "percent", "?": "?", "°": "degrees", "∞": "infinity", "'": "prime",
    "{": "open brace", "}": "close brace,", "…": "dot dot dot", "’": "prime", "langle": "open angle bracket",
    "rangle": "close angle bracket,",
}  # fmt: skip
_RAISED = {
    "circ": "degrees", "top": "transpose", "T": "transpose", "*": "star", "ast": "star", "dagger": "dagger",
    "+": "plus", "-": "minus", "star": "star", "perp": "perp", "c": "complement", "times": "times",
}  # fmt: skip
_AROUND = {"vec": ("vector", ""), "overrightarrow": ("vector", ""), "pmod": ("mod", "")}


@cache
def formula_words(language: Language) -> FormulaWords:
    numbers = Numbers(british=language.is_british)

    def root(degree: int | str) -> str:
        if degree == 3:
            return "the cube root of {}"
        ordinal = numbers.ordinal(degree) if isinstance(degree, int) else f"{degree}th"
        return f"the {ordinal} root of {{}}"

    return FormulaWords(
        decimal_comma=False,
        number=numbers.number,
        cardinal=numbers.cardinal,
        fraction=numbers.fraction,
        greek=_GREEK,
        letters={letter: letter for letter in ascii_uppercase},
        names=_NAMES,
        operators=_OPERATORS,
        relations=_RELATIONS,
        functions=_FUNCTIONS,
        large=_LARGE,
        limits=_LIMITS,
        accents=_ACCENTS,
        around=_AROUND,
        sets=_SETS,
        marks=_SPOKEN_MARKS,
        raised=_RAISED,
        of="of",
        times="times",
        by="by",
        negative="negative",
        dot="dot",
        maps_from="from",
        below="sub {}",
        primes=("prime", "double prime", "triple prime"),
        squared="squared",
        cubed="cubed",
        power="to the power of {}",
        square_root="the square root of {}",
        root=root,
        over="{} over {}",
        derivative="{} over {} of",
        long_fraction="the fraction with numerator {}, and denominator {},",
        choose="{} choose {}",
        bounds="from {} to {}",
        range="over {}",
        approaches="as {} approaches {}",
        inverse="inverse {}",
        base="{} base {}",
        negated=lambda words: f"is not {words.removeprefix('is ')}".replace("not equals", "not equal to"),
        absolute="the absolute value of {}",
        norm="the norm of {}",
        given="given",
        brackets="open paren {}, close paren,",
        set="the set {}",
        set_such_that="the set of {} such that {}",
        member=("is in", "in"),
        interval="the interval from {} to {}",
        matrix="the {} by {} matrix, {},",
        determinant="the determinant of the {} by {} matrix, {},",
        row="row {}: {}",
    )
