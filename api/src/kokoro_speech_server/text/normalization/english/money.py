"""Money: currencies before and after the amount, thousands to trillions, cents, and prices per unit."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers, as_fraction, is_one
from kokoro_speech_server.text.normalization.english.patterns import (
    NUMBER,
    NUMERIC,
    QUANTITY,
    is_adjective,
    is_thing,
)
from kokoro_speech_server.text.normalization.english.unit_names import PER
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

# The names of each currency (singular, plural) and of its hundredth, where that is in use.
_CENTS = ("cent", "cents")
_CURRENCIES: dict[str, tuple[str, str, tuple[str, str] | None]] = {
    "USD": ("dollar", "dollars", _CENTS),
    "EUR": ("euro", "euros", _CENTS),
    "GBP": ("pound", "pounds", ("penny", "pence")),
    "JPY": ("yen", "yen", None),
    "CNY": ("yuan", "yuan", None),
    "INR": ("rupee", "rupees", ("paisa", "paise")),
    "KRW": ("won", "won", None),
    "RUB": ("ruble", "rubles", ("kopeck", "kopecks")),
    "TRY": ("Turkish lira", "Turkish lira", None),
    "BRL": ("Brazilian real", "Brazilian reais", ("centavo", "centavos")),
    "CHF": ("Swiss franc", "Swiss francs", None),
    "AUD": ("Australian dollar", "Australian dollars", _CENTS),
    "CAD": ("Canadian dollar", "Canadian dollars", _CENTS),
    "NZD": ("New Zealand dollar", "New Zealand dollars", _CENTS),
    "HKD": ("Hong Kong dollar", "Hong Kong dollars", _CENTS),
    "SGD": ("Singapore dollar", "Singapore dollars", _CENTS),
    "TWD": ("Taiwan dollar", "Taiwan dollars", None),
    "MXN": ("Mexican peso", "Mexican pesos", ("centavo", "centavos")),
    "PHP": ("Philippine peso", "Philippine pesos", None),
    "SEK": ("Swedish krona", "Swedish kronor", None),
    "NOK": ("Norwegian krone", "Norwegian kroner", None),
    "DKK": ("Danish krone", "Danish kroner", None),
    "PLN": ("zloty", "zlotys", None),
    "CZK": ("Czech koruna", "Czech korunas", None),
    "HUF": ("forint", "forints", None),
    "ILS": ("shekel", "shekels", None),
    "UAH": ("hryvnia", "hryvnias", None),
    "THB": ("baht", "baht", None),
    "VND": ("dong", "dong", None),
    "NGN": ("naira", "naira", None),
    "ZAR": ("rand", "rand", None),
    "AED": ("dirham", "dirhams", None),
    "SAR": ("Saudi riyal", "Saudi riyals", None),
    "KZT": ("tenge", "tenge", None),
    "BZD": ("Belize dollar", "Belize dollars", _CENTS),
    "JMD": ("Jamaican dollar", "Jamaican dollars", _CENTS),
    "BBD": ("Barbadian dollar", "Barbadian dollars", _CENTS),
    "BSD": ("Bahamian dollar", "Bahamian dollars", _CENTS),
    "XCD": ("East Caribbean dollar", "East Caribbean dollars", _CENTS),
    "TTD": ("Trinidad dollar", "Trinidad dollars", _CENTS),
    "FJD": ("Fijian dollar", "Fijian dollars", _CENTS),
    "GTQ": ("quetzal", "quetzals", None),
    "DOP": ("Dominican peso", "Dominican pesos", None),
    "ARS": ("Argentine peso", "Argentine pesos", None),
    "CLP": ("Chilean peso", "Chilean pesos", None),
    "UYU": ("Uruguayan peso", "Uruguayan pesos", None),
    "MAD": ("dirham", "dirhams", None),
    "EGP": ("Egyptian pound", "Egyptian pounds", None),
    "JOD": ("Jordanian dinar", "Jordanian dinars", None),
    "KWD": ("Kuwaiti dinar", "Kuwaiti dinars", None),
    "TND": ("Tunisian dinar", "Tunisian dinars", None),
    "RSD": ("Serbian dinar", "Serbian dinars", None),
    "QAR": ("Qatari riyal", "Qatari riyals", None),
    "OMR": ("Omani rial", "Omani rials", None),
    "KES": ("Kenyan shilling", "Kenyan shillings", None),
    "TZS": ("Tanzanian shilling", "Tanzanian shillings", None),
    "UGX": ("Ugandan shilling", "Ugandan shillings", None),
    "GHS": ("cedi", "cedis", None),
    "XAF": ("CFA franc", "CFA francs", None),
    "XOF": ("CFA franc", "CFA francs", None),
    "IDR": ("rupiah", "rupiah", None),
    "MYR": ("ringgit", "ringgit", None),
    "KHR": ("riel", "riels", None),
    "MMK": ("kyat", "kyats", None),
    "LKR": ("Sri Lankan rupee", "Sri Lankan rupees", None),
    "PKR": ("Pakistani rupee", "Pakistani rupees", None),
    "MUR": ("Mauritian rupee", "Mauritian rupees", None),
    "BDT": ("taka", "taka", None),
    "RON": ("leu", "lei", None),
    "BGN": ("lev", "leva", None),
    "ISK": ("Icelandic króna", "Icelandic krónur", None),
    "BTC": ("bitcoin", "bitcoin", None),
    "ETH": ("ether", "ether", None),
}
_SYMBOLS = {
    "US$": "USD", "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD",
    "NT$": "TWD", "R$": "BRL", "MX$": "MXN", "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "￥": "JPY", "₹": "INR",
    "₩": "KRW", "₽": "RUB", "₺": "TRY", "₪": "ILS", "₴": "UAH", "฿": "THB", "₫": "VND", "₦": "NGN", "₱": "PHP",
    "₸": "KZT", "₿": "BTC", "CN¥": "CNY", "Rs.": "INR", "Rs": "INR", "kr": "SEK", "zł": "PLN", "Kč": "CZK",
}  # fmt: skip
_MAGNITUDES = {
    "k": "thousand", "thousand": "thousand", "m": "million", "mm": "million", "mn": "million", "mil": "million",
    "mio": "million", "million": "million", "b": "billion", "bn": "billion", "bln": "billion", "billion": "billion",
    "t": "trillion", "tn": "trillion", "trn": "trillion", "trillion": "trillion",
    "lakh": "lakh", "crore": "crore",
}  # fmt: skip

_PAID = {
    "ea": " each",
    "each": " each",
    "nt": " per night",
    "pp": " per person",
    "pr": " per pair",
    "doz": " per dozen",
    "qtr": " per quarter",
}
"""What follows an amount and a slash, where it is not "per" and the same word."""

_OWNER = re.compile(r"\b(?!It|He|She|That|There|Here|What|Who|Let|Where)[A-Z][\w.&-]{0,15}['’]s $")
_LINES = frozenset("144 240 360 480 576 720 1080 1440 2160 4320".split())
"""Video resolutions: "1080p"."""

_ANY_SYMBOL = any_of(_SYMBOLS)
_CODES = "|".join(code for code in _CURRENCIES if code != "TRY")  # a word
_PRICE = rf"(?:\d{{1,9}},\d\d(?![\d,])|{NUMBER})"
_SIGN = r"(?:(?<![\w)\-–—])(?P<sign>[-−–+](?! )|[~≈<>≤≥]) ?)?"
_MAGNITUDE = (
    r"(?:(?: ?|(?P<joint>-))(?P<magnitude>"
    r"(?i:thousand|million|billion|trillion|lakh|crore|mio|mil|mm|mn|bln|bn|trn|tn|k|m|b|t)))?(?!(?!(?:pcm|pp|pw|pn|pa|pppw|pppn)\b)[^\W_])"
)
_PAID_FOR = (
    rf"(?P<per> ?/ ?(?:{'|'.join(sorted(PER, key=len, reverse=True))}|person|head|user|night|seat|vote|"
    r"student|adult|child|"
    r"guest|plate|contract|pupil|patient|household|therm|couple|family|car|vehicle|table|team|dozen|doz|each|ea|pp|pr|pair|qtr)"
    rf"(?:/(?:mo|month|yr|year|day|hr|hour|week)(?!\w))?(?![\w/])(?:\."
    rf"(?=[,;:)]| [a-z+&(\d]))?)?"
)
_TO = r"(?: ?[-–—] ?"

_BEFORE = re.compile(
    rf"(?<!\w){_SIGN}(?P<currency>{_ANY_SYMBOL}|(?:{_CODES})(?= ?[-−\d]))(?: ?(?P<minus>[-−])(?=[\d.])| )?"
    rf"(?P<first>{_PRICE})(?:(?P<earlier>(?i:bn|[kmbt]))? ?[-–—] ?(?:{_ANY_SYMBOL}|{_CODES})? ?"
    rf"(?P<second>{NUMBER}))?"
    rf"{_MAGNITUDE}{_PAID_FOR}(?P<plus>\+(?!\w))?(?P<noun>[ -](?:bill|note|coin|banknote)s?\b)?"
)
_BEHIND = re.compile(
    rf"(?<!\w)(?<!\d[.,]){_SIGN}(?P<first>(?:\d{{1,9}},\d\d(?![\d,])|{QUANTITY})){_TO}(?P<second>{QUANTITY}))?"
    rf"(?: ?(?P<magnitude>(?i:thousand|million|billion|trillion|mio|mn|bn|tn|k|m)))? ?"
    rf"(?P<currency>[€£$¥₹₩₽₺₪₴฿₫₦₱₸₿](?!\d)|(?:zł|Kč|kr|{_CODES})(?!\w)){_PAID_FOR}"
)
_NEGATIVE = re.compile(rf"(?<!\w)(?P<currency>[$€£])\((?P<first>{NUMBER})\){_MAGNITUDE}")
_FOR = re.compile(r"(?<![\w.,$/-])(?P<count>[2-9]|1\d) ?/ ?(?=\$\d)")
_PER_MANY = re.compile(r"(?<=\d) ?/ ?(?P<count>10{0,2}) ?(?P<magnitude>[MKk]|million|thousand)(?![\w/])")
_COUNTED = {"M": "million", "K": "thousand", "k": "thousand"}
_RATE = re.compile(
    rf"(?<=\d) ?/ ?(?=(?:{_ANY_SYMBOL})1(?!\d|[.,]\d))|(?:(?<=[$€£]1)|(?<=[$€£]1\.00)) ?/ ?(?=(?:{_ANY_SYMBOL})\d)"
)
_ANY_RATE = re.compile(r"\d ?/ ?[^\w\s]")
_ONLY = re.compile(r"(?<=\d) ?/[-–=]{1,2}(?=[\s.,;)]|$)")
_RUPEES = re.compile(r"(?:\bRs\.?|₹|\bINR|\b(?:Ksh|KSh|Tsh|TSh|Ush|UGX|KES)\.?) ?\d")
_EACH = {
    "pp": "per person", "pn": "per night", "pw": "per week", "pa": "per year", "pcm": "per calendar month",
    "pppw": "per person per week", "pppn": "per person per night",
}  # fmt: skip
_PER_EACH = re.compile(rf"(?P<unit>\b(?:pounds?|euros?|dollars?|pence|cents?)) ?(?P<per>{any_of(_EACH)})\b")
_PRICED = re.compile(r"[$€£¢]\d[\d.,]{0,9}$")
_DEAL = re.compile(r"\d ?/ ?\$\d")
_HUNDREDTHS = re.compile(r"[1-9]\d{0,2}\.\d\d [1-9]\d{0,2}(?:\.\d\d)?|[1-9]\d{0,2} [1-9]\d{0,2}\.\d\d")
"""Two amounts, of which at least one has hundredths."""
_DECIMAL = re.compile(r"\d{1,9}(?:\.\d{1,3})?")
_UP_TO = re.compile(
    rf" (?:to|or|and) (?:{_ANY_SYMBOL})(?P<last>{NUMBER}) ?(?:thousand|million|billion|trillion|[mbMB]n?)\b"
)
_MINOR = re.compile(
    rf"(?<!\w)(?<!\d[.,])(?P<first>{QUANTITY})(?:(?P<cents> ?[¢￠])|(?P<pence>p(?!\w))){_PAID_FOR}"
)


def money_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for -$4.20, £20k, €3bn, $5/hr, $5-10, CHF 20, 20 €, 99¢, 50p."""

    def before(match: re.Match[str]) -> str | None:
        first, second, noun = match["first"], match["second"], match["noun"] or ""
        owned = _OWNER.search(match.string[max(0, match.start() - 20) : match.start()])
        single = (
            noun
            or match["joint"]
            or is_adjective(match)
            or (owned and is_thing(match.string, match.end()))
            or match.string.startswith("-a-", match.end())
        )
        sign = match["sign"] or match["minus"]
        code = _SYMBOLS.get(match["currency"], match["currency"])
        one, many, minor = _CURRENCIES[code]
        magnitude = _magnitude(match["magnitude"])
        if second and minor and not magnitude and _HUNDREDTHS.fullmatch(f"{first} {second}"):
            words = " to ".join(_sum(numbers, sum_, one, many, minor) for sum_ in (first, second))
        elif second or magnitude:
            words = numbers.number(first)
            if match["earlier"]:
                words += f" {_MAGNITUDES[match['earlier'].lower()]}"
            if second:
                words += f" to {numbers.number(second)}"
            words += f"{magnitude} {one if single else many}"
        elif (more := _UP_TO.match(match.string, match.end())) and _rises(first, more["last"]):
            words = numbers.number(first)  # "$2.5 to $3 million"
        else:
            words = _sum(numbers, first, one, one if single else many, minor)
        plus = " plus" if match["plus"] else ""
        return numbers.signed(sign, words) + _paid_for(match["per"]) + plus + noun.replace("-", " ")

    def behind(match: re.Match[str]) -> str | None:
        first, second = match["first"], match["second"]
        code = _SYMBOLS.get(match["currency"], match["currency"])
        one, many, minor = _CURRENCIES[code]
        magnitude = _magnitude(match["magnitude"])
        if second or magnitude or as_fraction(first):
            words = numbers.quantity(first)
            words += f" to {numbers.quantity(second)}" if second else ""
            words += f"{magnitude} {many}"
        else:
            words = _sum(numbers, first, one, many, minor)
        return numbers.signed(match["sign"], words) + _paid_for(match["per"])

    def negative(match: re.Match[str]) -> str:
        _, many, _ = _CURRENCIES[_SYMBOLS[match["currency"]]]
        return f"minus {numbers.number(match['first'])}{_magnitude(match['magnitude'])} {many}"

    def minor(match: re.Match[str]) -> str | None:
        if match["pence"] and match["first"] in _LINES:
            return None
        one, many = _CENTS if match["cents"] else ("penny", "pence")
        return f"{numbers.quantity(match['first'])} {one if is_one(match['first']) else many}{_paid_for(match['per'])}"

    def per_many(match: re.Match[str]) -> str | None:
        if not _PRICED.search(match.string[max(0, match.start() - 12) : match.start()]):
            return None
        magnitude = _COUNTED.get(match["magnitude"], match["magnitude"])
        count = "" if match["count"] == "1" else f"{numbers.number(match['count'])} "
        return f" per {count}{magnitude}"

    return (
        Rule(Category.MONEY, _PER_MANY, per_many, needs=_PER_MANY),
        Rule(Category.MONEY, _FOR, lambda match: f"{numbers.number(match['count'])} for ", needs=_DEAL),
        Rule(Category.MONEY, _NEGATIVE, negative, needs=NUMERIC),
        Rule(Category.MONEY, _BEFORE, before, needs=NUMERIC),
        Rule(Category.MONEY, _RATE, lambda match: " to ", needs=_ANY_RATE),
        Rule(Category.MONEY, _ONLY, lambda match: "", evidence=_RUPEES),
        Rule(Category.MONEY, _BEHIND, behind, needs=NUMERIC),
        Rule(Category.MONEY, _MINOR, minor, needs=NUMERIC),
        Rule(
            Category.MONEY, _PER_EACH, lambda match: f"{match['unit']} {_EACH[match['per']]}", needs=_PER_EACH
        ),
    )


def _sum(numbers: Numbers, written: str, one: str, many: str, minor: tuple[str, str] | None) -> str:
    """An amount in whole units and hundredths: "four dollars and twenty cents"."""
    continental = re.fullmatch(r"(\d{1,3}(?:\.\d{3})*|\d+),(\d{2})", written)
    whole, _, cents = (
        (continental[1].replace(".", ""), ".", continental[2])
        if continental
        else written.replace(",", "").replace(" ", "").partition(".")
    )
    if not cents or minor is None or len(cents) != 2:
        if cents and not cents.strip("0"):
            written = whole
        return f"{numbers.number(written)} {one if written == '1' else many}"
    units = f"{numbers.cardinal(int(whole or 0))} {one if whole == '1' else many}"
    if cents == "00":
        return units
    hundredths = f"{numbers.cardinal(int(cents))} {minor[0] if cents == '01' else minor[1]}"
    return f"{units} and {hundredths}" if whole.strip("0") else hundredths


def _rises(first: str, last: str) -> bool:
    """Whether these are plain decimals, and the first is not the greater one."""
    return bool(_DECIMAL.fullmatch(first) and _DECIMAL.fullmatch(last)) and float(first) <= float(last)


def _magnitude(written: str | None) -> str:
    return f" {_MAGNITUDES[written.lower()]}" if written else ""


def _paid_for(written: str | None) -> str:
    if not written:
        return ""
    units = written.strip(" .").lstrip("/").split("/")
    return "".join(_PAID.get(unit.strip()) or f" per {PER.get(unit.strip(), unit.strip())}" for unit in units)
