"""Italian."""

import re

from kokoro_speech_server.text.abbreviations.italian import ITALIAN
from kokoro_speech_server.text.normalization.international import romance
from kokoro_speech_server.text.normalization.international import romance_notations as notations
from kokoro_speech_server.text.normalization.international.italian_abbreviations import (
    ABBREVIATIONS,
    DAYS,
    POINTED,
)
from kokoro_speech_server.text.normalization.international.italian_hours import clock_rules, is_rank
from kokoro_speech_server.text.normalization.international.italian_measures import measure_rules
from kokoro_speech_server.text.normalization.international.italian_notations import notation_rules
from kokoro_speech_server.text.normalization.international.italian_pairs import pair_rules
from kokoro_speech_server.text.normalization.international.italian_readings import reading_rules
from kokoro_speech_server.text.normalization.international.italian_scores import minute_of_play, score_rules
from kokoro_speech_server.text.normalization.international.italian_spans import span_rules
from kokoro_speech_server.text.normalization.international.italian_terms import term_rules
from kokoro_speech_server.text.normalization.international.italian_units import COUNTED, UNITS
from kokoro_speech_server.text.normalization.international.locale import Currency, Locale, Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.romance_laps import lap_rules
from kokoro_speech_server.text.normalization.international.romance_primes import prime_rules
from kokoro_speech_server.text.normalization.international.romance_quarters import quarter_rule
from kokoro_speech_server.text.normalization.international.romance_records import record_rules
from kokoro_speech_server.text.normalization.international.romance_verses import ITALIAN_BOOKS, verse_rules
from kokoro_speech_server.text.normalization.rules import Category, Rule

_FEMININE = re.compile(
    r" (?!(?:problema|sistema|programma|tema|clima|poeta|pianeta|schema|dramma|panorama|grammo|da|a|ma|la|una|sia"
    r"|tra|fra|era|ora che|prima|senza|contro|sopra|quella|questa|mila)\b)"
    r"(?:[a-zàèéìòù]{2,30}(?:a|[stgz]ione|tà|tù|trice)"
    r"|pers|volta|parte|notte|mano|classe|chiave|legge|luce|voce|rete|croce|fine)\b"
)
_NOUN = re.compile(r" (?P<word>[a-zàèéìòù]{3,30})\b")
_NO_NOUN = re.compile(
    r" (?:che|con|per|del|dei|della|delle|degli|dal|nel|sul|alla|alle|agli|sono|gli|una|non|più|meno|come|dopo|tra"
    r"|fra|anche|poi|era|sia|sopra|sotto|senza|contro|ogni|solo|quando|dove|così|perché|virgola|punto|oppure|ma"
    r"|mila|via|fino|verso)\b"
)
_HARD_START = re.compile(r"s[bcdfglmnpqrtvz]|z|gn|ps|pn|x|y")


def _ruleset(number: int, after: str) -> str:
    if number != 1:
        return "spellout-numbering"
    if _FEMININE.match(after):
        return "spellout-cardinal-feminine"
    noun = _NOUN.match(after)
    if noun and not _NO_NOUN.match(after) and not _HARD_START.match(noun["word"]):
        return "spellout-cardinal-masculine"
    return "spellout-numbering"


def _fraction(speller: NumberSpeller, above: int, below: int, after: str = "") -> str:
    if (above, below) == (1, 2):
        return "mezza" if _FEMININE.match(after) else "mezzo"
    if below > 10 and below not in (100, 1000):
        return f"{speller.cardinal(above)} su {speller.cardinal(below)}"
    if below == 2:
        return f"{speller.cardinal(above)} mezzi"
    gender = "masculine-plural" if above > 1 else "masculine"
    words = speller.spell(above, "spellout-cardinal-masculine")
    return f"{words} {speller.spell(below, f'spellout-ordinal-{gender}')}"


def _ordinal(speller: NumberSpeller, match: re.Match[str]) -> str | None:
    gender = "feminine" if match["ending"] in ("ª", "a", "^") else "masculine"
    number = int(match["number"])
    if (
        match["ending"] == "^"
        and match.string[match.end() :].lstrip()[:1].isupper()
        and "class" not in match.string
    ):
        return None
    if match["ending"] == "°" and not is_rank(match, number):
        return None
    return speller.spell(number, f"spellout-ordinal-{gender}") if 0 < number < 1000 else None


def _roman(speller: NumberSpeller, number: int, match: re.Match[str]) -> str:
    groups = match.groupdict()
    if "event" in groups and (groups["event"] or "").lower() in _MONTHS:
        return "primo" if number == 1 else speller.cardinal(number)  # "il XX settembre"
    if "event" in groups:
        return romance.event_ordinal(speller, number, match, "spellout-ordinal-masculine")
    feminine = groups.get("queen") or groups.get("feminine") is not None
    words = speller.spell(number, f"spellout-ordinal-{'feminine' if feminine else 'masculine'}")
    if groups.get("plain") is None or (number == 1 and not groups["plain"]):
        return words
    return speller.cardinal(number)


_MONTHS = (
    "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre",
    "novembre", "dicembre",
)  # fmt: skip


_CLOCK = (Noun("ora", "ore"), Noun("minuto", "minuti"), Noun("secondo", "secondi"))


def _time_of_day(speller: NumberSpeller, match: re.Match[str], hour: int, minute: int) -> str:
    words = speller.cardinal(hour) if hour != 1 else "una"
    if minute:
        words += f" e {'zero ' if minute < 10 else ''}{speller.cardinal(minute)}"
    elif not re.search(r"(?:[Oo]re|[Aa]lle|[Dd]alle|\bh) $", match.string[: match.start()]):
        words = "ore " + words
    return words


def _lasting(speller: NumberSpeller, time: tuple[int, int, int]) -> str:
    return romance.lasting(_CLOCK, "e")(speller, time).replace("una ora", "un'ora")


_FIRST_OF_MONTH = re.compile(
    r"(?<![\w.,/-])1[º°]?(?= (?:genn?|febb?|mar|apr|magg?|giu|lugl?|ago|sett?|ott|nov|dic)\.)"
)


def _own_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    always = romance.open_always(_CLOCK[0], Noun("giorno", "giorni"), "su")
    inches = notations.measure_rules(Noun("pollice", "pollici"), _CLOCK[0])
    return (
        *notation_rules(speller),
        *reading_rules(speller),
        *pair_rules(),
        *term_rules(speller),
        *score_rules(speller),
        *span_rules(speller),
        *measure_rules(speller),
        *clock_rules(speller),
        *record_rules("{} volte al giorno", "uno a {}")(speller),
        Rule(Category.DATES, _FIRST_OF_MONTH, lambda match: "primo", needs=_FIRST_OF_MONTH),
        *prime_rules(Noun("grado", "gradi"), *_CLOCK[1:], _WAYS, "e")(speller),
        notations.rate_rule("a"),
        *verse_rules(ITALIAN_BOOKS, "spellout-ordinal-feminine", "da {} a {}")(speller),
        *always(speller),
        *inches(speller),
        *lap_rules("su", "al")(speller),
        quarter_rule(speller, "masculine"),
        *notations.span_of_days(DAYS, "da {} a {}")(speller),
    )


_CENT = Noun("centesimo", "centesimi")

_WAYS = {"N": "nord", "S": "sud", "E": "est", "O": "ovest", "W": "ovest"}
_SYMBOLS = {
    "&": "e", "@": "chiocciola", "%": "per cento", "‰": "per mille", "+": "più", "=": "uguale", "×": "per",
    "÷": "diviso", "±": "più o meno", "≤": "minore o uguale a", "≥": "maggiore o uguale a", "≠": "diverso da",
    "≈": "circa", "°": "gradi", "€": "euro", "$": "dollari", "£": "sterline", "¥": "yen", "₹": "rupie",
    "§": "paragrafo", "√": "radice di", "∞": "infinito", "π": "pi greco", "→": "freccia", "№": "numero", "−": "meno",
    "/": "", "#": "cancelletto", "µ": "micro", "Ω": "ohm", "©": "copyright", "®": "marchio registrato",
    "™": "marchio", "∩": "intersezione", "∪": "unione", "∈": "appartiene a", "∉": "non appartiene a",
    "⊂": "incluso in", "∀": "per ogni", "∃": "esiste", "∅": "insieme vuoto", "∑": "sommatoria", "∫": "integrale",
    "∂": "derivata parziale", "⇒": "implica", "⇔": "equivale a", "∝": "proporzionale a", "≡": "equivalente a",
    "⊥": "perpendicolare a", "∥": "parallelo a",
    "α": "alfa", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta", "θ": "teta",
    "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "csi", "ρ": "ro", "σ": "sigma", "τ": "tau", "φ": "fi", "ϕ": "fi",
    "χ": "chi", "ψ": "psi", "ω": "omega", "Δ": "delta", "Σ": "sigma", "Φ": "fi", "Ψ": "psi", "Γ": "gamma",
    "Λ": "lambda", "Θ": "teta",
}  # fmt: skip


LOCALE = Locale(
    tag="it",
    decimal=",",
    marks={",": "virgola", ".": "punto"},
    ruleset=_ruleset,
    decimals_by_digit=False,
    minus="meno",
    plus="più",
    percent="{} per cento",
    permille="{} per mille",
    span="da {} a {}",
    spans_after={
        r"(?:tra|fra)(?: il| la| i| le)?": "{} e {}",
        r"dal": "{} al {}",
        r"dai": "{} ai {}",
        r"dagli": "{} ai {}",
        r"dalla": "{} alla {}",
        r"dalle": "{} alle {}",
        r"da": "{} a {}",
        r"a(?:ll[ae]|l|i|gli)|d[ei](?:ll[ae]|l|i|gli)?|ne(?:ll[ae]|l|i|gli)|il|l[ae]|i|gli|per|in|circa|ogni|con|su|sui|sugli|sul|sulle|a|oltre|quasi|altr[ie]|ultim[ie]"
        r"|prossim[ie]|giorni|oppure|un[ao]?|o|e"
        r"|stagione|biennio|triennio|quadriennio|anno (?:scolastico|accademico)|campionato": "{}-{}",
    },
    score="{} a {}",
    over="{} su {}",
    pressure="{} su {}",
    labels="numero|n[.°ºo]{1,2}|pagin[ae]|pagg?[.]|capitolo|linea|via|piano|binario|treno|autobus|volo|canale|sala|stanza"
    "|camera|articolo|art[.]",
    codes="c/c|codice(?: postale)?|password|PIN|CAP|OTP|tracking|P[.] ?IVA|[Pp]artita IVA|IBAN"
    "|C[.]F[.]|[Oo]rdine",
    equals="è:?",
    halves=("e mezzo", "e mezza"),
    fraction=_fraction,
    mixed=romance.mixed_number("e", "mezzo", _fraction),
    # "3°" may also be an angle or a temperature.
    ordinal_pattern=(
        r"(?<![\w.,])(?<!Pixel )(?P<number>\d{1,3})(?P<ending>(?:º(?! ?[CF]\b)|ª)|(?<=\b[Ii]l \d)°(?! [a-z]{1,2}\b)"
        r"|[oa](?![^\W_])|°(?! ?[CF]\b)|\^(?= [a-z]{3}| ?[A-H](?!\w))"
        r")"
    ),
    ordinal=_ordinal,
    roman=(
        r"(?<!\w)(?P<roman>[IVX]{1,6})(?= (?:e (?:il |al |nel |dal |del )?[IVX]{1,6} )?"
        r"(?:secol[oi]\b|sec\.|trimestre|semestre\b|trim\."
        r"|piano\b|p\.[ ,;]|livello\b|lotto\b"
        r"|turno\b|libro\b|atto\b|canto\b|capitolo\b|cap\.|volume\b|vol\.|tomo\b|girone\b|grado\b|municipio\b|comma\b|quadrimestre\b))",
        r"(?<!\w)(?P<feminine>)(?P<roman>[IVX]{1,6})"
        r"(?= (?:e [IVX]{1,5} )?(?:media\b|elementare\b|superiore\b|liceo\b|ed\.|edizione\b|giornata\b|tappa\b"
        r"|declinazione\b|coniugazione\b|circoscrizione\b|divisione\b|sezione\b|categoria\b))",
        r"\b(?:(?P<plain>[Tt]ipo|[Cc]lasse|[Ll]ivello|[Gg]ruppo|[Cc]ategoria|[Aa]llegato|[Aa]ppendice|[Gg]rado|[Ss]tadio"
        r"|[Ss]ezione|[Ff]ase|[Mm]odulo|[Ll]ega|[Zz]ona)|[Ss]ecolo|[Ss]ec\.|[Vv]olume|[Tt]itolo|[Aa]tto|[Cc]apitolo|[Tt]omo|[Ll]ibro|[Cc]anto"
        r"|(?P<feminine>[Pp]arte|[Gg]uerra mondiale|[Ss]cena)|(?P<queen>Elisabetta|Caterina|Maria|Giovanna|Cristina"
        r"|Vittoria|Margherita)|Inferno|Purgatorio|Paradiso"
        r"|Luigi|Carlo|Enrico|Francesco|Filippo|Napoleone|Giovanni|Giovanni Paolo|Paolo|Pio"
        r"|Benedetto|Umberto|Vittorio Emanuele|Giorgio|Edoardo|Guglielmo|Nicola|Alessandro|Federico|Pietro|Clemente"
        r"|Innocenzo|Gregorio|Leone|Amedeo|Ferdinando)"
        r" (?P<roman>[IVXLCDM]{1,12})(?!\w)",
        # "IIª guerra", and the forms of a school: "la IV B".
        r"(?<!\w)(?P<feminine>)(?P<roman>[IVX]{1,5})ª",
        r"(?:\b[Ll]a|\b[Dd]ella|\b[Ii]n|\b[Nn]ella|\b[Aa]lla|[Cc]lasse)"
        r" (?P<feminine>)(?P<roman>I{1,3}|IV|V)(?= [A-H](?![\w'’.]))",
        r"(?<![^\W_])(?P<plain>Analisi|Fisica|Chimica|Algebra|Geometria|Informatica|Matematica|Statistica|Economia|Meccanica"
        r"|Inglese|Diritto [a-z]{4,15}|Storia|Rocky|Rambo)"
        r" (?P<roman>[IVX]{1,4})(?![\w'’]|\.\w)",
        # One after a name, unlike the article, which small letters and a noun in the plural follow.
        r"(?<![^\W_])[A-ZÀ-Þ][a-zà-ÿ]{3,20} (?P<roman>I)"
        r"(?= (?:di|d['’]|de['’]|dei|degli|poi|cui|ai|ed?)(?:(?<=['’])|\b)| (?!\w{1,20}i\b)[a-zà-ÿ]"
        r"|[,;:.»)]| \(|$)(?!\.\w)",
        # Streets named after a day: "Via XX Settembre".
        r"(?<![^\W_])(?P<plain>)(?:[A-ZÀ-Þ][a-zà-ÿ]{1,14} )?(?P<roman>[IVX]{2,6}|[VX]|(?<=[a-z] )I)"
        r"(?= (?:[Gg]ennaio|[Ff]ebbraio|[Mm]arzo|[Aa]prile|[Mm]aggio"
        r"|[Gg]iugno|[Ll]uglio|[Aa]gosto"
        r"|[Ss]ettembre|[Oo]ttobre|[Nn]ovembre|[Dd]icembre)\b)",
        romance.numbered_events("[Ii]l|[Ll]a|[Dd]el(?:la)?|[Aa]l(?:la)?|[Nn]el(?:la)?|[Dd]al(?:la)?|[Uu]na?"),
        romance.NAMED,
    ),
    say_roman=_roman,
    months=_MONTHS,
    # Only the first of a month is not a cardinal; other days need no rule of their own.
    written_date=r"(?<![\w/.,-])(?P<day>0?1)[º°]? <months>(?!\w)(?: (?P<year>\d{4})(?!\d))?",
    date=romance.calendar_date(_MONTHS, "primo"),
    time_pattern=(
        r"(?<![\d.,])(?<!\d:)(?:(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?![\d:])"
        r"|(?:(?<=ore |lle )|(?<=\bh ))(?P<hour2>[01]?\d|2[0-4])(?:[.,](?P<minute2>[0-5]\d))?(?![\d:]|[.,]\d| ?(?:€|%"
        r"|euro|k[gm]|m\b)))"
    ),
    time=romance.clock_time(_CLOCK, "e", _time_of_day),
    lasting=_lasting,
    minute=minute_of_play,
    currencies=(
        Currency(("€", "EUR"), Noun("euro", "euro"), _CENT),
        Currency(("US$", "USD", "$"), Noun("dollaro", "dollari"), _CENT),
        Currency(("£", "GBP"), Noun("sterlina", "sterline"), Noun("penny", "pence")),
        Currency(("¥", "￥", "JPY"), Noun("yen", "yen")),
        Currency(("CNY", "RMB", "CN¥"), Noun("yuan", "yuan")),
        Currency(("₹", "INR"), Noun("rupia", "rupie"), Noun("paisa", "paise")),
        Currency(("R$", "BRL"), Noun("real", "real"), Noun("centavo", "centavos")),
        Currency(("CHF", "Fr.", "fr."), Noun("franco svizzero", "franchi svizzeri"), _CENT),
        Currency(("CAD", "C$"), Noun("dollaro canadese", "dollari canadesi"), _CENT),
        Currency(("AUD", "A$"), Noun("dollaro australiano", "dollari australiani"), _CENT),
        Currency(("₩", "KRW"), Noun("won", "won")),
        Currency(("₽", "RUB"), Noun("rublo", "rubli")),
        Currency(("₿", "BTC"), Noun("bitcoin", "bitcoin")),
    ),
    with_cents=romance.cents_after("{whole} e {cents}"),
    scales={
        r"milion[ei]|mln\.?|Mio|M": (10**6, Noun("milione", "milioni")),
        r"miliard[oi]|mld\.?|Mrd|[bB]n?": (10**9, Noun("miliardo", "miliardi")),
        r"[kK]|mila": (1000, Noun("mila", "mila")),
    },
    of=lambda noun: "d'ora" if noun == "ora" else "di " + noun,
    no_units=frozenset({"ha"}),
    heads={"ab": Noun("abitante", "abitanti")},
    below={"d": "giorno", "sett": "settimana", "pers": "persona", "trim": "trimestre", "a": "anno"},
    counted=COUNTED,
    hundred="ogni {amount}",
    per="per",
    pers={
        "die": "pro", "anno|ora|etto|ett": "all'", "settimana": "alla", "persona|notte|testa": "a",
        "(?:giorno|mese|minuto|barile|secondo|chil|kilo|litro|metro|grammo|millil)\\w*": "al",
    },
    own_units=UNITS,
    prefixes={"m": "milli", "k": "chilo", "µ": "micro"},
    symbols=_SYMBOLS,
    operators=romance.operator_names(
        _SYMBOLS,
        {"=": "uguale a", "<": "minore di", ">": "maggiore di", "≈": "circa uguale a"},
    ),
    squared="al quadrato",
    cubed="al cubo",
    power="{} elevato alla {}",
    dotted=ITALIAN,
    abbreviations=ABBREVIATIONS,
    pointed=POINTED,
    web=romance.address_marks(
        _SYMBOLS,
        {
            ".": "punto", "/": "barra", "-": "trattino", "_": "trattino basso", ":": "due punti", "=": "uguale",
            "?": "punto interrogativo", "~": "tilde", "\\": "barra inversa",
        },
    ),
    phone_pattern=(
        r"0\d{1,3}/\d{5,8}"
        r"|0\d{1,3}[ .-]\d{3,4}(?:[ .-]?\d{2,4}){0,2}"
        r"|8\d{2}[ .-]\d{3}[ .-]?\d{3}|800(?: \d{2}){3}"
        r"|3\d{2}[ .-]?\d{3}[ .-]?\d{3,4}|3\d{2}(?:[ .-]\d{2,3}){2,3}"
    ),
    calls=(
        r"(?<![^\W_])(?:[Cc]hiam(?:are|ate|a|i|ando)|[Cc]ompo(?:rre|nete|ni)|[Dd]igit(?:are|ate|a)|[Nn]umeri?"
        r"|[Tt]elefon(?:are|ate|a)|[Ii]nvi(?:are|ate|a) [A-Z]{2,12}|SMS|WhatsApp)"
        r"(?: (?:il|al|lo|i|subito|gratis|numero|verde|unico|di emergenza|gratuito)){0,4}:?"
    ),
    laws=(
        r"(?:[Ll]egge|[Ll]\.|[Dd]\. ?(?:[Ll]gs|[Ll]|P\. ?R|[Mm])\.|[Ss]ent\.|[Rr]eg\.|[Dd]ir\.|[Cc]irc\.|DPR|DPCM|DM"
        r"|[Rr]egolamento|[Dd]irettiva|[Dd]ecreto"
        r"(?: legislativo|-legge| ministeriale)?|[Ss]entenza|[Dd]elibera)(?: \(?(?:UE|CEE?)\)?)?"
    ),
    of_year="del",
    short_years=True,
    emoji="it",
    own_rules=_own_rules,
)  # fmt: skip
