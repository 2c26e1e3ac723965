"""Formulas in Mandarin."""

from functools import cache

from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.normalization.formula_words import FormulaWords
from kokoro_speech_server.text.normalization.international import formula_tables, mandarin


@cache
def formula_words(_: Language) -> FormulaWords:
    return formula_tables.formula_words(
        mandarin.LOCALE,
        spaced=False,
        capital_letters=True,
        own_letters={"A": "诶"},  # otherwise the English article
        greek="阿尔法 贝塔 伽马 德尔塔 艾普西龙 泽塔 伊塔 西塔 约塔 卡帕 兰姆达 缪 纽 克西 奥密克戎 派 柔 西格玛"
        " 陶 宇普西龙 斐 希 普西 欧米伽",
        names={
            "hbar hslash": "H拔", "infty": "无穷大", "partial": "偏", "emptyset varnothing": "空集", "aleph": "阿列夫",
            "Re": "实部", "Im": "虚部", "ldots cdots dots vdots ddots": "点点点", "angle": "角", "triangle": "三角形",
            "prime": "撇", "bullet": "点", "top": "转置", "bot": "假", "neg lnot": "非", "therefore": "所以",
            "because": "因为", "%": "百分之", "$": "美元", "&": "和", "#": "号", "degree": "度", "S": "节",
            "dagger": "剑号", "star ast": "星", "forall": "对任意", "exists": "存在", "nexists": "不存在",
            "lfloor": "下取整", "lceil": "上取整", "_": "下划线",
        },
        operators={
            "+": "加", "-": "减", "*": "乘以", "/": "除以", "pm": "正负", "mp": "负正", "div": "除以", "cup": "并",
            "cap": "交", "oplus": "直和", "otimes": "张量积", "and": "且", "or": "或", "mod": "模", "circ": "复合",
        },
        relations={
            "= doteq": "等于", "< lt": "小于", "> gt": "大于", "le leq leqslant ≤": "小于等于",
            "ge geq geqslant ≥": "大于等于", "ne neq ≠": "不等于", "approx simeq ≈": "约等于", "cong": "全等于",
            "equiv": "恒等于", "sim": "相似于", "propto": "正比于", "in ∈": "属于", "notin": "不属于",
            "ni supset supseteq": "包含", "subset": "真包含于", "subseteq": "包含于", "parallel": "平行于",
            "perp": "垂直于", "ll": "远小于", "gg": "远大于", "to rightarrow longrightarrow →": "到",
            "mapsto": "映射到", "leftarrow": "来自", "Rightarrow implies Longrightarrow": "推出",
            "Leftrightarrow iff": "当且仅当", "leftrightarrow": "等价于", "mid": "给定", "vdash": "证明",
            "models": "满足", "coloneqq triangleq": "定义为", "uparrow": "向上", "downarrow": "向下",
            "nmid": "不整除", "prec": "先于", "succ": "后于",
        },
        functions={
            "sin": "正弦", "cos": "余弦", "tan tg": "正切", "cot": "余切", "sec": "正割", "csc": "余割",
            "arcsin": "反正弦", "arccos": "反余弦", "arctan": "反正切", "sinh": "双曲正弦", "cosh": "双曲余弦",
            "tanh": "双曲正切", "log": "对数", "lg": "常用对数", "ln": "自然对数", "exp": "指数函数", "det": "行列式",
            "dim": "维数", "ker": "核", "deg": "次数", "arg": "辐角", "gcd": "最大公约数", "lcm": "最小公倍数",
            "Pr": "概率", "hom": "同态", "tr": "迹",
        },
        large={
            "sum": "求和", "prod": "求积", "int": "积分", "iint": "二重积分", "iiint": "三重积分", "oint": "环路积分",
            "bigcup": "并集", "bigcap": "交集", "bigoplus": "直和", "coprod": "余积",
        },
        limits={
            "lim": "极限", "max": "最大值", "min": "最小值", "sup": "上确界", "inf": "下确界", "limsup": "上极限",
            "liminf": "下极限", "argmax": "最大值点",
        },
        accents={
            "hat": "帽", "widehat": "帽", "bar": "拔", "overline": "拔", "tilde": "波浪", "widetilde": "波浪",
            "dot": "点", "ddot": "两点", "underline": "下划线",
        },
        around={"vec": ("向量", ""), "overrightarrow": ("向量", ""), "pmod": ("模", "")},
        sets={"R": "实数集", "N": "自然数集", "Z": "整数集", "Q": "有理数集", "C": "复数集", "P": "素数集"},
        marks={
            "(": "左括号", ")": "右括号,", "[": "左方括号", "]": "右方括号,", "!": "的阶乘", "%": "百分之",
            "°": "度", "∞": "无穷大", "' ’": "撇", "{": "左花括号", "}": "右花括号,", "…": "点点点",
            "langle": "左尖括号", "rangle": "右尖括号,",
        },
        raised={
            "circ": "度", "top": "转置", "T": "转置", "*": "星", "ast": "星", "star": "星", "dagger": "剑号",
            "+": "正", "-": "负", "perp": "正交补", "c": "补集", "times": "乘",
        },
        half="二分之一",
        cube_root="三次根号{}",
        any_root="{}次根号{}",
        of="",
        times="乘",
        by="乘",
        negative="负",
        dot="点乘",
        maps_from="从",
        below="下标{}",
        primes=("撇", "两撇", "三撇"),
        squared="的平方",
        cubed="的立方",
        power="的{}次方",
        square_root="根号{}",
        over="{1}分之{0}",
        derivative="{0}比{1}",
        long_fraction="分式, 分母为{1}, 分子为{0},",
        choose="从{}个中选{}个的组合数",
        bounds="从{}到{},",
        range="在{}上",
        approaches="当{}趋向于{}时,",
        inverse="反{}",
        base="以{1}为底的{0}",
        negated="不{}".format,
        absolute="{}的绝对值",
        norm="{}的范数",
        given="给定",
        brackets="左括号{}右括号,",
        set="集合{}",
        set_such_that="满足{1}的{0}的集合",
        member=("属于", "属于"),
        interval="从{}到{}的区间",
        matrix="{}行{}列的矩阵, {},",
        determinant="{}行{}列的行列式, {},",
        row="第{}行: {}",
    )  # fmt: skip
