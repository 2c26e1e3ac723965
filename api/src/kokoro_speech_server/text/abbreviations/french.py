"""Abbreviations in French texts."""

from kokoro_speech_server.text.abbreviations.table import Abbreviations

FRENCH = Abbreviations(
    inner={
        "MM.": "messieurs", "Mme.": "madame", "Mmes.": "mesdames", "Mlle.": "mademoiselle", "Mlles.": "mesdemoiselles",
        "Mgr.": "monseigneur", "p. ex.": "par exemple", "c.-à-d.": "c'est-à-dire", "c.à.d.": "c'est-à-dire",
        "boul.": "boulevard", "vs.": "versus", "cf.": "confer", "conf.": "confer", "dr.": "docteur",
        "pr.": "professeur", "prof.": "professeur", "gal.": "général", "col.": "colonel", "cdt.": "commandant",
        "lt.": "lieutenant", "dép.": "département", "bd.": "boulevard", "faub.": "faubourg", "fg.": "faubourg",
        "imp.": "impasse", "pl.": "place", "rte.": "route", "ch.": "chemin", "chem.": "chemin", "all.": "allée",
        "sq.": "square", "st.": "", "ste.": "", "mr.": "monsieur", "mrs.": "", "av.": "", "cap.": "capitaine",
        "préf.": "préfecture", "art.": "article", "resp.": "respectivement", "spéc.": "spécialement",
        "N.-D.": "Notre-Dame", "assoc.": "association", "dir. gén.": "directeur général", "adr.": "adresse",
        "univ.": "université", "bibl.": "bibliothèque", "coll.": "collection", "trad.": "traduction",
        "esc.": "escalier", "bât.": "bâtiment", "rés.": "résidence", "S. A. R.": "Son Altesse Royale",
        "S. E.": "Son Excellence", "déb.": "début",
    },
    numbered={
        "p.": "page", "pp.": "pages", "chap.": "chapitre", "vol.": "volume", "fig.": "figure",
        "al.": "alinéa", "no.": "numéro", "t.": "tome", "éd.": "édition", "sect.": "section", "tabl.": "tableau",
        "vers.": "version", "min.": "minimum", "max.": "maximum", "ca.": "circa", "r.": "règne", "réf.": "référence",
        "cat.": "catégorie", "arr.": "arrondissement", "paragr.": "paragraphe", "alin.": "alinéa",
        "ill.": "illustration",
        "sem.": "semaine", "trim.": "trimestre", "app.": "appartement", "apt.": "appartement",
        "s.": "suivantes", "th.": "thermostat", "lun.": "", "v.": "",
    },
    last={
        "av. J.-C.": "avant Jésus-Christ", "apr. J.-C.": "après Jésus-Christ",
        "ap. J.-C.": "après Jésus-Christ", "S. A.": "société anonyme", "tél.": "téléphone", "ex.": "exemple",
        "c. à s.": "cuillères à soupe", "c. à c.": "cuillères à café", "janv.": "janvier", "févr.": "février",
        "fév.": "février", "avr.": "avril", "juil.": "juillet", "sept.": "", "oct.": "octobre",
        "nov.": "novembre", "déc.": "décembre", "et al.": "et autres", "ibid.": "ibidem",
        "P.-S.": "post-scriptum", "dim.": "dimanche", "sam.": "samedi", "ven.": "vendredi", "adj.": "adjoint",
        "min.": "minutes", "S. M.": "Sa Majesté", "op. cit.": "opus citatum",
        "env.": "environ", "ét.": "étage", "suiv.": "suivantes", "sqq.": "suivantes", "id.": "idem", "éd.": "édition",
    },
    measures=frozenset(
        ("janv.", "févr.", "fév.", "avr.", "juil.", "sept.", "oct.", "nov.", "déc.", "av. J.-C.", "apr. J.-C.",
         "ap. J.-C.", "min.")
    ),
    closing={"pers.": "personnes", "etc.": "et cetera", "hab.": "habitants"},
    beginnings=frozenset(
        """Le La Les L’ L' Un Une Des Du De D’ D' En Dans Sur Sous Par Pour Avec Sans Chez Mais Et Ou Où Donc Or Ni Car
        Il Elle Ils Elles On Nous Vous Je J’ J' Tu Ce C’ C' Cet Cette Ces Celui Celle Ceux Son Sa Ses Leur Leurs Mon Ma
        Mes Notre Nos Votre Vos Qui Que Qu’ Qu' Quoi Quand Quel Quelle Quels Quelles Comment Combien Pourquoi Si S’ S'
        Ne N’ N' Non Oui Au Aux À A Après Avant Depuis Dès Jusqu’ Jusqu' Vers Entre Selon Malgré Pendant Durant Lors
        Lorsque Puis Puisque Ensuite Alors Ainsi Aussi Cependant Toutefois Pourtant Enfin Enfin Aujourd’ Hier Demain
        Ici Là Tout Toute Tous Toutes Chaque Plusieurs Certains Certaines Quelques Autre Autres Plus Moins Très Bien
        Même Comme Parce Rien Personne Est Sont Était Y Deux Trois Né Née""".split()
    ),
)  # fmt: skip
