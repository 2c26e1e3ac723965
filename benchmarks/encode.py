"""What encoding costs in each format, and how many bits a second of speech has.

The model synthesizes some sentences once; then they are written chunk by chunk, as for a streaming client. The figures
are CPU time of the whole process, which other work on the machine hardly affects. JSON goes to stdout, progress to
stderr.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import av
import torch

from benchmarks import report
from benchmarks.figures import place, say
from benchmarks.quality import build, sentences, synthesize
from kokoro_speech_server.audio.streaming_audio_writer import AudioFormat, BitRates, StreamingAudioWriter
from kokoro_speech_server.chunk import SAMPLE_RATE, Samples
from kokoro_speech_server.config import Settings

_SENTENCES = 8


def main() -> None:
    options = _options()
    section = report.MarkedSection(options.markdown, "encode") if options.markdown else None
    machine = report.machine({"pyav": av.__version__})
    settings = Settings()
    rates = BitRates(mp3=settings.mp3_bit_rate, aac=settings.aac_bit_rate, opus=settings.opus_bit_rate)
    chunks = asyncio.run(_speech()) * options.times
    audio_s = sum(map(len, chunks)) / SAMPLE_RATE
    formats = {}
    for format in AudioFormat:
        say(format)
        measured = [_encode(chunks, format, rates) for _ in range(options.rounds + 1)][1:]
        formats[format.value] = report.spreads(
            [
                {"cpu_ms_per_audio_s": 1000 * cpu_s / audio_s, "kbit_per_s": size * 8 / 1000 / audio_s}
                for cpu_s, size in measured
            ]
        )
    result = report.rounded(
        {
            "benchmark": "encode",
            "command": " ".join(["python -m benchmarks.encode", *sys.argv[1:]]),
            "machine": machine,
            "audio_s": audio_s,
            "formats": formats,
        }
    )
    print(json.dumps(result, indent=2, ensure_ascii=False))
    if section:
        section.replace(_markdown(result))


async def _speech() -> list[Samples]:
    network = build(dtype=torch.float32, tiled=True, packed=False)
    return [synthesize(network, chunk).samples for chunk in await sentences(_SENTENCES)]


def _encode(chunks: Sequence[Samples], format: AudioFormat, rates: BitRates) -> tuple[float, int]:
    """Seconds of CPU time, and bytes."""
    begun = time.process_time()
    with StreamingAudioWriter(format, rates) as writer:
        size = sum(len(writer.write(chunk)) for chunk in chunks) + len(writer.finish())
    return time.process_time() - begun, size


def _markdown(result: dict[str, Any]) -> str:
    rows = [
        [
            format,
            report.cell(figures["cpu_ms_per_audio_s"]),
            report.cell(figures["kbit_per_s"], 0),
            f"{2 * figures['cpu_ms_per_audio_s']['median']:.1f}",
        ]
        for format, figures in result["formats"].items()
    ]
    table = report.table(
        ["Format", "CPU ms per second of audio", "kbit/s", "Cores for 2,000 seconds of audio per second"],
        rows,
    )
    machine = result["machine"]
    return (
        f"`{result['command']}`, {place(machine)}, PyAV {machine['pyav']}. {result['audio_s']:.0f} s of speech, "
        f"median (minimum to maximum).\n\n{table}"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.encode", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--times", type=int, default=4, help="how often the sentences are written (default: 4)"
    )
    parser.add_argument(
        "--markdown", type=Path, help="also rewrite the section between the markers in this file"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
