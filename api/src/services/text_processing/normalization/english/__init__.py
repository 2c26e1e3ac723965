"""English, American and British."""

from api.src.services.text_processing.normalization.rules import Rule


def english_rules(*, british: bool) -> tuple[Rule, ...]:
    """All rules of one kind of English."""
    return ()
