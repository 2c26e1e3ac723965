"""Parts for a machine without a network: they arrive intact, or nothing is unpacked."""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.offline_parts import SUMS, pack, unpack
from tests.servers import ROOT

PART_BYTES = 4096


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    """A packed file that needs several parts, and a packed folder with a small file."""
    weights, voices = tmp_path / "weights.bin", tmp_path / "somewhere"
    weights.write_bytes(bytes(range(256)) * 50)
    voices.mkdir()
    (voices / "one.bin").write_bytes(b"one")
    pack({"model/weights.bin": weights, "model/voices": voices}, tmp_path / "parts", part_bytes=PART_BYTES)
    return tmp_path / "parts"


def test_unpacked_files_are_the_packed_ones(parts: Path, tmp_path: Path) -> None:
    sizes = [part.stat().st_size for part in parts.glob("part-*")]
    assert len(sizes) > 3
    assert max(sizes) == PART_BYTES

    unpack(parts, tmp_path / "there")

    assert (tmp_path / "there/model/weights.bin").read_bytes() == bytes(range(256)) * 50
    assert (tmp_path / "there/model/voices/one.bin").read_bytes() == b"one"


def test_a_damaged_part_is_named_and_can_be_replaced(parts: Path, tmp_path: Path) -> None:
    part = parts / "part-002"
    whole = part.read_bytes()
    part.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))

    with pytest.raises(ValueError, match="part-002 is damaged"):
        unpack(parts, tmp_path / "there")
    assert not (tmp_path / "there").exists()

    part.write_bytes(whole)
    unpack(parts, tmp_path / "there")
    assert (tmp_path / "there/model/voices/one.bin").exists()


def test_a_missing_part_is_named(parts: Path, tmp_path: Path) -> None:
    last = max(parts.glob("part-*"))
    last.unlink()

    with pytest.raises(ValueError, match=f"{last.name} is missing"):
        unpack(parts, tmp_path / "there")


def test_sums_have_the_format_of_sha256sum(parts: Path) -> None:
    for line in (parts / SUMS).read_text().splitlines():
        sha256, name = line.split("  ")
        assert hashlib.sha256((parts / name).read_bytes()).hexdigest() == sha256


def test_existing_parts_are_not_mixed_in(parts: Path, tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        pack({"file": parts / SUMS}, parts, part_bytes=PART_BYTES)


def test_unpacking_needs_no_package_besides_python(parts: Path, tmp_path: Path) -> None:
    code = f"from scripts import offline_parts as op; op.unpack(op.Path({str(parts)!r}), op.Path('there'))"
    # -I -S: neither PYTHONPATH nor site-packages
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert (tmp_path / "there/model/voices/one.bin").exists()
