"""How acronyms are said in Spanish, French, Italian and Portuguese, where their letters alone do not tell."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AcronymTable:
    """What a language's speakers do with acronyms.

    letters:   the names of the letters from A to Z, as espeak-ng reads them right
    spelled:   acronyms that are spelled although they could be words
    words:     acronyms that are words although their letters hardly make one
    respelled: how words are written that espeak-ng reads wrong
    hiatus:    whether two vowels in a row that make no sound together are spelled: "CIO"
    """

    letters: Mapping[str, str]
    spelled: frozenset[str]
    words: frozenset[str]
    respelled: Mapping[str, str]
    hiatus: bool = False


def _names(written: str) -> dict[str, str]:
    return dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", written.split(), strict=True))


_SPANISH = AcronymTable(
    _names(
        "a be ce de e efe ge ache i jota ka ele eme ene o pe cu erre ese te u uve uvedoble equis igriega zeta"
    ),
    frozenset("VIH LEC AGU CO CE SA EP IP OS TSE AEE HI".split()),
    frozenset("PRI PRO PSOE CSIC CSIF IMSS CURP SGAE ISSSTE UAM PYME".split()),
    {},
)
_FRENCH = AcronymTable(
    _names(
        "a bé cé dé heu effe gé ache i ji ka elle ème ène o pé cu erre èsse té u vé doublevé ixe igrec zède"
    ),
    frozenset(
        """VIH HAS SAV SAS SEP HEC SUV IRM ETI BD CM CE OM OL FO SA JO QI UE UV CO AG BU IP RU UDI IEP CEE EPI UFR OPA
        IDE""".split()
    ),
    frozenset("SMIC SMUR CNIL CNES CNED PACS SCOT SDIS CSAPA ZUP".split()),
    {
        "INSEE": "insé", "EHPAD": "épade", "DREAL": "dréal", "CNES": "quenesse", "CNED": "quenède", "PACS": "paxe",
        "SIRET": "sirette", "SEPA": "sépa", "MEDEF": "médef", "ADEME": "adème", "UEFA": "uéfa", "ENA": "éna",
        "FEDER": "fédère", "INED": "inède", "ZUP": "zupe", "SIREN": "sirène",
    },
    hiatus=True,
)  # fmt: skip
_ITALIAN = AcronymTable(
    _names(
        "a bi ci di e effe gi acca i ilunga cappa elle emme enne o pi cu erre esse ti u vu vudoppia ics ipsilon zeta"
    ),
    frozenset("CEE CO UE EP IP OS IRC CFU".split()),
    frozenset("ASL USL INPS CISL CGIL AIRC SPID SKY CNEL OCSE SIAE SNAM UIL EFSA".split()),
    {},
)
_PORTUGUESE = AcronymTable(
    _names("a bê cê dê é efe gê agá i jota cá ele eme ene ó pê quê erre ésse tê u vê dáblio xis ípsilon zê"),
    frozenset("IBGE AGU UTI CO UE BO AM IP ITR HAS".split()),
    frozenset("USP ONG PSOL PNAD UERJ SESC IPCA UFBA UFMA UFPA UFPE CAPS".split()),
    {"AIDS": "áides"},
)

ACRONYMS = {"es": _SPANISH, "fr-fr": _FRENCH, "it": _ITALIAN, "pt-br": _PORTUGUESE}
"""The tables by espeak-ng's voices."""
