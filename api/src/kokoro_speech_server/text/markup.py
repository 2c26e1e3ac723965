"""Text without its Markdown and HTML, block by block. Each block is computed when the one before it has been used."""

from collections.abc import Collection, Iterator

from kokoro_speech_server.text.block_reader import BlockReader, Kind
from kokoro_speech_server.text.inline_markup import line_end, without_inline_markup
from kokoro_speech_server.text.normalization.rules import Category
from kokoro_speech_server.text.origins import TracedText
from kokoro_speech_server.text.source_text import Edit, SourceText


def blocks(text: TracedText, start: int, end: int, categories: Collection[Category]) -> Iterator[SourceText]:
    """The blocks of the characters `start:end`, at most MAX_BLOCK_CHARACTERS long before insertions.

    A block ends with an empty line after a paragraph or a heading, with a new line after an item, a row or another
    line, and with neither at the end of the passage or where a long paragraph is cut: after a sentence or, within one,
    after a space. Headings, items and rows that end without a mark get a full stop.
    """
    markdown, html = Category.MARKDOWN in categories, Category.HTML in categories
    for block in BlockReader(text.text, start, end, markdown=markdown, html=html).blocks():
        spoken = text.part(block.start, block.end).replace(
            Edit(edit.start - block.start, edit.end - block.start, edit.text) for edit in block.edits
        )
        if block.kind is not Kind.CODE:
            spoken = without_inline_markup(spoken, categories)
        bare = spoken.text.rstrip()
        if not bare:
            continue
        if block.ending is not None:
            needs_stop = block.kind not in (Kind.TEXT, Kind.CODE)
            stop = line_end(bare, paragraph=False).rstrip("\n") if needs_stop else ""
            spoken = spoken.replace([Edit(len(bare), len(spoken), stop + block.ending)])
        yield spoken
