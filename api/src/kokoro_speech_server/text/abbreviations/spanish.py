"""Abbreviations in Spanish texts."""

from kokoro_speech_server.text.abbreviations.table import Abbreviations

SPANISH = Abbreviations(
    inner={
        "Sr.": "señor", "Sra.": "señora", "Srta.": "señorita", "Sres.": "señores", "Sras.": "señoras",
        "Srtas.": "señoritas", "Dr.": "doctor", "Dra.": "doctora", "Dres.": "doctores", "Dras.": "doctoras",
        "Dña.": "doña", "D.ª": "doña", "Dª.": "doña", "Prof.": "profesor", "Profa.": "profesora", "Ing.": "ingeniero",
        "Lic.": "licenciado", "Lcdo.": "licenciado", "Lcda.": "licenciada", "Ldo.": "licenciado", "Arq.": "arquitecto",
        "Excmo.": "excelentísimo", "Excma.": "excelentísima", "Ilmo.": "ilustrísimo", "Ilma.": "ilustrísima",
        "Mons.": "monseñor", "Rvdo.": "reverendo", "Sto.": "santo", "Sta.": "santa", "Gral.": "general",
        "Cnel.": "coronel", "Cmdte.": "comandante", "Tte.": "teniente", "Sgto.": "sargento", "Fdo.": "firmado",
        "p. ej.": "por ejemplo", "v. gr.": "verbigracia", "avda.": "avenida", "av.": "avenida", "ctra.": "carretera",
        "pza.": "plaza", "plza.": "plaza", "urb.": "urbanización", "vs.": "versus",
        "dpto.": "departamento", "depto.": "departamento", "ntra.": "nuestra", "ntro.": "nuestro",
        "cfr.": "confróntese",
        "cf.": "confróntese", "bulev.": "bulevar", "boulev.": "bulevar", "Fco.": "Francisco", "M.ª": "María",
        "admón.": "administración", "ayto.": "ayuntamiento", "prov.": "provincia", "gob.": "gobernador",
        "pdte.": "presidente", "edif.": "edificio", "c.": "",
        "univ.": "universidad", "bibl.": "biblioteca", "secr.": "secretario", "esq.": "esquina", "próx.": "próximo",
        "C. P.": "código postal", "gta.": "glorieta", "blq.": "bloque", "esc.": "escalera", "Pl.": "plaza",
        "Pol. Ind.": "polígono industrial", "S. M.": "Su Majestad", "S. A. R.": "Su Alteza Real",
        "SS. MM.": "Sus Majestades", "Mtro.": "maestro", "Mtra.": "maestra", "Dtor.": "director", "Dtora.": "directora",
        "Cte.": "comandante", "Pte.": "presidente", "Pdta.": "presidenta", "Cap.": "", "cód.": "código",
        "trad.": "traducción", "vid.": "véase", "mr.": "", "mrs.": "", "st.": "", "fr.": "fray",
    },
    numbered={
        "pág.": "página", "págs.": "páginas", "p.": "página", "pp.": "páginas", "núm.": "número", "núms.": "números",
        "n.º": "número", "cap.": "capítulo", "caps.": "capítulos", "vol.": "volumen", "vols.": "volúmenes",
        "art.": "artículo", "arts.": "artículos", "fig.": "figura", "figs.": "figuras", "tel.": "teléfono",
        "tfno.": "teléfono", "tít.": "título", "t.": "tomo", "s.": "siglo", "ss.": "siglos", "sec.": "sección",
        "secc.": "sección", "pto.": "punto", "ptos.": "puntos", "mín.": "mínimo", "máx.": "máximo", "ca.": "circa",
        "inc.": "inciso", "párr.": "párrafo", "ed.": "edición", "km.": "kilómetro", "no.": "número", "cel.": "celular",
        "ref.": "referencia", "apdo.": "apartado", "dto.": "descuento", "incs.": "incisos", "min.": "minuto",
        "lun.": "", "jue.": "", "vie.": "", "sáb.": "", "dom.": "", "v.": "", "tlf.": "teléfono", "tab.": "tabla",
        "pta.": "puerta", "sem.": "semestre", "trim.": "trimestre",
    },
    last={
        "Ud.": "usted", "Vd.": "usted", "Uds.": "ustedes", "Vds.": "ustedes",
        "EE. UU.": "Estados Unidos", "JJ. OO.": "Juegos Olímpicos", "FF. AA.": "Fuerzas Armadas",
        "RR. HH.": "recursos humanos", "a. C.": "antes de Cristo", "d. C.": "después de Cristo",
        "a. de C.": "antes de Cristo", "d. de C.": "después de Cristo", "S. A.": "sociedad anónima",
        "S. L.": "sociedad limitada", "Cía.": "compañía", "Ltda.": "limitada", "hnos.": "hermanos", "izq.": "izquierda",
        "izqda.": "izquierda", "izda.": "izquierda", "dcha.": "derecha",
        "ed.": "edición", "Atte.": "atentamente", "aprox.": "aproximadamente",
        "tlf.": "teléfono", "entlo.": "entresuelo", "pral.": "principal", "ej.": "ejemplo", "op. cit.": "obra citada",
        "N. del T.": "nota del traductor", "q. e. p. d.": "que en paz descanse",
        "ene.": "enero", "feb.": "febrero", "abr.": "abril", "ago.": "agosto", "sept.": "septiembre",
        "sep.": "septiembre", "oct.": "octubre", "nov.": "noviembre", "dic.": "diciembre", "jun.": "junio",
        "jul.": "julio", "et al.": "y otros", "P. D.": "posdata", "h.": "", "a. m.": "", "p. m.": "", "kg.": "",
        "m.": "", "g.": "",
    },
    units=frozenset(("mar.", "may.", "comp.")),
    measures=frozenset(
        ("ene.", "feb.", "abr.", "ago.", "sept.", "sep.", "oct.", "nov.", "dic.", "jun.", "jul.", "a. C.", "d. C.",
         "min.")
    ),
    closing={"pers.": "personas", "etc.": "etcétera", "hab.": "habitantes", "cdas.": "cucharadas", "cda.": "cucharada",
    "cdtas.": "cucharaditas", "cditas.": "cucharaditas", "cdta.": "cucharadita", "cdita.": "cucharadita"},
    beginnings=frozenset(
        """El La Los Las Lo Un Una Unos Unas En De Del Con Por Para Pero Y E O No Se Si Sí Es Esta Este Esto Estos Estas
        Ese Esa Eso Aquel Aquella Su Sus Mi Tu Me Te Le Les Nos Al A Ante Bajo Desde Entre Hasta Hacia Sin Sobre Según
        Tras Durante Mediante Cuando Cuanto Como Cómo Donde Dónde Que Qué Quien Quién Cual Cuál También Tampoco Además
        Así Aunque Porque Pues Luego Después Antes Ahora Hoy Ayer Mañana Ya Aún Todavía Muy Más Menos Mucho Muchos
        Muchas
        Todo Todos Todas Cada Otro Otra Otros Otras Algunos Algunas Ningún Ninguna Nada Nadie Él Ella Ellos Ellas Yo Tú
        Nosotros Usted Ustedes Fue Era Son Está Están Hay Ha Han Había Tiene Sin Sólo Solo Tal Tanto Mientras Finalmente
        Actualmente Posteriormente Entonces Allí Aquí Nació Murió""".split()
    ),
)  # fmt: skip
