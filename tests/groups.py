"""Which tests run in the same process of pytest-xdist, in which order, and which process collects them."""

import os
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

_GROUPS = {
    "tests/engine/test_tiles.py": "engine",
    "tests/engine/test_device.py": "engine",
    "tests/engine/test_cuda_graphs.py": "engine",
    "tests/engine/test_fallback.py": "engine",
    "tests/engine/test_network.py": "engine",
    "tests/engine/test_fused_kernels.py": "kernels",
    "tests/engine/test_budget.py": "kernels",
    "tests/engine/test_memory.py": "kernels",
    "tests/engine/test_batching.py": "kernels",
    "tests/engine/test_graph_memory.py": "kernels",
    "tests/engine/test_pass_times.py": "kernels",
    "tests/engine/test_tile_kernels.py": "kernels",
    "tests/engine/test_winograd.py": "kernels",
    "tests/engine": "engine",
    "tests/http/test_speech.py": "model_server",
    "tests/audio/test_timings.py": "model_server",
    "tests/wyoming/test_real_voices.py": "model_server",
    "tests/load": "load",
    "tests/weights/test_source_hub.py": "hub",
    "tests/weights/test_source_npm.py": "npm",
    "tests/workers/test_supervision.py": "supervision",
    "tests/workers/test_workers.py": "workers",
    "tests/text/test_regexes.py": "regexes",
}
"""Groups of folders and modules that run in one process of pytest-xdist since they share a network or servers, and
modules that take long: longest first, so that none of them starts last. Every other module is a group of its own.
test_tiles.py, test_device.py and test_network.py come before modules that keep a network, since they need most memory.
The tests of kernels need no network.
"""

_COLLECTED_BY = {
    "tests/text": 3,
    "tests/engine": 2,
    "tests/scheduling/test_simulated_load.py": 2,
    "tests/deployment/test_modal_app.py": 2,
    "tests/http/test_openapi.py": 2,
    "tests/http/test_own_voices.py": 2,
    "tests/http/test_kokoro_fastapi.py": 2,
    "tests/weights": 2,
}
"""Folders and modules that import torch, the model's code or other packages that take seconds in each process, and the
number of processes, the first ones, that collect them. These begin with the engine and its kernels."""


def another_process_runs(path: str) -> bool:
    """Whether this process need not collect the folder or module."""
    process = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    return not _collects(process, path, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def _collects(process: str, path: str, processes: int) -> bool:
    """Whether one of the processes "gw0", "gw1" … collects the folder, module or test. One that replaces a crashed
    process collects all."""
    number = int(process.removeprefix("gw"))
    collecting = next((count for start, count in _COLLECTED_BY.items() if path.startswith(start)), processes)
    return number < collecting or number >= processes


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_start)


def _start(item: pytest.Item) -> int:
    """The position of the test's folder or module in _GROUPS; the sort keeps the order within it."""
    return next((i for i, start in enumerate(_GROUPS) if item.nodeid.startswith(start)), len(_GROUPS))


class _Groups(LoadScopeScheduling):  # type: ignore[misc]
    """Schedules whole groups. xdist's own `loadgroup` has no effect with pytest 9.2, whose node ids are read-only.

    A process gets the first group that it has collected, and ends if there is none.
    """

    registered_collections: dict[Any, list[str]]

    def schedule(self) -> None:
        if self.collection is None:  # the first call, which schedules what the first process has collected
            largest_first = sorted(self.registered_collections.items(), key=lambda item: -len(item[1]))
            self.registered_collections = dict(largest_first)
        super().schedule()

    def _assign_work_unit(self, node: Any) -> None:
        collected = set(self.registered_collections.get(node, ()))
        for group, tests in self.workqueue.items():
            if collected.issuperset(tests):
                self.workqueue.move_to_end(group, last=False)
                super()._assign_work_unit(node)
                return
        node.shutdown()  # what is left is for others

    def _check_nodes_have_same_collection(self) -> bool:
        # A path that is named on the command line is collected by all.
        first, *_ = map(set, self.registered_collections.values())  # the largest
        same = all(
            first.issuperset(tests)
            and not any(_collects(node.gateway.id, test, self.numnodes) for test in first.difference(tests))
            for node, tests in self.registered_collections.items()
        )
        return same or bool(super()._check_nodes_have_same_collection())

    def _split_scope(self, nodeid: str) -> str:
        path = nodeid.partition("::")[0]
        return next((group for start, group in _GROUPS.items() if path.startswith(start)), path)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    return _Groups(config, log)
