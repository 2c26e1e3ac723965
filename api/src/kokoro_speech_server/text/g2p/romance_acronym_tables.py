"""How acronyms are said in Spanish, French, Italian and Portuguese, where their letters alone do not tell."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kokoro_speech_server.text.g2p import (
    italian_english_words,
    italian_foreign_names,
    italian_words,
    portuguese_words,
    spanish_names,
    spanish_words,
)
from kokoro_speech_server.text.g2p.french_phrases import french_phrases
from kokoro_speech_server.text.g2p.french_words import written_in_french
from kokoro_speech_server.text.g2p.italian_names import written_in_italian
from kokoro_speech_server.text.g2p.italian_phrases import italian_phrases
from kokoro_speech_server.text.g2p.portuguese_heteronyms import portuguese_heteronyms
from kokoro_speech_server.text.g2p.respelling import Respelling
from kokoro_speech_server.text.g2p.romance_loanwords import FRENCH_LOANWORDS, ITALIAN_LOANWORDS


@dataclass(frozen=True, slots=True)
class AcronymTable:
    """What a language's speakers do with acronyms.

    letters:   the names of the letters from A to Z, as espeak-ng reads them right
    spelled:   acronyms that are spelled although they could be words
    words:     acronyms that are words although their letters hardly make one
    respelled: how words are written that espeak-ng reads wrong
    hiatus:    whether two vowels in a row that make no sound together are spelled: "CIO"
    iberian:   whether acronyms of two letters are spelled unless they are among the words, plural ones end in s
               ("DVDs"), and capitals with accents are words ("JÁ")
    loans:     words of another language, in small letters, and how they are written so that espeak-ng says them
    name:      writes a name, or another word that espeak-ng says wrong, in the same way, or returns "" if it
               need not be
    joined:    whether an article with an apostrophe is said as one word with a name, as in the languages that have it
    liaison:   whether the last letter of "saint" is said before a vowel
    pair_words: the words of two letters that may be in capitals, if others of two letters are spelled
    phrases:   finds words that are said otherwise for the words around them, with what is passed on instead
    """

    letters: Mapping[str, str]
    spelled: frozenset[str]
    words: frozenset[str]
    respelled: Mapping[str, str]
    hiatus: bool = False
    iberian: bool = False
    loans: Mapping[str, str] = field(default_factory=dict)
    name: Callable[[str], str] = lambda _: ""
    joined: bool = False
    liaison: bool = False
    pair_words: frozenset[str] = frozenset()
    phrases: Callable[[str], list[Respelling]] = lambda _: []


def _names(written: str) -> dict[str, str]:
    return dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", written.split(), strict=True))


_SPANISH = AcronymTable(
    _names(
        "a be ce de e efe ge ache i jota ka ele eme ene o pe cu erre ese te u uve uvedoble equis igriega zeta"
    ),
    spanish_words.SPELLED,
    spanish_words.WORDS,
    spanish_words.RESPELLED,
    iberian=True,
    loans=spanish_names.NAMES | spanish_words.FOREIGN,
    joined=True,
)
_FRENCH = AcronymTable(
    _names(
        "a bé cé dé heu effe gé ache i ji ka elle ème ène o pé cu erre èsse té u vé doublevé ixe igrec zède"
    ),
    frozenset(
        """VIH HAS SAV SAS SEP HEC SUV IRM ETI BD CM CE OM OL FO SA JO QI UE UV CO AG BU IP RU UDI IEP CEE EPI UFR OPA
        IDE CA IC IR IS EI APE AME ATU ASE DUT ROI TICPE BEI FAI VO ASSE MR AI DOI PET RAS ANTS DUP AINS UA AN EM
        EBE MGEN AIEA IAE OIT CIO DEEE UNSS PIB BIT CU RER TER PEL CEL CAP BEP GES CET HAD SES COD TIG TA USA IPO IFI
        DAB GAB PAI PEB HAI TAEG IA UCI CICE ARE""".split()
    ),
    frozenset("ATMO SMIC SMUR CNIL CNES CNED PACS SCOT SDIS CSAPA ZUP".split()),
    {
        "INSEE": "insé", "EHPAD": "épade", "DREAL": "dréal", "CNES": "quenesse", "CNED": "quenède", "PACS": "paxe",
        "SIRET": "sirette", "SEPA": "sépa", "MEDEF": "médef", "ADEME": "adème", "UEFA": "uéfa", "ENA": "éna",
        "FEDER": "fédère", "INED": "inède", "ZUP": "zupe", "SIREN": "sirène",
        "ATER": "atère", "AESH": "a heu èsse ache", "RASED": "rasède", "ESAT": "ézate", "SDIS": "sdisse",
        "ANSES": "ansèsse", "IGAS": "igasse", "SCOT": "scotte", "ENEDIS": "énédisse", "CESE": "cézé", "TEOM": "téome",
        "IBAN": "ibane", "AMOLED": "amolède", "OLED": "olède", "WIFI": "ouifi", "VOST": "voste", "GRU": "grou",
        "ONEM": "onème", "SECO": "séco", "REER": "réère", "CELI": "céli", "CEGEP": "cégep", "ISAE": "izaé",
        "ENSAE": "ènsaé", "ENAC": "énac", "ENSAM": "ènsame", "ENSA": "ènsa", "ESIEE": "ésié", "IPSOS": "ipsosse",
        "IFREMER": "ifremère", "DARES": "daresse", "DREES": "drèsse", "CEREMA": "céréma", "CREDOC": "crédoc",
        "ISIS": "izisse", "PIN": "pine", "STAPS": "stapse", "UNEDIC": "unédic", "AGEFIPH": "agéfif",
        "CAPES": "capesse", "ASSEDIC": "assédic", "CAN": "cane", "ARENH": "arène", "SNES": "snesse", "SECAM": "sécam",
        "EASA": "éaza", "OACI": "o a cé i", "IATA": "yata", "ITER": "itère", "ONERA": "onéra", "IRIS": "irisse",
        "EIOPA": "éiopa", "CEPOL": "cépol", "DEEE": "dé trois heu", "NEET": "nite", "IRSEM": "irsème",
        "ISIN": "izine", "LOSC": "losque", "EBIT": "ébite", "AUKUS": "okusse", "UNSA": "unesa", "ASEAN": "azéane",
        "BRICS": "brixe", "CESU": "cézu", "CETA": "céta", "ALENA": "aléna", "CROUS": "crousse", "ULIS": "ulisse",
        "KPI": "ka pé i", "BIOS": "biosse", "JSON": "djizonne",
    },
    hiatus=True,
    loans=FRENCH_LOANWORDS,
    name=written_in_french,
    liaison=True,
    pair_words=frozenset(
        """LE LA UN DE DU ET EN AU OU NE SI JE TU IL ON TA MA SE ME TE VA AS OR NU SU VU BU LU DO RE MI FA OH AH EH HE
        HA NI CI ES MU ZE OK MY GO IN TO BY OF""".split()
    ),
    phrases=french_phrases,
)  # fmt: skip
_ITALIAN = AcronymTable(
    _names(
        "a bì cì dì e effe gì acca i gèi cappa elle emme enne o pì cù erre esse tì u vù vudoppia ics ipsilon zeta"
    ),
    frozenset(
        "CEE CO UE EP IP OS IRC CFU CE AI FI PA IC AN IR OR CIO AO AG AZ CI COC TEV AOU ATS EO IA".split()
    ),
    frozenset(
        "ASL USL AUSL INPS CISL AIRC SPID SKY FNAC CNEL OCSE SIAE SNAM UIL EFSA COLF ISTAT IULM".split()
    ),
    {
        "CGIL": "cigielle",
        "BPER": "bipèr",
        "IT": "ai ti",
        "CIE": "cìe",
        "AI": "ei ai",
        "CEO": "sìio",
        "SWIFT": "suìft",
        "FTSE": "fùtsi",
        "NEET": "nit",
        "AMOLED": "amòled",
        "HIIT": "hit",
        "IEO": "i e o",
        "PEEP": "pip",
        "ENEA": "enèa",
        "EASA": "eàsa",
        "UIL": "uìl",
    },
    phrases=italian_phrases,
    loans=italian_english_words.WORDS | italian_foreign_names.NAMES | italian_words.WORDS | ITALIAN_LOANWORDS,
    name=written_in_italian,
)
_PORTUGUESE = AcronymTable(
    _names("a bê cê dê é efe gê agá i jota cá ele eme ene ó pê quê erre ésse tê u vê dáblio xis ípsilon zê"),
    portuguese_words.SPELLED,
    portuguese_words.WORDS,
    portuguese_words.RESPELLED,
    iberian=True,
    loans=portuguese_words.FOREIGN,
    name=lambda word: portuguese_words.ACCENTED.get(word.lower(), ""),
    phrases=portuguese_heteronyms,
)

ACRONYMS = {"es": _SPANISH, "fr-fr": _FRENCH, "it": _ITALIAN, "pt-br": _PORTUGUESE}
"""The tables by espeak-ng's voices."""
