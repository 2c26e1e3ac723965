"""Graphemes to phonemes: a module for each way to convert them, with a function `load` that makes the converter.

Converters block. `Phonemizer` runs them in a thread of their own.
"""
