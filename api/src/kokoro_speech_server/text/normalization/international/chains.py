"""Units one after another: mg/kg/día, l/100 km, m³/s, hab./km², €/m²/mes, veces/semana."""

import re

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import (
    LETTERS,
    NO_LETTER,
    SIGN,
    NumberSpeller,
)
from kokoro_speech_server.text.normalization.international.units import (
    canonical,
    measured,
    per_what,
    unit_nouns,
)
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_SLASH = re.compile("/")
_NO_STOP = r"(?:\.(?=[,;:)]| [;(]| [a-zà-ÿ]))?"
"""The point of "35 h/sem., …" ends nothing."""
_PERIODS = (
    "día|mes|año|semana|hora|noche|persona|minuto|jour|mois|an|semaine|heure|nuit|personne|minute|giorno|mese|anno"
    "|settimana|ora|notte|dia|mês|ano|noite|pessoa|die|लीटर|किलो|दिन|माह|महीना|वर्ष|साल|घंटा|घंटे|व्यक्ति|रात|किमी|हेक्टेयर|एकड़|एकड़|मिनट|सेकंड|यूनिट"
)
_KANJI_WORD = "[天日人次分秒年月周週瓶盒箱件斤克升米个個枚本杯台袋回時时份户平亩畝]|小时|時間|分钟|公里|公斤"


def chain_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Amounts in chains of units, chains alone, and amounts of money or people per unit."""
    locale = speller.locale
    if not locale.per:
        return ()
    nouns = unit_nouns(locale)
    lower = nouns | {symbol: Noun(word, word) for symbol, word in locale.below.items()}
    number = speller.number_pattern
    word = rf"[{LETTERS}]{{3,20}}" if speller.spaced else _KANJI_WORD
    below = any_of(lower)

    def piece(name: str) -> str:
        return (
            rf" ?/ ?(?:(?P<hundred{name}>100 ?|1[.,]73 ?(?=m)|\d{{1,2}} ?(?=m?[lL]\b|h\b|k?g\b))?"
            rf"(?P<unit{name}>{below})(?P<power{name}>[²³])?{NO_LETTER}"
            rf"|(?P<word{name}>{word}){NO_LETTER})"
        )

    def form(match: re.Match[str], name: str) -> str:
        """What is below the slash, in words."""
        if match[f"word{name}"]:
            return per_what(speller, match[f"word{name}"], match[f"word{name}"])
        noun = lower[canonical(match[f"unit{name}"])]
        amount = (match[f"hundred{name}"] or "").strip()
        if amount and amount != "100":
            every = locale.every if match[f"unit{name}"] == "h" else ""
            return speller.join(every or locale.per, speller.counted(amount, noun))
        if amount:
            return locale.hundred.format(amount=speller.counted("100", noun), unit=noun.other)
        words = noun.one.replace("{}", "")
        if power := match[f"power{name}"]:
            words = speller.join(words, locale.squared if power == "²" else locale.cubed)
        return per_what(speller, words, words)

    def rest(match: re.Match[str]) -> str:
        names = [name for name in "12" if match[f"unit{name}"] or match[f"word{name}"]]
        return speller.join(*(form(match, name) for name in names))

    def amount(match: re.Match[str]) -> str | None:
        unit = match["unit"].removesuffix(".")
        known = f"{unit}/{match['unit1']}"
        if (match["hundred1"] or "100").strip() != "100" and match["unit"] == match["unit1"]:
            return None  # "8 h/10 h"
        if match["hundred1"] and unit in ("cm", "m") and match["unit1"] == "kg":
            return None  # height and weight: "175cm/70kg"
        if f"{known}{match['power1'] or ''}" in nouns and not match["unit2"] and not match["word2"]:
            return None
        noun = locale.heads.get(unit) or nouns[canonical(unit)]
        return speller.join(measured(speller, match, noun), rest(match))

    def alone(match: re.Match[str]) -> str | None:
        if match.string[: match.start()].endswith(("= ", "=")) and match["unit1"] and len(match[0]) < 6:
            return None  # the quotient of a formula: "d = m / V"
        if match["unit"] == match["unit1"] and match.string[: match.start()].endswith("% "):
            return None  # "0,3 % m/m" is from one month to the next
        return speller.join(nouns[canonical(match["unit"])].other.replace("{}", ""), rest(match))

    heads = "".join(rf"|{re.escape(head)}\.?" for head in locale.heads)
    second = rf"(?:{piece('2')})?"
    end = r"(?![/\w])" if speller.spaced else r"(?![/A-Za-z\d])"
    start = rf"{SIGN}(?<!\d)(?P<number>{number})(?: ?[-–~〜～] ?(?P<last>{number}))?"
    units = any_of(nouns)
    rules = [
        Rule(
            Category.UNITS,
            re.compile(rf"{start} ?(?P<unit>{units}{heads}){piece('1')}{second}{end}{_NO_STOP}"),
            amount,
            needs=_SLASH,
        ),
        Rule(
            Category.UNITS,
            re.compile(
                rf"(?:(?<=[€$£¥₹₽円元])|(?<=\d euro)(?!/(?:doll|yen|sterl|franc))"
                rf"|(?<=\bmil)|(?<=\bmi)|(?<=रु)|(?<=रु\.)){piece('1')}{second}{end}{_NO_STOP}"
            ),
            rest,
            needs=_SLASH,
        ),
    ]
    if speller.spaced:
        rules += [
            Rule(
                Category.UNITS,
                re.compile(
                    rf"(?<![\w/.-])(?P<unit>[mµkc]?g|mcg|[mcdµ]?[lL]|k?m|m[³3]|[kMG]b){piece('1')}{second}{end}"
                ),
                alone,
                needs=_SLASH,
            ),
            Rule(
                Category.UNITS,
                re.compile(
                    rf"(?<=[{LETTERS}]{{3}})/(?:(?P<unit>k?m[²2]|mm[³3]|[µm][lL]|ha|kg|min|h|s)|(?P<word>{_PERIODS})){NO_LETTER}(?![/²³])"
                ),
                lambda match: per_what(
                    speller, unit := match["word"] or nouns[canonical(match["unit"])].one, unit
                ),
                needs=_SLASH,
            ),
        ]
    return tuple(rules)
