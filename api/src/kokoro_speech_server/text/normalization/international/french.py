"""French as spoken in France."""

import re

from kokoro_speech_server.text.abbreviations.french import FRENCH
from kokoro_speech_server.text.normalization.international import romance
from kokoro_speech_server.text.normalization.international import romance_notations as notations
from kokoro_speech_server.text.normalization.international.french_abbreviations import (
    ABBREVIATIONS,
    DAYS,
    POINTED,
)
from kokoro_speech_server.text.normalization.international.french_bearings import BEARING_RULES
from kokoro_speech_server.text.normalization.international.french_chat import CHAT
from kokoro_speech_server.text.normalization.international.french_hours import hour_rules, time_of_day
from kokoro_speech_server.text.normalization.international.french_inclusive import inclusive_rules
from kokoro_speech_server.text.normalization.international.french_law import law_rules
from kokoro_speech_server.text.normalization.international.french_letters import LETTER_RULES
from kokoro_speech_server.text.normalization.international.french_money import money_rules
from kokoro_speech_server.text.normalization.international.french_readings import reading_rules
from kokoro_speech_server.text.normalization.international.french_results import result_rules
from kokoro_speech_server.text.normalization.international.french_rooms import room_rules
from kokoro_speech_server.text.normalization.international.french_signs import SYMBOLS
from kokoro_speech_server.text.normalization.international.french_unit_rows import unit_row_rules
from kokoro_speech_server.text.normalization.international.french_units import COUNTED, UNITS
from kokoro_speech_server.text.normalization.international.locale import Currency, Locale, Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.international.romance_functions import function_rule
from kokoro_speech_server.text.normalization.international.romance_laps import hours_rule, lap_rules
from kokoro_speech_server.text.normalization.international.romance_primes import prime_rules
from kokoro_speech_server.text.normalization.international.romance_quarters import quarter_rule
from kokoro_speech_server.text.normalization.international.romance_records import record_rules
from kokoro_speech_server.text.normalization.international.romance_verses import FRENCH_BOOKS, verse_rules
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_FEMININE = re.compile(
    r" (?!(?:million|milliard|camion|avion|champion|espion|bastion|lion|pion|scorpion|été|côté|comité|traité|arrêté"
    r"|député|invité|employé|degré|génie|incendie|parapluie|musée|lycée)s?\b)"
    r"(?:[a-zà-ÿ]{0,30}(?:[stx]ion|ité|eté"
    r"|ette|ance|ence|ée|erie|graphie|logie|esse|euse|trice|ille|aine)s?|fois|heures?|minutes?|(?:milli|micro|nano)?secondes?|(?:méga|giga)?tonnes?"
    r"|livres?|onces?|roupies?|pages?|personnes?|semaines?|femmes?|filles?|maisons?|voitures?|places?|parties?"
    r"|étapes?|choses?|vies?|nuits?|lignes?|pièces?|cartes?|équipes?|villes?|chambres?|tables?|chaises?|voix"
    r"|portes?|histoires?|œuvres?|entreprises?|images?|couronnes?|calories?|copies?|bouteilles?|tasses?|cuillères?"
    r"|pommes?|rues?|dents?|mains?|écoles?|sœurs?|mères?|tantes?|cousines?|amies?|copines?|robes?|chemises?|vestes?"
    r"|lampes?|plantes?|fleurs?|feuilles?|boîtes?|briques?|tranches?|gousses?|carottes?|tomates?|bananes?|oranges?"
    r"|poires?|fraises?|cerises?|recettes?|doses?|gouttes?|chansons?|leçons?|saisons?|boissons?|fêtes?|têtes?"
    r"|bêtes?|routes?|courses?|îles?|plages?|usines?|piscines?|cuisines?|reines?|guerres?|bières?|rivières?"
    r"|matières?|prières?|lumières?|croisières?|frontières?|factures?|voitures?|mesures?|blessures?|chaussures?"
    r"|colonnes?|nouvelles?|poubelles?|échelles?|années?|c\. ?[àsc]|c à|cà[sc]"
    r"|j\.(?=[ :,])|pers|classes?|lettres?|règles?|séries?|victimes?|voies?"
    r"|salles?|machines?|photos?|vidéos?|langues?|gélules?|ampoules?|capsules?|pilules?)\b"
)


def _ruleset(number: int, after: str) -> str:
    if number % 10 == 1 and _FEMININE.match(after):
        return "spellout-cardinal-feminine"
    return "spellout-numbering"


_PARTS = {2: "demi", 3: "tiers", 4: "quart"}


def _fraction(speller: NumberSpeller, above: int, below: int, after: str = "") -> str:
    words = speller.cardinal(above)
    if (above, below) == (1, 2):
        return "une demi" if _FEMININE.match(after) else "un demi"
    if below in (2, 3, 4):
        plural = "s" if above > 1 and below != 3 else ""
        return f"{words} {_PARTS[below]}{plural}"
    if below <= 10 or below in (100, 1000):
        return f"{words} {speller.spell(below, 'spellout-ordinal-masculine')}{'s' if above > 1 else ''}"
    return f"{words} sur {speller.cardinal(below)}"


def _ordinal(speller: NumberSpeller, match: re.Match[str]) -> str | None:
    number, ending = int(match["number"]), match["ending"]
    if ending in ("er", "ers", "ᵉʳ", "re", "ère", "res", "ères") and number != 1:
        return None
    if ending.startswith("n"):
        return (
            {"nd": "second", "nde": "seconde", "nds": "seconds", "ndes": "secondes"}[ending]
            if number == 2
            else None
        )
    gender = "feminine" if ending in ("re", "ère", "res", "ères") else "masculine"
    words = speller.spell(number, f"spellout-ordinal-{gender}") if number else None
    return f"{words}s" if words and ending.endswith("s") else words


def _roman(speller: NumberSpeller, number: int, match: re.Match[str]) -> str:
    groups = match.groupdict()
    if "king" not in groups:
        return speller.spell(number, "spellout-ordinal-masculine")
    return "premier" if groups["king"] and number == 1 else speller.cardinal(number)


_MONTHS = (
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
    "décembre",
)  # fmt: skip


_CLOCK = (Noun("heure", "heures"), Noun("minute", "minutes"), Noun("seconde", "secondes"))


def _time_of_day(speller: NumberSpeller, match: re.Match[str], hour: int, minute: int) -> str:
    return time_of_day(speller, hour, minute)


def _of(noun: str) -> str:
    return f"d'{noun}" if noun[0] in "aeiouh" else f"de {noun}"


def _phone(speller: NumberSpeller, text: str) -> str:
    """Telephone numbers are spelled in pairs of digits: "06 12 34" is "zéro six, douze, trente-quatre"."""
    plus = "plus " if text.startswith("+") else ""
    groups = re.findall(r"\d+", re.sub(r"\(0\)", "", text))
    if len(groups) == 1:
        groups = re.findall(r"\d\d?", groups[0])
    said = [
        speller.cardinal(int(group))
        if len(group) <= 3 and not group.startswith("0")
        else speller.digits(group)
        for group in groups
    ]
    if groups[0] == "0":
        said[:2] = [" ".join(said[:2])]  # 0 800 123 456
    return plus + ", ".join(said)


def _minute(speller: NumberSpeller, number: int, before: str, added: bool) -> str:
    if added or re.search(r"\b[Ll]a $", before):
        return f"{speller.spell(number, 'spellout-ordinal-feminine')} minute"
    return speller.counted(str(number), Noun("minute", "minutes"))


_CENT = Noun("cent", "cents")
_CENTIME = Noun("centime", "centimes")


def _own_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    def war(match: re.Match[str]) -> str:
        return f"{speller.cardinal(int(match['first']))} {speller.cardinal(int(match['last']))}"

    def helpline(match: re.Match[str]) -> str:
        return _phone(speller, match[0])

    helplines = re.compile(
        r"(?:(?<=\b[Ll]e )|(?<=\b[Aa]u )|(?<=\b[Dd]u ))3[0-9]\d{2}(?![\d.,/-]\d|\d)"
        r"(?=[.,;:!?)]|$| (?:est|sont|répond|pour|ou|et|si|en|dès"
        r"|afin|24|7|tous|sera|\())"
    )
    years = re.compile(r"(?<=guerre de )(?P<first>14|39|70)[-–/](?P<last>18|40|45|71)(?!\d)")

    return (
        *law_rules(speller),
        *inclusive_rules(),
        *money_rules(speller),
        *LETTER_RULES,
        *result_rules(speller),
        *unit_row_rules(speller),
        *reading_rules(speller),
        *BEARING_RULES,
        *hour_rules(speller),
        Rule(Category.YEARS, years, war, needs=DIGIT),
        Rule(Category.PHONES, helplines, helpline, needs=DIGIT),
        *record_rules("{} fois par jour", "un {}")(speller),
        *room_rules(speller),
        quarter_rule(speller, "masculine"),
        *prime_rules(Noun("degré", "degrés"), *_CLOCK[1:], _WAYS, "")(speller),
        *verse_rules(FRENCH_BOOKS, "spellout-ordinal-feminine", "{} à {}")(speller),
        *romance.open_always(_CLOCK[0], Noun("jour", "jours"), "sur")(speller),
        *notations.measure_rules(Noun("pouce", "pouces"), _CLOCK[0])(speller),
        *lap_rules("sur", "au")(speller),
        hours_rule("à"),
        notations.rate_rule("à"),
        function_rule(speller, ("prime", "seconde"), "de"),
        *notations.span_of_days(DAYS, "{} à {}")(speller),
    )


_WAYS = {"N": "nord", "S": "sud", "E": "est", "O": "ouest", "W": "ouest"}


LOCALE = Locale(
    tag="fr",
    decimal=",",
    marks={",": "virgule", ".": "point"},
    ruleset=_ruleset,
    decimals_by_digit=False,
    longest_decimals=3,
    minus="moins",
    plus="plus",
    percent="{} pour cent",
    permille="{} pour mille",
    span="{} à {}",
    spans_after={r"entre(?: le| la| les)?": "{} et {}"},
    score="{} à {}",
    ratio="{} sur {}",
    spaced_ratio=re.compile(r"\b(?:[Rr]atios?|rapport|échelle|proportions?|[Dd]ilution|[Ff]ormat|contraste)\b"),
    over="{} sur {}",
    pressure="{} sur {}",
    labels="numéro|n[.°ºo]{1,2}|pages?|pp?[.]|chapitre|ligne|bus|porte|salle|chambre|vol|train|canal|article|art[.]|voie",
    codes=(
        r"TVA(?: intracom[a-zé.]{0,12})?(?: :)? (?:FR|BE)|RCS [A-ZÀ-Ý][a-zà-ÿ-]{1,20}(?: [AB])?|BCE"
        r"|code(?: postal| secret| PIN)?|mot de passe|PIN|SIRE[TN]|OTP|IBAN|NIR|[Cc]ommande"
    ),
    equals="est:?",
    halves=("et demi", "et demie"),
    fraction=_fraction,
    mixed=romance.mixed_number("et", "demi", _fraction),
    ordinal_pattern=r"(?<![\w.,])(?P<number>\d{1,4})(?P<ending>ers?|ères?|res?|ndes?|nds?|[èe]mes?|es?|ᵉʳ"
    r"|ᵉ)(?![^\W_])",
    ordinal=_ordinal,
    roman=(
        r"(?<!\w)(?P<roman>[IVX][IVXLCDM]{0,7})(?:er|ème|e|è|ᵉʳ|ᵉ)(?![^\W_])",
        r"\b(?:[Tt]ype|[Cc]lasse|[Nn]iveau|[Gg]roupe|[Cc]atégorie|[Aa]ppendice|[Gg]rade|[Ss]ection|[Ll]igue|[Zz]one"
        r"|[Ll]ivre|[Cc]hapitre|[Tt]ome|[Vv]olume|[Tt]itre|[Aa]cte|[Ss]cène|[Pp]artie|[Gg]uerre mondiale|[Pp]hase"
        r"|[Aa]nnexe|(?P<king>Louis|Charles|Henri|François|Philippe|Napoléon|Jean|Jean-Paul|Paul|Pie|Benoît"
        r"|Élisabeth|Elizabeth|Georges|Édouard|Guillaume|Nicolas|Alexandre|Léopold|Albert|Frédéric|Pierre|Catherine"
        r"|Clément|Innocent|Grégoire|Léon|Sixte|Jules|Urbain|Boniface|Adrien|Eugène|Calixte|Alphonse|Ferdinand|Baudouin"
        r"|Gustave|Maximilien|Ptolémée|Amédée|Victor-Emmanuel|Jacques|Richard|Louis-Philippe|Ramsès|Isabelle|Harald"
        r"|Rodolphe|Othon|Otton|Childéric|Clovis|Dagobert|Soliman|Mehmed|Hassan))"
        r" (?P<roman>[IVXLCDM]{1,12})(?:er|ᵉʳ|re)?(?!\w|\.,)",
        # The paragraphs of an article: "le II de l'article 42".
        r"\b(?:[Ll]e|[DdAa]u) (?P<king>)(?P<roman>I{1,3}|IV|VI{0,3}|IX|X{1,2}I{0,3})"
        r"(?= (?:de (?:l['’]article|la loi|la présente|cet article)"
        r"|du (?:présent|même|code|A|B|I)\b|bis\b|ter\b|est ainsi))",
        romance.NAMED.replace("(?P<roman>", "(?P<king>)(?P<roman>"),
    ),
    say_roman=_roman,
    months=(
        r"janvier|janv\.", r"f[ée]vrier|févr\.", "mars", r"avril|avr\.", "mai", "juin", r"juillet|juil\.", "ao[ûu]t",
        r"septembre|sept\.", r"octobre|oct\.", r"novembre|nov\.", r"d[ée]cembre|déc\.",
    ),
    written_date=(
        r"(?<![\w/.,-])(?P<day>0?[1-9]|[12]\d|3[01])(?:er|ᵉʳ)? <months>(?![^\W_])(?: (?P<year>\d{4})(?!\d))?"
    ),
    date=romance.calendar_date(_MONTHS, "premier"),
    time_pattern=(
        r"(?<![\d.,])(?<!\d:)(?:(?P<hour>[01]?\d|2[0-4])(?: ?h ?|:)(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?"
        r"(?![\d:])(?: ?(?:min|h|heures)\b)?|(?P<hour2>[01]?\d|2[0-4]) ?h(?![^\W_]| ?\d))"
    ),
    time=romance.clock_time(_CLOCK, "et", _time_of_day),
    lasting=romance.lasting(_CLOCK, ""),
    minute=_minute,
    currencies=(
        Currency(("€", "EUR"), Noun("euro", "euros"), _CENTIME),
        Currency(("$ CA", "$ CAN", "$CAN"), Noun("dollar canadien", "dollars canadiens"), _CENT),
        Currency(("US$", "USD", "$US", "$ US", "$"), Noun("dollar", "dollars"), _CENT),
        Currency(("£", "GBP"), Noun("livre", "livres"), Noun("penny", "pence")),
        Currency(("¥", "￥", "JPY"), Noun("yen", "yens")),
        Currency(("CNY", "RMB", "CN¥"), Noun("yuan", "yuans")),
        Currency(("₹", "INR"), Noun("roupie", "roupies"), Noun("paisa", "paisas")),
        Currency(("R$", "BRL"), Noun("réal", "réaux"), Noun("centavo", "centavos")),
        Currency(("CHF", "Fr.", "fr."), Noun("franc suisse", "francs suisses"), _CENTIME),
        Currency(("CAD", "$CA", "CA$", "C$"), Noun("dollar canadien", "dollars canadiens"), _CENT),
        Currency(("AUD", "A$"), Noun("dollar australien", "dollars australiens"), _CENT),
        Currency(("FCFA", "XOF", "XAF"), Noun("franc CFA", "francs CFA")),
        Currency(("₩", "KRW"), Noun("won", "wons")),
        Currency(("₽", "RUB"), Noun("rouble", "roubles")),
        Currency(("₿", "BTC"), Noun("bitcoin", "bitcoins")),
    ),
    with_cents=romance.cents_after("{whole} {cents}"),
    scales={
        r"millions?|M": (10**6, Noun("million", "millions")),
        r"milliards?|Mds?|Mrds?|[bB]n|G": (10**9, Noun("milliard", "milliards")),
        r"billions?|T": (10**12, Noun("billion", "billions")),
        r"mille": (1000, Noun("mille", "mille")),
        r"[kK]": (1000, Noun("mille", "mille")),
    },
    of=_of,
    heads={"hab": Noun("habitant", "habitants")},
    below={
        "enf": "enfant", "b": "baril", "bbl": "baril", "j": "jour", "an": "an", "sem": "semaine", "pers": "personne",
        "trim": "trimestre",
    },
    counted=COUNTED,
    hundred="aux cent {unit}",
    per="par",
    own_units=UNITS,
    prefixes={"m": "milli", "k": "kilo", "µ": "micro"},
    symbols=SYMBOLS,
    operators=romance.operator_names(
        SYMBOLS,
        {"<": "inférieur à", ">": "supérieur à", "≈": "à peu près égal à"},
    ),
    squared="au carré",
    cubed="au cube",
    power="{} puissance {}",
    dotted=FRENCH,
    abbreviations=ABBREVIATIONS | CHAT,
    pointed=POINTED,
    web=romance.address_marks(
        SYMBOLS,
        {
            ".": "point", "/": "barre oblique", "-": "tiret", "_": "tiret bas", ":": "deux-points", "=": "égale",
            "?": "point d'interrogation", "~": "tilde", "\\": "barre oblique inverse",
        },
    ),
    phone=_phone,
    # France; its services; Belgium; Switzerland; Canada.
    phone_pattern=r"0[1-9](?:[ .-]?\d{2}){4}|0 ?8\d{2}(?:[ .]\d{3}){2}|0 ?8\d{2}(?:[ .]\d{2}){3}"
    r"|0\d{1,3}/\d{2,3}(?:[ .]?\d{2}){2,3}|0\d{2} \d{3} \d{2} \d{2}"
    r"|\(?[2-9]\d{2}\)?[ -]\d{3}-\d{4}|1[ -][2-9]\d{2}[ -]\d{3}-\d{4}",
    calls=(
        r"(?<![^\W_])(?:[Aa]ppel(?:ez|er|ant|le)|[Cc]ompos(?:ez|er|ant)|[Cc]ontact(?:ez|er)|[Jj]oindre|[Nn]uméro"
        r"|[Ee]nvo(?:yez|yer) [A-Z]{2,12}|SMS|[Ll]igne)"
        r"(?: (?:le|au|par|vert|court|gratuit|directement|numéro|d'urgence)){1,4} ?:?"
    ),
    short_by_digit=False,
    emoji="fr",
    own_rules=_own_rules,
)  # fmt: skip
