"""Abbreviations in Italian texts."""

from kokoro_speech_server.text.abbreviations.table import Abbreviations

ITALIAN = Abbreviations(
    inner={
        "sig.": "signor", "sig.ra": "signora", "sig.a": "signora", "sig.na": "signorina", "sigg.": "signori",
        "dott.": "dottor", "dott.ssa": "dottoressa", "dr.": "dottor", "dr.ssa": "dottoressa", "prof.": "professor",
        "prof.ssa": "professoressa", "proff.": "professori", "ing.": "ingegner", "avv.": "avvocato",
        "geom.": "geometra", "rag.": "ragioniere", "arch.": "architetto", "egr.": "egregio", "Gent.mo": "gentilissimo",
        "Gent.ma": "gentilissima", "Spett.le": "spettabile", "spett.": "spettabile", "p. es.": "per esempio",
        "ad es.": "per esempio", "P.zza": "piazza", "P.za": "piazza", "p.zza": "piazza", "C.so": "corso",
        "V.le": "viale", "L.go": "largo", "vs.": "versus", "cfr.": "confronta", "mons.": "monsignor",
        "on.": "onorevole", "sen.": "senatore", "gen.": "generale", "col.": "colonnello", "cap.no": "capitano",
        "ten.": "tenente", "cav.": "cavalier", "comm.": "commendator", "don.": "don",
        "Ill.mo": "illustrissimo", "Rev.": "reverendo", "mr.": "", "mrs.": "", "st.": "", "jr.": "",
        "loc.": "località", "fraz.": "frazione", "prov.": "provincia", "int.": "interno",
        "on.le": "onorevole", "tab.": "tabella", "F.lli": "fratelli",
        "univ.": "università", "dir. gen.": "direttore generale", "Dir. Gen.": "direttore generale",
        "bibl.": "biblioteca", "segr.": "segreteria", "fac.": "facoltà", "str.": "strada", "sc.": "scala",
        "C.da": "contrada", "B.go": "borgo", "P.tta": "piazzetta", "P.le": "piazzale", "V.lo": "vicolo",
        "Magg.": "maggiore", "M.llo": "maresciallo", "Brig.": "brigadiere", "Pres.": "presidente", "Cap.": "",
        "trad.": "traduzione", "Gent.le": "gentile", "gent.": "gentile", "Preg.mo": "pregiatissimo",
        "Preg.ma": "pregiatissima", "cord. saluti": "cordiali saluti", "dist. saluti": "distinti saluti",
        "Soc. Coop.": "società cooperativa", "ass.": "associazione", "Ist.": "istituto", "Dip.": "dipartimento",
        "rif.": "riferimento", "trim.": "trimestre",
    },
    numbered={
        "n.": "numero", "nn.": "numeri", "nr.": "numero", "pag.": "pagina", "p.": "pagina", "pagg.": "pagine",
        "pp.": "pagine", "cap.": "capitolo", "capp.": "capitoli", "vol.": "volume", "voll.": "volumi",
        "art.": "articolo", "artt.": "articoli", "fig.": "figura", "figg.": "figure", "co.": "comma", "c.": "comma",
        "lett.": "lettera", "par.": "paragrafo", "sec.": "secolo", "secc.": "secoli", "sez.": "sezione",
        "tav.": "tavola",
        "all.": "allegato", "tel.": "telefono", "cell.": "cellulare", "cel.": "cellulare", "ed.": "edizione",
        "max.": "massimo", "t.": "tomo", "tit.": "titolo", "L.": "legge", "prot.": "protocollo",
        "ver.": "versione", "lun.": "", "gio.": "", "ven.": "", "sab.": "", "dom.": "",
        "v.": "", "es.": "esercizio", "sem.": "semestre",
    },
    last={
        "a. C.": "avanti Cristo", "d. C.": "dopo Cristo",
        "S.p.A.": "società per azioni", "S.r.l.": "S R L", "sec.": "secolo",
        "tel.": "telefono",
        "feb.": "febbraio", "febbr.": "febbraio", "apr.": "aprile", "mag.": "maggio", "giu.": "giugno",
        "lug.": "luglio", "ago.": "agosto", "sett.": "settembre", "ott.": "ottobre",
        "nov.": "novembre", "dic.": "dicembre", "et al.": "e altri", "min.": "minuti",
        "ibid.": "ibidem", "op. cit.": "opera citata", "N. B.": "nota bene", "P. S.": "post scriptum",
        "ca.": "circa", "genn.": "gennaio", "trad. it.": "traduzione italiana",
        "n.d.r.": "nota del redattore", "c.m.": "corrente mese",
        "seg.": "seguente", "segg.": "seguenti", "ed.": "edizione",
    },
    units=frozenset(("mar.",)),
    measures=frozenset(
        ("genn.", "feb.", "febbr.", "apr.", "mag.", "giu.", "lug.", "ago.", "sett.", "ott.", "nov.", "dic.", "a. C.",
         "d. C.", "min.")
    ),
    closing={"pers.": "persone", "ecc.": "eccetera", "etc.": "eccetera", "q. b.": "quanto basta", "ab.": "abitanti"},
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
