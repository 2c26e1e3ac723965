"""The recipes of CONTRIBUTING.md can be followed: what they name exists, and one place is enough for one change."""

import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.metrics import MetricWrapperBase

from kokoro_speech_server import config, errors, retry_after
from kokoro_speech_server.app import create_app
from kokoro_speech_server.audio import streaming_audio_writer
from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat, BitRates, StreamingAudioWriter
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.base import ModelBackend
from kokoro_speech_server.errors import SpeechServerError, UnavailableError
from kokoro_speech_server.http import routes
from kokoro_speech_server.observability import metrics
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.normalization import international
from scripts.configuration import markdown
from tests.engines import FakeEngine
from tests.servers import ROOT
from tests.sounds import FORMATS, TELEPHONY

PACKAGE = ROOT / "api" / "src" / "kokoro_speech_server"
CASES = ROOT / "tests" / "text" / "cases"

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
_HEADING, *_RECIPES = CONTRIBUTING.split("\n## Recipes\n")[1].split("\n### ")
RECIPES = {recipe.partition("\n")[0]: recipe for recipe in _RECIPES}


def test_there_are_ten() -> None:
    assert len(RECIPES) == 10


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
def test_every_file_of_a_recipe_exists(recipe: str) -> None:
    assert paths(recipe)
    assert [path for path in paths(recipe) if not file(path).exists()] == []


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=RECIPES)
def test_every_name_of_a_recipe_is_in_one_of_its_files(recipe: str) -> None:
    text = "\n".join(file(path).read_text() for path in paths(recipe) if file(path).is_file())
    names = re.findall(r"`@?(_?[A-Z][A-Za-z_]+|_[a-z]\w+)`", recipe)
    folders = [path for path in paths(recipe) if file(path).is_dir()]
    text += "\n".join(one.read_text() for path in folders for one in file(path).rglob("*.py"))
    assert [name for name in names if not re.search(rf"\b{name}\b", text) and name != "OPEN_ROUTES"] == []


def paths(recipe: str) -> list[str]:
    return re.findall(r"`([\w/.-]+(?:\.(?:py|md|tsv|toml|json|yml)|/))`", recipe)


def file(path: str) -> Path:
    return ROOT / path if (ROOT / path).exists() else PACKAGE / path


# A language


def test_every_language_with_a_locale_has_cases() -> None:
    locales = {language.locale for language in LANGUAGES.values() if language.locale}
    assert locales <= {table.stem for table in CASES.glob("*.tsv")}


def test_every_locale_belongs_to_a_language() -> None:
    modules = (name for _, name, _ in pkgutil.iter_modules(international.__path__))
    found = {name for name in modules if hasattr(import_module(f"{international.__name__}.{name}"), "LOCALE")}
    assert found == {language.locale for language in LANGUAGES.values() if language.locale}


# A route


def test_every_module_of_routes_is_described() -> None:
    description = describe(engine_test=True)
    for _, name, _ in pkgutil.iter_modules(routes.__path__):
        router = import_module(f"{routes.__name__}.{name}").router
        described = [route for route in router.routes if getattr(route, "include_in_schema", False)]
        assert [route.path for route in described if route.path not in description["paths"]] == []


def test_every_model_that_a_route_refers_to_is_in_the_description() -> None:
    description = describe()
    found = set(re.findall(r"#/components/schemas/(\w+)", repr(description)))
    assert found <= description["components"]["schemas"].keys()
    assert "SpeechRequest" in found


def describe(**settings: Any) -> dict[str, Any]:
    description: dict[str, Any] = create_app(
        Settings(**settings), engine=FakeEngine()
    ).state.speech.description()
    return description


# An audio format


def test_every_format_has_a_recipe_a_decoder_and_a_line_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    [row] = re.findall(r"^\| `response_format` \| .*$", readme, re.MULTILINE)
    assert set(AudioFormat) == streaming_audio_writer._RECIPES.keys() == {*FORMATS, *TELEPHONY}
    assert [format for format in AudioFormat if f"`{format}`" not in row] == []


@pytest.mark.parametrize("format", AudioFormat)
def test_every_format_can_be_written(format: AudioFormat) -> None:
    with StreamingAudioWriter(format, BitRates(mp3=96_000, aac=96_000, opus=48_000)) as writer:
        assert isinstance(writer.finish(), bytes)


# A setting


def test_every_setting_is_in_the_documentation() -> None:
    assert (ROOT / "docs" / "configuration.md").read_text() == markdown()


def test_old_names_stand_for_settings() -> None:
    assert set(config.RENAMED_VARIABLES.values()) <= Settings.model_fields.keys()


# An error


def test_every_error_is_in_the_tree_with_its_status_and_code() -> None:
    tree = inspect.getdoc(errors) or ""
    drawn = re.findall(r"^[ │├└─]+(\w+Error) +(\d{3}) ?(\w+)?", tree, re.MULTILINE)
    known = {error.__name__: error for error in subclasses(SpeechServerError)}
    assert sorted(name for name, *_ in drawn) == sorted(known)
    for name, status, code in drawn:
        assert (known[name].status, code) in {
            (int(status), text) for text in (known[name].code, known[name].type, "")
        }


def subclasses(kind: type[SpeechServerError]) -> Iterator[type[SpeechServerError]]:
    if kind.__module__ == errors.__name__:
        yield kind
    for one in kind.__subclasses__():
        yield from subclasses(one)


# A metric


def test_every_metric_is_in_the_documentation_and_on_the_dashboard() -> None:
    documentation = (ROOT / "docs" / "metrics.md").read_text()
    dashboard = (ROOT / "docker" / "grafana" / "dashboard.json").read_text()
    kept = (ROOT / "docs" / "glossary.md").read_text().partition("| kept |")[2]
    found = [metric for metric in vars(metrics).values() if isinstance(metric, MetricWrapperBase)]
    assert len(found) > 20
    for metric in found:
        [family] = metric.describe()
        assert f"`{family.name}" in documentation
        assert family.name in dashboard or family.name in kept


# A model backend


def test_a_backend_needs_only_the_contract() -> None:
    assert issubclass(FakeEngine, ModelBackend)
    assert create_app(Settings(), engine=FakeEngine()).state.speech.engine.device == "fake"


# A limit


def test_retry_after_keeps_its_bounds() -> None:
    long, short = (UnavailableError("Later.", retry_after=seconds) for seconds in (1e6, 0))
    assert long.headers["retry-after"] == str(retry_after.RETRY_AFTER_MAX_S)
    assert short.headers["retry-after"] == str(retry_after.RETRY_AFTER_MIN_S)
