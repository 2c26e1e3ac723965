"""Spanish in its most common conventions: "$" is the dollar, and numbers have a decimal comma (1.234,56)."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.abbreviations.spanish import SPANISH
from kokoro_speech_server.text.normalization.international import iberian_counts, romance
from kokoro_speech_server.text.normalization.international import romance_notations as notations
from kokoro_speech_server.text.normalization.international import spanish_hours as hours
from kokoro_speech_server.text.normalization.international import spanish_measures as measures
from kokoro_speech_server.text.normalization.international import spanish_ordinals as ordinals
from kokoro_speech_server.text.normalization.international import spanish_short_forms as short_forms
from kokoro_speech_server.text.normalization.international.counted import counted_rules
from kokoro_speech_server.text.normalization.international.field_units import field_unit_rules
from kokoro_speech_server.text.normalization.international.iberian_notations import notation_rules
from kokoro_speech_server.text.normalization.international.iberian_terms import term_rules
from kokoro_speech_server.text.normalization.international.locale import Locale, Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.romance_laps import lap_rules
from kokoro_speech_server.text.normalization.international.romance_quarters import quarter_rule
from kokoro_speech_server.text.normalization.international.romance_verses import (
    SPANISH_BOOKS,
    SPANISH_LETTERS,
    verse_rules,
)
from kokoro_speech_server.text.normalization.international.spanish_agreement import agreement_rules
from kokoro_speech_server.text.normalization.international.spanish_chat import chat_rules
from kokoro_speech_server.text.normalization.international.spanish_goods import goods_rules
from kokoro_speech_server.text.normalization.international.spanish_inclusive import inclusive_rules
from kokoro_speech_server.text.normalization.international.spanish_keys import key_rules
from kokoro_speech_server.text.normalization.international.spanish_records import record_rules
from kokoro_speech_server.text.normalization.international.spanish_slashes import slash_rules
from kokoro_speech_server.text.normalization.international.spanish_weather import weather_rules
from kokoro_speech_server.text.normalization.rules import Rule

_FEMININE = re.compile(
    r"(?: mil)? (?:de )?(?!(?:d[ií]as?|problemas?|sistemas?|programas?|temas?|idiomas?|mapas?|planetas?|poemas?"
    r"|climas?|dramas?|gramas?|kilogramas?|para|una?s?|las?|esas?|cada|hacia|hasta|contra|era|fueran?|tras|además"
    r"|más|mas|nada|ya|mañana|ahora|aunque|sobre|entre|mientras|serán?|está[ns]?|están|cosa de|de"
    r"|dólares|lempiras)\b)"
    r"(?:[a-záéíóúñü]{1,30}(?:as|[cst]i[oó]n(?:es)?|dad(?:es)?|tud(?:es)?|triz|trices)|mujeres|veces"
    r"|noches|clases|calles|cdas?|cdtas?|cditas?|partes|tardes|leyes|redes|flores|llaves|naves|claves|bases|fases"
    r"|series|imágenes)\b"
)
_FEMININE_ONE = re.compile(
    r" (?!(?:día|problema|sistema|programa|tema|idioma|mapa|planeta|poema|clima|para|una?|la|esa|cada|hacia|hasta"
    r"|contra|era|nada|ya|mañana|ahora|a|está|será|lempira)\b)"
    r"(?:[a-záéíóúñü]{2,30}(?:a|[cst]ión|dad|tud|triz)|vez|mujer"
    r"|pers|noche|clase|calle|cda|cdta|cdita|parte|tarde|ley|red|flor|llave|nave|clave|base|fase|serie|imagen)\b"
)
_NO_NOUN = re.compile(
    r" (?:[ayoeu]|de|del|al|en|por|para|con|que|es|son|se|si|no|ni|más|menos|como|la|el|los|las|lo|era|fue|está"
    r"|hasta|sin|sobre(?! cada| al día| de [a-z]{4})"
    r"|entre|desde|le|les|me|te|nos|su|sus|mi|mis|tu|tus|pero|porque|cuando|donde|ya|cada|hacia"
    r"|contra|según|también|igual|por ciento|coma|punto|un|una)\b"
)
_NOUN = re.compile(r" (?:[a-záéíóúñü]{2,30})")


def _ruleset(number: int, after: str) -> str:
    if (_FEMININE_ONE if number == 1 else _FEMININE).match(after):
        return "spellout-cardinal-feminine"
    if number % 10 == 1 and number % 100 != 11 and _NOUN.match(after) and not _NO_NOUN.match(after):
        return "spellout-cardinal-masculine"
    return "spellout-numbering"


_FIRST_HUNDRED_THOUSANDS = 200_000


def _spell(number: int, plain: Callable[[int], str]) -> str:
    """`spell`. Hundreds of thousands agree with a noun, too: "doscientas mil personas"."""
    words = plain(number)
    if number < _FIRST_HUNDRED_THOUSANDS or not number % 10**6 or plain(200) != "doscientas":
        return words
    millions, space, rest = words.rpartition("millones " if "millones " in words else "millón ")
    return millions + space + rest.replace("ientos", "ientas")


_PARTS = {
    2: "medio", 3: "tercio", 4: "cuarto", 5: "quinto", 6: "sexto", 7: "séptimo", 8: "octavo", 9: "noveno",
    10: "décimo", 100: "centésimo", 1000: "milésimo",
}  # fmt: skip
_iberian_fraction = romance.iberian_fraction(_PARTS, "un medio", "media", _FEMININE_ONE)


def _fraction(speller: NumberSpeller, above: int, below: int, after: str = "") -> str:
    words = _iberian_fraction(speller, above, below, after)
    counts = words == "un medio" and _NOUN.match(after) and not _NO_NOUN.match(after)
    return "medio" if counts else words  # "medio vaso", but "un medio de los votos"


_QUEENS = "Isabel|Catalina|María|Juana|Margarita|Cristina|Victoria"
_KINGS = (
    "Felipe|Carlos|Juan Carlos|Juan Pablo|Juan|Alfonso|Fernando|Enrique|Luis|Pablo|Pío|Francisco|Pedro|Jaime|Sancho"
    "|Ramiro|Guillermo|Jorge|Eduardo|Ricardo|Napoleón|Clemente|Inocencio|Gregorio|Nicolás|Alejandro|León|Benedicto"
    "|Jacobo"
)


_MONTHS = (
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
    "diciembre",
)  # fmt: skip


_MINUTES_AHEAD = re.compile(r"\bmin(?:utos?|s?\.) [\d+'’, ye]{0,30}$")


_GOAL_BEFORE = re.compile(r"\((?:\d{1,3}['’](?: [PS]T)?(?:,| y| e) ){0,5}$")
_OF_GOALS = re.compile(
    r"\b(?:gol(?:es|azo)?|tantos?|[Dd]oblete|[Hh]at-trick|[Tt]riplete|marc(?:ó|aron|ado)|anot(?:ó|aron)|penalt?i?|expuls\w{2,5}"
    r"|roja|amarilla|sustitu\w{2,4}|goles de|[Gg]oleador(?:es)?|venci(?:ó|eron)|gan(?:ó|aron)|empat(?:ó|aron))\b"
)


def _minute(speller: NumberSpeller, number: int, before: str, added: bool) -> str:
    if _MINUTES_AHEAD.search(before):
        return speller.cardinal(number)
    if _GOAL_BEFORE.search(before) and _OF_GOALS.search(before):
        return f"minuto {speller.cardinal(number)}"
    if added or re.search(r"\b(?:[Ee]l|[Aa]l|[Dd]el) $", before):
        return f"minuto {speller.cardinal(number)}"
    return speller.counted(str(number), Noun("minuto", "minutos"))


_FUNCTIONS = {
    "sen": "seno",
    "sin": "seno",
    "cos": "coseno",
    "tan": "tangente",
    "tg": "tangente",
    "log": "logaritmo",
    "ln": "logaritmo natural",
}


def _own_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    in_measures = notations.measure_rules(Noun("pulgada", "pulgadas"), romance.IBERIAN_CLOCK[0])
    return (
        *hours.hour_rules(speller),
        *weather_rules(speller),
        *slash_rules(speller),
        *chat_rules(),
        *inclusive_rules(),
        *key_rules(speller),
        *field_unit_rules(measures.FIELDS),
        *verse_rules(SPANISH_BOOKS, "spellout-ordinal-feminine", "{} a {}")(speller),
        *verse_rules(SPANISH_LETTERS, "spellout-ordinal-feminine", "{} a {}", several=True)(speller),
        *record_rules(speller),
        *goods_rules(speller),
        *agreement_rules(speller),
        *counted_rules(iberian_counts.SPANISH, iberian_counts.SPANISH_FEW)(speller),
        *notation_rules(
            romance.IBERIAN_CLOCK,
            Noun("centésima", "centésimas"),
            Noun("milésima", "milésimas"),
            "y",
            degree=Noun("grado", "grados"),
            sides={"N": "norte", "S": "sur", "E": "este", "O": "oeste", "W": "oeste"},
            months=dict(zip("ene feb mar abr may jun jul ago sept oct nov dic".split(), _MONTHS, strict=True))
            | {"sep": "septiembre"},
        )(speller),
        *term_rules(
            prime="prima",
            of="de",
            over="sobre",
            base="logaritmo en base {} de",
            tends="tiende a",
            total="suma de",
            functions=_FUNCTIONS,
            letters={"y": "i griega"},
        )(speller),
        *in_measures(speller),
        notations.rate_rule("a"),
        *lap_rules("sobre", "al")(speller),
        quarter_rule(speller, "masculine-adjective"),
        *notations.span_of_days(_DAYS, "{} a {}")(speller),
    )


_SYMBOLS = romance.IBERIAN_SYMBOLS | {
    "&": "y", "%": "por ciento", "+": "más", "×": "por", "÷": "entre", "±": "más menos", "≤": "menor o igual que",
    "≥": "mayor o igual que", "≠": "distinto de", "°": "grados", "¥": "yenes", "§": "sección", "√": "raíz de",
    "→": "flecha", "#": "almohadilla", "Ω": "ohmios",
}  # fmt: skip

_DAYS = {
    "lun": "lunes", "mar": "martes", "mié": "miércoles", "miér": "miércoles", "miérc": "miércoles", "jue": "jueves",
    "vie": "viernes", "sáb": "sábado", "dom": "domingo",
}  # fmt: skip

LOCALE = Locale(
    tag="es",
    decimal=",",
    marks={",": "coma", ".": "punto"},
    ruleset=_ruleset,
    spell=_spell,
    decimals_by_digit=False,
    minus="menos",
    plus="más",
    percent="{} por ciento",
    permille="{} por mil",
    span="{} a {}",
    spans_after={r"entre(?: una?| el| la| los| las)?": "{} y {}"},
    score="{} a {}",
    over="{} sobre {}",
    pressure="{} sobre {}",
    labels=(
        "número|n[.º°o]{1,3}|núm[.]|página|págs?[.]|capítulo|línea|calle|piso|puerta|planta|habitación|autobús|bus"
        "|tren|vuelo|canal|sala|artículo|art[.]"
    ),
    codes="código(?: postal)?|clave|contraseña|PIN|C[.]? ?P[.]?|OTP|DNI|NI[EFT]|CIF|RFC|RU[CT]|CUI[LT]|CURP|IBAN|CLABE"
    "|SWIFT|tracking|cédula|expediente|matrícula|[Pp]edido|[Ss]eguimiento|CAE|CBU|CVU|CCI|NSS|folio|guía|localizador",
    equals="es:?|[Nn][.]?[º°]",
    halves=("y medio", "y media"),
    fraction=_fraction,
    mixed=romance.mixed_number("y", "medio", _fraction),
    ordinal_pattern=ordinals.PATTERN,
    ordinal=ordinals.ordinal,
    roman=(
        r"\b(?:[Tt]ipos?|[Cc]lases?|[Nn]ivel(?:es)?|[Gg]rupos?|[Cc]ategorías?|[Aa]nexos?|[Aa]péndices?"
        r"|[Gg]rados?|[Ss]ecci(?:ón|ones)|[Ee]tapas?|[Mm]ódulos?|[Ll]igas?"
        r"|[Zz]onas?|[Ee]stratos?|[Ss]iglos?|[Dd]inastías?|[Rr]egi(?:ón|ones)|[Dd]istritos?|[Ll]ibros?|[Cc]antos?"
        r"|[Cc]apítulos?|[Tt]omos?|[Vv]ol(?:umen|úmenes)|[Tt]ítulos?|[Aa]ctos?|[Ff]ases?|[Pp]artes?"
        r"|[Gg]uerra [Mm]undial"
        rf"|(?P<queen>{_QUEENS})|(?P<king>{_KINGS})) (?P<roman>(?!MX\b)[IVXLCDM]{{1,12}})(?!\w)(?:(?: (?P<and>[ya]"
        rf"|al) |[-–](?=[IVX]))(?P<next>[IVX]{{1,5}})(?!\w))?",
        romance.numbered_events("[Ee]l|[Ll]a|[Ll]os|[Ll]as|[Dd]el|[Aa]l|[Ss]u|[Uu]na?|[Ee]n|[Pp]rimer"),
        romance.NAMED,
    ),
    say_roman=romance.iberian_roman,
    months=tuple(name.replace("septiembre", "sep?tiembre") for name in _MONTHS),
    # Only the first of a month is not a cardinal; other days need no rule of their own.
    written_date=r"(?<![\w/.,-])(?P<day>0?1)(?:\.?[ºo°])? de <months>(?: del? (?P<year>\d{4}))?(?!\w)",
    date=romance.calendar_date(_MONTHS, "primero", of="de"),
    time_pattern=hours.PATTERN,
    time=romance.clock_time(romance.IBERIAN_CLOCK, "y", hours.time_of_day),
    lasting=romance.lasting(romance.IBERIAN_CLOCK, "y"),
    minute=_minute,
    currencies=measures.CURRENCIES,
    meant=measures.meant,
    with_cents=romance.cents_after("{whole} con {cents}"),
    scales={
        "mil M": (10**9, Noun("mil millones", "mil millones")),
        r"mil millones": (10**9, Noun("mil millones", "mil millones")),
        r"mil": (1000, Noun("mil", "mil")),
        r"[kK](?![\w])": (1000, Noun("mil", "mil")),
        r"millón|millones|MM|M|mill\.": (10**6, Noun("millón", "millones")),
        r"billón|billones": (10**12, Noun("billón", "billones")),
        r"[bB]n?": (10**9, Noun("mil millones", "mil millones")),
    },
    of=lambda noun: "de " + noun,
    every="cada",
    no_units=frozenset({"ha"}),
    heads={"hab": Noun("habitante", "habitantes")},
    below={"d": "día", "a": "año", "sem": "semana", "ud": "unidad"},
    hundred="cada {amount}",
    per="por",
    pers={"(?:día|mes|año)": "al", "semana": "a la"},
    own_units=measures.UNITS,
    prefixes={"m": "mili", "k": "kilo", "µ": "micro"},
    symbols=_SYMBOLS,
    operators=romance.operator_names(
        _SYMBOLS,
        {"<": "menor que", ">": "mayor que", "≈": "aproximadamente igual a"},
    ),
    squared="al cuadrado",
    cubed="al cubo",
    power="{} elevado a {}",
    dotted=SPANISH,
    abbreviations=short_forms.UNPOINTED,
    pointed=short_forms.POINTED
    | notations.days(_DAYS, ("mar",), " a | al | y | e |, |-"),
    web=romance.address_marks(
        _SYMBOLS,
        {
            ".": "punto", "/": "barra", "-": "guion", "_": "guion bajo", ":": "dos puntos", "=": "igual",
            "?": "interrogación", "~": "virgulilla", "\\": "barra invertida",
        },
    ),
    phone_pattern=(
        r"[6789]\d{2}(?:[ .-]\d{2}){3}|01[ -]800[ -]\d{3}[ -]\d{2}(?:[ -]?\d{2})?"
        r"|[6789]\d{2}[ -]\d{3}[ -]\d{3}|(?:33|5[56]|81) \d{4} \d{4}|\d{3}-\d{4}(?<!00)|[67]\d{8}|9\d \d{3} \d{2} \d{2}"
        r"|\(?\d{2,3}\)?[ -]\d{3,4}-\d{4}|0 ?[89]00[ -]\d{3}[ -]\d{3,4}|0\d{3}[ -]\d{3}[ -]\d{3,4}"
        r"|(?<=\bal )(?!1[5-9]|20)\d{4}-\d{4}"
    ),
    calls=(
        r"(?<![^\W_])(?:[Ll]lam(?:[ae]n?|ar|ando|adas?)|[Mm]ar(?:que|car|ca|quen|cando)|[Tt]eléfonos?|[Ll]ínea"
        r"|[Ee]nv[ií][ae]r? [A-Z]{2,12}|SMS|WhatsApp)"
        r"(?: (?:gratis|siempre|inmediatamente|ya|al?|el|los|un|teléfono|número|gratuit[ao]"
        r"|de (?:emergencias?|ayuda))){0,4}:?"
    ),
    laws=(
        r"(?:ST[CS]|STSJ|STJUE|SAP|SAN|A[TS]S|ATC|Auto|[Rr]ecurso|[Aa]mparo(?: directo| en revisión)?"
        r"|[Aa]sunto|[Cc]asación|[Aa]pelación|[Ss]uplicación|[Ee]xp\.|[Pp]rocedimiento|[Oo]rdenanza|[Cc]ircular"
        r"|[Ii]nstrucción|[Dd]ecisión|[Rr]ecomendación|RJ|[Aa]utos"
        r"|[Ee]xp\.|[Rr]ec\.|[Dd]ecreto [Ll]egislativo|RDLeg|DL|D\. ?Leg\.|[Aa]cordada|[Pp]roceso|[Dd]ictamen"
        r"|[Ll]ey(?: [Oo]rgánica)?|LO|RDL?|RD-ley|(?:[Rr]eal )?[Dd]ecreto(?:-[Ll]ey)?|[Oo]rden|[Dd]irectiva"
        r"|[Rr]eglamento|[Ss]entencia|[Rr]esolución|[Aa]cuerdo)(?: \((?:UE|CE)\))?"
    ),
    of_year="de",
    short_years=True,
    emoji="es",
    own_rules=_own_rules,
)  # fmt: skip
