"""Formulas in Portuguese."""

from functools import cache

from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.normalization.formula_words import FormulaWords
from kokoro_speech_server.text.normalization.international import formula_tables, portuguese


@cache
def formula_words(_: Language) -> FormulaWords:
    return formula_tables.formula_words(
        portuguese.LOCALE,
        greek="alfa beta gama delta épsilon zeta eta teta iota capa lambda mi ni csi ômicron pi rô sigma tau ípsilon fi"
        " qui psi ômega",
        own_letters={"A": "á", "E": "é", "O": "ó"},  # without the accent they are unstressed words
        names={
            "hbar hslash": "H cortado", "infty": "infinito", "partial": "parcial",
            "emptyset varnothing": "o conjunto vazio", "aleph": "álefe", "Re": "a parte real de",
            "Im": "a parte imaginária de", "ldots cdots dots vdots ddots": "reticências", "angle": "ângulo",
            "triangle": "triângulo", "prime": "linha", "bullet": "ponto", "top": "transposta", "bot": "falso",
            "neg lnot": "não", "therefore": "portanto", "because": "porque", "%": "por cento", "$": "dólares", "&": "e",
            "#": "número", "degree": "graus", "S": "seção", "dagger": "adaga", "star ast": "asterisco",
            "forall": "para todo", "exists": "existe", "nexists": "não existe", "lfloor": "o piso de",
            "lceil": "o teto de", "_": "sublinhado",
        },
        operators={
            "+": "mais", "-": "menos", "*": "vezes", "/": "sobre", "pm": "mais ou menos", "mp": "menos ou mais",
            "div": "dividido por", "cup": "união", "cap": "interseção", "oplus": "soma direta", "otimes": "tensor",
            "and": "e", "or": "ou", "mod": "módulo", "circ": "composta com",
        },
        relations={
            "= doteq": "igual a", "< lt": "menor que", "> gt": "maior que", "le leq leqslant ≤": "menor ou igual a",
            "ge geq geqslant ≥": "maior ou igual a", "ne neq ≠": "diferente de",
            "approx simeq ≈": "aproximadamente igual a", "cong": "congruente a", "equiv": "equivalente a",
            "sim": "semelhante a", "propto": "proporcional a", "in ∈": "pertence a", "notin": "não pertence a",
            "ni supset": "contém", "subset": "subconjunto de", "subseteq": "subconjunto ou igual a",
            "supseteq": "contém ou é igual a", "parallel": "paralelo a", "perp": "perpendicular a",
            "ll": "muito menor que", "gg": "muito maior que", "to rightarrow longrightarrow →": "em",
            "mapsto": "leva a", "leftarrow": "vem de", "Rightarrow implies Longrightarrow": "implica",
            "Leftrightarrow iff": "se e somente se", "leftrightarrow": "equivale a", "mid": "dado", "vdash": "prova",
            "models": "satisfaz", "coloneqq triangleq": "é definido como", "uparrow": "para cima",
            "downarrow": "para baixo", "nmid": "não divide", "prec": "precede", "succ": "sucede",
        },
        functions={
            "sin sen": "seno", "cos": "cosseno", "tan tg": "tangente", "cot cotg": "cotangente", "sec": "secante",
            "csc cossec": "cossecante", "arcsin arcsen": "arco seno", "arccos": "arco cosseno",
            "arctan arctg": "arco tangente", "sinh senh": "seno hiperbólico", "cosh": "cosseno hiperbólico",
            "tanh tgh": "tangente hiperbólica", "log lg": "logaritmo", "ln": "logaritmo natural",
            "exp": "exponencial", "det": "determinante", "dim": "dimensão", "ker": "núcleo", "deg": "grau",
            "arg": "argumento", "gcd mdc": "máximo divisor comum", "lcm mmc": "mínimo múltiplo comum",
            "Pr": "probabilidade", "hom": "hom", "tr": "traço",
        },
        large={
            "sum": "somatório", "prod": "produtório", "int": "integral", "iint": "integral dupla",
            "iiint": "integral tripla", "oint": "integral de contorno", "bigcup": "união", "bigcap": "interseção",
            "bigoplus": "soma direta", "coprod": "coproduto",
        },
        limits={
            "lim": "limite", "max": "máximo", "min": "mínimo", "sup": "supremo", "inf": "ínfimo",
            "limsup": "limite superior", "liminf": "limite inferior", "argmax": "argumento do máximo",
        },
        accents={
            "hat": "chapéu", "widehat": "chapéu", "bar": "barra", "overline": "barra", "tilde": "til",
            "widetilde": "til", "dot": "ponto", "ddot": "dois pontos", "underline": "sublinhado",
        },
        around={"vec": ("vetor", ""), "overrightarrow": ("vetor", ""), "pmod": ("módulo", "")},
        sets={
            "R": "os números reais", "N": "os números naturais", "Z": "os números inteiros",
            "Q": "os números racionais", "C": "os números complexos", "P": "os números primos",
        },
        marks={
            "(": "abre parênteses", ")": "fecha parênteses,", "[": "abre colchetes", "]": "fecha colchetes,",
            "!": "fatorial", "%": "por cento", "°": "graus", "∞": "infinito", "' ’": "linha", "{": "abre chaves",
            "}": "fecha chaves,", "…": "reticências", "langle": "abre colchete angular",
            "rangle": "fecha colchete angular,",
        },
        raised={
            "circ": "graus", "top": "transposta", "T": "transposta", "*": "asterisco", "ast": "asterisco",
            "star": "asterisco", "dagger": "adaga", "+": "mais", "-": "menos", "perp": "ortogonal",
            "c": "complementar", "times": "vezes",
        },
        half="um meio",
        cube_root="raiz cúbica de {}",
        root="raiz {} de {}",
        any_root="raiz de índice {} de {}",
        ordinal="feminine",
        of="de",
        times="vezes",
        by="por",
        negative="menos",
        dot="escalar",
        maps_from="de",
        below="índice {}",
        primes=("linha", "duas linhas", "três linhas"),
        squared="ao quadrado",
        cubed="ao cubo",
        power="elevado a {}",
        square_root="raiz quadrada de {}",
        over="{} sobre {}",
        derivative="{} sobre {} de",
        long_fraction="fração com numerador {}, e denominador {},",
        choose="combinação de {} em {}",
        bounds="de {} até {}",
        range="sobre {}",
        approaches="quando {} tende a {}",
        inverse="inversa de {}",
        base="{} na base {}",
        negated="não {}".format,
        absolute="valor absoluto de {}",
        norm="norma de {}",
        given="dado",
        brackets="abre parênteses {}, fecha parênteses,",
        set="o conjunto {}",
        set_such_that="o conjunto de {} tal que {}",
        member=("pertence a", "em"),
        interval="o intervalo de {} a {}",
        matrix="matriz {} por {}, {},",
        determinant="determinante da matriz {} por {}, {},",
        row="linha {}: {}",
        contractions={
            "de os": "dos", "a os": "aos", "em os": "nos", "de o": "do", "a o": "ao", "em o": "no", "de a": "da",
        },
    )  # fmt: skip
