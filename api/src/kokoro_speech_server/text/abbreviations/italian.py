"""Abbreviations in Italian texts."""

import re

from kokoro_speech_server.text.abbreviations.table import Abbreviations

_TITLES = {
    "sig.": "signor", "sig.ra": "signora", "sig.a": "signora", "sig.na": "signorina", "sigg.": "signori",
    "sig.ri": "signori", "sig.re": "signore", "dott.": "dottor", "dott.ssa": "dottoressa", "dott.sse": "dottoresse",
    "proff.sse": "professoresse", "dott.ri": "dottori", "dr.": "dottor", "dr.ssa": "dottoressa", "prof.": "professor",
    "prof.ssa": "professoressa", "proff.": "professori", "ing.": "ingegner", "ingg.": "ingegneri", "avv.": "avvocato",
    "avv.ti": "avvocati", "geom.": "geometra", "rag.": "ragioniere", "arch.": "architetto", "archh.": "architetti",
    "per. ind.": "perito industriale", "per. agr.": "perito agrario", "egr.": "egregio", "egr.i": "egregi",
    "Gent.mo": "gentilissimo", "Gent.ma": "gentilissima", "Gent.mi": "gentilissimi", "Gent.me": "gentilissime",
    "Gent.le": "gentile", "gent.": "gentile", "Spett.le": "spettabile", "Spett.li": "spettabili",
    "spett.": "spettabile", "Preg.mo": "pregiatissimo", "Preg.ma": "pregiatissima", "Preg.mi": "pregiatissimi",
    "Ill.mo": "illustrissimo", "Ill.ma": "illustrissima", "Chiar.mo": "chiarissimo", "Chiar.ma": "chiarissima",
    "Stim.mo": "stimatissimo", "Stim.ma": "stimatissima", "Car.mo": "carissimo", "Car.ma": "carissima",
    "Rev.mo": "reverendissimo", "Rev.do": "reverendo", "Ecc.mo": "eccellentissimo", "Em.mo": "eminentissimo",
    "aff.mo": "affezionatissimo", "dev.mo": "devotissimo", "mons.": "monsignor", "card.": "cardinal",
    "Rev.": "reverendo", "S. E.": "Sua Eccellenza", "S. Em.": "Sua Eminenza", "on.": "onorevole",
    "on.le": "onorevole", "onn.": "onorevoli", "on.li": "onorevoli", "sen.": "senatore", "gen.": "generale",
    "col.": "colonnello", "cap.no": "capitano", "ten.": "tenente", "ten. col.": "tenente colonnello",
    "s. ten.": "sottotenente", "serg.": "sergente", "m.llo": "maresciallo", "mar.llo": "maresciallo",
    "Magg.": "maggiore", "brig.": "brigadiere", "amm.": "", "cav.": "cavalier", "cav. uff.": "cavalier ufficiale",
    "gr. uff.": "grand'ufficiale", "comm.": "", "don.": "don", "mr.": "", "mrs.": "", "st.": "", "jr.": "",
    "Cap.": "", "Pres.": "presidente", "dir.": "direttore", "dir. gen.": "direttore generale",
    "Dir. Gen.": "direttore generale", "v. pres.": "vicepresidente", "segr.": "segreteria", "fac.": "facoltà",
    "univ.": "università", "Ist.": "istituto", "Dip.": "dipartimento",
}  # fmt: skip
_ADDRESSES = {
    "p.zza": "piazza", "p.za": "piazza", "p.tta": "piazzetta", "p.le": "piazzale", "v.le": "viale", "v.lo": "vicolo",
    "c.so": "corso", "l.go": "largo", "c.da": "contrada", "b.go": "borgo", "str. prov.": "strada provinciale",
    "str. stat.": "strada statale", "str.": "strada", "loc.": "località", "fraz.": "frazione", "prov.": "provincia",
    "int.": "interno", "sc.": "scala", "pal.": "palazzina", "M.te": "monte", "M.ti": "monti", "C.po": "campo",
    "P.te": "ponte", "P.ta": "porta", "F.te": "forte", "S.ta": "santa", "S.to": "santo", "SS.": "santi",
    "F.lli": "fratelli",
}  # fmt: skip
_LAW = {
    "cod. civ.": "codice civile", "cod. pen.": "codice penale", "cod. proc. civ.": "codice di procedura civile",
    "cod. proc. pen.": "codice di procedura penale", "cod. cons.": "codice del consumo",
    "cod. nav.": "codice della navigazione", "cod. strada": "codice della strada",
    "disp. att.": "disposizioni di attuazione", "disp. prel.": "disposizioni preliminari", "disp.": "disposizioni",
    "corte cost.": "Corte costituzionale", "cass. civ.": "Cassazione civile", "cass. pen.": "Cassazione penale",
    "cass.": "Cassazione", "sez. un.": "sezioni unite", "sez.": "sezione", "sez. lav.": "sezione lavoro",
    "sez. trib.": "sezione tributaria", "Cons. Stato": "Consiglio di Stato", "Cons. St.": "Consiglio di Stato",
    "C. App.": "Corte d'Appello",
    "trib.": "tribunale", "giur. comm.": "giurisprudenza commerciale", "rappr.": "rappresentato", "dif.": "difeso",
    "elett.te": "elettivamente", "dom.to": "domiciliato", "repert.": "repertorio", "iscr.": "iscritto",
    "foro it.": "Foro italiano", "giur. it.": "giurisprudenza italiana", "giust. civ.": "giustizia civile",
    "giur.": "giurisprudenza", "dir. civ.": "diritto civile", "dir. pen.": "diritto penale",
    "dir. comm.": "diritto commerciale", "dir. proc.": "diritto processuale", "dir. amm.": "diritto amministrativo",
    "dir. lav.": "diritto del lavoro", "dir. trib.": "diritto tributario", "dir. pubbl.": "diritto pubblico",
    "dir. priv.": "diritto privato", "dir. int.": "diritto internazionale", "dir. cost.": "diritto costituzionale",
    "dir. fam.": "diritto di famiglia", "dir. soc.": "diritto societario", "dir. fall.": "diritto fallimentare",
    "riv. trim.": "rivista trimestrale", "riv.": "rivista", "civ.": "civile", "pen.": "penale", "proc.": "procedura",
    "succ. mod.": "successive modificazioni", "succ. modif.": "successive modificazioni", "modif.": "modificazioni",
    "con mod.": "con modificazioni", "conv.": "convertito", "sent.": "sentenza", "ord.": "ordinanza",
    "decr.": "decreto", "circ.": "circolare", "delib.": "delibera", "racc.": "raccolta", "rep.": "repertorio",
    "legisl.": "legislativo", "ult. cit.": "ultimo citato", "cat.": "categoria", "reg.": "regolamento",
}  # fmt: skip
_BOOKS = {
    "bibl.": "biblioteca", "trad.": "traduzione", "tr. it.": "traduzione italiana",
    "trad. it.": "traduzione italiana", "tr. fr.": "traduzione francese", "tr. ingl.": "traduzione inglese",
    "tr.": "traduzione", "introd.": "introduzione", "intr.": "introduzione", "rist. anast.": "ristampa anastatica",
    "rist.": "ristampa", "ried.": "riedizione", "lett. it.": "letteratura italiana", "ed. it.": "edizione italiana",
    "ed. or.": "edizione originale", "ed. crit.": "edizione critica", "a c. di": "a cura di",
    "AA. VV.": "autori vari", "Aa. Vv.": "autori vari", "ms.": "manoscritto", "mss.": "manoscritti",
    "quad.": "quaderno", "boll.": "bollettino", "enc.": "enciclopedia", "diz.": "dizionario", "lat.": "latino",
    "ingl.": "inglese", "ted.": "tedesco", "spagn.": "spagnolo", "ediz.": "edizione", "coll.": "collana",
    "illustr.": "illustrazioni", "elab.": "elaborazione", "spec.": "specialmente",
}  # fmt: skip
_TRADE = {
    "soc. coop.": "società cooperativa", "soc.": "società", "coop.": "cooperativa", "ass.": "associazione",
    "rif.": "riferimento", "cord. saluti": "cordiali saluti", "dist. saluti": "distinti saluti", "fatt.": "fattura",
    "q.tà": "quantità", "pag.to": "pagamento", "f.to": "firmato", "all.ti": "allegati", "all.to": "allegato",
    "cod.": "codice", "trim.": "trimestre", "p. es.": "per esempio", "ad es.": "per esempio", "vs.": "versus",
    "cfr.": "confronta", "cf.": "confronta", "tab.": "tabella", "temp.": "temperatura", "att.ne": "attenzione",
    "cod. fisc.": "codice fiscale", "fisc.": "fiscale", "approx.": "approssimativamente", "superf.": "superficie",
    "prep.": "preparazione", "cott.": "cottura", "pref.": "prefisso", "mediev.": "medievale", "nutr.": "nutrizionali",
    "batt.": "batteria", "rend.": "rendimento", "press.": "pressione", "visib.": "visibilità", "ipoc.": "ipocentro",
    "epic.": "epicentro", "sped.": "spedizione", "scad.": "scadenza", "matr.": "matricola", "edif.": "edificio",
    "ingr.": "ingresso", "rid.": "ridotto", "ult.": "ultima", "grat.": "gratuito", "flac.": "flacone",
    "dent.": "dentistico", "dep.": "depositata", "giust.": "giustizia", "impr.": "imprese", "ric.": "ricorso",
    "abb.": "abbonamento", "dop.": "doppio", "el.": "elettrica", "cl. en.": "classe energetica",
    "climatizz.": "climatizzatore", "imm.": "immatricolata", "tagl.": "tagliandata", "opt.": "optional",
    "suppl.": "supplemento", "supp.": "supplemento", "tg.": "taglia",
    "disl.": "dislivello", "dbl.": "doppia", "porz.": "porzione", "cap. soc.": "capitale sociale",
    "arr.": "arrivo", "paz.": "paziente", "pos. ec.": "posizione economica", "ass. cult.": "associazione culturale",
    "ass. sport.": "associazione sportiva", "cult.": "culturale", "vers. orig.": "versione originale",
    "vers.": "versione", "orig.": "originale", "sott. it.": "sottotitoli italiani", "sott.": "sottotitoli",
    "e p.c.": "e per conoscenza", "Q.tà": "quantità", "a r.l.": "a responsabilità limitata",
}  # fmt: skip
_ADVERTS = {
    "asc.": "ascensore", "balc.": "balcone", "terr.": "terrazzo", "ris. aut.": "riscaldamento autonomo",
    "risc. aut.": "riscaldamento autonomo", "risc.": "riscaldamento", "tratt. ris.": "trattativa riservata",
    "tratt.": "trattabili", "arred.": "arredato", "ristr.": "ristrutturato", "lum.": "luminoso", "sogg.": "soggiorno",
    "cuc.": "cucina", "giard.": "giardino", "propr.": "proprietario", "fest.": "festivi", "prefest.": "prefestivi",
    "fer.": "feriali", "cad.": "cadauno", "somm.": "somministrazioni", "gratt.": "grattugiato", "tot.": "totale",
    "prec.": "precedente", "succ.": "successivo", "cit.": "citato", "agg.": "aggiornata", "ampl.": "ampliata",
    "accr.": "accresciuta", "riv. e": "riveduta e", "max.": "massimo", "abbon.": "abbonamento", "pros.": "prossimo",
    "u. s.": "ultimo scorso", "p. v.": "prossimo venturo", "c. s.": "come sopra", "p. b.": "punti base",
    "s. l. m.": "sul livello del mare", "s. d.": "senza data", "s. l.": "senza luogo",
    "s. m. i.": "successive modifiche e integrazioni", "ss. mm. ii.": "successive modifiche e integrazioni",
    "s. v.": "sotto la voce", "n. s.": "nuova serie", "s. e. o.": "salvo errori e omissioni",
    "c. v. d.": "come volevasi dimostrare", "cpv.": "capoverso", "est.": "", "d. t. s.": "dopo i tempi supplementari",
    "d. c. r.": "dopo i calci di rigore", "b.": "", "esp.": "", "p. p.": "punti percentuali", "febb.": "", "c.": "",
    "u. c.": "ultimo comma", "ss.": "seguenti", "sgg.": "seguenti", "sg.": "seguente", "C.le": "centrale",
    "T.ni": "Termini", "C. d. A.": "consiglio di amministrazione", "G. d. F.": "Guardia di Finanza",
    "VV. F.": "Vigili del Fuoco", "VV. UU.": "vigili urbani", "FF. SS.": "Ferrovie dello Stato",
    "FF. AA.": "forze armate", "FF. OO.": "forze dell'ordine", "PP. AA.": "pubbliche amministrazioni",
    "OO. PP.": "opere pubbliche", "LL. PP.": "lavori pubblici", "OO. SS.": "organizzazioni sindacali",
    "SS. UU.": "Sezioni Unite", "d. d. l.": "disegno di legge", "c. c.": "codice civile", "c. p.": "codice penale",
    "c. p. c.": "codice di procedura civile", "c. p. p.": "codice di procedura penale",
    "c. d. s.": "codice della strada", "G. U.": "Gazzetta Ufficiale", "d. l.": "decreto legge",
    "d. lgs.": "decreto legislativo", "d. m.": "decreto ministeriale", "l. r.": "legge regionale",
    "t. u.": "testo unico",
}  # fmt: skip

ITALIAN = Abbreviations(
    inner=_TITLES | _ADDRESSES | _LAW | _BOOKS | _TRADE,
    numbered={
        "n.": "numero", "nn.": "numeri", "nr.": "numero", "num.": "numero", "pag.": "pagina", "p.": "pagina",
        "pagg.": "pagine", "pp.": "pagine", "cap.": "capitolo", "capp.": "capitoli", "vol.": "volume",
        "voll.": "volumi", "art.": "articolo", "artt.": "articoli", "fig.": "figura", "figg.": "figure",
        "co.": "comma", "c.": "comma", "cc.": "carte", "lett.": "lettera", "par.": "paragrafo", "parr.": "paragrafi",
        "sec.": "secolo", "secc.": "secoli", "sez.": "sezione", "tav.": "tavola", "tavv.": "tavole",
        "all.": "allegato", "tel.": "telefono", "cell.": "cellulare", "cel.": "cellulare", "ed.": "edizione",
        "max.": "massimo", "t.": "tomo", "tit.": "titolo", "L.": "legge", "l.": "legge", "prot.": "protocollo",
        "ver.": "versione", "lun.": "", "gio.": "", "ven.": "", "sab.": "", "dom.": "", "v.": "", "vv.": "versi",
        "es.": "esercizio", "sem.": "semestre", "nt.": "nota", "fasc.": "fascicolo", "f.": "foglio", "ff.": "fogli",
        "fg.": "foglio", "part.": "particella", "mapp.": "mappale", "sub.": "subalterno", "inf.": "", "purg.": "",
        "cl.": "classe", "bin.": "binario", "carr.": "carrozza", "alt.": "altitudine", "lat.": "latitudine",
        "long.": "longitudine", "sup.": "superficie", "pop.": "popolazione", "diam.": "diametro",
        "lungh.": "lunghezza", "largh.": "larghezza", "magn.": "magnitudo", "op.": "opera", "mod.": "modello",
        "a.": "", "prec.": "precipitazioni", "dens.": "densità", "aa.": "anni", "dir.": "direttiva",
        "dec.": "decisione", "col.": "colonna", "min.": "minimo", "pos.": "posizione", "rif.": "riferimento",
        "eq.": "equazione", "teor.": "teorema", "dur.": "durata", "h.": "ore", "ep.": "episodio", "stag.": "stagione",
    },
    last=_ADVERTS
    | {
        "a. C.": "avanti Cristo", "d. C.": "dopo Cristo", "S.p.A.": "società per azioni", "S.r.l.": "S R L",
        "S. a. s.": "società in accomandita semplice", "sec.": "secolo", "tel.": "telefono", "feb.": "febbraio",
        "febbr.": "febbraio", "apr.": "aprile", "mag.": "maggio", "giu.": "giugno", "lug.": "luglio",
        "ago.": "agosto", "sett.": "", "ott.": "ottobre", "nov.": "novembre", "dic.": "dicembre", "et al.": "e altri",
        "min.": "minuti", "cl.": "", "ibid.": "ibidem", "op. cit.": "opera citata", "loc. cit.": "luogo citato",
        "N. B.": "nota bene", "P. S.": "post scriptum", "ca.": "circa", "genn.": "gennaio",
        "trad. it.": "traduzione italiana", "n.d.r.": "nota del redattore", "n.d.t.": "nota del traduttore",
        "c.m.": "corrente mese", "seg.": "seguente", "segg.": "seguenti", "ed.": "edizione",
        "N. d. R.": "nota della redazione", "d. f. f. m.": "data fattura fine mese", "d. f.": "data fattura",
        "f. m.": "fine mese", "v. n.": "valori normali", "o. d. g.": "ordine del giorno", "n. d.": "non disponibile",
        "p. c.": "per conoscenza",
    },
    units=frozenset(
        ("mar.", "p.", "pp.", "pag.", "vol.", "voll.", "fig.", "tav.", "spett.", "pt.", "gr.", "sett.", "mt.",
         "lt.", "cl.", "min.", "mio.", "mrd.", "mia.")
    ),
    measures=frozenset(
        ("genn.", "feb.", "febbr.", "apr.", "mag.", "giu.", "lug.", "ago.", "sett.", "ott.", "nov.", "dic.", "a. C.",
         "d. C.", "min.")
    ),
    closing={"pers.": "persone", "ecc.": "eccetera", "etc.": "eccetera", "q. b.": "quanto basta", "ab.": "abitanti"},
    # Italian words end in vowels but for short particles and those from other languages.
    shortened=re.compile(
        r"(?!(?:con|per|non|in|il|un|nel|del|dal|sul|bel|ben|pur|gran|quel|nord|sud|est|ovest|film|bar|sport|club|computer"
        r"|web|blog|tram|bus|autobus|tennis|gas|chef|manager|hotel|internet|test|record|leader|partner|set|gol|goal|match"
        r"|team|staff|stress|budget|weekend|festival|radar|virus|bonus|jazz|rock|pop|rap|hip|hop|rugby|golf|basket|volley"
        r"|snack|toast|yogurt|yoghurt|croissant|garage|box|camper|scooter|marketing|shopping|camping|parking|streaming"
        r"|software|hardware|email|post|chat|tweet|link|clic|click|monitor|laser|tablet|desktop|router|server|browser"
        r"|stop|kit|top|flop|mix|relax|fax|report|spot|show|talk|quiz|reality|standard|detective|killer|thriller|horror"
        r"|iter|ad|or|ultras|campus|forum|referendum|quorum|curriculum|album|medium|lapis|ribes|cactus|humus|bis|gratis"
        r"|ics|deficit|surplus|export|import|spread|rating|default|boom|crash|fan|star|vip|jet|taxi|tir|suv|van|jeep"
        r"|tunnel|design|look|jeans|slip|bikini|pullover|smog|ozon|islam|harem|bazar|sultan|cous|sushi|curry|ketchup"
        r"|cocktail|drink|rum|gin|whisky|cognac|bitter|pub|night|dancing|disc|cd|dvd|tv|pc|sms)\Z)"
        r"[^\W\d_][a-zàèéìòù]{0,13}[bcdfghlmnpqrstvz]"
    ),
    beginnings=frozenset(
        """Il Lo La I Gli Le L’ L' Un Uno Una Un’ Un' Di Del Dello Della Dei Degli Delle Dell’ Dell' Da Dal Dalla Dai
        Dalle In Nel Nello Nella Nei Negli Nelle Nell’ Nell' Con Su Sul Sulla Sui Sulle Per Tra Fra A Al Alla Ai Agli
        Alle
        All’ All' E Ed Ma O Oppure Però Quindi Dunque Perciò Infatti Inoltre Tuttavia Anche Ancora Già Non No Sì Si Se
        Ci
        Che Chi Cosa Come Quando Quanto Quanti Quale Quali Dove Perché Questo Questa Questi Queste Quel Quello Quella
        Quelli Quelle Ciò Io Tu Lui Lei Egli Ella Esso Essa Noi Voi Loro Essi Mio Mia Tuo Suo Sua Suoi Sue Nostro Ogni
        Ognuno Tutto Tutti Tutte Alcuni Alcune Altri Altre Molti Molte Più Meno Molto Poi Dopo Prima Durante Mentre
        Secondo Senza Sotto Sopra Verso Oggi Ieri Domani Ora Adesso Qui Qua Lì Là È E' Era Sono Erano Ha Hanno Fu Furono
        Nacque Morì Infine Così Solo Nessuno Niente Nulla""".split()
    ),
)  # fmt: skip
