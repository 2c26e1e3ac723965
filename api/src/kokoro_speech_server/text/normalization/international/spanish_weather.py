"""Reports of the weather in Spanish: "viento del NO", "máx. 31 °C"."""

import re

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_POINTS = {
    "N": "norte", "S": "sur", "E": "este", "O": "oeste", "W": "oeste", "NE": "noreste", "NO": "noroeste",
    "NW": "noroeste", "SE": "sureste", "SO": "suroeste", "SW": "suroeste",
    "NNE": "nornoreste", "ENE": "estenoreste", "ESE": "estesureste", "SSE": "sursureste", "SSO": "sursuroeste",
    "OSO": "oestesuroeste", "ONO": "oestenoroeste", "NNO": "nornoroeste", "NNW": "nornoroeste",
    "SSW": "sursuroeste", "WSW": "oestesuroeste", "WNW": "oestenoroeste",
}  # fmt: skip
_POINT = "(?:NN|SS|[EOW]?[NS])[EOW]|[EOW]S[EOW]|[NSEOW]"
_OF_WIND = re.compile(
    r"\b(?:[Vv]ientos?|[Rr]achas?|[Bb]risas?|[Cc]omponente|[Oo]leaje|[Mm]ar de fondo|[Ll]luvias?|[Tt]ormentas?"
    r"|[Cc]hubascos?|[Nn]ub\w{3,7}|[Cc]ielos?"
    r"|[Pp]recipitaciones|[Nn]evadas?|[Bb]ancos de niebla)\b"
)
_FROM = re.compile(
    rf"(?P<before>\b(?:del|al|de|componente|viento|y|o|a|[Ee]n el"
    rf"|mitad|tercio|cuadrante|vertiente|cara|costa) )(?P<point>{_POINT})(?![\w'’]|\. ?[A-Z])"
)
_FROM_NEEDS = re.compile(rf" (?:{_POINT})(?!\w)")
_EXTREME = re.compile(
    r"(?<![\w.])(?:(?P<heat>[Tt]emp(?:eratura|\.)|T\.?ª) )?(?P<short>[Mm][íi]n|[Mm][áa]x)\.(?P<colon>:)?"
    r"(?= ?(?:de )?(?:[-−]?\d{1,2}(?:,\d)? ?(?:[°º]|grados)|[-−]?\d{1,2}[,;]? (?:y |/ )?[Mm][áaíi][xn]\.))"
    r"|(?<![\w.])(?P<heat2>[Tt]emp(?:eratura|\.)) (?P<short2>[Mm][íi]n|[Mm][áa]x)\."
)
_FROST = re.compile(r"(?<![\w.,-])[-−](?P<number>\d{1,2}(?:,\d)?)º(?! ?[CF]\b)")
_EXTREME_NEEDS = re.compile(r"[Mm](?:[íi]n|[áa]x)\.")


def weather_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules for the points of the compass in sentences about wind, and for the lowest and highest temperature."""

    def frost(match: re.Match[str]) -> str:
        return speller.signed("-", speller.counted(match["number"], Noun("grado", "grados")))

    def whence(match: re.Match[str]) -> str | None:
        return (
            match["before"] + _POINTS.get(match["point"], match["point"])
            if _OF_WIND.search(match.string)
            else None
        )

    def extreme(match: re.Match[str]) -> str:
        short = match["short"] or match["short2"]
        words = "mínima" if short[1] in "íi" else "máxima"
        heat = "temperatura " if match["heat"] or match["heat2"] else ""
        written = heat + words
        return (written.capitalize() if match[0][0].isupper() else written) + (match["colon"] or "")

    return (
        Rule(Category.UNITS, _FROST, frost, needs=_FROST),
        Rule(Category.ABBREVIATIONS, _FROM, whence, needs=_FROM_NEEDS),
        Rule(Category.ABBREVIATIONS, _EXTREME, extreme, needs=_EXTREME_NEEDS),
    )
