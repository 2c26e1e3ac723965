"""Notations of French, Italian, Portuguese and Spanish texts: days of the week, screen sizes, "24/48 h", "45.–"."""

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_INCHES = re.compile(
    r"(?<![\w.,'’′\"])(?P<number>\d{1,3}(?:[.,]\d{1,2})?) ?(?P<mark>[\"”″]|''|’’)(?![\w\"”])"
)
_INCH = re.compile(r"\d ?(?:[\"”″]|''|’’)")
_PART_OF_AN_INCH = re.compile(
    r"(?<![\w.,/'’′\"])(?:(?P<whole>\d{1,2})(?: |(?=[½¼¾⅛⅜⅝⅞])))?"
    r"(?:(?P<above>\d{1,2})/(?P<below>2|4|8|16|32)|(?P<sign>[½¼¾⅛⅜⅝⅞])) ?[\"”″](?![\w\"”])"
)
_HAS_PART = re.compile('[\\d½¼¾⅛⅜⅝⅞] ?["”″]')
_IS_SCREEN = re.compile(r",? ?(?:(?:Super )?AMOLED|OLED|LCD|IPS|LED|Full ?HD|QHD|4K)\b")
_OPEN_QUOTE = re.compile(r"“[^”]*$|(?<!\w)\"(?=\w)[^\"]*$")
_HAS_INCHES = re.compile(
    r"\b(?:tv|tele|télé|vtt|vélo|schermo|monitor|moniteur|display|écran|pantalla|tela|notebook|port[áa]til|portatile|laptop|iphone|ipad|galaxy"
    r"|portable|pixel|redmi|oled|tablet|smart|panel|pannello|roda|rueda|ruota|roue|llanta|jante|cerchi|aro|pizza|bici|tubo|tuyau)",
    re.IGNORECASE,
)
_JOINED = re.compile(r"[a-z]\.? ?[-–] ?[A-Za-z]")
_AHEAD = 60
"""Characters before a number of inches in which the word for what has them is."""
_WITHIN = re.compile(r"(?<![\w/.,-])(?P<first>24|48)/(?P<last>48|72) ?(?:h|hs|heures|ore|horas)(?!\w)")
_NO_CENTS = re.compile(r"(?<=\d)\.[-–—](?![\w–—-])")
"""The end of a Swiss price: CHF 45.–"""
_RATE = re.compile(r"(?<=[\dKkp]) ?@ ?(?=\d{1,3}(?:[.,]\d{1,2})? ?(?:[MG]?Hz|fps|ips|i/s)(?!\w))")
_TWO_DAYS = re.compile("/(?:48|72)")


def days(names: Mapping[str, str], unsure: Collection[str], links: str) -> dict[str, str]:
    """Entries of `pointed` for days of the week: "lun. a vie.".

    names:  the days by their abbreviations, without the point
    unsure: abbreviations that are also words or months, and count only beside another one
    links:  matches what stands between two days
    """
    sure = {rf"{short}\.": name for short, name in names.items() if short not in unsure}
    first = {
        rf"{short.capitalize()}\.(?! ?[A-ZÀ-Þ])": name for short, name in names.items() if short not in unsure
    }
    some = "|".join(names)

    def beside(short: str) -> str:
        # Several lookbehinds, since each has one width; behind the point, so that they are rarely tried.
        behind = "|".join(
            rf"(?<=\b[{other[0].upper()}{other[0]}]{other[1:]}\.{link}{short}\.)"
            for other in names
            for link in links.split("|")
        )
        return rf"{short}\.(?:(?=(?:{links})(?:{some})\.)|{behind})"

    return sure | first | {beside(short): names[short] for short in unsure}


def rate_rule(at: str) -> Rule:
    """A rule for "4K@60Hz"."""
    return Rule(Category.UNITS, _RATE, lambda match: f" {at} ", needs=_RATE)


def span_of_days(names: Mapping[str, str], span: str) -> Callable[[NumberSpeller], tuple[Rule, ...]]:
    """A rule for opening hours: "Lun-Ven", "lun.–ven.".

    names: as for `days`
    span:  template with both days
    """
    short = "|".join(names)
    pattern = re.compile(
        rf"(?<![\w-])(?<!\.-)(?P<first>{short})\.? ?[-–] ?(?P<last>{short})(?![\w-]|\.[-–])\.?", re.IGNORECASE
    )

    def say(match: re.Match[str]) -> str:
        words = span.format(*(names[match[name].lower()] for name in ("first", "last")))
        return words + "." if match[0].endswith(".") and match.end() == len(match.string) else words

    return lambda speller: (Rule(Category.ABBREVIATIONS, pattern, say, needs=_JOINED),)


def measure_rules(inch: Noun, hour: Noun) -> Callable[[NumberSpeller], tuple[Rule, ...]]:
    """Rules for inches after the word for a screen or a wheel, and for "24/48 h", and silence for ".–"."""

    def rules(speller: NumberSpeller) -> tuple[Rule, ...]:
        def inches(match: re.Match[str]) -> str | None:
            before = match.string[max(0, match.start() - _AHEAD) : match.start()]
            is_screen = _HAS_INCHES.search(before) or _IS_SCREEN.match(match.string, match.end())
            if _OPEN_QUOTE.search(before) or not is_screen:
                return None
            return speller.counted(match["number"], inch)

        def part(match: re.Match[str]) -> str | None:
            before = match.string[max(0, match.start() - _AHEAD) : match.start()]
            written = f"{match['above']}⁄{match['below']}" if match["above"] else match["sign"]
            above, below = map(int, unicodedata.normalize("NFKC", written).split("⁄"))
            if _OPEN_QUOTE.search(before) or not 0 < above < below:
                return None
            locale = speller.locale
            if match["whole"]:
                return speller.join(locale.mixed(speller, int(match["whole"]), above, below), inch.other)
            words = locale.fraction(speller, above, below, " " + inch.one)
            return speller.join(words, inch.one if (above, below) == (1, 2) else locale.of(inch.one))

        def within(match: re.Match[str]) -> str:
            first, last = (speller.cardinal(int(match[name])) for name in ("first", "last"))
            return f"{first} {last} {hour.other}"

        return (
            Rule(Category.UNITS, _PART_OF_AN_INCH, part, needs=_HAS_PART),
            Rule(Category.UNITS, _INCHES, inches, needs=_INCH),
            Rule(Category.TIMES, _WITHIN, within, needs=_TWO_DAYS),
            Rule(Category.MONEY, _NO_CENTS, lambda match: "", needs=_NO_CENTS),
        )

    return rules
