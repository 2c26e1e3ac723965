"""Ordinals in digits in Spanish texts: 3.º, 1ra, 2do, and with the sign of degrees "el artículo 5°", "7° básico"."""

import re

from kokoro_speech_server.text.normalization.international.iberian_notations import is_heat
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller

_RANKED = (
    "(?:pisos?|grados?|puestos?|lugar(?:es)?|años?|aniversario|capítulo|días?|(?:tri|cuatri|bi|se)mestres?|nivel"
    "|cumpleaños|minuto|básico|medio|ciclo|curso|congreso|encuentro|festival|juzgado|distrito|inciso|párrafo|set|round"
    "|tiempo|cuarto|turno|medios|básicos|período|periodo|edición|división|fecha|etapa|vuelta|región|sala|jornada"
    "|semana|generación|enmienda)"
)
# "3°" may also be an angle or a temperature.
PATTERN = (
    r"(?<![\w.,])(?P<number>\d{1,3})\.?(?P<ending>[ºª](?! ?[CF]\b)|(?:er|ro|ra|do|da|to|ta|mo|ma|vo|va|no|na|o"
    r"|a)(?![^\W_])|°(?! ?[CFKNSEWO\d](?!\w))(?! ?\d))"
)
_OF_LAW = re.compile(
    r"\b(?:[Aa]rt[íi]culos?|[Aa]rts?\.|[Ii]ncisos?|[Ii]ncs?\.|[Pp]árrafos?|[Nn]umeral(?:es)?|[Nn]úm\.|[Nn]os?\."
    r"|[Cc]láusulas?|[Pp]untos?|[Rr]eglas?|[Cc]onsiderandos?|[Dd]isposición|[Tt]ítulo|[Cc]apítulo|[Pp]iso"
    r"|[Tt]ransitori[oa]s?|[Oo]rdinal|[Nn]úmeros?)"
    r"(?:,? (?:y |e |o |al? )?\d{1,3}[°º]?){0,6}(?:,? (?:y|e|o|al?))? $"
)
_FEMININE = re.compile(r"\b(?:[Cc]láusulas?|[Rr]eglas?|[Dd]isposición|transitorias?)[^.;]*$")
_WARM = re.compile(
    r"(?:\b(?:[Mm][áa]x|[Mm][íi]n)\.:? ?(?:de )?|\b(?:[Mm]áximas?|[Mm]ínimas?|[Tt]emperaturas?|[Tt]ermómetros?)"
    r"(?: [a-záéíóú]{1,12}){0,3}:? |[-−])$"
)
_FEMININE_NOUN = re.compile(r" (?:edición|división|fecha|etapa|vuelta|región|sala|jornada|semana|generación)")
_NOUN = re.compile(rf" {_RANKED}\b")
_AHEAD = 60
_SPELLED = 10
"""The last number of an article or a paragraph that is said as an ordinal."""


def ordinal(speller: NumberSpeller, match: re.Match[str]) -> str | None:
    """`ordinal` of the locale."""
    number, ending = int(match["number"]), match["ending"]
    if not 0 < number < 1000:
        return None
    before = match.string[max(0, match.start() - _AHEAD) : match.start()]
    if is_heat(match, number) or (ending == "º" and _WARM.search(before)):
        return f"{speller.cardinal(number)} grados"
    after = match.string[match.end() :]
    feminine = ending in ("ª", "ra", "da", "ta", "ma", "va", "na", "a")
    if ending == "°":
        if _NOUN.match(after):
            feminine = _FEMININE_NOUN.match(after) is not None
        elif _OF_LAW.search(before):
            if number > _SPELLED:
                return speller.cardinal(number)
            feminine = _FEMININE.search(before) is not None
        else:
            return None
    if feminine:
        gender = "feminine"
    elif ending == "er" or (number % 10 in (1, 3) and re.match(r" [a-z]+o\b", after)):
        gender = "masculine-adjective"
    else:
        gender = "masculine"
    return speller.spell(number, f"spellout-ordinal-{gender}")
