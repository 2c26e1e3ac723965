"""What the server answers in JSON, and the events of a speech that is sent as such."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class _Answer(BaseModel):
    """Every key is always there, also one that has a default here."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


class ErrorDetail(_Answer):
    message: str = Field(description="What is wrong, to be read.")
    type: str = Field(description="OpenAI's word for the kind of error.")
    param: str | None = Field(description="The request's field that is to blame.")
    code: str | None = Field(description="The error's name, where it has one.")


class ErrorAnswer(_Answer):
    """OpenAI's shape of an error; all four keys are always there."""

    error: ErrorDetail


class VoiceItem(_Answer):
    id: str = Field(description="What a request names as its voice.")
    name: str
    language: str = Field(description="BCP 47 tag, such as en-US.")
    language_name: str
    gender: str = Field(description="female or male.")
    grade: str | None = Field(
        description="A to F, as the model's authors graded it; null where they did not."
    )


class VoiceList(_Answer):
    """The same voices twice: `data` is OpenAI's way to write a list, `voices` is what Open WebUI and others read."""

    object: Literal["list"] = "list"
    data: list[VoiceItem]
    voices: list[VoiceItem]


class ModelItem(_Answer):
    id: str
    object: Literal["model"] = "model"
    created: int = Field(description="When the model was published, in Unix seconds.")
    owned_by: str


class ModelList(_Answer):
    object: Literal["list"] = "list"
    data: list[ModelItem]


class AudioModelList(ModelList):
    """The same models twice: Open WebUI reads `models`."""

    models: list[ModelItem]


class Alive(_Answer):
    status: Literal["ok"] = "ok"


class Ready(_Answer):
    status: Literal["ready"] = "ready"
    device: str = Field(description="Where the model runs: cpu, cuda, cuda:1, mps.")
    cuda_mps: str = Field(
        description="Whether the workers share a GPU through CUDA's MPS: on, or off and why."
    )
    mps: str = Field(description="The same as cuda_mps, until 0.3.0.", deprecated=True)
    workers: int = Field(description="Processes that the server is to have.")
    workers_ready: int = Field(description="Those of them whose model is warm.")


class EngineBatch(_Answer):
    """A pass of the engine."""

    chunks: int = Field(description="Spoken in it.")
    fill: float = Field(description="Chunks over the greatest number, 0 to 1.")
    tokens: int = Field(description="Of all of them.")
    padding: float = Field(description="Share of the positions, 0 to 1, that no token filled.")
    audio_seconds: float
    engine_seconds: float = Field(description="That it took.")


class EngineQueue(_Answer):
    """Of the whole server."""

    capacity: int = Field(description="Requests that are admitted at most, running and waiting together.")
    running: int = Field(description="Admitted requests whose first chunk has started.")
    waiting: int = Field(description="Admitted requests whose first chunk has not started.")
    waiting_chunks: int = Field(description="Chunks that wait for an engine slot.")
    longest_wait_seconds: float = Field(description="Seconds for which the first of these chunks has waited.")
    places: int = Field(description="The same as capacity, until 0.3.0.", deprecated=True)
    taken: int = Field(description="Running and waiting requests together, until 0.3.0.", deprecated=True)
    chunks: int = Field(description="The same as waiting_chunks, until 0.3.0.", deprecated=True)


class EngineOfWorker(_Answer):
    worker: int = Field(description="Whose it is.")
    device: str = Field(description="Where the model runs: cpu, cuda, cuda:1, mps.")
    precision: str = Field(description="Of the vocoder's convolutions: fp32, bf16, fp16.")
    backend: str = Field(description="What runs the vocoder: tiled, torch, graphs.")
    max_batch_size: int = Field(description="Chunks in a pass.")
    state: Literal["warming", "idle", "busy"]
    batches: list[EngineBatch] = Field(description="The last ones, the latest at the end.")


class EngineStatus(_Answer):
    queue: EngineQueue
    engines: list[EngineOfWorker] = Field(description="Those that answer.")


class EngineTest(_Answer):
    audio_seconds: float = Field(description="That were spoken.")
    waited_seconds: float = Field(description="For a free engine.")
    stage_seconds: dict[str, float] = Field(description="By stage; the engine's has the wait in it.")


class Normalized(_Answer):
    normalized: str = Field(description="The text as it is said.")


class Phonemes(_Answer):
    phonemes: str = Field(description="All of them.")
    tokens: list[int] = Field(description="The model's number of each of these symbols.")
    chunks: list[str] = Field(description="Those of each chunk, as the engine would get them.")


class SpeechDelta(_Answer):
    """A piece of the audio file; all pieces joined are the file."""

    type: Literal["speech.audio.delta"] = "speech.audio.delta"
    audio: str = Field(description="Bytes of the file in base64.")


class WordTimestamp(_Answer):
    """When a word is heard."""

    word: str = Field(description="As it is written in the input.")
    start_time: float = Field(description="Seconds from the beginning of the audio.")
    end_time: float
    start_offset: int = Field(description="Where the word begins in the input, in characters.")
    end_offset: int = Field(description="Where it ends; the character there is not part of it.")


class MarkTimestamp(_Answer):
    """When a mark of SSML is reached."""

    name: str
    time: float = Field(description="Seconds from the beginning of the audio.")


class SpeechTimestamps(_Answer):
    """The words and marks of the next piece of audio; with timestamps word."""

    type: Literal["speech.audio.timestamps"] = "speech.audio.timestamps"
    timestamps: list[WordTimestamp]
    marks: list[MarkTimestamp]


class CaptionedSpeech(_Answer):
    """Audio and when each word of it is heard; streamed, one such object a line."""

    audio: str = Field(description="The audio file, or the next piece of it, in base64.")
    audio_format: str = Field(description="mp3, opus, aac, flac, wav or pcm.")
    timestamps: list[WordTimestamp]
    marks: list[MarkTimestamp]
    captions: str | None = Field(description="With captions_format srt or vtt: the captions that are over.")


class Usage(_Answer):
    input_tokens: int = Field(description="Phonemes.")
    output_tokens: int = Field(description="Frames of 25 ms.")
    total_tokens: int


class SpeechDone(_Answer):
    """The last event."""

    type: Literal["speech.audio.done"] = "speech.audio.done"
    usage: Usage


class SpeechFailed(ErrorAnswer):
    """The last event where something failed after the first sound; the connection breaks behind it."""

    type: Literal["error"] = "error"
