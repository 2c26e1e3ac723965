"""Formulas in French."""

from functools import cache

from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.normalization.formula_words import FormulaWords
from kokoro_speech_server.text.normalization.international import formula_tables, french
from kokoro_speech_server.text.normalization.international.french_signs import GREEK


@cache
def formula_words(_: Language) -> FormulaWords:
    return formula_tables.formula_words(
        french.LOCALE,
        greek=GREEK,
        own_letters={"Y": "i grec"},
        names={
            "hbar hslash": "H barre", "infty": "l'infini", "partial": "D rond",
            "emptyset varnothing": "l'ensemble vide", "aleph": "aleph", "Re": "partie réelle de",
            "Im": "partie imaginaire de", "ldots cdots dots vdots ddots": "points de suspension",
            "angle": "angle", "triangle": "triangle",
            "prime": "prime", "bullet": "point", "top": "transposée", "bot": "faux", "neg lnot": "non",
            "therefore": "donc", "because": "car", "%": "pour cent", "$": "dollars", "&": "et", "#": "numéro",
            "degree": "degrés", "S": "section", "dagger": "dague", "star ast": "étoile", "forall": "pour tout",
            "exists": "il existe", "nexists": "il n'existe pas", "lfloor": "partie entière de",
            "lceil": "partie entière supérieure de", "_": "tiret bas",
        },
        operators={
            "+": "plus", "-": "moins", "*": "fois", "/": "sur", "pm": "plus ou moins", "mp": "moins ou plus",
            "div": "divisé par", "cup": "union", "cap": "inter", "oplus": "somme directe", "otimes": "tensoriel",
            "and": "et", "or": "ou", "mod": "modulo", "circ": "rond",
        },
        relations={
            "= doteq": "égale", "< lt": "inférieur à", "> gt": "supérieur à",
            "le leq leqslant ≤": "inférieur ou égal à", "ge geq geqslant ≥": "supérieur ou égal à",
            "ne neq ≠": "différent de", "approx simeq ≈": "environ égal à", "cong": "congru à", "equiv": "équivalent à",
            "sim": "semblable à", "propto": "proportionnel à", "in ∈": "appartient à", "notin": "n'appartient pas à",
            "ni supset": "contient", "subset": "inclus dans", "subseteq": "inclus dans ou égal à",
            "supseteq": "contient ou égale", "parallel": "parallèle à", "perp": "perpendiculaire à",
            "ll": "très inférieur à", "gg": "très supérieur à", "to rightarrow longrightarrow →": "dans",
            "mapsto": "donne", "leftarrow": "depuis", "Rightarrow implies Longrightarrow": "implique",
            "Leftrightarrow iff": "si et seulement si", "leftrightarrow": "équivaut à", "mid": "sachant",
            "vdash": "prouve", "models": "satisfait", "coloneqq triangleq": "est défini comme",
            "uparrow": "vers le haut", "downarrow": "vers le bas", "nmid": "ne divise pas",
            "prec": "précède", "succ": "succède à",
        },
        functions={
            "sin": "sinus", "cos": "cosinus", "tan tg": "tangente", "cot cotg": "cotangente", "sec": "sécante",
            "csc cosec": "cosécante", "arcsin": "arc sinus", "arccos": "arc cosinus", "arctan arctg": "arc tangente",
            "sinh sh": "sinus hyperbolique", "cosh ch": "cosinus hyperbolique", "tanh th": "tangente hyperbolique",
            "log lg": "logarithme", "ln": "logarithme népérien", "exp": "exponentielle", "det": "déterminant",
            "dim": "dimension", "ker Ker": "noyau", "deg": "degré", "arg": "argument",
            "gcd pgcd": "plus grand commun diviseur", "lcm ppcm": "plus petit commun multiple", "Pr": "probabilité",
            "hom": "hom", "tr": "trace",
        },
        large={
            "sum": "somme", "prod": "produit", "int": "intégrale", "iint": "intégrale double",
            "iiint": "intégrale triple", "oint": "intégrale curviligne", "bigcup": "union", "bigcap": "intersection",
            "bigoplus": "somme directe", "coprod": "coproduit",
        },
        limits={
            "lim": "limite", "max": "maximum", "min": "minimum", "sup": "borne supérieure", "inf": "borne inférieure",
            "limsup": "limite supérieure", "liminf": "limite inférieure", "argmax": "argument du maximum",
        },
        accents={
            "hat": "chapeau", "widehat": "chapeau", "bar": "barre", "overline": "barre", "tilde": "tilde",
            "widetilde": "tilde", "dot": "point", "ddot": "deux points", "underline": "souligné",
        },
        around={"vec": ("vecteur", ""), "overrightarrow": ("vecteur", ""), "pmod": ("modulo", "")},
        sets={
            "R": "les nombres réels", "N": "les entiers naturels", "Z": "les entiers relatifs",
            "Q": "les nombres rationnels", "C": "les nombres complexes", "P": "les nombres premiers",
        },
        marks={
            "(": "parenthèse ouvrante", ")": "parenthèse fermante,", "[": "crochet ouvrant", "]": "crochet fermant,",
            "!": "factorielle", "%": "pour cent", "°": "degrés", "∞": "l'infini", "' ’": "prime",
            "{": "accolade ouvrante", "}": "accolade fermante,", "…": "points de suspension",
            "langle": "chevron ouvrant", "rangle": "chevron fermant,",
        },
        raised={
            "circ": "degrés", "top": "transposée", "T": "transposée", "*": "étoile", "ast": "étoile",
            "star": "étoile", "dagger": "dague", "+": "plus", "-": "moins", "perp": "orthogonal",
            "c": "complémentaire", "times": "fois",
        },
        half="un demi",
        cube_root="racine cubique de {}",
        root="racine {} de {}",
        any_root="racine d'ordre {} de {}",
        ordinal="masculine",
        of="de",
        times="fois",
        by="par",
        negative="moins",
        dot="scalaire",
        maps_from="de",
        below="indice {}",
        primes=("prime", "seconde", "tierce"),
        squared="au carré",
        cubed="au cube",
        power="puissance {}",
        square_root="racine carrée de {}",
        over="{} sur {}",
        derivative="{} sur {} de",
        long_fraction="fraction de numérateur {}, et de dénominateur {},",
        choose="{1} parmi {0}",
        bounds="de {} à {}",
        range="sur {}",
        approaches="quand {} tend vers {}",
        inverse="réciproque de {}",
        base="{} en base {}",
        negated="non {}".format,
        absolute="valeur absolue de {}",
        norm="norme de {}",
        given="sachant",
        brackets="parenthèse ouvrante {}, parenthèse fermante,",
        set="l'ensemble {}",
        set_such_that="l'ensemble des {} tels que {}",
        member=("appartient à", "dans"),
        interval="l'intervalle de {} à {}",
        matrix="matrice de taille {} par {}, {},",
        determinant="déterminant de la matrice de taille {} par {}, {},",
        row="ligne {}: {}",
        contractions={"de les": "des", "à les": "aux"},
    )  # fmt: skip
