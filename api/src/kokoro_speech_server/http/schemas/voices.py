"""The bodies of requests about voices."""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, Field, RootModel

from kokoro_speech_server.http.schemas.directives import Voice
from kokoro_speech_server.http.schemas.limits import at_most

_LONGEST = 2_000
_MOST = 54


class VoiceToStore(BaseModel):
    """A mix to store as a voice. OpenAI's fields for samples of speech are ignored: Kokoro can't copy voices."""

    name: str = Field(
        pattern=r"^[A-Za-z0-9_]{1,60}$", description="The new name: letters, digits and underscores."
    )
    voice: Voice = Field(description="A mix in the notation of a request for speech.")


class VoicesToCombine(
    RootModel[
        Annotated[str, Field(max_length=_LONGEST)]
        | Annotated[
            list[Annotated[str, Field(max_length=_LONGEST)]],
            Field(min_length=1),
            BeforeValidator(at_most(_MOST)),
        ]
    ]
):
    """A mix in the notation of `voice`, or a list of voices that get equal weights."""
