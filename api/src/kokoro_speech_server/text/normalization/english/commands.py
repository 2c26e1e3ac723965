"""Signs of programs, menus and chats: options, arrows, breadcrumbs, separators, hearts."""

import re

from kokoro_speech_server.text.normalization.rules import Category, Rule

_LONG_OPTION = re.compile(r"(?<![^\s(\"'“‘`\[,|/])--(?=[a-zA-Z][\w-]{1,40})")
_SHORT_OPTION = re.compile(r"(?<![^\s(\"'“‘`\[])-(?P<letter>[B-HJ-Zb-z])(?![\w'’.-]\w|-)")
_CALCULATES = re.compile(r"[=+*/^×÷]|(?<!\w)[a-z0-9] ?$")
_ARROWS = {
    "<->": "to and from", "<-->": "to and from", "<=>": "is equivalent to", "<-": "from", "<--": "from",
    "->": "to", "-->": "to", "--->": "to", "=>": "to", "==>": "to", "←": "from", "⟵": "from", "⟶": "to", "→": "to",
    "➔": "to", "➜": "to", "↔": "to and from", "⟷": "to and from", "↦": "to",
}  # fmt: skip
_ARROW = re.compile(r"<-{1,2}>?(?!\d)|<=>|-{1,3}>|={1,2}>|[←⟵⟶→➔➜↔⟷↦]")
_STEP = re.compile(r"(?<=\w) (?:>|›|»|▸|▶|►) (?=(?P<next>[A-Z]\w{0,20}))")
_CAPITALIZED = re.compile(r"(?<![\w.])[A-Z][\w&]{0,20}(?: [A-Z][\w&]{0,20}){0,3}$")
_BAR = re.compile(r"(?<=[\w&).][\w)%\"”]) (?:\|{1,2}|¦|•|·) (?=[\w$£€#@(\"“]\S)")
_HEART = re.compile(
    r"(?<![\d=<>(] )(?<=[A-Za-z.,!?] )<3{1,5}(?: <3{1,5}){0,5}(?=$|[.!?]|\s(?:you|u|ya|this|it|him|her|them|"
    r"these|that|my|your|the|"
    r"our|and|to|from|all|y['’]all|for|@\w{1,20}|xo\w{0,4})\b)"
)
_FUNCTION = re.compile(r"(?<![\w.])(?P<name>[fghFGPQ])\((?P<of>[a-zA-Z]|\d{1,4})\)")
_ORDER = re.compile(
    r"(?<![\w.])(?P<name>[OΘΩ])\((?=[\w.(])(?P<of>[^()]{1,40}(?:\([^()]{1,20}\)[^()]{0,20})?)\)"
)
_SCHEDULE = re.compile(
    r"(?<![\w*/])(?:(?:\*|\d{1,2})(?:[/,-]\d{1,2}){0,6} ){4}(?:\*|\d{1,2}|[A-Z]{3})(?:[/,-](?:\d{1,2}|"
    r"[A-Z]{3})){0,6}(?![\w*/])"
)
_SCHEDULE_SIGNS = str.maketrans({"*": "star", "/": " slash ", "-": " to ", ",": " comma "})
_STAR = re.compile(r"\* ")
_PAIR = re.compile(
    r"\b(?P<first>[Yy]es|[Tt]rue|[Pp]ass|[Yy]|his|male|win)/(?P<second>no|false|fail|n|hers|female|lose)\b"
)
_ORDER_SIGN = re.compile(r"[OΘΩ]\(")
_ORDERS = {"O": "O", "Θ": "theta", "Ω": "omega"}
_CALL = re.compile(r"(?<=\w)\(\)(?!\w)")
_MONEY = re.compile(r" ?\${2,20}(?!\w)")
_STOP = re.compile(
    r"(?<=[a-z]{2})(?P<mark>[.?!])(?=(?:[A-Z][a-z]{1,9}|I|am|as|at|be|in|is|it|my|no|so) [a-z])"
)
_COMMAND_SIGN = re.compile(r"[<>|$/←-⟿➔➜›»▸▶►•·]|\B-[-A-Za-z=]|\w\(|[a-z][.?!][A-Za-z]|==")
"""Every pattern above matches one of these; most sentences have none of them."""


def command_rules() -> tuple[Rule, ...]:
    """Rules for --verbose, -v, a -> b, File > Save As, VP | Acme, I <3 you, f(x), O(n), yes/no, $$$, 0 3 * * *."""

    def short_option(match: re.Match[str]) -> str | None:
        if _CALCULATES.search(match.string[: match.start()].rstrip()):
            return None
        return f"dash {match['letter'].upper()}"

    def step(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 60) : match.start()]
        named = _CAPITALIZED.search(before) and len(match["next"]) > 1 and not match["next"].isdecimal()
        return ", " if named and "=" not in match.string else None

    def function(match: re.Match[str]) -> str:
        of = match["of"] if match["of"].isdecimal() else match["of"].upper()
        return f"{match['name'].upper()} of {of}"

    def order(match: re.Match[str]) -> str:
        of = match["of"].upper() if len(match["of"]) == 1 else match["of"]
        return f"{_ORDERS[match['name']]} of {of}"

    def schedule(match: re.Match[str]) -> str | None:
        return match[0].translate(_SCHEDULE_SIGNS) if "* *" in match[0] else None

    return (
        Rule(
            Category.EMOJI,
            _HEART,
            lambda match: " ".join(["heart"] * match[0].count("<")),
            needs=_COMMAND_SIGN,
        ),
        Rule(Category.MATHS, _ARROW, lambda match: _ARROWS[match[0]], needs=_COMMAND_SIGN),
        Rule(Category.SYMBOLS, _LONG_OPTION, lambda match: "dash dash ", needs=_COMMAND_SIGN),
        Rule(Category.SYMBOLS, _SHORT_OPTION, short_option, needs=_COMMAND_SIGN),
        Rule(Category.SYMBOLS, _STEP, step, needs=_COMMAND_SIGN),
        Rule(Category.SYMBOLS, _BAR, lambda match: ", ", needs=_COMMAND_SIGN),
        Rule(Category.MATHS, _FUNCTION, function, needs=_COMMAND_SIGN),
        Rule(Category.MATHS, _ORDER, order, needs=_ORDER_SIGN),
        Rule(
            Category.ABBREVIATIONS,
            _PAIR,
            lambda match: f"{match['first']} or {match['second']}",
            needs=_COMMAND_SIGN,
        ),
        Rule(Category.IDS, _SCHEDULE, schedule, needs=_STAR),
        Rule(Category.SYMBOLS, _CALL, lambda match: "", needs=_COMMAND_SIGN),
        Rule(Category.SYMBOLS, _MONEY, lambda match: "", needs=_COMMAND_SIGN),
        Rule(Category.SYMBOLS, _STOP, lambda match: f"{match['mark']} ", needs=_COMMAND_SIGN),
    )
