"""A language is one entry of the table: everything else in the package asks the entry."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from kokoro_speech_server.errors import InvalidRequestError
from kokoro_speech_server.synthesis.demand import RequestDemand
from kokoro_speech_server.text import languages
from kokoro_speech_server.text.abbreviations.table import Abbreviations
from kokoro_speech_server.text.languages import LANGUAGES, Language, language_for
from kokoro_speech_server.text.normalization.rules import Category
from kokoro_speech_server.text.normalizer import normalize
from kokoro_speech_server.text.sentences import sentences
from kokoro_speech_server.text.source_text import SourceText

PACKAGE = Path(languages.__file__).parents[1]

KLINGON = Language(
    code="k",
    name="Klingon",
    tag="tlh",
    aliases=("klingon",),
    espeak_voice="piqd",
    abbreviations=Abbreviations(inner={"toh.": ""}, numbered={"mi.": "", "DIch.": ""}),
    seconds_per_character=0.1,
    sample_text="nuqneH.",
)


@pytest.fixture
def klingon(monkeypatch: pytest.MonkeyPatch) -> Language:
    monkeypatch.setitem(LANGUAGES, KLINGON.code, KLINGON)
    return KLINGON


@pytest.mark.parametrize("name", ["k", "K", "tlh", "TLH", "klingon"])
def test_an_entry_is_found_by_its_code_tag_and_aliases(klingon: Language, name: str) -> None:
    assert language_for(name, param="lang_code") is klingon


def test_the_error_for_an_unknown_language_lists_every_entry(klingon: Language) -> None:
    with pytest.raises(InvalidRequestError, match=r"'xx'.*a \(en-US\), .*k \(tlh\)"):
        language_for("xx", param="lang_code")


def test_an_entry_is_all_that_sentences_normalization_and_demand_need(klingon: Language) -> None:
    text = "Toh. Qapla' mi. 5. Nuq DIch. 3. Nuq Dich. 3."
    found = [text[start:end].strip() for start, end, _ in sentences(text, 0, len(text), klingon)]
    assert found == ["Toh. Qapla' mi. 5.", "Nuq DIch. 3.", "Nuq Dich.", "3."]
    source = SourceText.verbatim(text)
    assert normalize(source, klingon, list(Category)) == source
    assert RequestDemand(
        characters=50, language=klingon, speed=2.0, arrived=0.0, playback_delay_s=0.0
    ).remaining == pytest.approx(2.5)


def test_every_entry_is_complete() -> None:
    names = [name for one in LANGUAGES.values() for name in (one.code, one.tag.lower(), *one.aliases)]
    assert len(names) == len(set(names))
    for code, language in LANGUAGES.items():
        assert code == language.code
        assert find_spec(f"kokoro_speech_server.text.g2p.{language.g2p}")
        assert (language.espeak_voice is not None) == (language.g2p in ("espeak", "hindi"))
        assert (language.extra is not None) == bool(language.modules)
        assert language.is_english == (language.locale is None)


@pytest.mark.parametrize(
    "language", [one for one in LANGUAGES.values() if one.locale], ids=lambda one: one.name
)
def test_an_entry_agrees_with_its_locale(language: Language) -> None:
    locale = import_module(f"kokoro_speech_server.text.normalization.international.{language.locale}").LOCALE
    assert locale.tag.partition("_")[0] == language.tag.partition("-")[0]


def test_a_languages_libraries_and_tables_are_imported_on_first_use() -> None:
    """They take seconds to load, and most servers need one language."""
    package = "kokoro_speech_server.text"
    late = ["spacy", "misaki", "jieba", "cutlet", "fugashi", f"{package}.normalization.english"]
    late += [f"{package}.normalization.international", f"{package}.g2p.english"]
    program = f"import sys, {package}.directives, {package}.phonemizer, {package}.text_processor; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert set(late).isdisjoint(loaded.split())


def test_no_other_module_knows_a_language_by_its_code() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path != Path(languages.__file__)
        for line in lines_with_codes(ast.parse(path.read_text()))
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        'language.code == "j"',
        'code in "ab"',
        'voice.language not in ("j", "z")',
        'LANGUAGES["a"]',
        'language_for("b", param="voice")',
        '{"j": 0.15, "z": 0.22}',
    ],
)
def test_a_code_is_found(source: str) -> None:
    assert list(lines_with_codes(ast.parse(source))) == [1]


def lines_with_codes(tree: ast.Module) -> Iterator[int]:
    """Lines that compare a language with a literal code, look one up, or have a table by code."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others):
                is_language = named(left) in ("code", "lang_code", "language")
                found = is_language and any(is_code(one) for one in others)
            case ast.Subscript(value=ast.Name("LANGUAGES"), slice=key):
                found = is_code(key)
            case ast.Call(func=ast.Name("language_for"), args=[name, *_]):
                found = is_code(name)
            case ast.Dict(keys=[_, _, *_] as keys):
                found = all(key is not None and is_code(key) for key in keys)
            case _:
                continue
        if found:
            yield node.lineno


def is_code(node: ast.expr) -> bool:
    """Whether it is a string of one or more languages' codes, or a collection of them."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(is_code(one) for one in node.elts)
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return False
    return node.value != "" and set(node.value) <= set(LANGUAGES)


def named(node: ast.expr) -> str:
    """The name that an expression ends with."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
