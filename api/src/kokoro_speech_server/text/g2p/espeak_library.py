"""espeak-ng's C library, and the process in which EspeakProcess runs it.

Run as a module, it answers each line of standard input, a JSON pair of voice and text, with a line of phonemes in JSON.

Kokoro was trained on phonemes of misaki (Apache-2.0), which calls espeak-ng through the library phonemizer. This module
makes the same phonemes without the two, since their imports would need 50 MB and most of the start.
"""

import ctypes
import json
import re
import signal
import sys

import espeakng_loader

_SYNCHRONOUS = 0x02
_UTF_8 = 1
_TIE = "\u0361"
_IPA_WITH_TIES = 0x02 | 0x80 | ord(_TIE) << 8

_MARKS = re.compile(r"((?<!\s)\s*+[;:,.!?¡¿—…\"«»“”(){}\[\]][\s;:,.!?¡¿—…\"«»“”(){}\[\]]*+)")

_LANGUAGE_FLAG = re.compile(r"\(.+?\)")
"""espeak-ng marks what it reads in another language: "(en)fʊtbɔːl(fr)"."""

_ENGLISH = (
    ("ʔˌn\u0329", "ʔn"), ("ʔn\u0329", "ʔn"), ("a^ɪ", "I"), ("a^ʊ", "W"), ("d^ʒ", "ʤ"), ("e^ɪ", "A"), ("t^ʃ", "ʧ"),
    ("ɔ^ɪ", "Y"), ("ə^l", "ᵊl"), ("ʲo", "jo"), ("ʲə", "jə"), ("e", "A"), ("ʲ", ""), ("ɚ", "əɹ"), ("r", "ɹ"), ("x", "k"),
    ("ç", "k"), ("ɐ", "ə"), ("ɬ", "l"), ("\u0303", ""),
)  # fmt: skip
_AMERICAN = (("o^ʊ", "O"), ("ɜːɹ", "ɜɹ"), ("ɜː", "ɜɹ"), ("ɪə", "iə"), ("ː", ""))
_BRITISH = (("e^ə", "ɛː"), ("iə", "ɪə"), ("ə^ʊ", "Q"))
_EITHER_ENGLISH = (("o", "ɔ"), ("ɾ", "T"), ("ʔ", "t"), ("^", ""))
_OTHERS = (
    ("a^ɪ", "I"), ("a^ʊ", "W"), ("d^z", "ʣ"), ("d^ʒ", "ʤ"), ("e^ɪ", "A"), ("o^ʊ", "O"), ("s^s", "S"), ("t^s", "ʦ"),
    ("t^ʃ", "ʧ"), ("ɔ^ɪ", "Y"), ("ə^ʊ", "Q"), ("^", ""), ("-", ""), ("«", "("), ("»", ")"),
)  # fmt: skip


class _Voice(ctypes.Structure):
    """espeak_VOICE: the properties by which espeak-ng chooses a voice."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("languages", ctypes.c_char_p),
        ("identifier", ctypes.c_char_p),
        ("gender", ctypes.c_ubyte),
        ("age", ctypes.c_ubyte),
        ("variant", ctypes.c_ubyte),
        ("xx1", ctypes.c_ubyte),
        ("score", ctypes.c_int),
        ("spare", ctypes.c_void_p),
    )


class EspeakLibrary:
    """espeak-ng with its current voice, of which a process has one."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(espeakng_loader.get_library_path())
        data = espeakng_loader.get_data_path().encode()
        if self._library.espeak_Initialize(_SYNCHRONOUS, 0, data, 0) <= 0:
            raise OSError(f"espeak-ng does not start with the data in {data.decode()}")
        self._library.espeak_TextToPhonemes.restype = ctypes.c_char_p
        self._voice = ""

    def phonemes(self, voice: str, text: str) -> str:
        """The phonemes of a text, as `EspeakProcess.phonemes` returns them."""
        self._set_voice(voice)
        if voice.startswith("en-"):
            found = _replace(self._marked(text), _ENGLISH)
            found = re.sub(r"(\S)\u0329", r"ᵊ\1", found).replace("\u0329", "")
            return _replace(found, (*(_BRITISH if voice == "en-gb" else _AMERICAN), *_EITHER_ENGLISH))
        # Parentheses travel as angles, since espeak-ng's own parentheses are language flags.
        text = _replace(text, (("«", "“"), ("»", "”"), ("(", "«"), (")", "»")))
        return _replace(self._marked(text), _OTHERS)

    def _set_voice(self, voice: str) -> None:
        if voice != self._voice:
            if self._library.espeak_SetVoiceByProperties(ctypes.byref(_Voice(languages=voice.encode()))) != 0:
                raise ValueError(f"espeak-ng has no voice for the language {voice!r}")
            self._voice = voice

    def _marked(self, text: str) -> str:
        """The symbols of espeak-ng with ties as ^, and the text's punctuation, which espeak-ng would drop."""
        marked = ""
        clauses = _MARKS.split(text)
        for clause, mark in zip(clauses[::2], [*clauses[1::2], ""], strict=True):
            if symbols := self._symbols(clause):
                marked += symbols + " "
            marked = marked.removesuffix(" ") + mark
        return marked.strip()

    def _symbols(self, text: str) -> str:
        symbols = self._text_to_phonemes(text).strip().replace("\n", " ").replace("  ", " ")
        symbols = re.sub(r"_+", "_", symbols).replace("_ ", " ").replace(_TIE, "^")
        return _LANGUAGE_FLAG.sub("", symbols)

    def _text_to_phonemes(self, text: str) -> str:
        # The library moves the pointer to the rest of the text, and to NULL after its end.
        rest = ctypes.c_char_p(text.encode())
        symbols = []
        while rest.value is not None:
            symbols.append(self._library.espeak_TextToPhonemes(ctypes.byref(rest), _UTF_8, _IPA_WITH_TIES))
        return b" ".join(filter(None, symbols)).decode()


def _replace(text: str, pairs: tuple[tuple[str, str], ...]) -> str:
    for old, new in pairs:
        text = text.replace(old, new)
    return text


def _serve() -> None:
    # The server decides about signals to all processes; this one exits when its standard input closes.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    library = EspeakLibrary()
    for line in sys.stdin:
        voice, text = json.loads(line)
        print(json.dumps(library.phonemes(voice, text)), flush=True)


if __name__ == "__main__":
    _serve()
