"""Short forms of everyday text: MON–FRI, 22 city/28 hwy, a 15th cent. vase, Nf3, Cl-, Bb major, 95% CI."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_DAYS = {
    "MON": "Monday", "TUE": "Tuesday", "TUES": "Tuesday", "WED": "Wednesday", "THU": "Thursday", "THUR": "Thursday",
    "THURS": "Thursday", "FRI": "Friday", "SAT": "Saturday", "SUN": "Sunday",
}  # fmt: skip
_DAY = r"MON|TUES?|WED|THU(?:RS?)?|FRI|SAT|SUN"
_DAY_SPAN = re.compile(rf"(?<![\w-])(?P<first>{_DAY})\.? ?(?:[-–—]|TO|to) ?(?P<last>{_DAY})\b(?!-)")
_ANY_DAYS = re.compile(r"(?:MON|TUE|WED|THU|FRI|SAT|SUN)[A-Z.]{0,3} ?(?:[-–—]|TO|to)")
_MILEAGE = re.compile(
    r"(?<![\w.,/])(?P<city>\d{1,3}) ?(?P<first>city|cty|mpg city|hwy|highway) ?[/,] ?(?P<road>\d{1,3}) ?"
    r"(?P<last>city|cty|hwy|highway|mpg hwy)(?: ?/ ?(?P<both>\d{1,3}) ?(?:combined|comb\.?))?(?!\w)"
)
_OF_MILEAGE = re.compile(r"\d ?(?:mpg )?(?:city|cty|hwy|highway)")
_ROADS = {
    "city": "city",
    "cty": "city",
    "mpg city": "miles per gallon city",
    "hwy": "highway",
    "highway": "highway",
}
_CENTURY = re.compile(
    r"(?:(?<=\dst)|(?<=\dnd)|(?<=\drd)|(?<=\dth))[ -][Cc]ent\.(?P<rest> ?(?:BC|AD|BCE|CE)\b)?"
)
_CHESS = re.compile(
    r"(?<![\w.-])(?:(?P<piece>[KQRBN])(?P<from>[a-h]?[1-8]?)(?P<takes>x?)|(?P<pawn>[a-h])x)(?P<square>[a-h][1-8])"
    r"(?P<check>[+#]?)(?![\w-])"
)
_CASTLING = re.compile(r"(?<![\w-])(?P<side>O-O-O|O-O|0-0-0|0-0)(?P<check>[+#]?)(?![\w-])")
_A_MOVE = r"(?:[KQRBN][a-h1-8]?x?[a-h][1-8]|[a-h]x[a-h][1-8]|[a-h][1-8])"
_OF_CHESS = re.compile(
    rf"\b(?:[Cc]hess|[Gg]ambit|[Cc]heckmate|[Gg]randmaster|Sicilian)\b|(?<!\w)\d{{1,3}}\.(?:\.\.)? ?{_A_MOVE}[+#]?"
    rf"(?: {_A_MOVE}|[ ,;.)]|$)"
)
_PIECES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}
_CHECKS = {"+": " check", "#": " checkmate", "": ""}
_FLAT = re.compile(
    r"(?<!\w)(?P<note>[A-G])b(?= (?:major|minor|[Mm]aj\.?|[Mm]in\.?|clarinet|trumpet|cornet|horn|chord|scale|key)\b)"
)
_MARK = re.compile(
    r"(?P<grade>\b(?:[Gg]rade|GPA|[Rr]ating|graded|rated|earned|got|an?):? (?:an? )?[A-F])(?P<sign>[-−+])(?=[.,;)]|$)"
)
_ANY_MARK = re.compile(r" [A-F][-−+]")
_FLOOR = re.compile(r"(?<=\d(?:st|nd|rd|th)[- ])fl\.?(?= (?:walk|apt|unit|studio|office|condo|loft|suite)|-)")
_FLOUR = re.compile(r"(?<!\w)AP(?= [Ff]lour\b)")
_ANY_FLAT = re.compile(r"[A-G]b ")
_ANION = re.compile(
    r"(?<![\w-])(?P<element>Cl|Br|F|I|OH)[-−⁻](?= (?:ions?|channels?|concentrations?|levels?)\b|[,;)])"
)
_OF_IONS = re.compile(r"(?:Cl|Br|F|I|OH)[-−⁻]")


def everyday_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for days in capitals, mileage, centuries, chess, flat keys and negative ions."""

    def days(match: re.Match[str]) -> str:
        return f"{_DAYS[match['first']]} to {_DAYS[match['last']]}"

    def mileage(match: re.Match[str]) -> str:
        words = f"{numbers.number(match['city'])} {_ROADS[match['first']]}, {numbers.number(match['road'])} "
        words += "city" if match["last"] in ("city", "cty") else "highway"
        return f"{words}, {numbers.number(match['both'])} combined" if match["both"] else words

    def century(match: re.Match[str]) -> str:
        ends = "." if match.end() == len(match.string) and not match["rest"] else ""
        return f" century{match['rest'] or ''}{ends}"

    def move(match: re.Match[str]) -> str:
        words = [_PIECES[match["piece"]] if match["piece"] else match["pawn"].upper()]
        words += [_square(numbers, match["from"])] if match["from"] else []
        words += ["takes"] if match["takes"] or match["pawn"] else []
        return " ".join((*words, _square(numbers, match["square"]))) + _CHECKS[match["check"]]

    def castling(match: re.Match[str]) -> str:
        side = "queenside" if len(match["side"]) > 3 else "kingside"
        return f"castles {side}{_CHECKS[match['check']]}"

    def anion(match: re.Match[str]) -> str:
        return f"{' '.join(match['element'].upper())} minus"

    def mark(match: re.Match[str]) -> str:
        return f"{match['grade']} {'plus' if match['sign'] == '+' else 'minus'}"

    return (
        Rule(Category.DATES, _DAY_SPAN, days, needs=_ANY_DAYS),
        Rule(Category.UNITS, _MILEAGE, mileage, needs=_OF_MILEAGE),
        Rule(Category.ABBREVIATIONS, _CENTURY, century, needs=DIGIT),
        Rule(Category.IDS, _CHESS, move, evidence=_OF_CHESS),
        Rule(Category.IDS, _CASTLING, castling, evidence=_OF_CHESS),
        Rule(Category.SYMBOLS, _FLAT, lambda match: f"{match['note']} flat", needs=_ANY_FLAT),
        Rule(Category.SYMBOLS, _MARK, mark, needs=_ANY_MARK),
        Rule(Category.ABBREVIATIONS, _FLOOR, lambda match: "floor", needs=_FLOOR),
        Rule(Category.ABBREVIATIONS, _FLOUR, lambda match: "all-purpose", needs=_FLOUR),
        Rule(Category.CHEMISTRY, _ANION, anion, needs=_OF_IONS),
    )


def _square(numbers: Numbers, square: str) -> str:
    """ "E four" for "e4", and either alone."""
    return " ".join(numbers.cardinal(int(one)) if one.isdigit() else one.upper() for one in square)
