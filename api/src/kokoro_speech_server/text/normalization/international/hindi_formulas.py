"""Formulas in Hindi."""

from dataclasses import replace
from functools import cache

from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.normalization.formula_words import FormulaWords
from kokoro_speech_server.text.normalization.international import formula_tables, hindi
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller


def _fraction(speller: NumberSpeller, above: int, below: int, after: str = "") -> str:
    """In formulas, halves and quarters have no names of their own."""
    return f"{speller.cardinal(above)} बटा {speller.cardinal(below)}"


_FUNCTIONS = {
    "sin": "साइन", "cos": "कॉस", "tan": "टैन", "cot": "कॉट", "sec": "सेक", "csc cosec": "कोसेक", "log lg": "लॉग",
}  # fmt: skip
_POWERS = {f"{name} का {power}": f"{name} {power}" for name in _FUNCTIONS.values() for power in ("वर्ग", "घन")}
"""The power of a function precedes its argument: "साइन वर्ग थीटा"."""


@cache
def formula_words(_: Language) -> FormulaWords:
    return formula_tables.formula_words(
        replace(hindi.LOCALE, fraction=_fraction),
        own_letters={"A": "ए"},  # otherwise the English article
        greek="अल्फ़ा बीटा गामा डेल्टा एप्सिलॉन ज़ीटा ईटा थीटा आयोटा कप्पा लैम्डा म्यू न्यू ज़ाई ओमिक्रॉन पाई रो सिग्मा टाउ उप्सिलॉन"
        " फ़ाई काई साई ओमेगा",
        names={
            "hbar hslash": "h बार", "infty": "अनंत", "partial": "आंशिक", "nabla": "नाबला",
            "emptyset varnothing": "रिक्त समुच्चय", "aleph": "आलेफ़", "Re": "वास्तविक भाग", "Im": "काल्पनिक भाग",
            "ldots cdots dots vdots ddots": "डॉट डॉट डॉट", "angle": "कोण", "triangle": "त्रिभुज", "prime": "प्राइम",
            "bullet": "डॉट", "top": "परिवर्त", "bot": "असत्य", "neg lnot": "नहीं", "therefore": "अतः", "because": "क्योंकि",
            "%": "प्रतिशत", "$": "डॉलर", "&": "और", "#": "नंबर", "degree": "डिग्री", "S": "अनुभाग", "dagger": "डैगर",
            "star ast": "स्टार", "forall": "सभी", "exists": "अस्तित्व है", "nexists": "अस्तित्व नहीं है",
            "lfloor": "फ़्लोर", "lceil": "सीलिंग", "_": "अंडरस्कोर",
        },
        operators={
            "+": "प्लस", "-": "माइनस", "*": "गुणा", "/": "बटा", "pm": "प्लस माइनस", "mp": "माइनस प्लस", "div": "भाग",
            "cup": "संघ", "cap": "सर्वनिष्ठ", "oplus": "सीधा योग", "otimes": "टेंसर", "and": "और", "or": "या",
            "mod": "मॉड्यूलो", "circ": "संयोजन",
        },
        relations={
            "= doteq": "बराबर", "< lt": "छोटा है", "> gt": "बड़ा है", "le leq leqslant ≤": "छोटा या बराबर",
            "ge geq geqslant ≥": "बड़ा या बराबर", "ne neq ≠": "बराबर नहीं", "approx simeq ≈": "लगभग बराबर",
            "cong": "सर्वांगसम", "equiv": "समतुल्य", "sim": "समरूप", "propto": "समानुपाती", "in ∈": "बिलॉन्ग्स टू",
            "notin": "नॉट बिलॉन्ग्स टू", "ni": "समाहित", "supset": "अधिसमुच्चय", "subset": "उपसमुच्चय",
            "subseteq": "उपसमुच्चय या बराबर", "supseteq": "अधिसमुच्चय या बराबर", "parallel": "समांतर", "perp": "लंब",
            "ll": "बहुत छोटा है", "gg": "बहुत बड़ा है", "to rightarrow longrightarrow →": "से", "mapsto": "प्रतिचित्र",
            "leftarrow": "बायाँ तीर", "Rightarrow implies Longrightarrow": "इसलिए",
            "Leftrightarrow iff": "यदि और केवल यदि", "leftrightarrow": "तुल्य", "mid": "जब",
            "vdash": "सिद्ध करता है", "models": "संतुष्ट करता है", "coloneqq triangleq": "परिभाषित",
            "uparrow": "ऊपर", "downarrow": "नीचे", "nmid": "विभाजित नहीं करता", "prec": "पूर्ववर्ती",
            "succ": "अनुवर्ती",
        },
        functions={
            **_FUNCTIONS, "arcsin": "साइन इनवर्स", "arccos": "कॉस इनवर्स", "arctan": "टैन इनवर्स",
            "sinh": "हाइपरबोलिक साइन", "cosh": "हाइपरबोलिक कॉस", "tanh": "हाइपरबोलिक टैन",
            "ln": "प्राकृतिक लॉग", "exp": "एक्सपोनेंशियल", "det": "सारणिक", "dim": "विमा", "ker": "कर्नेल",
            "deg": "घात", "arg": "कोणांक", "gcd": "महत्तम समापवर्तक", "lcm": "लघुत्तम समापवर्त्य",
            "Pr": "प्रायिकता", "hom": "होम", "tr": "ट्रेस",
        },
        large={
            "sum": "सिग्मा", "prod": "गुणनफल", "int": "समाकलन", "iint": "द्वि समाकलन", "iiint": "त्रि समाकलन",
            "oint": "बंद समाकलन", "bigcup": "संघ", "bigcap": "सर्वनिष्ठ", "bigoplus": "सीधा योग", "coprod": "सहगुणनफल",
        },
        limits={
            "lim": "लिमिट", "max": "अधिकतम", "min": "न्यूनतम", "sup": "उच्चक", "inf": "निम्नक", "limsup": "ऊपरी लिमिट",
            "liminf": "निचली लिमिट", "argmax": "आर्गमैक्स",
        },
        accents={
            "hat": "हैट", "widehat": "हैट", "bar": "बार", "overline": "बार", "tilde": "टिल्ड", "widetilde": "टिल्ड",
            "dot": "डॉट", "ddot": "डबल डॉट", "underline": "रेखांकित",
        },
        around={"vec": ("सदिश", ""), "overrightarrow": ("सदिश", ""), "pmod": ("मॉड्यूलो", "")},
        sets={
            "R": "वास्तविक संख्याएँ", "N": "प्राकृत संख्याएँ", "Z": "पूर्णांक", "Q": "परिमेय संख्याएँ", "C": "सम्मिश्र संख्याएँ",
            "P": "अभाज्य संख्याएँ",
        },
        marks={
            "(": "कोष्ठक", ")": "कोष्ठक बंद,", "[": "बड़ा कोष्ठक", "]": "बड़ा कोष्ठक बंद,", "!": "फ़ैक्टोरियल",
            "%": "प्रतिशत", "°": "डिग्री", "∞": "अनंत", "' ’": "प्राइम", "{": "मझला कोष्ठक", "}": "मझला कोष्ठक बंद,",
            "…": "डॉट डॉट डॉट", "langle": "कोण कोष्ठक", "rangle": "कोण कोष्ठक बंद,",
        },
        raised={
            "circ": "डिग्री", "top": "परिवर्त", "T": "परिवर्त", "*": "स्टार", "ast": "स्टार", "star": "स्टार",
            "dagger": "डैगर", "+": "प्लस", "-": "माइनस", "perp": "लंब", "c": "पूरक", "times": "गुणा",
        },
        half="एक बटा दो",
        cube_root="घनमूल {}",
        root="{} मूल {}",
        any_root="{} वाँ मूल {}",
        ordinal="masculine",
        of="",
        times="गुणा",
        by="गुणा",
        negative="माइनस",
        dot="डॉट",
        maps_from="फलन",
        below="सब {}",
        primes=("प्राइम", "डबल प्राइम", "ट्रिपल प्राइम"),
        squared="का वर्ग",
        cubed="का घन",
        power="की घात {}",
        square_root="वर्गमूल {}",
        over="{} बटा {}",
        derivative="{} बटा {}",
        long_fraction="भिन्न, अंश {}, हर {},",
        choose="{} सी {}",
        bounds="{} से {} तक,",
        range="{} पर,",
        approaches="जब {} {} की ओर जाए,",
        inverse="{} इनवर्स",
        base="आधार {1} पर {0}",
        negated="नहीं {}".format,
        absolute="मापांक {}",
        norm="नॉर्म {}",
        given="जब",
        brackets="कोष्ठक {}, कोष्ठक बंद,",
        set="समुच्चय {}",
        set_such_that="समुच्चय, सभी {}, जहाँ {}",
        member=("बिलॉन्ग्स टू", "बिलॉन्ग्स टू"),
        interval="अंतराल {} से {}",
        matrix="{} गुणा {} आव्यूह, {},",
        determinant="{} गुणा {} सारणिक, {},",
        row="पंक्ति {}: {}",
        contractions=_POWERS,
    )  # fmt: skip
