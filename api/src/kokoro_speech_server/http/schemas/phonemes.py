"""The bodies of requests for phonemes, and of requests with phonemes."""

from pydantic import BaseModel, Field

from kokoro_speech_server.http.schemas.directives import Voice
from kokoro_speech_server.http.schemas.normalize import OPTIONS_DESCRIPTION, NormalizationOptions
from kokoro_speech_server.http.schemas.pronunciations import PRONUNCIATIONS_DESCRIPTION, Pronunciations
from kokoro_speech_server.http.schemas.speech import SoundRequest


class PhonemizeRequest(BaseModel):
    """A text to convert to phonemes."""

    text: str = Field(min_length=1, description="The text to convert.")
    language: str = Field("a", description="The language of the text: a, b, en-us, ja …")
    normalization_options: NormalizationOptions | None = Field(None, description=OPTIONS_DESCRIPTION)
    pronunciations: Pronunciations | None = Field(None, description=PRONUNCIATIONS_DESCRIPTION)


class PhonemesRequest(SoundRequest):
    """Phonemes to synthesize, as /dev/phonemize returns them."""

    phonemes: str = Field(min_length=1, description="The phonemes, as symbols of the model's vocabulary.")
    voice: Voice | None = Field(None, description="A voice or a mix; the server's default voice if absent.")
