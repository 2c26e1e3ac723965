"""Names from other languages in Italian texts, written so that espeak-ng says them as people in Italy do."""


def _table(written: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in written.split())


NAMES = _table(
    """abeba:abèba accra:àchra acer:éisser addis:àddis adele:adèl adenauer:àdenauer adidas:adìdas adorno:adòrno
    aert:art affleck:àflec agassi:àgassi agatha:àgata airbus:èrbus aires:àires al-qaeda:alcàida alaska:alàsca
    albon:àlbon aldi:àldi aleppo:alèppo alexa:alècsa algeri:algèri alice:alìce alitalia:alitàlia allen:àllen
    allende:agliènde alonso:alònso altman:òltman amazon:àmason amd:a-emme-dì american:amèrican amman:àmman
    ampere:ampèr amsterdam:àmsterdam andrew:èndriu angeles:àngeles angelina:angelìna ankara:ànkara annan:ànnan
    anne:ènn annecy:ansì antalya:antàlia antetokounmpo:antetocùnmpo anthony:èntoni anthropic:antròpic antoine:antuàn
    antwerpen:àntverpen anversa:anvèrsa aosta:aòsta apollinaire:apollinèr aragorn:àragorn ariana:ariàna
    arizona:arisòna arkansas:àrcanso armstrong:àrmstrong arnold:àrnold arteta:artèta arthur:àrtur ashley:èshli
    assad:àssad aston:àston astra:àstra astrazeneca:astrazèneca asus:àsus atlanta:atlànta attal:attàl auchan:oscià
    auckland:òcland audi:àudi audrey:òdri austen:òsten auster:òster austin:òstin autocad:àutocad aviv:avìv aygo:àigo
    babbage:bèbige bach:bac baggins:bègghins baghdad:bagdàd baku:bàcu bale:béil baltimore:bòltimor balzac:balzàc
    bangkok:bàncoc banksy:bèncsi barcellona:barcellòna barcelona:barselòna bardot:bardò barella:barèlla
    barnier:barnié barthes:bart bartok:bàrtoc basel:bàsel basquiat:baschià bassora:bàssora basten:bàsten
    baudelaire:bodlèr bayer:bàier bayern:bàiern bayes:béis bayrou:bairù bbc:bibisì beatles:bìtols becker:bècher
    beckham:bècam beethoven:bètoven beijing:beigìng beirut:beirùt belfast:bèlfast bellingham:bèllingam
    benedict:bènedict benfica:benfìca benjamin:bègnamin bentley:bèntli beograd:bèograd berlin:berlìn
    berlingo:berlìngo berlioz:berliòs bernoulli:bernùlli bernstein:bèrnstin beverly:bèverli beyonce:bionsé
    bezos:bèsos biden:bàiden bieber:bìber bilbao:bilbào bilbo:bìlbo billie:bìlli binance:bàinans binoche:binòsh
    birmingham:bèrmingam bismarck:bìsmarc blackberry:blècberri blackrock:blècroc blair:blèr blanchett:blàncet
    blinders:blàinders blinken:blìnchen bloomberg:blùmbergh blunt:blant blur:bler bmw:biemmevù boeing:bòing bohr:bor
    boll:bel bolsonaro:bolsonàro boole:bul bordeaux:bordò borges:bòrches borne:born bosch:bosh boston:bòston
    bottas:bòttas bourdieu:burdiò bowie:bòui boxster:bòcster brad:bred brahms:brams brando:bràndo brandt:brant
    braque:brac bratislava:bràtislava brecht:brect bremen:brèmen brian:bràian bridgerton:brìgerton
    bridgestone:brìgstoun brisbane:brìsbein bristol:brìstol britney:brìtni bronte:brònti bronx:broncs
    brooklyn:brùclin bruce:brus bruegel:brèghel bruges:bruge bruxelles:brussèl bryan:bràian bryant:bràiant
    bucarest:bùcarest buckingham:bàchingam budapest:bùdapest budweiser:bàdwaiser buenos:buènos buffett:bàffet
    bugatti:bugàtti buick:biùic bukowski:bucòvschi bull:bul bullock:bùlloc bundesbank:bùndesbanc
    bundesliga:bùndesliga bundestag:bùndestag busan:bùsan byd:bi-uai-dì cactus:càctus cadillac:càdillac
    calhanoglu:cialanòlu california:califòrnia cambridge:chéimbrige cameron:càmeron campbell:chèmbel
    cappadocia:cappadòcia captur:captùr cardiff:càrdif carrefour:carfùr carter:càrter cartier:cartié
    casablanca:casablànca castro:càstro cate:chéit cauchy:cosci cayenne:caiènn cervantes:servàntes chabrol:sciabròl
    chalamet:scialamé chamonix:sciamonì chanel:scianèl chantilly:sciantiì charkiv:càrchiv charleroi:sciarleruà
    charles:ciàrls charlie:ciàrli chelsea:cèlsi chevrolet:scevrolé chicago:scicàgo chloe:clòe chongqing:ciongcìng
    chopin:sciopèn chris:cris christian:crìstian christie:crìsti christopher:crìstofer chrysler:cràisler
    churchill:cèrcil cillian:chìlian cincinnati:sinsinnàti cisco:sìsco citroen:sitroèn clark:clarc claude:clod
    clinton:clìnton cnn:si-enne-ènne coinbase:còinbeis colin:còlin colorado:coloràdo coltrane:coltréin conan:cònan
    connecticut:connèticat copilot:copàilot corolla:coròlla cortana:cortàna courmayeur:curmaièr craig:crèig
    crowe:cròu cruijff:cròif cumberbatch:càmberbech cupra:cùpra curie:chiurì cybertruck:sàibertrac cyrus:sàirus
    dacca:dàcca dacia:dàcia daisy:dèisi dakar:dacàr dali:dalì dallas:dàllas damasco:damàsco damon:dèimon
    danone:danòn darwin:dàrwin david:dàvid davidson:dèividson davis:dèivis davos:davòs dax:dacs decathlon:dècatlon
    delaware:dèlauer delhi:dèli delillo:delìllo deliveroo:delìveru delon:delòn delors:delòr dennis:dènnis
    denver:dènver denzel:dènzel depardieu:depardiò depp:dep derek:dèrec derrida:derridà desantis:desàntis
    detroit:ditròit deutsche:dòice diaz:dìas dicaprio:dicàprio dickens:dìchens diderot:diderò diego:diègo
    dieter:dìter dijon:digiòn dirac:diràc discord:dìscord disney:dìsnei djokovic:giòcovich dodge:doge doha:dòa
    donald:dònald doncic:dòncich donetsk:donèzc dortmund:dòrtmund dostoevskij:dostoiévschi douglas:dàglas dow:dau
    downey:dàuni downing:dàuning doyle:dòil draper:drèiper dresden:drèsden dubai:dubài dublin:dàblin
    dubrovnik:dubròvnic duchamp:dusciàn duda:dùda duncan:dàncan durant:durànt durrenmatt:dùrrenmat
    dusseldorf:dùsseldorf dvorak:dvòrgiac dwayne:dwéin dybala:dibàla dyck:dàic dylan:dìlan eastwood:ìstuud
    edberg:èdbergh edinburgh:èdinburg edison:èdison edward:èdward eilish:àilish eindhoven:àindoven einstein:àinstain
    eisenhower:àisenauer elgar:èlgar eliot:èliot ellington:èllington elon:ìlon elvis:èlvis emily:èmili
    emirates:èmirets engels:ènghels epstein:èpstain erbil:èrbil erdogan:erdoàn eric:èric ethan:ìtan ethereum:itìrium
    etihad:etiàd euler:òiler eurospin:èurospin evans:èvans everton:èverton evoque:ivòc excel:ècsel expedia:ecspìdia
    fahrenheit:fàrenait faraday:fàradei faulkner:fòlcner faure:foré ferguson:fèrguson fernandez:fernàndes
    ferrari:ferràri ferrero:ferrèro feynman:fàinman firth:fert fitch:fich fitzgerald:fitsgèrald flaubert:flobèr
    florida:flòrida floyd:flòid forbes:forbs forester:fòrester foucault:fucò fourier:furié francisco:fransìsco
    francois:fransuà frank:frenc frankfurt:fràncfurt freddie:frèdi freeman:frìman freud:fròid friedrich:frìdric
    frisch:frish fritz:friz frodo:fròdo froome:frum ftse:fùtsi fukushima:fucùscima galilei:galilèi gandalf:gàndalf
    garcia:garsìa garfield:gàrfild gary:gheri gasly:gaslì gates:ghéits gatwick:gàtwic gaudi:gaudì gauff:gof
    gaulle:gol gauss:gàus gaza:gàza gdansk:gdansc gemini:gèmini genesis:gènesis geneve:genèv geoffrey:gèfri
    george:giorge gerald:gèrald gerrard:gèrrard gershwin:ghèrsciuin gerusalemme:gerusalèmme gerwig:ghèrwigh
    getafe:chetàfe ghali:gàli gheddafi:gheddàfi giscard:giscàr givenchy:givanscì glasgow:glàsgou glovo:glòvo
    godel:ghèdel goebbels:ghèbels goering:ghèring goethe:ghète gogh:gog goldman:gòldman gomez:gòmes
    gonzalez:gonsàles goodyear:gudìr gorbaciov:gorbaciòv gordon:gòrdon gosling:gòsling gotham:gòtam gounod:gunò
    goya:gòia graham:grèiam greenwich:grìnic grieg:grig griffin:grìffin guangzhou:guangiò guardian:gàrdian
    guardiola:guardiòla guevara:ghevàra guinness:ghìnnes gullit:gùllit gunter:ghùnter guterres:gutèrres haas:as
    habermas:àbermas haftar:àftar haifa:àifa hamas:àmas hamburg:àmburg hamilton:àmilton handel:èndel hanks:encs
    hannah:ànna hanoi:anòi hans:ans harare:aràre haribo:àribo haring:èring harlem:àrlem harley:àrli
    harrelson:àrrelson harris:èrris harrison:èrrison harry:èrri harvey:àrvei hathaway:àtauei hawaii:auài hawke:oc
    hawking:òching haydn:àidn heath:it heathrow:ìtrou hegel:èghel heidegger:àidegher heidelberg:àidelbergh
    heineken:àinechen heinrich:àinric heinz:àinz heisenberg:àisenbergh helmut:èlmut hemingway:èmingwei
    hemsworth:èmswort hendrix:èndrics henri:anrì henry:ènri hepburn:èpburn hermes:ermès hermione:ermìone
    hernandez:ernàndes hertz:erz hesse:èsse hezbollah:esbollà hilbert:ìlbert hills:ils himmler:ìmmler
    hiroshima:iròscima hitchcock:ìch-coc hitler:ìtler hogwarts:ògworts holland:òlland holmes:oms homer:òmer homs:oms
    honda:ònda hong:ong hoover:ùver hopper:òpper houston:iùston houthi:ùti howard:àuard huawei:uauèi hubble:àbol
    hugh:iù hugo:ugò hulkenberg:ùlchenbergh hummer:àmmer hussein:ussèin husserl:ùsserl huxley:àcsli hyundai:iùndai
    ibiza:ibìza ibrahimovic:ibraìmovich idaho:àidao iglesias:iglèsias ignis:ìgnis ikea:ichèa illinois:illinòis
    illustrator:illustrèitor innsbruck:ìnsbruc insignia:insìgnia intel:ìntel ioniq:aiònic iowa:àioua irving:ìrving
    islamabad:islàmabad istanbul:ìstanbul ivanka:ivànca jackman:gècmen jackson:gècson jacques:giac jaffa:giàffa
    jagger:gègher jaguar:giàguar jakarta:giacàrta jake:géic james:géims jane:géin janeiro:gianèiro janet:gènet
    jared:gèred jason:géison javier:cavièr jean:gian jean-claude:gianclòd jean-luc:gianlùc jean-paul:gianpòl
    jeff:gef jefferson:gèfferson jeffrey:gèfri jennifer:gènnifer jenny:gènni jeremy:gèremi jerry:gèrri
    jessica:gèssica jesus:chesùs jim:gim jimenez:chimènes jimi:gìmi jimmy:gìmmi jimny:gìmni jinping:gìnping
    joaquin:uachìn johann:iòan johannes:ioànnes johannesburg:ioànnesburg johansson:giohànson john:gion johnny:giònni
    johnson:giònson jolie:giolì jones:giòns joplin:giòplin jordan:giòrdan jorge:còrche jose:hossé joseph:giòsef
    joshua:giòsciua joyce:giòis juan:uàn judy:giùdi juke:giùc julia:giùlia julian:giùlian juncker:iùncher jung:iung
    jurgen:iùrghen justin:giàstin kabul:càbul kaczynski:caccìnschi kafka:càfca kamala:càmala kandinsky:candìnschi
    kane:chéin kansas:chènsas kant:cant karachi:caràci karajan:càraian karen:chèren karl:carl kate:chéit katy:chéiti
    kawasaki:cauasàchi keanu:chiànu keith:chit kellogg:chèllog kelly:chèlli kelvin:chèlvin ken:chen
    kendrick:chèndric kennedy:chènnedi kenobi:chenòbi kent:chent kentucky:chentàchi kepler:chèpler kerouac:chèruac
    kevin:chèvin khamenei:camenèi khartoum:cartùm kia:chìa kidman:chìdman kiev:chìev kigali:chigàli kim:chim
    kinder:chìnder kinshasa:chinsciàsa kissinger:chìssinger klagenfurt:clàghenfurt klarna:clàrna klaus:clàus
    klee:cle klimt:climt klopp:clop kobe:còbi koenigsegg:chènigsegh kofi:còfi kohl:col koln:chèln kona:còna
    kong:cong konrad:cònrad koopmeiners:copmàiners krakow:cràcov kuala:quàla kubrick:chiùbric kuga:cùga kurt:curt
    kvara:cvàra kvaratskhelia:cvarazchèlia kyiv:chìiv kyle:càil kyoto:chiòto lacoste:lacòst laden:làden
    lagarde:lagàrd lagos:làgos lagrange:lagrànge lahore:laòr lamar:lamàr lamborghini:lamborghìni lampard:làmpard
    lannister:lànnister larry:lèrri laurent:lorèn lausanne:losàn lautaro:lautàro lavrov:lavròv lawrence:lòrens
    leao:leàu lebron:lebròn lecornu:lecornù leeds:lids lehman:lìman leibniz:làibniz leipzig:làipzig lennon:lènnon
    lenovo:lenòvo leonardo:leonàrdo leroy:leruà leslie:lèsli leto:lèto leverkusen:levercùsen levi-strauss:levistròs
    lewandowski:levandòvschi lewis:lùis leyen:làien lidl:lìdel limoges:limòge lincoln:lìncon lipa:lìpa lisboa:lisbòa
    liszt:list liverpool:lìverpul ljubljana:liubliàna lloyd:lòid lodz:luz london:lòndon lookman:lùcman lopez:lòpes
    lorca:lòrca louis:luì louisiana:luisiàna lovelace:làvleis luanda:luànda lucy:lùssi ludwig:lùdvig
    lufthansa:luftànsa lugano:lugàno lukaku:lucàcu luke:luc lula:lùla lumpur:lumpùr lutero:lutèro luther:lùter
    lynn:lin lyon:liòn macan:macàn madonna:madònna madrid:madrìd maduro:madùro magnussen:màgnussen magritte:magrìt
    maguire:magàir mahler:màler maiden:mèiden maigret:megré maine:mèin malaga:màlaga malcolm:màlcom malibu:màlibu
    mallarme:mallarmé mallorca:maiòrca manchester:mèncester manhattan:manàttan manila:manìla mann:man maputo:mapùto
    maradona:maradòna margaret:màrgaret margot:margò marilyn:mèrilin mariupol:mariùpol mark:marc marquez:màrches
    marrakech:marachèsh martinez:martìnes marvel:màrvel marx:marcs mary:mèri maryland:mèriland
    massachusetts:massaciùsets massenet:massné mastercard:màstercard matisse:matìs matt:mett matthew:mèttiu
    maupassant:mopassàn maxwell:màcswel mazda:màzda mbappe:embappé mccarthy:maccàrti mccartney:maccàrtni
    mcdonald:macdònald mcenroe:mèchenro mckellen:machèllen mckennie:machhènni mclaren:maclàren medvedev:medvèdev
    megane:megàn megeve:megèv meghan:mègan melania:melània melenchon:melansciòn melville:mèlvil memphis:mènfis
    mercedes:mersèdes mercury:mèrchiuri merkel:mèrchel merlin:merlèn meryl:mèril messi:mèssi metallica:metàllica
    miami:maiàmi michael:màicol michel:miscèl michelin:miscelèn michigan:mìscigan micra:mìcra microsoft:màicrossoft
    milei:milèi miley:màili milik:mìlic milwaukee:milwòchi minneapolis:minneàpolis minnesota:minnesòta minsk:minsc
    miro:mirò mississippi:mississìppi missouri:missùri mitsotakis:mizotàchis mitsubishi:mizubìsci
    mkhitaryan:mchitariàn mogadiscio:mogadìscio mokka:mòcca mondrian:mòndrian monk:monc monroe:monrò
    montaigne:montègn montreal:monreàl morgan:mòrgan mosul:mòsul motorola:motoròla mourinho:murìgno mozart:mòzart
    mozilla:mozìlla mumbai:mumbài munchen:mùnchen munoz:mugnòs murakami:muracàmi murphy:mèrfi murray:màrrei
    musil:mùsil musk:masc mustang:màstang nadella:nadèlla nagasaki:nagasàchi nairobi:nairòbi nanchino:nanchìno
    nancy:nènsi nasdaq:nàsdac nash:nesh nashville:nèshvil natalie:nàtali nathan:nèitan navalny:navàlni nedved:nèdved
    neil:nil neruda:nerùda nestle:nestlé netanyahu:netaniàu neumann:nòiman neuschwanstein:noisvànstain nevada:nevàda
    newton:niùton neymar:neimàr nice:nàis nick:nic nicole:nicòl nietzsche:nìce nigel:nàigel nikkei:nìchei niro:nìro
    nirvana:nirvàna nissan:nìssan nixon:nìcson nobel:nobèl nokia:nòchia nolan:nòlan norman:nòrman norris:nòrris
    novartis:novàrtis nurnberg:nùrnbergh nvidia:envìdia oasis:oéisis obama:obàma obi:òbi odessa:odèssa
    offenbach:òffenbac ohio:oàio okinawa:ochinàua oliver:òliver olivia:olìvia opel:òpel oppenheimer:oppenhàimer
    oracle:òracol orban:òrban oregon:òregon orleans:orlìns orwell:òrwel osaka:osàca osbourne:òsborn osimhen:òsimen
    ottawa:òttaua otto:òtto outback:àutbec owen:òuen owens:òuens oxford:òcsford ozzy:òzzi pacino:pacìno
    pagani:pagàni pamela:pàmela panamera:panamèra panasonic:pànasonic paramount:pàramaunt paris:parì parker:pàrcher
    passat:passàt patrick:pàtric paul:pol pauli:pàuli peaky:pìchi pechino:pechìno pele:pelé pelosi:pelòsi pence:pens
    penh:pen pentagon:pèntagon pepsi:pèpsi perez:pères perry:pèrri perth:pert peter:pìter peugeot:pegiò
    pfizer:fàizer phelps:felps phil:fil philadelphia:filadèlfia philharmoniker:filarmònicher philip:fìlip
    philippe:filìp philips:fìlips phnom:pnom phoenix:fìnics piastri:piàstri piatek:piòntec picanto:picànto
    picasso:picàsso pichai:piciài pierre:pièr pinochet:pinoscèt pinterest:pìnterest pirelli:pirèlli pitt:pit
    pittsburgh:pìtsburg pixar:pìcsar planck:planc podgorica:pòdgoriza poe:pòu poel:pul poincare:puancaré
    polestar:pòlestar pollock:pòlloc pompidou:pompidù popper:pòpper porsche:pòrsce portland:pòrtland portman:pòrtman
    potter:pòtter pratt:prett presley:prèsli pretoria:pretòria primark:pràimarc prokofiev:procòfiev proust:prust
    puigdemont:pugdemòn pulisic:pùlisich purcell:pèrsel purple:pèrpol putin:pùtin pyongyang:piòngiang qashqai:càscai
    qualcomm:quòlcom quartararo:quartaràro quebec:chebèc queens:quìns quijote:chisciòtte rachel:réicel
    rachmaninov:racmàninov radiohead:rèidioed raikkonen:ràiconen raisi:raìsi rajoy:rahòi ralph:ralf ramallah:ramallà
    randy:rèndi rashford:ràshford ratzinger:ràzingher ray-ban:rèiben rayo:ràio reagan:règhen rebecca:rebècca
    reddit:rèddit reeves:rivs reims:rens rembrandt:rèmbrant renault:renò renner:rènner renoir:renuàr reuters:ròiters
    revolut:rèvolut reykjavik:rèichiavic reynolds:rèinolds rhonda:rònda richard:rìciard richards:rìciards
    ridley:rìdli riemann:rìman rihanna:riànna rijeka:riièca rijkaard:ràicard rilke:rìlche rimbaud:rembò ringo:rìngo
    riyadh:riàd robbie:ròbi robert:ròbert roberts:ròberts roche:rosh rodriguez:rodrìghes roger:rògier roglic:ròghlic
    rolex:ròlecs ronaldo:ronàldo rooney:rùni roosevelt:rùsvelt ross:ros roth:rot rothenburg:ròtenburg rothko:ròtco
    rotterdam:ròtterdam rouen:ruàn rouhani:roàni rousseau:russò rover:ròver roy:ròi royce:ròis rubens:rùbens
    rubio:rùbio rublev:rubliòv rudd:rad ruffalo:ràfalo ruiz:ruìs russell:ràssel ruth:rut rutte:rùtte ryan:ràian
    ryanair:raianèr rybakina:ribàchina saab:sab sabalenka:sabalènca sabbath:sàbbat sachs:sacs sacramento:sacramènto
    safari:safàri sagan:sègan saigon:saigòn saint-exupery:sentecsuperì saint-saens:sensàns saint-vincent:senvensàn
    sainz:sàins salinger:sàlingher salzburg:sàlzburg sam:sem sampras:sàmpras samuel:sàmuel sanchez:sànces
    sandero:sandèro sanders:sènders sandra:sàndra sandy:sèndi sanofi:sanofì sapporo:sàpporo sarah:sàra
    sarajevo:saràievo sarkozy:sarcosì satie:satì satispay:sàtispei satya:sàtia scamacca:scamàcca scarlet:scàrlet
    scarlett:scàrlet scenic:sènic schauble:sciòible schiele:scìle scholz:sciolz schopenhauer:sciòpenauer
    schroder:scrèder schrodinger:scirèdingher schubert:sciùbert schumacher:sciùmacher schumann:sciùman
    schwarzenegger:sciuàrzenegher scorsese:scorsése scott:scot sean:scion seattle:siàtel seoul:seùl serena:serèna
    sevilla:sevìglia shakespeare:scècspir shakira:sciachìra shanghai:sciangài shannon:scènnon shaquille:sciachìl
    sharon:scèron sheeran:scìran shelton:scèlton shenzhen:scengèn sherlock:scèrloc shevchenko:scevcènco
    shirley:scèrli shostakovich:sciostacòvich sibelius:sibèlius siemens:sìmens simenon:simnòn simon:sàimon
    simpson:sìmpson singapore:singapòre siri:sìri siviglia:sivìglia skoda:scòda skopje:scòpie skywalker:scàiuocher
    smirne:smìrne sony:sòni sophie:sofì southpark:sàutparc soweto:soùeto spears:spirs spielberg:spìlbergh
    sportage:sportéige spotify:spòtifai springsteen:sprìngstin stallone:stallòne stanley:stènli stansted:stènsted
    starmer:stàrmer starr:star steinbeck:stàinbec steinmeier:stàinmaier stellantis:stellàntis stendhal:stendàl
    stephen:stìven steve:stiv steven:stìven stewart:stiùart stonic:stònic strauss:stràus stravinsky:stravìnschi
    streep:strip stuart:stiùart stuttgart:stùtgart styles:stàils sumatra:sumàtra sunak:sùnac sundar:sùndar
    susan:sùsan suzuki:sùzuchi swatch:swòch swiatek:sviòntec sydney:sìdnei sylvester:silvèster szczesny:scèsni
    taipei:taipèi taiwan:taiuàn talebani:talebàni tarantino:tarantìno targaryen:targàrien taycan:tàican
    taylor:tèilor tbilisi:tbìlisi tchaikovsky:ciaicòvschi teheran:teeràn telegram:tèlegram tenerife:tenerìfe
    tennessee:tènnessi terry:tèrri tesla:tèsla tether:tèder texas:tècsas thatcher:tàccer theo:teò theodore:tìodor
    thomas:tòmas thurman:tèrman tiafoe:tiàfou tiguan:tìguan tiktok:tictòc timberlake:timberléic timothy:tìmoti
    tobey:tòbi todd:tod tokyo:tòchio tolkien:tòlchin tolstoj:tolstòi tomori:tomòri tony:tòni toronto:torònto
    toshiba:toscìba tottenham:tòttenam touareg:tuàregh toyota:toiòta tracy:trèissi travolta:travòlta
    tripadvisor:tripadvàisor tripoli:trìpoli trivago:trivàgo troy:tròi truffaut:trufò truman:trùman tsipras:tsìpras
    tsitsipas:tsitsipàs tsunoda:tsunòda tucson:tùcson turing:tiùring tusk:tusc twain:twèin twingo:twìngo
    tyson:tàison uma:ùma uniqlo:iùniclo updike:àpdaic ursula:ùrsula utah:iùta utrecht:ùtrect vader:vèider
    valencia:valènsia vallecano:vaiecàno valley:vàllei vance:vens vancouver:vancùver vanessa:vanèssa
    vanguard:vèngard vegas:végas velar:velàr velazquez:velàsches venus:vènus verlaine:verlèn vermeer:vermìr
    verne:vern verstappen:verstàppen vettel:fèttel victoria:vittòria villeneuve:vilnèv vincent:vìnsent
    vinicius:vinìssius virginia:virgìnia vitara:vitàra vlahovic:vlàovich vlasic:vlàsich voldemort:vòldemort
    volkswagen:fòlcsvaghen volvo:vòlvo walter:vàlter warhol:uòrol warner:uòrner warren:uòrren warszawa:varsciàva
    washington:uòscington watson:uòtson wayne:uéin weah:uèa weasley:uìsli weber:véber weinstein:uàinstin
    wembley:uèmbli wendy:uèndi westeros:uèsteros westminster:uèstminster whitman:uìtman whitney:uìtni wien:vin
    wiener:vìner wilde:uàild wilders:vìlders wilhelm:vìlelm william:uìlliam williams:uìlliams wimbledon:uìmbeldon
    windhoek:vìnduc winslet:uìnslet wired:uàird wisconsin:uiscònsin wittgenstein:vìtghenstain wolfgang:vòlfgang
    wolfsburg:vòlfsburg woods:uds woody:ùdi woolf:ulf wout:vàut wroclaw:vròzlav wti:vu-ti-ì wuhan:uàn
    wyoming:uaiòming xavi:ciàvi xinjiang:scingiàng yamaha:iàmaha yaris:iàris yerevan:ierevàn yildiz:ìldis yoda:iòda
    yokohama:iocoàma yorkshire:iòrcscir yves:iv zafira:zafìra zagreb:zàgreb zapata:sapàta zaragoza:saragòsa
    zelensky:selènschi zelenskyj:selènschi zendaya:sendèia zeppelin:zèppelin zielinski:zielìnschi zlatan:zlàtan
    zola:zolà zuck:zac zuckerberg:zàcherberg zurich:tsùric zweig:zvàig"""
)
"""By the word in small letters."""
