"""Values of metrics in files, through which the processes of a server add up their figures.

prometheus_client does the same, but loses what it has counted when a cleaner of the temporary folder removes a file.
Here every process keeps its values in memory too, and writes removed files anew.
"""

import logging
import os
import threading
from typing import Any

from prometheus_client.mmap_dict import MmapedDict, mmap_key

logger = logging.getLogger(__name__)

_CHECK_EVERY_S = 2.0

_FILE_BYTES = 1 << 16
"""The size with which MmapedDict begins."""


class MetricsFiles:
    """The files of one process, one for each kind of metric.

    folder: shared by all processes of the server
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._process = ""  # until it begins
        self._files: dict[str, MmapedDict] = {}
        self._values: list[_Value] = []
        self._lock = threading.Lock()
        self._closed = threading.Event()

    def begin(self, process: str) -> None:
        """Read the values from the files of this process, and write every change to them from now on.

        process: a name that no other process of the server has at the same time; a process that replaces another one
                 continues the values of its files
        """
        with self._lock:
            if self._process:
                return
            self._process = process
            for value in self._values:
                self._read(value)
        threading.Thread(target=self._keep, name="metrics files", daemon=True).start()

    def value(self, kind: str, *names: Any, multiprocess_mode: str = "", **_: object) -> "_Value":
        """A value of a metric, for prometheus_client.

        kind:              of the metric, such as gauge
        names:             the arguments of mmap_key
        multiprocess_mode: of a gauge, how the values of several processes are combined
        """
        if kind == "gauge":
            kind = f"gauge_{multiprocess_mode}"
        value = _Value(self, self._lock, kind, mmap_key(*names))
        with self._lock:
            if self._process:
                self._read(value)
            self._values.append(value)
        return value

    def write(self, value: "_Value") -> None:
        """Write a value to its file. The caller holds the lock."""
        if self._process:
            value.write(self._files)

    def restore(self) -> None:
        """Write files anew that somebody has removed."""
        with self._lock:
            if self._closed.is_set() or all(map(os.path.exists, map(self._path, self._files))):
                return
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            if os.stat(self._folder).st_uid != os.geteuid():
                raise PermissionError(f"{self._folder} belongs to somebody else")
            # If one cannot be opened, the removed files stay in use.
            old, self._files = self._files, {kind: self._open(kind) for kind in self._files}
            for value in self._values:
                value.write(self._files)
            for file in old.values():
                file.close()  # type: ignore[no-untyped-call]
        logger.warning("The files of the metrics in %s were removed and are there again", self._folder)

    def close(self) -> None:
        """Restore no more, so that the folder can be removed."""
        with self._lock:
            self._closed.set()

    def _read(self, value: "_Value") -> None:
        if value.kind not in self._files:
            self._files[value.kind] = self._open(value.kind)
        value.read(self._files)

    def _keep(self) -> None:
        failed = False
        while not self._closed.wait(_CHECK_EVERY_S):
            try:
                self.restore()
                failed = False
            except OSError as error:
                if not failed:
                    logger.error("The files of the metrics were removed and cannot be written: %s", error)
                failed = True

    def _path(self, kind: str) -> str:
        return os.path.join(self._folder, f"{kind}_{self._process}.db")

    def _open(self, kind: str) -> MmapedDict:
        path = self._path(kind)
        if hasattr(os, "posix_fallocate"):
            # Without it, a full disk would end the process by SIGBUS.
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                os.posix_fallocate(file, 0, _FILE_BYTES)
            finally:
                os.close(file)
        return MmapedDict(path)  # type: ignore[no-untyped-call]


class _Value:
    """A number of a metric, as prometheus_client expects it.

    kind: of the metric, which names the file
    key:  of the value in the file
    """

    def __init__(self, files: MetricsFiles, lock: threading.Lock, kind: str, key: str) -> None:
        self.kind = kind
        self._key = key
        self._files = files
        self._lock = lock
        self._number = 0.0
        self._timestamp = 0.0

    def read(self, files: dict[str, MmapedDict]) -> None:
        self._number, self._timestamp = files[self.kind].read_value(self._key)  # type: ignore[no-untyped-call]

    def write(self, files: dict[str, MmapedDict]) -> None:
        files[self.kind].write_value(self._key, self._number, self._timestamp)  # type: ignore[no-untyped-call]

    def inc(self, amount: float) -> None:
        with self._lock:
            self._number += amount
            self._timestamp = 0.0
            self._files.write(self)

    def set(self, value: float, timestamp: float | None = None) -> None:
        with self._lock:
            self._number, self._timestamp = value, timestamp or 0.0
            self._files.write(self)

    def get(self) -> float:
        with self._lock:
            return self._number

    def set_exemplar(self, exemplar: object) -> None:
        """Exemplars are not shared."""

    def get_exemplar(self) -> None:
        return None
