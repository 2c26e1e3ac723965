"""Abbreviations in Portuguese texts."""

import re

from kokoro_speech_server.text.abbreviations.table import Abbreviations

PORTUGUESE = Abbreviations(
    inner={
        "sr.": "senhor", "sra.": "senhora", "srta.": "senhorita", "srs.": "senhores", "sras.": "senhoras",
        "dr.": "doutor", "dra.": "doutora", "drs.": "doutores", "dras.": "doutoras", "prof.": "professor",
        "profa.": "professora", "Prof.ª": "professora", "Exma.": "excelentíssima", "Exmo.": "excelentíssimo",
        "Ilmo.": "ilustríssimo", "Ilma.": "ilustríssima", "Eng.": "engenheiro", "V. Exa.": "vossa excelência",
        "V. Sa.": "vossa senhoria", "p. ex.": "por exemplo", "gov.": "governador", "sen.": "senador",
        "dep.": "deputado", "des.": "desembargador", "pres.": "presidente", "gal.": "general", "gen.": "general",
        "MM.": "meritíssimo", "Proc.ª": "procuradora", "M.ª": "Maria", "profª.": "professora",
        "drª.": "doutora", "srª.": "senhora", "engª.": "engenheira", "profº.": "professor", "exmª.": "excelentíssima",
        "exmº.": "excelentíssimo", "p/ ac.": "para acórdão", "p/ o ac.": "para o acórdão", "cód.": "código",
        "dim.": "dimensões", "dív.": "dívida", "Rel.ª": "relatora", "Des.ª": "desembargadora", "Min.ª": "ministra",
        "Igr.": "igreja", "distr.": "distrito", "exc.": "exceto", "tx.": "taxa", "qtde.": "quantidade",
        "prox.": "próximo", "vdo.": "vendo", "multim.": "multimídia",
        "inj.": "injetável", "adm.": "administração",
        "pgto.": "pagamento", "v. unit.": "valor unitário", "v. total": "valor total", "orç.": "orçamento",
        "inscr.": "inscrição", "marg.": "margem", "churr.": "churrasqueira", "px.": "próximo", "sac.": "sacada",
        "Reg. M. S.": "registro no Ministério da Saúde", "Reg. MS": "registro no Ministério da Saúde",
        "pisc.": "piscina", "meram.": "meramente", "Dª.": "dona", "D.ª": "dona",
        "pim.": "pimenta", "choc.": "chocolate",
        "Estac.": "estacionamento", "conj.": "conjunto", "bag.": "bagagem", "compat.": "compatível",
        "trab.": "trabalho",
        "equip.": "equipamento", "terr.": "terreno", "entr.": "entrada",
        "S. Em.ª": "Sua Eminência",
        "Rev.ma": "reverendíssima", "Rev.mo": "reverendíssimo", "tam.": "tamanho", "dif.": "diferença",
        "publ.": "publicado", "V. Cív.": "Vara Cível", "V. Crim.": "Vara Criminal", "Dir. Priv.": "Direito Privado",
        "Dir. Públ.": "Direito Público", "Dir. Púb.": "Direito Público", "ten.": "tenente", "sgt.": "sargento",
        "maj.": "major", "pe.": "padre", "sto.": "santo", "sta.": "santa", "vs.": "versus", "av.": "avenida",
        "pç.": "praça", "pça.": "praça", "trav.": "travessa", "rod.": "rodovia", "estr.": "estrada",
        "end.": "endereço", "obs.": "observação", "cf.": "confira", "adv.": "advogado", "d.": "", "s.": "", "mr.": "",
        "mrs.": "", "st.": "", "bel.": "bacharel", "cmte.": "comandante", "seg.": "", "pq.": "parque",
        "jd.": "jardim", "vl.": "vila", "bl.": "bloco", "N. Sra.": "Nossa Senhora", "N. Sr.": "Nosso Senhor",
        "Cel.": "", "fac.": "faculdade", "bibl.": "biblioteca", "esq.": "esquina", "próx.": "próximo",
        "Dec.": "decreto", "univ.": "universidade", "cond.": "condomínio", "lgo.": "largo", "trad.": "tradução",
        "S. Exa.": "Sua Excelência", "Eng.ª": "engenheira", "Arq.": "arquiteto", "Pref.": "prefeito", "Pr.": "pastor",
        "Mons.": "monsenhor", "Fr.": "frei", "qtd.": "quantidade", "Exmos.": "excelentíssimos",
        "Exmas.": "excelentíssimas", "Ilmos.": "ilustríssimos", "Ilmas.": "ilustríssimas", "profs.": "professores",
        "profas.": "professoras", "Dr.ª": "doutora", "Sr.ª": "senhora", "Sr.as": "senhoras", "Eng.º": "engenheiro",
        "Engº.": "engenheiro", "Engs.": "engenheiros", "Arq.º": "arquiteto", "Arq.ª": "arquiteta",
        "V. S.ª": "vossa senhoria", "V. S.as": "vossas senhorias", "V. Ex.ª": "vossa excelência",
        "V. Ex.as": "vossas excelências", "V. Exas.": "vossas excelências", "V. M.": "Vossa Majestade",
        "V. A.": "Vossa Alteza", "S. M.": "Sua Majestade", "S. A. R.": "Sua Alteza Real",
        "SS. MM.": "Suas Majestades", "S. S.": "Sua Santidade", "S. Ex.ª": "Sua Excelência",
        "S. Ema.": "Sua Eminência", "Revmo.": "reverendíssimo", "Revma.": "reverendíssima", "Emmo.": "eminentíssimo",
        "N. S.ª": "Nossa Senhora", "N. Srª.": "Nossa Senhora", "N. Sr.ª": "Nossa Senhora",
        "Rel. Min.": "relator ministro", "Des. Fed.": "desembargador federal", "Dep. Fed.": "deputado federal",
        "Dep. Est.": "deputado estadual", "Proc. Rep.": "procurador da República", "Ten.-Cel.": "tenente-coronel",
        "súm.": "súmula", "decr.": "decreto", "Dec.-Lei": "decreto-lei", "c. civ.": "código civil", "art.º": "artigo",
        "arts.º": "artigos", "temp.": "temperatura", "lat.": "latitude", "vel.": "velocidade", "pop.": "população",
        "larg.": "largura", "compr.": "comprimento", "i. e.": "isto é", "e. g.": "por exemplo",
        "v. g.": "verbi gratia", "q. v.": "queira ver", "loc. cit.": "lugar citado", "tb.": "também",
        "qdo.": "quando", "rev. e ampl.": "revista e ampliada", "atual.": "atualizada", "ampl.": "ampliada",
        "ref.ª": "referência", "calç.": "calçada", "az.": "azinhaga", "lad.": "ladeira", "qta.": "quinta",
        "cx. postal": "caixa postal", "res.": "residencial", "Z. Ind.": "zona industrial", "V. N.": "Vila Nova",
        "Pca.": "praça", "blc.": "bloco", "núc.": "núcleo", "secr.": "secretaria", "câm.": "câmara",
        "org. por": "organizado por", "Inst. Norm.": "instrução normativa", "Ap. Cív.": "apelação cível",
        "Ap. Crim.": "apelação criminal", "Ag. Reg.": "agravo regimental", "Rec. Esp.": "recurso especial",
        "Rec. Ext.": "recurso extraordinário", "Telef.": "telefone", "telefs.": "telefones", "tels.": "telefones",
        "tlf.": "telefone", "tlm.": "telemóvel", "telem.": "telemóvel",
    },
    names={
        "Enf.": "enfermeiro",
        "Al.": "alameda", "c.": "", "Rel.": "relator", "Fed.": "federal", "Cons.": "conselheiro", "Me.": "mestre",
        "Ms.": "mestre", "Esp.": "especialista", "Del.": "delegado", "Ver.": "vereador", "Sec.": "secretário",
        "Emb.": "embaixador", "Alm.": "almirante", "Brig.": "brigadeiro", "Mal.": "marechal", "Cb.": "cabo",
        "Sd.": "soldado", "Card.": "cardeal", "Côn.": "cônego", "Ir.": "irmã", "Rev.": "revista", "Mun.": "municipal",
        "Dir.": "diretor", "Coord.": "coordenador", "Prom.": "promotor", "Fund.": "fundação", "Assoc.": "associação",
        "Inst.": "instituto", "Hosp.": "hospital", "Lab.": "laboratório", "Col.": "colégio", "Esc.": "escola",
        "Bras.": "brasileira", "Port.": "portuguesa", "Educ.": "educação", "Mat.": "matemática",
        "Dev.": "desenvolvedor", "Méd.": "médica", "Med.": "medicina",
        "Ciênc.": "ciências", "Acad.": "academia", "Arq.": "arquivos", "Soc.": "sociedade", "Bol.": "boletim",
        "Cad.": "cadernos", "Nac.": "nacional", "Int.": "internacional", "Clín.": "clínica", "Psicol.": "psicologia",
        "Públ.": "pública", "Enferm.": "enfermagem", "Ac.": "acórdão", "Trib.": "tribunal",
        "Edit.": "editora", "Impr.": "imprensa", "Cid.": "cidade", "Est.": "estádio", "Constr.": "construtora",
        "Cap.": "capitão", "Tv.": "travessa", "Min.": "", "Proc.": "", "R.": "", "Ed.": "", "Dra.": "doutora",
        "Nsa.": "Nossa", "Sn.": "São",
    },
    numbered={
        "pág.": "página", "págs.": "páginas", "p.": "página", "pp.": "páginas", "cap.": "capítulo",
        "caps.": "capítulos", "vol.": "volume", "vols.": "volumes", "art.": "artigo", "arts.": "artigos",
        "inc.": "inciso", "incs.": "incisos", "fig.": "figura", "figs.": "figuras", "séc.": "século",
        "sécs.": "séculos", "nº.": "número", "no.": "número", "n.": "número", "núm.": "número", "par.": "parágrafo",
        "ed.": "edição", "t.": "tomo", "tel.": "telefone", "cel.": "celular", "apto.": "apartamento",
        "ap.": "apartamento", "apt.": "apartamento", "bl.": "bloco", "cj.": "conjunto", "lt.": "lote",
        "qd.": "quadra", "km.": "quilômetro", "máx.": "máximo", "mín.": "mínimo", "tab.": "tabela",
        "ref.": "referência", "proc.": "processo", "c.": "cerca de", "ca.": "cerca de", "rg.": "", "min.": "minuto",
        "tít.": "título", "ag.": "agência", "sáb.": "", "dom.": "", "sl.": "sala", "fl.": "folha", "fls.": "folhas",
        "pg.": "página", "pgs.": "páginas", "sem.": "semestre", "tri.": "trimestre", "trim.": "trimestre",
        "ex.": "exemplo", "v.": "volume", "vv.": "versos", "part.": "partida", "cheg.": "chegada",
        "est.": "estimativa", "l.": "linha", "ll.": "linhas", "f.": "folha", "ff.": "folhas", "cad.": "caderno",
        "doc.": "documento", "docs.": "documentos", "Res.": "resolução", "Port.": "portaria", "Desp.": "despacho",
        "Reg.": "regulamento", "Dir.": "diretiva", "Ag.": "agravo", "Rec.": "recurso", "al.": "alínea",
        "als.": "alíneas", "lj.": "loja", "and.": "andar", "gr.": "grupo", "eq.": "equação", "gráf.": "gráfico",
        "quadr.": "quadro", "n.os": "números", "nos.": "números", "ns.": "números", "fasc.": "fascículo",
        "supl.": "suplemento", "alt.": "altura", "r.": "ramal", "vers.": "versão", "cat.": "categoria",
        "rend.": "rendimento", "bat.": "bateria", "calib.": "calibragem", "val.": "validade", "gar.": "garantia",
        "op.": "opus", "carb.": "carboidratos", "prot.": "", "sat.": "", "lip.": "lipídios", "gord.": "gorduras",
        "cons.": "consumo", "emb.": "embarque", "venc.": "vencimento", "desc.": "desconto",
        "aprox.": "aproximadamente", "j.": "julgado em", "par. ún.": "parágrafo único",
    },
    last={
        "a. C.": "antes de Cristo", "d. C.": "depois de Cristo", "Ltda.": "limitada", "S. A.": "sociedade anônima",
        "Cia.": "companhia", "apto.": "apartamento", "jan.": "janeiro", "fev.": "fevereiro", "abr.": "abril",
        "jun.": "junho", "jul.": "julho", "ago.": "agosto", "set.": "", "out.": "", "nov.": "novembro", "dez.": "",
        "et al.": "e outros", "séc.": "século", "min.": "minutos", "tel.": "telefone", "col.": "",
        "op. cit.": "obra citada", "ibid.": "ibidem", "P. S.": "post scriptum", "depto.": "departamento",
        "aprox.": "aproximadamente", "ed.": "edição", "segs.": "seguintes", "N. do T.": "nota do tradutor",
        "trim.": "trimestre", "tri.": "trimestre", "q. b.": "quanto baste", "s. f.": "substantivo feminino",
        "s. m.": "substantivo masculino", "méd.": "médio", "par. ún.": "parágrafo único", "and.": "andar",
        "ob. cit.": "obra citada", "id.": "idem", "ib.": "ibidem", "s. d.": "sem data", "s. l.": "sem local",
        "s. n.": "sem nome", "coord.": "coordenador", "coords.": "coordenadores", "orgs.": "organizadores",
        "org.": "organizador", "eds.": "editores", "N. da R.": "nota da redação", "N. do E.": "nota do editor",
        "N. da T.": "nota da tradutora", "Lda.": "limitada", "S. A. F.": "sociedade anônima do futebol",
        "Irs.": "irmãos", "Cias.": "companhias", "a. e. c.": "antes da era comum", "d. e. c.": "da era comum",
        "máx.": "máxima", "mín.": "mínima", "alt.": "altitude", "ext.": "extensão", "long.": "longitude",
        "diâm.": "diâmetro", "prep.": "preparo", "dto.": "direito", "Dt.º": "direito", "Drt.": "direito",
        "fer.": "feriados", "Jr.": "júnior", "i. v.": "intravenosa", "i. m.": "intramuscular", "v. o.": "via oral",
        "s. c.": "subcutânea", "p. p.": "pontos percentuais", "p. b.": "pontos-base", "P. D.": "pós-data",
        "N. B.": "nota bene", "AA. VV.": "vários autores", "VV. AA.": "vários autores", "hs.": "horas", "m.": "",
        "h.": "", "kg.": "", "v. u.": "votação unânime", "desc.": "desconto", "venc.": "vencimento",
        "ajust.": "ajustado", "financ.": "financiamento", "mob.": "mobiliado",
        "v. m.": "por maioria", "ral.": "ralado", "antiader.": "antiaderente", "isol.": "isoladas",
    },
    counts=frozenset(
        """c. cp. pts. reb. ast. un. und. pess. pers. xíc. xícs. cx. cxs. pct. dz. gr. grs. kgs. lts. mts. kms.
        comp. cáps. gts. amp. dorm. dorms. qto. qtos. qts. págs. fls. col. cols. colh. hab. d. porç. min. hs.""".split()
    ),
    units=frozenset(("mar.", "mai.")),
    shortened=re.compile("[Qq]u[ai]|[Ss]e[xg]|[Tt]e?r|f"),
    measures=frozenset(
        ("jan.", "fev.", "abr.", "jun.", "jul.", "ago.", "set.", "out.", "nov.", "dez.", "a. C.", "d. C.", "min.",
        "hs.", "m.", "h.", "kg.")
    ),
    closing={
        "pers.": "pessoas", "pess.": "pessoas", "etc.": "etcétera", "hab.": "habitantes", "xíc.": "xícara",
        "xícs.": "xícaras",
    },
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
        Morreu Finalmente Atualmente Portanto Logo Dois Duas Três Quatro Cinco Seis Sete Oito Dez Vários Várias Ambos
        Ambas Qualquer Talvez Quase Sempre Nunca Jamais Eram Será Serão Estava Estavam Esteve Houve Haverá Faz Fez
        Tinha Têm Teve Pode Podem Deve Devem Chegou Disse Afirmou Veja Consulte Ligue Traga Envie Inclui Existe Existem
        Resta Parece Preço Horário Data Local Entrada Entradas Fonte Nota Tempo Reservas Informações Aberto Fechado
        Misture Junte Sirva Asse Cozinhe Deixe Retire Adicione Bata Nosso Nossa Nossos Nossas Inclusive Recentemente
        Igualmente Salvo Exceto Dentro Fora Perto Graças Devido Dado Apesar Tel Telef Tlm Primeiro Segunda Terça Quarta
        Quinta Sexta
        Sábado Domingo""".split()
    ),
)  # fmt: skip
