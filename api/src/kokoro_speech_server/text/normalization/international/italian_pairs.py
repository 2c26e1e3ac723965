"""Both genders of a word in one, as Italian advertisements have them: addetto/a, il/la, collaboratore/trice."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_NOUN = re.compile(
    r"(?<![\w/.-])(?P<stem>[^\W\d_]{2,24})(?P<own>[oaei])"
    r"/-?(?P<other>(?<=or[ei]/)tric[ei]|(?<=or[ei]/-)tric[ei]|e?ss[ae]|[cg](?:he|i)|[aei])(?![\w/'’]|[.-]\w)"
)
_HAS_NOUN = re.compile(r"[oaei]/-?(?:tric|e?ss|[cg][hi]|[aei])")
_WORDS = re.compile(
    r"(?<![\w/.-])(?P<first>[Ii]l/la|[Ll]o/l?a|[Uu]no?/una|[Uu]n/a|[Dd]el(?:lo)?/della|[Aa]l(?:lo)?/alla"
    r"|[Dd]al(?:lo)?/dalla|[Nn]el(?:lo)?/nella|[Ss]ul(?:lo)?/sulla|(?:[Ii]|[Gg]li)/le|[Dd](?:ei|egli)/delle"
    r"|[Aa]g?li?/alle|[Dd]ag?li?/dalle|[Ll]ui/lei|[Ee]gli/ella|[Ss]uo/sua|[Ss]uoi/sue|[Qq]uesto/questa)(?![\w/'’])"
)
_HAS_WORDS = re.compile("[nolie]/[lduasneq]")


_ARTICLES = {"un": "una", "uno": "una", "lo": "la"}


def pair_rules() -> tuple[Rule, ...]:
    """Rules for nouns with the ending of the other gender, and for pairs of articles and pronouns."""

    def noun(match: re.Match[str]) -> str | None:
        stem, own, other = match["stem"], match["own"], match["other"]
        if other[0] in "cg":
            stem = stem.removesuffix("h")
            if stem[-1] != other[0]:
                return None
            stem = stem[:-1]
        elif other.startswith("tric"):
            stem = stem.removesuffix("tor")
        elif other == own:
            return None
        if other.startswith("ss"):
            other = "e" + other
        and_ = "e" if "i" in (own, other[-1]) else "o"
        return f"{match['stem']}{own} {and_} {stem.lower() if stem.istitle() else stem}{other}"

    def words(match: re.Match[str]) -> str:
        first, other = match[0].split("/")
        return f"{first} o {_ARTICLES.get(first.lower(), other) if other == 'a' else other}"

    return (
        Rule(Category.SYMBOLS, _WORDS, words, needs=_HAS_WORDS),
        Rule(Category.SYMBOLS, _NOUN, noun, needs=_HAS_NOUN),
    )
