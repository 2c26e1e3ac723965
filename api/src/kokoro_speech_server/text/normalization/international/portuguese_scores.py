"""Scores of matches in Portuguese texts: 3 x 1, 2×0, 25x18."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_SCORE = re.compile(
    r"(?<![\w.,/x-])(?P<first>\d{1,3}) ?(?P<sign>[xX×]) ?(?P<last>\d{1,3})(?![\d%/]|[.,]\d| ?(?:[xX×=]"
    r"|[cdmk]?m\b|R\$))(?P<team>(?= [A-ZÀ-Ý][a-zà-ÿ]))?"
)
_SAID_OF_SCORES = (
    r"\b(?:por|de|em|placar|jogo|venceu|perdeu|ganhou|bateu|empatou|foi|deu"
    r"|(?<=[\w,:] )[A-ZÀ-Ý][a-zà-ü]{1,20}):? $"
)

_OF_GAMES = re.compile(
    r"\b(?:gols?|golos?|placar|goleada|goleou|rodada|campeonato|clássico|pênaltis|mandante|visitante|semifinal|torcida"
    r"|venceu|perdeu|ganhou|empatou|derrotou|bateu|virada|(?:vitória|derrota|empate) (?:por|de|do|da)|tempo normal"
    r"|Brasileirão|Libertadores|Flamengo|Corinthians|Palmeiras|Santos|Benfica|Porto|Sporting)\b",
)
"""Evidence that 3x1 is a score."""
_MANY_GOALS = 10


def score_rule(speller: NumberSpeller) -> Rule:
    """A rule that tells scores from factors, sizes and times."""

    def score(match: re.Match[str]) -> str | None:
        first, last = int(match["first"]), int(match["last"])
        is_played = _OF_GAMES.search(match.string) is not None
        if match["sign"] == "×" and not is_played:
            return None
        is_format = (first, last) in (
            (4, 4),
            (3, 4),
        )  # a car with four-wheel drive, the sides of a photograph
        if is_format:
            return f"{speller.cardinal(first)} por {speller.cardinal(last)}"
        if 0 in (first, last) and max(first, last) < 20:
            return f"{speller.cardinal(first)} a {speller.cardinal(last)}"
        if is_played and max(first, last) < _MANY_GOALS:
            return f"{speller.cardinal(first)} a {speller.cardinal(last)}"
        if not (match["team"] is not None or re.search(_SAID_OF_SCORES, match.string[: match.start()])):
            return None
        return f"{speller.cardinal(first)} a {speller.cardinal(last)}"

    return Rule(Category.RATIOS, _SCORE, score, needs=DIGIT)
