"""The body of a request that asks for phonemes."""

from pydantic import BaseModel, Field


class PhonemizeRequest(BaseModel):
    text: str = Field(min_length=1, description="The text to convert.")
    language: str = Field("a", description="Language to read in: a, b, en-us, ja …")
