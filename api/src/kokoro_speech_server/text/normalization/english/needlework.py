"""Patterns of knitters and crocheters: CO 96 sts, K2, p1, rep from *, ch 3, 2 dc in next st."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_WORDS = {
    "st": "stitch", "sts": "stitches", "rep": "repeat", "Rep": "Repeat", "rem": "remaining", "foll": "following",
    "beg": "beginning", "Beg": "Beginning", "cont": "continue", "Cont": "Continue", "inc": "increase",
    "Inc": "Increase", "dec": "decrease", "Dec": "Decrease", "tog": "together", "patt": "pattern", "pat": "pattern",
    "rnd": "round", "rnds": "rounds", "Rnd": "Round", "Rnds": "Rounds", "sl": "slip", "Sl": "Slip", "sk": "skip",
    "Sk": "Skip", "ch": "chain", "Ch": "Chain", "chs": "chains", "sc": "single crochet", "dc": "double crochet",
    "hdc": "half double crochet", "tr": "treble crochet", "Sc": "Single crochet", "Dc": "Double crochet",
    "sp": "space", "CO": "cast on", "BO": "bind off", "RS": "right side", "WS": "wrong side", "MC": "main color",
    "CC": "contrasting color", "St st": "stockinette stitch", "st st": "stockinette stitch", "St": "Stitch",
    "yo": "yarn over", "YO": "yarn over", "pm": "place marker", "sm": "slip marker", "k": "knit", "p": "purl",
    "K": "Knit", "P": "Purl", "meas": "measures", "yd": "yards", "yds": "yards", "sk.": "skip", "lp": "loop",
    "lps": "loops", "psso": "pass slipped stitch over", "ssk": "slip slip knit", "Ssk": "Slip slip knit",
    "SSK": "slip slip knit", "ssp": "slip slip purl",
    "skp": "slip knit pass", "Skp": "Slip knit pass", "SKP": "slip knit pass", "kfb": "knit front and back",
    "Kfb": "Knit front and back", "pfb": "purl front and back", "m1": "make one", "M1": "Make one",
    "m1l": "make one left", "M1L": "make one left", "m1r": "make one right", "M1R": "make one right",
    "kwise": "knitwise", "pwise": "purlwise", "tbl": "through the back loop", "wyif": "with yarn in front",
    "wyib": "with yarn in back", "bor": "beginning of round", "BOR": "beginning of round",
    "dpns": "double pointed needles", "approx": "approximately",
}  # fmt: skip
_WORD = re.compile(rf"(?<![\w.'’/-])(?:{any_of(_WORDS)})(?![\w'’/])(?P<dot>\.(?= [a-z(\d]|[,;:)]))?")
_STITCH = re.compile(
    r"(?<![\w.'’/-])(?P<stitch>[kKpP]|ch-|[sS]l(?=\d{1,2}(?!\w)))(?P<number>\d{1,3})(?P<together>tog)?(?![\w/]|\.\w)"
)
_NAMES = r"\b(?:sts|patt|ssk|SSK|psso|kfb|rnds?|dpns|knit|skeins?)\b"
_PATTERN = re.compile(
    rf"{_NAMES}[^\n]{{0,40}}?[\d*,]|\d[^\n]{{0,40}}?{_NAMES}|\b(?:in patt|k\d{{1,2}}tog|p\d{{1,2}}tog|[hs]?dc in|sc in|"
    r"ch-?\d|sl st|St st|st st|CO \d|BO \d|yo, |[kKpP]\d{1,2}, \*?[kKpP]\d)\b"
)
"""What only patterns have. A short name alone may be a word of another language."""
_FROM_STAR = re.compile(r"(?<=\bfrom )\*{1,2}(?= |[.,;)]|$)")
_ORDERS = {"k": "knit", "p": "purl", "ch-": "chain ", "sl": "slip"}


def needlework_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for stitches and the words around them, in a sentence that has the short names of several."""

    def stitch(match: re.Match[str]) -> str:
        order = _ORDERS[match["stitch"].lower()].strip()
        order = order.capitalize() if match["stitch"][0].isupper() else order
        together = " together" if match["together"] else ""
        return f"{order} {numbers.cardinal(int(match['number']))}{together}"

    def word(match: re.Match[str]) -> str:
        words = _WORDS.get(match[0]) or _WORDS[match[0].rstrip(".")]
        return words.replace("color", "colour") if numbers.british else words

    return (
        Rule(Category.ABBREVIATIONS, _FROM_STAR, lambda match: "the star", evidence=_PATTERN),
        Rule(Category.ABBREVIATIONS, _STITCH, stitch, evidence=_PATTERN),
        Rule(Category.ABBREVIATIONS, _WORD, word, evidence=_PATTERN),
    )
