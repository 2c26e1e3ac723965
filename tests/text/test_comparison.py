"""What is written beside what is said: every sentence has its place in the input, and every difference is marked."""

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.comparison import BlockKind, ComparedSentence, Comparison
from kokoro_speech_server.text.directives import Directives
from kokoro_speech_server.text.languages import language_for
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.voice_aliases import VoiceAliases
from kokoro_speech_server.voices import parse_voice
from kokoro_speech_server.weights import assets
from tests.text.test_text_properties import TEXTS, often


@pytest.fixture(scope="module")
def directives() -> Iterator[Directives]:
    made = Directives(Settings(), frozenset(assets.config()["vocab"]))
    yield made
    made.close()


def compared(
    directives: Directives, text: str, voice: str = "af_heart", *, tags: bool = False, ssml: bool = False
) -> tuple[list[ComparedSentence], list[BlockKind]]:
    mix = parse_voice(voice, aliases={}, longest=8)
    settings = VoiceSettings(mix, language_for(mix.language, param="voice"))
    voice_aliases = VoiceAliases(names={}, aliases={}, language=None, longest=8)
    script = asyncio.run(
        directives.script_for(
            text, voice_settings=settings, voice_aliases=voice_aliases, tags=tags, ssml=ssml
        )
    )
    comparison = Comparison(script, text)
    return list(comparison.sentences()), comparison.blocks


def shown(text: str, sentence: ComparedSentence) -> str:
    return "".join(text[start:end] for start, end in sentence.visible)


def marked(text: str, sentence: ComparedSentence) -> list[tuple[str, str]]:
    """What is written and what is said instead, for each change."""
    return [
        (text[one.start : one.end], sentence.normalized[one.normalized_start : one.normalized_end])
        for one in sentence.changes
    ]


def assert_consistent(text: str, sentences: list[ComparedSentence], blocks: list[BlockKind]) -> None:
    reached = 0
    for sentence in sentences:
        assert reached <= sentence.start <= sentence.end <= len(text)
        reached = sentence.end
        assert 0 <= sentence.block < len(blocks)
        at = sentence.start
        for start, end in sentence.visible:
            assert at <= start < end <= sentence.end
            at = end
        assert written_otherwise(text, sentence) == said_otherwise(sentence)
    assert [sentence.block for sentence in sentences] == sorted(sentence.block for sentence in sentences)
    assert {sentence.block for sentence in sentences} == set(range(len(blocks)))


def written_otherwise(text: str, sentence: ComparedSentence) -> str:
    """The visible text outside the changes, without white space."""
    places = [place for start, end in sentence.visible for place in range(start, end)]
    end = sentence.start
    for change in sentence.changes:
        assert end <= change.start <= change.end <= sentence.end
        end = change.end
        places = [place for place in places if not change.start <= place < change.end]
    return "".join("".join(text[place] for place in places).split())


def said_otherwise(sentence: ComparedSentence) -> str:
    """The normalized text outside the changes, without white space."""
    kept, end = "", 0
    for change in sentence.changes:
        assert end <= change.normalized_start <= change.normalized_end <= len(sentence.normalized)
        assert change.start < change.end or change.normalized_start < change.normalized_end
        kept += sentence.normalized[end : change.normalized_start]
        end = change.normalized_end
    return "".join((kept + sentence.normalized[end:]).split())


@often
@given(text=TEXTS.filter(bool), tags=st.booleans())
def test_every_text_is_compared_consistently(directives: Directives, text: str, tags: bool) -> None:
    try:
        found = compared(directives, text, tags=tags)
    except Exception as error:
        assert "pauses" in str(error) or "rate" in str(error)  # noqa: PT017 - pieces make tags that are too long
        return
    assert_consistent(text, *found)


PIECES = [
    *[
        "One",
        " 5 km",
        ". ",
        " ",
        "\n",
        "&lt;",
        "&amp;",
        "<break/>",
        "<p>Hello.</p>",
        "<![CDATA[<b> 7]]>",
        "😀",
    ],
    *["<voice name='am_adam'>there</voice>", "<say-as interpret-as='characters'>abc</say-as>", "<!-- x -->"],
    *["<phoneme ph='wˈɜɹd'>word</phoneme>", "<s>A <emphasis>b</emphasis>!</s>", "नमस्ते", "\n\n"],
    "<sub alias='two. Three'>W3C</sub>",
]


@often
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=20))
def test_every_document_is_compared_consistently(directives: Directives, pieces: list[str]) -> None:
    document = f"<speak>{''.join(pieces)}</speak>"
    assert_consistent(document, *compared(directives, document, ssml=True))


MARKDOWN = """# Title

It cost $4.20. **Bold one. Two.** Three &amp; `four` [link](http://example.com/z).

* one
  * two
* three

1. First

| a | b |
|---|---|
| c | d |

```
x
```

Under
---

## Last ##
"""


def test_markdown_is_no_part_of_what_is_visible(directives: Directives) -> None:
    sentences, blocks = compared(directives, MARKDOWN)
    assert_consistent(MARKDOWN, sentences, blocks)
    texts = [""] * len(blocks)
    for sentence in sentences:
        texts[sentence.block] += shown(MARKDOWN, sentence)
    kinds = [(block.kind, block.level, text.strip()) for block, text in zip(blocks, texts, strict=True)]
    assert kinds == [
        ("heading", 1, "Title"),
        ("text", 0, "It cost $4.20. Bold one. Two. Three &amp; four link."),
        ("item", 1, "one"),
        ("item", 2, "two"),
        ("item", 1, "three"),
        ("item", 1, "1. First"),
        ("row", 0, "a b"),
        ("row", 0, "c d"),
        ("code", 0, "x"),
        ("heading", 2, "Under"),
        ("heading", 2, "Last"),
    ]


def test_what_is_said_otherwise_is_marked(directives: Directives) -> None:
    text = "# Pay\n\nIt cost $4.20 on **2024-01-15**, &amp; no more 😀!!!!!!"
    sentences, _ = compared(directives, text)
    assert marked(text, sentences[0]) == [("", ".")]
    assert marked(text, sentences[1]) == [
        ("$4.20", "four dollars and twenty cents"),
        ("2024-01-15", "January fifteenth, twenty twenty-four"),
        ("&amp;", "and"),
        ("😀", "grinning face"),
        ("!!!", ""),
    ]


@pytest.mark.parametrize(
    ("voice", "text", "changes"),
    [
        ("hf_alpha", "मेरे पास २१ रुपये हैं। नमस्ते।", [("२१", "इक्कीस")]),
        ("jf_alpha", "彼は21歳です。「はい。」と言った。", [("21歳", "二十イッサイ")]),
        ("ff_siwis", "Il a 80 ans.", [("80", "quatre-vingts")]),
        ("af_heart", "cafe\u0301 \u0661\u0662.", [("e\u0301", "é"), ("\u0661\u0662", "twelve")]),
        ("af_heart", "x\u200by", [("\u200b", "")]),
    ],
)
def test_other_scripts(directives: Directives, voice: str, text: str, changes: list[tuple[str, str]]) -> None:
    sentences, blocks = compared(directives, text, voice)
    assert_consistent(text, sentences, blocks)
    assert [change for sentence in sentences for change in marked(text, sentence)] == changes
    assert "".join(shown(text, sentence) for sentence in sentences) == text


def test_tags_have_no_text_and_change_the_voice(directives: Directives) -> None:
    text = "Hi [voice:am_adam]there, [word](/wˈɜɹd/).\n\n[voice:af_sky+af_bella]Bye [pause:1s] now."
    sentences, blocks = compared(directives, text, tags=True)
    assert_consistent(text, sentences, blocks)
    assert [shown(text, sentence) for sentence in sentences] == ["Hi ", "there, word.\n\n", "Bye ", " now."]
    assert [sentence.block for sentence in sentences] == [0, 0, 1, 1]
    voices = ["af_heart", "am_adam", *["af_sky(0.5)+af_bella(0.5)"] * 2]
    assert [sentence.voice for sentence in sentences] == voices
    assert marked(text, sentences[1]) == [("word", "/wˈɜɹd/")]


def test_ssml_shows_what_its_elements_contain(directives: Directives) -> None:
    text = '<speak><p>The <sub alias="World Wide Web">WWW</sub> &lt; 5.</p><voice name="am_adam">Hello.</voice></speak>'
    sentences, blocks = compared(directives, text, ssml=True)
    assert_consistent(text, sentences, blocks)
    assert [shown(text, sentence) for sentence in sentences] == ["The WWW &lt; 5.", "Hello."]
    assert marked(text, sentences[0]) == [("WWW", "World Wide Web"), ("&lt;", "is less than"), ("5", "five")]
    assert [sentence.voice for sentence in sentences] == ["af_heart", "am_adam"]


def test_a_long_paragraph_is_one_block(directives: Directives) -> None:
    text = "This is one sentence of many. " * 200
    sentences, blocks = compared(directives, f"{text}\n\nAnother.")
    assert len(sentences) == 201
    assert [block.kind for block in blocks] == ["text", "text"]


def test_text_that_is_not_said_is_visible(directives: Directives) -> None:
    sentences, _ = compared(Directives(Settings(emoji="dropped"), frozenset()), "😀 Well.")
    assert marked("😀 Well.", sentences[0]) == [("😀", "")]
