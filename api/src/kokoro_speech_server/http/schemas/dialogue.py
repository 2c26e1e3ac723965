"""The body of a request for a dialogue."""

from typing import Annotated, Literal

from pydantic import AliasChoices, BaseModel, BeforeValidator, FailFast, Field

from kokoro_speech_server.http.schemas.directives import Voice, VoiceAliases
from kokoro_speech_server.http.schemas.limits import at_most
from kokoro_speech_server.http.schemas.normalize import OPTIONS_DESCRIPTION, NormalizationOptions
from kokoro_speech_server.http.schemas.pronunciations import PRONUNCIATIONS_DESCRIPTION, Pronunciations
from kokoro_speech_server.http.schemas.speech import SoundRequest

MAX_TURNS = 1_000


class Turn(BaseModel):
    """One turn of a dialogue."""

    input: str = Field(
        min_length=1, validation_alias=AliasChoices("input", "text"), description="The text of this turn."
    )
    voice: Voice | None = Field(
        None,
        validation_alias=AliasChoices("voice", "voice_id"),
        description="The voice of this turn; the server's default voice if absent.",
    )
    speed: float | None = Field(
        None,
        ge=0.25,
        le=4.0,
        allow_inf_nan=False,
        description="Rate of speech in this turn, from 0.25 to 4; 1 if absent.",
    )


class DialogueRequest(SoundRequest):
    """The turns of a dialogue, which are spoken one after the other."""

    turns: Annotated[list[Turn], FailFast(), BeforeValidator(at_most(MAX_TURNS))] = Field(
        min_length=1,
        max_length=MAX_TURNS,
        validation_alias=AliasChoices("turns", "inputs"),
        description=f"The turns, from 1 to {MAX_TURNS}.",
    )
    lang_code: str | None = Field(
        None, description="The language of all turns: a, b, en-us, ja …; that of each turn's voice if absent."
    )
    voice_aliases: VoiceAliases | None = Field(
        None, description="Names for voices or mixes, optionally with a rate, which turns may use."
    )
    normalization_options: NormalizationOptions | None = Field(None, description=OPTIONS_DESCRIPTION)
    pause: float | None = Field(
        None,
        ge=0.0,
        le=10.0,
        allow_inf_nan=False,
        validation_alias=AliasChoices("pause", "pause_between_turns"),
        description="Seconds of silence between two turns; 0.5 if absent.",
    )
    gap_ms: float | None = Field(
        None,
        ge=0.0,
        le=10_000.0,
        allow_inf_nan=False,
        description="Milliseconds of silence between two turns, instead of `pause`.",
    )
    crossfade_ms: float | None = Field(
        None,
        ge=0.0,
        le=2_000.0,
        allow_inf_nan=False,
        description="Milliseconds for which each turn fades in while the one before it fades out, instead of silence "
        "between them; a turn that is shorter overlaps for its own length.",
    )
    pronunciations: Pronunciations | None = Field(None, description=PRONUNCIATIONS_DESCRIPTION)
    timestamps: Literal["word"] | None = Field(
        None,
        description="word: adds events with the times of the words. Requires stream_format sse. Offsets are "
        "positions in the texts of all turns, joined with two line breaks.",
    )
