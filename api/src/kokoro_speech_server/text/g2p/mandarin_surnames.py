"""Characters that are said differently as surnames of Mandarin: 曾先生, 任正非, 朴槿惠."""

import re

from kokoro_speech_server.text.g2p.reading_rules import rule

_BEFORE = r"^|[和与跟同对向给请找让叫问是由及姓谢]|联系人?|记者|校长|作者|导演|主演"
"""A surname follows these, unlike the end of another word ("不曾", "现任", "了解")."""
_TITLE = (
    "先生(?![活产病长气])|女士|小姐|太太|老师|医生|大夫|师傅|律师|同学|博士|法官|警官|工程师"
    "|[局校院厂队市省县部处科组](?:长|座)|总(?![是统体会部共之在要有局]|公司)|某|姓|氏"
)
_POST = "|教授|经理|主任|董事长|书记|主席|导演"
"""Titles that are also posts which one may hold: 任经理."""

SURNAMES = {
    "曾": [rule("zeng1", _BEFORE, _TITLE + _POST), rule("zeng1", "", "国藩|荫权|志伟|母")],
    "任": [
        rule("ren2", "^", "先生|女士|小姐|太太|老师|医生|师傅|律师|同学"),
        rule("ren2", "", "正非|贤齐|嘉伦|泽平|达华|素汐|鲁豫|志强|天行"),
    ],
    "单": [rule("shan4", _BEFORE, _TITLE + _POST), rule("shan4", "", "田芳|雄信|霁翔")],
    "解": [rule("xie4", _BEFORE, _TITLE + _POST), rule("xie4", "", "缙")],
    "仇": [rule("qiu2", _BEFORE, _TITLE + _POST), rule("qiu2", "", "英(?!雄)")],
    "朴": [
        rule("piao2", _BEFORE, _TITLE + _POST),
        rule("piao2", "", "槿|正熙|智|信惠|宝英|恩|叙|赞|敏|炯|灿|振英|海镇"),
    ],
    "查": [rule("zha1", "", "良镛|理森")],
    "华": [rule("hua4", "", "罗庚")],
    "翟": [rule("zhai2")],
    "覃": [rule("qin2")],
    "缪": [rule("miao4", "^|[^绸纰]")],
    "区": [rule("ou1", "^", "先生|女士|小姐|老师|师傅")],
    "盖": [rule("ge3", "^", "先生|女士|小姐|老师|师傅")],
}  # fmt: skip
"""Rules by character, as those of other characters with several readings."""

_NO_NAME = "经一任在于为是以被获有因多随先受参入用出两三说与向对将到连其达高居称担创"
"""What follows 曾 in stretches that are no name: 曾一度."""
_START = re.compile(f"(?:{_BEFORE})$")


def of_name(word: str, before: str) -> str | None:
    """The reading of the first character of a word that can only be a name: 曾小贤."""
    if len(word) not in (2, 3) or word[0] != "曾" or word[1] in _NO_NAME:
        return None
    return "zeng1" if len(word) == 3 or _START.search(before) else None
