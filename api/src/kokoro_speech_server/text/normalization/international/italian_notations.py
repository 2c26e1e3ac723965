"""Italian notations of forms, reports and manuals: braccio dx, ~50, 2h30, A1:A10, M. Rossi, U.E., turni 6-14, -m."""

import re

from kokoro_speech_server.text.normalization.international.italian_abbreviations import POINTED
from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_SIDE = re.compile(r"(?<![^\W_])(?P<side>[dDsS][xX])(?:\.(?=[ ,;)] ?[a-z(\d])|(?![^\W_]))")
_BEFORE_SIDE = re.compile(r"[^\W\d_]{1,24}")
_SKIPPED = re.compile(
    r"(?:super|infer|anter|poster|ester|inter|maggi|min)ori?|(?:medi|later|dors|frontal|tempor|parietal|occipit|pariet"
    r"|mandibol)al[ei]|inf|sup|ant|post|dx|sx|e|ed|o|lat|med|libero",
    re.IGNORECASE,
)
_TO_THE = frozenset("a da verso di su in tutto vai gira svolta lato".split()) - {"lato"}
_MASCULINE_IN_E = frozenset(
    """piede rene polmone femore torace emitorace dente tallone pollice indice surrene tricipite bicipite quadricipite
    quadrante adduttore legamento ventre tendine fianco ureter uretere motore fanale sportello parafango""".split()
)
_MASCULINE_IN_A = frozenset("emisistema pneumotorace ematoma edema carcinoma glaucoma".split())
_FEMININE_IN_O = frozenset(("mano",))
_CELLS = re.compile(
    r"(?<![\w:.$])\$?(?P<column>[A-Z]{1,2})\$?(?P<row>\d{1,5})(?P<to> ?: ?)"
    r"\$?(?P<column2>[A-Z]{1,2})\$?(?P<row2>\d{1,5})(?![\w:])"
)
_HAS_CELLS = re.compile(r"\d ?: ?\$?[A-Z]{1,2}\$?\d")
_LASTING = re.compile(
    r"(?<![\w.,:/-])(?P<hours>\d{1,2}) ?h ?(?P<minutes>[0-5]\d)(?: ?min\b\.?)?+(?![\w'’′:]|[.,]\d| ?[\"”″'’′\d])"
)
_HAS_LASTING = re.compile(r"\d ?h ?[0-5]\d")
_AT = re.compile(r"\b(?:[Aa]lle|[Dd]alle|[Oo]re|[Dd]elle|[Ll]e|[Ee]ntro le) $")
_ABOUT = re.compile(r"(?<![\w~/])[~∼] ?(?=[€$£]? ?\d)")
_SHIFTS = re.compile(
    r"(?<![^\W_])(?P<word>[Tt]urn[oi]|[Oo]rari[o]?):? (?P<spans>(?:[01]?\d|2[0-4]) ?[-–] ?(?:[01]?\d|2[0-4])"
    r"(?:(?:, ?| e | o |/| ?; ?)(?:[01]?\d|2[0-4]) ?[-–] ?(?:[01]?\d|2[0-4])){1,4})(?![\w/-]|[.,:]\d| ?[€%])"
)
_HAS_SHIFTS = re.compile(r"(?:urn[oi]|rario?):? \d")
_SHIFT = re.compile(r"(?P<first>\d{1,2}) ?[-–] ?(?P<last>\d{1,2})")
_KEY = re.compile(
    r"(?P<word>\b[Cc]odic[ei] |\bcombinazione )(?P<first>[1-9]\d{0,3})-(?P<last>[1-9]\d{0,3})(?![\w-])"
)
_HAS_KEY = re.compile(r"(?:odic[ei]|zione) \d{1,4}-")
_NAMED = "|".join(key for key in POINTED if key.startswith((r"S\.(?=", r"M\.(?=")))
"""Saints and mountains, whose initials are abbreviations."""
_INITIALS = re.compile(
    rf"(?<![\w.@'’-])(?!{_NAMED}"
    r"|[A-Z]\. (?:App|Giust|St|Stato|Lgs|Em|Emanuele|Padre|Sede)\b|P\. ?(?:IVA|Iva)\b|[A-Z]\. ?[A-Z]\. [a-z\d])"
    r"(?P<letters>(?:[A-Z]\.[ -]?){1,2}|(?:[A-Z]\. ){3})"
    r"(?=(?:(?:De|Di|Da|Dal|Della|Del|Lo|La|Le|van|von|de|di) )?[A-ZÀ-Þ](?:[a-zà-ÿ]|['’][A-Z]))"
)
_HAS_INITIAL = re.compile(r"(?<![^\W_])[A-Z]\.")
_PAIR = re.compile(
    r"(?<![\w.@-])(?!S\.[SPEO]\.|P\.[SIV]\.|N\.B\.|G\.U\.|D\.[LMR]\.|C\.[FAIPC]\.|L\.R\.|T\.U\.|A\.A\.|I\.V\.|[ad]\.C\."
    r"|A\.C\.|D\.C\.|S\.U\.)(?P<letters>[A-Z]\.[A-Z]\.)(?![\w@.]| ?[A-ZÀ-Þ][a-zà-ÿ])"
)
_FLAG = re.compile(r"(?<=[\w\"'.] )(?P<dashes>--?)(?=[A-Za-z](?![^\W_])|(?<=--)[a-z])")
_HAS_FLAG = re.compile(r" --?[A-Za-z]")
_HIDDEN = re.compile(
    r"(?<=[a-z] )\.(?=(?:venv|env|gitignore|bashrc|htaccess|ssh|git|config|zshrc|npmrc)(?![\w]))"
)
_MENU = re.compile(r"(?<=[a-zà-ù)»\"]) ?(?:>|›|»(?= [A-Z][a-zà-ù]+ »)|→) ?(?=[A-ZÀ-Þ\"«])")
_HAS_MENU = re.compile(r"[a-zà-ù)»\"] ?[>›→] ?[A-ZÀ-Þ\"«]")
_STAR = Noun("stella", "stelle")
_STARS = re.compile(r"(?<=\b[Hh]otel )(?P<stars>[1-5]) ?(?:\*|★)S?(?!\w)")
_MODELS = re.compile(r"(?<=[A-Z]{2}\d)/(?=[A-Z]{2,5}\d)")
_PRESSURE = re.compile(r"(?<=\bPA )(?P<high>\d{2,3})/(?P<low>\d{2,3})(?![\w/]|[.,]\d)")
_MILA = re.compile(r"(?<![\w.,/-])(?P<number>[1-9]\d{0,2})[ -]?mila(?![^\W_])")
_HAS_MILA = re.compile(r"\d[ -]?mila")


def notation_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for abbreviations, numbers and ranges."""

    def side(match: re.Match[str]) -> str:
        stem = "destr" if match["side"][0] in "dD" else "sinistr"
        return stem + _ending(match.string[max(0, match.start() - 60) : match.start()])

    def cells(match: re.Match[str]) -> str:
        first, last = (
            f"{' '.join(match[column])} {speller.cardinal(int(match[row]))}"
            for column, row in (("column", "row"), ("column2", "row2"))
        )
        return f"da {first} a {last}"

    def lasting(match: re.Match[str]) -> str | None:
        hours, minutes = int(match["hours"]), int(match["minutes"])
        if _AT.search(match.string[: match.start()][-12:]):
            return (
                f"{_hour(speller, hours)} e {speller.cardinal(minutes)}" if minutes else _hour(speller, hours)
            )
        if speller.locale.lasting is None:
            return None
        return speller.locale.lasting(speller, (hours, minutes, 0))

    def shifts(match: re.Match[str]) -> str:
        return f"{match['word']} " + _SHIFT.sub(shift, match["spans"])

    def shift(match: re.Match[str]) -> str:
        first, last = (_hour(speller, int(match[name])) for name in ("first", "last"))
        opens = "dall'" if first == "una" else "dalle "
        return f"{opens}{first} {'all' + chr(39) if last == 'una' else 'alle '}{last}"

    def key(match: re.Match[str]) -> str:
        return match["word"] + " ".join(speller.cardinal(int(match[name])) for name in ("first", "last"))

    def initials(match: re.Match[str]) -> str:
        return re.sub(r"[. -]+", " ", match["letters"])

    def pair(match: re.Match[str]) -> str:
        ended = "." if match.end() == len(match.string) else ""
        return match["letters"].replace(".", "") + ended

    def pressure(match: re.Match[str]) -> str:
        return " su ".join(speller.cardinal(int(match[name])) for name in ("high", "low"))

    def flag(match: re.Match[str]) -> str:
        return "trattino " * len(match["dashes"])

    return (
        Rule(Category.ABBREVIATIONS, _SIDE, side, needs=_SIDE),
        Rule(Category.RANGES, _CELLS, cells, needs=_HAS_CELLS),
        Rule(Category.TIMES, _LASTING, lasting, needs=_HAS_LASTING),
        Rule(Category.SYMBOLS, _ABOUT, lambda match: "circa ", needs=_ABOUT),
        Rule(Category.TIMES, _SHIFTS, shifts, needs=_HAS_SHIFTS),
        Rule(Category.IDS, _KEY, key, needs=_HAS_KEY),
        Rule(Category.ABBREVIATIONS, _INITIALS, initials, needs=_HAS_INITIAL),
        Rule(Category.ABBREVIATIONS, _PAIR, pair, needs=_HAS_INITIAL),
        Rule(Category.SYMBOLS, _FLAG, flag, needs=_HAS_FLAG),
        Rule(Category.SYMBOLS, _HIDDEN, lambda match: "punto ", needs=_HIDDEN),
        Rule(Category.SYMBOLS, _MENU, lambda match: ", ", needs=_HAS_MENU),
        Rule(Category.SYMBOLS, _STARS, lambda match: speller.counted(match["stars"], _STAR), needs=_STARS),
        Rule(Category.SYMBOLS, _MODELS, lambda match: ", ", needs=_MODELS),
        Rule(Category.RANGES, _PRESSURE, pressure, needs=_PRESSURE),
        Rule(
            Category.NUMBERS,
            _MILA,
            lambda match: speller.cardinal(int(match["number"]) * 1000),
            needs=_HAS_MILA,
        ),
    )


def _hour(speller: NumberSpeller, hour: int) -> str:
    return "una" if hour == 1 else speller.cardinal(hour)


def _ending(before: str) -> str:
    """The ending of "destro" and "sinistro" that agrees with the noun before."""
    for word in reversed(_BEFORE_SIDE.findall(before)[-4:]):
        if _SKIPPED.fullmatch(word):
            continue
        lower = word.lower()
        if lower in _TO_THE:
            return "a"
        if lower in _MASCULINE_IN_E | _MASCULINE_IN_A:
            return "o"
        if lower in _FEMININE_IN_O or lower.endswith(("a", "e", "tà", "à")):
            return "a"
        return "i" if lower.endswith("i") else "o"
    return "a"
