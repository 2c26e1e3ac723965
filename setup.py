"""Compiles the kernels of engine/network/*.c; pyproject.toml has everything else about the package.

The compiler is clang, as ziglang brings it, a wheel that needs nothing of the system. Where it is not installed, the
package has no kernels and suits any platform: torch's operations compute what they would.
"""

import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar

from setuptools import Command, Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build

PACKAGES = Path("api/src")
FOLDER = Path("kokoro_speech_server/engine/network")
LIBRARY = "tile_kernels"
SOURCES = [PACKAGES / FOLDER / name for name in ("tile_kernels.c", "winograd.c")]
HEADER = PACKAGES / FOLDER / "vectors.h"

FEATURES: Mapping[str, Sequence[Sequence[str]]] = {
    "x86_64": (
        ("avx2", "fma"),
        ("avx2", "fma", "avx512f", "avx512bw", "avx512dq", "avx512vl"),
        ("avx2", "fma", "avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512bf16"),
    ),
    "aarch64": ((), ("bf16",)),
}
"""Of each instruction set, the features of the processors that a library is compiled for."""

BASELINE = {"x86_64": "x86_64", "aarch64": "generic"}
"""What the compiler calls a processor without features."""


def can_compile() -> bool:
    """Whether this is a platform with kernels, and the compiler and the source are there."""
    return (
        sys.platform == "linux"
        and platform.machine() in FEATURES
        and find_spec("ziglang") is not None
        and SOURCES[0].exists()
    )


def compile_kernels(architecture: str, folder: Path) -> None:
    """Write the libraries for Linux on the architecture to the folder. They need no other library."""
    with tempfile.TemporaryDirectory() as cache:
        for features in FEATURES[architecture]:
            library = folder / f"{'-'.join([LIBRARY, architecture, *features])}.so"
            cpu = "+".join([BASELINE[architecture], *features])
            subprocess.run(
                [
                    *(sys.executable, "-m", "ziglang", "cc", "-target", f"{architecture}-linux-gnu"),
                    *(f"-mcpu={cpu}", "-O3", "-shared", "-fPIC", "-nostdlib", "-Wl,--strip-all"),
                    *("-Wall", "-Wextra", "-Werror", "-o", str(library), *map(str, SOURCES)),
                ],
                check=True,
                env={**os.environ, "ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache},
            )


class BuildKernels(Command):  # type: ignore[misc]
    """Part of `build`: into the folder that becomes the wheel, or for an editable install beside the source."""

    description = "compile the kernels for this platform's processors"
    user_options: ClassVar = [
        ("inplace", "i", "write the libraries beside the source"),
        ("build-lib=", None, "write the libraries into the package in this folder"),
        ("architecture=", None, "compile for x86_64 or aarch64 instead of this platform"),
    ]
    boolean_options: ClassVar = ["inplace"]

    def initialize_options(self) -> None:
        self.build_lib: str | None = None
        self.architecture = platform.machine()
        self.editable_mode = False
        self.inplace = False

    def finalize_options(self) -> None:
        self.set_undefined_options("build", ("build_lib", "build_lib"))

    def run(self) -> None:
        if not can_compile():
            self.warn("no compiler for this platform: the package will have no fused kernels")
            return
        folder = self._root / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        try:
            compile_kernels(self.architecture, folder)
        except (OSError, subprocess.CalledProcessError) as error:
            self.warn(f"the compiler failed, so that the package will have no fused kernels: {error}")

    @property
    def _root(self) -> Path:
        return PACKAGES if self.editable_mode or self.inplace else Path(str(self.build_lib))

    def get_source_files(self) -> list[str]:
        return [*map(str, SOURCES), str(HEADER)]

    def get_outputs(self) -> list[str]:
        return [str(path) for path in (self._root / FOLDER).glob("*.so")]

    def get_output_mapping(self) -> dict[str, str]:
        return {}


class PlatformWheel(bdist_wheel):  # type: ignore[misc]
    """With kernels, the wheel is for one platform, and for any version of Python."""

    def get_tag(self) -> tuple[str, str, str]:
        _, _, platform_tag = super().get_tag()
        return "py3", "none", platform_tag


class PlatformDistribution(Distribution):  # type: ignore[misc]
    def has_ext_modules(self) -> bool:
        return can_compile()


build.sub_commands.append(("build_kernels", None))
setup(
    distclass=PlatformDistribution,
    cmdclass={"build_kernels": BuildKernels, "bdist_wheel": PlatformWheel},
)
