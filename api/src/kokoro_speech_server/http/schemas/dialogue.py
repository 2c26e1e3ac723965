"""The body of a request for several voices in turn."""

from pydantic import BaseModel, Field

from kokoro_speech_server.http.schemas.normalize import NormalizationOptions
from kokoro_speech_server.http.schemas.speech import SoundRequest, Voice


class Turn(BaseModel):
    input: str = Field(min_length=1, description="What is said in this turn.")
    voice: Voice | None = Field(None, description="Who says it; the server's default voice if absent.")
    speed: float | None = Field(
        None, ge=0.25, le=4.0, allow_inf_nan=False, description="Rate of speech in this turn; 1 if absent."
    )


class DialogueRequest(SoundRequest):
    """Turns of a dialogue, spoken one after the other."""

    turns: list[Turn] = Field(min_length=1, max_length=1000)
    normalization_options: NormalizationOptions | None = Field(
        None, description="What is put into words: normalize (all of it) and each category, true or false."
    )
    pause: float | None = Field(
        None, ge=0.0, le=10.0, allow_inf_nan=False, description="Seconds between two turns; 0.5 if absent."
    )
