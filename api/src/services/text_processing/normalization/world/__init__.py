"""The languages other than English: a table for each, and rules that are built from any of them."""

from importlib import import_module

from api.src.services.text_processing.normalization.rules import Rule
from api.src.services.text_processing.normalization.world.abbreviations import abbreviation_rules
from api.src.services.text_processing.normalization.world.dates import date_rules
from api.src.services.text_processing.normalization.world.money import money_rules
from api.src.services.text_processing.normalization.world.numbers import number_rules, ordinal_rules
from api.src.services.text_processing.normalization.world.reader import Reader
from api.src.services.text_processing.normalization.world.symbols import symbol_rules
from api.src.services.text_processing.normalization.world.units import unit_rules
from api.src.services.text_processing.normalization.world.web import web_rules

_MODULES = {
    "e": "spanish", "f": "french", "h": "hindi", "i": "italian", "j": "japanese", "p": "portuguese", "z": "mandarin",
}  # fmt: skip


def world_rules(code: str) -> tuple[Rule, ...]:
    """The rules of a language other than English, by its code ("e"), the more special ones first."""
    reader = Reader(import_module(f"{__name__}.{_MODULES[code]}").LOCALE)
    return (
        *reader.locale.own_rules(reader),
        *abbreviation_rules(reader),
        *date_rules(reader),
        *ordinal_rules(reader),
        *web_rules(reader),
        *money_rules(reader),
        *unit_rules(reader),
        *number_rules(reader),
        *symbol_rules(reader),
    )
