"""Text in a script without spaces, in which words of other scripts are read as English."""

import itertools
import re
from collections.abc import Callable, Iterable
from functools import partial

from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan
from kokoro_speech_server.text.g2p.punctuation import clause_by_clause

_HAN_OR_KANA = (
    "々〆〇ー\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
# A word of any other script, and more of them after single spaces.
_FOREIGN_WORD = rf"[^\W\d_{_HAN_OR_KANA}](?:[^\W_{_HAN_OR_KANA}]|['’&.-](?=[^\W\d_{_HAN_OR_KANA}]))*"
_FOREIGN = re.compile(rf"{_FOREIGN_WORD}(?: {_FOREIGN_WORD})*")
_SINGLE_LETTERS = re.compile("[A-Za-z](?: [A-Za-z])*")
_AS_LETTER = {"a": "ˈA", "A": "ˈA", " ": " "}


def mixed_script_g2p(native: Callable[[str, int], list[PhonemeSpan]], english: G2P) -> G2P:
    """A converter that reads words of other scripts with `english` and everything else with `native`.

    native: converts a stretch of a clause, given with its offset in the text
    """
    return clause_by_clause(partial(_convert_clause, native, english))


def word_spans(words: Iterable[str], text: str, offset: int) -> list[tuple[int, int]]:
    """The span of each word, in order, or the whole text if the tokenizer returned words that it does not contain."""
    spans: list[tuple[int, int]] = []
    position = 0
    for word in words:
        found = text.find(word, position) if word.strip() else -1
        if found >= 0:
            position = found + len(word)
            spans.append((offset + found, offset + position))
    return spans or [(offset, offset + len(text))]


def _letters(english: G2P, letters: str) -> list[PhonemeSpan]:
    """The names of single letters: the a of "a x" is no article."""
    return [
        PhonemeSpan(phonemes, i + start, i + end)
        for i, letter in enumerate(letters)
        for phonemes, start, end in (
            [PhonemeSpan(_AS_LETTER[letter], 0, 1)] if letter in _AS_LETTER else english(letter)
        )
    ]


def _convert_clause(
    native: Callable[[str, int], list[PhonemeSpan]], english: G2P, text: str, offset: int
) -> list[PhonemeSpan]:
    edges = [0, *itertools.chain.from_iterable(match.span() for match in _FOREIGN.finditer(text)), len(text)]
    spans: list[PhonemeSpan] = []
    for i, (start, end) in enumerate(itertools.pairwise(edges)):
        part = text[start:end]
        if not part.strip():
            continue
        if spans:
            spans.append(PhonemeSpan(" ", offset + start, offset + start))
        if i % 2:
            found = _letters(english, part) if _SINGLE_LETTERS.fullmatch(part) else english(part)
            spans += [PhonemeSpan(ps, offset + start + a, offset + start + b) for ps, a, b in found]
        else:
            lead = len(part) - len(part.lstrip())
            spans += native(part.strip(), offset + start + lead)
    return spans
