"""The one JSON file of a check. It is updated after every case, so that a check that ends early can go on later."""

import json
from pathlib import Path
from typing import Any

from benchmarks import report

Entry = dict[str, Any]
"""The results of a stage.

identity: see `setup.identity`
complete: whether every case was tried
seconds:  that the stage took, in all attempts
rows:     the figures of each case by its name, or {"error": ...}, the traceback
error:    why the stage ended early, if it did
"""


class Results:
    """Reads and replaces the file. A process killed while it writes leaves the previous version."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def stages(self) -> dict[str, Entry]:
        """All results, in the order in which their stages were first run; empty if there is no file."""
        if not self.path.exists():
            return {}
        content: dict[str, Any] = json.loads(self.path.read_text(encoding="utf-8"))
        stages: dict[str, Entry] = content["stages"]
        return stages

    def is_complete(self, stage: str, identity: dict[str, Any]) -> bool:
        """Whether the stage needs no further attempt."""
        entry = self.stages().get(stage)
        return entry is not None and entry["complete"] and entry["identity"] == identity

    def resumed(self, stage: str, identity: dict[str, Any]) -> Entry:
        """The stage's results so far, if they have this identity; otherwise empty ones."""
        entry = self.stages().get(stage)
        if entry is None or entry["identity"] != identity:
            return {"identity": identity, "complete": False, "seconds": 0.0, "rows": {}, "error": None}
        return {**entry, "error": None}

    def put(self, stage: str, entry: Entry) -> None:
        """Write the stage's results."""
        self._write({**self.stages(), stage: report.rounded(entry)})

    def drop(self, stage: str) -> None:
        """Forget the stage's results."""
        self._write({name: entry for name, entry in self.stages().items() if name != stage})

    def _write(self, stages: dict[str, Entry]) -> None:
        text = json.dumps({"benchmark": "gpu_check", "stages": stages}, indent=1, ensure_ascii=False)
        unfinished = self.path.with_name(f"{self.path.name}.part")
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(self.path)
