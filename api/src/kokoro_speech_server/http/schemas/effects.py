"""Effects on whole speech, with the ranges of their parameters."""

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from kokoro_speech_server.http.schemas.limits import at_most


class _Effect(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Normalize(_Effect):
    """Amplify until the greatest sample is `headroom_db` below full scale."""

    type: Literal["normalize"]
    headroom_db: float = Field(0.1, ge=0, le=30, allow_inf_nan=False)


class Compress(_Effect):
    """Make what is louder than `threshold_db` (dB of full scale) quieter by the ratio."""

    type: Literal["compress"]
    threshold_db: float = Field(-20, ge=-60, le=0, allow_inf_nan=False)
    ratio: float = Field(4, ge=1, le=20, allow_inf_nan=False)
    attack_ms: float = Field(5, ge=1, le=500, allow_inf_nan=False)
    release_ms: float = Field(50, ge=1, le=5_000, allow_inf_nan=False)


class FadeIn(_Effect):
    """Begin in silence."""

    type: Literal["fade_in"]
    ms: int = Field(500, ge=1, le=60_000)


class FadeOut(_Effect):
    """End in silence."""

    type: Literal["fade_out"]
    ms: int = Field(500, ge=1, le=60_000)


class StripSilence(_Effect):
    """Shorten silence of at least `min_ms` to `padding_ms` on each side of speech."""

    type: Literal["strip_silence"]
    min_ms: int = Field(500, ge=50, le=10_000)
    threshold_db: float = Field(-50, ge=-90, le=-10, allow_inf_nan=False)
    padding_ms: int = Field(100, ge=0, le=5_000)

    @model_validator(mode="after")
    def _keeps_less(self) -> Self:
        if self.padding_ms > self.min_ms:
            raise PydanticCustomError("padding", "padding_ms must not exceed min_ms")
        return self


class LowPass(_Effect):
    """Make what is above a frequency quieter, by 6 dB for each octave."""

    type: Literal["low_pass"]
    hz: int = Field(4_000, ge=100, le=11_000)


class HighPass(_Effect):
    """Make what is below a frequency quieter, by 6 dB for each octave."""

    type: Literal["high_pass"]
    hz: int = Field(100, ge=20, le=5_000)


class Telephone(_Effect):
    """Keep what a telephone transmits, 300 to 3,400 Hz."""

    type: Literal["telephone"]


_KINDS = (Normalize, Compress, FadeIn, FadeOut, StripSilence, LowPass, HighPass, Telephone)


def _with_type(effect: Any) -> Any:
    """An effect may be just its name."""
    return {"type": effect} if isinstance(effect, str) else effect


def _each_once(effects: list[_Effect]) -> list[_Effect]:
    if len({type(effect) for effect in effects}) < len(effects):
        raise PydanticCustomError("repeated", "each effect can be there once")
    return effects


Effect = Annotated[
    Normalize | Compress | FadeIn | FadeOut | StripSilence | LowPass | HighPass | Telephone,
    Field(discriminator="type"),
]
Effects = Annotated[
    list[Annotated[Effect, BeforeValidator(_with_type, json_schema_input_type=str | Effect)]],
    BeforeValidator(at_most(len(_KINDS))),
    AfterValidator(_each_once),
]

EFFECTS_DESCRIPTION = (
    "Effects on the whole speech, in this order, each once, by name or as an object with parameters. They require "
    "stream false."
)
