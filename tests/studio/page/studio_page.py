"""The page in a browser, as the tests use it."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Route

from tests.engines import PATIENCE_S

PATIENCE_MS = PATIENCE_S * 1000

# main.js calls `connect` of every element that has it. This gives the tests what the page's elements share.
_HOOK = """
Object.defineProperty(HTMLHtmlElement.prototype, "connect", {
  configurable: true,
  value(collaborators) { globalThis.studio = collaborators; },
});
"""
_SILENT_SOUND = (Path(__file__).parent / "silent_sound.js").read_text("utf-8")

_READ = """
async () => {
  const { recording } = studio.playback;
  return Array.from(await recording.read(0, recording.frames));
}
"""


class StudioPage:
    """The page at an address, and what went wrong on it.

    sound_rate: seconds of sound that pass in a second, of silent sound; None: the browser's sound
    refusals:   status codes of responses that the test provokes, which browsers report in the console
    faults:     other errors in the console, such as violations of the content security policy, and exceptions
    foreign:    requests to other origins, which are blocked
    """

    def __init__(
        self,
        context: BrowserContext,
        address: str,
        *,
        sound_rate: float | None = 20,
        refusals: Sequence[int] = (),
    ) -> None:
        self.address = address
        self.faults: list[str] = []
        self.foreign: list[str] = []
        self._ignored = re.compile(
            rf"Failed to load resource: .* status of ({'|'.join(map(str, refusals)) or '-'})\b"
        )
        origin = "/".join(address.split("/")[:3]) + "/"
        context.set_default_timeout(PATIENCE_MS)
        # A function instead of the pattern would be asked about every request, also while a test waits for the server.
        context.route(re.compile(rf"^(?!{re.escape(origin)}|data:|blob:)"), self._block)
        context.add_init_script(_HOOK)
        if sound_rate is not None:
            context.add_init_script(f"globalThis.soundRate = {sound_rate};\n{_SILENT_SOUND}")
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(error.stack or str(error)))
        self.page.on("console", self._read)

    def open(self, fragment: str = "") -> "StudioPage":
        """Open the page, and wait until its parts are connected."""
        self.page.goto(self.address + fragment)
        self.wait_until_connected()
        return self

    def reload(self) -> None:
        self.page.reload()
        self.wait_until_connected()

    def wait_until_connected(self) -> None:
        self.wait("globalThis.studio !== undefined")

    def view(self, name: str) -> None:
        self.page.get_by_role("navigation", name="Views").get_by_role("link", name=name).click()

    def wait(self, condition: str) -> None:
        """Wait until an expression of the page is true."""
        self.page.wait_for_function(f"() => {condition}", timeout=PATIENCE_MS)

    def stop_clock(self) -> None:
        """Stop the page's time, so that no message goes away again."""
        self.page.clock.install()
        # At a time that cannot have passed when this arrives.
        self.page.clock.pause_at(self.value("Date.now()") + 3_600_000)

    def value(self, expression: str, argument: Any = None) -> Any:
        return self.page.evaluate(expression, argument)

    def part(self, name: str, within: str = "body") -> Locator:
        """The part of an element by its name in the markup: part("speak", "speak-control")."""
        return self.page.locator(f'{within} [data-part="{name}"]').first

    def write(self, text: str) -> None:
        self.page.locator("#text").fill(text)

    def speak(self) -> None:
        self.part("speak", "speak-control").click()

    def read_along(self) -> None:
        self.page.get_by_role("radio", name="Read along").check()

    def wait_for_state(self, state: str) -> None:
        self.wait(f"studio.playback.state === {state!r}")

    @property
    def state(self) -> str:
        return str(self.value("studio.playback.state"))

    @property
    def body(self) -> dict[str, Any]:
        """The request of what plays, with the seed that the page chose."""
        body: dict[str, Any] = self.value("studio.playback.body")
        return body

    @property
    def samples(self) -> bytes:
        """What has come of the speech, as PCM."""
        numbers: list[int] = self.value(_READ)
        return b"".join(number.to_bytes(2, "little", signed=True) for number in numbers)

    def _read(self, line: ConsoleMessage) -> None:
        if line.type == "error" and not self._ignored.match(line.text):
            self.faults.append(line.text)

    def _block(self, route: Route) -> None:
        self.foreign.append(route.request.url)
        route.abort()
