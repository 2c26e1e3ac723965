"""Addresses, file names, handles, versions and telephone numbers."""

import re

from api.src.services.text_processing.normalization.rules import Category, Rule
from api.src.services.text_processing.normalization.world.reader import Reader

# The endings of domains that are met without "https://" or "www." before them.
_TOP = (
    "com|org|net|edu|gov|info|io|ai|app|dev|tv|me|co|eu|es|mx|ar|cl|fr|be|ch|ca|it|br|pt|in|jp|cn|tw|hk|uk|us|de"
)
_FILE_TYPES = (
    "pdf|docx?|xlsx?|pptx?|txt|csv|json|xml|ya?ml|html?|css|jpe?g|png|gif|svg|webp|mp[34]|wav|ogg|avi|mkv|mov|zip"
    "|rar|tar|gz|7z|exe|py|js|ts|md|sh|sql"
)
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})"
_APART = r"(?<![A-Za-zÀ-ɏ\u0900-\u0963\d@._/-])"
_LAST = r"(?<![.,;:!?)\"'\]}>])"
_PARTS = re.compile(r"[^\W\d_]+|\d+|[\W_]")


def web_rules(reader: Reader) -> tuple[Rule, ...]:
    """Everything that is read mark by mark."""
    locale = reader.locale
    names = locale.web

    def spelled(text: str) -> str:
        words = []
        for part in _PARTS.findall(text.rstrip("/")):
            if part.isdecimal():
                words.append(_digits(reader, part))
            elif part.isalpha():
                words.append(part)
            else:
                words.append(names.get(part, ""))
        return " ".join(word for word in words if word)

    def url(match: re.Match[str]) -> str | None:
        return spelled(match["rest"]) or None

    def dotted(match: re.Match[str]) -> str:
        numbers = [_digits(reader, part) for part in match["numbers"].split(".")]
        return reader.join(match["v"].strip(), f" {names['.']} ".join(numbers)).strip()

    def phone(match: re.Match[str]) -> str | None:
        if not 7 <= sum(map(str.isdecimal, match[0])) <= 15:
            return None
        if locale.phone:
            return locale.phone(reader, match[0])
        plus = f"{locale.plus} " if match[0].startswith("+") else ""
        return plus + ", ".join(reader.digits(group) for group in re.findall(r"\d+", match[0]))

    def handle(match: re.Match[str]) -> str:
        return f"{names[match['mark']]} {spelled(match['name'])}"

    return (
        Rule(
            Category.EMAILS,
            re.compile(
                rf"(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{{0,63}}@{_LABEL}(?:\.{_LABEL}){{1,5}}(?![A-Za-z0-9-])"
            ),
            lambda match: spelled(match[0]),
        ),
        Rule(
            Category.URLS,
            re.compile(rf"{_APART}(?:https?|ftp)://(?P<rest>[!-~]{{1,400}}{_LAST})", re.IGNORECASE),
            url,
        ),
        Rule(
            Category.URLS,
            re.compile(
                rf"{_APART}(?P<rest>(?:www\.(?:{_LABEL}\.){{1,4}}[a-z]{{2,20}}|(?:{_LABEL}\.){{1,5}}(?:{_TOP}))"
                rf"(?![A-Za-z0-9-]|\.[A-Za-z0-9])(?:[/?#][!-~]{{0,300}}{_LAST})?)",
                re.IGNORECASE,
            ),
            url,
        ),
        Rule(
            Category.PATHS,
            re.compile(
                rf"(?<![\w./\\-])(?:[A-Za-z]:\\[\w.\\-]{{1,200}}|~?(?:/[\w.-]{{1,60}}){{2,20}}/?|[\w-]{{1,60}}\.(?:{_FILE_TYPES}))"
                r"(?![A-Za-z0-9])(?<![.-])"
            ),
            lambda match: spelled(match[0]),
        ),
        Rule(
            Category.VERSIONS,
            re.compile(
                r"(?<![\w.,])(?P<v>(?:[vV]\.? ?)?)(?P<numbers>\d{1,5}(?:\.\d{1,5}){2,5})(?![\d]|[.,]\d)"
            ),
            lambda match: None if _is_thousands(reader, match["numbers"]) else dotted(match),
        ),
        Rule(Category.PHONES, re.compile(locale.phone_pattern), phone),
        Rule(
            Category.HANDLES,
            re.compile(r"(?<![\w@#&/])(?P<mark>[@#])(?P<name>[^\W\d][\w-]{0,60})"),
            handle,
        ),
    )



def _digits(reader: Reader, digits: str) -> str:
    """Digits inside a name: up to three are a number."""
    if len(digits) > 3 or (digits.startswith("0") and len(digits) > 1):
        return reader.digits(digits)
    return reader.cardinal(int(digits))


def _is_thousands(reader: Reader, text: str) -> bool:
    """Whether 1.234.567 is one number; 192.168.100.1 is none."""
    parts = text.split(".")
    is_address = len(parts) == 4 and all(int(part) < 256 for part in parts)
    return not is_address and re.fullmatch(reader.number_pattern, text) is not None
