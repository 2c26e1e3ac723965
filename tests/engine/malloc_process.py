"""`python -m tests.engine.malloc_process`: what the real engine retains and releases, in a process of its own.

Malloc tuning holds for the whole process, whose other tests would retain gigabytes. Layer by layer, buffers are so
large that a short chunk shows the effect. Prints one JSON object.
"""

import json
import resource

import psutil  # type: ignore[import-untyped]

from kokoro_speech_server.config import Settings
from kokoro_speech_server.engine.kokoro_v1 import KokoroV1
from tests.engine.chunks import make_chunk


def main() -> None:
    engine = KokoroV1(Settings().model_dir, "cpu", threads=1, precision="fp32", cpu_backend="torch")
    engine.load()
    engine.release_memory()
    high = [engine.memory_is_high()]
    before = _private_memory()
    long = make_chunk(80, "af_heart", seed=1)
    engine.synthesize([long])
    high.append(engine.memory_is_high())
    faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    engine.synthesize([long])
    faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - faults
    engine.release_memory()
    high.append(engine.memory_is_high())
    print(json.dumps({"high": high, "page_faults": faults, "growth_bytes": _private_memory() - before}))


def _private_memory() -> int:
    memory = psutil.Process().memory_info()
    return int(memory.rss - memory.shared)


if __name__ == "__main__":
    main()
