"""Endings that stand for both genders in Spanish texts: compañer@s, l@s, todxs, trabajador@s."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_WORD = "[a-záéíóúñA-ZÁÉÍÓÚÑ]"
_AT = re.compile(rf"(?<![\w.@/#+-])(?P<stem>{_WORD}{{1,20}})@(?P<plural>s)(?![\w@/-]|\.\w)")
_ONE = re.compile(
    r"(?<![\w.@/#+-])(?P<stem>(?:[Uu]n|[Aa]lgun|[Nn]ingun|[Oo]tr|[Tt]od|[Mm]uch|[Nn]iñ|[Aa]lumn|[Aa]mig|[Cc]hic"
    r"|[Cc]ompañer|[Hh]erman|[Hh]ij|[Cc]andidat|[Uu]suari|[Nn]uestr|[Vv]uestr|[Cc]iudadan|[Ee]mplead|[Ii]nteresad"
    r"|[Aa]bogad|[Mm]édic|[Vv]ecin|[Ss]oci|[Nn]in|[Bb]ienvenid|[Tt]écnic|[Ee]nfermer|[Mm]aestr|[Tt]utor|[Pp]rofesor"
    r"|[a-záéíóú]{2,16}[aií]d|[Tt]rabajador|[Ee]ducador|[Cc]olaborador|[Cc]oordinador|[Aa]utor|[Dd]irector|[Ll]ector|[Ss]eguidor))@(?P<plural>)"
    r"(?![\w@/-]|\.\w)"
)
_AT_NEEDS = re.compile(r"[a-zñ]@")
_CROSSED = re.compile(
    rf"(?<![\w.@/#-])(?P<stem>{_WORD}{{0,20}}[bcdfghjklmnñprstvzBCDFGLMNÑRST])xs(?![\w@/-]|\.\w)"
)
_CROSSED_NEEDS = re.compile(r"[b-df-hj-np-tvzñ]xs(?!\w)", re.IGNORECASE)
_OF_PERSONS = ("dor", "sor", "tor")
"""Ends of stems to which the masculine adds nothing in the singular: "profesor"."""


def inclusive_rules() -> tuple[Rule, ...]:
    """Rules that come before those for addresses: "@" is said as the masculine, and "x" as "e"."""

    def at(match: re.Match[str]) -> str:
        stem = match["stem"]
        if stem.endswith(_OF_PERSONS):
            return stem + ("es" if match["plural"] else "")
        if stem.lower() in ("un", "algun", "ningun") and not match["plural"]:
            return {"u": "un", "a": "algún", "n": "ningún"}[stem[0].lower()]
        return f"{stem}o{match['plural']}"

    def crossed(match: re.Match[str]) -> str:
        stem = match["stem"]
        last = {"c": "qu", "g": "gu", "z": "c"}.get(stem[-1], stem[-1])
        return f"{stem[:-1]}{last}es"

    return (
        Rule(Category.SYMBOLS, _AT, at, needs=_AT_NEEDS),
        Rule(Category.SYMBOLS, _ONE, at, needs=_AT_NEEDS),
        Rule(Category.SYMBOLS, _CROSSED, crossed, needs=_CROSSED_NEEDS),
    )
