"""Results of sports: minutes of goals, wins and losses, cricket, rounds of golf, and times with marks of minutes."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import VULGAR
from kokoro_speech_server.text.normalization.rules import Category, Rule

_MINUTE_MARK = re.compile(r"\d['’′]")
_GOAL_MINUTE = re.compile(r"(?<![\w.,+-])(?P<minute>\d{1,3})(?:\+(?P<added>\d{1,2}))?['’′](?![\w'’′\"”″])")
_FOOTBALL = re.compile(
    r"(?<![\w-])\d{1,2}[-–]\d{1,2}(?![\w-])|\b(?:goals?|scor(?:e[ds]?|ing|er)|equali[sz]\w{1,5}|headers?|pens?|penalty|"
    r"booked|sent off|half-time|substitut\w{1,4}|yellow|red card|own goal|tries|try|att)\b",
    re.IGNORECASE,
)
_SCORER = re.compile(r"(?:[^\W\d_]{2}\.? \(?|['’′](?: \((?:pen|og|p|o\.g\.|pen\.)\))?(?:,| and| &) )$")
_GOAL = re.compile(
    r" (?:goal|penalty|header|winner|equali[sz]er|strike|own goal|opener|free[- ]kick|red card|leveller|volley)\b"
)
_LAST_MINUTE = 130
_ORDINAL_MINUTE = re.compile(r"(?<!\w)(?P<minute>\d{1,3})(?:st|nd|rd|th) min(?:(?P<dot>\.)|(?!\w))")

_RACE_TIME = re.compile(
    r"(?<![\w.,])(?P<sign>\+)?(?:(?P<hours>\d{1,2}) ?h ?)?(?P<minutes>\d{1,2}) ?['’′] ?"
    r"(?P<seconds>[0-5]\d(?:\.\d{1,3})?) ?(?:\"|”|″|''|’’)(?!\w)"
)
_RACE = re.compile(r"\b(?:ahead|behind|stages?|laps?|peloton|leader|yellow jersey|breakaway|time trial|GC)\b")

_LATE_ROUND = re.compile(
    r"(?<!\w)(?<!\d )(?P<round>QFs|SFs|(?<=[Tt]he )QF(?! \d)|(?<=[Tt]he )SF(?= (?:of|in|at|vs)\b))(?!\w)"
)
_LATE_ROUND_SIGN = re.compile(r"[QS]F")
_OF_TOURNAMENTS = re.compile(
    r"\b(?:finals?|seed(?:ed|s)?|match(?:es)?|cups?|Cup|beat|teams?|tournaments?|lost|reach(?:ed|es|ing)?|win|won|rounds?|"
    r"draw|qualif\w{2,8}|advanc\w{1,3}|leagues?|League|championships?|Open|made|sides?|R16|knocked)\b"
)
_LATE_ROUNDS = {"QF": "quarterfinal", "SF": "semifinal"}
_ANY_SCORE = re.compile(r"\d[-–/]\d")
_RECORD = re.compile(
    r"(?<![\w.,/–-])(?P<won>\d{1,3})[-–](?P<lost>\d{1,3})(?:[-–](?P<tied>\d{1,2}))?(?![\w/–-]|[.,]\d)"
)
_BEFORE_RECORD = re.compile(
    r"\b(?:(?:improv(?:e[ds]?|ing)|fell|falls?|falling|dropp(?:ed|ing)|drops?|slipp(?:ed|ing)|moved|evened|"
    r"go(?:es)?|went) "
    r"(?:\w{1,12} ){0,2}to"
    r"|(?:win-loss |career |overall |league |season |home |road |conference )record (?:of|is|was|at|to)"
    r"|(?:sits?|stands?|stood) at|record of|off to an?) $"
)
_OF_THINGS = re.compile(
    r" (?:\w{1,12} )?(?:points|games|weeks|days|hours|minutes|months|years|people|degrees|times|percent\w{0,4}|goals|"
    r"seats|inches|feet|miles)\b"
)
_ODDS = re.compile(r"\b(?:odds|bookmakers?|bookies|ratio|majority|vote)\b")
_BEHIND_RECORD = re.compile(
    r" (?:(?:\w{1,12} )?(?:record|start|campaign|mark)\b|(?:on the (?:season|year|road)|(?:this|last) (?:season|year)|"
    r"overall|"
    r"all-time|in (?:his|her|its|their) (?:last|past|first|career)|against the spread)\b)"
    r"|,? (?:\d{1,2}\.\d\d ERA|(?:with|w/) an? \d{1,2}\.\d\d ERA)"
    r"|(?:, | with | and )\d{1,2} KOs?\b|; \d{1,2} KOs?\b"
)
_THEN_CONFERENCE = re.compile(r", \d{1,3}[-–]\d{1,3}(?:[-–]\d{1,2})? (?:in (?:the )?)?[A-Z]")
_CONFERENCE = re.compile(r"\(\d{1,3}[-–]\d{1,3}(?:[-–]\d{1,2})?, $")
_PITCHED = re.compile(r"\b(?:ERA|[LR]HP|pitcher|mound|bullpen)\b")
_RANKED_TEAM = re.compile(r"\b(?:No\.|#|No) ?\d{1,2} (?:[A-Z][\w.&'’]{1,15} ){1,3}\($")

_CRICKET_WORDS = re.compile(
    r"\b(?:overs|(?:\d(?:st|nd|rd|th)|final|last|next|maiden|opening|first|an) over(?!/)|ov|"
    r"declared|dec|all out|wickets?|wkts?|innings|batt(?:ed|ing)|bowl(?:ed|ing|ers?)|stumps|lbw|"
    r"not out|n\.o\.|crease|Tests?|T20I?s?|ODIs?|IPL|half-century|spinner|seamer|paceman|runs? (?:chase|target)|"
    r"\d{1,3} off \d{1,3} balls|balls? (?:to spare|remaining|left)|powerplay|SCG|MCG|Gabba|Lord['’]s|"
    r"trail(?:ed|ing)? by|lead(?:ing)? by|by \w{1,8} runs|lunch|tea)\b"
)
_INNINGS = re.compile(
    r"(?<![\w.,/–-])(?P<runs>\d{1,3})(?P<mark>[-–/])(?P<wickets>10|\d)(?: ?(?P<declared>d|dec\.?))?(?![\w/–-]|[.,]\d)"
)
_FIGURES = re.compile(r"(?<![\w.,/–-])(?P<wickets>10|\d)(?P<mark>[-–/])(?P<runs>\d{1,3})(?![\w/–-]|[.,]\d)")
_TOOK = re.compile(
    r"\b(?:took|takes?|taking|claimed|figures of|finished with|returned|bagged|grabbed|career-best|with|['’]s|\() ?$"
)
_BOUNDARIES = re.compile(r"(?<![\w.,])(?P<count>\d{1,2}) ?[x×] ?(?P<of>[46])(?:s|(?!\w))(?=[,;)]| and )")
_CRICKET_SHORT = re.compile(r"(?<![\w.])(?:n\.o\.|(?<=\d )(?:ov|wkts?)(?:\.|(?!\w)))|(?<=\d)\*(?![\w*])")
_SHORT = {"n": "not out", "o": "overs", "w": "wickets", "*": " not out"}

_ROUNDS = re.compile(
    r"(?<![\w.,/–-])(?P<rounds>[5-8]\d(?:[-–][5-8]\d){2,3})(?:[-–—](?P<total>[12]\d\d))?(?![\w/–-]|[.,]\d)"
)
_GOLF = re.compile(
    r"\b(?:rounds?|shot|shoots?|carded|par|golf\w{0,3}|bird\w{2,5}|bogey\w{0,3}|Open|PGA|Masters)\b"
)
_HALF_POINTS = re.compile(
    rf"(?<![\w.,])(?P<first>\d{{0,3}}[{VULGAR}]|\d{{1,3}}(?=[-–—]\d{{0,3}}[{VULGAR}])) ?[-–—] ?"
    rf"(?P<second>\d{{0,3}}[{VULGAR}]|\d{{1,3}})(?![\w.,/-]\d|[\w\"'′″°%])"
)
_HALF = re.compile(rf"[{VULGAR}]")
_BEAT = re.compile(
    r"(?<=[\w)\]] )(?:bt(?= [A-Z(])|d\.(?= (?:\(?\d{1,2}\)? |\[\d{1,2}\] )?(?:[A-Z]\.[ -]?){0,2}[A-Z][^.]{1,40} \d-\d))"
)
_BEAT_WORD = re.compile(r"\bbt\b|\bd\.")
_OF_ROUND = re.compile(
    r"(?:(?<=^)|(?<=[(\n\"“*] )|(?<=[(\n\"“*]))R(?:n?d|nds?)\.(?= \d{1,2}(?:[:,)]| [-–—] |$))"
)
_HURDLES = re.compile(r"(?<![\w.,])(?P<meters>60|80|100|110|200|300|400) ?mH(?!\w)")


def sport_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for Saka 20', the 79th min., 1'45", improved to 3-2, 84/3, took 4-30, 68-65-72-70—275, 7½–3½."""

    def number(written: str) -> str:
        return numbers.cardinal(int(written))

    def goal_minute(match: re.Match[str]) -> str | None:
        minute = int(match["minute"])
        is_named = match.string.startswith(" minute", match.end())
        if minute > _LAST_MINUTE or not minute:
            return None
        counts = _GOAL.match(match.string, match.end())
        if not (is_named or counts or _SCORER.search(match.string[: match.start()][-20:])):
            return None
        if not (is_named or match["added"] or _FOOTBALL.search(match.string)):
            return None
        if match["added"]:
            added = int(match["added"])
            if is_named or counts or match.string.endswith("the ", 0, match.start()):
                return f"{numbers.cardinal(minute)} plus {numbers.ordinal(added)}" + " minute" * (
                    not is_named
                )
            return f"{numbers.cardinal(minute)} plus {numbers.cardinal(added)}"
        return numbers.ordinal(minute) + " minute" * (not is_named)

    def ordinal_minute(match: re.Match[str]) -> str:
        dot = "." if match["dot"] and match.end() == len(match.string) else ""
        return f"{numbers.ordinal(int(match['minute']))} minute{dot}"

    def race_time(match: re.Match[str]) -> str | None:
        seconds = match["seconds"]
        surely = match["hours"] or match["sign"] or seconds.startswith("0") or float(seconds) >= 12
        if not surely and not _RACE.search(match.string):
            return None  # feet and inches
        words = ["plus"] if match["sign"] else []
        for part in ("hours", "minutes", "seconds"):
            if match[part] and float(match[part]):
                written = match[part].removeprefix("0")
                words += [numbers.number(written), part[:-1] if written == "1" else part]
        return " ".join(words)

    def record(match: re.Match[str]) -> str | None:
        before, end = match.string[max(0, match.start() - 60) : match.start()], match.end()
        if not (
            _BEHIND_RECORD.match(match.string, end)
            or (
                _BEFORE_RECORD.search(before)
                and not _ODDS.search(match.string)
                and not _OF_THINGS.match(match.string, end)
            )
            or (before.endswith("(") and _THEN_CONFERENCE.match(match.string, end))
            or (
                _CONFERENCE.search(before)
                and re.match(r" (?:in (?:the )?)?[A-Z]", match.string[end : end + 9])
            )
            or (before.endswith("(") and match.string.startswith(")", end) and _PITCHED.search(match.string))
            or (match.string.startswith(")", end) and _RANKED_TEAM.search(before))
        ):
            return None
        *first, last = (number(one) for one in match.group("won", "lost", "tied") if one)
        return f"{', '.join(first)} and {last}"

    def innings(match: re.Match[str]) -> str | None:
        if int(match["runs"]) < 11 or not _CRICKET_WORDS.search(match.string):
            return None
        declared = " declared" if match["declared"] else ""
        return f"{numbers.code(match['runs'])} for {number(match['wickets'])}{declared}"

    def figures(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 16) : match.start()]
        if not (_TOOK.search(before) and _CRICKET_WORDS.search(match.string)):
            return None
        return f"{number(match['wickets'])} for {number(match['runs'])}"

    def boundaries(match: re.Match[str]) -> str | None:
        if not re.search(
            r"\b(?:balls?|runs?|innings|not out|hit|smashed|knock)\b|[x×]4, \d{1,2} ?[x×]6", match.string
        ):
            return None
        name = "four" if match["of"] == "4" else "six"
        many = "" if match["count"] == "1" else "s" if name == "four" else "es"
        return f"{number(match['count'])} {name}{many}"

    def cricket_short(match: re.Match[str]) -> str | None:
        if match[0] != "n.o." and not _CRICKET_WORDS.search(match.string):
            return None
        return _SHORT[match[0][0]]

    def rounds(match: re.Match[str]) -> str | None:
        scores = re.split("[-–]", match["rounds"])
        if len(scores) < 4 and not match["total"] and not _GOLF.search(match.string):
            return None
        return ", ".join(map(number, [*scores, *([match["total"]] if match["total"] else [])]))

    def hurdles(match: re.Match[str]) -> str:
        return f"{number(match['meters'])} {'metre' if numbers.british else 'meter'} hurdles"

    def half_points(match: re.Match[str]) -> str:
        return f"{numbers.quantity(match['first'])} to {numbers.quantity(match['second'])}"

    def late_round(match: re.Match[str]) -> str:
        words = _LATE_ROUNDS[match["round"][:2]] + match["round"][2:]
        return words.replace("final", "-final") if numbers.british else words

    return (
        Rule(
            Category.ABBREVIATIONS, _LATE_ROUND, late_round, needs=_LATE_ROUND_SIGN, evidence=_OF_TOURNAMENTS
        ),
        Rule(Category.TIMES, _RACE_TIME, race_time, needs=_MINUTE_MARK),
        Rule(Category.TIMES, _GOAL_MINUTE, goal_minute, needs=_MINUTE_MARK),
        Rule(Category.TIMES, _ORDINAL_MINUTE, ordinal_minute, needs=_ORDINAL_MINUTE),
        Rule(Category.RATIOS, _HALF_POINTS, half_points, needs=_HALF),
        Rule(Category.RATIOS, _ROUNDS, rounds, needs=_ANY_SCORE),
        Rule(Category.RATIOS, _RECORD, record, needs=_ANY_SCORE),
        Rule(Category.RATIOS, _INNINGS, innings, needs=_ANY_SCORE),
        Rule(Category.RATIOS, _FIGURES, figures, needs=_ANY_SCORE),
        Rule(Category.RATIOS, _BOUNDARIES, boundaries, needs=_BOUNDARIES),
        Rule(Category.ABBREVIATIONS, _CRICKET_SHORT, cricket_short, needs=_CRICKET_SHORT),
        Rule(Category.ABBREVIATIONS, _BEAT, lambda match: "beat", needs=_BEAT_WORD),
        Rule(Category.ABBREVIATIONS, _OF_ROUND, lambda match: "Round", needs=_OF_ROUND),
        Rule(Category.UNITS, _HURDLES, hurdles, needs=_HURDLES),
    )
