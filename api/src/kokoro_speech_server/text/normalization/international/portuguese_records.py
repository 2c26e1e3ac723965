"""Dates, years, floors, sizes and repetitions in Portuguese notices: 17 ago. 1987, 21/22, 2x/dia, parcela 3/10."""

import re

from kokoro_speech_server.text.normalization.international.dates import exists
from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_DOORS = re.compile(r"(?<![\w.,/])(?P<number>[2-5]) ?p\.?(?=[,;)])")
_CAR_YEARS = re.compile(r"(?<![\w.,/])(?P<first>\d\d)/(?P<last>\d\d)(?=[,;]| [a-z])")
_OF_CARS = re.compile(
    r"\b(?:km|flex|dir\.|ar[- ]cond|IPVA|câmbio|airbag|autom\w{0,6}|rodados|seminov[ao])\b", re.IGNORECASE
)
_SHORT_MONTH = re.compile(
    r"(?<![\w.,/])(?P<day>[0-3]?\d)[ ./-](?P<month>jan|fev|mar|abr|maio?|jun|jul|ago|set|out|nov|dez)\.?"
    r"[ ./-]?(?P<year>\d{4})(?!\w)"
)
_SHORT_YEAR = re.compile(
    r"(?:(?<=\bFab\.: )|(?<=\b[Vv]al\.: )|(?<=\b[Vv]enc\.: )|(?<=\b[Vv]alidade: ))"
    r"(?P<month>0[1-9]|1[0-2])/(?P<year>\d\d)(?![\w/])"
)
_DAY = re.compile(r"(?<![\w.,/-])(?P<day>1[3-9]|2\d|3[01])/(?P<month>[1-9]|1[0-2])(?![\w/-]|[.,]\d)")
_PART_OF_SEVERAL = re.compile(
    r"(?:(?<=\b[Pp]arcela )|(?<=\b[Pp]arc\. )|(?<=\b[Pp]ágina )|(?<=\b[Pp]ág\. )|(?<=\b[Ee]tapa )"
    r"|(?<=\bna v\. )|(?<=\b[Vv]olta ))"
    r"(?P<part>\d{1,3})/(?P<whole>\d{1,3})(?![\w/])"
)
_SHOTS = re.compile(
    r"(?<![\w.,/])(?P<part>\d{1,2})/(?P<whole>\d{1,2})(?= (?:em|nos?|nas?|de|do|da linha de) "
    r"(?:3 ?PT|3 ?pts|FG|LL|bolas?|arremess|lances|quadra|triplos|tiros|cestas|chutes|passes))"
)
_NUMBER_IN_YEAR = re.compile(r"(?<![\w.,/-])(?P<year>20\d\d)/(?P<number>\d{3,6})(?![\w/-]|[.,]\d)")
_THOUSANDS = re.compile(r"(?<![\w.,])(?P<number>(?!(?:2|4|8|5|10)k)\d{1,3}(?:,\d)?)k(?=[ ,;?!)]|\.?$)")
_TIMES = re.compile(
    r"(?<![\w.,])(?P<number>\d{1,3}(?:,\d{1,2})?)x(?:(?P<each> ?/ ?(?=dia|semana|m[êe]s|ano))|(?P<price> (?=R\$"
    r"|(?P<bare>\d{2,4}(?:,\d\d)?(?![\d.,]\d| ?(?:cm|mm|m|x|kg|g|min|s|rep)))))"
    r"|(?= (?:[oa]s? d|maior|menor|ao|por"
    r"|de|sem|mais|na|no|em|[A-Z]{2,5}|[A-ZÀ-Ý][a-zà-ÿ]|[sc]/))|(?P<end>(?=[,;.)](?!\d)|$)))"
)
_OF_ALGEBRA = re.compile(r"[=^]|\b[a-ln-z][²³]")
_PIXELS = re.compile(r"(?:(?<=\d\d\d)|(?<=\d\d\d ))[x×](?= ?\d{3,4}(?![\d.,]| ?=))")
_LETTER_SIDES = re.compile(r"(?<=\b[ALPC] )x(?= [ALPC](?:[):,]| x))")
_SHARES = re.compile(r"(?<=% )x(?= \d)")
_PENALTIES = re.compile(r"(?<=\d\) )x(?= \(\d)")
_FLOOR = re.compile(r"(?<=\d) [-–](?= \d{1,3}[ºª°])")
_PRICED = re.compile(r"(?<=[a-zA-Z²³] )x(?= R\$)")
_OIL = re.compile(r"(?<!\w)(?P<cold>\d{1,2})W-?(?P<hot>\d{2})(?!\w)")
_AGE = re.compile(r"(?:(?<=, )|(?<=\()|(?<=[<>≥≤] ))(?P<age>\d{1,3}) ?a(?=[,;)])")
_AGE_IN_MONTHS = re.compile(r"(?<![\w.,])(?P<years>\d{1,2})a(?: e)? ?(?P<months>\d{1,2})m(?!\w)")
_SPAN_OF_DAYS = re.compile(
    r"(?<![\w.,/-])(?P<day>[12]?\d|3[01])/(?P<month>[1-9]|1[0-2])(?= (?:a|até) \d{1,2}º?/\d{1,2}(?![\d/]))"
)
_LIFE = re.compile(r"(?<=\b[12]\d{3} )[-–—](?= \d{1,2}º? de [a-zç]{4})")
_QUARTER = re.compile(r"(?:(?<=\b[Nn]o )|(?<=\b[Dd]o ))(?P<quarter>[1-4])T(?!\w)")
_MODEL = re.compile(r"(?<=[a-zà-ÿ] )(?P<model>\d{1,2}) (?=(?:16|32|64|128|256|512) ?GB\b)")
_HEXADECIMAL = re.compile(r"(?<!\w)0x(?P<digits>[\dA-Fa-f]{2,16})(?!\w)")
_LASTING = re.compile(
    r"(?:(?P<before>\b(?:em|durou|dura|durar|duração|duração de|tempo|tempo de|tempo total de|levou|leva|levar|demorou"
    r"|demora|durante|por|voo de|viagem de|jogo de|partida de|filme de|prova de|percurso de|atraso de|gastou|quase)"
    r"(?: (?:cerca|mais|menos|apenas|quase|até|exatos|só|em)(?: de)?)? )|(?<![\w:.,/-]))"
    r"(?P<hours>\d{1,2}) ?h ?(?P<minutes>[0-5]\d)(?![\w:/]|[.,]\d| ?(?:min|às|até|-|–))"
    r"(?P<after>(?= de (?:jogo|partida|duração|viagem|voo|prova|atraso|filme|espera|sono|batalha|trabalho|luta"
    r"|caminhada|estrada|carro|ônibus|trem|avião|treino|show|aula|gravação)\b))?"
)
_LETTERS_OF_TABLES = re.compile(
    r"(?<![\w.,])(?P<won>\d{1,2}) ?V(?:,| e|)? ?(?P<drawn>\d{1,2}) ?E(?:,| e|)? ?(?P<lost>\d{1,2}) ?D(?!\w)"
)
_DUE = re.compile(
    r"(?:(?<=\b[Vv]enc\. )|(?<=\b[Vv]encimento )|(?<=\b[Vv]encimento: )|(?<=\b[Dd]ata: )|(?<=\b[Pp]razo: )"
    r""
    r"|(?<=\b[Ss]egunda, )|(?<=\b[Ss]egunda \()|(?<=\b[Tt]erça, )|(?<=\b[Tt]erça \()|(?<=\b[Qq]uarta, )"
    r"|(?<=\b[Qq]uarta \()|(?<=\b[Qq]uinta, )|(?<=\b[Qq]uinta \()|(?<=\b[Ss]exta, )|(?<=\b[Ss]exta \()"
    r"|(?<=\b[Ee]ntrega: )|(?<=\b[Vv]ence )|(?<=\b[Pp]rova: )|(?<=\b[Ii]nício: )|(?<=\b[Ss]aída: )|(?<=\b[Cc]hegada: ))"
    r"(?P<day>0?[1-9]|[12]\d|3[01])/(?P<month>0?[1-9]|1[0-2])(?![\w/-]|[.,]\d| d[aeo]s? | (?:de )?x[íi]c)"
)
_SHARE_CODE = re.compile(r"(?<![^\W_])(?P<code>[A-Z]{4})(?P<number>\d{1,2})(?= R\$ ?\d)")
_HALF_TIME = re.compile(r"(?P<of>(?:\b(?:no|do|o) )?)(?<![\w.,/])(?P<half>[12])T(?![\w/])")
_OF_GOALS = re.compile(r"\b(?:[Gg]o(?:ls?|los?)|[Cc]artões|[Cc]artão|minuto(?:s)? (?:do|de jogo))\b|\d['’′]")
_COLUMNS = re.compile(r"(?<=[\w)]{2}) \| (?=\w{2})")
_SLICE = re.compile(r"(?<=\w\[)(?P<first>\d{1,3}):(?P<last>\d{1,3})(?=\])")
_SLASH = re.compile("/")


def record_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for abbreviations, dates, units and numbers."""
    locale = speller.locale

    def doors(match: re.Match[str]) -> str:
        return speller.counted(match["number"], Noun("porta", "portas"))

    def car_years(match: re.Match[str]) -> str | None:
        first, last = int(match["first"]), int(match["last"])
        return f"{speller.cardinal(first)}, {speller.cardinal(last)}" if last - first in (0, 1) else None

    def short_month(match: re.Match[str]) -> str | None:
        month = 1 + next(i for i, name in enumerate(locale.months) if name.startswith(match["month"]))
        day = int(match["day"])
        return locale.date(speller, int(match["year"]), month, day) if exists(month, day) else None

    def short_year(match: re.Match[str]) -> str:
        return locale.date(speller, 2000 + int(match["year"]), int(match["month"]), None)

    def day_of_month(match: re.Match[str]) -> str | None:
        month, day = int(match["month"]), int(match["day"])
        return locale.date(speller, None, month, day) if exists(month, day) else None

    def part_of_several(match: re.Match[str]) -> str:
        return f"{speller.number(match['part'])} de {speller.number(match['whole'])}"

    def number_in_year(match: re.Match[str]) -> str | None:
        if int(match["number"]) - int(match["year"]) in (0, 1):
            return None
        return f"{speller.number(match['year'])}, {speller.number(match['number'])}"

    def thousands(match: re.Match[str]) -> str:
        return f"{speller.number(match['number'], ' mil ')} mil"

    def times(match: re.Match[str]) -> str | None:
        if match["bare"] and "R$" not in match.string:
            return None
        if match["end"] is not None and _OF_ALGEBRA.search(match.string):
            return None
        words = speller.counted(match["number"], Noun("vez" if match["number"] == "1" else "vezes", "vezes"))
        return f"{words} por " if match["each"] else f"{words} de " if match["price"] else words

    def oil(match: re.Match[str]) -> str:
        return f"{speller.number(match['cold'])} W {speller.number(match['hot'])}"

    def age_in_months(match: re.Match[str]) -> str:
        years = speller.counted(match["years"], Noun("ano", "anos"))
        return f"{years} e {speller.counted(match['months'], Noun('mês', 'meses'))}"

    def quarter(match: re.Match[str]) -> str:
        return f"{speller.spell(int(match['quarter']), 'spellout-ordinal-masculine')} trimestre"

    def hexadecimal(match: re.Match[str]) -> str:
        digits = (speller.number(one) if one.isdigit() else one.upper() for one in match["digits"])
        return speller.join(speller.number("0"), "x", *digits)

    def lasting(match: re.Match[str]) -> str | None:
        if locale.lasting is None or (match["before"] is None and match["after"] is None):
            return None
        words = locale.lasting(speller, (int(match["hours"]), int(match["minutes"]), 0))
        return (match["before"] or "") + words

    def balance(match: re.Match[str]) -> str:
        won = speller.counted(match["won"], Noun("vitória", "vitórias"))
        drawn = speller.counted(match["drawn"], Noun("empate", "empates"))
        return f"{won}, {drawn} e {speller.counted(match['lost'], Noun('derrota', 'derrotas'))}"

    def half_time(match: re.Match[str]) -> str:
        ordinal = "primeiro" if match["half"] == "1" else "segundo"
        return f"{match['of'] or 'do '}{ordinal} tempo"

    def share(match: re.Match[str]) -> str:
        return f"{match['code']} {speller.number(match['number'])},"

    def cut(match: re.Match[str]) -> str:
        return f"{speller.number(match['first'])} dois pontos {speller.number(match['last'])}"

    def age(match: re.Match[str]) -> str:
        return speller.counted(match["age"], Noun("ano", "anos"))

    return (
        Rule(Category.ABBREVIATIONS, _DOORS, doors, evidence=_OF_CARS),
        Rule(Category.YEARS, _CAR_YEARS, car_years, evidence=_OF_CARS),
        Rule(Category.DATES, _SHORT_MONTH, short_month, needs=_SHORT_MONTH),
        Rule(Category.DATES, _SHORT_YEAR, short_year, needs=_SLASH),
        Rule(Category.RATIOS, _PART_OF_SEVERAL, part_of_several, needs=_SLASH),
        Rule(Category.RATIOS, _SHOTS, part_of_several, needs=_SLASH),
        Rule(Category.IDS, _NUMBER_IN_YEAR, number_in_year, needs=_SLASH),
        Rule(Category.DATES, _DAY, day_of_month, needs=_SLASH),
        Rule(Category.NUMBERS, _THOUSANDS, thousands, needs=_THOUSANDS),
        Rule(Category.RATIOS, _TIMES, times, needs=re.compile(r"\dx")),
        Rule(Category.UNITS, _PIXELS, lambda match: "por", needs=_PIXELS),
        Rule(Category.UNITS, _LETTER_SIDES, lambda match: "por", needs=_LETTER_SIDES),
        Rule(Category.RATIOS, _SHARES, lambda match: "contra", needs=_SHARES),
        Rule(Category.RATIOS, _PENALTIES, lambda match: "a", needs=_PENALTIES),
        Rule(Category.ADDRESSES, _FLOOR, lambda match: ",", needs=_FLOOR),
        Rule(Category.IDS, _OIL, oil, needs=_OIL),
        Rule(Category.UNITS, _AGE, age, needs=_AGE),
        Rule(Category.UNITS, _AGE_IN_MONTHS, age_in_months, needs=_AGE_IN_MONTHS),
        Rule(Category.DATES, _SPAN_OF_DAYS, day_of_month, needs=_SLASH),
        Rule(Category.DATES, _LIFE, lambda match: "–", needs=_LIFE),
        Rule(Category.DATES, _DUE, day_of_month, needs=_SLASH),
        Rule(Category.IDS, _SHARE_CODE, share, needs=_SHARE_CODE),
        Rule(Category.TIMES, _HALF_TIME, half_time, evidence=_OF_GOALS),
        Rule(Category.DATES, _QUARTER, quarter, needs=_QUARTER),
        Rule(Category.NUMBERS, _MODEL, lambda match: f"{speller.number(match['model'])}, ", needs=_MODEL),
        Rule(Category.IDS, _HEXADECIMAL, hexadecimal, needs=_HEXADECIMAL),
        Rule(Category.TIMES, _LASTING, lasting, needs=re.compile(r"\d ?h ?\d")),
        Rule(Category.UNITS, _LETTERS_OF_TABLES, balance, needs=re.compile(r"\d ?E")),
        Rule(Category.SYMBOLS, _COLUMNS, lambda match: ", ", needs=re.compile(r"\|")),
        Rule(Category.RATIOS, _SLICE, cut, needs=re.compile(r"\[\d")),
        Rule(Category.MATHS, _PRICED, lambda match: "vezes", needs=_PRICED),
    )
