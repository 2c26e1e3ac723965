"""Addresses, file names, handles, versions and telephone numbers, which are read mark by mark."""

import re

from kokoro_speech_server.text.normalization import web_patterns as web
from kokoro_speech_server.text.normalization.international.number_speller import LETTERS, NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_VERSION = re.compile(
    rf"(?<![{LETTERS}\d.,])(?P<v>(?:[vV]\.? ?)?)(?P<numbers>\d{{1,5}}(?:\.\d{{1,5}}){{2,5}})(?![\d]|[.,]\d)"
)
_FILE = re.compile(r"(?<![\w./\\-])[\w-]{1,60}\.(?:mp[34]|7z|h26[45])(?![\w-])", re.ASCII)
# A URL may follow digits directly; they are spelled separately.
_URL = re.compile(web.URL.pattern.replace(r"(?<!\w)", r"(?<![^\W\d])"), re.IGNORECASE)
# With one of these at the end, two words joined by a point are an address or a file; otherwise a space is missing.
_TOP = frozenset(
    """com org net edu gov mil int info biz io ai app dev tv me co fm ly gg xyz online site shop store blog cloud tech
    eu es mx ar cl pe uy ve ec bo fr be ch ca qc lu it sm br pt ao in jp cn tw hk sg kr uk us de at nl ru
    pdf doc docx xls xlsx ppt pptx txt csv json xml yaml yml html htm css jpg jpeg png gif svg webp wav ogg flac avi mkv
    mov zip rar tar gz exe dll py js ts md sh sql log ini epub
    env php jsx tsx java cpp vue scss conf toml apk iso psd odt ods rtf webm m4a ics ttf woff""".split()
)
_EXTENSION = re.compile(r"(?<![^\s(«“\"'’`])\.(?P<name>[a-z][a-z\d]{1,5})(?![\w/@-]|\.\w)")
_HAS_EXTENSION = re.compile(r"(?:^|\W)\.[a-z]")
_KINDS = frozenset("co ne ac go or ed lg gr ad".split())
"""Kinds of organizations before the country, in example.co.jp, which Japanese and Mandarin spell."""
_INTERNATIONAL = r"\+\d{1,3}(?:[ .-]?\(?\d{1,5}\)?){2,6}"
_PHONE_NEEDS = re.compile(r"\d{3}|\d\W{1,2}\d")
_YEAR = re.compile(r"(?:19|20)\d\d")
_DOTTED = re.compile(r"\d\.\d")
_SLASHES = re.compile(r"[/\\]|\.\w")
_CALL = re.compile(r"\((?:\)|[\[{\"'\w.]{1,30}[\])},= \"'])")
_VOWEL = re.compile(r"[aeiouáéíóúàèìòùâêîôûäëïöüãõ]", re.IGNORECASE)


def web_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules in the order of how distinctive their marks are."""
    locale = speller.locale
    names = locale.web
    word = r"\w" if speller.spaced else r"A-Za-z\d"
    # Among kanji, a comma without a space after it may separate two numbers.
    number_goes_on = r"[.,]\d" if speller.spaced else r"\.\d|,\d{3}(?![\d-])"
    starts = rf"(?<![{word}.,/-])" if speller.spaced else rf"(?<![{word}./-])"
    phones = rf"{starts}(?:{_INTERNATIONAL}|{locale.phone_pattern})(?![{word}/-]|{number_goes_on})"
    fit = (lambda pattern: pattern) if speller.spaced else _among_kanji

    def read(text: str, *, years: bool = False) -> str:
        words = []
        parts = web.parts(text.rstrip("/"))
        for part, following in zip(parts, [*parts[1:], ""], strict=True):
            if years and _YEAR.fullmatch(part):
                words.append(speller.number(part))
            elif part.isdecimal():
                words.append(_number(speller, part))
            elif part.isalpha():
                is_kind = not speller.spaced and following == "." and part in _KINDS
                is_word = not is_kind and (not part.isascii() or _VOWEL.search(part))
                words.append(part if is_word else web.spelled(part))
            else:
                words.append(names.get(part, ""))
        return joined(words)

    def joined(words: list[str]) -> str:
        text = ""
        for word in filter(None, words):
            apart = text and (speller.spaced or (text[-1].isascii() and word[0].isascii()))
            text += f" {word}" if apart else word
        return text

    def whole(match: re.Match[str]) -> str:
        return read(match[0])

    def url(match: re.Match[str]) -> str | None:
        return read(match[0][len(match["scheme"] + "://") :] if match["scheme"] else match[0]) or None

    def host(match: re.Match[str]) -> str | None:
        labels = match["host"].split(".")
        called = _CALL.match(match.string, match.end())  # numpy.array([1])
        known = match["tail"] or called or len(labels) > 2 or labels[-1].lower() in _TOP
        return read(match[0]) if known else None

    def path(match: re.Match[str]) -> str | None:
        # A single slash may stand for "or"; several make a path.
        return read(match[0]) if match[0].count("/") != 1 or "." in match[0] else None

    def version(match: re.Match[str]) -> str | None:
        if re.fullmatch(speller.number_pattern, match["numbers"]):
            return None
        return joined([match["v"].strip(), read(match["numbers"])])

    def phone(match: re.Match[str]) -> str | None:
        if not 7 <= sum(map(str.isdecimal, match[0])) <= 15:
            return None
        if locale.phone:
            return locale.phone(speller, match[0])
        plus = f"{locale.plus} " if match[0].startswith("+") else ""
        return plus + ", ".join(speller.digits(group) for group in re.findall(r"\d+", match[0]))

    def extension(match: re.Match[str]) -> str | None:
        """The kind of a file: "un file .csv"."""
        return read(match[0]) if match["name"] in _TOP else None

    def handle(match: re.Match[str]) -> str:
        return joined([names[match[0][0]], read(match["name"], years=match[0][0] == "#" and speller.spaced)])

    return (
        Rule(Category.EMAILS, fit(web.EMAIL), whole, needs=re.compile("@")),
        Rule(Category.PHONES, re.compile(phones), phone, needs=_PHONE_NEEDS),
        Rule(Category.URLS, fit(_URL), url, needs=re.compile(r"://|www\.", re.IGNORECASE)),
        Rule(Category.PATHS, _FILE, whole, needs=_SLASHES),
        *((Rule(Category.PATHS, _EXTENSION, extension, needs=_HAS_EXTENSION),) if speller.spaced else ()),
        Rule(Category.URLS, fit(web.DOMAIN), host, needs=re.compile(r"\w\.\w")),
        Rule(Category.ADDRESSES, fit(web.IPV4), whole, needs=_DOTTED),
        Rule(Category.PATHS, fit(web.UNIX_PATH), path, needs=_SLASHES),
        Rule(Category.PATHS, fit(web.WINDOWS_PATH), whole, needs=_SLASHES),
        Rule(Category.VERSIONS, _VERSION, version, needs=_DOTTED),
        Rule(
            Category.HANDLES,
            re.compile(web.HASHTAG.pattern.replace(r"(?<![\w", rf"(?<![{LETTERS}\d_")),
            handle,
            needs=re.compile("#"),
        ),
        Rule(Category.HANDLES, fit(web.HANDLE), handle, needs=re.compile("@")),
    )


def _among_kanji(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """The pattern for text in which no space separates an address from other words: the address itself is ASCII."""
    only_ascii = pattern.pattern.replace(r"[^\s<>", r"[^\s\u0080-\U0010ffff<>").replace(
        r"[^\W\d_]", "[A-Za-z]"
    )
    only_ascii = only_ascii.replace(r"(?![\w-]|\.\w)", r"(?![A-Za-z_-]|\.\w)").replace(
        r"(?<![\w@", "(?<![A-Za-z_@"
    )
    return re.compile(only_ascii, pattern.flags & re.IGNORECASE | re.ASCII)


def _number(speller: NumberSpeller, digits: str) -> str:
    """Digits in an address: up to three are spelled as a number, more of them one by one."""
    if len(digits) > 3 or (digits.startswith("0") and len(digits) > 1):
        return speller.digits(digits)
    return speller.cardinal(int(digits))
