"""All settings of the server, which it reads from the environment once."""

import json
import os
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from kokoro_speech_server import kokoro_fastapi
from kokoro_speech_server.errors import InvalidVoiceError
from kokoro_speech_server.hosts import canonical_host, canonical_origin
from kokoro_speech_server.voices import parse_voice
from kokoro_speech_server.voices.folder import VoiceFolder
from kokoro_speech_server.weights.assets import DEFAULT_MODEL_DIR

OPENAI_VOICES = {
    "alloy": "af_alloy",
    "ash": "am_michael",
    "ballad": "bm_george",
    "cedar": "am_fenrir",
    "coral": "af_bella",
    "echo": "am_echo",
    "fable": "bm_fable",
    "marin": "af_heart",
    "nova": "af_nova",
    "onyx": "am_onyx",
    "sage": "bf_emma",
    "shimmer": "af_sarah",
    "verse": "am_puck",
}
"""OpenAI's 13 voices and similar voices of Kokoro. Clients such as pipecat accept only OpenAI's names."""

QUIETEST, LOUDEST = -40.0, -10.0
"""The range of `loudness`, in LUFS."""

BitRate = Annotated[int, Field(ge=8_000, le=160_000)]

OpenGroup: TypeAlias = Literal["lists", "metrics", "docs", "dev"]
"""Groups of routes that OPEN_ROUTES may open; endpoints declare theirs with http.open_routes.open_as."""

RENAMED_VARIABLES = {
    "COMPILE": "cuda_graphs",
    "WARMUP_MAX_S": "cuda_graphs_max_s",
    "WARMUP_MAX_MB": "cuda_graphs_max_mb",
    "MPS_STATE": "cuda_mps_state",
}
"""Names of variables before 0.2.0, and their settings. They work until 0.3.0, unless the new name is set too."""


class _OtherNames(PydanticBaseSettingsSource):
    """Reads settings from the former names of their variables, and from those of Kokoro-FastAPI."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        return self().get(field_name), field_name, False

    def __call__(self) -> dict[str, Any]:
        renamed = {new: os.environ[old] for old, new in RENAMED_VARIABLES.items() if old in os.environ}
        return {**kokoro_fastapi.settings_of(os.environ), **renamed}


class Settings(BaseSettings):
    """Each field is an environment variable of the same name in capitals. An invalid value stops the start."""

    model_config = SettingsConfigDict(extra="ignore", frozen=True)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, _OtherNames(settings_cls)

    host: str = Field("127.0.0.1", description="The address to listen on; 0.0.0.0 in containers.")
    port: int = Field(8880, ge=1, le=65535, description="The port to listen on.")
    workers: int | None = Field(
        None,
        ge=1,
        le=64,
        description="Worker processes, each with its own model. Unset: on a GPU, as many as its memory can hold, at "
        "most 8; on a CPU, one per core, of more than 4 cores one for two, and one per 700 MB of memory.",
    )
    engines: int | None = Field(
        None,
        ge=1,
        le=64,
        description="Workers with a model. The others handle connections, prepare texts and encode audio, so that "
        "the GPU does not wait for that. Unset: all workers.",
    )
    threads_per_worker: int | None = Field(
        None,
        ge=1,
        le=256,
        description="Threads of each worker's model on a CPU. Unset: as many as there are cores while one engine "
        "runs, and its share of them while several do.",
    )
    grace_s: float = Field(
        60,
        ge=0,
        le=3600,
        description="Seconds that a stopping server allows for the requests that it has admitted.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="The minimum level of log records."
    )
    log_format: Literal["console", "json"] = Field(
        "console", description="Lines for people, or one JSON object per line."
    )
    log_text: bool = Field(False, description="Whether the log contains the spoken texts.")

    api_keys: SecretStr = Field(
        SecretStr(""), description="Valid API keys, separated by commas. Without any key, the server is open."
    )
    api_keys_file: Path | None = Field(
        None, description="A file with further API keys, one per line. The server reloads it on SIGHUP."
    )
    open_routes: Annotated[tuple[OpenGroup, ...], NoDecode] = Field(
        ("lists",),
        description="Groups of routes that need no key even if keys are set, separated by commas: lists (of voices "
        "and models), metrics, docs, dev (/dev/phonemize).",
    )
    rate_limit: int | None = Field(
        None,
        ge=1,
        description="Maximum number of requests per minute for each key or, without keys, each client address (each "
        "/64 network of IPv6). Unset: no limit.",
    )
    concurrency_limit: int | None = Field(
        None,
        ge=1,
        description="Maximum number of requests at once for each key or, without keys, each client address (each /64 "
        "network of IPv6). Unset: no limit.",
    )
    cors_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Origins of web pages that may send requests from a browser, separated by commas; * for all.",
    )
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Names under which proxies publish the server, separated by commas, without scheme and port. "
        "Under these, HOST, localhost and IP addresses, its own pages may send requests without a key.",
    )

    studio: bool = Field(
        True,
        description="Whether `GET /` is a page for browsers. It and its files need no key; its requests do.",
    )

    model_dir: Path = Field(
        DEFAULT_MODEL_DIR.expanduser(),
        description="The folder of the weights and voices, about 350 MB.",
    )
    device: str = Field(
        "auto",
        pattern=r"^(auto|cpu|mps|cuda(:\d+)?)$",
        description="The device of the model: cpu, cuda, cuda:1 and so on, or mps (Apple). auto prefers CUDA, then "
        "Apple's mps, and falls back to the CPU where the model does not run on them.",
    )
    precision: Literal["auto", "fp32", "bf16", "fp16"] = Field(
        "auto",
        description="The precision of the vocoder's convolutions. auto uses bf16 on a CPU with AVX512_BF16 or AMX, "
        "and on an Arm CPU with BF16 where it measures faster; fp16 on a GPU with tensor cores; otherwise fp32.",
    )
    prosody_precision: Literal["fp32", "fp64"] = Field(
        "fp32",
        description="The precision of the rest of the model, which decides rhythm and pitch. With fp64, a chunk in "
        "a batch has the same durations and pitch as alone, to the bit. Most GPUs compute fp64 at a thirty-second of "
        "their speed or less.",
    )
    cpu_backend: Literal["auto", "tiled", "torch"] = Field(
        "auto",
        description="The implementation of the vocoder on a CPU: tiled computes pieces that fit into the cache, "
        "torch computes layer by layer. auto uses tiled where oneDNN is.",
    )
    fused_kernels: Literal["auto", "off"] = Field(
        "auto",
        description="Whether kernels of the server's own, which read and write memory less often, are used on an "
        "NVIDIA GPU and for the tiles of a CPU. On a GPU they are compared with torch's operations at the start, "
        "which replace them if they differ.",
    )
    cuda_graphs: Literal["auto", "off"] = Field(
        "auto",
        description="Whether the model's passes on an NVIDIA GPU are captured as CUDA graphs at the start, so that "
        "each pass needs one launch. off: each kernel is launched separately.",
    )
    cuda_graphs_max_s: float = Field(
        30, gt=0, le=600, description="Maximum time for capturing CUDA graphs at the start."
    )
    cuda_graphs_max_mb: int = Field(
        2048,
        ge=0,
        le=1_000_000,
        description="Maximum GPU memory for the CUDA graphs of each worker.",
    )
    max_batch_size: int | None = Field(
        None,
        ge=1,
        le=64,
        description="Maximum number of chunks in one pass of the model. Unset: 4 on a CPU, 16 on a GPU. Their "
        "audio is limited too, to what the engine synthesizes in 45 ms on a GPU and in 2 s on a CPU. Always 1 on "
        "Apple's mps.",
    )
    max_batch_wait_ms: float = Field(
        0,
        ge=0,
        le=1000,
        description="Milliseconds that a partial batch waits for further chunks. 0: chunks wait only while a pass "
        "runs.",
    )
    engine_test: bool = Field(
        False,
        description="Whether POST /dev/engine/test exists, which synthesizes a sentence and reports how long each "
        "stage takes.",
    )
    cuda_mps_state: str = Field(
        "off: docker/scripts/entrypoint.sh did not start this server",
        pattern=r"^(on|off: .+)$",
        description="Whether NVIDIA's Multi-Process Service runs, or why not. docker/scripts/entrypoint.sh sets it, "
        "and does not start the service with CUDA_MPS=off.",
    )
    seed: int | None = Field(
        None,
        ge=0,
        lt=2**63,
        description="The seed of requests without one. Unset: a random seed for each request, or 0 with a cache.",
    )

    default_voice: str = Field(
        "af_heart", description="The voice, or mix of voices, of requests without one."
    )
    model_names: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Further names of models by which requests may ask for Kokoro, separated by commas; * for all. The "
        "names of Kokoro and of OpenAI's models for speech, in all their releases, need not be listed.",
    )
    openai_voices: Annotated[dict[str, str], NoDecode] = Field(
        OPENAI_VOICES, description="A JSON object from OpenAI's voice names to voices or mixes."
    )
    voices_dir: Path | None = Field(
        None,
        description="A folder with further voices, as .safetensors, .pt or .bin files, and voices.toml about them. The "
        "server sees changes at once. Requests with a key may store mixes there.",
    )
    models_dir: Path | None = Field(
        None,
        description="A folder with further models of Kokoro's architecture, each a folder with weights, config.json "
        "and, optionally, voices. Requests name them as `model`. The server sees changes at once.",
    )
    models_loaded: int = Field(
        1,
        ge=1,
        le=100,
        description="Number of these models that each worker with a model has in memory at once. The one that was "
        "used least recently makes room for another.",
    )
    model_load_timeout_s: float = Field(
        120,
        gt=0,
        le=86_400,
        description="Seconds after which requests wait no longer for one of these models that is being loaded, but "
        "get 503.",
    )
    sounds_dir: Path | None = Field(
        None,
        description="A folder with sounds that SSML can name, as .wav, .flac, .mp3, .ogg, .opus or .m4a files of at "
        "most two minutes.",
    )
    voice_cache_size: int = Field(
        64, ge=1, le=1024, description="Number of style packs of voices and mixes in memory, 0.5 MB each."
    )
    max_voices_in_mix: int = Field(8, ge=1, le=54, description="Maximum number of voices in a mix.")

    warm_voices: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Voices or mixes whose languages the server prepares at the start, separated by commas.",
    )

    queue_size: int = Field(
        10,
        ge=1,
        le=10_000,
        description="Maximum number of admitted requests per worker, running and waiting together.",
    )
    queue_timeout_s: float = Field(
        300,
        gt=0,
        le=86_400,
        description="Seconds after which a request that still waits for its first chunk to start is refused.",
    )
    text_queue_size: int = Field(
        20, ge=1, le=10_000, description="Maximum number of requests per worker that only process text."
    )
    engine_timeout_s: float | None = Field(
        None,
        gt=0,
        le=86_400,
        description="Maximum time of one pass of the model; its worker is then replaced. Unset: 60 s or 10 times "
        "the expected time, whichever is longer.",
    )
    gpu_memory_threshold: float = Field(
        0.8,
        gt=0,
        le=1,
        description="Share of the GPU's memory that all engines together may keep reserved. An engine with more than "
        "its part of it releases its caches between requests.",
    )
    cache_max_mb: int = Field(
        0,
        ge=0,
        le=1_000_000,
        description="Memory for the audio of chunks, which repeated requests reuse. 0: no cache.",
    )

    max_input_chars: int = Field(1_000_000, ge=1, description="Maximum length of the input, in characters.")
    max_body_bytes: int = Field(
        8 * 1024 * 1024, ge=1024, description="Maximum size of a request body, in bytes."
    )
    max_whole_bytes: int = Field(
        1024**3,
        ge=1,
        description="Maximum length of a whole answer (`stream: false`), which is made before it is sent. Streams may "
        "be longer.",
    )
    max_held_bytes: int = Field(
        3 * 1024**3 // 2,
        ge=64 * 1024 * 1024,
        description="Maximum of what all workers together hold of answers until their last bytes are out, in memory "
        "and in the temporary folder, and expect to hold. New requests are refused beyond it.",
    )

    receive_timeout_s: float = Field(
        30,
        gt=0,
        le=3600,
        description="Seconds within which the headers of a request, and then its body, must arrive.",
    )

    first_chunk_tokens: int = Field(
        60, ge=10, le=450, description="Number of phoneme tokens that the first chunk aims at."
    )
    streaming_voice: Literal["windowed", "chunked"] = Field(
        "windowed",
        description="How a long first sentence is heard early: windowed intones it as a whole and sends its sound "
        "window by window, on a CPU, with the model's voices and at speeds of 0.9 to 1.25; chunked cuts it into "
        "parts with an intonation of their own, as it is otherwise.",
    )
    target_min_tokens: int = Field(
        175, ge=10, le=450, description="Minimum number of tokens that a chunk aims at."
    )
    target_max_tokens: int = Field(
        250, ge=20, le=450, description="Maximum number of tokens that a chunk aims at."
    )
    absolute_max_tokens: int = Field(
        450, ge=20, le=510, description="Number of tokens that no chunk exceeds."
    )
    sentence_pause_s: float = Field(
        0.36, ge=0, le=10, description="Seconds of silence after a sentence at the end of a chunk."
    )
    paragraph_pause_s: float = Field(
        0.7, ge=0, le=10, description="Seconds of silence after a paragraph or a heading."
    )
    emoji: Literal["named", "dropped"] = Field(
        "named", description="Whether emoji are spoken as their names, or dropped."
    )
    pause_tags: bool = Field(True, description="Whether [pause:1.5s] in the input is a pause.")
    max_pause_s: float = Field(
        60, ge=0, le=3600, description="Maximum total of the pauses in one request, in seconds."
    )
    max_sound_s: float = Field(
        120,
        ge=0,
        le=3600,
        description="Maximum total of the sounds (SSML's <audio>) in one request, in seconds.",
    )
    enable_voice_tags: bool = Field(
        True, description="Whether requests may use tags for voices, rates and pronunciations."
    )
    enable_ssml: bool = Field(True, description="Whether requests may send SSML.")
    ssml_auto: bool = Field(
        False,
        description="Whether input that begins with <speak> is SSML even if the request does not say so.",
    )
    lexicon_path: Path | None = Field(
        None,
        description="A file with pronunciations for all requests, one `word=spelling` or `word=/ipa/` per line. The "
        "server reloads it when it changes.",
    )

    mp3_bit_rate: BitRate = Field(96_000, description="Bit rate of mp3.")
    aac_bit_rate: BitRate = Field(96_000, description="Bit rate of aac.")
    opus_bit_rate: BitRate = Field(48_000, description="Bit rate of opus.")

    effects_max_s: float = Field(
        600, gt=0, le=7200, description="Maximum length of speech with `effects`, in seconds."
    )
    loudness: float | None = Field(
        None,
        ge=QUIETEST,
        le=LOUDEST,
        description="The loudness of all voices in LUFS, for requests that do not choose one. Unset: each voice is as "
        "loud as the model makes it.",
    )
    stream_buffer_bytes: int = Field(
        256 * 1024,
        ge=16 * 1024,
        description="Bytes that the server encodes ahead of a slow client before the synthesis pauses.",
    )
    send_timeout_s: float = Field(
        60,
        gt=0,
        le=3600,
        description="Seconds after which a client that reads nothing is disconnected; four times as long while its own "
        "buffer is full, from which it may read unnoticed.",
    )

    downloads_dir: Path | None = Field(
        None,
        description="The folder of what requests with `return_download_link` leave to be fetched. Unset: a temporary "
        "one, which is removed at the end.",
    )
    downloads_max_mb: int = Field(
        512, ge=1, le=1_000_000, description="Maximum size of all downloads together. The oldest make room."
    )
    downloads_max_age_s: float = Field(
        3600, gt=0, le=604_800, description="Seconds after which a download is removed."
    )
    live_patience_ms: float = Field(
        500,
        ge=0,
        description="Milliseconds without new text after which a live session speaks a sentence that is not complete.",
    )
    live_idle_timeout_s: float = Field(
        300, ge=1, le=86_400, description="Seconds without a message after which a live session is closed."
    )
    live_max_session_s: float = Field(
        14_400, ge=1, le=604_800, description="Seconds after which a live session is closed."
    )
    live_max_sessions: int = Field(
        1_000,
        ge=1,
        le=100_000,
        description="Maximum number of live sessions per worker, speaking and silent.",
    )
    live_session_limit: int | None = Field(
        None,
        ge=1,
        description="Maximum number of live sessions at once, speaking and silent, for each key or, without keys, each "
        "client address (each /64 network of IPv6). Unset: no limit.",
    )

    wyoming_port: int | None = Field(
        None, ge=1, le=65535, description="The port for Wyoming, Home Assistant's protocol. Unset: none."
    )
    wyoming_host: str | None = Field(
        None,
        description="The address to listen on for Wyoming, which has no API keys: everyone who reaches it can use the "
        "server. Unset: HOST, unless there are API keys; with keys, it must be set.",
    )
    wyoming_announce: bool = Field(
        True, description="Whether Wyoming is announced by zeroconf, so that Home Assistant finds the server."
    )

    @property
    def cuda_mps(self) -> bool:
        """Whether the workers share the GPU through NVIDIA's Multi-Process Service."""
        return self.cuda_mps_state == "on"

    @field_validator("openai_voices", mode="before")
    @classmethod
    def _read_json(cls, value: Any) -> Any:
        voices = json.loads(value) if isinstance(value, str) else value
        # parse_voice looks names up in lower case.
        return {name.lower(): voice for name, voice in voices.items()} if isinstance(voices, dict) else voices

    @field_validator(
        "warm_voices", "model_names", "open_routes", "cors_origins", "allowed_hosts", mode="before"
    )
    @classmethod
    def _split(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        if value.lstrip().startswith("["):  # as Kokoro-FastAPI writes CORS_ORIGINS
            return json.loads(value)
        return tuple(filter(None, map(str.strip, value.split(","))))

    @field_validator("cors_origins")
    @classmethod
    def _origins_are_valid(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(origin if origin == "*" else canonical_origin(origin) for origin in value)

    @field_validator("allowed_hosts")
    @classmethod
    def _hosts_are_valid(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(canonical_host, value))

    @field_validator("host", "wyoming_host")
    @classmethod
    def _host_is_valid(cls, value: str | None) -> str | None:
        if value is not None:
            canonical_host(value)
        return value

    @model_validator(mode="after")
    def _voices_exist(self) -> Self:
        named = {
            "OPENAI_VOICES": list(self.openai_voices.values()),
            "DEFAULT_VOICE": [self.default_voice],
            "WARM_VOICES": list(self.warm_voices),
        }
        folder = VoiceFolder(self.voices_dir)
        for variable, voices in named.items():
            for voice in voices:
                try:
                    self._check_voice(voice, folder)
                except InvalidVoiceError as error:
                    raise ValueError(f"{variable}: {error.message}") from error
        return self

    def _check_voice(self, voice: str, folder: VoiceFolder) -> None:
        parse = partial(parse_voice, voice, aliases=self.openai_voices, longest=self.max_voices_in_mix)
        try:
            parse()
        except InvalidVoiceError:
            folder.refresh()  # which takes time, so only if a name is not one of the model's
            parse(voices=folder.voices)

    @model_validator(mode="after")
    def _engines_among_workers(self) -> Self:
        if self.engines is not None and self.workers is not None and self.engines > self.workers:
            raise ValueError("ENGINES must not exceed WORKERS")
        return self

    @model_validator(mode="after")
    def _precision_exists(self) -> Self:
        if self.precision == "fp16" and self.device in ("cpu", "mps"):
            raise ValueError(f"PRECISION=fp16 needs a GPU with CUDA, and DEVICE is {self.device}")
        if self.prosody_precision == "fp64" and self.device == "mps":
            raise ValueError(
                "PROSODY_PRECISION=fp64 is impossible with DEVICE=mps: Apple's GPUs have no fp64"
            )
        return self

    @model_validator(mode="after")
    def _tokens_in_order(self) -> Self:
        if not self.target_min_tokens <= self.target_max_tokens <= self.absolute_max_tokens:
            raise ValueError("TARGET_MIN_TOKENS <= TARGET_MAX_TOKENS <= ABSOLUTE_MAX_TOKENS must hold")
        if self.first_chunk_tokens > self.target_max_tokens:
            raise ValueError("FIRST_CHUNK_TOKENS must not exceed TARGET_MAX_TOKENS")
        return self
