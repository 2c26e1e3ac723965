"""Marks of notes, which a reader leaves out: [1], [12][13], [citation needed], ¹."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_NUMBERS = r"\d{1,3}(?:(?:, ?| ?[-–] ?)\d{1,3}){0,8}"
_WORDS = (
    r"[a-z]|(?:note|nb|n|lower-alpha) ?\d{1,3}|(?:citation|clarification|page|verification|better source|quantify|"
    r"dubious|dead link|sic|who\?|when\?|where\?|by whom\?|which\?|year needed|update)(?: needed| – discuss)?"
    r"|cita requerida|réf\. nécessaire|réf\. souhaitée|senza fonte|carece de fontes\??|sem fonte|要出典|来源请求"
)
_NOTE = re.compile(
    rf"(?<=[\w\u0900-\u0965.,;:!?%)\]”\"’»。、])(?P<space> ?)\[(?:(?P<numbers>{_NUMBERS})"
    rf"|(?P<words>{_WORDS}))\](?::\d{{1,4}})?"
)
_BRACKET = re.compile(r"\[")
_RAISED = re.compile(
    r"(?:(?<=[a-zà-ÿ]{4})|(?<=[a-zà-ÿ\d][.,;:!?”\"])|(?<=\d%)|(?<=[.,;:!?)][”\"’»]))[¹²³⁰⁴-⁹]{1,3}(?![\w⁺⁻+^])"
)
_SUPERSCRIPT = re.compile("[¹²³⁰⁴-⁹]")
_NAMED = re.compile(
    r"(?<![^\W\d_])[^\W\d_]{1,2}$|_$|[a-z][A-Z][a-zA-Z]{0,12}$|\b(?:list|args?|array|item|key|row|data|arr)$|文献 ?$"
)
_ROW = re.compile(
    r"\b(?:list[ae]|vettor[ei]|tupl[ae]|sequenz[ae]|insiem[ei]|coppi[ae]|tern[ae]|valori|elementi)$",
    re.IGNORECASE,
)
"""Before numbers in brackets that are no notes, if there are several: "la lista [1, 2, 3]"."""
_NOUN = re.compile(
    r"\b(?:in|by|from|of|see|to|with|at|and|or|than|as|for|refs?\.?|references?|intervals?|range|step|key|keys|press|"
    r"hit|option|item|is|are|was|en|dans|voir|vedi|em|de|per|par|por|et|ed?|y|és|array|index|between|over|on)$",
    re.IGNORECASE,
)


def note_rules() -> tuple[Rule, ...]:
    """Rules for the marks of notes after words. In "as [12] shows" and "a[1]" the bracket is read."""

    def note(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 24) : match.start()]
        if match["space"] and (match["words"] or _NOUN.search(before)):
            return None
        if match["numbers"] and (match["numbers"] == "0" or _NAMED.search(before)):
            return None
        if match["space"] and "," in (match["numbers"] or "") and _ROW.search(before):
            return None
        if (
            match["words"]
            and len(match["words"]) == 1
            and not re.search(r"[^\W\d_]{3}$|[.,;:!?%)\]]$", before)
        ):
            return None
        return ""

    return (
        Rule(Category.SYMBOLS, _NOTE, note, needs=_BRACKET),
        Rule(Category.SYMBOLS, _RAISED, lambda match: "", needs=_SUPERSCRIPT),
    )
