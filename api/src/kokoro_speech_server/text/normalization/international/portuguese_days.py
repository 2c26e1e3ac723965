"""Days of the week and points of the compass in Portuguese texts that what stands beside them tells from words."""

_WEEKDAYS = {"qua": "quarta", "qui": "quinta", "sex": "sexta", "ter": "terça", "seg": "segunda"}
_ON_A_DAY = r"(?= \(\d|, (?:às|das|até as|a partir das|dia) |: ?[a-zà-ÿ\d]|, \d{1,2}(?:h|[/:]\d))"

DAYS = {
    rf"[{day[0].upper()}{day[0]}]{day[1:]}\.{_ON_A_DAY}": name for day, name in _WEEKDAYS.items()
} | {
    r"[Ss]eg\.(?= (?:a|à|e)\b)|(?<=\bna )seg\.(?= \()": "segunda", r"(?<=[àa] )[Ss]ex\.": "sexta",
    r"(?<=\b[Aa]os )sáb\.": "sábados",
    r"(?<=\b[Aa]os )dom\.|(?<=\b[Aa]os sáb\., )dom\.|(?<=\b[Aa]os sáb\. e )dom\.": "domingos",
    r"(?<=\dª-)f\.": "feira",
} | {rf"(?<=\(){day}\.(?=\))": name for day, name in _WEEKDAYS.items()}  # fmt: skip
"""Entries of `pointed`."""

_POINTS = {
    "N": "norte", "S": "sul", "L": "leste", "E": "leste", "O": "oeste", "W": "oeste", "NE": "nordeste",
    "NO": "noroeste", "NW": "noroeste", "SE": "sudeste", "SO": "sudoeste", "SW": "sudoeste",
}  # fmt: skip

WINDS = (
    {
        rf"(?:(?<=\b[Vv]entos de )|(?<=\b[Vv]ento de )|(?<=\brajadas de )|(?<=km/h de )"
        rf"|(?<=km/h, de )){point}(?![^\W_])": name
        for point, name in _POINTS.items()
    }
    | {rf"(?<=\b[Vv]ento ){point}(?= (?:a |até |de |de até )?\d)": name for point, name in _POINTS.items()}
    | {
        rf"(?:(?<=\b[Vv]entos )|(?<=\b[Vv]entos [NSLO]/)){point}(?=/| (?:a |até |de |de até )?\d)": name
        for point, name in _POINTS.items()
    }
)
"""Entries of `abbreviations`."""
