"""Verses of the Bible in Romance languages: Jn 3, 16; 1 Co 13,4-7."""

import re
from collections.abc import Callable, Mapping

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of


def verse_rules(
    books: Mapping[str, str], ordinals: str, span: str, mark: str = "(?:, ?|:)", *, several: bool = False
) -> Callable[[NumberSpeller], tuple[Rule, ...]]:
    """A rule for chapters and verses after the short name of a book.

    books:    names by their short forms, without a point
    ordinals: CLDR's rule set for the number before a book
    span:     template of a range
    mark:     matches what stands between chapter and verse
    several:  whether there are several books of each name, which their number tells apart
    """
    number, optional = r"\d{1,3}", "" if several else "?"
    pattern = re.compile(
        rf"(?<![\w.,])(?:(?P<first>[123]) ?){optional}(?P<book>{any_of(books)}) (?P<chapter>{number}){mark}"
        rf"(?P<verse>{number})(?: ?[-–] ?(?P<last>{number}))?(?!\w|[.,-]\d| ?(?:%|[a-zµ]{{1,4}}/[a-zL]"
        r"|m?mol|mEq|[mkµ]?[gL]\b|[€$]|k?m\b)| (?:mil|millones|puntos|metros|euros|kilos|goles|por ciento)\b)"
    )
    needs = re.compile(r"[^\W\d_] \d{1,3}(?:, ?|:)\d")

    def rules(speller: NumberSpeller) -> tuple[Rule, ...]:
        def say(match: re.Match[str]) -> str:
            first = speller.spell(int(match["first"]), ordinals) if match["first"] else ""
            verse = speller.number(match["verse"])
            if match["last"]:
                verse = span.format(verse, speller.number(match["last"]))
            return f"{speller.join(first, books[match['book']], speller.number(match['chapter']))}, {verse}"

        return (Rule(Category.ABBREVIATIONS, pattern, say, needs=needs),)

    return rules


FRENCH_BOOKS = {
    "Gn": "Genèse", "Ex": "Exode", "Lv": "Lévitique", "Nb": "Nombres", "Dt": "Deutéronome", "Jos": "Josué",
    "Jg": "Juges", "S": "Samuel", "R": "Rois", "Ps": "psaume", "Pr": "Proverbes", "Qo": "Qohélet", "Ct": "Cantique",
    "Is": "Isaïe", "Jr": "Jérémie", "Ez": "Ézéchiel", "Dn": "Daniel", "Os": "Osée", "Mt": "Matthieu", "Mc": "Marc",
    "Lc": "Luc", "Jn": "Jean", "Ac": "Actes", "Rm": "Romains", "Co": "Corinthiens", "Ga": "Galates",
    "Ep": "Éphésiens", "Ph": "Philippiens", "Col": "Colossiens", "Th": "Thessaloniciens", "Tm": "Timothée",
    "Tt": "Tite", "He": "Hébreux", "Jc": "Jacques", "Ap": "Apocalypse",
}  # fmt: skip


ITALIAN_BOOKS = {
    "Gen": "Genesi", "Gn": "Genesi", "Es": "Esodo", "Lv": "Levitico", "Nm": "Numeri", "Dt": "Deuteronomio",
    "Gs": "Giosuè", "Gdc": "Giudici", "Sam": "Samuele", "Re": "Re", "Sal": "Salmo", "Pr": "Proverbi", "Qo": "Qoelet",
    "Ct": "Cantico", "Is": "Isaia", "Ger": "Geremia", "Ez": "Ezechiele", "Dn": "Daniele", "Os": "Osea",
    "Mt": "Matteo", "Mc": "Marco", "Lc": "Luca", "Gv": "Giovanni", "At": "Atti", "Rm": "Romani", "Cor": "Corinzi",
    "Gal": "Galati", "Ef": "Efesini", "Fil": "Filippesi", "Col": "Colossesi", "Ts": "Tessalonicesi", "Tm": "Timoteo",
    "Tt": "Tito", "Eb": "Ebrei", "Gc": "Giacomo", "Pt": "Pietro", "Ap": "Apocalisse",
}  # fmt: skip


PORTUGUESE_BOOKS = {
    "Gn": "Gênesis", "Ex": "Êxodo", "Êx": "Êxodo", "Lv": "Levítico", "Nm": "Números", "Dt": "Deuteronômio",
    "Js": "Josué", "Jz": "Juízes", "Rt": "Rute", "Sm": "Samuel", "Cr": "Crônicas", "Mc": "Marcos",
    "Jó": "Jó",
    "Sl": "Salmo", "Pv": "Provérbios",
    "Ecl": "Eclesiastes", "Ct": "Cântico dos Cânticos", "Sb": "Sabedoria", "Eclo": "Eclesiástico", "Is": "Isaías",
    "Jr": "Jeremias",
    "Lm": "Lamentações",
    "Ez": "Ezequiel", "Dn": "Daniel", "Jl": "Joel", "Mq": "Miqueias",
    "Ml": "Malaquias", "Mt": "Mateus", "Lc": "Lucas", "Jo": "João", "At": "Atos", "Rm": "Romanos",
    "Gl": "Gálatas", "Ef": "Efésios", "Fl": "Filipenses", "Tt": "Tito", "Hb": "Hebreus",
    "Tg": "Tiago", "Jd": "Judas", "Ap": "Apocalipse",
}  # fmt: skip

PORTUGUESE_LETTERS = {
    "Cor": "Coríntios", "Ts": "Tessalonicenses", "Tm": "Timóteo", "Pd": "Pedro", "Jo": "João",
}  # fmt: skip
"""The letters, of which there are several."""

PORTUGUESE_NAMES = {
    "Am": "Amós", "Rs": "Reis", "Cl": "Colossenses", "Co": "Coríntios", "Pe": "Pedro", "Ed": "Esdras",
    "Ne": "Neemias", "Tb": "Tobias", "Pr": "Provérbios",
} | {
    name: name
    for name in (
        *PORTUGUESE_BOOKS.values(), *PORTUGUESE_LETTERS.values(), "Salmos", "Atos dos Apóstolos"
    )
}  # fmt: skip
"""Books by their whole names, and short names that are also other words; numbers with a comma follow them for
other reasons, too."""


SPANISH_BOOKS = {
    "Gn": "Génesis", "Gén": "Génesis", "Ex": "Éxodo", "Éx": "Éxodo", "Lv": "Levítico", "Nm": "Números",
    "Dt": "Deuteronomio", "Jos": "Josué", "Jue": "Jueces",
    "Sal": "Salmo", "Salmo": "Salmo", "Prov": "Proverbios", "Qo": "Qohélet",
    "Ecl": "Eclesiastés", "Is": "Isaías", "Jr": "Jeremías", "Jer": "Jeremías", "Ez": "Ezequiel", "Dn": "Daniel",
    "Mt": "Mateo", "Mc": "Marcos", "Lc": "Lucas", "Jn": "Juan", "Mateo": "Mateo", "Marcos": "Marcos",
    "Lucas": "Lucas", "Juan": "Juan", "Hch": "Hechos", "Rom": "Romanos", "Rm": "Romanos",
    "Gál": "Gálatas", "Ef": "Efesios",
    "Flp": "Filipenses", "Col": "Colosenses",
    "Tt": "Tito", "Heb": "Hebreos", "Sant": "Santiago",
    "Ap": "Apocalipsis", "Apoc": "Apocalipsis", "Romanos": "Romanos",
    "Isaías": "Isaías", "Génesis": "Génesis", "Éxodo": "Éxodo", "Proverbios": "Proverbios", "Hechos": "Hechos",
}  # fmt: skip

SPANISH_LETTERS = {
    "Sam": "Samuel", "Re": "Reyes", "Cr": "Crónicas", "Co": "Corintios", "Cor": "Corintios", "Corintios": "Corintios",
    "Tes": "Tesalonicenses", "Ts": "Tesalonicenses", "Tim": "Timoteo", "Tm": "Timoteo", "Pe": "Pedro",
}  # fmt: skip
"""Books of which there are several: "Co 2,5" without a number is something else."""
