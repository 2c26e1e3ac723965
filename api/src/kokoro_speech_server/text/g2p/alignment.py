"""Which phonemes stand for which words, where a library returns the phonemes of several words as one string."""

import re
from collections.abc import Sequence

from kokoro_speech_server.text.g2p.base import PhonemeSpan

_MAX_GROUP = 4
"""Words that one group of phonemes may stand for, or groups that one word may have."""

_MORE = 4
"""Characters of difference in length that weigh as much as one more word or group than one."""


def align(phonemes: str, words: Sequence[tuple[int, int]]) -> list[PhonemeSpan]:
    """Give each blank-separated group of `phonemes` the span of the words that it stands for, in order.

    `words` are spans of the text, at least one. Where the numbers of groups and words differ, both are matched by
    length: a number may become several groups, and several words one group ("tout le"), whose phonemes are then
    divided among the words.
    """
    groups = phonemes.split()
    spans: list[PhonemeSpan] = []
    for group_slice, word_slice in _matches(
        [len(group) for group in groups], [end - start for start, end in words]
    ):
        matched = words[word_slice]
        if spans:
            spans.append(PhonemeSpan(" ", matched[0][0], matched[0][0]))
        if len(matched) == 1:
            parts = re.split("( )", " ".join(groups[group_slice]))
            spans += [PhonemeSpan(part, *matched[0]) for part in parts]
        else:
            spans += _divided(groups[group_slice][0], matched)
    return spans


def _matches(groups: Sequence[int], words: Sequence[int]) -> list[tuple[slice, slice]]:
    """Slices of groups and of words that belong together, one to many or many to one, by least difference in length.

    groups, words: the lengths of each
    """
    scale = sum(words) / max(1, sum(groups))
    reach = abs(len(groups) - len(words)) + 2
    best: dict[tuple[int, int], tuple[float, tuple[int, int]]] = {(0, 0): (0.0, (0, 0))}
    for i in range(len(groups)):
        for j in range(max(0, i - reach), min(len(words), i + reach + 1)):
            if (i, j) not in best:
                continue
            cost = best[i, j][0]
            steps = [(1, more) for more in range(1, len(words) - j + 1)][:_MAX_GROUP]
            steps += [(more, 1) for more in range(2, len(groups) - i + 1)][: _MAX_GROUP - 1]
            for group_count, word_count in steps:
                to = (i + group_count, j + word_count)
                expected = scale * sum(groups[i : to[0]])
                total = cost + abs(expected - sum(words[j : to[1]])) + _MORE * (group_count + word_count - 2)
                if to not in best or total < best[to][0]:
                    best[to] = (total, (i, j))
    at = (len(groups), len(words))
    if at not in best:  # the counts differ too much for any match
        return _even_matches(len(groups), len(words))
    matches = []
    while at != (0, 0):
        before = best[at][1]
        matches.append((slice(before[0], at[0]), slice(before[1], at[1])))
        at = before
    return matches[::-1]


def _even_matches(groups: int, words: int) -> list[tuple[slice, slice]]:
    return [
        (slice(i, i + 1), slice(i * words // groups, max(i * words // groups + 1, (i + 1) * words // groups)))
        for i in range(groups)
    ]


def _divided(phonemes: str, words: Sequence[tuple[int, int]]) -> list[PhonemeSpan]:
    """Each word's share of the phonemes by its length: at least one phoneme each, while they last."""
    letters = sum(end - start for start, end in words)
    spans: list[PhonemeSpan] = []
    done = letters_done = 0
    for start, end in words:
        letters_done += end - start
        upto = max(done + (done < len(phonemes)), len(phonemes) * letters_done // letters)
        if done < upto:
            spans.append(PhonemeSpan(phonemes[done:upto], start, end))
        done = upto
    return spans
