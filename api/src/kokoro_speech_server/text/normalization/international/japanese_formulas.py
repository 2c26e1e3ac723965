"""Formulas in Japanese."""

from functools import cache

from kokoro_speech_server.text.languages import Language
from kokoro_speech_server.text.normalization.formula_words import FormulaWords
from kokoro_speech_server.text.normalization.international import formula_tables, japanese


@cache
def formula_words(_: Language) -> FormulaWords:
    return formula_tables.formula_words(
        japanese.LOCALE,
        spaced=False,
        own_letters={
            "A": "エー", "B": "ビー", "C": "シー", "D": "ディー", "E": "イー", "F": "エフ", "G": "ジー", "H": "エイチ",
            "I": "アイ", "J": "ジェー", "K": "ケー", "L": "エル", "M": "エム", "N": "エヌ", "O": "オー", "P": "ピー",
            "Q": "キュー", "R": "アール", "S": "エス", "T": "ティー", "U": "ユー", "V": "ブイ", "W": "ダブリュー",
            "X": "エックス", "Y": "ワイ", "Z": "ゼット",
        },
        greek="アルファ ベータ ガンマ デルタ イプシロン ゼータ イータ シータ イオタ カッパ ラムダ ミュー ニュー クサイ"
        " オミクロン パイ ロー シグマ タウ ウプシロン ファイ カイ プサイ オメガ",
        names={
            "hbar hslash": "エイチバー", "infty": "無限大", "ell": "エル", "partial": "ラウンド",
            "emptyset varnothing": "空集合", "aleph": "アレフ", "Re": "実部", "Im": "虚部",
            "ldots cdots dots vdots ddots": "てんてんてん",
            "angle": "角", "triangle": "三角形", "prime": "ダッシュ", "bullet": "ドット", "top": "転置",
            "bot": "偽", "neg lnot": "ノット", "therefore": "ゆえに", "because": "なぜなら", "%": "パーセント",
            "$": "ドル", "&": "アンド", "#": "ナンバー", "degree": "度", "S": "節", "dagger": "ダガー",
            "star ast": "スター", "forall": "すべての", "exists": "存在する", "nexists": "存在しない",
            "lfloor": "切り捨て", "lceil": "切り上げ", "_": "アンダーバー",
        },
        operators={
            "+": "プラス", "-": "マイナス", "*": "かける", "/": "割る", "pm": "プラスマイナス",
            "mp": "マイナスプラス", "div": "割る", "cup": "カップ", "cap": "キャップ", "oplus": "直和",
            "otimes": "テンソル", "and": "かつ", "or": "または", "mod": "モッド", "circ": "マル",
        },
        relations={
            "= doteq": "イコール", "< lt": "ショウナリ", "> gt": "ダイナリ", "le leq leqslant ≤": "ショウナリイコール",
            "ge geq geqslant ≥": "ダイナリイコール", "ne neq ≠": "ノットイコール",
            "approx simeq ≈": "ニアリーイコール", "cong": "合同", "equiv": "合同", "sim": "相似", "propto": "比例",
            "in ∈": "属する", "notin": "属さない", "ni supset": "含む", "subset": "含まれる",
            "subseteq": "含まれるか等しい", "supseteq": "含むか等しい", "parallel": "平行", "perp": "垂直",
            "ll": "非常にショウナリ", "gg": "非常にダイナリ", "to rightarrow longrightarrow →": "から",
            "mapsto": "うつす", "leftarrow": "左向き矢印", "Rightarrow implies Longrightarrow": "ならば",
            "Leftrightarrow iff": "同値", "leftrightarrow": "同値", "mid": "条件", "vdash": "証明する",
            "models": "満たす", "coloneqq triangleq": "定義", "uparrow": "上向き", "downarrow": "下向き",
            "nmid": "割り切らない", "prec": "先行", "succ": "後続",
        },
        functions={
            "sin": "サイン", "cos": "コサイン", "tan": "タンジェント", "cot": "コタンジェント", "sec": "セカント",
            "csc": "コセカント", "arcsin": "アークサイン", "arccos": "アークコサイン", "arctan": "アークタンジェント",
            "sinh": "ハイパボリックサイン", "cosh": "ハイパボリックコサイン", "tanh": "ハイパボリックタンジェント",
            "log lg": "ログ", "ln": "自然対数", "exp": "エクスポネンシャル", "det": "行列式", "dim": "次元",
            "ker": "カーネル", "deg": "次数", "arg": "偏角", "gcd": "最大公約数", "lcm": "最小公倍数", "Pr": "確率",
            "hom": "ホム", "tr": "トレース",
        },
        large={
            "sum": "シグマ", "prod": "総乗", "int": "インテグラル", "iint": "二重積分", "iiint": "三重積分",
            "oint": "周回積分", "bigcup": "和集合", "bigcap": "共通部分", "bigoplus": "直和", "coprod": "余積",
        },
        limits={
            "lim": "リミット", "max": "マックス", "min": "ミニマム", "sup": "上限", "inf": "下限", "limsup": "上極限",
            "liminf": "下極限", "argmax": "アーグマックス",
        },
        accents={
            "hat": "ハット", "widehat": "ハット", "bar": "バー", "overline": "バー", "tilde": "チルダ",
            "widetilde": "チルダ", "dot": "ドット", "ddot": "ツードット", "underline": "アンダーライン",
        },
        around={"vec": ("ベクトル", ""), "overrightarrow": ("ベクトル", ""), "pmod": ("モッド", "")},
        sets={"R": "実数", "N": "自然数", "Z": "整数", "Q": "有理数", "C": "複素数", "P": "素数"},
        marks={
            "(": "括弧", ")": "括弧閉じ,", "[": "大括弧", "]": "大括弧閉じ,", "!": "の階乗", "%": "パーセント",
            "°": "度", "∞": "無限大", "' ’": "ダッシュ", "{": "中括弧", "}": "中括弧閉じ,", "…": "てんてんてん",
            "langle": "山括弧", "rangle": "山括弧閉じ,",
        },
        raised={
            "circ": "度", "top": "転置", "T": "転置", "*": "スター", "ast": "スター", "star": "スター",
            "dagger": "ダガー", "+": "プラス", "-": "マイナス", "perp": "直交補空間", "c": "補集合", "times": "かける",
        },
        half="二分の一",
        cube_root="三乗根{}",
        any_root="{}乗根{}",
        of="",
        times="かける",
        by="かける",
        negative="マイナス",
        dot="内積",
        maps_from="は",
        below="{}",
        primes=("ダッシュ", "ツーダッシュ", "スリーダッシュ"),
        squared="の二乗",
        cubed="の三乗",
        power="の{}乗",
        square_root="ルート{}",
        over="{1}分の{0}",
        derivative="{0}、{1}",
        long_fraction="分数, 分母が{1}, 分子が{0},",
        choose="{0}個から{1}個選ぶ組み合わせ",
        bounds="{}から{}まで,",
        range="{}で",
        approaches="{}が{}に近づくとき,",
        inverse="逆{}",
        base="テイ{1}の{0}",
        negated="ノット{}".format,
        absolute="{}の絶対値",
        norm="{}のノルム",
        given="条件",
        brackets="括弧{}括弧閉じ,",
        set="集合{}",
        set_such_that="{1}を満たす{0}の集合",
        member=("属する", "属する"),
        interval="{}から{}の区間",
        matrix="{}行{}列の行列, {},",
        determinant="{}行{}列の行列式, {},",
        row="{}行目: {}",
    )  # fmt: skip
