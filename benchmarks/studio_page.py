"""The server's page in Chromium, as `benchmarks.studio` measures it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from benchmarks.report import Figures

FAST_AUDIO = Path(__file__).with_name("fast_audio.js")

_HOOK = """
Object.defineProperty(HTMLHtmlElement.prototype, "connect", {
  value(collaborators) {
    globalThis.studio = collaborators;
    setTimeout(() => (globalThis.interactiveAt = performance.now()));
  },
});
"""
"""main.js connects the elements of the page in one task. The hook has what they share, and the time after that task."""

_FIRST_SOUND = """
() => new Promise((resolve) => {
  const { playback } = studio;
  const times = {};
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  playback.addEventListener("progress", () => (times.samples_s ??= playback.duration > 0 ? seconds() : undefined));
  document.querySelector("speak-control [data-part=speak]").click();
  const look = () => {
    if (playback.state === "failed") resolve({ error: playback.error.message });
    else if (playback.position > 0) resolve({ ...times, sound_s: seconds() });
    else setTimeout(look, 1);
  };
  look();
})
"""
"""Seconds from a click on Speak to the first samples in the page, and until the first one is heard."""


class StudioPage:
    """The page in a context of its own: with an empty cache and without storage of other visits."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.page: Page = context.new_page()
        self.page.add_init_script(_HOOK)
        self._url = url
        self._devtools: CDPSession = context.new_cdp_session(self.page)

    def open(self, *, slowdown: float = 1) -> None:
        """Opens the page on a core that is so many times slower."""
        self._devtools.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        self.page.goto(self._url)
        self.page.wait_for_function("() => globalThis.interactiveAt !== undefined")

    def load(self, slowdown: float) -> Figures:
        """What the browser transfers until the page is idle, and when a person can use it.

        requests:       for the page's own files
        kb:             their compressed size
        transferred_kb: the same with the headers of their responses
        api_requests:   requests to the API
        painted_s:      the first contentful paint
        interactive_s:  all elements of the page answer
        """
        sizes: dict[str, int] = {}
        answers: dict[str, dict[str, Any]] = {}
        self._devtools.send("Network.enable")
        self._devtools.on(
            "Network.responseReceived", lambda event: answers.update({event["requestId"]: event["response"]})
        )
        self._devtools.on(
            "Network.loadingFinished",
            lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}),
        )
        self.open(slowdown=slowdown)
        self.page.wait_for_load_state("networkidle")
        own = {key: answer for key, answer in answers.items() if self._is_own(answer["url"])}
        paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
        return {
            "requests": len(own),
            "kb": sum(int(answer["headers"]["content-length"]) for answer in own.values()) / 1000,
            "transferred_kb": sum(sizes.get(key, 0) for key in own) / 1000,
            "api_requests": len(answers) - len(own),
            "painted_s": self.page.evaluate(paint) / 1000,
            "interactive_s": self.page.evaluate("interactiveAt") / 1000,
        }

    def first_sound(self, text: str) -> Figures:
        """Seconds from a click on Speak, the first of the visit, until samples come and until one is heard."""
        self.open()
        self.page.locator("#text").fill(text)
        figures = self.page.evaluate(_FIRST_SOUND)
        self.page.evaluate("studio.playback.cancel()")
        if "error" in figures:
            raise RuntimeError(f"The page did not speak: {figures['error']}")
        return {name: float(value) for name, value in figures.items()}

    def speak(self, text: str) -> None:
        self.page.evaluate("(text) => studio.draft.update({ text })", text)
        self.page.evaluate("document.querySelector('speak-control [data-part=speak]').click()")

    @property
    def state(self) -> str:
        return str(self.page.evaluate("studio.playback.state"))

    @property
    def heard_s(self) -> float:
        return float(self.page.evaluate("studio.playback.position"))

    def memory(self) -> Figures:
        """What the page holds after a garbage collection.

        heap_mb:    objects of JavaScript
        process_mb: memory of the page's process (PSS)
        nodes:      nodes of documents
        """
        self._devtools.send("HeapProfiler.collectGarbage")
        self._devtools.send("Performance.enable")
        metrics = {
            one["name"]: one["value"] for one in self._devtools.send("Performance.getMetrics")["metrics"]
        }
        return {
            "heap_mb": metrics["JSHeapUsedSize"] / 1e6,
            "process_mb": sum(map(_pss, _renderers())) / 1e6,
            "nodes": metrics["Nodes"],
        }

    def _is_own(self, url: str) -> bool:
        return url == self._url or url.startswith(f"{self._url}studio/")


@contextmanager
def opened(browser: Browser, url: str, *, audio_speed: float = 1) -> Iterator[StudioPage]:
    """A page in a new context. audio_speed: how many times faster than real time it takes audio; 1 plays it"""
    context = browser.new_context()
    if audio_speed != 1:
        context.add_init_script(f"const SPEED = {audio_speed};\n{FAST_AUDIO.read_text(encoding='utf-8')}")
    try:
        yield StudioPage(context, url)
    finally:
        context.close()


def follow(page: StudioPage, *, every_audio_s: float, most_audio_s: float) -> list[Figures]:
    """The page's memory each time that it has heard so much more audio, until the end of the speech or of the audio.

    Raises RuntimeError if speech fails, or if the page hears nothing for a minute.
    """
    curve: list[Figures] = []
    heard, since, due = 0.0, time.monotonic(), every_audio_s
    while heard < most_audio_s and page.state != "ended":
        time.sleep(0.1)
        now = page.heard_s
        if now > heard:
            heard, since = now, time.monotonic()
        if page.state == "failed" or time.monotonic() - since > 60:
            raise RuntimeError(f"The page hears nothing more after {heard:.0f} s; its state is {page.state}.")
        if heard >= due:
            curve.append({"audio_s": heard, **page.memory()})
            due = (heard // every_audio_s + 1) * every_audio_s
    return curve


def _renderers() -> list[int]:
    """The processes of all pages of this process's browser."""
    return [
        child.pid
        for child in psutil.Process().children(recursive=True)
        if "--type=renderer" in " ".join(child.cmdline()) and "--extension-process" not in child.cmdline()
    ]


def _pss(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))
