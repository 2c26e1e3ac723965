"""All languages but English."""

from api.src.services.text_processing.normalization.rules import Rule


def world_rules(code: str) -> tuple[Rule, ...]:
    """All rules of a language, by Kokoro's code."""
    return ()
