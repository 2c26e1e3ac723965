"""Patterns for addresses, paths and identifiers in any language, and the parts in which they are read."""

import re

_REST = r"[^\s<>\"“”{}|\\^`]"
"""A character of an address after its host. An address does not end with a punctuation mark."""

_TAIL = rf"(?:[/?#]{_REST}{{0,300}}[\w/=&#+~-]|/)"
_PORT = r"(?::\d{1,5}(?!\d))?"

URL = re.compile(
    rf"(?<!\w)(?:(?P<scheme>https?|ftps?|sftp|ssh|wss?|git|file|s3)://{_REST}{{0,300}}[\w/=&#+~-]"
    rf"|www\.{_REST}{{0,300}}[\w/=&#+~-])",
    re.IGNORECASE,
)
"""An address with a scheme, or one that begins with "www."."""

DOMAIN = re.compile(
    r"(?<![\w@./\\-])(?P<host>(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}(?:[a-z]{2,24}|[A-Z]{2,6}))(?![\w-]|\.\w)"
    rf"(?P<port>{_PORT})(?P<tail>{_TAIL}?)"
)
"""A host in any top-level domain, or a file name, which is read alike. `is_host` excludes missing spaces."""

EMAIL = re.compile(
    r"(?<![\w.+-])(?:mailto:)?(?P<user>[^\W_][\w.+%-]{0,63})@"
    r"(?P<host>(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}[^\W\d_]{2,24})(?![\w-])"
)

_OCTET = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
IPV4 = re.compile(
    rf"(?<![\w.])(?P<host>{_OCTET}(?:\.{_OCTET}){{3}})(?![\w]|\.\d)(?P<port>{_PORT})(?P<mask>(?:/\d{{1,2}}(?!\d))?)"
)
IPV6 = re.compile(
    r"(?<![\w:])(?P<host>(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}"
    r"|(?=[0-9A-Fa-f:]{0,40}::)(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?"
    r"::(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?)(?![\w:])(?P<mask>(?:/\d{1,3}(?!\d))?)"
)
MAC = re.compile(r"(?<![\w:-])[0-9A-Fa-f]{2}(?:(?::[0-9A-Fa-f]{2}){5}|(?:-[0-9A-Fa-f]{2}){5})(?![\w:-])")

UUID = re.compile(r"(?<![\w-])\{?[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![\w-])\}?")
HEX = re.compile(r"(?<!\w)0[xX][0-9A-Fa-f]{1,64}(?!\w)")
HASH = re.compile(r"(?<!\w)(?=[a-f]{0,63}\d)(?=\d{0,63}[a-f])[0-9a-f]{7,64}(?!\w)")
"""A hash: at least seven hexadecimal digits, among them digits and letters."""

UNIX_PATH = re.compile(
    r"(?<![\w/.~\\)%])(?:~|\.{1,2})?/(?:[\w.@+-]{1,80}/){0,12}[\w.@+-]{0,80}[\w+-]/?(?![\w/])"
    r"|(?<![\w/.~\\@-])(?:[\w-][\w.@+-]{0,60}/){1,12}(?:[\w@+-]{0,60}\.[A-Za-z][A-Za-z0-9]{0,5}(?![\w/])"
    r"|[\w-][\w.-]{0,60}/[\w.-]{0,60}\w/(?![\w/]))"
)
FILE = re.compile(
    r"(?<![\w@./\\-])[\w-]{1,80}(?:\.[\w-]{1,40}){0,4}\.(?:mp[234]|m4[abv]|7z|bz2|jp2|h26[45]|f90)(?!\w)"
)
"""A file whose extension has a digit, so that DOMAIN does not match it."""

WINDOWS_PATH = re.compile(
    r"(?<![\w\\])(?:[A-Za-z]:[\\/]|\\\\)(?:[\w.$@+() -]{0,80}[\w.$@+)-]\\){0,12}(?:[\w$@+-][\w.$@+-]{0,80})?(?<!\.)"
)

HASHTAG = re.compile(r"(?<![\w&#/])#(?P<name>(?!\d[A-Z])(?=\d{0,20}[^\W\d])\w{1,80}+(?!-\d))")
HANDLE = re.compile(r"(?<![\w@./])@(?P<name>[^\W_]?\w{1,60}(?:[.-]\w{1,60}){0,3})")

_NOT_DOMAINS = frozenset(
    """a about after all also and any are because been before but by can could did do does for from had has have he
    her here his how if into its just like more most not now of on only or our out over said she should some
    than that the their them then there these they this those though to up very was we were what when where
    which while who why will with would yes yet you your""".split()
)
"""Words that more often begin a sentence after a missing space than they are a top-level domain."""

_WORDS_AND_DOMAINS = frozenset("am as at be in is it me my no so us".split())
_GOES_ON = re.compile(r"[,?]? [a-z]")
_WORD_BEFORE = re.compile(r"(?P<word>[^\W\d_]{1,20}) $")
_BEFORE_HOSTS = frozenset(
    "at on to from see via visit use using try website site domain link by like called through with and or".split()
)
"""After one of these, "name.is" within a sentence is a host; after other words, a space is missing."""

_PARTS = re.compile(r"[^\W\d_]+|\d+|[^\s]")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_VOWELS = re.compile(r"[aeiouyáéíóúàèìòùâêîôûäëïöü]", re.IGNORECASE)


def is_host(match: re.Match[str]) -> bool:
    """Whether a match of DOMAIN is a host or file, not two sentences without a space between them ("end.the")."""
    labels = match["host"].split(".")
    if labels[-1] not in ("com", "org", "net") and not any(
        len(label) > 1 and not label.isdigit() for label in labels[:-1]
    ):
        return False
    if match["tail"] or len(labels) > 2:
        return True
    if labels[-1] in _WORDS_AND_DOMAINS and _GOES_ON.match(match.string, match.end()):
        before = _WORD_BEFORE.search(match.string[max(0, match.start() - 24) : match.start()])
        if before is not None and before["word"].lower() not in _BEFORE_HOSTS:
            return False
    return labels[-1].lower() not in _NOT_DOMAINS


def parts(address: str) -> list[str]:
    """An address split into words, runs of digits, and single marks."""
    return [
        word
        for part in _PARTS.findall(address)
        for word in (_CAMEL.split(part) if part[0].isalpha() else (part,))
    ]


def spelled(text: str) -> str:
    """The letters one by one, as capitals: "U K"."""
    return " ".join(text.upper())


def is_speakable(word: str) -> bool:
    """Whether letters can be read as a word ("com") rather than spelled ("html", "uk")."""
    return len(word) > 2 and _VOWELS.search(word) is not None
