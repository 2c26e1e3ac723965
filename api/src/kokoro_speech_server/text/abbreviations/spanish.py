"""Abbreviations in Spanish texts."""

import re

from kokoro_speech_server.text.abbreviations.table import Abbreviations

SPANISH = Abbreviations(
    inner={
        "Sr.": "señor", "Sra.": "señora", "Srta.": "señorita", "Sres.": "señores", "Sras.": "señoras",
        "Srtas.": "señoritas", "Dr.": "doctor", "Dra.": "doctora", "Dres.": "doctores", "Dras.": "doctoras",
        "Dña.": "doña", "D.ª": "doña", "Dª.": "doña", "Prof.": "profesor", "Profa.": "profesora", "Ing.": "ingeniero",
        "Lic.": "licenciado", "Lcdo.": "licenciado", "Lcda.": "licenciada", "Ldo.": "licenciado",
        "Arq.": "arquitecto", "Excmo.": "excelentísimo", "Excma.": "excelentísima", "Ilmo.": "ilustrísimo",
        "Ilma.": "ilustrísima", "Mons.": "monseñor", "Rvdo.": "reverendo", "Sto.": "santo", "Sta.": "santa",
        "Gral.": "general", "Cnel.": "coronel", "Cmdte.": "comandante", "Tte.": "teniente", "Sgto.": "sargento",
        "Fdo.": "firmado", "p. ej.": "por ejemplo", "v. gr.": "verbigracia", "avda.": "avenida", "av.": "avenida",
        "ctra.": "carretera", "pza.": "plaza", "plza.": "plaza", "urb.": "urbanización", "vs.": "versus",
        "dpto.": "departamento", "depto.": "departamento", "ntra.": "nuestra", "ntro.": "nuestro",
        "cfr.": "confróntese", "cf.": "confróntese", "bulev.": "bulevar", "boulev.": "bulevar", "Fco.": "Francisco",
        "M.ª": "María", "ayto.": "ayuntamiento", "prov.": "provincia",
        "gob.": "gobernador", "pdte.": "presidente", "edif.": "edificio", "univ.": "universidad",
        "bibl.": "biblioteca", "secr.": "secretario", "esq.": "esquina", "próx.": "próximo", "C. P.": "código postal",
        "gta.": "glorieta", "blq.": "bloque", "esc.": "escalera", "Pl.": "plaza", "Pol. Ind.": "polígono industrial",
        "Políg. Ind.": "polígono industrial", "S. M.": "Su Majestad", "S. A. R.": "Su Alteza Real",
        "SS. AA. RR.": "Sus Altezas Reales", "SS. AA.": "Sus Altezas", "SS. MM.": "Sus Majestades",
        "S. E.": "Su Excelencia", "V. E.": "Vuestra Excelencia", "V. M.": "Vuestra Majestad", "Mtro.": "maestro",
        "Mtra.": "maestra", "Dtor.": "director", "Dtora.": "directora", "Cte.": "comandante", "Pte.": "presidente",
        "Pdta.": "presidenta", "Cap.": "", "cód.": "código", "trad.": "traducción", "vid.": "véase", "mr.": "",
        "mrs.": "", "st.": "", "fr.": "fray", "Srs.": "señores", "Excmos.": "excelentísimos",
        "Excmas.": "excelentísimas", "Ilmos.": "ilustrísimos", "Ilmas.": "ilustrísimas", "Magfco.": "magnífico",
        "Mgfco.": "magnífico", "Emmo.": "eminentísimo", "Rvda.": "reverenda", "Rvdmo.": "reverendísimo",
        "Hno.": "hermano", "Hna.": "hermana", "Hnas.": "hermanas", "Pbro.": "presbítero", "Lda.": "licenciada",
        "Ldos.": "licenciados", "Lcdos.": "licenciados", "Lics.": "licenciados", "Licda.": "licenciada",
        "Ings.": "ingenieros", "Arqs.": "arquitectos", "Profs.": "profesores", "Abog.": "abogado",
        "Mgtr.": "magíster", "Vda.": "viuda", "Dir. Gral.": "director general", "tam.": "tamaño",
        "dif.": "diferencia", "publ.": "publicado", "Cód. Civ.": "Código Civil", "Cód. Pen.": "Código Penal",
        "Telf.": "teléfono", "Tte. Cnel.": "teniente coronel", "Tcnel.": "teniente coronel", "Subtte.": "subteniente",
        "Gdor.": "gobernador", "Almte.": "almirante", "Vicealmte.": "vicealmirante", "Gte.": "gerente",
        "Subsecr.": "subsecretario", "D. Leg.": "decreto legislativo", "disp.": "disposición", "adic.": "adicional",
        "transit.": "transitoria", "conv.": "convenio", "modif.": "modificado", "epígr.": "epígrafe", "Bco.": "banco",
        "Sn.": "san", "Nva.": "nueva", "Edo.": "estado", "Mpio.": "municipio", "Pcia.": "provincia",
        "Pcias.": "provincias", "Cdad.": "ciudad", "Blvd.": "bulevar", "Blvr.": "bulevar", "Bvd.": "bulevar",
        "Pje.": "pasaje", "Psje.": "pasaje", "Cjón.": "callejón", "Pso.": "paseo", "Rda.": "ronda", "Rbla.": "rambla",
        "Trva.": "travesía", "Trav.": "travesía", "Cno.": "camino", "Glta.": "glorieta", "Gtta.": "glorieta",
        "Crta.": "carretera", "Autop.": "autopista", "Fracc.": "fraccionamiento", "parc.": "parcela",
        "temp.": "temperatura", "lat.": "latitud", "loc. cit.": "lugar citado", "i. e.": "es decir", "q. v.": "véase",
        "reimp.": "reimpresión", "pról.": "prólogo", "introd.": "introducción", "nro.": "número",
        "vto.": "vencimiento", "gtos.": "gastos", "tlfs.": "teléfonos", "tels.": "teléfonos", "teléf.": "teléfono",
        "H. U.": "hospital universitario", "H.U.": "hospital universitario", "frec.": "frecuencia",
        "gje.": "garaje", "P. unit.": "precio unitario", "ác.": "ácido", "Ppto.": "presupuesto",
        "Reg. San.": "registro sanitario", "Proy.": "proyecto", "Rep.": "república",
        "M.a": "María", "Mª.": "María", "vta.": "venta", "vtas.": "ventas",
    },
    names={
        "c.": "", "Est.": "estadio", "Emb.": "embajador", "Del.": "delegación", "Bdo.": "Bernardo", "Col.": "colonia",
        "Alc.": "alcaldía",
        "Cd.": "ciudad", "Dir.": "director", "Sec.": "secretario", "Min.": "ministro", "Sen.": "senador",
        "Dip.": "diputado", "Com.": "comisario", "Comis.": "comisario", "Insp.": "inspector", "Alm.": "almirante",
        "Brig.": "brigadier", "Cor.": "coronel", "Rev.": "revista", "Card.": "cardenal", "Hon.": "honorable",
        "Abg.": "abogado", "Econ.": "economista", "Psic.": "psicólogo", "Téc.": "técnico", "Bach.": "bachiller",
        "Mg.": "magíster", "Mag.": "magistrado", "Magdo.": "magistrado", "Proc.": "procurador", "Inst.": "instituto",
        "Fac.": "facultad", "Fund.": "fundación", "Asoc.": "asociación", "Fed.": "federación", "Hosp.": "hospital",
        "Lab.": "laboratorio", "Clín.": "clínica", "Coop.": "cooperativa", "Pto.": "puerto", "Pta.": "punta",
        "Bo.": "barrio", "Barr.": "barrio", "Mz.": "manzana", "Mza.": "manzana", "Lt.": "lote", "Res.": "residencial",
        "Conj.": "conjunto", "Edit.": "editorial", "Bol.": "boletín", "Esp.": "española", "Med.": "medicina",
        "Méd.": "médica", "Cienc.": "ciencias", "Educ.": "educación", "Acad.": "academia", "Arch.": "archivos",
        "An.": "anales", "Cir.": "cirugía", "Clin.": "clínica", "Soc.": "sociedad", "Nac.": "nacional",
        "Gen.": "general", "Int.": "internacional", "Imp.": "imprenta", "Tip.": "tipografía",
    },
    numbered={
        "pág.": "página", "págs.": "páginas", "p.": "página", "pp.": "páginas", "núm.": "número", "núms.": "números",
        "n.º": "número", "cap.": "capítulo", "caps.": "capítulos", "vol.": "volumen", "vols.": "volúmenes",
        "art.": "artículo", "arts.": "artículos", "fig.": "figura", "figs.": "figuras", "tel.": "teléfono",
        "tfno.": "teléfono", "tít.": "título", "t.": "tomo", "s.": "", "ss.": "siglos", "sec.": "sección",
        "secc.": "sección", "pto.": "punto", "ptos.": "puntos", "mín.": "mínimo", "máx.": "máximo", "ca.": "circa",
        "inc.": "inciso", "párr.": "párrafo", "ed.": "edición", "km.": "kilómetro", "no.": "número",
        "cel.": "celular", "ref.": "referencia", "apdo.": "apartado", "dto.": "descuento", "incs.": "incisos",
        "min.": "minuto", "lun.": "", "mié.": "",
        "jue.": "", "vie.": "", "sáb.": "", "dom.": "", "v.": "", "tlf.": "teléfono",
        "tab.": "tabla", "pta.": "puerta", "sem.": "semestre", "trim.": "trimestre", "vv.": "versos",
        "rec.": "recurso", "Bs.": "", "Gs.": "", "Sent.": "sentencia", "exp.": "expediente", "and.": "andén",
        "a.": "", "lín.": "línea", "líns.": "líneas", "lám.": "lámina", "láms.": "láminas", "cláus.": "cláusula",
        "fol.": "folio", "fols.": "folios", "ff.": "folios", "fs.": "fojas", "Exp.": "expediente",
        "Expte.": "expediente", "Rec.": "recurso", "Res.": "resolución", "Dec.": "decreto", "Decr.": "decreto",
        "Ord.": "ordenanza", "Reg.": "registro", "lib.": "libro", "supl.": "suplemento", "párrs.": "párrafos",
        "apdos.": "apartados", "ap.": "apartado", "aptdo.": "apartado", "nros.": "números", "N.os": "números",
        "R. D.": "real decreto", "R. D. L.": "real decreto ley", "L. O.": "ley orgánica",
        "O. M.": "orden ministerial", "F. J.": "fundamento jurídico", "FF. JJ.": "fundamentos jurídicos",
        "FJ.": "fundamento jurídico", "ec.": "ecuación", "ecs.": "ecuaciones", "gráf.": "gráfico", "col.": "columna",
        "cols.": "columnas", "Cra.": "carrera", "Kra.": "carrera", "Cr.": "carrera", "Cl.": "calle", "Cll.": "calle",
        "Diag.": "diagonal", "Transv.": "transversal", "Of.": "oficina", "of.": "oficina", "ofic.": "oficina",
        "est.": "estrato", "pl.": "planta", "mod.": "modelo",
        "mat.": "matrícula", "adm.": "administración",
        "apto.": "apartamento",
        "apt.": "apartamento", "int.": "interior", "ext.": "extensión", "mz.": "manzana", "lt.": "lote",
        "lte.": "lote", "port.": "portal", "loc.": "local", "fra.": "factura", "fact.": "factura", "cta.": "cuenta",
        "móv.": "móvil", "aprox.": "aproximadamente", "c.": "", "n.": "nota", "nn.": "notas", "hab.": "habitación",
        "vers.": "versión", "cat.": "categoría", "ej.": "ejemplo", "Disp.": "disposición", "anx.": "anexo",
        "tfnos.": "teléfonos",
    },
    last={
        "Ud.": "usted", "Vd.": "usted", "Uds.": "ustedes", "Vds.": "ustedes", "EE. UU.": "Estados Unidos",
        "JJ. OO.": "Juegos Olímpicos", "FF. AA.": "Fuerzas Armadas", "RR. HH.": "recursos humanos",
        "a. C.": "antes de Cristo", "d. C.": "después de Cristo", "a. de C.": "antes de Cristo",
        "d. de C.": "después de Cristo", "S. A.": "sociedad anónima", "S. L.": "sociedad limitada",
        "Cía.": "compañía", "Ltda.": "limitada", "hnos.": "hermanos", "izq.": "izquierda", "izqda.": "izquierda",
        "izda.": "izquierda", "dcha.": "derecha", "ed.": "edición", "Atte.": "atentamente",
        "aprox.": "aproximadamente", "tlf.": "teléfono", "entlo.": "entresuelo", "pral.": "principal",
        "ej.": "ejemplo", "op. cit.": "obra citada", "N. del T.": "nota del traductor",
        "q. e. p. d.": "que en paz descanse", "ene.": "enero", "feb.": "febrero", "abr.": "abril", "ago.": "agosto",
        "sept.": "septiembre", "sep.": "septiembre", "oct.": "octubre", "nov.": "noviembre", "dic.": "diciembre",
        "jun.": "junio", "jul.": "julio", "ppal.": "principal", "superf.": "superficie", "pobl.": "población",
        "dens.": "densidad", "trim.": "trimestre", "exist.": "existencias", "q. b.": "cantidad suficiente",
        "amueb.": "amueblado", "neg.": "negociable", "const.": "construidos", "s. n. m.": "sobre el nivel del mar",
        "p. b.": "puntos básicos", "s. f.": "sin fecha", "s. l.": "sin lugar", "s. a.": "sin año",
        "v. g.": "verbigracia", "ibíd.": "ibídem", "ibid.": "ibídem", "íd.": "ídem", "id.": "ídem", "ib.": "ibídem",
        "ob. cit.": "obra citada", "art. cit.": "artículo citado", "AA. VV.": "autores varios",
        "VV. AA.": "varios autores", "CC. AA.": "comunidades autónomas", "CC. OO.": "Comisiones Obreras",
        "AA. PP.": "Administraciones Públicas", "FF. CC.": "ferrocarriles", "DD. HH.": "derechos humanos",
        "RR. PP.": "relaciones públicas", "RR. CC.": "Reyes Católicos", "OO. PP.": "obras públicas",
        "NN. UU.": "Naciones Unidas", "BB. AA.": "Bellas Artes", "AA. EE.": "Asuntos Exteriores",
        "RR. EE.": "Relaciones Exteriores", "MM. CC.": "medios de comunicación", "PP. GG.": "Presupuestos Generales",
        "S. A. U.": "sociedad anónima unipersonal", "S. L. U.": "sociedad limitada unipersonal",
        "S. A. de C. V.": "sociedad anónima de capital variable",
        "S. de R. L.": "sociedad de responsabilidad limitada", "S. en C.": "sociedad en comandita",
        "S. de R. L. de C. V.": "sociedad de responsabilidad limitada de capital variable",
        "S. R. L.": "sociedad de responsabilidad limitada", "S. A. S.": "sociedad por acciones simplificada",
        "S. Coop.": "sociedad cooperativa", "S. A. D.": "sociedad anónima deportiva", "Bs. As.": "Buenos Aires",
        "Cías.": "compañías", "sucs.": "sucesores", "a. e. c.": "antes de la era común",
        "d. e. c.": "de la era común", "a. n. e.": "antes de nuestra era", "d. n. e.": "de nuestra era",
        "a. J. C.": "antes de Jesucristo", "d. J. C.": "después de Jesucristo", "máx.": "máximo", "mín.": "mínimo",
        "prom.": "promedio", "long.": "longitud", "alt.": "altitud", "diám.": "diámetro", "vel.": "velocidad",
        "sigs.": "siguientes", "sig.": "siguiente", "coord.": "coordinador", "coords.": "coordinadores",
        "comps.": "compiladores", "eds.": "editores", "dirs.": "directores", "trads.": "traductores",
        "D. E. P.": "descanse en paz", "c. s.": "cantidad suficiente", "dto.": "descuento",
        "dtos.": "descuentos", "N. de la R.": "nota de la redacción", "N. de la T.": "nota de la traductora",
        "N. del E.": "nota del editor", "Fdez.": "Fernández", "Fernz.": "Fernández", "Glez.": "González",
        "Gonz.": "González", "Hdez.": "Hernández", "Mtez.": "Martínez", "Mtnez.": "Martínez", "Rguez.": "Rodríguez",
        "Rdguez.": "Rodríguez", "Rdez.": "Rodríguez", "Rodr.": "Rodríguez", "Schez.": "Sánchez",
        "Dguez.": "Domínguez", "Gtrrez.": "Gutiérrez", "Jmnez.": "Jiménez", "Vzquez.": "Vázquez", "Stgo.": "Santiago",
        "Sgo.": "Santiago", "fest.": "festivos", "i. v.": "por vía intravenosa", "i. m.": "por vía intramuscular",
        "v. o.": "por vía oral", "s. c.": "por vía subcutánea", "cta. cte.": "cuenta corriente", "ofs.": "oficinas",
        "gral.": "general", "P. B.": "planta baja", "P. S.": "posdata", "N. B.": "nota bene",
        "dptos.": "departamentos", "deptos.": "departamentos", "Jr.": "júnior", "Vdo.": "viudo", "et al.": "y otros",
        "P. D.": "posdata", "Nte.": "norte", "Ote.": "oriente", "prob.": "probabilidad",
        "Slds.": "saludos", "Sldos.": "saludos", "Sds.": "saludos",
        "constr.": "construidos", "c. s. p.": "cantidad suficiente para",
        "ref.": "referencia", "efvo.": "efectivo", "transf.": "transferencia", "créd.": "crédito",
        "calef.": "calefacción", "indiv.": "individual", "opc.": "opcional", "inmob.": "inmobiliaria",
        "pil.": "pileta", "sanc.": "sanción", "unit.": "unitario", "cant.": "cantidad", "coc.": "cocina",
        "terr.": "terraza", "asc.": "ascensor", "trast.": "trastero", "serv.": "servicio", "comed.": "comedor",
        "cub.": "cubiertos", "desc.": "descuento", "dcto.": "descuento", "vig.": "vigente",
        "venc.": "vencimiento", "mens.": "mensuales", "admón.": "administración", "excl.": "excluido",
        "dispon.": "disponible", "habit.": "habitación", "amuebl.": "amueblado", "info.": "información",
        "cert.": "certificado", "fte.": "frente", "alq.": "alquiler",
        "c. n.": "cantidad necesaria", "alb.": "albarán", "coef.": "coeficiente",
        "Q. E. P. D.": "que en paz descanse", "Q. D. E. P.": "que descanse en paz", "R. I. P.": "descanse en paz",
        "h.": "", "a. m.": "", "p. m.": "", "kg.": "", "m.": "", "g.": "",
    },
    counts=frozenset(
        """pts. ptos. reb. ast. ud. uds. u. und. pza. pzas. tz. tza. tzas. cda. cdas. cdta. cdtas. paq. bot. gr. grs.
        kgs. lts. mts. kms. comp. cáps. tab. gts. amp. dorm. amb. viv. págs. ejs. hab. hás. d. porc. min. hrs. hs.
        mill.""".split()
    ),
    units=frozenset(("mar.", "may.", "comp.")),
    measures=frozenset(
        ("ene.", "feb.", "abr.", "ago.", "sept.", "sep.", "oct.", "nov.", "dic.", "jun.", "jul.", "a. C.", "d. C.",
         "min.", "h.", "kg.", "m.", "g.", "s. n. m.", "p. m.", "a. m.")
    ),
    closing={
        "pers.": "personas", "etc.": "etcétera", "hab.": "habitantes", "cdas.": "cucharadas", "cda.": "cucharada",
        "cdtas.": "cucharaditas", "cditas.": "cucharaditas", "cdta.": "cucharadita", "cdita.": "cucharadita",
    },
    shortened=re.compile(r"[Ee]xp|[Pp]rob|[Vv]al|[Tt]ot|[Ii]ncl?|[Pp]res|[A-Z]?[b-df-hj-np-tv-z]{2,6}"
        r"|(?!(?:club|web|blog|chef|test|robot|chat|kit|set|top|pop|rap|clip|chip|clic|rock|look|stock|golf|surf|jet|bit"
        r"|bloc|tuit|hit)$)[A-ZÁÉ]?[a-záéíóúñ]{1,5}[bcfgjkmpqtv]"
    ),
    dated=frozenset(("mar.",)),
    beginnings=frozenset(
        """El La Los Las Lo Un Una Unos Unas En De Del Con Por Para Pero Y E O No Se Si Sí Es Esta Este Esto Estos Estas
        Ese Esa Eso Aquel Aquella Su Sus Mi Tu Me Te Le Les Nos Al A Ante Bajo Desde Entre Hasta Hacia Sin Sobre Según
        Tras Durante Mediante Cuando Cuanto Como Cómo Donde Dónde Que Qué Quien Quién Cual Cuál También Tampoco Además
        Así Aunque Porque Pues Luego Después Antes Ahora Hoy Ayer Mañana Ya Aún Todavía Muy Más Menos Mucho Muchos
        Muchas
        Todo Todos Todas Cada Otro Otra Otros Otras Algunos Algunas Ningún Ninguna Nada Nadie Él Ella Ellos Ellas Yo Tú
        Nosotros Usted Ustedes Fue Era Son Está Están Hay Ha Han Había Tiene Sin Sólo Solo Tal Tanto Mientras Finalmente
        Actualmente Posteriormente Entonces Allí Aquí Nació Murió Dicho Dicha Dichos Dichas Aquella Aquellos Aquellas
        Nuestro Nuestra Nuestros Nuestras Sus Mis Tus Incluso Recientemente Asimismo Igualmente Salvo Excepto Dentro
        Fuera Cerca Gracias Debido Dado Pese Respecto Conforme Primero Segundo Último Dos Tres Cuatro Cinco Seis Siete
        Ocho Diez Varios Varias Ambos Ambas Cualquier Quizá Quizás Casi Apenas Siempre Nunca Eran Fueron Será Serán
        Estaba Estaban Estuvo Hubo Habrá Hace Hizo Tenía Tienen Tuvo Puede Pueden Debe Deben Llegó Dijo Añadió Véase
        Consulte Llame Traiga Envíe Incluye Existe Existen Queda Resulta Parece Precio Horario Fecha Lugar Entrada
        Entradas Fuente Nota Tiempo Dificultad Reservas Información Abierto Cerrado Mezcle Añada Agregue Sirva Hornee
        Cueza Deje Retire Tel Tlf Telf Tfno Lunes Martes Miércoles Jueves Viernes Sábado Domingo
        WhatsApp Whatsapp Contacto Interesados Llamar Razón Se Urge Vendo Alquilo Busco Ubicado Ubicada Excelente
        Ideal""".split()
    ),
)  # fmt: skip
