"""What the page takes from the browser: sound, with and without audio worklets, and a database."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.servers import FakeServer
from tests.studio.page.studio_page import StudioPage

pytestmark = pytest.mark.server

TEXT = "Hola a todos. Son las cinco. Adiós, amigos."

# Plays two pieces and, after them, a third one in place of the second one's end, and returns all that was rendered. An
# offline context renders as fast as it can, so that nothing depends on the machine's load.
_RENDER = """
async () => {
  const { AudioOutput } = await import(new URL("studio/playback/audio_output.js", document.baseURI));
  const context = new OfflineAudioContext(1, 7 * 24000, 24000);
  const { audioWorklet } = context;
  const { addModule } = audioWorklet;
  let loaded;
  audioWorklet.addModule = (url) => (loaded = addModule.call(audioWorklet, url));
  const output = new AudioOutput(() => context);
  output.resume();
  output.write(Int16Array.from({ length: 24000 }, (_, i) => i + 1));
  output.write(Int16Array.from({ length: 24000 }, (_, i) => -i - 1));
  output.truncate(25000);
  output.write(Int16Array.from({ length: 5000 }, () => 7));
  await loaded;
  // Messages reach the worklet while the context is suspended; a busy machine may need more than one time.
  for (let tenths = 1; tenths < 50; tenths += 1) {
    context.suspend(tenths / 10).then(() => setTimeout(() => context.resume(), 20));
  }
  const rendered = await context.startRendering();
  const samples = Array.from(rendered.getChannelData(0), (sample) => sample * 0x8000);
  return { samples, position: output.position };
}
"""

_DATABASE = """
async () => {
  const { Database } = await import(new URL("studio/storage/database.js", document.baseURI));
  const { SegmentStore } = await import(new URL("studio/playback/segment_store.js", document.baseURI));
  const database = new Database();
  const segments = new SegmentStore(database);
  const takes = ["1", "2"].map((end) => `${Date.now().toString(36).padStart(9, "0")}-${end}`);
  for (const take of takes) {
    for (const index of [10, 0, 1]) await segments.put(take, index, Int16Array.of(index, -1));
  }
  await segments.truncate(takes[0], 1);
  for (const key of ["b", "a", "c"]) await database.put("samples", key, { key });
  await database.delete("samples", "b");
  return (await database.isPersistent) && takes;
}
"""

_REOPENED = """
async ([first, second]) => {
  const { Database } = await import(new URL("studio/storage/database.js", document.baseURI));
  const { SegmentStore } = await import(new URL("studio/playback/segment_store.js", document.baseURI));
  const database = new Database();
  const segments = new SegmentStore(database);
  const samples = await segments.get(second, 10);
  return {
    takes: await segments.takes(),
    samples: [samples instanceof Int16Array, ...samples],
    gone: (await segments.get(first, 1)) === undefined,
    keys: await database.keys("samples"),
    values: await database.values("samples"),
  };
}
"""


def test_every_sample_is_rendered_by_the_audio_worklet(studio: StudioPage) -> None:
    result = studio.value(_RENDER)
    samples = [round(sample) for sample in result["samples"]]
    begin = samples.index(1)
    expected = [*range(1, 24_001), *range(-1, -1_001, -1), *[7] * 5_000]
    assert samples[begin : begin + len(expected)] == expected
    assert not any(samples[:begin])
    assert not any(samples[begin + len(expected) :])
    assert result["position"] == len(expected)


def test_a_page_without_audio_worklets_speaks(fake: FakeServer, new_page: Callable[..., StudioPage]) -> None:
    """Pages that did not come by https, nor from this machine, have none."""
    studio = new_page(f"{fake.url}/", sound_rate=None)
    studio.page.add_init_script("delete BaseAudioContext.prototype.audioWorklet")
    studio.open()
    studio.write(TEXT)
    studio.speak()
    studio.wait_for_state("ended")
    assert studio.value("studio.playback.position === studio.playback.duration")
    assert studio.value("studio.playback.duration") > 0.5


def test_the_browser_keeps_what_is_put_into_its_database(studio: StudioPage) -> None:
    takes = studio.value(_DATABASE)
    assert takes
    studio.page.reload()
    result: dict[str, Any] = studio.value(_REOPENED, takes)
    assert result == {
        "takes": takes,
        "samples": [True, 10, -1],
        "gone": True,
        "keys": ["a", "c"],
        "values": [{"key": "a"}, {"key": "c"}],
    }
