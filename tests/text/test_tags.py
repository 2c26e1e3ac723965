"""Tags in square brackets: what each does, which are refused, and what is ordinary text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_speech_server.config import Settings
from kokoro_speech_server.errors import InvalidRequestError, InvalidVoiceError, LanguageUnavailableError
from kokoro_speech_server.text import languages
from kokoro_speech_server.text.script import VoiceSettings
from kokoro_speech_server.text.voice_aliases import Alias
from tests.examples import examples
from tests.text.scripts import HEART, joined, script, spoken, texts


def test_pauses_cut_the_text_and_follow_their_passage() -> None:
    one = script("[pause:1s]Hello [pause: 250 ms ][PAUSE:.5s]there.[pause:0.5S]")
    assert [(text, passage.pause) for text, passage in spoken(one)] == [
        ("", 1.0),
        ("Hello ", 0.25),
        ("[PAUSE:.5s]there.", 0.5),
    ]


def test_pauses_add_up_to_no_more_than_the_server_allows() -> None:
    script("[pause:20s]a[pause:40s]")
    with pytest.raises(InvalidRequestError, match=r"add up to 60\.5 seconds; at most 60") as refused:
        script("[pause:20s]a[pause:40s] b [pause:500ms]")
    assert refused.value.param == "input"


def test_pauses_can_be_switched_off() -> None:
    off = Settings(pause_tags=False)
    text = "Wait [pause:900s] here"
    assert joined(script(text, settings=off)) == text
    one = script("[voice:af_sky]Wait [pause:900s] here", settings=off, tags=True)
    assert joined(one) == "Wait [pause:900s] here"


@pytest.mark.parametrize("tags", [None, False])
def test_nobody_who_did_not_ask_has_tags_obeyed(tags: bool | None) -> None:
    text = "[voice:nobody] [rate:99] [word](/wˈɜɹd/) [voice:bf_emma]Hello."
    assert [passage.voice_settings for _, passage in spoken(script(text, tags=tags))] == [HEART]
    assert joined(script(text, tags=tags)) == text


def test_a_voice_holds_until_the_next_and_a_rate_until_either() -> None:
    one = script(
        "One [voice:bf_emma]two [rate:1.5]three [Voice: af_sky + af_bella ]four [rate: 1]five", tags=True
    )
    assert [(text, str(p.voice_settings.voice), p.voice_settings.rate) for text, p in spoken(one)] == [
        ("One ", "af_heart", 1.0),
        ("two ", "bf_emma", 1.0),
        ("three ", "bf_emma", 1.5),
        ("four ", "af_sky(0.5)+af_bella(0.5)", 1.0),
        ("five", "af_sky(0.5)+af_bella(0.5)", 1.0),
    ]


def test_a_voice_speaks_its_own_language_unless_the_request_names_one() -> None:
    text = "One [voice:ff_siwis]deux"
    assert [p.voice_settings.language.code for _, p in spoken(script(text, tags=True))] == ["a", "f"]
    assert [
        p.voice_settings.language.code for _, p in spoken(script(text, tags=True, keep_language=True))
    ] == [
        "a",
        "a",
    ]


def test_openais_names_and_the_requests_own_can_be_called() -> None:
    aliases = {"Narrator": Alias("am_adam", 0.8), "pair": Alias("af_sky+af_bella"), "nova": Alias("bf_emma")}
    one = script(
        "[voice:narrator]One [rate:2]two [voice:pair]three [voice:nova]four [voice:onyx]five",
        tags=True,
        aliases=aliases,
    )
    assert [(text, str(p.voice_settings.voice), p.voice_settings.rate) for text, p in spoken(one)] == [
        ("One ", "am_adam", 0.8),
        ("two ", "am_adam", 1.6),
        ("three ", "af_sky(0.5)+af_bella(0.5)", 1.0),
        ("four ", "bf_emma", 1.0),
        ("five", "am_onyx", 1.0),
    ]


def test_rates_multiply_within_what_the_engine_has() -> None:
    one = script("[voice:fast][rate:4]Hi", tags=True, aliases={"fast": Alias("af_sky", 3.0)})
    assert [p.voice_settings.rate for _, p in spoken(one)] == [4.0]
    assert VoiceSettings(HEART.voice, HEART.language, rate=3.0).speed(2.0) == 4.0
    assert VoiceSettings(HEART.voice, HEART.language, rate=0.5).speed(0.3) == 0.25
    assert VoiceSettings(HEART.voice, HEART.language, rate=0.5).speed(3.0) == 1.5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Hello [voice:nobody]", r"\[voice:nobody\] at character 6 of the input: Unknown voice"),
        ("[voice:af_sky(0)]", "must be above 0"),
        ("[voice:" + "+".join(["af_sky"] * 9) + "]", "at most 8 voices"),
        ("[voice:!]", "Can't read"),
    ],
)
def test_a_voice_that_does_not_exist_is_refused_before_anything_is_spoken(text: str, message: str) -> None:
    with pytest.raises(InvalidVoiceError, match=message) as refused:
        script("Much text. " * 1000 * text.startswith("[voice:!") + text, tags=True)
    assert refused.value.param == "input"


@pytest.mark.parametrize("rate", ["0", "0.24", "4.01", "100"])
def test_a_rate_beyond_the_engines_is_refused(rate: str) -> None:
    with pytest.raises(InvalidRequestError, match=r"from 0.25 to 4") as refused:
        script(f"Hello [rate:{rate}] there", tags=True)
    assert refused.value.param == "input"


def test_a_language_that_is_not_installed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "find_spec", lambda name: None)
    with pytest.raises(LanguageUnavailableError, match=r"at character 0 .* not installed") as refused:
        script("[voice:jf_alpha]Hello", tags=True)
    assert refused.value.param == "input"


@pytest.mark.parametrize(
    ("aliases", "message"),
    [({"me": Alias("nobody")}, "'me': Unknown voice"), ({"me": Alias("af_sky(0)")}, "'me': The weight")],
)
def test_an_alias_that_will_not_do_is_refused(aliases: dict[str, Alias], message: str) -> None:
    with pytest.raises(InvalidVoiceError, match=message) as refused:
        script("Hello", tags=True, aliases=aliases)
    assert refused.value.param == "voice_aliases"


HALF_WRITTEN = [
    "[voice:]", "[voice: ]", "[voice:af_sky", "[voice af_sky]", "[voice:[af_sky", "voice:af_sky]",
    "[voice:af\n_sky]",
    "[rate:]", "[rate:fast]", "[rate:1.2", "[rate:-1]", "[rate:1.2x]", "[rate:1.]", "[rate 2]",
    "[pause:soon]", "[pause:1]", "[pause:1.5", "[pause:-1s]", "[pause:1 hour]", "[pause]",
    "[word](/wˈɜɹd/", "[word](wˈɜɹd)", "[](/wˈɜɹd/)", "[word](//)", "[word] (/wˈɜɹd/)", "[word](/w9/)", "[word](/,/)",
    "[[", "[", "]",
]  # fmt: skip


@pytest.mark.parametrize("tag", HALF_WRITTEN)
def test_half_written_tags_are_text(tag: str) -> None:
    assert joined(script(f"before {tag} after", tags=True)) == f"before {tag} after"


def test_a_word_is_said_as_its_phonemes_say() -> None:
    one = script("Say [tomato](/təmˈɑːtO/), [the docs](/guide/) [two words](/tˈu wˈɜɹdz/)!", tags=True)
    assert joined(one) == "Say /təmˈɑːtO/, [the docs](/guide/) /tˈu wˈɜɹdz/!"


def test_ipa_becomes_the_models_symbols() -> None:
    one = script("[a](/tə.ˈmeɪ.toʊ/) [b](/tʃaɪ/)", tags=True)
    assert joined(one) == "/təˈmAtO/ /ʧI/"


def test_the_word_is_the_origin_of_its_phonemes() -> None:
    text = "Say [tomato](/təmˈɑːtO/) now"
    source = script(text, tags=True).text.part(0, 9)
    assert source.text == f"Say {source.text[4]} now"
    assert text[slice(*source.span(4, 5))] == "tomato"


def test_nobody_can_forge_a_pronunciation() -> None:
    forged = "\U000f0000 a\U000f0001b \U0010fffd"
    one = script(f"{forged} [word](/wˈɜɹd/) {forged}", tags=True)
    assert joined(one) == " ab  /wˈɜɹd/  ab "
    assert joined(script(forged)) == " ab "


def test_offsets_are_those_of_the_input() -> None:
    text = "One\U000f0000 [pause:1s] two [rate:2] three"
    one = script(text, tags=True)
    for passage in one.passages():
        source = one.text.part(passage.start, passage.end)
        for i, character in enumerate(source.text):
            assert text[slice(*source.span(i, i + 1))] == character


def test_switched_off_tags_that_are_asked_for_are_refused() -> None:
    off = Settings(enable_voice_tags=False)
    with pytest.raises(InvalidRequestError, match="ENABLE_VOICE_TAGS") as refused:
        script("Hello", settings=off, tags=True)
    assert refused.value.param == "tags"
    assert texts(script("[pause:1s]Hello", settings=off)) == ["", "Hello"]


PIECES = st.lists(
    st.sampled_from(
        [
            *HALF_WRITTEN,
            "[voice:af_sky]",
            "[voice:nobody]",
            "[rate:2]",
            "[rate:9]",
            "[pause:1s]",
            "[w](/w/)",
            "word ",
            "\n",
        ]
    )
    | st.text(max_size=8),
    max_size=12,
).map("".join)


@examples(database=None)
@given(PIECES, st.booleans())
def test_any_text_is_read_in_order_or_refused(text: str, tags: bool) -> None:
    try:
        one = script(text, tags=tags)
    except InvalidRequestError:
        return
    end = 0
    for passage in one.passages():
        assert end <= passage.start <= passage.end <= len(one.text.text)
        end = passage.end
        source = one.text.part(passage.start, passage.end)
        assert list(source.starts) == sorted(source.starts)
        assert list(source.ends) == sorted(source.ends)
        assert all(
            0 <= start <= end <= len(text) for start, end in zip(source.starts, source.ends, strict=True)
        )


@examples(database=None)
@given(st.lists(st.sampled_from(HALF_WRITTEN), max_size=6))
def test_letters_of_half_written_tags_are_never_lost(pieces: list[str]) -> None:
    text = "\n;\n".join(pieces)  # on one line, two halves could form a tag
    assert joined(script(text, tags=True)).strip() == text.strip()
