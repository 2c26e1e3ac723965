"""Latin initials in Mandarin texts that English would say as words, and COVID-19."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_SPELLED = ("WHO", "ADC", "IT", "OS", "LED", "OLED", "AMOLED", "ROE", "ROC", "PER", "ROI")
_NAMES = {"TOEFL": "托福", "JAXA": "Jaxa", "JSON": "Jason"}
_INITIALS = re.compile(
    rf"(?<![A-Za-z\d@#./_&-])(?<![A-Za-z] )(?:{any_of((*_SPELLED, *_NAMES))})(?![A-Za-z\d@_]|[.&'’/-]\w| [A-Za-z])"
)
_SLANG = re.compile(
    r"(?<![A-Za-z\d@#./_&-])(?:yyds|xswl|awsl|nsdd|zqsg|plmm|ssfd|szd|xdm|jms|yygq|dbq)(?![A-Za-z\d@_]|[.&'’/-]\w)"
)
"""Initials of pinyin, in small letters."""
_NEEDS = re.compile("[A-Z]{2}")
_COVID = re.compile(r"(?<![A-Za-z])COVID-19(?!\d)")


def initial_rules() -> tuple[Rule, ...]:
    """Rules that come before those for numbers."""
    return (
        Rule(
            Category.ABBREVIATIONS,
            _INITIALS,
            lambda match: _NAMES.get(match[0]) or " ".join(match[0]).replace("A", "诶"),
            needs=_NEEDS,
        ),
        Rule(
            Category.ABBREVIATIONS,
            _SLANG,
            lambda match: " ".join(match[0].upper()).replace("A", "诶"),
            needs=_SLANG,
        ),
        Rule(Category.NUMBERS, _COVID, lambda match: "COVID 十九", needs=_NEEDS),
    )
