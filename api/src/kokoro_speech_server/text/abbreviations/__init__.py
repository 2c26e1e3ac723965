"""Abbreviations with points: one table per language, by which sentences are divided and abbreviations put into
words."""
