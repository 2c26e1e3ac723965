"""The metrics for Prometheus; docs/metrics.md lists them.

A single process has its metrics in the global registry of prometheus_client, which adds those of the process and of
Python. Several processes share their metrics through files in the folder PROMETHEUS_MULTIPROC_DIR. The variable must be
set, and the folder empty, before this module is imported, because metrics choose their storage when they are created;
each process then calls `begin`. /metrics has only this module's metrics then, since the memory of one process does not
describe the server.
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

from kokoro_speech_server.observability.metrics_files import MetricsFiles

_FOLDER = os.environ.get("PROMETHEUS_MULTIPROC_DIR")

_FILES: MetricsFiles | None = None
if _FOLDER is not None:
    _FILES = MetricsFiles(_FOLDER)
    values.ValueClass = _FILES.value

# The creation time of counters is meaningless for several processes.
disable_created_metrics()  # type: ignore[no-untyped-call]


def _gauge(name: str, meaning: str, *labels: str) -> Gauge:
    """A gauge that only the process with the scheduler sets. The other processes add zeros to the sum."""
    return Gauge(name, meaning, labels, multiprocess_mode="livesum")


HELD_BYTES = Gauge(
    "speech_held_bytes",
    "Bytes that responses hold, or are expected to hold, until their last byte is out.",
    multiprocess_mode="livesum",
)
HELD_BYTES_LIMIT = Gauge(
    "speech_held_bytes_limit",
    "Maximum of speech_held_bytes (MAX_HELD_BYTES).",
    multiprocess_mode="max",  # all workers have the same limit
)

LIVE_SESSIONS = Gauge(
    "speech_live_sessions",
    "Open sessions of live speech, speaking and silent.",
    multiprocess_mode="livesum",
)

QUEUE_CAPACITY = _gauge(
    "speech_queue_capacity", "Maximum number of admitted requests, running and waiting together."
)
REQUESTS_RUNNING = _gauge("speech_requests_running", "Admitted requests whose first chunk has started.")
REQUESTS_WAITING = _gauge("speech_requests_waiting", "Admitted requests whose first chunk has not started.")
CHUNKS_WAITING = _gauge("speech_chunks_waiting", "Chunks that wait for an engine slot.")
ENGINE_SLOTS = _gauge("speech_engine_slots", "Loaded engines, by whether they are computing.", "state")
MODELS_LOADED = _gauge(
    "speech_models_loaded", "1 for each model that the engine of a worker has loaded.", "worker", "model"
)

# Names from before 0.2.0, exported until 0.3.0.
QUEUE_DEPTH = _gauge("speech_queue_depth", "speech_requests_running and speech_requests_waiting together.")
LANES = _gauge("speech_lanes", "The same as speech_engine_slots.", "state")

REQUESTS = Counter("speech_requests_total", "Valid requests for speech, by outcome.", ["outcome"])
REFUSALS = Counter("speech_refusals_total", "Responses of 503, by reason.", ["reason"])
UNAUTHORIZED = Counter("speech_unauthorized_total", "Responses of 401, for a missing or invalid key.")
CLIENT_RETRIES = Counter("speech_client_retries_total", "Requests that the client marks as retries.")
CANCELLATIONS = Counter(
    "speech_cancellations_total", "Requests that were cancelled because the client disconnected."
)

WAITING = Histogram(
    "speech_waiting_seconds",
    "Time from the admission of a request to the start of its first chunk.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300),
)
CHUNK_WAITING = Histogram(
    "speech_chunk_waiting_seconds",
    "Time from when a chunk is ready for synthesis to the start of its pass.",
    buckets=(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300),
)
FIRST_BYTE = Histogram(
    "speech_first_byte_seconds",
    "Time from the arrival of a request to its first byte of audio.",
    buckets=(0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20, 30, 60),
)
REQUEST_TIME = Histogram(
    "speech_request_seconds",
    "Time from the arrival of a request to the end of its response.",
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600),
)

CHUNKS = Counter("speech_chunks_total", "Synthesized chunks.", ["worker"])
AUDIO_SECONDS = Counter("speech_audio_seconds_total", "Seconds of synthesized audio.", ["worker"])
ENGINE_SECONDS = Counter("speech_engine_seconds_total", "Seconds of computation in the engine.", ["worker"])
REAL_TIME_FACTOR = Histogram(
    "speech_real_time_factor",
    "Seconds of computation per second of audio, for each pass.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 4),
)

BATCH_SIZE = Histogram(
    "speech_batch_size", "Chunks in one pass of the model.", buckets=(1, 2, 4, 8, 12, 16, 24, 32)
)
BATCH_FILL = Histogram(
    "speech_batch_fill",
    "Chunks in a pass divided by the maximum batch size.",
    buckets=(0.1, 0.25, 0.5, 0.75, 0.9, 1),
)
BATCH_PADDING = Histogram(
    "speech_batch_padding",
    "Share of the positions in a pass that are padding.",
    buckets=(0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9),
)
BATCH_RETRIES = Counter(
    "speech_batch_retries_total", "Batches that failed and were retried in parts, by reason.", ["reason"]
)
ENGINE_FALLBACKS = Counter(
    "speech_engine_fallbacks_total",
    "Fallbacks from the fast engine to the plain one or to the CPU, by reason.",
    ["reason"],
)
CUDA_GRAPH_HITS = Counter(
    "speech_cuda_graph_hits_total", "Stages of passes that were replayed from a CUDA graph.", ["stage"]
)
CUDA_GRAPH_MISSES = Counter(
    "speech_cuda_graph_misses_total", "Stages of passes that suited no CUDA graph.", ["stage"]
)

CACHE_HITS = Counter("speech_cache_hits_total", "Chunks with audio in the cache.")
CACHE_MISSES = Counter("speech_cache_misses_total", "Chunks without audio in the cache.")
WORKER_RESTARTS = Counter("speech_worker_restarts_total", "Replaced workers, by reason.", ["reason"])
LOG_LINES_DROPPED = Counter(
    "speech_log_lines_dropped_total", "Log lines that were dropped because nobody read stderr in time."
)

BUILD_INFO = Gauge(
    "speech_build_info",
    "Constant 1. The labels describe the server.",
    ["version", "model", "device", "cuda_mps", "mps", "precision", "backend"],
    multiprocess_mode="max",  # all workers have the same labels
)

# Every label starts with 0, because an alert on an increase misses the first event of a missing metric.
for _metric, _values in (
    (ENGINE_SLOTS, ("free", "busy")),
    (LANES, ("free", "busy")),
    (REQUESTS, ("spoken", "left", "failed", "refused", "limited")),
    (REFUSALS, ("full", "timeout", "text", "bodies", "held", "sessions", "starting", "stopping")),
    (BATCH_RETRIES, ("memory", "fault")),
    (CUDA_GRAPH_HITS, ("encode", "decode")),
    (CUDA_GRAPH_MISSES, ("encode", "decode")),
    (ENGINE_FALLBACKS, ("cuda_graphs", "device", "fault", "fused_kernels", "nan")),
    (WORKER_RESTARTS, ("crash", "hang", "cuda_mps")),
):
    for _value in _values:
        _metric.labels(_value)


def begin(worker: int | None) -> None:
    """Share this process's metrics with the others from now on. Before, they are in its memory alone.

    worker: its number; None for a process that is not a worker of a supervisor
    """
    if _FILES is not None:
        # Files have the worker's number instead of a process id, so that the replacement of a dead worker continues its
        # counters, and replacements do not increase the number of files to read.
        _FILES.begin(str(os.getpid()) if worker is None else f"worker{worker}")
    if worker is not None:
        for metric in (CHUNKS, AUDIO_SECONDS, ENGINE_SECONDS):
            metric.labels(str(worker))


if _FILES is None:
    begin(0)


def exposition() -> tuple[bytes, str]:
    """The metrics of all processes in Prometheus's text format, and its content type.

    Blocks to read files, so do not call it on the event loop.
    """
    registry = REGISTRY
    if _FILES is not None:
        _FILES.restore()
        registry = CollectorRegistry()
        MultiProcessCollector(registry, _FOLDER)  # type: ignore[no-untyped-call]
    return generate_latest(registry), CONTENT_TYPE_PLAIN_0_0_4


def close() -> None:
    """Let the folder of the metrics be removed."""
    if _FILES is not None:
        _FILES.close()
