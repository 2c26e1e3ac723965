"""What every grapheme-to-phoneme converter gives back."""

import logging
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from kokoro_speech_server.text.pronunciations import Pronunciations

logger = logging.getLogger(__name__)


class PhonemeSpan(NamedTuple):
    """Phonemes as the converter writes them, and the characters `start:end` of its text that they speak."""

    phonemes: str
    start: int
    end: int


_MOST = 4
"""Words said as one, or words that one is said in."""

G2P = Callable[[str], list[PhonemeSpan]]
"""Takes cleaned text (single spaces, no controls); gives all that is to be said, spaces and marks included."""


def salvaging(convert: G2P) -> G2P:
    """A converter that survives what the libraries below it trip over (a digit of a rare script, say).

    Text that `convert` fails on is tried again in halves, so that at most single characters are left out,
    and that is logged.
    """

    def whole(text: str) -> list[PhonemeSpan]:
        try:
            return convert(text)
        except Exception:
            if len(text) == 1:
                logger.warning("No phonemes for U+%04X: the converter failed on it", ord(text), exc_info=True)
                return []
        middle = text.find(" ", len(text) // 2, len(text) - 1) + 1 or len(text) // 2
        later = [PhonemeSpan(ps, middle + start, middle + end) for ps, start, end in whole(text[middle:])]
        return [*whole(text[:middle]), *later]

    return whole


def with_given(convert: G2P, given: Pronunciations) -> G2P:
    """A converter that says each character of `given` by the phonemes that it stands for, and the rest by `convert`."""

    def whole(text: str) -> list[PhonemeSpan]:
        spoken: list[PhonemeSpan] = []
        position = 0
        for i in [*(i for i, character in enumerate(text) if character in given), len(text)]:
            part = text[position:i].lstrip()
            start = i - len(part)
            if position < start:
                spoken.append(PhonemeSpan(" ", position, position))  # converters drop it
            if part:
                spoken += [PhonemeSpan(phonemes, start + a, start + b) for phonemes, a, b in convert(part)]
            if i < len(text):
                spoken.append(PhonemeSpan(given[text[i]], i, i + 1))
            position = i + 1
        return spoken

    return whole


def align(phonemes: str, words: Sequence[tuple[int, int]]) -> list[PhonemeSpan]:
    """Give each blank-separated group of `phonemes` the span of the words that it speaks, in order.

    `words` are spans of the source, at least one. Where the counts differ, groups and words are matched by their
    lengths: a number may be said in several words, and several words be said as one ("tout le"), whose phonemes are
    then shared out among them.
    """
    groups = phonemes.split()
    spoken: list[PhonemeSpan] = []
    for group_slice, word_slice in _matched(
        [len(group) for group in groups], [end - start for start, end in words]
    ):
        mine = words[word_slice]
        if spoken:
            spoken.append(PhonemeSpan(" ", mine[0][0], mine[0][0]))
        if len(mine) == 1:
            said = " ".join(groups[group_slice])
            spoken += [PhonemeSpan(part, *mine[0]) for part in re.split("( )", said)]
        else:
            spoken += _shared_out(groups[group_slice][0], mine)
    return spoken


def _matched(groups: Sequence[int], words: Sequence[int]) -> list[tuple[slice, slice]]:
    """Which groups belong to which words, one to many or many to one, so that their lengths differ least."""
    scale = sum(words) / max(1, sum(groups))
    reach = abs(len(groups) - len(words)) + 2
    best: dict[tuple[int, int], tuple[float, tuple[int, int]]] = {(0, 0): (0.0, (0, 0))}
    for i in range(len(groups)):
        for j in range(max(0, i - reach), min(len(words), i + reach + 1)):
            if (i, j) not in best:
                continue
            cost = best[i, j][0]
            steps = [(1, more) for more in range(1, len(words) - j + 1)][:_MOST]
            steps += [(more, 1) for more in range(2, len(groups) - i + 1)][: _MOST - 1]
            for many_groups, many_words in steps:
                to = (i + many_groups, j + many_words)
                said = scale * sum(groups[i : to[0]])
                total = cost + abs(said - sum(words[j : to[1]])) + (many_groups + many_words - 2)
                if to not in best or total < best[to][0]:
                    best[to] = (total, (i, j))
    at = (len(groups), len(words))
    if at not in best:  # too different: all of it belongs to all of it, evenly
        return _even(len(groups), len(words))
    pairs = []
    while at != (0, 0):
        before = best[at][1]
        pairs.append((slice(before[0], at[0]), slice(before[1], at[1])))
        at = before
    return pairs[::-1]


def _even(groups: int, words: int) -> list[tuple[slice, slice]]:
    return [
        (slice(i, i + 1), slice(i * words // groups, max(i * words // groups + 1, (i + 1) * words // groups)))
        for i in range(groups)
    ]


def _shared_out(phonemes: str, words: Sequence[tuple[int, int]]) -> list[PhonemeSpan]:
    """Each word's share of the phonemes by its length, at least one if there are enough."""
    letters = sum(end - start for start, end in words)
    spoken: list[PhonemeSpan] = []
    done = read = 0
    for start, end in words:
        read += end - start
        upto = max(done + (done < len(phonemes)), len(phonemes) * read // letters)
        if done < upto:
            spoken.append(PhonemeSpan(phonemes[done:upto], start, end))
        done = upto
    return spoken
