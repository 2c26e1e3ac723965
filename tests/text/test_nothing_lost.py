"""Markup, tags, pronunciations and strange characters together: every word is said once, in order, from its place."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_speech_server.text.script import Script
from kokoro_speech_server.text.sentence_reader import read_sentences
from tests.examples import examples
from tests.servers import FakeServer
from tests.text.scripts import script

LETTERS = "bdfhkmnpstvz"

STRANGE = [
    *"\ue000\uf8ff\U000f0000\U000f0001\U000fffff\U00100000\U0010fffd\U0010fffe\U0010ffff",
    *"\ufdd0\ufdd1\ufdef\ufffe\uffff\U0001fffe\u0378\ufffd\u200b\x00\x1f",
]
"""All private-use areas with their ends, noncharacters, and characters that are not assigned or not visible."""

INLINE = [
    "{0}", "*{0}*", "**{0} {1}**", "_{0}_", "~~{0}~~", "`{0}`", "[{0}](http://x.yz/1)", "[{0} *{1}*](</1>)",
    "![{0}](1.png)", "<b>{0}</b>", '<a href="1">{0}</a>', "<td>{0}</td><td>{1}</td>", "<p>{0}</p>", "<li>{0}</li>{1}",
    "<h1>{0}</h1>", "{0}<br>{1}", "{0} <!-- 1 --> {1}", "{0}&nbsp;{1}", "({0})", '"{0}, {1}"',
    "\\*{0}\\*", "{0}&#xFDD0; {1}", "{0}&#1; {1}", "{0}. {1}", "{0}; {1}", "{0}\n{1}",
]  # fmt: skip
BLOCKS = [
    "{0}\n", "{0}\n\n", "# {0}\n", "## {0} ##\n{1}\n", "{0}\n===\n{1}\n", "{0}\n---\n{1}\n", "- {0}\n- {1}\n",
    "* {0}\n", "- [ ] {0}\n- {1}\n", "> {0}\n> {1}\n", ">> {0}\n> - {1}\n", "> {0}\n{1}\n",
    "| {0} | {1} |\n|---|---|\n| {2} | {3} |\n", "{0} | {1}\n--|--\n{2} | {3}\n", "```\n{0}\n{1}\n```\n", "~~~\n{0}\n",
    "\n***\n{0}\n", "[1]: http://x.yz\n{0}\n", "{0}[^1]\n\n[^1]: {1}\n", "{0}\n<!-- 1 -->\n{1}\n",
    "<ul>\n<li>{0}</li>\n<li>{1}</li>\n</ul>\n", "{0} {1} {2} {3} ",
]  # fmt: skip
TAGS = ["", "", "[pause:1ms]", "[voice:af_sky]", "[rate:1.5]"]

AROUND = st.sampled_from(["", "", "", *STRANGE])


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, list[str], dict[str, Any]]:
    """A text, its words in order, and the fields of its request.

    Some words have pronunciations, in the text or in the request; the phonemes are the word itself.
    """
    words: list[str] = []
    tags = draw(st.booleans())
    pronunciations: dict[str, str] = {}

    def word() -> str:
        number = len(words)
        made = "a" + "".join(LETTERS[number // 12**i % 12] + "a" for i in range(3))
        words.append(made)
        if draw(st.integers(0, 3)) == 0:
            pronunciations[made] = draw(st.sampled_from([f"/{made}/", made]))
        if tags and draw(st.booleans()):
            label = draw(st.sampled_from([made, "1", f"*{made}*", "1|2", "<b>1</b>", "> 1", "1`", "&amp;"]))
            made = f"[{label}](/{made}/)"
        return f"{draw(AROUND)}{made}{draw(AROUND)}"

    def shape(templates: list[str], fill: Any) -> str:
        template = draw(st.sampled_from(templates))
        parts = re.split(r"\{\d\}", template)
        return parts[0] + "".join(fill() + part for part in parts[1:])

    def block() -> str:
        return draw(st.sampled_from(TAGS if tags else TAGS[:3])) + shape(BLOCKS, lambda: shape(INLINE, word))

    text = "".join(block() for _ in range(draw(st.integers(1, 6))))
    return text, words, {"tags": tags, "pronunciations": pronunciations}


WORD = re.compile(rf"a(?:[{LETTERS}]a){{3}}")


def said(one: Script) -> list[tuple[str, int, int]]:
    """The words that are said, each with its span in the input."""
    found = []
    for passage in one.passages():
        for sentence in read_sentences(one, passage):
            source = sentence.text
            for match in re.finditer(rf"{WORD.pattern}|.", source.text):
                spoken = one.pronunciations[match[0]] if match[0] in one.pronunciations else match[0]
                found += [(word, *source.span(*match.span())) for word in WORD.findall(spoken)]
    return found


@examples(300)
@given(texts())
def test_every_word_is_said_once_and_in_order(made: tuple[str, list[str], dict[str, Any]]) -> None:
    text, words, fields = made
    heard = said(script(text, **fields))
    assert [word for word, _, _ in heard] == words
    for word, start, end in heard:
        behind = text.find(f"](/{word}/)")
        if behind >= 0:
            assert (start, end) == (text.rindex("[", 0, behind) + 1, behind)
        else:
            assert text[start:end] == word


PRONOUNCED = "[word](/wˈɜɹd/)"


@pytest.mark.parametrize(
    "text",
    [
        f"| {PRONOUNCED} | two |\n|---|---|\n| three | {PRONOUNCED} four |\n",
        f"> {PRONOUNCED} fruit that we\n> {PRONOUNCED} love to eat\n",
        f"Here is {PRONOUNCED} text.\n\n## {PRONOUNCED} closed heading ##\n\nMore text.",
        "| \U000f0000\U000f0000 one | two |\n|---|---|\n| three | \U000f0000four |\n",
        "> \U000f0000 fruit that we\n> \U00100000 love to eat\n",
        "One&#xFDD0; two&#1; three\ufdd0 four\ufdd1 five",
    ],
)
def test_the_words_of_such_a_text_are_timed_in_order(fake: FakeServer, text: str) -> None:
    body = {
        "input": text,
        "tags": True,
        "stream_format": "sse",
        "timestamps": "word",
        "response_format": "pcm",
    }
    answer = fake.client.post("/v1/audio/speech", json=body)
    assert answer.status_code == 200, answer.text
    events = [json.loads(line[6:]) for line in answer.text.splitlines() if line.startswith("data: {")]
    times = [time for event in events for time in event.get("timestamps", ())]
    spoken = [text[time["start_offset"] : time["end_offset"]] for time in times]
    assert [re.sub(r"\W", "", word) for word in spoken] == re.findall(
        r"[A-Za-z]+", re.sub(r"\(/.*?/\)|&#\w+;", "", text)
    )


@pytest.mark.parametrize("surrogate", [r"\ud800", r"\udfff"])
def test_half_a_surrogate_pair_is_refused(shared_fake: FakeServer, surrogate: str) -> None:
    answer = shared_fake.client.post(
        "/v1/audio/speech",
        content=f'{{"input": "a {surrogate} b"}}',
        headers={"Content-Type": "application/json"},
    )
    assert answer.status_code == 400, answer.text
