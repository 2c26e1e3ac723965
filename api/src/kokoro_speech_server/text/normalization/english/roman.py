"""Roman numerals: after names ("Henry VIII"), after words that count ("Chapter IV", "Parts I and II"), in lists."""

import re

from kokoro_speech_server.text.normalization.english.abbreviations import FULL_WORDS
from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import MONTHS
from kokoro_speech_server.text.normalization.roman_numerals import is_roman, roman_value
from kokoro_speech_server.text.normalization.rules import Category, Rule

_NUMERAL = r"(?=[IVXLC])(?:C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_SMALL = r"(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3})"
# In "Chapter X2" and "Level C 4", the letter is no numeral, since a number or a spelled letter follows.
_END = (
    r"(?![\w/&@#+=]|[-.'’]\w(?<![-'’]s)|\.\d| (?:[A-Z]|zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|"
    r"eleven|twelve|squared|cubed|equals|plus|minus|times|to the power|dot|slash|dash|point|colon|underscore|"
    r"percent|is (?:less|greater|not)|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|"
    r"eigh|nine)ty)\b)"
)

_END_OF_SEVERAL = (
    r"(?![\w/&@#+=]|[-.'’]\w(?<![-'’]s)|\.\d| (?:[A-Z]|squared|cubed|equals|plus|minus|times|to the power|dot|slash|"
    r"dash|point|colon|underscore|percent|is (?:less|greater|not))\b)"
)
"""After a numeral of two or more letters, a word for a number is no part of a code: "Vatican II four years later"."""

_RULERS = (
    "Henry|Louis|Charles|George|Edward|Richard|William|James|John|Elizabeth|Mary|Philip|Ferdinand|Frederick|"
    "Friedrich|Wilhelm|Karl|Otto|Leopold|Joseph|Franz|Francis|Maximilian|Rudolf|Albert|Alexander|Nicholas|Peter|"
    "Catherine|Paul|Ivan|Napoleon|Pius|Benedict|Gregory|Leo|Sweyn|Cnut|Canute|Olaf|Magnus|Valdemar|Eric|Bela"
    "|Ladislaus|Boleslaw|Amadeus|Cosimo|Paschal|"
    "Innocent|Clement|Urban|Boniface|Adrian|Sixtus|Julius|"
    "Celestine|Alfonso|Carlos|Felipe|Juan|Pedro|Manuel|Haakon|Harald|Olav|Christian|Gustav|Gustaf|Carl|Oscar|Erik|"
    "Margrethe|Ramses|Ramesses|Thutmose|Amenhotep|Seti|Ptolemy|Cleopatra|Darius|Xerxes|Cyrus|Artaxerxes|"
    "Constantine|Theodosius|Justinian|Basil|Mehmed|Murad|Selim|Suleiman|Abdul|Malcolm|Robert|Alexios|Umberto|"
    "Victor|Emmanuel|Vittorio|Baldwin|Beatrix|Rameses|Stephen|Theodore|Thomas|Walter|Michael|David|Daniel|Samuel|"
    "Donald|Harold|Arthur|Patrick|Andrew|Anthony|Mark|Martin|Abdullah|Hassan|Mohammed|Rama|Tiberius|Kamehameha|"
    "Pomare|Isabella|Christina|Ludwig|Casimir|Sigismund|Vladimir|Alexis|Feodor|Hussein|Farouk|Fuad|Sancho|Ramon|"
    "Conrad|Lothair|Honorius|Eugene|Callixtus|Alexandra|Anne"
)
_REGNAL = re.compile(
    rf"\b(?P<name>(?:{_RULERS})(?: (?:Paul|Emmanuel|Charles|Adolf|Frederick|Gustav))?) (?P<numeral>{_SMALL}){_END}"
)
_PERSON = re.compile(
    rf"\b(?P<name>(?:{_RULERS}|Thurston|Hank|Sammy|Ken|Cal|Jim|Bill|Bob|Tom|Joe|Will)(?: [A-Z]\.?)?"
    rf" [A-Z][a-z]{{2,15}}(?:son)?,?) (?P<numeral>II|III|IV)(?!\w)"
)
_COUNTED = (
    "chapters?|counts?|parts?|sections?|volumes?|vol\\.|acts?|scenes?|books?|articles?|wars?|phases?|types?|class|levels?|"
    "titles?|tables?|figures?|stages?|episodes?|appendix|annex|grades?|groups?|divisions?|tiers?|units?|mark|psalms?|"
    "cantos?|rounds?|schedules?|amendments?|exhibits?|factors?|options?|category|bowls?|fantasy|quest|corps|crusade|legion|apollo|saturn|olympiad|"
    "sonata|symphony|no\\.|number|pp?\\.|pages?|opus|movement|lesson|module|chap\\.|ch\\.|pt\\.|sec\\.|fig\\.|day|"
    "world war|season|wrestlemania|rocky|saw|nerves?|CN|mk\\.?|art\\."
)
_KEYWORD = re.compile(
    rf"\b(?P<word>{_COUNTED}) (?P<numeral>(?-i:{_NUMERAL}|[ivx]{{2,5}}))(?:(?P<dash>[-–—])(?P<last>"
    rf"(?-i:{_NUMERAL}|[ivx]{{1,5}})))?{_END}",
    re.IGNORECASE,
)
_NAME = re.compile(rf"\b(?P<name>[A-Z][a-z]{{2,20}}) (?P<numeral>(?=[IVX]{{2}}){_SMALL}){_END_OF_SEVERAL}")
_YEAR = re.compile(r"(?<!\w)M{1,2}[CDLXVI]{3,12}(?!\w)")
_TITLED = re.compile(
    r"\b(?:King|Queen|Pope|Emperor|Empress|Tsar|Prince|Princess|Duke|Count|Earl|Sultan|Shah|Caliph|Saint|Patriarch) "
    r"(?:[A-Z][a-z]{1,20} )?$"
)
_OF = re.compile(r" of [A-Z]|['’]s (?:reign|throne|successor|son|daughter|death|brother|court)\b")
_SEQUELS = re.compile(r"\b(?:the|Part|War|Bowl|Cup|Games?|Act) $")
_CENTURY = re.compile(
    rf"(?<!\w)(?P<numeral>{_SMALL})(?P<ending>(?:th|st|nd|rd)?[ -](?:century|Century|centuries|dynasty|Dynasty))\b"
)
_ORDINAL = re.compile(rf"(?<!\w)(?P<numeral>(?=[IVX]{{2}}|[VX]th){_SMALL})(?:th|st|nd|rd)(?!\w)")
_SERIES = re.compile(
    rf"\b(?P<word>(?i:{_COUNTED})) (?P<first>{_NUMERAL})(?P<more>(?:, {_NUMERAL}(?![\w.'’-])){{0,6}})(?P<comma>,?) "
    rf"(?P<link>and|or|&|to|through) (?P<last>{_NUMERAL}){_END}"
)
_WORLD_WAR = re.compile(r"\bWW(?P<numeral>I{1,3})\b")
_LISTED = re.compile(r"(?<!\w)\((?P<numeral>(?=[ivx]{2})x{0,2}(?:ix|iv|v?i{0,3}))\)")
_LETTERED = frozenset("appendix annex exhibit group unit option grade tier".split())
_IN_FULL = {
    "vol.": "volume", "chap.": "chapter", "ch.": "chapter", "pt.": "part", "sec.": "section", "fig.": "figure",
    "no.": "number", "p.": "page", "pp.": "pages", "mk": "mark", "mk.": "mark", "art.": "article",
}  # fmt: skip
_SURE = frozenset(["chapter", "part", "section", "act", "scene", "volume", "book", "article", "phase"])
_PRONOUN_VERB = re.compile(
    r" (?:am|was|have|had|will|would|can|could|do|did|don't|think|know|shall|should|must|may|might|want|like|see|saw|"
    r"said|say|show|describe|explain|discuss|argue|wrote|write|met|went|got|love|hope|believe|need|found|feel|felt)\b"
)
# Capitalized words that no numeral follows. Among them are the full forms of abbreviations, which a later pass sees.
_NO_NAMES = FULL_WORDS | MONTHS.keys() | {"The", "And", "But", "Are", "For", "Not", "Was"}
_AFTER_RULER = re.compile(rf"\b(?:{_RULERS}) [IVX]{{1,5}},? and $")
_STARRED = re.compile(r"(?<=\bII)\*(?=[\s,.;:)-]|$)")
_GRADED = re.compile(r"\b[Gg]rade [^.]{0,12}II\*")
_TWO_NUMERALS = re.compile(r"[IVXLC],? (?:and|or|&|to|through) [IVXLC]")
_NUMERAL_TH = re.compile(r"[IVX](?:th|st|nd|rd)\b")
_ROMAN_YEAR = re.compile(r"\bM[MCDLXVI]{3}")
_ANY_NUMERAL = re.compile(r"\b(?:WWI{1,3}|[IVXLC]{1,12}(?:th|st|nd|rd)?|[ivx]{2,5})\b")


def roman_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for numerals in these places; elsewhere, letters stay letters: the pronoun I, MIX, CIVIC, vitamin C."""

    def regnal(match: re.Match[str]) -> str | None:
        if match["numeral"] == "I" and not _is_first(match):
            return None
        if match["numeral"] in ("V", "X") and match["name"] == "Malcolm":
            return None
        return f"{match['name']} the {numbers.ordinal(roman_value(match['numeral']))}"

    def keyword(match: re.Match[str]) -> str | None:
        word, numeral = match["word"], match["numeral"].upper()
        if len(numeral) == 1 and word.islower() and word not in _SURE:
            return None
        lettered = word.lower().removesuffix("s") in _LETTERED
        if len(numeral) == 1 and (numeral not in "IVX" or lettered) and word != "Bowl":
            return None
        if numeral == "I" and (not word[0].isupper() or _PRONOUN_VERB.match(match.string, match.end())):
            return None
        if not is_roman(numeral) or (match["last"] and not is_roman(match["last"].upper())):
            return None
        full = _IN_FULL.get(word.lower(), word)
        if word[0].isupper():
            full = full[0].upper() + full[1:]
        words = f"{full} {numbers.cardinal(roman_value(numeral))}"
        return (
            f"{words} to {numbers.cardinal(roman_value(match['last'].upper()))}" if match["last"] else words
        )

    def name(match: re.Match[str]) -> str | None:
        if match["name"] in _NO_NAMES:
            return None
        value = roman_value(match["numeral"])
        before = match.string[max(0, match.start() - 40) : match.start()]
        rules = value < 30 and _OF.match(match.string, match.end()) and not _SEQUELS.search(before)
        if rules or _TITLED.search(before):
            return f"{match['name']} the {numbers.ordinal(value)}"
        return f"{match['name']} {numbers.cardinal(value)}"

    def year(match: re.Match[str]) -> str | None:
        value = roman_value(match[0]) if is_roman(match[0]) else 0
        return numbers.year(value) if 1400 <= value <= 2100 else None

    def person(match: re.Match[str]) -> str:
        return f"{match['name']} the {numbers.ordinal(roman_value(match['numeral']))}"

    def century(match: re.Match[str]) -> str:
        ending = re.sub(r"^(?:th|st|nd|rd)", "", match["ending"])
        return numbers.ordinal(roman_value(match["numeral"])) + ending

    def world_war(match: re.Match[str]) -> str:
        return f"World War {numbers.cardinal(roman_value(match['numeral']))}"

    def series(match: re.Match[str]) -> str | None:
        written = [match["first"], *match["more"].split(", ")[1:], match["last"]]
        word = match["word"].lower()
        several = word.endswith("s")
        if not all(map(is_roman, written)) or (len(match["last"]) == 1 and not several):
            return None
        if {"C", "L"}.intersection(written) or (
            word.removesuffix("s") in _LETTERED and max(map(len, written)) == 1
        ):
            return None  # letters: "Options C and D"
        *values, last = (numbers.cardinal(roman_value(numeral)) for numeral in written)
        link = match["link"].replace("&", "and")
        return f"{match['word']} {', '.join(values)}{match['comma']} {link} {last}"

    def ordinal(match: re.Match[str]) -> str:
        return numbers.ordinal(roman_value(match["numeral"]))

    def listed(match: re.Match[str]) -> str:
        return f"({numbers.cardinal(roman_value(match['numeral'].upper()))})"

    return (
        Rule(Category.ROMAN, _STARRED, lambda match: " star", evidence=_GRADED),
        Rule(Category.ROMAN, _PERSON, person, needs=_ANY_NUMERAL),
        Rule(Category.ROMAN, _REGNAL, regnal, needs=_ANY_NUMERAL),
        Rule(Category.ROMAN, _SERIES, series, needs=_TWO_NUMERALS),
        Rule(Category.ROMAN, _KEYWORD, keyword, needs=_ANY_NUMERAL),
        Rule(Category.ROMAN, _NAME, name, needs=_ANY_NUMERAL),
        Rule(Category.ROMAN, _YEAR, year, needs=_ROMAN_YEAR),
        Rule(Category.ROMAN, _CENTURY, century, needs=_ANY_NUMERAL),
        Rule(Category.ROMAN, _ORDINAL, ordinal, needs=_NUMERAL_TH),
        Rule(Category.ROMAN, _LISTED, listed, needs=_ANY_NUMERAL),
        Rule(Category.ROMAN, _WORLD_WAR, world_war, needs=_ANY_NUMERAL),
    )


def _is_first(match: re.Match[str]) -> bool:
    """Whether "I" after a ruler's name is a numeral: the name has a title, or no verb follows."""
    before, after = match.string[: match.start()], match.string[match.end() :]
    titled = re.search(
        r"\b(?:King|Queen|Pope|Emperor|Empress|Tsar|Czar|Kaiser|Prince|Sultan|Saint|St\.?) $", before
    )
    return (
        titled is not None
        or _AFTER_RULER.search(before) is not None
        or re.match(r"(?:[,.;:!?)]| \(|'s|’s| (?:of|was|ruled|reigned|became)\b|$)", after) is not None
    )
