"""Prints what benchmarks/budget.py counts, as JSON, for `launches`.

It runs in a process of its own: where Triton interprets the fused kernels to count their bytes, it compiles none.
"""

import json
import sys

from benchmarks.budget import PASSES, Pass, count

_SMALL = {"1 row of 1 s": Pass(1, 18, 40)}


def main(*, small: bool) -> None:
    counts = {}
    for name, shape in (_SMALL if small else PASSES).items():
        for fused in (False, True):
            counted = count(shape, fused=fused)
            counts[f"{name}, fused kernels" if fused else name] = {
                "fused": fused,
                "rows": shape.rows,
                "tokens": shape.tokens,
                "frames": shape.frames,
                "counted_launches": counted.launches,
                "counted_gb": counted.bytes / 1e9,
            }
    print(json.dumps(counts))


if __name__ == "__main__":
    main(small="--small" in sys.argv[1:])
