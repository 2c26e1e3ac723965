"""Formulas in Spanish."""

from functools import cache

from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.normalization.formula_words import FormulaWords
from kokoro_speech_server.text.normalization.international import formula_tables, spanish


@cache
def formula_words(_: Language) -> FormulaWords:
    return formula_tables.formula_words(
        spanish.LOCALE,
        greek="alfa beta gamma delta épsilon dseta eta theta iota kappa lambda mu nu xi ómicron pi ro sigma tau ípsilon"
        " fi ji psi omega",
        own_letters={"Y": "i griega"},
        names={
            "hbar hslash": "H barra", "infty": "infinito", "partial": "parcial",
            "emptyset varnothing": "el conjunto vacío", "aleph": "álef", "Re": "la parte real de",
            "Im": "la parte imaginaria de", "ldots cdots dots vdots ddots": "puntos suspensivos", "angle": "ángulo",
            "triangle": "triángulo", "prime": "prima", "bullet": "punto", "top": "traspuesta", "bot": "falso",
            "neg lnot": "no", "therefore": "por lo tanto", "because": "porque", "%": "por ciento", "$": "dólares",
            "&": "y", "#": "número", "degree": "grados", "S": "sección", "dagger": "daga", "star ast": "asterisco",
            "forall": "para todo", "exists": "existe", "nexists": "no existe", "lfloor": "la parte entera de",
            "lceil": "el techo de", "_": "guion bajo",
        },
        operators={
            "+": "más", "-": "menos", "*": "por", "/": "sobre", "pm": "más menos", "mp": "menos más", "div": "entre",
            "cup": "unión", "cap": "intersección", "oplus": "suma directa", "otimes": "tensor", "and": "y", "or": "o",
            "mod": "módulo", "circ": "compuesta con",
        },
        relations={
            "= doteq": "igual a", "< lt": "menor que", "> gt": "mayor que",
            "le leq leqslant ≤": "menor o igual que", "ge geq geqslant ≥": "mayor o igual que",
            "ne neq ≠": "distinto de", "approx simeq ≈": "aproximadamente igual a", "cong": "congruente con",
            "equiv": "equivalente a", "sim": "semejante a", "propto": "proporcional a", "in ∈": "pertenece a",
            "notin": "no pertenece a", "ni supset": "contiene a", "subset": "subconjunto de",
            "subseteq": "subconjunto o igual a", "supseteq": "contiene o es igual a", "parallel": "paralelo a",
            "perp": "perpendicular a", "ll": "mucho menor que", "gg": "mucho mayor que",
            "to rightarrow longrightarrow →": "en", "mapsto": "se transforma en", "leftarrow": "desde",
            "Rightarrow implies Longrightarrow": "implica", "Leftrightarrow iff": "si y solo si",
            "leftrightarrow": "equivale a", "mid": "dado", "vdash": "demuestra", "models": "satisface",
            "coloneqq triangleq": "se define como", "uparrow": "arriba", "downarrow": "abajo", "nmid": "no divide a",
            "prec": "precede a", "succ": "sucede a",
        },
        functions={
            "sin sen": "seno", "cos": "coseno", "tan tg": "tangente", "cot cotg ctg": "cotangente", "sec": "secante",
            "csc cosec": "cosecante", "arcsin arcsen": "arcoseno", "arccos": "arcocoseno",
            "arctan arctg": "arcotangente", "sinh senh": "seno hiperbólico", "cosh": "coseno hiperbólico",
            "tanh tgh": "tangente hiperbólica", "log lg": "logaritmo", "ln": "logaritmo natural",
            "exp": "exponencial", "det": "determinante", "dim": "dimensión", "ker": "núcleo", "deg": "grado",
            "arg": "argumento", "gcd mcd": "máximo común divisor", "lcm mcm": "mínimo común múltiplo",
            "Pr": "probabilidad", "hom": "hom", "tr": "traza",
        },
        large={
            "sum": "suma", "prod": "producto", "int": "integral", "iint": "integral doble", "iiint": "integral triple",
            "oint": "integral de contorno", "bigcup": "unión", "bigcap": "intersección", "bigoplus": "suma directa",
            "coprod": "coproducto",
        },
        limits={
            "lim": "límite", "max": "máximo", "min": "mínimo", "sup": "supremo", "inf": "ínfimo",
            "limsup": "límite superior", "liminf": "límite inferior", "argmax": "argumento del máximo",
        },
        accents={
            "hat": "gorro", "widehat": "gorro", "bar": "barra", "overline": "barra", "tilde": "tilde",
            "widetilde": "tilde", "dot": "punto", "ddot": "dos puntos", "underline": "subrayado",
        },
        around={"vec": ("vector", ""), "overrightarrow": ("vector", ""), "pmod": ("módulo", "")},
        sets={
            "R": "los números reales", "N": "los números naturales", "Z": "los números enteros",
            "Q": "los números racionales", "C": "los números complejos", "P": "los números primos",
        },
        marks={
            "(": "abre paréntesis", ")": "cierra paréntesis,", "[": "abre corchete", "]": "cierra corchete,",
            "!": "factorial", "%": "por ciento", "°": "grados", "∞": "infinito", "' ’": "prima", "{": "abre llave",
            "}": "cierra llave,", "…": "puntos suspensivos", "langle": "abre corchete angular",
            "rangle": "cierra corchete angular,",
        },
        raised={
            "circ": "grados", "top": "traspuesta", "T": "traspuesta", "*": "asterisco", "ast": "asterisco",
            "star": "asterisco", "dagger": "daga", "+": "más", "-": "menos", "perp": "perpendicular",
            "c": "complemento", "times": "por",
        },
        half="un medio",
        cube_root="raíz cúbica de {}",
        root="raíz {} de {}",
        any_root="raíz de índice {} de {}",
        ordinal="feminine",
        of="de",
        times="por",
        by="por",
        negative="menos",
        dot="punto",
        maps_from="de",
        below="sub {}",
        primes=("prima", "doble prima", "triple prima"),
        squared="al cuadrado",
        cubed="al cubo",
        power="elevado a {}",
        square_root="raíz cuadrada de {}",
        over="{} sobre {}",
        derivative="{} sobre {} de",
        long_fraction="fracción con numerador {}, y denominador {},",
        choose="combinaciones de {} en {}",
        bounds="desde {} hasta {}",
        range="sobre {}",
        approaches="cuando {} tiende a {}",
        inverse="inversa de {}",
        base="{} en base {}",
        negated="no {}".format,
        absolute="valor absoluto de {}",
        norm="norma de {}",
        given="dado",
        brackets="abre paréntesis {}, cierra paréntesis,",
        set="el conjunto {}",
        set_such_that="el conjunto de {} tal que {}",
        member=("pertenece a", "en"),
        interval="el intervalo de {} a {}",
        matrix="matriz de {} por {}, {},",
        determinant="determinante de la matriz de {} por {}, {},",
        row="fila {}: {}",
        contractions={"de el": "del", "a el": "al"},
    )  # fmt: skip
