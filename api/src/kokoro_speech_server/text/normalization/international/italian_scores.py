"""Results of matches and minutes of play in Italian: Lecce-Bari 1-2, vince 78-85, (22'), 39'st, 1:20.161."""

import re

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_SCORE = re.compile(
    r"(?<![\w.,/:'’-])(?P<ours>\d{1,3})[-–](?P<theirs>\d{1,3})(?![\w/'’′°%-]|[.,:]\d| ?[°%€])"
)
_HAS_SCORE = re.compile(r"\d[-–]\d")
_TEAMS = re.compile(
    r"(?:(?<=[a-zà-ÿ])|(?<=[A-Z]{3})) ?[-–] ?(?=[A-ZÀ-Þ])[\w'’]{2,20}"
    r"(?: (?:[A-ZÀ-Þ][\w'’]{1,15}|[a-z]{2,3}(?= [A-Z]))){0,3} $"
)
"""The end of the names of two teams: "Lecce-Bari "."""
_OF_A_MATCH = re.compile(
    r"\b(?:finisc\w{1,4}|finit[aoie]|termin(?:a|ò|at[aoie])|vinc(?:e|ono|endo|ere)|vint[aoie]|vinse|vittori[ae]"
    r"|batt(?:e|ono|ut[aoie]|uto)|sconfi\w{2,6}|perd(?:e|ono|ut[aoie])|perso|pareggi\w{0,3}|ribalt\w{1,4}|rimont\w{1,4}"
    r"|risultat[oi]|punteggi[oi]?|parzial[ei]|doppietta|tripletta|gol|ret[ei]|rigor[ei]|ko|arbitro|marcatori"
    r"|trasferta|semifinal[ei]|sets?|derby|tabellino|sospensione|espugn\w{1,4}|imbattut[aoie])\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r" (?!(?:in|per|al?|all[ae]?|ai|con|dopo|grazie|contro|nel|nell[ae]|sul|sull[ae]|su|di|del|dell[ae]|dei|da|dal"
    r"|dall[ae]|e|ed|ma|che|il|la|i|gli|le|tra|fra|mentre|quando|finale|parziale|esterno|interno|casalingo|perch[éè]"
    r"|dts|dcr|senza|poi|fino|per[òo]|nonostante|si|prima|firmato|targato|ospite|siglato)\b)[a-zà-ÿ]{1,30}"
)
"""What is behind a range, but not behind a score: "1-2 giorni"."""
_NAMED = re.compile(
    r"(?:\b(?:pagg?|pp?|nn?|artt?|vv?|figg?|capp?)\.|pagin[ae]|numer[oi]|\bore|minut[oi]|giornat[ae]|anni|commi"
    r"|\b(?:tra|fra|dal?)|\b(?:[Ll]un|[Mm]art?|[Mm]er|[Gg]iov?|[Vv]en|[Ss]ab|[Dd]om)(?:[a-z]{0,6}dì|ato|enica)?\.?) $"
)
_HALF = re.compile(r"(?<![\w.,])(?P<minute>\d{1,3})['’′] ?(?P<half>[ps])\.? ?t(?:\b(?!\.)|\.)")
_HAS_HALF = re.compile(r"\d['’′] ?[ps]\.? ?t")
_HALVES = {"p": "del primo tempo", "s": "del secondo tempo"}
_LAP = re.compile(
    r"(?<![\w.,:])(?P<minutes>\d{1,2}):(?P<seconds>[0-5]\d)[.,](?P<parts>\d{2,3})(?![\w:]|[.,]\d)"
)
_HAS_LAP = re.compile(r":\d\d[.,]\d\d")
_PLAYER = re.compile(r"(?:\((?:[^()]{0,80}(?:,| e) )?|\b[A-ZÀ-Þ][a-zà-ÿ'’]{2,20} )$")
_PLAYED = re.compile(
    r"(?<![\d-])\d-\d(?![\d-])|\b(?:gol|ret[ei]|doppietta|tripletta|marcator[ei]|ammonit[oi]|espuls[oi]|arbitro"
    r"|sostituzion[ei]|segn(?:a|ano|ato|ò)|pareggi[ao]?|vantaggio|raddoppi[ao]|rigor[ei]|[ad]l \d{1,3}['’′])",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\b(?:[AaDd]l|[Dd]al|[Nn]el|[Dd]el|[Ii]l|all['’]) ?$")


def score_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Scores that rise, which would be ranges elsewhere, and minutes with the half of the match joined to them."""

    def score(match: re.Match[str]) -> str | None:
        if int(match["ours"]) >= int(match["theirs"]) or _COUNTED.match(match.string, match.end()):
            return None
        before = match.string[max(0, match.start() - 80) : match.start()]
        if not _TEAMS.search(before) and not _OF_A_MATCH.search(match.string):
            return None
        if _NAMED.search(before):
            return None
        return speller.locale.score.format(speller.number(match["ours"]), speller.number(match["theirs"]))

    def half(match: re.Match[str]) -> str:
        words = speller.spell(int(match["minute"]), "spellout-ordinal-masculine")
        ended = "." if match[0].endswith(".") and match.end() == len(match.string) else ""
        return f"{words} minuto {_HALVES[match['half']]}{ended}"

    def lap(match: re.Match[str]) -> str:
        minutes = speller.counted(match["minutes"], Noun("minuto", "minuti"))
        seconds = speller.counted(str(int(match["seconds"])), Noun("secondo", "secondi"))
        return f"{minutes}, {seconds} e {speller.number(match['parts'])}"

    return (
        Rule(Category.TIMES, _LAP, lap, needs=_HAS_LAP),
        Rule(Category.RATIOS, _SCORE, score, needs=_HAS_SCORE),
        Rule(Category.TIMES, _HALF, half, needs=_HAS_HALF),
    )


def minute_of_play(speller: NumberSpeller, number: int, before: str, added: bool) -> str:
    """`minute`."""
    if before.endswith("minuto "):
        return speller.cardinal(number)
    of_a_player = _PLAYER.search(before) and _PLAYED.search(before)
    if added or _ARTICLE.search(before) or of_a_player:
        return f"{speller.spell(number, 'spellout-ordinal-masculine')} minuto"
    return speller.counted(str(number), Noun("minuto", "minuti"))
