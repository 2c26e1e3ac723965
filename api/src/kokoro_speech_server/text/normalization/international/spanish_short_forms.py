"""Short forms in Spanish texts that what stands beside them tells apart, by patterns."""

_MULTIPLIED = "(?:EBITDA|[Ee]bitda|EBIT|beneficios?|ventas|ingresos|FCF|PER|deuda|facturación)\\b"
_OF_PLACE = "(?:del?|de la|de los|de las) (?:[A-ZÁÉÍÓÚÑ]|ciudad|capital|provincia|país|estado|centro)"

_LETTER_DAYS = {
    "L-V": "lunes a viernes", "L-S": "lunes a sábado", "L-D": "lunes a domingo", "L-J": "lunes a jueves",
    "M-V": "martes a viernes", "M-S": "martes a sábado", "M-D": "martes a domingo", "J-S": "jueves a sábado",
    "J-D": "jueves a domingo", "V-D": "viernes a domingo", "V-S": "viernes y sábado", "S-D": "sábado y domingo",
}  # fmt: skip

_MONTHS = {
    "ene": "enero", "feb": "febrero", "mar": "marzo", "abr": "abril", "may": "mayo", "jun": "junio",
    "jul": "julio", "ago": "agosto", "sept?": "septiembre", "oct": "octubre", "nov": "noviembre", "dic": "diciembre",
}  # fmt: skip

UNPOINTED = {
    pattern.replace("-", " ?(?:[-–]|a) ?") + r"(?=:? (?:de |a las? )?\d|[:,] )": days
    for pattern, days in _LETTER_DAYS.items()
} | {
    (r"(?<=\d de )(?!mar|may)" + rf"{short}\.?+(?= del? \d|[,;.)]|$)|(?<=\d de ){short}\.?+(?= del? \d)|")
    + rf"{short}\.?+(?= (?:de )?(?:19|20)\d\d(?!\d)"
    rf"| ?(?:a|-|–|y) ?(?:{'|'.join(_MONTHS)})(?!\w))": month
    for short, month in _MONTHS.items()
} | {
    r"(?:(?<=\d; )|(?<=h; )|(?<=h, )|(?<=h\. )|(?<=h y )|(?<=\d y ))S(?=:? (?:de )?\d{1,2}(?:[:.-]\d| ?h| a \d))"
    r"|(?<=\d, )S(?= \d{1,2}:\d)": "sábado",
    r"(?:(?<=\d; )|(?<=h; )|(?<=h, )|(?<=h\. )|(?<=h y )|(?<=\d y ))D(?=:? (?:(?:de )?\d{1,2}(?:[:.-]\d| ?h| a \d)"
    r"|cerrad|y fest))": "domingo",
    r"(?<=[º°] de )Bach|(?<=[º°] )Bach": "Bachillerato", r"(?<=\blas \d )y 1/2|(?<=\blas 1[0-2] )y 1/2": "y media",
    r"(?<=\blas \d )y 1/4|(?<=\blas 1[0-2] )y 1/4": "y cuarto",
    r"Rev\.(?= de )": "revista",
    r"(?<=ª )ud\.": "unidad",
    "EEUU": "Estados Unidos", "[Cc](?=/ ?[A-ZÁÉÍÓÚÑ])": "calle", r"[Nn]\.?[º°]": "número",
    r"N\.?o(?= ?\d)|n\.o(?= ?\d)": "número", "c/c": "cuenta corriente", "s/n": "sin número", r"vs(?!\.)": "versus",
    "y/o": "y o", "&(?= ?(?:[IiÍí]|[Hh][ií])(?!e))": "e",
    "c/u": "cada uno", r"e/(?= ?\d| (?:[Cc]|[Cc]alles?|[Aa]v)\b)": "entre",
    r"#(?= ?\d)": "número",
    r"(?<=/año )b/a": "bruto anual", r"A/A": "aire acondicionado", r"(?<=\d )c/s": "cucharadas soperas",
    r"[Nn]ro(?= ?\d)": "número", r"D/D[ªa]\.?": "don o doña", r"c/(?= ?\d)": "calle",
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
    "EUR/USD": "euro dólar",
    r"K[Mm](?= ?\d)": "kilómetro", r"[Dd]ª(?= ?[A-ZÁÉÍÓÚÑ])": "doña", r"Mª": "María", r"Pº(?= ?[A-ZÁÉÍÓÚÑd])": "paseo",
    r"A[vV][dD]?ª|A[vV]da?(?= (?:de |del )?[A-ZÁÉÍÓÚÑ])": "avenida", r"[Ss]r(?= [A-ZÁÉÍÓÚÑ])": "señor",
    r"[Ss]ra(?= [A-ZÁÉÍÓÚÑ])": "señora", r"St?ª(?= [A-ZÁÉÍÓÚÑ])": "santa", r"N(?:tr)?ª(?= S[rª])": "nuestra",
    r"(?<=Nª )Sª|(?<=Ntrª )Sª|Srª": "señora", r"Ntra(?= Sra)": "nuestra", r"(?<=Ntra )Sra": "señora",
    r"C[íi]?ª(?=,|\.|$| [a-z(])": "compañía", r"Hª(?= de )": "historia", r"Gª(?= [A-ZÁÉÍÓÚÑ])": "García",
    r"Fcº": "Francisco", r"Antº": "Antonio", r"Dtª": "directora",
    r"Excmª": "excelentísima",
    r"Excmº": "excelentísimo", r"Ilmª": "ilustrísima", r"Ilmº": "ilustrísimo", r"Profª": "profesora",
    r"Drª": "doctora", r"Tfnº": "teléfono", r"Vº ?Bº": "visto bueno", r"Dptº|Dpto(?!\.)": "departamento",
    r"Aptº": "apartamento",
    r"Izqª": "izquierda", r"Dchª": "derecha", r"(?<=% )YoY": "interanual", r"(?<=% )QoQ": "intertrimestral",
    r"(?<=% )MoM": "intermensual", "YoY": "año a año", "QoQ": "trimestre a trimestre", "MoM": "mes a mes",
    r"[Tt]tº": "tratamiento", "&&": "y", "GGCC": "gastos comunes", r"(?<=, )a/a(?=[,.])": "aire acondicionado",
    r"(?<=[€$\d] )p/p": "por persona", r"N/[Rr]ef(?!\.)": "nuestra referencia", r"S/[Rr]ef(?!\.)": "su referencia",
    r"(?<=€ )b/a": "bruto anual",
    r"S-D-F|SDF(?= de \d)": "sábados, domingos y festivos",
    r"D y F(?=[ :])(?=:? ?(?:de |a las? )?\d)": "domingos y festivos",
}  # fmt: skip
"""Entries of `abbreviations`."""

POINTED = {
    r"(?<=% )i\. ?a\.": "interanual",
    r"P\.º": "paseo", r"V\.º B\.º": "visto bueno", r"Cap\.(?= [A-ZÁÉÍÓÚÑ][a-z])": "capitán",
    r"[Tt]lf\.": "teléfono", r"(?<![A-Zºª]\. )(?<![ºª] )D\.(?! Leg\.)(?= [A-ZÁÉÍÓÚÑ][a-z])": "don",
    r"(?<=\by )ss\.": "siguientes", r"(?<=\bpor )ej\.": "ejemplo",
    r"[Vv]\.(?= ?\d+\.\d)": "versión", r"(?<=\()[Vv]\.(?= [a-z])": "véase",
    r"(?<=os )incl\.": "incluidos", r"(?<=as )incl\.": "incluidas", r"(?<=a )incl\.": "incluida",
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
    r"Pte\.(?=[,;]| \d|$)": "poniente", r"[Ee]xp\.(?= ?(?:de )?\$| (?:bajas|altas|incl))": "expensas",
    r"(?<=\bde )est\.": "estacionamiento", r"dto\.(?= \d{1,2} amb)": "departamento",
    r"[Ii]nc\.(?= (?:ABL|IVA|expensas|luz|gas|agua|impuestos|gastos))": "incluido",
    r"mar\.(?= \d{1,2}(?:[/.-]\d| al? [a-zé]{3}\.))": "martes", r"Inf\.(?=:)": "informes",
    r"N/[Rr]ef\.": "nuestra referencia", r"S/[Rr]ef\.": "su referencia", r"(?<=días )f\. ?f\.": "fecha factura",
    r"(?<=\bapto )prof\.": "profesional", r"(?<=planta )ext\.|(?<=, )ext\.(?= ?,)": "exterior",
    r"[Aa]sist\.(?=:)": "asistentes", r"an\.(?= ?x al\.)": "ancho", r"(?<=x )al\.(?= ?[x)])": "alto",
    r"(?<=x )f\.(?=\))": "fondo", r"h\.(?= (?:punta|valle|pico)\b)": "hora",
    r"(?<=['’] )p\.": "de penalti", r"(?<=\bde )exp\.": "experiencia",
    r"(?<=, )est\.(?= ?[+,y])": "estacionamiento", r"GG\.? ?CC\.": "gastos comunes",
    r"(?<=\bo )sup\.": "superior", r"comp\.(?= recub)": "comprimidos",
    r"pto\.(?= (?:USB|HDMI|Ethernet|COM|VGA))": "puerto",
    r"(?<=°C )mín\.|(?<=ºC )mín\.|(?<=\d[°º] )mín\.": "de mínima",
    r"(?<=°C )máx\.|(?<=ºC )máx\.|(?<=\d[°º] )máx\.": "de máxima",
    r"[Pp]roc\.(?= (?:[a-záéíóú]|\d|núm))": "procedimiento", r"[Ss]em\.(?= ?(?:[3-9]|[1-5]\d)(?![\d.,]))": "semana",
    r"(?<=\b[Ll]a )sem\.|(?<=\besta )sem\.|(?<=ª )sem\.|(?<=\bde )sem\.|(?<=/)sem\.": "semana",
    r"Rte\.(?=:)": "remitente", r"Dest\.(?=:)": "destinatario",
    r"(?<=\b[Ee]l )Bach\.(?! [A-ZÁÉÍÓÚÑ][a-zá])": "Bachillerato",
    r"(?<=[º°] de )Bach\.|(?<=[º°] )Bach\.": "Bachillerato",
    r"(?<!\bde )dto\.(?= [\"“]?[A-Z](?![\w.]))": "departamento",
    r"[Dd]if\.(?=:? (?:muy )?(?:alta|media|baja|fácil|difícil|moderada))": "dificultad",
    r"(?<=\d )int\.(?= \d{3,5}(?!\d))": "interno", r"(?<=ª )temp\.": "temporada", r"(?<=ª )pl\.": "planta",
    r"[Hh]ab\.(?= (?:doble|individual|triple|cuádruple|simple|single|matrimonial|sencilla|familiar|c/"
    r"|con ))": "habitación",
    r"esp\.(?= en )": "especialista", r"(?<=\ben )pta\.": "puerta",
    r"ant\.(?=:? ?\$)": "anticipadas", r"al\.(?= ?x an)": "alto", r"an\.(?= ?x (?:prof|f\.|l))|(?<=x )an\.": "ancho",
    r"(?<=x )prof\.": "profundidad", r"(?<=/)uds?\.": "unidad",
    r"(?<=s/)int\.|(?<=\bsin )int\.": "interés", r"Cto\.(?= de [A-ZÁÉ])": "campeonato",
    r"(?<=[º°] de )mín\.": "mínima", r"(?<=[º°] de )máx\.": "máxima",
    r"(?<=\bbase )imp\.": "imponible", r"(?<=\()v\.(?= ?[+−-] ?\d)": "viento", r"(?<=\bmi )tít\.": "título",
    r"Rep\.(?= d)": "república", r"(?<=\b[Ll]a )Dir\.(?= Gral\.)": "dirección", r"(?<=vía )s\. ?c\.": "subcutánea",
    r"(?<=vía )v\. ?o\.": "oral", r"s\. ?n\. ?m\.": "sobre el nivel del mar",
}  # fmt: skip
"""Entries of `pointed`."""
