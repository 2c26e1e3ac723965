"""Keys and photographs: Ctrl-Alt-Del, ⌘⇧P, f/2.8, 1/250 s."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import NUMERIC
from kokoro_speech_server.text.normalization.rules import Category, Rule

_NAMES = {
    "Ctrl": "Control", "Ctl": "Control", "Cmd": "Command", "Opt": "Option", "Del": "Delete", "Esc": "Escape",
    "Win": "Windows", "Ins": "Insert", "PgUp": "Page Up", "PgDn": "Page Down", "Fn": "Function",
}  # fmt: skip
_CHORD = re.compile(
    r"(?<![\w+-])(?:Ctrl|Ctl|Control|Alt|Shift|Cmd|Command|Option|Opt|Win|Fn|⌘|Super)"
    r"(?:(?:-| ?\+ ?)(?:[A-Z][a-zA-Z]{1,8}|[A-Z0-9]|F\d{1,2}|[a-z])){1,3}(?![\w+-])"
)
_PLUS_OR_HYPHEN = re.compile("[-+]")
_SPACED_PLUS = re.compile(r"-| ?\+ ?")
_SIGNS = {
    "⌘": "Command", "⇧": "Shift", "⌥": "Option", "⌃": "Control", "⎋": "Escape", "⏎": "Return", "↩": "Return",
    "⌫": "Delete", "⌦": "Forward Delete", "⇥": "Tab", "⇪": "Caps Lock", "␣": "Space", "⌤": "Enter", "↵": "Enter",
}  # fmt: skip
_SIGN = re.compile(f"[{''.join(_SIGNS)}]")
_SIGNED = re.compile(
    rf"(?P<signs>(?:{_SIGN.pattern}\ufe0f?(?: ?\+ ?)?){{1,5}})(?P<key>F\d{{1,2}}|[A-Z0-9](?!\w)|(?=[A-Z][a-z]|\W|$))"
)
_APERTURE = re.compile(r"(?<![\w/.])[fƒ]/ ?(?P<number>\d{1,2}(?:\.\d{1,2})?)(?![\w/])")
_SHUTTER = re.compile(r"(?<![\w/.,])1/(?P<part>\d{2,5}) ?s(?:ec(?:onds?)?)?(?![\w/])")


def key_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for keys that are pressed together, f-numbers and shutter times."""

    def chord(match: re.Match[str]) -> str:
        keys = _SPACED_PLUS.split(match[0])
        named = (_NAMES.get(key, key.upper() if len(key) == 1 else key) for key in keys)
        return " ".join(numbers.number(key) if key.isdecimal() else key for key in named)

    def signed(match: re.Match[str]) -> str:
        if match["signs"] == "↵" and match.string[: match.start()].rstrip("* ").endswith(("Enter", "Return")):
            return match["key"]
        words = [_SIGNS[sign] for sign in match["signs"] if sign in _SIGNS]
        return " ".join([*words, match["key"]]).rstrip()

    def aperture(match: re.Match[str]) -> str:
        return f"F {numbers.number(match['number'])}"

    def shutter(match: re.Match[str]) -> str:
        return f"one {numbers.ordinal(int(match['part']))} of a second"

    return (
        Rule(Category.SYMBOLS, _CHORD, chord, needs=_PLUS_OR_HYPHEN),
        Rule(Category.SYMBOLS, _SIGNED, signed, needs=_SIGN),
        Rule(Category.UNITS, _APERTURE, aperture, needs=NUMERIC),
        Rule(Category.UNITS, _SHUTTER, shutter, needs=NUMERIC),
    )
