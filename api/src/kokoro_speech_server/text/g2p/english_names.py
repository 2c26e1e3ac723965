"""People, places, makers, food and wine that English speakers say in a way of their own."""

import re

from kokoro_speech_server.text.g2p import english_sounds

NAMES = {
    # People.
    "Acosta": ("əkˈOstə", "əkˈɒstə"), "Aguilar": ("ˌæɡɪlˈɑɹ", "ˌaɡɪlˈɑː"), "Azarenka": ("ˌæzəɹˈɛŋkə", "ˌazəɹˈɛŋkə"),
    "Bolsonaro": ("bˌOlsənˈɑɹO", "bˌɒlsənˈɑːɹQ"), "Boric": ("bˈɔɹɪʧ", "bˈɒɹɪʧ"),
    "Buttigieg": ("bˈuTəʤˌɛʤ", "bˈuːtɪʤˌɛʤ"), "Cárdenas": ("kˈɑɹdənəs", "kˈɑːdənəs"),
    "Castañeda": ("kˌæstənjˈAdə", "kˌastanjˈAdə"), "Chávez": ("ʃˈɑvɛz", "ʃˈavɛz"), "Diaz": ("dˈiɑz", "dˈiːaz"),
    "Díaz": ("dˈiɑz", "dˈiːaz"), "García": ("ɡɑɹsˈiə", "ɡɑːsˈiːə"), "Garcia": ("ɡɑɹsˈiə", "ɡɑːsˈiːə"),
    "Guardiola": ("ɡwˌɑɹdiˈOlə", "ɡwˌɑːdɪˈQlə"), "Guillermo": ("ɡiˈɛɹmO", "ɡɪˈɛːmQ"), "Hochul": ("hˈOkəl", "hˈQkəl"),
    "Hurkacz": ("hˈʊɹkɑʧ", "hˈʊəkaʧ"), "Ibarra": ("ibˈɑɹə", "ɪbˈaɹə"), "Iniesta": ("ˌɪniˈɛstə", "ɪnjˈɛstə"),
    "Jabeur": ("ʒæbˈɜɹ", "ʒabˈɜː"), "Jaishankar": ("ʤˈIʃˌʌŋkəɹ", "ʤˈIʃʌŋkə"), "Javier": ("hˌɑviˈɛɹ", "hˌavɪˈɛː"),
    "Joaquin": ("wɑkˈin", "wakˈiːn"), "Joaquín": ("wɑkˈin", "wakˈiːn"), "Kagan": ("kˈAɡən", "kˈAɡən"),
    "Kishida": ("kɪʃˈidə", "kɪʃˈiːdə"), "Krejcikova": ("kɹˈAʧikˌOvə", "kɹˈAʧɪkˌQvə"),
    "Kvitova": ("kvˈɪTOvˌɑ", "kvˈɪtQvɑː"), "López": ("lˈOpɛz", "lˈQpɛz"), "Maduro": ("mədˈʊɹO", "mədˈʊəɹQ"),
    "Martínez": ("mɑɹtˈinɛz", "mɑːtˈiːnɛz"), "Medvedev": ("mɛdvˈɛdɛf", "mɛdvˈɛdɛf"), "Merz": ("mˈɛɹts", "mˈɛːts"),
    "Munoz": ("munjˈOz", "muːnjˈɒz"), "Muñoz": ("munjˈOz", "muːnjˈɒz"), "Musetti": ("musˈɛTi", "muːsˈɛti"),
    "Ng": ("ˈɪŋ", "ˈɪŋ"), "Newsom": ("nˈusəm", "njˈuːsəm"), "Nunez": ("nˈunjɛz", "nˈuːnjɛz"),
    "Nuñez": ("nˈunjɛz", "nˈuːnjɛz"),
    "Núñez": ("nˈunjɛz", "nˈuːnjɛz"), "Ocasio": ("OkˈɑsiO", "QkˈasɪQ"), "Pegula": ("pəɡˈulə", "pəɡˈuːlə"),
    "Peña": ("pˈAnjə", "pˈɛnjə"), "Pujols": ("puhˈOlz", "puːhˈQlz"), "Ramaphosa": ("ɹˌɑməpˈOsə", "ɹˌaməpˈQsə"),
    "Ramaswamy": ("ɹˌɑməswˈɑmi", "ɹˌaməswˈɑːmi"), "Ramirez": ("ɹəmˈɪɹɛz", "ɹəmˈɪəɹɛz"), "Raúl": ("ɹɑˈul", "ɹaˈuːl"),
    "Rublev": ("ɹublˈɔf", "ɹuːblˈɒf"), "Sabalenka": ("sˌæbəlˈɛŋkə", "sˌabəlˈɛŋkə"), "Sánchez": ("sˈænʧɛz", "sˈanʧɛz"),
    "Sinead": ("ʃɪnˈAd", "ʃɪnˈAd"), "Sinéad": ("ʃɪnˈAd", "ʃɪnˈAd"), "Siobhan": ("ʃɪvˈɔn", "ʃɪvˈɔːn"),
    "Saoirse": ("sˈɜɹʃə", "sˈɜːʃə"), "Sotomayor": ("sˌOTOmIjˈɔɹ", "sˌQtQmIˈɔː"), "Suárez": ("swˈɑɹɛz", "swˈɑːɹɛz"),
    "Sunak": ("sˈunæk", "sˈuːnak"), "Tatis": ("tɑtˈis", "tatˈiːs"), "Tinubu": ("tɪnˈubu", "tɪnˈuːbuː"),
    "Tlaib": ("təlˈib", "təlˈiːb"), "Tsitsipas": ("tsˌɪtsipˈɑs", "tsˌɪtsɪpˈas"), "Vivek": ("vɪvˈAk", "vɪvˈAk"),
    "Xavi": ("ʧˈɑvi", "ʧˈavi"), "Xochitl": ("sˈOʧit", "sˈQʧiːt"), "Zuniga": ("zˈunjɪɡə", "zˈuːnjɪɡə"),
    "Zúñiga": ("zˈunjɪɡə", "zˈuːnjɪɡə"), "Zverev": ("zvˈɛɹɛf", "zvˈɛɹɛf"),
    "Perez": ("pˈɛɹɛz", "pˈɛɹɛz"), "Dominguez": ("dəmˈɪŋɡɛz", "dəmˈɪŋɡɛz"), "Andrés": ("ɑndɹˈAs", "andɹˈAs"),
    "Cortés": ("kɔɹtˈɛz", "kɔːtˈɛz"), "Alvarez": ("ˈælvəɹɛz", "ˈalvəɹɛz"), "Álvarez": ("ˈælvəɹɛz", "ˈalvəɹɛz"),
    "Ordoñez": ("ɔɹdˈOnjɛz", "ɔːdˈQnjɛz"), "Ibañez": ("ibˈɑnjɛz", "iːbˈanjɛz"), "Moises": ("mOisˈɛs", "mQiːsˈɛs"),
    # Places.
    "Cancún": ("kænkˈun", "kankˈuːn"), "Cluj": ("klˈuʒ", "klˈuːʒ"), "Croydon": ("kɹˈYdən", "kɹˈYdən"),
    "Chisinau": ("kˌɪʃɪnˈW", "kˌɪʃɪnˈW"), "Jaén": ("hɑˈAn", "haˈAn"), "Kharkiv": ("kˈɑɹkɪv", "kˈɑːkɪv"),
    "Liège": ("liˈɛʒ", "lɪˈɛʒ"), "Lviv": ("ləvˈiv", "ləvˈiːv"), "Łodz": ("wˈuʧ", "wˈuːʧ"),
    "Málaga": ("mˈæləɡə", "mˈaləɡə"), "Marylebone": ("mˈɛɹələbən", "mˈɑːlɪbən"),
    "Mykolaiv": ("mˌɪkəlˈIiv", "mˌɪkəlˈIiːv"),
    "Nîmes": ("nˈim", "nˈiːm"), "Piata": ("pjˈɑtsə", "pjˈatsə"), "Querétaro": ("kəɹˈɛTəɹO", "kɛɹˈɛtaɹQ"),
    "Reims": ("ɹˈæns", "ɹˈiːmz"), "Scheveningen": ("sxˈAvənˌɪŋən", "sxˈAvənɪŋən"), "Southwark": ("sˈʌðəɹk", "sˈʌðək"),
    "Plzen": ("pˈɪlzən", "pˈɪlzən"), "Szeged": ("sˈɛɡɛd", "sˈɛɡɛd"), "Timisoara": ("tˌɪmɪʃwˈɑɹə", "tˌɪmɪʃwˈɑːɹə"),
    "Tulum": ("təlˈum", "tʊlˈuːm"),
    "Valparaíso": ("vˌælpəɹˈIzO", "vˌalpəɹˈIzQ"), "Wrocław": ("vɹˈɔtswɑf", "vɹˈɒtswaf"),
    "Zaporizhzhia": ("zˌæpəɹˈiʒə", "zˌapəɹˈiːʒə"), "Beaulieu": ("bjˈuli", "bjˈuːli"),
    "Poughkeepsie": ("pəkˈɪpsi", "pəkˈɪpsi"),
    "Cholmondeley": ("ʧˈʌmli", "ʧˈʌmli"), "Ushuaia": ("uswˈIə", "uːswˈIə"), "Schuylkill": ("skˈukᵊl", "skˈuːlkɪl"),
    "Bariloche": ("bˌɑɹɪlˈOʧA", "bˌaɹɪlˈɒʧA"), "Vallarta": ("vɑjˈɑɹTə", "vajˈɑːtə"),
    # Makers and banks.
    "Adidas": ("ədˈidəs", "ˈadɪdas"), "Carrefour": ("kˈæɹəfˌɔɹ", "kˈaɹəfɔː"), "Danone": ("dənˈOn", "danˈɒn"),
    "Générale": ("ʒˌɛnəɹˈɑl", "ʒˌɛnəɹˈɑːl"), "Glencore": ("ɡlˈɛnkɔɹ", "ɡlˈɛnkɔː"), "Hermès": ("ɛɹmˈɛz", "ɛːmˈɛz"),
    "Iberdrola": ("ˌibɛɹdɹˈOlə", "ˌiːbɛːdɹˈQlə"), "Novartis": ("nOvˈɑɹTɪs", "nQvˈɑːtɪs"),
    "Paribas": ("pˌæɹɪbˈɑ", "pˌaɹɪbˈɑː"), "Renault": ("ɹənˈO", "ɹˈɛnQ"), "Roche": ("ɹˈOʃ", "ɹˈɒʃ"),
    "Sanofi": ("sˈænəfi", "sˈanəfi"), "Société": ("sOsˌiətˈA", "sQsˌiːətˈA"),
    "Stellantis": ("stəlˈæntɪs", "stəlˈantɪs"),
    # Food and wine.
    "crêpe": ("kɹˈAp", "kɹˈɛp"), "crêpes": ("kɹˈAps", "kɹˈɛps"), "fraîche": ("fɹˈɛʃ", "fɹˈɛʃ"),
    "fraiche": ("fɹˈɛʃ", "fɹˈɛʃ"), "menthe": ("mˈɑnt", "mˈɒnt"), "niçoise": ("niswˈɑz", "niːswˈɑːz"),
    "Gewürztraminer": ("ɡəvˈɜɹtstɹəmˌinəɹ", "ɡəvˈɜːtstɹəmˌiːnə"),
    "Gewurztraminer": ("ɡəvˈɜɹtstɹəmˌinəɹ", "ɡəvˈɜːtstɹəmˌiːnə"),
    "Grigio": ("ɡɹˈiʤiO", "ɡɹˈiːʤɪQ"), "Sancerre": ("sɑnsˈɛɹ", "sɒnsˈɛː"), "Sémillon": ("sˌAmijˈOn", "sˈɛmɪjɒn"),
    "Txakoli": ("ʧˌɑkəlˈi", "ʧˌakəlˈiː"), "Veltliner": ("vˈɛltlˌinəɹ", "vˈɛltliːnə"),
    "Verdejo": ("vɛɹdˈAhO", "vɛːdˈAhQ"),
    "Veuve": ("vˈʌv", "vˈɜːv"), "Clicquot": ("klˈikO", "klˈiːkQ"), "Viognier": ("vˌiOnjˈA", "vˈiːQnjA"),
    "Côtes": ("kˈOt", "kˈQt"), "sriracha": ("səɹˈɑʧə", "sɪɹˈɑːʧə"), "foie": ("fwˈɑ", "fwˈɑː"),
    "cacio": ("kˈɑʧO", "kˈaʧQ"),
}  # fmt: skip
"""The American and the British phonemes."""

TOWNS = {
    name: dict.fromkeys(states.split(), english_sounds.phonemes(sounds))
    for name, sounds, states in (
        ("Berlin", "b'ɜrlən", "Connecticut Maryland Wisconsin Vermont"),
        ("Bolivar", "b'olɪvər", "Missouri Tennessee Ohio"), ("Cadiz", "k'AdIz", "Kentucky Ohio"),
        ("Cairo", "k'erO", "Illinois Georgia"), ("Calais", "k'alɪs", "Maine Vermont"),
        ("Delhi", "d'elhI", "Louisiana California"), ("Lima", "l'Imə", "Ohio"),
        ("Madrid", "m'adrɪd", "Iowa Missouri"), ("Marseilles", "mɑrs'Alz", "Illinois"),
        ("Milan", "m'Ilən", "Michigan Tennessee Ohio Illinois"), ("Nevada", "nəv'Adə", "Missouri Iowa"),
        ("Newark", "n'uɑrk", "Delaware"), ("Norwich", "n'ɔrwɪC", "Connecticut Vermont"),
        ("Palestine", "p'aləstin", "Texas"), ("Peru", "p'iru", "Indiana"), ("Russia", "r'uSi", "Ohio"),
        ("Toledo", "təl'idO", "Ohio Iowa Oregon"), ("Versailles", "vərs'Alz", "Kentucky Missouri Indiana Ohio"),
        ("Vienna", "vI'anə", "Georgia"), ("Vista", "v'ɪstə", "Colorado Virginia"),
    )
}  # fmt: skip
"""The phonemes of towns that are named for others, where one of these states follows."""

BEHIND_PREPOSITIONS = english_sounds.table("""
Nice n'is; Tours t'ʊr; Angers ɔnZ'A; Hue hw'A; Male m'älA;
""")
"""The phonemes of places that look like other words, behind "in", "to" and the like."""

WITHIN = english_sounds.table("""
Munch m'ʊNk; Pique pɪk'A; Sane z'änA; Mane män'A; Immobile im'ObilA;
""")
"""The phonemes of names that look like other words, behind a small word: "a print by Munch"."""

_HAM = re.compile(r"[A-Z][a-z]{2,12}(?<!ing)ham")
_FULL_HAM = re.compile(r"(?P<before>.{0,20}ˈ[^ˈˌ]{0,2}[ɑæaɛɪiuʊʌɔɒəɜAIOQWY].{0,12}?)h?ˌ?[æa]m")
"""Another syllable than "ham" is stressed."""

_ACCENTED = re.compile(r"(?=.{0,14}[áéíóú])[A-ZÁÉÍÓÚ][a-záéíóúüñ]{1,12}[eé][zs]")
_PLAIN_LETTERS = str.maketrans("áéíóúÁÉÍÓÚ", "aeiouAEIOU")


def with_weak_ham(word: str, phonemes: str) -> str:
    """The phonemes of a word; "ham" is weak in those of towns: "Peckham", unlike "Birmingham" in Alabama."""
    full = _FULL_HAM.fullmatch(phonemes) if _HAM.fullmatch(word) else None
    return f"{full['before']}əm" if full else phonemes


def without_accents(word: str) -> str:
    """A Spanish name without the marks of stress, as English texts have it, too: "Gutierrez" for "Gutiérrez"."""
    return word.translate(_PLAIN_LETTERS) if _ACCENTED.fullmatch(word) else word
