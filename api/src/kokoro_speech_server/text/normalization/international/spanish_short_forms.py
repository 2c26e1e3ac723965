"""Short forms in Spanish texts that what stands beside them tells apart, by patterns."""

_MULTIPLIED = "(?:EBITDA|[Ee]bitda|EBIT|beneficios?|ventas|ingresos|FCF|PER|deuda|facturación)\\b"
_OF_PLACE = "(?:del?|de la|de los|de las) (?:[A-ZÁÉÍÓÚÑ]|ciudad|capital|provincia|país|estado|centro)"

UNPOINTED = {
    r"(?<=\d; )S(?= (?:de )?\d{1,2}[:-])|(?<=\d, )S(?= \d{1,2}:\d)": "sábado",
    r"Rev\.(?= de )": "revista",
    r"(?<=ª )ud\.": "unidad",
    "EEUU": "Estados Unidos", "[Cc](?=/ ?[A-ZÁÉÍÓÚÑ])": "calle", r"[Nn]\.?[º°]": "número",
    r"N\.?o(?= ?\d)|n\.o(?= ?\d)": "número", "c/c": "cuenta corriente", "s/n": "sin número", r"vs(?!\.)": "versus",
    "y/o": "y o", "&(?= ?(?:[IiÍí]|[Hh][ií])(?!e))": "e",
    r"c/(?= [a-záéíóúñ]{3})": "con", "c/u": "cada uno", r"e/(?= ?\d| (?:[Cc]|[Cc]alles?|[Aa]v)\b)": "entre",
    r"L ?[-–] ?V(?= (?:de )?\d|[:,])": "lunes a viernes", r"L ?[-–] ?S(?= (?:de )?\d|[:,])": "lunes a sábado",
    r"L ?[-–] ?D(?= (?:de )?\d|[:,])": "lunes a domingo", r"#(?= ?\d)": "número",
    r"(?<=/año )b/a": "bruto anual", r"A/A": "aire acondicionado", r"(?<=\d )c/s": "cucharadas soperas",
    r"[Nn]ro(?= ?\d)": "número", r"D/D[ªa]\.?": "don o doña", r"c/(?= ?\d{1,2} ?h\b)": "cada", r"c/(?= ?\d)": "calle",
    r"(?<=\d\.\d )16[Vv]": "dieciséis válvulas", r"(?<=\d\.\d )8[Vv]": "ocho válvulas",
    r"(?<=['’] )PT": "del primer tiempo", r"(?<=['’] )ST": "del segundo tiempo",
    "CCOO": "Comisiones Obreras", "JJOO": "Juegos Olímpicos", "RRHH": "recursos humanos", "RRSS": "redes sociales",
    "CCAA": "comunidades autónomas", "FFAA": "Fuerzas Armadas", "DDHH": "derechos humanos",
    "AAPP": "administraciones públicas", "FFCC": "ferrocarriles", r"(?<=% )a/a": "interanual",
    r"(?<=% )t/t": "intertrimestral", r"(?<=% )m/m": "intermensual",
    rf"(?<=\d)x(?= (?:el |la |los |las )?{_MULTIPLIED})": "veces",
    rf"(?<=\b[Aa]l )NO(?= {_OF_PLACE})|(?<=\bviento del )NO": "noroeste",
    rf"(?<=\b[Aa]l )SO(?= {_OF_PLACE})|(?<=\bviento del )SO": "suroeste",
    rf"(?<=\b[Aa]l )NE(?= {_OF_PLACE})|(?<=\bviento del )NE": "noreste",
    rf"(?<=\b[Aa]l )SE(?= {_OF_PLACE})|(?<=\bviento del )SE": "sureste",
    rf"(?<=\b[Aa]l )N(?= {_OF_PLACE})": "norte", rf"(?<=\b[Aa]l )S(?= {_OF_PLACE})": "sur",
    rf"(?<=\b[Aa]l )E(?= {_OF_PLACE})": "este", rf"(?<=\b[Aa]l )O(?= {_OF_PLACE})": "oeste",
    "EUR/USD": "euro dólar", r"p/(?= [a-z\d])": "para",
}  # fmt: skip
"""Entries of `abbreviations`."""

POINTED = {
    r"(?<=% )i\. ?a\.": "interanual",
    r"P\.º": "paseo", r"V\.º B\.º": "visto bueno", r"Cap\.(?= [A-ZÁÉÍÓÚÑ][a-z])": "capitán",
    r"[Tt]lf\.": "teléfono", r"(?<![A-Zºª]\. )(?<![ºª] )D\.(?! Leg\.)(?= [A-ZÁÉÍÓÚÑ][a-z])": "don",
    r"(?<=\by )ss\.": "siguientes", r"(?<=\bpor )ej\.": "ejemplo",
    r"[Vv]\.(?= ?\d+\.\d)": "versión", r"(?<=\()[Vv]\.(?= [a-z])": "véase",
    r"[Ii]ncl\.": "incluido",
    r"(?<=\b[Ee]l )Ed\.(?= [A-Z])|(?<=\b[DdAa]el )Ed\.(?= [A-Z])|(?<=\b[Aa]l )Ed\.(?= [A-Z])": "edificio",
    r"Ed\.(?= [A-ZÁÉÍÓÚÑ])": "editorial", r"mar\.(?:(?<=\d mar\.)|(?<=\d de mar\.)|(?= [ay] abr\.))": "marzo",
    r"may\.(?:(?<=\d may\.)|(?<=\d de may\.))": "mayo", r"[Tt]el\.|[Tt]fno\.": "teléfono",
    r"e\. ?g\.": "por ejemplo",
    r"(?<![A-Za-z]\. )(?<!\w)(?:s\.(?= ?[IVX]{1,7}(?!\w|\. [A-Z]\.))|S\.(?= [IVX]{2,7}(?!\w)))": "siglo",
    r"(?<=\b[Dd]el )lat\.": "latín", r"(?<=\b[Dd]el )gr\.": "griego", r"(?<=\b[Dd]el )fr\.": "francés",
    r"(?<=\b[Dd]el )ingl\.": "inglés", r"(?<=\b[Dd]el )ár\.": "árabe", r"(?<=\bde )prep\.": "preparación",
    r"(?<=\bvía )i\. ?v\.": "intravenosa", r"(?<=\bvía )i\. ?m\.": "intramuscular",
    r"[Ii]nc\.(?= [a-z]\))": "inciso", r"[Mm]in\.(?= \d{1,2}['’]?(?:,| y| e) \d)": "minutos",
    r"[Ll]it\.(?= [a-z]\))": "literal", r"T\.ª(?=:)": "temperatura", r"Cd\.(?= de )": "ciudad",
    r"rec\.(?= de )": "recurso", r"(?<=\bed\. )rev\.": "revisada", r"a\.(?= (?:19|20)\d\d)": "año",
    r"Entr\.(?=:)": "entrada", r"jub\.(?=,)": "jubilados", r"(?<=\()lab\.": "laborables",
    r"(?<=['’] )pen\.|(?<=['’], )pen\.": "de penalti", r"Min\.(?= de )": "ministerio", r"(?<=\()ed\.(?=\))": "editor",
    r"(?<=\()dir\.(?=\))": "director",
    r"(?<=\d )D\. ?C\.": "después de Cristo", r"(?<=\d )A\. ?C\.": "antes de Cristo",
    r"(?:(?<=^)|(?<=, ))Jr\.(?= (?:de |[A-ZÁÉÍÓÚÑ]))": "jirón", r"c\.(?= ?1\d{3})": "circa",
    r"Pte\.(?= \d)": "poniente", r"(?<=\d )Ote\.": "oriente", r"(?<=\d )Nte\.": "norte",
    r"Rep\.(?= d)": "república", r"(?<=\b[Ll]a )Dir\.(?= Gral\.)": "dirección", r"(?<=vía )s\. ?c\.": "subcutánea",
    r"(?<=vía )v\. ?o\.": "oral", r"s\. ?n\. ?m\.": "sobre el nivel del mar",
}  # fmt: skip
"""Entries of `pointed`."""
