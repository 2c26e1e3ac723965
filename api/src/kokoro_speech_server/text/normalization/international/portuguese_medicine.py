"""Notations of Portuguese prescriptions and charts: de 8/8 h, PA 130x80, IG 32s4d, Apgar 8/9, por 7d, 1 g IV."""

import re

from kokoro_speech_server.text.normalization.international.locale import Noun
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_EVERY = re.compile(
    r"(?<![\w.,/])(?P<number>\d{1,2})/(?P=number) ?"
    r"(?P<unit>h(?:oras?|s)?|min(?:utos?|s)?|d(?:ias?)?|sem(?:anas?|\.)|meses)(?!\w)"
)
_TIMES = {"h": "horas", "m": "minutos", "d": "dias", "s": "semanas", "meses": "meses"}
_FEMININE = ("horas", "semanas")
_PRESSURE = re.compile(
    r"(?<!\w)(?P<what>(?:PA|TA|PAS/PAD|[Pp]ressão(?: arterial)?)(?: sistêmica)?"
    r"(?::| (?:de|a|em|foi de|era de|estava em))? )"
    r"(?P<high>\d{1,3}) ?[xX×/] ?(?P<low>\d{1,3})(?P<unit> ?mmHg)?(?![\w/]|[.,]\d)"
)
_PRESSURE_WITH_UNIT = re.compile(
    r"(?<![\w.,/])(?P<what>)(?P<high>\d{2,3}) ?[xX×] ?(?P<low>\d{2,3})(?P<unit> ?mmHg)(?!\w)"
)
_HAS_PRESSURE = re.compile(r"\d ?[xX×/] ?\d")
_WEEKS = re.compile(r"(?<![\w.,])(?P<weeks>[1-4]?\d) ?s(?:em)?(?: e)? ?(?P<days>[0-6]) ?d(?!\w)")
_SCORE = re.compile(r"(?<=\b[Aa]pgar )(?P<what>(?:de )?)(?P<first>10|\d)/(?P<last>10|\d)(?![\w/]|[.,]\d)")
_DAYS = re.compile(
    r"(?:(?<=\bpor )|(?<=\bhá )|(?<=\bem )|(?<=\bapós )|(?<=, ))(?P<days>\d{1,2}) ?d(?=[,;)]|\.?$|/sem| e | ou )"
)
_WEEKLY = re.compile(r"(?<![\w.,])(?P<days>[1-7]) ?d/ ?sem(?:ana|\.)?(?!\w)")
_INTO_VEIN = re.compile(
    r"(?:(?<=\b(?:ou|em) )|(?<=\bvia )|(?<=\b[Aa]dm\. )|(?<=\bm[gL] )|(?<=\b[gU] )|(?<=\bUI )|(?<=/))IV"
    r"(?=/(?:IM|SC|VO)|[,;.)](?!\w)|$| (?:ou|e) (?:IM|SC|VO|EV|\d)| (?:lent|em |de \d|\d|por |a cada|direto))"
)
_BY_MOUTH = re.compile(
    r"(?:(?<=\b[a-z]p )|(?<=\bm[gL] )|(?<=\d g )|(?<=\bp\. )|(?<=\bo )|(?<=\bgotas )|(?<=\bs ))VO(?!\w)"
)
_IF_NEEDED = re.compile(r"(?<=[a-z\d] )(?:S/N|SN)(?=[,;.)](?!\w)|$)")
_OF_DRUGS = re.compile(r"\d ?(?:mg|mL|ml|mcg|g|UI|gotas|cp)\b|comprimido")
_SIDE = re.compile(
    r"(?P<organ>\b(?i:joelho|ombro|ovário|rim|pulmão|olho|braço|pé|quadril|punho|cotovelo|tornozelo|ouvido|fêmur"
    r"|hemitórax|testículo|átrio|ventrículo|lobo|(?P<feminine>perna|mão|mama|coxa|orelha|axila|carótida|tuba|fossa"
    r"|clavícula)) )(?P<side>[DE])(?=[,;:.)](?!\w)|$| (?:com|c/|sem|há|após|e|foi|é|de|em|\())"
)
_DEVIATION = re.compile(r"(?<=± )(?:dp|DP)(?!\w)|(?<=\()DP(?= [=:]? ?\d)")


def medicine_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for scores, abbreviations, fractions and units."""

    def every(match: re.Match[str]) -> str:
        written = match["unit"]
        noun = "meses" if written == "meses" else _TIMES[written[0]]
        number = speller.cardinal(int(match["number"]), f" {noun}")
        before = match.string[: match.start()]
        of = "" if before.endswith(("de ", "De ")) else "de "
        return f"{of}{number} em {number} {noun}"

    def pressure(match: re.Match[str]) -> str | None:
        if match["high"] == match["low"]:
            return None  # "PA de 15/15 minutos"
        high, low = (speller.cardinal(int(match[name])) for name in ("high", "low"))
        unit = " milímetros de mercúrio" if match["unit"] else ""
        return match["what"] + speller.locale.pressure.format(high, low) + unit

    def weeks(match: re.Match[str]) -> str:
        whole = speller.counted(match["weeks"], Noun("semana", "semanas"))
        return f"{whole} e {days(match)}" if match["days"] != "0" else whole

    def days(match: re.Match[str]) -> str:
        return speller.counted(match["days"], Noun("dia", "dias"))

    def score(match: re.Match[str]) -> str:
        return f"{match['what']}{speller.number(match['first'])} e {speller.number(match['last'])}"

    def side(match: re.Match[str]) -> str:
        ending = "a" if match["feminine"] else "o"
        return match["organ"] + ("direit" if match["side"] == "D" else "esquerd") + ending

    def into_vein(match: re.Match[str]) -> str:
        return "intravenosa" if match.string[: match.start()].endswith(("via ", "dm. ")) else "intravenoso"

    return (
        Rule(Category.TIMES, _EVERY, every, needs=DIGIT),
        Rule(Category.UNITS, _PRESSURE, pressure, needs=_HAS_PRESSURE),
        Rule(Category.UNITS, _PRESSURE_WITH_UNIT, pressure, needs=_HAS_PRESSURE),
        Rule(Category.TIMES, _WEEKS, weeks, needs=re.compile(r"\d ?s")),
        Rule(Category.RATIOS, _SCORE, score, needs=re.compile("pgar")),
        Rule(Category.TIMES, _WEEKLY, lambda match: f"{days(match)} por semana", needs=re.compile("/")),
        Rule(Category.TIMES, _DAYS, days, evidence=_OF_DRUGS),
        Rule(Category.ABBREVIATIONS, _INTO_VEIN, into_vein, evidence=_OF_DRUGS),
        Rule(Category.ABBREVIATIONS, _BY_MOUTH, lambda match: "via oral", evidence=_OF_DRUGS),
        Rule(Category.ABBREVIATIONS, _IF_NEEDED, lambda match: "se necessário", evidence=_OF_DRUGS),
        Rule(Category.ABBREVIATIONS, _SIDE, side, needs=re.compile(r"[a-zç] [DE](?!\w)")),
        Rule(Category.ABBREVIATIONS, _DEVIATION, lambda match: "desvio padrão", needs=re.compile("[dD][pP]")),
    )
