"""Italian words that are spelled alike and stressed otherwise: subito, principi, leggere, nocciolo, presidi, ambito."""

import re

from kokoro_speech_server.text.g2p.respelling import Respelling

_PARTICIPLE = (
    r"(?!molto\b|torto\b|diverso\b|vuoto\b)[a-zà-ÿ]{1,14}(?:at|ut|it|att|ess|ett|ort|ost|ott|is|us|ers|int|ast|elt|olt|ert)o"
    r"(?![^\W_])"
)
_OF_WEIGHT = (
    "scarpe|piogge|ferite|lenti|armi|droghe|gonne|brezze|precipitazioni|nevicate|lesioni|bevande|fibre|camicie|giacche"
    "|coperte|cene|ricette|strutture|leghe|vetture|nubi|borse|bici|metropolitane|versioni|molto|più|troppo|abbastanza|così"
)
_PLACES = tuple(
    (re.compile(rf"(?<![^\W_]){written}"), said)
    for written, said in (
        # "Ha subito capito" is at once. espeak-ng takes it for what somebody suffered, and "aver subito" for at once.
        (rf"subito(?= {_PARTICIPLE})", "sùbito"),
        (rf"(?:(?<=\baver )|(?<=\bavere )|(?<=\bavendo ))subito(?! {_PARTICIPLE})(?= \w)", "subìto"),
        (
            r"principi(?= (?:general|fondamental|contabil|costituzional|giuridic|etic|moral|democratic|direttiv|fondant"
            r"|ispirator|scientific|matematic|fisic|religios|comun|cardin|base\b|guida\b|essenzial|universal|elementar"
            r"|di [a-z]|del\b|della|dell['’]|su cui|stabilit|enunciat|sancit|alla base|che (?:regol|govern|ispir)))",
            "princìpi",
        ),
        (r"nocciolo(?= (?:duro|del|della|dell['’]|dei|centrale)(?![^\W_]))", "nòcciolo"),
        (
            r"presidi(?= (?:sanitar|ospedalier|medic|territorial|militar|fiss|chirurgic"
            r"|antincendi|di (?:polizia|sicurez)))",
            "presìdi",
        ),
        (
            r"(?:(?<=\b[Ii]l )|(?<=\b[Uu]n )|(?<=\b[Dd]el )|(?<=\b[Nn]el )|(?<=\b[Aa]l ))turbine",
            "tùrbine",
        ),
        (
            r"(?:(?<=\b[Ii]n )|(?<=\b[Aa] )|(?<=\b[Dd]i )|(?<=\b[Ii]l )|(?<=\b[Uu]n )|(?<=\b[Aa]l )|(?<=\b[Dd]el ))"
            r"seguito",
            "sèguito",
        ),
        (r"(?:(?<=[Ll]['’])|(?<=\b[Uu]n['’]))ancora(?! (?:più|meno|oggi|una|un|non)\b)", "àncora"),
        (
            r"(?:(?<=\bmi )|(?<=\bti )|(?<=\bgli )|(?<=\bci )|(?<=\bche )|(?<=\bcose ))capitano"
            r"(?! (?:di|del|della|e|che|ha|è|era)\b)",
            "càpitano",
        ),
        (r"(?:(?<=\b[Ss]e )|(?<=\b[Cc]osa )|(?<=\b[Nn]on )|(?<=\b[Tt]u ))desideri", "desìderi"),
        (
            r"(?<!\b[Ii]l )(?<!\b[Uu]n )(?<!\b[Dd]el )(?<!\b[Aa]l )(?<!\b[Dd]i )(?<!chied. )"
            r"perdono(?= (?:il|lo|la|i|gli|le|un|una"
            r"|terreno|quota|punti|circa|oltre|peso|acqua|sangue|tempo|valore|tutto)\b)",
            "pèrdono",
        ),
        (
            r"(?:(?<=\b[Ll]a )|(?<=\b[Ll]e )|(?<=\buna )|(?<=\bdella )|(?<=\balla )|(?<=\bsulla )|(?<=\bdelle ))"
            r"console",
            "consòl",
        ),
        # The initial of names from other languages.
        (r"J(?= [A-Z])", "gèi"),
        (r"ambito(?= (?:premi|titol|trofe|riconosciment|posto|traguard))", "ambìto"),
    )
)
_LIGHT = re.compile(
    rf"(?<![^\W_])(?:{_OF_WEIGHT}) (?P<word>leggere)(?![^\W_])(?! (?:il|lo|la|i|gli|le|un|una|di|che)\b)",
    re.IGNORECASE,
)
_WORD = re.compile("leggere", re.IGNORECASE)


def italian_phrases(text: str) -> list[Respelling]:
    """The places of such words, with what is passed on instead."""
    found = [(match, said) for place, said in _PLACES for match in place.finditer(text)]
    light = (_WORD.match(text, match.start("word")) for match in _LIGHT.finditer(text))
    return found + [(match, "leggère") for match in light if match]
