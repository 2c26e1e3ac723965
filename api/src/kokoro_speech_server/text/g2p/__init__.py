"""Graphemes to phonemes, a module for each way of doing it. All of this blocks; `phonemizer` runs it elsewhere."""
