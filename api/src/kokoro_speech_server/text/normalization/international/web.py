"""Addresses, file names, handles, versions and telephone numbers: what is read mark by mark."""

import re

from kokoro_speech_server.text.normalization import web_patterns as web
from kokoro_speech_server.text.normalization.international.reader import LETTERS, Reader
from kokoro_speech_server.text.normalization.rules import Category, Rule

_VERSION = re.compile(
    rf"(?<![{LETTERS}\d.,])(?P<v>(?:[vV]\.? ?)?)(?P<numbers>\d{{1,5}}(?:\.\d{{1,5}}){{2,5}})(?![\d]|[.,]\d)"
)
_FILE = re.compile(r"(?<![\w./\\-])[\w-]{1,60}\.(?:mp[34]|7z|h26[45])(?![\w-])", re.ASCII)
# Digits in front of it are read apart.
_URL = re.compile(web.URL.pattern.replace(r"(?<!\w)", r"(?<![^\W\d])"), re.IGNORECASE)
# After these, two words with a point between them are an address or a file; after others the space is missing.
_TOP = frozenset(
    """com org net edu gov mil int info biz io ai app dev tv me co fm ly gg xyz online site shop store blog cloud tech
    eu es mx
    ar cl pe uy ve ec bo fr be ch ca qc lu it sm br pt ao in jp cn tw hk sg kr uk us de at nl ru
    pdf doc docx xls xlsx ppt pptx txt csv json xml yaml yml html htm css jpg jpeg png gif svg webp wav ogg flac avi mkv
    mov zip rar tar gz exe dll py js ts md sh sql log ini epub""".split()
)
_VOWEL = re.compile(r"[aeiouáéíóúàèìòùâêîôûäëïöüãõ]", re.IGNORECASE)


def web_rules(reader: Reader) -> tuple[Rule, ...]:
    """From what has the most marks to what has the fewest."""
    locale = reader.locale
    names = locale.web
    fit = (lambda pattern: pattern) if locale.spaced else _among_kanji

    def read(text: str) -> str:
        words = []
        for part in web.parts(text.rstrip("/")):
            if part.isdecimal():
                words.append(_number(reader, part))
            elif part.isalpha():
                is_word = not part.isascii() or _VOWEL.search(part)
                words.append(part if is_word else web.spelled(part))
            else:
                words.append(names.get(part, ""))
        return joined(words)

    def joined(words: list[str]) -> str:
        text = ""
        for word in filter(None, words):
            apart = text and (locale.spaced or (text[-1].isascii() and word[0].isascii()))
            text += f" {word}" if apart else word
        return text

    def whole(match: re.Match[str]) -> str:
        return read(match[0])

    def url(match: re.Match[str]) -> str | None:
        return read(match[0][len(match["scheme"] + "://") :] if match["scheme"] else match[0]) or None

    def host(match: re.Match[str]) -> str | None:
        labels = match["host"].split(".")
        known = match["tail"] or len(labels) > 2 or labels[-1].lower() in _TOP
        return read(match[0]) if known else None

    def path(match: re.Match[str]) -> str | None:
        # One slash alone may be an "or"; two directories are a path.
        return read(match[0]) if match[0].count("/") != 1 or "." in match[0] else None

    def version(match: re.Match[str]) -> str | None:
        if re.fullmatch(reader.number_pattern, match["numbers"]):
            return None
        return joined([match["v"].strip(), read(match["numbers"])])

    def phone(match: re.Match[str]) -> str | None:
        if not 7 <= sum(map(str.isdecimal, match[0])) <= 15:
            return None
        if locale.phone:
            return locale.phone(reader, match[0])
        plus = f"{locale.plus} " if match[0].startswith("+") else ""
        return plus + ", ".join(reader.digits(group) for group in re.findall(r"\d+", match[0]))

    def handle(match: re.Match[str]) -> str:
        return joined([names[match[0][0]], read(match["name"])])

    return (
        Rule(Category.EMAILS, fit(web.EMAIL), whole),
        Rule(Category.PHONES, re.compile(locale.phone_pattern), phone),
        Rule(Category.URLS, fit(_URL), url),
        Rule(Category.PATHS, _FILE, whole),
        Rule(Category.URLS, fit(web.DOMAIN), host),
        Rule(Category.ADDRESSES, fit(web.IPV4), whole),
        Rule(Category.PATHS, fit(web.UNIX_PATH), path),
        Rule(Category.PATHS, fit(web.WINDOWS_PATH), whole),
        Rule(Category.VERSIONS, _VERSION, version),
        Rule(
            Category.HANDLES,
            re.compile(web.HASHTAG.pattern.replace(r"(?<![\w", rf"(?<![{LETTERS}\d_")),
            handle,
        ),
        Rule(Category.HANDLES, fit(web.HANDLE), handle),
    )


def _among_kanji(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """The pattern where no space parts an address from the words around it: they are of ASCII, and it too."""
    only_ascii = pattern.pattern.replace(r"[^\s<>", r"[^\s\u0080-\U0010ffff<>").replace(
        r"[^\W\d_]", "[A-Za-z]"
    )
    only_ascii = only_ascii.replace(r"(?![\w-]|\.\w)", r"(?![A-Za-z_-]|\.\w)").replace(
        r"(?<![\w@", "(?<![A-Za-z_@"
    )
    return re.compile(only_ascii, pattern.flags & re.IGNORECASE | re.ASCII)


def _number(reader: Reader, digits: str) -> str:
    """Digits inside a name: up to three are a number."""
    if len(digits) > 3 or (digits.startswith("0") and len(digits) > 1):
        return reader.digits(digits)
    return reader.cardinal(int(digits))
