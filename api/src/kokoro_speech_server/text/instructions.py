"""How fast OpenAI's `instructions` want speech to be. Nothing else in them can be followed by Kokoro."""

import math
import re
from collections.abc import Mapping

_LONGEST = 4_000
"""Characters of instructions that are read."""

_SPEEDS = {
    "slow": 0.8, "slowly": 0.8, "slower": 0.8,
    "fast": 1.25, "faster": 1.25, "quickly": 1.25, "quick": 1.25, "rapidly": 1.25, "rapid": 1.25,
}  # fmt: skip

_DEGREES = {"": 1.0, "very": 2.0, "much": 2.0, "really": 2.0, "slightly": 0.5, "a bit": 0.5, "a little": 0.5}
"""What a degree makes of the distance from the usual speed, as a power."""

_TIMES = {"half": 0.5, "normal": 1.0, "double": 2.0, "twice the": 2.0}

_DEGREE = r"(?:(?P<degree>very|much|really|slightly|a bit|a little) )?"
_ADVERB = re.compile(
    rf"\b(?:speak|talk|read|say (?:it|this|that)) {_DEGREE}(?:more )?"
    r"(?P<word>slowly|slower|slow|quickly|quick|faster|fast|rapidly)\b"
)
_PACE = re.compile(
    rf"\b(?:pace|pacing|speed|tempo)(?: is)?:? ?{_DEGREE}(?P<word>slow|slower|fast|faster|quick|rapid)\b(?! to\b)"
)
_AT_PACE = re.compile(
    rf"\b(?:at|with|in) an? {_DEGREE}(?P<word>slow|slower|fast|faster|quick|rapid) (?:pace|speed|tempo)\b"
)
_SPEED = re.compile(r"\bat (?P<times>half|normal|double|twice the) speed\b")

_ANY = re.compile(r"\b(?:slow|fast|quick|rapid|hurr|pace|pacing|tempo|speed)\w*")
_PLACE = re.compile(
    r"\b(?:not|never|no|avoid|without|too|if|when|while|then|but|except|until|first|\w+n't)\b"
)


def speed_of(instructions: str) -> float | None:
    """The speed that instructions in English ask for, 0.5 to 2, or None if they do not, or not clearly.

    They do if one place says so ("Speak slowly.", "at a very fast pace", "at double speed"), and no other word is
    about speed. A sentence with a condition or a negation says nothing clearly.
    """
    if len(instructions) > _LONGEST:
        return None
    plain = " ".join(instructions.lower().replace("’", "'").replace("*", "").split())
    found: list[tuple[int, int, float]] = []
    for pattern in (_ADVERB, _PACE, _AT_PACE, _SPEED):
        for match in pattern.finditer(plain):
            found.append((match.start(), match.end(), _speed(match.groupdict())))
    if len(found) != 1:
        return None
    [(start, end, speed)] = found
    if any(not start <= word.start() < end for word in _ANY.finditer(plain)):
        return None
    begin = max(plain.rfind(mark, 0, start) for mark in ".!?;") + 1
    stop = min((at for mark in ".!?;" if (at := plain.find(mark, end)) >= 0), default=len(plain))
    return None if _PLACE.search(plain, begin, stop) else speed


def _speed(groups: Mapping[str, str | None]) -> float:
    if times := groups.get("times"):
        return _TIMES[times]
    exponent = _DEGREES[groups.get("degree") or ""]
    return round(math.pow(_SPEEDS[groups["word"] or ""], exponent), 2)
