"""Parts for a machine without a network: what arrives is what was sent, or nothing is unpacked."""

import hashlib
from pathlib import Path

import pytest

from scripts.offline_parts import SUMS, pack, unpack

PART_BYTES = 4096


@pytest.fixture
def parts(tmp_path: Path) -> Path:
    """A file of several parts' length and a folder with a small one, packed."""
    weights, voices = tmp_path / "weights.bin", tmp_path / "somewhere"
    weights.write_bytes(bytes(range(256)) * 50)
    voices.mkdir()
    (voices / "one.bin").write_bytes(b"one")
    pack({"model/weights.bin": weights, "model/voices": voices}, tmp_path / "parts", part_bytes=PART_BYTES)
    return tmp_path / "parts"


def test_what_is_unpacked_is_what_was_packed(parts: Path, tmp_path: Path) -> None:
    sizes = [part.stat().st_size for part in parts.glob("part-*")]
    assert len(sizes) > 3
    assert max(sizes) == PART_BYTES

    unpack(parts, tmp_path / "there")

    assert (tmp_path / "there/model/weights.bin").read_bytes() == bytes(range(256)) * 50
    assert (tmp_path / "there/model/voices/one.bin").read_bytes() == b"one"


def test_a_damaged_part_is_named_and_can_be_sent_again(parts: Path, tmp_path: Path) -> None:
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


def test_sums_are_as_sha256sum_writes_them(parts: Path) -> None:
    for line in (parts / SUMS).read_text().splitlines():
        sha256, name = line.split("  ")
        assert hashlib.sha256((parts / name).read_bytes()).hexdigest() == sha256


def test_parts_of_another_time_are_not_mixed_in(parts: Path, tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        pack({"file": parts / SUMS}, parts, part_bytes=PART_BYTES)
