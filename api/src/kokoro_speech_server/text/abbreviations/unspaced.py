"""Abbreviations in Japanese and Mandarin texts, all of them foreign."""

from kokoro_speech_server.text.abbreviations.table import Abbreviations

UNSPACED = Abbreviations(
    inner=dict.fromkeys(
        ("co.", "dr.", "ltd.", "mr.", "mrs.", "ms.", "st.", "prof.", "jr.", "vs.", "e.g.", "i.e."), ""
    ),
    numbered=dict.fromkeys(("no.", "vol.", "fig.", "p.", "pp."), ""),
)
