"""The logic of the page, by Node's own test runner: each file in logic/ is one test here.

Those in served/ speak to a real server with a fake engine, whose address they find in STUDIO_SERVER.
"""

import functools
import re
from pathlib import Path

import pytest

import kokoro_speech_server
from tests.servers import FakeServer
from tests.studio.node import run_node

MODULES = Path(kokoro_speech_server.__file__).parent / "studio"
FOLDER = Path(__file__).parent
TESTS = sorted((FOLDER / "logic").glob("*.test.mjs"))
SERVED = sorted((FOLDER / "served").glob("*.test.mjs"))
SLOW = {f"{name}.test.mjs" for name in ("changes", "playback", "refusals")}
"""They play much speech, which takes seconds."""

FAILURE = re.compile(r"^\s*not ok \d+ - (.*)$", re.MULTILINE)


each_test = functools.partial(
    pytest.mark.parametrize, "file", ids=lambda path: path.name.removesuffix(".test.mjs")
)


def run_tests(file: Path, **environment: str) -> None:
    result = run_node("--test-reporter=tap", file, **environment)
    failures = FAILURE.findall(result.stdout)
    assert result.returncode == 0, f"{failures}\n{result.stdout[-8000:]}{result.stderr[-2000:]}"
    assert "\nok 1 - " in result.stdout, "The file has no tests."


@each_test(
    argvalues=[
        pytest.param(test, marks=[pytest.mark.exhaustive] if test.name in SLOW else []) for test in TESTS
    ]
)
def test_logic(file: Path) -> None:
    run_tests(file)


@each_test(argvalues=SERVED)
def test_logic_with_a_server(file: Path, fake: FakeServer) -> None:
    run_tests(file, STUDIO_SERVER=fake.url)


def test_modules_have_no_syntax_errors_and_import_what_exists() -> None:
    result = run_node("--experimental-vm-modules", FOLDER / "modules.mjs", *sorted(MODULES.rglob("*.js")))
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("const a = 1; const a = 2;", "already been declared"),
        ("import { nothing } from './other.js';", "nothing"),
        ("import './missing.js';", "does not exist"),
        ("import 'left-pad';", "no relative address"),
    ],
)
def test_a_broken_module_is_found(tmp_path: Path, source: str, fault: str) -> None:
    (tmp_path / "other.js").write_text("export const something = 1;")
    (tmp_path / "broken.js").write_text(source)
    result = run_node("--experimental-vm-modules", FOLDER / "modules.mjs", tmp_path / "broken.js")
    assert result.returncode == 1
    assert fault in result.stdout
