"""Italian words and names of places that espeak-ng stresses on another syllable than people in Italy do."""


def _table(written: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in written.split())


WORDS = _table(
    """amaca:amàca amache:amàche valuta:valùta valute:valùte valuto:valùto valuti:valùti svaluta:svalùta
    rivaluta:rivalùta pudico:pudìco pudica:pudìca pudichi:pudìchi impudico:impudìco guaina:guaìna guaine:guaìne
    adula:adùla adulo:adùlo decade:dècade decadi:dècadi invia:invìa devia:devìa devio:devìo diconsi:dìconsi
    enalapril:enalaprìl captopril:captoprìl perindopril:perindoprìl zofenopril:zofenoprìl quinapril:quinaprìl
    ramipril:ramiprìl lisinopril:lisinoprìl fosinopril:fosinoprìl benazepril:benazeprìl clopidogrel:clopidogrèl
    levetiracetam:levetiracetàm piracetam:piracetàm meropenem:meropenèm citalopram:citalopràm
    escitalopram:escitalopràm diazepam:diazepàm lorazepam:lorazepàm clonazepam:clonazepàm bromazepam:bromazepàm
    alprazolam:alprazolàm midazolam:midazolàm zolpidem:zolpidèm gabapentin:gabapentìn pregabalin:pregabalìn
    fentanil:fentanìl sildenafil:sildenafìl tadalafil:tadalafìl celecoxib:celecoxìb etoricoxib:etoricoxìb
    ketorolac:chetorolàc diclofenac:diclofenàc aceclofenac:aceclofenàc tiotropio:tiotròpio ipratropio:ipratròpio
    iran:iràn iraq:iràc oman:omàn senegal:senegàl benin:benìn sudan:sudàn vietnam:vietnàm nepal:nepàl
    bangladesh:bangladèsh"""
)
"""By the word in small letters."""

PLACES = _table(
    "Lanciano:Lanciàno Brunico:Brunìco Abano:Àbano Sacile:Sacìle Nuoro:Nùoro Schio:Schìo Cheek:Cic"
)
"""By the name as it is written, which may be another word in small letters."""

ACCENTED_NAMES = _table(
    """mbappé:embappé beyoncé:bionsé çalhanoğlu:cialanòlu schrödinger:scirèdingher gödel:ghèdel citroën:sitroèn
    zürich:tsùric köln:chèln düsseldorf:dùsseldorf nürnberg:nùrnbergh münchen:mùnchen göteborg:ghèteborg malmö:màlme
    renée:rené rené:rené andré:andré josé:hossé joão:giuàu são:san jürgen:iùrghen günter:ghùnter jörg:ierg björn:biòrn
    müller:mùller schröder:scrèder böll:bel händel:èndel dvořák:dvòrgiac čechov:cècov pelé:pelé garcía:garsìa
    hernández:ernàndes fernández:fernàndes gonzález:gonsàles rodríguez:rodrìghes lópez:lòpes martínez:martìnes
    sánchez:sànces gómez:gòmes díaz:dìas núñez:nùgnes muñoz:mugnòs jiménez:chimènes pérez:pères ramírez:ramìres
    gutiérrez:gutièrres vázquez:vàsches álvarez:àlvares suárez:suàres málaga:màlaga córdoba:còrdoba cádiz:càdis
    velázquez:velàsches buñuel:bugnuèl almodóvar:almodòvar penélope:penèlope cruz:crus dalí:dalì miró:mirò
    gaudí:gaudì françois:fransuà hélène:elèn cézanne:sesàn molière:molièr méliès:meliès prévost:prevò
    orléans:orleàn nîmes:nim besançon:besansòn nestlé:nestlé hermès:ermès moët:moèt chloé:cloé zoë:zòe
    żeleński:selènschi kraków:cràcov łódź:luz wałęsa:valènsa škoda:scòda škriniar:scrìniar vlahović:vlàovich
    perišić:pèriscich pjanić:piànich brozović:brosòvich mandžukić:mangiùchich ibrahimović:ibraìmovich modrić:mòdrich
    timothée:timoté måneskin:mòneschin český:cèschi győr:ghièr jokić:iòchich dončić:dòncich
    pogačar:pogàciar roglič:ròghlic"""
)
"""By the name in small letters."""
