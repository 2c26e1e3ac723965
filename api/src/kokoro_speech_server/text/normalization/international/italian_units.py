"""Italian names of units that CLDR lacks, and what numbers count before an abbreviation with a point."""

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.romance_units import further_units

UNITS = further_units(
    {"µ": "micro", "m": "milli", "k": "chilo", "M": "mega", "G": "giga", "T": "tera"},
    {
        "Wh": Noun("wattora", "wattora"), "t": Noun("tonnellata", "tonnellate"), "N": Noun("newton", "newton"),
        "Pa": Noun("pascal", "pascal"), "l": Noun("litro", "litri"), "mol": Noun("mole", "moli"),
        "Ah": Noun("ampere ora", "ampere ora"), "VA": Noun("voltampere", "voltampere"),
        "eV": Noun("elettronvolt", "elettronvolt"), "Sv": Noun("sievert", "sievert"), "Gy": Noun("gray", "gray"),
        "Bq": Noun("becquerel", "becquerel"), "V": Noun("volt", "volt"),
        "We": Noun("watt elettrico", "watt elettrici"), "Wp": Noun("watt di picco", "watt di picco"),
        "Nm": Noun("newton metro", "newton metro"), "N·m": Noun("newton metro", "newton metro"),
        "m": Noun("metro", "metri"), "g": Noun("grammo", "grammi"), "W": Noun("watt", "watt"),
    },
    {
        "mm": Noun("millimetro", "millimetri"), "dm": Noun("decimetro", "decimetri"),
        "hm": Noun("ettometro", "ettometri"),
    },
    Noun("cubo", "cubi"),
) | {
    "bar": Noun("bar", "bar"),
    "hg": Noun("etto", "etti"),
    "cpr": Noun("compressa", "compresse"),
    "cp": Noun("compressa", "compresse"),
    "gg": Noun("giorno", "giorni"),
    "gr": Noun("grammo", "grammi"),
    "mt": Noun("metro", "metri"),
    "lt": Noun("litro", "litri"),
    "aa": Noun("anno", "anni"),
    "pt": Noun("punto", "punti"),
    "kWh/m²a": Noun("chilowattora al metro quadrato all'anno", "chilowattora al metro quadrato all'anno"),
    "kWh/mqa": Noun("chilowattora al metro quadrato all'anno", "chilowattora al metro quadrato all'anno"),
    "px": Noun("pixel", "pixel"),
    "fps": Noun("fotogramma al secondo", "fotogrammi al secondo"),
    "q": Noun("quintale", "quintali"),
    "pz": Noun("pezzo", "pezzi"),
    "°": Noun("grado", "gradi"),
    "t": Noun("tonnellata", "tonnellate"),
    "Mbps": Noun("megabit al secondo", "megabit al secondo"),
    "Gbps": Noun("gigabit al secondo", "gigabit al secondo"),
    "dB": Noun("decibel", "decibel"),
    "mmHg": Noun("millimetro di mercurio", "millimetri di mercurio"),
    "bpm": Noun("battito al minuto", "battiti al minuto"),
    "ppm": Noun("parte per milione", "parti per milione"),
    "km/l": Noun("chilometro con un litro", "chilometri con un litro"),
    "CV": Noun("cavallo", "cavalli"),
    "mq": Noun("metro quadrato", "metri quadrati"),
    "kmq": Noun("chilometro quadrato", "chilometri quadrati"),
    "mc": Noun("metro cubo", "metri cubi"),
    "mAh": Noun("milliampere ora", "milliampere ora"),
    "giri/min": Noun("giro al minuto", "giri al minuto"),
}  # fmt: skip
"""`own_units`."""

COUNTED = {
    "p": Noun("pagina", "pagine"), "pp": Noun("pagina", "pagine"), "pag": Noun("pagina", "pagine"),
    "pagg": Noun("pagina", "pagine"), "vol": Noun("volume", "volumi"), "voll": Noun("volume", "volumi"),
    "fig": Noun("figura", "figure"), "figg": Noun("figura", "figure"), "tav": Noun("tavola", "tavole"),
    "tavv": Noun("tavola", "tavole"), "ill": Noun("illustrazione", "illustrazioni"),
    "spett": Noun("spettatore", "spettatori"), "dip": Noun("dipendente", "dipendenti"), "pt": Noun("punto", "punti"),
    "gr": Noun("grammo", "grammi"), "gg": Noun("giorno", "giorni"), "mt": Noun("metro", "metri"),
    "lt": Noun("litro", "litri"), "conf": Noun("confezione", "confezioni"), "mens": Noun("mensilità", "mensilità"),
    "cam": Noun("camera", "camere"), "min": Noun("minuto", "minuti"), "sec": Noun("secondo", "secondi"),
    "fl": Noun("fiala", "fiale"), "bust": Noun("bustina", "bustine"), "gtt": Noun("goccia", "gocce"),
    "cps": Noun("capsula", "capsule"), "cucch": Noun("cucchiaio", "cucchiai"),
}  # fmt: skip
"""`counted`."""
