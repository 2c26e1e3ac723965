"""The languages that the voices speak. Everything in the server that depends on the language is in its entry here.

A new language needs an entry, a locale in `normalization/international`, and a table of cases for the tests.
"""

from dataclasses import dataclass
from importlib.util import find_spec

from kokoro_speech_server.errors import InvalidRequestError, LanguageUnavailableError
from kokoro_speech_server.text.abbreviations.english import ENGLISH
from kokoro_speech_server.text.abbreviations.french import FRENCH
from kokoro_speech_server.text.abbreviations.hindi import HINDI
from kokoro_speech_server.text.abbreviations.italian import ITALIAN
from kokoro_speech_server.text.abbreviations.portuguese import PORTUGUESE
from kokoro_speech_server.text.abbreviations.spanish import SPANISH
from kokoro_speech_server.text.abbreviations.table import NONE, Abbreviations
from kokoro_speech_server.text.abbreviations.unspaced import UNSPACED
from kokoro_speech_server.text.writing import Writing


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language, by Kokoro's one-letter code, which is also the first letter of its voices' names.

    tag:                    BCP 47 tag; CLDR's data is looked up by it
    aliases:                further names that a request may use, in lower case
    g2p:                    module of `text/g2p` whose `load` makes the converter to phonemes; imported on first use
    espeak_voice:           espeak-ng's name for the language; None: espeak-ng does not phonemize it
    extra:                  optional dependency group that installs the converter; None: the base installation does
    modules:                what the extra installs, by import name
    locale:                 module of `text/normalization/international`, imported on first use; None: numbers, dates
                            and the like stay as they are written, unless the language is English
    formulas:               module of `text/normalization` with the words for formulas in TeX, imported on first use;
                            None: their marks and names are read as they are written
    writings:               its writing systems beside Latin letters, which every language reads
    spaced:                 whether spaces separate words
    longest_piece:          characters that the converter gets at once, at most; its slowest texts of this length take
                            a tenth of a second
    abbreviations:          by which sentences are divided; the rules of the language put them into words
    quotation_particles:    words that continue the sentence after a quotation that ends like a sentence
    seconds_per_character:  audio seconds for one character of text at speed 1, roughly
    sample_text:            a short text for the warm-up
    """

    code: str
    name: str
    tag: str
    aliases: tuple[str, ...] = ()
    g2p: str = "espeak"
    espeak_voice: str | None = None
    extra: str | None = None
    modules: tuple[str, ...] = ()
    locale: str | None = None
    formulas: str | None = None
    writings: tuple[Writing, ...] = ()
    spaced: bool = True
    longest_piece: int = 400
    abbreviations: Abbreviations = NONE
    quotation_particles: tuple[str, ...] = ()
    seconds_per_character: float = 0.065
    sample_text: str = "Hello world. 1, 2, 3."

    @property
    def is_english(self) -> bool:
        return self.tag.startswith("en-")

    @property
    def is_british(self) -> bool:
        return self.tag == "en-GB"


AMERICAN_ENGLISH = Language(
    code="a",
    name="American English",
    tag="en-US",
    aliases=("en",),
    g2p="english",
    formulas="english.formula_words",
    abbreviations=ENGLISH,
)
"""Also the language of words in Latin script within Japanese and Mandarin."""

LANGUAGES = {
    language.code: language
    for language in (
        AMERICAN_ENGLISH,
        Language(
            code="b",
            name="British English",
            tag="en-GB",
            g2p="english",
            formulas="english.formula_words",
            abbreviations=ENGLISH,
        ),
        Language(
            code="e",
            name="Spanish",
            tag="es",
            espeak_voice="es",
            locale="spanish",
            formulas="international.spanish_formulas",
            abbreviations=SPANISH,
        ),
        Language(
            code="f",
            name="French",
            tag="fr-FR",
            aliases=("fr",),
            espeak_voice="fr-fr",
            locale="french",
            formulas="international.french_formulas",
            abbreviations=FRENCH,
        ),
        Language(
            code="h",
            name="Hindi",
            tag="hi",
            g2p="hindi",
            espeak_voice="hi",
            locale="hindi",
            formulas="international.hindi_formulas",
            writings=(Writing.DEVANAGARI,),
            abbreviations=HINDI,
            sample_text="नमस्ते।",
        ),
        Language(
            code="i",
            name="Italian",
            tag="it",
            espeak_voice="it",
            locale="italian",
            formulas="international.italian_formulas",
            abbreviations=ITALIAN,
        ),
        Language(
            code="j",
            name="Japanese",
            tag="ja",
            g2p="japanese",
            extra="ja",
            modules=("fugashi", "unidic_lite", "jaconv", "mojimoji"),
            locale="japanese",
            formulas="international.japanese_formulas",
            writings=(Writing.HAN, Writing.KANA),
            spaced=False,
            longest_piece=60,  # The time grows with the cube of the length: 400 characters take 5 s.
            abbreviations=UNSPACED,
            quotation_particles=("と", "って"),
            seconds_per_character=0.15,
            sample_text="こんにちは。",
        ),
        Language(
            code="p",
            name="Brazilian Portuguese",
            tag="pt-BR",
            aliases=("pt",),
            espeak_voice="pt-br",
            locale="portuguese",
            formulas="international.portuguese_formulas",
            abbreviations=PORTUGUESE,
        ),
        Language(
            code="z",
            name="Mandarin Chinese",
            tag="zh-CN",
            aliases=("zh",),
            g2p="mandarin",
            extra="zh",
            modules=("pypinyin", "cn2an", "jieba", "ordered_set"),
            locale="mandarin",
            formulas="international.mandarin_formulas",
            writings=(Writing.HAN,),
            spaced=False,
            abbreviations=UNSPACED,
            seconds_per_character=0.22,
            sample_text="你好。",
        ),
    )
}


WITHOUT_VOICES = (
    Language(
        code="ru",
        name="Russian",
        tag="ru",
        g2p="cyrillic_and_greek",
        espeak_voice="ru",
        writings=(Writing.CYRILLIC,),
    ),
    Language(
        code="el",
        name="Greek",
        tag="el",
        g2p="cyrillic_and_greek",
        espeak_voice="el",
        writings=(Writing.GREEK,),
    ),
)
"""Languages of words within texts of the others. No voice speaks them, and no request can choose them."""


def language_for(name: str, *, param: str) -> Language:
    """The language of a code ("a"), a tag ("en-us", "ja") or an alias ("en"), in any case.

    `param` is the request's field that chose it, for the errors: InvalidRequestError for a name that no language
    has, LanguageUnavailableError for a language whose extra is not installed.
    """
    wanted = name.lower()
    for language in LANGUAGES.values():
        if wanted in (language.code, language.tag.lower(), *language.aliases):
            break
    else:
        known = ", ".join(f"{one.code} ({one.tag})" for one in LANGUAGES.values())
        raise InvalidRequestError(
            f"Unknown language {name[:20]!r}. This server speaks: {known}.", param=param
        )
    if not is_installed(language):
        raise LanguageUnavailableError(
            f"{language.name} is not installed on this server. Its operator can add it with "
            f"pip install '.[{language.extra}]'.",
            param=param,
        )
    return language


def is_installed(language: Language) -> bool:
    """Whether the packages of the language's converter are there."""
    return all(find_spec(module) is not None for module in language.modules)
