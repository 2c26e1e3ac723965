"""What the processor can do, as Linux says it on x86 and on Arm."""

from pathlib import Path

import pytest

from kokoro_speech_server.engine import cpu_features
from kokoro_speech_server.engine.cpu_features import has_bfloat16

X86 = """processor	: 0
flags		: fpu sse2 avx2 fma {}
bugs		: spectre_v1

processor	: 1
flags		: fpu sse2 avx2 fma {}
"""
ARM = """processor	: 0
BogoMIPS	: 2100.00
Features	: fp asimd {}
CPU implementer	: 0x41
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (X86.format("avx512_bf16", "avx512_bf16"), True),
        (X86.format("amx_bf16", "amx_bf16"), True),
        (X86.format("avx512f", "avx512f"), False),
        (ARM.format("sve bf16 i8mm"), True),
        (ARM.format("sve"), False),
        ("", False),
    ],
)
def test_bfloat16_is_seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, expected: bool) -> None:
    (tmp_path / "cpuinfo").write_text(text)
    monkeypatch.setattr(cpu_features, "_CPU_INFO", tmp_path / "cpuinfo")
    assert has_bfloat16() is expected


def test_a_system_without_the_file_has_no_features(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cpu_features, "_CPU_INFO", tmp_path / "none")
    assert cpu_features.cpu_features() == frozenset()


@pytest.mark.parametrize(
    ("machine", "expected"),
    [("x86_64", "x86_64"), ("AMD64", "x86_64"), ("aarch64", "aarch64"), ("arm64", "aarch64")],
)
def test_an_instruction_set_has_one_name(
    monkeypatch: pytest.MonkeyPatch, machine: str, expected: str
) -> None:
    monkeypatch.setattr("platform.machine", lambda: machine)
    assert cpu_features.architecture() == expected
