"""Weather, earthquakes and stars: points of the compass, pressure of the air, magnitudes, masses of stars."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import AMOUNT, NUMBER, START
from kokoro_speech_server.text.normalization.rules import Category, Rule

_SIDES = {"N": "north", "S": "south", "E": "east", "W": "west"}
_TWO = r"N(?:NE|NW|E|W)|S(?:SE|SW|E|W)|E(?:NE|SE)|W(?:NW|SW)"
_BLOWN = r"winds?|breezes?|gusts?|gales?|swells?|flow|airflow"
_COMPASS = re.compile(
    rf"\b(?P<side>{_TWO}|[NSEW])(?:(?P<link>[-/–])(?P<second>{_TWO}|[NSEW]))?(?![\w.&'’/–-])"
)
_ANY_COMPASS = re.compile(rf"\b(?:{_TWO}|[NSEW])\b")
_FAR = re.compile(
    r"(?:\d ?(?:km|mi|nmi|NM|m|ft)|(?:kilomet(?:er|re)|mile|block|met(?:er|re)|hour|minute|yard)s?|"
    r"\b(?:just|due|far))\.? $"
)
_OF_PLACE = re.compile(r" (?:corner|cnr)\b| of (?:the |downtown |central |its |here\b|town\b|[A-Z])")
_MOVES = re.compile(
    rf"\b(?:(?i:{_BLOWN})|[Mm]oving|[Hh]ead(?:ed|ing)|[Tt]rack(?:ed|ing)|drift(?:ed|ing)|blowing|becoming|"
    r"veering|backing|tending|easing|swinging|"
    r"shifting|turning|moved|fly(?:ing)?|flew|marched|advanc(?:ed|ing))"
    r"(?::| (?:to the|from the|from|out of the|light|due|[NSEW]{1,3} to|(?:north|south|east|west){1,2} to))? $"
)
_BLOWS = re.compile(rf" (?:{_BLOWN})\b| [\d-]{{1,6}} ?(?:mph|kt|kn|knots|km/h)\b")

_MAGNITUDE = re.compile(r"(?<![\w.])M(?:[wWLls])? ?(?P<number>\d(?:\.\d{1,2}))(?P<plus>\+)?(?![\w%]|[.,]\d)")
_ANY_MAGNITUDE = re.compile(r"M[wWLls]? ?\d")
_QUAKES = re.compile(
    r"\b(?:(?:earth)?quakes?|tremors?|temblors?|(?:fore|after|main)shocks?|seismic\w{0,5}|USGS|tsunami)\b",
    re.I,
)
_PRESSURE = re.compile(
    rf"{START}(?P<number>{NUMBER}) ?(?P<unit>mb|mbar|inHg|in ?Hg|inches Hg)(?![\w/])(?P<dot>\.(?=[,;]| [a-z]))?"
)
_ANY_PRESSURE = re.compile(r"\d ?(?:mb|in)")
_AIR = re.compile(
    r"\b(?:pressure|barometer|barometric|low|high|storm|hurricane|cyclone|typhoon|ridge|trough|millibar|winds?)\b",
    re.I,
)
_STAR = re.compile(rf"{AMOUNT} ?(?P<what>[MRL])_?(?P<of>⊕|☉|⊙|♃|Jup\b|sun\b|Earth\b)")
_ANY_STAR = re.compile(r"[MRL]_?(?:⊕|☉|⊙|♃|Jup|sun|Earth)")
_OF_A_BODY = re.compile(r" ?(?<![^\W\d_])(?P<what>[MRL])_?(?P<of>[⊕☉⊙♃])")
_MANY_BEFORE = re.compile(
    r"(?:\^[-−]?\d{1,2}|[⁰¹²³⁴-⁹]|\b(?:thousand|million|billion|trillion|hundred|few|several|many|units of|in))$"
)
_MEASURED = {
    "M": ("mass", "masses"),
    "R": ("radius", "radii"),
    "L": ("luminosity", "luminosities"),
}
_BODIES = {
    "⊕": "Earth",
    "☉": "solar",
    "⊙": "solar",
    "♃": "Jupiter",
    "Jup": "Jupiter",
    "sun": "solar",
    "Earth": "Earth",
}
_COMET = re.compile(
    r"(?<![\w/])(?P<kind>[CPDXAI])/(?P<year>1[89]\d\d|20\d\d) (?P<letters>[A-Z]{1,2})(?P<number>\d{1,3})(?!\w)"
)
_FAR_AWAY = re.compile(rf"{AMOUNT} ?(?P<unit>[kMG]?pc|[kMG]ly|Mlyr|Gyr|Myr|kyr|AU|au|(?<= )d)(?![\w/'’-])")
_ANY_FAR_AWAY = re.compile(r"(?:pc|ly|yr|AU|au|[\d.] d)\b")
_OF_SPACE = re.compile(
    r"\b(?:orbits?|orbiting|galax\w{1,4}|stars?|stellar|planets?|exoplanets?|solar|sun|Sun|Earth|comets?|asteroids?|"
    r"light|parsecs?|nebula\w?|dwarfs?|supernova\w?|cluster|Jupiter|Saturn|Neptune|Pluto|Voyager|redshift|"
    r"distances?|ago|old|ages?)\b"
)
_SPACE_UNITS = {
    "pc": ("parsec", "parsecs"), "kpc": ("kiloparsec", "kiloparsecs"), "Mpc": ("megaparsec", "megaparsecs"),
    "Gpc": ("gigaparsec", "gigaparsecs"), "kly": ("thousand light years",) * 2, "Mly": ("million light years",) * 2,
    "Gly": ("billion light years",) * 2, "Mlyr": ("million light years",) * 2, "Gyr": ("billion years",) * 2,
    "Myr": ("million years",) * 2, "kyr": ("thousand years",) * 2, "AU": ("astronomical unit", "astronomical units"),
    "d": ("day", "days"), "au": ("astronomical unit", "astronomical units"),
}  # fmt: skip


def nature_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 12 km NNE of, winds SW at, an M6.4 quake, 897 mb, 26.49 inHg, 0.69 M⊕, 32 Gly."""

    def side(written: str) -> str:
        *outer, first, second = ("", "", *written)
        if not first:
            return _SIDES[second]
        outer_words = "".join(f"{_SIDES[one]}-" for one in outer if one)
        return f"{outer_words}{_SIDES[first]}{_SIDES[second]}"

    def compass(match: re.Match[str]) -> str | None:
        text, end = match.string, match.end()
        before = text[max(0, match.start() - 24) : match.start()]
        of_place = _OF_PLACE.match(text, end) and (len(match["side"]) > 1 or _FAR.search(before))
        moves = _MOVES.search(before) and not re.match(r" [A-Z]", text[end : end + 2])
        blows = _BLOWS.match(text, end) and (len(match["side"]) > 1 or text[end : end + 5] == " wind")
        if not (of_place or moves or blows):
            return None
        words = side(match["side"])
        if match["second"]:
            words += (" to " if match["link"] == "–" else " ") + side(match["second"])
        return words

    def magnitude(match: re.Match[str]) -> str | None:
        if not _QUAKES.search(match.string):
            return None
        return f"magnitude {numbers.number(match['number'])}" + (" plus" if match["plus"] else "")

    def pressure(match: re.Match[str]) -> str | None:
        if match["unit"] == "mb" and not (
            _AIR.search(match.string) and 850 <= float(match["number"].replace(",", "")) < 1100
        ):
            return None
        words = numbers.number(match["number"])
        return f"{words} {'millibars' if match['unit'].startswith('mb') else 'inches of mercury'}"

    def star(match: re.Match[str]) -> str:
        one, many = _MEASURED[match["what"]]
        name = one if match["first"] == "1" and not match["second"] else many
        return f"{numbers.amount(match)} {_BODIES[match['of']]} {name}"

    def of_a_body(match: re.Match[str]) -> str:
        many = _MANY_BEFORE.search(match.string[max(0, match.start() - 12) : match.start()])
        name = _MEASURED[match["what"]][1 if many else 0]
        space = " " if match[0][0] == " " or many else ""
        return f"{space}{_BODIES[match['of']]} {name}"

    def comet(match: re.Match[str]) -> str:
        number = numbers.number(match["number"])
        return f"{match['kind']} {numbers.year(int(match['year']))} {' '.join(match['letters'])} {number}"

    def far_away(match: re.Match[str]) -> str | None:
        if not _OF_SPACE.search(match.string):
            return None
        one, many = _SPACE_UNITS[match["unit"]]
        return f"{numbers.amount(match)} {one if match['first'] == '1' and not match['second'] else many}"

    return (
        Rule(Category.ABBREVIATIONS, _COMPASS, compass, needs=_ANY_COMPASS),
        Rule(Category.UNITS, _MAGNITUDE, magnitude, needs=_ANY_MAGNITUDE),
        Rule(Category.UNITS, _PRESSURE, pressure, needs=_ANY_PRESSURE),
        Rule(Category.IDS, _COMET, comet, needs=_COMET),
        Rule(Category.UNITS, _STAR, star, needs=_ANY_STAR),
        Rule(Category.UNITS, _OF_A_BODY, of_a_body, needs=_ANY_STAR),
        Rule(Category.UNITS, _FAR_AWAY, far_away, needs=_ANY_FAR_AWAY),
    )
