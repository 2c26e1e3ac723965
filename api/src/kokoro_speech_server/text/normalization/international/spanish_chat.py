"""Short forms of Spanish chats and forums: q, xq, tb, x favor."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_WORDS = {
    "xq": "porque", "pq": "porque", "porq": "porque", "xque": "porque", "tb": "también", "tmb": "también",
    "tbn": "también", "tmbn": "también", "tbien": "también", "bn": "bien", "xfa": "por favor",
    "xfavor": "por favor", "porfa": "por favor", "tqm": "te quiero mucho", "tkm": "te quiero mucho",
    "msj": "mensaje", "msjs": "mensajes", "dnd": "dónde", "aunq": "aunque", "salu2": "saludos", "to2": "todos",
    "wsp": "WhatsApp", "wpp": "WhatsApp", "ntp": "no te preocupes", "cdo": "cuando", "xd": "",
    "tamb": "también", "nd": "nada", "tds": "todos", "grax": "gracias", "pls": "por favor",
    "plis": "por favor", "mñn": "mañana", "hst": "hasta", "msm": "mismo", "xk": "porque", "pk": "porque",
}  # fmt: skip
_SPELLINGS = "|".join(
    (*_WORDS, *(word.capitalize() for word in ("xq", "pq", "porq", "tb", "tmb", "xfa", "salu2")))
)
_WORD = re.compile(
    rf"(?<![\w.@/#'’+-])(?<![\d=+−×] )(?<!igual a )(?P<asked>¿)?(?P<word>{_SPELLINGS})(?![\w/@'’-]|\.\w)"
)
_WORD_NEEDS = re.compile(rf"(?<!\w)(?:{_SPELLINGS})(?!\w)")
_LETTERS = {"t": "te", "q": "que", "k": "que", "d": "de", "m": "me", "x": "por"}
_LETTER = re.compile(
    r"(?<![\w.,@/#'’=+<>×-])(?<![\d=+<>×] )(?P<letter>[qkdmxt])(?= [a-záéíóúñ]{2,30}(?![\w(]))"
)
_LETTER_NEEDS = re.compile(r"(?<!\w)[qkdmxt] [a-záéíóúñ]")
_CHATTED = re.compile(
    r"(?<!\w)(?:xq|pq|tmb|tb|bn|xfa|tqm|grax|tds|nd|dnd|q (?:no|me|te|se|lo|es|tal|hay|ya)"
    r"|x (?:mí|mi|eso|ahí|favor)|[aj]?(?:ja){2,6}j?"
    r"|j[aeio]j[aeio]|lol|xd|salu2|finde|d (?:la|los|las)|k (?:no|me|te|se|lo|es)"
    r"|t (?:quiero|espero|amo|llamo|veo|digo|paso|mando"
    r"|aviso|extraño|dejo|cuento))(?!\w)",
    re.IGNORECASE,
)
_BEFORE_THAT = re.compile(
    r"(?:^|\b(?:[Cc]reo|[Ll][oa]s?|[Ee]l|[Dd]ic?en?|[Dd]ice|[Dd]igo|dijo|sé|sabe|hay|tengo|tienes?|[Yy]a|para|así|veo|ver|parece"
    r"|espero|quiero|quiere|mejor|claro|hace|hasta|desde|antes|después|siempre|cada vez|[Ee]s|era|fue|más|menos)) $"
)
_OF_MATHS = re.compile(r"[=<>∈→·²³]|\b(?:igual a|[Ee]je|variables?|función|ecuación|incógnita)\b")
_FOR = re.compile(
    r"(?<![\w.,=+×-])(?<![\d=+×] )[xX](?= (?:favor|ejemplo|eso|ahí|aquí|mí|ti|fin|cierto|lo menos|suerte|qué|si acaso"
    r"|whatsapp|privado|interno|mail|correo|teléfono)(?!\w))"
)
_TIMES = re.compile(
    r"(?:(?<=\buds\. )|(?<=\bud\. )|(?<=\bunidades )|(?<=\bnoches )|(?<=\bpersonas ))x(?= \d)"
)
_BETWEEN_WORDS = re.compile(
    r"(?<=[a-záéíóúñ]{3} )(?<!\beje )(?<!\bejes )(?<!variable )(?<!valor )(?<!ordenada )(?<!función )(?<!ógnita )"
    r"(?<!\bque )(?<![Pp]ara )(?<!\bcon )(?<!\blos )(?<!\blas )(?<!\bcada )(?<!\bdel )x"
    r"(?= (?!mayor|menor|igual|posit|negat|distint|tiend|elevad|menos|entre|sobre|cuadrad)[a-záéíóúñ]{4})"
)

_PLAYERS = re.compile(r"(?<=[a-záéíóúñć] )x(?= [A-ZÁÉÍÓÚÑĆ][a-záéíóúñ])")
_OF_SUBSTITUTES = re.compile(r"\b(?:[Cc]ambios?|[Ss]ustitu\w{3,6}|[Mm]in\.|[Ee]ntr(?:a|ó)|\d{1,2}['’])")


def chat_rules() -> tuple[Rule, ...]:
    """Rules for words without vowels, and for single letters where the sentence has more of the kind."""

    def word(match: re.Match[str]) -> str:
        said = _WORDS[match["word"].lower()]
        if match["asked"]:
            return "¿" + {"porque": "por qué"}.get(said, said)
        return said.capitalize() if match["word"][0].isupper() else said

    def letter(match: re.Match[str]) -> str | None:
        if _OF_MATHS.search(match.string):
            return None
        before = match.string[max(0, match.start() - 20) : match.start()]
        is_that = match["letter"] == "q" and _BEFORE_THAT.search(before)
        return _LETTERS[match["letter"]] if is_that or _CHATTED.search(match.string) else None

    def substituted(match: re.Match[str]) -> str | None:
        return "por" if _OF_SUBSTITUTES.search(match.string) else None

    def between(match: re.Match[str]) -> str | None:
        return None if _OF_MATHS.search(match.string) else "por"

    return (
        Rule(Category.ABBREVIATIONS, _WORD, word, needs=_WORD_NEEDS),
        Rule(Category.ABBREVIATIONS, _FOR, lambda match: "por", needs=_FOR),
        Rule(Category.MATHS, _TIMES, lambda match: "por", needs=_TIMES),
        Rule(Category.ABBREVIATIONS, _BETWEEN_WORDS, between, needs=_BETWEEN_WORDS),
        Rule(Category.ABBREVIATIONS, _PLAYERS, substituted, needs=_PLAYERS),
        Rule(Category.ABBREVIATIONS, _LETTER, letter, needs=_LETTER_NEEDS),
    )
