"""English, American and British."""

from api.src.services.text_processing.normalization.english.abbreviations import abbreviation_rules
from api.src.services.text_processing.normalization.english.chemistry import chemistry_rules
from api.src.services.text_processing.normalization.english.counting import number_rules
from api.src.services.text_processing.normalization.english.dates import date_rules
from api.src.services.text_processing.normalization.english.emojis import emoji_rules
from api.src.services.text_processing.normalization.english.ids import id_rules
from api.src.services.text_processing.normalization.english.maths import maths_rules
from api.src.services.text_processing.normalization.english.money import money_rules
from api.src.services.text_processing.normalization.english.numbers import Numbers
from api.src.services.text_processing.normalization.english.phones import phone_rules
from api.src.services.text_processing.normalization.english.portions import portion_rules
from api.src.services.text_processing.normalization.english.roman import roman_rules
from api.src.services.text_processing.normalization.english.symbols import symbol_rules
from api.src.services.text_processing.normalization.english.times import time_rules
from api.src.services.text_processing.normalization.english.units import unit_rules
from api.src.services.text_processing.normalization.english.web import web_rules
from api.src.services.text_processing.normalization.english.years import year_rules
from api.src.services.text_processing.normalization.rules import Rule


def english_rules(*, british: bool) -> tuple[Rule, ...]:
    """All rules of one kind of English, the more particular first."""
    numbers = Numbers(british=british)
    return (
        *emoji_rules(numbers),
        *web_rules(numbers),
        *phone_rules(numbers),
        *date_rules(numbers),
        *time_rules(numbers),
        *year_rules(numbers),
        *money_rules(numbers),
        *chemistry_rules(numbers),
        *maths_rules(numbers),
        *unit_rules(numbers),
        *portion_rules(numbers),
        *roman_rules(numbers),
        *id_rules(numbers),
        *abbreviation_rules(british=british),
        *number_rules(numbers),
        *symbol_rules(),
    )
