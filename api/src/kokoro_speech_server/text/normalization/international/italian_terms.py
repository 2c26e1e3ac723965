"""Functions that Italian texts write in plain characters: f(x), f'(x), P(A ∩ B), P(A|B)."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_FUNCTION = re.compile(
    r"(?<![\w.'’])(?P<name>[A-Za-z])(?P<primes>['’′]{0,2})"
    r"\((?P<of>-?[A-Za-z\d][₀-₉²]?(?: ?[-+·/,;|∩∪=≤≥<>] ?-?[A-Za-z\d][₀-₉²]?){0,3})\)"
)
_HAS_FUNCTION = re.compile(r"[A-Za-z]['’′]{0,2}\(-?\w")
_OF_MATHS = re.compile(
    r"[=≈≤≥∩∪∈→<>]|\b(?:[Ff]unzion[ei]|[Pp]robabilità|[Dd]erivat[ae]|[Ii]ntegral[ei]|[Ll]imite)\b"
)
_PRIMES = ("", " primo", " secondo")


def term_rules() -> tuple[Rule, ...]:
    """The rule, which leaves what is between the parentheses to others."""

    def function(match: re.Match[str]) -> str | None:
        if not _OF_MATHS.search(match.string):
            return None
        argument = re.sub(r" ?\| ?", " dato ", match["of"])
        return f"{match['name']}{_PRIMES[len(match['primes'])]} di {argument}"

    return (Rule(Category.MATHS, _FUNCTION, function, needs=_HAS_FUNCTION),)
