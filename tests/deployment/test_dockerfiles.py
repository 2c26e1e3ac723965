"""Dockerfile.cpu and Dockerfile.gpu have the same steps but for what a GPU needs."""

import re
import tomllib

from packaging.requirements import Requirement

from tests.servers import ROOT

OF_ONE_DEVICE = re.compile(
    r"#|ARG TORCH_INDEX=|HEALTHCHECK |COPY --from=kernels |    (DEVICE|NVIDIA_\w+|TRITON_CACHE_DIR)="
)
KERNELS = re.compile(r"FROM dependencies AS kernels\n.*?\n\n", re.DOTALL)


def common_steps(name: str) -> list[str]:
    text = KERNELS.sub("", (ROOT / name).read_text("utf-8"))
    lines = text.splitlines()
    return [line for line in lines if not OF_ONE_DEVICE.match(line)]


def test_both_images_have_the_same_steps() -> None:
    steps = common_steps("Dockerfile.cpu")
    assert len(steps) > 30
    assert steps == common_steps("Dockerfile.gpu")


def test_the_images_get_versions_that_the_package_accepts() -> None:
    pins = (ROOT / "docker/constraints.txt").read_text("utf-8").splitlines()
    versions = dict(line.split("==") for line in pins if not line.startswith("#"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    for requirement in map(
        Requirement, project["dependencies"] + extras["ja"] + extras["zh"] + extras["otel"]
    ):
        if requirement.name != "torch":
            assert requirement.specifier.contains(versions[requirement.name.lower()]), requirement
