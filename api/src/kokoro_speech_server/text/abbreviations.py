"""Words that are written with a point which does not end a sentence, by language."""

_ENGLISH = frozenset(
    """adj adm approx apt asst aug ave blvd bros capt cf cmdr co col corp dec dept dr drs e.g ed eds est ex feb
    fig figs fr ft gen gov hon i.e inc jan jr jul jun lt ltd maj messrs min mr mrs ms mt mts nos nov oct op pp pres
    prof rep rev sen sept sgt sr st ste vol vols vs
    av bd dña dott ej ing mlle mme núm p.ej pág prof.ssa sig sig.ra sr sra srta ud uds""".split()
)
"""With the titles of other languages that no English word is written like: a text may name anybody."""

_TITLES = frozenset("dr drs e.g i.e jr mlle mme mr mrs ms prof sr sra st ste vs".split())
"""They stand in every language."""

_OTHERS = {
    "e": """arq avda ayto c dpto dr dra dres ee excma excmo fco gral izq lic ltda mons ntra ntro pbro pdte prof profa
    prov sr sra sras sres srta sta sto tte ud uds vd vds""",
    "f": """adj av bd boul cap cf col dr env gal hab mgr mm mme mmes mlle mlles p.ex pr prof st ste""",
    "h": """डॉ डा प्रो पं श्री कु रु रू इंजी rs mr mrs ms dr shri smt""",
    "i": """arch avv c.so cav co col dott dott.ssa dr egr gen geom gent.ma gent.mo ill ing mons on p.es p.za p.zza prof
    prof.ssa rag rev sen sig sig.na sig.ra sigg sig.re spett spett.le ten v.le""",
    "p": """av adv bel cap cel cia cmte d dep des dr dra dras drs end eng exa exma exmo gal gov ilma ilmo jr ltda min pe
    prof profa profs rod s sen sr sra sras srs srta sta sto v vsa""",
    "j": "co dr ltd mr mrs ms no st vol",
    "z": "co dr ltd mr mrs ms no st vol",
}
_BY_LANGUAGE = {code: frozenset(words.split()) for code, words in _OTHERS.items()}

_ENGLISH_NUMBERED = frozenset("bldg ch chap eq ext fl no op p para pt rm sec tel".split())
_WEEKDAYS = frozenset("Mon Tue Tues Wed Weds Thu Thur Thurs Fri Sat Sun".split())

_NUMBERED = frozenset(
    """al ap apto aprox apr arr art arts ca cap caps cel cell chap env fig figs inc km min máx mín n nos num núm nº
    p pag pagg par pág págs pp ref rs s sec séc sez t tel tfno tit tít tél vol vols vv
    abr ago dez dic déc ene feb fev févr janv jul jun juil nov oct ott sept
    नं पृ रु रू सं अनु""".split()
)
"""Abbreviations before a number; before anything else they may be the last word of a sentence."""


def goes_on(word: str, after: str, code: str) -> bool:
    """Whether the point behind a word does not end the sentence.

    after: the character that follows, behind the space
    code:  the language, as in LANGUAGES
    """
    name = word.lower()
    if after.isdecimal():
        if code in "ab" and (name in _ENGLISH_NUMBERED or word in _WEEKDAYS):
            return True
        if code not in "ab" and (name in _NUMBERED or word == "No"):
            return True
    if code == "h" and ("." in name or (len(name) == 1 and name not in "नव")):  # उ.प्र., श्री अ. कुमार
        return True
    return name in (_ENGLISH if code in "ab" else _BY_LANGUAGE[code] | _TITLES)
