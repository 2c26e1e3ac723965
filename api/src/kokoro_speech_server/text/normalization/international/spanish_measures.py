"""The units and currencies of Spanish texts."""

from kokoro_speech_server.text.normalization.international import romance
from kokoro_speech_server.text.normalization.international.locale import Currency, Noun
from kokoro_speech_server.text.normalization.international.romance_units import further_units

_CENT = Noun("centavo", "centavos")

_FURTHER = further_units(
    {"µ": "micro", "m": "mili", "k": "kilo", "M": "mega", "G": "giga", "T": "tera"},
    {
        "Wh": Noun("vatio hora", "vatios hora"), "t": Noun("tonelada", "toneladas"), "N": Noun("newton", "newtons"),
        "Pa": Noun("pascal", "pascales"), "l": Noun("litro", "litros"), "mol": Noun("mol", "moles"),
        "Ah": Noun("amperio hora", "amperios hora"), "VA": Noun("voltiamperio", "voltiamperios"),
        "eV": Noun("electronvoltio", "electronvoltios"), "Sv": Noun("sievert", "sieverts"),
    },
    {
        "mm": Noun("milímetro", "milímetros"), "dm": Noun("decímetro", "decímetros"),
        "hm": Noun("hectómetro", "hectómetros"),
    },
    Noun("cúbico", "cúbicos"),
)  # fmt: skip

UNITS = romance.IBERIAN_UNITS | _FURTHER | {
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
}  # fmt: skip

CURRENCIES = (
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
    Currency(("S/.", "S/", "PEN"), Noun("sol", "soles"), Noun("céntimo", "céntimos")),
    Currency(("Bs.", "Bs", "VES"), Noun("bolívar", "bolívares"), Noun("céntimo", "céntimos")),
    Currency(("₡", "¢", "CRC"), Noun("colón", "colones"), Noun("céntimo", "céntimos")),
    Currency(("₲", "Gs.", "PYG"), Noun("guaraní", "guaraníes")),
    Currency(("RD$", "DOP"), Noun("peso dominicano", "pesos dominicanos"), _CENT),
    Currency(("UYU", "$U"), Noun("peso uruguayo", "pesos uruguayos"), _CENT),
    Currency(("B/.", "PAB"), Noun("balboa", "balboas"), _CENT),
    Currency(("GTQ",), Noun("quetzal", "quetzales"), _CENT),
    Currency(("BOB",), Noun("boliviano", "bolivianos"), _CENT),
    Currency(("HNL",), Noun("lempira", "lempiras"), _CENT),
    Currency(("₩", "KRW"), Noun("won", "wones")),
    Currency(("₽", "RUB"), Noun("rublo", "rublos")),
    Currency(("₿", "BTC"), Noun("bitcóin", "bitcoines")),
)
