"""Numbers that name and do not count: of taxes, persons and accounts, of services, laws, articles and standards."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import LETTERS, NumberSpeller
from kokoro_speech_server.text.normalization.rules import DIGIT, Category, Rule

_REGISTERED = re.compile(
    r"(?<![\w.,/-])(?:"
    r"\d{3}\.\d{3}\.\d{3}-\d{1,2}"  # CPF, NIT
    r"|\d{1,2}\.\d{3}\.\d{3}(?:(?:/\d{4})?-[\dkKxX]{1,2}|-[A-Z])"  # CNPJ, RG, RUT, DNI
    r"|\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}"  # boleto
    r"|\d{2}-\d{8}-\d|\d{7}-\d{2}\.\d{4}\.\d\.\d{2}\.\d{4}"  # CUIT, a trial
    r"|[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,3})?"  # IBAN
    r"|[XYZ]-?\d{7}-?[A-Z]|\d{8}-?[A-Z]|[A-Z]-?\d{8}|[A-Z]{6}\d\d[A-Z]\d\d[A-Z]\d{3}[A-Z]"  # NIE, DNI, CIF, C.F.
    r"|[A-Z]{3,4}\d{6}[A-Z\d]{3}|[A-Z]{5}\d{4}[A-Z]|\d\d[A-Z]{5}\d{4}[A-Z]\d[A-Z]{1,2}\d?"  # RFC, PAN, GSTIN
    r"|[12] \d\d (?:0[1-9]|1[0-2]) \d\d \d{3} \d{3}(?: \d\d)?|\d{3} \d{3} \d{3} \d{5}"  # sécurité sociale, SIRET
    r"|(?!(?:19|20)\d\d (?:19|20))\d{4}(?: \d{4}){2,3}"  # आधार, cards
    r"|97[89](?:-\d{1,7}){3}-[\dX]"  # ISBN
    r")(?![\w-]|[.,]\d| \d{3})"
)
_LONG = re.compile(r"(?:\d[ ./-]?){7}|[A-Z]{3}\d")
_IN_GROUPS = re.compile(r"\d[ ./-]\d")
_LETTER_DIGIT = re.compile(r"[A-Z](?:\. ?)?\d")
_THREE_DIGITS = re.compile(r"(?<!\d)\d{3}")
_AHEAD = 60
"""Characters before the number of a service in which the word for the call is."""
_EUROPEAN_LAW = re.compile(
    r"(?<![\w.,/-])(?P<first>\d{2,4})/(?P<second>\d{1,4})"
    r"(?:/(?P<of>CEE|CE|UE|JAI|PESC|[Ee]uratom)(?!\w)|(?<=E\) \d{4}/\d{3})(?!\w)|(?<=E\) \d{4}/\d{4})(?!\w))"
)
_HAS_EUROPEAN_LAW = re.compile(r"\d/(?:CE|UE|JAI|PESC|[Ee]ur)|E\) \d{4}/\d{3}")
_RUNS = re.compile(r"[A-Za-z]+|\d+")
_SEPARATORS = re.compile(r"[ ./-]+")
_SERVICE = r"\d{3,6}(?!\d)"
_LINK = (
    r"(?:, ?|、)?(?: ?(?:o|y|u|ou|et|e|या|और|或者?|和|か|や|と) ?)?(?:(?:al|el|le|au|il|lo|ao|para o|para) )?"
)
_EMERGENCY = re.compile(
    r"(?<![\w.,/-])(?:112|911|999|113|115|118|190|192|193)(?= (?:de|per|para|pour) (?:l[aeo]s? |as? )?"
    r"(?:emergenc|emergenz|emergên))"
)
_FURTHER = re.compile(
    r"(?:(?<=\bo )|(?<=\bou )|(?<=\by )|(?<=\be )|(?<=\bal )|(?<=\bel )|(?P<article>\bil )|(?<=\bo al )|(?<=\bao ))"
    r"(?P<numbers>\d{3})"
    r"(?=[.;!?]?$|[.;!?)] | (?:para|per|si|se|em caso|en caso|de l[ao]s?|d[ao])\b| \()"
)
"""A number of three digits that may be a further number to call: "190 para a polícia ou 192 para o SAMU"."""

_ARTICLE = re.compile(
    r"(?<![\w.])(?P<letters>[LRD](?=\. ?\d|\d)|[A-Z]{1,3}(?=\d))(?:\. ?)?"
    r"(?!\d{1,2}[.-]\d{1,2}[.-](?:19|20)\d\d(?![\w]|[.-]\d))"
    r"(?P<numbers>\d{1,4}(?:[.-]\d{1,4}){1,4})(?![\w]|[.-]\d)"
)
_NUMBER_WORD = r"(?:#|[Nn](?:\.?[°º]|\.|o\.)|[Nn][úu]m\.|[Nn]um[eé]ro|[Nn]úmero) ?"
_CENTS = re.compile(r"\d{1,4}\.\d\d")
"""Behind a letter that is also the sign of a currency, an amount: "Q99.00"."""
_HYPHENATED = re.compile(
    rf"(?<![\w.])(?:(?P<no>{_NUMBER_WORD})"
    rf"|(?P<name>(?!(?:AQI|BMI|BPM|RPM|CIBIL|AY|FY) )[A-Z]{{2,12}}(?: [A-Z]{{2,12}})? (?=\d{{3}})))"
    r"(?P<numbers>\d{1,6}-\d{1,6}(?:\.\d{3})?)(?![\w-]|[.,/]\d)"
)
_OF_A_YEAR = re.compile(r"[1-9]\d{0,4}/(?:19|20)\d\d")
_NUMBER_OF_YEAR = re.compile(r"\d/[12]\d{3}|\. \d{2,3}/[4-9]\d")
_VARIANT = re.compile(r"(?<![\w./-])(?P<letters>[A-Z]{2,3})(?P<numbers>(?:\.\d{1,2}){1,4})(?![\w-]|[.,/]\d)")
_HAS_VARIANT = re.compile(r"[A-Z]\.\d")
_HYPHEN = re.compile(r"\d-\d")
_ALWAYS_OPEN = re.compile(r"(?<![\w/.,-])24 ?[/xX×] ?7(?![\w/]|[.,]\d)")


def _elided(words: str) -> str:
    """The Italian articles before "uno"."""
    return re.sub(
        r"\b(?:il|(?P<to>al|dal)) uno", lambda one: f"{one['to']}l'uno" if one["to"] else "l'uno", words
    )


def code_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for amounts, which such numbers look like."""
    locale = speller.locale

    signs = {sign for currency in locale.currencies for sign in currency.signs}

    def one(group: str) -> str:
        runs = _RUNS.findall(group)
        return speller.join(*(speller.digits(run) if run[0].isdigit() else " ".join(run) for run in runs))

    def groups(written: str) -> str:
        return (", " if speller.spaced else "、" if locale.tag == "ja" else "，").join(
            one(group) for group in _SEPARATORS.split(written)
        )

    def service(number: str) -> str:
        if locale.short_by_digit:
            words = speller.digits(number)
            return words.replace("一", "幺") if locale.tag == "zh" else words
        if len(number) < 4 or locale.phone is None:
            return speller.number(number)
        return locale.phone(speller, number)

    def called(match: re.Match[str]) -> str:
        words = re.sub(r"\d+", lambda number: service(number[0]), match["numbers"])
        article = match.groupdict().get("article") or ""
        return _elided(article + words) if locale.tag == "it" else article + words

    def labelled(match: re.Match[str]) -> str | None:
        if sum(map(str.isdecimal, match["digits"])) < 5:
            return None
        if speller.spaced and _OF_A_YEAR.fullmatch(match["digits"]):
            number, year = map(speller.number, match["digits"].split("/"))
            return f"{match['label']}{number} {locale.web['/']} {year}"
        label = " ".join(locale.dotted.numbered.get(word) or word for word in match["label"].split(" "))
        return label + groups(match["digits"])

    def article(match: re.Match[str]) -> str | None:
        if match["letters"] in signs and _CENTS.fullmatch(match["numbers"]):
            return None
        names = {".": locale.marks["."], "-": locale.web["-"]}
        parts = re.findall(r"\d+|[.-]", match["numbers"])
        return speller.join(match["letters"], *(names.get(part) or speller.number(part) for part in parts))

    def hyphenated(match: re.Match[str]) -> str:
        name = f"{locale.symbols['№']} " if match["no"] else match["name"]
        return name + f" {locale.web['-']} ".join(map(speller.number, match["numbers"].split("-")))

    rules = [Rule(Category.IDS, _REGISTERED, lambda match: groups(match[0]), needs=_LONG)]
    if locale.codes:
        label = rf"(?<![{LETTERS}])(?P<label>(?:{locale.codes})[^\w\n]{{0,3}}(?:(?:{locale.equals}) ?)?)"
        rules.append(
            Rule(
                Category.IDS,
                re.compile(rf"{label}(?P<digits>\d{{1,9}}(?:[ ./-]\d{{1,9}}){{1,6}})(?![\w-]|[.,]\d)"),
                labelled,
                needs=_IN_GROUPS,
            )
        )
    numbers = rf"(?P<numbers>{_SERVICE}(?:{_LINK}{_SERVICE}){{0,3}})(?![.,/:-]\d| ?[\d%％€$])"
    if locale.calls:
        counted = (
            r"(?! [a-zà-ÿ]{3,}s\b)" if speller.spaced else "(?![个次分元块万千百人名位円回件米点字天折局环])"
        )
        call = re.compile(rf"(?:{locale.calls}) ?$")

        def after_call(match: re.Match[str]) -> str | None:
            before = match.string[max(0, match.start() - _AHEAD) : match.start()]
            if the and not match["article"] and not before.endswith(("numero ", "verde ")):
                return None  # "chiamare 300 persone"
            return called(match) if call.search(before) else None

        the = r"(?P<article>(?<![^\W_])(?:il|al|dal) )?" if locale.tag == "it" else ""

        rules.append(
            Rule(
                Category.PHONES,
                re.compile(rf"{the}(?<![\d.,/:-]){numbers}{counted}"),
                after_call,
                needs=_THREE_DIGITS,
            )
        )
        if locale.short_by_digit and speller.spaced:
            verb = re.compile(locale.calls)
            rules.append(
                Rule(
                    Category.PHONES,
                    _FURTHER,
                    lambda match: called(match) if verb.search(match.string[: match.start()]) else None,
                    needs=_THREE_DIGITS,
                )
            )
    if locale.called:
        rules.append(
            Rule(
                Category.PHONES,
                re.compile(rf"(?<![\d.,])(?<![₹$€] ){numbers}(?={locale.called})"),
                called,
                needs=DIGIT,
            )
        )
    if not speller.spaced:
        return tuple(rules)
    rules += [
        Rule(Category.IDS, _ARTICLE, article, needs=_LETTER_DIGIT),
        Rule(Category.IDS, _VARIANT, article, needs=_HAS_VARIANT),
        Rule(
            Category.NUMBERS,
            _ALWAYS_OPEN,
            lambda match: locale.always_open or speller.join(speller.cardinal(24), speller.cardinal(7)),
            needs=re.compile("24 ?[/xX×]"),
        ),
    ]
    rules.append(Rule(Category.IDS, _HYPHENATED, hyphenated, needs=_HYPHEN))
    if locale.short_by_digit:
        rules.append(
            Rule(
                Category.PHONES, _EMERGENCY, lambda match: speller.digits(match[0]), needs=re.compile("emerg")
            )
        )
    return (*rules, *_law_rules(speller))


def _law_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules for laws and rulings with their year: "Ley 39/2015", "Lei 8.078/90", "2000/31/CE", "(UE) 2016/679"."""
    locale = speller.locale

    def european(match: re.Match[str]) -> str:
        return ", ".join(
            (speller.number(match["first"]), speller.number(match["second"]), *filter(None, [match["of"]]))
        )

    european_law = Rule(Category.IDS, _EUROPEAN_LAW, european, needs=_HAS_EUROPEAN_LAW)
    if not locale.laws:
        return (european_law,)
    law = re.compile(rf"(?<![{LETTERS}])(?:{locale.laws}) $")
    short_year = (
        r"\d\d(?!-)" if locale.short_years else r"(?<=[^\W\d_]\. \d{2}/)[4-9]\d|(?<=[^\W\d_]\. \d{3}/)[4-9]\d"
    )
    number = (
        rf"(?P<no>(?<![{LETTERS}]){_NUMBER_WORD})?(?<![\w.,/-])(?P<number>\d{{1,5}}|\d\d?\.\d{{3}})/"
        rf"(?P<year>(?:19|20)\d\d|{short_year})(?![\w/]|[.,]\d)"
    )

    def of_year(match: re.Match[str]) -> str | None:
        if not match["no"] and not law.search(match.string[max(0, match.start() - _AHEAD) : match.start()]):
            return None
        year = match["year"]
        named = law.search(match.string[max(0, match.start() - _AHEAD) : match.start()])
        if locale.tag == "it" and year < "40" and len(year) == 2 and not named:
            return None  # a house: "n. 12/14"
        if len(year) == 2 and year[0] in "012":
            year = f"20{year}"
        name = f"{locale.symbols['№']} " if match["no"] else ""
        return f"{name}{speller.number(match['number'])} {locale.of_year} {speller.number(year)}"

    needs = re.compile(r"\d/\d\d") if locale.short_years else _NUMBER_OF_YEAR
    return (
        european_law,
        Rule(Category.IDS, re.compile(number), of_year, needs=needs),
    )
