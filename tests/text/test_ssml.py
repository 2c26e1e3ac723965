"""SSML: the effect of each element, the origins of the text, and which documents are refused."""

import re
from collections.abc import Callable
from typing import Any
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import InvalidRequestError, InvalidVoiceError, LanguageUnavailableError
from kokoro_speech_server.text import languages, ssml_parser
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.say_as import say_as
from kokoro_speech_server.text.sentences import sentences
from kokoro_speech_server.text.ssml import SsmlScript, looks_like_ssml
from kokoro_speech_server.text.voice_aliases import Alias
from tests.examples import examples
from tests.text.scripts import joined, script, shown, spoken, texts


def ssml(content: str, **request: Any) -> SsmlScript:
    """The script of a document with this content."""
    return document(f"<speak>{content}</speak>", **request)


def document(text: str, **request: Any) -> SsmlScript:
    one = script(text, ssml=True, **request)
    assert isinstance(one, SsmlScript)
    return one


def refusal(text: str, **request: Any) -> InvalidRequestError:
    with pytest.raises(InvalidRequestError) as refused:
        document(text, **request)
    assert refused.value.param == "input"
    return refused.value


def passages_of(content: str, **request: Any) -> list[tuple[str, float, float]]:
    """Text, rate and volume of each passage."""
    return [
        (text.strip(), round(p.voice_settings.rate, 3), round(p.voice_settings.volume, 3))
        for text, p in spoken(ssml(content, **request))
    ]


def test_a_document_is_read_and_its_white_space_is_none_of_its_lines() -> None:
    text = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!-- hi --><speak version="1.1"\n' \
        ' xmlns="http://www.w3.org/2001/10/synthesis">Hello\r\n  wörld.</speak>\n'  # fmt: skip
    assert joined(document(text)).split() == ["Hello", "wörld."]
    assert "\n" not in document(text).text.text
    assert joined(document("\n \ufeff<speak>Hi</speak>")) == "Hi"
    assert joined(document('<ssml:speak xmlns:ssml="x"><ssml:s>Hi.</ssml:s></ssml:speak>')).strip() == "Hi."


def test_it_is_not_markdown_and_has_no_tags_but_pauses() -> None:
    one = ssml("*A* [voice:af_sky] [word](/wˈɜɹd/) [pause:1s] b", tags=True)
    assert not one.markup
    assert script("*A*").markup
    assert [(text, p.pause) for text, p in spoken(one)] == [
        ("*A* [voice:af_sky] [word](/wˈɜɹd/) ", 1.0),
        (" b", 0.0),
    ]
    assert texts(ssml("a [pause:1s] b", settings=Settings(pause_tags=False))) == ["a [pause:1s] b"]


def test_sentences_and_paragraphs_end() -> None:
    one = ssml("<p><s>the first</s><s>the second</s> <s>Third!</s></p><p>Next, </p>last")
    text = one.text.text
    found = [text[start:end].strip() for start, end, _ in sentences(text, 0, len(text))]
    assert found == ["the first.", "the second.", "Third!", "Next,", "last"]
    assert "Third!\n\n" in re.sub(" ", "", text)


@pytest.mark.parametrize(
    ("tag", "seconds"),
    [
        ('<break time="1.5s"/>', 1.5),
        ('<break time="500ms" strength="x-weak"/>', 0.5),
        ('<break time=".25s"/>', 0.25),
        ("<break/>", 0.5),
        ('<break strength="x-strong"/>', 1.25),
    ],
)
def test_a_break_is_a_pause(tag: str, seconds: float) -> None:
    assert [(text, p.pause) for text, p in spoken(ssml(f"One{tag}two"))] == [("One", seconds), ("two", 0.0)]


def test_a_break_of_nothing_is_none() -> None:
    assert texts(ssml('One<break strength="none"/> two<break time="0s"/>')) == ["One two"]


def test_breaks_and_tags_add_up() -> None:
    assert "add up to 61 seconds" in refusal('<speak><break time="30s"/>a[pause:31s]b</speak>').message
    ssml('<break time="30s"/>a[pause:30s]b')


def test_breaks_at_both_ends_are_kept() -> None:
    one = ssml('<break time="1s"/>Hello<break time="2s"/><break time="3s"/>')
    assert [(text, p.pause) for text, p in spoken(one)] == [("", 1.0), ("Hello", 2.0), ("", 3.0)]


@pytest.mark.parametrize(
    ("attribute", "rate"),
    [("x-slow", 0.5), ("slow", 0.75), ("medium", 1), ("fast", 1.5), ("x-fast", 2), ("120%", 1.2), ("+20%", 1.2),
     ("-20%", 0.8), ("0.5", 0.5), ("2", 2), ("50 %", 0.5)],
)  # fmt: skip
def test_prosody_has_a_rate(attribute: str, rate: float) -> None:
    assert passages_of(f'a <prosody rate="{attribute}">b</prosody> c') == (
        [("a b c", 1, 1)] if rate == 1 else [("a", 1, 1), ("b", rate, 1), ("c", 1, 1)]
    )


@pytest.mark.parametrize(
    ("attribute", "volume"),
    [("silent", 0), ("x-soft", 0.25), ("soft", 0.5), ("loud", 1.4), ("x-loud", 2), ("+6dB", 1.995), ("-6.0dB", 0.501),
     ("50", 0.5), ("+10", 1.1), ("-20%", 0.8), ("150%", 1.5)],
)  # fmt: skip
def test_prosody_has_a_volume(attribute: str, volume: float) -> None:
    assert passages_of(f'<prosody volume="{attribute}">b</prosody>') == [("b", 1, volume)]


def test_what_is_within_multiplies() -> None:
    inner = '<prosody rate="1.5" volume="50"><prosody rate="4">b</prosody></prosody>'
    content = f'<prosody rate="2" volume="50">a {inner}</prosody>'
    assert passages_of(content) == [("a", 2, 0.5), ("b", 4, 0.25)]
    assert passages_of('<prosody volume="+20dB"><prosody volume="+20dB">a</prosody></prosody>') == [
        ("a", 1, 10)
    ]


def test_emphasis_is_slower_and_louder() -> None:
    found = passages_of(
        'a <emphasis level="strong">b</emphasis> <emphasis>c</emphasis> <emphasis level="reduced">d</emphasis>'
    )
    assert [text for text, *_ in found] == ["a", "b", "c", "d"]
    rates, volumes = [rate for _, rate, _ in found], [volume for *_, volume in found]
    assert rates[1] < rates[2] < rates[0] < rates[3]
    assert volumes[1] > volumes[2] > volumes[0] > volumes[3]
    assert passages_of('a <emphasis level="none">b</emphasis>') == [("a b", 1, 1)]


def test_marks_behind_an_element_close_it() -> None:
    assert [text for text, *_ in passages_of("<emphasis>Now</emphasis>! Go (<emphasis>there</emphasis>), now.")] == [
        "Now!", "Go (", "there),", "now.",
    ]  # fmt: skip


def test_voices_bring_their_language_and_rate() -> None:
    one = ssml(
        'A <voice name="ff_siwis">b <voice name="Me">c</voice> d</voice> <voice name="bf_emma" xml:lang="es">e</voice>',
        aliases={"me": Alias("af_sky+af_bella", 0.5)},
    )
    assert [
        (t.strip(), str(p.voice_settings.voice), p.voice_settings.language.code, p.voice_settings.rate)
        for t, p in spoken(one)
    ] == [
        ("A", "af_heart", "a", 1.0),
        ("b", "ff_siwis", "f", 1.0),
        ("c", "af_sky(0.5)+af_bella(0.5)", "a", 0.5),
        ("d", "ff_siwis", "f", 1.0),
        ("e", "bf_emma", "e", 1.0),
    ]
    kept = ssml('A <voice name="ff_siwis">b</voice>', keep_language=True)
    assert [p.voice_settings.language.code for _, p in spoken(kept)] == ["a", "a"]


def test_a_voice_can_be_asked_for_by_language_and_gender() -> None:
    one = ssml(
        '<voice language="en-GB" gender="male">a</voice> <voice xml:lang="fr">b</voice> <voice gender="male">c</voice>'
    )
    found = [(str(p.voice_settings.voice), p.voice_settings.language.code) for _, p in spoken(one)]
    assert [code for _, code in found] == ["b", "f", "a"]
    assert [voice[:2] for voice, _ in found] == ["bm", "ff", "am"]


@pytest.mark.parametrize(
    ("tag", "code"), [("fr-FR", "f"), ("FR", "f"), ("es-MX", "e"), ("en-AU", "a"), ("ja-JP", "j")]
)
def test_languages_change_and_the_voice_stays(tag: str, code: str) -> None:
    one = ssml(f'A <lang xml:lang="{tag}">b</lang> c')
    assert [(str(p.voice_settings.voice), p.voice_settings.language.code) for _, p in spoken(one)][
        1 - (code == "a")
    ] == (
        "af_heart",
        code,
    )


def test_phonemes_stand_for_their_word() -> None:
    one = ssml('Say <phoneme alphabet="ipa" ph="təˈmeɪ.toʊ">tomato</phoneme> and <phoneme ph="wˈɜɹd"/>.')
    assert joined(one) == "Say /təˈmAtO/ and /wˈɜɹd/."


def test_another_alphabet_speaks_the_word_and_is_told() -> None:
    one = ssml('<phoneme alphabet="x-sampa" ph="t@meItoU">tomato</phoneme>')
    assert joined(one) == "tomato"
    assert one.unknown == ("phoneme alphabet x-sampa",)


def test_sub_says_its_alias() -> None:
    assert joined(ssml('The <sub alias="World Wide Web &amp; all">W3C</sub>.')) == "The World Wide Web & all."
    assert joined(ssml("The <sub>W3C</sub>.")) == "The W3C."
    assert joined(ssml('The<sub alias="Web"> W3C </sub>group')) == "The Web group"


@pytest.mark.parametrize(
    ("kind", "format", "text", "language", "expected"),
    [
        ("cardinal", "", "12,345", "a", "twelve thousand three hundred forty-five"),
        ("cardinal", "", "1345", "b", "one thousand three hundred and forty-five"),
        ("number", "", "-3.25", "a", "minus three point two five"),
        ("cardinal", "", "12345", "e", "doce mil trescientos cuarenta y cinco"),
        ("cardinal", "", "many", "a", None),
        ("ordinal", "", "21", "a", "twenty-first"),
        ("ordinal", "", "21st", "b", "twenty-first"),
        ("ordinal", "", "3", "p", "terceiro"),
        ("ordinal", "", "3ª", "p", "terceira"),
        ("ordinal", "", "3", "f", "troisième"),
        ("characters", "", "ab-12", "a", "eh B dash one two"),
        ("spell-out", "", "rsvp", "f", "r s v p"),
        ("digits", "", "0042", "a", "zero zero four two"),
        ("telephone", "", "+1 (415) 555-0100", "a", "plus one, four one five, five five five, zero one zero zero"),
        ("telephone", "", "1-800-FLOWERS x12", "a", "one, eight zero zero, FLOWERS extension one two"),
        ("telephone", "", "01 23", "f", "zéro un, deux trois"),
        ("date", "mdy", "01/15/2024", "a", "January fifteenth, twenty twenty-four"),
        ("date", "dmy", "15.1.24", "b", "the fifteenth of January, twenty twenty-four"),
        ("date", "ymd", "20240115", "a", "January fifteenth, twenty twenty-four"),
        ("date", "", "2024-01-15", "f", "15 janvier 2024"),
        ("date", "", "2024-01-15", "j", "2024年1月15日"),
        ("date", "md", "Sept 3", "a", "September third"),
        ("date", "y", "1999", "a", "nineteen ninety-nine"),
        ("date", "mdy", "45/45/2000", "a", None),
        ("date", "", "tomorrow", "a", None),
        ("time", "hms12", "2:30pm", "a", "two thirty p.m."),
        ("time", "", "14:05", "a", "fourteen oh five"),
        ("time", "", "9:00", "a", "nine o'clock"),
        ("time", "", "1'21\"", "a", "one minute and twenty-one seconds"),
        ("time", "", "99:99", "a", None),
        ("currency", "", "USD 45.20", "a", "$45.20"),
        ("currency", "", "$45.20", "a", None),
        ("fraction", "", "3 3/4", "a", "three and three quarters"),
        ("fraction", "", "1/2", "a", "one half"),
        ("fraction", "", "1/0", "a", None),
        ("expletive", "", "darn", "a", "beep"),
        ("unit", "", "5 km", "a", None),
    ],
)  # fmt: skip
def test_say_as_says_what_the_author_means(
    kind: str, format: str, text: str, language: str, expected: str | None
) -> None:
    assert say_as(text, kind, format, LANGUAGES[language]) == expected
    tag = LANGUAGES[language].tag
    element = f'<say-as interpret-as="{kind}" format="{format}">{text}</say-as>'
    assert joined(ssml(f'<lang xml:lang="{tag}">{element}</lang>')) == (expected or text)


def test_what_say_as_does_not_know_is_spoken_and_told() -> None:
    one = ssml('<say-as interpret-as="zodiac">Leo &amp; Virgo</say-as><say-as>x</say-as>')
    assert joined(one) == "Leo & Virgox"
    assert one.unknown == ("say-as zodiac", "say-as")
    assert ssml('<say-as interpret-as="a, b&#10;c">x</say-as>').unknown == ("say-as a? b?c",)


def test_marks_keep_their_place() -> None:
    text = '<speak>Hello <mark name="here"/>there <break/><mark name="end"/></speak>'
    one = document(text)
    assert [(mark.name, text[mark.offset :][:5]) for mark in one.marks] == [("here", "there"), ("end", "")]


def test_unknown_elements_speak_their_content_and_are_told() -> None:
    one = ssml(
        'A <amazon:effect name="whispered">b</amazon:effect> <audio><desc>a bell</desc>c</audio> <été>d</été>'
        '<prosody pitch="high">e</prosody> <amazon:effect>f</amazon:effect> <metadata>secret <s>g</s></metadata>'
    )
    assert joined(one).split() == ["A", "b", "c", "de", "f"]
    assert one.unknown == ("amazon:effect", "audio", "desc", "\\xe9t\\xe9", "prosody pitch", "metadata")
    many = ssml("".join(f"<x{i}/>" for i in range(1000)))
    assert len(many.unknown) == 20


def test_every_character_knows_where_it_comes_from() -> None:
    text = (
        '<speak>\n<p>Tom &amp; Jérôme\U000f0000 &#x41;&#66;</p><sub alias="a longer text">W3C &lt;</sub>'
        "<![CDATA[x &amp; <y>]]> one\r\ntwo<say-as interpret-as='ordinal'>3</say-as>😀 "
        '<phoneme ph="wˈɜɹd">word</phoneme></speak>'
    )
    one = document(text)
    source = one.text.part(0, len(one.text.text))
    assert list(source.starts) == sorted(source.starts)
    assert list(source.ends) == sorted(source.ends)
    origins = {"&": "&amp;", "A": "&#x41;", "B": "&#66;"}
    made = {"a longer text": "W3C &lt;", "third": "3"}
    verbatim = list(range(len(source)))
    for words, origin in made.items():
        at = source.text.index(words)
        assert text[slice(*source.span(at, at + len(words)))] == origin
        verbatim = [i for i in verbatim if not at <= i < at + len(words)]
    for i in verbatim:
        character, origin = source.text[i], text[slice(*source.span(i, i + 1))]
        if character in one.pronunciations:
            assert origin == "word"
        elif character in "\n ":
            assert origin in ("", " ", "\n", "\r\n")
        else:
            assert origin in (character, origins.get(character))
    assert "\U000f0000" not in source.text.replace(source.text[-1], "")
    assert shown(one, next(one.passages())).endswith("/wˈɜɹd/")
    for start in range(0, len(source), 7):
        part = one.text.part(start, min(start + 10, len(source)))
        assert part == source.part(start, start + 10)


def test_nobody_can_forge_a_pronunciation() -> None:
    one = ssml('\U000f0000&#xF0000;<sub alias="\U000f0000">x</sub> <phoneme ph="wˈɜɹd">w</phoneme>')
    assert joined(one).split() == ["/wˈɜɹd/"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "line 1, column 1: this is not well-formed XML"),
        ("<speak>\n <p>x</speak>", "line 2, column .*mismatched tag"),
        ("<speak>a</speak><speak/>", "line 1, column 17: .*junk"),
        ("<speak>a", "line 1, column 9: .*no element found"),
        ("<speak>&nbsp;</speak>", "line 1, column 8: .*undefined entity"),
        ("<p>x</p>", "one <speak> element and not <p>"),
        ("<speak>\ud800</speak>", "line 1, column 8: "),
        ("<speak>\x00</speak>", "line 1, column 8: "),
        ('<speak>é\n<prosody rate="9">x</prosody></speak>', "line 2, column 1: <prosody rate>: '9' is not a rate"),
        ('<speak><prosody rate="quick">x</prosody></speak>', "'quick' is not a rate"),
        ('<speak><prosody volume="+99dB">x</prosody></speak>', "is not a volume"),
        ('<speak><break time="soon"/></speak>', "'soon' is not a time"),
        ('<speak><break strength="much"/></speak>', "'much' is not one of none"),
        ('<speak><emphasis level="total">x</emphasis></speak>', "'total' is not one of strong"),
        ('<speak><phoneme ph="a9">x</phoneme></speak>', r"<phoneme>: the model does not know the symbol '9'"),
        ('<speak><phoneme ph="">x</phoneme></speak>', "no sound"),
        ('<speak><sub alias="a"><break/></sub></speak>', "<sub> can contain only text, and not <break>"),
        ('<speak xml:lang="de-DE">x</speak>', "column 1: Unknown language 'de'"),
        ('<speak xml:lang="i-klingon">x</speak>', "Unknown language 'i-klingon'"),
        (f'<speak><say-as interpret-as="characters">{"!" * 1001}</say-as></speak>', "at most 1000"),
        ('<!DOCTYPE speak [<!ENTITY a "b">]><speak>&a;</speak>', "a DTD"),
        ('<!DOCTYPE speak SYSTEM "file:///etc/passwd"><speak/>', "a DTD"),
        ("<speak>" * 100_000, "more than 50 deep"),
        ("<" * 1_000_000, "line 1, column 2: "),
    ],
)  # fmt: skip
def test_what_will_not_do_is_refused_with_its_place(text: str, message: str) -> None:
    error = refusal(text)
    assert error.message.startswith("SSML, line ")
    assert re.search(message, error.message), error.message


def test_entities_within_entities_are_refused() -> None:
    laughs = "".join(f'<!ENTITY a{i + 1} "{f"&a{i};" * 10}">' for i in range(9))
    error = refusal(f'<!DOCTYPE speak [<!ENTITY a0 "ha">{laughs}]><speak>&a9;</speak>')
    assert "a DTD, entities" in error.message


def test_a_voice_or_language_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    error = refusal('<speak>\n  <voice name="Joanna">x</voice></speak>')
    assert isinstance(error, InvalidVoiceError)
    assert error.message.startswith("SSML, line 2, column 3: Unknown voice 'Joanna'")
    monkeypatch.setattr(languages, "find_spec", lambda name: None)
    assert isinstance(refusal('<speak><lang xml:lang="ja">x</lang></speak>'), LanguageUnavailableError)


def test_a_large_attribute_is_read() -> None:
    assert joined(document(f'<speak a="{"b" * 900_000}">x</speak>')) == "x"


def test_switched_off_ssml_is_refused_and_never_looked_for() -> None:
    off = Settings(enable_ssml=False, ssml_auto=True)
    with pytest.raises(InvalidRequestError, match="ENABLE_SSML") as refused:
        script("<speak>x</speak>", settings=off, ssml=True)
    assert refused.value.param == "ssml"
    assert joined(script("<speak>x</speak>", settings=off)) == "<speak>x</speak>"


def test_ssml_is_found_only_where_the_server_looks_for_it() -> None:
    text = "<speak>x</speak>"
    auto = Settings(ssml_auto=True)
    assert joined(script(text)) == text
    assert joined(script(text, settings=auto)) == "x"
    assert joined(script(text, settings=auto, ssml=False)) == text


@pytest.mark.parametrize(
    "text",
    ["<speak>", " \n<speak version='1'>", '<?xml version="1.0"?><!-- x --> <ssml:speak>', "\ufeff<speak/>"],
)
def test_this_looks_like_ssml(text: str) -> None:
    assert looks_like_ssml(text)


@pytest.mark.parametrize(
    "text", ["", "speak", "say <speak>", "<speaker>", "<p>", "<?xml?><p>", " " * 100_000, "<!--" * 10_000]
)
def test_this_does_not_look_like_ssml(text: str) -> None:
    assert not looks_like_ssml(text)


PIECES = [
    "<p>", "</p>", "<s>", "</s>", "<break/>", '<break time="1s"/>', '<prosody rate="slow">', "</prosody>",
    "<x>", "</x>",
    '<emphasis level="strong">', "</emphasis>", '<voice name="ff_siwis">', "</voice>", '<sub alias="b c">', "</sub>",
    '<say-as interpret-as="date" format="mdy">', '<say-as interpret-as="telephone">', '<say-as interpret-as="time">',
    '<say-as interpret-as="characters">', '<say-as interpret-as="fraction">', "</say-as>",
    "1/2/3", "+1 (2)", "٣:30", "½",
    '<phoneme ph="wˈɜɹd">', "</phoneme>", "&amp;", "&#10;", "&#xF0000;", "<![CDATA[", "]]>", "<!--", "-->",
    "\r\n", " word ",
    "[pause:1s]", "é", "<", "&", "\U000f0000",
]  # fmt: skip


@examples(database=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=12).map("".join))
def test_any_document_is_read_in_order_or_refused(content: str) -> None:
    text = f"<speak>{content}</speak>"
    try:
        one = document(text)
    except InvalidRequestError:
        return
    source = one.text.part(0, len(one.text.text))
    assert source.text == one.text.text
    assert list(source.starts) == sorted(source.starts)
    assert list(source.ends) == sorted(source.ends)
    assert all(0 <= start <= end <= len(text) for start, end in zip(source.starts, source.ends, strict=True))
    end = 0
    for passage in one.passages():
        assert end <= passage.start <= passage.end <= len(source)
        end = passage.end


@examples(database=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=12).map("".join), st.integers(1, 9))
def test_it_does_not_matter_where_a_document_is_cut_for_parsing(content: str, piece: int) -> None:
    def read() -> object:
        try:
            one = ssml(content)
        except InvalidRequestError as error:
            return error.message
        return one.text.part(0, len(one.text.text)), list(one.passages()), one.marks, one.unknown

    whole = read()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssml_parser, "_PIECE", piece)
        patch.setattr(ssml_parser, "_LONG_MARKUP_BYTES", 2 * piece)
        assert read() == whole


ELEMENTS = [
    "{}", "<w>{}</w>", "<s>{}</s>", "<emphasis>{}</emphasis>", '<voice name="ff_siwis">{}</voice>',
    '<break time="1s"/>{}', '<sub alias="b c">{}</sub>', '<say-as interpret-as="characters">{}</say-as>',
]  # fmt: skip
TEXTS = st.text("ab5 \n\t.,()&<]é\xa0\x85\u2028\U000f0000", max_size=4) | st.just("[pause:1s]")
NOTATIONS: list[Callable[[str], str]] = [
    escape,
    lambda text: f"<![CDATA[{text}]]>",
    lambda text: f"<!-- -->{escape(text)}<![CDATA[]]>",
    lambda text: "".join(f"&#{ord(one)};" for one in text),
]


@examples(database=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(ELEMENTS), st.lists(st.tuples(TEXTS, st.sampled_from(NOTATIONS)), max_size=4)
        ),
        max_size=6,
    )
)
def test_text_in_cdata_or_references_is_read_as_plain_text_is(
    content: list[tuple[str, list[tuple[str, Callable[[str], str]]]]],
) -> None:
    def read(written: Callable[[str, Callable[[str], str]], str]) -> object:
        one = ssml(
            "".join(
                element.format("".join(written(text, notation) for text, notation in pieces))
                for element, pieces in content
            )
        )
        return one.text.text, list(one.passages())

    assert read(lambda text, notation: notation(text)) == read(lambda text, _: escape(text))


def test_white_space_goes_with_what_is_before_it_however_it_is_written() -> None:
    for written in ("  5", " \n5", "<![CDATA[  5]]>", "&#32;&#10;5", " <!-- --> 5", "<![CDATA[ ]]> 5"):
        one = ssml(f"<emphasis>abc</emphasis>{written}")
        assert [text for text, _ in spoken(one)] == ["abc  ", "5"]
    number = "10&#160;000", "10<![CDATA[\xa0]]>000", "10\xa0000"
    assert {joined(ssml(written)) for written in number} == {"10\xa0000"}


KINDS = st.sampled_from("cardinal ordinal characters digits telephone date time currency fraction".split())
FORMATS = st.sampled_from(["", "mdy", "dmy", "ymd", "md", "y", "mm", "xyz"])


@examples(database=None)
@given(
    st.text(max_size=30) | st.text("0123456789/:.'-+ aspm٣", max_size=12),
    KINDS,
    FORMATS,
    st.sampled_from(list(LANGUAGES)),
)
def test_say_as_takes_anything(text: str, kind: str, format: str, language: str) -> None:
    """The result is words, or None for normalization, and silence only for text without letters and digits."""
    words = say_as(text, kind, format, LANGUAGES[language])
    assert words is None or words.strip() or not any(character.isalnum() for character in text)
