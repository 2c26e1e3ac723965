"""Data sheets and commands: tires, motor oil, sides of boxes, ports, amps behind volts, 80k mi, p99.9."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers, is_one
from kokoro_speech_server.text.normalization.english.patterns import NUMERIC
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_TIRE = re.compile(
    r"(?<![\w./])(?P<kind>P|LT)?(?P<width>\d{3})/(?P<height>\d{2}) ?(?P<build>Z?R) ?(?P<rim>\d{2})"
    r"(?: (?P<load>\d{2,3})(?P<speed>[H-Z]))?(?!\w)"
)
_OIL = re.compile(r"(?<![\w.])(?P<cold>\d{1,2})W-?(?P<warm>[2-6]0)(?!\w)")
_SIDE = re.compile(
    r"(?<=[WHDL])(?P<comma>\.?) ?[x×] ?(?=\d{1,4}(?:\.\d{1,3}| ?[½¼¾])? ?(?:[\"″”'′’]|in|cm|mm|ft))"
)
_SIDE_SIGN = re.compile(r"[WHDL]\.? ?[x×] ?\d")
_PORTS = re.compile(
    r"(?P<before>(?:-p|--publish|\bports?|\bPorts?)[ =:]{1,2}\"?)(?P<host>\d{2,5}):(?P<inside>\d{2,5})(?!\w)"
)
_AMPS = re.compile(r"(?<=[VW])(?P<link> ?/ ?|, ?| ?@ ?)(?P<number>\d{1,3}(?:\.\d{1,2})?) ?A(?!\w)")
_VOLTS = re.compile(r"\d ?k?[VW] ?[/,@]")
_DRIVEN = re.compile(
    r"(?<![\w.,$€£])(?P<about>~)?(?P<number>\d{1,3}(?:\.\d)?)k (?P<unit>mi|km|miles|kilometers)\b"
    r"(?:\.(?=[,;:)]| [a-z]))?"
)
_RACES = frozenset(("5", "10", "15"))
_LETTERED = re.compile(r"(?<![\w.@#/-])(?P<letter>[A-UW-Za-uw-z])(?P<number>\d{1,3}\.\d{1,3})(?!\w|\.\d)")
_LETTERED_SIGN = re.compile(r"[A-Za-z]\d{1,3}\.\d")
_BOLT = re.compile(
    r"(?<![\w.])M(?P<size>\d{1,2}(?:\.\d)?) ?[x×] ?(?P<pitch>\d{1,3}(?:\.\d{1,2})?)"
    r"(?: ?[x×] ?(?P<length>\d{1,3}))?(?P<unit> ?mm(?!\w))?(?![\w/]|[.,]\d)"
)
_BOLT_SIGN = re.compile(r"M\d{1,2}(?:\.\d)? ?[x×] ?\d")
_NOUN = re.compile(r" (?!from|with|and|for|the|are|was|long|each|per\b)[a-z]{3}")
_DIMENSIONS = re.compile(
    r"(?<![\w.,])(?P<first>\d{1,3}(?:\.\d{1,2})?) ?(?P<side>[WHDL]) ?[x×] ?(?P<second>\d{1,3}(?:\.\d{1,2})?) ?"
    r"(?P<side2>[WHDL])(?: ?[x×] ?(?P<third>\d{1,3}(?:\.\d{1,2})?) ?(?P<side3>[WHDL]))?(?!\w)"
)
_MAINS = re.compile(r"(?:(?<=\d V)|(?<=\dV)|(?<=VAC)) ?/ ?(?=\d{2} ?Hz)")
_POWER = re.compile(
    r"(?:(?<=\d)|(?<=[½¼¾])) ?HP(?= (?:motor|engine|pump|compressor|disposal|unit|tractor|blower|fan)s?\b|[,;)])"
)
_BACK = re.compile(r"(?<=[A-Za-z])~(?=\d{1,3}(?!\w))")
_TILDE = re.compile("~")
_THREADS = re.compile(
    r"(?<![\w.,/])(?P<cores>\d{1,3})(?: ?C ?/ ?(?P<threads>\d{1,3}) ?T(?!\w)|-core ?/ ?(?P<threads2>\d{1,3})-thread\b)"
)
_THREADS_SIGN = re.compile(r"\d(?: ?C|-core) ?/ ?\d")
_SCREW = re.compile(
    r"(?<![\w.,/-])(?P<size>1/4|5/16|3/8|7/16|1/2|9/16|5/8|3/4|(?:#|No\. ?)(?P<gauge>\d{1,2}))-(?P<threads>\d{2})"
    r"(?:(?P<by> ?[x×] ?)(?=\d)|(?= (?:bolt|screw|nut|tap|thread|hex|UN[CF]))|(?=[ -]UN[CF]))"
)
_SCREW_SIGN = re.compile(r"\d-\d\d ?(?:[x×]|[a-zU-])")
_PENNY = re.compile(r"(?<![\w.,])(?P<size>[2-9]|[1-6]\d)d(?= (?:[a-z]{2,12} ){0,2}nails?\b)")
_NAIL = re.compile(r"\dd [^.]{0,30}nail")


def specification_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 225/45R17 91W, 5W-30, 27" W x 38" H, -p 8080:80, 28V/5A, 80k mi, p99.9, HEAD~3."""

    def tire(match: re.Match[str]) -> str:
        words = f"{' '.join(match['kind'])} " if match["kind"] else ""
        words += f"{numbers.code(match['width'])}, {numbers.code(match['height'])}, "
        words += f"{' '.join(match['build'])} {numbers.code(match['rim'])}"
        return words + (f", {numbers.cardinal(int(match['load']))} {match['speed']}" if match["load"] else "")

    def oil(match: re.Match[str]) -> str:
        return f"{numbers.number(match['cold'])} W {numbers.number(match['warm'])}"

    def threads(match: re.Match[str]) -> str:
        cores, threads = (numbers.cardinal(int(match["cores"])), int(match["threads"] or match["threads2"]))
        if match["threads2"] or _NOUN.match(match.string, match.end()):
            return f"{cores}-core, {numbers.cardinal(threads)}-thread"
        return f"{cores} cores, {numbers.cardinal(threads)} threads"

    def screw(match: re.Match[str]) -> str:
        if match["gauge"]:
            size = f"number {numbers.cardinal(int(match['gauge']))}"
        else:
            size = "quarter" if match["size"] == "1/4" else numbers.quantity(match["size"])
        return f"{size} {numbers.cardinal(int(match['threads']))}" + (" by " if match["by"] else "")

    def ports(match: re.Match[str]) -> str:
        before = (
            match["before"].replace("--publish", "dash dash publish").replace("-p", "dash P").rstrip(' =:"')
        )
        return f"{before} {_port(match['host'])} colon {_port(match['inside'])}"

    def _port(written: str) -> str:
        return numbers.code(written) if len(written) < 5 else numbers.digits(written)

    def amps(match: re.Match[str]) -> str:
        name = "amp" if is_one(match["number"]) else "amps"
        link = " at " if "@" in match["link"] else ", "
        return f"{link}{numbers.number(match['number'])} {name}"

    def driven(match: re.Match[str]) -> str | None:
        races = match["number"] in _RACES and match["unit"] != "mi"
        unit = {"mi": "miles", "km": "kilometers"}.get(match["unit"], match["unit"])
        unit = unit.replace("meter", "metre") if numbers.british else unit
        return (
            None
            if races
            else numbers.signed(match["about"], f"{numbers.number(match['number'])} thousand {unit}")
        )

    def lettered(match: re.Match[str]) -> str:
        return f"{match['letter'].upper()} {numbers.number(match['number'])}"

    def bolt(match: re.Match[str]) -> str:
        words = ["M", numbers.number(match["size"])]
        words += [f"by {numbers.number(one)}" for one in match.group("pitch", "length") if one]
        if match["unit"]:
            unit = "millimetre" if numbers.british else "millimeter"
            words.append(unit if _NOUN.match(match.string, match.end()) else f"{unit}s")
        return " ".join(words)

    def dimensions(match: re.Match[str]) -> str:
        pairs = (("first", "side"), ("second", "side2"), ("third", "side3"))
        return " by ".join(f"{numbers.number(match[n])} {match[side]}" for n, side in pairs if match[n])

    def penny(match: re.Match[str]) -> str:
        return f"{numbers.cardinal(int(match['size']))}-penny"

    return (
        Rule(Category.UNITS, _SCREW, screw, needs=_SCREW_SIGN),
        Rule(Category.UNITS, _THREADS, threads, needs=_THREADS_SIGN),
        Rule(Category.UNITS, _PENNY, penny, needs=_NAIL),
        Rule(Category.UNITS, _MAINS, lambda match: ", ", needs=_MAINS),
        Rule(Category.UNITS, _POWER, lambda match: " horsepower", needs=_POWER),
        Rule(Category.UNITS, _BOLT, bolt, needs=_BOLT_SIGN),
        Rule(Category.UNITS, _DIMENSIONS, dimensions, needs=_SIDE_SIGN),
        Rule(Category.IDS, _TIRE, tire, needs=NUMERIC),
        Rule(Category.IDS, _OIL, oil, needs=NUMERIC),
        Rule(Category.UNITS, _SIDE, lambda match: " by ", needs=_SIDE_SIGN),
        Rule(Category.ADDRESSES, _PORTS, ports, needs=NUMERIC),
        Rule(Category.UNITS, _AMPS, amps, needs=_VOLTS),
        Rule(Category.NUMBERS, _DRIVEN, driven, needs=DIGIT),
        Rule(Category.IDS, _LETTERED, lettered, needs=_LETTERED_SIGN),
        Rule(Category.SYMBOLS, _BACK, lambda match: " tilde ", needs=_TILDE),
    )
