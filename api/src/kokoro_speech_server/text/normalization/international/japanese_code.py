"""Code in Japanese texts: points between names (df.groupby()), kinds of files (.env), hidden numbers and ISBN."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_KINDS = (
    "deb|rpm|env|tar|gz|zip|exe|dll|dmg|iso|apk|msi|sh|bat|ps1|py|js|ts|tsx|jsx|rb|go|rs|java|cpp|php|sql|log|ini|conf|cfg"
    "|toml|ya?ml|json|xml|csv|tsv|txt|md|html?|css|scss|pdf|docx?|xlsx?|pptx?|jpe?g|png|gif|svg|webp|heic|psd|mp[34]"
    "|wav|flac|m4a|mov|avi|mkv|webm|epub|ipynb|parquet|gitignore|bashrc|zshrc|vimrc|htaccess|ssh|bak|lock"
)
_KIND = re.compile(rf"(?<![\d._/\\])\.(?=(?:{_KINDS})(?![A-Za-z\d_@/-]|\.\w))")
_MEMBER = re.compile(
    r"(?:(?<![A-Za-z\d_./@-])(?P<name>[A-Za-z_][A-Za-z\d_]{0,40})|(?<=[A-Za-z\d_)\]]))"
    r"\.(?=[A-Za-z_][A-Za-z\d_]{0,40}(?:\(|\.[A-Za-z_][A-Za-z\d_]{0,40}\())"
)
_PROMPT = re.compile(r"(?<![^\s。「『:：])[$＄] (?=[a-z]{2,12} )")
_HIDDEN = re.compile(
    r"(?<![A-Za-z\d-])(?=[\d-]{0,10}[Xx×*＊○〇●])0\d{1,4}[-−‐](?:\d{1,4}|[Xx×*＊○〇●]{2,4})[-−‐](?:\d{3,4}|[Xx×*＊○〇●]{3,4})"
    r"(?![A-Za-z\d-])"
)
_ISBN = re.compile(r"(?<=ISBN)(?P<link>[:： ]?)(?P<number>97[89](?:-\d{1,7}){3}-[\dX])(?![A-Za-z\d-])")
_SIGNS = {
    "X": "エックス", "x": "エックス", "×": "バツ", "*": "ホシ", "＊": "ホシ", "○": "マル", "〇": "マル", "●": "マル",
}  # fmt: skip


def code_point_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for addresses and numbers."""
    point = speller.locale.web["."]

    def hidden(match: re.Match[str]) -> str:
        groups = re.split("[-−‐]", match[0])
        return "の".join("".join(_SIGNS.get(one) or speller.digits(one) for one in group) for group in groups)

    def book(match: re.Match[str]) -> str:
        groups = match["number"].replace("X", "").split("-")
        said = "、".join(speller.digits(group) for group in groups if group)
        return said + ("、エックス" if match["number"].endswith("X") else "")

    return (
        Rule(Category.IDS, _ISBN, book, needs=re.compile("ISBN")),
        Rule(Category.PHONES, _HIDDEN, hidden, needs=re.compile(r"[-−‐][Xx×*＊○〇●]{2}")),
        Rule(Category.SYMBOLS, _PROMPT, lambda match: "", needs=re.compile("[$＄] [a-z]")),
        Rule(Category.PATHS, _KIND, lambda match: point, needs=re.compile(r"\.[a-z]")),
        Rule(
            Category.PATHS,
            _MEMBER,
            lambda match: (match["name"] or "") + point,
            needs=re.compile(r"\.\w{1,41}[.(]"),
        ),
    )
