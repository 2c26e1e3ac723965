"""Fields of `Locale` that French, Italian, Portuguese and Spanish share, and (IBERIAN) the last two of them.

A function returns the function or table of the field that its docstring names.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from kokoro_speech_server.text.normalization.international.dates import clock, duration
from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

IBERIAN_CLOCK = (Noun("hora", "horas"), Noun("minuto", "minutos"), Noun("segundo", "segundos"))

IBERIAN_UNITS = {
    "t": Noun("tonelada", "toneladas"),
    "Mbps": Noun("megabit por segundo", "megabits por segundo"),
    "Gbps": Noun("gigabit por segundo", "gigabits por segundo"),
}

IBERIAN_SYMBOLS = {
    "@": "arroba", "‰": "por mil", "=": "igual a", "≈": "aproximadamente", "€": "euros", "$": "dólares",
    "£": "libras", "₹": "rupias", "∞": "infinito", "π": "pi", "№": "número", "−": "menos", "/": "", "µ": "micro",
    "∩": "intersección", "∪": "unión", "∈": "pertenece a", "∉": "no pertenece a", "∅": "conjunto vacío",
    "⊂": "subconjunto de", "⊆": "subconjunto o igual a", "∀": "para todo", "∃": "existe", "⇒": "implica",
    "⇔": "equivale a", "≡": "equivalente a", "∝": "proporcional a", "∂": "parcial", "∇": "nabla", "∑": "suma de",
    "∫": "integral de", "⊥": "perpendicular a", "∥": "paralelo a", "≅": "congruente con", "∴": "por lo tanto",
    "ℝ": "los reales", "ℕ": "los naturales", "ℤ": "los enteros", "ℚ": "los racionales", "ℂ": "los complejos",
    "©": "copyright", "®": "marca registrada", "™": "marca comercial",
}  # fmt: skip


_PARTS = re.compile(r" partes?\b")


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
        if _PARTS.match(after):
            name = parts[below].replace("tercio", "tercero").removesuffix("o")
            words = speller.spell(above, "spellout-cardinal-feminine")
            return f"{words} {name}a{'s' if above > 1 else ''}"
        return f"{words} {parts[below]}{'s' if above > 1 else ''}"

    return fraction


def lasting(nouns: Sequence[Noun], and_: str) -> Callable[[NumberSpeller, tuple[int, int, int]], str]:
    """`lasting`."""

    def words(speller: NumberSpeller, time: tuple[int, int, int]) -> str:
        return duration(speller, time, nouns, and_)

    return words


_CAPITAL = "A-ZÀ-ÖØ-Þ"
_NUMERAL = r"(?!(?:CD|CC|CV|CI|CL|XL|XXL|LI|VI(?= è))\b)[IVXLC]{2,8}"


def numbered_events(articles: str) -> str:
    """One of `roman`: a numeral between an article and a noun, the group `event`: "el XXI Congreso"."""
    return (
        rf"(?:(?<![^\W_])(?:{articles}) |^)(?P<roman>{_NUMERAL}(?= (?P<event>[{_CAPITAL}]?[a-zà-ÿ]{{3,24}}))"
        rf"|[IVX](?= (?P<event2>[{_CAPITAL}][a-zà-ÿ]{{3,24}}|edi[cçz][a-zà-ÿ]{{2,4}})))"
    )


NAMED = (
    rf"(?<![^\W_])[{_CAPITAL}][a-zà-ÿ]{{2,20}} "
    r"(?P<roman>(?:X{0,2}(?:I[IVX]|V?I{2,3}|VI)|X[IV]|X{2,3}[IV]?))(?!\w|\.\w)"
)
"""One of `roman`: after a name, mostly that of a ruler: "Ramsés II". X alone may name a product: "Runner X2". The
group `king` or `queen` tells those apart that others precede."""


_FEMININE_ARTICLES = frozenset("la las una a as à da das na nas pela uma sua della alla nella dalla".split())
_MASCULINE_ARTICLES = frozenset("el del al il nel dal o os do dos no nos ao aos pelo um un seu".split())


def event_ordinal(speller: NumberSpeller, number: int, match: re.Match[str], masculine: str) -> str:
    """A numeral of `numbered_events` in words, in the gender of its noun. masculine: CLDR's rule set for that"""
    noun = match["event"] or match["event2"]
    article = match[0].split()[0].lower()
    if article in _FEMININE_ARTICLES or article in _MASCULINE_ARTICLES:
        feminine = article in _FEMININE_ARTICLES
    else:
        feminine = speller.locale.ruleset(1, f" {noun.lower()}").endswith("feminine")
    return speller.spell(number, "spellout-ordinal-feminine" if feminine else masculine)


def open_always(hours: Noun, days: Noun, on: str) -> Callable[[NumberSpeller], tuple[Rule, ...]]:
    """Rules for 24h/24 and 7j/7. on: the word for the slash"""
    pattern = re.compile(
        r"(?<![\w.,])(?P<first>\d{1,2}) ?(?P<unit>jours?|j|giorni|g|gg|heures?|ore|h) ?/ ?"
        r"(?P<last>\d{1,2})(?: ?(?P=unit))?"
        r"(?![\w/]|[.,]\d)"
    )

    def rules(speller: NumberSpeller) -> tuple[Rule, ...]:
        def say(match: re.Match[str]) -> str:
            noun = days if match["unit"][0] in "jg" else hours
            return f"{speller.counted(match['first'], noun)} {on} {speller.cardinal(int(match['last']))}"

        return (Rule(Category.TIMES, pattern, say, needs=re.compile("/")),)

    return rules


def iberian_roman(speller: NumberSpeller, number: int, match: re.Match[str]) -> str:
    """`say_roman`. Rulers and, in Portuguese, centuries have ordinals up to ten and cardinals above."""
    groups = match.groupdict()
    if "event" in groups:
        adjective = "-adjective" if speller.locale.tag == "es" else ""
        return event_ordinal(speller, number, match, f"spellout-ordinal-masculine{adjective}")
    if "queen" not in groups:
        return (
            speller.spell(number, "spellout-ordinal-masculine") if number <= 10 else speller.cardinal(number)
        )
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
        named = months[(month or 1) - 1]
        words = [first if day == 1 else speller.cardinal(day), of, named] if day else [named]
        if year:
            words += [of, speller.cardinal(year)]
        return speller.join(*words)

    return date


def clock_time(
    nouns: Sequence[Noun],
    and_: str,
    time_of_day: Callable[[NumberSpeller, re.Match[str], int, int], str | None],
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
