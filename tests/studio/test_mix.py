"""The page reads and writes mixes of voices as the server does."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from kokoro_speech_server.errors import InvalidVoiceError
from kokoro_speech_server.voices import VOICES, parse_voice
from tests.studio.node import run_node

LONGEST = 4
FORMULAS = [
    "af_bella",
    " af_bella ( 2.5 ) +\taf_sky\n",
    "af_bella(2)+af_bella(1)+af_sky",
    "af_bella(0)",
    "af_bella(0.0001)+af_sky(9999.9999)",
    "af_bella(10000)",
    "af_bella(1.00001)",
    "af_bella(.5)",
    "af_bella(1.)",
    "af_bella(-1)",
    "af_bella()",
    "af_bella(1)(2)",
    "af_bella+",
    "",
    "AF_BELLA",
    "nobody",
    "af_bella\u00a0+af_sky",
    "af_bella(٢)",
    "áf_bella",
    "+".join(["af_bella"] * LONGEST),
    "+".join(["af_bella"] * (LONGEST + 1)),
]


def meanings_on_the_page(formulas: list[str]) -> list[dict[str, Any] | None]:
    question = json.dumps({"formulas": formulas, "voices": list(VOICES), "longest": LONGEST})
    result = run_node(Path(__file__).parent / "mixes.mjs", input=question)
    assert result.returncode == 0, result.stderr
    answer: list[dict[str, Any] | None] = json.loads(result.stdout)
    return answer


def meaning_to_the_server(formula: str) -> list[tuple[str, float]] | None:
    try:
        return list(parse_voice(formula, aliases={}, longest=LONGEST).parts)
    except InvalidVoiceError:
        return None


def random_formulas(count: int) -> list[str]:
    chance = random.Random(1)
    pieces = [*list(VOICES)[:9], "(", ")", "+", "+", "(2)", "(1.5)", "(0.25)", " ", ".", "0", "x"]
    mixes = [
        "+".join(
            f"{voice}({chance.uniform(0.0001, 9):.4f})"
            for voice in chance.sample(list(VOICES), chance.randint(1, LONGEST))
        )
        for _ in range(count)
    ]
    noise = ["".join(chance.choices(pieces, k=chance.randint(1, 6))) for _ in range(count)]
    return mixes + noise


def test_the_page_reads_every_formula_as_the_server_does() -> None:
    formulas = FORMULAS + random_formulas(500)
    meanings = meanings_on_the_page(formulas)
    for formula, meaning in zip(formulas, meanings, strict=True):
        expected = meaning_to_the_server(formula)
        assert (meaning is None) == (expected is None), formula
        if meaning is not None and expected is not None:
            assert [name for name, _ in meaning["parts"]] == [name for name, _ in expected], formula
            assert [weight for _, weight in meaning["parts"]] == pytest.approx([w for _, w in expected])
    assert sum(meaning is None for meaning in meanings) > 100


def test_the_server_reads_what_the_page_writes() -> None:
    formulas = random_formulas(200)
    for formula, meaning in zip(formulas, meanings_on_the_page(formulas), strict=True):
        if meaning is None:
            continue
        written = meaning_to_the_server(meaning["formula"])
        assert written is not None, meaning["formula"]
        weights = dict(written)
        for name, weight in meaning["parts"]:
            assert weights.get(name, 0) == pytest.approx(weight, abs=0.03), formula
