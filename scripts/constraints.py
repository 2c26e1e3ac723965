"""Writes docker/constraints.txt, the versions that the images get: `make constraints`.

They are those installed here, in which the tests have passed, of all that the server needs in an image.
"""

from pathlib import Path

from scripts.pinned import pinned

PROJECT = "kokoro-speech-server"
EXTRAS = frozenset({"ja", "zh", "otel"})
FILE = Path(__file__).parent.parent / "docker" / "constraints.txt"

_HEAD = "# Written by `make constraints`: what the tests passed with.\n"


def main() -> None:
    versions = pinned(f"{PROJECT}[{','.join(sorted(EXTRAS))}]")
    del versions[PROJECT]
    lines = [f"{name}=={_public(version)}\n" for name, version in versions.items()]
    FILE.write_text(_HEAD + "".join(lines), encoding="utf-8")


def _public(version: str) -> str:
    """Without the mark of a build: "2.13.0+cpu" fits the builds with CUDA as well."""
    return version.partition("+")[0]


if __name__ == "__main__":
    main()
