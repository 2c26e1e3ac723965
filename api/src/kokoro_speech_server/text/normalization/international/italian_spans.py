"""Spans in Italian: of years (1808-1873), and of amounts with a slash (4/6 °C, 2/3 minuti, 12/24 V)."""

import re

from kokoro_speech_server.text.normalization.international.dates import exists
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_YEARS = re.compile(
    r"(?:(?<=\()|(?<=, )|(?<=\b[Aa]nni )|(?<=\bperiodo )|(?<=\bguerra )|(?<=\bCovid )|(?<=\bGuerra ))"
    r"(?P<first>1\d{3}|20\d\d) ?[-–] ?(?P<last>1\d{3}|20\d\d|\d\d)(?=\)|[,;.](?!\d)| [(a-z]|$)"
)
_HAS_YEARS = re.compile(r"(?:1\d|20)\d\d ?[-–]")
_DAYS = re.compile(
    r"(?P<from>\b[Dd]al )(?P<first>[1-3]?\d\.(?:0[1-9]|1[0-2])) al (?P<last>[1-3]?\d\.(?:0[1-9]|1[0-2]))"
    r"(?![\w%]|[.,]\d| ?[%€])"
)
_HAS_DAYS = re.compile(r"al \d{1,2}\.[01]\d al \d")
_BEFORE_CHRIST = re.compile(r"(?<=\()(?P<first>\d{1,4}) ?[-–] ?(?P<last>\d{1,4})(?= (?:a|d)\. ?C\.)")
_HAS_ERA = re.compile(r"\d (?:a|d)\. ?C\.")
_SIGNED = r"[-−]?\d{1,4}(?:,\d)?"
_UNITS = {
    "°C": "gradi Celsius", "° C": "gradi Celsius", "°": "gradi", "gradi": "gradi", "km/h": "chilometri orari",
    "nodi": "nodi", "V": "volt", "km": "chilometri", "cm": "centimetri", "mm": "millimetri", "%": "per cento",
    "min": "minuti", "h": "ore", "m": "metri", "GB": "gigabyte", "TB": "terabyte",
    "GHz": "gigahertz", "MHz": "megahertz", "Hz": "hertz", "W": "watt", "MP": "megapixel", "mAh": "milliampere ora",
    "minuti": "minuti", "gg": "giorni",
}  # fmt: skip
_AMOUNTS = re.compile(
    rf"(?<![\w/.,-])(?P<first>{_SIGNED})/(?P<last>{_SIGNED}) ?"
    r"(?P<unit>° ?C|°|gradi|km/h|nodi|V|km|cm|mm|mAh|m|h|%|min|gg|[GT]B|[GM]?Hz|W|MP)"
    r"(?![\w/²³°])(?:(?<=min)\.(?=[,;:)]| [a-z]))?"
)
_HAS_AMOUNTS = re.compile(r"\d/[-−]?\d{1,4}(?:,\d)? ?(?:[°V%hWGTH]|k?m|gradi|nodi|cm|M[HP]|gg)")
_SEVERAL = (
    "minuti|secondi|ore|giorni|settimane|mesi|anni|persone|porzioni|cucchiai(?:ni)?|spicchi|fett(?:e|ine)|fogli(?:e|oline)"
    "|volte|uova|metri|centimetri|chilometri|litri|grammi|posti|camere|ospiti|bambini|rate|pezzi|compresse|gocce|euro"
    "|bicchieri(?:ni)?|tazz(?:e|ine)|pagine|righe|elementi|alunni|studenti|capsule|bustine|ripetizioni|km|pomodori(?:ni)?"
    "|carote|patate|zucchine|cipolle|mele|arance|limoni|rametti|manciate|mestoli|dita"
)
_COUNTED = re.compile(
    rf"(?<![\w/.,-])(?P<first>\d{{1,3}})/(?P<last>\d{{1,3}})(?= (?P<noun>{_SEVERAL})(?![\w/]))"
)
_HAS_COUNTED = re.compile(r"\d/\d{1,3} [a-z]")
_NEXT = re.compile(
    r"(?<![\w.,:/'’-])(?P<first>[1-9]|1\d)[-–](?P<last>\d{1,2})"
    r"(?: (?P<short>cpr|cps|cp|gtt|gg)(?=[ ,;/]|\.$|$)|(?= (?P<noun>[a-zàèéìòù]{2,20}[aeioàù]|puff|gol|set|film"
    r"|step|click|clic|match|game|test|post|drink|shot|weekend|quiz"
    r"|round|slide|file|link|video)(?![\w'’])))"
)
_HAS_NEXT = re.compile(r"\d[-–]\d{1,2} [a-z]")
_NO_NOUN = re.compile(
    r"(?:al|all|del|dell|dal|dall|nel|nell|sul|sull|con|col|che|chi|per|contro|dopo|prima|sotto|sopra|senza|dove|quando"
    r"|mentre|grazie|oppure|anche|ma|una|uno|fino|verso|circa|finale|parziale|esterno|interno|casalingo|agli|degli"
    r"|è|poi|sono|era|ha|hanno|si|ora|ore|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre"
    r"|novembre|dicembre|firmato|siglato|targato|ospite|nonostante|virgola|minuto)[aeioàù]?"
)
_SHORT = {"cpr": "compresse", "cp": "compresse", "cps": "capsule", "gtt": "gocce", "gg": "giorni"}
_OF_A_SPAN = re.compile(
    r"\b(?:[Dd]a(?:l|lle|lla|i|gli)?|[Tt]ra|[Ff]ra|pagin[ae]|numer[oi]|[Nn]n?\.|[Aa]rtt?\.|pagg?\.|capitol[oi]|[Cc]omm[ai]|[Oo]re|vers[oi]"
    r"|[Ff]igg?\.|[Ii]l|[Aa]l|[Dd]el|[Nn]el) $"
)
_BETWEEN = re.compile(r"\b(?:tra|fra)(?: i)? $")
_PARTS = re.compile(r"\b(?:i|gli|dei|ai|nei|sui) $")


def span_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for fractions and ranges."""

    def signed(written: str) -> str:
        return speller.signed("-" if written[0] in "-−" else None, speller.number(written.lstrip("-−")))

    def from_to(match: re.Match[str], *, rising: bool) -> str | None:
        first, last = int(match["first"]), int(match["last"])
        whole = first // 100 * 100 + last if len(match["last"]) < len(match["first"]) and rising else last
        if (first < whole) is not rising:
            return None
        opens, closes = speller.cardinal(first), speller.cardinal(last)
        return f"{_elided('dal', opens)} {_elided('al', closes)}"

    def days(match: re.Match[str]) -> str | None:
        dates = [tuple(map(int, match[name].split("."))) for name in ("first", "last")]
        if not all(exists(month, day) for day, month in dates):
            return None
        first, last = (speller.locale.date(speller, None, month, day) for day, month in dates)
        return f"{_elided(match['from'].strip(), first)} {_elided('al', last)}"

    def amounts(match: re.Match[str]) -> str | None:
        first, last = (float(match[name].replace("−", "-").replace(",", ".")) for name in ("first", "last"))
        unit = match["unit"].replace(" ", "")
        is_part = unit in ("km", "cm", "mm", "%", "min", "h", "m") and (first, last) in (
            (1, 2),
            (1, 4),
            (3, 4),
            (1, 3),
        )
        if first >= last or is_part:
            return None
        link = " e " if _BETWEEN.search(match.string[: match.start()][-6:]) else "-"
        return f"{signed(match['first'])}{link}{signed(match['last'])} {_UNITS[unit]}"

    def counted(match: re.Match[str]) -> str | None:
        first, last = int(match["first"]), int(match["last"])
        if first >= last or first * 4 < last or _PARTS.search(match.string[: match.start()][-6:]):
            return None
        one = "una" if match["noun"].endswith(("e", "a")) else "uno"
        return f"{one if first == 1 else speller.cardinal(first)}-{speller.cardinal(last)}"

    def following(match: re.Match[str]) -> str | None:
        first, last = int(match["first"]), int(match["last"])
        noun = match["noun"] or _SHORT[match["short"]]
        if first >= last or (first > 1 and last > first + 1) or _NO_NOUN.fullmatch(noun):
            return None
        if _OF_A_SPAN.search(match.string[: match.start()][-12:]):
            return None
        one = "una" if noun.endswith(("e", "a")) else "uno"
        opens, closes = one if first == 1 else speller.cardinal(first), speller.cardinal(last)
        words = f"{opens}-{closes}" if last == first + 1 else f"da {opens} a {closes}"
        return f"{words} {noun}" if match["short"] else words

    return (
        Rule(Category.RANGES, _NEXT, following, needs=_HAS_NEXT),
        Rule(Category.RANGES, _YEARS, lambda match: from_to(match, rising=True), needs=_HAS_YEARS),
        Rule(
            Category.RANGES,
            _BEFORE_CHRIST,
            lambda match: from_to(match, rising=_era(match) == "d"),
            needs=_HAS_ERA,
        ),
        Rule(Category.DATES, _DAYS, days, needs=_HAS_DAYS),
        Rule(Category.UNITS, _AMOUNTS, amounts, needs=_HAS_AMOUNTS),
        Rule(Category.RANGES, _COUNTED, counted, needs=_HAS_COUNTED),
    )


def _elided(article: str, words: str) -> str:
    return f"{article}l'{words}" if words.startswith(("o", "u")) else f"{article} {words}"


def _era(match: re.Match[str]) -> str:
    return match.string[match.end() + 1 : match.end() + 2]
