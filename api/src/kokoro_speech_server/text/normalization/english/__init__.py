"""Rules for American and British English."""

from kokoro_speech_server.text.normalization.english.abbreviations import abbreviation_rules
from kokoro_speech_server.text.normalization.english.amount_pairs import amount_pair_rules
from kokoro_speech_server.text.normalization.english.armies import army_rules
from kokoro_speech_server.text.normalization.english.bearings import bearing_rules
from kokoro_speech_server.text.normalization.english.calculus import calculus_rules
from kokoro_speech_server.text.normalization.english.chemistry import chemistry_rules
from kokoro_speech_server.text.normalization.english.citations import citation_rules
from kokoro_speech_server.text.normalization.english.classified import classified_rules
from kokoro_speech_server.text.normalization.english.clinic import clinic_rules
from kokoro_speech_server.text.normalization.english.clothing import clothing_rules
from kokoro_speech_server.text.normalization.english.commands import command_rules
from kokoro_speech_server.text.normalization.english.compound_units import compound_unit_rules
from kokoro_speech_server.text.normalization.english.counting import magnitude_rules, number_rules
from kokoro_speech_server.text.normalization.english.dates import date_rules
from kokoro_speech_server.text.normalization.english.emojis import emoji_rules
from kokoro_speech_server.text.normalization.english.everyday_forms import everyday_rules
from kokoro_speech_server.text.normalization.english.expressions import expression_rules
from kokoro_speech_server.text.normalization.english.field_units import field_unit_rules
from kokoro_speech_server.text.normalization.english.functions import function_rules
from kokoro_speech_server.text.normalization.english.ids import id_rules
from kokoro_speech_server.text.normalization.english.keys import key_rules
from kokoro_speech_server.text.normalization.english.laboratory import laboratory_rules
from kokoro_speech_server.text.normalization.english.law import law_rules
from kokoro_speech_server.text.normalization.english.markets import market_rules
from kokoro_speech_server.text.normalization.english.maths import maths_rules
from kokoro_speech_server.text.normalization.english.measures import measure_rules
from kokoro_speech_server.text.normalization.english.money import money_rules
from kokoro_speech_server.text.normalization.english.named_numbers import named_number_rules
from kokoro_speech_server.text.normalization.english.nature import nature_rules
from kokoro_speech_server.text.normalization.english.needlework import needlework_rules
from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.optional_plurals import optional_plural_rules
from kokoro_speech_server.text.normalization.english.phones import phone_rules
from kokoro_speech_server.text.normalization.english.phonetics import phonetic_rules
from kokoro_speech_server.text.normalization.english.places import place_rules
from kokoro_speech_server.text.normalization.english.politics import politics_rules
from kokoro_speech_server.text.normalization.english.portions import portion_rules, ratio_rules
from kokoro_speech_server.text.normalization.english.products import product_rules
from kokoro_speech_server.text.normalization.english.roman import roman_rules
from kokoro_speech_server.text.normalization.english.routes import route_rules
from kokoro_speech_server.text.normalization.english.schools import school_rules
from kokoro_speech_server.text.normalization.english.scores import score_rules
from kokoro_speech_server.text.normalization.english.scripture import scripture_rules
from kokoro_speech_server.text.normalization.english.shows import show_rules
from kokoro_speech_server.text.normalization.english.specifications import specification_rules
from kokoro_speech_server.text.normalization.english.sports import sport_rules
from kokoro_speech_server.text.normalization.english.symbols import symbol_rules
from kokoro_speech_server.text.normalization.english.times import time_rules
from kokoro_speech_server.text.normalization.english.trade_measures import trade_measure_rules
from kokoro_speech_server.text.normalization.english.travel import travel_rules
from kokoro_speech_server.text.normalization.english.units import unit_rules
from kokoro_speech_server.text.normalization.english.web import web_rules
from kokoro_speech_server.text.normalization.english.written_dates import written_date_rules
from kokoro_speech_server.text.normalization.english.years import year_rules
from kokoro_speech_server.text.normalization.notes import note_rules
from kokoro_speech_server.text.normalization.rules import Rule


def english_rules(*, british: bool) -> tuple[Rule, ...]:
    """All rules of a variety of English, the more specific ones first."""
    numbers = Numbers(british=british)
    return (
        *note_rules(),
        *phonetic_rules(),
        *emoji_rules(numbers),
        *web_rules(numbers),
        *product_rules(numbers),
        *command_rules(),
        *key_rules(numbers),
        *optional_plural_rules(),
        *everyday_rules(numbers),
        *nature_rules(numbers),
        *specification_rules(numbers),
        *function_rules(numbers),
        *calculus_rules(numbers),
        *expression_rules(numbers),
        *clinic_rules(),
        *laboratory_rules(numbers),
        *citation_rules(numbers),
        *law_rules(numbers),
        *scripture_rules(numbers),
        *needlework_rules(numbers),
        *classified_rules(numbers),
        *clothing_rules(numbers),
        *school_rules(numbers),
        *place_rules(numbers),
        *bearing_rules(),
        *route_rules(numbers),
        *phone_rules(numbers),
        *politics_rules(),
        *army_rules(),
        *sport_rules(numbers),
        *score_rules(numbers),
        *show_rules(numbers),
        *market_rules(numbers),
        *travel_rules(numbers),
        *date_rules(numbers),
        *written_date_rules(numbers),
        *ratio_rules(numbers),
        *time_rules(numbers),
        *year_rules(numbers),
        *money_rules(numbers),
        *named_number_rules(numbers),
        *compound_unit_rules(numbers),
        *trade_measure_rules(numbers),
        *amount_pair_rules(numbers),
        *measure_rules(numbers),
        *chemistry_rules(numbers),
        *field_unit_rules(numbers),
        *unit_rules(numbers),
        *maths_rules(numbers),
        *portion_rules(numbers),
        *roman_rules(numbers),
        *magnitude_rules(numbers),
        *abbreviation_rules(british=british),
        *id_rules(numbers),
        *number_rules(numbers),
        *symbol_rules(),
    )
