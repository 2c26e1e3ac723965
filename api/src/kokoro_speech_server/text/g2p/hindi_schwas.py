"""Vowels that Hindi speakers leave out and espeak-ng says, and the reverse: पहले, चाहते, जानवर, पुनर्निर्माण."""

import re

_HALF = "\u094d"
_DOT = "\u093c"
_UNIT = re.compile(f"(?P<letter>[\u0904-\u0939]{_DOT}?)(?P<sign>[\u093e-\u094d]?)(?P<nasal>[ँंः]?)")
_H = "ह"
_FIRST_CONSONANT = "क"

_MARKED = """
    वर्ड्स|वर्थ पुर्त|गाल सब्स|क्र रैन|सम रस|मलाई अगर|तला गंग|टोक औरंग|ज़ेब औरंग|जेब
    ट्रांस|फर ट्रांस|फ़र ट्रांस|पोर्ट वाशिंग|टन वॉशिंग|टन सैम|संग मूंग|फली मूँग|फली पार्ट|नर
    इंटर|व्यू इंटर|नेशनल हैंड|बैग सैंड|विच वर्ल्ड|कप वर्ल्ड|वाइड लैंड|लाइन हैंड|लूम फंड|रेज स्टैंड|बाय बैंड|विड्थ
    आज|कल एक|दम जान|वर अधिक|तर पेश|कश देव|गन आज|तक मोम|बत्त शिर|कत जिस|पर उस|पर मुझ|पर तुम|पर जिन|पर किस|पर
    इस|पर फुर|सत फ़ुर|सत क्रिस|मस फित|रत फ़ित|रत औस|तन कार|गर सिम|रन ताकत|वर एक|तरफ गुल|शन पेय|जल राय|गढ़
    सोन|भद्र बाग|पत रोज|मर्र रोज़|मर्र बीर|बल बिज|नस अस|लम कुद|रत जॉन|सन राम|नवमी गौर|तलब एक|मत वेल|कम फेर|बदल
    वीर|भद्र कुल|कर्णी ब्लॉक|बस्टर मिन|रल मेल|बर्न राज|भवन लाज|पत धन|पत अकबर|पुर नत|मस्तक नाम|वर एक|लव्य जल|मग्न
    दिल|बर आद|तन अस|गर तुग|लक सिग|नल लोक|दल निकट|वर्त तट|वर्त खर|पतवार वाट|सन वॉट|सन दिल|कश रेस|लर जाय|फल नुस|रत
    नाम|जद नाम|ज़द मध्यम|वर्ग राज|कमल नर|भक्ष विलियम|सन पोख|रण पोक|रण गिर|धर डेविड|सन पीटर|सन सूरज|मल नव|रत्न
    कश|मकश मद|मस्त राज|गद्द राज|समन्द राज|समंद सुर|मई देव|धर किद|वई लिब|रल फेड|रल रीज|नल वाय|रल वाय|रस आय|रन
    पाय|लट एल|बम रॉय|टर हिट|लर कैम|रन गोल|वलकर मिस|कॉल हर|मनप्रीत फड|णवीस खट|मल कन|खजूर शल|जम सर|गम बल|गम पर|चम
    शब|नम मर|हम शिव|लिंग हम|दम हम|शक्ल हम|उम्र राम|चरित
"""
"""Beginnings of words, with a bar where a consonant has no vowel."""
_SILENT = {word.replace("|", ""): word.replace("|", _HALF) for word in _MARKED.split()}
_STEM = re.compile("|".join(sorted(_SILENT, key=len, reverse=True)))
_SILENT_BEFORE_NAL = re.compile(r"(?<=[\u093e-\u094c])शनल")

_ENGLISH_PART = re.compile(
    r"(?<=्[क-ह])(?=(?:मेंट|वेयर|फ़ोन|बुक|बोर्ड|मैन(?!ी)|शिप|लैंड|वुड|टाइम|हाउस|पोर्ट|वॉच|लाइन|लाइट|डाउन|टाउन|पैड|कार्ड|स्टोर"
    r"|रूम|गेम|गेट|शॉप|ग्राउंड|बैक|लेस|नेस|मार्क|साइट|टॉप|ड्राइव|पेपर|बॉल|बॉय|कप|टीम|लैब|फ़ूड|स्टार|मास्टर))"
)
"""Between two English words: सॉफ्टवेयर, स्मार्टफोन, इन्वेस्टमेंट."""
_PARTS = {
    "वायरलेस": "वायर लेस", "व्हाट्सएप": "वॉट्स ऐप", "व्हाट्सऐप": "वॉट्स ऐप", "वॉट्सएप": "वॉट्स ऐप", "वाट्सएप": "वॉट्स ऐप",
    "वॉट्सऐप": "वॉट्स ऐप", "वाट्सऐप": "वॉट्स ऐप", "विजयवर्ग": "विजय वर्ग",
    "व्हॉट्सएप": "वॉट्स ऐप",
    "नौकरशाह": "नौकर शाह", "परमवीर": "परम वीर", "नेत्रहीन": "नेत्र हीन", "बलशाली": "बल शाली",
    "महाभारत": "महा भारत", "महासागर": "महा सागर", "चन्द्रशेखर": "चंद्र शेखर", "व्यवस्थाप": "व्यव अस्थाप",
    "सुरक्षात्म": "सुर अक्षात्म", "सुरक्षाकर्म": "सुर अक्षा कर्म", "आत्मरक्षा": "आत्म रक्षा", "वयस्को": "वैयस्को",
    "जयंती": "जैयंती", "जयन्ती": "जैयंती",
    "उपर्युक्त": "उपर युक्त", "मार्गदर्शि": "मार्ग दर्शि", "सर्वशक्ति": "सर्व शक्ति", "निरस्त्र": "निर अस्त्र",
    "ऑफलाइन": "ऑफ़ लाइन", "गुनहगार": "गुनह गार",
    "अहिं": "अ हिं", "अहित": "अ हित", "अहिल्या": "अ हिल्या", "अहीर": "अ हीर", "अहो": "अ हो",
}  # fmt: skip
"""Beginnings of words that are passed on as two, since espeak-ng has other vowels or none in them."""
_PART = re.compile("|".join(sorted(_PARTS, key=len, reverse=True)))
_UP = re.compile("(?<=[क-ह])(?=अप(?:्स)?$)")
"""Before the last part of बैकअप, स्टार्टअप."""
_DOUBLED = re.compile(
    f"^(?P<first>[क-ह]{_DOT}?(?P<sign>[िु]?)(?P<half>[क-ह]{_DOT}?))(?=[क-ह]{_DOT}?(?P=sign)(?P=half)[ािीेो])"
)
"""Sounds that are said twice, or twice but for their beginning: खटखटाना, जगमगाना, गुनगुनाते."""
_VICTORY = re.compile(
    "जय(?=शंकर|प्रकाश|ललिता|राम|देव|चंद|चन्द|नाराय|हिंद|हिन्द|कार|किश|माल|घोष|भीम|सिंह|वर्ध|सूर्य|नगर|गढ|श्री|पाल|नाथ)"
)
_AGAIN = re.compile(f"पुनर{_HALF}(?=[क-ह][\u0904-\u094d])")


def in_parts(word: str) -> str | None:
    """The word as two words, or None for words that espeak-ng reads right as one."""
    if match := _PART.match(word):
        return _PARTS[match[0]] + word[match.end() :]
    if match := _UP.search(word) or _ENGLISH_PART.search(word):
        return f"{word[: match.start()]} {word[match.start() :]}"
    if match := _VICTORY.match(word):
        return f"जय{_HALF}{word[match.end() :]}"
    match = _AGAIN.match(word)
    return f"पुनर {word[match.end() :]}" if match else None


def with_silent_vowels(word: str) -> str:
    """The word with a sign where a consonant has no vowel in a listed word, and after h as in पहले."""
    if match := _STEM.match(word):
        word = _SILENT[match[0]] + word[match.end() :]
    word = _DOUBLED.sub(rf"\g<first>{_HALF}", word)
    word = _SILENT_BEFORE_NAL.sub(f"श{_HALF}नल", word)
    return _with_silent_h(word) if _H in word and not word.startswith("अस") else word


def _with_silent_h(word: str) -> str:
    """The vowel of h is silent between a vowel and a consonant with a vowel, counted from the end of the word.

    The vowel of a consonant at the end, and of one between two of which both have one, is silent itself.
    """
    units = list(_UNIT.finditer(word))
    if sum(len(unit[0]) for unit in units) != len(word):
        return word
    said = [unit["sign"] != _HALF for unit in units]
    if len(units) > 1 and _is_bare(units[-1]) and said[-2]:
        said[-1] = False
    silent: list[int] = []
    for i in range(len(units) - 2, 0, -1):
        if _is_bare(units[i]) and said[i - 1] and not units[i - 1]["nasal"]:
            following = units[i + 1]
            if following["letter"] >= _FIRST_CONSONANT and said[i + 1]:
                said[i] = False
                if units[i]["letter"] == _H:
                    silent.append(units[i].end())
    for position in silent:
        word = word[:position] + _HALF + word[position:]
    return word


def _is_bare(unit: re.Match[str]) -> bool:
    return unit["letter"] >= _FIRST_CONSONANT and not unit["sign"] and not unit["nasal"]
