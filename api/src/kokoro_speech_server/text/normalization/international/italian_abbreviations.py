"""Italian abbreviations that take the text around them to be told from others, and those without a point."""

from kokoro_speech_server.text.normalization.international import romance_notations as notations

DAYS = {
    "lun": "lunedì", "mar": "martedì",
    "mer": "mercoledì", "gio": "giovedì", "ven": "venerdì", "sab": "sabato",
    "dom": "domenica",
}  # fmt: skip
ABBREVIATIONS = {rf"{short}(?= \d{{1,2}}/\d)": day for short, day in DAYS.items()} | {
    "[Bb]2[Bb]": "bi tu bi", "[Bb]2[Cc]": "bi tu ci",
    "SpA": "società per azioni", r"[Nn]\.?[º°]": "numero", r"vs(?!\.)": "versus", "e/o": "e o", "[Cc]mq": "comunque",
    r"(?<=\d )[Mm]ld\.?(?!\w)": "miliardi", r"(?<=\d )[Mm]ln\.?(?!\w)": "milioni", "c/o": "presso",
    "c/c": "conto corrente", r"(?<=\d['’] )pt": "del primo tempo", r"(?<=\d['’] )st": "del secondo tempo",
    r"(?<=% )a/a": "anno su anno", r"(?<=% )t/t": "trimestre su trimestre", r"(?<=% )m/m": "mese su mese",
    r"S\.?S\.?(?= ?\d{1,3}\b)": "strada statale", r"S\.?P\.?(?= ?\d{1,3}\b)": "strada provinciale",
    "N-?O(?= [ed])|N-O": "nord-ovest", "N-?E(?= d)|N-E": "nord-est", "S-?O(?= d[ie])|S-O": "sud-ovest",
    "S-?E(?= d[ie])|S-E": "sud-est", "CC(?= (?:di|dei|del|della stazione di) [A-Z])": "carabinieri",
    r"(?<=\d)x(?= (?:l['’]|gli |i )?(?:EBITDA|Ebitda|EBIT|utili|ricavi|fatturato)\b)": "volte",
    r"(?<=\d\.\d )16[Vv]": "sedici valvole",
    r"(?<=\()es(?=:)": "esempio",
    r"(?<=\b[AaDd]lle )h(?= ?\d)|(?<=\b[Oo]re )h(?= ?\d)": "ore", r"[Dd]lgs": "decreto legislativo",
    "qlc[nu]?": "qualcuno", "[Xx](?:ch[éèe]|k[éèe])|perchè": "perché", "[Nn]n": "non", "[Xx]ò": "però",
    "[Tt]vttb": "ti voglio tantissimo bene", "[Tt]vtb": "ti voglio tanto bene", r"(?<=gtt )x(?= ?\d)": "per",
    r"(?<=piano )s/a": "senza ascensore", r"(?<=piano )c/a": "con ascensore",
    "qls": "qualsiasi", "[Qq]nd": "quando", "qnt[oaie]?": "quanto", "[Dd]v": "dove", "[Tt]vb": "ti voglio bene",
    "[Mm]sg": "messaggio", "[Gg]rz": "grazie", "[Aa]nke": "anche", "[Kk]e": "che",
    r"x(?= \d{1,2} (?:persone|pers\.|porzioni|bicchieri))": "per",
    "cn(?= [a-z])": "con", "sn(?= [a-z])": "sono",
    "prox": "prossimo", "dmn": "domani", "cmnq": "comunque", "risp(?= [a-z])": "rispondere",
    r"(?:(?<=[^\W\d_] )|(?<=[,;:] ))x(?= (?:me|te|lui|lei|noi|voi|loro|favore|fare|il|la|le"
    r"|gli|un|una|ora|caso|chi|ogni"
    r"|tutt[oiae]|quest[oaie]|esempio|colazione|merenda|info|lavoro"
    r"|scuola|stasera|sempre|adulti|bambini|cena|pranzo|domani|oggi|sapere|avere|non|adesso)\b)": "per",
    r"[Qq]\.?tà": "quantità",
    r"[Pp]\.?zza(?= [A-Z])": "piazza", "a/r|A/R": "andata e ritorno", "§§": "paragrafi",
    r"h(?= \d{1,2}[.:]\d\d)|(?<!\d )h(?= \d{1,2}(?![\d:/]|[.,]\d| ?[-–\d]))": "ore",
    r"(?<=% )[Vv]ol(?!\.)": "in volume", r"(?<=\d )[Mm]io(?= (?:€|CHF|di |euro))": "milioni",
    r"min(?= ?[-−+]?\d{1,2} ?°)": "minima", r"max(?= ?[-−+]?\d{1,2} ?°)": "massima",
    "slm": "sul livello del mare", r"#(?=\d{1,6}(?!\w))": "numero",
    "h(?= pasti)": "ore", r"(?<=\bmezzo )l(?= di | d['’])": "litro",
    "dts": "dopo i tempi supplementari", "dcr": "dopo i calci di rigore", r"(?<=\d0 )sl": "stile libero",
    r"(?:(?<=\d m )|(?<=\d cm )|(?<=\d mm ))x(?= ?\d)": "per",
    r"(?<=% )yoy|(?<=% )YoY": "anno su anno", r"(?<=% )qoq|(?<=% )QoQ": "trimestre su trimestre",
    "EUR/USD": "euro dollaro", "USD/JPY": "dollaro yen", "EUR/GBP": "euro sterlina", "EUR/CHF": "euro franco",
    "GBP/USD": "sterlina dollaro", "EUR/JPY": "euro yen", "USD/CHF": "dollaro franco",
    r"[Ss]ab(?= (?:alle|mattina|sera|pomeriggio|dalle|prossimo|scorso)\b)": "sabato",
    r"[Vv]en(?= (?:alle|mattina|sera|pomeriggio|dalle|prossimo|scorso)\b)": "venerdì",
    r"[Gg]io(?= (?:alle|mattina|sera|pomeriggio|dalle|prossimo|scorso)\b)": "giovedì",
    r"[Ll]un(?= (?:alle|mattina|sera|pomeriggio|dalle|prossimo|scorso)\b)": "lunedì",
    "Sig(?= [A-Z])": "signor", "Dott(?= [A-Z])": "dottor",
    "Prof(?= [A-Z])": "professor", "Avv(?= [A-Z])": "avvocato",
}  # fmt: skip
"""`abbreviations`."""

POINTED = {
    r"Min\.(?= [A-Z][a-z])": "ministro", r"Cap\.(?= [A-Z][a-z])": "capitano", r"[Ee]s\.(?= ?:)": "esempio",
    r"(?<=\bsu )app\.to|(?<=\bper )app\.to": "appuntamento", r"[Aa]pp\.to": "appartamento",
    r"[Dd]im\.(?= \d)": "dimensioni",
    r"(?<=piano )s\.a\.": "senza ascensore", r"(?<=piano )c\.a\.": "con ascensore",
    r"(?<=\ba )t\.d\.": "tempo determinato", r"(?<=\ba )t\.i\.": "tempo indeterminato",
    r"(?<=[Tt]empo )det\.": "determinato", r"(?<=[Tt]empo )indet\.": "indeterminato",
    r"(?<=[€\d] )i\.v\.|(?<=euro )i\.v\.": "interamente versato", r"[Ii]\.v\.": "in vena",
    r"a\.s\.(?= \d)": "anno scolastico", r"[Aa]\.[Aa]\.(?= \d{4})": "anno accademico",
    r"(?<=\d )l\. ?f\.": "legge fallimentare", r"[Cc]\.[fF]\.(?=:? [A-Z\d])": "codice fiscale",
    r"[Pp]\.[iI]\.(?=:? \d)": "partita IVA", r"(?<=[a-z] )s\.n\.c\.|(?<=[a-z], )s\.n\.c\.": "senza numero civico",
    r"p\.(?= auto\b)": "posto", r"p\.auto": "posto auto", r"[Dd]\.ssa": "dottoressa",
    r"[Vv]d\.(?= [a-z\d])": "vedi", r"[Pp]z\.(?= di \d)": "paziente", r"(?<=[Uu]nico )prop\.": "proprietario",
    r"[Rr]ef\.(?= richiest)": "referenze",
    r"(?<=\b[Ii]n )all\.": "allegato", r"(?<=[Aa]ddome )sup\.": "superiore", r"(?<=[Aa]ddome )inf\.": "inferiore",
    r"(?<=€ \d\d )p\.p\.|(?<=€ \d\d\d )p\.p\.|(?<=\d € )p\.p\.|(?<=euro )p\.p\.": "a persona",
    r"[Cc]oord\.": "coordinate",
    r"L\.(?= \d{1,2}[-./]\d{1,2}[-./](?:19|20)?\d\d\b)": "legge", r"V\.(?= Emanuele\b)": "Vittorio",
    r"(?<=\b[Aa]rto )inf\.|(?<=\b[Aa]rti )inf\.|(?<=lobo )inf\.": "inferiore",
    r"(?<=\b[Aa]rto )sup\.|(?<=\b[Aa]rti )sup\.|(?<=lobo )sup\.": "superiore",
    r"[Ii]\.m\.": "intramuscolo", r"[Ee]\.v\.": "endovena", r"[Ff]l\.(?= i\.?m)": "fiale",
    r"[Rr]iscald\.": "riscaldamento", r"[Cc]omm\.li": "commerciali",
    r"liv\.(?<=[IVX] liv\.)|liv\.(?<=[°º] liv\.)|[Ll]iv\.(?= \d)": "livello", r"[Ii]ndet\.": "indeterminato",
    r"[Pp]os\. ec(?:on)?\.": "posizione economica", r"Uff\.(?= [A-Z])": "ufficio", r"(?<=\bin )Ing\.": "ingegneria",
    r"[Ii]ng\.(?= (?:Gestionale|Civile|Meccanica|Informatica|Elettronica"
    r"|Edile|Aerospaziale|Chimica|Elettrica|Biomedica)\b)": "ingegneria",
    r"(?<=\bdi )prof\.(?=[;,)]|$)": "profondità", r"(?<=\()p\.(?= \d{1,2}[:.]\d\d)": "partenza",
    r"(?<=\()a\.(?= \d{1,2}[:.]\d\d)": "arrivo", r"(?<=[a-z] )rig\.(?=[;,)])": "rigore",
    r"(?<=[a-z] )aut\.(?=[;,)])": "autogol", r"Emilia-R\.": "Emilia-Romagna", r"[Dd]oc\.(?= [a-z])": "documento",
    r"[Ee]s\.(?= \d{1,3} ?[-–e,] ?\d)|(?<=gli )es\.(?= \d)": "esercizi",
    r"sett\.(?<=\d-\d sett\.)|sett\.(?<=\d-\d\d sett\.)|sett\.(?<=\d\d-\d\d sett\.)": "settimane",
    r"s/asc\.": "senza ascensore", r"c/asc\.": "con ascensore",
    r"Ogg\.(?= ?:)": "oggetto", r"(?<=\()[Ee]s\.(?= [a-z])": "ad esempio", r"n\.(?= verde)": "numero",
    r"mart\.(?= (?:\d|e |a |al |alle ))": "martedì", r"(?<=\be )merc\.|merc\.(?= (?:\d|e |a |al |alle ))": "mercoledì",
    r"(?<=\be )giov\.|giov\.(?= (?:\d|e |a |al |alle ))": "giovedì",
    r"S\.(?= (?:Pietro|Giovanni|Marco|Francesco|Paolo|Giorgio|Lorenzo|Siro|Carlo|Giuseppe|Nicola|Michele"
    r"|Martino|Benedetto|Gennaro|Domenico|Giacomo|Luca|Matteo|Filippo|Bernardo|Donato|Vito|Biagio|Rocco|Zeno"
    r"|Petronio|Bartolomeo|Cristoforo|Sebastiano"
    r"|Vincenzo|Tommaso|Simone|Bernardino|Gaetano|Remo|Marino|Severo|Damiano|Vitale|Miniato|Clemente"
    r"|Silvestro|Salvatore"
    r"|Gregorio|Girolamo|Nazaro|Babila|Teodoro|Floriano|Fermo|Cataldo|Patrizio|Raffaele|Luigi|Mauro|Pio"
    r"|Lazzaro|Donà|Vittore|Felice|Gimignano|Cipriano|Ruffillo|Casciano|Bonifacio|Candido|Daniele|Quirico|Sisto"
    r"|Costanzo|Ferdinando|Prospero|Giuliano|Gottardo|Colombano|Maurizio|Basilio|Vitaliano|Leonardo|Leo)\b)": "san",
    r"S\.(?= (?:Maria|Chiara|Lucia|Croce|Rita|Teresa|Caterina|Cecilia|Barbara|Monica|Marta|Sofia|Susanna"
    r"|Prassede|Sabina|Giustina"
    r"|Margherita|Fosca|Brigida|Rosalia|Giulia|Francesca|Eulalia|Cristina|Scolastica|Marinella"
    r"|Severa|Flavia|Elisabetta|Paola|Maddalena|Severina|Apollonia)\b)": "santa",
    r"S\.(?= (?:Stefano|Spirito)\b)": "santo",
    r"S\.(?= (?:Anna|Agata|Antonio|Ambrogio|Andrea|Agostino|Angelo|Elena|Ignazio|Agnese|Eufemia|Ilario"
    r"|Eustachio|Onofrio|Apollinare|Eustorgio|Orsola|Erasmo|Egidio|Ubaldo|Ippolito|Arcangelo|Eligio"
    r"|Alfonso|Agnello|Antimo|Anastasia|Alessio|Oreste|Elpidio|Elia|Eusebio|Omobono)\b)": "sant'",
    r"(?<=\d )set\.": "settembre", r"(?<=\d )gen\.": "gennaio", r"[Cc]ell?\.(?=:? ?[\d+])": "cellulare",
    r"mar\.(?:(?<=\d mar\.)|(?= [ae] apr\.))": "marzo", r"P\. ?IVA": "partita IVA",
    r"(?<=\b[Aa]lla )[Cc]\. ?[Aa]\.": "cortese attenzione", r"(?<=a )[Nn]s\.": "nostra", r"(?<=e )[Nn]s\.": "nostre",
    r"(?<=i )[Nn]s\.": "nostri", r"[Nn]s\.": "nostro",
    r"D\. ?L\.(?= (?:n\.|numero|[a-z]{3,60} del) )": "decreto legge",
    r"L\.(?= (?:n\.|numero|[a-z]{3,60} del) )": "legge", r"lett\.(?= ?[a-z]\b)": "lettera",
    r"(?<=IVA )incl\.": "inclusa", r"[Ii]ncl\.": "incluso", r"(?<=IVA )escl\.": "esclusa", r"[Ee]scl\.": "escluso",
    r"[Vv]\.(?= ?\d+\.\d)": "versione", r"(?<=\()[Vv]\.(?= [a-z])": "vedi", r"(?<=\b1 )pers\.": "persona",
    # Meanings of "Par.", "v.", "p.", "min." and others with several of them.
    r"Inf\.(?= [IVXL]{1,7}\b)": "Inferno", r"Purg\.(?= [IVXL]{1,7}\b)": "Purgatorio",
    r"Par\.(?= [IVXL]{1,7}\b)": "Paradiso", r"(?<=, )v\.(?= \d)": "verso", r"(?<=[IV], )c\.(?= \d)": "colonna",
    r"[Ss]up\.(?= (?:di|pari|tot|compless|copert|utile|calpest))": "superficie",
    r"[Vv]\.(?= (?:anche|infra|supra|artt?\b|all\b|nn?\.|pp?\.|pagg?\b|capp?\b|figg?\b|tabb?\b"
    r"|parr?\b|§|sopra|sotto|oltre|nota|sent\b|[Cc]ass|ad es|per es|in part|amplius))": "vedi",
    r"(?<=\d[°ª] )p\.|(?<=\b[IV] )p\.|(?<=\bII )p\.": "piano", r"gr\.(?<=\d gr\.)": "grammi",
    r"(?<=\b(?:do|re|mi|fa|la|si) )min\.|(?<=\bsol )min\.|min\.(?<=diesis min\.)|min\.(?<=bemolle min\.)": "minore",
    r"(?<=\b(?:do|re|mi|fa|la|si) )magg\.|(?<=\bsol )magg\."
    r"|magg\.(?<=diesis magg\.)|magg\.(?<=bemolle magg\.)": "maggiore",
    r"(?<=[Tt]emp\. )min\.|min\.(?<=temperatura min\.)": "minima", r"(?<=[Tt]emp\. )max\.": "massima",
    r"(?<!\d )(?<!\d)(?<!al )(?<!emp\. )min\.(?=[ :]{1,3}[-−+±]?\d)": "minimo",
    r"[Pp]rof\.(?= (?:max\.? |di )?\d)": "profondità",
    r"Min\.(?= (?:Interno|Esteri|Istruzione|Salute|Giustizia|Difesa|Lavoro|Economia|Ambiente|Cultura|Sviluppo"
    r"|Agricoltura|Infrastrutture|Trasporti|Università|dell[ao'’]|dei|del|degli|delle)\b)": "ministero",
    r"M\.(?= (?:Bianco|Rosa|Cervino|Vesuvio|Etna|Amiata|Cimone|Grappa|Baldo|Cavo|Pellegrino)\b)": "monte",
    r"(?<=alla )[Vv]s\.|(?<=lla )[Vv]s\.|(?<=a )[Vv]s\.": "vostra", r"(?<=e )[Vv]s\.": "vostre",
    r"(?<=i )[Vv]s\.": "vostri", r"Vs\.(?= [a-z])": "vostro", r"App\.(?= [A-Z])": "Corte d'appello",
    r"(?<=a )c\.?d\.": "cosiddetta", r"(?<=e )c\.?d\.": "cosiddette", r"(?<=i )c\.?d\.": "cosiddetti",
    r"c\.?d\.": "cosiddetto", r"(?<=\b[Cc]orte )cost\.": "costituzionale", r"Cost\.": "Costituzione",
    r"S\.O\.(?= (?:n\.|al|alla|del))|[Ss]uppl?\. ?[Oo]rd\.": "supplemento ordinario",
    r"[Ss]uppl?\. ?[Ss]tr(?:aord)?\.": "supplemento straordinario",
    r"[Ss]ez\. ?Un(?:ite|\.)": "Sezioni Unite", r"[Ss]ez\. ?unite": "sezioni unite",
    r"(?<=Cass\. )S\. ?U\.|(?<=Cass\., )S\. ?U\.": "Sezioni Unite",
    r"[Ss]ez\. ?[Ll]av\.": "sezione lavoro", r"[Ss]ez\. ?[Tt]rib\.": "sezione tributaria",
    r"(?<=\b[Dd]['’])[Aa]pp\.": "Appello", r"[Cc]od\. ?[Tt]rib\.": "codice tributo",
    r"(?<=\bai )rig\.": "rigori", r"(?<=\bsu )rig\.": "rigore", r"(?<=% )incl\.": "inclusa",
    r"[Ff]t\.(?= (?:n\.|\d))": "fattura", r"[Nn]s\. ?[Oo]rd(?:ine)?\.": "nostro ordine",
    r"[Vv]s\. ?[Oo]rd(?:ine)?\.": "vostro ordine",
    r"cap\.(?<=[IVX] cap\.)": "capitolo", r"(?<=\ba )pers\.": "persona", r"(?<=uso )sing\.": "singola",
    r"(?<=\b[Ii]n )P\.S\.|(?<=\b[Aa]l )P\.S\.|(?<=\b[Dd]al )P\.S\.": "pronto soccorso",
    r"[Aa]ll\.(?= [A-HX-Z](?![\w.]))": "allegato", r"[Rr]eg\.(?= [Ii]mpr)": "registro",
    r"[Uu]lt\. ingr\.": "ultimo ingresso", r"[Ss]at\.(?= \d)": "saturazione",
    r"C\.I\.(?= (?:n\.|n°|[A-Z]{2} ?\d))": "carta d'identità",
    r"(?<=\ba )t\. ?ind(?:et)?\.": "tempo indeterminato", r"(?<=\ba )t\. ?det\.": "tempo determinato",
    r"s\.l\.m\.": "sul livello del mare", r"(?<=% )[Vv]ol\.": "in volume", r"(?<=\d )[Mm]io\.": "milioni",
    r"(?<=\d )(?:[Mm]rd|[Mm]ia)\.": "miliardi",
    r"P\.to(?= [A-Z])": "porto", r"[Pp]\.to(?= [a-z])": "punto",
    r"[Nn]\.(?= (?:d['’]|d[ei] [a-z]|civico|civ\.|progr|protocollo|prot\.|matricola|iscrizione|telef|tel\.|cell|pratica"
    r"|fattura|tessera|ordine|REA|registrazione|polizza|cliente|conto|posti|pezzi|pz|ore\b))": "numero",
    r"C\.d\.S\.": "Consiglio di Stato",
    r"[Dd]\.? ?[Ll]gs\.": "decreto legislativo", r"[Dd]\. ?[Ll]\.(?= (?:n\.|\d))": "decreto legge",
    r"(?<=['’] )rig\.": "su rigore", r"(?<=['’] )aut\.": "autogol", r"(?<=['’] )p\. ?t\.": "del primo tempo",
    r"(?<=['’] )s\. ?t\.": "del secondo tempo", r"[Cc]l\.(?= [A-G]\b)": "classe",
    r"[Pp]art\.(?= (?:ore |h )?\d{1,2}[:.]\d\d)": "partenza", r"[Aa]rr\.(?= (?:ore |h )?\d{1,2}[:.]\d\d)": "arrivo",
    r"[Rr]iv\.(?=,? (?:e |ampl|agg|corr))": "riveduta",
    r"[Ee]scl\.(?= (?:festivi|prefestivi|sabat|i |gli ))": "esclusi",
    r"[Ee]scl\.(?= (?:le |spese|domenic))": "escluse", r"N\.-O\.": "nord-ovest", r"N\.-E\.": "nord-est",
    r"S\.-O\.": "sud-ovest", r"S\.-E\.": "sud-est", r"(?<=\bper )es\.": "esempio",
    r"gen\.(?= (?:19|20)\d\d)": "gennaio", r"sett\.(?<=per \d sett\.)|sett\.(?<=per \d\d sett\.)": "settimane",
    r"sett\.(?<=da \d sett\.)|sett\.(?<=in \d sett\.)|sett\.(?<=di \d sett\.)": "settimane",
    r"sett\.(?<=ogni \d sett\.)|sett\.(?<=dopo \d sett\.)|sett\.(?<=di \d\d sett\.)": "settimane",
    r"(?<=ità )max\.|(?<=ura )max\.|(?<=ezza )max\.|(?<=enza )max\.": "massima", r"(?<=\bi )gg\.": "giorni",
    r"(?<=\bun )diam\.|(?<=\bdi )diam\.|(?<=\bil )diam\.": "diametro", r"(?<=\d )febb\.|febb\.(?= \d{4})": "febbraio",
    r"(?<=\d )sett\.": "settembre", r"sett\.(?= \d{4})": "settembre", r"[Cc]omm\.(?= [A-Z])": "commendator",
    r"(?<=l['’])amm\.": "ammiraglio", r"(?<=; )[Aa]mm\.": "ammoniti", r"(?<=; )[Ee]sp\.": "espulso",
    r"[Ss]pett\.(?=:? ?\d)": "spettatori", r"(?<=\d )dir\.(?= [A-Z])": "direzione",
    r"int\.(?= (?:€|\d{1,3} ?€))": "intero", r"a\.(?= (?:[IVXLC]{2,}\b|\d{4}\b))": "anno",
    r"(?<=[a-z] )a\.(?= \d{1,2}[:.]\d\d)|(?<=[a-z]\. )a\.(?= \d{1,2}[:.]\d\d)": "arrivo",
    r"(?<=[a-z] )p\.(?= \d{1,2}[:.]\d\d)|(?<=[a-z]\. )p\.(?= \d{1,2}[:.]\d\d)": "partenza",
    r"(?<=\b[da]al )min\.|(?<=\bal )min\.": "minuto", r"(?<=a )incl\.": "inclusa", r"(?<=i )incl\.": "inclusi",
    r"(?<=e )incl\.": "incluse", r"(?<=a )escl\.": "esclusa", r"(?<=i )escl\.": "esclusi",
    r"(?<=e )escl\.": "escluse", r"[Mm]odif\.(?= da)|[Mm]od\.(?= da)": "modificato", r"[Vv]\.(?= pure)": "vedi",
    r"(?<=[\w.] )c\.(?= [A-Z])": "contro", r"[Cc]l\. en(?:erg)?\.": "classe energetica",
    r"(?<=\d, )C\.d\.S\.|(?<=\bdel )C\.d\.S\.": "codice della strada", r"pers\.(?<=/pers\.)": "persona",
    r"(?<=ª )g\.": "giornata", r"p\. ?t\.(?= \d)": "primo tempo", r"s\. ?t\.(?= \d)": "secondo tempo",
    r"(?<=\()rig\.": "rigore", r"(?<=\()aut\.(?=\))": "autogol", r"(?<=[a-z] )b\.(?= [A-Z])": "batte",
    r"(?<=[Ss]pese )cond\.": "condominiali", r"(?<=\ba )cond\.": "condensazione",
    r"max\.(?<=prof\. max\.)|max\.(?<=lungh\. max\.)|max\.(?<=vel\. max\.)": "massima",
    r"Cap\.(?= (?:della|dell|del|di)\b)": "capitale", r"(?<=[a-z] )ed\.(?=, (?:\d{4}|[A-Z]))": "editore",
    r"[Ff]\.to(?= A\d)": "formato", r"[Ii]ll\.(?= Sig)": "illustrissimo", r"magg\.(?= [A-Z])": "maggiore",
    r"(?<=\bdei )[Mm]in\.": "ministri", r"(?<=\bdel )Cons\.": "Consiglio",
    r"S\.(?= (?:Padre|Natale|Uffizio|Sepolcro))": "santo", r"S\.(?= (?:Sede|Messa|Famiglia|Casa|Pasqua))": "santa",
    r"[Ss]pec\.(?= in )": "specialista", r"Ord\.(?= dei)": "Ordine", r"(?<=, )est\.(?= [A-Z])": "estensore",
    r"p\.to(?= \d)": "punto", r"C\. giust\.": "Corte di giustizia", r"Ed\.(?= [A-Z])": "edizioni",
} | {
    rf"(?<=\d {unit} ){short}|(?<=/die ){short}": said
    for unit in ("mg", "UI", "ml", "mL", "mcg", "g")
    for short, said in (
        (r"s\.c\.", "sottocute"), (r"e\.v\.", "endovena"), (r"i\.m\.", "intramuscolo"), (r"p\.o\.", "per os"),
    )
} | notations.days(DAYS, ("mar", "mer"), " a | al | alla | e |, | |-")  # fmt: skip
"""`pointed`."""
