"""Initials in Hindi texts: Latin ones that are words (ISRO) or spelled, and letters with points (एम.जी., M.A.)."""

import re

from kokoro_speech_server.text.g2p.hindi_acronyms import LETTERS
from kokoro_speech_server.text.normalization.rules import Category, Rule, any_of

_SPELLED = frozenset(
    """UPI EMI IPL IIT ICSE UPSC IAS IPS IFS EPFO KYC IMPS IFSC MICR IST UAE WHO IMF LIC FII DII IPO LED ICU OPD
    ECG ITI NGO FIR ED NIA EV OTT OTP VIP IMEI AQI ODI ICC ICICI MSME EPF ELSS NAV ABS ESP AAP INLD IOC IOCL
    ONGC IRCTC ASI SI ACP ADM IG DIG IIP UX ISI IVF IIM NIT IISC IQ EQ IR OBC ST EWS CAA UCC UGC AICTE OMR ICJ
    ICMR INS IAF IPC UAPA EVM APMC ITR LOL PUC IPX OIS EIS ANC UHD VVPAT ADR ATS BSP BPL APL BSF CRPF CISF ITBP
    SSB SPG IB RAW CID STF SIT SOG ACB EOW CAG CEC EC ECI PIL HC CJI ATC AIR EPS ROI ROE PE ETF ESOP AUM
    NFO SWP STP IRR ELI CTC HRA LTA DA TA PF ESI UAN CSR SEZ MOU MOA EOI AGM EGM CMD MD OSD IO SHO SP SDO BDO
    CDO CMO PMO CMS ICAR IARI ICSSR ICHR AIQ OCI PIO FEMA IELTS UPSSSC RRB IBPS SSC CTET UPTET NDA CDS AFCAT
    MBA MCA BCA CA CS IAAF IOA AIFF AFC ISL EPL UEFA UCL IBA OT EEG IUI OPV BCG DPT UTI PCOD PCOS ADHD OCD TB
    MDR IUCN IPCC UNHCR IAEA ILO UPS SMPS ACL EXE IDE OOP ORM AES
    COPD CAGR ROCE NCERT SCERT NHAI CUET ICAI ICSI FSSAI AIADMK AIMIM UIDAI MSCI NSUI ABVP IIIT NICU PICU MPPSC
    OSSC NIOS HSRP SDRF NDRF GSTIN IBC EIA EOU UCO SAI""".split()
)  # fmt: skip
"""Initials in which espeak-ng would see a word."""
_WORDS = {
    "ISRO": "इसरो", "NASA": "नासा", "NISAR": "निसार", "NATO": "नाटो", "UNESCO": "यूनेस्को", "UNICEF": "यूनिसेफ़",
    "ASEAN": "आसियान", "SAARC": "सार्क", "BRICS": "ब्रिक्स", "OPEC": "ओपेक", "QUAD": "क्वाड", "FIFA": "फ़ीफ़ा",
    "AIIMS": "एम्स", "SEBI": "सेबी", "TRAI": "ट्राई", "NABARD": "नाबार्ड", "NITI": "नीति", "ASHA": "आशा",
    "MNREGA": "मनरेगा", "MGNREGA": "मनरेगा", "IGNOU": "इग्नू", "DIKSHA": "दीक्षा", "SWAYAM": "स्वयं", "BHIM": "भीम",
    "NAFED": "नेफ़ेड", "ASSOCHAM": "एसोचैम", "FICCI": "फ़िक्की", "NASSCOM": "नैसकॉम", "CIBIL": "सिबिल",
    "CRISIL": "क्रिसिल", "AADHAAR": "आधार", "NAVIC": "नाविक", "HUDCO": "हुडको", "IFFCO": "इफ़को", "MCOCA": "मकोका",
    "POCSO": "पॉक्सो", "NEET": "नीट", "GATE": "गेट", "CLAT": "क्लैट", "AIDS": "एड्स", "EBITDA": "एबिटडा",
    "RERA": "रेरा", "SARFAESI": "सरफ़ेसी", "RAM": "रैम", "ROM": "रोम", "SIM": "सिम",
    "JAXA": "जाक्सा", "JICA": "जाइका", "AMOLED": "एमोलेड", "COVID": "कोविड",
    "PIN": "पिन", "LAN": "लैन", "WAN": "वैन", "VAT": "वैट", "PAN": "पैन", "CAT": "कैट", "SAT": "सैट", "SIP": "सिप",
}  # fmt: skip
"""Initials that are said as a word, as Hindi newspapers write it."""
_MIXED = {
    "IMDb": "आई एम डी बी", "iOS": "आई ओ एस", "eKYC": "ई के वाई सी", "e-KYC": "ई के वाई सी", "VoLTE": "वोल्टी",
    "mRNA": "एम आर एन ए", "pH": "पी एच", "IIoT": "आई आई ओ टी", "DoPT": "डी ओ पी टी", "EoDB": "ई ओ डी बी",
    "MoSPI": "मॉस्पी",
    "CoWIN": "कोविन", "Co-WIN": "कोविन", "eNAM": "ई नाम", "e-NAM": "ई नाम", "MoEFCC": "एम ओ ई एफ़ सी सी",
}  # fmt: skip
_MIXED_INITIALS = re.compile(
    rf"(?<![\w.@#/-])(?:(?P<listed>{any_of(_MIXED)})|(?P<letters>(?!SoS|NoT|DoG|[YQM]o[YQM])[A-Z]o[A-Z]))(?![\w@]|[.'’]\w)"
)
"""LoC, MoU: a small letter in the middle is that of "of"."""
_MAY_BE_ENGLISH = frozenset(
    "ST SI PE AIR RAW LOL DA TA CA CS OT ED IB EC IO CMS ELI NAV".split()
) | frozenset("SAI GATE PIN CAT SAT PAN SIP RAM WAN QUAD AIDS".split())
_INITIALS = re.compile(
    r"(?<![A-Za-z\d.@#/_])(?<![a-z\d_]-)(?P<initials>[A-Z]{2,8})(?P<plural>s)?(?![A-Za-z\d@_]|[.&'’]\w)"
)
_ENGLISH_BESIDE = re.compile(r"[A-Za-z]{2}[ ,]{0,2}$")
_NAME = "ए|बी|सी|डी|ई|एफ़|एफ़|एफ|जी|एच|आई|जे|के|एल|एम|एन|ओ|पी|क्यू|आर|एस|टी|यू|वी|डब्ल्यू|डब्लू|एक्स|वाई|ज़ेड|ज़ेड|जेड"
_REST = "टेक|कॉम|एड|फिल|फ़िल|फार्मा|फ़ार्मा|फार्म|लिब|लिट|आर्क|एससी|पीएड|वोक|डेस|एचडी"
_POINTED = re.compile(
    rf"(?<![\w\u0900-\u0963.])(?:(?:{_NAME})\.){{1,7}}(?:{_NAME}|{_REST})(?![\u0900-\u0963])\.?"
    rf"|(?<![\w\u0900-\u0963.])(?:(?:{_NAME})\.){{2,7}}(?=[ ,/)।;:!?’”\"-]|$)"
    rf"|(?<![\w\u0900-\u0963.])(?!आई\. (?!(?:के|पी|एस|एम)\.))(?:(?:{_NAME})\. ){{1,4}}(?:{_NAME})\.(?= [\u0904-\u0939])"
)
"""Names of Latin letters in Devanagari, with points: ए.पी.जे., एच.आई.वी, पी. वी."""
_LATIN_POINTED = re.compile(
    r"(?<![\w.@/])(?<!\d )(?:[A-Z]\.){1,7}[A-Z](?:\.|(?=[ ,/)।;:!?’”\"-]|$))(?![A-Za-z\d])(?!\.\w)"
)
_AND = re.compile(r"(?<![\w.@])[A-Z]{1,2} ?& ?[A-Z]{1,2}(?![\w@])")
_SPECIES = re.compile(r"(?<![\w.])[A-Z]\. (?=[a-z]{4,16}(?![A-Za-z.@]))")
_POINT = re.compile(r"\.")
_LETTERS_IN_A_ROW = re.compile("[A-Z]{2}")


def letters(text: str) -> str:
    """The names of Latin letters in Devanagari."""
    return " ".join(LETTERS[letter] for letter in text.upper())


def initial_rules() -> tuple[Rule, ...]:
    """Rules for initials, unless they may be a word of an English phrase."""

    def initials(match: re.Match[str]) -> str | None:
        written = match["initials"]
        if written not in _SPELLED and written not in _WORDS:
            return None
        before, after = match.string[: match.start()], match.string[match.end() :]
        if written in _MAY_BE_ENGLISH and (
            _ENGLISH_BESIDE.search(before) or re.match(r"[ ,]{0,2}[A-Za-z]{2}", after)
        ):
            return None
        return (_WORDS.get(written) or letters(written)) + (" ज़" if match["plural"] else "")

    def mixed(match: re.Match[str]) -> str:
        return _MIXED[match["listed"]] if match["listed"] else letters(match["letters"])

    def pointed(match: re.Match[str]) -> str:
        return _ended(match, " ".join(match[0].replace(".", " ").split()))

    def joined(match: re.Match[str]) -> str:
        return " एंड ".join(letters(part.strip()) for part in match[0].split("&"))

    def latin(match: re.Match[str]) -> str:
        written = match[0].replace(".", "")
        return _ended(match, "इंडिया" if written == "INDIA" else letters(written))

    return (
        Rule(Category.ABBREVIATIONS, _POINTED, pointed, needs=_POINT),
        Rule(Category.ABBREVIATIONS, _LATIN_POINTED, latin, needs=_POINT),
        Rule(Category.ABBREVIATIONS, _AND, joined, needs=re.compile("&")),
        Rule(Category.ABBREVIATIONS, _SPECIES, lambda match: letters(match[0][0]) + " ", needs=_POINT),
        Rule(Category.ABBREVIATIONS, _MIXED_INITIALS, mixed, needs=re.compile("[A-Z]")),
        Rule(Category.ABBREVIATIONS, _INITIALS, initials, needs=_LETTERS_IN_A_ROW),
    )


def _ended(match: re.Match[str], said: str) -> str:
    """The words, with the full stop that the last point also is."""
    return said + "." if match[0].endswith(".") and match.end() == len(match.string) else said
