"""Scripts made as the server makes them, and shown so that a test can name what it expects."""

import asyncio
from typing import Any

from api.src.core.config import Settings
from api.src.inference import assets
from api.src.inference.voices import parse_voice
from api.src.services.text_processing.direction import Direction
from api.src.services.text_processing.languages import language_for
from api.src.services.text_processing.script import Manner, Passage, Script

VOCABULARY = frozenset(assets.config()["vocab"])
HEART = Manner(parse_voice("af_heart", aliases={}, longest=1), language_for("a", param="voice"))


def script(text: str, *, settings: Settings | None = None, **request: Any) -> Script:
    """The script of a request for af_heart."""
    direction = Direction(settings or Settings(), VOCABULARY)
    return asyncio.run(direction.script_for(text, manner=request.pop("manner", HEART), **request))


def spoken(one: Script) -> list[tuple[str, Passage]]:
    """What is read, with phonemes between slashes for the characters that stand for them."""
    return [(shown(one, passage), passage) for passage in one.passages()]


def shown(one: Script, passage: Passage) -> str:
    text = one.source(passage.start, passage.end).text
    return "".join(f"/{one.pronunciations[c]}/" if c in one.pronunciations else c for c in text)


def texts(one: Script) -> list[str]:
    return [text.strip() for text, _ in spoken(one)]


def joined(one: Script) -> str:
    return "".join(text for text, _ in spoken(one))
