"""French abbreviations that take the text around them to be told from others, and those without a point."""

from kokoro_speech_server.text.normalization.international import romance_notations as notations

_NAME = "[A-ZÀ-Ý]"
_OF_NAME = rf"(?:(?:de|du|des) |d['’])?(?:la |l['’])?{_NAME}"
_IN_STREET = r"(?<=\b[Dd]u {0})(?=-(?:de-)?[A-ZÀ-Ý])"
"""An office or rank in the name of a street: "av. du Gal-de-Gaulle"."""

_MONTH = r"\d{1,2}(?:er)? (?:janv|f[ée]vr?|mars|avr|mai|juin|juil|ao[uû]t|sept|oct|nov|d[ée]c)"

DAYS = {
    "lun": "lundi", "mar": "mardi", "mer": "mercredi", "jeu": "jeudi", "ven": "vendredi", "sam": "samedi",
    "dim": "dimanche",
}  # fmt: skip
ABBREVIATIONS = {
    "[Bb]2[Bb]": "B to B", "[Bb]2[Cc]": "B to C",
    "Sté": "société", "Vve": "veuve", r"Drs(?= [A-ZÀ-Ý])": "docteurs", "qqn": "quelqu'un", "qqch": "quelque chose",
    "tjs": "toujours", "càd": "c'est-à-dire", r"Mme(?!\.)": "madame", r"Mmes(?!\.)": "mesdames",
    r"Mlle(?!\.)": "mademoiselle", r"Mlles(?!\.)": "mesdemoiselles", r"Mgr(?!\.)": "monseigneur",
    "Dr(?= [A-ZÀ-Ý])": "docteur", "Pr(?= [A-ZÀ-Ý])": "professeur", "Me(?= [A-ZÀ-Ý])": "maître",
    "St(?=[- ][A-ZÀ-Ý])": "saint", "Ste(?=[- ][A-ZÀ-Ý])": "sainte", "Sts(?= [A-ZÀ-Ý])": "saints",
    "Stes(?= [A-ZÀ-Ý])": "saintes", "[Bb]d(?= [A-ZÀ-Ýd])": "boulevard", r"[Nn]\.?[°º]": "numéro",
    r"(?<=\b[LlDd]es )[Nn]\.?[°º]": "numéros", r"[Nn][°º]s(?= ?\d)|[Nn]os(?= \d)": "numéros", r"vs(?!\.)": "versus",
    "et/ou": "et ou", r"(?<!\d)4 ?[xX×] ?4(?!\d)": "quatre-quatre", r"(?<=\d)x(?= (?:plus|moins|par)\b|/)": "fois",
    "[Rr][Dd][Vv]": "rendez-vous", "[Ss][Vv][Pp]": "s'il vous plaît", "[Ss][Tt][Pp]": "s'il te plaît",
    "[Bb]cp": "beaucoup", "Cie": "compagnie", "[EÉ]ts(?= [A-ZÀ-Ý])": "établissements", "Mr(?= [A-ZÀ-Ý])": "monsieur",
    r"Gal(?<=\b(?:[Ll]e|[DdAa]u) Gal)(?= (?:de |d')?[A-ZÀ-Ý])": "général",
    r"Cdt(?<=\b(?:[Ll]e|[DdAa]u) Cdt)(?= (?:de |d')?[A-ZÀ-Ý])": "commandant",
    r"Lt(?<=\b(?:[Ll]e|[DdAa]u) Lt)(?= (?:de |d')?[A-ZÀ-Ý])": "lieutenant", "[Tt]tes": "toutes", "[Tt]te": "toute",
    "[Pp]dt": "pendant", "[Qq]qs?": "quelques", "qqf": "quelquefois", "svt": "souvent", "nbx": "nombreux",
    "nbses": "nombreuses", "nbre": "nombre", "qtés?": "quantité", "[Cc]hbres": "chambres", "[Cc]hbre": "chambre",
    "[Aa]ppts": "appartements", "[Aa]ppt": "appartement", "sdb|SdB|SDB": "salle de bains", "dble": "double",
    "rdc|RdC": "rez-de-chaussée", "s/sol|ss-sol": "sous-sol", "pdj": "petit-déjeuner", "[Vv]ds": "vends",
    "TBE": "très bon état", r"[Bb]te(?= ?\d)": "boîte", "Tle": "terminale", "Tles": "terminales",
    r"[Cc]f(?![.\w])": "confer", r"Cne(?= (?:de |du |d['’]))": "commune", "D[ée]?pt(?= (?:de|du|des))": "département",
    rf"F[bg]?g(?= {_OF_NAME})": "faubourg", "c/o": "chez", rf"Mt(?=[ -]{_NAME})": "mont",
    rf"Mts(?= {_NAME})": "monts", rf"Gd(?=[ -]{_NAME})": "grand", rf"Gde(?=[ -]{_NAME})": "grande",
    "N-?D(?= (?:de|du|des|d['’]))": "Notre-Dame", rf"[Rr]te(?= {_OF_NAME})": "route",
    rf"[Pp]l(?= (?:de la |du |des |d['’]){_NAME})": "place",
    "mi-tps": "mi-temps", r"(?<=\d )x/j": "fois par jour",
     r"(?<=\d\.\d )16[Vv]": "seize soupapes",
    "(?<=€ )CC|(?<=mois )CC": "charges comprises",
    "(?<=€ )HC|(?<=mois )HC": "hors charges", "N-?O(?= d)|N-O": "nord-ouest", "N-?E(?= d)|N-E": "nord-est",
    "S-?O(?= d)|S-O": "sud-ouest", "S-?E(?= d)|S-E": "sud-est", r"(?<=\b[Aa]u )N(?= d[eu'’])": "nord",
    r"(?<=\b[Aa]u )S(?= d[eu'’])": "sud", rf"Pte(?= (?:de |d['’]|des |du |[MC]){_NAME})|Pte(?= {_NAME})": "porte",
    r"(?<=\d)x(?= (?:l['’]|le |la |les )?(?:EBITDA|Ebitda|EBE|EBIT|bénéfices?|résultat|chiffre)\b)": "fois",
    r"1/50e": "un cinquantième", r"1/20e": "un vingtième", r"1/100e": "un centième", r"1/1000e": "un millième",
    r"1/10e": "un dixième", r"[Nn]o(?= \d{1,6}(?![\d-]))": "numéro", "s/(?=[- ][A-Za-z])": "sur",
    r"(?<=\b1 )càs": "cuillère à soupe", r"(?<=\b1 )càc": "cuillère à café", "càs": "cuillères à soupe",
    "càc": "cuillères à café", r"1/2(?= finale)": "demi", r"1/4(?= de finale)": "quart",
    r"1/8e?(?= de finale)": "huitième", r"1/16e?(?= de finale)": "seizième", r"(?<=[2-9] )sdb": "salles de bains",
    "gge": "garage", "avt": "avant", "ts(?= les)": "tous", "ds(?= l[ae]s?)": "dans",
    r"(?<=% )t/t": "d'un trimestre à l'autre", r"(?<=% )a/a": "sur un an",
    r"(?<![\w)])-(?=\d{1,2} ans\b)": "moins de ", r"(?<![\w)])\+(?=\d{1,2} ans\b)": "plus de ",
    "tlj": "tous les jours", "sf(?= )": "sauf", "p/r": "par rapport", r"in-8[°º]?": "in-octavo",
    r"in-4[°º]?": "in-quarto", "in-12": "in-douze", r"(?<=\d )r[°º]|(?<=\d)r[°º]": "recto",
    r"(?<=\d )v[°º]|(?<=\d)v[°º]": "verso", "rdt(?= )": "rendement", r"T°(?! ?\d)": "température",
    "[Bb]jr": "bonjour", "dsl": "désolé", "pr(?= (?:les?|la|une?|mon|ton|son) )": "pour", r"pt(?= \d)": "point",
    r"(?<=\d )M(?= (?:km|m[²³]|tonnes))": "millions de", r"(?<=\d )M(?= (?:de |d['’]))": "millions",
    "§§": "paragraphes", r"(?<=[x×] )[Ll](?= \d)": "largeur", r"(?<=[x×] )H(?= \d)": "hauteur",
    r"(?<=[x×] )P(?= \d)": "profondeur", r"L(?= \d{1,4}(?:,\d)? ?[x×])": "longueur",
    r"H(?= \d{1,4}(?:,\d)? ?[x×])": "hauteur", r"x(?= [LlHP]\.? ?\d)": "sur",
}  # fmt: skip
ABBREVIATIONS |= {
    short + _IN_STREET.format(short): said
    for short, said in (
        ("Gal", "général"), ("Mal", "maréchal"), ("Pdt", "président"), ("Cdt", "commandant"), ("Lt", "lieutenant"),
        ("Col", "colonel"), ("Cap", "capitaine"), ("Sgt", "sergent"), ("Dr", "docteur"), ("Pr", "professeur"),
    )
}  # fmt: skip
"""`abbreviations`."""

POINTED = {
    r"(?<=\b1 )c\.(?= à (?:soupe|café|thé))": "cuillère", r"(?<=\d )c\.(?= à (?:soupe|café|thé))": "cuillères",
    r"(?<=\d[er] )sem\.|(?<=\der )sem\.": "semestre", r"auj\.": "aujourd'hui",
    r"(?<![A-Z]\. )(?<![A-Z]\.-)M\.(?= (?:[A-ZÀ-Ý]|et Mme|le |la |l['’]))": "monsieur",
    r"[Aa]v\.(?= (?!J\.)[A-ZÀ-Ýd])": "avenue", r"(?<=[IVX]e )s\.|(?<=[IVX]ème )s\.": "siècle",
    r"[Ss]ept\.(?= (?:19|20)\d\d(?!\d))|(?<=\d )sept\.(?! ?$)": "septembre", r"(?<=\bet )ss?\.": "suivantes",
    r"(?<=\bpar )ex\.": "exemple", r"[Vv]\.(?= ?\d+\.\d)": "version", r"(?<=\()[Vv]\.(?= [a-z])": "voir",
    r"(?<=TVA )incl\.": "incluse", r"[Ii]ncl\.": "inclus", r"[ÉE]d\.(?= [A-ZÀ-Ý])": "éditions",
    r"(?<=\b1 )pers\.": "personne", r"(?<=\b1 )c\. ?à\.? ?s\.": "cuillère à soupe",
    r"(?<=\b1 )c\. ?à\.? ?c\.": "cuillère à café", r"(?<=/2 )c\.(?= à (?:soupe|café|thé))": "cuillère",
    r"(?<=[½¼¾] )c\.(?= à (?:soupe|café|thé))": "cuillère",
    r"(?<=/\d )c\. ?à ?s\.|(?<=[½¼¾] )c\. ?à ?s\.": "cuillère à soupe", r"(?<=\b1 )c\. ?s\.": "cuillère à soupe",
    r"(?<=\b1 )c\. ?c\.": "cuillère à café", r"(?<=\d )c\. ?s\.": "cuillères à soupe",
    r"(?<=\d )c\. ?c\.": "cuillères à café", r"(?<=m² )hab\.|(?<=m2 )hab\.": "habitables",
    r"C\. ?civ\.": "code civil", r"C\. ?trav\.": "code du travail", r"C\. ?com\.": "code de commerce",
    r"C\. ?pr\. ?pén\.": "code de procédure pénale", r"C\. ?pr\. ?civ\.": "code de procédure civile",
    r"C\. ?route": "code de la route", r"C\. ?cons(?:om)?\.": "code de la consommation",
    r"(?<=chauff\. )coll\.": "collectif", r"[Oo]uv\.(?= (?:du|de|tlj|tous|le|les|sur)\b)": "ouvert",
    r"(?<=\bsf )fér\.|(?<=\bsauf )fér\.": "fériés",
    r"ss asc\.": "sans ascenseur", r"av(?:ec)? asc\.": "avec ascenseur", r"C\. ?conso\.": "code de la consommation",
    r"A\.R\.(?= du \d)": "arrêté royal", r"(?<=['’] )s\. ?p\.": "sur penalty", r"(?<=\bà )déb\.": "débattre",
    r"[Tt]\. ?[Bb]\.(?= état)": "très bon", r"[Pp]art\.(?= (?:vend|vd|ach|cherch|ch\.|lou|rech))": "particulier",
    r"[Rr]éf\.(?= exig)": "références",
    # Meanings of "ch.", "c.", "v." and others with several of them.
    rf"Ch\.(?= (?:de Gaulle|{_NAME}))": "Charles", rf"Chr\.(?= {_NAME})": "Christophe",
    rf"Ph\.(?= {_NAME})": "Philippe",
    r"(?<=\d[er]e )[Cc]h\.|(?<=\de )[Cc]h\.|[Cc]h\.(?= (?:civ|soc|crim|com|corr|instr|acc)\b(?!p))": "chambre",
    r"ch\.(?<=pôle \d, ch\.)|ch\.(?<=section \d, ch\.)": "chambre", rf"ch\.(?= {_OF_NAME})|Ch\.(?= d)": "chemin",
    r"(?<=\+ )ch\.|ch\.(?= (?:comp|incl|loc|mens|en sus))": "charges",
    r"c\.(?<=RLRQ, c\.)|c\.(?<=L\.R\.C\. c\.)|c\.(?<=L\.R\.C\., c\.)|(?<=, )c\.(?= [A-Z]-\d)": "chapitre",
    rf"(?<=[\w.)] )c\.(?= {_NAME})": "contre",
    r"[Vv]\.(?= (?:infra|supra|aussi|également|note?\b|art\b|n[o°]|pp?\.|par ex|en ce sens|à ce|sur ce))": "voir",
    r"[Vv]\.(?= (?:s\.v\.|ci-|chap|fig|tabl?\b|annexe|page))": "voir", rf"(?<=[a-zà-ÿ.] )v\.(?= {_NAME})": "versus",
    rf"r\.(?= {_OF_NAME})": "rue", r"cap\.(?= (?:social|de \d))": "capital", rf"[Cc]ap\.(?= {_NAME})": "capitaine",
    rf"[Cc]ol\.(?= {_NAME})": "colonel", r"[Cc]onf\.(?= (?:de|des|du|d['’]) ?)": "conférence",
    r"[Dd]ép\.(?= (?:à |: )?\d{1,2} ?[h:])": "départ", r"[Aa]rr\.(?= (?:à |: )?\d{1,2} ?[h:])": "arrivée",
    r"(?<=\de )arr\.|(?<=\der )arr\.": "arrondissement", r"[Aa]rt\.(?= (?:premier|unique|[LRDA]\.))": "article",
    r"(?<=\b[dl]es )art\.(?= ?[\dLRDA])": "articles", r"[Pp]réf\.(?= (?:de|d['’]|par) ?[A-Z]\.)": "préface",
    r"(?<=\d[er]e )civ\.|(?<=\de )civ\.": "civile", r"[Pp]ubl\.(?= (?:par|en|chez|dans|sous))": "publié",
    r"Min\.(?= (?:de l|de la|de|des|du|d)\b)": "ministère", r"(?<=, )D\.(?= (?:19|20)\d\d)": "Dalloz",
    r"(?<!\d )(?<!\d)min\.(?=[ :]{1,3}[-−+±]?\d)": "minimum", r"(?<=[Tt]emp\. )min\.": "minimale",
    r"prof\.(?= (?:max\. |de )?\d)": "profondeur", r"long\.(?= \d{1,3}(?:[.,]\d{1,4})? ?°)": "longitude",
    r"long\.(?= (?:de )?\d{1,4}(?:[.,]\d{1,3})? ?[ckm]?m\b)": "longueur", r"[Tt]emp\.(?= m)": "température",
    r"(?<=\ben )sept\.|(?<=\bfin )sept\.|(?<=\bmi-)sept\.|(?<=\bde )sept\.|(?<=\ber )sept\.": "septembre",
    r"(?<=\der )sept\.|[Ss]ept\.(?= \d{4})|(?<=\d )sept\.(?=[,;)])": "septembre", r"N\.-O\.": "nord-ouest",
    r"N\.-E\.": "nord-est", r"S\.-O\.": "sud-ouest", r"S\.-E\.": "sud-est", r"(?<=[Rr]ev\. )fr\.": "française",
    r"(?<=\bau )N\.(?= d)": "nord", r"(?<=\bau )S\.(?= d)": "sud", r"(?<=\bl['’])E\.(?= d)": "est",
    r"(?<=\bl['’])O\.(?= d)": "ouest", r"(?<=\bsous )la dir\.": "la direction",
    r"[Cc]orr\.(?<=ch\. corr\.)": "correctionnelle", r"mar\.(?<=sf le mar\.)|mar\.(?<=sauf le mar\.)": "mardi",
    r"mer\.(?<=sf le mer\.)|mer\.(?<=sauf le mer\.)": "mercredi",
    r"jeu\.(?<=sf le jeu\.)|jeu\.(?<=sauf le jeu\.)": "jeudi", r"(?<=\b[Dd]e )diam\.": "diamètre",
    r"L\.(?= n°)": "loi", r"l\.(?= \d)": "ligne",
    r"dr\.(?= (?:fr|int|publ|priv|pén|civ|soc|comm?|eur|adm|étr|canon)\b)": "droit",
    r"(?<=\()all\.(?= [A-Z])": "allemand", r"(?<=\()lat\.(?= [A-Z])": "latin", r"(?<=\de )j\.": "journée",
    r"(?<=[e)’] )s\. ?p\.": "sur penalty", r"(?<=\d )a\. ?p\.": "après prolongation", r"sér\.(?<=\de sér\.)": "série",
    r"(?<=\d/[3-8] )c\.(?= à (?:soupe|café|thé))|(?<=[¼¾⅓⅔] )c\.(?= à (?:soupe|café|thé))": "de cuillère",
    r"min\.(?<=ans min\.)|min\.(?<=mois min\.)|min\.(?<=jours min\.)"
    r"|min\.(?<=nuits min\.)|min\.(?<=€ min\.)": "minimum",
    r"[Dd]ép\.(?= [A-ZÀ-Ý][\wà-ÿ-]{1,30} \d{1,2}[.:h]\d)": "départ",
    r"[Aa]rr\.(?= [A-ZÀ-Ý][\wà-ÿ-]{1,30} \d{1,2}[.:h]\d)": "arrivée",
    r"cl\.(?<=\de cl\.)|cl\.(?<=\dre cl\.)": "classe", r"(?<=\bla )sem\.|(?<=\bpar )sem\.": "semaine",
    r"(?<=\b[Ll]e )P\.(?= [A-ZÀ-Ý])": "père", r"(?<=\bles )min\.(?= de)": "ministres",
    r"(?<=\b[Ll]e )min\.(?= de)": "ministre", r"(?<=l['’])Int\.": "Intérieur", r"(?<=\bla )Just\.": "Justice",
    r"(?<=l['’])am\.(?= [A-Z])": "amiral", r"[Jj]usq\.": "jusqu'à", r"in-fol\.": "in-folio",
    r"(?<=\bsf )mar\.|(?<=\bsauf )mar\.": "mardi", r"(?<=noct\. )jeu\.|(?<=\bsf )jeu\.": "jeudi",
    r"(?<=\bsf )mer\.": "mercredi",
    # The depth, width and height of furniture.
    r"(?<=[x×] )P\.(?= \d)": "profondeur", r"(?<=[x×] )L\.(?= \d)": "largeur", r"(?<=[x×] )H\.(?= \d)": "hauteur",
    r"H\.(?= \d{1,4}(?:,\d)? ?[x×])": "hauteur", r"L\.(?= \d{1,4}(?:,\d)? ?[x×])": "longueur",
} | {
    rf"{day}\.(?= (?:{_MONTH}|\d{{1,2}}/\d|\d{{1,2}} ?h))": DAYS[day] for day in ("mar", "mer", "jeu")
} | notations.days(DAYS, ("mar", "mer", "jeu"), " au | à | et | ou |, | |-")  # fmt: skip
"""`pointed`."""
