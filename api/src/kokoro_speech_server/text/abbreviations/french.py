"""Abbreviations in French texts, as France, Belgium, Switzerland and Canada write them."""

from kokoro_speech_server.text.abbreviations.table import Abbreviations

_TITLES = {
    "MM.": "messieurs", "Mme.": "madame", "Mmes.": "mesdames", "Mlle.": "mademoiselle", "Mlles.": "mesdemoiselles",
    "Mgr.": "monseigneur", "mr.": "monsieur", "mrs.": "", "dr.": "docteur", "drs.": "docteurs", "pr.": "professeur",
    "prof.": "professeur", "profs.": "professeurs", "gal.": "général", "gén.": "général", "cdt.": "commandant",
    "lt.": "lieutenant", "lieut.": "lieutenant", "sgt.": "sergent", "serg.": "sergent", "adj. chef": "adjudant-chef",
    "brig.": "brigadier", "amb.": "ambassadeur", "card.": "cardinal", "st.": "saint", "ste.": "sainte",
    "dir. gén.": "directeur général", "S. A. R.": "Son Altesse Royale", "S. E.": "Son Excellence",
    "S. Exc.": "Son Excellence", "S. Em.": "Son Éminence", "S. Ém.": "Son Éminence",
    "S. A. S.": "Son Altesse Sérénissime", "N.-D.": "Notre-Dame", "secr.": "secrétaire", "prés.": "président",
    "sén.": "sénateur", "gouv.": "gouvernement", "chr.": "", "ph.": "", "jos.": "", "alex.": "", "guill.": "",
    "éts.": "établissements",
}  # fmt: skip
_ADDRESSES = {
    "boul.": "boulevard", "bd.": "boulevard", "blvd.": "boulevard", "faub.": "faubourg", "fbg.": "faubourg",
    "fg.": "faubourg", "imp.": "impasse", "pl.": "place", "rte.": "route", "chem.": "chemin", "all.": "allée",
    "sq.": "square", "esp.": "esplanade", "av.": "", "ch.": "", "esc.": "escalier", "bât.": "bâtiment",
    "résid.": "résidence", "rés.": "résidence", "lotiss.": "lotissement", "adr.": "adresse", "univ.": "université",
    "pav.": "pavillon", "inst.": "institut", "hôp.": "hôpital", "biblioth.": "bibliothèque", "dép.": "département",
    "dépt.": "département", "préf.": "préfecture", "assoc.": "association", "soc.": "société", "acad.": "académie",
    "assur.": "assurance",
}  # fmt: skip
_LAW = {
    "cass. civ.": "cassation civile", "cass. crim.": "cassation criminelle", "cass. com.": "cassation commerciale",
    "cass. soc.": "cassation sociale", "cass. ass. plén.": "cassation assemblée plénière", "cass.": "cassation",
    "ass. plén.": "assemblée plénière", "ch. mixte": "chambre mixte", "gr. ch.": "grande chambre",
    "ch. corr.": "chambre correctionnelle", "aff.": "affaire", "conv.": "convention", "ch. réun.": "chambres réunies",
    "civ.": "civil", "crim.": "criminelle", "plén.": "plénière", "req.": "requêtes", "trib.": "tribunal",
    "cons. const.": "Conseil constitutionnel", "Cons. d'État": "Conseil d'État", "const.": "constitutionnel",
    "sect. cont.": "section du contentieux", "C. civ.": "code civil", "C. pén.": "code pénal",
    "C. com.": "code de commerce", "C. comm.": "code de commerce", "C. trav.": "code du travail",
    "C. cons.": "code de la consommation", "C. consom.": "code de la consommation",
    "C. proc. civ.": "code de procédure civile", "C. pr. civ.": "code de procédure civile",
    "C. proc. pén.": "code de procédure pénale", "C. pr. pén.": "code de procédure pénale",
    "C. assur.": "code des assurances", "C. éduc.": "code de l'éducation", "C. envir.": "code de l'environnement",
    "C. env.": "code de l'environnement", "C. urb.": "code de l'urbanisme", "C. rur.": "code rural",
    "C. séc. soc.": "code de la sécurité sociale", "C. mon. fin.": "code monétaire et financier",
    "C. prop. intell.": "code de la propriété intellectuelle", "C. santé publ.": "code de la santé publique",
    "C. élect.": "code électoral", "C. jud.": "code judiciaire", "séc. soc.": "sécurité sociale",
    "bull. civ.": "bulletin civil", "bull. crim.": "bulletin criminel", "gaz. pal.": "Gazette du Palais",
    "concl.": "conclusions", "rapp.": "rapport", "jurispr.": "jurisprudence", "proc.": "procédure", "pén.": "pénal",
    "trav.": "travail", "dispos.": "disposition", "intell.": "intellectuelle", "publ.": "public",
    "réglem.": "règlement", "règl.": "règlement", "ord.": "ordonnance", "décr.": "décret",
    "arr. royal": "arrêté royal", "circ.": "circulaire", "c.": "", "r.": "",
}  # fmt: skip
_BOOKS = {
    "bibl.": "bibliothèque", "coll.": "collection", "trad.": "traduction", "introd.": "introduction",
    "rééd.": "réédition", "réimpr.": "réimpression", "annot.": "annoté", "collab.": "collaboration",
    "dir.": "direction", "impr.": "imprimerie", "libr.": "librairie", "mém.": "mémoire", "bull.": "bulletin",
    "encycl.": "encyclopédie", "dict.": "dictionnaire", "rev.": "revue", "augm.": "augmentée",
    "spéc.": "spécialement", "angl.": "anglais", "voy.": "voyez", "arch. nat.": "Archives nationales",
    "arch. dép.": "archives départementales", "doss.": "dossier", "étr.": "étranger", "doct.": "doctorat",
    "struct.": "structurale", "néerl.": "néerlandais", "ms.": "manuscrit", "mss.": "manuscrits",
    "sous la dir.": "sous la direction", "scient.": "scientifique", "hist.": "histoire", "géogr.": "géographie",
    "litt.": "littérature", "philos.": "philosophie", "sociol.": "sociologie", "psychol.": "psychologie",
    "méd.": "médecine", "écon.": "économie", "polit.": "politique", "archéol.": "archéologie", "scén.": "scénario",
    "ling.": "linguistique", "math.": "mathématiques", "phys.": "physique", "chim.": "chimie", "biol.": "biologie",
    "op. cit.": "opus citatum", "loc. cit.": "loco citato", "art. cit.": "article cité",
    "art. préc.": "article précité",
}  # fmt: skip
_ADVERTS = {
    "jard.": "jardin", "cuis.": "cuisine", "séj.": "séjour", "asc.": "ascenseur", "gar.": "garage", "balc.": "balcon",
    "terr.": "terrasse", "chauf.": "chauffage", "chauff.": "chauffage", "équ.": "équipée", "équip.": "équipée",
    "rech.": "recherche", "tt conf.": "tout confort", "tt cft.": "tout confort", "prox.": "proximité",
    "kilom.": "kilométrage", "assist.": "assistée", "vend.": "vend", "ach.": "achète", "meubl.": "meublé",
    "rens.": "renseignements", "inscr.": "inscriptions", "excell.": "excellent", "élec.": "électrique",
    "électr.": "électrique", "hon.": "honoraires", "compr.": "comprises", "garant.": "garantie",
    "disp.": "disponible", "lum.": "lumineux", "motiv.": "motivation", "dipl.": "diplômé", "enf.": "enfants",
    "étud.": "étudiants", "chôm.": "chômeurs", "dom.": "domicile", "clim.": "climatisation", "congél.": "congélateur",
    "dactyl.": "dactylographiés", "féd.": "fédéral", "réf.": "références", "sér.": "série",
    "t. l. j.": "tous les jours", "c. l. m.": "contre-la-montre", "t. a. b.": "tirs au but",
    "g. a.": "glissement annuel", "appart.": "appartement",
     "ch.-l.": "chef-lieu", "sect.": "section", "Rép.": "République", "rénov.": "rénové",
    "indép.": "indépendant", "commerc.": "commercial", "hor.": "horaires", "vac. scol.": "vacances scolaires",
    "j. fér.": "jours fériés", "j. fériés": "jours fériés", "trimestr.": "trimestriel", "pl. air": "plein air",
    "quot.": "quotidien", "moy.": "moyenne", "coef.": "coefficient", "coeff.": "coefficient",
    "enreg.": "enregistrement",
    "mezz.": "mezzanine", "régul.": "régulateur", "dépl.": "déplacement", "renouv.": "renouvelable",
    "rend.": "rendement",
    "poss.": "possible", "succ.": "succursale", "embarq.": "embarquement", "éco-part.": "éco-participation",
    "park.": "parking", "taxe fonc.": "taxe foncière", "ing.": "ingénieur", "chq.": "chèque",
    "vir.": "virement", "éch.": "échéance", "créat.": "créatinine", "ltées.": "limitées",
}  # fmt: skip
_EVERYDAY = {
    "p. ex.": "par exemple", "c.-à-d.": "c'est-à-dire", "c.à.d.": "c'est-à-dire", "c.-à-d": "c'est-à-dire",
    "i. e.": "c'est-à-dire", "vs.": "versus", "cf.": "confer", "conf.": "confer", "intracom.": "intracommunautaire",
    "resp.": "respectivement", "not.": "notamment", "notam.": "notamment", "approx.": "approximativement",
    "évent.": "éventuellement", "p.-ê.": "peut-être", "quelq.": "quelque", "anc.": "ancien",
    "except.": "exceptionnellement", "excep.": "exceptionnelle", "déb.": "début", "min.": "",
    "N. D. L. R.": "note de la rédaction", "N. D. T.": "note du traducteur", "admin.": "administration",
    "prép.": "préparation", "cuiss.": "cuisson", "dern.": "dernières", "exp.": "expérience", "épic.": "épicentre",
    "téléc.": "télécopieur", "noct.": "nocturne", "jusq.": "", "v. égal.": "", "plaq.": "plaquettes",
    "dens.": "densité",
    "déplac.": "déplacement", "Z. A.": "zone artisanale", "Z. I.": "zone industrielle", "maj.": "majorée",
    "supér.": "supérieur", "infér.": "inférieur", "fr.": "", "rég.": "régional", "munic.": "municipal",
    "éduc.": "éducation", "hebd.": "hebdomadaire",
}  # fmt: skip

FRENCH = Abbreviations(
    inner=_TITLES | _ADDRESSES | _LAW | _BOOKS | _EVERYDAY,
    numbered={
        "p.": "page", "pp.": "pages", "chap.": "chapitre", "vol.": "volume", "fig.": "figure", "figs.": "figures",
        "al.": "alinéa", "no.": "numéro", "nos.": "numéros", "t.": "tome", "éd.": "édition", "sect.": "section",
        "tabl.": "tableau", "tab.": "tableau", "art.": "article", "fasc.": "fascicule", "sér.": "série",
        "cah.": "cahier", "suppl.": "supplément", "livr.": "livraison", "liv.": "livre", "sc.": "scène", "n.": "note",
        "nn.": "notes", "l.": "", "ll.": "lignes", "v.": "vers", "vv.": "vers", "fol.": "folio", "ff.": "folios",
        "éq.": "équation", "prop.": "proposition", "ann.": "annexe", "doc.": "document", "consid.": "considérant",
        "cons.": "considérant", "let.": "lettre", "lett.": "lettre", "ch.": "chapitre", "obs.": "observation",
        "par.": "paragraphe", "apr.": "après", "ap.": "après", "av.": "avant", "vers.": "version", "min.": "minimum",
        "max.": "maximum", "ca.": "circa", "r.": "règne", "col.": "colonne", "réf.": "référence", "cat.": "catégorie",
        "arr.": "arrondissement", "paragr.": "paragraphe", "alin.": "alinéa", "ill.": "illustration",
        "magn.": "magnitude", "lip.": "lipides", "gluc.": "glucides", "prot.": "protéines", "pt.": "point",
        "alt.": "altitude", "lat.": "latitude", "larg.": "largeur", "diam.": "diamètre", "superf.": "superficie",
        "pop.": "population", "temp.": "température", "sem.": "semaine", "trim.": "trimestre", "app.": "appartement",
        "appt.": "appartement", "apt.": "appartement", "bte.": "boîte", "niv.": "niveau", "entr.": "entrée",
        "dispo.": "disponible", "puiss.": "puissance", "s.": "suivantes", "th.": "thermostat", "long.": "",
        "voit.": "voiture", "rév.": "révision", "part.": "", "loc.": "",
        "port.": "", "prov.": "province", "ouv.": "", "ma.": "", "me.": "", "je.": "",
        "ve.": "", "sa.": "", "di.": "", "lun.": "", "mar.": "",
        "mer.": "", "jeu.": "", "dép.": "", "raf.": "rafales", "ép.": "épaisseur", "haut.": "hauteur",
        "ad.": "adultes", "sup.": "superficie", "op.": "opus", "mag.": "magnitude",
    },
    last=_ADVERTS
    | {
        "av. J.-C.": "avant Jésus-Christ", "apr. J.-C.": "après Jésus-Christ", "av. n. è.": "avant notre ère",
        "ap. J.-C.": "après Jésus-Christ", "S. A.": "société anonyme", "tél.": "téléphone", "ex.": "exemple",
        "c. à s.": "cuillères à soupe", "c. à c.": "cuillères à café", "c.à.s.": "cuillères à soupe",
        "c.à.c.": "cuillères à café", "c. à t.": "cuillères à thé",
        "janv.": "janvier", "févr.": "février", "fév.": "février", "avr.": "avril", "juil.": "juillet",
        "juill.": "juillet", "sept.": "", "oct.": "octobre", "nov.": "novembre", "déc.": "décembre",
        "et al.": "et autres", "ibid.": "ibidem", "P.-S.": "post-scriptum", "N. B.": "nota bene", "dim.": "dimanche",
        "sam.": "samedi", "ven.": "vendredi", "adj.": "adjoint", "min.": "minutes", "S. M.": "Sa Majesté",
        "op. cit.": "opus citatum", "loc. cit.": "loco citato", "art. cit.": "article cité", "préc.": "précité",
        "env.": "environ", "ét.": "étage", "suiv.": "suivantes", "sqq.": "et suivantes", "id.": "idem",
        "éd.": "édition",
        "éds.": "éditeurs", "cap.": "", "col.": "", "cl.": "", "lat.": "", "am.": "", "arr.": "", "maj.": "majorée",
        "incl.": "", "S. V. P.": "s'il vous plaît", "R. S. V. P.": "répondez s'il vous plaît", "s. d.": "sans date",
        "s. l.": "sans lieu", "q. s.": "quantité suffisante", "augm.": "augmentée", "tabl.": "tableau",
        "rempl.": "remplaçant", "max.": "maximum", "nat.": "nationale", "compl.": "complément", "réd.": "réduit",
        "dispo.": "disponible", "É.-U.": "États-Unis", "E.-U.": "États-Unis", "R.-U.": "Royaume-Uni",
        "N.-Z.": "Nouvelle-Zélande", "N.-É.": "Nouvelle-Écosse", "Î.-P.-É.": "Île-du-Prince-Édouard",
        "demi-pens.": "demi-pension", "pens. compl.": "pension complète", "hospit.": "hospitalisé",
        "T.-N.-L.": "Terre-Neuve-et-Labrador",
    },
    units=frozenset(("p.", "pp.", "vol.", "pl.", "ex.", "fig.", "ill.", "spect.", "pts.", "sem.", "trim.", "j.")),
    measures=frozenset(
        ("janv.", "févr.", "fév.", "avr.", "juil.", "juill.", "sept.", "oct.", "nov.", "déc.", "av. J.-C.",
         "apr. J.-C.", "ap. J.-C.", "min.")
    ),
    closing={"pers.": "personnes", "etc.": "et cetera", "hab.": "habitants"},
    beginnings=frozenset(
        """Le La Les L’ L' Un Une Des Du De D’ D' En Dans Sur Sous Par Pour Avec Sans Chez Mais Et Ou Où Donc Or Ni Car
        Il Elle Ils Elles On Nous Vous Je J’ J' Tu Ce C’ C' Cet Cette Ces Celui Celle Ceux Son Sa Ses Leur Leurs Mon Ma
        Mes Notre Nos Votre Vos Qui Que Qu’ Qu' Quoi Quand Quel Quelle Quels Quelles Comment Combien Pourquoi Si S’ S'
        Ne N’ N' Non Oui Au Aux À A Après Avant Depuis Dès Jusqu’ Jusqu' Vers Entre Selon Malgré Pendant Durant Lors
        Lorsque Puis Puisque Ensuite Alors Ainsi Aussi Cependant Toutefois Pourtant Enfin Enfin Aujourd’ Hier Demain
        Ici Là Tout Toute Tous Toutes Chaque Plusieurs Certains Certaines Quelques Autre Autres Plus Moins Très Bien
        Même Comme Parce Rien Personne Est Sont Était Deux Trois Né Née""".split()
    ),
)  # fmt: skip
