"""Units of papers and data sheets, beside those of everyday life in `units`."""

PREFIXED = (
    ("pc", "parsec", "kMG"), ("Gal", "gal", "mµμ"), ("Jy", "jansky", "·mµμ"), ("Torr", "torr", "·m"),
    ("Bq", "becquerel", "·kMGT"), ("Gy", "gray", "·mc"), ("Ci", "curie", "mµμ"), ("T", "tesla", "mµμn"),
    ("G", "gauss", "kmµμ"), ("rad", "radian", "mµμ"), ("bp", "base pair", "·kMG"), ("Eq", "equivalent", "mµμ"),
    ("Osm", "osmole", "m"), ("U", "unit", "mµμ"), ("L", "liter", "npf"), ("l", "liter", "np"), ("g", "gram", "pf"),
    ("M", "molar", "f"), ("mol", "mole", "npf"), ("J", "joule", "TPEmµμnp"), ("W", "watt", "Pn"),
    ("t", "ton", "G"), ("eV", "electron volt", "P"), ("P", "poise", "c"), ("s", "second", "pf"),
    ("A", "amp", "p"), ("V", "volt", "n"), ("Pa", "pascal", "Tmµμ"), ("bar", "bar", "k"),
    ("Hz", "hertz", "m"), ("S", "siemens", "mµμnp"), ("Ω", "ohm", "Gµμ"), ("N", "newton", "µμnpG"),
    ("K", "kelvin", "mµμn"), ("F", "farad", "f"), ("H", "henry", "n"), ("B", "byte", "E"), ("Wh", "watt hour", "Pµ"),
)  # fmt: skip
"""Symbol, name, and the prefixes that it takes, as in `units`."""

SINGLE = {
    "kyr": "thousand year", "Myr": "million year", "Gyr": "billion year", "AU": "astronomical unit",
    "au": "astronomical unit", "GV": "gigavolt",
    "arcsec": "arc second", "arcmin": "arc minute", "mas": "milliarcsecond",
    "µas": "microarcsecond", "μas": "microarcsecond", "aa": "amino acid", "nt": "nucleotide", "nts": "nucleotide",
    "M☉": "solar mass", "M⊙": "solar mass", "R☉": "solar radius", "R⊙": "solar radius", "L☉": "solar luminosity",
    "L⊙": "solar luminosity", "M⊕": "Earth mass", "R⊕": "Earth radius", "M♃": "Jupiter mass", "MJup": "Jupiter mass",
    "RJup": "Jupiter radius", "lb-ft": "pound foot", "lb·ft": "pound foot", "lb⋅ft": "pound foot",
    "lbf·ft": "pound foot", "ft-lb": "foot pound", "ft-lbs": "foot pound", "ft·lb": "foot pound",
    "ft⋅lb": "foot pound", "ft lb": "foot pound", "in-lb": "inch pound", "in-lbs": "inch pound",
    "N-m": "newton meter", "kgf": "kilogram force", "lbf": "pound force", "wt%": "weight percent",
    "wt.%": "weight percent", "wt. %": "weight percent", "wt %": "weight percent", "vol%": "volume percent",
    "vol.%": "volume percent", "vol %": "volume percent", "mol%": "mole percent", "mol %": "mole percent",
    "at%": "atomic percent", "at.%": "atomic percent", "at. %": "atomic percent", "EiB": "exbibyte", "PiB": "pebibyte",
    "msec": "millisecond", "µsec": "microsecond", "μsec": "microsecond",
    "nsec": "nanosecond", "GtCO2": "gigaton of C O two", "MtCO2": "megaton of C O two",
    "GtCO₂": "gigaton of C O two", "MtCO₂": "megaton of C O two", "tCO2": "ton of C O two",
    "tCO2e": "ton of C O two equivalent", "tCO₂e": "ton of C O two equivalent",
    "MtCO2e": "megaton of C O two equivalent", "GtCO2e": "gigaton of C O two equivalent", "Mly": "million light year",
    "mb": "millibarn", "cu. ft": "cubic foot", "cu. in": "cubic inch", "cu in": "cubic inch", "cu. yd": "cubic yard",
    "cu yd": "cubic yard", "FL OZ": "fluid ounce", "Fl Oz": "fluid ounce", "FL. OZ": "fluid ounce", "OZ": "ounce",
    "LB": "pound", "LBS": "pound", "Oz": "ounce", "FT": "foot", "SQ FT": "square foot", "msps": "megasample per second",
    "tCO₂": "ton of C O two", "GtC": "gigaton of carbon", "PgC": "petagram of carbon", "mEq": "milliequivalent",
    "ug": "microgram", "uL": "microliter", "kcals": "kilocalorie", "mmHg": "millimeter of mercury",
    "cmH2O": "centimeter of water", "cmH₂O": "centimeter of water", "cm H2O": "centimeter of water",
    "cm H₂O": "centimeter of water", "kWp": "kilowatt peak", "kWe": "kilowatt electric", "MWe": "megawatt electric",
    "MWth": "megawatt thermal", "dpt": "diopter", "gpm": "gallon per minute", "cfm": "cubic foot per minute",
    "CFM": "cubic foot per minute", "gsm": "gram per square meter", "PPI": "pixel per inch", "DPI": "dot per inch",
    "MPix": "megapixel", "FPS": "frame per second", "Kbps": "kilobit per second", "Tbit": "terabit",
    "MT/s": "megatransfer per second", "GT/s": "gigatransfer per second",
    "MH/s": "megahash per second", "TH/s": "terahash per second", "GH/s": "gigahash per second",
    "nit": "nit", "nits": "nit", "qps": "query per second", "QPS": "query per second",
    "rps": "request per second", "RPS": "request per second", "TPS": "transaction per second",
    "tps": "transaction per second",
}  # fmt: skip

PLURALS = {
    "mass": "masses", "radius": "radii", "luminosity": "luminosities", "siemens": "siemens", "gauss": "gauss",
    "torr": "torr", "tesla": "tesla", "kelvin": "kelvin", "percent": "percent", "force": "force", "carbon": "carbon",
    "two": "two", "speed": "speed", "cylinder": "cylinder", "equivalent": "equivalent",
    "peak": "peak", "electric": "electric", "thermal": "thermal",
}  # fmt: skip
"""Of the last words of names that do not take an "s", with a prefix or without."""
