"""The units and currencies of Portuguese texts."""

from kokoro_speech_server.text.normalization.international import romance
from kokoro_speech_server.text.normalization.international.locale import Currency, Noun
from kokoro_speech_server.text.normalization.international.romance_units import further_units

_CENT = Noun("centavo", "centavos")
_EURO_CENT = Noun("cêntimo", "cêntimos")

_FURTHER = further_units(
    {"µ": "micro", "m": "mili", "k": "quilo", "M": "mega", "G": "giga", "T": "tera"},
    {
        "Wh": Noun("watt-hora", "watts-hora"), "t": Noun("tonelada", "toneladas"), "N": Noun("newton", "newtons"),
        "Pa": Noun("pascal", "pascais"), "l": Noun("litro", "litros"), "mol": Noun("mol", "mols"),
        "Ah": Noun("ampere-hora", "amperes-hora"), "VA": Noun("volt-ampere", "volts-ampere"),
        "eV": Noun("elétron-volt", "elétrons-volt"), "Sv": Noun("sievert", "sieverts"),
        "Nm": Noun("newton-metro", "newtons-metro"), "N·m": Noun("newton-metro", "newtons-metro"),
        "Gy": Noun("gray", "grays"), "Bq": Noun("becquerel", "becquerels"),
    },
    {
        "mm": Noun("milímetro", "milímetros"), "dm": Noun("decímetro", "decímetros"),
        "hm": Noun("hectômetro", "hectômetros"),
    },
    Noun("cúbico", "cúbicos"),
)  # fmt: skip

UNITS = romance.IBERIAN_UNITS | _FURTHER | {
    "sc": Noun("saca", "sacas"),
    "cp": Noun("comprimido", "comprimidos"),
    "°": Noun("grau", "graus"),
    "dB": Noun("decibel", "decibéis"),
    "mmHg": Noun("milímetro de mercúrio", "milímetros de mercúrio"),
    "bpm": Noun("batimento por minuto", "batimentos por minuto"),
    "ppm": Noun("parte por milhão", "partes por milhão"),
    "km/l": Noun("quilômetro por litro", "quilômetros por litro"),
    "cv": Noun("cavalo", "cavalos"),
    "atm": Noun("atmosfera", "atmosferas"), "ppb": Noun("parte por bilhão", "partes por bilhão"),
    "UI": Noun("unidade internacional", "unidades internacionais"), "ng": Noun("nanograma", "nanogramas"),
    "pg": Noun("picograma", "picogramas"), "nmol": Noun("nanomol", "nanomols"),
    "mUI": Noun("miliunidade internacional", "miliunidades internacionais"),
    "µUI": Noun("microunidade internacional", "microunidades internacionais"),
    "mcg": Noun("micrograma", "microgramas"), "mcL": Noun("microlitro", "microlitros"),
    "U/L": Noun("unidade por litro", "unidades por litro"),
    "U/mL": Noun("unidade por mililitro", "unidades por mililitro"),
    "UFC": Noun("unidade formadora de colônia", "unidades formadoras de colônia"),
    "N.m": Noun("newton-metro", "newtons-metro"), "@": Noun("arroba", "arrobas"),
    "N·s": Noun("newton-segundo", "newtons-segundo"), "Pa·s": Noun("pascal-segundo", "pascais-segundo"),
    "J·s": Noun("joule-segundo", "joules-segundo"), "kW·h": Noun("quilowatt-hora", "quilowatts-hora"),
    "kg·m/s": Noun("quilograma-metro por segundo", "quilogramas-metro por segundo"),
    "irpm": Noun("incursão respiratória por minuto", "incursões respiratórias por minuto"),
    "ipm": Noun("incursão por minuto", "incursões por minuto"),
    "ppg": Noun("ponto por jogo", "pontos por jogo"), "rpg": Noun("rebote por jogo", "rebotes por jogo"),
    "apg": Noun("assistência por jogo", "assistências por jogo"),
    "kgf": Noun("quilograma-força", "quilogramas-força"),
    "kgf·m": Noun("quilograma-força metro", "quilogramas-força metro"),
    "kgf.m": Noun("quilograma-força metro", "quilogramas-força metro"),
    "kgf/cm²": Noun("quilograma-força por centímetro quadrado", "quilogramas-força por centímetro quadrado"),
    "mEq": Noun("miliequivalente", "miliequivalentes"), "dBm": Noun("decibel-miliwatt", "decibéis-miliwatt"),
    "hp": Noun("cavalo-vapor", "cavalos-vapor"),
    "mJ": Noun("milijoule", "milijoules"), "MJ": Noun("megajoule", "megajoules"), "bbl": Noun("barril", "barris"),
    "mi": Noun("milhão", "milhões"), "bi": Noun("bilhão", "bilhões"), "tri": Noun("trilhão", "trilhões"),
    "µF": Noun("microfarad", "microfarads"), "nF": Noun("nanofarad", "nanofarads"),
    "pF": Noun("picofarad", "picofarads"),
    "fps": Noun("quadro por segundo", "quadros por segundo"),
    "px": Noun("pixel", "pixels"),
    "psi": Noun("libra por polegada quadrada", "libras por polegada quadrada"),
    "MP": Noun("megapixel", "megapixels"), "mbar": Noun("milibar", "milibares"),
    "pp": Noun("ponto percentual", "pontos percentuais"),
    "rpm": Noun("rotação por minuto", "rotações por minuto"),
    "pb": Noun("ponto-base", "pontos-base"), "pbs": Noun("ponto-base", "pontos-base"),
    "cc": Noun("centímetro cúbico", "centímetros cúbicos"),
    "kgfm": Noun("quilograma-força metro", "quilogramas-força metro"),
    "mkgf": Noun("metro-quilograma-força", "metros-quilograma-força"),
    "mAh": Noun("miliampere-hora", "miliamperes-hora"),
}  # fmt: skip

CURRENCIES = (
    Currency(("R$", "BRL"), Noun("real", "reais"), _CENT),
    Currency(("€", "EUR"), Noun("euro", "euros"), _EURO_CENT),
    Currency(("US$", "USD", "$"), Noun("dólar", "dólares"), _CENT),
    Currency(("£", "GBP"), Noun("libra", "libras"), Noun("penny", "pence")),
    Currency(("¥", "￥", "JPY"), Noun("iene", "ienes")),
    Currency(("CNY", "RMB", "CN¥"), Noun("yuan", "yuans")),
    Currency(("₹", "INR"), Noun("rupia", "rupias"), Noun("paisa", "paisas")),
    Currency(("CHF",), Noun("franco suíço", "francos suíços"), _EURO_CENT),
    Currency(("CAD", "C$"), Noun("dólar canadense", "dólares canadenses"), _CENT),
    Currency(("AUD", "A$"), Noun("dólar australiano", "dólares australianos"), _CENT),
    Currency(("Cr$",), Noun("cruzeiro", "cruzeiros"), _CENT),
    Currency(("Cz$", "NCz$"), Noun("cruzado", "cruzados"), _CENT),
    Currency(("MXN",), Noun("peso mexicano", "pesos mexicanos"), _CENT),
    Currency(("CLP",), Noun("peso chileno", "pesos chilenos"), _CENT),
    Currency(("UYU",), Noun("peso uruguaio", "pesos uruguaios"), _CENT),
    Currency(("ARS",), Noun("peso argentino", "pesos argentinos"), _CENT),
    Currency(("Kz", "AOA"), Noun("kwanza", "kwanzas"), _EURO_CENT),
    Currency(("MZN", "MTn"), Noun("metical", "meticais"), _CENT),
    Currency(("₩", "KRW"), Noun("won", "wons")),
    Currency(("₽", "RUB"), Noun("rublo", "rublos")),
    Currency(("₿", "BTC"), Noun("bitcoin", "bitcoins")),
)
