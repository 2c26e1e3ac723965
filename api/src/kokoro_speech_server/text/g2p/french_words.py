"""French words and names that espeak-ng takes for English ones, or says by rules that do not hold for them."""

import re
from collections.abc import Callable

from kokoro_speech_server.text.g2p.french_names import NAMES


def _table(written: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in written.split())


def _ending_in_y(written: str) -> dict[str, str]:
    return {name: f"{name[:-1]}i" for name in written.split()}


_WORDS_APART = _table(
    """annecy:anessi brent:brènte kering:kéringh levesque:levèque lévesque:lévèque schrems:schrèmce
    vingegaard:vinnguégor wimereux:vimereux waterloo:vaterlo goethe:gueute beethoven:bétovène sachs:saxe
    piketty:pikéti schaerbeek:scarbéc maths:mate math:mate pully:puli etterbeek:éterbéc maïzena:maïzéna
    élisabeth:élisabette
    elisabeth:élisabette roue:rou roues:rou barthélemy:bartélémi
    thoiry:toiri papaye:papaille papayes:papaille cobaye:cobaille cobayes:cobaille mayonnaise:maïonnaise
    mayonnaises:maïonnaise bayou:baïou lichen:likène lichens:likène bacille:bacile bacilles:bacile
    dos:dô lipide:lippide lipides:lippides
    amer:amère amers:amère déficit:déficite déficits:déficite atlas:atlasse cosmos:cosmosse tétanos:tétanosse
    gratis:gratisse quartz:couartse hamster:amstère hamsters:amstère geyser:gézère geysers:gézère succinct:suxin
    succincts:suxin succincte:suxinte prompt:pron prompte:pronte promptement:prontement oued:ouède raz:ra chut:chute
    pizza:pidza pizzas:pidza mozzarella:modzarella luth:lute thalys:talisse suppr:suprime nvme:énvé-émeu"""
)
_IN_Y = _ending_in_y(
    """bercy cergy chantilly choisy cluny drancy fleury gentilly henry marly montmorency nancy neuilly noisy orly
    romilly torcy vitry juvisy quincy bussy soisy boissy sucy clamecy"""
)
_WORDS = NAMES | _WORDS_APART | _IN_Y


def _hard(match: re.Match[str]) -> str:
    return re.sub("th$", "te", match[0]).replace("th", "t")


_SPELLINGS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    # The voice of English takes words with "th" unless they are known to be French, such as all those with accents.
    (re.compile(r"^(?=.{0,24}[à-ÿ]).{0,24}th.{0,24}$"), _hard),
    (
        re.compile(
            "authenti(?!cat(?:e|ion|or))|rythm|rithm(?=e|i)|therm|opathes?$|anthrop|apothi|^(?:b|m|s)arthe$|^berthe$"
            "|^mathilde$|^(?:jud|ed)ith$|^martha$|^luther$|^carthage$|^nazareth$|^barthez$|^ruth$"
            "|ethni|^mythe|^mytho(?!s$)|^mythi"
        ),
        _hard,
    ),
    (re.compile("huitième"), "huittième"),
    (re.compile("(?<=ou)ent$"), ""),
    (re.compile("(?<=ou)er(?=[ao]|i[eo])"), "r"),
    (re.compile("(?<=ard)y$|(?<=é[clmrt])y$"), "i"),
    (re.compile("esnes?$"), "ène"),
    (re.compile("(?<!l)guen$"), "guène"),
    (re.compile("(?<=c)oing$"), "ouin"),
    (re.compile("beek$"), "béc"),
    (re.compile("^wallon"), "oualon"),
    (re.compile("(?<=i)nh(?=[ao]s?$)"), "gn"),
    (re.compile("[čć]"), "tch"),
    (re.compile("š"), "ch"),
    (re.compile("ž"), "j"),
)


def written_in_french(word: str) -> str:
    """The word as espeak-ng says it rightly, or "" if it does so anyway."""
    lower = word.lower()
    if lower in _WORDS:
        return _WORDS[lower]
    written = lower
    for pattern, replacement in _SPELLINGS:
        written = pattern.sub(replacement, written)
    return written if written != lower else ""
