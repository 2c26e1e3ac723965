"""The stages of the check. Their modules are imported in the processes that run them."""

import importlib
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from benchmarks.gpu_check.setup import Setup, identity

Row = dict[str, Any]
"""The figures of one case."""

Case = tuple[str, Callable[[], Row]]
"""A name, and what measures the case of that name."""


class UnavailableError(Exception):
    """What a stage measures does not exist on this machine; the message says why."""


@dataclass(frozen=True, slots=True)
class CheckStage:
    """module: in this package, with a function `cases`; arguments: of that function, after the setup"""

    name: str
    module: str
    arguments: tuple[Any, ...] = ()

    def cases(self, setup: Setup) -> Generator[Case, None, None]:
        """What the stage measures, in order; imports and loading happen before the first case and in between."""
        module = importlib.import_module(f"benchmarks.gpu_check.{self.module}")
        yield from module.cases(setup, *self.arguments)

    def identity(self, setup: Setup) -> dict[str, Any]:
        """Of the stage's results. Servers do not read the inputs."""
        return identity(Setup(setup.device) if self.module == _SERVERS else setup)


_SERVERS = "servers"

_ENGINE = [
    CheckStage(name, name)
    for name in ("environment", "durations", "spectra", "kernels", "graphs", "timings", "launches")
]


def stages(setup: Setup) -> dict[str, CheckStage]:
    """All stages in order. Without a GPU the servers are few and small."""
    servers = [(1, 1), (2, 1)] if setup.small else [(1, 1), (8, 1), (8, 2), (8, 8)]
    found = [*_ENGINE]
    for workers, engines in servers:
        name = f"server {workers}x{engines}"
        found.append(CheckStage(name, _SERVERS, (workers, engines, False)))
        if engines > 1:  # a single engine does not share the GPU
            found.append(CheckStage(f"{name}, CUDA MPS", _SERVERS, (workers, engines, True)))
    return {stage.name: stage for stage in found}
