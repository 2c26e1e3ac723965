"""What agrees with the noun before it in Spanish: "duración aprox.: 2 h", "los adultos > 65 años"."""

import re

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_ABOUT = re.compile(
    r"(?<![^\W_])(?P<noun>[A-ZÁÉÍÓÚ]?[a-záéíóúñ]{3,20}(?: (?:total|unitario|media|medio|de [a-z]{4,12}))?) "
    r"[Aa]prox(?P<point>\.|(?=:))(?=(?P<colon> ?:)| ?$|[,;)]| \d| [€$])"
)
_ABOUT_NEEDS = re.compile(r" [Aa]prox[.:]")
_MEASURED = re.compile(
    r"(?:duración|pesos?|precios?|costes?|costos?|medidas?|valor(?:es)?|tiempos?|distancias?|superficies?|fechas?"
    r"|edad(?:es)?|alturas?|longitud|presupuestos?|dimensiones|capacidad|población|recorridos?|desnivel|consumos?"
    r"|plazos?|cantidad(?:es)?|tamaños?|importes?|rendimiento|horarios?)\b",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"(?P<noun>(?<![^\W_])[A-ZÁÉÍÓÚ]?[a-záéíóúñ]{2,20}) (?P<sign>[<>≤≥]) ?"
    r"(?=\d{1,3}(?:[.,]\d{1,3}){0,2}(?P<age> (?:(?:años?|meses|días|semanas)\b|a\.))?)"
)
_AGED = re.compile(
    r"(?:(?<=\b[Dd]e )|(?<=\blos )|(?<=[<>])|(?<=[<>] ))(?<![\d.,])(?P<number>\d{1,3}) a\.(?! ?(?:de |[A-Za-z]\.|[CJ]))"
)
_SEATS = re.compile(r"(?<![\w.,-])(?P<number>\d{1,4}) ?p\.(?=[;,:)]|$| (?!\d))")
_OF_SEATS = re.compile(
    r"\b(?:[Aa]foro|[Cc]apacidad|[Mm]esas?|[Cc]omensales|[Rr]aciones|[Gg]rupos?|[Cc]asa rural|[Cc]amping)\b"
)
_DOORS = re.compile(r"(?<![\w.,-])(?P<number>[2-5]) ?p(?:tas?)?(?:\.(?=[,;]))?(?=[,;)]|$)")
_OF_CARS = re.compile(r"\d ?(?:kms?|cv|CV)\b|\b(?:TDI|CDTI|HDI|GTI|[Gg]asolina|[Dd]i[eé]sel|ITV)\b")
_COMPARED_NEEDS = re.compile(r"[a-zñ] [<>≤≥] ?\d")
_BRACKETED = re.compile(
    r"(?:(?<=\()|(?<=gratis )|(?<=\ben )|(?<=\bcon )|(?<=\bde ))[<>] ?"
    r"(?=\d{1,6}(?:[.,]\d{1,3})?(?P<age> (?:años?|meses)\b)?)"
)
_EXTREME = re.compile(
    r"(?P<noun>\b(?:[Cc]arga|[Rr]acha|[Vv]elocidad|[Pp]otencia|[Pp]resión|[Aa]ltura|[Ee]dad|[Tt]arifa|[Cc]apacidad|[Dd]istancia"
    r"|[Nn]ota|[Cc]uota|[Tt]ensión|[Pp]rofundidad|[Dd]uración|[Rr]esolución|[Ff]recuencia|[Ee]stancia|[Dd]osis)) "
    r"(?P<short>m[íi]n|m[áa]x)\.(?= ?[\d:,;(]| [a-z])"
)
_EXTREME_NEEDS = re.compile(r" m[íiáa][nx]\.")
_NO_NOUNS = frozenset(
    "es son más menos dos tres seis entonces pues además sus mis si con de en gratis".split()
)
_PERSONS = re.compile(
    r"(?:adult|niñ|person|pacient|mujer|hombr|jóven|menor|bebé|lactant|alumn|edad|varon|ancian|usuari|trabajador)",
    re.IGNORECASE,
)
_NAMES = {
    ("<", False): "menor que", (">", False): "mayor que", ("≤", False): "menor o igual que",
    ("≥", False): "mayor o igual que", ("<", True): "menores que", (">", True): "mayores que",
    ("≤", True): "menores o iguales que", ("≥", True): "mayores o iguales que",
}  # fmt: skip


def agreement_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for abbreviations and signs."""

    def about(match: re.Match[str]) -> str | None:
        noun = match["noun"].split(" ")[0]
        if not match["colon"] and not _MEASURED.match(noun):
            return None
        feminine = any(
            speller.locale.ruleset(count, f" {noun.lower()}").endswith("feminine") for count in (1, 21)
        )
        is_last = match["point"] and match.end() == len(match.string)
        plural = "s" if noun.endswith("s") else ""
        return f"{match['noun']} aproximad{'a' if feminine else 'o'}{plural}{'.' if is_last else ''}"

    def aged(match: re.Match[str]) -> str:
        words = speller.counted(match["number"], Noun("año", "años"))
        return words + "." if match.end() == len(match.string) else words

    def persons(match: re.Match[str]) -> str | None:
        if not _OF_SEATS.search(match.string):
            return None
        words = speller.counted(match["number"], Noun("persona", "personas"))
        return words + "." if match.end() == len(match.string) else words

    def doors(match: re.Match[str]) -> str | None:
        return f"{speller.cardinal(int(match['number']))} puertas" if _OF_CARS.search(match.string) else None

    def compared(match: re.Match[str]) -> str | None:
        noun = match["noun"]
        if noun.lower() in _NO_NOUNS:
            return None
        words = _NAMES[match["sign"], noun.endswith("s")]
        is_age = match["age"] and _PERSONS.match(noun)
        if match["sign"] in "<>" and (is_age or noun.lower() in ("los", "las")):
            words = words.replace(" que", " de")
        return f"{noun} {words} "

    def bracketed(match: re.Match[str]) -> str:
        more = match[0].startswith(">")
        if match["age"]:
            return "mayores de " if more else "menores de "
        return "más de " if more else "menos de "

    def extreme(match: re.Match[str]) -> str:
        return f"{match['noun']} {'mínima' if match['short'][1] in 'íi' else 'máxima'}"

    return (
        Rule(Category.ABBREVIATIONS, _EXTREME, extreme, needs=_EXTREME_NEEDS),
        Rule(Category.ABBREVIATIONS, _ABOUT, about, needs=_ABOUT_NEEDS),
        Rule(Category.ABBREVIATIONS, _AGED, aged, needs=_AGED),
        Rule(Category.ABBREVIATIONS, _SEATS, persons, needs=_SEATS),
        Rule(Category.ABBREVIATIONS, _DOORS, doors, needs=_DOORS),
        Rule(Category.MATHS, _COMPARED, compared, needs=_COMPARED_NEEDS),
        Rule(Category.MATHS, _BRACKETED, bracketed, needs=_BRACKETED),
    )
