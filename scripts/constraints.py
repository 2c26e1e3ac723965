"""Writes docker/constraints.txt, the versions that the images get: `make constraints`.

They are those installed here, in which the tests have passed, of all that the server needs in an image.
"""

from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = "kokoro-speech-server"
EXTRAS = frozenset({"ja", "zh", "otel"})
FILE = Path(__file__).parent.parent / "docker" / "constraints.txt"

_HEAD = "# Written by `make constraints`: what the tests passed with.\n"


def main() -> None:
    found: dict[str, Distribution] = {}
    _collect(Requirement(f"{PROJECT}[{','.join(sorted(EXTRAS))}]"), found)
    del found[PROJECT]
    lines = [f"{name}=={_public(found[name].version)}\n" for name in sorted(found)]
    FILE.write_text(_HEAD + "".join(lines), encoding="utf-8")


def _collect(wanted: Requirement, found: dict[str, Distribution]) -> None:
    """Add what the requirement brings along, and what that does."""
    name = canonicalize_name(wanted.name)
    if name in found and not wanted.extras:
        return
    found[name] = distribution(name)
    for line in found[name].requires or ():
        needed = Requirement(line)
        environments = [{"extra": extra} for extra in wanted.extras] or [{"extra": ""}]
        if needed.marker is None or any(needed.marker.evaluate(one) for one in environments):
            _collect(needed, found)


def _public(version: str) -> str:
    """Without the mark of a build: "2.13.0+cpu" fits the builds with CUDA as well."""
    return version.partition("+")[0]


if __name__ == "__main__":
    main()
