"""What notices in Hindi have: weekdays (सोम.-शनि.), postal codes, trains and buses, durations (2h 35m)."""

import re

from kokoro_speech_server.text.normalization.international.hindi_initials import letters
from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_LETTER = "\u0900-\u0963"
_DAYS = {
    "सोम": "सोमवार", "मंगल": "मंगलवार", "बुध": "बुधवार", "गुरु": "गुरुवार", "बृह": "बृहस्पतिवार", "वीर": "वीरवार",
    "शुक्र": "शुक्रवार", "शनि": "शनिवार", "रवि": "रविवार",
}  # fmt: skip
_DAY = "|".join(_DAYS)
_DAY_NEEDS = re.compile(rf"(?:{_DAY})[. –—-]")
_ADDRESS = re.compile(
    "पता|प्लॉट|एरिया|कार्यालय|टावर|अपार्टमेंट|फ्लैट|फ़्लैट|गली|रोड|मार्ग|नगर|सेक्टर|मकान|ब्लॉक|कॉलोनी|जिला|ज़िला|ज़िला|प्रदेश|बिहार|दिल्ली|पोस्ट|थाना|तहसील|भवन|चौक|पार्क|बाज़ार|बाजार|विहार"
)
_CITY = re.compile(
    r"(?:दिल्ली|मुंबई|मुम्बई|कोलकाता|चेन्नई|बेंगलुरु|बैंगलोर|हैदराबाद|अहमदाबाद|पुणे|सूरत|जयपुर|लखनऊ|कानपुर|नागपुर|इंदौर|ठाणे|भोपाल|पटना"
    r"|वडोदरा|गाज़ियाबाद|गाजियाबाद|लुधियाना|आगरा|नासिक|नाशिक|फ़रीदाबाद|फरीदाबाद|मेरठ|राजकोट|वाराणसी|श्रीनगर|अमृतसर|प्रयागराज|इलाहाबाद"
    r"|रांची|राँची|ग्वालियर|जबलपुर|जोधपुर|कोटा|रायपुर|गुवाहाटी|चंडीगढ़|चंडीगढ़|गुरुग्राम|गुड़गांव|गुड़गांव|नोएडा|देहरादून|शिमला|जम्मू"
    r"|भुवनेश्वर|उदयपुर|अजमेर|बीकानेर|अलीगढ़|अलीगढ़|बरेली|गोरखपुर|मुरादाबाद|सहारनपुर|धनबाद|जमशेदपुर|मथुरा|हरिद्वार|उज्जैन)$"
)
_AFTER_CODE = (
    r"(?=[।.)]?$|[।,;)]|\. | \("
    rf"| (?:में|स्थित|से|पर|को|तक|का|के|की|और|तथा|व|भारत|फ़ोन|फोन|मो|दूरभाष|ईमेल|India)(?![{_LETTER}]))"
)
_TRAIN = "राजधानी|शताब्दी|एक्सप्रेस|दुरंतो|मेल|सुपरफ़ास्ट|सुपरफास्ट|वंदे भारत|गरीब रथ|इंटरसिटी|पैसेंजर|स्पेशल|संपर्क क्रांति|हमसफ़र|हमसफर|तेजस"
_NUMBERED = re.compile(
    rf"(?<![{_LETTER}])(?:ट्रेन|गाड़ी|गाड़ी|रेलगाड़ी|रेलगाड़ी|बस|रूट|फ़्लाइट|फ्लाइट|उड़ान|उड़ान|विमान|कमरा|रूम|कक्ष|टोकन|काउंटर)"
    r" (?:सं|नं|नंबर|संख्या|क्रमांक)[.:]? ?$"
)
"""Before a number that is said digit by digit. Three digits or more: a count of rooms has fewer."""
_MONTHS = "जनवरी|फ़रवरी|फरवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|सितम्बर|अक्टूबर|अक्तूबर|नवंबर|नवम्बर|दिसंबर|दिसम्बर"
_NAMED = re.compile(
    rf"(?<![{_LETTER}A-Za-z.@#/-])(?P<name>सेक्टर|सैक्टर|एफ|मिग|मिराज|सुखोई|तेजस|चंद्रयान|मंगलयान|आदित्य|अग्नि|पृथ्वी|पिनाका|ब्रह्मोस|आर्यभट्ट"
    r"|इनसैट|जीसैट|कार्टोसैट|रिसैट|ईओएस|बोइंग|एयरबस|एस|टी|एच|अपोलो|सोयुज|कोविड|कोरोना|फेज|फ़ेज|फेस|चरण|भाग|खंड|पार्ट|वार्ड|टाइप|क्लास|ग्रुप"
    r"|समूह|टियर|पेपर|एनएच|राजमार्ग|हाईवे|बीएस|अंडर|टॉप|गेट|प्लेटफॉर्म|ब्लॉक|टावर|रूट|मॉडल|कैंप|यूनिट|इकाई|ज़ोन|जोन|सीज़न|सीजन|एपिसोड|वॉल्यूम"
    r"|चित्र|तालिका|सारणी|परिशिष्ट|अनुसूची|प्रपत्र|फॉर्म|आईफोन|गैलेक्सी|सीरीज|विटामिन बी|हिट|बाहुबली|दबंग|धूम|गदर"
    r"|[A-Za-z]{2,4}) -(?=\d{1,5}+(?![°%]|[.,:]\d|-\d))"
)
"""A name with a number behind a hyphen that a space precedes, which is no minus sign: सेक्टर -62."""
_THREE_DIGITS = re.compile(r"\d{3}")


def notice_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for abbreviations, ranges and numbers."""

    def days(match: re.Match[str]) -> str:
        return f"{_DAYS[match['first']]} से {_DAYS[match['last']]}"

    def postal(match: re.Match[str]) -> str | None:
        before = match.string[: match.start()]
        if not match["hyphen"] and not _ADDRESS.search(before) and not _CITY.search(before):
            return None
        return f", {speller.digits(match['number'])}"

    def in_groups(match: re.Match[str]) -> str:
        return re.sub(r"\d+", lambda part: speller.digits(part[0]), match[0].replace("/", ", "))

    def named(match: re.Match[str]) -> str | None:
        before = match.string[max(0, match.start() - 24) : match.start()]
        return in_groups(match) if _NUMBERED.search(before) else None

    def lasting(match: re.Match[str]) -> str:
        hours, minutes, seconds = (int(match[name] or 0) for name in ("hours", "minutes", "seconds"))
        return speller.join(
            f"{speller.cardinal(hours)} {'घंटा' if hours == 1 else 'घंटे'}",
            f"{speller.cardinal(minutes)} मिनट",
            f"{speller.cardinal(seconds)} सेकंड" if match["seconds"] else "",
        )

    def hyphen(match: re.Match[str]) -> str | None:
        name = match["name"]
        if not name.isascii():
            return f"{name} "
        return None if "=" in match.string else f"{letters(name)} "

    return (
        Rule(
            Category.RANGES,
            re.compile(rf"(?<=\d )(?P<month>{_MONTHS}) ?[-–—] ?(?=\d{{1,2}} (?:{_MONTHS})(?![{_LETTER}]))"),
            lambda match: f"{match['month']} से ",
            needs=re.compile(r"[-–—] ?\d"),
        ),
        Rule(Category.IDS, _NAMED, hyphen, needs=re.compile(r" -\d")),
        Rule(
            Category.DATES,
            re.compile(
                rf"(?<![{_LETTER}])(?P<first>{_DAY})\.? ?[-–—] ?(?P<last>{_DAY})(?:\.|(?![{_LETTER}]))"
            ),
            days,
            needs=_DAY_NEEDS,
        ),
        Rule(
            Category.DATES,
            re.compile(
                rf"(?<![{_LETTER}])(?P<day>{_DAY})\.(?=[,;:/)]| ?(?:[(\d]|(?:और|व|एवं|तथा|को|से|तक|बंद|अवकाश"
                rf"|छुट्टी|सुबह|प्रातः|दोपहर|शाम|रात|खुला)(?![{_LETTER}])))"
            ),
            lambda match: _DAYS[match["day"]],
            needs=_DAY_NEEDS,
        ),
        Rule(
            Category.RANGES,
            re.compile(r"(?<=\d\.\d\d) ?[-–] ?(?=\d{1,2}\.[0-5]\d ?बजे)"),
            lambda match: " से ",
            needs=re.compile(r"\d ?[-–] ?\d"),
        ),
        Rule(
            Category.ADDRESSES,
            re.compile(
                rf"(?<=[{_LETTER}).])(?:(?P<hyphen> ?[-–—] ?)|,? )(?P<number>[1-8]\d{{5}})(?!\d){_AFTER_CODE}(?!,\d)"
            ),
            postal,
            needs=re.compile(r"\d{6}"),
        ),
        Rule(
            Category.IDS,
            re.compile(
                r"(?<![\w.,/₹-])\d{5}(?:/\d{2,5})?"
                rf"(?= (?:[{_LETTER}]{{2,16}}[- ]){{0,3}}(?:{_TRAIN})(?! ?वे)(?![{_LETTER}]))"
                r"|(?:(?<=ट्रेन )|(?<=एक्सप्रेस \()|(?<=एक्सप्रेस )|(?<=राजधानी \()|(?<=शताब्दी \()|(?<=मेल \()|(?<=मेल )"
                r"|(?<=भारत \()|(?<=दुरंतो \())\d{5}(?:/\d{2,5})?(?![\d,.])"
            ),
            in_groups,
            needs=re.compile(r"\d{5}"),
        ),
        Rule(
            Category.IDS,
            re.compile(r"(?<![\w.,/-])\d{3,5}(?:/\d{2,5})?(?![\w%/]|[.,:-]\d)"),
            named,
            needs=_THREE_DIGITS,
        ),
        Rule(
            Category.TIMES,
            re.compile(
                r"(?<![\w.,])(?P<hours>\d{1,2}) ?(?:h|hr|hrs) ?(?P<minutes>[0-5]?\d) ?(?:m|min|mins)"
                r"(?: ?(?P<seconds>[0-5]?\d) ?(?:s|sec))?(?![\w²³])"
            ),
            lasting,
            needs=re.compile(r"\d ?h"),
        ),
    )
