"""Measures of trades: miles per gallon, rooms of homes, doses, temperatures in kelvin, ages of rocks."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers, is_one
from kokoro_speech_server.text.normalization.english.patterns import AMOUNT, NUMBER, SIGN, START, is_thing
from kokoro_speech_server.text.normalization.english.unit_names import PER
from kokoro_speech_server.text.normalization.rules import Category, Rule

_MILEAGE = re.compile(r"(?<![\w.,/])(?P<city>\d{2,3})/(?P<highway>\d{2,3})(?:/(?P<both>\d{2,3}))? ?mpg(?!\w)")
_ROOMS = re.compile(
    r"(?<![\w.,/])(?P<beds>\d{1,2}) ?(?:BR|BDR|BD|br|bdr|bd)(?: ?[/,] ?| )(?P<baths>\d(?:\.\d{1,2})?) ?(?:BA|ba)(?!\w)"
)
_KELVIN = re.compile(
    rf"{START}{SIGN}(?P<number>{NUMBER})(?: ?[-–] ?(?P<last>{NUMBER}))? ?K"
    r"(?:/(?P<per>min|s|h|hr|m|km))?(?![\w'’+#/-]| (?:race|run|people|user|job)s?\b)"
)
_OF_KELVIN = re.compile(
    r"\b(?:kelvins?|temp(?:erature)?s?|thermal|absolute zero|cryo\w{0,10}|boil\w{0,4}|melt\w{0,4}|superconduct\w{0,10}|"
    r"(?:magneto)?resist\w{1,8}|conductivit\w{1,3}|anneal\w{0,4}|sinter\w{0,4}|diffract\w{1,6}|Curie|N[ée]el|"
    r"transition|magneti[cz]\w{0,8}|spectr\w{1,8}|superfluid\w{0,3}|dwarfs?|stars?|stellar|plasma|specific heat|Hall|"
    r"cool\w{0,4}|heat\w{0,4}|blackbody|liquid|"
    r"gas (?:law|constant)|mol[·⋅]K|J/K|entropy|enthalpy|equilibrium|Boltzmann|telescopes?|detectors?|mirrors?|JWST|"
    r"exoplanets?|white balance|bulbs?|microwave background)\b",
    re.IGNORECASE,
)
_AT = re.compile(r"(?:\b(?:at|to|below|above|near|between|from|of|T)|\bT\w{1,4}|[=≈∼~]) ?[=≈∼~<>≤≥]? ?$")
_AFTER_KELVIN = re.compile(
    r"[.,;)]|$| (?:and|for|in|under|with|where|to|is|was|were|by|on|using|via|across|while|when|[(±–-])"
)
_AGE = re.compile(
    rf"{AMOUNT} ?(?P<unit>Ma|mya|Mya|MYA|Ga|bya|Bya|kya|ka)(?![\w'’]|\.\w| [A-Z])(?P<old> old\b)?"
)
_LASTING = re.compile(r"\b(?:last|past|for|over|every|first|next) (?:the |about |~)?$")
_YEARS = {"k": "thousand", "m": "million", "b": "billion", "g": "billion"}
_COURSE = re.compile(
    r"(?<=[A-Za-z).]) [x×] ?(?=\d{1,3} (?:days?|d|weeks?|wks?|wk|months?|mo|hours?|hrs?|doses|sessions|cycles|"
    r"nights)\b)"
)
_DAYS = re.compile(r"(?<= )[x×](?P<number>\d{1,2}) ?d(?!\w)")
_DOSE = re.compile(
    r"(?<![\w.,/])(?P<number>\d{1,2}) (?P<form>cap|tab)s?\.? (?=(?:TID|BID|QID|QD|QHS|PRN|PO|daily|nightly|by mouth|"
    r"orally|twice|once|three|four|every|each|at bedtime|q\d{1,2}h|x )\b)"
)
_FORMS = {"cap": "capsule", "tab": "tablet"}
_OF_FLOOR = re.compile(
    r"(?<=\d)(?P<per> ?/ ?)(?:SF|sf|sq\.? ?ft)(?![\w])|(?<![\w.$£€,])"
    r"(?P<number>\d{1,3},\d{3}|[3-9]\d{2}) ?(?:SF|sf)(?!\w)"
)
_FLOOR_SIGN = re.compile(r"\d ?/? ?(?:SF|sf|sq)")
_ANY = re.compile(
    r"\d ?(?:K|M(?:a|ya)|ka|[mkbB]ya|MYA|Ga|mpg|BA|ba)\b|[x×]\d{1,2} ?d\b|\d (?:cap|tab)| [x×] ?\d{1,3} [dwmh]"
)
"""Matches a part of whatever the patterns above match."""


def trade_measure_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 28/36 mpg, 3BR/2BA, liquid helium at 4 K, 66 Ma, 1 cap. BID x 10 days."""

    def mileage(match: re.Match[str]) -> str:
        both = f", {numbers.number(match['both'])}" if match["both"] else ""
        return f"{numbers.number(match['city'])}, {numbers.number(match['highway'])}{both} miles per gallon"

    def rooms(match: re.Match[str]) -> str:
        return f"{numbers.number(match['beds'])} bedroom, {numbers.number(match['baths'])} bath"

    def kelvin(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 16) : match.start()]
        stated = (
            " K" in match[0]
            and (match["sign"] or _AT.search(before))
            and _AFTER_KELVIN.match(match.string, match.end())
        )
        if not (match["per"] or stated or _OF_KELVIN.search(match.string)):
            return None
        last = f" to {numbers.number(match['last'])}" if match["last"] else ""
        per = f" per {PER[match['per']]}" if match["per"] else ""
        return f"{numbers.signed(match['sign'], numbers.number(match['number']))}{last} kelvin{per}"

    def age(match: re.Match[str]) -> str:
        lasts = _LASTING.search(match.string[max(0, match.start() - 16) : match.start()])
        ago = "" if lasts else match["old"] or " ago"
        return f"{numbers.amount(match)} {_YEARS[match['unit'][0].lower()]} years{ago}"

    def dose(match: re.Match[str]) -> str:
        form = _FORMS[match["form"]] + ("" if is_one(match["number"]) else "s")
        return f"{numbers.number(match['number'])} {form} "

    def of_floor(match: re.Match[str]) -> str:
        return (
            " per square foot"
            if match["per"]
            else f"{numbers.number(match['number'])} square {'foot' if is_thing(match.string, match.end()) else 'feet'}"
        )

    return (
        Rule(Category.UNITS, _OF_FLOOR, of_floor, needs=_FLOOR_SIGN),
        Rule(Category.UNITS, _MILEAGE, mileage, needs=_ANY),
        Rule(Category.UNITS, _ROOMS, rooms, needs=_ANY),
        Rule(Category.UNITS, _KELVIN, kelvin, needs=_ANY),
        Rule(Category.UNITS, _AGE, age, needs=_ANY),
        Rule(Category.UNITS, _DAYS, lambda match: f"for {numbers.number(match['number'])} days", needs=_ANY),
        Rule(Category.UNITS, _COURSE, lambda match: " for ", needs=_ANY),
        Rule(Category.UNITS, _DOSE, dose, needs=_ANY),
    )
