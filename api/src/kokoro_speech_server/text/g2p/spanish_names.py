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
packard pákard|oréal oreal|higgins jíguins
yankees yankis|dodgers dódyers|cache caché|core cor|cores cors|bulls buls|celtics séltics|heat jit|spurs espers
rockets rókets|knicks nics|packers pákers|cowboys cáuboys|cowboy cáuboi|raiders réiders|chiefs chifs|eagles ígols
phillies fílis|cubs cabs|giants yáyants|braves breivs|mavericks máveriks|nuggets náguets|pistons pístons|hawks joks
clippers clípers|grizzlies grislis|touchdown tachdaun|touchdowns tachdauns|quarterback cuárterbak
quarterbacks cuárterbaks|run ran|pitcher pícher|pitchers píchers|catcher cácher|infield ínfild|outfield áutfild
linebacker láinbaker|forward fórward|guard gard|double dábel|clutch clach|rookie ruki|rookies rukis|supercup supercap
edge edch|phone foun|nothing názin|oneplus uanplás|surface sérfis|thinkpad zínkpad|latitude látitud
powerpoint páuerpoint|meet mit|azure áshur|thread zred|threads zreds|queue kiu|queues kius|stack estak|heap jip
rebase ribéis|byte bait|bytes baits|firmware férmwer|software sófwer|spyware espáiwer|adware ádwer|gateway guéitwei
switch suich|switches suiches|hub jab|hosting jóstin|host jost|hosts josts|domain domein|roaming róumin
touchpad táchpad|touchscreen tachskrin|soundbar sáundbar|subwoofer sabwúfer|woofer wúfer|surround sarráund|true tru
tone toun|face feis|touch tach|skincare eskínker|lifestyle láifstail|oversize óversais|skinny eskini|bomber bómber
jogger yóguer|joggers yóguers|sneaker esníker|bodysuit bódisut|cashmere cáshmir|fleece flis|showroom shourum
store stor|stores stors|flagship flágship|mindfulness máinfulnes|wellness wélnes|dog dog|take teik|away awei
dressing drésin|cappuccino capuchino|cappuccinos capuchinos|macchiato maquiato|toffee tofi|topping tópin
toppings tópins|journal yérnal|washington wáshinton|financial fainánshal|forbes forbs|goldman góldman|sachs saks
poor's purs|deloitte deloit|young yang|mckinsey makínsi|accenture akséncher|flow flou|options ópshons|futures fiúchers
fund fand|funds fands|private práivet|equity écuiti|scaleup eskéilap|scaleups eskéilaps|pitch pich|pricing práisin
retail ritéil|shopping shopin|growth grouz|churn chern|onboarding onbordin|offboarding ofbordin|headhunter jedjánter
headhunters jedjánters|team tim|building bildin|performance perfórmans|review rivíu|reviews rivíus
outsourcing autsorsin|insider insáider|insiders insáiders|compliance compláians|fee fi|fees fis|funding fandin
seed sid|donald dónald|elon ílon|jeff yef|bezos beisos|cook cuk|keir kir|rishi rishi|springsteen espríngstin
dicaprio dicaprio|meryl méril|streep estrip|scarlett escárlet|johansson yojánson|bruce brus|billie bili|eilish áilish
sheeran shíran|beyoncé biyonsé|coldplay cóldplei|metallica metálica|zeppelin zépelin|thrones zrouns
stranger estréinyer|things zings|breaking breikin|crown craun|mirror mírror|kobe kobi|bryant bráiant|durant dúrant
jayson yéison|mahomes majoums|brady breidi|trout traut|shohei shojei|ohtani otani|tiger táiguer|woods wuds|lewis luis
verstappen verstápen|bull bul|yamaha yamaja|mclaren maclaren|haas jas|mcdonald macdónal|mcgregor macgrégor
mccartney macártni|mcqueen macuín|mccain makéin|alpine alpáin|jack yak|grealish grílish|erling érlin|kylian kilián
ousmane usmán|dembélé dembelé|antoine antuán|robert róbert|lewandowski levandóvski|kroos cros|neuer nóier
joshua yóshua|kimmich kímich|wirtz virts|mohamed mojamed|virgil vírgil|dijk deik|jürgen yurguen|klopp clop
crystal crístal|palace pálas|ham jam|brighton bráiton|wolverhampton wólverjampton|southampton sauzámpton|leeds lids
nottingham nótinjam|forest fórest|dortmund dórtmund|napoli nápoli|lyon lión|feyenoord féyenord|rangers réinyers
ranger réinyer|germain yermán|olympique olimpik|back bak|backs baks|check chek|check-in chekin|check-out chekaut
checkin chekin|back-up bákap|make-up méikap|makeup méikap|pop-up popap|start-up stártap|know-how nojau
takeaway teikawei|early érli|bird berd|birds berds|week wik|weekend wikend|gift guift|deluxe deluks|standard estándar
standards estándars|basic béisik|class clas|economy ecónomi|first ferst|room rum|rooms rums|service sérvis
services sérvises|lounge launch|overbooking overbukin|boarding bordin|duty diuti|inclusive inclúsiv|hostel jóstel
hostels jóstels|tuning tiunin|embedding embedin|embeddings embedins|language lángüich|product próduct|owner óuner
daily déili|deployment diplóiment|rollback rólbak|hotfix jótfix|overflow óverflou|spring esprin|gitlab guítlab|vue viu
ruby rubi|rust rast|swift suift|flutter fláter|new niu|seattle siátel|cleveland clívland|phoenix fínix|denver dénver
nashville nashvil|baltimore báltimor|pittsburgh pítsburg|milwaukee milwoki|manhattan manjatan|queens cuins
harlem járlem|soho sojo|square escuer|heathrow jízrou|piccadilly pikadili|edinburgh édimbra|glasgow glasgou
wales ueils|birmingham bérminjam|sheffield shéfild|philadelphia filadélfia|minneapolis mineápolis|newark niúark
hampshire jámpshir|wisconsin wiscónsin|wyoming waióming|idaho áidajo|iowa áiowa
ohio ojaio|hawaii jawái|honolulu jonolulu|hawaiano jawaiano|heathcliff jízclif|hogwarts jógwarts|hobbit jobit
hobbits jobits|wayne wein|hugh jiu|roberts róberts|denzel dénsel|freeman fríman|chris cris|evans évans|downey dauni
johnny yoni|depp dep|jim yim|carrey kerri|keanu kianu|reeves rivs|ryan ráian|reynolds réinolds|gosling góslin|emma ema
stone estoun|watson wótson|kate keit|winslet wínslet|blanchett blánchet|nicole nicol|kidman kídman|cruise crus
clooney cluni|dwayne duein|rock rok|adele adel|bowie boui|mercury mércuri|dylan dílan|marley marli|jagger yáguer
lennon lénon|hendrix jéndrix|joplin yoplin|winehouse wáinjaus|guns gans|roses rouses|smiths smizs|kiss kis
aerosmith erosmiz|radiohead reidiojed|strokes estrouks|killers kílers|highway jáiwei|heaven jeven|girl guerl
girls guerls|woman wúman|women wímen|king kin|kings kins|prince prins|walking wokin|good gud|friends frends
office ofis|modern módern|family fámili|simpsons símsons|homer jómer|sheldon shéldon|leonard lénard|penny peni
tyrion tírion|stark estark|lannister lánister|skywalker eskaiwóker|vader véider|jedi yedai|darth darz|hunter jánter
slayer esléyer
"""

NAMES = dict(entry.split(" ", 1) for line in _NAMES.split("\n") for entry in line.split("|") if entry)
"""Words in small letters, and how they are written so that espeak-ng says them as people do."""
