"""The body of a request for a dialogue."""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, FailFast, Field

from kokoro_speech_server.http.schemas.limits import at_most
from kokoro_speech_server.http.schemas.normalize import OPTIONS_DESCRIPTION, NormalizationOptions
from kokoro_speech_server.http.schemas.speech import SoundRequest, Voice

MAX_TURNS = 1_000


class Turn(BaseModel):
    """One turn of a dialogue."""

    input: str = Field(min_length=1, description="The text of this turn.")
    voice: Voice | None = Field(
        None, description="The voice of this turn; the server's default voice if absent."
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
        min_length=1, max_length=MAX_TURNS, description=f"The turns, from 1 to {MAX_TURNS}."
    )
    normalization_options: NormalizationOptions | None = Field(None, description=OPTIONS_DESCRIPTION)
    pause: float | None = Field(
        None,
        ge=0.0,
        le=10.0,
        allow_inf_nan=False,
        description="Seconds of silence between two turns; 0.5 if absent.",
    )
