"""Portuguese words that are spelled alike and said with open or closed vowels: sede, molho, forma.

Espeak-ng itself tells nouns from verbs ("o gosto", "eu gosto"); these are nouns both times.
"""

import re

from kokoro_speech_server.text.g2p.respelling import Respelling

_OF_THIRST = (
    "muita", "tanta", "minha", "fome e", "mata a", "matar a", "matar sua", "sinto", "sentir", "sente", "sentia",
    "tenho",
    "ter", "tinha", "dá", "dar", "morrer de", "morrendo de", "morri de", "morre de", "morreu de", "morto de", "mais",
    "sem", "passar", "passou",
)  # fmt: skip
_PLACED = (
    "(?= (?:em|na|no|nas|nos|própria|social|provisória|fixa|principal|administrativa|operacional|d[ao]s?)\\b)"
)
_WANTED = (
    "(?! de (?:vingança|justiça|água|saber|poder|conhecimento|vitória|sangue|viver|aprender|bola|gol)| e fome"
    "|\\w)"
)
_BUNCHED = (
    "chaves|coentro|salsa|salsinha|cheiro-verde|couve|brócolis|espinafre|rúcula|agrião|cebolinha|cenouras?|rabanetes?"
    "|feno|palha|lenha|capim|trigo|aspargos|beterrabas?|hortelã|nabiças|grelos"
)
_BAKED = (
    "untad|enfarinhad|refratári|antiaderent|de (?:bolo|pudim|pão|furo|buraco|fundo|aro|silicone|alumínio|torta|pizza"
    "|empad|cupcake|muffin|gelo|vidro|vinte|trinta)"
    "|com (?:furo|buraco|fundo|papel|manteiga)|tiver (?:dez|doze|quinze|dezoito|vinte|trinta)\\b"
    "|redonda de|retangular de"
)
_PREPARED = (
    "Unte a", "unte a", "Unte uma", "unte uma", "untar a", "untar uma", "Forre a", "forre a", "forrar a", "numa",
    "leve a",
    "Leve a", "retire da", "Retire da", "dentro da", "Enfarinhe a", "enfarinhe a",
)  # fmt: skip


def _behind(words: tuple[str, ...], kind: str) -> str:
    return "".join(rf"(?<{kind}\b{word} )" for word in words)


def _any_behind(words: tuple[str, ...]) -> str:
    return "(?:" + "|".join(rf"(?<=\b{word} )" for word in words) + ")"


_HETERONYMS = (
    (re.compile(r"(?<=[^\W\d_] )Pro(?![\w-])(?=[,;.)]|$| (?:Max|Plus|[a-z]))|(?<=onze )Pro"), "prô"),
    (
        re.compile(
            rf"(?<![\w-])(?:(?<=\bcom )sede{_PLACED}|(?<!\bcom ){_behind(_OF_THIRST, '!')}[Ss]ede{_WANTED})"
        ),
        "séde",
    ),
    (re.compile(rf"(?<![\w-])[Mm]olho(?= de (?:{_BUNCHED})\b)"), "mólho"),
    (re.compile(rf"(?<![\w-])[Mm]olhos(?= de (?:{_BUNCHED})\b)"), "mólhos"),
    (
        re.compile(
            rf"(?<![\w-])(?<!\bde )(?<!\bem )forma(?= (?:{_BAKED}))"
            rf"|{_any_behind(_PREPARED)}forma(?=[,.;]| (?:e|com|por|de|do|no|ao)\b)(?! de [a-z]{{2,12}}r\b)"
        ),
        "fôrma",
    ),
    (re.compile(rf"(?<![\w-])(?<!\bde )(?<!\bem )formas(?= (?:{_BAKED}))"), "fôrmas"),
)
"""Patterns for the words, and how they are written so that espeak-ng says them as they are meant."""


def portuguese_heteronyms(text: str) -> list[Respelling]:
    """The words in a text that espeak-ng would say with the other vowel, and what is passed on instead."""
    return [(match, said) for pattern, said in _HETERONYMS for match in pattern.finditer(text)]
