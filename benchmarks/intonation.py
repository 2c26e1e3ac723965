"""How far the intonation of a long sentence's beginning is from that of the whole sentence, when the first chunk is cut
to be heard early (`STREAMING_VOICE=chunked`) and when it is heard window by window (`windowed`).

Long sentences are cut into chunks as the server cuts them, and spoken by four voices in turn. Of the first tokens of
each sentence the pitch and the durations are compared with those of the sentence in one pass. JSON goes to stdout,
progress to stderr.
"""

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from benchmarks import report
from benchmarks.distinct import long_sentences
from benchmarks.figures import place, say
from benchmarks.quality import build
from kokoro_speech_server.chunk import FRAME, SAMPLE_RATE, Chunk, PhonemeToken
from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.network.network import Network
from kokoro_speech_server.engine.network.packing import STEPS_PER_FRAME
from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.phonemizer import ThreadPhonemizer
from kokoro_speech_server.text.script import Script, VoiceSettings
from kokoro_speech_server.text.tags import plain_script
from kokoro_speech_server.text.text_processor import smart_split
from kokoro_speech_server.voices import VoiceMix
from kokoro_speech_server.weights import assets

VOICES = ("af_heart", "am_onyx", "bf_emma", "bm_george")

_TOKENS = 60
"""Of a sentence's beginning."""

_LAST = 4
"""Tokens before a cut, whose durations suffer most."""

_LOWEST_F0 = 10.0
"""Hz, from which a step is voiced."""

Figures = npt.NDArray[np.float64]


class Sentence(NamedTuple):
    """A voice's sentence, and what the first chunk of it is, by the name of the setting."""

    voice: str
    whole: tuple[PhonemeToken, ...]
    first: dict[str, tuple[PhonemeToken, ...]]


class Intonation(NamedTuple):
    """Of each token.

    pitch:    semitones above 1 Hz, the mean of its voiced steps; NaN where none is
    duration: in milliseconds
    """

    pitch: Figures
    duration: Figures


def main() -> None:
    options = _options()
    section = report.MarkedSection(options.markdown, "intonation") if options.markdown else None
    machine = report.machine({"torch": torch.__version__, "threads": torch.get_num_threads()})
    sentences = asyncio.run(_sentences(options.sentences))
    network = build(dtype=torch.float32, tiled=True, packed=False)
    files = assets.ensure_model(Settings().model_dir)
    styles = {voice: assets.read_voice(files, voice) for voice in VOICES}
    found: dict[str, list[dict[str, float]]] = {"chunked": [], "windowed": []}
    for number, sentence in enumerate(sentences):
        say(f"{number} of {len(sentences)} sentences")
        style = styles[sentence.voice]
        whole = intonation(network, sentence.whole, style)
        for name, tokens in sentence.first.items():
            is_cut = len(tokens) < len(sentence.whole)
            found[name].append(differences(intonation(network, tokens, style) if is_cut else whole, whole))
    result = report.rounded(
        {
            "benchmark": "intonation",
            "command": " ".join(["python -m benchmarks.intonation", *sys.argv[1:]]),
            "machine": machine,
            "sentences": len(sentences),
            "tokens": report.spread([len(sentence.whole) for sentence in sentences]),
            "settings": {
                name: {figure: report.spread([one[figure] for one in rows]) for figure in rows[0]}
                for name, rows in found.items()
            },
        }
    )
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


async def _sentences(count: int) -> list[Sentence]:
    """Those that are cut where they are not heard window by window."""
    settings = Settings()
    uncut = settings.model_copy(update={"first_chunk_tokens": settings.absolute_max_tokens})
    phonemizer = ThreadPhonemizer(assets.config()["vocab"])

    async def first_chunk(script: Script, settings: Settings, *, windowed: bool) -> tuple[PhonemeToken, ...]:
        chunks = smart_split(script, phonemizer=phonemizer, settings=settings, windowed=lambda _: windowed)
        return (await anext(chunks)).tokens

    result: list[Sentence] = []
    try:
        for text in long_sentences(2 * count):
            voice = VOICES[len(result) % len(VOICES)]
            script = plain_script(text, VoiceSettings(VoiceMix(((voice, 1.0),)), LANGUAGES[voice[0]]))
            whole = await first_chunk(script, uncut, windowed=False)
            first = {
                name: await first_chunk(script, settings, windowed=name == "windowed")
                for name in ("chunked", "windowed")
            }
            if len(first["chunked"]) < len(whole) and len(result) < count:
                result.append(Sentence(voice, whole, first))
    finally:
        phonemizer.close()
    return result


@torch.inference_mode()
def intonation(
    network: Network, tokens: tuple[PhonemeToken, ...], pack: npt.NDArray[np.float32]
) -> Intonation:
    """Of the tokens in one pass. pack: the voice's styles, [510, 256]"""
    cpu = torch.device("cpu")
    chunk = Chunk(tokens, pack[len(tokens) - 1], speed=1.0, pause=0.0, seed=0)
    ids, styles, speeds = network.encoder_inputs([chunk], cpu)
    encoded = network.encode(ids, styles, speeds)
    frames = encoded.durations.sum(1).tolist()
    noise = network.draw_noise([chunk], frames, cpu)
    inputs = network.generator_inputs(encoded, styles, noise, network.packed_frames(frames, cpu))
    steps = encoded.durations[0, : len(tokens) + 2] * STEPS_PER_FRAME
    pitches: list[float] = []
    for f0 in torch.split(inputs.f0, steps.tolist())[1:-1]:  # the first and the last are pads
        voiced = f0[f0 > _LOWEST_F0]
        pitches.append(float(12 * torch.log2(voiced).mean()) if len(voiced) else float("nan"))
    milliseconds = steps[1:-1].numpy() / STEPS_PER_FRAME * FRAME / SAMPLE_RATE * 1000
    return Intonation(np.array(pitches), milliseconds)


def differences(first: Intonation, whole: Intonation) -> dict[str, float]:
    """Between the same tokens of the first chunk and of the sentence."""
    count = len(first.pitch)
    pitch = (first.pitch - whole.pitch[:count])[:_TOKENS]
    last = (first.duration - whole.duration[:count])[-_LAST:]
    return {
        "pitch_semitones": float(np.sqrt(np.nanmean(np.square(pitch)))),
        "last_tokens_ms": float(last.sum()),
    }


def _markdown(result: dict[str, Any]) -> str:
    cell, machine = report.cell, result["machine"]
    table = report.table(
        [
            "`STREAMING_VOICE`",
            "Pitch, semitones from the whole",
            "Last tokens of the first chunk, ms too long",
        ],
        [
            [f"`{name}`", cell(one["pitch_semitones"]), cell(one["last_tokens_ms"], 0)]
            for name, one in result["settings"].items()
        ],
    )
    return (
        f"`{result['command']}`, {place(machine)}, torch {machine['torch']}. {result['sentences']} sentences of "
        f"{cell(result['tokens'], 0)} tokens, of which the first {_TOKENS} are compared; median (minimum to maximum)."
        f"\n\n{table}"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.intonation", description=__doc__)
    parser.add_argument("--sentences", type=int, default=40)
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="document in which the section is replaced"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
