"""Formulas in Italian."""

from functools import cache

from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.normalization.formula_words import FormulaWords
from kokoro_speech_server.text.normalization.international import formula_tables, italian


@cache
def formula_words(_: Language) -> FormulaWords:
    return formula_tables.formula_words(
        italian.LOCALE,
        greek="alfa beta gamma delta epsilon zeta eta teta iota kappa lambda mu nu xi omicron pi ro sigma tau ipsilon"
        " fi chi psi omega",
        names={
            "hbar hslash": "H tagliato", "infty": "infinito", "partial": "parziale",
            "emptyset varnothing": "l'insieme vuoto", "aleph": "alef", "Re": "parte reale di",
            "Im": "parte immaginaria di", "ldots cdots dots vdots ddots": "puntini", "angle": "angolo",
            "triangle": "triangolo", "prime": "primo", "bullet": "punto", "top": "trasposta", "bot": "falso",
            "neg lnot": "non", "therefore": "quindi", "because": "perché", "%": "per cento", "$": "dollari", "&": "e",
            "#": "numero", "degree": "gradi", "S": "sezione", "dagger": "aggiunto", "star ast": "asterisco",
            "forall": "per ogni", "exists": "esiste", "nexists": "non esiste", "lfloor": "parte intera di",
            "lceil": "parte intera superiore di", "_": "trattino basso",
        },
        operators={
            "+": "più", "-": "meno", "*": "per", "/": "fratto", "pm": "più o meno", "mp": "meno o più",
            "div": "diviso", "cup": "unione", "cap": "intersezione", "oplus": "somma diretta", "otimes": "tensore",
            "and": "e", "or": "o", "mod": "modulo", "circ": "composto con",
        },
        relations={
            "= doteq": "uguale a", "< lt": "minore di", "> gt": "maggiore di",
            "le leq leqslant ≤": "minore o uguale a", "ge geq geqslant ≥": "maggiore o uguale a",
            "ne neq ≠": "diverso da", "approx simeq ≈": "circa uguale a", "cong": "congruente a",
            "equiv": "equivalente a", "sim": "simile a", "propto": "proporzionale a", "in ∈": "appartiene a",
            "notin": "non appartiene a", "ni supset": "contiene", "subset": "sottoinsieme di",
            "subseteq": "sottoinsieme o uguale a", "supseteq": "contiene o è uguale a", "parallel": "parallelo a",
            "perp": "perpendicolare a", "ll": "molto minore di", "gg": "molto maggiore di",
            "to rightarrow longrightarrow →": "in", "mapsto": "va in", "leftarrow": "da",
            "Rightarrow implies Longrightarrow": "implica", "Leftrightarrow iff": "se e solo se",
            "leftrightarrow": "equivale a", "mid": "dato", "vdash": "dimostra", "models": "soddisfa",
            "coloneqq triangleq": "è definito come", "uparrow": "in su", "downarrow": "in giù",
            "nmid": "non divide", "prec": "precede", "succ": "segue",
        },
        functions={
            "sin sen": "seno", "cos": "coseno", "tan tg": "tangente", "cot cotg": "cotangente", "sec": "secante",
            "csc cosec": "cosecante", "arcsin arcsen": "arcoseno", "arccos": "arcocoseno",
            "arctan arctg": "arcotangente", "sinh senh": "seno iperbolico", "cosh": "coseno iperbolico",
            "tanh tgh": "tangente iperbolica", "log lg Log": "logaritmo", "ln": "logaritmo naturale",
            "exp": "esponenziale", "det": "determinante", "dim": "dimensione", "ker": "nucleo", "deg": "grado",
            "arg": "argomento", "gcd mcd MCD": "massimo comun divisore", "lcm mcm": "minimo comune multiplo",
            "Pr": "probabilità", "hom": "hom", "tr": "traccia",
        },
        large={
            "sum": "sommatoria", "prod": "produttoria", "int": "integrale", "iint": "integrale doppio",
            "iiint": "integrale triplo", "oint": "integrale di linea chiusa", "bigcup": "unione",
            "bigcap": "intersezione", "bigoplus": "somma diretta", "coprod": "coprodotto",
        },
        limits={
            "lim": "limite", "max": "massimo", "min": "minimo", "sup": "estremo superiore", "inf": "estremo inferiore",
            "limsup": "limite superiore", "liminf": "limite inferiore", "argmax": "argomento del massimo",
        },
        accents={
            "hat": "cappuccio", "widehat": "cappuccio", "bar": "barrato", "overline": "barrato", "tilde": "tilde",
            "widetilde": "tilde", "dot": "punto", "ddot": "due punti", "underline": "sottolineato",
        },
        around={"vec": ("vettore", ""), "overrightarrow": ("vettore", ""), "pmod": ("modulo", "")},
        sets={
            "R": "i numeri reali", "N": "i numeri naturali", "Z": "i numeri interi", "Q": "i numeri razionali",
            "C": "i numeri complessi", "P": "i numeri primi",
        },
        marks={
            "(": "aperta parentesi", ")": "chiusa parentesi,", "[": "aperta quadra", "]": "chiusa quadra,",
            "!": "fattoriale", "%": "per cento", "°": "gradi", "∞": "infinito", "' ’": "primo", "{": "aperta graffa",
            "}": "chiusa graffa,", "…": "puntini", "langle": "aperta angolare", "rangle": "chiusa angolare,",
        },
        raised={
            "circ": "gradi", "top": "trasposta", "T": "trasposta", "*": "asterisco", "ast": "asterisco",
            "star": "asterisco", "dagger": "aggiunto", "+": "più", "-": "meno", "perp": "ortogonale",
            "c": "complementare", "times": "per",
        },
        half="un mezzo",
        cube_root="radice cubica di {}",
        root="radice {} di {}",
        any_root="radice di indice {} di {}",
        ordinal="feminine",
        of="di",
        times="per",
        by="per",
        negative="meno",
        dot="scalare",
        maps_from="da",
        below="con {}",
        primes=("primo", "secondo", "terzo"),
        squared="al quadrato",
        cubed="al cubo",
        power="elevato a {}",
        square_root="radice quadrata di {}",
        over="{} fratto {}",
        derivative="{} su {} di",
        long_fraction="frazione con numeratore {}, e denominatore {},",
        choose="binomiale {} su {}",
        bounds="da {} a {}",
        range="su {}",
        approaches="per {} che tende a {}",
        inverse="inversa di {}",
        base="{} in base {}",
        negated="non {}".format,
        absolute="valore assoluto di {}",
        norm="norma di {}",
        given="dato",
        brackets="aperta parentesi {}, chiusa parentesi,",
        set="l'insieme {}",
        set_such_that="l'insieme di {} tale che {}",
        member=("appartiene a", "in"),
        interval="l'intervallo da {} a {}",
        matrix="matrice {} per {}, {},",
        determinant="determinante della matrice {} per {}, {},",
        row="riga {}: {}",
        contractions={
            "di i numeri": "dei numeri", "a i numeri": "ai numeri", "in i numeri": "nei numeri",
            "da i numeri": "dai numeri", "su i numeri": "sui numeri", "di l'": "dell'", "a l'": "all'",
            "in l'": "nell'", "da l'": "dall'", "su l'": "sull'",
        },  # "da i" may also be from the letter
    )  # fmt: skip
