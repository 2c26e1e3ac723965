"""How Portuguese speakers say acronyms whose letters do not tell, and words and names of other languages."""

SPELLED = frozenset(
    """IBGE AGU UTI ITR HAS IPCA INPC IPI EPI CDI CDB UFPE UFPA UFU UBS EAD EMTU FAP CET OIT OEA IRA LES SAF API UIT
    URL USF ULS UCI IES IFES IPE REE IMC IUC IRC RER CEF IEC FOB SUV SAC SAD RAR ADI TAC EUA DOU DOE IEFP CES
    IED COE UHF IMT PED ABI AVI OBA RET EPE ITI SEO ACO HIV LER VAE IBS IVE""".split()
)
"""Acronyms of three and more letters that are spelled although they could be words."""

WORDS = frozenset(
    """NO NA DE EM EU OU DO DA UM TU AS OS SIM
    USP ONG PSOL PNAD UERJ SESC UFBA UFMA CAPS UNESP BRICS DNIT DARF DIRF CNAE PSI ISCTE VMER CREA CRAS CREAS
    IESP INSPER SRAG TRAN CRAM SPED PREV""".split()
)
"""Words in capitals of two letters, and acronyms that are words although their letters hardly make one."""

RESPELLED = {
    "AIDS": "áids", "BRICS": "brics", "USP": "úspi", "UERJ": "uérji", "PIX": "pics", "PUC": "púqui", "PIB": "píbi",
    "PEC": "péqui", "MEC": "méqui", "CEP": "cépi", "TED": "tédi", "DOC": "dóqui", "IDEB": "idébi",
    "FUNDEB": "fundébi", "DNIT": "dinít", "DARF": "dárfi", "DIRF": "dírfi", "CNAE": "quinái", "CAGED": "cajédi",
    "CREA": "créa", "VMER": "vêmer", "FIES": "fiés", "IPEA": "ipéa", "INMET": "inméti", "RAM": "râmi", "ROM": "rômi",
    "SIM": "sim", "PIN": "pin", "VIP": "vípi", "LED": "lédi", "OLED": "olédi", "AMOLED": "amolédi", "CEO": "cí i ôu",
    "OK": "oquêi", "GIF": "guífi", "SAEB": "saébi", "SELIC": "sélic", "COVID": "covídi", "INPE": "ínpi",
    "UNIP": "unípi", "PNAD": "penádi", "PNAE": "penái", "RAIS": "ráis", "IDE": "i dê é", "ONG": "ôngui",
    "ONGS": "ônguis", "CUT": "cúti", "PIS": "pis", "BIT": "bíti", "SAMU": "samú", "CAPES": "cápis", "CAPS": "cápis",
    "FAB": "fábi", "ANEEL": "aneél", "INEP": "inépi", "FINEP": "finépi", "BOPE": "bópi", "TAP": "tápi", "COB": "cóbi",
    "COI": "cói", "TOC": "tóqui", "NIF": "nífi", "NIB": "níbi", "SEF": "séfi", "SIC": "síqui", "UBI": "úbi",
    "REN": "rén", "NOS": "nós", "MEO": "méo", "ISCTE": "isquité", "UTAD": "utádi", "APAV": "apávi", "SUS": "sus",
    "INE": "íne", "ISO": "iso", "MEI": "mêi", "OPEP": "opépi", "FIESP": "fiéspi", "COAF": "coáfi", "PAC": "páqui",
    "CAC": "cáqui", "DAS": "dás", "CIA": "cía", "SAP": "sápi", "FATEC": "fatéqui", "ETEC": "etéqui", "SESC": "sésqui",
    "SENAC": "senáqui", "ANAC": "anáqui", "BNDES": "bê ene dê ésse", "LOAS": "lôas", "SPED": "ispédi",
    "SPFW": "ésse pê éfe dábliu", "DOI": "dê ó i", "FAT": "fáti", "SEI": "sei", "PJE": "pê jota é", "UPP": "u pê pê",
    "DEM": "dêm", "IBAN": "ibã", "PSOL": "pissól", "SIDA": "sida", "TEA": "téa", "UVA": "uva", "DUT": "dúti",
    "PAD": "pádi", "PET": "péti", "VAN": "van", "UNEB": "unébi", "UFMA": "úfima", "UFBA": "úfiba", "SESI": "séssi",
    "PROEB": "proébi", "IFRS": "i éfe érre ésse", "CRAS": "cras", "CREAS": "créas", "EBITDA": "ebítda",
    "WIFI": "uaifái", "YAML": "iâmel", "JSON": "djêisson", "NASA": "nasa", "SEBRAE": "sebrái", "NATO": "nato",
    "OPAS": "opas", "COFINS": "cofins", "MAE": "mãe", "ENEM": "enêm", "PNUD": "pinúdi", "ING": "i ene gê",
    "DJ": "didjêi", "DJS": "didjêis",
}  # fmt: skip
"""Acronyms that are written here as they are said."""

_FOREIGN = """
git guite|github guitirrâbi|commit cômite|commits cômits|install instól|smartphone ismartifôni|feedback fidbéqui
smartphones ismartifônis|streaming istrímin|streamer istrímer|streamers istrímers|website uebsaite|startup istartâpi
startups istartâpis|fintech fintéqui|fintechs fintéquis|blockchain blóquitchêin|bitcoin bitcóin|bitcoins bitcóins
influencer influêncer|influencers influêncers|coach côutchi|coaching côutchin|manager mênadjer|management mênadjment
freelance frilânci|freelancer frilâncer|freelancers frilâncers|like láiqui|likes láiquis|password péssuord
login lôguin|bluetooth blututi|wifi uaifái|chat tchéti|chats tchétis|chatbot tchetibóti|chatbots tchetibótis
hacker ráquer|hackers ráquers|hashtag réchtégui|hashtags réchtéguis|malware malôuér|ransomware rensonuér
phishing fíchin|firewall faieruól|cloud cláudi|backend bequiêndi|frontend frontiêndi|framework freimuórqui
frameworks freimuórquis|facebook fêissibúqui|youtube iutúbi|google gúgol|apple épol|amazon amazôn|netflix netflíquis
spotify ispótifai|tiktok tiquitóqui|linkedin linquidín|uber úber|airbnb ér bi ên bi|paypal peipól|booking búquin
starbucks istarbâquis|burger búrguer|walmart uolmárti|mcdonald's mequidônaldis|mcdonalds mequidônaldis|nike náiqui
disney dísnei|github guitirrâbi|iphone aifôni|iphones aifônis|ipad aipédi|ipads aipédis|macbook méquibúqui
xbox équisbóquis|samsung sansungue|xiaomi chiaômi|nvidia envídia|intel íntel|microsoft máicrosóft|windows uíndous
android andróidi|python páiton|javascript djavascripti|typescript taipiscripti|docker dóquer|kubernetes cubernétis
league líguy|champions tchêmpions|chelsea tchélsi|liverpool lívepul|city síti|manchester mántchester|lakers lêiquers
warriors uórriors|bowl bôul|super súper|wimbledon uímbledon|black bléqui|friday fráidei|cashback quechibéqui
voucher váutcher|vouchers váutchers|checkout tchecáuti|commerce cômerci|business bísnes|benchmark bêntchimarqui
branding brêndin|briefing brífin|deadline dedláini|design dizáin|designer dizáiner|designers dizáiners
networking netiuórquin|dashboard déchibord|dashboards déchibords|machine machíni|learning lârnin|deep dípi|open ôupen
source sórci|boot búti|driver dráiver|drivers dráivers|plugin plâguin|plugins plâguins|bug bâgui|bugs bâguis
debug dibâgui|cookie cúqui|cookies cúquis|browser bráuzer|zoom zum|gadget guédjeti|gadgets guédjetis
smartwatch ismartiuótchi|smart ismárti|game guêimi|games guêimis|gamer guêimer|gamers guêimers|gameplay guêimiplêi
playstation pleistêichon|mouse máuzi|joystick djoistíqui|headset rédisséti|headsets rédissétis|headphone rédifôni
york iórqui|washington uóchinton|houston riúston|angeles ândjeles|silicon sílicon|valley véli|wall uól|street istríti
nasdaq názdaqui|dow dáu|jones djôunis|johnson djônson|zuckerberg zúquerbergui|spread isprédi|hedge rédji|rating rêitin
joint djóinti|venture vêntchur|leasing lízin|spoiler ispóiler|rock róqui|jazz djéz|punk pânqui|heavy révi|hip ripi
hop rópi|whey uêi|bacon bêicon|cheddar tchédar|cheesecake tchisquêiqui|brownie bráuni|brownies bráunis|muffin mâfin
cupcake câpiquêiqui|reality riáliti|thriller tríler|outlet autléti|delivery delíveri|drive draivi|rally ráli
ranking ranquin|marketing márquetin|running rânin|crossfit cróssifíti|jeans djíns|mainstream meinistrím|hobby róbi
hobbies róbis|snack isnéqui|snacks isnéquis|fitness fítnes|show chôu|shows chôus|live láivi|lives láivis
shopping chópin|shoppings chópins|playoff pleiófi|playoffs pleiófis|podcast pódiquésti|podcasts pódiquéstis|home rôumi
office ófici|workshop uorquichópi|workshops uorquichópis|newsletter niuzléter|ebook ibúqui|e-book ibúqui|book búqui
books búquis|bike báiqui|bikes báiquis|skate isquêiti|crush crâchi|baby bêibi|match métchi|remake riméiqui|fake fêiqui
news níus|stories istóris|reels ríus|feed fídi|tweet tuíti|tweets tuítis|hater rêiter|haters rêiters|selfie sélfi
selfies sélfis|bullying búlin|burnout bârnáuti|upgrade apigrêidi|release rilízi|merge mârdji|pull púl|issue íchu
build bíldi|deploy diplói|pipeline paipiláini|endpoint endipóinti|roadmap roudimépi|feature fítcher|features fítchers
dataset deitasséti|datasets deitassétis|outlook autilúqui|teams tíms|chrome crôumi|steam istími|prime práimi
michael máiquel|jackson djécson|george djórdji|james djêimis|john djón|joe djôu|steve istívi|gates guêitis|peter píter
mike máiqui|white uáiti|house ráuzi|guardian gárdian|reuters róiters|bloomberg blúmbergui|university iunivérsiti
twitter tuíter|chatgpt tchéti gê pê tê|openai ôupen êi ái|phd pê agá dê|pcdob pê cê do bê|unb u ene bê
cnpq cê ene pê quê|esim i sim|sptrans ésse pê trans|ufscar ufiscár|selic sélic|hat réti|trick tríqui|break brêiqui
tie tái|light láiti|food fúdi|fast fésti|seller séler|best bésti|personal pérsonal|trainer trêiner
influencing influêncin|swap suópi|default difólti|array arrêi|float flôuti|request riquésti|timeout taimiáuti
cache quéchi|token tôquen|tokens tôquens|prompt prômpiti|widget uídjeti|touchscreen tâtchiscrín|display displêi
displays displêis|download daunlôudi|upload apilôudi|backup becâpi|backups becâpis|server sârver|router ráuter
kindle quíndou|volkswagen volquisváguen|ford fórdi|tesla tésla|wright ráiti|knight náiti|night náiti|right ráiti
know nôu|how ráu|keyboard quibórdi|harry rérri|potter póter|taylor têilor|swift suífti|star istár|wars uórs
timer táimer|air ér|fryer fráier|semi sêmi|dani dâni|bosch bóchi|patch pétchi|set séti|sets sétis|biles báious
smoothie smúdi|acer êisser|boxer bócser|main mêin|dumont dumôn
nvme ene vê eme é|control contrôu|ctrl contrôu|esc ésqui|norris nórris|mclaren mecláren|node nôudi|bach bárr
bhaskara báscara|crash kréchi|docx dóqui xis|keir kír|starmer stármer|scholz chóuts|honda rônda|civic cívique
celsius célsius|fahrenheit fárenraiti|djokovic djócovitchi|federer féderer|sinner síner|zverev zvérev
swiatek chviontéqui|medvedev medvédev|tsitsipas tsitsipás|hamilton rámilton|leclerc leclér|haaland rálandi
bellingham bélingam|modric módritchi|griezmann grizmâni|lewandowski levandóvisqui|messi méssi|trump trâmpi
biden báiden|harris rárris|macron macrôn|zelensky zelênsqui|putin pútin|netanyahu netaniarru|musk másqui
bezos bêizos|clinton clínton|reagan rêigan|thatcher tétcher|churchill tchârtchil|newton níuton|nietzsche nítchi
shakespeare chêiquispir|hemingway rêminguei|joyce djóissi|excel ecséu|gmail djimêil|ifood aifúdi|galaxy gálacsi
pixel pícsel|pixels pícsels|ryzen ráizen|geforce gifórci|snapdragon isnepidrégon|linux línucs|react riéquiti
fiat fíati|way uêi|fit fíti|hyundai riundái|jeep djípi|renegade reneguêidi|renault renô|peugeot pejô
chevrolet chevrolé|onix ônics|nissan níssan|kicks quíquis|celtics séltiquis|bulls búus|heat ríti|knicks níquis
spurs ispârs|lebron lebrón|curry câri|jokic iôquitchi|doncic dóntchitchi|giannis iânis|stephen istéfen
boston bóston|athletico atlético|inter ínter|sport ispórti|wembley uêmblei|arsenal ársenal|tottenham tótenam
email imêil|emails imêils|scanner iscâner|notebook nôutibúqui|notebooks nôutibúquis|check-in tchequín
check-up tchecápi|airbag érbégui|airbags érbéguis|stop istópi|pole pôul|position pozíchon|closet clôzeti
loft lófti|living lívin|deck déqui|flat fléti|studio istúdio|penthouse pentiráuzi|playground pleigráundi
lounge láundji|split isplíti|trailer trêiler|trailers trêilers|spin-off ispinófi|blockbuster blóquibâster
oscar óscar|emmy êmi|grammy grémi|hollywood róliúdi|broadway bróduei|funk fânqui|rap répi|country câuntri
score iscór|round ráundi|rounds ráundis|knockout nocáuti|ace êici|aces êicis|safety sêifti|draft dréfti
grid grídi|surf sârfi|royalties róialtis|commodities comóditis|commodity comóditi|private práiveti|equity équiti
stakeholder isteiquirôlder|stakeholders isteiquirôlders|compliance compláians|trading trêidin|trader trêider
traders trêiders|broker brôuquer|brokers brôuquers|trust trâsti|post pôusti|posts pôustis|spam ispém|dj didjêi
haas ráas|williams uíliams|sauber sáuber|russell râssel|sainz sáins|albon álbon|stroll istrôu|lewis lúis
endrick êndriqui|vini víni|calleri caléri|hulk râlqui|weverton wéverton|wallace uálaci|durant durénti|jayson djêisson
tatum têitum|anthony éntoni|davis dêivis|haliburton ráliburton|milan mílan|napoli nápoli|newcastle niucássel
leicester léster|west uésti|ham rém|aston áston|gemini djêminai|copilot copáilot|claude clôd|spacex ispêissécs
oracle óracou|edge édji|redmi rédmi|airpods érpódis|alexa alécsa|echo éco|fire fáier|roku rôcu|chromecast crôumiquésti
wireless uáierles|touch tâtchi|hotspot rótispóti|gaming guêimin|royale roiáli|skin isquín|skins isquíns|level lével
quest quésti|cheat tchíti|lag légui|loot lúti|coldplay côudiplêi|lady lêidi|iron áiron|maiden mêiden
metallica metálica|queen quín|elvis élvis|nolan nôulan|steven istíven|spielberg ispílbergui|scorsese iscorsêzi
avengers avêndjers|marvel márveu|pixar pícsar|barbie bárbi|wicked uíquidi|joker djôuquer|batman bétman
superman supermén|spider ispáider|stranger istrêindjer|things tíns|breaking brêiquin|kiev quíevi|wuhan urrán|new niú
seattle siátou|detroit detróiti|philadelphia filadélfia|vancouver vancúver|london lôndon|cambridge quêimbridji
oxford ócsfordi|harvard rárvardi|yale iêiou|chantilly chantilí|cream crím|cheese tchíz|waffle uófou|milk mílqui
shake chêiqui|milk-shake milquichêiqui|milkshake milquichêiqui|hubble râbou|falcon fálcon|starship istarchípi
bang béngui|euler óiler|fourier furiê|laplace laplás|fibonacci fibonátchi|cauchy cochí|bernoulli bernúli
poisson puassôn|bayes bêiz|student istúdenti|numpy nâmpai|loop lúpi|loops lúpis|string istrín|strings istríns
buffer bâfer|thread trédi|threads trédis|caput cáputi|venia vênia|judice júdice|dubio dúbio|bypass baipáss
stent isténti|stents isténtis|screening iscrínin|follow-up folouápi|delirium delírium|versus vérsus
parkinson párquinson|moody's múdis|treasury tréjuri|jpmorgan djeipimórgan|morgan mórgan|goldman gôudiman|sachs sáquis
stanley istênlei|blackrock blequirróqui
app épi|apps épis|bubble bâbou
yuri iúri|gabi gábi|power páuer|layout leiáuti|template têmpleiti|laptop lépitópi|laptops lépitópis|update apidêiti
"""

FOREIGN = dict(entry.split(" ", 1) for line in _FOREIGN.split("\n") for entry in line.split("|") if entry)
"""Words of other languages, in small letters, and how they are written so that espeak-ng says them as people do."""

ACCENTED = {
    "citroën": "citroên",
    "mbappé": "embapé",
    "djoković": "djócovitchi",
    "modrić": "módritchi",
    "jokić": "iôquitchi",
    "dončić": "dóntchitchi",
    "świątek": "chviontéqui",
    "pogačar": "pogátchar",
    "müller": "míler",
    "pokémon": "póquemón",
    "beyoncé": "bionsê",
}
"""The same for words with marks that `FOREIGN` cannot have."""
