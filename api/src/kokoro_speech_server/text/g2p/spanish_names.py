"""Names and words of other languages as Spanish speakers say them: clubs, players, makes, people, places."""

_NAMES = """
athletic atlétic|the de|cemex cémex|femsa fémsa|pole poul|engineer enyinír|engineering enyinírin|developer devéloper
seat séat|ibex íbex|masters másters|master máster|jannik yánik|sinner síner|djokovic yókovich
novak nóvak|federer féderer|roger róyer|swiatek suiátek|medvedev medvédev|zverev svérev|hamilton jámilton
leclerc leclér|norris nóris|russell rásel|pogacar pogáchar|vingegaard víngegor|roglic róglich|tadej tádei
doncic dónchich|jokic yókich|giannis yánis|stephen stífen|curry curri|lebron lebrón|haaland jáland|bellingham bélingam
vinicius vinícius|kane kein|modric módrich|griezmann grísman|ancelotti anchelóti|mourinho mouriño|tottenham tótenam
arsenal ársenal|manchester mánchester|leicester léster|newcastle niucásel|everton éverton|bayern báyern|inter ínter
ajax áyax|river ríver|plate pleit|wembley wémbli|juniors yúniors|hooligan júligan|hooligans júligans|derby derbi
hockey jókei|basket básket|record récord|sprinter esprínter|handicap jándicap|corner córner|offside ofsáid|ring rin
round raund|rounds raunds|ace eis|aces eises|player pléyer|players pléyers|poker póker|renault renó|peugeot peyó
volkswagen folsváguen|hyundai jiúndai|nissan nísan|chevrolet chébrolet|clio clío|jeep yip|sedan sedán|pickup pícap
airbag érbag|airbags érbags|diesel diésel|harley járlei|netflix nétflix|spotify espótifai|disney dísnei
nvidia envídia|ryzen ráisen|geforce yífors|excel éxcel|gmail yímeil|ebay íbei|iphone áifon|iphones áifons|acer éiser
microsoft máicrosoft|boeing bóin|airbus érbus|ryanair raianér|vueling vuelin|cabify cábifai|heineken jéineken
reebok ríbok|gillette yilet|philips fílips|siemens símens|bosch bos|copilot copáilot|gemini yéminai|claude clod
photoshop fótoshop|onedrive uandráiv|dropbox drópbox|notion noushon|wordpress wórdpres|shopify shópifai|skype escáip
tinder tínder|reddit rédit|telegram télegram|messenger mésenyer|lidl lídel|node noud|react ríact|jira yira|code coud
windows uíndous|linux línux|gopro gopró|goodyear gúdyir|blue blu|email ímeil|emails ímeils|mail meil|mails meils
mailing meilin|marketing márketin|fitness fítnes|blues blus|ticket tíket|tickets tíkets|footing futin|catering cáterin
low lou|all ol|sticker estíker|stickers estíkers|blazer bléiser|leggings léguins|sneakers esníkers|outfit áutfit
outfits áutfits|glamour glamúr|cool cul|vintage víntach|fashion fashon|trailer tráiler|trailers tráilers|lobby lobi
hall jol|suite suit|suites suits|buffet bufé|ketchup kétchup|brunch branch|smoothie esmudi|smoothies esmudis|tour tur
tours turs|holding joldin|trading tréidin|trader tréider|traders tréiders|broker bróker|brokers brókers|renting rentin
crowdfunding craudfandin|coworking cougüorkin|call col|center sénter|mall mol|truck trak|up ap|ferry ferri
charter chárter|transfer tránsfer|jet yet|free fri|boutique butic|ballet balé|chalet chalé|chalets chalés
croissant cruasán|croissants cruasanes|gourmet gurmé|foie fuá|mousse mus|baguette baguet|amateur amatér
sommelier somelié|brexit bréxit|barbecue barbekiu|cocktail cóctel|cocktails cócteles|lifting liftin|homepage jóumpeich
slot eslot|loop lup|script escript|scripts escripts|tester téster|cluster clúster|clusters clústers|buffer báfer
parser párser|render rénder|tokens tókens|container contéiner|containers contéiners|wrapper ráper|helper jélper
scanner escáner|servers sérvers|airpods érpods|airtag értag|watch uoch|galaxy gálaxi|lite lait|trump tramp
biden báiden|harris járis|clinton clínton|starmer estármer|macron macrón|zelensky selenski|musk mask|powell páuel
lagarde lagárd|leyen láien|kennedy kénedi|reagan reigan|thatcher tácher|carter cárter|hitler jítler|churchill chérchil
roosevelt rúsvelt|einstein áinstain|newton niuton|freud froid|nietzsche niche|heisenberg jáisenberg|kepler képler
hubble jábel|shakespeare shéikspir|hemingway jémingüei|orwell órwel|joyce yois|mozart mótsart|wagner vágner
schubert shúbert|beatles bítels|rolling rolin|stones estouns|queen cuin|floyd floid|presley presli|spielberg espílberg
hitchcock jíchcok|marvel márvel|batman bátman|spider espáider|titanic titánic|oscar óscar|oscars óscars
hollywood jóliwud|broadway bróduei|harvard járvard|oxford óxford|cambridge kéimbrich|stanford estánford
berkeley berkli|yale yeil|brooklyn bruklin|sydney sídnei|melbourne mélburn|michigan míchigan|bernabeu bernabéu
versailles versalles|toulouse tulús|cannes can|roland rolán|garros garrós|walker uóker|parker párker|becker béker
walter válter|miller míler|turner térner|tyler táiler|jennifer yénifer|jessica yésica|justin yastin|jordan yordan
jefferson yéferson|anderson ánderson|thomas tomás|harvey jarvi|stanley estanli|ashley ashli|murphy merfi|henry jenri
larry lari|elliott éliot|scott escot|bennett bénet|garrett gárret|barrett bárret|everett éveret|hewlett jíulet
packard pákard
"""

NAMES = dict(entry.split(" ", 1) for line in _NAMES.split("\n") for entry in line.split("|") if entry)
"""Words in small letters, and how they are written so that espeak-ng says them as people do."""
