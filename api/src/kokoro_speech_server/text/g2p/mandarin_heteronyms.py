"""Characters with several readings in Mandarin: the one that the characters around call for.

pypinyin knows the readings of characters within words ("银行", "重新"). The rules are for what it does not know as a
word: characters that stand alone, and stretches that are a word only for the tokenizer ("两只", "很长"). Where no rule
applies, the reading is pypinyin's.
"""

from collections.abc import Iterator, Sequence

from pypinyin.constants import PHRASES_DICT
from pypinyin.seg.mmseg import seg

from kokoro_speech_server.text.g2p.mandarin_surnames import SURNAMES, of_name
from kokoro_speech_server.text.g2p.reading_rules import chosen, rule

_NUMBER = "[一二三四五六七八九十百千万亿两几数〇零半]"
_PERSON = "[我你您他她它们咱谁家]"
_WON = (
    rf"了?(?:第|{_NUMBER}+(?:[票枚块项次个届]|分(?!钟))|[一-鿿]{{0,3}}[奖牌杯]|冠|亚军|季军"
    "|名|知|病|癌|胜|票|分|逞|罪|[满高]分|到|[重大]病)"
)
"""What one gains or gets (dé): prizes, places, marks, illnesses."""

RULES = {
    "得": [
        rule("de2", "", "房率|票[率数]|分[率王榜]|主(?!要)|标(?!准)"),
        rule(
            "de2",
            "[测求换推]|代入|化简|整理|联立|移项|相[减加乘除]|题意|[由据].{1,8}(?:定理|公式|条件)|(?:由此|从而|因此|代入|联立|[即易])可|解|计算",
            "(?![上开准出了清很不起着通到见动来去住过下快慢好])[一-鿿]|$",
        ),
        rule("de5", "[做办看听找想买说料及感吃够]", "到(?:$|[吗的么吧])"),
        rule("de2", "", "[到以主]"),
        # Obligation: after a subject, an adverb or a time, before a verb or an amount of time.
        rule(
            "de2", rf"{_PERSON}|^|[年月日天中后时里上次赛并曾终将共才再都也又还就均]", rf"{_WON}|[了过出以]"
        ),
        rule(
            "dei3",
            rf"{_PERSON}|^|[就还也都又总可仍]|至少|起码|最少|恐怕|大概|今天|明天|现在|以后|时候|一定|肯定|必须"
            "|[上下]午|晚上|早上|周末|[以之]前|[以之]后",
            "[一-鿿]",
        ),
        rule("dei3", f"{_PERSON}们?|[就都也总可]|至少|一定|必须|最好", "$"),
        rule("de2", "[不所获取赢夺非而求自难值懂博心应彼]"),
        rule("de2", "[^做办看听找想买说料及达感吃用]", _WON),
        # A complement: after a verb or an adjective.
        rule("de5", "[一-鿿]", "[一-鿿]|$"),
    ],
    "子": [
        rule("zi3", "[一二三四五六七八九十长次幼独嫡庶皇义养]", "$|[一-鿿]"),
        rule("zi3", "", "公司|集|系统|目录|进程|任务|模块|网|类|节点|项目|品牌|基金"),
    ],
    "晃": [rule("huang4", "", "[醒动荡悠来倒晕]|[了得着](?!眼)|一下"), rule("huang4", "被", "")],
    "剥": [
        rule(
            "bao1",
            "^|[^盘生]",
            "[开皮壳掉毛蛋虾豆蚕花橘桔蒜葱栗瓜玉了着好去下净荔石洋板粽柚橙核]|(?:一|几|点|些|个)",
        )
    ],
    "种": [
        rule("zhong4", "接"),
        rule(
            "zhong4",
            "^|[^一二三四五六七八九十各多这那哪品树火物良某此同两几百每何]",
            f"[了着过上下满植](?:{_NUMBER}|[一-鿿]{{0,3}}[树花草菜瓜豆麦稻棉茶田粮果地苗])|[树草菜瓜豆麦稻棉茶田粮果庄]|在",
        ),
    ],
    "冲": [rule("chong4", "", "着[我你他她它大咱这那谁]|劲")],
    "弹": [
        rule(
            "tan2",
            "^|[^子炸导炮飞流中枪核氢氦投]",
            "奏|唱|[了着过得](?!片|头|药)|钢琴|吉他|琵琶|古筝|[起出]|一[首曲段下]",
        )
    ],
    "空": [rule("kong4", "", "出(?![生口现手来])")],
    "匙": [rule("chi2", "^|[^钥锁]")],
    "应": [
        rule(
            "ying1",
            "",
            "付(?:[账帐款税票职股费利未本]|工资|金额|数额|余额|租金|保费|债券|给|" + _NUMBER + ")",
        )
    ],
    "重": [
        rule("zhong4", "有多|^多"),
        rule(
            "chong2",
            rf"(?:^|[^体]){_NUMBER}|[双多这那]",
            "$|[山奏唱天门关围浪]|身份|意[思义]|保障|困难|压力|打击|考验|标准|障碍|危机|含义|的",
        ),
        rule("chong2", "", "[写说盖做输填发试来抄播拍印选申启访演铸温拾译编排算]|[新复返叠]"),
    ],
    "行": [
        rule("hang2", "[支投]"),
        rule("hang2", "该", "(?![为业程动政使驶走人车李星进])"),
        rule("hang2", "我", "[已将于拟网客贷存个信总]"),
        rule("xing2", "", "[人动为程李走驶星政善军使进车不]"),
        rule("hang2", "(?:第|[最每这那哪干爱入换同另空]|最后|最初|开头|写成|头)一|第" + _NUMBER + "+"),
        rule("hang2", "[二三四五六七八九十百千两几数每各哪]", "$|[的诗字里中是有写小大泪文代]"),
        rule("hang2", "[这那]", "$|[的里业]"),
    ],
    "长": [
        rule("chang2", "又", "又"),
        rule("chang2", "[太很更最]|非常|十分|特别"),
        rule("chang2", "", "着呢"),
        rule("chang2", "还", "$"),
        rule("zhang3", "", "[草牙肉虫芽痘得满出大高胖成着了]|起来|个[子头儿]"),
        rule("chang2", "较|多|好|不|够|越|有点|极|真|挺|约|全|总|身|体|又|稍|略|且"),
        rule("chang2", rf"{_NUMBER}(?:公?里|[厘毫千分]?米|英[尺寸里]|[尺寸丈码]|分钟|小时|个月)"),
        rule("chang2", "比.{1,6}", "$|[了一得多]"),
        rule("chang2", "", rf"约|[达为]?{_NUMBER}|[短轴途裙袖腿河尾条篇线枪矛达]|时间|方形"),
    ],
    "数": [
        rule("shu4", "(?:互为|取|求|其|的)倒", "$|[是的为等之和与]"),
        rule("shu3", "倒", "第|着|" + _NUMBER),
        rule("shu3", "", "星星|羊|不[清完尽过]|一数|一下|一遍|了[一数又]|着|得[上着清过]|数看?|钱|自己"),
        rule("shu3", f"从{_NUMBER}+|往[前后下]|倒着?", f"到|{_NUMBER}|$"),
        rule("shu3", "^|[一-鿿]", f"{_PERSON}.{{0,3}}最"),
    ],
    "还": [
        rule("hai2", "", "给.{1,3}[打写发买做讲说唱送]"),
        rule("huan2", "[把将].{1,6}", "$|[给回我你您他她它]|清(?![楚晰醒])|了(?!解)|上$|吧"),
        rule(
            "huan2",
            "",
            "本[国金]|给(?:.{1,3}$|了|.{1,2}[了的吧])|清(?![楚晰醒])|[款钱债贷账书车完回]|了(?!解)|[我你您他她](?:们|的)?[的]?[钱书债东人一]",
        ),
        rule("huan2", "[一-鿿]", "(?:[我你您他她]们?)?$"),
        rule("huan2", "[来去]", "的|东西"),
    ],
    "都": [
        rule("du1", "(?<!自)古|[首故迁旧陪帝奠]|(?<![一肯必确])[定建]", "$|[的于之后前时在至到]"),
        rule("du1", "", "[城邑督尉统护铎]|市[的里区中]"),
    ],
    "了": [
        rule("liao3", "[^对]不", "$|[的这那你我他她吗吧多了]"),
        rule("liao3", "[受忍办做吃管走去来好少免忘搬拿喝用]得", "$|[的吗么吧这那你我他她]"),
    ],
    "着": [
        rule("zhao2", "[找睡摸猜见管犯用买够听吃碰挨][不得]"),
        rule("zhao2", "睡", "$|了|以后|之后"),
        rule("zhao2", "[找猜点碰]", "了"),
    ],
    "为": [
        rule("wei2", "[选称视评任命尊推拜改]"),
        rule(
            "wei2",
            "[时期]间|日期|地[点址]|名称|结果|对象|内容|单位|等级|编号|[号代]码|年龄|成绩|比例",
            "(?![您你我他她它大了何客顾]|人所)[一-鿿]",
        ),
        rule(
            "wei4",
            "",
            f"{_PERSON}|孩子|人民|病人|学生|[顾旅乘]客|客户|[此何]|.{{1,6}}(?:服务|提供|准备|着想|[高而做]|骄傲|带来|担心)",
        ),
        rule(
            "wei2",
            "[选称视述身评列变改译尊奉封定任命升化分转设立拜贬沦誉推聘作成名号原召均皆极最更尤甚颇较仅即则]",
        ),
        rule("wei2", f"以(?![便后前及来至]).{{1,8}}|[称选推举任拜尊]{_PERSON}们?"),
        rule("wei2", "[点度积口数率长宽高重价总约距额径量级值差和]", "[^了]"),
        rule("wei2", "", rf"{_NUMBER}|主[席角要]|首都?|其[中一]|世界|中国"),
    ],
    "觉": [
        rule("jiao4", "睡.{0,4}|午|懒|[一好个大]", "$|[了的睡起到再才就吧也]"),
    ],
    "地": [
        rule("di4", "[块片亩处寸场]|^", ""),
        rule("di4", "", "$|[上下里面中处带区位和与是有被由的方点]"),
        rule("de5", r"(?P<one>[一-鿿])(?P=one)|[一-鿿]{2}"),
    ],
    "倒": [
        rule("dao3", "[摔推击打卧绊吹病晕昏跌扳压撞醉拉刮滑]"),
        rule("dao3", "", "[塌闭台霉戈班]|在地"),
    ],
    "只": [
        rule("zhi3", "[这那]", "[是能有会好要剩限不]"),
        rule("zhi1", f"{_NUMBER}|[这那哪每]"),
    ],
    "教": [
        rule(
            "jiao1",
            "^|[^宗佛道督主回景孔文助执任新旧该异邪国]",
            rf"{_PERSON}|学生|孩子|小[学孩]|数学|英[语文]|[语中]文|过|得|[唱画]",
        ),
    ],
    "背": [
        rule("bei1", "", "在[背肩身]|着|起(?!来)|不动|得动"),
    ],
    "干": [
        rule(
            "gan1",
            "",
            "辣椒|香菇|木耳|贝|货(?!运)|粉|净|燥|红葡|白葡|果|冰|洗|湿|枯|涸|旱|咳|脆|瘪|鞭|粮|酵母|柴|草|海带|虾|豆|性皮|皮|噪|裂|涩"
            "|眼症",
        ),
        rule("gan1", "[晒晾烘吹擦喝烤榨抽流弄变太很风]"),
        rule("gan1", "(?:衣服|衣裳|头发|毛巾|地面|嘴唇|油漆|眼泪|河水?|汗水?).{0,3}", "$|了$|透|得"),
    ],
    "切": [rule("qie1", "^|[^一密急迫殷恳确亲贴关热悲凄真]", "(?![勿莫忌记实身齿])")],
    "调": [
        rule("tiao2", "[上下微回]"),
        rule("tiao2", "来", "$|[的味汁]"),
        rule("tiao2", "", "[成至为高低大小好匀味汁稀温色节制频速档休价配和酒饮息控试理准慢快亮暗]"),
        rule("tiao2", "", f"到(?:最|中|静|[低高]|小|大|{_NUMBER}|合适|适)"),
    ],
    "盛": [rule("cheng2", "", "[出入盘满起饭汤]|一?[碗勺]|[在到]|好")],
    "系": [rule("ji4", "", "[好紧着牢]|上(?!课)|安全带|[鞋围领腰]|扣|蝴蝶结|红?[丝绳带]")],
    "转": [
        rule("zhuan4", "", f"了?{_NUMBER}+圈|[悠磨]|个不停"),
        rule("zhuan4", _NUMBER, "$|每|左右|以[上下]"),
    ],
    "差": [rule("cha1", "[温时逆顺价利级落色公偏]", "$|[一-鿿]")],
    "量": [rule("liang2", "", "血压|体温|取|身高|腰围|尺寸|一[下量]|[杯筒勺具]")],
    "卷": [rule("juan4", f"[第全共]{_NUMBER}+|[甲乙丙丁]|全国")],
    "铺": [rule("pu1", "^|[^商店旺当药饭床上下卧中金杂肉]", "[好上满在开平就着垫]|[地瓷木]|设")],
    "脏": [rule("zang1", "^|[^心内五肾肝脾肺腑]", "$|[了的水衣话东乱兮手]")],
    "炸": [
        rule("zha2", "", "至|[好熟鸡鱼虾肉丸酱酥薯串排春糕货香黄透制]|到[金微焦两表]|[两三五]分钟"),
        rule("zha2", "[油复锅酥]"),
    ],
    "载": [
        rule("zai3", "^|[^装搭满乘负承运下]", "于"),
        rule("zai3", "^|[^装搭满乘负承运下车机船]", "明|入(?:史|吉|《)|内容|事项|之"),
        rule("zai3", "所", "$|[的之内事信数]"),
    ],
    "发": [rule("fa4", "", "[质际]|[量色](?!出)|型师?")],
    "大": [rule("dai4", "^|[^士卿御]", "夫(?!人)")],
    "朝": [
        rule("chao2", "北京市?|辽宁省?|长春市?", "阳"),
        rule(
            "chao2",
            "",
            "阳(?:区|[东西南北中]?[路街里]|公园|门|医院|群众|大[街妈道悦]|[市站县]|分局|法院|检察|体育|剧场|合生)",
        ),
    ],
    "处": [
        rule(
            "chu3",
            "^|[并应可]",
            rf"{_NUMBER}+年|[以]|应缴|暂扣|吊销|没收|罚|有期|拘役|无期|死刑|警告|行政|管制|{_NUMBER}+[万千百]?元|{_NUMBER}+倍",
        )
    ],
    "撒": [rule("sa3", "", "[上入些点在盐糖葱芝粉满匀胡孜白]|少许|适量")],
    "中": [
        rule("zhong4", f"投{_NUMBER}+"),
        rule("zhong4", _NUMBER, f"{_NUMBER}(?!全会)"),
        rule("zhong4", "[抽选猜买]", "[了到奖的]|$"),
    ],
    "弄": [
        rule("long4", f"[路街道]{_NUMBER}{{1,8}}"),
        rule("long4", f"{_NUMBER}{{2}}", f"{_NUMBER}{{1,5}}号"),
    ],
}
"""Rules by character. The first one that applies to a place gives the reading, as pypinyin's TONE3 writes it."""

_RULES = RULES | SURNAMES | {"為": [*RULES["为"], rule("wei2", "[碼號稱視譽評選數積]")]}

UNDECIDED = {
    "一行",
    "三行",
    "得到",
    "夺得",
    "所得",
    "还给",
    "还款",
    "温差",
    "上调",
    "大夫",
    "朝阳",
    "应付",
    "倒数",
    "弹奏",
    "接种",
}
"""Words for which pypinyin knows one of two readings: the rules apply to them too."""


def readings(words: Sequence[str], text: str) -> Iterator[tuple[int, int, str]]:
    """The readings that differ from pypinyin's, as the number of a word, the place in it, and the pinyin.

    words: the words of `text`, in order and without gaps
    """
    start = 0
    for number, word in enumerate(words):
        for place, reading in _of_word(word, text, start):
            yield number, place, reading
        start += len(word)


def _of_word(word: str, text: str, start: int) -> Iterator[tuple[int, str]]:
    if _RULES.keys().isdisjoint(word) or (word in PHRASES_DICT and word not in UNDECIDED):
        return
    if name := of_name(word, text[max(0, start - 3) : start]):
        yield 0, name
        return
    place = 0
    if _is_place(word):
        word = word[:-1]
    for part in seg.cut(word):
        if len(part) == 1 or part in UNDECIDED:
            for i, character in enumerate(part, place):
                rules = _RULES.get(character, ())
                if reading := chosen(rules, text, start + i, start + i + 1):
                    yield i, reading
        place += len(part)


def _is_place(word: str) -> bool:
    """Whether 地 at its end means a place ("露营地"). The particle stands alone or after a doubled syllable."""
    return len(word) > 1 and word[-1] == "地" and word[-3:-2] != word[-2:-1]
