"""From a script to chunks of phoneme tokens, lazily: the first chunk is ready before the rest of the text is read."""

import itertools
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace

from kokoro_speech_server.chunk import PhonemeToken
from kokoro_speech_server.config import Settings
from kokoro_speech_server.text.chunk_cutter import (
    CLAUSE_ENDS,
    SENTENCE_ENDS,
    ChunkCutter,
    TextChunk,
    Word,
    WordCollector,
    is_silent,
    last_sign,
    never,
    words_of,
)
from kokoro_speech_server.text.phonemizer import Phonemizer
from kokoro_speech_server.text.script import GivenPhonemes, Passage, Script, VoiceSettings
from kokoro_speech_server.text.sentence_reader import read_sentences
from kokoro_speech_server.text.sentences import Boundary
from kokoro_speech_server.threads import run_to_end


async def smart_split(
    script: Script,
    *,
    phonemizer: Phonemizer,
    settings: Settings,
    windowed: Callable[[VoiceSettings], bool] = never,
) -> AsyncGenerator[TextChunk]:
    """Convert a script to phonemes and cut them into chunks for the engine, in order.

    Cuts are where they are least audible: at the end of a sentence, else of a clause, else of a word, and always where
    the voice settings change. They depend only on the script and the settings. Nothing that has a sound is dropped or
    repeated. A script without any sound yields no chunk with tokens.

    windowed: whether chunks with these settings are heard window by window; the first one may be a whole sentence then
    """
    cutter = ChunkCutter(settings, windowed)
    passages = script.passages()
    for passage, following in itertools.pairwise(itertools.chain(passages, [None])):
        assert passage is not None
        async with aclosing(_words(script, passage, phonemizer, settings.first_chunk_tokens)) as words:
            async for word in words:
                for chunk in cutter.add(word, passage.voice_settings):
                    yield chunk
        same_voice = following and following.voice_settings.voice == passage.voice_settings.voice
        if same_voice and not passage.is_interrupted:
            cutter.continue_sentence()
        chunks = list(cutter.end(passage.voice_settings, passage.pause))
        if passage.ends_turn and chunks:
            chunks[-1] = replace(chunks[-1], ends_turn=True)
        for chunk in chunks:
            yield chunk
        if passage.sound:
            yield TextChunk((), passage.voice_settings, Boundary.SENTENCE, sound=passage.sound)


async def split_phonemes(
    phonemes: GivenPhonemes, *, settings: Settings, windowed: Callable[[VoiceSettings], bool] = never
) -> AsyncGenerator[TextChunk]:
    """Cut given phonemes into chunks as smart_split does, unchanged and lazily.

    A token's span is that of its word among the phonemes. Phonemes without any sound yield no chunk.
    """
    symbols = phonemes.symbols
    if all(map(is_silent, symbols)):
        return
    cutter = ChunkCutter(settings, windowed)
    for group in re.finditer(rf"\S{{1,{settings.first_chunk_tokens}}}", symbols):
        tokens = [PhonemeToken(symbol, *group.span()) for symbol in group[0]]
        ends = Boundary.NONE
        if symbols[group.end() : group.end() + 1].strip() == "":
            sign = last_sign(tokens)
            ends = Boundary.SENTENCE if sign in SENTENCE_ENDS else Boundary.WORD
            ends = Boundary.CLAUSE if sign in CLAUSE_ENDS - SENTENCE_ENDS else ends
        for word in words_of(tokens, ends, settings.first_chunk_tokens):
            for chunk in cutter.add(word, phonemes.voice_settings):
                yield chunk
    for chunk in cutter.end(phonemes.voice_settings, 0.0):
        yield chunk


async def _words(
    script: Script, passage: Passage, phonemizer: Phonemizer, longest: int
) -> AsyncGenerator[Word]:
    """The words of a passage, each with a sound and at most `longest` tokens."""
    collector = WordCollector(longest)
    sentences = read_sentences(script, passage)
    while (sentence := await run_to_end(None, next, sentences, None)) is not None:
        voice_settings = passage.voice_settings
        tokens = await phonemizer.phonemize(
            sentence.text, voice_settings.language, script.pronunciations, voice_settings.vocabulary
        )
        for word in collector.add(tokens, sentence.ends):
            yield word
    for word in collector.end():
        yield word
