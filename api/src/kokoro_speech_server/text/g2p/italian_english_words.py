"""English words in Italian texts, written so that espeak-ng says them as people in Italy do."""


def _table(written: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in written.split())


_WORDS = _table(
    """ability:abìliti about:abàut above:abàv access:àcses accessibility:acsessibìliti accessory:acsèssori
    account:accàunt accountability:accauntabìliti accounting:accàunting accounts:accàunts ace:éis action:ècscion
    actually:àcciuali address:adrès advantage:advàntige adventure:advèncer advertiser:àdvertaiser
    advertising:àdvertaising advice:advàis adviser:advàiser advisor:advàisor adware:èdwer afternoon:afternùn
    age:éige agency:èigensi aging:èiging air:er airbag:èrbeg airline:èrlain airpods:èrpods album:àlbum alien:àlien
    aliens:àlien all-in-one:olinuàn all-inclusive:olinclùsiv allow:alàu already:olrèdi altcoin:òltcoin
    amazing:amèising ambulance:èmbiulans analyst:ànalist analytics:analìtics analyze:ànalais android:àndroid
    angel:èingel anger:èngher animal:ènimal animation:animéscion anime:ànime anniversary:anivèrsari annoying:anòing
    another:anàder answer:ànser anti-aging:antièiging anti-doping:antidòping apple:èpol application:aplichéscion
    apply:aplài appstore:èpstor arcade:archèid archive:àrcaiv army:àrmi around:aràund array:arrèi arrow:èrrou
    article:àrticol artificial:artifìscial artwork:àrtworc ask:asc assembly:assèmbli asset:àsset assets:àssets
    assist:àssist assistant:assìstant assurance:asciùrans async:èsinc attachment:attàcment auction:òcscion
    audience:òdiens audit:òdit auditor:òditor august:ògast author:òtor automation:otoméscion autumn:òtam
    available:avèilabol avatar:àvatar average:àverage await:auèit award:auòrd awards:auòrds aware:auèr
    awareness:auèrnes awesome:òsom baby:bèibi babysitter:bebisìtter back:bec back-end:bechènd backend:bechènd
    backing:bèching backlog:bèclog backpacker:becpècher backup:bècap bad:bed badge:bege badges:bèges bag:beg
    bagel:bèghel bags:begs balance:bèlans ball:bol balloon:balùn band:bend bandwidth:bèndwidt bang:beng bank:benc
    banker:bèncher banking:bènching banks:bencs banner:bànner barbecue:barbechiù barman:bàrman bartender:bartènder
    baseball:bèisbol bat:bet batch:bech batman:bètmen battery:bèteri battle:bètel beach:bich beam:bim bean:bin
    beans:bins bear:ber beat:bit beats:bits beautiful:biùtiful because:bicòs bedroom:bèdrum beef:bif beer:bir
    before:bifòr begin:beghìn beginner:beghìnner behind:biàind benchmark:bèncimarc best-of:bestòv
    best-seller:bestsèller bestseller:bestsèller better:bèter between:bitwìn beyond:biiònd bigger:bìgher bike:bàic
    biker:bàicher bikes:bàics bill:bil billboard:bìlbord billion:bìlion binge:binge bird:berd birds:berds birth:bert
    birthday:bèrtdei bitcoin:bìtcoin bitcoins:bìtcoins bite:bàit bitrate:bitréit bitter:bìter black:blec
    blackjack:blècgec blacklist:blèclist blackout:blècaut blade:blèid blind:blàind blizzard:blìzzard block:bloc
    blockbuster:blocbàster blockbusters:blocbàsters blockchain:blòkcein blocker:blòcher blogger:blògher
    bloggers:blòghers blogging:blòghing blood:blad bloom:blum blouse:blàus blue:blu blues:blus bluetooth:blutùt
    bluff:blaf blunder:blànder blush:blash board:bord boards:bords boat:bòut body:bòdi bodybuilding:bodibìlding
    bodyguard:bòdigard boiler:bòiler bomber:bòmber bonding:bònding bone:bòun bonus:bònus book:buc books:bucs
    boolean:bùlian boom:bum boomer:bùmer boomerang:bumeràng boost:bust booster:bùster boosting:bùsting booth:but
    boots:buts border:bòrder boss:bos botox:bòtocs bottle:bòtel bottom:bòtom boulder:bòlder bouldering:bòldering
    bounce:bàuns bound:bàund bowl:bòul bowling:bòuling box:bocs boxer:bòcser boxing:bòcsing boy:bòi
    boyfriend:bòifrend boys:bòis brain:brèin brainstorming:breinstòrming brake:bréic brand:brend branding:brènding
    brandizzata:brendizzàta brandizzati:brendizzàti brandizzato:brendizzàto brandy:brèndi bread:bred
    breakdown:brècdaun breakfast:brècfast breaking:brèching breakout:brecàut breath:bret brexit:brècsit bridge:brige
    bridging:brìging brief:brif briefing:brìfing bright:bràit british:brìtish broad:brod broadcast:bròdcast
    broadcasting:bròdcasting broadway:bròdwei brochure:brosciùr broke:bròuc brother:bràder brothers:bràders
    brown:bràun browser:bràuser browsing:bràusing brunch:branch brush:brash bubble:bàbol buck:bac budget:bàget
    buffer:bàffer bugs:bags builder:bìlder building:bìlding built:bilt bulldog:bùldog bulldozer:buldòser
    bullet:bùlet bully:bùlli bullying:bùliing bunker:bùncher burn:bern burnout:bernàut business:bìsnes
    businessman:bìsnesmen businesswoman:bìsnesuman butter:bàter butterfly:bàterflai button:bàtton buy:bài
    buyback:baibèc buyer:bàier buying:bàing buzz:bas by:bai bye:bai bypass:baipàs bypassare:baipassàre byte:bàit
    bytes:bàit cable:chèibol cakes:chèics callback:còlbec calls:cols cam:chem camp:chemp camper:càmper campus:càmpus
    cancel:chènsel candle:chèndol candy:chèndi cannot:chènnot captain:chèpten cardboard:càrdbord cardigan:càrdigan
    career:carìr caregiver:cheghìver caregivers:cheghìvers cargo:càrgo carpooling:carpùling carry:chèrri
    cartoon:cartùn cartoons:cartùns cash:chesh cashback:chèshbec cashflow:chèshflou cashmere:càshmir casting:càsting
    castle:càsol casual:chèsual cat:chet catcalling:chetcòling catch:chech category:chètegori catering:chètering
    caterpillar:catèrpillar celebrities:selèbritis celebrity:selèbriti center:sènter centre:sènter century:sènciuri
    certified:sèrtifaid chain:cèin chair:cer chairman:cèrmen challenger:cièllenger chamber:cèimber champion:cèmpion
    champions:cèmpions championship:cièmpionscip chance:cians change:cèinge changing:cèinging channel:cènnel
    channels:cènnels chapter:cièpter character:chèracter charge:ciàrge charger:ciàrger charity:cèriti charm:ciàrm
    chart:ciàrt charter:ciàrter charts:ciàrts chat:ciàt chatbot:ciatbòt chatgpt:ciatgipitì chatroom:ciàtrum
    chatta:ciàtta chattare:ciattàre cheap:cip cheat:cit check:cec check-in:cechìn checker:cècher checking:cèchhing
    checklist:cèclist checkmate:cècmeit checkout:cecàut checkpoint:cècpoint checkup:cecàp cheese:cis chef:scef
    cherry:cèrri chess:ces chest:cest chewing-gum:ciuingàm chewingum:ciuingàm chicken:cìchen chief:cif child:ciàild
    children:cìldren chill:cil chilling:cìling choice:ciòis choose:ciùs chop:ciòp chopper:ciòpper chose:ciòus
    christmas:crìsmas chromebook:cromebùc chronic:crònic church:cerch churn:cern chutney:ciàtni circle:sèrcol
    circuit:sèrquit circus:sìrcus cities:sìtis city:sìti civil:sìvil claim:clèim claims:clèims class:clas
    classic:clàssic clean:clin cleaning:clìning clear:clir clearance:clìrans cliccare:cliccàre clickbait:clicbèit
    cliffhanger:clifènger climate:clàimet climbing:clàiming clipper:clìper clock:cloc close:clòus closed:clòusd
    closing:clòsing clothes:clòus clown:clàun club:clab clutch:clach co-founder:cofàunder co-working:couòrching
    coast:còust coat:còut cocktail:còcteil coder:còder coding:còding coffee:còfi cofounder:cofàunder coke:còuc
    coldplay:còldplei collection:colècscion college:còlege combat:còmbat comeback:càmbec comedy:còmedi
    comfort:còmfort comic:còmic comics:còmics coming:càming comment:còmment commercial:comèrscial
    commitment:comìtment committare:commitàre communication:comiunichéscion communities:comiùnitis
    community:comiùniti company:còmpani competitor:compètitor competitors:compètitors computer:compiùter
    computing:compiùting concealer:consìler concept:cònsept concert:cònsert conference:cònferens confident:cònfident
    config:cònfig connection:conècscion consultant:consàltant consulting:consàlting content:còntent
    contents:còntents contest:còntest context:còntecst contract:còntract contractor:contràctor control:contròl
    controller:contròller conversation:converséscion conversion:convèrscion cook:cuc cookbook:cùcbuc cooking:cùching
    cool:cul cooler:cùler copy:còpi copyright:còpirait copywriter:còpiraiter copywriting:còpiraiting
    cordless:còrdles corner:còrner cornflakes:cornflèics correct:corrèct cottage:còttege cotton:còtton couch:càuch
    count:càunt countdown:càuntdaun county:càunti course:cors court:cort cousin:càsin cover:còver covers:còvers
    cow:càu cowboy:caubòi cowgirl:caughèrl coworker:couòrcher coworking:couòrching crack:crec cracker:crècher
    crackers:crècher cracking:crèching crash:cresh crazy:crèisi cream:crim creator:crièitor creators:crièitors
    credit:crèdit crew:criù crime:cràim criminal:crìminal cringe:cringe cringiare:cringiàre cross:cros
    crossfit:cròsfit crossing:cròssing crossover:crossòver crossroad:cròsroud crossword:cròsword crowd:cràud
    crowdsourcing:craudsòrsing crown:cràun cruise:crus crunch:cranch crunchy:crànci crush:crash cry:crài
    crypto:crìpto cube:chiùb cult:calt cup:cap cupcakes:capchèics curling:chèrling currency:còrrensi current:càrrent
    curry:càrri cushion:cùscion custom:càstom customers:càstomers customize:castomàis customizer:castomàiser cut:cat
    cutter:càtter cyberbullismo:saiberbullìsmo cybercrime:sàibercraim cybersecurity:saibersechiùriti cyborg:sàiborg
    cycling:sàicling daemon:dìmon daily:dèili damage:dèmige dance:dens dancehall:dènsol dancer:dènser danger:dèinger
    dark:darc darkness:dàrcnes dash:desh dashboard:dèshbord database:dàtabeis dating:dèiting day:dèi daycare:dèicher
    days:dèis dead:ded deadline:dèdlain deal:dil deals:dils death:det debate:dibèit debian:dèbian
    debriefing:dibrìfing debuggare:debagàre debuggato:debagàto decision:desìscion deck:dec decode:dicòd
    defender:difènder delay:dilèi delete:dilìt deliverable:delìverabol deliverables:delìverabols delivery:delìveri
    demand:dimànd demo:dèmo department:dipàrtment deployare:diploiàre deployato:diploiàto deployment:diplòiment
    derby:dèrbi desert:dèsert design:disàin designer:disàiner designers:disàiners desk:desc desktop:dèsctop
    destroy:distròi detail:ditèil detox:ditòcs develop:devèlop developers:devèlopers development:devèlopment
    device:divàis devices:divàisses devil:dèvil devops:devòps dialog:dàialog diamond:dàiamond diary:dàiari
    diesel:dìsel diet:dàiet different:dìferent digger:dìgher digital:dìgital dime:dàim dinner:dìnner direct:dairèct
    direction:dairècscion directive:dairèctiv director:dairèctor directors:dairèctors directory:dairèctori
    dirty:dèrti discover:discàver discovery:discàveri disease:disìs disk:disc dispenser:dispènser display:displèi
    district:dìstrict diversity:daivèrsiti django:giàngo doctor:dòctor dollar:dòllar domain:domèin domestic:domèstic
    dongle:dòngol donut:dònat donuts:dònats door:dor doping:dòping double:dàbol down:dàun downgradare:daungreidàre
    downgrade:dàungreid download:dàunlod downloadare:daunlodàre downloads:dàunlods downtime:dàuntaim
    downtown:dauntàun drag:dreg dragon:drègon drama:dràma draw:dro dream:drim dreams:drims dress:dres
    dressing:drèssing dribbling:drìbling drink:drinc drinks:drincs drive:dràiv drive-in:draivìn driver:dràiver
    drivers:dràivers drop-down:dropdàun dropbox:dròpbocs dropdown:dropdàun dropshipping:dropscìping drunk:dranc
    dry:drài duck:dac dump:damp dust:dast duty-free:diutifrì dying:dàing dynamic:dainàmic e-bike:ibàic e-book:ibùc
    e-learning:ilèrning e-mail:imèil e-shop:isciòp eagle:ìgol ear:ìr earbuds:ìrbads early:èrli earning:èrning
    earnings:èrnings earth:ert east:ist eat:it ebook:ibùc ebooks:ibùcs echo:ècou eco-friendly:ecofrèndli
    economy:icònomi edge:ege editing:èditing edition:edìscion editor:èditor education:educhéscion effort:èffort
    egg:eg elastic:elàstic elegant:èlegant elementary:elemèntari elevator:elevèitor elite:elìt elizabeth:elìsabet
    embargo:embàrgo emergency:emèrgensi emoji:emògi empire:empàir employee:emploiì employer:emplòier
    empowerment:empàuerment empty:èmpti enable:enèibol ending:ènding endless:èndles endorsement:endòrsment
    endurance:endiùrans energy:ènergi engage:inghéige engagement:inghéigement engine:èngin engineer:enginìr
    engineering:enginìring engines:èngins england:ìngland english:ìnghlish enjoy:engiòi enough:inàf
    enterprise:ènterprais entrance:èntrans entry:èntri environment:envàironment environmental:envaironmèntal
    episode:èpisoud equality:iquòliti equalizer:iqualàiser error:èrror escort:èscort essential:essènscial
    ethernet:ìternet europe:iùrop event:ivènt events:ivènts ever:èver evergreen:evergrìn every:èvri
    everything:èvriting evil:ìvil excellence:ècselens exchange:ecs-cèinge exclusive:ecsclùsiv executive:ecsèchiutiv
    exercise:ècsersais exit:ècsit expand:ecspènd experience:ecspìriens experiment:ecspèriment expert:ècspert
    explore:ecsplòr explorer:ecsplòrer export:ècsport express:ecsprès extension:ecstènscion externally:ecstèrnali
    extra:ècstra extreme:ecstrìm eye:ài eyes:àis facebook:féisbuc facility:fassìliti fact:fect factor:fàctor
    factory:fèctori fade:fèid fail:fèil fair:fer fairplay:ferplèi fairy:fèri faith:fèit fall:fol fallout:fòlaut
    family:fèmili fancy:fènsi fantasy:fàntasi fashion:fèscion fashionable:fèscionabol fast-food:fastfùd fat:fet
    father:fàder favorite:fèivorit fear:fìr feature:fìciur features:fìciurs featuring:fìciuring federal:fèderal
    fee:fi feed:fid feedback:fìdbec feel:fil feeling:fìling feelings:fìlings fees:fis fertilizer:fèrtilaiser
    fever:fìver few:fiù fiction:fìcscion field:fild fields:filds fight:fàit fighter:fàiter files:fàils filler:fìller
    filter:fìlter final:fàinal finals:fàinals find:fàind finder:fàinder fine-tuning:faintiùning finish:fìnish
    fintech:fintèc fire:fàir firebase:fàirbeis firefox:fàirfocs firewall:fàirwol fireworks:fàirworcs firm:ferm
    firmware:fìrmwer firmwares:fìrmwers first:ferst fisher:fìscer fishing:fìscing fitness:fìtnes fitting:fìting
    five:fàiv fix:fics flag:fleg flagship:flègscip flame:fléim flap:flep flash:flesh flashare:flesciàre flat:flet
    flood:flad floor:flor floppy:flòpi flower:flàuer flush:flash fly:flài flyer:flàier flying:flàing focus:fòcus
    folder:fòlder folk:folc follow:fòllou food:fud foodie:fùdi foot:fut footer:fùter footing:fùting force:fors
    forecast:fòrcast forecasting:fòrcasting forever:forèver forget:forghèt fork:forc format:fòrmat forty:fòrti
    forward:fòrword found:fàund founder:fàunder founders:fàunders fountain:fàunten fourth:fort fox:focs frame:fréim
    framing:frèiming franchise:frènciais fraud:frod free:fri freedom:frìdom freelance:frìlens freelancer:frìlenser
    freelancing:frìlensing freemium:frìmium freeride:frìraid freestyle:frìstail freeware:frìuer freeze:fris
    freezer:frìser fridge:frige friend:frend friendly:frèndli friends:frends friendship:frèndscip front-end:frontènd
    frontend:frontènd frontman:fròntmen frosting:fròsting frozen:fròsen ftp:efftipì fuck:fac fuel:fiùel
    fulfillment:fulfìlment full:ful fun:fan function:fànscion funding:fànding fundraising:fandrèising funds:fands
    funk:fanc funky:fànchi funnel:fànel funny:fàni furniture:fòrniciur fury:fiùri fusion:fiùscion futures:fiùciurs
    fuzzy:fàsi gadget:gàget gadgets:gàgets gain:ghèin galaxy:ghèlacsi gallery:gèleri gambling:ghèmbling game:ghéim
    games:ghéims gang:gheng gangster:ghèngster gap:ghep garden:gàrden gaslighting:gaslàiting gate:ghéit
    gateway:ghéitwei gay:ghèi gear:ghir geek:ghic generation:generéscion generator:generèitor gentleman:gèntelmen
    gentlemen:gèntelmen get:ghet getting:ghèting ghost:gòst ghosting:gòsting giant:giàiant gift:ghift gifts:ghifts
    gigabyte:gigabàit ginger:gìnger girl:gherl girlfriend:ghèrlfrend girls:gherls gitlab:ghìtleb give:ghiv
    glamour:glèmur glamping:glèmping glass:glas global:glòbal gloss:glos glossy:glòssi glove:glav gmail:gimèil
    golden:gòlden good:gud goodbye:gudbài googlare:gugolàre google:gùgol gospel:gòspel gossip:gòssip gothic:gòtic
    grace:gréis grade:grèid grass:gras gravy:grèivi gray:grèi green:grin greenwashing:grinwòscing grill:gril
    grinder:gràinder groom:grum groove:gruv gross:gros ground:gràund grow:gròu growth:gròut guard:gard guest:ghest
    guideline:gàidlain guidelines:gàidlains guilty:ghìlti guitar:ghitàr gum:gam gun:gan guru:gùru gym:gim hack:ec
    hackathon:ecàton hacker:hècher hackeraggio:acheràggio hackerare:acheràre hackerata:acheràta hackerati:acheràti
    hackerato:acheràto hackers:ècher hacking:èching hair:er hairstyle:èrstail half:af hall:ol halloween:allouìn
    hamburgeria:amburgherìa hamburgers:ambùrghers hammer:èmmer hand:end handball:èndbol handle:èndol
    handling:èndling handmade:endmèid hang:eng happen:èpen happening:èppening happy:èpi harbour:àrbor hard:ard
    hardcoded:ardcòded hardcore:àrdcor hardcover:ardcòver hash:esh hashtag:àshtag hat-trick:ettrìc hate:èit
    hater:èiter haters:èiters hattrick:ettrìc hawk:oc head:ed headcount:èdcaunt headhunter:edànter heading:èding
    headline:èdlain headphone:èdfon headphones:èdfons headset:èdset health:elt healthcare:èltcher heart:art heat:it
    heaven:èven heavy:èvi hedge:ege height:àit hell:el hello:allò helmet:èlmet help:elp helpdesk:elpdèsc
    helper:èlper herald:èrald hero:ìrou heroes:ìrous hi-tech:aitèc high:ài highlight:àilait highlighter:àilaiter
    highlights:àilaits highway:àiuei hike:àic hiking:àiching hint:int hip-hop:ipòp hipster:ìpster hire:àir
    history:ìstori hit:it hits:its hobby:òbbi hockey:òchei hold:old holder:òlder holding:òlding hole:òul
    holiday:òlidei holidays:òlideis hollywood:òlliud homeless:òumles homemade:òumeid homepage:òumpeige
    honeymoon:animùn hood:ud hoodie:ùdi hoop:ùp hope:òup horizon:oràison horror:òrror horse:ors hose:òus
    hospital:òspital host:ost hostel:òstel hostess:òstes hosting:òsting hostname:òstneim hot:ot hot-dog:otdòg
    hotdog:otdòg hotel:otèl hotkey:òtchi hotline:òtlain hotspot:otspòt household:àusold housing:àusing how:àu
    html:accatiemmèlle http:accatitipì https:accatitipiésse hub:ab hubs:abs huge:iùge human:iùman humor:iùmor
    humour:iùmor hundred:àndred hunger:àngher hungry:àngri hunt:ant hunter:ànter hunting:ànting hurricane:àrrichein
    hurry:àrri husband:àsband hybrid:àibrid hype:àip hypermarket:aipermàrchet ice:àis iceland:àisland icloud:aiclàud
    icon:àicon identity:aidèntiti idol:àidol illness:ìlnes imac:aimèc image:ìmige imaging:ìmiging imessage:aimèssige
    impact:ìmpact import:ìmport impossible:impòssibol impression:imprèscion improve:imprùv inbound:ìnbaund
    inbox:ìnbocs index:ìndecs individual:individiùal indoor:ìndor industry:ìndastri influence:ìnfluens
    information:informéscion ink:inc inner:ìnner input:ìnput inside:insàid insights:ìnsaits instagrammer:instagrèmer
    instance:ìnstans instant:ìnstant institute:ìnstitiut insurance:insciùrans integer:ìnteger
    intelligence:intèligens interactive:interàctiv interest:ìnterest interface:ìnterfeis internal:intèrnal
    internally:intèrnali international:internèscional internet:ìnternet internship:ìnternscip
    internships:ìnternscips interview:ìnterviu investment:invèstment investor:invèstor investors:invèstors
    ipad:aipèd iphone:aifòn iphones:aifòn ipod:aipòd ireland:àirland iron:àiron ironman:aironmèn island:àiland
    item:àitem items:àitems itunes:aitiùns jack:gec jacket:gèchet jackpot:gècpot jam:gem jamming:gèming java:giàva
    javascript:giavascrìpt jeans:gins jeep:gip jersey:gèrsi jet:get jet-lag:gètleg jetlag:gètleg jetset:gètset
    jihad:giàd jira:gìra job:giob jobless:giòbles jobs:giobs jogger:giògher jogging:giòghing join:giòin joint:giòint
    joke:giòuc joker:giòcher jolly:giòlli journal:giòrnal journalism:giòrnalism journey:giòrni joypad:giòipad
    jpeg:gèipeg jpg:gipièg judge:giàge juice:giùs jukebox:giùbocs july:giulài jumbo:giùmbo jump:giàmp jumper:giàmper
    jungle:giàngol junior:giùnior junk:giànc just:giàst kanban:cànban keep:chip kenneth:chènet kernel:chèrnel
    ketchup:chècciap key:chi keynote:chìnout keypad:chìped keys:chis keyword:chìuord keywords:chìuords kick:chìc
    kickboxing:chicbòcsing kickoff:chicòf kickstarter:chicstàrter kid:chid kids:chids kill:chil killare:chillàre
    killer:chìller kilobyte:chilobàit kindle:chìndol king:ching kiss:chis kit:chit kitchen:chìcen kite:càit
    kitten:chìten knife:nàif knight:nàit knockout:nocàut knowledge:nòlege kubernetes:cubernètes lab:leb label:lèibol
    labels:lèibols labour:lèibor lacking:lèching ladies:lèidis lady:lèidi lake:léic land:lend landing:lènding
    landscape:lèndscheip language:lènguige lapse:leps laptop:lèptop large:large laser:làser last-minute:lastmìnit
    lasting:làsting late:léit latency:lèitensi later:léiter latest:lèitest launch:lonch launcher:lòncer
    laundry:lòndri law:lo lawyer:lòier layer:léier layers:léiers layout:lèiaut leader:lìder leaderboard:lìderbord
    leaders:lìders leadership:lìderscip leaflet:lìflet league:lig leak:lic leaks:lics learn:lern lease:lis
    leasing:lìsing leather:lèder leave:liv lecture:lèccer ledger:lèger legacy:lègassi legal:lìgal legend:lègend
    length:lengt less:les letter:lèter level:lèvel liability:laiabìliti liberty:lìberti library:làibrari
    license:làissens lie:lài life:làif lifting:lìfting light:làit lighthouse:làitaus lighting:làiting
    lightning:làitning lights:làits like:làic likes:làics limit:lìmit limited:lìmited line:làin lines:làins
    lineup:lainàp link:linc linking:lìnching links:lincs linux:lìnucs lipstick:lìpstic listing:lìsting little:lìtol
    live:làiv lives:làivs living:lìving load:lòud loading:lòuding loan:lòun loans:lòuns lobbista:lobbìsta
    lobby:lòbbi lobbying:lòbbiing local:lòcal localhost:lòcalost location:lochéscion lock:loc lockscreen:locscrìn
    log-in:loghìn log-out:logàut loggarsi:logàrsi logged:logd logger:lògher login:loghìn logout:logàut lonely:lònli
    longboard:longbòrd looking:lùching loop:lup loss:los lotion:lòscion lottery:lòteri lounge:làunge love:lav
    lover:làver lovers:làvers low-cost:loucòst loyal:lòial loyalty:lòialti luck:lac lucky:làchi lump:lamp
    lunch:lanch luxury:làcsciuri lying:làing machine:mascìn made:mèid magazine:mègasin magic:mègic mail:mèil
    mailbox:mèilbocs mailing:mèiling mailing-list:meilinglìst main:mèin mainframe:mèinfreim mainstream:mèinstrim
    maintenance:mèintenans major:mèigior majors:mèigiors make:méic maker:méicher makers:méichers makeup:meicàp
    mall:mol manage:mènege manager:mànager managers:mànagers managing:mèneging manual:mèniual
    manufacturing:manufèccering map:mep mapping:mèping maps:meps marker:màrcher market:màrchet marketing:màrcheting
    marketplace:màrchetpleis markets:màrchets mask:masc mass:mas master:màster masterclass:màsterclas match:mèch
    matchare:mecciàre matchday:mècidei matching:mèccing matchpoint:mècipoint math:met matter:màtter maximum:màcsimum
    maybe:mèibi meal:mil mean:min means:mins meet:mit meetings:mìtings megabyte:megabàit member:mèmber
    members:mèmbers membership:mèmberscip meme:mim memes:mims memory:mèmori mention:mènscion mentor:mèntor
    mentoring:mèntoring mentorship:mèntorscip merchandise:mèrciandais merchandising:mèrciandaising merchant:mèrciant
    merge:mèrge mergiare:mergiàre merging:mèrging message:mèssige messages:mèssiges messaging:mèsseging
    messenger:mèssenger metal:mètal meter:mìter microphone:màicrofon middle:mìdel middleware:mìdelwer mike:màic
    milestone:màilstoun milestones:màilstouns military:mìlitari milkshake:milcscèic milky:mìlchi
    millennial:millènnial millennials:millènnials million:mìlion mind:màind mindfulness:màindfulnes mindset:màindset
    minimum:mìnimum mining:màining ministry:mìnistri mirror:mìrror miss:mis mission:mìscion mister:mìster mix:mics
    mixer:mìcser mobbing:mòbbing mobility:mobìliti mock-up:mocàp mockup:mocàp model:mòdel modern:mòdern money:màni
    monitoring:mònitoring monopoly:monòpoli monster:mònster month:mant monthly:màntli months:mants moon:mun
    mortgage:mòrghige mother:màder motion:mòscion motor:mòtor mouse:màus mousepad:màusped mouth:màut move:muv
    movement:mùvment movie:mùvi movies:mùvis moving:mùving muffins:màffins multijet:multigèt multiplayer:multiplèier
    multitasking:multitàsching murder:mèrder museum:miusìum music:miùsic musical:miùsical musicals:miùsical
    must:mast mystery:mìsteri nachos:nàcios name:néim names:néims naming:nèiming nation:néscion national:nèscional
    natural:nècciural navbar:nèvbar navigator:nàvigheitor navy:nèivi near:nir need:nid negotiation:negosiéscion
    neighborhood:nèiborud netflix:nètflics network:nètworc networking:nètworching networks:nètworcs neutral:niùtral
    never:nèver new:niù news:niùs newsfeed:niùsfid newsletter:niuslètter newspaper:niùspeiper newsroom:niùsrum
    next:necst nginx:enginècs nickname:nìcneim nightlife:nàitlaif nights:nàits nike:nàichi nine:nàin
    nintendo:nintèndo no-profit:nopròfit nobody:nòbodi noise:nòis non-profit:nonpròfit normal:nòrmal north:nort
    nose:nòus nothing:nàting notification:notifichèscion november:novèmber now:nàu nuclear:niùcliar nugget:nàghet
    nuggets:nàghets null:nall number:nàmber nurse:ners nursery:nèrseri nut:nat nuts:nats nylon:nàilon object:òbgect
    occasion:ochèiscion ocean:òscian off:of offer:òffer office:òfis officer:òfisser official:ofìscial offline:oflàin
    often:òfen on-demand:ondimànd on-line:onlàin onboard:onbòrd onboarding:onbòrding once:uàns one:uàn online:onlàin
    only:ònli open:òpen openai:openeiài opening:òpening openspace:openspèis operator:operèitor
    opportunity:oportiùniti option:òpscion optional:òpscional options:òpscions orange:òrenge order:òrder
    organic:orgànic organization:organaiséscion organizer:òrganaiser original:orìginal oscar:òscar other:àder
    outbound:àutbaund outdoor:àutdor outing:àuting outplacement:autplèisment outside:autsàid outsider:autsàider
    outstanding:autstènding over:òver overbooking:overbùching overdose:òverdos overflow:òverflou overlay:òverlei
    override:òverraid overseas:oversìs overtime:òvertaim overview:overviù own:òun owners:òuners ownership:òunerscip
    pacemaker:peismèicher package:pèchige packages:pèchiges packing:pèching pad:ped paddle:pàdel padel:pàdel
    page:péige pages:péiges paint:pèint painting:pèinting pair:per pancake:penchéic panel:pènel panic:pènic
    paper:pèiper paperback:pèiperbec papers:pèipers parachute:pàrasciut parade:parèid parent:pèrent parents:pèrents
    park:parc parking:pàrching part-time:partàim partner:pàrtner party:pàrti pass:pas passion:pèscion
    passport:pàsport password:pàssword passwords:pàsswords patch:pech path:pat patient:pèiscent pattern:pàttern
    pay:pèi pay-per-view:peiperviù pay-tv:peitivù payload:pèiloud payment:pèiment payments:pèiments payoff:peiòf
    payout:peiàut paywall:pèiuol peak:pic peer:pir penalty:pènalti people:pìpol pepper:pèpper peppermint:peppermìnt
    perfect:pèrfect performance:perfòrmans performances:perfòrmans performer:perfòrmer permanent:pèrmanent
    person:pèrson personal:pèrsonal petabyte:petabàit petting:pètting phase:féis phishing:fìscing phone:fòun
    phones:fòuns photo:fòto photoshop:fotosciòp php:piaccapì phrase:fréis physical:fìsical pick:pic pickup:picàp
    picture:pìcciur piece:pis piercing:pìrsing pilates:pilàtes pink:pinc pit-stop:pitstòp pitch:pich pixel:pìcsel
    pixels:pìcsels place:pléis plan:plen plank:plenc planning:plènning plastic:plàstic plate:pléit platform:plètform
    play:pléi playback:plèibec playbook:plèibuc player:pléier players:pléiers playground:plèigraund
    playmaker:pleimècher plays:pléis playstation:pleistèscion pleasure:plèsciur plug-and-play:plaghendplèi
    plug-in:plaghìn plugin:plaghìn plugins:plaghìns plumcake:plamchèic pocket:pòchet podcast:pòdcast
    podcaster:pòdcaster podcasts:pòdcasts poker:pòcher police:polìs policies:pòlissis political:polìtical
    politically:polìticalli pool:pul pop-corn:popcòrn pop-up:popàp popcorn:popcòrn population:popiulèscion
    popup:popàp porridge:pòrrige portfolio:portfòlio position:posìscion post-it:postìt poster:pòster posters:pòsters
    postgresql:posgresquelle posting:pòsting pound:pàund pounds:pàunds powder:pàuder power:pàuer powerbank:pàuerbenc
    powerpoint:pàuerpoint practice:pràctis premier:prèmier premium:prèmium prequel:prìquel present:prèsent
    presenter:presènter president:prèsident press:pres pressing:prèssing preview:priviù previous:prìvius
    priceless:pràisles prices:pràisses pride:pràid primary:pràimari primer:pràimer princess:prìnses printer:prìnter
    priority:praiòriti prison:prìson privacy:pràivassi prize:pràis problem:pròblem process:pròsses
    processing:pròssessing producer:prodiùsser product:pròdact production:prodàcscion products:pròdacts
    professional:profèscional professor:profèssor profile:pròfail profiling:profàiling profit:pròfit
    program:pròugram programmer:progrèmer programming:progrèming project:pròget projects:pròget promote:promòt
    promoter:promòter proof:pruf property:pròperti protection:protècscion protein:pròtin prototype:pròtotaip
    provider:provàider providers:provàiders proxy:pròcsi pseudonym:siùdonim pub:pab public:pàblic
    publisher:pàbliscer publishing:pàbliscing pull:pul pullover:pullòver pump:pamp punch:panch punk:panc
    puppet:pàpet purpose:pèrpos push-up:pusciàp pushare:pusciàre pusher:pùscer puzzle:pàsol python:pàiton qr:cu-èrre
    quality:quòliti quarter:quòrter queen:quìn queer:quìr queries:quèris query:quèri question:quèscion
    questions:quèscions queue:chiù quick:quìc quiet:quàiet quote:quòt quotes:quòts race:réis racing:réissing
    rack:rec radar:ràdar raider:rèider rail:rèil rain:rèin rainbow:rèinbou rally:rèlli random:rèndom ranger:rèinger
    rank:renc ranking:rènching rap:rep rapid:rèpid rapper:rèpper raspberry:ràsberri rave:réiv ray:rèi reach:rich
    reaction:riècscion read:rid reader:rìder reading:rìding ready:rèdi real-time:rialtàim realize:rìalais
    really:rìli realtime:rialtàim reason:rìson rebel:rèbel rebound:ribàund recall:ricòl recap:ricàp record:rècord
    recorder:ricòrder recording:ricòrding recovery:ricàveri recruiter:recrùter recruiting:recrùting
    recruitment:recrùtment recycle:rissàicol redesign:ridisàin redirect:ridairèct reducer:ridiùsser reels:rils
    reference:rèferens referral:rifèrral refresh:rifrèsh regular:règhiular relation:rilèscion relations:rilèscions
    relationship:rilèscionscip relax:relàcs reliable:rilàiabol reload:rilòud reminder:rimàinder remix:rimìcs
    remotely:rimòtli render:rènder rendered:rènderd rendering:rèndering repair:ripèr replay:riplèi reply:riplài
    reporter:repòrter reporting:repòrting reports:repòrts repository:ripòsitori request:riquèst
    requirements:riquàirments rescue:rèschiu research:risèrch reset:risèt resettare:resettàre residence:rèsidens
    resize:risàis resource:risòrs resources:risòrses response:rispòns responsibility:responsibìliti
    responsive:rispònsiv restart:ristàrt restyling:ristàiling result:risàlt results:risàlts resume:resumé
    retail:ritèil retention:ritènscion return:ritèrn revenge:rivènge reverse:rivèrs review:riviù reviews:riviùs
    revolution:revolùscion reward:riuòrd rewards:riuòrds rewriting:riràiting rice:ràis ride-sharing:raidscèring
    rigging:rìghing right:ràit rights:ràits rising:ràising risk:risc river:rìver road:ròud roadmap:ròudmep
    roadshow:ròudsciou roadster:ròudster roast:rost roastbeef:ròsbif roaster:ròster robot:ròbot rock:roc
    rocket:ròchet rocking:ròching role:ròul roll-out:rolàut rollback:ròlbec roller:ròller rolling:ròlling
    rollout:rolàut rollover:rollòver rolls:rols roof:ruf rookie:rùchi rookies:rùchis room:rum rooms:rums root:rut
    rope:ròup roulette:rulèt round:ràund route:rut router:ràuter routers:ràuters routine:rutìn rowling:ròling
    royal:ròial royalties:ròialtis royalty:ròialti rubber:ràber rugby:ràgbi rule:rul rules:ruls rumor:rùmor
    rumors:rùmors rumours:rùmors runner:rànner runtime:ràntaim runway:rànwei rush:rash rust:rast safe:séif sail:sèil
    saint:sèn salesforce:sèilsfors salesman:sèilsmen salt:solt same:séim sample:sàmpol sampler:sàmpler
    sanctions:sèncscions sand:send sandbox:sèndbocs sandwich:sèndwich save:séiv saw:so scale-up:scheilàp
    scaleup:scheilàp scaling:schèiling scan:schen scanner:schènner scanning:schènning schedule:schèdiul
    scheduler:schèdiuler scholarship:scòlarscip scholarships:scòlarscips school:scùl sciences:sàienses scoop:scup
    scooter:scùter score:scor scoreboard:scòrbord scores:scors scoring:scòring scotland:scòtland scout:scàut
    scream:scrim screen:scrin screening:scrìning screenshottare:scrinsciottàre scroll:scrol scrub:scrab scrum:scram
    scrumban:scràmban sea:si seamless:sìmles search:serch season:sìson seasons:sìsons seat:sit second:sècond
    secret:sìcret secretary:sècretari section:sècscion security:sechiùriti see:si seed:sid self-service:selfsèrvis
    selfie:sèlfi selfies:sèlfis sell:sel seller:sèller selling:sèlling senior:sènior sensor:sènsor
    september:septèmber serial:sìrial series:sìris serious:sìrius server:sèrver servers:sèrvers service:sèrvis
    services:sèrvisses session:sèscion set-up:setàp setting:sètting settings:sèttings settlement:sètelment
    setup:setàp seven:sèven sex:secs sexting:sècsting sexy:sècsi shade:scèid shader:scèider shaders:scèiders
    shadow:scèdou shake:scéic shaker:scècher shakerare:scecheràre shakerato:scecheràto shaming:scèming
    shampoo:sciàmpo shared:scerd shareholder:scèrolder shares:scers shareware:scèrwer shark:sciàrc sharp:sciàrp
    she:sci sheet:scit shelf:scelf shell:scel sheriff:scèriff sherry:scèrri shiatsu:sciàtsu shield:scild shift:scift
    ship:scip shipping:scìping shirt:scert shock:sciòc shocking:sciòching shoes:sciùs shoot:sciùt shooting:sciùting
    shop:sciòp shoppare:scioppàre shopper:sciòper shopping:sciòping shops:sciòps short:sciòrt short-list:sciortlìst
    shortcut:sciòrtcat shortcuts:sciòrtcats shortlist:sciortlìst shorts:sciòrts shot:sciòt shots:sciòts
    shoulder:sciòlder shout:sciàut show:sciòu showbiz:sciòubis showcase:sciòucheis showdown:sciòudaun shower:sciàuer
    showreel:sciòuril showroom:sciòurum shows:sciòus shut:sciat shutdown:sciatdàun shutter:sciàtter shuttle:sciàtel
    side:sàid sidebar:sàidbar sidecar:sàidcar sight:sàit sign:sàin silence:sàilens silent:sàilent silicon:sìlicon
    silver:sìlver simple:sìmpol singer:sìngher single:sìngol singles:sìngols singleton:sìngolton sink:sinc
    sister:sìster sitcom:sìtcom sitter:sìtter six:sics skateboarding:scheitbòrding skater:schéiter skating:schèiting
    sketch:schech ski:schi ski-lift:schilìft skilift:schilìft skill:schil skills:schils skin:schin skipass:schipàs
    skipper:schìpper sky:scài skyline:scàilain skype:scàip slack:slec slam:slem slang:sleng sleep:slip slice:slàis
    slogan:slògan slope:slòup slow:slòu slowdown:slòudaun slowfood:slòufud small:smol smart-tv:smarttivù
    smart-working:smartwòrching smartband:smartbènd smartphone:smartfòn smartphones:smartfòn smartwatch:smartwòch
    smash:smesh smile:smàil smith:smit smoke:smòuc smoking:smòching smoky:smòchi smooth:smut smoothie:smùdi
    snack:snec snake:snéic snap:snep snapchat:snèpciat snapshot:snèpsciot sneaker:snìcher sniper:snàiper
    snooker:snùcher snorkeling:snòrcheling snow:snòu snowboarder:snòuborder soap:sòup soccer:sòchher social:sòscial
    socialist:sòscialist society:sossàieti solid:sòlid solution:solùscion solutions:solùscions somebody:sàmbodi
    someone:sàmuan something:sàmting songwriter:songràiter sorry:sòrri sound:sàund sounds:sàunds
    soundtrack:sàundtrec sources:sòrses sourcing:sòrsing south:sàut space:spéis spacecraft:spèiscraft
    spaces:spéisses spaceship:spèiscip spamming:spèming speak:spic speaker:spìcher speakers:spìchers
    special:spèscial specialist:spèscialist speech:spich speed-date:spiddèit speedy:spìdi spelling:spèlling
    spice:spàis spider:spàider spider-man:spaidermèn spiderman:spaidermèn spike:spàic spin-off:spinòf
    spinning:spìning spirit:spìrit splash:splesh spoiler:spòiler spoilerare:spoileràre spoilerato:spoileràto
    spoilers:spòilers sponsor:spònsor sponsors:spònsors sponsorship:spònsorscip spoofing:spùfing spoon:spun
    sportswear:spòrtswer spotlight:spòtlait spray:sprài spreadsheet:sprèdscit spreadsheets:sprèdscits
    sprinter:sprìnter sql:essequèlle squad:squòd square:squèr squash:squòsh squat:squòt squirrel:squìrrel
    ssh:esseessàcca stablecoin:stèibolcoin stadium:stèdium staff:staf staging:stèiging stake:stèic stalker:stòlcher
    stalkerare:stolcheràre stalkers:stòlchers stalking:stòlching stand:stend standard:stàndard standby:stendbài
    starbucks:stàrbacs start-up:startàp starter:stàrter starting:stàrting startup:startàp startupper:startàpper
    statement:stèitment states:stéits station:stéscion status:stàtus stay:stèi steak:stéic steam:stim steel:stil
    stick:stic stickers:stìchers stock:stoc stocks:stocs stone:stòun stones:stòuns stop-loss:stoplòs stopper:stòpper
    stores:stors storyboard:stòribord storyteller:storitèller storytelling:storitèlling stranger:strèinger
    strategy:strètegi stream:strim street:strit streets:strits streetwear:strìtwer strength:strengt stress:stres
    stretch:strech stretching:strècing strike:stràic stripe:stràip stripper:strìpper stroke:stròuc
    structure:stràccer student:stiùdent study:stàdi stuff:staf stunt:stant stuntman:stàntmen styling:stàiling
    stylist:stàilist subject:sàbgect submit:sabmìt subscribe:sabscràib subscriber:sabscràiber
    subscription:sabscrìpscion subway:sàbwei subwoofer:sabùfer success:sacsès suite:suìt suites:suìts
    summary:sàmmari summer:sàmmer summit:sàmmit sun:san sunglasses:sanglàsses sunrise:sànrais sunset:sànset
    super:sùper supercharger:superciàrger superman:sùpermen supermarket:supermàrchet supervisor:supervàisor
    supply:saplài support:sàpport supporters:sappòrters surf:serf surface:sòrfes surfer:sèrfer surfing:sèrfing
    surprise:sorpràis survey:sèrvei survive:sorvàiv survivor:sorvàivor suspense:sàspens
    sustainability:sasteinabìliti swap:swòp sweater:swèter sweatshirt:swètscert sweatshirts:swètscerts sweet:swìt
    swimming:swìming switch:swìch switcha:swìccia switchare:swicciàre symbol:sìmbol symphony:sìmfoni system:sìstem
    systemctl:sìstem-citielle systems:sìstems table:tèibol tablet:tàblet tablets:tàblets tackle:tèchel
    takeaway:techeuèi talent:tàlent talents:tàlents talker:tòcher tall:tol tank:tenc tape:tèip targeting:tàrgheting
    targets:tàrghets task:tasc taskbar:tàscbar tax:tecs taxi:tàcsi teach:tich team:tim teams:tims teamwork:tìmworc
    teaser:tìser tech:tec technical:tècnical technology:tecnòlogi teen:tin teenager:tinéiger teenagers:tinéigers
    teens:tins telemarketing:telemàrcheting television:télevision teleworking:teleuòrching templates:tèmpleits
    tennis:tènnis terabyte:terabàit terminal:tèrminal terraform:tèrraform testimonial:testimònial testing:tèsting
    text:tecst textile:tècstail texture:tècsciur thai:tài than:den thank:tenc thanks:tencs that:det theater:tìater
    theatre:tìater them:dem theme:tim then:den theory:tìori therapy:tèrapi there:der these:dis thesis:tìsis they:dei
    thing:ting things:tings think:tinc third:terd thirty:tèrti this:dis those:dos thousand:tàusand threads:treds
    three:tri thriller:trìller through:tru throughput:trùput throw:tròu thumb:tamb thumbnail:tàmneil thunder:tànder
    tide:tàid tiger:tàigher tight:tàit tiktoker:tictòcher tile:tàil time:tàim timelapse:tàimleps timeout:tàimaut
    times:tàims tire:tàir title:tàitol titles:tàitols toast:tòst toaster:tòster today:tudèi toffee:tòfi
    together:tughèder token:tòchen tokens:tòchens tommy:tòmmi tone:tòun toner:tòner tonight:tunàit tools:tuls
    tooltip:tùltip tooth:tut topic:tòpic topics:tòpics topless:tòples topping:tòpping total:tòtal touch:tach
    touchpad:tàcciped tough:taf tour:tur tournament:tùrnament tower:tàuer towers:tàuers town:tàun toxic:tòcsic
    toy:tòi toys:tòis trace:tréis track:trec tracker:trècher tracking:trèching trackpad:trècped trade:trèid
    trading:trèiding traffic:tràffic trafficking:tràfiching tragedy:trègedi trail:trèil trailer:trèiler
    trailers:trèilers train:trèin training:trèining tranquilizer:tranquilàiser transgender:transgènder
    translation:translèiscion transport:trànsport trap:trep trapper:trèpper trash:tresh travel:tràvel
    traveller:tràveller travelling:tràvelling treatment:trìtment tree:tri trekking:trèching trendy:trèndi
    triathlon:triàtlon tribute:trìbiut trick:tric tricks:trics trigger:trìgher trimming:trìming troll:trol
    troller:tròller trolley:tròllei trolling:tròlling trouble:tràbol trousers:tràusers truck:trac trucker:tràcher
    true:tru trump:tramp trunk:tranc trustee:trastì truth:trut try:trài tube:tiùb tuesday:tiùsdei tuning:tiùning
    tunnel:tùnnel turn:tern turnaround:ternaràund turning:tèrning turnover:ternòver tutor:tùtor tutorial:tutòrial
    tutorials:tutòrials tweed:twìd tweet:twìt tweeter:twìter tweets:twìts twitch:twìch twitta:twìtta
    twittare:twittàre twitter:twìtter type:tàip typescript:taipscrìpt typical:tìpical typing:tàiping ubuntu:ubùntu
    ugly:àghli ui:iuài ultra:ùltra umbrella:ambrèlla unboxing:anbòcsing uncle:àncol undefined:andifàind under:ànder
    undercover:anderccòver understand:anderstènd understatement:anderstèitment underwear:ànderwer undo:andù
    unfair:anfèr unicorn:iùnicorn uniform:iùniform union:iùnion unit:iùnit units:iùnits unity:iùniti
    universal:iunivèrsal university:iunivèrsiti unix:iùnics unknown:annòun unlimited:anlìmited unlock:anlòc up:ap
    upcoming:apcàming upcycling:apsàicling updates:apdéits uploadare:aplodàre uploads:aplòds upper:àpper
    upselling:apsèlling upset:apsèt upstairs:apstèrs upstream:àpstrim uptime:àptaim urban:ùrban usability:iusabìliti
    usb:usbì use:iùs usecase:iuschéis useful:iùsful user:iùser users:iùsers utilities:iutìlitis utility:iutìliti
    ux:iuècs vacation:vachéscion value:vèliu values:vèlius vampire:vàmpair variety:varàieti vegan:vègan veggie:vèggi
    vending:vènding vendor:vèndor venue:vèniu verified:vèrifaid version:vèrscion very:vèri victory:vìctori
    video:vìdeo videogame:videoghéim videogamer:videoghèimer videogames:videoghéims videomaker:videomèicher view:viù
    viewer:viùer views:viùs village:vìllige viral:vàiral virtual:vìrtual virus:vìrus visibility:visibìliti
    vision:vìscion visualizer:visualàiser vitamin:vìtamin vlogger:vlògher vmware:viemmeuèr volley:vòllei
    volleyball:vòleibol voltage:vòltige volunteer:voluntìr vouchers:vàucers waiting:uèiting wake:uéic walk:uòc
    walker:uòcher walkie-talkie:uochitòchi walkman:uòcmen walkout:uocàut wall:uòl wallet:uòllet wallpaper:uòlpeiper
    walls:uòls wanted:uònted war:uòr warehouse:uèraus warm:uòrm warning:uòrning wars:uòrs wash:uòsh washing:uòscing
    watch:uòch watchdog:uòchdog watching:uòcing watchlist:uòcilist water:uòter waterfall:uòterfol watt:uat wave:uéiv
    wax:uècs way:uèi wealth:uèlt weapon:uèpon wearable:uèrabol weather:uèder web:ueb webcam:uebchèm
    webinars:uèbinars weblog:uèblog webmaster:uebmàster wedding:uèding wednesday:uènsdei week:uìc weekend:uichènd
    weekly:uìcli weeks:uìcs weight:uèit welcome:uèlcam well:uel wellbeing:uelbìing wellness:uèlnes west:uèst
    western:uèstern what:uòt whatsapp:uotsàp whatsappare:uotsappàre wheel:uìl when:uèn where:uèr which:uìch
    while:uàil whiskey:uìschi whisky:uìschi whisper:uìsper whistle:uìsol whistleblower:uìsolblouer
    whistleblowing:uìsolblouing whiteboard:uàitbord whitelist:uàitlist who:u why:uài wi-fi:uaifài wide:uàid
    widget:uìget wife:uàif wifi:uaifài wiki:uìchi wikipedia:uichipèdia wildlife:uàildlaif will:uìl win:uìn wind:uìnd
    window:uìndou windows:uìndous windsurf:uìndserf windsurfing:uìndserfing wine:uàin wing:uìng wings:uìngs
    winning:uìning winter:uìnter wire:uàir wireframe:uàirfreim wireless:uàirles wise:uàis wish:uìsh
    wishlist:uìshlist with:uìt without:uidàut wix:uìcs wok:uoc woman:ùman women:uìmen wonder:uànder
    wonderful:uànderful wood:ud woofer:ùfer wool:ul word:uòrd wordpress:uordprès words:uòrds work:uòrc
    workaholic:uorcòlic worker:uòrcher workers:uòrchers workflow:uòrcflou workflowy:uorcflòui workforce:uòrcfors
    working:uòrching works:uòrcs workshops:uòrcsciops workspace:uòrcspeis workstation:uorcstèscion world:uòrld
    worldwide:uòrldwaid worst:uòrst wow:uàu wrap:rep wrapper:rèper wrestler:rèsler writer:ràiter writing:ràiting
    written:rìten wrong:rong wrote:ròut x-men:icsmèn xbox:ècsbocs xeon:zìon xml:ics-èmme-èlle yacht:iòt yachts:iòts
    yahoo:iaù yaml:iàml yard:iàrd year:ir years:irs yellow:ièllou yen:ien yes:ies yoga:iòga yogurt:iògurt york:iòrc
    you:iu young:iàng your:iòr youth:iùt youtube:iutiùb youtuber:iutiùber yuppie:iùppi zapping:zàpping zombie:zòmbi
    zoning:zòning zoom:zum zoomer:zùmer"""
)
_ENDINGS_WITHOUT_PLURAL = ("s", "sh", "ch", "x", "z", "y")
WORDS = {
    f"{word}s": f"{said}s" for word, said in _WORDS.items() if not word.endswith(_ENDINGS_WITHOUT_PLURAL)
} | _WORDS
"""By the word in small letters. The plurals in s are those of English."""
