"""JSON responses, and the server-sent events of speech."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class _Answer(BaseModel):
    """A response always has every key, including those with a default here."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


class ErrorDetail(BaseModel):
    message: str = Field(description="What is wrong, for people.")
    type: str = Field(description="OpenAI's name for the kind of error.")
    param: str | None = Field(description="The field of the request that caused the error; null if none did.")
    code: str | None = Field(description="The name of the error; null if it has none.")
    position: int | None = Field(
        None,
        description="The offset in that field, in characters. Only errors of a known place in SSML or tags have it.",
    )


class ErrorAnswer(_Answer):
    """An error in OpenAI's shape. All keys but `position` are always present."""

    error: ErrorDetail


class VoiceItem(_Answer):
    id: str = Field(description="The value for `voice` in a request.")
    name: str = Field(description="The same as id, or what voices.toml calls a voice of VOICES_DIR.")
    language: str = Field(description="The language as a BCP 47 tag, such as en-US.")
    language_name: str = Field(description="The name of the language in English.")
    gender: str = Field(description="female or male; of a voice of VOICES_DIR also unknown.")
    grade: str | None = Field(
        description="The quality from A to F, as graded by the model's authors; null if they did not grade it."
    )
    licence: str | None = Field(description="The licence of a voice of VOICES_DIR, as voices.toml has it.")


class StoredVoice(_Answer):
    """A voice that was stored, in the shape of OpenAI's custom voices."""

    id: str = Field(description="The value for `voice` in a request.")
    object: Literal["audio.voice"] = "audio.voice"
    name: str = Field(description="The same as id.")
    created_at: int = Field(description="When it was stored, in Unix seconds.")
    voice: str = Field(description="The mix that it is.")


class VoiceList(_Answer):
    """The voices twice: `data` is the shape of OpenAI's lists, and Open WebUI and others read `voices`."""

    object: Literal["list"] = "list"
    data: list[VoiceItem]
    voices: list[VoiceItem]


class VoiceNames(_Answer):
    """The names of the voices."""

    voices: list[str]


class ModelItem(_Answer):
    id: str = Field(description="The value for `model` in a request.")
    object: Literal["model"] = "model"
    created: int = Field(description="When the model was published, in Unix seconds.")
    owned_by: str = Field(description="The publisher of the model.")


class ModelList(_Answer):
    """The model names."""

    object: Literal["list"] = "list"
    data: list[ModelItem]


class AudioModelList(ModelList):
    """The model names twice: `data` is the shape of OpenAI's lists, and Open WebUI reads `models`."""

    models: list[ModelItem]


class Alive(_Answer):
    status: Literal["ok"] = "ok"


class Ready(_Answer):
    status: Literal["ready"] = "ready"
    version: str = Field(description="The version of this server.")
    device: str = Field(description="The device of the model: cpu, cuda, cuda:1, mps.")
    cuda_mps: str = Field(
        description="Whether the workers share a GPU through NVIDIA's Multi-Process Service: on, or off and why."
    )
    mps: str = Field(description="The former name of cuda_mps, until 0.3.0.", deprecated=True)
    workers: int = Field(description="Worker processes that the server is configured to run.")
    workers_ready: int = Field(description="Worker processes that are ready for requests.")


class EngineBatch(_Answer):
    """One forward pass of the model."""

    chunks: int = Field(description="Chunks in the batch.")
    fill: float = Field(description="Chunks in the batch divided by max_batch_size, 0 to 1.")
    tokens: int = Field(description="Phoneme tokens of all chunks in the batch.")
    padding: float = Field(description="Share of the batch's positions that are padding, 0 to 1.")
    audio_seconds: float = Field(description="Seconds of audio in the batch.")
    engine_seconds: float = Field(description="Seconds that the engine needed for the batch.")


class EngineQueue(_Answer):
    """The queue of the whole server."""

    capacity: int = Field(description="Maximum number of admitted requests, running and waiting together.")
    running: int = Field(description="Admitted requests whose first chunk has started.")
    waiting: int = Field(description="Admitted requests whose first chunk has not started.")
    waiting_chunks: int = Field(description="Chunks that wait for an engine slot.")
    longest_wait_seconds: float = Field(description="Seconds that the oldest of these chunks has waited.")
    places: int = Field(description="The former name of capacity, until 0.3.0.", deprecated=True)
    taken: int = Field(description="Running and waiting requests together, until 0.3.0.", deprecated=True)
    chunks: int = Field(description="The former name of waiting_chunks, until 0.3.0.", deprecated=True)


class EngineOfWorker(_Answer):
    """The engine of one worker."""

    worker: int = Field(description="The number of the worker.")
    device: str = Field(description="The device of the model: cpu, cuda, cuda:1, mps.")
    precision: str = Field(description="The precision of the vocoder's convolutions: fp32, bf16, fp16.")
    backend: str = Field(
        description="The implementation of the vocoder: tiled, torch, fused, graphs, fused+graphs."
    )
    cuda_graphs: int = Field(description="CUDA graphs in use, each for one size of batches.")
    cuda_graphs_planned: int = Field(
        description="CUDA graphs that were to be captured, given time and memory."
    )
    max_batch_size: int = Field(description="Maximum number of chunks in a batch.")
    state: Literal["warming", "idle", "busy"] = Field(description="What the engine is doing.")
    models: list[str] = Field(description="The models of MODELS_DIR that the engine has loaded.")
    batches: list[EngineBatch] = Field(description="The last batches, the latest one at the end.")


class EngineStatus(_Answer):
    """The engines of all workers and their queue."""

    queue: EngineQueue
    engines: list[EngineOfWorker] = Field(description="The engines of the workers that respond.")


class EngineTest(_Answer):
    """The times of a test sentence."""

    audio_seconds: float = Field(description="Seconds of synthesized audio.")
    waited_seconds: float = Field(description="Seconds of waiting for an engine slot.")
    stage_seconds: dict[str, float] = Field(
        description="Seconds spent in each stage. Those of the engine include the wait for it."
    )


class NormalizedBlock(_Answer):
    kind: Literal["text", "heading", "item", "row", "code"] = Field(
        description="What it is in Markdown: a paragraph, a heading, a list item, a row of a table, a line of code."
    )
    level: int = Field(
        description="Of a heading, from 1 to 6; the depth of an item in lists, from 1; otherwise 0."
    )


class Change(_Answer):
    """A stretch that is said otherwise than written. Either side may be empty."""

    start: int = Field(description="Where it begins in the text.")
    end: int = Field(description="Where it ends in the text.")
    normalized_start: int = Field(description="Where it begins in `normalized` of the sentence.")
    normalized_end: int = Field(description="Where it ends there.")


class NormalizedSentence(_Answer):
    """A sentence, or part of a long one. All offsets are in characters (code points)."""

    start: int = Field(description="Where it begins in the text, with its markup.")
    end: int = Field(description="Where it ends, with the white space after it.")
    normalized: str = Field(description="As it would be spoken; empty if nothing of it is.")
    block: int = Field(description="The number of its block in `blocks`.")
    voice: str = Field(description="The voice or mix that speaks it.")
    visible: list[tuple[int, int]] = Field(description="The spans of the text that are not markup.")
    changes: list[Change] = Field(
        description="Elsewhere the visible and the normalized text are equal, apart from white space."
    )


class Normalized(_Answer):
    """A text as it would be spoken, as a whole and sentence by sentence."""

    normalized: str = Field(description="The text as it would be spoken.")
    blocks: list[NormalizedBlock] = Field(description="The blocks of the text, in order.")
    sentences: list[NormalizedSentence] = Field(description="The sentences in order, without overlap.")


class Phonemes(_Answer):
    phonemes: str = Field(description="The phonemes of the whole text.")
    tokens: list[int] = Field(description="The id of each phoneme in the model's vocabulary.")
    chunks: list[str] = Field(description="The phonemes of each chunk, as the engine would get them.")


class TextWithTags(_Answer):
    text: str = Field(description="The text, with tags for what the document directs.")


class SsmlSupport(_Answer):
    """The SSML that the server follows."""

    elements: dict[str, str] = Field(description="Each element, and its effect.")
    ignored: list[str] = Field(description="Elements that have no effect, while their text is spoken.")
    break_strengths: dict[str, float] = Field(description="Seconds of silence for each strength of a break.")
    prosody_rates: dict[str, float] = Field(description="Factors of the speed for each named rate.")
    rate_range: list[float] = Field(description="The smallest and the greatest rate.")


class SpeechDelta(_Answer):
    """An event with a piece of the audio file. All pieces joined are the file."""

    type: Literal["speech.audio.delta"] = "speech.audio.delta"
    audio: str = Field(description="The bytes of the piece in base64.")


class WordTimestamp(_Answer):
    """When a word is heard."""

    word: str = Field(description="The word as it is written in the input.")
    start_time: float = Field(
        description="The start of the word, in seconds from the beginning of the audio."
    )
    end_time: float = Field(description="The end of the word, in seconds from the beginning of the audio.")
    start_offset: int = Field(description="The position in the input where the word begins, in characters.")
    end_offset: int = Field(description="The position in the input behind the word's last character.")
    voice: str = Field(description="The voice or mix that says the word.")


class MarkTimestamp(_Answer):
    """When an SSML mark is reached."""

    name: str = Field(description="The name of the mark.")
    time: float = Field(description="Seconds from the beginning of the audio.")


class SpeechTimestamps(_Answer):
    """An event with the words and marks of the next piece of audio, with timestamps word."""

    type: Literal["speech.audio.timestamps"] = "speech.audio.timestamps"
    timestamps: list[WordTimestamp]
    marks: list[MarkTimestamp]


class CaptionedSpeech(_Answer):
    """Audio and the times of its words; a stream has one such object per line."""

    audio: str = Field(description="The audio file, or the next piece of it, in base64.")
    audio_format: str = Field(description="The format: mp3, opus and so on.")
    timestamps: list[WordTimestamp]
    marks: list[MarkTimestamp]
    captions: str | None = Field(
        description="The captions that are complete, with captions_format srt or vtt; otherwise null."
    )


class Usage(_Answer):
    """The size of the request and of its result."""

    input_tokens: int = Field(description="Number of phonemes.")
    output_tokens: int = Field(description="Number of audio frames of 25 ms.")
    total_tokens: int = Field(description="The sum of both.")


class SpeechDone(_Answer):
    """The last event of complete speech."""

    type: Literal["speech.audio.done"] = "speech.audio.done"
    usage: Usage


class SpeechFailed(ErrorAnswer):
    """The last event of speech that failed after its beginning. The server then breaks the connection."""

    type: Literal["error"] = "error"
