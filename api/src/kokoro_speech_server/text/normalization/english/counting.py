"""Plain numbers: cardinals, ordinals, and numbers spelled digit by digit."""

import re
import unicodedata

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import NUMBER, NUMERALS, NUMERIC, SIGN, START
from kokoro_speech_server.text.normalization.rules import Category, Rule

_ORDINAL = re.compile(
    r"(?<!\w)(?<!\d[.,])(?P<sign>#?)(?P<number>\d{1,3}(?:,\d{3})++|\d{1,15})"
    r"(?P<suffix>st|nd|rd|th|ˢᵗ|ⁿᵈ|ʳᵈ|ᵗʰ)(?P<plural>s?)(?!\w)",
    re.IGNORECASE,
)
_NUMBER = re.compile(rf"{START}{SIGN}(?P<number>{NUMBER})(?!\d)")

# Numbers after these names are said in pairs of digits: "room four oh four", "flight fifteen forty-nine".
_NAMES = (
    "room|rm\\.|flight(?: [A-Z]{2,3})?|route|highway|interstate|bus|train|boeing|airbus|apartment|apt\\.?|suite|"
    "ste\\.?|unit|gate|line|hwy\\.?|rte\\.?|channel|locker|platform|area code|i-|us-|error|http|porsche|peugeot|form|"
    "studio|ward|box|section|rtx|gtx|rfc|xbox|rx|ports?|h\\.r\\."
)
_NAMED = re.compile(
    rf"\b(?P<name>{_NAMES})(?P<link> ?#| (?:no\.|number) | )(?P<number>\d{{3,4}})(?![\w-]|[.,:/]\d|%)",
    re.IGNORECASE,
)
_NUMBERED_THING = re.compile(
    r"(?P<before>\b(?:[Oo]rder|[Cc]ase|[Ii]nvoice|[Tt]icket|[Cc]laim|[Dd]ocket|[Ff]ile|PO|MLS|SKU|[Ii]tem|"
    r"[Rr]ef(?:erence)?|[Pp]olicy|[Pp]ermit|"
    r"[Ll]ot|[Jj]ob|[Qq]uote|[Rr]eceipt|[Rr]eport)(?: |(?=#))(?:(?:[Nn]umber|[Nn]o\.?) )?#? ?)"
    r"(?P<first>\d{1,6})-(?P<second>\d{2,8})(?![\w-]|[.,]\d)"
)
_SPELLED = re.compile(
    r"\b(?:account|acct\.?|pin|passcode|passwords?|code|zip|postcode|serial|order|tracking|ref\.?|reference|card|"
    r"passport|confirmation|invoice|ticket|case|policy|routing|isbn|sku|id|extension|ext\.?|digits|member|ssn|otp|"
    r"vin|imei|imo|mmsi)"
    r"(?: (?:number|no\.?|num\.|code|id|is|was|ending|ends|in|with)){0,3}[ :#(]{1,3}$",
    re.IGNORECASE,
)
_IN_GROUPS = re.compile(r"(?<![\w-])\d{4}(?:[ -]\d{4}){2,4}(?![\w-])|(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])")
_AFTER_ID = re.compile(r"(?<![\w-])\d{2,6}(?:[ -]\d{2,6}){1,5}(?![\w-]|[.,]\d)")
_ORDINAL_TO = re.compile(r"(?<=\d(?:st|nd|rd|th)) ?[-–—] ?(?=\d{1,4}(?:st|nd|rd|th)(?!\w))")
_ABOUT = "(?P<about>[~≈] ?)?"
_MILLIONS = re.compile(
    rf"{START}{_ABOUT}(?!3M (?:and|is|has|was|said)\b)(?P<number>{NUMBER})"
    r"(?P<magnitude>M|B|bn|mn|tn)(?:(?<=[bt]n)(?!\w)|(?=\+? [a-z]{3}))"
)
_THOUSANDS = re.compile(
    rf"{START}{_ABOUT}(?![458][kK])(?P<number>{NUMBER})(?P<magnitude>[kK])"
    r"(?=\+? (?:(?:new|more|active|unique|daily|monthly|total) )?"
    r"(?!races?\b|runs?\b|miles?\b|meters?\b|kilometers?\b|events?\b)(?:[a-z]{2,20}s|people|of|in|to)\b)"
)
_HUNDREDS_K = re.compile(
    rf"(?<![\w.,$€£-]){_ABOUT}(?!401|403|457)"
    r"(?P<number>\d{3})(?P<magnitude>K)(?![\w/-]| (?:races?|runs?|ultra)\b)"
)
_ANY_K = re.compile(r"\d{3}K")
_MAGNITUDES = {
    "k": "thousand",
    "K": "thousand",
    "M": "million",
    "mn": "million",
    "B": "billion",
    "bn": "billion",
    "tn": "trillion",
}
_PLAN = re.compile(r"(?<!\w)(?P<number>401|403|457)\((?P<letter>[kb])\)")
_ZIP = re.compile(r"(?P<state>\b[A-Z]{2}) (?P<zip>\d{5})(?P<more>-\d{4})?(?![\w]|[.,]\d)")
_CODE = re.compile(r"(?<![\w.,-])\d{1,8}(?:-\d{1,8}){2,8}(?![\w-])")
_LEFT = re.compile(r"\d+")
_NUMERAL = re.compile(f"[{NUMERALS}]")


def magnitude_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 1M users, 2.5bn people, 10k downloads."""

    def millions(match: re.Match[str]) -> str:
        about = "about " if match["about"] else ""
        return f"{about}{numbers.number(match['number'])} {_MAGNITUDES[match['magnitude']]}"

    return (
        Rule(Category.NUMBERS, _MILLIONS, millions, needs=NUMERIC),
        Rule(Category.NUMBERS, _THOUSANDS, millions, needs=NUMERIC),
        Rule(Category.NUMBERS, _HUNDREDS_K, millions, needs=_ANY_K),
    )


def number_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """The last rules for numbers, which match every number that no more specific rule has put into words."""

    def ordinal(match: re.Match[str]) -> str:
        words = numbers.ordinal(int(match["number"].replace(",", "")))
        return ("number " if match["sign"] else "") + words + ("s" if match["plural"] else "")

    def named(match: re.Match[str]) -> str:
        link = match["link"].replace("#", " number ").replace("no.", "number").replace("  ", " ")
        return f"{match['name']}{link}{numbers.code(match['number'])}"

    def groups(match: re.Match[str]) -> str:
        parts = re.split(r"[ -]", match[0])
        say = numbers.number if len(match[0]) < 9 and all(len(part) < 3 for part in parts) else numbers.digits
        return ", ".join(say(part) for part in parts)

    def numbered_thing(match: re.Match[str]) -> str | None:
        first, second = match["first"], match["second"]
        before = re.sub(r"(?<=\w)#", " #", match["before"])
        before = re.sub(r"#|(?<= )no\.?(?= )", "number ", before).replace("  ", " ")
        if before == match["before"] and len(second) < 4 and int(first) < int(second):
            return None  # a range: "order 10-15 of them"
        return f"{before}{numbers.digits(first)}, {numbers.digits(second)}"

    def after_id(match: re.Match[str]) -> str | None:
        if not _SPELLED.search(match.string[max(0, match.start() - 40) : match.start()]):
            return None
        return ", ".join(numbers.digits(part) for part in re.split(r"[ -]", match[0]))

    def plan(match: re.Match[str]) -> str:
        return f"{numbers.code(match['number'])} {match['letter'].upper()}"

    def postcode(match: re.Match[str]) -> str:
        more = f", {numbers.digits(match['more'])}" if match["more"] else ""
        return f"{match['state']} {numbers.digits(match['zip'])}{more}"

    def number(match: re.Match[str]) -> str:
        written = match["number"]
        if written.isdigit():
            is_id = len(written) > 3 and _SPELLED.search(
                match.string[max(0, match.start() - 40) : match.start()]
            )
            is_long = (len(written) > 9 and not written.endswith("000000")) or len(written) > 15
            if is_id or is_long:
                return numbers.signed(match["sign"], numbers.digits(written))
        return numbers.signed(match["sign"], numbers.number(written))

    def left(match: re.Match[str]) -> str:
        return numbers.code(match[0]) if len(match[0]) < 4 else numbers.digits(match[0])

    def numeral(match: re.Match[str]) -> str | None:
        value = unicodedata.numeric(match[0])
        if value % 1 == 0:
            return numbers.cardinal(int(value))
        numerator, _, denominator = unicodedata.normalize("NFKC", match[0]).partition("⁄")
        if not (numerator.isdecimal() and denominator.isdecimal()):
            return None
        return numbers.fraction(int(numerator), int(denominator))

    return (
        Rule(Category.IDS, _NUMBERED_THING, numbered_thing, needs=NUMERIC),
        Rule(Category.ORDINALS, _ORDINAL, ordinal, needs=NUMERIC),
        Rule(Category.RANGES, _ORDINAL_TO, lambda match: " to ", needs=NUMERIC),
        Rule(Category.IDS, _AFTER_ID, after_id, needs=NUMERIC),
        Rule(Category.IDS, _IN_GROUPS, groups, needs=NUMERIC),
        Rule(Category.IDS, _ZIP, postcode, needs=NUMERIC),
        Rule(Category.IDS, _CODE, groups, needs=NUMERIC),
        Rule(Category.IDS, _PLAN, plan, needs=NUMERIC),
        Rule(Category.NUMBERS, _NAMED, named, needs=NUMERIC),
        Rule(Category.NUMBERS, _NUMBER, number, needs=NUMERIC),
        Rule(Category.NUMBERS, _NUMERAL, numeral, needs=NUMERIC),
        Rule(Category.NUMBERS, _LEFT, left, needs=NUMERIC),
    )
