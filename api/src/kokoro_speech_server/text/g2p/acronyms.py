"""English acronyms that the dictionaries lack or take for words, and letters that look like words: A and AM."""

from collections.abc import Sequence

from kokoro_speech_server.text.g2p.capitals import NUMBER_WORDS

SPELLED = frozenset("ADA BIM OPS WHO".split())
"""Said as letters, although the dictionaries have words of the same letters."""

SAID = {
    "DOS": ("dˈɔs", "dˈɒs"), "ERISA": ("əɹˈɪsə", "əɹˈɪsə"), "FAFSA": ("fˈæfsə", "fˈafsə"),
    "FERPA": ("fˈɜɹpə", "fˈɜːpə"), "GAAP": ("ɡˈæp", "ɡˈap"), "IKEA": ("Ikˈiə", "Ikˈiːə"), "MoMA": ("mˈOmə", "mˈQmə"),
    "REIT": ("ɹˈit", "ɹˈiːt"), "REITs": ("ɹˈits", "ɹˈiːts"), "SEPA": ("sˈipə", "sˈiːpə"), "SOFR": ("sˈOfəɹ", "sˈQfə"),
    "SONIA": ("sˈOniə", "sˈQniə"), "DACA": ("dˈɑkə", "dˈɑːkə"), "FINRA": ("fˈɪnɹə", "fˈɪnɹə"),
    "GFLOPs": ("ɡˈɪɡəflˌɑps", "ɡˈɪɡəflɒps"), "GFLOPS": ("ɡˈɪɡəflˌɑps", "ɡˈɪɡəflɒps"),
    "TFLOPs": ("tˈɛɹəflˌɑps", "tˈɛɹəflɒps"), "TFLOPS": ("tˈɛɹəflˌɑps", "tˈɛɹəflɒps"),
    "PFLOPs": ("pˈɛTəflˌɑps", "pˈɛtəflɒps"), "PFLOPS": ("pˈɛTəflˌɑps", "pˈɛtəflɒps"),
    "MFLOPS": ("mˈɛɡəflˌɑps", "mˈɛɡəflɒps"),
}  # fmt: skip
"""The American and the British phonemes of ones that are said as words."""

_AFTER_THE_LETTER = frozenset("squared cubed equals is was are were over defines prime implies".split())
"""What a letter is the subject of, but no article precedes: "A squared"."""

_SIGNS = frozenset("plus minus times sub".split())
_PAUSES = (",", ";")


def is_letters(words: Sequence[str], place: int) -> bool:
    """Whether a word in capitals that could be another one is letters: AM behind an hour, the A of "A squared"."""
    word = words[place]
    before = words[place - 1] if place else ""
    after = words[place + 1] if place + 1 < len(words) else ""
    if word == "AM":
        return before != "I" and after != "I"
    return word == "A" and _is_letter(before, after, words[place + 2 : place + 3])


def _is_letter(before: str, after: str, further: Sequence[str]) -> bool:
    """Whether "A" is a letter, unlike the article with which a sentence or a quotation begins."""
    if before[-1:].isalnum() or (len(after) == 1 and after.isupper()):
        return True
    if after in _SIGNS:
        return bool(further) and (further[0][:1].isupper() or further[0] in NUMBER_WORDS)
    return after in _AFTER_THE_LETTER or (before in _PAUSES and after.islower())
