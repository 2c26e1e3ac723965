"""Latin initials in Mandarin texts that English would say as words, and COVID-19."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_SPELLED = ("WHO", "ADC", "IT", "OS", "LED", "OLED", "AMOLED", "ROE", "ROC", "PER", "ROI")
_NAMES = {"TOEFL": "托福", "JAXA": "Jaxa", "JSON": "Jason"}
_INITIALS = re.compile(
    rf"(?<![A-Za-z\d@#./_&-])(?<![A-Za-z] )(?:{any_of((*_SPELLED, *_NAMES))})(?![A-Za-z\d@_]|[.&'’/-]\w| [A-Za-z])"
)
_SLANG = re.compile(
    r"(?<![A-Za-z\d@#./_&-])(?:yyds|xswl|awsl|nsdd|zqsg|plmm|ssfd|szd|xdm|jms|yygq|dbq)(?![A-Za-z\d@_]|[.&'’/-]\w)"
)
"""Initials of pinyin, in small letters."""
_NEEDS = re.compile("[A-Z]{2}")
_FIGURE = re.compile(
    "[△∠⊥∥⊙]|三角形|矩形|四边形|菱形|梯形|正方形|长方形|线段|直线|垂足|棱[长锥柱台]|正方体|对角线|切线|平分线|中位线|圆心"
)
_POINTS = re.compile(r"(?<![A-Za-z\d@#./_&-])(?!CAD|PPT|NASA)[A-Z]{2,4}(?![A-Za-z\d@_]|[.&'’/-]\w| [A-Za-z])")
"""Sides and angles of a figure, named by their points."""
_FLIGHT = re.compile(r"(?<![A-Za-z\d])(?:MU|HO|AS|AM|OS|SO|TO|IT)(?=\d{3,4}(?!\d)|航班|次航班)")
_ODDS = re.compile(r"(?<![A-Za-z\d])OR(?=值| ?[=＝]|为\d| ?\d|[(（]95)(?! ?1=)")
_OF_ODDS = re.compile(r"CI|P ?[<＜=＝]|回归|比值比|风险|Logistic|logistic|危险|OR ?[=＝] ?\d|OR值")
_LIVER = re.compile(r"(?<![A-Za-z\d])ALT(?![A-Za-z]|键| ?[+＋] ?T)")
_OF_LIVER = re.compile("转氨酶|U/L|肝|AST|患者|化验|检验")
_COVID = re.compile(r"(?<![A-Za-z])COVID-19(?!\d)")


def initial_rules() -> tuple[Rule, ...]:
    """Rules that come before those for numbers."""

    def letters(match: re.Match[str]) -> str:
        return " ".join(match[0]).replace("A", "诶")

    return (
        Rule(
            Category.ABBREVIATIONS,
            _INITIALS,
            lambda match: _NAMES.get(match[0]) or " ".join(match[0]).replace("A", "诶"),
            needs=_NEEDS,
        ),
        Rule(
            Category.ABBREVIATIONS,
            _SLANG,
            lambda match: " ".join(match[0].upper()).replace("A", "诶"),
            needs=_SLANG,
        ),
        Rule(Category.MATHS, _POINTS, letters, evidence=_FIGURE),
        Rule(Category.IDS, _FLIGHT, letters, needs=_NEEDS),
        Rule(Category.ABBREVIATIONS, _ODDS, letters, evidence=_OF_ODDS),
        Rule(Category.ABBREVIATIONS, _LIVER, letters, evidence=_OF_LIVER),
        Rule(Category.NUMBERS, _COVID, lambda match: "COVID 十九", needs=_NEEDS),
    )
