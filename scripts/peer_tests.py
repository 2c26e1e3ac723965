"""Runs Kokoro-FastAPI's own tests and examples against this server: `make peer-tests PEER=path`, with a checkout of it.

Its integration tests run as they are, without those that transcribe speech, for which they need a model. Its examples
run with this server's address, and the modules of its web page speak in Node. Benchmarks, and examples that play sound,
do not run. The exit code is 1 if anything fails that is not in EXPECTED.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.servers import ServerProcess

_TESTS = Path("api/tests/integration")
_FILES = ("test_rate_durations.py", "test_voices_endpoint.py")
_EXAMPLES = (
    "examples/captioned_speech_example.py",
    "examples/phoneme_examples/generate_phonemes.py",
    "examples/phoneme_examples/test_phoneme_generation.py",
    "examples/assorted_checks/test_combinations/test_download_voice.py",
    "examples/assorted_checks/test_dialogue/caption_dialogue.py",
    "examples/assorted_checks/test_dialogue/test_dialogue.py",
    "examples/assorted_checks/test_openai/test_openai_tts.py",
)
EXPECTED = {
    "examples/assorted_checks/test_combinations/test_download_voice.py": "asks for af_jadzia, a voice of another model",
}
"""What fails, and why."""

_ADDRESS = "http://localhost:8880"
_TIMEOUT_S = 900
_PAGE = Path(__file__).with_name("peer_page.mjs")
_PAGE_OUTCOME = re.compile(r"^(PASSED|FAILED) (web page: [^:\n]+)(?:: (.*))?$", re.MULTILINE)
_OUTCOME = re.compile(r"^(PASSED|FAILED|ERROR|SKIPPED) (\S+)", re.MULTILINE)
_FAULT = re.compile(r"^.*(?:\bError\b|Traceback|Exception).*$", re.MULTILINE)
"""Examples print their errors and end with exit code 0."""


@dataclass(frozen=True)
class Result:
    """The outcome of a test or an example; `fault` is empty if it passed."""

    name: str
    fault: str


def run_tests(peer: Path, work: Path, url: str) -> Iterator[Result]:
    """Run the integration tests in a folder of their own, without the fixtures of its unit tests."""
    shutil.copytree(peer / _TESTS, work / "integration")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-rA",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        *_FILES,
    ]
    done = _run(command, work / "integration", url)
    outcomes = _OUTCOME.findall(done.stdout)
    if not outcomes:
        yield Result("pytest", done.stdout + done.stderr)
    for outcome, name in outcomes:
        yield Result(name, "" if outcome == "PASSED" else outcome)


def run_example(peer: Path, work: Path, url: str, name: str) -> Result:
    """Run one example in a copy, with the server's address in the place of its own."""
    source = peer / name
    if not source.exists():
        return Result(name, "is not in this checkout")
    copy = work / name
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(source.read_text().replace(_ADDRESS, url))
    done = _run([sys.executable, str(copy)], copy.parent, url)
    fault = _FAULT.search(done.stdout + done.stderr)
    if done.returncode == 0 and fault is None:
        return Result(name, "")
    return Result(name, fault[0] if fault else (done.stdout + done.stderr)[-500:])


def run_page(peer: Path, work: Path, url: str) -> Iterator[Result]:
    """Let the modules of its web page speak, as they are."""
    modules = work / "page" / "src"
    shutil.copytree(peer / "web" / "src", modules)
    (modules / "package.json").write_text('{"type": "module"}')
    done = _run(["node", str(_PAGE), str(modules), url], work, url)
    outcomes = _PAGE_OUTCOME.findall(done.stdout)
    if not outcomes or done.returncode:
        yield Result("web page", done.stdout + done.stderr)
    for outcome, name, fault in outcomes:
        yield Result(name, "" if outcome == "PASSED" else fault or outcome)


def _run(command: list[str], folder: Path, url: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "KOKORO_BASE_URL": url, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", type=Path, help="a checkout of remsky/Kokoro-FastAPI")
    peer = parser.parse_args().peer.resolve()
    with tempfile.TemporaryDirectory() as folder, ServerProcess() as server:
        server.wait_until_ready()
        work = Path(folder)
        results = [*run_tests(peer, work, server.url)]
        results += run_page(peer, work, server.url)
        results += [run_example(peer, work, server.url, name) for name in _EXAMPLES]
    failed = False
    for result in results:
        reason = EXPECTED.get(result.name, "") if result.fault else ""
        failed |= bool(result.fault) and not reason
        outcome = "passes" if not result.fault else f"fails, as expected: {reason}" if reason else "FAILS"
        print(f"{result.name}: {outcome}")
        if result.fault and not reason:
            print(f"    {result.fault}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
