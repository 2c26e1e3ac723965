"""What the server counts, for Prometheus; docs/metrics.md lists it.

In one process the figures are prometheus_client's own, in its global registry, which adds those of the process
and of Python. Several processes share figures through files in PROMETHEUS_MULTIPROC_DIR, which has to be set,
empty, before this module is imported anywhere: the values choose their kind as they are made. There the view
has our metrics alone, since a process's memory is no figure of the server.
"""

import os

from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    values,
)
from prometheus_client.multiprocess import MultiProcessCollector

_FOLDER = os.environ.get("PROMETHEUS_MULTIPROC_DIR")

# Taken out of the environment, so that a process that this one starts never writes to the same files.
_WORKER = os.environ.pop("METRICS_WORKER", "0" if _FOLDER is None else None)

if _FOLDER is not None and _WORKER is not None:
    # Files named for a worker's place instead of its process: the replacement of a worker that died counts on
    # where it stopped, and however many are replaced, there are no more files to read.
    values.ValueClass = values.MultiProcessValue(lambda: f"worker{_WORKER}")  # type: ignore[no-untyped-call]

# The time when each counter was made: several processes have no such time in common.
disable_created_metrics()  # type: ignore[no-untyped-call]


def _gauge(name: str, meaning: str, *labels: str) -> Gauge:
    """Written by the one process that schedules: the sum over the processes leaves the others' zeros out."""
    return Gauge(name, meaning, labels, multiprocess_mode="livesum")


QUEUE_CAPACITY = _gauge(
    "speech_queue_capacity", "Requests that the server takes at once, in work and waiting."
)
REQUESTS_RUNNING = _gauge("speech_requests_running", "Admitted requests whose first chunk has started.")
REQUESTS_WAITING = _gauge("speech_requests_waiting", "Admitted requests whose first chunk has not started.")
CHUNKS_WAITING = _gauge("speech_chunks_waiting", "Chunks that wait for a free lane.")
ENGINE_SLOTS = _gauge(
    "speech_engine_slots", "Engines that are loaded, by whether they are computing.", "state"
)

# Names of before 0.2.0, exported until 0.3.0.
QUEUE_DEPTH = _gauge("speech_queue_depth", "speech_requests_running and speech_requests_waiting together.")
LANES = _gauge("speech_lanes", "The same as speech_engine_slots.", "state")

REQUESTS = Counter("speech_requests_total", "Requests for speech that were valid, by their end.", ["outcome"])
REFUSALS = Counter("speech_refusals_total", "Requests answered with 503, by reason.", ["reason"])
UNAUTHORIZED = Counter("speech_unauthorized_total", "Requests answered with 401: no key, or not a valid one.")
CLIENT_RETRIES = Counter("speech_client_retries_total", "Requests that their client had sent before.")
CANCELLATIONS = Counter("speech_cancellations_total", "Requests whose work was stopped before its end.")

WAITING = Histogram(
    "speech_waiting_seconds",
    "From a request's admission until its first chunk is in an engine.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300),
)
CHUNK_WAITING = Histogram(
    "speech_chunk_waiting_seconds",
    "From when a chunk is ready to be spoken until its pass begins.",
    buckets=(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300),
)
FIRST_BYTE = Histogram(
    "speech_first_byte_seconds",
    "From a request's arrival until its first byte of audio is sent.",
    buckets=(0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20, 30, 60),
)
REQUEST_TIME = Histogram(
    "speech_request_seconds",
    "From a request's arrival until its last byte is sent.",
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600),
)

CHUNKS = Counter("speech_chunks_total", "Chunks that an engine spoke.", ["worker"])
AUDIO_SECONDS = Counter("speech_audio_seconds_total", "Seconds of audio that an engine made.", ["worker"])
ENGINE_SECONDS = Counter("speech_engine_seconds_total", "Seconds that an engine computed.", ["worker"])
REAL_TIME_FACTOR = Histogram(
    "speech_real_time_factor",
    "Seconds of computing per second of audio, of each chunk.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 4),
)

BATCH_SIZE = Histogram(
    "speech_batch_size", "Chunks that the model spoke in one pass.", buckets=(1, 2, 4, 8, 12, 16, 24, 32)
)
BATCH_FILL = Histogram(
    "speech_batch_fill",
    "Chunks of a pass over those that the engine does best with.",
    buckets=(0.1, 0.25, 0.5, 0.75, 0.9, 1),
)
BATCH_PADDING = Histogram(
    "speech_batch_padding",
    "Share of a pass's positions that no token filled.",
    buckets=(0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9),
)
BATCH_RETRIES = Counter(
    "speech_batch_retries_total", "Batches that failed and were tried again in parts, by reason.", ["reason"]
)
ENGINE_FALLBACKS = Counter(
    "speech_engine_fallbacks_total",
    "Times that the plain engine spoke for the fast one, which failed, by reason.",
    ["reason"],
)

CACHE_HITS = Counter("speech_cache_hits_total", "Chunks whose audio was in the cache.")
CACHE_MISSES = Counter("speech_cache_misses_total", "Chunks whose audio was looked for in the cache in vain.")
WORKER_RESTARTS = Counter("speech_worker_restarts_total", "Workers replaced, by reason.", ["reason"])

BUILD_INFO = Gauge(
    "speech_build_info",
    "1; the labels say what runs.",
    ["version", "model", "device", "cuda_mps", "mps", "precision", "backend"],
    multiprocess_mode="max",  # each worker says the same
)

# There from the start with a zero: an alert on the growth of what is not there yet misses its first time.
for _metric, _values in (
    (ENGINE_SLOTS, ("free", "busy")),
    (LANES, ("free", "busy")),
    (REQUESTS, ("spoken", "left", "failed", "refused", "limited")),
    (REFUSALS, ("full", "timeout", "text", "bodies", "starting", "stopping")),
    (BATCH_RETRIES, ("memory", "fault")),
    (ENGINE_FALLBACKS, ("recording", "fault", "nan")),
    (WORKER_RESTARTS, ("crash", "hang", "cuda_mps")),
):
    for _value in _values:
        _metric.labels(_value)
if _WORKER is not None:
    for _metric in (CHUNKS, AUDIO_SECONDS, ENGINE_SECONDS):
        _metric.labels(_WORKER)


def exposition() -> tuple[bytes, str]:
    """The figures of all processes in Prometheus's text format, and its content type.

    Reads files, so not on the event loop.
    """
    registry = REGISTRY
    if _FOLDER is not None:
        registry = CollectorRegistry()
        MultiProcessCollector(registry, _FOLDER)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_PLAIN_0_0_4
