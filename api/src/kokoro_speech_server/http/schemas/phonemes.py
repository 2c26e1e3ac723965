"""The bodies of requests that ask for phonemes, or have them."""

from pydantic import BaseModel, Field

from kokoro_speech_server.http.schemas.normalize import NormalizationOptions
from kokoro_speech_server.http.schemas.speech import SoundRequest, Voice


class PhonemizeRequest(BaseModel):
    text: str = Field(min_length=1, description="The text to convert.")
    language: str = Field("a", description="Language to read in: a, b, en-us, ja …")
    normalization_options: NormalizationOptions | None = Field(
        None, description="normalize (all of it) and each category, true or false."
    )


class PhonemesRequest(SoundRequest):
    """Phonemes to speak, as /dev/phonemize gives them."""

    phonemes: str = Field(min_length=1, description="Symbols of the model's vocabulary.")
    voice: Voice | None = Field(None, description="A voice or a mix; the server's default voice if absent.")
