"""Telephone numbers, digit by digit with pauses between the groups."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import NUMERIC
from kokoro_speech_server.text.normalization.rules import Category, Rule

_EXTENSION = r"(?:,? ?(?:ext\.?|extension|x) ?(?P<extension>\d{1,6}))?(?![\w]|[-.]\d)"
_PHONE = re.compile(
    r"(?<![\w.,/+-])(?:"
    r"\+\d{7,15}|\+\d{1,3}(?: ?\(0\) ?\d{1,10})?(?:[ .-]\(?\d{1,10}\)?){1,6}"  # international
    r"|00 ?[1-9]\d{0,2}(?: \d{1,5}){2,5}"  # international, with the dialing prefix
    r"|(?:1[ .-])?\(\d{3}\)[ .-]?\d{3}[ .-]\d{4}"  # (555) 123-4567
    r"|(?:1[ .-])?\d{3}[.-]\d{3}[.-]\d{4}|1 \d{3} \d{3} \d{4}|\d{3} \d{3} \d{4}"  # 555-123-4567
    r"|[2-9]\d{2}-\d{4}"  # 555-1234
    r"|\(0\d{2,5}\) ?\d{3,4}(?: \d{3,4})?"  # (020) 7946 0958
    r"|0\d{2,4}[ -]\d{3,4}[ -]?\d{3,4}|0\d{4} \d{5,6}|07\d{3} ?\d{6}"  # British
    r")" + _EXTENSION
)
_LETTERS = re.compile(
    r"(?<![\w.-])(?P<digits>(?:1[ .-]\(?(?:8(?:00|88|77|66|55|44|33)|900)\)?[ .-]|\(8(?:00|88|77|66|55|44|33)\)[ .-]?"
    r"|8(?:00|88|77|66|55|44|33)-))(?P<word>(?=(?:[\dA-Z][.-]?){5,13}(?!\w))(?=[\dA-Z.-]{0,8}[A-Z]{2})(?:[A-Z]{1,10}|\d{1,4})(?:[.-](?:[A-Z]{1,9}|\d{1,4})){0,3})(?![\w-]|\.\w)"
)
_CALL = (
    r"[Cc]all(?:ed|ing|s)?|[Dd]ial(?:l?ed|l?ing|s)?|[Pp]hon(?:ed?|ing)|[Tt]ext(?:ed|ing|s)?|TEXT|CALL|SMS|"
    r"[Mm]essag(?:e|ed|ing)"
)
_KEYWORD = r"(?:(?:the |a )?(?:word|keyword|code|message|text) )?(?:[\"“‘'][^\"”’'\n]{1,20}[\"”’']|[A-Z][A-Z\d]{1,11})"
_SERVICE = re.compile(
    rf"\b(?P<call>(?:{_CALL}|[Rr]ing|[Rr]ang) (?:(?:to|the|up) )?|NHS )"
    r"(?P<number>[1-9]\d{2}|116\d{3})"
    r"(?![\w-]|[.,]\d| [a-z]{3,}s\b| (?:people|men|women|children|more|other|different|of)\b)"
)
_FIVE_DIGITS = re.compile(r"\d{5}")
_SHORT_CODE = re.compile(
    rf"\b(?P<call>(?:{_CALL}|[Rr]eply|[Rr]eplied|[Ss]end(?:ing)?|[Ss]ent) (?:with )?(?:{_KEYWORD} to "
    r"|(?:us|me|them) (?:at|on) |(?:to|the number) )?)(?P<number>[1-9]\d{4,5})(?![\w-]|[.,]\d)"
    r"(?! (?!(?:for|to|if|now|or|and|in|at|from|on|by|today|when|with|before|any|right|via|as|is)\b)[a-z])"
)
"""A number of five or six digits to which messages go, unlike that of the people whom somebody called."""


def phone_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 555-123-4567, +44 20 7946 0958, 1-800-FLOWERS, "call 911", "text HOME to 741741"."""

    def phone(match: re.Match[str]) -> str | None:
        number = match[0][: match.start("extension") - match.start()] if match["extension"] else match[0]
        groups = re.findall(r"\d+", number.replace("(0)", " "))
        if not 7 <= sum(map(len, groups)) <= 15:
            return None
        words = ", ".join(_group(group) for group in groups)
        if match[0].startswith("+"):
            words = f"plus {words}"
        return f"{words}, extension {numbers.digits(match['extension'])}" if match["extension"] else words

    def _group(group: str) -> str:
        return "eight hundred" if group == "800" else numbers.digits(group)

    def letters(match: re.Match[str]) -> str:
        groups = [_group(group) for group in re.findall(r"\d+", match["digits"])]
        words = re.split("[.-]", match["word"])
        said = (f"{numbers.digits(word)}," if word.isdecimal() else word for word in words)
        return f"{', '.join(groups)}, {' '.join(said).rstrip(',')}"

    def service(match: re.Match[str]) -> str:
        return match["call"] + numbers.digits(match["number"])

    return (
        Rule(Category.PHONES, _PHONE, phone, needs=NUMERIC),
        Rule(Category.PHONES, _LETTERS, letters, needs=NUMERIC),
        Rule(Category.PHONES, _SERVICE, service, needs=NUMERIC),
        Rule(Category.PHONES, _SHORT_CODE, service, needs=_FIVE_DIGITS),
    )
