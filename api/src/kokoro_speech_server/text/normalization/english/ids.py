"""Versions, and names made of letters and digits: models, codes, paper sizes, roads."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import LETTER, LETTER_OR_DIGIT, NUMERIC
from kokoro_speech_server.text.normalization.rules import Category, Rule

_SUFFIX = (
    r"(?P<suffix>(?:[-+.]?(?:alpha|beta|rc|dev|post|pre|preview|snapshot|SNAPSHOT|a"
    r"|b)[.-]?\d{0,6}(?!\w)){0,2})(?![\w])"
)
_VERSION = re.compile(
    rf"(?<![\w.])(?P<name>[vV]\.? ?(?=\d+\.\d)|v\.?(?=\d)|ver\. ?)(?P<numbers>\d{{1,6}}(?:\.\d{{1,8}}){{0,6}}"
    rf"(?:\.x)?){_SUFFIX}"
)
_POINTS = re.compile(
    rf"(?<![\w.,])(?P<numbers>\d{{1,6}}(?:\.\d{{1,8}}){{2,6}}(?:\.x)?|\d{{1,4}}\.x(?!\w))(?!\.\d){_SUFFIX}"
)
_SOFTWARE = (
    "version|release|Version|Release|Python|iOS|iPadOS|macOS|Android|Ubuntu|Debian|Fedora|Windows|Node|Node\\.js|"
    "Java|PHP|Ruby|Perl|Rust|Go|Swift|Kotlin|CUDA|GCC|Chrome|Firefox|Safari|Linux|kernel|Kernel|Django|Rails|React|"
    "Angular|Vue|PyTorch|TensorFlow|NumPy|Postgres|PostgreSQL|MySQL|SQLite|Docker|Kubernetes|GPT|Claude|Llama|"
    "OpenGL|DirectX|HTML|HTTP|USB|Bluetooth|TLS|SSL|OpenSSL|pip|npm|Bash|Vim|Emacs|Blender|Unity"
)
_RELEASE = re.compile(
    rf"(?<![\w.])(?P<name>{_SOFTWARE})(?P<link> ?(?:[<>=!~]=|[<>]) ?| |-|/)"
    rf"(?P<numbers>\d{{1,6}}\.\d{{1,8}}(?:\.x)?)(?!\.\d){_SUFFIX}"
)
_COMPARED = {
    ">=": "greater than or equal to ", "<=": "less than or equal to ", ">": "greater than ", "<": "less than ",
    "==": "equals ", "!=": "not equal to ", "~=": "compatible with ",
}  # fmt: skip

_MIXED = re.compile(
    rf"(?<![\w.@#/])(?<!['’])(?={LETTER}{{1,20}}-?\d|\d{{1,20}}{LETTER}){LETTER_OR_DIGIT}{{1,40}}"
    rf"(?:-(?={LETTER_OR_DIGIT}{{0,10}}\d|[A-Z]{{1,4}}(?!\w)){LETTER_OR_DIGIT}{{1,20}}){{0,4}}(?!{LETTER_OR_DIGIT})"
)
_DOTTED = re.compile(r"(?<![\w.@/-])(?P<letter>[A-Z])(?P<numbers>(?:\.\d{1,4}){1,5})(?![\w]|\.\d)")
_DECIMAL = re.compile(r"(?<![\w.@#/-])(?P<letters>[A-Z]{1,4})(?P<number>\d{1,3}\.\d{1,2})(?![\w]|\.\d)")
_VARIANTS = re.compile(r"(?<![\w.@/-])(?P<name>[A-Z][A-Za-z]{0,9}-\d{1,4})/(?P<other>\d{1,4})(?![\w/-])")
_VARIANT = re.compile(r"-\d{1,4}/\d")
_COMPACT_DATE = re.compile(
    r"(?<![\w.,$€£-])(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?![\w-]|[.,]\d)"
)
_STANDARD = re.compile(
    r"(?<![\w.-])(?P<body>(?:ISO|IEC|EN|DIN|ASTM|IEEE|ANSI|BS|NIST|UL|NFPA)(?:/[A-Z]{2,4}){0,2}(?: SP)?) "
    r"(?P<number>\d{3,5})(?:-(?P<part>\d{1,4}))?(?::(?P<year>(?:19|20)\d\d))?(?![\w-]|[.,/:]\d)"
)
_TAXPAYER = re.compile(
    r"(?P<name>\b(?:EIN|TIN|SSN|ITIN|FEIN|Tax ID)(?:(?: is| no\.?| number|:|#| #){1,2})? )"
    r"(?P<number>\d{2,3}-\d{2,7}(?:-\d{4})?)(?!\w)"
)
_TAXPAYER_SIGN = re.compile(r"EIN|TIN|SSN|Tax ID")
_FORM = re.compile(
    r"(?<![\w.,$€£/#-])(?P<number>\d{3,4})-(?P<letters>[A-Z]{1,2}|INT|DIV|NEC|MISC)(?P<plural>s?)(?![\w-])"
)
_LETTERS_BEHIND = re.compile(r"\d-[A-Z]")
_NUMBER_BEHIND = re.compile(r"[A-Z]{2} \d{3}")
_TRACKER = re.compile(r"bpo|[b-df-hj-np-tv-xz]{2,4}")
"""The short name of a list of issues, which cannot be pronounced."""
_RUNS = re.compile(rf"{LETTER}+|\d+")
_ORDINAL = re.compile(r"\d++(?:st|nd|rd|th)s?|\d0s", re.IGNORECASE)
_LIKE_WORDS = frozenset(
    """a ad al am an as at be by co de do go ha he hi id if in is it la ma me mi my no of on or ox pa re so to up us
    we""".split()
)


def id_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for v2.1.3, 2.1.3-beta.2, Python 3.11; F-16, A4, B2B, MP3, iPhone15, A380, 4K, ISO 9001:2015."""

    def points(written: str) -> str:
        return " point ".join("X" if one == "x" else numbers.number(one) for one in written.split("."))

    def suffixed(match: re.Match[str]) -> str:
        words = [points(match["numbers"])]
        for part in re.findall(r"[a-zA-Z]+|\d+", match["suffix"]):
            words.append(
                numbers.number(part)
                if part.isdigit()
                else {"rc": "R C", "a": "alpha", "b": "beta"}.get(part, part.lower())
            )
        return " ".join(words)

    def bare(match: re.Match[str]) -> str | None:
        return None if re.fullmatch(r"\d{1,3}(?:\.\d{3})+", match[0]) else suffixed(match)

    def version(match: re.Match[str]) -> str:
        return f"version {suffixed(match)}"

    def release(match: re.Match[str]) -> str:
        compared = _COMPARED.get(match["link"].strip(), "")
        return f"{match['name']} {compared}{suffixed(match)}"

    def mixed(match: re.Match[str]) -> str | None:
        written = match[0]
        if not any(character.isdecimal() for character in written) or _ORDINAL.fullmatch(written):
            return None
        if (
            written[-1] == "s"
            and written != "K8s"
            and (one := _MIXED.fullmatch(written[:-1]))
            and (words := mixed(one))
        ):
            return numbers.plural(words)  # "F-16s"
        head = re.match(r"[^\W\d_]+(?=-)", written)
        if head and len(head[0]) > 1 and not head[0].isupper():
            return headed(head[0], written[len(head[0]) + 1 :])
        runs = _RUNS.findall(written)
        return " ".join(
            numbers.code(run)
            if run.isdecimal()
            else _letters(run, single=len(runs) > 4 or bool(i and len(run) == 2))
            for i, run in enumerate(runs)
        )

    def headed(head: str, number: str) -> str | None:
        if _TRACKER.fullmatch(head) and number.isdecimal() and len(number) > 2:
            return f"{' '.join(head.upper())} {numbers.code(number)}"  # an issue: "gh-104719"
        if head.istitle() and number.isdecimal() and len(number) == 3:
            return f"{head}-{numbers.code(number)}"  # a name: "Blink-182"
        if plural := re.fullmatch(r"(\d{1,3})s", number):
            return f"{head}-{numbers.plural(numbers.cardinal(int(plural[1])))}"  # "omega-3s"
        return None  # words joined to a number: "mid-1990", "covid-19"

    def standard(match: re.Match[str]) -> str | None:
        number, part, year = match["number"], match["part"], match["year"]
        if not (part or year) and (len(number) != 4 or int(number) % 1000 < 10):
            return None
        words = numbers.code(number) if int(number) % 1000 > 9 else numbers.number(number)
        words = f"{match['body']} {words}"
        words += f" dash {numbers.code(part)}" if part else ""
        return words + (f", {numbers.year(int(year))}" if year else "")

    def form(match: re.Match[str]) -> str:
        letters = " ".join(match["letters"]) if len(match["letters"]) < 3 else match["letters"]
        return f"{numbers.code(match['number'])} {letters}{match['plural']}"

    def taxpayer(match: re.Match[str]) -> str:
        return match["name"] + ", ".join(map(numbers.digits, match["number"].split("-")))

    def dotted(match: re.Match[str]) -> str:
        return f"{match['letter']} {' '.join(map(numbers.code, match['numbers'][1:].split('.')))}"

    def decimal(match: re.Match[str]) -> str:
        return f"{match['letters']} {numbers.number(match['number'])}"

    def variants(match: re.Match[str]) -> str | None:
        name = _MIXED.fullmatch(match["name"])
        if name is None:
            return None
        letters, number = match["name"].split("-")
        words = mixed(name) or f"{letters}-{numbers.code(number)}"
        return f"{words}, {numbers.code(match['other'])}"

    return (
        Rule(Category.VERSIONS, _VERSION, version, needs=NUMERIC),
        Rule(Category.VERSIONS, _POINTS, bare, needs=NUMERIC),
        Rule(Category.VERSIONS, _RELEASE, release, needs=NUMERIC),
        Rule(Category.IDS, _STANDARD, standard, needs=_NUMBER_BEHIND),
        Rule(Category.IDS, _TAXPAYER, taxpayer, needs=_TAXPAYER_SIGN),
        Rule(Category.IDS, _FORM, form, needs=_LETTERS_BEHIND),
        Rule(Category.IDS, _DOTTED, dotted, needs=NUMERIC),
        Rule(Category.IDS, _DECIMAL, decimal, needs=NUMERIC),
        Rule(Category.IDS, _COMPACT_DATE, lambda match: numbers.digits(match[0]), needs=NUMERIC),
        Rule(Category.IDS, _VARIANTS, variants, needs=_VARIANT),
        Rule(Category.IDS, _MIXED, mixed, needs=NUMERIC),
    )


def _letters(run: str, *, single: bool) -> str:
    """Letters between digits: one by one if they could be read as a word, otherwise unchanged."""
    if not run.isascii():
        return run
    if (
        len(run) == 1
        or (run.lower() in _LIKE_WORDS and run.isupper())
        or (single and len(run) < 4 and run.isupper())
    ):
        return " ".join(run.upper())
    return run
