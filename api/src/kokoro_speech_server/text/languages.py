"""The languages that the voices speak, and what each needs to be installed."""

from dataclasses import dataclass
from importlib.util import find_spec

from kokoro_speech_server.errors import InvalidRequestError, LanguageUnavailableError


@dataclass(frozen=True, slots=True)
class Language:
    """A language by Kokoro's one-letter code, which is also the first letter of its voices' names.

    tag:     BCP 47, for lists and logs
    espeak:  espeak-ng's name for it where espeak-ng phonemizes it
    extra:   the optional part of this project that brings its phonemizer
    modules: what that part installs, by import name
    """

    code: str
    name: str
    tag: str
    espeak: str | None = None
    extra: str | None = None
    modules: tuple[str, ...] = ()


LANGUAGES = {
    language.code: language
    for language in (
        Language("a", "American English", "en-US"),
        Language("b", "British English", "en-GB"),
        Language("e", "Spanish", "es", espeak="es"),
        Language("f", "French", "fr-FR", espeak="fr-fr"),
        Language("h", "Hindi", "hi", espeak="hi"),
        Language("i", "Italian", "it", espeak="it"),
        Language("j", "Japanese", "ja", extra="ja", modules=("fugashi", "unidic_lite", "jaconv", "mojimoji")),
        Language("p", "Brazilian Portuguese", "pt-BR", espeak="pt-br"),
        Language(
            "z",
            "Mandarin Chinese",
            "zh-CN",
            extra="zh",
            modules=("pypinyin", "cn2an", "jieba", "ordered_set"),
        ),
    )
}

_CODES = {language.tag.lower(): code for code, language in LANGUAGES.items()} | {
    "en": "a", "fr": "f", "pt": "p", "zh": "z",
}  # fmt: skip


def language_for(code: str, *, param: str) -> Language:
    """The language of a code ("a"), or of a tag ("en-us", "ja"), in any case.

    `param` is the request's field that chose it, for the errors: InvalidRequestError for a code that does
    not exist, LanguageUnavailableError for a language whose extra is not installed here.
    """
    language = LANGUAGES.get(_CODES.get(code.lower(), code.lower()))
    if language is None:
        known = ", ".join(f"{one.code} ({one.tag})" for one in LANGUAGES.values())
        raise InvalidRequestError(
            f"Unknown language {code[:20]!r}. This server speaks: {known}.", param=param
        )
    if any(find_spec(module) is None for module in language.modules):
        raise LanguageUnavailableError(
            f"{language.name} is not installed on this server. Its operator can add it with "
            f"pip install '.[{language.extra}]'.",
            param=param,
        )
    return language
