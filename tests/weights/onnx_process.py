"""`python -m tests.weights.onnx_process EXPORT INPUTS OUTPUTS`: what the ONNX export makes of a sentence.

It runs in a process of its own, since its graph is in memory several times. INPUTS and OUTPUTS are .npz files.
"""

import sys

import numpy as np
import onnx
import onnxruntime


def main(export: str, inputs: str, outputs: str) -> None:
    graph = onnx.load(export)
    graph.graph.output.append(onnx.helper.make_empty_tensor_value_info("/encoder/Clip_output_0"))
    session = onnxruntime.InferenceSession(graph.SerializeToString())
    with np.load(inputs) as values:
        audio, durations = session.run(None, dict(values))
    np.savez(outputs, audio=audio.ravel(), durations=durations.astype(int).ravel())


if __name__ == "__main__":
    main(*sys.argv[1:])
