"""The units and currencies of Spanish texts."""

import re

from kokoro_speech_server.text.normalization.international import romance
from kokoro_speech_server.text.normalization.international.locale import Currency, Noun
from kokoro_speech_server.text.normalization.international.romance_units import further_units

_CENT = Noun("centavo", "centavos")

_FURTHER = further_units(
    {
        "n": "nano", "µ": "micro", "m": "mili", "c": "centi", "d": "deci", "k": "kilo", "M": "mega", "G": "giga",
        "T": "tera",
    },
    {
        "Wh": Noun("vatio hora", "vatios hora"), "t": Noun("tonelada", "toneladas"), "N": Noun("newton", "newtons"),
        "Pa": Noun("pascal", "pascales"), "l": Noun("litro", "litros"), "mol": Noun("mol", "moles"),
        "Ah": Noun("amperio hora", "amperios hora"), "VA": Noun("voltiamperio", "voltiamperios"),
        "eV": Noun("electronvoltio", "electronvoltios"), "Sv": Noun("sievert", "sieverts"),
        "Gy": Noun("gray", "grays"), "Bq": Noun("becquerel", "becquereles"), "V": Noun("voltio", "voltios"),
        "Wp": Noun("vatio pico", "vatios pico"), "M": Noun("molar", "molar"), "L": Noun("litro", "litros"),
        "g": Noun("gramo", "gramos"), "W": Noun("vatio", "vatios"),
    },
    {
        "mm": Noun("milímetro", "milímetros"), "dm": Noun("decímetro", "decímetros"),
        "hm": Noun("hectómetro", "hectómetros"),
    },
    Noun("cúbico", "cúbicos"),
)  # fmt: skip

_TYPED = {
    "Kms KMS": Noun("kilómetro", "kilómetros"), "Kgs KGS kgr Kgr": Noun("kilogramo", "kilogramos"),
    "Mts MTS": Noun("metro", "metros"), "Cm CM Cms CMS": Noun("centímetro", "centímetros"),
    "Lts LTS lt Lt LT Lit": Noun("litro", "litros"), "ML": Noun("mililitro", "mililitros"),
    "Gr GR Grs GRS grm": Noun("gramo", "gramos"), "Hs HS Hrs HRS": Noun("hora", "horas"),
    "seg Seg SEG segs": Noun("segundo", "segundos"), "Min MIN mins": Noun("minuto", "minutos"),
    "CC": Noun("centímetro cúbico", "centímetros cúbicos"), "Cv": Noun("caballo", "caballos"),
    "Hp": Noun("caballo de fuerza", "caballos de fuerza"),
    "RPM Rpm": Noun("revolución por minuto", "revoluciones por minuto"),
    "PSI Psi": Noun("libra por pulgada cuadrada", "libras por pulgada cuadrada"),
    "mah MAH": Noun("miliamperio hora", "miliamperios hora"),
    "kw": Noun("kilovatio", "kilovatios"), "kW/h KW/h Kw/h kw/h": Noun("kilovatio hora", "kilovatios hora"),
    "Kms/h kms/h": Noun("kilómetro por hora", "kilómetros por hora"),
    "KM² Km2 KM2 Kms²": Noun("kilómetro cuadrado", "kilómetros cuadrados"),
    "M² M2 mt² mt2 mts² mts2 Mts² Mts2 MTS2": Noun("metro cuadrado", "metros cuadrados"),
    "M³ M3 mts³ mts3": Noun("metro cúbico", "metros cúbicos"), "lm": Noun("lumen", "lúmenes"),
    "ppp dpi ppi": Noun("punto por pulgada", "puntos por pulgada"),
    "Has": Noun("hectárea", "hectáreas"), "Tb": Noun("terabyte", "terabytes"),
    "µF uF": Noun("microfaradio", "microfaradios"), "nF": Noun("nanofaradio", "nanofaradios"),
    "pF": Noun("picofaradio", "picofaradios"), "mH": Noun("milihenrio", "milihenrios"),
    "µH": Noun("microhenrio", "microhenrios"), "tCO2 tCO₂": Noun("tonelada de CO dos", "toneladas de CO dos"),
    "tCO2eq tCO₂eq tCO2e": Noun("tonelada de CO dos equivalente", "toneladas de CO dos equivalente"),
    "MtCO2 MtCO₂": Noun("megatonelada de CO dos", "megatoneladas de CO dos"),
    "MtCO2eq MtCO₂eq": Noun("megatonelada de CO dos equivalente", "megatoneladas de CO dos equivalente"),
}  # fmt: skip
"""Units as people type them in notices and advertisements."""

UNITS = romance.IBERIAN_UNITS | _FURTHER | {
    symbol: noun for written, noun in _TYPED.items() for symbol in written.split()
} | {
    "ºC": Noun("grado", "grados"),
    "h": Noun("hora", "horas"),
    "fps": Noun("fotograma por segundo", "fotogramas por segundo"),
    "rpm": Noun("revolución por minuto", "revoluciones por minuto"),
    "dB": Noun("decibelio", "decibelios"),
    "°": Noun("grado", "grados"),
    "mmHg": Noun("milímetro de mercurio", "milímetros de mercurio"),
    "lpm": Noun("latido por minuto", "latidos por minuto"),
    "ppm": Noun("parte por millón", "partes por millón"),
    "km/l": Noun("kilómetro por litro", "kilómetros por litro"),
    "CV": Noun("caballo", "caballos"),
    "mAh": Noun("miliamperio hora", "miliamperios hora"),
    "msnm": Noun("metro sobre el nivel del mar", "metros sobre el nivel del mar"),
    "atm": Noun("atmósfera", "atmósferas"), "ppb": Noun("parte por mil millones", "partes por mil millones"),
    "UI": Noun("unidad internacional", "unidades internacionales"), "ng": Noun("nanogramo", "nanogramos"),
    "pg": Noun("picogramo", "picogramos"), "nmol": Noun("nanomol", "nanomoles"),
    "mEq": Noun("miliequivalente", "miliequivalentes"), "dBm": Noun("decibelio milivatio", "decibelios milivatio"),
    "hp": Noun("caballo de fuerza", "caballos de fuerza"), "HP": Noun("caballo de fuerza", "caballos de fuerza"),
    "psi": Noun("libra por pulgada cuadrada", "libras por pulgada cuadrada"), "px": Noun("píxel", "píxeles"),
    "Mpx": Noun("megapíxel", "megapíxeles"), "MP": Noun("megapíxel", "megapíxeles"),
    "Nm": Noun("newton metro", "newtons metro"), "mbar": Noun("milibar", "milibares"),
    "mdp": Noun("millón de pesos", "millones de pesos"), "mdd": Noun("millón de dólares", "millones de dólares"),
    "mJ": Noun("milijulio", "milijulios"), "MJ": Noun("megajulio", "megajulios"), "bbl": Noun("barril", "barriles"),
    "tn": Noun("tonelada", "toneladas"), "pp": Noun("punto porcentual", "puntos porcentuales"),
    "hs": Noun("hora", "horas"),
    "hrs": Noun("hora", "horas"),
    "pb": Noun("punto básico", "puntos básicos"), "pbs": Noun("punto básico", "puntos básicos"),
    "gr": Noun("gramo", "gramos"), "grs": Noun("gramo", "gramos"), "kgs": Noun("kilogramo", "kilogramos"),
    "lts": Noun("litro", "litros"), "mts": Noun("metro", "metros"), "cms": Noun("centímetro", "centímetros"),
    "pies³": Noun("pie cúbico", "pies cúbicos"), "pies²": Noun("pie cuadrado", "pies cuadrados"),
    "kms": Noun("kilómetro", "kilómetros"), "cv": Noun("caballo", "caballos"),
    "cc": Noun("centímetro cúbico", "centímetros cúbicos"),
    "kgfm": Noun("kilogramo-fuerza metro", "kilogramos-fuerza metro"),
    "kW·h": Noun("kilovatio hora", "kilovatios hora"), "W·h": Noun("vatio hora", "vatios hora"),
    "N·m": Noun("newton metro", "newtons metro"),
    "kgm": Noun("kilográmetro", "kilográmetros"),
}  # fmt: skip

_ELECTRIC = (
    r"\b(?:corrientes?|circuitos?|eléctric[oa]s?|intensidad|amperios?|fusibles?|baterías?|cargador(?:es)?|enchufes?"
    r"|tensión|voltajes?|resistencias?|motor(?:es)?|bombillas?|lámparas?|focos?|LED|potencia|alimentación|diferencial"
    r"|transformador(?:es)?|magnetotérmicos?|cables?|taladros?|secador|aspiradora|horno|microondas|monofásic[oa]"
    r"|trifásic[oa])\b|Ω|\b[IV] ?=|\d ?[km]?[VW]\b"
)
FIELDS = {
    "N": ("newtons", r"\b(?:fuerzas?|newtons?|fricción|rozamiento|empuje|muelle|resorte)\b|\b[FTWN] ?="),
    "A": ("amperios", _ELECTRIC),
    "v": ("voltios", _ELECTRIC),
    "w": ("vatios", _ELECTRIC),
    "T": ("teslas", r"magnétic|[Rr]esonancia|\bRMN?\b|\bB ?="),
    "K": ("kelvin", r"[Tt]emperatura|[Kk]elvin|\bgas\b|\bT ?=|\bluz\b|\bLED\b|lúmenes|[Tt]érmic"),
    "C": ("culombios", r"\b(?:carga eléctrica|culombios?|cargas puntuales)\b|\b[qQ] ?="),
    "M": (
        "molar",
        r"\b(?:[Dd]isoluci(?:ón|ones)|[Mm]olar(?:es|idad)?|HCl|NaOH|KOH|KCl|NaCl|H[2₂]SO[4₄]|HNO[3₃]|CH[3₃]COOH|NH[3₃]"
        r"|KMnO[4₄]|EDTA|[Tt]ris|[áÁ]cido (?:clorh|sulf|nítr|acét)[a-zí]{1,9}|pH|[Tt]ampón|[Aa]mortiguador[a]?)(?!\w)",
    ),
}
"""Units of one letter: name, and pattern of words of its field."""

_PESOS = Currency(("$",), Noun("peso", "pesos"), _CENT)
_OF_PESOS = re.compile(
    r"\b(?:Argentina|[Aa]rgentin[oa]s?|Chile|[Cc]hilen[oa]s?|Colombia|[Cc]olombian[oa]s?|México|[Mm]exican[oa]s?|Uruguay"
    r"|[Uu]ruguay[oa]s?|Buenos Aires|Bogotá|Medellín|Cali|Barranquilla|Montevideo|Valparaíso|Monterrey|Guadalajara"
    r"|Puebla|CDMX|Rosario|Mendoza|Tucumán|AFIP|ARCA|ANSES|INDEC|BCRA|CABA|Banxico|INEGI|IMSS|ISSSTE|Infonavit|SAT"
    r"|DANE|DIAN|SMMLV|CUIT|RUT|UF|UTM|AFP|pesos?|dólar (?:blue|oficial|MEP|CCL|cripto|tarjeta|mayorista|turista"
    r"|ahorro|paralelo)|[Ee]l dólar|Mercado Pago|Mercado Libre|Bancolombia|Banorte|Banamex|BBVA México|Oxxo"
    r"|arriendos?|expensas|monotribut\w{1,6}"
    r"|jubilaci(?:ón|ones) mínimas?"
    r"|recámaras?|SUBE|MSI|RFC|CFDI|[Ff]olio fiscal|meses sin intereses|fraccionamiento"
    r"|colectivos?|tortillas?|Telmex|Pemex|Profeco)\b"
    r"|\b(?:Col|Fracc)\. [A-Z]|\d rec\."
)
_OF_DOLLARS = re.compile(
    r"\b(?:dólares|EE ?UU|Estados Unidos|estadounidenses?|Nueva York|Wall Street|Nasdaq|Silicon Valley|Ecuador"
    r"|[Ee]cuatorian[oa]s?|El Salvador|Panamá|Puerto Rico|Miami|California|Washington|Amazon|Apple|Google|Tesla|Nvidia"
    r"|Microsoft|Bitcoin|bitcóin|OpenAI|Brent|WTI)\b|EE\. ?UU"
)
_SURELY_PESOS = re.compile(
    r"\bdólar (?:blue|oficial|MEP|CCL|cripto|tarjeta|mayorista|turista|ahorro|paralelo)\b"
    r"|\b(?:[Rr]iesgo país|[Cc]ontado con liqui|Merval|CCL|BCRA|Banxico|expensas)\b"
)
_COMMAS = re.compile(r"\$ ?\d{1,3},\d{3}")
_WITH_POINTS = re.compile(r"\$ ?[1-9]\d{0,2}(?:\.\d{3})+(?![.\d])")
_POINTS = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,2})?")


_CORDOBAS = Currency(("C$",), Noun("córdoba", "córdobas"), _CENT)
_OF_NICARAGUA = re.compile(r"\b(?:Nicaragua|[Nn]icaragüenses?|Managua|[Cc]órdobas?|Granada|Estelí|Masaya)\b")
_OF_GUATEMALA = re.compile(
    r"\b(?:Guatemala|[Gg]uatemaltec[oa]s?|[Qq]uetzal(?:es)?|Quetzaltenango|Banguat|Mixco|Escuintla)\b"
)
_OF_HONDURAS = re.compile(
    r"\b(?:Honduras|[Hh]ondureñ[oa]s?|[Ll]empiras?|Tegucigalpa|San Pedro Sula|Choluteca|La Ceiba|Comayagua)\b"
)
_LETTERS = {"Q": _OF_GUATEMALA, "L": _OF_HONDURAS, "L.": _OF_HONDURAS}
_BOLIVIANOS = Currency(("Bs.",), Noun("boliviano", "bolivianos"), _CENT)
_OF_BOLIVIA = re.compile(
    r"\b(?:Bolivia|[Bb]olivian[oa]s?|La Paz|Cochabamba|Santa Cruz|Oruro|Potosí|El Alto|Tarija|Chuquisaca)\b"
)
_OF_VENEZUELA = re.compile(r"\b(?:Venezuela|[Vv]enezolan[oa]s?|[Bb]olívares|Caracas|Maracaibo)\b")
_PRICE = re.compile(r"[1-9]\d{0,2}(?:,\d{3}){0,3}\.\d\d|[1-9]\d{0,2}(?:,\d{3}){1,3}")


def meant(match: re.Match[str], currency: Currency) -> Currency | None:
    """`meant` of the locale."""
    sign = match["currency"]
    if sign == "$":
        return _PESOS if _in_pesos(match) else currency
    if sign == "C$" and _OF_NICARAGUA.search(match.string):
        return _CORDOBAS
    if sign in ("Bs", "Bs.") and _in_bolivia(match):
        return _BOLIVIANOS
    if sign in _LETTERS:
        is_before = match.start("currency") < match.start("number")
        is_price = (sign == "Q" and _PRICE.fullmatch(match["number"])) or _LETTERS[sign].search(match.string)
        return currency if is_before and is_price else None
    return currency


def _in_bolivia(match: re.Match[str]) -> bool:
    """Whether the country that is named last before an amount, or else in its sentence, is not Venezuela."""
    for text in (match.string[: match.start()], match.string):
        last = [
            max((found.end() for found in country.finditer(text)), default=-1)
            for country in (_OF_BOLIVIA, _OF_VENEZUELA)
        ]
        if last[0] != last[1]:
            return last[0] > last[1]
    return False


def _in_pesos(match: re.Match[str]) -> bool:
    """Whether "$" is the sign of pesos, for a match with the amount as `number`.

    So it is beside names from Argentina, Chile, Colombia, Mexico and Uruguay, and beside points between
    thousands, which those who write "$1.195" have, unless the sentence is about dollars. What dollars cost is in pesos.
    """
    if _SURELY_PESOS.search(match.string):
        return True
    if _OF_DOLLARS.search(match.string):
        return False
    written = match["number"]
    is_before = match.start("currency") < match.start("number")
    is_mixed = _COMMAS.search(match.string) is not None
    points = is_before and not is_mixed and not match["scale"] and _POINTS.fullmatch(written) is not None
    elsewhere = not is_mixed and _WITH_POINTS.search(match.string) is not None
    return points or elsewhere or _OF_PESOS.search(match.string) is not None


CURRENCIES = (
    Currency(("€", "EUR"), Noun("euro", "euros"), Noun("céntimo", "céntimos")),
    Currency(("US$", "USD", "U$S", "u$s", "U$D", "u$d", "$"), Noun("dólar", "dólares"), _CENT),
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
    Currency(("S/.", "S/", "PEN"), Noun("sol", "soles"), Noun("céntimo", "céntimos")),
    Currency(("Bs.", "Bs", "VES"), Noun("bolívar", "bolívares"), Noun("céntimo", "céntimos")),
    Currency(("₡", "¢", "CRC"), Noun("colón", "colones"), Noun("céntimo", "céntimos")),
    Currency(("₲", "Gs.", "PYG"), Noun("guaraní", "guaraníes")),
    Currency(("RD$", "DOP"), Noun("peso dominicano", "pesos dominicanos"), _CENT),
    Currency(("UYU", "$U"), Noun("peso uruguayo", "pesos uruguayos"), _CENT),
    Currency(("B/.", "PAB"), Noun("balboa", "balboas"), _CENT),
    Currency(("GTQ", "Q"), Noun("quetzal", "quetzales"), _CENT),
    Currency(("BOB",), Noun("boliviano", "bolivianos"), _CENT),
    Currency(("HNL", "Lps.", "Lps", "L.", "L"), Noun("lempira", "lempiras"), _CENT),
    Currency(("₩", "KRW"), Noun("won", "wones")),
    Currency(("₽", "RUB"), Noun("rublo", "rublos")),
    Currency(("₿", "BTC"), Noun("bitcóin", "bitcoines")),
)
