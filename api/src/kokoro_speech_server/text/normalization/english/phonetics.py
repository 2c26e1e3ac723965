"""Transcriptions of names in the International Phonetic Alphabet, which an encyclopedia has and no reader says."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_PHONETIC = "ˈˌːəɪʊɛɔæɑɐʌɒɜɨʉɯøœʏɤɵʃʒθðŋɲɳɴɹɾʁʀɡɣχħʕʔɟɕʑʂʐɖʈɭʎʋβɸɰ"
_LABEL = r"(?:(?:[A-Z][a-z]{1,14}|US|UK|IPA|also|locally|pronounced|pronunciation):? ){0,3}"
_ONE = (
    rf"(?:/(?=[^/\n]{{0,30}}[{_PHONETIC}])[^/\n\d]{{1,40}}/|"
    rf"\[(?=[^\[\]\n]{{0,30}}[{_PHONETIC}])[^\[\]\n\d]{{1,40}}\])(?![\w/])"
)
_ALL = re.compile(rf" \({_LABEL}{_ONE}(?:[,;] {_LABEL}{_ONE}){{0,4}}\)")
_FIRST = re.compile(rf"(?<=\(){_LABEL}{_ONE}[,;]? ")
_OTHER = re.compile(rf"(?:[,;] {_LABEL}| ){_ONE}")
_NEEDED = re.compile(f"[{_PHONETIC}]")


def phonetic_rules() -> tuple[Rule, ...]:
    """Rules for Kyiv (/ˈkiːjɪv/ KEE-yiv), which is read as Kyiv (KEE-yiv)."""
    return tuple(
        Rule(Category.SYMBOLS, pattern, lambda match: "", needs=_NEEDED) for pattern in (_ALL, _FIRST, _OTHER)
    )
