"""However pytest ends, no process that a test has started stays behind."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

from tests.servers import ROOT, wait_until

pytestmark = pytest.mark.server


@pytest.mark.parametrize("options", [[], ["-p", "xdist.plugin", "-n", "1"]], ids=["alone", "xdist"])
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_suite_leaves_no_process(
    tmp_path: Path, end: signal.Signals, options: list[str]
) -> None:
    """The test's child has a session of its own, as a daemon has."""
    file = tmp_path / "test_sleep.py"
    child = tmp_path / "child"
    file.write_text(
        "import subprocess, sys, time\n"
        "def test_that_never_ends():\n"
        "    command = [sys.executable, '-c', 'import time; time.sleep(600)']\n"
        "    child = subprocess.Popen(command, start_new_session=True)\n"
        f"    open({str(child)!r}, 'w').write(f'{{child.pid}}.')\n"
        "    time.sleep(600)\n"
    )
    settings = tmp_path / "pytest.ini"
    settings.write_text("[pytest]")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-c",
        str(settings),
        "-p",
        "tests.leftovers",
        *options,
        str(file),
    ]
    suite = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},  # starts sooner
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_until(lambda: child.exists() and child.read_text().endswith("."), "child process")
    pid = int(child.read_text().rstrip("."))
    suite.send_signal(end)
    suite.wait()
    wait_until(lambda: not psutil.pid_exists(pid), "end of the child process")
