"""Writes docker/constraints.txt, the versions that images install: `make constraints`.

They are the versions of the server's dependencies in this environment, which the tests have passed with. torch has a
file of its own, docker/torch.txt.
"""

from pathlib import Path

from scripts.pinned import pinned

PROJECT = "kokoro-speech-server"
EXTRAS = frozenset({"ja", "zh", "otel"})
FILE = Path(__file__).parent.parent / "docker" / "constraints.txt"

_HEAD = "# Written by `make constraints`: the versions that the tests passed with.\n"


def main() -> None:
    versions = pinned(f"{PROJECT}[{','.join(sorted(EXTRAS))}]")
    del versions[PROJECT], versions["torch"]
    lines = [f"{name}=={version}\n" for name, version in versions.items()]
    FILE.write_text(_HEAD + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
