"""The sounds of names that English speakers read by the letters of other languages: Tonali, Kiplimo, Zhang.

The readings are those of names that no dictionary has, in the writing of `english_sounds`.
"""

import re

_NAME = re.compile(r"[A-Z][a-z]{2,14}(?<=[aiou])")
_ENGLISH = re.compile(
    r"th|ck|ph|wh|oo|ee|ea|ow|oa|[aeo]y(?![aeiou])|mc|[^aeiou]y|ia\Z|s[ck]i\Z|[^aeiou]{2}u\Z|[aeiou]{3}|[sc]z|[^aeiou]{5}"
    r"|(?<![aeiou])[bdgkpt]{2}|[hjqvwx]\Z"
)
_FOREIGN_A = re.compile(
    r"\A(?:m[bp]|n[dgkjtz])|[kgmnpb]u[^aeiou]|[a-z](?:j|k[aeiou])|kh|gh|dh|bh|nh|gn|aa|ts|skaya\Z"
)
"""What names in -a have that are not English: others may be those of women or towns (Amanda, Itasca)."""
_FOREIGN_I = re.compile(r"\A(?:m[bp]|n[dgkjtz])|kh|gh|dh|bh|hl|zz|cc|[a-z]j|[kgmnpb]u[^aeiou]|aa|ts")
"""What names in -i of two syllables have that are not short forms (Candi)."""
_MAKER = re.compile(r"(?<![aiu])co\Z|[eo]co\Z|aco\Z|eo\Z")
_HARD_G = re.compile(r"[kwyz]|sh")
_ENGLISH_NAMES = frozenset("alaska annika emili kosciusko lakeisha monika naomi nebraska veronika".split())

_PART = re.compile(r"(?P<onset>[bcdfghjklmnpqrstvwxyz]{0,4})(?P<vowel>ai|ei|oi|au|ou|ae|ao\Z|[aeiou])")
_ITALIAN = re.compile(
    r"\Achi[aeo]|cc|zz|gli|gn|gg|cch|cchi|(?:in|ell|ett|ott|utt|ucc|on|an|ar|er|ol|ill|al|ent|est|osc|esc)i\Z|[aeiou](?:tt|ll|ss)[oa]\Z"
)
_VOWELS = re.compile("[aeiou]++")
_NASAL = re.compile(r"(?:mb|mp|nd|ng|nk|nt|nj|nz)(?=[aeiouwy])")
_DIPHTHONGS = {"ai": "I", "ei": "A", "oi": "Y", "au": "W", "ao": "W", "ou": "u", "ae": "A"}
_SILENT = (
    (re.compile(r"gu(?=[ei])"), "gh"),
    (re.compile(r"gu(?=a)"), "gw"),
    (re.compile(r"qu(?=[ei])"), "k"),
    (re.compile(r"qu(?=a)"), "kw"),
    (re.compile(r"(?<=[aeiou])h(?=[^aeiou])"), ""),
)
"""Letters that only say how others are said."""
_SILENT_ITALIAN = (
    (re.compile(r"cc?i(?=[aou])"), "tch"),
    (re.compile(r"gg?i(?=[aou])"), "j"),
    (re.compile(r"gli(?=[aeou])"), "ly"),
)
_VELAR_N = re.compile("n(?=[kg])")
_GLIDING_END = re.compile(r"[^aeiouq][iu][ao]\Z")

_AT_THE_END = {"a": "ə", "e": "A", "i": "i", "o": "O", "u": "u"}
_BEFORE_R = {"a": "ɑ", "e": "e", "i": "ɪ", "o": "ɔ", "u": "ʊ"}
_LETTERS = {
    "sch": "S", "tch": "C", "sh": "S", "ch": "C", "zh": "Z", "kh": "k", "gh": "g", "dh": "d", "bh": "b", "ts": "ts",
    "tz": "ts", "nh": "ny", "lh": "ly", "qu": "kw", "j": "J", "x": "ks", "q": "k",
    "c": "k",
}  # fmt: skip
_BEFORE_E = {"c": "s", "sc": "s"}
_ITALIAN_LETTERS = {"zz": "ts", "gn": "ny", "z": "z"}
_ITALIAN_BEFORE_E = {"cch": "k", "ch": "k", "sch": "sk", "sc": "S", "cc": "C", "c": "C", "gg": "J", "g": "J"}
_LONGEST = 3

_PINYIN = re.compile(
    r"(?P<initial>zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw]?)(?P<final>[aeiou]{1,3}(?:ng?(?![aeiou]))?)"
)
_CHINESE = re.compile(r"zh|\A[qx](?!ue?[elr])|[ng]x|i?uang|iang|[lmpjqx]iao|jian\Z|\A[ghklz]uo\Z")
_INITIALS = {"zh": "J", "ch": "C", "sh": "S", "q": "C", "x": "S", "c": "ts", "z": "z", "j": "J"}
_FINALS = {
    "a": "ä", "o": "ɔ", "e": "ʌ", "i": "i", "u": "u", "ai": "I", "ei": "A", "ao": "W", "ou": "O", "an": "än",
    "en": "ʌn", "ang": "äN", "eng": "ʌN", "ong": "ʊN", "ia": "yä", "ie": "ye", "iao": "yW", "iu": "yO", "ian": "yen",
    "in": "in", "iang": "yäN", "ing": "iN", "iong": "yʊN", "ua": "wä", "uo": "wO", "uai": "wI", "ui": "wA",
    "uan": "wän", "un": "un", "uang": "wäN", "ue": "we",
}  # fmt: skip


def sounds(name: str) -> str | None:
    """How a name is said that looks Chinese, or that ends in a vowel as names of many languages do, or None."""
    lower = name.lower()
    if not name[:1].isupper() or not lower.isascii() or len(lower) > 15:
        return None
    if _CHINESE.search(lower) and (said := _pinyin(lower)):
        return said
    if not _NAME.fullmatch(name) or _ENGLISH.search(lower):
        return None
    return _continental(lower)


def _pinyin(name: str) -> str | None:
    """The sounds of a name in pinyin, whose last syllable is stressed."""
    said: list[tuple[str, str]] = []
    end = 0
    while end < len(name):
        syllable = _PINYIN.match(name, end)
        if syllable is None or syllable["final"] not in _FINALS:
            return None
        initial, final = _INITIALS.get(syllable["initial"], syllable["initial"]), _FINALS[syllable["final"]]
        said.append((initial, final.removeprefix("y") if initial in ("J", "C", "S") else final))
        end = syllable.end()
    return "".join(
        f"{initial}{_stressed(final) if i == len(said) - 1 else final}"
        for i, (initial, final) in enumerate(said)
    )


def _stressed(final: str) -> str:
    glide = 1 if final[0] in "wy" else 0
    return f"{final[:glide]}'{final[glide:]}"


def _continental(name: str) -> str | None:
    """The sounds of a name with the vowels of Spanish, Italian or Japanese, of which the last but one is stressed."""
    if _is_english(name):
        return None
    italian = bool(_ITALIAN.search(name))
    soft_g = not _HARD_G.search(name)
    for letters, spoken in (*_SILENT, *(_SILENT_ITALIAN if italian else ())):
        name = letters.sub(spoken, name)
    parts = list(_PART.finditer(name))
    if len(parts) < 2 or parts[-1].end() != len(name):
        return None
    stressed = len(parts) - 2
    if len(parts) > 2 and (_GLIDING_END.search(name) or name.endswith("skaya")):
        stressed -= 1
    said = "ə" if _NASAL.match(name) else ""
    for i, part in enumerate(parts):
        following = parts[i + 1]["onset"] if i + 1 < len(parts) else None
        mark = "'" if i == stressed else "," if i == stressed - 2 else ""
        onset = part["onset"]
        if soft_g and onset.endswith("g") and part["vowel"][0] in "ei":
            onset = f"{onset[:-1].removesuffix('g')}j"
        said += _consonants(onset, part["vowel"], italian=italian)
        said += mark + _vowel(part["vowel"], following, stress=mark, first=i == 0)
    return _VELAR_N.sub("N", said)


def _is_english(name: str) -> bool:
    """Whether the name may as well be one that English speakers read by their own rules."""
    if name in _ENGLISH_NAMES or _MAKER.search(name):
        return True
    if name.endswith("a"):
        return not _FOREIGN_A.search(name)
    return name.endswith("i") and len(_VOWELS.findall(name)) == 2 and not _FOREIGN_I.search(name)


def _consonants(onset: str, vowel: str, *, italian: bool) -> str:
    said, i = "", 0
    soft = vowel[0] in "ei"
    while i < len(onset):
        for length in range(min(_LONGEST, len(onset) - i), 0, -1):
            letters = onset[i : i + length]
            last = i + length == len(onset)
            found = None
            if italian:
                found = (_ITALIAN_BEFORE_E.get(letters) if soft and last else None) or _ITALIAN_LETTERS.get(
                    letters
                )
            found = found or (_BEFORE_E.get(letters) if soft and last else None) or _LETTERS.get(letters)
            if found is None and length == 2 and letters[0] == letters[1]:
                found = _consonants(letters[0], vowel if last else "a", italian=italian)
            if found is not None or length == 1:
                said += letters if found is None else found
                i += length
                break
    return said


def _vowel(letters: str, following: str | None, *, stress: str, first: bool) -> str:
    """following: the consonants between the vowel and the next one; None where the name ends"""
    if letters in _DIPHTHONGS:
        return _DIPHTHONGS[letters]
    if following is None:
        return _AT_THE_END[letters]
    closed = len(following) > 1 and not (following[-1] in "rlhyw" and following[0] != following[-1])
    if following[:1] == "r" and (letters in "eo" or closed):
        return "ɜ" if letters == "e" and closed and following[1] != "r" else _BEFORE_R[letters]
    open_and_stressed = stress == "'" and not closed
    said = {
        "a": "ä" if stress or not following else "ə",
        "e": "A" if open_and_stressed else "e" if stress or closed or first else "ə",
        "i": "i" if open_and_stressed or not following else "ɪ",
        "o": "o" if closed and stress else "O",
        "u": "u",
    }
    return said[letters]
