"""Italian readings that depend on the words beside: gaps of races, sections of courts, provinces, Grands Prix, Å."""

import re

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.roman_numerals import roman_value
from kokoro_speech_server.text.normalization.rules import Category, Rule

_GAP = re.compile(r"(?<![\w.,'’′\"])(?P<number>[1-5]?\d)(?:[\"”″]|''|’’)(?! ?[\d\"”])(?=[ .,;:)]|$)")
_HAS_GAP = re.compile(r"\d(?:[\"”″]|''|’’)")
_OF_A_RACE = re.compile(
    r"\b(?:distacc\w{1,4}|ritard\w{1,3}|vantaggi\w|leader|gara|tappa|giro|pilota|Verstappen|Leclerc|Hamilton|Ferrari"
    r"|vincitore|traguardo|penalità|maglia rosa|gruppo|secondo posto|pole|abbuon\w|arriv\w{1,5}|volata|corsa)\b"
)
_OPEN_QUOTE = re.compile(r"(?<!\w)\"(?=[A-Za-zÀ-ÿ])[^\"]*$|“[^”]*$")
_SECTION = re.compile(r"(?<![^\W_])[Ss]ez\. (?P<roman>I{1,3}|IV|VI{0,3}|IX|X)(?![\w'’]|-(?!bis|ter|quater))")
_HAS_SECTION = re.compile(r"ez\. [IVX]")
_PROVINCE = re.compile(r"(?<=[^\W\d_] )\((?P<code>[A-Z]{2})\)")
_TOWN = re.compile(
    r"(?:(?:^|\b(?:[Aa]d?|[Dd][ai]|[Cc]omune di|[Ii]n|tra|fra|e|presso|\d{5}|Italia|[Ss]ede|[Ll]uogo)[ :,]{1,2})|, |- )"
    r"(?P<town>[A-ZÀ-Ù][\w'’]{1,20}(?: (?:[a-z]{2,5} )?[A-ZÀ-Ù][\w'’]{1,20}){0,3}) $"
)
_HAS_PROVINCE = re.compile(r" \([A-Z]{2}\)")
_GRAND_PRIX = re.compile(r"(?<![^\W_])GP(?= (?:d['’]|d[ei] |del(?:la|lo|l['’])? ?)[A-Z])")
_ANGSTROM = re.compile(r"(?<=\d) ?[ÅÅ](?![\w²³])")
_PROVINCES = dict(
    zip(
        (
            "AG AL AN AO AP AQ AR AT AV BA BG BI BL BN BO BR BS BT BZ CA CB CE CH CL CN CO CR CS CT CZ EN FC"
            " FE FG FI FM FR GE GO GR IM IS KR LC LE LI LO LT LU MB MC ME MI MN MO MS MT NA NO NU OR PA PC PD"
            " PE PG PI PN PO PR PT PU PV PZ RA RC RE RG RI RM RN RO SA SI SO SP SR SS SU SV TA TE TN TO TP TR"
            " TS TV UD VA VB VC VE VI VR VT VV"
        ).split(),
        "Agrigento|Alessandria|Ancona|Aosta|Ascoli Piceno|L'Aquila|Arezzo|Asti|Avellino|Bari|Bergamo|Biella|Belluno"
        "|Benevento|Bologna|Brindisi|Brescia|Barletta Andria Trani|Bolzano|Cagliari|Campobasso|Caserta|Chieti"
        "|Caltanissetta|Cuneo|Como|Cremona|Cosenza|Catania|Catanzaro|Enna|Forlì Cesena|Ferrara|Foggia|Firenze|Fermo"
        "|Frosinone|Genova|Gorizia|Grosseto|Imperia|Isernia|Crotone|Lecco|Lecce|Livorno|Lodi|Latina|Lucca"
        "|Monza e Brianza|Macerata|Messina|Milano|Mantova|Modena|Massa Carrara|Matera|Napoli|Novara|Nuoro|Oristano"
        "|Palermo|Piacenza|Padova|Pescara|Perugia|Pisa|Pordenone|Prato|Parma|Pistoia|Pesaro e Urbino|Pavia|Potenza"
        "|Ravenna|Reggio Calabria|Reggio Emilia|Ragusa|Rieti|Roma|Rimini|Rovigo|Salerno|Siena|Sondrio|La Spezia"
        "|Siracusa|Sassari|Sud Sardegna|Savona|Taranto|Teramo|Trento|Torino|Trapani|Terni|Trieste|Treviso|Udine|Varese"
        "|Verbania|Vercelli|Venezia|Vicenza|Verona|Viterbo|Vibo Valentia".split("|"),
        strict=True,
    )
)


def reading_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for abbreviations, numbers and units."""

    def gap(match: re.Match[str]) -> str | None:
        before = match.string[: match.start()]
        if _OPEN_QUOTE.search(before[-100:]) or not _OF_A_RACE.search(match.string):
            return None
        return speller.counted(match["number"], Noun("secondo", "secondi"))

    def section(match: re.Match[str]) -> str:
        words = speller.spell(roman_value(match["roman"]), "spellout-ordinal-feminine")
        return f"sezione {words}"

    def province(match: re.Match[str]) -> str | None:
        before = _TOWN.search(match.string[max(0, match.start() - 80) : match.start()])
        if match["code"] not in _PROVINCES:
            return None
        initials = "".join(re.findall(r"\b[A-ZÀ-Ù]", before["town"])) if before else match["code"]
        if initials.endswith(match["code"]):
            return None  # a short form of the words before it
        return f"({_PROVINCES[match['code']]})"

    return (
        Rule(Category.TIMES, _GAP, gap, needs=_HAS_GAP),
        Rule(Category.ROMAN, _SECTION, section, needs=_HAS_SECTION),
        Rule(Category.ADDRESSES, _PROVINCE, province, needs=_HAS_PROVINCE),
        Rule(Category.ABBREVIATIONS, _GRAND_PRIX, lambda match: "Gran Premio"),
        Rule(Category.UNITS, _ANGSTROM, lambda match: " angstrom"),
    )
