"""French names of units that CLDR lacks, and what numbers count before an abbreviation with a point."""

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.romance_units import further_units

UNITS = further_units(
    {"µ": "micro", "m": "milli", "k": "kilo", "M": "méga", "G": "giga", "T": "téra",
     "n": "nano", "d": "déci", "c": "centi"},
    {
        "Wh": Noun("watt-heure", "watt-heures"), "t": Noun("tonne", "tonnes"), "N": Noun("newton", "newtons"),
        "Pa": Noun("pascal", "pascals"), "l": Noun("litre", "litres"), "mol": Noun("mole", "moles"),
        "Ah": Noun("ampère-heure", "ampères-heures"), "VA": Noun("voltampère", "voltampères"),
        "eV": Noun("électronvolt", "électronvolts"), "Sv": Noun("sievert", "sieverts"), "Gy": Noun("gray", "grays"),
        "Bq": Noun("becquerel", "becquerels"), "V": Noun("volt", "volts"), "Wc": Noun("watt-crête", "watts-crête"),
        "We": Noun("watt électrique", "watts électriques"), "Nm": Noun("newton-mètre", "newtons-mètres"),
        "N·m": Noun("newton-mètre", "newtons-mètres"), "m": Noun("mètre", "mètres"), "g": Noun("gramme", "grammes"),
        "W": Noun("watt", "watts"), "M": Noun("molaire", "molaire"), "L": Noun("litre", "litres"),
    },
    {
        "mm": Noun("millimètre", "millimètres"), "dm": Noun("décimètre", "décimètres"),
        "hm": Noun("hectomètre", "hectomètres"),
    },
    Noun("cube", "cubes"),
) | {
    "t": Noun("tonne", "tonnes"),
    "pts": Noun("point", "points"),
    "pt": Noun("point", "points"),
    "px": Noun("pixel", "pixels"),
    "nds": Noun("nœud", "nœuds"),
    "pb": Noun("point de base", "points de base"),
    "pdb": Noun("point de base", "points de base"),
    "N/mm²": Noun("newton par millimètre carré", "newtons par millimètre carré"),
    "UI": Noun("unité internationale", "unités internationales"),
    "mUI": Noun("milliunité internationale", "milliunités internationales"),
    "ppb": Noun("partie par milliard", "parties par milliard"),
    "sem": Noun("semaine", "semaines"),
    "i/s": Noun("image par seconde", "images par seconde"),
    "kms": Noun("kilomètre", "kilomètres"),
    "cts": Noun("centime", "centimes"),
    "cp": Noun("comprimé", "comprimés"),
    "h": Noun("heure", "heures"),
    "°": Noun("degré", "degrés"),
    "Mo": Noun("mégaoctet", "mégaoctets"),
    "Go": Noun("gigaoctet", "gigaoctets"),
    "To": Noun("téraoctet", "téraoctets"),
    "ko": Noun("kilooctet", "kilooctets"),
    "Mbps": Noun("mégabit par seconde", "mégabits par seconde"),
    "Mbit/s": Noun("mégabit par seconde", "mégabits par seconde"),
    "Gbps": Noun("gigabit par seconde", "gigabits par seconde"),
    "tr/min": Noun("tour par minute", "tours par minute"),
    "dB": Noun("décibel", "décibels"),
    "mmHg": Noun("millimètre de mercure", "millimètres de mercure"),
    "bpm": Noun("battement par minute", "battements par minute"),
    "ppm": Noun("partie par million", "parties par million"),
    "km/l": Noun("kilomètre par litre", "kilomètres par litre"),
    "ch": Noun("cheval", "chevaux"),
    "mAh": Noun("milliampère-heure", "milliampères-heures"),
    "cc": Noun("centimètre cube", "centimètres cubes"), "rpm": Noun("tour par minute", "tours par minute"),
    "Mpx": Noun("mégapixel", "mégapixels"), "MP": Noun("mégapixel", "mégapixels"),
    "mn": Noun("minute", "minutes"),
    "ME": Noun("million d'euros", "millions d'euros"), "kE": Noun("mille euros", "mille euros"),
    "MdE": Noun("milliard d'euros", "milliards d'euros"), "MdsE": Noun("milliard d'euros", "milliards d'euros"),
    "KE": Noun("mille euros", "mille euros"),
    **dict.fromkeys(
        ("tr/mn", "trs/mn", "trs/min", "t/mn", "t/min", "tours/mn"), Noun("tour par minute", "tours par minute")
    ),
    "j": Noun("jour", "jours"), "cpr": Noun("comprimé", "comprimés"),
}  # fmt: skip
"""`own_units`."""

COUNTED = {
    "p": Noun("page", "pages"), "pp": Noun("page", "pages"), "vol": Noun("volume", "volumes"),
    "pl": Noun("planche", "planches"), "fig": Noun("figure", "figures"), "ex": Noun("exemplaire", "exemplaires"),
    "ill": Noun("illustration", "illustrations"), "f": Noun("feuillet", "feuillets"),
    "ff": Noun("feuillet", "feuillets"), "spect": Noun("spectateur", "spectateurs"), "pts": Noun("point", "points"),
    "pt": Noun("point", "points"), "sem": Noun("semaine", "semaines"), "j": Noun("jour", "jours"),
    "mens": Noun("mensualité", "mensualités"), "tabl": Noun("tableau", "tableaux"),
    "réf": Noun("référence", "références"), "inscr": Noun("inscrit", "inscrits"), "couv": Noun("couvert", "couverts"),
    "min": Noun("minute", "minutes"), "gtt": Noun("goutte", "gouttes"), "reb": Noun("rebond", "rebonds"),
    "gél": Noun("gélule", "gélules"), "amp": Noun("ampoule", "ampoules"), "inj": Noun("injection", "injections"),
    "cp": Noun("comprimé", "comprimés"), "s.d.b": Noun("salle de bains", "salles de bains"),
    "cpr": Noun("comprimé", "comprimés"),
    "pén": Noun("pénalité", "pénalités"),
    "transf": Noun("transformation", "transformations"), "sec": Noun("seconde", "secondes"),
    "doc": Noun("document", "documents"),
}  # fmt: skip
"""`counted`."""
