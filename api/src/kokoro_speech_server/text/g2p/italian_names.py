"""How names from other languages are written so that espeak-ng says them in Italian as people there do.

Only what the letters of a name tell is here; single names are in tables.
"""

import re

from kokoro_speech_server.text.g2p.italian_words import ACCENTED_NAMES, PLACES

_PORTUGUESE = re.compile(
    r"(?!françois)[a-zà-ÿ]{0,20}ç[a-zà-ÿğ]{1,20}|[a-zà-ÿ]{0,20}(?:ão|ões)", re.IGNORECASE
)
_SPANISH = re.compile(r"[A-ZÀ-Þ][a-zà-ÿ]{1,12}[gq]ue[zs]")
_SLAVIC = re.compile(
    r"(?P<before>[A-ZÀ-Þ][a-zà-ÿ]{0,12}?)(?P<vowel>[aeiou])(?P<rest>[a-zà-ÿ]{1,3}[eo]vi)[cćč]h?"
)
_SHORT_SLAVIC = re.compile(r"(?P<start>[A-ZÀ-Þ][a-zà-ÿ]{0,3})ovi[cćč]")
_GERMANIC = re.compile(
    r"(?!(?:Pot|Vol|Av|Sap|Ved|Dov|Ten|Val|God|Tem|Tac)er\Z)"
    r"(?P<start>[A-ZÀ-Þ][bcdfghjklmnprstvwxzß]{0,3})(?P<vowel>[aeiouäöü])(?P<rest>(?!gn|gl|sc)[bcdfghjklmnpqrstvwxzß]{1,4}er)(?P<end>s?)"
)
_FRENCH = re.compile(
    r"(?!Louis|Haut\Z|Laut\Z|Beau)(?P<start>[A-ZÀ-Þ][a-zà-ÿ]{1,12}?)(?P<end>eaux?|aul?t|auds?|aux|oux|ois|oire?|ieux?)"
    r"|(?P<small>[a-zà-ÿ]{2,12}?)(?P<end2>eaux?)"
)
_FRENCH_ENDS = (("oux", "ù"), ("oir", "uàr"), ("ois", "uà"), ("ieu", "iò"), ("", "ò"))
_FRENCH_SOUNDS = (
    ("ou", "u"), ("ch(?=[eéièê])", "sc"), ("ch", "sci"), ("th", "t"), ("qu(?=[eiéè])", "ch"), ("j", "gi"), ("eu", "e"),
    ("â", "a"), ("[éêè]", "e"),
)  # fmt: skip
_SCOTTISH = re.compile(r"Ma?c(?P<rest>[A-Z][a-z]{2,15})")
_WITH_ACCENT = str.maketrans("aeiouäöü", "àèìòùèòù")


def written_in_italian(name: str) -> str:
    """The name as Italians would write it, or "" if its letters do not tell."""
    if known := PLACES.get(name) or ACCENTED_NAMES.get(name.lower()):
        return known
    if match := _SCOTTISH.fullmatch(name):
        return "mac" + match["rest"].lower().removeprefix("c").replace("y", "i")
    if match := _FRENCH.fullmatch(name):
        return _from_french(match["start"] or match["small"], match["end"] or match["end2"])
    return _from_the_south(name) or _from_the_east(name)


def _from_the_south(name: str) -> str:
    if _PORTUGUESE.fullmatch(name):
        return _from_portuguese(name.lower())
    if _SPANISH.fullmatch(name):
        return re.sub("que([zs])$", r"che\1", re.sub("gue([zs])$", r"ghe\1", name))
    return ""


def _from_the_east(name: str) -> str:
    if match := _SLAVIC.fullmatch(name):
        words = f"{match['before']}{match['vowel'].translate(_WITH_ACCENT)}{match['rest']}ch"
        return re.sub("(?i)dj(?=[aeouàèòù])", "gi", words).replace("j", "i")
    if match := _SHORT_SLAVIC.fullmatch(name):
        return f"{match['start'].replace('J', 'I')}òvich"
    if match := _GERMANIC.fullmatch(name):
        return f"{match['start']}{match['vowel'].translate(_WITH_ACCENT)}{match['rest']}{match['end']}"
    return ""


def _from_french(start: str, end: str) -> str:
    words = start.lower()
    for letters, sound in _FRENCH_SOUNDS:
        words = re.sub(letters, sound, words)
    return words + next(sound for letters, sound in _FRENCH_ENDS if end.startswith(letters))


def _from_portuguese(name: str) -> str:
    if name.startswith("ç"):  # Turkish
        return "ci" + name[1:].replace("ğ", "g")
    words = re.sub("c(?=[eéêií])", "s", name)
    words = re.sub("(?<=[aeiouáéíóúâêô])ç", "ss", words).replace("ç", "s")
    words = re.sub("^j", "gi", words).replace("nh", "gn").replace("lh", "gli")
    return words.replace("ão", "àu").replace("ões", "òes")
