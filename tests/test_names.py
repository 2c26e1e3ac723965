"""docs/glossary.md lists retired names: none of them names anything in the code any more."""

import ast
import re
from collections.abc import Iterable, Iterator
from fnmatch import translate
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kokoro_speech_server.config import Settings

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "api" / "src" / "kokoro_speech_server"
GLOSSARY = ROOT / "docs" / "glossary.md"

_LOG_METHODS = {"debug", "info", "warning", "error", "exception", "critical", "log"}


class Retired(NamedTuple):
    """A name, or a pattern of names, and the folders in which it is retired; "*" stands for all."""

    pattern: str
    scopes: frozenset[str]


class Name(NamedTuple):
    """A name in the code; `line` is 0 for the module's own."""

    text: str
    line: int


def test_no_retired_name_is_in_use() -> None:
    glossary = GLOSSARY.read_text()
    retired, kept = _retired(glossary), _kept(glossary)
    assert len(retired) > 50
    found = [
        f"{path.relative_to(ROOT)}:{name.line}: {name.text}"
        for path in _python_files()
        for pattern in [_retired_in(_scopes(path), retired)]
        for name in _names(path)
        if _matches(pattern, name.text.lstrip("_")) and (path.name, name.text) not in kept
    ]
    assert not found, "\n".join(found)


@cache
def _matches(pattern: re.Pattern[str], name: str) -> bool:
    """Remembered, since most names are used many times."""
    return pattern.match(name) is not None


def test_no_setting_has_a_retired_name() -> None:
    retired = _retired(GLOSSARY.read_text())
    assert [name for name in Settings.model_fields if _is_retired(name, {"config"}, retired)] == []


def test_every_kind_of_name_is_found(tmp_path: Path) -> None:
    file = tmp_path / "metrics.py"
    file.write_text(
        "import json as alias\n"
        "from os import path as other_alias\n"
        "class Thing:\n"
        "    field: int\n"
        "    def method(self, parameter, *rest, **options):\n"
        "        self.attribute = [item for item in rest]\n"
        "        logger.info('the log event %s', parameter)\n"
        "METRIC = Counter('speech_metric_total', 'Help')\n"
    )
    found = {name.text for name in _names(file)}
    assert found >= {
        *("metrics", "alias", "other_alias", "Thing", "field", "method", "parameter", "rest", "options"),
        *("attribute", "item", "log", "event", "METRIC", "speech_metric_total", "metric"),
    }
    assert "json" not in found


def test_a_retired_name_is_found() -> None:
    retired = [Retired("Ticket", frozenset("*")), Retired("*_lane", frozenset({"engine"}))]
    assert _is_retired("_Ticket", {"http"}, retired)
    assert _is_retired("free_lane", {"engine"}, retired)
    assert not _is_retired("free_lane", {"text"}, retired)
    assert not _is_retired("TicketOffice", {"http"}, retired)


def _retired(glossary: str) -> list[Retired]:
    return [
        Retired(pattern, frozenset(_code(scopes)))
        for names, _, scopes in _rows(glossary, "| retired | replaced by | scope |")
        for pattern in _code(names)
    ]


def _kept(glossary: str) -> set[tuple[str, str]]:
    """Names that are still allowed, each with the name of the file that has them, and the words of metrics."""
    return {
        (file.rpartition("/")[2], word)
        for names, _, files in _rows(glossary, "| kept | use instead | file |")
        for file in _code(files)
        for name in _code(names)
        for word in (name, *name.split("_"))
    }


def _rows(text: str, head: str) -> Iterator[list[str]]:
    for line in text.split(f"\n{head}\n|---|---|---|\n")[1].split("\n\n", 1)[0].splitlines():
        yield line.strip("|").split("|")


def _code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def _is_retired(name: str, scopes: Iterable[str], retired: Iterable[Retired]) -> bool:
    return _retired_in(scopes, retired).match(name.lstrip("_")) is not None


def _retired_in(scopes: Iterable[str], retired: Iterable[Retired]) -> re.Pattern[str]:
    """Matches the names that are retired in any of the scopes."""
    inside = {"*", *scopes}
    return re.compile("|".join(translate(one.pattern) for one in retired if one.scopes & inside))


def _scopes(path: Path) -> set[str]:
    """The folders that a file is in: "engine" and "network", or "tests" and "tests/load"; and a top module's name."""
    if path.is_relative_to(PACKAGE):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        return {*parts[:-1]} or {*parts}
    return {str(folder) for folder in path.relative_to(ROOT).parents} - {"."}


def _python_files() -> list[Path]:
    folders = (ROOT / name for name in ("api", "benchmarks", "scripts", "tests"))
    return [*sorted(path for folder in folders for path in folder.rglob("*.py")), ROOT / "modal_app.py"]


def _names(path: Path) -> Iterator[Name]:
    """Everything that a file names: its module, definitions, variables, metrics, and the words of log events."""
    module = path.stem
    yield Name(module, 0)
    for node in ast.walk(ast.parse(path.read_text())):
        for text in _named_by(node):
            yield Name(text, getattr(node, "lineno", 0))
        if module == "metrics" and isinstance(node, ast.Constant):
            for metric in re.findall(r"^speech_[a-z_]+$", str(node.value)):
                yield from (Name(text, node.lineno) for text in (metric, *metric.split("_")))


def _named_by(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.arg(arg=name):
            yield name
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            yield name
        case ast.alias(asname=str(name)):
            yield name
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.ExceptHandler(name=str(name)):
            yield name
        case ast.Call(func=ast.Attribute(attr=method), args=[ast.Constant(value=str(event)), *_]) if (
            method in _LOG_METHODS
        ):
            yield from re.findall(r"\w+", event)
