"""Memory that is freed stays with the process, and goes back to the system on request."""

import json
import platform
import subprocess
import sys

import pytest

PROGRAM = """
import json, resource
from kokoro_speech_server.engine.malloc_tuning import MallocTuning

def faults_of_a_buffer(megabytes):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    b"." * (megabytes * 1_000_000)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

tuning = MallocTuning()
tuning.release()
grown = [tuning.has_grown()]
first = faults_of_a_buffer(200)
grown.append(tuning.has_grown())
second = faults_of_a_buffer(200)
tuning.release()
grown.append(tuning.has_grown())
print(json.dumps({"grown": grown, "first": first, "second": second}))
"""
"""In a process of its own, since the settings hold for a whole process."""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="malloc is tuned with glibc only")
def test_a_freed_buffer_is_used_again_without_page_faults_until_memory_is_released() -> None:
    process = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    report = json.loads(process.stdout)
    assert report["grown"] == [False, True, False]
    assert report["second"] < 100
    assert report["first"] > 40 * report["second"]
