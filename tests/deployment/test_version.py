"""The version and the torch release each have one place, and the changelog agrees with the version."""

import re
import tomllib

from kokoro_speech_server.version import VERSION
from tests.servers import ROOT


def test_the_newest_entry_of_the_changelog_is_this_version() -> None:
    entries = re.findall(
        r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$",
        (ROOT / "CHANGELOG.md").read_text("utf-8"),
        re.MULTILINE,
    )
    assert entries[0] == VERSION
    assert entries == sorted(entries, key=lambda version: [*map(int, version.split("."))], reverse=True)


def test_the_installed_version_is_that_of_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == VERSION, "the environment has another version: run `make check`"


def test_only_one_file_names_the_torch_release() -> None:
    pin = re.compile(r"\btorch==\d")
    named = [
        name
        for name in (
            "Dockerfile.cpu",
            "Dockerfile.gpu",
            "Makefile",
            "docker/constraints.txt",
            "docker/torch.txt",
            "modal_app.py",
            "pyproject.toml",
            "scripts/install.sh",
        )
        if pin.search((ROOT / name).read_text("utf-8"))
    ]
    assert named == ["docker/torch.txt"]
