"""A text that arrives in pieces is read as the whole text is, each sentence as early as it is certain."""

import itertools
import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.lexicon import Lexicon
from kokoro_speech_server.text.normalization.rules import EVERYTHING
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.sentence_reader import read_sentences
from kokoro_speech_server.text.sentence_stream import PassageEnd, SentenceStream, StreamedSentence
from kokoro_speech_server.text.sentences import Boundary
from kokoro_speech_server.text.tags import VoiceTags
from kokoro_speech_server.text.voice_aliases import Alias, VoiceAliases
from tests.examples import examples
from tests.text.scripts import HEART, script

PIECES = st.sampled_from(
    [
        *"""the Cat Dr. St. Sat. 3,497 $4.20 -5 10:30 2024-01-15 1990. 2. 1) VIII @me a@b.co http://x.y/z?q=1 I.
        *b* **Bold** **Bold.** `c` [l](u) [w](/w/) [pause:1s] [pause:2ms] [pause: [rate:2] <b>x</b> <p> </p> <br> <li>
        <!-- --> &amp; &lt; # ## - + > | || --- === ||| *** ``` ~~~ |-|-| [1] [^1] [^1]: 你好。 よ」 「 と って नमस्ते। 😀
        ' " ( ) … — . , ; ! ? ?! * ** _ __ ~~ ` `` < & \\ [ ] ]( Hello. Next. it. end: 12""".split(),
        *(
            "\n",
            "\n",
            "\n\n",
            " ",
            " ",
            "  ",
            "\t",
            ". ",
            ". A",
            ".\nA",
            "\n- ",
            "\n1. ",
            "\n2. ",
            "\n> ",
            "\n# ",
            "\n    ",
        ),
    ]
)
TEXTS = st.one_of(
    st.lists(PIECES, max_size=30).map("".join),
    st.lists(PIECES, max_size=30).map(" ".join),
    st.text(alphabet="aA. \n*-`[]()<>|#12_!&\\", max_size=60),
)

Read = tuple[str, Boundary | float, tuple[int, ...]]


def stream_of(language: str = "a", **arguments: Any) -> SentenceStream:
    return SentenceStream(LANGUAGES[language], Lexicon({}), EVERYTHING, **{"max_pause_s": 3600, **arguments})


def shown(one: StreamedSentence | PassageEnd) -> Read:
    if isinstance(one, PassageEnd):
        return "", one.pause, ()
    return one.text.text, one.ends, one.text.starts


def fed(text: str, *, language: str = "a", sizes: list[int] | None = None) -> list[Read]:
    """What is read of a text in pieces, by default of one character."""
    stream = stream_of(language)
    read: list[Read] = []
    position = 0
    while position < len(text):
        size = sizes.pop() if sizes else 1
        stream.append(text[position : position + size])
        read += map(shown, stream.read())
        position += size
    return read + list(map(shown, stream.end()))


def whole(text: str, *, language: str = "a") -> list[Read]:
    """What is read of a script with the whole text."""
    one = script(text, voice_settings=VoiceSettings(HEART.voice, LANGUAGES[language]))
    read: list[Read] = []
    for passage in one.passages():
        read += [(s.text.text, s.ends, s.text.starts) for s in read_sentences(one, passage)]
        read.append(("", passage.pause, ()))
    return read


def words(read: list[Read]) -> list[tuple[str, tuple[int, ...]]]:
    return [(text, starts) for text, _, starts in read if text]


def boundaries(read: list[Read]) -> list[Boundary | float]:
    """The boundaries and pauses, but for the last sentence of each passage, and passages without words."""
    kept = []
    for one, following in itertools.pairwise(read):
        if one[0] and following[0]:
            kept.append(one[1])
    return kept


@examples(300)
@given(TEXTS, st.sampled_from("aaej"))
@example("a\n1990. B\n1991. C", "a")
@example("One. *two. Three* four. Five", "a")
@example("One [two. Three](u) four. Five", "a")
@example("A b. <!-- C. D --> E.", "a")
@example("Some text\nA b. | c\n--|--\nd | e", "a")
@example("the~~two. Three~~the", "a")
@example("the`two. Three``the", "a")
@example("「はい。」って言った。", "j")
@example("a\n- [pause:1s]the", "a")
@example("a:[pause:1s]\n- b c", "a")
def test_character_by_character_it_is_read_as_the_whole_text(text: str, language: str) -> None:
    one_by_one, at_once = fed(text, language=language), whole(text, language=language)
    assert words(one_by_one) == words(at_once)
    assert boundaries(one_by_one) == boundaries(at_once)


VOICES = VoiceAliases(names={}, aliases={"fox": Alias("am_puck", 1.5)}, language=None, longest=2)

TAGS = st.sampled_from(
    """[voice:bf_emma] [voice:zf_xiaobei] [voice:ef_dora(2)+af_sky(1)] [VOICE:jf_alpha] [voice:fox] [voice:nobody]
    [voice: [voice:af_sky [rate:2] [rate:0.5] [rate:9] [rate: [rat [pause:1s] ]""".split()
)
TAGGED_TEXTS = st.lists(
    st.one_of(TAGS, PIECES.filter(lambda piece: not piece.endswith("/)"))), max_size=30
).map("".join)


def fed_with_tags(text: str) -> list[tuple[str, tuple[int, ...], VoiceSettings]]:
    """What is said of a text that is fed by the character, and the voice that says it."""
    stream = stream_of(voice_tags=VoiceTags(HEART, VOICES))
    voice_settings = HEART
    said: list[tuple[str, tuple[int, ...], VoiceSettings]] = []
    read: list[StreamedSentence | PassageEnd] = []
    for character in text:
        stream.append(character)
        read += stream.read()
    for one in [*read, *stream.end()]:
        if isinstance(one, PassageEnd):
            voice_settings = one.voice_settings or voice_settings
        elif one.text.text:
            said.append((one.text.text, one.text.starts, voice_settings))
    return said


@examples(100)
@given(TAGGED_TEXTS)
@example("你好。[voice:zf_xiaobei]你好。[rate:2]你[voice:fox]a")
@example("Dr. [rate:2][voice: bf_emma ]\n- A\n- B[voice:\n]")
@example("the[voice:nobody]")
def test_voices_and_rates_hold_from_their_tags_on(text: str) -> None:
    aliases = {"fox": Alias("am_puck", 1.5)}
    try:
        one = script(text, aliases=aliases, settings=Settings(openai_voices={}), tags=True)
    except InvalidRequestError as error:
        with pytest.raises(type(error), match=re.escape(error.message)):
            fed_with_tags(text)
        return
    assert fed_with_tags(text) == [
        (sentence.text.text, sentence.text.starts, passage.voice_settings)
        for passage in one.passages()
        for sentence in read_sentences(one, passage)
        if sentence.text.text
    ]


def test_without_leave_voices_and_rates_are_text() -> None:
    stream = stream_of()
    stream.append("[rate:2] A [voice:bf_emma] b. ")
    [sentence, end] = stream.end()
    assert isinstance(sentence, StreamedSentence)
    assert sentence.written == "[rate:2] A [voice:bf_emma] b."
    assert end == PassageEnd(0.0)


EARLY = [
    ("Hello there. W", "Hello there."),
    ("Hello there. w", None),
    ("Dr. Smith came. T", "Doctor Smith came."),
    ("It costs $4.20. O", "It costs four dollars and twenty cents."),
    ("He said **no.** **Never** ", "He said no."),
    ("- **One**: it is red.\n- T", "One: it is red."),
    ("# A title\n\nT", "A title."),
    ("One. *Two. Three", None),
    ("1. First.\n2. S", "one, First."),
    ("A dash - of it. T", "A dash — of it."),
    ("Wait. [pause:1s]", "Wait."),
    ("你好。我", "你好."),
]


@pytest.mark.parametrize(("text", "last"), EARLY)
def test_a_sentence_is_read_with_the_first_character_that_makes_it_certain(
    text: str, last: str | None
) -> None:
    stream = stream_of()
    for character in text[:-1]:
        stream.append(character)
        before = sentences_of(stream)
        assert last is None or last not in [one.text.text for one in before]
    stream.append(text[-1])
    assert [one.text.text for one in sentences_of(stream)] == ([] if last is None else [last])


def sentences_of(stream: SentenceStream) -> list[StreamedSentence]:
    return [one for one in stream.read() if isinstance(one, StreamedSentence)]


CLAUSES = [
    ("When the rain had stopped at last, we went o", "When the rain had stopped at last, "),
    ("When the rain had stopped at last, we w", "When the rain had stopped at last, "),
    ("When the rain had stopped at last, we", None),
    ("When it had stopped, we went out", None),
    ("They met in the garden on January 5, 2024 and never again", None),
    ("They met in the big garden with Anna, Bob and others", None),
    ("They *met in the big old garden, and never again", None),
    ("They met in the big old garden, an 8 year old", None),
]


@pytest.mark.parametrize(("text", "clause"), CLAUSES)
def test_speech_may_begin_with_a_clause(text: str, clause: str | None) -> None:
    stream = stream_of()
    stream.append(text)
    assert sentences_of(stream) == []
    found = stream.clause()
    assert (found and found.written) == clause
    assert found is None or found.ends is Boundary.CLAUSE


PROSE = st.lists(
    st.sampled_from(
        """the rain, garden; and we went out. Then: Anna, five 5, 2024 Dr. $3.50, *bold*, `code`; 10:30, it is, that
        which is, one two three. e.g., km, 5 km, (so, they) "said, he". über, naïve, né [a](b), x-y,""".split()
    ),
    max_size=40,
).map(" ".join)


@examples(300)
@given(PROSE, st.sampled_from("ae"))
def test_with_clauses_the_same_is_said(text: str, language: str) -> None:
    stream = stream_of(language)
    said: list[str] = []
    for character in text:
        stream.append(character)
        said += [one.text.text for one in sentences_of(stream)]
        if clause := stream.clause():
            said.append(clause.text.text)
    said += [one.text.text for one in stream.end() if isinstance(one, StreamedSentence)]
    assert " ".join(said) == " ".join(sentence for sentence, _ in words(whole(text, language=language)))


def test_what_is_undecided_for_long_is_read_all_the_same() -> None:
    stream = stream_of()
    stream.append("<!-- It begins. ")
    for _ in range(500):
        stream.append("It goes on. ")
        if found := sentences_of(stream):
            break
    assert found[0].written == "<!-- It begins. "


def test_halves_of_a_surrogate_pair_are_joined_and_a_single_half_has_no_sound() -> None:
    stream = stream_of()
    for piece in ("a \ud83d", "\ude00 b", " \ud83d", " c \ude00", "\ud83d"):
        stream.append(piece)
    assert stream.text == "a \U0001f600 b \ufffd c \ufffd"
    [sentence, end] = stream.end()
    assert isinstance(sentence, StreamedSentence)
    assert sentence.text.text == "a grinning face b c"
    assert end == PassageEnd(0.0)


def test_after_its_end_a_text_begins_anew() -> None:
    stream = stream_of()
    stream.append("- one\n- two and")
    assert [shown(one)[0] for one in stream.end()] == ["one.", "two and.", ""]
    stream.append(" three. Four")
    [three] = sentences_of(stream)
    assert (three.text.text, three.written) == ("three.", "three. ")
    assert three.text.starts[0] == stream.text.index("three")


def test_pauses_are_limited() -> None:
    stream = stream_of(max_pause_s=2)
    stream.append("A [pause:1s] b [pause:1.5s] c")
    with pytest.raises(InvalidRequestError, match=r"2\.5 seconds; at most 2"):
        list(stream.read())


def test_pause_tags_can_be_off() -> None:
    stream = stream_of(max_pause_s=None)
    stream.append("A [pause:1s] b. ")
    assert [shown(one)[0] for one in stream.end()] == ["A (pause: one second) b.", ""]
