"""Formulas in plain text: |2x − 3|, n!/(k!(n − k)!), u · v, (x + 1)/x, e^(iπ), n × n, A⁻¹, ℝ."""

import re

from kokoro_speech_server.text.normalization.english.functions import CALCULATED, has_word
from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.rules import Category, Rule

_ABSOLUTE = re.compile(r"(?<![\w|)])(?P<bars>\|{1,2}|‖)(?=[^\s|‖](?P<of>[^|‖\n]{0,40})(?P=bars))")
_LESS = re.compile(
    r"(?:(?<=[(=+×*/ ][a-zA-Z]\d)|(?<=[(=+×*/][a-zA-Z])) [-−–] (?=(?:[a-zA-Z]\d?|\d{1,4})(?!\w))"
    r"(?=[^=]{0,60}=|[^()]{1,12}\))"
)
_LESS_SIGN = re.compile(r"[a-zA-Z]\d? [-−–] [a-zA-Z\d]")
_EQUATED = re.compile(r"[a-zA-Z\d)] = ")
_NORM = re.compile(r"\|\||‖")
_FACTORIAL = re.compile(
    r"(?:(?<![\w.,$€£])(?P<number>\d{1,3}|[a-zN])|(?<=\)))!(?=(?P<after> ?[-+=×/*·⋅≈÷^−<>≤≥∼](?!\w*>)|[)(]|"
    r"[nkmr\d]!| (?:is|equals|ways|permutations|arrangements|orders|orderings)\b))"
)
_IN_PRODUCT = re.compile(
    r"(?:[/·×*+(=−]|\b(?:of|is|equals|compute|calculate|evaluate|find|as)) ?\(?$", re.IGNORECASE
)
_DOT = re.compile(r"(?:(?<=[\w)!²³])|(?<=[₀-₉])) ?[·⋅∙] ?(?=[\w(√∞-]|[−])")
_OVER = re.compile(
    r"(?:(?<=\))|(?<=!)|(?<=[²³⁰-⁹₀-₉ₙₖ])) ?/ ?(?=[(a-zA-Z\d√|∂Δα-ω])|(?<=\w) ?/ ?(?=√)|(?<=[α-ω])/(?=[α-ω\d(])"
)
_RATIO = re.compile(
    r"(?<![\w/.'’-])(?P<above>(?:d|∂|Δ|δ)²?(?P<above_of>[a-zA-Z]?)²?|[a-zA-Zα-ωΔ]|√\d{1,3}|\d{0,3}[a-z]?[πλ]|"
    r"\d{1,2}[xyznk]|\d{1,3}(?:\.\d{1,4})?(?=/[a-zα-ω]))/"
    r"(?P<below>(?:d|∂|Δ|δ)(?P<below_of>[a-zA-Z])²?|[a-zA-Zα-ω][²³]?|√\d{1,3}|\d{1,3})(?![\w/’'-])"
)
_UNRATED = frozenset(
    "m/s g/L N/m V/m J/K C/V J/s W/m N/C J/C m/h l/s L/s g/l L/h "
    "W/D C/A h/o s/p r/o f/u w/o b/c c/o n/a N/A a/c A/C I/O y/o w/e q/q y/y m/m h/t H/T".split()
)
_GROUPED_POWER = re.compile(r"(?<=[\w)πθ'])(?:\^|\*\*)(?=[({][^(){}]{1,40}[)}])")
_BY = re.compile(
    r"(?<![\w.,])(?P<first>\d{1,4}|[mnpkdqNMDKrst]) ?[×x] ?(?P<second>\d{1,4}|"
    r"[mnpkdqNMDKrst])(?: ?[×x] ?(?P<third>\d{1,4}|[mnpkdC]))?(?![\w.]\w| ?[=×]|\w)(?! ?(?:px|[mckµn]?m|in|ft|dpi)\b)"
)
_ARRANGED = re.compile(
    r"\b(?:matri(?:x|ces)|grids?|arrays?|boards?|kernels?|filters?|tables?|pixels?|patch(?:es)?|images?|"
    r"tiles?|tiling|conv\w{0,10}|"
    r"determinants?|identity|invertible|puzzles?|windows?|contingency|factorial design|designs?|squares?|rooms?|rug|"
    r"photos?|prints?|posts?|lumber|blocks?|cubes?|dimensions?|sized?|measur\w{2,4}|resolution|tensors?|"
    r"display|panels?|lattice)\b"
)
_SETS = {
    "ℝ": "the real numbers", "ℕ": "the natural numbers", "ℤ": "the integers", "ℚ": "the rational numbers",
    "ℂ": "the complex numbers", "𝔼": "E", "ℙ": "P", "𝔽": "F", "ℍ": "H", "ℓ": "L", "ℏ": "H bar", "ħ": "H bar",
}  # fmt: skip
_BEFORE_BAR = re.compile(r"[^\W\d_]{0,3}\Z")
_BEHIND_BAR = re.compile(r"[^\W\d_]{0,3}")
_SET_LETTERS = {"ℝ": "R", "ℕ": "N", "ℤ": "Z", "ℚ": "Q", "ℂ": "C"}
_SET = re.compile(f"(?P<set>[{''.join(_SETS)}])(?P<raised>[⁰¹²³⁴-⁹ⁿᵐᵈ⁺*^])?")
_SIGNS = {
    "⊆": "is a subset of or equal to", "⊃": "is a superset of", "⊇": "is a superset of or equal to",
    "⊄": "is not a subset of", "∘": "composed with", "≪": "is much less than", "≫": "is much greater than",
    "≃": "is approximately equal to", "∼": "is similar to", "≲": "is less than about", "≳": "is greater than about",
    "⊕": "direct sum", "⊗": "tensor", "⟹": "implies", "⟺": "if and only if", "∄": "there does not exist",
    "∮": "the contour integral of", "∬": "the double integral of", "∖": "minus", "∋": "contains", "⟸": "is implied by",
    "⇐": "is implied by", "≔": "is defined as", "≢": "is not equivalent to", "≮": "is not less than", "∣": "divides",
    "∤": "does not divide", "⌊": "the floor of ", "⌈": "the ceiling of ", "△": "triangle", "≜": "is defined as",
}  # fmt: skip
_INVERSE = re.compile(
    r"(?<![A-Za-z\d ·])(?<!\d )(?P<letter>[A-Z])⁻¹|(?<=[(= ])(?<!\d )(?P<letter2>[A-Z])⁻¹(?=[A-Z(=)]| =)"
)
_STANDARD = re.compile(r"(?<=[GHSE])[°º](?=\s?[=<>≈,;)]|\s(?:of|is|and|values?)\b|[.]?$)")
_STANDARD_SIGN = re.compile(r"[GHSE][°º]")
_BELOW = re.compile(r"(?<=[A-Za-zα-ω])_\{(?P<of>[^{}\\]{2,20})\}")
_CHANGES = re.compile(r"ΔΔ|∆∆")
_DISTRIBUTED = re.compile(
    r"(?P<let>\b[Ll]et )?(?P<of>(?<!\w)[A-Za-zεθλμ][₀-₉ᵢ]?) ?[~∼] ?"
    r"(?=(?:N|U|Exp|Pois(?:son)?|Bin(?:omial)?|Bern(?:oulli)?|Beta|Gamma|Normal|Uniform)\()"
)
_SIMILAR = re.compile(r"(?<=[A-Z]) ?~ ?(?=(?:△|∆)?[A-Z](?![a-z]))")
_MINUS_SET = re.compile(r"(?<=[A-Zℝℤℕℚ\)]) \\ (?=[A-Z{(])")
_COMPLEMENT = re.compile(r"(?<=[A-Z)])(?P<mark>ᶜ|ᵀ|ᵗ)")
_MARKED = re.compile(r"(?P<letter>[A-Za-zα-ω])(?P<mark>[\u0302\u0304\u0303\u0307\u0305])")
_MARKS = {"\u0302": "hat", "\u0304": "bar", "\u0303": "tilde", "\u0307": "dot", "\u0305": "bar"}
_SIGN = re.compile(f"[{''.join(_SIGNS)}]")
_FORMULA_SIGN = re.compile(r"[|‖!^·⋅∙/]|\*\*")


_RARE_SIGN = re.compile(r"[\\{~]|[^\x00-\xff‐-‧]")
"""What most sentences lack: characters beyond those of Western Europe and its punctuation, a backslash, a brace."""


def expression_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for the signs of formulas, most of which need other signs of formulas around them."""

    def absolute(match: re.Match[str]) -> str | None:
        of = match.string[match.end() : match.end("of")]
        if (
            has_word(of)
            or (of.isalpha() and match["bars"] == "|")
            or not (CALCULATED.search(of) or len(of) < 4 or "(" in of)
        ):
            return None
        return "the norm of " if _NORM.match(match["bars"]) else "the absolute value of "

    def factorial(match: re.Match[str]) -> str | None:
        after, number = match["after"], match["number"]
        before = match.string[max(0, match.start() - 12) : match.start()]
        if after == ")" and number is not None and not _IN_PRODUCT.search(before):
            return None
        if number is None:
            return "factorial" if CALCULATED.search(match.string) else None
        return f"{number.upper() if number.isalpha() else numbers.cardinal(int(number))} factorial"

    def dot(match: re.Match[str]) -> str | None:
        text, start, end = match.string, match.start(), match.end()
        before, after = text[max(0, start - 2) : start], text[end : end + 2]
        if text.startswith(("H2O", "H₂O"), end) or re.match(r"\d{1,2}H[2₂]O", text[end:]):
            return None  # water in a crystal
        single = len(before.strip("( ")) < 2 or not before.isalpha()
        if not (single and CALCULATED.search(text.replace("·", ""))):
            return None
        vectors = before[-1:].isalpha() and after[:1].isalpha() and not after[1:2].isalnum()
        return " dot " if vectors and " " in match[0] else " times "

    def over(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 50) : match.start()]
        group = before[before.rfind("(") :] if before[-1:] == ")" else ""
        sure = (
            before[-1:] == "!"
            or CALCULATED.search(group)
            or CALCULATED.search(match.string[match.end() :][:12])
        )
        sure = sure or "=" in match.string or re.search(r"\((?:sin|cos|tan|log|ln|x|\d+) ", group)
        return " over " if sure and not has_word(group) else None

    def ratio(match: re.Match[str]) -> str | None:
        derivative = (
            match["above_of"] is not None and match["below_of"] and match["above"][0] == match["below"][0]
        )
        around = (
            f"{match.string[max(0, match.start() - 4) : match.start()]} {match.string[match.end() :][:4]}"
        )
        if match[0] in _UNRATED or not (derivative or "=" in match.string or CALCULATED.search(around)):
            return None
        return f"{_operand(match['above'])} over {_operand(match['below'])}"

    def by(match: re.Match[str]) -> str | None:
        if not _ARRANGED.search(match.string):
            return None
        sizes = (one for one in match.group("first", "second", "third") if one)
        return " by ".join(one.upper() if one.isalpha() else _size(one) for one in sizes)

    def _size(number: str) -> str:
        return numbers.code(number) if len(number) == 4 else numbers.number(number)

    def _operand(written: str) -> str:
        said = re.sub(r"[a-zA-Z]", lambda letter: f" {letter[0].upper()} ", written)
        for sign, words in (
            ("²", " squared "),
            ("³", " cubed "),
            ("√", "the square root of "),
            ("Δ", "delta "),
            ("δ", "delta "),
            ("∂", "partial "),
        ):
            said = said.replace(sign, words)
        return " ".join(
            numbers.number(word) if word[0].isdecimal() else word
            for word in re.findall(r"\d+(?:\.\d+)?|[^\d\s]+", said)
        )

    def marked(match: re.Match[str]) -> str | None:
        text = match.string
        if text[match.start() - 1 : match.start()].isalpha() or text[match.end() : match.end() + 1].isalpha():
            return None  # a letter of a word
        return f"{match['letter'].upper()} {_MARKS[match['mark']]}"

    def is_in_word(match: re.Match[str]) -> bool:
        """Whether it is a letter of a Maltese word: "aħ", unlike "2ħ", "ħω" and, in a formula, "iħ"."""
        text = match.string
        before = _BEFORE_BAR.search(text[max(0, match.start() - 3) : match.start()])
        behind = _BEHIND_BAR.match(text, match.end())
        letters = re.sub("[ħα-ωΑ-Ωϕ]", "", (before[0] if before else "") + (behind[0] if behind else ""))
        return len(letters) > 1 or (letters != "" and not CALCULATED.search(text))

    def letters(match: re.Match[str]) -> str | None:
        named, raised = match["set"], match["raised"] or ""
        if named == "ħ" and is_in_word(match):
            return None
        if not raised:
            return _SETS[named]
        power = {"ⁿ": "N", "ᵐ": "M", "ᵈ": "D", "⁺": "plus", "*": "star", "^": ""}.get(raised)
        if power is None:
            power = numbers.cardinal("⁰¹²³⁴⁵⁶⁷⁸⁹".index(raised))
        return f"{_SET_LETTERS.get(named, _SETS[named])} {power}".rstrip()

    def distributed(match: re.Match[str]) -> str:
        return f"{match['let']}{match['of']} follow " if match["let"] else f"{match['of']} follows "

    return (
        Rule(Category.MATHS, _ABSOLUTE, absolute, needs=_FORMULA_SIGN),
        Rule(Category.MATHS, _FACTORIAL, factorial, needs=_FORMULA_SIGN),
        Rule(Category.MATHS, _DOT, dot, needs=_FORMULA_SIGN),
        Rule(Category.MATHS, _OVER, over, needs=_FORMULA_SIGN),
        Rule(Category.MATHS, _RATIO, ratio, needs=_FORMULA_SIGN),
        Rule(Category.MATHS, _GROUPED_POWER, lambda match: " to the power of ", needs=_FORMULA_SIGN),
        Rule(Category.MATHS, _BY, by, needs=_CROSS),
        Rule(Category.MATHS, _STANDARD, lambda match: " naught", needs=_STANDARD_SIGN),
        Rule(
            Category.MATHS,
            _INVERSE,
            lambda match: f"{match['letter'] or match['letter2']} inverse",
            needs=_RARE_SIGN,
        ),
        Rule(
            Category.MATHS,
            _LESS,
            lambda match: " minus " if _EQUATED.search(match.string) else None,
            needs=_LESS_SIGN,
        ),
        Rule(Category.MATHS, _BELOW, lambda match: f" sub {match['of']}", needs=_RARE_SIGN),
        Rule(Category.MATHS, _CHANGES, lambda match: "delta delta ", needs=_RARE_SIGN),
        Rule(Category.MATHS, _DISTRIBUTED, distributed, needs=_RARE_SIGN),
        Rule(Category.MATHS, _SIMILAR, lambda match: " is similar to ", needs=_RARE_SIGN),
        Rule(Category.MATHS, _MINUS_SET, lambda match: " minus ", needs=_RARE_SIGN),
        Rule(
            Category.MATHS,
            _COMPLEMENT,
            lambda match: " complement" if match["mark"] == "ᶜ" else " transpose",
            needs=_RARE_SIGN,
        ),
        Rule(Category.MATHS, _MARKED, marked, needs=_RARE_SIGN),
        Rule(Category.MATHS, _SET, letters, needs=_RARE_SIGN),
        Rule(Category.MATHS, _SIGN, lambda match: _SIGNS[match[0]], needs=_RARE_SIGN),
    )


_CROSS = re.compile(r"[\w] ?[×x] ?[\w]")
