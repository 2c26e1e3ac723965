"""Dates, years and clock times."""

import re
from collections.abc import Sequence

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import LETTERS, NumberSpeller
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

# After these words, "25/12" is a date; alone, "3/4" is a fraction.
_DAY_FOLLOWS = re.compile(
    r"\b(?:el|del|al|le|du|au|il|dal|dia|hoje|amanhã|ontem|hoy|mañana|ayer|oggi|domani|ieri|demain|hier"
    r"|(?:seg|ter|qua|qui|sex|mar|jeu|sam|dim)\.|(?:s[áa]b|dom|lun|mié|jue|vie)\.?"
    r"|(?:lun|mart|miércol|juev|viern)es|sábado|domingo"
    r"|feira|[2-6]ª(?:[- ]f\.)?|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche"
    r"|(?:gio|mer|ven|lun|sab)\.?|(?:desde|hasta|em|até|entro|fino al|jusqu'au|a partir de)"
    r"|(?:lune|marte|mercole|giove|vener)dì|sabato|domenica|दिनांक|तारीख),? \(?$|\bl['’]$",
    re.IGNORECASE,
)
_POINTED = re.compile(
    r"(?:(?<=\b[LlEe][el] )|(?<=\b[Dd]u )|(?<=\b[Aa]u )|(?<=\b[Ii]l )|(?<=\b[Aa]l )|(?<=\b[Dd]el )"
    r"|(?<=\b[Ll]['’]))"
    r"(?P<day>[0-3]?\d)\.(?P<month>0[1-9]|1[0-2])(?!\d|[.,]\d)"
    r"(?= (?:compreso|incluso|escluso|à|a las|alle|dalle|dès|de \d{1,2}|au \d{1,2}|al \d{1,2}"
    r"|et|ou|puis|o|y|e)\b| ?\)|[,;] |$|\. |\.$)"
)
_POINT = re.compile(r"\d\.[01]\d")
_LASTING = re.compile(
    r"(?<![\w.,:/])(?:(?P<hours>\d{1,3}) ?h(?:oras?|rs?|s)?\.? ?(?P<minutes>[0-5]?\d) ?(?:min|mn|m|['’′])"
    r"(?:\.? ?(?P<seconds>[0-5]?\d) ?(?:(?:s|se[cg])(?![\w/])|[\"”″]|''|’’)|(?![\w/]))"
    r"|(?P<minutes2>\d{1,3}) ?(?:min|mn)\.? ?(?P<seconds2>[0-5]?\d) ?(?:s|se[cg])(?![\w/]))"
)
_UNIT_OF_TIME = re.compile(r"\d ?(?:h|mi?n)")
_AT = re.compile(r"(?<![^\W_])(?:[àa]s|das|las|à|vers|alle|dalle|d[eè]s) $", re.IGNORECASE)
"""Before a time of day."""
_SHARE = re.compile(
    r"\b(?:aument|redu[czç]|diminu|diminui|acresc|pena|major|agrav)\w{0,12}\b[^.;]{0,30}$", re.IGNORECASE
)
"""Before a fraction of a sentence in prison: "aumenta-se a pena em 1/3"."""
_WORD = re.compile(r" [a-zà-ÿ]{4}")
_PART_OF = re.compile(r" d(?:es?|u|[aeo]?i|el|ell[aeo]|egli|o|a)s? (?!\d)| d['’]")
_PART_OF_SEVERAL = re.compile(r" (?:d[ei]s|d[oa]s|de l[oa]s|dei|degli|delle) ")
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def date_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Dates in digits, dates with the month by name, clock times, decades and years."""
    locale = speller.locale

    def in_digits(match: re.Match[str]) -> str | None:
        year, month, day = int(match["year"]), int(match["month"]), int(match["day"])
        if len(match["year"]) == 2:
            year += 2000 if year < 50 else 1900
        return locale.date(speller, year, month, day) if exists(month, day) else None

    def in_year(match: re.Match[str]) -> str | None:
        day, month = int(match["day"]), int(match["month"])
        introduced = _DAY_FOLLOWS.search(match.string[: match.start()])
        elided = match.string[: match.start()][-1:] in ("'", "’")
        if (
            day < month < 6
            and introduced
            and len(introduced[0]) > 4
            and _WORD.match(match.string, match.end())
        ):
            return None  # "hoy 1/2 kilo"
        part = _PART_OF if month < 6 else _PART_OF_SEVERAL
        if day < month and part.match(match.string, match.end()):
            return None  # "le 1/4 des élèves"
        if day < month < 6 and _SHARE.search(match.string[max(0, match.start() - 50) : match.start()]):
            return None
        is_first = match.groupdict().get("first")
        padded = is_first or "0" in (match["day"][0], match["month"][0])  # no fraction is written like 15/03
        if not (introduced or padded or (elided and day in (8, 11))) or not exists(month, day):
            return None
        words = locale.date(speller, None, month, day)
        return words.replace("primo", "uno") if elided else words  # "l'1/1"

    def lasting(match: re.Match[str]) -> str | None:
        if locale.lasting is None or (not match["seconds"] and _AT.search(match.string[: match.start()])):
            return None
        parts = [int(match[name] or 0) for name in ("hours", "minutes", "seconds")]
        minutes, seconds = int(match["minutes2"] or parts[1]), int(match["seconds2"] or parts[2])
        return locale.lasting(speller, (parts[0], minutes, seconds))

    def written(match: re.Match[str]) -> str | None:
        day, year = (int(match[part]) if match[part] else None for part in ("day", "year"))
        name = match["month"]
        month = next(
            i for i, pattern in enumerate(locale.months, 1) if re.fullmatch(pattern, name, re.IGNORECASE)
        )
        if day and not exists(month, day):
            return None
        words = locale.date(speller, year, month, day)
        # At the end of a sentence, the point of "15 oct." is also the full stop.
        return words + "." if match[0].endswith(".") and match.end() == len(match.string) else words

    def year(match: re.Match[str]) -> str:
        return locale.date(speller, int(match["year"]), None, None)

    def time(match: re.Match[str]) -> str | None:
        words = locale.time(speller, match)
        # At the end of a sentence, the point of "p. m." is also the full stop.
        return words + "." if words and match[0].endswith(".") and match.end() == len(match.string) else words

    rules = [
        Rule(
            Category.DATES,
            re.compile(
                rf"(?<![{LETTERS}\d/.-])(?P<year>[12]\d{{3}})(?P<mark>[-/.])(?P<month>[01]?\d)(?P=mark)(?P<day>[0-3]?\d)"
                r"(?![\d/-])(?!\.\d)"
            ),
            in_digits,
            needs=DIGIT,
        ),
        Rule(Category.TIMES, re.compile(locale.time_pattern, re.IGNORECASE), time, needs=DIGIT),
    ]
    if locale.day_first:
        rules.append(
            Rule(
                Category.DATES,
                re.compile(
                    r"(?<![\w/.-])(?P<day>[0-3]?\d)(?:(?<=1)[º°])?(?P<mark>[-/.])(?P<month>[01]?\d)(?P=mark)"
                    r"(?P<year>[12]\d{3}|(?<=[/.])\d{2})(?![\d/-])(?!\.\d)"
                ),
                in_digits,
                needs=DIGIT,
            )
        )
        rules.append(
            Rule(
                Category.DATES,
                re.compile(
                    r"(?<![\w/.,-])(?P<day>[0-3]?\d)(?:(?<=1)(?P<first>[º°]|er))?/(?P<month>[01]?\d)(?![\w/-]|[.,]\d)"
                ),
                in_year,
                needs=DIGIT,
            )
        )
        rules.append(Rule(Category.DATES, _POINTED, in_year, needs=_POINT))
        rules.insert(0, Rule(Category.TIMES, _LASTING, lasting, needs=_UNIT_OF_TIME))
    if locale.written_date:
        names = "|".join(sorted(locale.months, key=len, reverse=True))
        pattern = locale.written_date.replace("<months>", f"(?P<month>{names})")
        rules.append(Rule(Category.DATES, re.compile(pattern, re.IGNORECASE), written, needs=DIGIT))
    if speller.spaced:
        decade = re.compile(r"(?<=[aeo]s )(?P<decade>[1-9]0)['’]?s(?!\w)")
        rules.append(
            Rule(Category.YEARS, decade, lambda match: speller.cardinal(int(match["decade"])), needs=DIGIT)
        )
    if locale.year_pattern:
        rules.append(Rule(Category.YEARS, re.compile(locale.year_pattern), year, needs=DIGIT))
    return tuple(rules)


def exists(month: int, day: int) -> bool:
    """Whether there is such a day in some year."""
    return 1 <= month <= 12 and 1 <= day <= _DAYS[month - 1]


def clock(match: re.Match[str]) -> tuple[int, int, int | None] | None:
    """Hour, minute and second (None: not given) in a match of a `time_pattern`, or None if there is no such time."""
    groups = match.groupdict()
    hour = int(groups["hour"] or groups["hour2"])
    minute, second = int(groups.get("minute") or groups.get("minute2") or 0), int(groups.get("second") or 0)
    if hour > 24 or minute > 59 or second > 59:
        return None
    return hour, minute, second if groups.get("second") else None


def duration(speller: NumberSpeller, time: tuple[int, int, int], nouns: Sequence[Noun], and_: str) -> str:
    """The words for a duration such as "1:30:05"; units that are zero are omitted.

    time:  hours, minutes and seconds
    nouns: their names
    and_:  the word before the last part
    """
    parts = []
    for number, noun in zip(time, nouns, strict=True):
        form = noun.one if number == 1 else noun.other
        parts.append(speller.join(speller.cardinal(number, " " + form), form))
    *most, last = [part for part, number in zip(parts, time, strict=True) if number] or parts[-1:]
    return speller.join(", ".join(most), and_ if most else "", last)
