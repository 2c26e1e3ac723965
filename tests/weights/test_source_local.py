"""Files that a user puts into MODEL_DIR/downloads."""

from pathlib import Path

import pytest

from tests.weights.checkpoints import PTH, SmallModel
from tests.weights.fetching import CLOSED, NO_NETWORK, SMALL_DISK, fetch

pytestmark = pytest.mark.server


def test_files_of_the_user_are_used_and_kept(tmp_path: Path, small: SmallModel) -> None:
    downloads = tmp_path / "model" / "downloads"
    (downloads / "voices").mkdir(parents=True)
    (downloads / PTH).write_bytes(small.checkpoint)
    (downloads / "voices" / "af_one.pt").write_bytes(small.files["voices/af_one.pt"])
    (downloads / "bm_two.bin").write_bytes(small.raw["bm_two"])
    done = fetch(tmp_path, small.manifest, endpoint=CLOSED, before=NO_NETWORK, HF_HUB_OFFLINE="1")
    assert done.returncode == 0, done.stderr
    small.check(tmp_path / "model")
    assert sum(path.is_file() for path in downloads.rglob("*")) == 3


def test_a_bad_file_of_the_user_is_named(tmp_path: Path, small: SmallModel) -> None:
    downloads = tmp_path / "model" / "downloads"
    downloads.mkdir(parents=True)
    (downloads / PTH).write_bytes(small.checkpoint[:-1] + b"?")
    done = fetch(tmp_path, small.manifest, endpoint=CLOSED, HF_HUB_OFFLINE="1")
    assert done.returncode == 3
    assert f"{PTH} has a wrong size or sha256" in done.stderr


def test_a_disk_that_is_full_during_the_conversion_is_a_clear_error(
    tmp_path: Path, small: SmallModel
) -> None:
    downloads = tmp_path / "model" / "downloads"
    downloads.mkdir(parents=True)
    (downloads / PTH).write_bytes(small.checkpoint)
    done = fetch(tmp_path, small.manifest, endpoint=CLOSED, before=SMALL_DISK)
    assert done.returncode == 3
    assert f"Can't write {tmp_path / 'model' / '.work' / 'kokoro-v1_0.safetensors.tmp'}" in done.stderr
    assert not (tmp_path / "model" / "kokoro-v1_0.safetensors").exists()
