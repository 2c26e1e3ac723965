"""Records in Spanish texts: shots (5/8 en triples), rulings (T-760/08), scales, life dates, endings of files, hours."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.roman_numerals import roman_value
from kokoro_speech_server.text.normalization.rules import Category, Rule

_SHOT = (
    r"(?:[Tt]riples?|[Tt]iros?(?: libres| de (?:campo|dos|tres|[23]))?|T[123L]|TC|TL|lanzamientos?|penaltis?|dobles"
    r"|(?:la )?línea(?: de tres)?|campo|(?:el )?triple|pases|saques|regates)"
)
_SHOTS = re.compile(
    rf"(?<![\w/.,-])(?P<made>\d{{1,2}})/(?P<tried>\d{{1,3}})(?: ?(?:en|de|desde) (?={_SHOT}\b)| (?=T[123CL]\b))"
)
_SHOTS_AFTER = re.compile(
    rf"(?P<before>(?<![^\W_]){_SHOT}(?:: ?|, | ?\(| ))(?P<made>\d{{1,2}})/(?P<tried>\d{{1,3}})(?![\w/]|[.,]\d)"
)
_SLASH = re.compile(r"\d/\d")
_RULING = re.compile(
    r"(?<![\w.-])(?P<kind>T|C|SU|A)-(?P<number>\d{1,4})(?:/(?P<year>\d\d|\d{4})| de (?P<year2>(?:19|20)\d\d))(?![\w/-])"
)
_RULING_NEEDS = re.compile(r"[TCUA]-\d{1,4}(?:/| de )\d")
_OF_COURT = re.compile(r"[Ss]entencias?|[Cc]orte|Constitucional|[Tt]utela")
_SCALE = re.compile(
    r"(?<![\w:.,])(?P<one>1)[:/](?P<number>\d{1,3}(?:[ .]\d{3}){1,2}|\d{2,7})(?![\w:/]|[.,]\d)"
)
_OF_MAPS = re.compile(
    r"\b(?:[Ee]scalas?|[Mm]apas?|[Pp]lanos?|[Mm]aquetas?|[Cc]artograf\w{1,5}|[Dd]iluy?\w{1,6}|[Pp]roporción|[Rr]atio|[Dd]ilución)\b"
)
_SCALE_NEEDS = re.compile(r"1[:/]\d\d")
_DIED = re.compile(r"(?<=\bde \d{4}) ?[-–—] ?(?=[A-ZÁÉÍÓÚ][a-záéíóúñ])")
_ENDING = re.compile(
    r"(?:(?<=[\s(«\"/])|^)\.(?P<ending>csv|docx?|xlsx?|pptx?|pdf|txt|jpe?g|png|gif|svg|webp|mp[34]|zip|rar|exe|json|xml"
    r"|html?|css|js|ts|py|java|cpp|env|ya?ml|md|apk|iso|log|sql|psd|eps|dwg|epub|mobi|wav|avi|mkv|conf|ini|sh|bat|dll"
    r"|jar|gz|tar|com|es|org|mx|ar|cl|net)(?![\w/])"
)
_ENDING_NEEDS = re.compile(r"\.[a-z]{2}")
_HALVES = re.compile(
    r"(?:(?<=[ap]\. m\.)|(?<=[ap]\.m\.)|(?<=\d[ap]m)|(?<= [ap]m)) ?[-–—] ?(?=\d{1,2}(?:[:.]\d\d)? ?[ap]\.? ?m\b)",
    re.IGNORECASE,
)
_HALVES_NEEDS = re.compile(r"m\.? ?[-–—] ?\d", re.IGNORECASE)
_HEXADECIMAL = re.compile(r"(?<!\w)0x(?P<digits>[0-9A-Fa-f]{2,16})(?!\w)")
_PARAGRAPH = re.compile(r"(?<=\d)\.-(?= ?[A-ZÁÉÍÓÚÑ¿«])")
_MILLIONS = re.compile(r"(?:(?<=\d) ?M(?= de [a-záéíóúñ]{3})|(?<=\d[.,]\d) ?M(?= [a-záéíóúñ]))")
_THOUSANDS = re.compile(r"(?<=\d) ?[kK](?= (?:[a-záéíóúñ]{3,20}s|al (?:mes|año))\b)")
_DOT = re.compile(r" · (?=\S)")
_TERM = re.compile(r"(?:^|\W)[\wα-ω²³]{1,2}$")
_NEXT_TERM = re.compile(r"[\wα-ω²³]{1,2}(?![\w/:]|\. ?[a-z])|[(√]")
_PATH = re.compile(r"(?<=[a-záéíóúñ]) > (?=[A-ZÁÉÍÓÚ¿«])")
_GAP = re.compile(r"(?<=\ba )(?P<seconds>[1-9]\d?)[\"”](?![\w\"”])")
_OF_RACES = re.compile(r"\b(?:[Ee]tapas?|Vuelta|Giro|Tour|crono|[Ll]íder|meta|pelotón|abandona)\b")
_VARIABLE = re.compile(r"(?<![\w.])(?P<letter>[A-Z])(?P<below>[a-z])(?= ?=)")
_Y = re.compile(
    r"(?<![\w.'’-])[yY](?:(?P<power>[²³])|(?=[₀-₉^]| ?[=≈≤≥](?!\w)))"
    r"|(?:(?<=[=+−×·])|(?<=[=+−×·] ))[yY](?P<power2>[²³])?(?= ?[=+−×·/,;.:)]|$)"
    r"|(?:(?<=\b[Ee]je )|(?<=[a-z] e )|(?<=variable )|(?<=ncógnita )|(?<=oordenada ))[yY](?![\w'’])"
    r"(?! (?:el|la|los|las|lo|su|sus|un|una|de|del|otr[oa]s?|también|no|se|tan|más)\b)"
    r"|(?:(?<=\([a-z], )|(?<=\([a-z],))y(?=\))"
)
_Y_NEEDS = re.compile(r"[=₀-₉²³+−×·^/,(] ?[yY](?!\w)|(?<!\w)[yY] ?[=≈≤≥₀-₉²³^]|(?:[aeio]|eje) [yY](?!\w)")
_CHIP = re.compile(r"(?<=\bi[3579])-(?=\d{4,5}[A-Z]{0,2}\b)")


_ROAD = re.compile(r"(?<![\w-])N-(?P<number>I{1,3}|IV|VI?)(?![\w-])")
_NAMED_DAY = re.compile(
    r"(?:(?<=\b[EeAa]l )|(?<=\b[Dd]el ))(?P<day>[12]?\d|3[01])-?(?P<month>[EFMAJSOND])(?![\w'’/-]|\.\w)"
)
_NAMED_DAY_NEEDS = re.compile(r"\d-?[EFMAJSOND](?!\w)")
_LETTERED = re.compile(
    r"(?<![\w.,/-])(?P<numbers>\d{1,4}(?:\.\d{1,3}){0,3})\.(?P<letter>[a-zñ])(?:(?P<closed>\))"
    r"|(?=[.,;)]|$| (?:del?|y|e|o|en|que|por|LEC|LOPJ|CE|CP|CC|ET|LECrim)\b))"
)
_LETTERED_NEEDS = re.compile(r"\d\.[a-zñ]")
_OPEN = re.compile(r"\([^()]{0,200}$")
_STROKES = re.compile(r"(?<![\w.,/-])(?P<number>[24]) ?T(?![\w/-])")
_OF_ENGINES = re.compile(
    r"\b(?:motor(?:es)?|motos?|motocicletas?|ciclomotor(?:es)?|scooters?|aceites?|cilindrada|fueraborda|desbrozadoras?"
    r"|motosierras?|monocilíndric[oa]|cc|carburador)\b",
    re.IGNORECASE,
)
_PESETAS = re.compile(r"(?<![\w.,/-])(?P<number>\d{1,3}(?:\.\d{3}){1,3}|\d{3,6}) ?pts?\.?(?![\w-])")
_PAID = re.compile(
    r"\b(?:pesetas?|ptas?|pag(?:ar|ó|aba|aban|aron|ue|uen|o|ará)|abon\w{1,4}|conden\w{1,5}|indemni\w{3,8}|multas?|importes?"
    r"|precios?|cuesta|costaba|costó|costaban|salarios?|sueldos?|cantidad(?:es)? de|millones|deudas?|cuotas?|alquiler"
    r"|duros?|billetes?|renta|pensión|presupuesto|tasas?|reales)\b"
)
_OF_POINTS = re.compile(
    r"\b(?:puntos|IBEX|[ÍíIi]ndices?|ranking|clasificación|bolsa|Bolsa|sesión|Dow|Nasdaq|partidos?|jugador(?:es)?|WTA"
    r"|ATP|liga|torneo)\b"
)


def record_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for fractions, ratios, ranges and times."""
    locale = speller.locale

    def shots(match: re.Match[str]) -> str | None:
        made, tried = int(match["made"]), int(match["tried"])
        if made > tried:
            return None
        words = f"{speller.cardinal(made)} de {speller.cardinal(tried)}"
        before = match.groupdict().get("before")
        return before + words if before else f"{words} en "

    def ruling(match: re.Match[str]) -> str | None:
        if not _OF_COURT.search(match.string):
            return None
        year = int(match["year"] or match["year2"])
        year += 0 if year > 99 else 1900 if year > 90 else 2000
        kind = " ".join(match["kind"])
        return f"{kind} {speller.number(match['number'])} {locale.of_year} {speller.cardinal(year)}"

    def hexadecimal(match: re.Match[str]) -> str:
        return "cero equis " + speller.join(
            *(speller.digits(one) if one.isdecimal() else one for one in match["digits"])
        )

    def dot(match: re.Match[str]) -> str | None:
        """A dot between the parts of a notice is a pause, and between terms a product."""
        before = match.string[max(0, match.start() - 3) : match.start()]
        is_product = _TERM.search(before) and _NEXT_TERM.match(match.string, match.end())
        return None if is_product else ", "

    def gap(match: re.Match[str]) -> str | None:
        if not _OF_RACES.search(match.string) or locale.lasting is None:
            return None
        return locale.lasting(speller, (0, 0, int(match["seconds"])))

    def scale(match: re.Match[str]) -> str | None:
        if not _OF_MAPS.search(match.string):
            return None
        return locale.score.format(speller.number(match["one"]), speller.number(match["number"]))

    def road(match: re.Match[str]) -> str:
        return f"N-{speller.cardinal(roman_value(match['number']))}"

    def named_day(match: re.Match[str]) -> str:
        """A day with the letter of its month, by which it is known: "el 15-M", "las elecciones del 23J"."""
        return f"{speller.cardinal(int(match['day']))} {match['month']}"

    def lettered(match: re.Match[str]) -> str:
        """A letter behind the number of an article: "88.1.d)"."""
        numbers = map(speller.number, match["numbers"].split("."))
        bracket = ")" if match["closed"] and _OPEN.search(match.string, 0, match.start()) else ""
        return f" {locale.marks['.']} ".join(numbers) + f" {match['letter']}{bracket}"

    def letter(match: re.Match[str]) -> str:
        raised = {"²": locale.squared, "³": locale.cubed}.get(match["power"] or match["power2"] or "", "")
        return speller.join("i griega", raised)

    def strokes(match: re.Match[str]) -> str | None:
        if not _OF_ENGINES.search(match.string):
            return None
        return f"{speller.cardinal(int(match['number']))} tiempos"

    def pesetas(match: re.Match[str]) -> str | None:
        if not _PAID.search(match.string) or _OF_POINTS.search(match.string):
            return None
        value = int(match["number"].replace(".", ""))
        words = f"{speller.cardinal(value, ' pesetas')} {'pesetas' if value % 10**6 else 'de pesetas'}"
        return words + "." if match[0].endswith(".") and match.end() == len(match.string) else words

    return (
        Rule(Category.DATES, _NAMED_DAY, named_day, needs=_NAMED_DAY_NEEDS),
        Rule(Category.ROMAN, _ROAD, road, needs=_ROAD),
        Rule(Category.IDS, _LETTERED, lettered, needs=_LETTERED_NEEDS),
        Rule(Category.UNITS, _STROKES, strokes, needs=_STROKES),
        Rule(Category.MONEY, _PESETAS, pesetas, needs=_PESETAS),
        Rule(Category.RATIOS, _SHOTS, shots, needs=_SLASH),
        Rule(Category.RATIOS, _SHOTS_AFTER, shots, needs=_SLASH),
        Rule(Category.IDS, _RULING, ruling, needs=_RULING_NEEDS),
        Rule(Category.RATIOS, _SCALE, scale, needs=_SCALE_NEEDS),
        Rule(Category.DATES, _DIED, lambda match: ", ", needs=_DIED),
        Rule(
            Category.PATHS,
            _ENDING,
            lambda match: f"{locale.web['.']} {match['ending']}",
            needs=_ENDING_NEEDS,
        ),
        Rule(Category.TIMES, _HALVES, lambda match: locale.span.split("{}")[1].strip(), needs=_HALVES_NEEDS),
        Rule(Category.IDS, _HEXADECIMAL, hexadecimal, needs=_HEXADECIMAL),
        Rule(Category.NUMBERS, _PARAGRAPH, lambda match: ":", needs=_PARAGRAPH),
        Rule(Category.NUMBERS, _MILLIONS, lambda match: "millones", needs=_MILLIONS),
        Rule(Category.NUMBERS, _THOUSANDS, lambda match: "mil", needs=_THOUSANDS),
        Rule(Category.SYMBOLS, _DOT, dot, needs=_DOT),
        Rule(Category.SYMBOLS, _PATH, lambda match: ", ", needs=_PATH),
        Rule(Category.TIMES, _GAP, gap, needs=_GAP),
        Rule(Category.MATHS, _VARIABLE, lambda match: f"{match['letter']} {match['below']}", needs=_VARIABLE),
        Rule(Category.MATHS, _Y, letter, needs=_Y_NEEDS),
        Rule(Category.IDS, _CHIP, lambda match: " ", needs=_CHIP),
    )
