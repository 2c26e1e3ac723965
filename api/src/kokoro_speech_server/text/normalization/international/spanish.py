"""Spanish, as it is read in most of the world: dollars are dollars, and 1.234,56 has a decimal comma."""

import re

from kokoro_speech_server.text.normalization.international.dates import clock, duration
from kokoro_speech_server.text.normalization.international.locale import Currency, Locale, Noun
from kokoro_speech_server.text.normalization.international.reader import Reader

_FEMININE = re.compile(
    r"(?: mil)? (?:de )?(?!(?:d[ií]as?|problemas?|sistemas?|programas?|temas?|idiomas?|mapas?|planetas?|poemas?|climas?"
    r"|dramas?"
    r"|gramas?|kilogramas?|para|una?s?|las?|esas?|cada|hacia|hasta|contra|era|fueran?|tras|además|más|mas|nada|ya"
    r"|mañana|ahora|aunque|sobre|entre|mientras|serán?|está[ns]?|están|cosa de|de|dólares)\b)"
    r"(?:[a-záéíóúñü]{1,30}(?:as|[cst]i[oó]n(?:es)?|dad(?:es)?|tud(?:es)?|triz|trices)|mujeres|veces|noches|clases"
    r"|calles"
    r"|cdas?|cdtas?|cditas?|partes|tardes|leyes|redes|flores|llaves|naves|claves|bases|fases|series|imágenes)\b"
)
_FEMININE_ONE = re.compile(
    r" (?!(?:día|problema|sistema|programa|tema|idioma|mapa|planeta|poema|clima|para|una?|la|esa|cada|hacia|hasta"
    r"|contra"
    r"|era|nada|ya|mañana|ahora|a|está|será)\b)(?:[a-záéíóúñü]{2,30}(?:a|[cst]ión|dad|tud|triz)|vez|mujer|noche"
    r"|clase|calle"
    r"|cda|cdta|cdita|parte|tarde|ley|red|flor|llave|nave|clave|base|fase|serie|imagen)\b"
)
_NO_NOUN = re.compile(
    r" (?:[ayoeu]|de|del|al|en|por|para|con|que|es|son|se|si|no|ni|más|menos|como|la|el|los|las|lo|era|fue|está"
    r"|hasta|sin"
    r"|sobre|entre|desde|le|les|me|te|nos|su|sus|mi|mis|tu|tus|pero|porque|cuando|donde|ya|cada|hacia|contra|según"
    r"|también"
    r"|igual|por ciento|coma|punto|un|una)\b"
)
_NOUN = re.compile(r" (?:[a-záéíóúñü]{2,30})")


def _ruleset(number: int, after: str) -> str:
    if (_FEMININE_ONE if number == 1 else _FEMININE).match(after):
        return "spellout-cardinal-feminine"
    if number % 10 == 1 and number % 100 != 11 and _NOUN.match(after) and not _NO_NOUN.match(after):
        return "spellout-cardinal-masculine"
    return "spellout-numbering"


_PARTS = {
    2: "medio", 3: "tercio", 4: "cuarto", 5: "quinto", 6: "sexto", 7: "séptimo", 8: "octavo", 9: "noveno",
    10: "décimo",
    100: "centésimo", 1000: "milésimo",
}  # fmt: skip


def _fraction(reader: Reader, above: int, below: int, after: str = "") -> str:
    if (above, below) == (1, 2) and _FEMININE_ONE.match(after):
        return "media"
    words = reader.spell(above, "spellout-cardinal-masculine")
    if below not in _PARTS:
        return f"{words} sobre {reader.cardinal(below)}"
    return f"{words} {_PARTS[below]}{'s' if above > 1 else ''}"


def _mixed(reader: Reader, whole: int, above: int, below: int) -> str:
    half = (above, below) == (1, 2)
    return f"{reader.cardinal(whole)} y {'medio' if half else _fraction(reader, above, below)}"


def _ordinal(reader: Reader, match: re.Match[str]) -> str | None:
    number, ending = int(match["number"]), match["ending"]
    if not 0 < number < 1000:
        return None
    if ending in ("ª", "ra", "da", "ta", "ma", "va", "na", "a"):
        gender = "feminine"
    elif ending == "er" or (number % 10 in (1, 3) and re.match(r" [a-z]+o\b", match.string[match.end() :])):
        gender = "masculine-adjective"
    else:
        gender = "masculine"
    return reader.spell(number, f"spellout-ordinal-{gender}")


_QUEENS = "Isabel|Catalina|María|Juana|Margarita|Cristina|Victoria"
_KINGS = (
    "Felipe|Carlos|Juan Carlos|Juan Pablo|Juan|Alfonso|Fernando|Enrique|Luis|Pablo|Pío|Francisco|Pedro|Jaime|Sancho"
    "|Ramiro|Guillermo|Jorge|Eduardo|Ricardo|Napoleón|Clemente|Inocencio|Gregorio|Nicolás|Alejandro|León|Benedicto"
    "|Jacobo"
)


def _roman(reader: Reader, number: int, match: re.Match[str]) -> str:
    if match["queen"] and number <= 10:
        return reader.spell(number, "spellout-ordinal-feminine")
    if match["king"] and number <= 10:
        return reader.spell(number, "spellout-ordinal-masculine")
    return reader.cardinal(number)


_MONTHS = (
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
    "diciembre",
)  # fmt: skip


def _date(reader: Reader, year: int | None, month: int | None, day: int | None) -> str:
    first = "primero" if day == 1 else reader.cardinal(day or 0)
    words = f"{first} de {_MONTHS[(month or 1) - 1]}"
    return f"{words} de {reader.cardinal(year)}" if year else words


_CLOCK = (Noun("hora", "horas"), Noun("minuto", "minutos"), Noun("segundo", "segundos"))


def _time(reader: Reader, match: re.Match[str]) -> str | None:
    read = clock(match)
    if read is None:
        return None
    hour, minute, second = read
    words = reader.spell(hour, "spellout-cardinal-feminine")
    half = (match["half"] or match["half2"] or "").lower()
    if second is not None:
        return duration(reader, (hour, minute, second), _CLOCK, "y")
    if minute:
        words += f" {'cero ' if minute < 10 else 'y ' if half else ''}{reader.cardinal(minute)}"
    elif not half and ("h" in match[0] or not re.search(r"\blas? $", match.string[: match.start()])):
        words += " horas" if hour != 1 else " hora"
    if half.startswith("p"):
        words += " de la noche" if 8 <= hour < 12 else " de la tarde"
    elif half:
        words += " de la madrugada" if 1 <= hour < 6 else " de la noche" if hour == 12 else " de la mañana"
    return words


def _with_cents(whole: str, cents: int, words: str, named: str) -> str:
    return f"{whole} con {words}" if whole else named


_CENT = Noun("centavo", "centavos")

LOCALE = Locale(
    tag="es",
    decimal=",",
    marks={",": "coma", ".": "punto"},
    ruleset=_ruleset,
    decimals_by_digit=False,
    minus="menos",
    plus="más",
    percent="{} por ciento",
    permille="{} por mil",
    span="{} a {}",
    spans_after={r"entre(?: una?| el| la| los| las)?": "{} y {}"},
    score="{} a {}",
    over="{} sobre {}",
    labels=(
        "número|n[.º°o]{1,3}|núm[.]|página|págs?[.]|capítulo|línea|calle|piso|puerta|planta|habitación|autobús|bus"
        "|tren|vuelo|canal|sala|artículo|art[.]"
    ),
    codes="código(?: postal)?|clave|contraseña|PIN|C[.]?P[.]?|OTP|DNI|tracking",
    equals="es:?|n[.]º",
    halves=("y medio", "y media"),
    fraction=_fraction,
    mixed=_mixed,
    # "3°" may be degrees too.
    ordinal_pattern=(
        r"(?<![\w.,])(?P<number>\d{1,3})\.?(?P<ending>[ºª](?! ?[CF]\b)|(?:er|ro|ra|do|da|to|ta|mo|ma|vo|va|no|na|o"
        r"|a)(?![^\W_])"
        r"|°(?= (?:piso|grado|puesto|lugar|año|aniversario|capítulo|día|trimestre|semestre|nivel|cumpleaños"
        r"|minuto)\b))"
    ),
    ordinal=_ordinal,
    roman=(
        r"\b(?:[Ss]iglos?|[Cc]apítulo|[Tt]omo|[Vv]olumen|[Tt]ítulo|[Aa]cto|[Ff]ase|[Pp]arte|[Gg]uerra [Mm]undial"
        rf"|(?P<queen>{_QUEENS})|(?P<king>{_KINGS})) (?P<roman>[IVXLCDM]{{1,12}})(?!\w)(?: (?P<and>[ya]"
        rf"|al) (?P<next>[IVX]{{1,5}})(?!\w))?",
    ),
    say_roman=_roman,
    months=tuple(name.replace("septiembre", "sep?tiembre") for name in _MONTHS),
    # "2 de enero" is read as it is written; the first of a month has a name.
    written_date=r"(?<![\w/.,-])(?P<day>0?1)(?:\.?[ºo°])? de <months>(?: del? (?P<year>\d{4}))?(?!\w)",
    date=_date,
    time_pattern=(
        r"(?<![\d.,])(?<!\d:)(?:(?P<hour>[01]?\d|2[0-4])[:h](?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?![\d:])"
        r"(?: ?(?P<half>[ap]\. ?m\.|[ap]m\b)| ?h(?:oras|rs|s)?\b\.?)?"
        r"|(?P<hour2>0?[1-9]|1[0-2]) ?(?P<half2>[ap]\. ?m\.|[ap]m\b))"
    ),
    time=_time,
    currencies=(
        Currency(("€", "EUR"), Noun("euro", "euros"), Noun("céntimo", "céntimos")),
        Currency(("US$", "USD", "$"), Noun("dólar", "dólares"), _CENT),
        Currency(("£", "GBP"), Noun("libra", "libras"), Noun("penique", "peniques")),
        Currency(("¥", "￥", "JPY"), Noun("yen", "yenes")),
        Currency(("CNY", "RMB", "CN¥"), Noun("yuan", "yuanes")),
        Currency(("₹", "INR"), Noun("rupia", "rupias"), Noun("paisa", "paisas")),
        Currency(("R$", "BRL"), Noun("real", "reales"), _CENT),
        Currency(("CHF",), Noun("franco suizo", "francos suizos"), Noun("céntimo", "céntimos")),
        Currency(("MXN", "MX$", "Mex$"), Noun("peso mexicano", "pesos mexicanos"), _CENT),
        Currency(("ARS",), Noun("peso argentino", "pesos argentinos"), _CENT),
        Currency(("COP",), Noun("peso colombiano", "pesos colombianos"), _CENT),
        Currency(("CLP",), Noun("peso chileno", "pesos chilenos")),
        Currency(("CAD", "C$"), Noun("dólar canadiense", "dólares canadienses"), _CENT),
        Currency(("AUD", "A$"), Noun("dólar australiano", "dólares australianos"), _CENT),
        Currency(("₩", "KRW"), Noun("won", "wones")),
        Currency(("₽", "RUB"), Noun("rublo", "rublos")),
        Currency(("₿", "BTC"), Noun("bitcóin", "bitcoines")),
    ),
    with_cents=_with_cents,
    scales={
        r"mil millones": (10**9, Noun("mil millones", "mil millones")),
        r"mil": (1000, Noun("mil", "mil")),
        r"[kK](?![\w])": (1000, Noun("mil", "mil")),
        r"millón|millones|MM|M|mill\.": (10**6, Noun("millón", "millones")),
        r"billón|billones": (10**12, Noun("billón", "billones")),
        r"[bB]n?": (10**9, Noun("mil millones", "mil millones")),
    },
    of=lambda noun: "de " + noun,
    no_units=frozenset({"ha"}),
    per="por",
    pers={"(?:día|mes|año)": "al", "semana": "a la"},
    own_units={
        "ºC": Noun("grado", "grados"),
        "h": Noun("hora", "horas"),
        "t": Noun("tonelada", "toneladas"),
        "Mbps": Noun("megabit por segundo", "megabits por segundo"),
        "Gbps": Noun("gigabit por segundo", "gigabits por segundo"),
        "fps": Noun("fotograma por segundo", "fotogramas por segundo"),
        "rpm": Noun("revolución por minuto", "revoluciones por minuto"),
        "dB": Noun("decibelio", "decibelios"),
        "°": Noun("grado", "grados"),
        "km/l": Noun("kilómetro por litro", "kilómetros por litro"),
        "CV": Noun("caballo", "caballos"),
        "mAh": Noun("miliamperio hora", "miliamperios hora"),
        "hs": Noun("hora", "horas"),
        "hrs": Noun("hora", "horas"),
    },
    prefixes={"m": "mili", "k": "kilo", "µ": "micro"},
    symbols={
        "&": "y", "@": "arroba", "%": "por ciento", "‰": "por mil", "+": "más", "=": "igual a", "×": "por",
        "÷": "entre",
        "±": "más menos", "≤": "menor o igual que", "≥": "mayor o igual que", "≠": "distinto de",
        "≈": "aproximadamente",
        "°": "grados", "€": "euros", "$": "dólares", "£": "libras", "¥": "yenes", "₹": "rupias", "§": "sección",
        "√": "raíz de", "∞": "infinito", "π": "pi", "→": "flecha", "№": "número", "−": "menos", "/": "",
        "#": "almohadilla",
        "µ": "micro", "Ω": "ohmios", "©": "copyright", "®": "marca registrada", "™": "marca comercial",
    },
    operators={
        "+": "más", "=": "igual a", "×": "por", "·": "por", "*": "por", "÷": "entre", "±": "más menos",
        "≤": "menor o igual que", "≥": "mayor o igual que", "<": "menor que", ">": "mayor que", "≠": "distinto de",
        "≈": "aproximadamente igual a", "−": "menos",
    },
    squared="al cuadrado",
    cubed="al cubo",
    power="{} elevado a {}",
    abbreviations={
        r"Sr\.": "señor", r"Sra\.": "señora", r"Srta\.": "señorita", r"Sres\.": "señores", r"Sras\.": "señoras",
        r"Dr\.": "doctor", r"Dra\.": "doctora", r"Dres\.": "doctores",
        r"(?<![A-Z]\. )D\.(?= [A-ZÁÉÍÓÚÑ][a-z])": "don",
        r"Dña\.": "doña",
        r"Prof\.": "profesor", r"Profa\.": "profesora", r"Ing\.": "ingeniero", r"Lic\.": "licenciado",
        r"Arq\.": "arquitecto",
        r"Ud\.|Vd\.": "usted", r"Uds\.|Vds\.": "ustedes", r"etc\.": "etcétera", r"p\. ?ej\.": "por ejemplo",
        r"EE\. ?UU\.|EEUU": "Estados Unidos", r"a\. ?C\.": "antes de Cristo", r"d\. ?C\.": "después de Cristo",
        r"[Aa]vda\.|[Aa]v\.": "avenida", r"C(?=/ ?[A-ZÁÉÍÓÚÑ])": "calle", r"[Cc]das\.": "cucharadas",
        r"[Cc]da\.": "cucharada",
        r"[Cc]d(?:i)?tas\.": "cucharaditas", r"[Cc]d(?:i)?ta\.": "cucharadita",
        r"[Mm]in\.(?= ?\d)": "minuto", r"Excmo\.": "excelentísimo",
        r"Excma\.": "excelentísima", r"[Pp]tos?\.(?= ?\d)": "punto", r"D\.ª": "doña", r"[Bb]o?ul?ev\.": "bulevar",

        r"[Nn]\.?[ºo°](?= ?\d)|[Nn]úm\.(?= ?\d)": "número",
        r"[Pp]ágs\.(?= ?\d)": "páginas", r"[Pp]ág\.(?= ?\d)|p\.(?= ?\d)": "página", r"pp\.(?= ?\d)": "páginas",
        r"[Cc]ap\.(?= ?[\dIVX])": "capítulo", r"[Vv]ol\.(?= ?[\dIVX])": "volumen", r"[Tt]el\.|[Tt]fno\.": "teléfono",
        r"[Aa]prox\.": "aproximadamente", r"S\. ?A\.": "sociedad anónima", r"Sto\.": "santo", r"Sta\.": "santa",
        r"[Aa]rts?\.(?= ?\d)": "artículo", r"Gral\.": "general", r"[Dd]pto\.": "departamento", r"vs\.?": "versus",
        r"y/o": "y o",
        r"&(?= ?(?:[IiÍí]|[Hh][ií])(?!e))": "e",
    },
    web={
        "@": "arroba", ".": "punto", "/": "barra", "-": "guion", "_": "guion bajo", ":": "dos puntos", "#": "hashtag",
        "+": "más", "&": "y", "=": "igual", "?": "interrogación", "%": "por ciento", "~": "virgulilla",
        "\\": "barra invertida",
    },
    phone_pattern=(
        r"(?<![\w.,/-])(?:\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,6}|[6789]\d{2}(?:[ .-]\d{2}){3}"
        r"|[6789]\d{2}[ -]\d{3}[ -]\d{3}|\d{3}-\d{4}(?<!00)|[67]\d{8}|9\d \d{3} \d{2} \d{2}"
        r"|\(?\d{2,3}\)?[ -]\d{3,4}-\d{4})(?![\w/-]|[.,]\d)"
    ),
    emoji="es",
)  # fmt: skip
