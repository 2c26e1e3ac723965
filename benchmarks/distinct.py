"""Hundreds of different texts, for benchmarks that must not be answered from a cache."""

import random
from collections.abc import Iterator

_WHEN = "Before breakfast;At noon;Late in March;On the second day;After the storm;Every other week".split(";")
_WHO = (
    "the gardener;my older sister;a retired pilot;the night nurse;our neighbor;the youngest clerk;"
    "a tired violinist;the ferry captain"
).split(";")
_DID = (
    "carried;repaired;painted;borrowed;forgot;measured;sold;hid;returned;photographed;sketched;polished"
).split(";")
_WHAT = (
    "the copper kettle;a wooden ladder;seven old maps;the broken radio;a basket of pears;the blue bicycle;"
    "two heavy suitcases;a letter from home;the kitchen clock;a box of seeds"
).split(";")
_WHERE = (
    "behind the station;under the long bridge;at the edge of the village;near the frozen river;"
    "in the empty theater;beside the bakery;on the upper floor;across the square"
).split(";")
_WHY = (
    "because nobody else would;although the rain had not stopped;while the others were still asleep;"
    "without saying a word to anyone;as if it were the most ordinary thing"
).split(";")


def distinct_texts(count: int, *, seed: int = 0) -> list[str]:
    """`count` different texts of one or two sentences, 6 to 45 words; equal seeds give equal texts."""
    generator = random.Random(seed)
    texts: dict[str, None] = {}
    while len(texts) < count:
        sentences = generator.choice((1, 1, 1, 2))
        texts[" ".join(_sentence(generator) for _ in range(sentences))] = None
    return list(texts)


def long_sentences(count: int, *, seed: int = 0) -> list[str]:
    """`count` different sentences of at least 14 words, half of them with two clauses; equal seeds give equal ones."""
    generator = random.Random(seed)
    sentences: dict[str, None] = {}
    while len(sentences) < count:
        sentence, other = _sentence(generator), _sentence(generator)
        if len(sentences) % 2:
            sentence = f"{sentence[:-1]}, and {other[0].lower()}{other[1:]}"
        if len(sentence.split()) >= 14:
            sentences[sentence] = None
    return list(sentences)


def long_text(words: int, *, seed: int) -> str:
    """Sentences of the same kind with at least `words` words together."""
    generator = random.Random(seed)
    return " ".join(_enough(generator, words))


def _enough(generator: random.Random, words: int) -> Iterator[str]:
    while words > 0:
        sentence = _sentence(generator)
        words -= len(sentence.split())
        yield sentence


def _sentence(generator: random.Random) -> str:
    parts = [generator.choice(_WHO), generator.choice(_DID), generator.choice(_WHAT)]
    if generator.random() < 0.5:
        parts.insert(0, generator.choice(_WHEN))
    if generator.random() < 0.6:
        parts.append(generator.choice(_WHERE))
    if generator.random() < 0.3:
        parts.append(generator.choice(_WHY))
    sentence = " ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}."
