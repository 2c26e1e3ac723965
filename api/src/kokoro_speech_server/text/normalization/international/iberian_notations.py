"""Notations of Spanish and Portuguese texts: times of races, dates with Roman months, telephones, editions, sets."""

import re
from collections.abc import Callable, Mapping, Sequence

from kokoro_speech_server.text.normalization.international.dates import exists
from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.roman_numerals import roman_value
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_HEATED = re.compile(r"\b(?:a|hasta|de|até|aos?|em|forno|horno) $")


def is_heat(match: re.Match[str], number: int) -> bool:
    """Whether what looks like an ordinal is the heat of an oven: "a 180º"."""
    return (
        match["ending"] == "º"
        and number >= _COOL
        and number % 5 == 0
        and _HEATED.search(match.string[max(0, match.start() - 12) : match.start()]) is not None
    )


_COOL = 60
_RACE = re.compile(
    r"(?P<plus>\+)?(?<![\w:.,])(?:(?P<hours>\d{1,2})(?: ?h ?|:(?=[0-5]\d:\d\d[.,]\d\d)))?"
    r"(?:(?P<minutes>\d{1,2})(?::|['’′] ?|m(?:in)? ?))?(?P<seconds>[0-5]?\d)"
    r"(?:(?<=:\d\d)[.,](?=\d\d)|[\"”″]|''|s)(?P<parts>\d{1,3})(?![\w:/]|[.,]\d)"
)
_RACE_NEEDS = re.compile(r"\d(?:[\"”″s]|''|[.,])\d")
_ROMAN_MONTH = re.compile(
    r"(?<![\w/.,-])(?P<day>[0-3]?\d)(?P<mark>[-./])(?P<month>I{1,3}|IV|VI{0,3}|IX|XI{0,2})(?P=mark)"
    r"(?P<year>[12]\d{3})(?![\w/-])"
)
_ROMAN_NEEDS = re.compile(r"\d[-./][IVX]")
_PHONE_WORD = re.compile(
    r"(?:\b(?:[Tt]els?|[Tt]elefs?|[Tt]eléfs?|[Tt]l[fm]s?|[Tt]fnos?|[Cc]el|[Mm]óv|[Ff]ax|[Ff]ones?|F)\.?|\b(?:[Tt]eléfonos?|[Tt]elefones?"
    r"|[Tt]elemóve(?:l|is)|[Cc]elular|[Mm]óvil|[Ww]hats?[Aa]pp|[Ff]ax"
    r"|[Ii]nformes|Inf\.|[Ii]nfo\.?|PBX|[Cc]onmutador|[Cc]itas|[Cc]ontacto|[Ll]igue|[Ll]lam[ae]n?|número(?: es)?)"
    r"(?: (?:para|al?|ao?|o|el|no|em|en)){0,2}):? ?(?:[\d ()+./-]{6,24}(?:[,;]|[oeyu/-]| ou)? ?)?$"
)
_PHONE = re.compile(
    r"(?<![\w.,/])(?P<groups>\(?\+?\d{1,5}\)?(?:[ .-]\d{2,9}){2,5}|\(?\+?\d{2,5}\)?[ .-]\d{4,9}|\d{7,12})"
    r"(?![\w/]|[.,-]\d)"
)
_SLASH_YEAR = re.compile(r"[a-z]\.?/\d\d", re.IGNORECASE)
_LONG = re.compile(r"\d[\d .)-]{5}")
_EDITION = re.compile(r"(?<![\w.,/-])(?P<number>\d{1,2})\.(?= ?ed\b)")
_SETS = re.compile(r"(?<![\w.,/-])(?P<first>\d{1,2})/(?P<last>\d{1,2})(?![\w/]|[.,]\d)")
_OF_SETS = re.compile(r"\b(?:sets?|parcia(?:is|les)|tie[- ]?break)\b", re.IGNORECASE)
_OF_TENNIS = re.compile(r"(?<![\w.,/-])(?:6/[0-4]|[0-4]/6|7/[56]|[56]/7)(?![\w/]|[.,]\d)")
_OF_VOLLEYBALL = re.compile(r"(?<![\w.,/-])(?:25/(?:1\d|2[0-3])|(?:1\d|2[0-3])/25)(?![\w/]|[.,]\d)")
_DRAW = re.compile(r"(?<![\w.,/-])\d\d(?:-\d\d){4,14}(?![\w/-])")
_DRAW_NEEDS = re.compile(r"\d-\d\d-\d")
_SIDES = re.compile(r"(?:(?<=\d m )|(?<=\d [cdmk]m ))[x×](?= ?(?:[A-Z] )?\d)")
_ANGLE = re.compile(
    r"(?<![\w.,])(?P<degrees>\d{1,3}) ?[°º] ?(?P<minutes>\d{1,2}(?:[.,]\d{1,4})?) ?['’′]"
    r"(?: ?(?P<seconds>\d{1,2}(?:[.,]\d{1,4})?) ?(?:[\"”″]|''|’’|′′))?(?: ?(?P<side>[NSEOWL])(?!\w))?"
)
_ANGLE_NEEDS = re.compile(r"\d ?[°º] ?\d")
_NUMBER_OF_YEAR = re.compile(r"(?<![\w.,/-])(?P<number>\d{1,5})/(?P<year>(?:19|20)\d\d)(?![\w/-]|[.,]\d)")
_QUARTER = re.compile(
    r"(?<![\w.,])(?P<number>[1-4])[ºo°]?(?P<part>[TS])(?:/|[ -]?20)?(?P<year>[012]\d)(?!\w)"
)
_QUARTER_NEEDS = re.compile(r"\d[TS][/ -]?[012]\d")
_YEAR_NEEDS = re.compile(r"/(?:19|20)\d\d")
_SLASH = re.compile("/")
_PLAYED = 99


def notation_rules(
    clock: Sequence[Noun],
    hundredth: Noun,
    thousandth: Noun,
    and_: str,
    *,
    degree: Noun,
    sides: Mapping[str, str],
    months: Mapping[str, str],
) -> Callable[[NumberSpeller], tuple[Rule, ...]]:
    """Rules that come before those for numbers.

    clock:  the units of time, the largest first
    and_:   the word before the last part of a time
    degree: the unit of coordinates
    sides:  the points of the compass by their letters
    months: by the abbreviations that may precede a slash and a year
    """
    month_year = re.compile(
        rf"(?<!\w)(?P<month>{'|'.join(months)})\.?/(?P<year>(?:19|20)?\d\d)(?![\w/])", re.IGNORECASE
    )

    def rules(speller: NumberSpeller) -> tuple[Rule, ...]:
        locale = speller.locale
        hour, minute, second = clock
        tenth = Noun(*(name.replace("centésim", "décim") for name in hundredth))

        def race(match: re.Match[str]) -> str:
            parts = match["parts"]
            amounts = [
                speller.counted(str(int(number)), noun)
                for number, noun in (
                    (match["hours"], hour),
                    (match["minutes"], minute),
                    (match["seconds"], second),
                    (parts, (tenth, hundredth, thousandth)[len(parts) - 1]),
                )
                if number is not None
            ]
            return speller.signed(match["plus"], f"{', '.join(amounts[:-1])} {and_} {amounts[-1]}")

        def roman_month(match: re.Match[str]) -> str | None:
            day, month = int(match["day"]), roman_value(match["month"])
            return (
                speller.locale.date(speller, int(match["year"]), month, day) if exists(month, day) else None
            )

        def phone(match: re.Match[str]) -> str | None:
            digits = sum(map(str.isdigit, match["groups"]))
            if not 7 <= digits <= 15 or not _PHONE_WORD.search(
                match.string[max(0, match.start() - 60) : match.start()]
            ):
                return None
            groups = re.findall(r"\d+", match["groups"])
            plus = f"{speller.locale.plus} " if "+" in match["groups"] else ""
            return plus + ", ".join(map(speller.digits, groups))

        def edition(match: re.Match[str]) -> str:
            return speller.spell(int(match["number"]), "spellout-ordinal-feminine")

        def angle(match: re.Match[str]) -> str:
            parts = [
                speller.counted(match[name], noun)
                for name, noun in (("degrees", degree), ("minutes", minute), ("seconds", second))
                if match[name]
            ]
            return speller.join(*parts, sides.get(match["side"] or "", ""))

        def of_year(match: re.Match[str]) -> str | None:
            number, year = int(match["number"]), speller.number(match["year"])
            if int(match["year"]) - number in (0, 1):
                return f"{speller.number(match['number'])}, {year}"  # a season, or the years of a car
            is_month = 1 <= number <= 12 and len(match["number"]) == 2
            written = locale.months[number - 1].replace("sep?tiembre", "septiembre") if is_month else ""
            return speller.join(written or speller.number(str(number)), locale.of_year, year)

        def quarter(match: re.Match[str]) -> str:
            noun = "trimestre" if match["part"] == "T" else "semestre"
            gender = "masculine-adjective" if locale.tag == "es" else "masculine"
            ordinal = speller.spell(int(match["number"]), f"spellout-ordinal-{gender}")
            return speller.join(ordinal, noun, locale.of_year, speller.cardinal(2000 + int(match["year"])))

        def month_of_year(match: re.Match[str]) -> str:
            year = int(match["year"])
            year += 0 if year > 99 else 2000 if year < 50 else 1900
            return speller.join(months[match["month"].lower()], locale.of_year, speller.cardinal(year))

        def draw(match: re.Match[str]) -> str:
            return ", ".join(map(speller.number, match[0].split("-")))

        def sets(match: re.Match[str]) -> str | None:
            games = int(match["first"]), int(match["last"])
            several = (len(pattern.findall(match.string)) > 1 for pattern in (_OF_TENNIS, _OF_VOLLEYBALL))
            told = _OF_SETS.search(match.string) or any(several)
            if not 6 <= max(games) <= _PLAYED or not told:
                return None
            return speller.locale.score.format(*map(speller.cardinal, games))

        return (
            Rule(Category.TIMES, _RACE, race, needs=_RACE_NEEDS),
            Rule(Category.DATES, _ROMAN_MONTH, roman_month, needs=_ROMAN_NEEDS),
            Rule(Category.PHONES, _PHONE, phone, needs=_LONG),
            Rule(Category.ORDINALS, _EDITION, edition, needs=DIGIT),
            Rule(Category.UNITS, _ANGLE, angle, needs=_ANGLE_NEEDS),
            Rule(Category.DATES, month_year, month_of_year, needs=_SLASH_YEAR),
            Rule(Category.IDS, _NUMBER_OF_YEAR, of_year, needs=_YEAR_NEEDS),
            Rule(Category.DATES, _QUARTER, quarter, needs=_QUARTER_NEEDS),
            Rule(Category.RATIOS, _SETS, sets, needs=_SLASH),
            Rule(Category.NUMBERS, _DRAW, draw, needs=_DRAW_NEEDS),
            Rule(Category.UNITS, _SIDES, lambda match: locale.ratio.split("{}")[1].strip(), needs=_SIDES),
        )

    return rules
