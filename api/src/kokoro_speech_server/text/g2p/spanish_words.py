"""How Spanish speakers say acronyms whose letters do not tell, and words and names of other languages."""

SPELLED = frozenset(
    """VIH LEC AGU TSE AEE HTA IVE RCP DOI PIR CEX MAE UIA UIT UDG UMA UTI UCE UCR UGT UTM UCM UPM UPV UPC UPF UEX UHF
    AUH RIP RAP IEPS EMEA UAFE OIEA IMAP AEAT IDH RAR SAS SAD SAC SEL CAD FOB LGTBI FEF OTC TIA SOS OCM EAU SII
    ITU FAQ CIO AFE OPI CEP RCD FIB SUV RER REF DIF PEF TEF CIJ GEI FUT IVM PAH SAH MIT RIN NYT WSJ EHU
    UFC SFC YTD ETF ETN""".split()
)
"""Acronyms of three and more letters that are spelled although they could be words."""

WORDS = frozenset(
    """NO SI EL LA SE DE UN EN YA TU MI LO LE ME TE SU AL HA HE VA ES NI
    PRI PRO PSOE CSIC CSIF IMSS CURP SGAE ISSSTE UAM PYME URSS INSS UPN IPSA UNT OEA TLAC INAI IIBB CREG APRA
    CNAE IESS IESE IDAE PLAN PRAN MEF FROB INAH UNAM ITAM""".split()
)
"""Words in capitals of two letters, and acronyms that are words although their letters hardly make one."""

RESPELLED = {
    "CSIC": "cesic", "PSOE": "pesoe", "OK": "okéi", "YAML": "yámel", "JSON": "yéison", "INAH": "ina",
    "TLCAN": "telecán", "CCOO": "comisiones obreras", "IMSS": "ims", "INSS": "ins", "URSS": "urs", "ISSSTE": "iste",
    "AWS": "a uvedoble ese", "CDMX": "ce de eme equis", "CONACYT": "conacit", "OTAN": "otán", "UNAM": "unám",
    "VOX": "box", "UX": "u equis", "IMDB": "i eme de be", "WIFI": "wifi", "USB": "u ese be", "VAN": "ban",
    "MASTER": "máster", "LASER": "láser", "RADAR": "radar", "SIDA": "sida", "ASUS": "asús", "DANE": "dane",
    "ICFES": "icfes", "FAQS": "efe a cus", "CIA": "cía", "FIA": "fía", "NIE": "níe", "PVPC": "pe uve pe ce",
    "LAU": "láu", "AEAT": "a e a te", "DIU": "díu", "IESS": "iés", "FOVISSSTE": "fovisste", "IPC": "i pe ce",
    "TOEFL": "tófel", "IELTS": "ielts", "IIBB": "ingresos brutos", "IBEX": "íbex", "SEAT": "séat", "EURIBOR": "euríbor",
}  # fmt: skip
"""Acronyms that are written here as they are said."""

_FOREIGN = """
git guit|github guítjab|commit cómit|commits cómits|install instól|online onláin|offline ofláin|smartphone smartfon
smartphones smartfons|streaming strimin|streamer strímer|streamers strímers|hardware járdwer|feedback fídbak
playoffs pléiofs|playoff pléiof|website wébsait|startup stártap|startups stártaps|coach couch|coaching couchin
manager mánayer|managers mánayers|management mánayment|freelance frílans|freelancer frílanser|freelancers frílansers
home joum|workshop wórkshop|workshops wórkshops|webinar wébinar|webinars wébinars|like laik|likes laiks
password páswor|login lóguin|router rúter|routers rúters|laptop láptop|laptops láptops|notebook nóutbuk|backup bákap
update apdeit|upgrade apgreid|download dáunloud|upload aploud|hacker jáker|hackers jákers|malware málwer
ransomware ránsomwer|phishing físhin|firewall fáirwol|cloud claud|server sérver|backend bákend|frontend fróntend
framework fréimwork|frameworks fréimworks|javascript yávascript|python páiton|bluetooth blutuz|typescript táipscript
docker dóker|kubernetes kubernétis|ipad áipad|ipads áipads|macbook mákbuk|youtube yutub|facebook féisbuk|google gúguel
apple ápel|whatsapp wátsap|starbucks stárbaks|burger búrguer|uber úber|booking búkin|airbnb erbienbí|paypal péipal
walmart wálmart|wars wors|harry jarri|potter póter|taylor téilor|league lig|city siti|liverpool líverpul
chelsea chelsi|lakers léikers|warriors wárriors|bowl boul|wimbledon wímbledon|hat jat|rally rali|tie tai|break breik
seller séler|bestseller bestséler|jeans yins|light lait|mainstream méinstrim|hobbies jobis|hobby jobi|running ranin
runner ráner|runners ráners|crossfit crósfit|gym yim|trainer tréiner|food fud|friday fráidei|cyber sáiber
monday mándei|cashback cáshbak|voucher váucher|vouchers váuchers|checkout chékaut|commerce cómers|business bisnes
benchmark bénchmark|benchmarks bénchmarks|brainstorming breinstormin|briefing brifin|deadline dédlain|design disáin
designer disáiner|branding brandin|networking netwórkin|mentoring mentorin|dashboard dáshbord|machine mashín|deep dip
learning lernin|source sors|boot but|driver dráiver|drivers dráivers|plugin pluguin|plugins pluguins|template témpleit
layout leiaut|bug bag|bugs bags|debug dibag|array arréi|arrays arréis|float flout|boolean búlean|request ricuest
response rispóns|timeout táimaut|cookie cuki|cookies cukis|browser bráuser|firefox fáirfox|display displéi|pixel píxel
megapixel megapíxel|zoom zum|gadget gádyet|gadgets gádyets|smartwatch smártwach|gamer guéimer|gamers guéimers
game gueim|games gueims|gaming gueimin|gameplay gueimplei|playstation pleistéishon|mouse maus|mousepad máuspad
joystick yóistik|keyboard kíbord|headset jédset|houston jiuston|angeles ánjeles|silicon sílicon|valley vali
street strit|wall wol|nasdaq násdak|dow dau|jones youns|johnson yonson|knight nait|wright rait|zuckerberg zúkerberg
brown braun|williams wíliams|spread spred|hedge jech|rating reitin|joint yoint|venture vénchur|leasing lisin|know nou
how jau|spoiler spóiler|heavy jevi|hip jip|hop jop|whey wei|shake sheik|bacon béicon|cheddar chédar
cheesecake chískeik|brownie brauni|brownies braunis|muffin mafin|muffins mafins|cupcake cápkeik|waffle wáfel
reality riáliti|thriller tríler|outlet áutlet|delivery delíveri|drive draiv|through tru|weight weit
punk pank|country cantri
night nait|right rait|look luk|chatbot chátbot|chatbots chátbots|fintech fíntec|blockchain blókchein
influencer influénser|influencers influénsers|youtuber yutúber|youtubers yutúbers|newsletter niusléter|ebook íbuk
ebooks íbuks|book buk|books buks|feeling filin|skate skeit|snowboard snóubord|bike baik|trail treil|baby beibi|boy boi
football fútbol|baseball béisbol|penalty penalti|match mach|backstage bakstéich|remake riméik|fake feik|news nius
stories storis|reels rils|feed fid|tweet tuit|tweets tuits|followers fólouers|follower fólouer|hater jéiter
haters jéiters|selfie selfi|selfies selfis|deepfake dípfeik|bullying bulin|burnout bérnaut|release rilís|merge merch
pull pul|issue ishu|build bild|deploy diplói|pipeline páiplain|endpoint éndpoint|endpoints éndpoints
stakeholders steikjólders|roadmap róudmap|feature fícher|features fíchers|dataset déitaset|datasets déitasets
outlook áutluk|teams tims|chrome croum|steam stim|prime praim|michael máikel|jackson yakson|george yorch|james yeims
john yon|steve stiv|gates gueits|peter píter|mike maik|white wait|house jaus|times taims|guardian gardian
reuters róiters|bloomberg blúmberg|university yunivérsiti|college cólech|mcdonald's macdónals|mcdonalds macdónals
tiktok tíctoc|linkedin línkdin|twitter tuíter|instagram ínstagram|huawei wáwei|xiaomi shiaomi|chatgpt chat ge pe te
openai ópen ei ai|phd pe ache de|esim i sim|wearables weárabols|prompt prompt|widget wíyet|widgets wíyets
hashtag jáshtag|hashtags jáshtags|share sher|market márket|nike naik|intel íntel|swap swop|default difolt|shell shel
budget báyet|podcast pódcast|podcasts pódcasts|cracker cráker|token token|tablet táblet|tablets táblets|swing swin
"""

FOREIGN = dict(entry.split(" ", 1) for line in _FOREIGN.split("\n") for entry in line.split("|") if entry)
"""Words of other languages, in small letters, and how they are written so that espeak-ng says them as people do."""
