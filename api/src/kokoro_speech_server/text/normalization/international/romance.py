"""Fields of `Locale` that French, Italian, Portuguese and Spanish share, and (IBERIAN) the last two of them.

A function returns the function or table of the field that its docstring names.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from kokoro_speech_server.text.normalization.international.dates import clock, duration
from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller

IBERIAN_CLOCK = (Noun("hora", "horas"), Noun("minuto", "minutos"), Noun("segundo", "segundos"))

IBERIAN_UNITS = {
    "t": Noun("tonelada", "toneladas"),
    "Mbps": Noun("megabit por segundo", "megabits por segundo"),
    "Gbps": Noun("gigabit por segundo", "gigabits por segundo"),
}

IBERIAN_SYMBOLS = {
    "@": "arroba", "‰": "por mil", "=": "igual a", "≈": "aproximadamente", "€": "euros", "$": "dólares",
    "£": "libras", "₹": "rupias", "∞": "infinito", "π": "pi", "№": "número", "−": "menos", "/": "", "µ": "micro",
    "©": "copyright", "®": "marca registrada", "™": "marca comercial",
}  # fmt: skip


def iberian_fraction(
    parts: Mapping[int, str], half: str, feminine_half: str, feminine: re.Pattern[str]
) -> Callable[[NumberSpeller, int, int, str], str]:
    """`fraction`.

    parts:         names of denominators; other fractions have "sobre" between their numbers
    half:          ½, alone and before a masculine noun; `feminine_half` before a noun that `feminine` matches
    """

    def fraction(speller: NumberSpeller, above: int, below: int, after: str = "") -> str:
        if (above, below) == (1, 2):
            return feminine_half if feminine.match(after) else half
        words = speller.spell(above, "spellout-cardinal-masculine")
        if below not in parts:
            return f"{words} sobre {speller.cardinal(below)}"
        return f"{words} {parts[below]}{'s' if above > 1 else ''}"

    return fraction


def iberian_roman(speller: NumberSpeller, number: int, match: re.Match[str]) -> str:
    """`say_roman`. Rulers and, in Portuguese, centuries have ordinals up to ten and cardinals above."""
    groups = match.groupdict()
    if number <= 10 and groups["queen"]:
        return speller.spell(number, "spellout-ordinal-feminine")
    if number <= 10 and (groups["king"] or groups.get("century")):
        return speller.spell(number, "spellout-ordinal-masculine")
    return speller.cardinal(number)


def mixed_number(
    and_: str, half: str, fraction: Callable[[NumberSpeller, int, int, str], str]
) -> Callable[[NumberSpeller, int, int, int], str]:
    """`mixed`. half: the word for ½ after a whole number."""

    def mixed(speller: NumberSpeller, whole: int, above: int, below: int) -> str:
        part = half if (above, below) == (1, 2) else fraction(speller, above, below, "")
        return f"{speller.cardinal(whole)} {and_} {part}"

    return mixed


def calendar_date(
    months: Sequence[str], first: str, *, of: str = ""
) -> Callable[[NumberSpeller, int | None, int | None, int | None], str]:
    """`date`. first: the word for the first of a month; of: the word before month and year."""

    def date(speller: NumberSpeller, year: int | None, month: int | None, day: int | None) -> str:
        words = [first if day == 1 else speller.cardinal(day or 0), of, months[(month or 1) - 1]]
        if year:
            words += [of, speller.cardinal(year)]
        return speller.join(*words)

    return date


def clock_time(
    nouns: Sequence[Noun],
    and_: str,
    time_of_day: Callable[[NumberSpeller, re.Match[str], int, int], str],
) -> Callable[[NumberSpeller, re.Match[str]], str | None]:
    """`time`. time_of_day: spells hour and minute; with seconds, a time is a duration, in `nouns`."""

    def time(speller: NumberSpeller, match: re.Match[str]) -> str | None:
        read = clock(match)
        if read is None:
            return None
        hour, minute, second = read
        if second is not None:
            return duration(speller, (hour, minute, second), nouns, and_)
        return time_of_day(speller, match, hour, minute)

    return time


def cents_after(template: str) -> Callable[[str, int, str, str], str]:
    """`with_cents`. The template has {whole} and either {cents} or {named}, the cents with their name."""

    def with_cents(whole: str, cents: int, words: str, named: str) -> str:
        return template.format(whole=whole, cents=words, named=named) if whole else named

    return with_cents


def operator_names(symbols: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """`operators`. Most signs have the same name as in `symbols`; own: the others."""
    same = {sign: symbols[sign] for sign in "+=×÷±≤≥≠−"}
    return same | {"·": symbols["×"], "*": symbols["×"]} | dict(own)


def address_marks(symbols: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """`web`. Some marks have the same name as in `symbols`; own: the others."""
    return {sign: symbols[sign] for sign in "@+&%"} | {"#": "hashtag"} | dict(own)
