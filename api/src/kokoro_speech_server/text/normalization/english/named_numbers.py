"""Numbers that are names: of houses, in the plural, of standards, batting averages."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import NOT_LASTING, NUMBER, NUMERIC, START
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_ROADS = (
    "Street|St|Avenue|Ave|Av|Road|Rd|Boulevard|Blvd|Drive|Dr|Lane|Ln|Court|Ct|Place|Pl|Square|Sq|Way|Parkway|Pkwy|"
    "Terrace|Highway|Hwy|Circle|Cir|Crescent|Row"
)
_WAY = r"(?:[NS]\.?[EW]\.?|[NSEW]\.?)"
_HOUSE = re.compile(
    rf"(?<![\w$€£#.,:/-])(?<!\d )(?P<number>[1-9]\d{{2,3}})"
    rf"(?= (?:(?:{_WAY}|(?:North|South)(?:east|west)?|East|West) )?"
    rf"(?:[A-Z][a-z]{{0,20}}|\d{{1,3}}(?:st|nd|rd|th))(?: [A-Z][a-z]{{1,20}})? (?:{_ROADS})\b)"
)
_BLOCK = re.compile(r"(?<![\w.,-])(?P<number>[1-9]\d{2,3})(?=[ -][Bb]locks?\b)")
_SEVERAL = re.compile(
    r"\b(?P<before>[Tt]he|[Tt]hese|[Tt]hose|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en|"
    r"[Mm]any|[Ss]everal|[Ff]ew|[Bb]oth|[Aa]ll|Boeing|Airbus) (?P<number>\d{1,4})['’]?s(?![\w-])"
    rf"{NOT_LASTING}"
)
_STATUSES = re.compile(
    r"(?<![\w.,-])(?P<number>[1-5]0[0-9]|4[12][0-9]|747|737|777|787|911|401|403)s(?![\w-])"
)
_STATUS = re.compile(
    r"\b(?:of|are|were|with|gets?|got|getting|returns?|returned|returning|sees?|saw|seeing|some|more|serves?|served|"
    r"throws?|threw|throwing|and|or|many|these|those|no) $"
)
_RUNWAY = re.compile(
    r"(?P<before>\b(?:[Rr]unways?|R[Ww][Yy]) )(?P<first>\d{1,2}[LRC]?)(?:/(?P<second>\d{1,2}[LRC]?))?(?!\w)"
)
_RUNWAY_SIDES = {"L": "left", "R": "right", "C": "center"}
_AIRLINER = re.compile(
    r"(?<![\w.,-])(?P<type>7[0-8]7)-(?P<variant>\d{2,3}|\d)(?P<suffix>ER|LR|F|MAX)?(?P<plural>s?)(?![\w-]|[.,]\d)"
)
_FOURS = re.compile(r"(?<!\w)(?P<first>\d{1,2}) ?[x×] ?(?P<second>\d{1,2})['’]?s(?!\w)")
_NINERS = re.compile(r"(?<!\w)(?P<number>\d{2})ers(?!\w)")
_UNDERSCORED = re.compile(r"(?<![\w.])\d{1,3}(?:_\d{3}){1,6}(?![\w])")
_MILLIONS = re.compile(rf"{START}(?P<number>\d{{1,4}}\.\d{{1,3}})(?P<magnitude>[MB])(?![\w/]|[.,]\w| [A-Z])")
_SHORT_MILLIONS = re.compile(
    rf"{START}(?:(?P<number>{NUMBER})m(?= (?:copies|people|users|viewers|subscribers|followers|units|households|jobs|"
    r"tons|tonnes|views|downloads|listeners|customers|passengers|visitors|voters|children|workers|homes|barrels|"
    r"records|accounts|doses|tickets|members|players|devices|shares|shs|euros|dollars|tourists|cars|bottles|vehicles|cases|patients|deaths|"
    r"refugees|residents|acres|trips|streams|fans|pounds|hectares|students|phones|streams)\b)"
    r"|(?P<before>(?:sold|shipped) (?:about |over |nearly |almost |some |around |more than )?)"
    rf"(?P<number2>{NUMBER})m(?!\w))"
)
_SHORT_MILLION = re.compile(r"\dm\b")
_AVERAGE = re.compile(
    r"(?:(?P<before>\b(?:[Hh]it|[Hh]its|[Hh]itting|[Bb]ats|[Bb]atted|[Bb]atting|[Ss]lugged|[Ss]lugging) "
    r"(?:an? |just |only )?)\.(?P<number>\d{3})|\.(?P<number2>\d{3})(?= (?:hitter|batting|average|slugging"
    r"|clip)\b))(?![\w%]|[.,]\d)"
)
_IN_BRACKETS = re.compile(
    r"(?:(?<=s )|(?<=s\. ))\((?P<first>\d{1,3}(?:\.\d{1,2})?[a-z]?)\) ?[-–—] ?\((?P<last>\d{1,3}(?:\.\d{1,2})?[a-z]?)\)"
)
_AFTER_ARTICLE = re.compile(
    r"(?P<before>\b[Aa] )(?P<number>[1-9]\d{3})(?=[.,;:!?)]*(?:$| (?!kcal|mmHg|psi[ag])"
    r"(?:[a-z]{4,20}|on|in|to|and|or|at|for|if|but|so|is|was|the|vs\.?|I)(?!\w)))"
)
_GRAPHICS_CARD = re.compile(
    r"(?P<before>\b(?:[Tt]he|[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Oo]ur|[Tt]hat|[Tt]his|[Oo]ld|[Nn]ew|[Uu]sed) )"
    r"(?P<number>[1-5]0[5-9]0|16[56]0|[5-7][5-9]00|90[67]0)(?![\w-]|[.,:/]\d)"
)
_OF_GRAPHICS = re.compile(
    r"\b(?:GPUs?|RTX|GTX|N[Vv][Ii][Dd][Ii][Aa]|AMD|Radeon|PSU|fps|FPS|DLSS|VRAM|[Ff]rames|[Gg]raphics|[Gg]aming|undervolt\w{0,3}|"
    r"ray tracing|\d{3}W|1080p|1440p|4K)\b"
)
_WIRELESS = re.compile(r"(?<![\w.])802\.(?P<group>\d{1,2})(?P<letters>[a-z]{0,2})(?![\w])")
_NUMBER_ONE = re.compile(
    r"(?:(?P<before>\b(?:[a-z]{1,12}|[A-Z]\w{0,15}['’]s) )|(?<![\w.,!?] )(?<!\w))No (?P<number>\d{1,3})"
    r"(?![\w,%-]|[.:/]\d)(?! (?:[a-z]{2,20}s|people|children|more)\b)"
)


def named_number_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 1600 Pennsylvania Avenue, the 747s, two 5s, 4x4s, 5m copies, hit .275, a 1430 on the SAT, 802.11ac."""

    def house(match: re.Match[str]) -> str | None:
        return None if numbers.british else numbers.code(match["number"])

    def block(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 4) : match.start()]
        return numbers.code(match["number"]) if before.endswith(("the ", "The ")) else None

    def several(match: re.Match[str]) -> str:
        return f"{match['before']} {numbers.plural(numbers.code(match['number']))}"

    def statuses(match: re.Match[str]) -> str | None:
        if not _STATUS.search(match.string[max(0, match.start() - 14) : match.start()]):
            return None
        return numbers.plural(numbers.code(match["number"]))

    def runway(match: re.Match[str]) -> str:
        words = (_runway(one) for one in match.group("first", "second") if one)
        return re.sub("R[Ww][Yy]", "Runway", match["before"]) + ", ".join(words)

    def _runway(written: str) -> str:
        side = _RUNWAY_SIDES.get(written[-1], "")
        if numbers.british:
            side = side.replace("center", "centre")
        return f"{numbers.digits(written)} {side}".rstrip()

    def airliner(match: re.Match[str]) -> str:
        suffix = (
            f" {' '.join(match['suffix']) if match['suffix'] != 'MAX' else 'MAX'}" if match["suffix"] else ""
        )
        words = f"{numbers.code(match['type'])} {numbers.code(match['variant'])}{suffix}"
        return numbers.plural(words) if match["plural"] else words

    def fours(match: re.Match[str]) -> str:
        return f"{numbers.number(match['first'])} by {numbers.plural(numbers.number(match['second']))}"

    def niners(match: re.Match[str]) -> str:
        words = numbers.cardinal(int(match["number"]))
        return words + ("rs" if words.endswith("e") else "ers")

    def underscored(match: re.Match[str]) -> str:
        return numbers.number(match[0].replace("_", ""))

    def millions(match: re.Match[str]) -> str:
        return f"{numbers.number(match['number'])} {'million' if match['magnitude'] == 'M' else 'billion'}"

    def short_millions(match: re.Match[str]) -> str:
        return f"{match['before'] or ''}{numbers.number(match['number'] or match['number2'])} million"

    def average(match: re.Match[str]) -> str:
        return (match["before"] or "") + numbers.code(match["number"] or match["number2"])

    def after_article(match: re.Match[str]) -> str:
        return match["before"] + numbers.code(match["number"])

    def wireless(match: re.Match[str]) -> str | None:
        if not match["letters"] and match["group"] not in ("1", "3", "11", "15"):
            return None
        return f"eight oh two point {numbers.number(match['group'])} {' '.join(match['letters'].upper())}".rstrip()

    def number_one(match: re.Match[str]) -> str:
        return f"{match['before'] or ''}number {numbers.cardinal(int(match['number']))}"

    return (
        Rule(
            Category.NUMBERS,
            _IN_BRACKETS,
            lambda match: f"{match['first']} to {match['last']}",
            needs=_IN_BRACKETS,
        ),
        Rule(Category.ADDRESSES, _BLOCK, block, needs=_BLOCK),
        Rule(Category.NUMBERS, _SEVERAL, several, needs=NUMERIC),
        Rule(Category.NUMBERS, _STATUSES, statuses, needs=NUMERIC),
        Rule(Category.IDS, _RUNWAY, runway, needs=NUMERIC),
        Rule(Category.IDS, _AIRLINER, airliner, needs=NUMERIC),
        Rule(Category.NUMBERS, _FOURS, fours, needs=NUMERIC),
        Rule(Category.NUMBERS, _HOUSE, house, needs=NUMERIC),
        Rule(Category.NUMBERS, _NINERS, niners, needs=NUMERIC),
        Rule(Category.NUMBERS, _UNDERSCORED, underscored, needs=NUMERIC),
        Rule(Category.NUMBERS, _MILLIONS, millions, needs=NUMERIC),
        Rule(Category.NUMBERS, _SHORT_MILLIONS, short_millions, needs=_SHORT_MILLION),
        Rule(Category.NUMBERS, _AVERAGE, average, needs=NUMERIC),
        Rule(Category.NUMBERS, _AFTER_ARTICLE, after_article, needs=NUMERIC),
        Rule(Category.NUMBERS, _GRAPHICS_CARD, after_article, evidence=_OF_GRAPHICS),
        Rule(Category.VERSIONS, _WIRELESS, wireless, needs=NUMERIC),
        Rule(Category.ABBREVIATIONS, _NUMBER_ONE, number_one, needs=DIGIT),
    )
