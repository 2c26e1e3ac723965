"""How English words are written in French and Italian texts so that espeak-ng says them as people there do.

Only words that espeak-ng reads by the letters of the text's language are here. Few of them are words of that language,
too, and then the English one is the more frequent in what people paste ("il file", "le prompt").
"""


def _table(written: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in written.split())


FRENCH_LOANWORDS = _table(
    """iphone:aïefone iphones:aïefone ipad:aïepade ipads:aïepade twitter:touiteur uber:ubère manchester:manntchestère
    potter:poteur joe:djo biden:baïdeune tesla:tessla commit:comite commits:comite router:routeur browser:braouzeur
    deploy:déploye debug:débeugue dataset:datassette datasets:datassette chatbot:tchatbotte chatbots:tchatbotte
    chatgpt:tchatjépété prompt:prompte prompts:prompte trend:trennde trends:trennde muffin:meufine muffins:meufine
    crumble:creumbeul outfit:aoutefite outlet:aoutelette fashion:facheune designer:dizaïneur designers:dizaïneur
    trailer:treïleur provider:provaïdeur planner:planeur customer:custommeur hotspot:otspotte
    mouse:maouse user:youzeur username:youzeurneïme stories:storize challenger:tchalennjeur gameplay:guéïmepleï
    playlist:pleïliste playlists:pleïliste bestseller:bestsélère trainer:tréneur voucher:vaoutcheur
    build:bilde cluster:cleusteur trolley:trolé survey:seurvé retail:ritèle retailer:ritèleur turnover:turnovère
    paypal:pépale easyjet:izidjette spacex:spéïcixe airbnb:èrbiènebi wifi:ouifi jeans:djine sequel:sikouelle
    manager:manadjeur managers:manadjeur
    challenge:tchalennje challenges:tchalennje blazer:blazère blazers:blazère skate:skeïte spoiler:spoïleur
    blockbuster:blocbeusteur blockbusters:blocbeusteur burger:beurgueur burgers:beurgueur nuggets:neuguette
    kitesurf:kaïtesurf slice:slaïce corner:cornère corners:cornère hoodie:oudi hit:hitte hits:hitte brexit:brècsitte
    killer:kileur killers:kileur manhattan:manatane kubernetes:coubernétisse skincare:skinekère reddit:rédite
    best-seller:bestsélère best-sellers:bestsélère truck:treuk trucks:treuk supporters:supportère
    reporters:reportère posters:postère
    bitcoin:bitcoïne bitcoins:bitcoïne arena:aréna mclaren:maclarène mcdonald:macdonalde mckinsey:makinzé
    sticker:stickère stickers:stickère cover:coveur"""
)
"""By the word in small letters."""

ITALIAN_LOANWORDS = _table(
    """install:instòl playoff:pleiòf playoffs:pleiòf macbook:macbùc touchscreen:taccscrìn framework:frèimuorc
    debug:dibàgh gaming:ghéiming gamer:ghéimer spread:spred rating:réiting equity:équiti fund:fand flow:flou
    stakeholder:stéicolder stakeholders:stéicolder governance:gàvernans welfare:uèlfer know-how:nouàu low:lou
    cheeseburger:cisbùrgher hamburger:ambùrgher cookie:cuchi cookies:cuchis brownie:bràuni brownies:bràunis
    cheesecake:ciskéic crumble:cràmbol look:luc talk:toc tie-break:taibréic break:breic goal:gol fake:feic
    sharing:scèring e-commerce:icòmmers source:sors learning:lèrning deep:dip white:uàit house:àus united:iunàited
    joe:giò airbnb:erbienbì uber:ùber booking:bùching ebay:ibèi easyjet:isigèt paypal:péipal spacex:speisècs
    influencer:influènser influencers:influènser follower:fòllouer followers:fòllouers lockdown:locdàun meeting:mìting
    file:fail outfit:àutfit make-up:meicàp franchising:francciàising venture:vèncer partnership:pàrtnerscip
    planner:plànner customer:càstomer roaming:róming malware:màluer ransomware:rànsomuer spyware:spàiuer bug:bagh
    notebook:nòtbuc joystick:giòistic username:iuserném timeline:tàimlain stories:stòris reel:ril challenge:ciàllenge
    gameplay:ghéimplei remake:riméic backstage:becstéige out:aut outlet:àutlet country:càntri wild:uàild safety:séifti
    football:fùtbol mountain:màunten skateboard:schéitbord snowboard:snòubord storage:stòrige store:stor tool:tul
    toolkit:tùlchit upgrade:apgréid voucher:vàucer compliance:complàians crowdfunding:craudfànding dumping:dàmping
    finance:fàinans insight:ìnsait core:cor processor:pròsesor lead:lid lifestyle:làifstail mood:mud
    offshore:ofsciòr outsourcing:autsórsing packaging:pàcheging pricing:pràising range:réinge
    recycling:risàicling release:rilìs retailer:ritéiler scouting:scàuting slide:slaid slides:slaid
    speed:spid sticker:stìcher style:stail supporter:supòrter timing:tàiming touchdown:taccdàun trust:trast
    underground:andergràund vintage:vìntige voice:vois winner:uìnner wrestling:rèsling write:ràit
    build:bild cluster:clàster endpoint:èndpoint header:hèder output:àutput thread:tred
    discount:discàunt workshop:uòrcsciop website:uebsàit webinar:uèbinar docker:dòcher
    default:difòlt deploy:diplòi trainer:tréiner spending:spènding update:apdéit running:rànning
    burger:bùrgher cheddar:cèddar bacon:bèicon finger:fìngher hour:àuar away:auèi rider:ràider riders:ràiders
    cake:chèic cupcake:capchéic muffin:màffin blender:blènder outlook:àutluc outlooks:àutluc management:mènegment
    trader:trèider traders:trèiders broker:bròcher insider:insàider dealer:dìler surplus:sùrplus revenue:rèveniu
    guidance:gàidans yield:ild target:tàrghet price:prais upside:àpsaid downside:dàunsaid gender:gènder policy:pòlisi
    trial:tràial trials:tràials outcome:àutcam cut-off:catòff background:becgràund bias:bàias baseline:béislain
    hazard:àsard blazer:blèiser sneakers:snìchers t-shirt:tiscèrt coupon:cupòn oversize:oversàis leggings:lègghins
    beauty:biùti skincare:schinchèr plug:plag soundbar:saundbàr audiobook:audiobùc sequel:sìquel reboot:ribùt
    reality:riàliti playlist:plèilist coach:còuch kitesurf:càitsurf skate:schéit resort:risòrt transfer:trànsfer
    spa:spà email:imèil emails:imèil upload:aplòud client:clàient hardware:àrduer software:sòftuer screenshot:scrìnsciot
    fullscreen:fulscrìn container:contèiner commit:commìt issue:ìsciu issues:ìscius pipeline:pàiplain
    template:tèmpleit developer:devèloper owner:òuner call:col dataset:dàtasset friday:fràidei
    monday:màndei sunday:sàndei saturday:sàturdei cyber:sàiber lakers:lèichers celtics:sèltics warriors:uòriors
    spurs:spars cleveland:clìvland arsenal:àrsenal federer:fèderer thuram:turàm haaland:àland vingegaard:vìnghegord
    evenepoel:evenepùl pogacar:pogàciar reijnders:rèinders alcaraz:àlcaraz nadal:nadàl macron:macròn enrique:enrìche
    jannik:iànnik jokic:iòchich modric:mòdrich wagner:vàghner schneider:shnàider
    celsius:cèlsius gigahertz:gigaèrz megahertz:megaèrz
    kilohertz:chiloèrz json:gèison ios:aioèsse macos:maccoèsse xiaomi:sciaòmi marseille:marsèi münchen:mùnchen
    chrome:crom linkedin:lincdìn chip:cip chips:cips node:nòud giroud:girù joule:giùl kilojoule:chilogiùl
    boot:but share:scèr git:ghit github:ghìtab leclerc:leclèr easy:ìsi size:sais effect:effèct verbose:verbòus
    agent:éigent melbourne:mélborn pole:pol bce:bicié fmi:effemmì cda:cidià rca:erreccià iss:iessèsse oms:oemmesse
    take:teic report:repòrt night:nait home:hom sales:sèils story:stòri coaching:còcing airport:èrport flight:flait
    boarding:bòrding keyboard:chìbord walking:uòching workout:uorcàut eyeliner:ailàiner foundation:faundéscion
    peeling:pìling cache:chesc cloud:clàud science:sàiens streamer:strìmer streamers:strìmer streaming:strìming
    newcastle:niucàsol leicester:lèster brighton:bràiton southampton:sautèmpton wolverhampton:uolverèmpton stroll:strol
    clooney:clùni grosjean:grosgiàn ocon:ocòn rabiot:rabiò benzema:bensemà coman:comàn maignan:megnàn lloris:lorìs
    monfils:monfìs griezmann:grìsman zidane:sidàn descartes:decàrt pasteur:pastèr sartre:sartr
    voltaire:voltèr camus:camù deleuze:delòs dumas:dumà chirac:sciràc
    mitterrand:mitteràn hollande:ollànd deneuve:denòv godard:godàr cotillard:cotiàr
    laplace:laplàs coulomb:culòmb fermat:fermà becquerel:becherèl
    monet:moné manet:mané degas:degà cezanne:sesàn gauguin:goghén seurat:serà rodin:rodèn
    debussy:debussì ravel:ravèl bizet:bisé toulouse:tulùs lautrec:lotrèc nantes:nant rennes:ren lille:lil cannes:can
    montpellier:monpelié calais:calè strasbourg:strasbùr avignon:avignòn grenoble:grenòbl versailles:versài
    camembert:camambèr beaujolais:bogiolè sauternes:sotèrn saint-tropez:sentropé mont:mon foie:fua gras:gra
    bistrot:bistrò loire:luàr vuitton:vuittòn roulotte:rulòt nvme:ennevuemmeé run:ran dzeko:gèco
    teodosic:teodòsich perisic:pèrisich kostic:còstich rakitic:ràchitich pjanic:piànich vucic:vùcich lulic:lùlich"""
)
"""By the word in small letters; those with a hyphen count as a whole."""
