"""Italian notations for hours, and the degree sign, which is also written for ordinals."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_RANKED = re.compile(
    r" (?:posto|piano|giorno|anno|secolo|capitolo|premio|turno|livello|classificato|grado|compleanno|anniversario|gol"
    r"|minuto|reggimento|articolo|posizione|tempo|set|gruppo|comma|lotto|trimestre|semestre|round|atto|giro)\b"
)
_WARMTH = re.compile(
    r"temperatur|minim|massim|meteo|cald|fredd|fresc|termometr|gradi|° ?C\b|sole|forno|infornat|febbre|angol|ruot"
    r"|inclin|fuori|dentro|ci sono|oggi|domani|ombra|nord|sud|latitud|longitud|cuocer",
    re.IGNORECASE,
)
_MEASURED = re.compile(r"(?:[-−–+±]|\b(?:a|ai|di|circa|quasi|tra|fra|e|con|oltre|sotto) )$")


def is_rank(match: re.Match[str], number: int) -> bool:
    """Whether a number with a degree sign is an ordinal ("il 3° piano") rather than an angle or a temperature."""
    if _RANKED.match(match.string, match.end()):
        return True
    measured = _MEASURED.search(match.string[: match.start()])
    return number <= 20 and not measured and not _WARMTH.search(match.string)


_HOUR = r"(?:[01]?\d|2[0-4])[:.][0-5]\d"
_AMOUNT = r"[.,:/%°]\d| ?(?:[€$%°]|euro|[a-zµ]{1,2}[²³/]|[ckm]?[gml]\b)"


def clock_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Opening hours, hours with a point, and the hour one, before which articles are elided."""

    def hour(text: str) -> str:
        time, minute = map(int, re.split("[:.]", text))
        words = "una" if time == 1 else speller.cardinal(time)
        return f"{words} e {'zero ' if minute < 10 else ''}{speller.cardinal(minute)}" if minute else words

    def opening(match: re.Match[str]) -> str:
        first, last = hour(match["first"]), hour(match["last"])
        start = match["from"] or ("dall'" if first.startswith("una") else "dalle ")
        return f"{start}{first} {'all' if last.startswith('una') else 'alle '}{last}".replace(
            "alluna", "all'una"
        )

    hours = rf"(?P<first>{_HOUR}) ?[-–—] ?(?P<last>{_HOUR})"
    return (
        Rule(
            Category.TIMES,
            re.compile(rf"(?<![\d:.,/-])(?P<from>\b[Dd]all[e'’] ?)?{hours}(?![\d:/-]|[.,]\d)"),
            opening,
            needs=DIGIT,
        ),
        # Italian decimals have a comma, so "19.30" is a time of day.
        Rule(
            Category.TIMES,
            re.compile(rf"(?<![\w.,:/$€-])(?<![$€] )(?:1[3-9]|2[0-4])\.[0-5][05](?!\d|{_AMOUNT})"),
            lambda match: hour(match[0]),
            needs=DIGIT,
        ),
        # After an elided article, one is feminine: "all'una", "un'ora".
        Rule(
            Category.TIMES,
            re.compile(r"(?<=ll['’])1(?= (?:di notte|del|alle|e)\b|[.;!?]|, |$)"),
            lambda match: "una",
            needs=DIGIT,
        ),
        Rule(
            Category.UNITS,
            re.compile(r"(?<![\w.,:/'’-])1 ?(?:h(?!\w)|ora\b)"),
            lambda match: "un'ora",
            needs=DIGIT,
        ),
    )
