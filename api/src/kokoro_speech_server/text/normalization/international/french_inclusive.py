"""French words for women and men at once (élu·e·s, étudiant.es, né(e)), which are read in both forms."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_ENDING = (
    "(?:e|ines?|ne|te|le|se|sse|ve|fe|che|trice|rice|ice|euse|ère|ière|elle|esse|enne|onne|ienne|tes|nes|les|es|ses|ves"
    "|trices|rices|ices|euses|ères|ières|elles|esses|ennes|onnes|iennes|celles?|la)"
)
_MARKED = re.compile(
    rf"(?<![\w·•.@/])(?P<base>(?:[cdlmnst]['’])?[A-Za-zÀ-ÿ][a-zà-ÿ]{{1,24}})(?:[·•⋅‧](?P<ending>{_ENDING})"
    rf"(?:[·•⋅‧](?P<plural>s))?|\.(?P<ending2>{_ENDING})\.(?P<plural2>s))(?![\w·@/]|[.]\w)"
)
_SEVERAL_PEOPLE = re.compile(
    r"(?:(?<=\b[CDLMSTcdlmst]es )|(?<=\b[NVnv]os )|(?<=\b[Aa]ux )|(?<=[Ll]eurs ))"
    r"(?P<base>[a-zà-ÿ]{2,24})\.(?P<ending>es|nes|trices|rices|euses|ères)(?![\w@/]|\.\w)"
)
_HAS_MARK = re.compile(r"[a-zà-ÿ][·•⋅‧.][a-zà-ÿ]")
_BRACKETED = re.compile(
    r"(?<![\w·.@/])(?!(?:a?(?:sin|cos|tan)h?|arc(?:sin|cos|tan)|[scgt]h|ln|log|lg|exp|det|dim|max|min|lim|arg|sgn|var|cov"
    r"|print|len|int|str|list|set|dict|sum|abs|float|sorted|iter|next|repr|hash)\()"
    r"(?P<base>(?:[cdlmnst]['’])?[A-Za-zÀ-ÿ][a-zà-ÿ]{1,24})"
    r"(?:\((?P<ending>es?|nes?|te|les?|trices?|euses?|ères?|ves?|ses?)\)(?:\((?P<plural>s)\)|(?P<plural2>s))?|\((?P<only>s)\)"
    r"|(?<=[ae]u|ou)\((?P<x>x)\))(?![\w(]| ?[=+*/^<>≤≥])"
)
_HAS_BRACKET = re.compile(r"[a-zà-ÿ]\((?:[entlsvxaè])")
_PAIRS = {("tou", "tes"): "toutes", ("tou", "te"): "toutes", ("tous", "tes"): "toutes", ("un", "e"): "une"}
_PRONOUNS = frozenset("ceux celui il ils eux le lui".split())
_SAME = re.compile("[éèiuû]$")
"""A feminine "e" behind these is not heard."""
_SEVERAL = {"le": "les", "la": "les", "ce": "ces", "son": "ses", "sa": "ses", "mon": "mes", "ma": "mes"}
"""What is heard in the plural, unlike that of "document(s)"."""
_CUT = (
    ("eur", ("rice", "ice"), 3), ("teur", ("trice",), 4), ("eur", ("euse",), 3), ("eur", ("se",), 1),
    ("ier", ("ière",), 3), ("er", ("ère",), 2), ("er", ("e",), 2), ("f", ("ve",), 1), ("eux", ("euse",), 3),
    ("x", ("se", "sse"), 1), ("eau", ("elle",), 3), ("eaux", ("elle",), 4), ("ain", ("ine",), 3),
    ("ien", ("ienne",), 3), ("ien", ("enne",), 2), ("on", ("onne",), 2), ("c", ("che",), 1),
)  # fmt: skip
"""Endings of men's forms, those of women's forms, and how many letters these replace."""


def _feminine(base: str, ending: str) -> str:
    """The form for women. "agriculteur·rice" is "agricultrice"."""
    stem = ending.removesuffix("s") if len(ending) > 2 or ending == "es" else ending
    for end, women, cut in _CUT:
        if base.endswith(end) and stem in women:
            if stem in ("ice", "rice"):
                return base[:-3] + "rice"
            return base[:-cut] + ("ère" if stem == "e" else stem)
    return base + stem


def _plural(word: str) -> str:
    return word if word[-1] in "sx" else word + ("x" if word.endswith("au") else "s")


def _said(base: str, ending: str, *, plural: bool) -> str:
    elided, mark, word = base.rpartition("’" if "’" in base else "'")
    pair = ending if word.lower() in _PRONOUNS else _PAIRS.get((word.lower(), ending))
    if pair:
        masculine = "tous" if word.lower() == "tou" else word
        masculine = "Tous" if word == "Tou" else masculine
        return f"{base[: len(base) - len(word)]}{masculine} {'et' if pair.endswith('s') else 'ou'} {pair}"
    masculine = elided + mark + (_plural(word) if plural else word)
    if ending in ("e", "es") and _SAME.search(word):
        return masculine
    feminine = _feminine(word, ending) + ("s" if plural else "")
    return f"{masculine} {'et' if plural else 'ou'} {feminine.lower()}"


def _marked(match: re.Match[str]) -> str:
    ending = match["ending"] or match["ending2"]
    plural = bool(match["plural"] or match["plural2"]) or (len(ending) > 1 and ending.endswith("s"))
    return _said(match["base"], ending, plural=plural)


def _several_people(match: re.Match[str]) -> str:
    return _said(match["base"], match["ending"], plural=True)


def _bracketed(match: re.Match[str]) -> str | None:
    if match["only"] or match["x"]:
        word = match["base"]
        several = _SEVERAL.get(word.lower())
        return f"{word} ou {several}" if several else word + (match["only"] or match["x"])
    ending = match["ending"]
    plural = bool(match["plural"] or match["plural2"]) or (len(ending) > 1 and ending.endswith("s"))
    return _said(match["base"], ending, plural=plural)


def inclusive_rules() -> tuple[Rule, ...]:
    """Rules that come before those for signs and addresses."""
    return (
        Rule(Category.ABBREVIATIONS, _MARKED, _marked, needs=_HAS_MARK),
        Rule(Category.ABBREVIATIONS, _SEVERAL_PEOPLE, _several_people, needs=_HAS_MARK),
        Rule(Category.ABBREVIATIONS, _BRACKETED, _bracketed, needs=_HAS_BRACKET),
    )
