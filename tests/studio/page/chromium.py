"""Chromium, started as the tests of the page need it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect, sync_playwright

from tests.engines import PATIENCE_S

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

_FLAGS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",  # containers have little of it
    "--autoplay-policy=no-user-gesture-required",
)


def executable() -> str:
    """The installed Chromium. Raises FileNotFoundError that says how to install it."""
    for name in _NAMES:
        if path := shutil.which(name):
            return path
    raise FileNotFoundError(
        f"The tests of the page need Chromium (one of {', '.join(_NAMES)}): apt-get install chromium"
    )


@contextmanager
def started() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_S * 1000)
    as_root = ("--no-sandbox",) if os.geteuid() == 0 else ()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=[*_FLAGS, *as_root])
        yield browser
        browser.close()
