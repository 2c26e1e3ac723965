"""Names in French texts that espeak-ng says by rules of spelling that do not hold for them: Auxerre, Rodez, Bayonne."""


def _table(written: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in written.split())


_PLACES = _table(
    """metz:messe auxerre:ausserre auxonne:aussone bruxelles:brusselle bruxellois:brusselois
    bruxelloise:brusseloise bruxelloises:brusseloises avoriaz:avoria clusaz:cluza culoz:culo oyonnax:oyona
    chamonix:chamoni brieuc:brieu guingamp:guingan quimper:quimpère rouen:rouan reims:rince agen:agin rodez:rodèze
    gers:gerce doubs:dou lens:lance thionville:tyonville longwy:lonoui thiers:tière riom:rion bondy:bondi mons:monce
    anvers:anverse zurich:zurique millau:mio troyes:troi bayonne:baïonne mayenne:maïenne cayenne:caïenne
    blaye:blaille hendaye:andaille lafayette:lafaïette fayette:faïette biscaye:biscaille himalaya:imalaïa maya:maïa
    mayas:maïa batz:ba uzès:uzesse fréjus:fréjusse flers:flère villers:vilère wissembourg:vissembourg aisne:aine
    houston:youstonne dallas:dalasse castres:castre montrachet:monrachet craon:cran
    castelnaudary:castelnaudari lombez:lombèze alès:alesse samoëns:samoin pontivy:pontivi lesneven:lessnévène
    fouesnant:fouènant ploemeur:pleumeur huelgoat:huelgoate thouars:touar parthenay:partenai confolens:confolan
    pouilly:pouilli laye:laie chesnay:chénai thiais:tiè nogent:nojan raincy:rinci brouilly:brouilli vaulx:vau
    écully:éculi wasquehal:ouascal wissant:ouissan rethel:retel jarny:jarni hayange:haïange avold:avolde
    freyming:fréminngue kaysersberg:kaïzersbergue
    guebwiller:guèbvilère thann:tane riquewihr:ricvire seraing:serin malmedy:malmédi wavre:ouavre ath:ate uccle:ucle
    lancy:lanci échallens:échallan renens:renan"""
)
_PEOPLE = _table(
    """joly:joli roy:roi lefebvre:lefèvre leclercq:leclère deschamps:déchamp sarkozy:sarcozi
    estaing:estin lloris:lorisse benzema:bènezéma upamecano:oupamécano desnos:dessnosse bizet:bizè poulenc:poulinc
    saëns:sance staël:stal besnard:bénard darty:darti nathan:natan ethan:étane mathis:matisse arthur:artur
    agathe:agate joachim:joakime nguyen:nuyène riner:rinère
    cathy:cati elizabeth:élizabette weber:vébère romy:romi noah:noa
    monfils:monfisse harris:arisse scholz:cholce merz:mertse
    starmer:starmère von:fonne kane:keïne meta:méta bezos:bézosse roglic:roglitche pogacar:pogatchar
    djokovic:djokovitche modric:modritche jokic:yokitche tadej:tadéï poel:poule evenepoel:évenepoule
    federer:fédéreur ancelotti:antchelotti huawei:ouaouei xiaomi:shaomi snapchat:snaptchatte muñoz:mougnoze
    goya:goïa gomez:gomèze gómez:gomèze sánchez:sanchèze pérez:pérèze achille:achile
    lully:luli gounod:gouno liszt:liste mahler:malère haydn:aïdeune vermeer:vermère rubens:rubinsse dürer:durère
    klimt:climmte schiele:chilé munch:mounque klee:clé chagall:chagal cervantes:cervantesse joyce:djoïsse
    huxley:uxlé borges:borgesse neruda:nérouda hegel:éguèle kepler:képlère heidegger:aïdéguère
    schrödinger:schreudinguère schröder:schreudère heisenberg:aïzènebergue feynman:faïnemane hitler:itlère
    mandela:mandéla cameron:caméronne thatcher:tatcheur wittgenstein:vitguènnstein faulkner:folkneur
    steinbeck:staïnebec"""
)
_IN_EZ = (
    "alvarez benitez chavez dominguez fernandez gonzalez gutierrez hernandez jimenez lopez martinez mendez nunez perez"
    " ramirez rodriguez sanchez suarez vasquez vazquez velasquez"
)
"""Spanish names, whose last letter is said."""

_FIRMS = _table(
    """ikea:ikéa suez:suèze veolia:véolia thales:talesse stellantis:stélantisse valeo:valéo natixis:natixisse
    generali:générali publicis:publicisse atos:atosse"""
)

NAMES = _PLACES | _PEOPLE | _FIRMS | {name: f"{name[:-2]}èze" for name in _IN_EZ.split()}
"""By the name in small letters: how it is written so that espeak-ng says it right."""
