"""What Spanish and Portuguese texts count in abbreviations: parts of recipes, drugs, points, rooms, pages, goods."""

from kokoro_speech_server.text.normalization.international.locale import Noun


def _named(names: dict[str, tuple[str, str]]) -> dict[str, Noun]:
    """The nouns by each of the abbreviations, which are written one after another: "ud. uds."."""
    return {
        short.replace("_", " "): Noun(*forms) for written, forms in names.items() for short in written.split()
    }


SPANISH = _named(
    {
        "c._de_postre": ("cucharada de postre", "cucharadas de postre"),
        "c._de_sopa": ("cucharada sopera", "cucharadas soperas"),
        "c._soperas": ("cucharada sopera", "cucharadas soperas"),
        "c._sopera": ("cucharada sopera", "cucharadas soperas"), "c._de_té": ("cucharadita", "cucharaditas"),
        "c._de_café": ("cucharadita de café", "cucharaditas de café"),
        "porc.": ("porción", "porciones"), "c._s.": ("cucharada sopera", "cucharadas soperas"),
        "bill.": ("billón", "billones"),
        "pts. ptos. pto.": ("punto", "puntos"), "d.": ("día", "días"), "abst.": ("abstención", "abstenciones"),
        "reb. rebs.": ("rebote", "rebotes"),
        "ast. asist.": ("asistencia", "asistencias"), "ud. uds. u. und. unid. unids.": ("unidad", "unidades"),
        "pers.": ("persona", "personas"), "pza. pzas. pz. pzs.": ("pieza", "piezas"),
        "tz. tza. tzas.": ("taza", "tazas"), "cda. cdas. cuch.": ("cucharada", "cucharadas"),
        "cdta. cdtas. cdita. cditas. cta.": ("cucharadita", "cucharaditas"),
        "paq. paqs. pqt.": ("paquete", "paquetes"), "bot.": ("botella", "botellas"),
        "cj. cja. cjas.": ("caja", "cajas"), "doc. docs.": ("docena", "docenas"), "gr. grs.": ("gramo", "gramos"),
        "kgs. kg.": ("kilogramo", "kilogramos"), "lt. lts.": ("litro", "litros"), "mt. mts.": ("metro", "metros"),
        "kms. km.": ("kilómetro", "kilómetros"), "cms.": ("centímetro", "centímetros"),
        "mins.": ("minuto", "minutos"), "seg. segs.": ("segundo", "segundos"), "hrs. hs.": ("hora", "horas"),
        "sem. sems.": ("semana", "semanas"), "comp. comps.": ("comprimido", "comprimidos"),
        "cáps.": ("cápsula", "cápsulas"), "tab. tabs.": ("tableta", "tabletas"), "gts. gtas.": ("gota", "gotas"),
        "amp. amps.": ("ampolla", "ampollas"), "sob.": ("sobre", "sobres"), "amb. ambs.": ("ambiente", "ambientes"),
        "dorm. dorms.": ("dormitorio", "dormitorios"), "habs.": ("habitación", "habitaciones"),
        "viv.": ("vivienda", "viviendas"), "plz.": ("plaza", "plazas"), "págs. pág. pp. p.": ("página", "páginas"),
        "vols. vol.": ("volumen", "volúmenes"), "ejs.": ("ejemplar", "ejemplares"),
        "hás. has. hect.": ("hectárea", "hectáreas"), "qq.": ("quintal", "quintales"),
        "mill. mills.": ("millón", "millones"), "ptas. pta.": ("peseta", "pesetas"), "cts.": ("céntimo", "céntimos"),
        "p._p.": ("punto porcentual", "puntos porcentuales"), "p._b. pb. pbs.": ("punto básico", "puntos básicos"),
        "cdra. cdras.": ("cuadra", "cuadras"), "vel.": ("velocidad", "velocidades"),
        "bat. bats.": ("batería", "baterías"), "dtos.": ("descuento", "descuentos"),
        "m._l.": ("metro lineal", "metros lineales"),
        "r._p._m.": ("revolución por minuto", "revoluciones por minuto"),
    }
)  # fmt: skip

SPANISH_FEW = _named(
    {
        "hab.": ("habitación", "habitaciones"), "rec. recs.": ("recámara", "recámaras"),
        "est. ests. estac.": ("estacionamiento", "estacionamientos"), "bñ. bñs. bños.": ("baño", "baños"),
        "coch. cochs.": ("cochera", "cocheras"), "alc.": ("alcoba", "alcobas"),
    }
)  # fmt: skip

PORTUGUESE = _named(
    {
        "c._de_chá": ("colher de chá", "colheres de chá"), "c._de_sopa": ("colher de sopa", "colheres de sopa"),
        "c._de_café": ("colher de café", "colheres de café"),
        "c._de_sobremesa": ("colher de sobremesa", "colheres de sobremesa"),
        "c._(chá)": ("colher de chá", "colheres de chá"), "c._(sopa)": ("colher de sopa", "colheres de sopa"),
        "c._sopa col._sopa colh._sopa": ("colher de sopa", "colheres de sopa"),
        "c._chá col._chá colh._chá": ("colher de chá", "colheres de chá"),
        "porç.": ("porção", "porções"), "c._s.": ("colher de sopa", "colheres de sopa"),
        "pts. pt.": ("ponto", "pontos"), "d.": ("dia", "dias"), "rebs. reb.": ("rebote", "rebotes"),
        "asts. ast. assist.": ("assistência", "assistências"), "un. und. unid. unids.": ("unidade", "unidades"),
        "pess. pers.": ("pessoa", "pessoas"), "xíc. xícs. xic.": ("xícara", "xícaras"),
        "cx. cxs.": ("caixa", "caixas"), "pct. pcts. pc.": ("pacote", "pacotes"), "dz. dúz.": ("dúzia", "dúzias"),
        "gr. grs.": ("grama", "gramas"), "kgs.": ("quilograma", "quilogramas"), "lts.": ("litro", "litros"),
        "mts.": ("metro", "metros"), "kms.": ("quilômetro", "quilômetros"), "hs. hrs.": ("hora", "horas"),
        "segs. seg.": ("segundo", "segundos"), "comp. comps. cps. cp. compr. comprs.": ("comprimido", "comprimidos"),
        "drág. drágs.": ("drágea", "drágeas"), "frs. fr.": ("frasco", "frascos"),
        "bisn.": ("bisnaga", "bisnagas"), "cáps.": ("cápsula", "cápsulas"), "gts. gtt.": ("gota", "gotas"),
        "amp. amps.": ("ampola", "ampolas"),
        "dorms. dorm. dormts.": ("dormitório", "dormitórios"), "qto. qtos. qt. qts.": ("quarto", "quartos"),
        "banh. banhs.": ("banheiro", "banheiros"), "vgs. vg.": ("vaga", "vagas"), "lugs. lug.": ("lugar", "lugares"),
        "págs. pág. pgs. p. pp.": ("página", "páginas"), "vols. vol.": ("volume", "volumes"),
        "exs.": ("exemplar", "exemplares"), "fls. fl. f.": ("folha", "folhas"), "viv.": ("vivenda", "vivendas"),
        "p._p.": ("ponto percentual", "pontos percentuais"), "p._b. pb. pbs.": ("ponto-base", "pontos-base"),
        "colh. colhs.": ("colher", "colheres"), "col. cols.": ("colher", "colheres"),
        "ton. tons.": ("tonelada", "toneladas"), "alq. alqs.": ("alqueire", "alqueires"),
        "pç. pçs.": ("peça", "peças"), "ste. stes.": ("suíte", "suítes"),
        "sem. sems.": ("semana", "semanas"), "r._p._m.": ("rotação por minuto", "rotações por minuto"),
    }
)  # fmt: skip
