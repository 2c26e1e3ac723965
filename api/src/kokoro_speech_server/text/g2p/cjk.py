"""Japanese and Mandarin: scripts without spaces, in which words of other scripts are read as English."""

import itertools
import re
import tempfile
from collections.abc import Callable, Iterable
from functools import partial

from kokoro_speech_server.text.g2p.base import G2P, PhonemeSpan, align
from kokoro_speech_server.text.g2p.punctuation import clause_by_clause

_HAN_OR_KANA = (
    "々〆〇ー\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
# A word of any other script, and more of them after single spaces.
_FOREIGN_WORD = rf"[^\W\d_{_HAN_OR_KANA}](?:[^\W_{_HAN_OR_KANA}]|['’&.-](?=[^\W\d_{_HAN_OR_KANA}]))*"
_FOREIGN = re.compile(rf"{_FOREIGN_WORD}(?: {_FOREIGN_WORD})*")


def japanese_g2p(english: G2P) -> G2P:
    """Japanese by misaki's port of cutlet, the way the `kokoro` library takes."""
    from misaki.cutlet import Cutlet  # noqa: PLC0415  # its parts come with the extra [ja]

    cutlet = Cutlet()

    def native(text: str, offset: int) -> list[PhonemeSpan]:
        phonemes, _ = cutlet(text)
        return align(phonemes, _spans((word.surface for word in cutlet.tagger(text)), text, offset))

    return clause_by_clause(partial(_by_script, native, english))


def mandarin_g2p(english: G2P) -> G2P:
    """Mandarin by misaki's pinyin, the way the `kokoro` library takes for Kokoro v1.0."""
    import jieba  # noqa: PLC0415  # the extra [zh]
    from misaki.zh import ZHG2P  # noqa: PLC0415

    jieba.setLogLevel("WARNING")
    # jieba keeps a marshalled dictionary under a fixed name in the shared temporary folder, where any user of
    # the machine could put one first. Ours is private and gone at once; building it takes under a second.
    with tempfile.TemporaryDirectory() as private:
        jieba.dt.tmp_dir = private
        jieba.initialize()
    zh = ZHG2P()

    def native(text: str, offset: int) -> list[PhonemeSpan]:
        phonemes, _ = zh(text)
        return align(phonemes, _spans(jieba.lcut(text), text, offset))

    return clause_by_clause(partial(_by_script, native, english))


def _by_script(
    native: Callable[[str, int], list[PhonemeSpan]], english: G2P, text: str, offset: int
) -> list[PhonemeSpan]:
    """Convert a clause with the words of other scripts by `english` and the rest by `native`."""
    edges = [0, *itertools.chain.from_iterable(match.span() for match in _FOREIGN.finditer(text)), len(text)]
    spoken: list[PhonemeSpan] = []
    for i, (start, end) in enumerate(itertools.pairwise(edges)):
        part = text[start:end]
        if not part.strip():
            continue
        if spoken:
            spoken.append(PhonemeSpan(" ", offset + start, offset + start))
        if i % 2:
            spoken += [PhonemeSpan(ps, offset + start + a, offset + start + b) for ps, a, b in english(part)]
        else:
            lead = len(part) - len(part.lstrip())
            spoken += native(part.strip(), offset + start + lead)
    return spoken


def _spans(words: Iterable[str], text: str, offset: int) -> list[tuple[int, int]]:
    """Where each word stands, in order; the whole text where a tokenizer gave words that are not in it."""
    spans: list[tuple[int, int]] = []
    position = 0
    for word in words:
        found = text.find(word, position) if word.strip() else -1
        if found >= 0:
            position = found + len(word)
            spans.append((offset + found, offset + position))
    return spans or [(offset, offset + len(text))]
