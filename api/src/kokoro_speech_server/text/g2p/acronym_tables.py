"""English acronyms that misaki's dictionaries lack, or take for other words, and how they are said."""

SPELLED = frozenset(
    """ADA ARB AV BIM BIS BUN CO COB COD COPD DOB DOT EFT ERA ETH FA FOB GIS IDE IST LAPD LAX LED OPS PSI RA
    ROE SAP SOP WA WHO""".split()
)
"""Said as letters, although the dictionaries have words of the same letters."""

SPELLED_MIXED = frozenset(
    """AoE BoC BoE BoJ CoE DfE DfT DnD DoD DoE DoJ DoL DoT DoS EoD FoI GmbH HoA HoD HoR IPv IoT LoI MoD MoE MoH MoJ MoM
    MoU NIHR PhD PoC PoE PoS QoE QoL QoQ QoS RoE RoI RoW SoC YoY cGMP mRNA rRNA siRNA tRNA""".split()
)
"""Said as letters, although some of them are small."""

SAID = {
    # Computers and formats.
    "ALSA": ("ˈælsə", "ˈalsə"), "AMOLED": ("ˈæmOlˌɛd", "ˈamQlɛd"), "ASUS": ("ˈAsˌus", "ˈAsuːs"),
    "CMOS": ("sˈimˌɔs", "sˈiːmɒs"), "CRON": ("kɹˈɑn", "kɹˈɒn"), "CUDA": ("kˈudə", "kˈuːdə"),
    "DOS": ("dˈɔs", "dˈɒs"), "DRAM": ("dˈiɹˌæm", "dˈiːɹam"), "EXIF": ("ˈɛksɪf", "ˈɛksɪf"),
    "FLAC": ("flˈæk", "flˈak"), "GAN": ("ɡˈæn", "ɡˈan"), "GLONASS": ("ɡlˈOnˌæs", "ɡlˈQnas"),
    "GFLOPs": ("ɡˈɪɡəflˌɑps", "ɡˈɪɡəflɒps"), "GFLOPS": ("ɡˈɪɡəflˌɑps", "ɡˈɪɡəflɒps"),
    "IANA": ("Iˈænə", "Iˈanə"), "ICANN": ("ˈIkˌæn", "ˈIkan"), "IaaS": ("ˈIˌæs", "ˈIas"),
    "JEDEC": ("ʤˈɛdɛk", "ʤˈɛdɛk"), "JSON": ("ʤˈAsᵊn", "ʤˈAsᵊn"), "LDAP": ("ˈɛldˌæp", "ˈɛldap"),
    "LLaMA": ("lˈɑmə", "lˈɑːmə"), "LiDAR": ("lˈIdˌɑɹ", "lˈIdɑː"), "LoRA": ("lˈɔɹə", "lˈɔːɹə"),
    "MFLOPS": ("mˈɛɡəflˌɑps", "mˈɛɡəflɒps"), "NAS": ("nˈæs", "nˈas"), "NVIDIA": ("ɛnvˈɪdiə", "ɛnvˈɪdɪə"),
    "NumPy": ("nˈʌmpˌI", "nˈʌmpˌI"), "numpy": ("nˈʌmpˌI", "nˈʌmpˌI"), "SciPy": ("sˈIpˌI", "sˈIpˌI"),
    "scipy": ("sˈIpˌI", "sˈIpˌI"), "NaN": ("nˈæn", "nˈan"), "OLAP": ("ˈOlˌæp", "ˈQlap"), "OLED": ("ˈOlˌɛd", "ˈQlɛd"),
    "PFLOPs": ("pˈɛTəflˌɑps", "pˈɛtəflɒps"), "PFLOPS": ("pˈɛTəflˌɑps", "pˈɛtəflɒps"),
    "PaaS": ("pˈæs", "pˈas"), "PostgreSQL": ("pˈOstɡɹɛs kjˌuˈɛl", "pˈQstɡɹɛs kjˌuːˈɛl"),
    "PyPI": ("pˌIpˌiˈI", "pˌIpˌiːˈI"), "QLED": ("kjˈulˌɛd", "kjˈuːlɛd"), "RoHS": ("ɹˈOz", "ɹˈQz"),
    "SAAS": ("sˈæs", "sˈas"), "SAML": ("sˈæmᵊl", "sˈamᵊl"), "SATA": ("sˈATə", "sˈAtə"),
    "SCADA": ("skˈAdə", "skˈAdə"), "SIEM": ("sˈɪm", "sˈɪm"), "SIGGRAPH": ("sˈɪɡɹˌæf", "sˈɪɡɹaf"),
    "SOC": ("sˈɑk", "sˈɒk"), "SaaS": ("sˈæs", "sˈas"), "TFLOPs": ("tˈɛɹəflˌɑps", "tˈɛɹəflɒps"),
    "TFLOPS": ("tˈɛɹəflˌɑps", "tˈɛɹəflɒps"), "TOML": ("tˈɑmᵊl", "tˈɒmᵊl"), "VESA": ("vˈisə", "vˈiːsə"),
    "VLAN": ("vˈilˌæn", "vˈiːlan"), "VOIP": ("vˈYp", "vˈYp"), "WLAN": ("dˈʌbᵊljuˌlæn", "dˈʌbᵊljuːlan"),
    "WiMAX": ("wˈImˌæks", "wˈImaks"), "YAML": ("jˈæmᵊl", "jˈamᵊl"),
    # Business and law.
    "BACS": ("bˈæks", "bˈaks"), "CHAPS": ("ʧˈæps", "ʧˈaps"), "ULEZ": ("jˈulɛz", "jˈuːlɛz"),
    "CREST": ("kɹˈɛst", "kɹˈɛst"), "SIPP": ("sˈɪp", "sˈɪp"), "LIBOR": ("lˈIbɔɹ", "lˈIbɔː"),
    "EURIBOR": ("jˈʊɹɪbɔɹ", "jˈʊəɹɪbɔː"), "JAXA": ("ʤˈæksə", "ʤˈaksə"),
    "APAC": ("ˈApˌæk", "ˈApak"), "CFIUS": ("sˈɪfiəs", "sˈɪfɪəs"), "CISO": ("sˈisˌO", "sˈiːsQ"),
    "AmEx": ("ˈæmˌɛks", "ˈamɛks"), "COMESA": ("kəmˈisə", "kəmˈiːsə"), "DACA": ("dˈɑkə", "dˈɑːkə"),
    "ECOWAS": ("ˈɛkOwˌɑs", "ˈɛkQwas"),
    "EMEA": ("ɪmˈiə", "ɪmˈiːə"), "ERISA": ("əɹˈɪsə", "əɹˈɪsə"), "ESOP": ("ˈisˌɑp", "ˈiːsɒp"),
    "FAFSA": ("fˈæfsə", "fˈafsə"), "FERPA": ("fˈɜɹpə", "fˈɜːpə"), "FICO": ("fˈIkˌO", "fˈIkQ"),
    "FINRA": ("fˈɪnɹə", "fˈɪnɹə"), "FISMA": ("fˈɪzmə", "fˈɪzmə"), "GAAP": ("ɡˈæp", "ɡˈap"),
    "GEICO": ("ɡˈIkˌO", "ɡˈIkQ"), "HELOC": ("hˈilˌɑk", "hˈiːlɒk"), "IKEA": ("Ikˈiə", "Ikˈiːə"),
    "ISA": ("", "ˈIsə"), "ITAR": ("ˈItˌɑɹ", "ˈItɑː"), "LATAM": ("lˈætˌæm", "lˈatam"),
    "NABARD": ("nəbˈɑɹd", "nəbˈɑːd"), "OFAC": ("ˈOfˌæk", "ˈQfak"), "REIT": ("ɹˈit", "ɹˈiːt"),
    "SEBI": ("sˈɛbi", "sˈɛbi"), "SEPA": ("sˈipə", "sˈiːpə"), "SOFR": ("sˈOfəɹ", "sˈQfə"),
    "SONIA": ("sˈOniə", "sˈQniə"), "TANF": ("tˈænf", "tˈanf"), "VAWA": ("vˈɑwə", "vˈɑːwə"),
    "DAX": ("dˈæks", "dˈaks"), "VIX": ("vˈɪks", "vˈɪks"),
    # Agencies, alliances and other bodies.
    "AIIMS": ("ˈAmz", "ˈAmz"), "AUKUS": ("ˈɔkəs", "ˈɔːkəs"), "CAISO": ("kˈIsˌO", "kˈIsQ"),
    "CITES": ("sˈITiz", "sˈItiːz"), "CONCACAF": ("kˈɑnkəkˌæf", "kˈɒnkəkaf"),
    "COMEX": ("kˈOmˌɛks", "kˈQmɛks"), "NYMEX": ("nˈImˌɛks", "nˈImɛks"),
    "CONMEBOL": ("kˈɑnmɪbˌɔl", "kˈɒnmɪbɒl"), "EPCOT": ("ˈɛpkˌɑt", "ˈɛpkɒt"), "ERCOT": ("ˈɜɹkˌɑt", "ˈɜːkɒt"),
    "FERC": ("fˈɜɹk", "fˈɜːk"), "IRENA": ("Iɹˈinə", "Iɹˈiːnə"), "ISRO": ("ˈɪsɹˌO", "ˈɪsɹQ"),
    "LIGO": ("lˈIɡˌO", "lˈIɡQ"), "MARTA": ("mˈɑɹTə", "mˈɑːtə"), "MOMA": ("mˈOmə", "mˈQmə"),
    "MoMA": ("mˈOmə", "mˈQmə"), "NARAL": ("nˈAɹᵊl", "nˈAɹᵊl"), "NEMA": ("nˈimə", "nˈiːmə"),
    "NERC": ("nˈɜɹk", "nˈɜːk"), "NIOSH": ("nˈIˌɑʃ", "nˈIɒʃ"), "NITI": ("nˈiTi", "nˈiːti"),
    "NOAA": ("nˈOə", "nˈQə"), "OFCOM": ("ˈɔfkˌɑm", "ˈɒfkɒm"), "OFGEM": ("ˈɔfʤˌɛm", "ˈɒfʤɛm"),
    "OFSTED": ("ˈɔfstˌɛd", "ˈɒfstɛd"), "OFWAT": ("ˈɔfwˌɑt", "ˈɒfwɒt"), "OXFAM": ("ˈɑksfˌæm", "ˈɒksfam"),
    "PEPFAR": ("pˈɛpfˌɑɹ", "pˈɛpfɑː"), "QANTAS": ("kwˈɑntəs", "kwˈɒntəs"), "RIBA": ("ɹˈibə", "ɹˈiːbə"),
    "SAARC": ("sˈɑɹk", "sˈɑːk"), "SOAS": ("sˈOˌæs", "sˈQas"), "TOEFL": ("tˈOfᵊl", "tˈQfᵊl"),
    "UNAIDS": ("jˌuˌɛnˈAdz", "jˌuːˌɛnˈAdz"), "UNITAID": ("jˈunɪtˌAd", "jˈuːnɪtAd"),
    "USAID": ("jˌuˌɛsˈAd", "jˌuːˌɛsˈAd"), "WADA": ("wˈɑdə", "wˈɒdə"), "HIMARS": ("hˈImˌɑɹz", "hˈImɑːz"),
    # Medicine and science.
    "ARDS": ("ˈɑɹdz", "ˈɑːdz"), "BiPAP": ("bˈIpˌæp", "bˈIpap"), "CABG": ("kˈæbɪʤ", "kˈabɪʤ"),
    "CLIA": ("klˈiə", "klˈiːə"), "CPAP": ("sˈipˌæp", "sˈiːpap"), "CoV": ("kˈOv", "kˈQv"),
    "CoV-2": ("kˈOv tˈu", "kˈQv tˈuː"), "ENIAC": ("ˈɛniˌæk", "ˈɛnɪak"), "GABA": ("ɡˈæbə", "ɡˈabə"),
    "HAZMAT": ("hˈæzmˌæt", "hˈazmat"), "HEPA": ("hˈɛpə", "hˈɛpə"), "JAMA": ("ʤˈɑmə", "ʤˈamə"),
    "NSTEMI": ("ˈɛnstˌɛmi", "ˈɛnstɛmi"), "PICU": ("pˈɪkju", "pˈɪkjuː"), "PrEP": ("pɹˈɛp", "pɹˈɛp"),
    "STEMI": ("stˈɛmi", "stˈɛmi"), "TAVR": ("tˈAvəɹ", "tˈAvə"), "VORP": ("vˈɔɹp", "vˈɔːp"),
}  # fmt: skip
"""The American and the British phonemes of ones that are said as words; none where the variety has letters."""
