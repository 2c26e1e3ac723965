"""The body of a request to convert SSML."""

from pydantic import BaseModel, Field

from kokoro_speech_server.http.schemas.directives import Voice


class SsmlRequest(BaseModel):
    """An SSML document to convert to text with tags."""

    text: str = Field(min_length=1, description="The document. Other text is returned as it is.")
    voice: Voice | None = Field(
        None,
        description="The `voice` of the request that is going to speak the text. Without it, the text gets no tags for "
        "voices and rates.",
    )
