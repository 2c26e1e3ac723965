"""French readings that depend on the words beside a number: resolutions, added time, elision before "un", sides."""

import re

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_RESOLUTION = re.compile(
    r"(?<![\w.,])(?P<width>\d{3,5}|\d \d{3}) ?[x×] ?(?P<height>\d{3,4}|\d \d{3})(?P<px> ?px)?"
    r"(?![\w²³]|[.,]\d| ?[x×=]| [cdmk]?m\b)"
)
_HAS_RESOLUTION = re.compile(r"\d ?[x×] ?\d")
_SCREEN = re.compile(
    r"\b(?:pixels?|px|écrans?|résolutions?|images?|vidéos?|moniteurs?|dalles?|affich\w{1,8}|photos?|capteur|webcam"
    r"|définition|bannières?|logos?|OLED|LCD|HD|QHD|UHD|Hz)\b",
    re.IGNORECASE,
)
_ADDED = re.compile(r"(?<![\w.,])(?P<minute>45|90|105|120)e ?\+ ?(?P<extra>\d{1,2})(?![\w'’]|[.,]\d)")
_HAS_ADDED = re.compile(r"[05]e ?\+")
_MEASURES = {
    "h": "une heure", "min": "une minute", "s": "une seconde", "ms": "une milliseconde", "t": "une tonne",
    "µs": "une microseconde", "ns": "une nanoseconde", "km": "un kilomètre", "m": "un mètre", "cm": "un centimètre",
    "mm": "un millimètre", "kg": "un kilogramme", "g": "un gramme", "l": "un litre", "L": "un litre", "€": "un euro",
}  # fmt: skip
_DE_UN = re.compile(
    r"(?<![^\W_])(?P<de>[Dd])e 1 (?:(?P<unit>h|min|s|ms|t|µs|ns|km|m|cm|mm|kg|g|l|L|€)(?![\w/²³'’]| ?[\d/·])"
    r"|(?=(?P<noun>an|[a-zà-ÿ]{3,20})(?!\w))(?!pour|sur|contre|point|puis|par|vers|jusqu|est|dans|avec|voix))"
)
_HAS_DE_UN = re.compile("[Dd]e 1")
_SPOON = re.compile(
    r"(?<![\w/.,])(?:1/2|½) (?P<noun>c\. ?à ?(?:soupe|café|thé|s\.|c\.)|cuill[èe]r(?:e|ée)|tasse|heure"
    r"|cpr?(?P<daily>/j(?:our)?(?!\w)(?:\.(?= [a-zà-ÿ]|[,;]))?)?)(?!\w)"
)
_HAS_HALF = re.compile("1/2 [cth]|½ [cth]")
_SPOONS = {"s": "cuillère à soupe", "c": "cuillère à café", "t": "cuillère à thé"}
_LIMIT = re.compile(r"(?<=[\w.€%²³°] )(?P<short>[Mm]in|[Mm]ax)(?P<point>\.)")
_A_DAY = re.compile(r"(?<=[a-zé]\.)/(?:j|jour)(?!\w)")
_MONTHS = "janv|févr|fév|mars|avr|mai|juin|juil|août|sept|oct|nov|déc"
_LIFE = re.compile(rf"(?<=[12]\d{{3}}) [-–] (?=(?:[1-9]|[12]\d|3[01])(?:er)? (?:{_MONTHS}))")
_HAS_LIFE = re.compile(r"\d [-–] \d")
_HAS_LIMIT = re.compile(r"[Mm](?:in|ax)\.")
_AMOUNT = re.compile(r"\d ?(?:(?!e |er |premi|derni)[^\W\d_]{1,12}\.?|€|%|°C?|[ckm]?m[²³])(?:/[a-z]{1,5})? $")
_LIMITS = {"min": "minimum", "max": "maximum"}
_ELIDED = re.compile(r"(?<![^\W_])(?P<de>[Dd])e (?=1 ?(?:h ?[0-5]\d(?!\w)|['’′] ?[0-5]\d))")
_SIDES = re.compile(r"(?<![^\W_])[HLlP](?: ?[x×] ?[HLlP]){1,2}(?!\w)")
_HAS_SIDES = re.compile("[HLlP] ?[x×] ?[HLlP]")
_METRES = re.compile(
    r"(?<![\w.,+−±–-])(?<!\d [x×] )(?<!\d à )(?P<whole>[1-9]\d{0,2}),(?P<parts>\d\d) ?m"
    r"(?![\w²³/'’]|\^)(?! à | ?[-–] ?\d)"
)
_TIMES_PER = re.compile(r"(?<=fois)/(?P<unit>j|sem)(?!\w)(?:\.(?=[,;:)]| [a-zà-ÿ]))?")
_PERIODS = {"j": "jour", "sem": "semaine"}
_CENTURIES = re.compile(r"(?<=[IVX]e)[-–](?=[IVX]{1,6}e (?:s\.|siècles?))")
_LINES = re.compile(r"(?:(?<=\bbus )|(?<=[Ll]ignes ))(?P<first>\d{1,3})/(?P<last>\d{1,3})(?![\d/])")
_FACTORIAL = re.compile(r"(?:(?<=\d)|(?<=(?<![^\W_])[a-z]))!(?= ?[=/×*])")
_STARS = re.compile(r"(?<![\w.,*])(?P<number>[1-5]) ?\*(?![\w*]| ?\d)")
_STAR = Noun("étoile", "étoiles")
_OF_STARS = re.compile(
    r"\b(?:[Hh]ôtels?|[Cc]ampings?|[Rr]ésidences?|[Gg]îtes?|[Pp]ens(?:ion)?|[Cc]lubs?|[Ss]pa|[Ss]éjours?)\b"
)
_HAS_METRES = re.compile(r"\d,\d\d ?m")
_FORMULA = re.compile("[=≤≥≈<>±λ]")
_HAS_HUNDRED = re.compile("/ ?100")
_PER_HUNDRED = {"kWh": Noun("kilowatt-heure", "kilowatt-heures"), "kg": Noun("kilogramme", "kilogrammes")}
_METRE = Noun("mètre", "mètres")
_LITRE = Noun("litre", "litres")
_ANGSTROM = re.compile(r"(?<=\d) ?[ÅÅ](?![\w²³])")


def reading_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for numbers, units and signs."""

    def limit(match: re.Match[str]) -> str | None:
        """Behind an amount, "min." is not its unit: "4 h min."."""
        if not _AMOUNT.search(match.string[max(0, match.start() - 24) : match.start()]):
            return None
        return _LIMITS[match["short"].lower()] + ("." if match.end() == len(match.string) else "")

    def sides(match: re.Match[str]) -> str:
        names = {"H": "hauteur", "P": "profondeur", "l": "largeur", "L": "largeur"}
        if "l" in match[0] or "P" not in match[0]:
            names["L"] = "longueur"
        return ", ".join(names[side] for side in re.findall("[HLlP]", match[0]))

    def resolution(match: re.Match[str]) -> str | None:
        if not _SCREEN.search(match.string):
            return None
        sides = (speller.cardinal(int(match[name].replace(" ", ""))) for name in ("width", "height"))
        return " par ".join(sides) + (" pixels" if match["px"] else "")

    def added(match: re.Match[str]) -> str:
        minute = speller.spell(int(match["minute"]), "spellout-ordinal-feminine")
        return f"{minute} minute plus {speller.cardinal(int(match['extra']))}"

    def metres(match: re.Match[str]) -> str | None:
        """A height or a jump: "1,80 m" is "un mètre quatre-vingts"."""
        if _FORMULA.search(match.string):
            return None
        words = speller.counted(match["whole"], _METRE)
        parts = int(match["parts"])
        return f"{words} {'zéro ' if 0 < parts < 10 else ''}{speller.cardinal(parts)}" if parts else words

    def lines(match: re.Match[str]) -> str:
        return f"{speller.cardinal(int(match['first']))} et {speller.cardinal(int(match['last']))}"

    def in_hundred(match: re.Match[str]) -> str:
        """What a car takes: "6 l./100", "15 kWh/100"."""
        words = speller.counted(match["number"], _PER_HUNDRED.get(match["unit"], _LITRE)) + " aux cent"
        return words + (" kilomètres" if match["km"] else "")

    def elided(match: re.Match[str]) -> str:
        if match["unit"]:
            return f"{match['de']}'{_MEASURES[match['unit']]}"
        is_feminine = speller.locale.ruleset(1, f" {match['noun']}").endswith("feminine")
        return f"{match['de']}'{'une' if is_feminine else 'un'} "

    def half(match: re.Match[str]) -> str:
        noun = match["noun"]
        if noun.startswith("cp"):
            return "un demi-comprimé" + (" par jour" if match["daily"] else "")
        if noun.startswith("c."):
            noun = _SPOONS[re.sub(r"c\. ?à ?", "", noun)[0]]
        return f"une demi-{noun}"

    return (
        Rule(Category.MATHS, _RESOLUTION, resolution, needs=_HAS_RESOLUTION),
        Rule(Category.TIMES, _ADDED, added, needs=_HAS_ADDED),
        Rule(Category.UNITS, _TIMES_PER, lambda match: f" par {_PERIODS[match['unit']]}", needs=_TIMES_PER),
        Rule(Category.ROMAN, _CENTURIES, lambda match: " au ", needs=_CENTURIES),
        Rule(Category.IDS, _LINES, lines, needs=_LINES),
        Rule(Category.MATHS, _FACTORIAL, lambda match: " factorielle", needs=_FACTORIAL),
        Rule(
            Category.SYMBOLS,
            _STARS,
            lambda match: speller.counted(match["number"], _STAR),
            evidence=_OF_STARS,
        ),
        Rule(Category.UNITS, _METRES, metres, needs=_HAS_METRES),
        Rule(
            Category.UNITS,
            re.compile(
                rf"(?<![\w.,])(?P<number>{speller.number_pattern}) ?(?P<unit>kWh|[lL]|litres?|kg)\.? ?/ ?100"
                r"(?P<km> ?kms?)?(?![\w²³]|[.,]\d| \d| (?:m[²³23l]?|personnes|habitants|g|kg|ml)(?!\w))"
            ),
            in_hundred,
            needs=_HAS_HUNDRED,
        ),
        Rule(Category.UNITS, _DE_UN, elided, needs=_HAS_DE_UN),
        Rule(Category.FRACTIONS, _SPOON, half, needs=_HAS_HALF),
        Rule(Category.ABBREVIATIONS, _LIMIT, limit, needs=_HAS_LIMIT),
        Rule(Category.DATES, _LIFE, lambda match: " – ", needs=_HAS_LIFE),
        Rule(Category.UNITS, _A_DAY, lambda match: "par jour", needs=_A_DAY),
        Rule(Category.TIMES, _ELIDED, lambda match: f"{match['de']}'", needs=_HAS_DE_UN),
        Rule(Category.ABBREVIATIONS, _SIDES, sides, needs=_HAS_SIDES),
        Rule(Category.UNITS, _ANGSTROM, lambda match: " angströms"),
    )
