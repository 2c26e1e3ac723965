"""Names from other languages in Italian texts, written so that espeak-ng says them as people in Italy do."""


def _table(written: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in written.split())


NAMES = _table(
    """acer:éisser adele:adèl adenauer:àdenauer adidas:adìdas adorno:adòrno aert:art agassi:àgassi agatha:àgata
    airbus:èrbus aires:àires alaska:alàsca albon:àlbon aldi:àldi alexa:alècsa alice:alìce alitalia:alitàlia
    allen:àllen allende:agliènde alonso:alònso altman:òltman amazon:àmason amd:a-emme-dì american:amèrican
    ampere:ampèr amsterdam:àmsterdam andrew:èndriu angeles:àngeles angelina:angelìna annecy:ansì
    antetokounmpo:antetocùnmpo anthony:èntoni anthropic:antròpic antoine:antuàn antwerpen:àntverpen anversa:anvèrsa
    aosta:aòsta apollinaire:apollinèr arizona:arisòna arkansas:àrcanso armstrong:àrmstrong arthur:àrtur ashley:èshli
    aston:àston astrazeneca:astrazèneca asus:àsus atlanta:atlànta auchan:oscià auckland:òcland audi:àudi audrey:òdri
    austen:òsten auster:òster austin:òstin autocad:àutocad aviv:avìv babbage:bèbige bach:bac baghdad:bagdàd
    baku:bàcu baltimore:bòltimor balzac:balzàc bangkok:bàncoc banksy:bèncsi barcellona:barcellòna
    barcelona:barselòna bardot:bardò barella:barèlla barthes:bart bartok:bàrtoc basel:bàsel basquiat:baschià
    basten:bàsten baudelaire:bodlèr bayer:bàier bayern:bàiern bayes:béis bbc:bibisì beatles:bìtols becker:bècher
    beckham:bècam beethoven:bètoven beijing:beigìng beirut:beirùt belfast:bèlfast bellingham:bèllingam
    benfica:benfìca benjamin:bègnamin bentley:bèntli beograd:bèograd berlin:berlìn berlioz:berliòs
    bernoulli:bernùlli bernstein:bèrnstin beverly:bèverli beyonce:bionsé bezos:bèsos biden:bàiden bieber:bìber
    bilbao:bilbào billie:bìlli binance:bàinans binoche:binòsh birmingham:bèrmingam bismarck:bìsmarc
    blackberry:blècberri blackrock:blècroc blair:blèr bloomberg:blùmbergh blur:bler bmw:biemmevù boeing:bòing
    bohr:bor boll:bel bolsonaro:bolsonàro boole:bul bordeaux:bordò borges:bòrches bosch:bosh boston:bòston
    bottas:bòttas bourdieu:burdiò bowie:bòui brad:bred brahms:brams brando:bràndo brandt:brant braque:brac
    bratislava:bràtislava brecht:brect bremen:brèmen brian:bràian bridgestone:brìgstoun brisbane:brìsbein
    bristol:brìstol britney:brìtni bronte:brònti bronx:broncs brooklyn:brùclin bruce:brus bruegel:brèghel
    bruges:bruge bruxelles:brussèl bryan:bràian bryant:bràiant bucarest:bùcarest buckingham:bàchingam
    budapest:bùdapest budweiser:bàdwaiser buenos:buènos buffett:bàffet buick:biùic bukowski:bucòvschi bull:bul
    bundesbank:bùndesbanc bundesliga:bùndesliga bundestag:bùndestag cadillac:càdillac calhanoglu:cialanòlu
    california:califòrnia cambridge:chéimbrige cameron:càmeron campbell:chèmbel cardiff:càrdif carrefour:carfùr
    cartier:cartié castro:càstro cauchy:cosci celan:zelàn cervantes:servàntes chabrol:sciabròl chamonix:sciamonì
    chanel:scianèl chantilly:sciantiì charkiv:càrchiv charleroi:sciarleruà charles:ciàrls charlie:ciàrli
    chelsea:cèlsi chevrolet:scevrolé chicago:scicàgo chloe:clòe chopin:sciopèn christie:crìsti christopher:crìstofer
    chrysler:cràisler churchill:cèrcil cincinnati:sinsinnàti cisco:sìsco citroen:sitroèn claude:clod clinton:clìnton
    cnn:si-enne-ènne coinbase:còinbeis colorado:coloràdo coltrane:coltréin conan:cònan connecticut:connèticat
    copilot:copàilot cortana:cortàna courmayeur:curmaièr craig:crèig crowe:cròu cruijff:cròif curie:chiurì
    cyrus:sàirus daisy:dèisi dali:dalì dallas:dàllas damasco:damàsco danone:danòn darwin:dàrwin david:dàvid
    davidson:dèividson davis:dèivis davos:davòs dax:dacs decathlon:dècatlon delaware:dèlauer delhi:dèli
    delillo:delìllo deliveroo:delìveru delon:delòn delors:delòr dennis:dènnis denver:dènver denzel:dènzel
    depardieu:depardiò depp:dep derek:dèrec derrida:derridà detroit:ditròit deutsche:dòice diaz:dìas
    dicaprio:dicàprio dickens:dìchens diderot:diderò diego:diègo dieter:dìter dijon:digiòn dirac:diràc
    discord:dìscord disney:dìsnei djokovic:giòcovich dodge:doge doha:dòa donald:dònald doncic:dòncich donetsk:donèzc
    dortmund:dòrtmund dostoevskij:dostoiévschi douglas:dàglas dow:dau downing:dàuning doyle:dòil draper:drèiper
    dresden:drèsden dubai:dubài dublin:dàblin dubrovnik:dubròvnic duchamp:dusciàn duncan:dàncan durant:durànt
    durrenmatt:dùrrenmat dusseldorf:dùsseldorf dvorak:dvòrgiac dybala:dibàla dyck:dàic dylan:dìlan eastwood:ìstuud
    edberg:èdbergh edinburgh:èdinburg edison:èdison edward:èdward eilish:àilish eindhoven:àindoven einstein:àinstain
    elgar:èlgar eliot:èliot ellington:èllington elon:ìlon elvis:èlvis emily:èmili emirates:èmirets engels:ènghels
    erdogan:erdoàn eric:èric ethereum:itìrium etihad:etiàd euler:òiler eurospin:èurospin everton:èverton excel:ècsel
    expedia:ecspìdia fahrenheit:fàrenait faraday:fàradei faulkner:fòlcner faure:foré ferguson:fèrguson
    fernandez:fernàndes ferrero:ferrèro feynman:fàinman fitch:fich fitzgerald:fitsgèrald flaubert:flobèr
    florida:flòrida floyd:flòid forbes:forbs foucault:fucò fourier:furié francisco:fransìsco francois:fransuà
    frank:frenc frankfurt:fràncfurt freddie:frèdi freeman:frìman freud:fròid friedrich:frìdric frisch:frish
    fritz:friz froome:frum ftse:fùtsi fukushima:fucùscima galilei:galilèi garcia:garsìa gary:gheri gasly:gaslì
    gates:ghéits gatwick:gàtwic gaudi:gaudì gauff:gof gaulle:gol gauss:gàus gaza:gàza gdansk:gdansc gemini:gèmini
    genesis:gènesis geneve:genèv geoffrey:gèfri george:giorge gerald:gèrald gerrard:gèrrard gershwin:ghèrsciuin
    gerusalemme:gerusalèmme getafe:chetàfe giscard:giscàr givenchy:givanscì glasgow:glàsgou glovo:glòvo godel:ghèdel
    goebbels:ghèbels goering:ghèring goethe:ghète gogh:gog goldman:gòldman gomez:gòmes gonzalez:gonsàles
    goodyear:gudìr gorbaciov:gorbaciòv gordon:gòrdon gounod:gunò goya:gòia graham:grèiam greenwich:grìnic grieg:grig
    guardian:gàrdian guardiola:guardiòla guevara:ghevàra guinness:ghìnnes gullit:gùllit gunter:ghùnter haas:as
    habermas:àbermas hamburg:àmburg hamilton:àmilton handel:èndel hanks:encs hannah:ànna hans:ans haribo:àribo
    haring:èring harlem:àrlem harley:àrli harris:èrris harrison:èrrison harry:èrri hawaii:auài hawking:òching
    haydn:àidn heathrow:ìtrou hegel:èghel heidegger:àidegher heidelberg:àidelbergh heineken:àinechen heinrich:àinric
    heinz:àinz heisenberg:àisenbergh helmut:èlmut hemingway:èmingwei hendrix:èndrics henri:anrì henry:ènri
    hepburn:èpburn hermes:ermès hernandez:ernàndes hertz:erz hesse:èsse hilbert:ìlbert hills:ils himmler:ìmmler
    hiroshima:iròscima hitchcock:ìch-coc hitler:ìtler holmes:oms honda:ònda hong:ong hopper:òpper houston:iùston
    howard:àuard huawei:uauèi hubble:àbol hugh:iù hugo:ugò hulkenberg:ùlchenbergh hummer:àmmer husserl:ùsserl
    huxley:àcsli hyundai:iùndai ibiza:ibìza ibrahimovic:ibraìmovich idaho:àidao iglesias:iglèsias ikea:ichèa
    illinois:illinòis illustrator:illustrèitor innsbruck:ìnsbruc intel:ìntel iowa:àioua irving:ìrving ivanka:ivànca
    jackson:gècson jacques:giac jagger:gègher jaguar:giàguar jake:géic james:géims jane:géin janeiro:gianèiro
    janet:gènet jason:géison javier:cavièr jean:gian jean-claude:gianclòd jean-luc:gianlùc jean-paul:gianpòl
    jeff:gef jeffrey:gèfri jennifer:gènnifer jenny:gènni jeremy:gèremi jerry:gèrri jessica:gèssica jesus:chesùs
    jim:gim jimenez:chimènes jimi:gìmi jimmy:gìmmi jinping:gìnping johann:iòan johannes:ioànnes
    johannesburg:ioànnesburg johansson:giohànson john:gion johnny:giònni johnson:giònson jolie:giolì jones:giòns
    joplin:giòplin jordan:giòrdan jorge:còrche jose:hossé joseph:giòsef joshua:giòsciua joyce:giòis juan:uàn
    judy:giùdi julia:giùlia julian:giùlian juncker:iùncher jung:iung jurgen:iùrghen justin:giàstin kafka:càfca
    kamala:càmala kandinsky:candìnschi kane:chéin kansas:chènsas kant:cant karajan:càraian karen:chèren karl:carl
    kate:chéit katy:chéiti kawasaki:cauasàchi keanu:chiànu keith:chit kellogg:chèllog kelly:chèlli kelvin:chèlvin
    ken:chen kennedy:chènnedi kentucky:chentàchi kepler:chèpler kerouac:chèruac kevin:chèvin kia:chìa kidman:chìdman
    kiev:chìev kim:chim kinder:chìnder klagenfurt:clàghenfurt klarna:clàrna klaus:clàus klee:cle klimt:climt
    klopp:clop kobe:còbi kohl:col koln:chèln kong:cong konrad:cònrad koopmeiners:copmàiners krakow:cràcov
    kubrick:chiùbric kurt:curt kvaratskhelia:cvarazchèlia kyiv:chìiv kyle:càil kyoto:chiòto lacoste:lacòst
    lagarde:lagàrd lagrange:lagrànge lampard:làmpard larry:lèrri laurent:lorèn lausanne:losàn lautaro:lautàro
    lavrov:lavròv lawrence:lòrens leao:leàu lebron:lebròn leeds:lids lehman:lìman leibniz:làibniz leipzig:làipzig
    lennon:lènnon lenovo:lenòvo leonardo:leonàrdo leroy:leruà leslie:lèsli leverkusen:levercùsen
    levi-strauss:levistròs lewandowski:levandòvschi lewis:lùis leyen:làien lidl:lìdel limoges:limòge lipa:lìpa
    lisboa:lisbòa liszt:list liverpool:lìverpul ljubljana:liubliàna lloyd:lòid lodz:luz london:lòndon lookman:lùcman
    lopez:lòpes lorca:lòrca louis:luì louisiana:luisiàna lovelace:làvleis lucy:lùssi ludwig:lùdvig
    lufthansa:luftànsa lugano:lugàno lukaku:lucàcu luke:luc lula:lùla lutero:lutèro luther:lùter lynn:lin lyon:liòn
    madonna:madònna madrid:madrìd maduro:madùro magnussen:màgnussen magritte:magrìt mahler:màler maiden:mèiden
    maigret:megré maine:mèin malaga:màlaga malcolm:màlcom malibu:màlibu mallarme:mallarmé mallorca:maiòrca
    manchester:mèncester manhattan:manàttan mann:man maradona:maradòna margaret:màrgaret marilyn:mèrilin
    mariupol:mariùpol mark:marc marquez:màrches martinez:martìnes marvel:màrvel marx:marcs mary:mèri
    maryland:mèriland massachusetts:massaciùsets massenet:massné mastercard:màstercard matisse:matìs matthew:mèttiu
    maupassant:mopassàn maxwell:màcswel mazda:màzda mbappe:embappé mccarthy:maccàrti mccartney:maccàrtni
    mcdonald:macdònald mcenroe:mèchenro mckennie:machhènni mclaren:maclàren medvedev:medvèdev megeve:megèv
    meghan:mègan melania:melània melenchon:melansciòn melville:mèlvil memphis:mènfis mercedes:mersèdes
    mercury:mèrchiuri merkel:mèrchel merlin:merlèn meryl:mèril messi:mèssi metallica:metàllica miami:maiàmi
    michael:màicol michel:miscèl michelin:miscelèn michigan:mìscigan microsoft:màicrossoft milei:milèi miley:màili
    milik:mìlic milwaukee:milwòchi minneapolis:minneàpolis minnesota:minnesòta minsk:minsc miro:mirò
    mississippi:mississìppi missouri:missùri mitsubishi:mizubìsci mkhitaryan:mchitariàn mondrian:mòndrian monk:monc
    monroe:monrò montaigne:montègn montreal:monreàl morgan:mòrgan motorola:motoròla mourinho:murìgno mozart:mòzart
    mozilla:mozìlla mumbai:mumbài munchen:mùnchen munoz:mugnòs murakami:muracàmi murray:màrrei musil:mùsil musk:masc
    nadella:nadèlla nairobi:nairòbi nancy:nènsi nasdaq:nàsdac nash:nesh nashville:nèshvil nathan:nèitan
    navalny:navàlni nedved:nèdved neil:nil neruda:nerùda nestle:nestlé netanyahu:netaniàu neumann:nòiman
    nevada:nevàda newton:niùton neymar:neimàr nice:nàis nick:nic nicole:nicòl nietzsche:nìce nigel:nàigel
    nikkei:nìchei niro:nìro nirvana:nirvàna nissan:nìssan nixon:nìcson nobel:nobèl nokia:nòchia nolan:nòlan
    norman:nòrman norris:nòrris novartis:novàrtis nurnberg:nùrnbergh nvidia:envìdia oasis:oéisis obama:obàma
    odessa:odèssa offenbach:òffenbac ohio:oàio oliver:òliver olivia:olìvia opel:òpel oppenheimer:oppenhàimer
    oracle:òracol oregon:òregon orleans:orlìns orwell:òrwel osaka:osàca osbourne:òsborn osimhen:òsimen ottawa:òttaua
    otto:òtto owen:òuen owens:òuens oxford:òcsford ozzy:òzzi pacino:pacìno pamela:pàmela panasonic:pànasonic
    paramount:pàramaunt paris:parì parker:pàrcher patrick:pàtric paul:pol pauli:pàuli pechino:pechìno pele:pelé
    pentagon:pèntagon pepsi:pèpsi perez:pères perry:pèrri perth:pert peter:pìter peugeot:pegiò pfizer:fàizer
    phelps:felps phil:fil philadelphia:filadèlfia philharmoniker:filarmònicher philip:fìlip philippe:filìp
    philips:fìlips phoenix:fìnics piastri:piàstri piatek:piòntec picasso:picàsso pichai:piciài pierre:pièr
    pinochet:pinoscèt pinterest:pìnterest pirelli:pirèlli pitt:pit pittsburgh:pìtsburg pixar:pìcsar planck:planc
    podgorica:pòdgoriza poe:pòu poel:pul poincare:puancaré pollock:pòlloc pompidou:pompidù popper:pòpper
    porsche:pòrsce portland:pòrtland presley:prèsli primark:pràimarc prokofiev:procòfiev proust:prust
    pulisic:pùlisich purcell:pèrsel purple:pèrpol putin:pùtin qualcomm:quòlcom quartararo:quartaràro quebec:chebèc
    queens:quìns quijote:chisciòtte rachel:réicel rachmaninov:racmàninov radiohead:rèidioed raikkonen:ràiconen
    ralph:ralf randy:rèndi rashford:ràshford ratzinger:ràzingher ray-ban:rèiben rayo:ràio reagan:règhen
    rebecca:rebècca reddit:rèddit reeves:rivs reims:rens rembrandt:rèmbrant renault:renò renoir:renuàr
    reuters:ròiters revolut:rèvolut reykjavik:rèichiavic rhonda:rònda richard:rìciard richards:rìciards ridley:rìdli
    riemann:rìman rihanna:riànna rijeka:riièca rijkaard:ràicard rilke:rìlche rimbaud:rembò ringo:rìngo riyadh:riàd
    robert:ròbert roberts:ròberts roche:rosh rodriguez:rodrìghes roger:rògier roglic:ròghlic rolex:ròlecs
    ronaldo:ronàldo rooney:rùni roosevelt:rùsvelt ross:ros roth:rot rothko:ròtco rotterdam:ròtterdam rouen:ruàn
    rousseau:russò rover:ròver roy:ròi royce:ròis rubens:rùbens rubio:rùbio rublev:rubliòv ruiz:ruìs russell:ràssel
    ruth:rut ryan:ràian ryanair:raianèr rybakina:ribàchina saab:sab sabalenka:sabalènca sabbath:sàbbat sachs:sacs
    sacramento:sacramènto safari:safàri sagan:sègan saint-exupery:sentecsuperì saint-saens:sensàns
    saint-vincent:senvensàn sainz:sàins salinger:sàlingher salzburg:sàlzburg sam:sem sampras:sàmpras samuel:sàmuel
    sanchez:sànces sandy:sèndi sanofi:sanofì sarah:sàra sarajevo:saràievo sarkozy:sarcosì satie:satì
    satispay:sàtispei satya:sàtia scamacca:scamàcca scarlett:scàrlet schauble:sciòible schiele:scìle scholz:sciolz
    schopenhauer:sciòpenauer schroder:scrèder schrodinger:scirèdingher schubert:sciùbert schumacher:sciùmacher
    schumann:sciùman scorsese:scorsése scott:scot sean:scion seattle:siàtel seoul:seùl serena:serèna
    sevilla:sevìglia shakespeare:scècspir shakira:sciachìra shanghai:sciangài shannon:scènnon shaquille:sciachìl
    sharon:scèron sheeran:scìran shelton:scèlton sherlock:scèrloc shevchenko:scevcènco shirley:scèrli
    shostakovich:sciostacòvich sibelius:sibèlius siemens:sìmens simenon:simnòn simon:sàimon singapore:singapòre
    siri:sìri siviglia:sivìglia skoda:scòda skopje:scòpie sony:sòni sophie:sofì spears:spirs spielberg:spìlbergh
    spotify:spòtifai springsteen:sprìngstin stanley:stènli stansted:stènsted starmer:stàrmer starr:star
    steinbeck:stàinbec steinmeier:stàinmaier stendhal:stendàl stephen:stìven steve:stiv steven:stìven strauss:stràus
    stravinsky:stravìnschi streep:strip stuart:stiùart stuttgart:stùtgart styles:stàils sunak:sùnac sundar:sùndar
    susan:sùsan suzuki:sùzuchi swatch:swòch swiatek:sviòntec sydney:sìdnei szczesny:scèsni tarantino:tarantìno
    taylor:tèilor tbilisi:tbìlisi tchaikovsky:ciaicòvschi teheran:teeràn telegram:tèlegram tenerife:tenerìfe
    tennessee:tènnessi terry:tèrri tesla:tèsla tether:tèder texas:tècsas thatcher:tàccer theo:teò theodore:tìodor
    thomas:tòmas tiafoe:tiàfou tiktok:tictòc timberlake:timberléic timothy:tìmoti todd:tod tokyo:tòchio
    tolkien:tòlchin tolstoj:tolstòi tomori:tomòri tony:tòni toronto:torònto toshiba:toscìba tottenham:tòttenam
    toyota:toiòta tracy:trèissi tripadvisor:tripadvàisor trivago:trivàgo troy:tròi truffaut:trufò
    tsitsipas:tsitsipàs tsunoda:tsunòda turing:tiùring twain:twèin tyson:tàison uniqlo:iùniclo updike:àpdaic
    utah:iùta utrecht:ùtrect valencia:valènsia vallecano:vaiecàno valley:vàllei vance:vens vancouver:vancùver
    vanessa:vanèssa vanguard:vèngard vegas:végas velazquez:velàsches venus:vènus verlaine:verlèn vermeer:vermìr
    verne:vern verstappen:verstàppen vettel:fèttel victoria:vittòria villeneuve:vilnèv vincent:vìnsent
    vinicius:vinìssius virginia:virgìnia vlahovic:vlàovich vlasic:vlàsich volkswagen:fòlcsvaghen volvo:vòlvo
    walter:vàlter warhol:uòrol warner:uòrner warren:uòrren warszawa:varsciàva washington:uòscington watson:uòtson
    wayne:uéin weah:uèa weber:véber wembley:uèmbli wendy:uèndi westminster:uèstminster whitman:uìtman wien:vin
    wiener:vìner wilde:uàild wilhelm:vìlelm william:uìlliam williams:uìlliams wimbledon:uìmbeldon wired:uàird
    wisconsin:uiscònsin wittgenstein:vìtghenstain wolfgang:vòlfgang wolfsburg:vòlfsburg woods:uds woody:ùdi
    woolf:ulf wout:vàut wroclaw:vròzlav wti:vu-ti-ì wyoming:uaiòming yamaha:iàmaha yerevan:ierevàn
    yorkshire:iòrcscir yves:iv zagreb:zàgreb zapata:sapàta zaragoza:saragòsa zelensky:selènschi zelenskyj:selènschi
    zeppelin:zèppelin zielinski:zielìnschi zlatan:zlàtan zola:zolà zuck:zac zuckerberg:zàcherberg zurich:tsùric
    zweig:zvàig"""
)
"""By the word in small letters."""
