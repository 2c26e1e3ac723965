"""Markdown and HTML: the text that remains to be read, and its offsets in the input."""

import html
import itertools
import sys
from collections.abc import Collection
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from kokoro_speech_server.text.block_reader import MAX_BLOCK_CHARACTERS
from kokoro_speech_server.text.languages import AMERICAN_ENGLISH
from kokoro_speech_server.text.markup import blocks
from kokoro_speech_server.text.normalization.rules import Category
from kokoro_speech_server.text.origins import TracedText
from kokoro_speech_server.text.sentences import Boundary, sentences
from kokoro_speech_server.text.source_text import SourceText
from tests.examples import examples

BOTH = frozenset({Category.MARKDOWN, Category.HTML})
GIVEN = "\U000f0000"
"""A private-use character, which stands for given phonemes."""


def sources(text: str, categories: Collection[Category] = BOTH) -> list[SourceText]:
    return [
        source for _, source in blocks(TracedText.verbatim(text), 0, len(text), AMERICAN_ENGLISH, categories)
    ]


def read(text: str, categories: Collection[Category] = BOTH) -> str:
    return "".join(block.text for block in sources(text, categories))


CASES = {
    # headings
    "# Title": "Title.",
    "## Title ##\nText.": "Title.\n\nText.",
    "### What now?\nlower case text": "What now?\n\nlower case text",
    "####### seven": "####### seven",
    "Title\n=====\ntext": "Title.\n\ntext",
    "Title\n---\n\ntext": "Title.\n\ntext",
    "text\n# Title\nmore": "text\n\nTitle.\n\nmore",
    "# C#": "C#.",
    "Text\n\n[ref]: http://a.b": "Text",
    "#1 fan of #music": "#1 fan of #music",
    "#hashtag at the start": "#hashtag at the start",
    # lists
    "- Apples\n- Pears": "Apples.\nPears.",
    "- apples\n- pears\n* plums": "apples.\npears.\nplums.",
    "We need:\n- apples": "We need:\napples.",
    "- a line\n  that is wrapped\n- another": "a line\n  that is wrapped.\nanother.",
    "- Done!\n- Really?\n- this,\n- that": "Done!\nReally?\nthis,\nthat.",
    '- "Quoted."\n- (in brackets.)': '"Quoted."\n(in brackets.)',
    "- One\n  - Two\n    - Three": "One.\nTwo.\nThree.",
    "- [ ] Open\n- [x] Done": "Open.\nDone.",
    "* Star\n+ Plus\n• Dot": "Star.\nPlus.\nDot.",
    "1. Apples\n2. Pears": "1, Apples.\n2, Pears.",
    "1) Apples\n2) Pears": "1, Apples.\n2, Pears.",
    "7. Seven\n8. Eight": "7, Seven.\n8, Eight.",
    "1. First\n\nIn between.\n\n2. Second": "1, First.\n\nIn between.\n\n2, Second.",
    "10. **Ten:** text.\n11. Eleven": "10, Ten: text.\n11, Eleven.",
    "1. 5 apples\n2. 6 pears": "1, 5 apples.\n2, 6 pears.",
    # quotes
    "> Quoted\n> text": "Quoted\ntext",
    "> One\n>\n> Two\nReply": "One\n\nTwo\nReply",
    ">> deep\n> - Item": "deep\nItem.",
    ">5 people": ">5 people",
    # breaks
    "One\n\n---\n\nTwo": "One\n\nTwo",
    "One\n\n* * *\n\nTwo": "One\n\nTwo",
    "___\nOne": "One",
    # code
    "Run:\n```python\nx = *y*\n# no title\n```\nDone": "Run:\n\nx = *y*\n# no title\n\nDone",
    "~~~\n- code\n~~~": "- code",
    "```\nnever closed": "never closed",
    "Use `x * y * z` and ``a ` b``.": "Use x * y * z and a ` b.",
    "`<b>` is a tag": "<b> is a tag",
    "an unclosed ` tick": "an unclosed ` tick",
    # tables
    "| A | B |\n|---|:-:|\n| 1 | 2 |\n\nText": "A, B.\n1, 2.\n\nText",
    "A | B\n--- | ---\none | two": "A, B.\none, two.",
    "Look:\n| A | B |\n|---|---|\n| *1* | |": "Look:\nA, B.\n1.",
    "| a \\| b | c |\n|--|--|": "a | b, c.",
    "a | b without a table": "a | b without a table",
    "|x| + |y| = 3": "|x| + |y| = 3",
    # emphasis
    "*one* **two** ***three*** _four_ __five__ ~~six~~": "one two three four five six",
    "**a *b* c**": "a b c",
    "**Note:** text": "Note: text",
    "(*so*) “_so_”": "(so) “so”",
    "**重点**是": "重点是",
    "**bold**er and un**bold**": "bolder and unbold",
    "over\n*two\nlines*": "over\ntwo\nlines",
    "5 * 3 * 2 = 30": "5 * 3 * 2 = 30",
    "5*3*2 and 2**3**4": "5*3*2 and 2**3**4",
    "snake_case_name and other_name_": "snake_case_name and other_name_",
    "f**k and sh*t and b**ch": "f**k and sh*t and b**ch",
    "I ♥ * you": "I ♥ * you",
    "prices* may vary, *subject to change": "prices* may vary, *subject to change",
    "~5 km, ~ 6 km": "~5 km, ~ 6 km",
    # links
    "[text](http://a.b/c_d_e)": "text",
    '[a *b*](<u r l> "title (x)") c': "a b c",
    "[wiki](https://a.b/C_(d))!": "wiki!",
    "[text][ref] and [text][]": "text and text",
    "[ref]: https://example.com 'Title'\nText": "Text",
    "[Alice]: Hello.\nText": "[Alice]: Hello.\nText",
    "[1][2] and [sic] and table[i][j](x)": "[1][2] and [sic] and table[i][j](x)",
    "![A cat](cat.png) and ![](dog.png)": "A cat and",
    "[![A cat](cat.png)](http://a.b)": "A cat",
    "<https://a.b/_c_> and <me@a.org>": "https://a.b/_c_ and me@a.org",
    "https://a.b/_c_*d and *https://a.b*": "https://a.b/_c_*d and https://a.b",
    "[half](of a link": "[half](of a link",
    "A fact[^1].\n\n[^1]: The note": "A fact.\n\nThe note.",
    f"[{GIVEN}](x) *{GIVEN}*": f"{GIVEN} {GIVEN}",
    # escapes
    r"\*no\* 1\. \[x\](y)": "*no* 1. [x](y)",
    "C:\\Users\\name": "C:\\Users\\name",
    "hard\\\nbreak": "hard\nbreak",
    # entities
    "Q&amp;A &lt;b&gt; &quot;x&quot; &eacute;&#233;&#xE9;": 'Q&A <b> "x" ééé',
    "AT&T; R&D &nosuchthing; &amp": "AT&T; R&D &nosuchthing; &amp",
    "&#xF0000;": "&#xF0000;",
    # tags
    "<p>One</p><p>two</p>": "One.\n\ntwo.",
    "One<br>two<br/>three": "One\ntwo\nthree",
    "<ul>\n<li>apples</li>\n<li>pears</li>\n</ul>": "apples.\npears.",
    "<h1>Title</h1>text": "Title.\n\ntext",
    '<a href="http://a.b/c">here</a> <b class=x>bold</b>': "here bold",
    "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>": "a, b,\nc,",
    '<img src="x.png" alt="A cat">': "A cat",
    "m<sup>2</sup>, 1<sup>st</sup>, H<sub>2</sub>O": "m^2, 1st, H2O",
    "a <!-- hidden *x* --> b": "a  b",
    "One\n<!-- hidden\n\nmore -->\nTwo": "One\nTwo",
    "<script>if (a < b) { x }</script>Text": "Text",
    "<style>\np { }\n\nb { }\n</style>\nText": "Text",
    "<!-- never closed": "<!-- never closed",
    "<script> never closed": "<script> never closed",
    "<!DOCTYPE html><html><body>Hi</body></html>": "Hi",
    "a <b and c> d": "a <b and c> d",
    "a < b and c > d": "a < b and c > d",
    "<things> and <3 and ->": "<things> and <3 and ->",
    # prose
    "- said he": "- said he",
    "he went home -\n- said she - and slept": "he went home -\n- said she - and slept",
    "it was in\n1990. Then it ended.": "it was in\n1990. Then it ended.",
    "it was in\n42. Then it ended.": "it was in\n42. Then it ended.",
    "Yes -- I think so -- maybe.": "Yes -- I think so -- maybe.",
    "Roses are red,\n    violets blue,\n  sugar sweet": "Roses are red,\n    violets blue,\n  sugar sweet",
    "One * * * two": "One * * * two",
    "One.\n\n\n  Two.  \n": "One.\n\nTwo.",
    " \n\n ": "",
}


@pytest.mark.parametrize(("text", "expected"), CASES.items())
def test_what_is_read(text: str, expected: str) -> None:
    assert read(text) == expected


@pytest.mark.parametrize("text", CASES)
def test_every_letter_knows_where_it_stood(text: str) -> None:
    for block in sources(text):
        for character, start, end in zip(block.text, block.starts, block.ends, strict=True):
            if character.isalnum() or character == GIVEN:
                assert (
                    character in (text[start:end], html.unescape(text[start:end]))
                    or "alt=" in text[start:end]
                )
    bounds = list(itertools.chain.from_iterable(block.starts for block in sources(text)))
    assert bounds == sorted(bounds)


@pytest.mark.parametrize("text", [text for text in CASES if "\n" not in text])
def test_without_its_categories_markup_is_text(text: str) -> None:
    assert read(text, frozenset()) == text.strip()


def test_one_kind_alone() -> None:
    assert read("*a* &amp; <b>b</b>", {Category.MARKDOWN}) == "a &amp; <b>b</b>"
    assert read("*a* &amp; <b>b</b>\n- Item", {Category.HTML}) == "*a* & b\n- Item"
    assert read("# One\n- Two\n\nThree", {Category.HTML}) == "# One\n- Two\n\nThree"


INLINE = (
    "a *b* **c** _d_ `e *f*` [g](h) ![i](j) \\* m_n_o *(p)* **q *r*** <https://s.t> 5 * 6 *u **v** w* &amp;"
)


def test_inline_markup_is_what_a_parser_makes_of_it() -> None:
    """Except for stars within a word, which are text in this server."""
    [parsed] = MarkdownIt().parseInline(INLINE)
    assert read(INLINE) == "".join(token.content for token in parsed.children or ())


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("# Title\nsome text", [Boundary.PARAGRAPH, Boundary.SENTENCE]),
        ("- apples\n- pears\n\nand so on", [Boundary.SENTENCE, Boundary.PARAGRAPH, Boundary.SENTENCE]),
        ("one line\nand its rest\n\nnext", [Boundary.PARAGRAPH, Boundary.SENTENCE]),
        ("今日は。\n\n明日", [Boundary.PARAGRAPH, Boundary.SENTENCE]),
        ("A sentence. And one\n\n", [Boundary.SENTENCE, Boundary.SENTENCE]),
    ],
)
def test_what_ends_with_a_block(text: str, ends: list[Boundary]) -> None:
    assert [end for block in sources(text) for _, _, end in sentences(block.text, 0, len(block))] == ends


def test_a_long_paragraph_is_cut_where_it_is_heard_least() -> None:
    text = "One *two* three. " * 300
    assert all(block.text.rstrip().endswith(".") for block in sources(text))
    texts = [block.text for block in sources("word " * 700)]
    assert all(len(one) <= MAX_BLOCK_CHARACTERS for one in texts)
    *_, (_, _, last) = sentences(texts[0], 0, len(texts[0]))
    assert last is Boundary.WORD
    assert "".join(texts).split() == ["word"] * 700


HOSTILE = [
    *"[*`&<>_~#-|!\\\n\"'(: ",
    *(
        "](",
        "[a](",
        "[a][",
        "[a]: ",
        "[^a]",
        "*a ",
        "*a* ",
        "**a*",
        "_a _",
        "` `` ",
        "&a",
        "&#",
        "http://",
        "\\*",
    ),
    *(
        "<a ",
        '<a b="',
        "<!--",
        "<script>",
        "<p>",
        "<sup>1",
        "> ",
        ">\n",
        "a\n> b\n",
        "- ",
        "- a\n",
        "1. ",
        "1. a\n",
    ),
    *("2. a\n", "|-", "a|b\n", "```\n", "~~~", "x\n---\n", "a\n\n", "# "),
]


def work(text: str) -> int:
    """The number of calls while all blocks are read."""
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        read(text)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.exhaustive
@pytest.mark.parametrize("pattern", HOSTILE)
def test_the_work_grows_with_the_length_alone(pattern: str) -> None:
    short, long = (work(pattern * (n // len(pattern))) for n in (6_000, 12_000))
    assert long <= 2.3 * short + 500
    assert short <= 100 * 6_000


@pytest.mark.parametrize(
    "text", ["A short one. " * 80_000, "word\n" * 200_000, "# Title\n" * 125_000, "[a](b) " * 150_000]
)
def test_the_first_block_is_all_that_is_looked_at(text: str) -> None:
    asked: list[int] = []

    class Recording(TracedText):
        def part(self, start: int, end: int) -> SourceText:
            asked.append(end)
            return super().part(start, end)

    found = blocks(Recording.verbatim(text), 0, len(text), AMERICAN_ENGLISH, BOTH)
    assert asked == []
    next(found)
    assert max(asked) <= MAX_BLOCK_CHARACTERS


PIECES = st.sampled_from(
    [
        *(
            "a",
            "word ",
            "7",
            "é",
            "重",
            GIVEN,
            " ",
            "\n",
            "\n\n",
            ". ",
            "*",
            "**",
            "_",
            "`",
            "~~",
            "\\",
            "[",
            "](",
            ")",
        ),
        *(
            "][",
            "]",
            "![",
            "[^1]",
            "# ",
            "- ",
            "1. ",
            "> ",
            "|",
            "\n|--|--|\n",
            "\n---\n",
            "```",
            "\n[r]: http://x\n",
        ),
        *(
            "&amp;",
            "&",
            ";",
            "<",
            ">",
            "<b>",
            '<a b="c">',
            "</p>",
            "<br>",
            "<!--",
            "-->",
            "<script>",
            "</script>",
        ),
        "http://a.b",
    ]
)


@examples(300)
@given(st.lists(PIECES, max_size=60).map("".join), st.sets(st.sampled_from(sorted(BOTH))))
def test_no_text_is_too_much(text: str, categories: set[Category]) -> None:
    position = 0
    for block in sources(text, categories):
        assert len(block.starts) == len(block.ends) == len(block)
        for character, start, end in zip(block.text, block.starts, block.ends, strict=True):
            assert position <= end
            assert not character.isalnum() or character in html.unescape(text[start:end])
        position = block.ends[-1]


PLAIN = st.text(
    st.characters(categories=("L", "N")) | st.sampled_from(" \n.,;?!'-–—\"()/%$" + GIVEN), max_size=3000
)


@examples(150)
@given(PLAIN)
def test_no_letter_of_plain_text_is_lost(text: str) -> None:
    assert "".join(filter(_is_heard, read(text))) == "".join(filter(_is_heard, text))


def _is_heard(character: str) -> bool:
    return character.isalnum() or character == GIVEN
