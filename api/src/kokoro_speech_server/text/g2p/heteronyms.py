"""English words that are spelled alike and said differently: the reading that the words around call for.

Each reading of a word has a score, the sum of the weights of what is around: the words and parts of speech beside it,
and
further words nearby. `scripts/heteronyms.py` learns the weights.
"""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TypedDict

PATH = Path(__file__).with_name("heteronyms.json")

ALWAYS = "b"
"""The feature that every word has."""

_NEARBY = 7
_EDGE = "^"
_SUBJECTS = frozenset("i we they you who".split())
_OBJECTS = frozenset(
    "a an the this that these those my our your his her their its every any all each it them him us me some".split()
)
_AUXILIARIES = frozenset(
    "would could should cannot shall 'll ’ll n't n’t don't didn't can't won't wouldn't".split()
)
_NEGATED = _AUXILIARIES | frozenset("will can may might must do does did to".split())
_DEGREES = frozenset("so very too how extremely incredibly rather quite".split())
_AMBIGUOUS = frozenset("axes content wound".split())
"""Words whose readings as nouns and verbs do not differ as the names of the readings say."""


class Heteronym(TypedDict):
    """readings: by name, the American and the British phonemes; weights: for each feature, one for each reading,
    in the order of their names."""

    readings: dict[str, list[str]]
    weights: dict[str, list[float]]


@cache
def table() -> dict[str, Heteronym]:
    """The heteronyms, in lower case."""
    found: dict[str, Heteronym] = json.loads(PATH.read_text(encoding="utf-8"))
    return found


def phonemes(words: Sequence[str], tags: Sequence[str], place: int, *, british: bool) -> str | None:
    """The phonemes of the word at `place`, or None if it is no heteronym.

    tags: the words' parts of speech in the Penn Treebank's names
    """
    heteronym = table().get(words[place].lower())
    if heteronym is None:
        return None
    name = _certain(heteronym, words, place) or chosen(heteronym, features(words, tags, place))
    return heteronym["readings"][name][british]


def _certain(heteronym: Heteronym, words: Sequence[str], place: int) -> str | None:
    """The name of the reading as a verb behind "I", "would not", or "to" and before "the"; as in "so minute"."""
    word = words[place].lower()
    before, earlier = (words[i].lower() if i >= 0 else _EDGE for i in (place - 1, place - 2))
    after = words[place + 1].lower() if place + 1 < len(words) else _EDGE
    if word == "minute":
        return "minute_adj" if before in _DEGREES and after != "by" else None
    if (
        before in _SUBJECTS
        or before in _AUXILIARIES
        or (before == "not" and earlier in _NEGATED)
        or (before == "to" and after in _OBJECTS)
    ):
        verbs = [name for name in heteronym["readings"] if name.endswith("vrb") and word not in _AMBIGUOUS]
        return verbs[0] if len(verbs) == 1 else None
    return None


def chosen(heteronym: Heteronym, features: Iterable[str]) -> str:
    """The name of the reading with the greatest score."""
    known = [heteronym["weights"][one] for one in features if one in heteronym["weights"]]
    names = sorted(heteronym["readings"])
    return max(names, key=lambda name: sum(weights[names.index(name)] for weights in known))


def features(words: Sequence[str], tags: Sequence[str], place: int) -> list[str]:
    """What is around a word, each as a kind and a value."""

    def word(i: int) -> str:
        return words[i].lower() if 0 <= i < len(words) else _EDGE

    def tag(i: int) -> str:
        return tags[i] if 0 <= i < len(words) else _EDGE

    around = range(max(0, place - _NEARBY), min(len(words), place + _NEARBY + 1))
    nearby = {word(i) for i in around if i != place and len(words[i]) > 2}
    return [
        ALWAYS,
        f"t={tag(place)}",
        f"case={_case(words[place])}",
        *(f"t{i:+}={tag(place + i)}" for i in (-2, -1, 1, 2)),
        *(f"w{i:+}={word(place + i)}" for i in (-2, -1, 1, 2)),
        *(f"tt{i:+}={tag(place)} {tag(place + i)}" for i in (-1, 1)),
        *(f"case{i:+}={_case(words[place + i])}" for i in (-1, 1) if 0 <= place + i < len(words)),
        *(f"n={one}" for one in sorted(nearby)),
    ]


def _case(word: str) -> str:
    if word.isupper():
        return "upper"
    return "capital" if word[:1].isupper() else "lower"
