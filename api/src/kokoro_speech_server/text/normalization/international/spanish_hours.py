"""Clock times in Spanish texts: 16:30, 16h30, 8 p. m., and with a point where the words around show it: a las 9.30."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

PATTERN = (
    r"(?<![\d.,$])(?<!\d:)(?:(?P<hour>[01]?\d|2[0-4])(?:[:h]|(?P<point>\.))"
    r"(?P<minute>[0-5]\d)"
    r"(?::(?P<second>[0-5]\d))?(?![\d:]|[.,]\d)(?: ?(?P<half>[ap]\. ?m\.|[ap]m\b)|(?P<unit> ?h(?:oras|rs|s)?\b\.?))?"
    r"|(?P<hour2>0?[1-9]|1[0-2]) ?(?P<half2>[ap]\. ?m\.|[ap]m\b))"
)
"""`time_pattern` of the locale."""

_AT = re.compile(r"\blas? $", re.IGNORECASE)
_DEPARTS = re.compile(r"\b(?:[Ss]alidas?|[Ll]legadas?|[Cc]omienzo|[Ii]nicio)(?: prevista)?:? $")
_FROM = re.compile(r"\b(?:de|desde) $")
_UNTIL = re.compile(r" ?(?:a|hasta|-|–) ?\d{1,2}[:.]\d\d")
_TIME = r"\d{1,2}[.:][0-5]\d(?: ?h(?:oras|rs|s)?\b\.?)?"
_LINK = r"(?: ?[-–/] ?|, | y (?:de |las )?| e | o | u | a | hasta (?:las )?| y a las )"
_AFTER_TIMES = re.compile(rf"(?<![\d.,$])(?P<first>{_TIME})(?:{_LINK}{_TIME}){{0,6}}{_LINK}$", re.IGNORECASE)
_BEFORE_TIMES = re.compile(rf"(?:{_LINK}{_TIME}){{1,6}}(?![\d%€$]|[.,]\d| ?[%€$])", re.IGNORECASE)
_LAST_TIME = re.compile(rf"(?:{_LINK}\d{{1,2}}\.\d\d){{1,6}} ?h(?:oras|rs|s)?\b", re.IGNORECASE)
_OF_HOURS = re.compile(
    r"\b(?:horarios?|abiert[oa]s?|abren?|abrirá|cerrad[oa]s?|cierran?|lunes|martes|miércoles|jueves|viernes|sábados?"
    r"|domingos?|festivos|laborables|mañanas?|tardes?|noches?|atención|visitas?|clases?|turnos?|sesi(?:ón|ones)"
    r"|funci(?:ón|ones)|pases?|misas?|taquillas?|L-V|L-S|L-D)\b",
    re.IGNORECASE,
)
_OF_PRICES = re.compile(
    r"\b(?:precios?|cuestan?|cotiz\w{1,6}|acci(?:ón|ones)|dólar(?:es)?|pesos|euros|pagan?|cobran?|notas?|puntos|media"
    r"|promedio|tasa|metros|segundos|marcas?)\b|[€$£%]",
    re.IGNORECASE,
)
_MEASURED = re.compile(
    r" ?(?:[%€$£]|k?m\b|kg|g\b|cm|mm|ml|l\b|t\b|ha\b|por ciento|euros|dólares|pesos|soles|metros|puntos|millones"
    r"|millas|mil\b|grados|kilos|litros|centímetros"
    r"|(?!horas|todas|unas|las|para|tras|más|además|mientras|ambas)[a-záéíóú]{3,20}as\b)"
)
_BEFORE = 80
_RATIO = re.compile(
    r"\b(?:[Ff]ormato|[Aa]specto|[Rr]atios?|[Pp]roporción|[Rr]elación|[Pp]antalla)[^.;]{0,16}$"
)
_DASH = re.compile(r"(?<=\d\.[0-5]\d) ?[-–] ?(?=(?:[01]?\d|2[0-4])\.[0-5]\d(?!\d))")
_DAYS = dict(
    zip(
        "lun mar mié jue vie sáb dom".split(),
        "lunes martes miércoles jueves viernes sábado domingo".split(),
        strict=True,
    )
)
_DAY = f"(?:{'|'.join(_DAYS)})"
_ONE_DAY = re.compile(_DAY, re.IGNORECASE)
_SEVERAL_DAYS = re.compile(rf"(?<!\w){_DAY}(?:(?:, | y | a |/){_DAY}){{1,6}}(?!\w)", re.IGNORECASE)
_DAY_AHEAD = re.compile(
    r"(?<!\w)(?:lun|mié|jue|vie|sáb|dom)(?=,? \d{1,2}(?:/\d|[:.]\d\d| de [a-z]{3}| ?h\b| a \d|-\d{1,2} ?h))",
    re.IGNORECASE,
)
_NOON = re.compile(
    r"(?:(?<=\ba )|(?<=\by )|(?<=las )|(?<=hasta )|(?<=[-–] )|(?<=[-–])|^)12(?::00)? ?m\.(?! ?[a-z]\.| de )"
)
_OF_HALVES = re.compile(r"\d ?(?:[ap]\. ?m\.|[ap]m\b)")
_OF_ARGENTINA = re.compile(r"(?<![\d.,$])(?:[01]?\d|2[0-4])\.[0-5]\d ?hr?s\.")


def _begins_span(match: re.Match[str], before: str) -> bool:
    """Whether the time is the first one of "de 10:00 a 11:30"."""
    return _FROM.search(before) is not None and _UNTIL.match(match.string, match.end()) is not None


def _is_pointed_time(match: re.Match[str], before: str) -> bool:
    """Whether a number with a point is a time: after "las", before "h", or among others in a sentence about hours."""
    if match["unit"] or match["half"] or _LAST_TIME.match(match.string, match.end()):
        return True
    if _MEASURED.match(match.string, match.end()):
        return False
    if _DEPARTS.search(before):
        return True
    if _AT.search(before):
        return (int(match["hour"]) == 1) == before.lower().endswith("la ")
    times = _AFTER_TIMES.search(before)
    if times and _AT.search(before[: times.start()]):
        return True
    listed = times or _BEFORE_TIMES.match(match.string, match.end())
    return bool(listed and _OF_HOURS.search(match.string) and not _OF_PRICES.search(match.string))


def time_of_day(speller: NumberSpeller, match: re.Match[str], hour: int, minute: int) -> str | None:
    """Of `romance.clock_time`."""
    before = match.string[max(0, match.start() - _BEFORE) : match.start()]
    if _RATIO.search(before):
        return None
    if match["point"] and not _is_pointed_time(match, before):
        return None
    words = speller.spell(hour, "spellout-cardinal-feminine")
    half = (match["half"] or match["half2"] or "").lower()
    if minute:
        words += f" {'cero ' if minute < 10 else 'y ' if half else ''}{speller.cardinal(minute)}"
    elif not half and ("h" in match[0] or not (_AT.search(before) or _begins_span(match, before))):
        words += " horas" if hour != 1 else " hora"
    if half.startswith("p"):
        words += " de la noche" if 8 <= hour < 12 else " de la tarde"
    elif half:
        words += " de la madrugada" if 1 <= hour < 6 else " de la noche" if hour == 12 else " de la mañana"
    return words


def hour_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for numbers and abbreviations: 9.30-14.00, 21.30 hs."""
    locale = speller.locale
    pattern = re.compile(PATTERN, re.IGNORECASE)

    def dash(match: re.Match[str]) -> str | None:
        is_price = _OF_PRICES.search(match.string) or not _OF_HOURS.search(match.string)
        return None if is_price else f" {locale.span.split('{}')[1].strip()} "

    def time(match: re.Match[str]) -> str | None:
        found = pattern.match(match.string, match.start())
        words = locale.time(speller, found) if found else None
        return words + "." if words and match.end() == len(match.string) else words

    def noon(match: re.Match[str]) -> str | None:
        is_last = match.end() == len(match.string)
        return f"doce del mediodía{'.' if is_last else ''}" if _OF_HALVES.search(match.string) else None

    def days(match: re.Match[str]) -> str:
        return _ONE_DAY.sub(lambda day: _DAYS[day[0].lower()], match[0].replace("/", ", "))

    return (
        Rule(Category.ABBREVIATIONS, _SEVERAL_DAYS, days, needs=_SEVERAL_DAYS),
        Rule(Category.ABBREVIATIONS, _DAY_AHEAD, days, needs=_DAY_AHEAD),
        Rule(Category.TIMES, _NOON, noon, needs=_NOON),
        Rule(Category.TIMES, _DASH, dash, needs=_DASH),
        Rule(Category.TIMES, _OF_ARGENTINA, time, needs=_OF_ARGENTINA),
    )
