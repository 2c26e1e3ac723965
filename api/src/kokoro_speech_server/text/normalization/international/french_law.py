"""French laws: their items ("1° de l'article") and the numbers of decrees."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_ITEM = re.compile(
    r"(?<![\w.,-])(?P<number>[1-9]\d?)[°º](?! ?[CFNSEOW]\b|\d| ?\d)"
    r"(?=(?P<after> (?:de|du|des) (?:l['’ ]|la |présent|même|I|II|III)"
    r"|(?<=^\d°) [A-ZÀ-Ý][a-zà-ÿ])?)(?= [^\W\d]|[,;:)]|$| [»)])"
)
_DECREE = re.compile(r"(?<![\w.])[Nn]o (?P<year>\d{2}|(?:19|20)\d{2})-(?P<number>\d{1,5})(?![\w-]|[.,/]\d)")
_HAS_DECREE = re.compile(r"[Nn]o \d")
_DEGREES = re.compile("\\d[°º]")
_LAW = re.compile(
    r"\b(?:articles?|art\.|alinéas?|mots|code|décret|loi|ordonnance|arrêté|paragraphe|supprimée?s?|abrogée?s?|rédigée?s?"
    r"|ainsi|I|II|III|IV)\b"
)
"""Evidence that a number with a degree sign is an item of a law."""


def law_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules for "2° les mots" and "no 2019-486"."""

    def item(match: re.Match[str]) -> str | None:
        if not (match["after"] or _LAW.search(match.string)):
            return None
        return speller.spell(int(match["number"]), "spellout-ordinal-feminine") + "ment"

    def decree(match: re.Match[str]) -> str:
        return f"numéro {speller.number(match['year'])} tiret {speller.number(match['number'])}"

    return (
        Rule(Category.ORDINALS, _ITEM, item, needs=_DEGREES),
        Rule(Category.IDS, _DECREE, decree, needs=_HAS_DECREE),
    )
