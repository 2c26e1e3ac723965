"""What the engine's benchmark measures is there to be measured."""

import pytest

from benchmarks.engine_process import methods_of_stages
from kokoro_speech_server.engine.network.network import Network

pytestmark = pytest.mark.model


def test_every_stage_has_its_method(thin_network: Network) -> None:
    for owner, name in methods_of_stages(thin_network).values():
        assert callable(getattr(owner, name))
