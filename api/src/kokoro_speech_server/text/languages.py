"""The languages that the voices speak. Everything in the server that depends on the language is in its entry here.

A new language needs an entry, a locale in `normalization/international`, and a table of cases for the tests.
"""

import re
from dataclasses import dataclass
from importlib.util import find_spec

from kokoro_speech_server.errors import InvalidRequestError, LanguageUnavailableError


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
    spaced:                 whether spaces separate words
    longest_piece:          characters that the converter gets at once, at most; its slowest texts of this length take
                            a tenth of a second
    abbreviations:          words, in lower case, whose point does not end a sentence
    numbered_abbreviations: the same, before a number only; an entry with a capital letter matches that spelling only
    abbreviation_pattern:   matches further abbreviations
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
    spaced: bool = True
    longest_piece: int = 400
    abbreviations: frozenset[str] = frozenset()
    numbered_abbreviations: frozenset[str] = frozenset()
    abbreviation_pattern: re.Pattern[str] | None = None
    quotation_particles: tuple[str, ...] = ()
    seconds_per_character: float = 0.065
    sample_text: str = "Hello world. 1, 2, 3."

    @property
    def is_english(self) -> bool:
        return self.tag.startswith("en-")

    @property
    def is_british(self) -> bool:
        return self.tag == "en-GB"

    def is_abbreviation(self, word: str, *, following: str) -> bool:
        """Whether the point after `word` does not end the sentence; `following`: the character behind the space."""
        lower = word.lower()
        if following.isdecimal() and not self.numbered_abbreviations.isdisjoint((word, lower)):
            return True
        if self.abbreviation_pattern is not None and self.abbreviation_pattern.fullmatch(lower):
            return True
        return lower in self.abbreviations


_ENGLISH_ABBREVIATIONS = frozenset(
    """adj adm approx apt asst aug ave blvd bros capt cf cmdr co col corp dec dept dr drs e.g ed eds est ex feb
    fig figs fr ft gen gov hon i.e inc jan jr jul jun lt ltd maj messrs min mr mrs ms mt mts nos nov oct op pp pres
    prof rep rev sen sept sgt sr st ste vol vols vs
    av bd dña dott ej ing mlle mme núm p.ej pág prof.ssa sig sig.ra sr sra srta ud uds""".split()
)
# The last line has foreign titles that are spelled like no English word: any text may name people with them.

_ENGLISH_NUMBERED_ABBREVIATIONS = frozenset(
    """bldg ch chap eq ext fl no op p para pt rm sec tel
    Mon Tue Tues Wed Weds Thu Thur Thurs Fri Sat Sun""".split()
)

_TITLES = frozenset("dr drs e.g i.e jr mlle mme mr mrs ms prof sr sra st ste vs".split())
"""Abbreviations in every language but English."""

_NUMBERED_ABBREVIATIONS = frozenset(
    """al ap apto aprox apr arr art arts ca cap caps cel cell chap env fig figs inc km min máx mín n nos num núm nº
    p pag pagg par pág págs pp ref rs s sec séc sez t tel tfno tit tít tél vol vols vv
    abr ago dez dic déc ene feb fev févr janv jul jun juil nov oct ott sept No
    नं पृ रु रू सं अनु""".split()
)
"""Numbered abbreviations in every language but English."""

_HINDI_ABBREVIATION = re.compile(r"[^.]{0,200}+\..{0,200}+|[^नव]")
"""Letters with points between them, and single letters but for two words: उ.प्र., श्री अ. कुमार"""

AMERICAN_ENGLISH = Language(
    code="a",
    name="American English",
    tag="en-US",
    aliases=("en",),
    g2p="english",
    abbreviations=_ENGLISH_ABBREVIATIONS,
    numbered_abbreviations=_ENGLISH_NUMBERED_ABBREVIATIONS,
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
            abbreviations=_ENGLISH_ABBREVIATIONS,
            numbered_abbreviations=_ENGLISH_NUMBERED_ABBREVIATIONS,
        ),
        Language(
            code="e",
            name="Spanish",
            tag="es",
            espeak_voice="es",
            locale="spanish",
            abbreviations=_TITLES
            | frozenset(
                """arq avda ayto c dpto dr dra dres ee excma excmo fco gral izq lic ltda mons ntra ntro pbro pdte prof
                profa prov sr sra sras sres srta sta sto tte ud uds vd vds""".split()
            ),
            numbered_abbreviations=_NUMBERED_ABBREVIATIONS,
        ),
        Language(
            code="f",
            name="French",
            tag="fr-FR",
            aliases=("fr",),
            espeak_voice="fr-fr",
            locale="french",
            abbreviations=_TITLES
            | frozenset(
                """adj av bd boul cap cf col dr env gal hab mgr mm mme mmes mlle mlles p.ex pr prof st ste""".split()
            ),
            numbered_abbreviations=_NUMBERED_ABBREVIATIONS,
        ),
        Language(
            code="h",
            name="Hindi",
            tag="hi",
            espeak_voice="hi",
            locale="hindi",
            abbreviations=_TITLES
            | frozenset("""डॉ डा प्रो पं श्री कु रु रू इंजी rs mr mrs ms dr shri smt""".split()),
            numbered_abbreviations=_NUMBERED_ABBREVIATIONS,
            abbreviation_pattern=_HINDI_ABBREVIATION,
            sample_text="नमस्ते।",
        ),
        Language(
            code="i",
            name="Italian",
            tag="it",
            espeak_voice="it",
            locale="italian",
            abbreviations=_TITLES
            | frozenset(
                """arch avv c.so cav co col dott dott.ssa dr egr gen geom gent.ma gent.mo ill ing mons on p.es p.za
                p.zza prof prof.ssa rag rev sen sig sig.na sig.ra sigg sig.re spett spett.le ten v.le""".split()
            ),
            numbered_abbreviations=_NUMBERED_ABBREVIATIONS,
        ),
        Language(
            code="j",
            name="Japanese",
            tag="ja",
            g2p="japanese",
            extra="ja",
            modules=("fugashi", "unidic_lite", "jaconv", "mojimoji"),
            locale="japanese",
            spaced=False,
            longest_piece=60,  # The time grows with the cube of the length: 400 characters take 5 s.
            abbreviations=_TITLES | frozenset("co dr ltd mr mrs ms no st vol".split()),
            numbered_abbreviations=_NUMBERED_ABBREVIATIONS,
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
            abbreviations=_TITLES
            | frozenset(
                """av adv bel cap cel cia cmte d dep des dr dra dras drs end eng exa exma exmo gal gov ilma ilmo jr
                ltda min pe prof profa profs rod s sen sr sra sras srs srta sta sto v vsa""".split()
            ),
            numbered_abbreviations=_NUMBERED_ABBREVIATIONS,
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
            spaced=False,
            abbreviations=_TITLES | frozenset("co dr ltd mr mrs ms no st vol".split()),
            numbered_abbreviations=_NUMBERED_ABBREVIATIONS,
            seconds_per_character=0.22,
            sample_text="你好。",
        ),
    )
}


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
    if any(find_spec(module) is None for module in language.modules):
        raise LanguageUnavailableError(
            f"{language.name} is not installed on this server. Its operator can add it with "
            f"pip install '.[{language.extra}]'.",
            param=param,
        )
    return language
