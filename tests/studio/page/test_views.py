"""Every view on every screen: without faults that axe-core finds, without sideways scrolling, light and dark."""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.servers import FakeServer
from tests.studio.page.conftest import NewPage
from tests.studio.page.studio_page import StudioPage

pytestmark = pytest.mark.server

VIEWS = ["Speak", "Voices", "Dialogue", "Lexicon", "History"]
DIALOGS = {"watch": "0 of 10 places taken", "keyboard": "Play or pause"}
"""By their ids, with what they say when they are complete."""
Theme = Literal["light", "dark"]
themes = pytest.mark.parametrize("theme", ["light", "dark"])


MARKDOWN = """# Un título

Cuesta **5 €** hoy, [dicen](https://example.com).

* uno
* dos

| a | b |
|---|---|
| c | d |

    Fin.
"""


def faults(studio: StudioPage) -> list[str]:
    """What axe-core finds, each with the elements."""
    found: dict[str, Any] = Axe().run(studio.page).response
    return [
        f"{one['id']} ({one['impact']}): " + "; ".join(node["html"][:160] for node in one["nodes"][:5])
        for one in found["violations"]
    ]


def opened(
    new_page: NewPage, server: FakeServer, view: str, *, width: int = 1280, theme: Theme = "light"
) -> StudioPage:
    viewport = {"width": width, "height": 900}
    studio = new_page(f"{server.url}/", viewport=viewport, color_scheme=theme, reduced_motion="reduce")
    studio.open(f"#view={view.lower()}")
    expect(studio.page.locator(f"[data-view={view.lower()}]")).to_be_visible()
    expect(studio.part("state", "server-state")).to_have_text("Ready")
    expect(studio.page.locator(".voice-card")).to_have_count(54)
    return studio


def spoken(studio: StudioPage, text: str) -> None:
    studio.write(text)
    studio.speak()
    studio.wait_for_state("ended")


@themes
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_in_a_view(fake: FakeServer, new_page: NewPage, view: str, theme: Theme) -> None:
    assert faults(opened(new_page, fake, view, theme=theme)) == []


@themes
def test_axe_finds_nothing_while_something_is_read_along(
    fake: FakeServer, new_page: NewPage, theme: Theme
) -> None:
    studio = opened(new_page, fake, "Speak", theme=theme)
    spoken(studio, MARKDOWN)
    studio.read_along()
    studio.page.get_by_role("button", name="What will be said").click()
    expect(studio.page.locator("#spoken-text")).to_contain_text("cinco euros")
    assert faults(studio) == []


@themes
def test_axe_finds_nothing_in_the_history_of_something(
    fake: FakeServer, new_page: NewPage, theme: Theme
) -> None:
    studio = opened(new_page, fake, "Speak", theme=theme)
    spoken(studio, "Hola a todos.")
    studio.view("History")
    expect(studio.page.locator("history-list")).to_contain_text("Hola a todos.")
    assert faults(studio) == []


@themes
@pytest.mark.parametrize("dialog", DIALOGS)
def test_axe_finds_nothing_in_a_dialog(
    fake: FakeServer, new_page: NewPage, dialog: str, theme: Theme
) -> None:
    studio = opened(new_page, fake, "Speak", theme=theme)
    studio.page.locator(f"[data-opens={dialog}]").click()
    expect(studio.page.locator(f"#{dialog}").get_by_text(DIALOGS[dialog])).to_be_visible()
    assert faults(studio) == []


@pytest.mark.parametrize("width", [320, 768, 1600])
@pytest.mark.parametrize("view", VIEWS)
def test_no_view_scrolls_sideways(fake: FakeServer, new_page: NewPage, view: str, width: int) -> None:
    studio = opened(new_page, fake, view, width=width)
    assert studio.value("document.documentElement.scrollWidth") <= width


def test_the_player_and_the_reader_fit_a_phone(fake: FakeServer, new_page: NewPage) -> None:
    studio = opened(new_page, fake, "Speak", width=320)
    spoken(studio, MARKDOWN + "\n\n" + "x" * 200)
    studio.read_along()
    expect(studio.page.locator("speech-player")).to_be_visible()
    assert studio.value("document.documentElement.scrollWidth") <= 320


def lightness(studio: StudioPage) -> float:
    """Of the page's background, 0 to 255."""
    color: str = studio.value("getComputedStyle(document.body).backgroundColor")
    return sum(map(float, color.removeprefix("rgb(").removesuffix(")").split(","))) / 3


def test_the_theme_is_the_system_s_or_one_s_own(fake: FakeServer, new_page: NewPage) -> None:
    studio = opened(new_page, fake, "Speak", theme="dark")
    assert lightness(studio) < 80
    button = studio.page.locator("theme-switch button")
    button.click()
    expect(button).to_have_accessible_name("Theme: light")
    assert lightness(studio) > 200
    studio.reload()
    assert lightness(studio) > 200
    button.click()
    button.click()
    expect(button).to_have_accessible_name("Theme: as the system")
    assert lightness(studio) < 80
    studio.page.emulate_media(color_scheme="light")
    assert lightness(studio) > 200


def test_views_have_addresses_and_going_back_works(studio: StudioPage) -> None:
    for view in VIEWS:
        studio.view(view)
        expect(studio.page.get_by_role("heading", level=1)).to_have_text(view)
        assert studio.page.url.endswith(f"#view={view.lower()}")
    studio.page.go_back()
    expect(studio.page.get_by_role("heading", level=1)).to_have_text("Lexicon")


def test_right_to_left_text_is_shown_right(studio: StudioPage) -> None:
    studio.write("שלום עולם")
    assert studio.value("document.getElementById('text').matches(':dir(rtl)')")
