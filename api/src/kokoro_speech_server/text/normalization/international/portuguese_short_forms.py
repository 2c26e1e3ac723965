"""Short forms in Portuguese texts that what stands beside them tells apart, by patterns."""

_OF_PLACE = " (?:d[aeo]s?) [A-ZÀ-Ý]"

UNPOINTED = {
    r"(?<=ª )un\.": "unidade",
    "s/n": "sem número", "c/c": "conta corrente", "s/(?= [a-zà-ÿ])": "sem",
    r"(?<=% )a/a": "ano a ano", r"(?<=% )t/t": "trimestre a trimestre", r"(?<=% )m/m": "mês a mês",
    r"p/(?= R\$)": "para", r"(?<=[1-4]º )tri": "trimestre", r"(?<=\d\.\d )16[Vv]": "dezesseis válvulas",
    r"(?<=\d\.\d )8[Vv]": "oito válvulas",
    "REsp": "recurso especial", "AREsp": "agravo em recurso especial", "DJe": "diário da justiça eletrônico",
    r"DOU(?=[ ,;]{1,2}(?:de )?\d)": "Diário Oficial da União", "EDcl": "embargos de declaração",
    "AgRg": "agravo regimental", "AgInt": "agravo interno",
    r"HC(?= (?:n[.º°] ?)?\d{2,3}\.\d{3})": "habeas corpus",
    r"RHC(?= (?:n[.º°] ?)?\d{2,3}\.\d{3})": "recurso em habeas corpus",
    r"RE(?= (?:n[.º°] ?)?\d{1,3}\.\d{3})": "recurso extraordinário",
    r"ARE(?= (?:n[.º°] ?)?\d{1,3}\.\d{3})": "agravo em recurso extraordinário",
    r"(?<=\d)x(?= (?:o )?(?:EBITDA|Ebitda|EBIT|lucro|receita|patrimônio)\b)": "vezes",
    rf"NO(?={_OF_PLACE})(?<=\ba NO)|NO(?={_OF_PLACE})(?<=\bao NO)": "noroeste",
    rf"NE(?={_OF_PLACE})(?<=\ba NE)|NE(?={_OF_PLACE})(?<=\bao NE)": "nordeste",
    rf"SO(?={_OF_PLACE})(?<=\ba SO)|SO(?={_OF_PLACE})(?<=\bao SO)": "sudoeste",
    rf"SE(?={_OF_PLACE})(?<=\ba SE)|SE(?={_OF_PLACE})(?<=\bao SE)": "sudeste",
    rf"N(?={_OF_PLACE})(?<=\bao N)": "norte", rf"S(?={_OF_PLACE})(?<=\bao S)": "sul",
    r"c/c(?= (?:o |a |os |as )?(?:[Aa]rts?\b|§|[Ii]nc|[Ll]ei|[Ss]úm))": "combinado com",
    r"c/(?= [A-Za-zÀ-ÿ\d])": "com", "[Rr]/[Cc]": "rés do chão",
    r"p/(?= [a-zà-ÿ\d])": "para", "vcs": "vocês", "vc": "você", "tbm": "também", "pq": "porque",
    r"Profª\.?": "professora", r"vs(?!\.)": "versus", r"[Nn]\.?[º°]": "número", "S/A": "sociedade anônima",
    "s/j": "sem juros",
    "e/ou": "e ou", r"(?<=\dº)T(?!\w)": "tempo", r"(?<=\d)x(?= (?:(?:de|sem|mais|por|ao)\b|[sc]/)|/)": "vezes",
    "Vcs": "vocês", "Vc": "você",
    "Tbm": "também", "EUA": "Estados Unidos",
}  # fmt: skip
"""Entries of `abbreviations`."""

POINTED = {
    r"D\.(?= (?:[A-ZÀ-Ý][a-zà-ÿ]{1,12}a|Beatriz|Isabel|Raquel|Leonor|Inês|Carmen|Lurdes|Lourdes)\b)": "dona",
    r"S\.(?= (?:Paulo|José|João|Pedro|Luís|Francisco|Bento|Jorge|Sebastião|Miguel|Bernardo|Caetano|Vicente)\b)":
    "São", r"Proc\.(?= [A-ZÀ-Ý][a-z])": "procurador", r"[Ee]x\.(?= ?:)": "exemplo",
    r"(?<![A-Z]\. )D\.(?= [A-ZÀ-Ý][a-z])": "dom", r"[Ss]eg\.(?= (?:a|à|e)\b)": "segunda",
    r"(?<=[àa] )[Ss]ex\.": "sexta", r"(?<=\b[Aa]os )sáb\.": "sábados", r"(?<=\b[Aa]os )dom\.": "domingos",
    r"(?<=\bdo )min\.(?= [A-ZÀ-Ý][a-zà-ÿ])|(?<=\bo )min\.(?= [A-ZÀ-Ý][a-zà-ÿ])": "ministro",
    r"(?<=\bna )seg\.(?= \()": "segunda",
    r"(?<=\blucro )líq\.|(?<=\bvalor )líq\.": "líquido", r"(?<=receita )líq\.|(?<=margem )líq\.": "líquida",
    r"(?<=cozinha )equip\.": "equipada",
    r"Cel\.(?= [A-ZÀ-Ý][a-zà-ÿ])": "coronel", r"Min\.(?= [A-ZÀ-Ý][a-zà-ÿ])": "ministro",
    r"(?<=% )a\. ?a\.": "ao ano", r"(?<=% )a\. ?m\.": "ao mês", r"(?<=\bpor )ex\.": "exemplo",
    r"[Vv]\.(?= ?\d+\.\d)": "versão", r"(?<=\()[Vv]\.(?= [a-z])": "ver",
    r"[Ii]ncl\.": "incluso", r"(?<=\b[DdNnAa]o )Ed\.(?= [A-ZÀ-Ý])|(?<=\b[Oo] )Ed\.(?= [A-ZÀ-Ý])": "edifício",
    r"Ed\.(?= [A-ZÀ-Ý])": "editora",
    r"mar\.(?:(?<=\d mar\.)|(?<=\d de mar\.)|(?<=\bfev\. [ae] mar\.)|(?<=\bfev\. ou mar\.)|(?= (?:a|e"
    r"|ou) (?:abr|jun|jul)\.))": "março",
    r"mai\.(?:(?<=\d mai\.)|(?<=\d de mai\.))": "maio", r"[Cc]el\.(?=:? ?[\d(+])": "celular",
    r"col\.(?= (?:de|\())": "colheres",
    r"R\.(?= (?:d[aeo]s? )?(?:(?:St[ao]|Dra?|Prof|Cel|Gen|Mal|Pe|Eng|S"
    r"|D)\. )?[A-ZÀ-Ý][^.,!?]{2,40}, ?(?:n[ºo°.]{0,2} ?)?\d)"
    r"|(?<=\b[ndNn]a )R\.(?= (?:d[aeo]s? )?[A-ZÀ-Ý])": "rua",
    r"[Aa]l\.(?= [a-z]\))": "alínea", r"(?<=ª )T\.(?!\w)": "Turma", r"j\.(?= \d)": "julgado em",
    r"j\.(?= em \d)": "julgado", r"(?<=º )col\.": "colocado",
    r"(?<=ª )Sec\.": "Secção", r"(?<=\bde )Dir\.": "Direito",
    r"Ingr\.(?=:)": "ingressos", r"(?<=\b[Dd]o )lat\.": "latim", r"(?<=\b[Dd]o )gr\.": "grego",
    r"(?<=r/c )[Ee]sq\.": "esquerdo", r"(?<=r/c )[Dd]to\.": "direito",
    r"ss\.(?:(?<=\be ss\.))": "seguintes", r"s\.(?:(?<=\be s\.))": "seguinte",
    r"(?<=\bde )prep\.": "preparo", r"[Ee]sq\.(?:(?<=[ºo] [Ee]sq\.)|(?<=[ºo], [Ee]sq\.))": "esquerdo",
    r"(?<=\()ed\.(?=\))": "editor", r"(?<=\d )D\. ?C\.": "depois de Cristo",
    r"(?<=\d )A\. ?C\.": "antes de Cristo", r"Min\.(?= d[aeo]s? )": "ministério",
    r"m[ií]n\.(?:(?<=\bno mín\.))": "mínimo", r"máx\.(?:(?<=\bno máx\.))": "máximo",
    r"[Ff]t[ea]?\.(?:(?<=º [Ff]te\.)|(?<=º [Ff]t\.))": "frente",
    r"Cal\.(?=:)": "calorias",
    r"(?<=\d )set\.|(?<=\d de )set\.|(?<=\b[Ee]m )set\.": "setembro",
    r"(?<=\d )out\.|(?<=\d de )out\.|(?<=\b[Ee]m )out\.": "outubro",
    r"(?<=\d )dez\.|(?<=\d de )dez\.|(?<=\b[Ee]m )dez\.": "dezembro",
}  # fmt: skip
"""Entries of `pointed`."""
