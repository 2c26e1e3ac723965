"""Quarters of a year in texts about business: "au T2", "en el T3 de 2024"."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_QUARTER = re.compile(
    r"(?:(?<=\b[Aa]u )|(?<=\bCA )|(?<=\b[Dd]u )|(?<=\b[Ll]e )|(?<=\b[Ee]l )|(?<=\b[Aa]l )|(?<=\b[Dd]el )"
    r"|(?<!\w)(?=T\d (?:de |del )?20\d\d))"
    r"(?:(?P<part>[TS])(?P<number>[1-4])|(?P<number2>[1-4])[ºo°]?(?P<part2>[TS]))(?![\w/-])"
)
_NEEDS = re.compile(r"[TS][1-4](?!\w)|\d[ºo°]?[TS](?!\w)")
_OF_BUSINESS = re.compile(
    r"\b(?:PIB|EBITDA|Ebitda|BPA|[Cc]hiffre d['’]affaires|CA|[Vv]entes?|[Rr]ésultats?|[Bb]énéfices?|[Cc]roissance"
    r"|[Tt]aux"
    r"|[Cc]hômage|[Rr]icavi|[Uu]tile|[Ff]atturato|[Dd]ebito|[Pp]il|[Rr]evenus?|[Ii]nflation|[Ii]nflación|[Ii]ngresos?|[Vv]entas|[Bb]eneficios?|[Rr]esultados?"
    r"|[Uu]tilidad(?:es)?"
    r"|[Cc]rec\w{1,6}|[Ee]conomía|[Éé]conomie|[Ff]acturación|[Dd]euda|[Dd]ette|[Tt]rimestr\w{1,3}|[Dd]esempleo|[Pp]aro)\b"
)


def quarter_rule(speller: NumberSpeller, gender: str) -> Rule:
    """The rule. gender: the end of the rule set by which ordinals before a masculine noun are spelled."""

    def said(match: re.Match[str]) -> str | None:
        number, part = int(match["number"] or match["number2"]), match["part"] or match["part2"]
        if not _OF_BUSINESS.search(match.string) or (part == "S" and number > 2):
            return None
        noun = "trimestre" if part == "T" else "semestre"
        return f"{speller.spell(number, f'spellout-ordinal-{gender}')} {noun}"

    return Rule(Category.DATES, _QUARTER, said, needs=_NEEDS)
