"""Every setting of the server, read once from the environment."""

import json
import os
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from kokoro_speech_server.errors import InvalidVoiceError
from kokoro_speech_server.voices import parse_voice
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
"""OpenAI's 13 voice names and the Kokoro voice nearest in kind: pipecat and others accept no other names."""

BitRate = Annotated[int, Field(ge=8_000, le=160_000)]

OpenGroup: TypeAlias = Literal["lists", "metrics", "docs", "dev"]
"""Groups of routes that OPEN_ROUTES may open; endpoints declare theirs with http.open_routes.open_as."""

RENAMED_VARIABLES = {
    "COMPILE": "cuda_graphs",
    "WARMUP_MAX_S": "cuda_graphs_max_s",
    "WARMUP_MAX_MB": "cuda_graphs_max_mb",
    "MPS_STATE": "cuda_mps_state",
}
"""Names that settings had before 0.2.0. They are read until 0.3.0, where the new name is not set."""


class _RenamedVariables(PydanticBaseSettingsSource):
    """Reads settings from the names that they had before."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        old = next((old for old, new in RENAMED_VARIABLES.items() if new == field_name), "")
        return os.environ.get(old), field_name, False

    def __call__(self) -> dict[str, Any]:
        return {new: os.environ[old] for old, new in RENAMED_VARIABLES.items() if old in os.environ}


class Settings(BaseSettings):
    """Each field is an environment variable of the same name in capitals. A bad value stops the start."""

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
        return init_settings, env_settings, _RenamedVariables(settings_cls)

    host: str = Field("127.0.0.1", description="Address to listen on; 0.0.0.0 in containers.")
    port: int = Field(8880, ge=1, le=65535, description="Port to listen on.")
    workers: int | None = Field(
        None,
        ge=1,
        le=64,
        description="Processes, each with a model of its own; unset: as many as the GPU's memory holds, at most "
        "8, or one for 4 cores.",
    )
    engines: int | None = Field(
        None,
        ge=1,
        le=64,
        description="Workers with a model; the others take the connections, make the texts ready and encode, so that "
        "a GPU never waits for that. Unset: all of them.",
    )
    threads_per_worker: int | None = Field(
        None, ge=1, le=256, description="Threads of a worker's model on a CPU; unset: cores / engines."
    )
    grace_s: float = Field(
        60, ge=0, le=3600, description="Seconds in which a stopping server ends what it has taken on."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="Least level logged.")
    log_format: Literal["console", "json"] = Field(
        "console", description="Lines to read, or one object each."
    )
    log_text: bool = Field(False, description="Whether the log holds the texts that were spoken.")

    api_keys: SecretStr = Field(
        SecretStr(""), description="Keys that callers may show, separated by commas; none: everyone may call."
    )
    api_keys_file: Path | None = Field(
        None, description="A file with further keys, one a line; read again on SIGHUP."
    )
    open_routes: Annotated[tuple[OpenGroup, ...], NoDecode] = Field(
        ("lists",),
        description="What needs no key where keys are set, separated by commas: lists (of voices and models), "
        "metrics, docs, dev.",
    )
    rate_limit: int | None = Field(
        None,
        ge=1,
        description="Requests a minute, per key or, without keys, per client address; unset: any number.",
    )
    concurrency_limit: int | None = Field(
        None,
        ge=1,
        description="Requests at once, per key or, without keys, per client address; unset: any number.",
    )
    cors_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="Origins whose pages may call from a browser, separated by commas; * for all."
    )

    model_dir: Path = Field(
        DEFAULT_MODEL_DIR.expanduser(),
        description="Where the weights and voices are kept, about 350 MB.",
    )
    device: str = Field(
        "auto",
        pattern=r"^(auto|cpu|mps|cuda(:\d+)?)$",
        description="Where the model runs: cpu, cuda, cuda:1 and so on, mps; auto takes CUDA, then Apple MPS, then "
        "the CPU.",
    )
    precision: Literal["auto", "fp32", "bf16", "fp16"] = Field(
        "auto",
        description="Of the vocoder's convolutions, all else is fp32: auto takes bf16 on a CPU that multiplies it "
        "itself (AVX512_BF16 or AMX), fp16 on a GPU with tensor cores, else fp32.",
    )
    cpu_backend: Literal["auto", "tiled", "torch"] = Field(
        "auto",
        description="How a CPU runs the vocoder: tiled, in pieces that fit its cache, or torch, layer by layer; auto "
        "takes tiled on x86.",
    )
    cuda_graphs: Literal["auto", "off"] = Field(
        "auto",
        description="Whether passes on an NVIDIA GPU are captured as CUDA graphs at the start, so that each is "
        "launched as one; off: they run kernel by kernel.",
    )
    cuda_graphs_max_s: float = Field(
        30, gt=0, le=600, description="Seconds of the start that capturing CUDA graphs may take."
    )
    cuda_graphs_max_mb: int = Field(
        2048,
        ge=0,
        le=1_000_000,
        description="GPU memory that the CUDA graphs of each worker may take.",
    )
    max_batch_size: int | None = Field(
        None,
        ge=1,
        le=64,
        description="Chunks that the model speaks in one pass; unset: 1 on a CPU, 16 on a GPU with the memory; "
        "always 1 on Apple's.",
    )
    max_batch_wait_ms: float = Field(
        0,
        ge=0,
        le=1000,
        description="Milliseconds for which a chunk waits for others to share its pass; 0: only while a pass runs.",
    )
    engine_test: bool = Field(
        False, description="Whether POST /dev/engine/test speaks a sentence and tells what took how long."
    )
    cuda_mps_state: str = Field(
        "off: docker/scripts/entrypoint.sh did not start this server",
        pattern=r"^(on|off: .+)$",
        description="Whether CUDA's Multi-Process Service runs, and why not; docker/scripts/entrypoint.sh finds out "
        "and sets it (CUDA_MPS=off there never starts it).",
    )
    seed: int | None = Field(
        None, ge=0, lt=2**63, description="Seed of requests that bring none; unset: a new one each."
    )

    default_voice: str = Field("af_heart", description="Voice of requests that name none; mixes allowed.")
    openai_voices: Annotated[dict[str, str], NoDecode] = Field(
        OPENAI_VOICES, description="OpenAI's voice names and the voices or mixes that speak for them (JSON)."
    )
    voice_cache_size: int = Field(64, ge=1, le=1024, description="Voice packs kept in memory, 0.5 MB each.")
    max_voices_in_mix: int = Field(8, ge=1, le=54, description="Voices that one mix may name.")

    warm_voices: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="Voices or mixes whose languages are ready at the start, separated by commas."
    )

    queue_size: int = Field(
        10, ge=1, le=10_000, description="Places per worker, for requests that wait and those in work."
    )
    queue_timeout_s: float = Field(
        300,
        gt=0,
        le=86_400,
        description="Seconds after which a request that still waits for its turn is refused.",
    )
    text_queue_size: int = Field(
        20, ge=1, le=10_000, description="Requests per worker that want text processed and nothing spoken."
    )
    engine_timeout_s: float | None = Field(
        None,
        gt=0,
        le=86_400,
        description="Longest run of the model before its worker is replaced; unset: the larger of 60 s and 10 "
        "times what the chunk should take.",
    )
    gpu_memory_threshold: float = Field(
        0.8, gt=0, le=1, description="Share of the GPU's memory in use beyond which caches are given back."
    )
    cache_max_mb: int = Field(
        0, ge=0, le=1_000_000, description="Memory for spoken chunks that are asked for again; 0: none."
    )

    max_input_chars: int = Field(1_000_000, ge=1, description="Longest input, in characters.")
    max_body_bytes: int = Field(8 * 1024 * 1024, ge=1024, description="Largest request body, in bytes.")

    receive_timeout_s: float = Field(
        30,
        gt=0,
        le=3600,
        description="Seconds in which a request's headers, and then its body, must have come.",
    )

    first_chunk_tokens: int = Field(60, ge=10, le=450, description="Phoneme tokens in the first chunk.")
    target_min_tokens: int = Field(175, ge=10, le=450, description="Fewest tokens that a chunk aims at.")
    target_max_tokens: int = Field(250, ge=20, le=450, description="Most tokens that a chunk aims at.")
    absolute_max_tokens: int = Field(450, ge=20, le=510, description="Tokens that no chunk exceeds.")
    sentence_pause_s: float = Field(
        0.36, ge=0, le=10, description="Seconds of silence after a sentence, where the audio is joined."
    )
    paragraph_pause_s: float = Field(
        0.7, ge=0, le=10, description="Seconds of silence after a paragraph or a heading."
    )
    emoji: Literal["named", "dropped"] = Field("named", description="Whether emoji are said by their names.")
    pause_tags: bool = Field(True, description="Whether [pause:1.5s] in the input makes a pause.")
    max_pause_s: float = Field(
        60, ge=0, le=3600, description="Seconds of pauses in one request, all added up."
    )
    enable_voice_tags: bool = Field(
        True, description="Whether a request may have its tags for voices, rates and pronunciations obeyed."
    )
    enable_ssml: bool = Field(True, description="Whether a request may send SSML.")
    ssml_auto: bool = Field(
        False, description="Whether input that begins with <speak> is SSML without the request's saying so."
    )
    lexicon_path: Path | None = Field(
        None,
        description="A file with pronunciations for all requests, `word=said` or `word=/ipa/` a line; read again "
        "when it changes.",
    )

    mp3_bit_rate: BitRate = Field(96_000, description="Bits per second of mp3.")
    aac_bit_rate: BitRate = Field(96_000, description="Bits per second of aac.")
    opus_bit_rate: BitRate = Field(48_000, description="Bits per second of opus.")

    stream_buffer_bytes: int = Field(
        256 * 1024,
        ge=16 * 1024,
        description="Encoded bytes made ahead of a slow reader before its synthesis pauses.",
    )
    send_timeout_s: float = Field(
        60, gt=0, le=3600, description="Seconds after which a client that takes nothing is cut off."
    )

    @property
    def cuda_mps(self) -> bool:
        """Whether the workers share the GPU through CUDA's Multi-Process Service."""
        return self.cuda_mps_state == "on"

    @field_validator("openai_voices", mode="before")
    @classmethod
    def _read_json(cls, value: Any) -> Any:
        voices = json.loads(value) if isinstance(value, str) else value
        # Requests are looked up in lower case.
        return {name.lower(): voice for name, voice in voices.items()} if isinstance(voices, dict) else voices

    @field_validator("warm_voices", "open_routes", "cors_origins", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        return tuple(filter(None, map(str.strip, value.split(",")))) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _voices_exist(self) -> Self:
        named = {
            "OPENAI_VOICES": list(self.openai_voices.values()),
            "DEFAULT_VOICE": [self.default_voice],
            "WARM_VOICES": list(self.warm_voices),
        }
        for variable, voices in named.items():
            for voice in voices:
                try:
                    parse_voice(voice, aliases=self.openai_voices, longest=self.max_voices_in_mix)
                except InvalidVoiceError as error:
                    raise ValueError(f"{variable}: {error.message}") from error
        return self

    @model_validator(mode="after")
    def _engines_among_workers(self) -> Self:
        if self.engines is not None and self.workers is not None and self.engines > self.workers:
            raise ValueError("ENGINES must not exceed WORKERS")
        return self

    @model_validator(mode="after")
    def _precision_exists(self) -> Self:
        if self.precision == "fp16" and self.device in ("cpu", "mps"):
            raise ValueError(f"PRECISION=fp16 needs a GPU with CUDA, and DEVICE is {self.device}")
        return self

    @model_validator(mode="after")
    def _tokens_in_order(self) -> Self:
        if not self.target_min_tokens <= self.target_max_tokens <= self.absolute_max_tokens:
            raise ValueError("TARGET_MIN_TOKENS <= TARGET_MAX_TOKENS <= ABSOLUTE_MAX_TOKENS must hold")
        if self.first_chunk_tokens > self.target_max_tokens:
            raise ValueError("FIRST_CHUNK_TOKENS must not exceed TARGET_MAX_TOKENS")
        return self
