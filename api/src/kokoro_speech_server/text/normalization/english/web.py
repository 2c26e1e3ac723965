"""Web, e-mail and network addresses, files and paths, hashtags and handles."""

import re
import unicodedata

from kokoro_speech_server.text.normalization import web_patterns as web
from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import NUMERIC
from kokoro_speech_server.text.normalization.rules import Category, Rule

_SIGNS = {
    ".": "dot", "/": "slash", "\\": "backslash", "-": "dash", "_": "underscore", ":": "colon", "@": "at",
    "?": "question mark", "=": "equals", "&": "and", "%": "percent", "#": "hash", "~": "tilde", "+": "plus",
    ",": "comma", ";": "semicolon", "!": "exclamation mark", "*": "star", "$": "dollar", "(": "open parenthesis",
    ")": "close parenthesis", "[": "open bracket", "]": "close bracket", "'": "apostrophe", "’": "apostrophe",
}  # fmt: skip
_SPELLED = frozenset(
    "edu exe ico ini iso ios gov_ api url usb cli gui ide aws ai io app_ apk ogg odt avi uuid".split()
)
_WORDS = frozenset(
    "co me go to my we us at in it on is be no so do up he by or an as if am net docs max".split()
)
_NAMED = {
    "mp": "M P", "usr": "user", "www": "W W W", "tmp": "temp", "src": "source", "etc": "E T C", "img": "image",
    "docx": "doc X", "xlsx": "X L S X", "jpeg": "J peg", "jpg": "J peg", "github": "GitHub", "youtube": "YouTube",
    "wikipedia": "Wikipedia", "dev": "dev", "lib": "lib", "sys": "sys",
}  # fmt: skip
_COLOR = re.compile(r"(?<![\w&#/])#(?P<name>[0-9A-F]{6}|[0-9a-f]{6}|[0-9A-F]{3}|[0-9a-f]{3})(?![\w-]|[.,]\d)")
_DIGIT_AND_LETTER = re.compile(r"\d[A-Fa-f]|[A-Fa-f]\d")
_ONE_LETTER = re.compile(r"([A-Fa-f])\1+")
_OF_COLORS = re.compile(
    r"\b(?:colou?rs?|background|border|fill|hex|shade|gradient|palette|stroke|accent|text|font)\b[^.;]{0,30}$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\b(?:ref\.?|reference|order|ticket|invoice|case|claim|confirmation|tracking|part|item|model|serial|account|"
    r"acct\.?|booking|reservation|policy|lot|batch|PO|P\.O\.|permit|voucher|coupon|bug|gate|room|unit|suite|apt\.?) $",
    re.IGNORECASE,
)
_LOCALHOST = re.compile(r"(?<![\w.@-])localhost:\d{2,5}(?!\w)(?:/[\w./-]{0,80}[\w/])?")
_HYPHENS = re.compile("-[0-9A-Fa-f]{4}-")
_HASH = re.compile("#")
_ROOT = re.compile(r"(?<!\w)\.(?P<name>[a-z]{2,24})(?![\w.])")


def web_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for https://example.com/a?x=1, j.doe@example.co.uk, README.md, /usr/bin, C:\\Temp, #hashtag, @handle."""

    def read(address: str) -> str:
        return " ".join(
            word
            for part in web.parts(unicodedata.normalize("NFKC", address))
            if (word := _read_part(numbers, part))
        )

    def url(match: re.Match[str]) -> str:
        address = match[0]
        if scheme := match["scheme"]:
            address = address[len(scheme) + 3 :]
            if scheme.lower() not in ("http", "https"):
                return f"{web.spelled(scheme)} colon slash slash {read(address.rstrip('/'))}"
        return read(address.rstrip("/"))

    def domain(match: re.Match[str]) -> str | None:
        return read(match[0].rstrip("/")) if web.is_host(match) else None

    def read_all(match: re.Match[str]) -> str:
        return read(match[0])

    def unix_path(match: re.Match[str]) -> str | None:
        path = match[0]
        if path == "/" or (path[0].isdigit() and path.replace("/", "").isdigit()):
            return None
        return read(path)

    def windows_path(match: re.Match[str]) -> str:
        return read(match[0].rstrip())

    def ip(match: re.Match[str]) -> str:
        words = " dot ".join(numbers.digits(octet) for octet in match["host"].split("."))
        if match["port"]:
            words += f" colon {numbers.digits(match['port'])}"
        return words + _mask(match["mask"])

    def ip6(match: re.Match[str]) -> str | None:
        if match["host"] == "::" or not re.search(r"\d|[a-fA-F]{2,4}:", match["host"]):
            return None
        return _characters(numbers, match["host"]) + _mask(match["mask"])

    def _mask(mask: str) -> str:
        return f" slash {numbers.cardinal(int(mask[1:]))}" if mask else ""

    def spelled(match: re.Match[str]) -> str:
        return _characters(numbers, match[0].strip("{}"))

    def hash_code(match: re.Match[str]) -> str | None:
        return (
            None
            if match[0].isdigit() or re.fullmatch(r"\d+[a-f]|[a-f]+\d{1,4}", match[0])
            else spelled(match)
        )

    def groups(match: re.Match[str]) -> str:
        return ", ".join(_characters(numbers, group) for group in match[0].strip("{}").split("-"))

    def color(match: re.Match[str]) -> str | None:
        name = match["name"]
        sure = (len(name) == 6 and _DIGIT_AND_LETTER.search(name)) or _ONE_LETTER.fullmatch(name)
        if _NUMBERED.search(match.string[: match.start()][-20:]):
            return None
        if not (sure or _OF_COLORS.search(match.string[max(0, match.start() - 40) : match.start()])):
            return None
        return f"hash {_characters(numbers, name)}"

    def hashtag(match: re.Match[str]) -> str | None:
        name = match["name"]
        if re.fullmatch(r"\d+(?:st|nd|rd|th)", name):
            return None
        if name == "s":
            return "numbers"
        if name.isupper() and NUMERIC.search(name) and _NUMBERED.search(match.string[: match.start()][-20:]):
            return f"number {name}"
        return f"hashtag {read(match['name'])}"

    def handle(match: re.Match[str]) -> str:
        return f"at {read(match['name'])}"

    def root(match: re.Match[str]) -> str:
        return read(match[0])

    return (
        Rule(Category.URLS, web.URL, url),
        Rule(Category.EMAILS, web.EMAIL, lambda match: read(match[0].removeprefix("mailto:"))),
        Rule(Category.IDS, web.UUID, groups, needs=_HYPHENS),
        Rule(Category.ADDRESSES, web.MAC, spelled),
        Rule(Category.ADDRESSES, web.IPV6, ip6),
        Rule(Category.ADDRESSES, web.IPV4, ip),
        Rule(Category.IDS, web.HEX, spelled, needs=NUMERIC),
        Rule(Category.IDS, web.HASH, hash_code, needs=NUMERIC),
        Rule(Category.PATHS, web.WINDOWS_PATH, windows_path),
        Rule(Category.URLS, _LOCALHOST, read_all, needs=re.compile("localhost")),
        Rule(Category.URLS, web.DOMAIN, domain),
        Rule(Category.PATHS, web.FILE, read_all),
        Rule(Category.PATHS, web.UNIX_PATH, unix_path),
        Rule(Category.IDS, _COLOR, color, needs=_HASH),
        Rule(Category.HANDLES, web.HASHTAG, hashtag),
        Rule(Category.HANDLES, web.HANDLE, handle),
        Rule(Category.PATHS, _ROOT, root),
    )


def _read_part(numbers: Numbers, part: str) -> str:
    if part.isdecimal():
        return numbers.code(part) if len(part) < 5 else numbers.digits(part)
    if not part[0].isalpha():
        return _SIGNS.get(part, "")
    lower = part.lower()
    if lower in _NAMED:
        return _NAMED[lower]
    if not part.isascii() or lower in _WORDS:
        return part
    if lower in _SPELLED or not web.is_speakable(part):
        return web.spelled(part)
    return part


def _characters(numbers: Numbers, text: str) -> str:
    """Each letter, digit and mark by its name."""
    return " ".join(
        numbers.digits(one) if one.isdecimal() else _SIGNS.get(one, one.upper())
        for one in text
        if not one.isspace()
    )
