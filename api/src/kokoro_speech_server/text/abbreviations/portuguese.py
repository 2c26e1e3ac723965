"""Abbreviations in Portuguese texts."""

from kokoro_speech_server.text.abbreviations.table import Abbreviations

PORTUGUESE = Abbreviations(
    inner={
        "sr.": "senhor", "sra.": "senhora", "srta.": "senhorita", "srs.": "senhores", "sras.": "senhoras",
        "dr.": "doutor", "dra.": "doutora", "drs.": "doutores", "dras.": "doutoras", "prof.": "professor",
        "profa.": "professora", "Prof.ª": "professora", "Exma.": "excelentíssima", "Exmo.": "excelentíssimo",
        "Ilmo.": "ilustríssimo", "Ilma.": "ilustríssima", "Eng.": "engenheiro", "V. Exa.": "vossa excelência",
        "V. Sa.": "vossa senhoria", "p. ex.": "por exemplo", "gov.": "governador", "sen.": "senador",
        "dep.": "deputado", "des.": "desembargador", "pres.": "presidente", "gal.": "general",
        "gen.": "general", "cap.": "capitão", "ten.": "tenente", "sgt.": "sargento", "maj.": "major", "pe.": "padre",
        "sto.": "santo", "sta.": "santa", "vs.": "versus",  "av.": "avenida",
        "al.": "alameda", "pç.": "praça", "pça.": "praça", "trav.": "travessa", "rod.": "rodovia", "estr.": "estrada",
        "end.": "endereço", "obs.": "observação", "cf.": "confira", "adv.": "advogado", "d.": "", "s.": "", "v.": "",
        "mr.": "", "mrs.": "", "st.": "", "bel.": "bacharel", "cmte.": "comandante", "seg.": "",
        "jr.": "júnior", "pq.": "parque",
        "jd.": "jardim", "vl.": "vila", "bl.": "bloco", "N. Sra.": "Nossa Senhora", "N. Sr.": "Nosso Senhor", "c.": "",
        "Cel.": "", "fac.": "faculdade", "bibl.": "biblioteca", "esq.": "esquina", "próx.": "próximo",
        "Dec.": "decreto", "univ.": "universidade", "cond.": "condomínio", "lgo.": "largo", "trad.": "tradução",
        "S. Exa.": "Sua Excelência", "Eng.ª": "engenheira", "Arq.": "arquiteto", "Pref.": "prefeito", "Pr.": "pastor",
        "Mons.": "monsenhor", "Fr.": "frei", "qtd.": "quantidade",
    },
    numbered={
        "pág.": "página", "págs.": "páginas", "p.": "página", "pp.": "páginas", "cap.": "capítulo",
        "caps.": "capítulos",
        "vol.": "volume", "vols.": "volumes", "art.": "artigo", "arts.": "artigos", "inc.": "inciso",
        "incs.": "incisos",
        "fig.": "figura", "figs.": "figuras", "séc.": "século", "sécs.": "séculos", "nº.": "número", "no.": "número",
        "n.": "número", "núm.": "número", "par.": "parágrafo", "ed.": "edição", "t.": "tomo", "tel.": "telefone",
        "cel.": "celular", "apto.": "apartamento", "ap.": "apartamento", "apt.": "apartamento", "bl.": "bloco",
        "cj.": "conjunto", "lt.": "lote", "qd.": "quadra", "km.": "quilômetro", "máx.": "máximo", "mín.": "mínimo",
        "tab.": "tabela", "ref.": "referência", "proc.": "processo", "c.": "cerca de", "ca.": "cerca de", "rg.": "",
        "min.": "minuto", "tít.": "título", "ag.": "agência", "sáb.": "", "dom.": "", "v.": "", "sl.": "sala",
        "fl.": "folha", "fls.": "folhas", "pg.": "página", "pgs.": "páginas", "sem.": "semestre", "tri.": "trimestre",
        "trim.": "trimestre", "ex.": "exemplo",
    },
    last={
        "a. C.": "antes de Cristo", "d. C.": "depois de Cristo", "Ltda.": "limitada",
        "S. A.": "sociedade anônima", "Cia.": "companhia", "apto.": "apartamento", "jan.": "janeiro",
        "fev.": "fevereiro", "abr.": "abril", "jun.": "junho", "jul.": "julho", "ago.": "agosto", "set.": "",
        "out.": "", "nov.": "novembro", "dez.": "", "et al.": "e outros",
        "séc.": "século", "min.": "minutos", "tel.": "telefone", "col.": "",
        "op. cit.": "obra citada", "ibid.": "ibidem", "P. S.": "post scriptum", "depto.": "departamento",
        "aprox.": "aproximadamente", "ed.": "edição", "segs.": "seguintes", "N. do T.": "nota do tradutor",
    },
    units=frozenset(("mar.", "mai.")),
    measures=frozenset(
        ("jan.", "fev.", "abr.", "jun.", "jul.", "ago.", "set.", "out.", "nov.", "dez.", "a. C.", "d. C.", "min.")
    ),
    closing={"pers.": "pessoas", "pess.": "pessoas", "etc.": "etcétera", "hab.": "habitantes", "xíc.": "xícara",
        "xícs.": "xícaras"},
    beginnings=frozenset(
        """O A Os As Um Uma Uns Umas De Do Da Dos Das Em No Na Nos Nas Com Por Pelo Pela Para Pra Mas E Ou Não Sim Se
        Ele
        Ela Eles Elas Eu Tu Você Vocês Nós Este Esta Estes Estas Esse Essa Esses Essas Isso Isto Aquele Aquela Aquilo
        Seu
        Sua Seus Suas Meu Minha Que Quem Qual Quais Quando Quanto Quantos Como Onde Porque Porém Contudo Entretanto
        Também
        Além Assim Então Depois Antes Agora Hoje Ontem Amanhã Já Ainda Muito Muitos Muitas Mais Menos Todo Todos Todas
        Toda Cada Outro Outra Outros Outras Alguns Algumas Nenhum Nada Ninguém Ao Aos À Às Até Após Desde Durante Entre
        Sem Sob Sobre Segundo Conforme Enquanto Embora É Era Foi São Está Estão Há Tem Foram Só Apenas Ali Aqui Lá
        Nasceu
        Morreu Finalmente Atualmente Portanto Logo""".split()
    ),
)  # fmt: skip
