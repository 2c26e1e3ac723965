"""Notations of papers: loci of genes, strands, counts of patients, half-lives, powers of ten, counts per unit."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import NUMBER, NUMERIC, SIGN, START
from kokoro_speech_server.text.normalization.english.unit_names import PER, UNITS, plural
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_LOCUS = re.compile(
    r"(?<![\w.-])(?P<chromosome>\d{1,2}|[XY])(?P<arm>[pq])(?P<band>\d{1,2})(?:\.(?P<part>\d{1,2}))?"
    r"(?:[-–](?P<arm2>[pq])?(?P<band2>\d{1,2})(?:\.(?P<part2>\d{1,2}))?)?(?![\w])"
)
_LOCUS_SIGN = re.compile(r"[\dXY][pq]\d")
_STRAND = re.compile(
    r"(?<![\w.,])(?P<end>[2345])[′'’](?=-?(?:[ACGTUN]{3,}|OH\b)| ?[-–]? ?(?:ends?|UTRs?|terminus|termini|"
    r"untranslated|splice|"
    r"flank\w{1,4}|caps?|capped|phosphate|hydroxyl|exons?|regions?|primers?|overhangs?|RACE|strands?|arms?|side|"
    r"direction|to|and|or|→|-)(?![\w])| \(|[-–]?[′'’\"]?$)"
)
_STRAND_END = re.compile(r"(?<![\w-])(?P<bases>[ACGTUN]{3,60})[-–](?P<end>[35])[′'’]")
_OF_STRANDS = re.compile(
    r"\b(?:DNA|RNA|m?RNAs?|primers?|genes?|UTRs?|strands?|exons?|introns?|splice|sequences?|polymerases?|nucleotides?|"
    r"oligo\w{0,14}|ligation|codons?|transcripts?|transcription|terminus|exonuclease|overhangs?|cap|caps|phosphate|"
    r"ends?|promoter|miRNAs?|siRNA|replication)\b"
)
_PRIME = re.compile(r"\d[′'’]")
_COUNT = re.compile(
    r"(?<![\w./,-])(?P<part>\d{1,3}(?:,\d{3})+|\d{1,7}) ?/ ?(?P<whole>\d{1,3}(?:,\d{3})+|\d{1,7})(?![\w/,]|\.\d)"
)
_SHARE_BEHIND = re.compile(
    r"(?: (?:patients?|subjects?|participants?|cases?|samples?|mice|eyes|women|men|children|infants?|controls?|studies|"
    r"trials|tests|votes|respondents|students|users|requests|runs|specimens|tumou?rs|isolates|animals|rats)\b.{0,12})?"
    r"(?: ?[\[(;,:=] ?|, or |; |: )[<>~≈]?\d{1,3}(?:\.\d{1,3})? ?%"
)
_SHARE_BEFORE = re.compile(r"\d ?% ?(?:[\[(;,] ?|of )(?:n ?= ?)?$")
_PEOPLE = re.compile(
    r" (?:patients|subjects|participants|cases|samples|mice|eyes|women|children|infants|controls|respondents|specimens|"
    r"tumou?rs|isolates|animals|rats|responders)\b"
)
_OVER = re.compile(r"/")
_VARIANT = re.compile(
    r"(?<![\w.])(?P<kind>[cgpnmr])\.(?=\(?(?:\d{1,6}[\d_+-]{0,12}(?:del|dup|ins|inv|[ACGT]>)|[A-Z][a-z]{0,2}\d))"
)
_ALLELE = re.compile(
    r"(?<![\w-])(?P<gene>[A-Z][A-Z\d]{1,8}|HLA-[A-Z]{1,4}\d?)\*(?P<group>\d{1,3})(?::(?P<protein>\d{2,3}))?(?![\w.*])"
)
_ALLELE_SIGN = re.compile(r"[A-Z\d]\*\d")
_METAL = re.compile(r"\[(?P<above>[A-Z][a-z]?|α)/(?P<below>[A-Z][a-z]?)\]")
_OVER_LIGHT = re.compile(r"(?<=eV) ?/ ?c(?P<square>²|\^?2)?(?!\w)")
_HALF = re.compile(r"(?<![\w.])(?P<name>[tTD])_?(?:\{?1/2\}?|½|₁/₂|½)(?!\w)")
_TEN = re.compile(
    rf"{START}(?P<number>{NUMBER}) ?[×xX·⋅*] ?10(?:[-−–](?P<power>\d{{1,2}})(?!\w|\.\d| ?%)|"
    rf"\([-−–](?P<round>\d{{1,2}})\))"
)
_TEN_ALONE = re.compile(
    r"(?<![\w.,×·*-])10(?:−(?P<power>\d{1,2})|[-–](?P<molar>\d{1,2})(?= ?M\b))(?!\w|\.\d)"
)
_TEN_SIGN = re.compile(r"10\(?[-−–]\d")
_BASES = re.compile(
    rf"{START}{SIGN}(?P<number>{NUMBER})(?: ?[-–] ?(?P<last>{NUMBER}))?(?P<link>[ -]?)(?P<unit>[kMG]b)(?!\w|/|ps)"
)
_BASE_NAMES = {"kb": "kilobase", "Mb": "megabase", "Gb": "gigabase"}
_OF_GENES = re.compile(
    r"\b(?:gen(?:es?|omes?|omic|etic)|inserts?|plasmids?|fragments?|transcripts?|m?RNA|DNA|exons?|introns?|promoters?|"
    r"upstream|downstream|delet\w{2,4}|duplicat\w{2,4}|loc(?:us|i)|SNPs?|chromosom\w{1,4}|contigs?|N50|nucleotides?|"
    r"amplicons?|vectors?|enhancers?|haplotypes?|inversions?|linkage)\b",
    re.IGNORECASE,
)
_BASE_SIGN = re.compile(r"\d[ -]?[kMG]b\b")
_BELOW = (
    "mL|ml|dL|L|l|µL|μL|uL|mg|kg|g|h|hr|min|s|sec|d|wk|mo|yr|y|m2|m²|m3|m³|cm2|cm²|cm3|cm³|mm2|mm²|mm3|mm³|km2|km²|"
    "ha|well|mouse|animal|plate|field|cell|site|plot|kWh|GB|day|week|month|year|hour|minute|second|person|user|core|"
    "group|pulse|arm|cage|slide|tube|seat|batch|visitor|household|lane|droplet|"
    "node|sample|request|token|share|dose|kilo|mile|night|visit|patient"
)
_PER = re.compile(rf"(?<=[\w²³)%])/(?P<below>{_BELOW})(?![\w/²³^]|-\w)")
_COUNTED = re.compile(
    r"[\d⁰¹²³⁴-⁹½](?:[kKMB]|[x×])?\+?[ -]?(?:[A-Za-zµμ]{0,12}[ -]){0,2}[A-Za-zµμ]{0,15}[²³\d]{0,2}$"
)
_SHORT_BELOW = {"d": "day", "y": "year", "mo": "month", "wk": "week", "yr": "year"}
_TIMES = re.compile(
    rf"{START}(?P<number>\d{{1,2}}(?:[-–]\d{{1,2}})?) ?[x×](?P<slash> ?/ ?| ?per | (?:a |each )?)(?=(?:d|day|"
    rf"daily|wk|week|weekly|mo|month|monthly|yr|year|hour|hr)\b)"
)
_EACH = re.compile(
    r"(?<=[A-Za-z])/(?=(?:1\.73 ?m|100 ?(?:g|mL|ml)\b|(?:5|10|15) ?m[lL]\b|"
    r"(?:6|8|12|24|36|48|72) ?(?:h|hr|hours?)\b|"
    r"1,?000(?:,000)? |10{3,6} |100[, ]000 |"
    r"100 [a-z]+[- ]years?\b))"
)
_LETTERS = any_of(filter(str.isalpha, UNITS))
_LETTERS_PER = any_of(filter(str.isalpha, PER))
_BARE = re.compile(
    rf"(?:(?<=\()(?P<before>in )?|(?<=\b(?:in|or) )(?=[A-Za-zµμ]{{2}}))(?!in/)"
    rf"(?P<unit>{_LETTERS})/(?P<per>{_LETTERS_PER})"
    rf"(?P<power>[²³23])?(?:/(?P<per2>{_LETTERS_PER}))?(?=[);,]|(?<!\()[ .])"
)
_BARE_SIGN = re.compile(r"(?:\(|\b(?:in|or) )(?:in )?[A-Za-zµμ]{1,5}/")
_EACH_OF = re.compile(r"\d ?[A-Za-zµμ]{1,14}(?:/[a-z]{1,5})?$")
_CONCENTRATION = {
    "w/v": "weight per volume", "v/v": "volume per volume", "w/w": "weight per weight", "wt/vol": "weight per volume",
    "vol/vol": "volume per volume", "wt/wt": "weight per weight", "m/v": "mass per volume", "v/w": "volume per weight",
    "m/z": "M over Z", "Amount/serving": "Amount per serving", "ALC/VOL": "alcohol by volume",
    "Alc/Vol": "alcohol by volume", "alc/vol": "alcohol by volume", "alc./vol.": "alcohol by volume",
    "S/N": "signal to noise", "H/D": "H D", "req/s": "requests per second",
    "ops/s": "operations per second",
    "op/s": "operations per second", "msg/s": "messages per second", "tok/s": "tokens per second",
    "it/s": "iterations per second",
    "pkt/s": "packets per second", "vg/kg": "vector genomes per kilogram", "vg/mL": "vector genomes per milliliter",
}  # fmt: skip
_SLASHED = re.compile(rf"(?<![\w/])(?:{any_of(_CONCENTRATION)})(?![\w/])")
_CHANGING = re.compile(
    r"(?:\b(?:[Ff]ell|[Ff]all(?:s|ing)?|[Rr]ose|[Rr]is(?:es?|ing)|gain(?:ed|s)|climb(?:ed|s)|dropp?(?:ed|s)|declined?"
    r"|slipped|slid|jumped|surged|sank|plunged|tumbled|[Uu]p|[Dd]own|grew|lost|(?:in|de)creased)"
    r"(?: by| about| almost| nearly| another| a further)? |\([+−-])[\d.,]{1,8} ?% ?\Z"
)
_CHANGES = re.compile(r"\b([ymq])/\1(?!\w)")
"""What tells "fell 2% w/w" (week over week) from "2% w/w" (weight per weight)."""
_EVERY = re.compile(
    r"(?<!\w)[qQ] ?(?P<first>\d{1,2})(?: ?[-–] ?(?P<last>\d{1,2}))? ?(?P<unit>hrs?|h|H|d|D|wks?|min)(?!\w)"
)
_EVERY_SIGN = re.compile(r"\b[qQ] ?\d")
_WITHIN_A_DAY = re.compile(r"(?<![\w./])(?P<number>\d{1,2}) ?/ ?24 ?(?:hrs?|h|hours)\b")
_PERIOD = re.compile(r"(?<![\w-])(?P<unit>[Ww]k|[Yy]r)s?\.? (?=\d{1,2}(?!\w|[.,:/]\d))(?<!\d wk )(?<!\d yr )")
_PERIOD_SIGN = re.compile(r"[kr]s?\.? \d")
_PERIODS = {"w": "week", "y": "year"}
_AGED = re.compile(
    r"(?<![\w.,$-])(?P<number>\d{1,3}) ?-?(?P<unit>yo|y\.o\.|y/o|yro|yr-old|mo-old|wk-old|d-old|mo old|yr old|"
    r"wk old)s?(?![\w-])"
)
_IS = re.compile(r"\b(?:is|was|am|are|were|turned|now)\b $|['’](?:s|m|re) $")
_AGES = {"y": "year", "m": "month", "w": "week", "d": "day"}
_AGED_SIGN = re.compile(r"\d ?-?(?:y|mo|wk|d)[ .r/o-]")


def laboratory_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for 6p21.3, 5′ end, 12/45 (26.7%), t1/2, 3 × 10−8, a 5-kb insert, 300 cells/mm3, 2x/day, 5% w/v, 2yo."""

    def locus(match: re.Match[str]) -> str:
        def band(band: str, part: str | None) -> str:
            return numbers.code(band) + (f" point {numbers.code(part)}" if part else "")

        chromosome = match["chromosome"]
        words = chromosome if chromosome.isalpha() else numbers.code(chromosome)
        words += f" {match['arm'].upper()} {band(match['band'], match['part'])}"
        if match["band2"]:
            arm = f"{match['arm2'].upper()} " if match["arm2"] else ""
            words += f" to {arm}{band(match['band2'], match['part2'])}"
        return words

    def strand(match: re.Match[str]) -> str | None:
        return f"{numbers.code(match['end'])} prime" if _OF_STRANDS.search(match.string) else None

    def strand_end(match: re.Match[str]) -> str:
        return f"{match['bases']}-{numbers.code(match['end'])} prime"

    def count(match: re.Match[str]) -> str | None:
        part, whole = match["part"], match["whole"]
        if (
            int(part.replace(",", "")) > int(whole.replace(",", ""))
            or part[0] == "0" != part
            or whole[0] == "0"
        ):
            return None
        shown = (
            _SHARE_BEHIND.match(match.string, match.end())
            or _SHARE_BEFORE.search(match.string[max(0, match.start() - 16) : match.start()])
            or (int(whole.replace(",", "")) > 10 and _PEOPLE.match(match.string, match.end()))
        )
        return f"{numbers.number(part)} of {numbers.number(whole)}" if shown else None

    def allele(match: re.Match[str]) -> str:
        protein = match["protein"]
        behind = (
            ""
            if not protein
            else f" {'oh ' if protein[0] == '0' else ''}{numbers.number(protein.lstrip('0') or '0')}"
        )
        return f"{match['gene']} star {numbers.number(match['group'])}{behind}"

    def half(match: re.Match[str]) -> str:
        return f"{match['name'].upper()} one half"

    def ten(match: re.Match[str]) -> str:
        power = match["power"] or match["round"]
        return f"{numbers.number(match['number'])} times ten to the power of minus {numbers.number(power)}"

    def ten_alone(match: re.Match[str]) -> str:
        return f"ten to the power of minus {numbers.number(match['power'] or match['molar'])}"

    def bases(match: re.Match[str]) -> str | None:
        if not _OF_GENES.search(match.string):
            return None
        name = _BASE_NAMES[match["unit"]] + ("" if match["link"] == "-" or match["number"] == "1" else "s")
        last = f" to {numbers.number(match['last'])}" if match["last"] else ""
        return f"{numbers.signed(match['sign'], numbers.number(match['number']))}{last}{match['link'] or ' '}{name}"

    def per(match: re.Match[str]) -> str | None:
        if not _COUNTED.search(match.string[max(0, match.start() - 50) : match.start()]):
            return None
        below = match["below"]
        power = below[-1] if below[-1] in "23²³" else ""
        symbol = below[: len(below) - len(power)]
        name = _SHORT_BELOW.get(symbol) or PER.get(symbol) or UNITS.get(symbol) or symbol
        return british(
            " per " + {"2": "square ", "²": "square ", "3": "cubic ", "³": "cubic "}.get(power, "") + name
        )

    def times(match: re.Match[str]) -> str:
        first, _, last = match["number"].replace("–", "-").partition("-")
        words = numbers.number(first) + (f" to {numbers.number(last)}" if last else "")
        words = "once" if words == "one" else f"{words} times"
        return words + (" per " if "/" in match["slash"] or "per" in match["slash"] else match["slash"])

    def bare(match: re.Match[str]) -> str:
        power = {"²": "square ", "2": "square ", "³": "cubic ", "3": "cubic "}.get(match["power"] or "", "")
        per2 = f" per {PER[match['per2']]}" if match["per2"] else ""
        return british(
            f"{match['before'] or ''}{plural(UNITS[match['unit']])} per {power}{PER[match['per']]}{per2}"
        )

    def each(match: re.Match[str]) -> str | None:
        return " per " if _EACH_OF.search(match.string[max(0, match.start() - 24) : match.start()]) else None

    def every(match: re.Match[str]) -> str:
        name = (
            _PERIODS.get(match["unit"][0].lower())
            or {"h": "hour", "d": "day", "m": "minute"}[match["unit"][0].lower()]
        )
        last = f" to {numbers.number(match['last'])}" if match["last"] else ""
        many = "" if match["first"] == "1" and not last else "s"
        return f"every {numbers.number(match['first'])}{last} {name}{many}"

    def period(match: re.Match[str]) -> str | None:
        if match.string[max(0, match.start() - 2) : match.start()].rstrip()[-1:].isdigit():
            return None  # "2 wk 3 d"
        name = _PERIODS[match["unit"][0].lower()]
        return (name.capitalize() if match["unit"][0].isupper() else name) + " "

    def aged(match: re.Match[str]) -> str:
        many = _IS.search(match.string[max(0, match.start() - 8) : match.start()]) and match["number"] != "1"
        return f"{numbers.number(match['number'])} {_AGES[match['unit'][0]]}{'s' if many else ''} old"

    def british(words: str) -> str:
        return words.replace("meter", "metre").replace("liter", "litre") if numbers.british else words

    return (
        Rule(Category.IDS, _LOCUS, locus, needs=_LOCUS_SIGN),
        Rule(Category.UNITS, _STRAND, strand, needs=_PRIME),
        Rule(Category.UNITS, _STRAND_END, strand_end, needs=_PRIME),
        Rule(Category.FRACTIONS, _COUNT, count, needs=_OVER),
        Rule(Category.IDS, _VARIANT, lambda match: f"{match['kind'].upper()} dot ", needs=_VARIANT),
        Rule(Category.IDS, _ALLELE, allele, needs=_ALLELE_SIGN),
        Rule(
            Category.CHEMISTRY,
            _METAL,
            lambda match: f"{' '.join(match['above'].upper())} over {' '.join(match['below'].upper())}",
            needs=_METAL,
        ),
        Rule(
            Category.UNITS,
            _OVER_LIGHT,
            lambda match: " over C squared" if match["square"] else " over C",
            needs=_OVER,
        ),
        Rule(Category.MATHS, _HALF, half, needs=NUMERIC),
        Rule(Category.MATHS, _TEN, ten, needs=_TEN_SIGN),
        Rule(Category.MATHS, _TEN_ALONE, ten_alone, needs=_TEN_SIGN),
        Rule(Category.UNITS, _EVERY, every, needs=_EVERY_SIGN),
        Rule(
            Category.UNITS,
            _WITHIN_A_DAY,
            lambda match: f"{numbers.number(match['number'])} in twenty-four hours",
            needs=_OVER,
        ),
        Rule(Category.ABBREVIATIONS, _PERIOD, period, needs=_PERIOD_SIGN),
        Rule(Category.UNITS, _BASES, bases, needs=_BASE_SIGN),
        Rule(Category.UNITS, _TIMES, times, needs=NUMERIC),
        Rule(
            Category.UNITS,
            _SLASHED,
            lambda match: None if _is_change(match) else british(_CONCENTRATION[match[0]]),
            needs=_OVER,
        ),
        Rule(Category.UNITS, _BARE, bare, needs=_BARE_SIGN),
        Rule(Category.UNITS, _EACH, each, needs=_OVER),
        Rule(Category.UNITS, _PER, per, needs=_OVER),
        Rule(Category.ABBREVIATIONS, _AGED, aged, needs=_AGED_SIGN),
    )


def _is_change(match: re.Match[str]) -> bool:
    """Whether it is a change over a week."""
    before = match.string[max(0, match.start() - 40) : match.start()]
    return match[0] == "w/w" and bool(_CHANGING.search(before) or _CHANGES.search(match.string))
