"""Learns which reading of an English heteronym ("lead", "read") its neighbours call for.

Reads the training sentences of WikipediaHomographData (`data/train/*.tsv` and `data/eval/*.tsv` of a checkout), learns
with
an averaged perceptron, one per word, from the features that the server computes, and writes the greatest weights into
`text/g2p/heteronyms.json`, whose readings stay as they are. Prints the accuracy on the evaluation sentences.
"""

import argparse
import csv
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from kokoro_speech_server.text.g2p import heteronyms
from kokoro_speech_server.text.g2p.english import tagger

_KEPT = 30
"""Features of a word that are kept, those with the greatest effect."""

_ROUNDS = 12
_AROUND = 120
"""Characters on both sides of a word that the tagger gets."""

_CUE = 20.0
"""The weight of a cue, more than all that is learned."""

_CUES = {
    "lead_nou": """w+1:paint w+1:pipe w+1:pipes w+1:poisoning w+1:pencil w+1:acid w+1:exposure w+1:levels w+1:bullets
        w+1:shot
        w+1:crystal w+1:oxide w+1:glass w+1:content w+1:contamination w+1:mines w+1:ore w+1:batteries w-2:made n:zinc
        n:copper
        n:mercury n:arsenic n:cadmium n:toxic n:poisoning""",
    "bass": "w+1:guitar w+1:player w+1:drum w+1:line w+1:clarinet w-1:double w-1:plays w-1:on n:guitar n:drums"
    " n:vocals",
    "bass_corp": """w-1:largemouth w-1:sea w-1:striped w-1:smallmouth w+1:fishing n:fish n:caught n:lake n:trout n:river
        n:perch n:fishing""",
    "read_past": "w-1:have w-1:has w-1:had w-1:was w-1:were w-1:been w-1:be w-2:have w-2:has w-2:had w-1:she w-1:he",
    "read_present": """w-1:to w-1:will w-1:can w-1:should w-1:must w-1:would w-1:could w-1:may w-1:please w-1:n't
        w-1:not
        n:every n:always""",
    "minute_adj": "w+1:amount w+1:amounts w+1:details w+1:detail w+1:quantities w+1:traces w+1:particles"
    " w+1:differences",
    "content_adj-nou-vrb": "w+1:with w-1:was w-1:were w-1:is w-1:are w-1:am w-1:be w-1:not w-1:be w+1:themselves"
    " w+1:himself",
    "content_nou": "w+1:of w-1:the w-1:web w-1:online w-1:media w-1:fat w-1:water w-1:its w+1:creator w+1:creators",
    "desert_vrb": "w-1:to w-1:who w-1:will w-1:not w-1:would w+1:their w+1:his w+1:him w+1:them",
    "bow_nou-knot": """n:arrow n:arrows n:ribbon n:violin n:string n:strings n:hair w+1:tie n:archer n:arrow n:knot
        n:cello n:archery n:christmas n:crossbow n:hunting n:ribbons n:satin n:tie n:wrapping
        n:gift n:tied""",
    "bow_nou-ship": "n:ship n:stern n:boat n:vessel n:audience n:deck n:hull w+1:down w-1:took w-1:take n:deep"
    " n:heads w-1:port n:boats n:bowed n:crowd n:queen n:ships n:stage t:VB t:VBP w+1:before w-1:curtain w-1:final"
    " w-1:little w-1:low w-1:polite w-1:quick w-1:slight w-1:starboard w-1:takes w-1:taking w-2:take w-2:taken"
    " w-2:takes w-2:taking w-2:took",
    "tear_nou": """n:cheek n:cheeks n:eye n:eyes w+1:gas w+1:ducts w+1:film w-1:a n:cry n:shed n:single n:wiped""",
    "tear_vrb": "w+1:down w+1:apart w+1:up w+1:it w+1:off w-1:wear w-1:muscle w-1:ligament w+1:the n:ligament n:muscle",
    "aged_adj": "w-1:the w-1:his w-1:her w-1:their w-1:an w+1:parents w+1:mother w+1:father w+1:man w+1:woman"
    " w+1:care w+1:people",
    "aged": "w-1:man w-1:children w-1:people w-1:well w+1:between w+1:cheese w+1:well w+1:in",
    "learned_adj": "w+1:scholar w+1:man w+1:men w+1:society w+1:societies w+1:friend w+1:colleague w+1:judge"
    " w+1:journals",
    "job_bible": "w-2:book n:lament n:prophet n:biblical",
    "wind_vrb": "w-1:to w+1:through w+1:up w+1:its w+1:down w-1:roads w-1:trails w-1:road w-1:paths w+1:around",
    "wind_nou": "w+1:speed w+1:power w+1:turbine w+1:turbines w+1:farm w-1:the w-1:strong w-1:a w-1:north w-1:cold"
    " w+1:energy",
    "wound_vrb": " w+1:up w+1:around w+1:down w+1:the w+1:his n:clock w+1:through w+1:its",
    "wound_nou-vrb": "w-1:gunshot w-1:the w-1:a w-1:his w-1:bullet w-1:stab w+1:healing w+1:infection n:dressed"
    " n:bleeding n:healed",
    "live_adj": """w+1:broadcast w+1:concert w+1:album w+1:music w+1:performance w+1:stream w+1:show w+1:from
        w-1:broadcast w-1:streamed w-1:it w-1:him w-1:her w-1:them w-1:us w-1:played w-1:aired w-1:televised
        w-1:reporting w-1:shown w-1:carried w-1:recorded w-1:stream w-1:streaming w-1:watch w-1:watched w-1:goes
        w-1:go w-1:going w-1:gone w-1:is w-1:was w-1:are w-1:performing w-1:sung w-1:sang w+1:events w+1:event
        w-1:performed w+1:audience w+1:coverage w+1:tv w-1:went w-1:perform w+1:births w+1:action w+1:band""",
    "live_vrb": "t:VBP w-1:they w-1:we w-1:who w-1:i w-1:you w-1:to w-1:people w-1:families w-1:n't w-1:not",
    "resume_nou": "w-1:his w-1:her w-1:my w-1:your w-1:their w-1:a w+1:and n:cv n:job n:companies n:hired",
    "conflict_vrb": "w-1:statements w-1:may w-1:not w-1:could w-1:to w-1:would w-1:that",
    "permit_nou": "w-1:a w-1:building w-1:work w-1:the w-1:residence w-1:parking w-1:fishing",
    "permit_vrb": "w-1:not w-1:to w-1:will w-1:would w-1:rules",
    "subject_vrb": "w+2:to w+1:him w+1:them w+1:her w+1:themselves w-1:to",
    "reading_geo": " w-2:born w+2:berkshire w+1:fc w+2:pennsylvania w-1:near n:berkshire w+1:festival",
    "polish_geo": "case:capital w+1:army w+1:people w+1:language w+1:government",
    "polish": "w-1:to w-1:nail w-1:shoe w+1:the",
    "refuse_nou": "w-1:household w-1:domestic w+1:collection w+1:dump w+1:heap w+1:is w+1:was",
    "dove_vrb": "w+1:into w+1:in w+1:headfirst w+1:from w-1:he w-1:she w-1:they",
    "row_2": "w-1:blazing w+1:erupted w+1:broke w+1:with",
    "sow_nou": "w-1:a w-1:the w+1:and n:piglets n:boar n:pig n:pigs",
    "close_vrb": """w-1:to w-1:please w-1:will w-1:would w-1:must w-1:can w-1:should w-1:did w-1:does w-1:n't w-1:may
        w-1:might w-1:shops w-1:stores w-1:banks w-1:schools w-1:polls w-1:doors w-1:gates w-1:eyes w-1:roads
        w-1:markets w-1:they w-1:we w-1:usually w-1:always w+1:the w+1:its w+1:your w+1:my w+1:his w+1:her w+1:their
        w+1:our w+1:down w+1:at w+1:early w+1:late w+1:on w+1:for w+1:during w+1:until""",
}
"""Words around that decide for a reading wherever they are, in kinds as `features` has them."""

Example = tuple[str, list[str]]
"""A reading's name and the features."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="the folder `data` of a checkout of WikipediaHomographData")
    folder = parser.parse_args().data
    table = heteronyms.table()
    for word, examples in _examples(folder / "train").items():
        table[word]["weights"] = _learned(examples, sorted(table[word]["readings"]))
    lines = (
        f'"{word}": {json.dumps(table[word], ensure_ascii=False, sort_keys=True)}' for word in sorted(table)
    )
    heteronyms.PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    right = [
        heteronyms.chosen(table[word], features) == name
        for word, examples in _examples(folder / "eval").items()
        for name, features in examples
    ]
    print(f"{sum(right)} of {len(right)} evaluation sentences right")


def _examples(folder: Path) -> dict[str, list[Example]]:
    found = defaultdict(list)
    for document, (word, name, start) in tagger().pipe(_contexts(folder), as_tuples=True):
        place = next((i for i, one in enumerate(document) if one.idx <= start < one.idx + len(one)), None)
        if place is not None:
            words, tags = [one.text for one in document], [one.tag_ for one in document]
            found[word].append((name, heteronyms.features(words, tags, place)))
    return found


def _contexts(folder: Path) -> Iterator[tuple[str, tuple[str, str, int]]]:
    for path in sorted(folder.glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as file:
            for word, name, sentence, first, _ in list(csv.reader(file, delimiter="\t"))[1:]:
                start = len(sentence.encode()[: int(first)].decode(errors="ignore"))
                begin = max(0, start - _AROUND)
                yield sentence[begin : start + _AROUND], (word, name, start - begin)


def _learned(examples: list[Example], names: list[str]) -> dict[str, list[float]]:
    """For each kept feature, what it adds to the score of each reading."""
    weights: dict[tuple[str, str], float] = defaultdict(float)
    totals: dict[tuple[str, str], float] = defaultdict(float)
    seen = Counter(feature for _, features in examples for feature in set(features))
    shuffled = random.Random(0)
    step = 1
    for _ in range(_ROUNDS):
        shuffled.shuffle(examples)
        for name, features in examples:
            scores = {one: sum(weights[one, feature] for feature in features) for one in names}
            rival = max((one for one in names if one != name), key=lambda one: scores[one])
            if scores[name] - scores[rival] < len(names):
                for feature in features:
                    for one, change in ((name, 1), (rival, -1)):
                        weights[one, feature] += change
                        totals[one, feature] += change * step
            step += 1
    average = {
        feature: [round(weights[one, feature] - totals[one, feature] / step, 1) for one in names]
        for feature in seen
    }
    effect = {
        feature: (max(values) - min(values)) * min(seen[feature], 20) ** 0.5
        for feature, values in average.items()
        if seen[feature] > 1
    }
    kept = sorted(effect, key=lambda feature: (-effect[feature], feature))[:_KEPT]
    found = {feature: average[feature] for feature in sorted({*kept, heteronyms.ALWAYS})}
    for place, name in enumerate(names):
        for cue in _CUES.get(name, "").split():
            values = found.setdefault(cue.replace(":", "="), [0.0] * len(names))
            values[place] += _CUE
    return found


if __name__ == "__main__":
    main()
