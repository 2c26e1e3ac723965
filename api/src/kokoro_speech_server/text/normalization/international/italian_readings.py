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
_PROVINCE = re.compile(r"(?<=[^\W\d_]) \((?P<code>[A-Z]{2})\)")
_TOWN = re.compile(
    r"(?:(?:^|\b(?:[Aa]d?|[Dd][ai]|[Cc]omune di|[Ii]n|tra|fra|e|presso|\d{5}|Italia|[Ss]ede|[Ll]uogo)[ :,]{1,2})|, |- )"
    r"(?P<town>[A-ZÀ-Ù][\w'’]{1,20}(?: (?:[a-z]{2,5} )?[A-ZÀ-Ù][\w'’]{1,20}){0,3})$"
)
_HAS_PROVINCE = re.compile(r" \([A-Z]{2}\)")
_GRAND_PRIX = re.compile(r"(?<![^\W_])GP(?= (?:d['’]|d[ei] |del(?:la|lo|l['’])? ?)[A-Z])")
_ANGSTROM = re.compile(r"(?<=\d) ?[ÅÅ](?![\w²³])")
_COMPASS = re.compile(r"(?<![\w.'’])(?:[NS]{1,2}[EOW]|[NS]|[EOW](?=[ ,.;)]|$))(?![\w'’]|\.\w)")
_WHENCE = re.compile(
    r"(?:(?<![^\W_])(?:[Dd]ai?|[Vv]erso|[Vv]ersant[ei]|[Qq]uadrant[ei]|[Ss]ettor[ei]|[Vv]ent[oi](?: [a-z]{4,12})?"
    r"|[Rr]affiche(?: di| da)?|[Ee]sposizione|[Mm]are|[Dd]irezione)"
    r"|(?<![^\W_])(?:d[ai]|vers[oa]nt[ei]|quadrant[ei]|settor[ei]|vent[oi]) [NS]{0,2}[EOW]?"
    r"(?: [ea]| verso|[,/-]|,? in rotazione a))[ :]{0,2}$"
)
_POINTS = {"N": "nord", "S": "sud", "E": "est", "O": "ovest", "W": "ovest"}
_OF_WEATHER = re.compile(
    r"\b(?:[Vv]ent[oi]|[Rr]affich\w{1,2}|[Vv]ersant[ei]|[Qq]uadrant[ei]|[Mm]eteo|[Nn]ub[ei]|[Nn]uvol\w{1,8}|[Pp]iogg\w{1,2}"
    r"|[Pp]recipitazioni|[Cc]orrenti|[Mm]ar[ei]|[Nn]eve|[Tt]emporal\w{1,4}|[Nn]odi|[Bb]rezz[ae]|[Pp]erturbazion[ei])\b"
)
_YEARLY = re.compile(r"(?<=Wh/m[q²2])[ ·/]?a(?:nno)?(?=[,.;:)]|$| -)")
_SHOTS = re.compile(
    r"(?<![\w/.,-])(?P<made>\d{1,2})/(?P<of>\d{1,3})(?![\w/]|[.,]\d)"
    r"(?:(?<=[Vv]oto \d/10)|(?<=[Vv]oto: \d/10)|(?<=[Pp]unteggio \d/10)|(?<=[Vv]alutazione \d/10)"
    r"|(?= (?:da (?:due|tre|2|3|fuori)\b|dal campo|dalla lunetta"
    r"|dall['’]arco|a[li] (?:liberi|tiro)|di tiro|nei liberi|nelle triple|ai? rimbalzi|t[l23]\b)))"
)
_HAS_SHOTS = re.compile(r"\d/\d{1,2} [adnt]|(?:oto|ggio|one):? \d/10")
_THOUSANDS = re.compile(
    r"(?<![\w.,/$€-])(?<![€$] )(?:(?P<first>\d{1,3}) ?[-–] ?)?(?P<number>\d{1,3}(?:[.,]\d)?)k(?![\w€$/]| ?(?:€|euro))"
)
"""A lower-case k behind a number: "RAL 22-24k"."""
_HAS_THOUSANDS = re.compile(r"\dk\b")
_OF_RUNNING = re.compile(
    r"\b(?:[Cc]ors[ae]|[Cc]orrere|[Mm]aratona|[Rr]unning|[Gg]ara|[Rr]unner|min/km|risoluzione|[Mm]onitor|TV)\b"
)
_STATE = re.compile(r"(?<=[a-zà-ù]) (?P<code>[A-Z]{2})(?=[ ,.;]|$)")
_HAS_STATE = re.compile(r"\d{5} [A-Z].{0,40} [A-Z]{2}(?!\w)")
_POSTAL = re.compile(
    r"(?<!\d)\d{5} (?P<town>[A-ZÀ-Ù][\w'’]{1,20}(?: (?:[a-z]{2,5} )?[A-ZÀ-Ù][\w'’]{1,20}){0,3})$"
)
"""A town behind its postal code: "80133 Napoli NA"."""
_POINTED_LETTERS = re.compile(
    r"(?<![\w.@'’-])(?:[A-Z]\.){3,7}(?![\w@])|(?<=[lL]['’])(?:[A-Z]\.){3,7}(?![\w@])"
)
_LESS = re.compile(r"(?:(?<=[^\W\d_]{2} )|(?<=\()|(?<=\. )|(?<=\bè )|(?<=\bo )|(?<=, ))[<>] ?(?=\d)")
_AGED = re.compile(r"(?<![\w.,/-])(?P<years>\d{2})[ -]?enn(?P<ending>[ei])\b")
_LATE = re.compile(
    r"(?:(?P<article>\b[AaDdNnSs][a-z]?)ll['’](?=1['’])|(?<=ll['’]))(?P<minute>1|8|11|8\d)['’](?![\w'’])"
)
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
        if re.search(rf"(?<!\w){_PROVINCES[match['code']]}$", match.string[: match.start()]):
            return ""  # the town that the province is named after
        initials = "".join(re.findall(r"\b[A-ZÀ-Ù]", before["town"])) if before else match["code"]
        if initials.endswith(match["code"]):
            return None  # a short form of the words before it
        return f" ({_PROVINCES[match['code']]})"

    def compass(match: re.Match[str]) -> str | None:
        if not _WHENCE.search(match.string[max(0, match.start() - 24) : match.start()]):
            return None
        return "-".join(_POINTS[letter] for letter in match[0])

    def after_town(match: re.Match[str]) -> str | None:
        town = _POSTAL.search(match.string[max(0, match.start() - 60) : match.start()])
        if town is None or match["code"] not in _PROVINCES:
            return None
        province = _PROVINCES[match["code"]]
        return "" if town["town"] == province else f" ({province})"

    def less(match: re.Match[str]) -> str:
        return "meno di " if match[0][0] == "<" else "più di "

    def aged(match: re.Match[str]) -> str:
        words = speller.cardinal(int(match["years"])).replace("é", "e")
        stem = words if words.endswith(("tre", "sei")) else words[:-1]
        return f"{stem}enn{match['ending']}"

    def without_points(match: re.Match[str]) -> str:
        return match[0].replace(".", "") + ("." if match.end() == len(match.string) else "")

    def late(match: re.Match[str]) -> str:
        article = f"{match['article']}l " if match["article"] else ""  # "all'1'" is "al primo"
        return f"{article}{speller.spell(int(match['minute']), 'spellout-ordinal-masculine')} minuto"

    def shots(match: re.Match[str]) -> str:
        return f"{speller.cardinal(int(match['made']))} su {speller.cardinal(int(match['of']))}"

    def thousands(match: re.Match[str]) -> str | None:
        if _OF_RUNNING.search(match.string):
            return None
        words = speller.cardinal(int(speller.value(match["number"]) * 1000))
        return f"{speller.cardinal(int(match['first']))}-{words}" if match["first"] else words

    return (
        Rule(Category.TIMES, _GAP, gap, needs=_HAS_GAP),
        Rule(Category.ROMAN, _SECTION, section, needs=_HAS_SECTION),
        Rule(Category.ADDRESSES, _PROVINCE, province, needs=_HAS_PROVINCE),
        Rule(Category.ABBREVIATIONS, _COMPASS, compass, evidence=_OF_WEATHER),
        Rule(Category.ADDRESSES, _STATE, after_town, evidence=_HAS_STATE),
        Rule(Category.MATHS, _LESS, less, needs=_LESS),
        Rule(Category.NUMBERS, _AGED, aged, needs=_AGED),
        Rule(Category.TIMES, _LATE, late, needs=_LATE),
        Rule(Category.UNITS, _YEARLY, lambda match: " all'anno", needs=_YEARLY),
        Rule(Category.FRACTIONS, _SHOTS, shots, needs=_HAS_SHOTS),
        Rule(Category.NUMBERS, _THOUSANDS, thousands, needs=_HAS_THOUSANDS),
        Rule(Category.ABBREVIATIONS, _POINTED_LETTERS, without_points, needs=_POINTED_LETTERS),
        Rule(Category.ABBREVIATIONS, _GRAND_PRIX, lambda match: "Gran Premio"),
        Rule(Category.UNITS, _ANGSTROM, lambda match: " angstrom"),
    )
