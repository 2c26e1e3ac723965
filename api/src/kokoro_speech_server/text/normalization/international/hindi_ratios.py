"""Scores and ratios in Hindi texts, of which only the numbers are said: 3-1 से हराया, 2:1 के बहुमत, NPK 12:32:16."""

import re

from kokoro_speech_server.text.normalization.international.number_speller import NumberSpeller
from kokoro_speech_server.text.normalization.rules import Category, Rule

_FELL = (
    r" से (?:[\u0900-\u0963]{1,16} ){0,2}(?:हार|हरा|जीत|मात|आगे|पीछे|पिछड़|बराबर|शिकस्त|धूल|रौंद|पराजित|अपने नाम|बढ़त)"
)
_COMPARED = r" (?:क[ाे] (?:अनुपात|बहुमत|मत|अंतर)|अनुपात|बहुमत)"
_PARTS = r"\d{1,4}(?::\d{1,4}){1,3}"


def ratio_rules(speller: NumberSpeller) -> tuple[Rule, ...]:
    """Rules that come before those for times."""

    def numbers(match: re.Match[str]) -> str:
        return speller.join(*map(speller.number, re.findall(r"\d+", match[0])))

    return (
        Rule(
            Category.RATIOS,
            re.compile(rf"(?<![\w.,/-])\d{{1,3}}[-–:]\d{{1,3}}(?={_FELL})"),
            numbers,
            needs=re.compile(r"\d[-–:]\d"),
        ),
        Rule(
            Category.RATIOS,
            re.compile(
                rf"(?<![\w.,:/]){_PARTS}(?![:\d])(?={_COMPARED})"
                r"|(?:(?<=यूहन्ना )|(?<=मत्ती )|(?<=मरकुस )|(?<=लूका )|(?<=रोमियों )|(?<=उत्पत्ति )|(?<=निर्गमन )|(?<=संहिता )"
                r"|(?<=नीतिवचन )|(?<=कुरान )|(?<=क़ुरान )|(?<=सूरह )|(?<=सूरा )|(?<=गीता )|(?<=ऋग्वेद )"
                r"|(?<=स्कोर )|(?<=NPK )|(?<=एनपीके )|(?<=अनुपात ))"
                rf"{_PARTS}(?![:\d]|\.\d| ?बजे)"
                r"|(?:(?<=[A-Za-z] = )|(?<=[A-Za-z]=))\d{1,3}(?::\d{1,3}){2}(?![:\d])"
                r"|(?<![\w.,:/])\d{1,2}:\d{1,2}:\d{1,2}(?= (?:NPK|एनपीके|उर्वरक|खाद)(?![A-Za-z]))"
            ),
            numbers,
            needs=re.compile(r"\d:\d"),
        ),
    )
