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
    r"|inclin|\bmin\b|\bmax\b|seren|vento\b|umidità|piogg|nuvol|neve\b"
    r"|fuori|dentro|ci sono|oggi|domani|ombra|nord|sud|latitud|longitud|cuocer",
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
_COMMA_HOUR = r"(?:[01]?\d|2[0-4]),[0-5][05]"
_FULL = r"(?:[01]?\d|2[0-4])"
_OF_HOURS = re.compile(
    r"\b(?:lun|mar|mart|mer|merc|gio|giov|ven|sab|dom|orari?o?|apert[oai]|chius[oai]|ore|apertura|feriali|festivi"
    r"|(?:lune|marte|mercole|giove|vener)dì|sabato|domenica)\b",
    re.IGNORECASE,
)
_ROUND_THE_CLOCK = re.compile(r"(?<![\w.,:/-])0[-–/]24(?![\w:/-]|[.,]\d)")
_AHEAD = 24
_DAY = re.compile(
    r"\b(?:(?:[Ll]une|[Mm]arte|[Mm]ercole|[Gg]iove|[Vv]ener)dì|[Ss]abato|[Dd]omenic(?:a|he)|[Ff]estivi|[Ff]eriali"
    r"|[Pp]refestivi"
    r"|[Gg]iorni|(?:[Ll]un|[Gg]iov?|[Vv]en|[Ss]ab|[Dd]om|[Mm]erc?|[Mm]art)\.?|[Oo]rari?o?|[Mm]attin[ao]|[Pp]omeriggio|[Ss]era|[Oo]re)"
    r"(?: mattina| pomeriggio| sera)?[: ]{1,2}$"
)
"""A day or another word before the hours that a place is open: "sabato 10-13"."""
_AFTER_HOURS = (
    r" (?:e|o|con|su|chius\w{1,2}|orario|continuato|circa|tutt[oi]|per|solo|festivi|feriali)\b"
    r"| ?[(|/–-]| [A-ZÀ-Þ]"
)
_ROW = re.compile(r"(?<![\w.,:/$€-])(?:[01]?\d|2[0-4])\.[0-5]\d(?!\d|[.,]\d|[%€])")
_OF_A_ROW = re.compile(
    r"\b(?:partenz[ae]|arriv[io]|orari?o?|mess[ae]|cors[ae]|tren[oi]|autobus|bus|traghett[oi]|aliscaf[oi]|frecciarossa|italo"
    r"|intercity|regionale|spettacol[oi]|ore|lodi"
    r"|vespri|rosario|colazione|pranzo|cena|ritrovo|registrazion[ei]|apertura|accoglienza|all[e']|dall[e']|sabato|domenica"
    r"|feriali|festivi|proiezion[ei]|turn[oi]|lezion[ei]|saluti|inizio)\b",
    re.IGNORECASE,
)
_IS_HOURS = re.compile(r"h\.? ?\d")
_AMOUNT = r"[.,:/%°]\d| ?(?:[€$%°]|euro|[a-zµ]{1,2}[²³/]|[ckm]?[gml]\b)"


def clock_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Opening hours, hours with a point, and the hour one, before which articles are elided."""

    def hour(text: str) -> str:
        time, minute = map(int, re.split("[:.,]", text if len(text) > 2 else f"{text}:00"))
        words = "una" if time == 1 else speller.cardinal(time)
        return f"{words} e {'zero ' if minute < 10 else ''}{speller.cardinal(minute)}" if minute else words

    def opening(match: re.Match[str]) -> str:
        return said(match, match["first"], match["last"])

    def said(match: re.Match[str], opens: str, closes: str) -> str:
        first, last = hour(opens), hour(closes)
        written = match["from"] or ""
        start = written if "all" in written else "dall'" if first.startswith("una") else "dalle "
        return f"{start}{first} {'all' if last.startswith('una') else 'alle '}{last}".replace(
            "alluna", "all'una"
        )

    def in_a_row(match: re.Match[str]) -> str | None:
        """Hours below thirteen, of which a sentence has several or which begin a line of a programme."""
        begins = (
            not match.string[: match.start()].strip() and match.string[match.end() : match.end() + 1] in " :"
        )
        return hour(match[0]) if begins or len(_ROW.findall(match.string)) > 1 else None

    def by_slashes(match: re.Match[str]) -> str:
        words = said(match, match["first"], match["last"])
        return f"{words}, {said(match, match['then'], match['until'])}" if match["then"] else words

    def whole(match: re.Match[str]) -> str | None:
        if int(match["first"]) >= int(match["last"]):
            return None
        before = match.string[max(0, match.start() - _AHEAD) : match.start()]
        if not (_DAY.search(before) or (match["then"] and _OF_HOURS.search(match.string))):
            return None
        words = said(match, match["first"], match["last"])
        return f"{words}, {said(match, match['then'], match['until'])}" if match["then"] else words

    hours = rf"(?P<first>{_HOUR}) ?[-–—] ?(?P<last>{_HOUR})"
    return (
        Rule(
            Category.TIMES,
            re.compile(rf"(?<![\d:.,/-])(?P<from>\b[Dd]all[e'’] ?|\b[Oo]re |\bh )?{hours}(?![\d:/-]|[.,]\d)"),
            opening,
            needs=DIGIT,
        ),
        Rule(
            Category.TIMES,
            re.compile(
                rf"(?<![\d:.,/-])(?P<from>\b[Dd]all[e'’] ?|\b[Oo]re |\bh )?"
                rf"(?:(?P<first>{_HOUR}) ?[-–] ?(?P<last>{_FULL})"
                rf"|(?P<first2>{_FULL}) ?[-–] ?(?P<last2>{_HOUR}))(?![\d:/-]|[.,]\d| ?[€%])"
            ),
            lambda match: said(match, match["first"] or match["first2"], match["last"] or match["last2"]),
            evidence=_OF_HOURS,
        ),
        Rule(
            Category.TIMES,
            re.compile(
                rf"(?<!\w)(?P<from>)h\.? ?(?P<first>{_FULL}) ?[-–] ?(?P<last>{_FULL})(?![\d:/-]|[.,]\d)"
            ),
            opening,
            needs=_IS_HOURS,
        ),
        Rule(
            Category.TIMES,
            re.compile(
                rf"(?<![\w:.,/-])(?<![€$] )(?P<from>\b[Dd]all[e'’] ?|\b[Oo]re |\bh )?(?P<first>{_COMMA_HOUR}) ?[-–—] ?"
                rf"(?P<last>{_COMMA_HOUR})(?!\d|{_AMOUNT})"
            ),
            opening,
            evidence=_OF_HOURS,
        ),
        Rule(
            Category.TIMES,
            re.compile(
                rf"(?<![\w:.,/-])(?P<from>)(?P<first>{_HOUR})/(?P<last>{_HOUR})(?![\d:/-]|[.,]\d| ?[€%])"
                rf"(?: ?[-–,] ?(?P<then>{_HOUR})/(?P<until>{_HOUR})(?![\d:/-]|[.,]\d))?"
            ),
            by_slashes,
            evidence=_OF_HOURS,
        ),
        Rule(
            Category.TIMES,
            _ROUND_THE_CLOCK,
            lambda match: "dalle zero alle ventiquattro",
            needs=_ROUND_THE_CLOCK,
        ),
        # Italian decimals have a comma, so "19.30" is a time of day.
        Rule(
            Category.TIMES,
            re.compile(rf"(?<![\w.,:/$€-])(?<![$€] )(?:1[3-9]|2[0-4])\.[0-5][05](?!\d|{_AMOUNT})"),
            lambda match: hour(match[0]),
            needs=DIGIT,
        ),
        Rule(
            Category.TIMES,
            re.compile(rf"(?<![\w.,:/$€'’-])(?<![€$] )(?:[01]?\d|2[0-3])\.[0-5]\d(?!\d|{_AMOUNT})"),
            in_a_row,
            evidence=_OF_A_ROW,
        ),
        Rule(
            Category.TIMES,
            re.compile(
                rf"(?<![\w:.,/-])(?P<from>)(?P<first>{_FULL}) ?[-–] ?(?P<last>{_FULL})"
                rf"(?: ?(?:/|,| e) ?(?P<then>{_FULL}) ?[-–] ?(?P<until>{_FULL}))?(?=[.,;)](?!\d)|$|{_AFTER_HOURS})"
            ),
            whole,
            evidence=_OF_HOURS,
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
            re.compile(r"(?<![\w.,:/'’-])1 ?(?:h(?!\w)(?! ?\d{1,2} ?(?:m|['’]))|ora\b)"),
            lambda match: "un'ora",
            needs=DIGIT,
        ),
    )
