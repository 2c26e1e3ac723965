"""Slashes in Spanish texts: c/mes, c/6-8 h, p/cargar, s/gluten, comp./día, Windows 10/11."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_WORD = r"[a-záéíóúñü]"
_EACH = (
    r"(?:mes|día|semana|hora|noche|año|un[oa]|lado|persona|comida|mañana|tarde|quincena|quien|vez|cual|cual)(?!\w)"
    r"|\d{1,2}(?:[-–]\d{1,2})? ?(?:hs?|hrs?|horas|días|min|semanas|meses|seg|s|[mck]?m)\b"
)
_FOR_EACH = r"(?:persona|noche|día|mes|hora|semana|unidad|kilo|kg|lado|cabeza)(?!\w)"
_SHORT = re.compile(
    rf"(?<![\w/.:-])(?:(?P<each>[cC]/ ?(?={_EACH}))|(?P<with>[cC]/ ?(?={_WORD}{{3}})|[cC]/(?=[A-Z]{{3}}))"
    rf"|(?P<each2>p/ ?(?={_FOR_EACH}))"
    rf"|(?P<for>[pP]/ ?(?={_WORD}{{3}}|\d| [A-ZÁÉÍÓÚ]))"
    rf"|(?P<on>[sS]/ (?=(?:la|el|los|las|su|un|una)(?!\w)))|(?P<without>[sS]/ ?(?={_WORD}{{3}})))(?!{_WORD}{{1,20}}/)"
)
_SHORT_NEEDS = re.compile(r"(?<!\w)[cpsCPS]/ ?[a-zA-ZÁÉÍÓÚáéíóúñ\d]")
_SAID = {"each": "cada", "with": "con", "each2": "por", "for": "para", "without": "sin", "on": "sobre"}
_PER = re.compile(
    r"(?:(?<=[a-z]s)|(?<=[a-z]\.))/(?P<unit>(?P<a>semana|sem\.?|noche|hora|jornada)|(?P<al>día|mes|año)|persona|unidad)(?![\w/])"
)
_PER_NEEDS = re.compile(r"[a-z.]/[a-zí]{3}")
_EACH_TIME = re.compile(r"(?<=\d) ?v(?:eces|\.)?/(?=día)")
_HUNDRED = re.compile(r"(?<=[a-zA-Z²³])/(?=100 [a-z]{4})")
_BANDS = re.compile(r"(?<![\d.,/])(?P<first>\d[.,]\d)/(?=\d(?:[.,]\d)? ?GHz)")
_SPACED = re.compile(r"(?<=[^\W\d_]) / (?=[^\W_]|[-+¡¿«(])")
_VERSIONS = re.compile(
    r"(?<![^\W_])(?P<name>Windows|Android|iOS|macOS|Office|Ubuntu|PS) ?(?P<first>\d{1,4})/(?P<second>\d{1,4})"
    r"(?P<third>/\d{1,4})?"
    r"(?![\w/]|[.,]\d)"
)
_VERSIONS_NEEDS = re.compile(r"\d/\d")


def slash_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules for words of one letter and a slash, for doses a day, and for versions beside each other."""

    def short(match: re.Match[str]) -> str:
        said = _SAID[match.lastgroup or ""]
        return f"{said.capitalize() if match[0][0].isupper() else said} "

    def per(match: re.Match[str]) -> str:
        lead = "a la" if match["a"] else "al" if match["al"] else "por"
        return f"{lead} {'semana' if match['unit'].startswith('sem') else match['unit']}"

    def spaced(match: re.Match[str]) -> str | None:
        return None if "=" in match.string else ", "

    def versions(match: re.Match[str]) -> str:
        numbers = [match["first"], match["second"], *([match["third"][1:]] if match["third"] else [])]
        return f"{match['name']} {', '.join(map(speller.number, numbers))}"

    return (
        Rule(Category.ABBREVIATIONS, _SHORT, short, needs=_SHORT_NEEDS),
        Rule(Category.UNITS, _PER, per, needs=_PER_NEEDS),
        Rule(Category.UNITS, _EACH_TIME, lambda match: "veces al ", needs=_EACH_TIME),
        Rule(Category.UNITS, _HUNDRED, lambda match: " por cada ", needs=_HUNDRED),
        Rule(Category.UNITS, _BANDS, lambda match: f"{speller.number(match['first'])} y ", needs=_BANDS),
        Rule(Category.SYMBOLS, _SPACED, spaced, needs=_SPACED),
        Rule(Category.VERSIONS, _VERSIONS, versions, needs=_VERSIONS_NEEDS),
    )
