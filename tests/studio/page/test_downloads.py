"""Downloads of what was spoken."""

import re
from pathlib import Path

import pytest

from tests.sounds import decode, seconds
from tests.studio.page.studio_page import StudioPage

pytestmark = pytest.mark.server

TEXT = "Hola a todos. Adiós."


@pytest.fixture
def spoken(studio: StudioPage) -> StudioPage:
    studio.write(TEXT)
    studio.speak()
    studio.wait_for_state("ended")
    return studio


def saved(studio: StudioPage, format: str) -> bytes:
    """The file that the menu of downloads gives."""
    studio.page.locator("download-menu").get_by_role("button", name="Download").click()
    with studio.page.expect_download() as download:
        studio.page.locator("download-menu").get_by_role("button", name=format, exact=True).click()
    assert download.value.suggested_filename.endswith(f".{format.lower()}")
    return Path(download.value.path()).read_bytes()


@pytest.mark.parametrize("format", ["PCM", "WAV", "MP3", "OPUS", "FLAC", "AAC"])
def test_speech_is_downloaded(spoken: StudioPage, format: str) -> None:
    file = saved(spoken, format)
    heard = len(spoken.samples) / 48_000
    if format == "PCM":
        assert file == spoken.samples
    else:
        assert seconds(decode(format.lower(), file)) == pytest.approx(heard, abs=0.1)


@pytest.mark.parametrize("format", ["SRT", "VTT"])
def test_captions_are_downloaded(spoken: StudioPage, format: str) -> None:
    text = saved(spoken, format).decode()
    assert "Hola a todos" in text
    assert re.search(r"00:00:\d\d[.,]\d{3} --> ", text)
