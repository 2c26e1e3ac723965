"""Results in French sports: 11V-3N-3D of a season, and tries and kicks in rugby (4 E, 2 T, 1 P)."""

import re

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_RESULTS = re.compile(
    r"(?<![\w.,])(?P<won>\d{1,2}) ?V(?P<gap> ?[-,–/] ?)(?P<drawn>\d{1,2}) ?N ?[-,–/] ?(?P<lost>\d{1,2}) ?D(?!\w)"
)
_HAS_RESULTS = re.compile(r"\d ?V ?[-,–/] ?\d")
_RUGBY_SCORE = re.compile(
    r"(?<![\w.,])(?P<number>\d{1,2}) ?(?P<kind>[ETPD])(?=[,;)]|\.?$| (?:et|contre|à)(?!\w)| [;:]| \()"
)
_RUGBY = re.compile(r"\b(?:[Rr]ugby|XV de|Top 14|Pro D2|[Mm]êlée)\b")
_RUGBY_NOUNS = {
    "E": Noun("essai", "essais"), "T": Noun("transformation", "transformations"), "P": Noun("pénalité", "pénalités"),
    "D": Noun("drop", "drops"),
}  # fmt: skip


def result_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for numbers and units."""

    def results(match: re.Match[str]) -> str:
        nouns = (Noun("victoire", "victoires"), Noun("nul", "nuls"), Noun("défaite", "défaites"))
        return ", ".join(
            speller.counted(match[name], noun)
            for name, noun in zip(("won", "drawn", "lost"), nouns, strict=True)
        )

    def rugby_score(match: re.Match[str]) -> str:
        return speller.counted(match["number"], _RUGBY_NOUNS[match["kind"]])

    return (
        Rule(Category.NUMBERS, _RESULTS, results, needs=_HAS_RESULTS),
        Rule(Category.NUMBERS, _RUGBY_SCORE, rugby_score, evidence=_RUGBY),
    )
