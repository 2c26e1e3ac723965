"""The speed in OpenAI's `instructions`."""

import pytest

from kokoro_speech_server.text.instructions import speed_of


@pytest.mark.parametrize(
    ("instructions", "speed"),
    [
        ("Speak slowly.", 0.8),
        ("Speak in a warm voice. Please talk very slowly!", 0.64),
        ("talk fast", 1.25),
        ("Read a little faster, like a news presenter.", 1.12),
        ("SPEAK SLIGHTLY MORE SLOWLY", 0.89),
        ("Say it very quickly; sound excited", 1.56),
        ("Speak calmly, at a slow pace.", 0.8),
        ("At a very fast pace", 1.56),
        ("Pacing: slow", 0.8),
        ("**Pacing:** Fast\n**Tone:** cheerful", 1.25),
        ("Speak at double speed.", 2.0),
        ("at half speed", 0.5),
        ("Speak at normal speed.", 1.0),
    ],
)
def test_words_about_speed(instructions: str, speed: float) -> None:
    assert speed_of(instructions) == speed


@pytest.mark.parametrize(
    "instructions",
    [
        "",
        "Speak cheerfully.",
        "Speak like a fast car.",
        "Don't speak slowly.",
        "Don’t speak slowly.",
        "Do not talk fast.",
        "Never speak quickly.",
        "Speak not too fast.",
        "Speak fast, but slow down for numbers.",
        "Speak slowly. Then speak quickly.",
        "Speak slowly when you read numbers.",
        "Speak slowly at first.",
        "Speak fast if the text is long.",
        "Slow jazz in the background.",
        "Pace: slow to moderate.",
        "Speed: 1.5",
        "Habla despacio.",
        "Speak slowly. Pacing: fast.",
        "Speak slowly. " + "x" * 5_000,
    ],
)
def test_what_is_not_clear_is_ignored(instructions: str) -> None:
    assert speed_of(instructions) is None
