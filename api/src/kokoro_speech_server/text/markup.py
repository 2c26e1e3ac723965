"""Text without its Markdown and HTML, formulas in words, block by block. Each block is computed when the one before"
" it has been used."""

from collections.abc import Collection, Iterator

from kokoro_speech_server.text.block_reader import Block, BlockReader, Kind
from kokoro_speech_server.text.formulas import with_formulas_read
from kokoro_speech_server.text.inline_markup import line_end, without_inline_markup
from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.normalization.rules import Category
from kokoro_speech_server.text.origins import TracedText
from kokoro_speech_server.text.source_text import Edit, SourceText


def blocks(
    text: TracedText, start: int, end: int, language: Language, categories: Collection[Category]
) -> Iterator[tuple[Block, SourceText]]:
    """The blocks of the characters `start:end` with their texts, at most MAX_BLOCK_CHARACTERS long before insertions.

    A block ends with an empty line after a paragraph or a heading, with a new line after an item, a row or another
    line, and with neither at the end of the passage or where a long paragraph is cut: after a sentence or, within one,
    after a space. Headings, items and rows that end without a mark get a full stop.
    """
    markdown, html = Category.MARKDOWN in categories, Category.HTML in categories
    for block in BlockReader(text.text, start, end, markdown=markdown, html=html).blocks():
        part = without_block_markup(text.part(block.start, block.end), block)
        if spoken := block_text(part, block, language, categories):
            yield block, spoken


def without_block_markup(part: SourceText, block: Block) -> SourceText:
    """The text of a block, of which `part` is the whole, without the markup of its lines."""
    return part.replace(
        Edit(edit.start - block.start, edit.end - block.start, edit.text) for edit in block.edits
    )


def block_text(
    part: SourceText, block: Block, language: Language, categories: Collection[Category]
) -> SourceText | None:
    """The text of a block without any markup, with its formulas in words, and ended; None if nothing is left."""
    spoken = part
    if block.kind is not Kind.CODE:
        spoken = without_inline_markup(with_formulas_read(part, language, categories), categories)
    bare = spoken.text.rstrip()
    if not bare:
        return None
    if block.ending is None:
        return spoken
    needs_stop = block.kind not in (Kind.TEXT, Kind.CODE)
    stop = line_end(bare, paragraph=False).rstrip("\n") if needs_stop else ""
    return spoken.replace([Edit(len(bare), len(spoken), stop + block.ending)])
