"""Latin in French texts ("in fine"), "plus" where its last letter is said (plus two, in addition), and "fils", sons;
"est" as a point of the compass; ends of numerals that are said or silent."""

import re

from kokoro_speech_server.text.g2p.respelling import Respelling

_LATIN = {
    "in fine": "ine finé", "in extremis": "ine extrémisse", "in memoriam": "ine mémoriame",
    "a posteriori": "a postériori",
    "intra muros": "intra murosse", "ex aequo": "egzékwo", "ex ante": "ex anté", "de jure": "dé juré",
    "de facto": "dé facto", "vice versa": "vicé versa", "et cetera": "ètcétéra", "idem": "idème",
    "nota bene": "nota béné",
    "sine die": "siné dié", "sine qua non": "siné koua none", "opus citatum": "opusse citatome",
    "modus operandi": "modusse opérandi", "modus vivendi": "modusse vivindi", "mea culpa": "méa culpa",
    "persona non grata": "persona nonne grata", "deus ex machina": "déusse ex makina", "quid pro quo": "kouid pro kouo",
    "casus belli": "cazusse belli", "habeas corpus": "abéasse corpusse", "habeas": "abéasse", "versus": "versusse",
    "confer": "confère", "quorum": "kouorome", "alias": "aliasse", "homo sapiens": "omo sapiinsse",
    "sapiens": "sapiinsse", "homo erectus": "omo érectusse", "alma mater": "alma matère", "vade-mecum": "vadé-mécome",
    "numerus clausus": "numérusse clozusse", "de visu": "dé vizu", "pater familias": "patère familiasse",
    "non bis in idem": "nonne bisse ine idème", "quater": "kouatère", "ibidem": "ibidème",
    "hic et nunc": "ic ète nonque",
    "nec plus ultra": "nec plusse ultra", "jésus-christ": "jésus-cri", "xi jinping": "chi djinepinng",
    "las vegas": "lasse végasse", "erga omnes": "erga omnesse", "open space": "opène spéïce",
}  # fmt: skip
"""What is passed on instead of words and phrases, in small letters."""

_PHRASE = re.compile(
    rf"(?<![^\W_])(?:{'|'.join(sorted(_LATIN, key=len, reverse=True))})(?![^\W_])", re.IGNORECASE
)
_NUMBER = (
    "zéro|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingt|trente|quarante"
    "|cinquante|soixante|cent|cents|mille"
)
_ADDED = re.compile(
    rf"(?<![^\W_])[Pp]lus(?= (?:(?:{_NUMBER})(?![^\W_])|[a-zé-]{{2,16}}ième(?![^\W_])"
    r"|une? (?:virgule|pour cent|point|degré|million|milliard|euro)"
    r"|(?:l['’])?infini))|(?<=\b[a-zA-Z] )plus(?= \(?[b-zA-Z](?![\w'’]))"
    r"|(?:(?<=carré )|(?<=cube )|(?<=\) ))plus(?= \(?[a-zA-Z](?![\w'’]))"
    r"|(?:(?<=Canal )|(?<=Disney )|(?<=signe )|(?<=Paramount )"
    r"|(?<=Ctrl )|(?<=Alt )|(?<=Maj )|(?<=Cmd )|(?<=Shift ))plus(?![^\W_])|(?<=[^\W_] )plus(?= [A-Z](?![\w'’]))"
    r"|(?:(?<=mois )|(?<=euros )|(?<=semaine )|(?<=cent )|(?<=brut )|(?<=net ))plus"
    r"(?= (?:frais|charges|tickets|mutuelle|primes?|pourboires?|avantages|taxes?|TVA|parking|garage|panier))"
)
_MORE = re.compile(
    r"(?:(?<=\b[Ee]n )|(?<=\b[Dd]e )|(?<=\b[Aa]u )|(?<=fois )|(?<=\bpeu )|(?<=encore )|(?<=beaucoup ))plus"
    r"(?=[.,;:!?)…]|$| (?:que|par|sur|dans|chez|pour|pendant|à|au|cette|ce|chaque)(?![^\W_]))"
    r"|(?<=\b[Ee]n )plus(?= (?:de |d['’]|du |des ))|(?:(?<=\bou )|(?<=\bà ))plus(?=[.,;:!?)…]|$)"
)
_OR_LESS = re.compile(r"(?<![^\W_])[Pp]lus ou moins(?![^\W_])")
_DENIED = re.compile(r"(?<![^\W_])(?:n['’]|ne(?![^\W_])|non(?= $)|j['’]ai(?= $)|y a(?= $))[^.,;:!?()]{0,30}$")
"""Before "plus": there is none left, as in "il n'a plus deux sous"."""
_AHEAD = 40
_EAST = re.compile(
    r"(?:(?<=\b[àÀ] )|(?<=[Dd]ans )|(?<=[Vv]ers )|(?<=[Pp]our )|(?<=\b[Dd]e ))l['’]est(?![^\W_])|[Ll]['’]Est(?![^\W_])"
    r"|(?<![^\W_])[Dd]['’][Ee]st(?![^\W_])|(?:(?<=degrés )|(?<=plein )|(?<=façade )|(?<=côte )|(?<=rive ))est"
    r"(?![^\W_])"
)
_PEOPLE = re.compile(
    r"(?:(?<=\b[Uu]n )|(?<=\b[Uu]ne )|(?<=\b[Dd]u )|(?<=\b[Aa]u )|(?<=\b[Cc]e )|(?<=grand )|(?<=jeune ))"
    r"(?:report|support|post)er(?![^\W_])"
)
"""Nouns that are also verbs: "un supporter", but "le supporter"."""
_ENVY = re.compile(r"(?:(?<=\b[Ii]ls )|(?<=\b[Ee]lles )|(?<=\bqui ))envient(?![^\W_])")
_EIGHTY = re.compile(r"(?<![^\W_])[Qq]uatre-vingt(?=-(?!un|on))")
"""Its t is silent in 82 to 89, where espeak-ng says it."""
_COUNTS_NOTHING = re.compile(
    r"(?<![^\W_])(?:[Dd]ix-)?(?:[Ss]ix|[Dd]ix|[Hh]uit)"
    r"(?= (?:virgule|pour (?:cent|mille)|sur|à|et|ou|plus|moins|contre|égale?)(?![^\W_]))"
)
"""Numerals whose last letter is said, since they count nothing: "six virgule deux"."""
_BRETON = re.compile(r"(?<![^\W_])[A-Za-zà-ÿ]{0,16}c['’]h[a-zà-ÿ]{0,16}(?![^\W_])")
_SONS = re.compile(r"(?<![^\W_])[Ff]ils(?![^\W_])")
_OF_PARENTS = re.compile(
    r"(?<![^\W_])(?:un|[Ll]e|[Dd]u|[Aa]u|[Cc]e|quel|chaque|aucun|[Ll]eurs?|[Nn]otre|[Vv]otre|[MTSmts](?:on|es)|[NVnv]os|seul"
    r"|jeune|père et|mère et|deux|trois|quatre|[Bb]eaux?|[Pp]etits?|d['’]un|&|et|de|[A-ZÀ-Ý][a-zà-ÿ]{2,20})[ -]$"
)
_THREADS = re.compile(
    r" (?:de (?:fer|soie|coton|cuivre|laine|nylon|suture|pêche|couture|l['’]eau)|à |électri|barbelé|conduct|métal"
    r"|dentaire|téléphon|dénud)"
)


def _breton(word: str) -> str:
    """Roc'h, Penmarc'h, Marc'hadour."""
    lower = word.lower().replace("’", "'")
    return re.sub("(?<=r)c'h$", "", lower).replace("c'h", "c" if lower.endswith("c'h") else "r")


def _with_end(numeral: str) -> str:
    return numeral + "te" if numeral.endswith("huit") else f"{numeral[:-1]}sse"


def french_phrases(text: str) -> list[Respelling]:
    """The places of Latin and of such words, with what is passed on instead."""
    found: list[Respelling] = [(match, _LATIN[match[0].lower()]) for match in _PHRASE.finditer(text)]
    found += [(match, match[0][:-1] + "te") for match in _EAST.finditer(text)]
    found += [(match, match[0][:-2] + "ère") for match in _PEOPLE.finditer(text)]
    found += [(match, "quatre-vin") for match in _EIGHTY.finditer(text)]
    found += [(match, _with_end(match[0])) for match in _COUNTS_NOTHING.finditer(text)]
    found += [(match, "envi") for match in _ENVY.finditer(text)]
    found += [(match, _breton(match[0])) for match in _BRETON.finditer(text)]
    found += [
        (match, "fiss")
        for match in _SONS.finditer(text)
        if _OF_PARENTS.search(text[max(0, match.start() - _AHEAD) : match.start()])
        and not _THREADS.match(text, match.end())
    ]
    if "lus" not in text:
        return found
    found += [(match, "pluzou moins") for match in _OR_LESS.finditer(text)]
    return found + [
        (match, "plusse")
        for pattern in (_ADDED, _MORE)
        for match in pattern.finditer(text)
        if not _DENIED.search(text[max(0, match.start() - _AHEAD) : match.start()])
    ]
