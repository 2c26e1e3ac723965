"""Names of keys in Spanish texts about programs: Ctrl + Alt + T, Supr, Esc."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_NAMES = {
    "Ctrl": "control", "Ctl": "control", "CTRL": "control", "Cmd": "comando", "Supr": "suprimir",
    "Esc": "escape", "Mayús": "mayúsculas", "AvPág": "avance de página", "RePág": "retroceso de página",
    "Av Pág": "avance de página", "Re Pág": "retroceso de página", "ImpPnt": "imprimir pantalla",
    "Impr Pant": "imprimir pantalla", "Bloq Mayús": "bloqueo de mayúsculas", "Bloq Num": "bloqueo numérico",
    "Shift": "shift", "Alt": "alt", "AltGr": "alt gr", "Fn": "función", "Win": "Windows", "Del": "suprimir",
    "Tab": "tabulador", "Opt": "opción", "Ins": "insertar", "Intro": "intro", "Enter": "enter",
}  # fmt: skip
_SURE = "|".join(
    sorted(_NAMES.keys() - {"Del", "Win", "Tab", "Opt", "Ins", "Esc", "Alt", "Fn", "Intro", "Enter", "Shift"})
)
_KEY = re.compile(rf"(?<![\w.-])(?:{_SURE})(?![\w.])|(?<![\w.-])Esc(?!\w|\.\w)")
_ANY = "|".join(sorted(_NAMES, key=len, reverse=True))
_NEXT = rf"(?:{_ANY}|[A-Z][a-záéíóúñ]{{2,9}}|F\d{{1,2}}|[A-Z\d])(?!\w)"
_CHORD = re.compile(
    rf"(?<![\w+-])(?P<keys>(?:{_ANY}|Control)(?: ?\+ ?{_NEXT}){{1,3}}"
    rf"|(?:Ctrl|Ctl|CTRL|Cmd|Alt|Shift)(?:-{_NEXT}){{1,3}})"
    r"(?![\w+-])"
)
_CHORD_NEEDS = re.compile(r"[a-zA-Z] ?[-+] ?[A-Z\d]")
_BETWEEN = re.compile(r" ?[-+] ?")


def key_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules for keys that are pressed together, and for those whose names are no words."""
    plus = f" {speller.locale.plus} "

    def named(key: str) -> str:
        if key in _NAMES:
            return _NAMES[key]
        return speller.number(key) if key.isdecimal() else key

    def chord(match: re.Match[str]) -> str:
        return plus.join(named(key) for key in _BETWEEN.split(match["keys"]))

    return (
        Rule(Category.SYMBOLS, _CHORD, chord, needs=_CHORD_NEEDS),
        Rule(Category.SYMBOLS, _KEY, lambda match: _NAMES[match[0]], needs=_KEY),
    )
