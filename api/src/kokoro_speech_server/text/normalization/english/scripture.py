"""Places in the Bible and in works of antiquity: 1 Cor. 13:4-7, Gen. 1:1-2:3, Hom. Il. 1.1, and "pp. 12 ff."."""

import re

from kokoro_speech_server.text.normalization.english.numbers import Numbers
from kokoro_speech_server.text.normalization.english.patterns import NUMERIC
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_BOOKS = (
    "Genesis|Exodus|Leviticus|Numbers|Deuteronomy|Joshua|Judges|Ruth|Samuel|Kings|Chronicles|Ezra|Nehemiah|Esther|"
    "Job|Psalms?|Proverbs|Ecclesiastes|Isaiah|Jeremiah|Lamentations|Ezekiel|Daniel|Hosea|Joel|Amos|Obadiah|Jonah|Micah|"
    "Nahum|Habakkuk|Zephaniah|Haggai|Zechariah|Malachi|Matthew|Mark|Luke|John|Acts|Romans|Corinthians|Galatians|"
    "Ephesians|Philippians|Colossians|Thessalonians|Timothy|Titus|Philemon|Hebrews|James|Peter|Jude|Revelation|Tobit|"
    "Judith|Wisdom|Sirach|Baruch|Maccabees|Esdras|Nephi|Alma|Surah|Sura|Quran|Qur'an|Qur’an"
)
_SHORT_BOOKS = {
    "Gen": "Genesis", "Gn": "Genesis", "Ex": "Exodus", "Exod": "Exodus", "Lev": "Leviticus", "Lv": "Leviticus",
    "Num": "Numbers", "Nm": "Numbers", "Deut": "Deuteronomy", "Dt": "Deuteronomy", "Josh": "Joshua",
    "Judg": "Judges", "Jgs": "Judges", "Sam": "Samuel", "Kgs": "Kings", "Chron": "Chronicles", "Chr": "Chronicles",
    "Neh": "Nehemiah", "Esth": "Esther", "Ps": "Psalm", "Pss": "Psalms", "Prov": "Proverbs", "Prv": "Proverbs",
    "Eccl": "Ecclesiastes", "Eccles": "Ecclesiastes", "Isa": "Isaiah", "Is": "Isaiah", "Jer": "Jeremiah",
    "Lam": "Lamentations", "Ezek": "Ezekiel", "Ez": "Ezekiel", "Dan": "Daniel", "Dn": "Daniel", "Hos": "Hosea",
    "Obad": "Obadiah", "Mic": "Micah", "Nah": "Nahum", "Hab": "Habakkuk", "Zeph": "Zephaniah", "Hag": "Haggai",
    "Zech": "Zechariah", "Mal": "Malachi", "Matt": "Matthew", "Mt": "Matthew", "Mk": "Mark", "Lk": "Luke",
    "Jn": "John", "Jas": "James", "Rom": "Romans", "Cor": "Corinthians", "Gal": "Galatians", "Eph": "Ephesians",
    "Phil": "Philippians", "Col": "Colossians", "Thess": "Thessalonians", "Thes": "Thessalonians", "Tim": "Timothy",
    "Tm": "Timothy", "Tit": "Titus", "Philem": "Philemon", "Phlm": "Philemon", "Heb": "Hebrews", "Pet": "Peter",
    "Pt": "Peter", "Rev": "Revelation", "Rv": "Revelation", "Tob": "Tobit", "Wis": "Wisdom", "Sir": "Sirach",
    "Bar": "Baruch", "Macc": "Maccabees", "Esd": "Esdras",
}  # fmt: skip
_VERSE = re.compile(
    rf"(?:(?<![\w.])(?P<part>[123]|I{{1,3}}) ?)?\b(?P<book>{_BOOKS}|(?:{any_of(_SHORT_BOOKS)})\.?) "
    rf"(?P<chapter>\d{{1,3}}): ?(?P<verse>\d{{1,3}})(?P<half>[a-c])?"
    r"(?: ?[-–—] ?(?:(?P<to>\d{1,3}):)?(?P<last>\d{1,3})(?P<half2>[a-c])?)?(?![\w:])"
)
_AUTHORS = {
    "Aesch.": "Aeschylus", "Ar.": "Aristophanes", "Arist.": "Aristotle", "Caes.": "Caesar", "Catull.": "Catullus",
    "Cic.": "Cicero", "Dem.": "Demosthenes", "Dio": "Dio", "Eur.": "Euripides", "Hdt.": "Herodotus",
    "Hes.": "Hesiod", "Hom.": "Homer", "Hor.": "Horace", "Joseph.": "Josephus", "Juv.": "Juvenal", "Liv.": "Livy",
    "Livy": "Livy", "Lucr.": "Lucretius", "Mart.": "Martial", "Ov.": "Ovid", "Paus.": "Pausanias", "Pind.": "Pindar",
    "Pl.": "Plato", "Plat.": "Plato", "Plin.": "Pliny", "Plut.": "Plutarch", "Polyb.": "Polybius",
    "Prop.": "Propertius", "Quint.": "Quintilian", "Sall.": "Sallust", "Sen.": "Seneca", "Soph.": "Sophocles",
    "Strab.": "Strabo", "Suet.": "Suetonius", "Tac.": "Tacitus", "Thuc.": "Thucydides", "Verg.": "Virgil",
    "Virg.": "Virgil", "Vitr.": "Vitruvius", "Xen.": "Xenophon", "Diod. Sic.": "Diodorus Siculus", "Aug.": "Augustine",
}  # fmt: skip
_WORKS = {
    "Il.": "Iliad", "Od.": "Odyssey", "Aen.": "Aeneid", "Ecl.": "Eclogues", "Georg.": "Georgics", "G.": "Georgics",
    "Met.": "Metamorphoses", "Ann.": "Annals", "Hist.": "Histories", "Agr.": "Agricola", "Germ.": "Germania",
    "Att.": "to Atticus", "Fam.": "to Friends", "Cat.": "Catilinarians", "Phil.": "Philippics",
    "De or.": "De oratore", "Off.": "De officiis", "Tusc.": "Tusculans", "Resp.": "Republic", "Rep.": "Republic",
    "Symp.": "Symposium", "Phd.": "Phaedo", "Phdr.": "Phaedrus", "Leg.": "Laws", "Ap.": "Apology", "Tim.": "Timaeus",
    "Eth. Nic.": "Nicomachean Ethics", "Pol.": "Politics", "Poet.": "Poetics", "Rhet.": "Rhetoric",
    "Metaph.": "Metaphysics", "Ant.": "Antigone", "Med.": "Medea", "Bacch.": "Bacchae", "Ag.": "Agamemnon",
    "Cho.": "Choephori", "Eum.": "Eumenides", "Carm.": "Odes", "Sat.": "Satires", "Epist.": "Epistles",
    "Ep.": "Epistles", "Ars P.": "Ars Poetica", "Nub.": "Clouds", "Ran.": "Frogs", "Av.": "Birds", "Theog.": "Theogony",
    "Op.": "Works and Days", "An.": "Anabasis", "Anab.": "Anabasis", "Hell.": "Hellenica", "Mem.": "Memorabilia",
    "Iug.": "Jugurtha", "Jug.": "Jugurtha", "B Gall.": "Gallic War", "B. Gall.": "Gallic War", "Gall.": "Gallic War",
    "B Civ.": "Civil War", "Aug.": "Augustus", "Iul.": "Julius", "Nat.": "Natural History", "HN": "Natural History",
    "Inst.": "Institutes", "Vit. Alex.": "Life of Alexander", "Alex.": "Alexander", "Per.": "Pericles",
    "BJ": "Jewish War", "AJ": "Antiquities", "Conf.": "Confessions", "De civ. D.": "City of God", "Am.": "Amores",
    "Fast.": "Fasti", "Ars am.": "Ars Amatoria",
}  # fmt: skip
_PLACE = (
    r"(?P<place>\d{1,4}(?:\.\d{1,4}){0,3})(?P<page>[a-e]\d{0,3})?"
    r"(?:[-–](?P<last>\d{1,4}(?:\.\d{1,4})?)(?P<last_page>[a-e])?)?(?![\w.]\d|\w)"
)
_CLASSIC = re.compile(rf"(?<![\w.])(?P<author>{any_of(_AUTHORS)})(?: (?P<work>{any_of(_WORKS)}))? {_PLACE}")
_NAMED = any_of(sorted({*_AUTHORS.values()}))
_NAMED_CLASSIC = re.compile(rf"\b(?P<author>{_NAMED}), (?P<work>{any_of(_WORKS)}) {_PLACE}")
_NAMED_CITED = re.compile(r"[a-z], [A-Z][a-zA-Z. ]{0,10} ?\d")
_CHAPTER = re.compile(
    r"(?<![\w.])(?P<part>[123]) (?P<book>(?:Samuel|Kings|Chronicles|Corinthians|Thessalonians|Timothy|Peter|John|"
    r"Maccabees)|(?:Sam|Kgs|Chron|Chr|Cor|Thess|Tim|Pet|Jn|Macc)\.) (?P<chapter>\d{1,2})(?![\d:]|\.\d)"
)
_ANY_CHAPTER = re.compile(r"[123] [A-Z][a-z]{1,12}\.? \d")
_PSALM = re.compile(r"\b(?P<name>Pss?)\.? (?=\d{1,3}(?![\d:]))")
_PSALMS = {"Ps": "Psalm ", "Pss": "Psalms "}
_ANY_PSALM = re.compile("Ps")
_CITED = re.compile(r"[a-zA-Z][.oyJN] \d")
_FOLLOWING = re.compile(r"(?<=\d)(?: ff?\.|ff\.?|f\.)(?=[ ,;:)]|$)")
_FOLLOWED = re.compile(r"\d ?f")


def scripture_rules(numbers: Numbers) -> tuple[Rule, ...]:
    """Rules for verses, places in works of antiquity, and pages that follow."""

    def number(written: str) -> str:
        return numbers.cardinal(int(written))

    def verse(match: re.Match[str]) -> str:
        words = [number(match["chapter"]), number(match["verse"])]
        words += [match["half"].upper()] if match["half"] else []
        if match["last"]:
            words += ["to", *([number(match["to"])] if match["to"] else []), number(match["last"])]
            words += [match["half2"].upper()] if match["half2"] else []
        part = match["part"] or ""
        counted = ("First", "Second", "Third")[(len(part) if "I" in part else int(part)) - 1] if part else ""
        book = _SHORT_BOOKS.get(match["book"].rstrip("."), match["book"])
        return " ".join(filter(None, (counted, book, *words)))

    def classic(match: re.Match[str]) -> str | None:
        if match["work"] is None and "." not in match["place"]:
            return None
        words = [number(one) for one in match["place"].split(".")]
        if match["page"]:
            words.append(match["page"][0].upper())
            words += [number(match["page"][1:])] if match["page"][1:] else []
        if match["last"]:
            words += ["to", *(number(one) for one in match["last"].split("."))]
        words += [match["last_page"].upper()] if match["last_page"] else []
        work = f", {_WORKS[match['work']]}" if match["work"] else ""
        return f"{_AUTHORS.get(match['author'], match['author'])}{work}, {' '.join(words)}"

    def chapter(match: re.Match[str]) -> str:
        counted = ("First", "Second", "Third")[int(match["part"]) - 1]
        book = _SHORT_BOOKS.get(match["book"].rstrip("."), match["book"])
        return f"{counted} {book} {number(match['chapter'])}"

    def following(match: re.Match[str]) -> str:
        ends = "." if match[0].endswith(".") and match.end() == len(match.string) else ""
        return f" and following{ends}"

    return (
        Rule(Category.RATIOS, _VERSE, verse, needs=NUMERIC),
        Rule(Category.ABBREVIATIONS, _CLASSIC, classic, needs=_CITED),
        Rule(Category.ABBREVIATIONS, _NAMED_CLASSIC, classic, needs=_NAMED_CITED),
        Rule(Category.RATIOS, _CHAPTER, chapter, needs=_ANY_CHAPTER),
        Rule(Category.ABBREVIATIONS, _PSALM, lambda match: _PSALMS[match["name"]], needs=_ANY_PSALM),
        Rule(Category.ABBREVIATIONS, _FOLLOWING, following, needs=_FOLLOWED),
    )
