"""Scores as announcers say them: sets of tennis, football, records of teams, lines of players, what is left to play."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule, any_of

_DASHED = re.compile(r"\d[-–]\d")
_DASHED_OR_SLASHED = re.compile(r"\d[-–/]\d")
_SET = r"\d[-–]\d(?: ?\(\d{1,2}(?:[-–]\d{1,2})?\))?"
_SETS = re.compile(
    rf"(?<![\w.,/–-]){_SET}(?:,? {_SET}){{1,4}}(?:,? \[?1\d[-–]\d{{1,2}}\]?)?(?![\w/–-]|[.,]\d)"
)
_ONE_SET = re.compile(rf"(?<![\w.,/–-]){_SET}(?![\w/–-]|[.,]\d)")
_PAIR = re.compile(r"(?P<won>\d{1,2})[-–](?P<lost>\d{1,2})")
_BRACKET = re.compile(r"\(\d{1,2}(?:[-–]\d{1,2})?\)")
_PLAIN = str.maketrans("[]", "  ")
_GAMES = frozenset({(6, games) for games in range(5)} | {(7, 5), (7, 6)})
_LISTED = re.compile(
    r"\b(?:ages|pages|chapters|grades|verses|weeks|days|lines|steps|sections|rooms|questions) \Z",
    re.IGNORECASE,
)
_TENNIS = re.compile(
    r"\b(?:(?:first|second|third|fourth|fifth|final|opening|deciding|next) sets?|straight sets|tie-?break\w{0,3}|"
    r"tennis|Wimbledon|Roland[- ]Garros|(?:Australian|French|US|U\.S\.) Open|ATP|WTA|Davis Cup|Grand Slam|"
    r"serv(?:e|ing)|singles|doubles|match points?|beat|beats|defeated|def\.|bt|d\.|lost|won|downed|ousted|edged)(?!\w)"
)

_SCORE = re.compile(r"(?<![\w.,/–-])(?P<first>\d{1,2})[-–](?P<second>\d{1,2})(?![\w/–-]|[.,]\d)")
_BETWEEN_TEAMS = (
    re.compile(
        r"(?:^|[:;,.–—(] |\b(?:[Ff]inal score|FT|HT|AET|[Ff]ull[- ]time|[Hh]alf[- ]time):? )"
        r"(?:[A-Z][\w'’&.-]{1,15} ){1,3}(?:\(\w{1,10}\) )?$"
    ),
    re.compile(r" (?:\(\w{1,10}\) )?[A-Z][a-z]"),
)
_PLAYED = re.compile(
    r"\b(?:won|wins?|winning|beat|beats|beating|beaten|lost|loses?|losing|drew|draws?|drawn|drawing|led|leads?|leading|"
    r"trail(?:s|ed|ing)?|defeat(?:s|ed)?|thrash(?:ed|ing)|hammer(?:ed|ing)|victory|victories|loss|finished|ended|"
    r"goalless|ma[kd]e it|score(?:line|d)?|levelled|equalised|ahead|behind|edged|held|down|up|crushed|downed|stunned|"
    r"humbled|swept|overcame)\b[^.;]{0,40}$"
)
_ENDS = re.compile(
    r"[^\w\s-]|$| (?:[A-Z(]|(?:at|in|on|to|against|over|by|with|away|and|but|after|thanks|from|as|for|when|before|"
    r"until|through|up|down|despite|inside|while|courtesy|last|this|yesterday|here|there|later|late|early|then)\b)"
)
_BEHIND_SCORE = re.compile(
    r" (?:(?:home |away |opening |final |friendly |aggregate |\w{3,12} )?(?:wins?|victory|defeats?|draws?|loss|lead|"
    r"thrashing|triumph|advantage|deficit|scoreline|stalemate)\b|(?:down|up|ahead|behind|at half-time|at the break|on "
    r"aggregate|on penalties|away|at home)\b)"
)
_FOOTBALL = re.compile(
    r"\b(?:win|won|beat\w{0,3}|lost|lose|loss|defeat\w{0,3}|draw|drew|drawn|victory|goals?|match|half-time|aggregate|"
    r"edged|thrash\w{0,3}|hammer\w{0,3}|crushed|stunned|humbled|downed|swept|overcame|Six Nations|tries|"
    r"penalties|League|Cup|FC|United|City|Rovers|derby|scor\w{2,5}|lead|leads|led|equali[sz]\w{2,4})\b"
)
_NO_SCORE = re.compile(
    r"\b(?:odds|bookmakers?|bookies|ratio|majority|votes?|voted|court|ruling|ruled|justices|aged?|ages|years?-olds?|pages?|"
    r"chapters?|verses?|weeks?|months|days|hours|minutes|temperatures?|degrees|committee|panel|polls?|"
    r"MPs|stocks?|shares|split)\b"
)
_SIDE = re.compile(r"(?<![\w.])(?P<side>FT|HT|AET)(?=: ?[A-Z])")
_SIDES = {"FT": "Full time", "HT": "Half time", "AET": "After extra time"}

_TEAM = re.compile(r"(?<=[a-zA-Z.] )\((?P<won>\d{1,2})[-–](?P<lost>\d{1,2})(?:[-–](?P<tied>\d{1,2}))?\)")
_NAMED = re.compile(
    r"(?<![\w’'])(?!(?:Age|Answer|Appendix|Chapter|Class|Column|Day|Exercise|Figure|Form|Grade|Group|Hour|Item|Level|Line|"
    r"Month|Page|Paragraph|Part|Phase|Point|Problem|Question|Room|Row|Rule|Section|Slide|Stage|Step|Table|Test|Tier|Unit|"
    r"Verse|Week|Year)(?:s|es)?\b)[A-Z][\w&.'’]{1,20} $"
)
_OF_TEAM = re.compile(
    r",? (?:hosts?|faces?|visits?|plays?|travels? to|takes? on|meets?|remains?|will|at|vs\.?|is|are|ha[sd]|have|looks?|"
    r"enters?|improved|opens?|opened|clinched|advanced|finished|welcomes?|heads? to|dropped|return\w{0,3}|squares? off|"
    r"beat|defeated|lost|won|fell|rallied|edged|routed|held off)(?!\w)"
)

_FEW = {
    "reb": "rebound", "rebs": "rebounds", "ast": "assist", "asts": "assists", "stl": "steal", "stls": "steals",
    "blk": "block", "blks": "blocks", "TOs": "turnovers", "INT": "interception", "INTs": "interceptions",
    "TD": "touchdown", "TDs": "touchdowns",
    "HR": "home run", "HRs": "home runs", "FG": "field goal", "FGs": "field goals", "rec": "reception",
    "Ks": "strikeouts", "BB": "walk",
}  # fmt: skip
_MADE = re.compile(
    r"(?<![\w.,/–-])(?P<made>\d{1,2})(?:-of-|[-–/])(?P<tried>\d{1,2}) (?P<what>FGs?|FTs?|3PT|3FG|3P)(?![\w'’/-]|\.\w)"
)
_PASSES = re.compile(
    r"(?<![\w.,/–-])(?P<made>\d{1,2})[-–/](?P<tried>\d{1,2})(?=,? (?:for )?\d{2,3} (?:yds|yards)\b)"
)
_PER_GAME = re.compile(r"(?<=\d )(?P<what>[pr]pg|apg|spg|bpg|PPG|RPG|APG)(?!\w)")
_OF_GAME = {"p": "points", "r": "rebounds", "a": "assists", "s": "steals", "b": "blocks"}
_SHOTS = {"FG": "field goals", "FT": "free throws", "3P": "three-pointers", "3F": "three-pointers"}
_ANY_SHOT = re.compile(r"\d (?:FG|FT|3)")
_LINE = re.compile(
    rf"(?<![\w.,$-])(?P<number>\d{{1,3}}) (?P<what>{any_of(_FEW)})(?:\.(?=[,;)]| [a-z])|(?=\.$)|(?![\w.'’/-]))"
)
_BATTED = re.compile(r"(?<![\w.])\.(?P<number>\d{3})(?=[,/;) ]|$)(?!/\d)")
_OF_BATTING = re.compile(r"\b(?:\d{1,3} (?:HRs?|SBs?|homers|home runs|stolen bases)|OBP|OPS|RBIs?|batting)\b")
_OF_GAMES = re.compile(
    r"\b(?:\d{1,3} RBIs?|RBIs|homers|"
    r"\d{1,3} (?:pts|points|reb|rebounds|ast|assists|yds|yards|TDs?|touchdowns?|passes|IP|innings|ER|hits|H)|"
    r"\d{1,3}[-– ](?:yard|yd)|passes|quarterback|QB|Lakers|NBA|NFL|MLB|WNBA|double-double|triple-double)(?!\w)"
)
_KICKED = re.compile(r"(?:(?<=-yard )|(?<=-yd )|(?<=-yd\. )|(?<= yard ))FG(?P<many>s?)(?!\w)")
_FIELD_GOAL = re.compile(r"y(?:ar)?d\.? FG")
_LEFT = re.compile(
    r"(?<![\w:.])0?0:(?P<seconds>[0-5]\d)(?P<tenth>\.\d)?(?= (?:left|remaining|to (?:go|play)|on the clock|in the|"
    r"mark\b|of the))"
)
_UNDER_A_MINUTE = re.compile(r"0:[0-5]\d")
_AVERAGE = re.compile(r"(?<=\d\.\d\d )ERA(?!\w)|\bERA(?= (?:of |is |was |to |at )?\d{1,2}\.\d\d)")
_ERA = re.compile(r"\bERA\b")
_PENALTY = re.compile(r"(?<=['’′] )pen(?=[\s.,;)]|$)|\((?P<how>pen|og|p)\.?\)(?=[\s.,;)]|$)")
_SPOT = re.compile(r"\bpen\b|\b(?:og|p)\.?\)")
_GOALS = re.compile(r"\d['’′]")


def score_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 6-4, 7-6 (5), Arsenal 2-0 Spurs, UConn (4-0), 11 reb, 0:08 left, a 1.97 ERA, FT:, 61' pen."""

    def number(written: str, nought: str) -> str:
        return numbers.cardinal(int(written)) if int(written) else nought

    def pairs(written: str, nought: str) -> str:
        said = _PAIR.sub(
            lambda pair: f"{number(pair['won'], nought)} {number(pair['lost'], nought)}", written
        )
        return re.sub(r"\d+", lambda one: numbers.cardinal(int(one[0])), said).translate(_PLAIN)

    def sets(match: re.Match[str]) -> str | None:
        games = [(int(pair["won"]), int(pair["lost"])) for pair in _PAIR.finditer(_BRACKET.sub("", match[0]))]
        finished = [(max(pair), min(pair)) in _GAMES for pair in games if max(pair) < 10]
        if not all(finished[:-1] if len(finished) > 2 else finished):
            return None
        falls = any(won > lost for won, lost in games)
        if _LISTED.search(match.string[max(0, match.start() - 14) : match.start()]):
            return None
        if not (falls and len(games) > 1) and not _TENNIS.search(match.string):
            return None
        return pairs(match[0], "love")

    def one_set(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 40) : match.start()]
        return sets(match) if re.search(r"\b(?:sets?|tie-?break\w{0,3})\b", before) else None

    def score(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 60) : match.start()]
        end = match.end()
        words = f"{number(match['first'], 'nil')} {number(match['second'], 'nil')}"
        left, right = _BETWEEN_TEAMS
        if left.search(before) and right.match(match.string, end) and not _NO_SCORE.search(before):
            return words
        if not numbers.british or _NO_SCORE.search(match.string):
            return None
        of_football = "0" in match.group("first", "second") or _FOOTBALL.search(match.string)
        played = _PLAYED.search(before) and of_football and _ENDS.match(match.string, end)
        return words if played or _BEHIND_SCORE.match(match.string, end) else None

    def team(match: re.Match[str]) -> str | None:
        if not _NAMED.search(match.string[max(0, match.start() - 24) : match.start()]):
            return None
        several = len(_TEAM.findall(match.string)) > 1
        if numbers.british or not (several or _OF_TEAM.match(match.string, match.end())):
            return None
        *first, last = (number(one, "zero") for one in match.group("won", "lost", "tied") if one)
        last = "oh" if last == "zero" else last
        return f"({', '.join(first)} and {last})"

    def line(match: re.Match[str]) -> str | None:
        if not _OF_GAMES.search(match.string):
            return None
        what, one = match["what"], match["number"] == "1"
        name = _FEW[what]
        name += "" if one or what.endswith("s") else "s"
        return f"{numbers.cardinal(int(match['number']))} {name}"

    def batted(match: re.Match[str]) -> str:
        return numbers.code(match["number"])

    def made(match: re.Match[str]) -> str | None:
        if int(match["made"]) > int(match["tried"]) or not _OF_GAMES.search(match.string):
            return None
        tried = numbers.cardinal(int(match["tried"]))
        return f"{numbers.cardinal(int(match['made']))} of {tried} {_SHOTS[match['what'][:2]]}"

    def passes(match: re.Match[str]) -> str | None:
        made, tried = int(match["made"]), int(match["tried"])
        return f"{numbers.cardinal(made)} of {numbers.cardinal(tried)}" if made <= tried else None

    def per_game(match: re.Match[str]) -> str:
        return f"{_OF_GAME[match['what'][0].lower()]} per game"

    def kicked(match: re.Match[str]) -> str:
        return "field goals" if match["many"] else "field goal"

    def left(match: re.Match[str]) -> str:
        seconds = str(int(match["seconds"])) + (match["tenth"] or "")
        return f"{numbers.number(seconds)} second{'' if seconds == '1' else 's'}"

    def penalty(match: re.Match[str]) -> str | None:
        if match["how"] is None:
            return "penalty"
        if not _GOALS.search(match.string):
            return None
        return "(own goal)" if match["how"] == "og" else "(penalty)"

    return (
        Rule(Category.RATIOS, _SETS, sets, needs=_DASHED),
        Rule(Category.RATIOS, _ONE_SET, one_set, needs=_DASHED),
        Rule(Category.RATIOS, _TEAM, team, needs=_DASHED),
        Rule(Category.RATIOS, _SCORE, score, needs=_DASHED),
        Rule(Category.ABBREVIATIONS, _SIDE, lambda match: _SIDES[match["side"]], needs=_SIDE),
        Rule(Category.ABBREVIATIONS, _LINE, line, needs=DIGIT),
        Rule(Category.NUMBERS, _BATTED, batted, evidence=_OF_BATTING),
        Rule(Category.ABBREVIATIONS, _MADE, made, needs=_ANY_SHOT),
        Rule(Category.RATIOS, _PASSES, passes, needs=_DASHED_OR_SLASHED),
        Rule(Category.ABBREVIATIONS, _PER_GAME, per_game, needs=_PER_GAME),
        Rule(Category.ABBREVIATIONS, _KICKED, kicked, needs=_FIELD_GOAL),
        Rule(Category.ABBREVIATIONS, _AVERAGE, lambda match: "E R A", needs=_ERA),
        Rule(Category.ABBREVIATIONS, _PENALTY, penalty, needs=_SPOT),
        Rule(Category.TIMES, _LEFT, left, needs=_UNDER_A_MINUTE),
    )
