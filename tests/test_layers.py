"""The package is built in layers: a module imports only from its own folder and from lower layers, without circles.

The order of the layers is the numbered list under "Layers" in docs/architecture.md, which the tests read.
"""

import ast
import functools
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NAME = "kokoro_speech_server"
PACKAGE = ROOT / "api" / "src" / NAME


@dataclass(frozen=True)
class Import:
    """One module of the package imports another.

    importer, imported: module names below the package's, such as "http.routes.speech"
    line:               of the statement in the importer
    for_types_only:     whether the statement is under `if TYPE_CHECKING:`, so that it never runs
    """

    importer: str
    imported: str
    line: int
    for_types_only: bool = False


def test_modules_import_only_from_their_own_folder_and_lower_layers() -> None:
    assert _upward(_imports(PACKAGE), _layers()) == []


def test_every_part_of_the_package_has_a_layer() -> None:
    assert {_part(module) for module in _modules(PACKAGE)} == set(_layers())


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports inside functions count, since they hide a circle. Imports for types only do not."""
    assert _circle(_imports(PACKAGE)) == []


@pytest.mark.server
def test_a_worker_without_a_model_needs_no_torch() -> None:
    """It takes two seconds and 150 MB, for each worker and in tests for each server."""
    modules = ", ".join(
        f"{NAME}.{module}" for module in ("app", "workers.supervisor", "text.g2p.english", "text.g2p.espeak")
    )
    source = f"import sys, {modules}; print({{'torch', 'spacy.cli'}}.intersection(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", source], text=True) == "set()\n"


def test_an_upward_import_is_found() -> None:
    layers = {"errors": 1, "text": 2, "http": 3}
    imports = [Import("http.app", "text.reader", 1), Import("text.reader", "http.app", 2, True)]
    assert _upward(imports, layers) == ["text.reader, line 2, imports http.app"]


def test_a_circle_is_found(tmp_path: Path) -> None:
    package = _package(tmp_path, one=f"def late():\n    from {NAME} import two", two=f"import {NAME}.one")
    assert set(_circle(_imports(package))) == {"one", "two"}


def test_imports_for_types_only_make_no_circle(tmp_path: Path) -> None:
    late = f"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from {NAME}.two import Two"
    package = _package(tmp_path, one=late, two=f"from {NAME} import one")
    assert [imported.importer for imported in _imports(package)] == ["one", "two"]
    assert _circle(_imports(package)) == []


def _package(folder: Path, **modules: str) -> Path:
    package = folder / NAME
    package.mkdir()
    for module, source in modules.items():
        (package / f"{module}.py").write_text(source)
    return package


def _layers() -> dict[str, int]:
    """Each folder and top-level module of the package, and the number of its layer: 1 is the lowest."""
    section = (ROOT / "docs" / "architecture.md").read_text().split("\n## Layers\n")[1].split("\n## ")[0]
    return {
        part: int(number)
        for number, parts in re.findall(r"^(\d+)\. ([^:]+):", section, re.MULTILINE)
        for part in re.findall(r"`(\w+)`", parts)
    }


def _upward(imports: Iterable[Import], layers: dict[str, int]) -> list[str]:
    return [
        f"{one.importer}, line {one.line}, imports {one.imported}"
        for one in imports
        if _part(one.importer) != _part(one.imported)
        and layers[_part(one.importer)] <= layers[_part(one.imported)]
    ]


def _circle(imports: Iterable[Import]) -> list[str]:
    """The modules of a circle, or nothing."""
    graph: dict[str, set[str]] = defaultdict(set)
    for one in imports:
        if not one.for_types_only:
            graph[one.importer].add(one.imported)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def _part(module: str) -> str:
    """The folder or top-level module that a module belongs to."""
    return module.partition(".")[0]


def _modules(package: Path) -> dict[str, Path]:
    """The package's modules by name, without the package's own `__init__` and `__main__`."""
    modules = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__")
        if name not in ("", "__main__"):
            modules[name] = path
    return modules


@functools.cache
def _imports(package: Path) -> list[Import]:
    modules = _modules(package)
    return [
        Import(module, imported, node.lineno, for_types_only)
        for module, path in modules.items()
        for node, for_types_only in _statements(ast.parse(path.read_text()))
        for imported in _imported(node, module, modules)
        if imported != module
    ]


def _statements(tree: ast.Module) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Every import, and whether it is for types only."""
    for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, node in for_types


def _imported(node: ast.Import | ast.ImportFrom, importer: str, modules: Iterable[str]) -> set[str]:
    """The package's modules that a statement imports."""
    if isinstance(node, ast.Import):
        candidates = [[alias.name] for alias in node.names]
    else:
        # `weights` imports by relative names, so that it can run alone from a copy of its folder.
        ancestors = [NAME, *importer.split(".")][: -node.level] if node.level else []
        parent = ".".join(filter(None, [*ancestors, node.module]))
        candidates = [[f"{parent}.{alias.name}", parent] for alias in node.names]
    inside = ([name.removeprefix(f"{NAME}.") for name in names] for names in candidates)
    return {
        name for names in inside for name in [next((name for name in names if name in modules), "")] if name
    }
