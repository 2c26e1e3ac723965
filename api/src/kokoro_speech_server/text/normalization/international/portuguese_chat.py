"""Short forms of Portuguese messages and e-mails: vlw, blz, obg, msm, Att., Abs."""

_WORDS = {
    "vlw": "valeu", "flw": "falou", "blz": "beleza", "obg": "obrigado", "obgd": "obrigado", "msm": "mesmo",
    "dps": "depois", "hj": "hoje", "qdo": "quando", "qnd": "quando", "cmg": "comigo", "ctg": "contigo",
    "mto": "muito", "mta": "muita", "mt": "muito", "pfv": "por favor", "bjs": "beijos", "bj": "beijo",
    "tmj": "tamo junto", "vdd": "verdade", "tds": "todos", "sdds": "saudades", "ngm": "ninguém", "agr": "agora",
    "glr": "galera", "td": "tudo", "tb": "também", "tbm": "também", "vc": "você", "vcs": "vocês", "pq": "porque",
    "eh": "é", "kd": "cadê", "add": "adiciona", "msg": "mensagem", "msgs": "mensagens",
    "fds": "fim de semana", "qq": "qualquer", "aki": "aqui", "pls": "por favor", "dnv": "de novo", "nd": "nada",
    "slk": "se é louco", "mds": "meu Deus", "pdc": "pode crer", "oq": "o que", "wpp": "WhatsApp",
}  # fmt: skip
"""By their spelling in small letters."""

CHAT = {
    rf"[{short[0].upper()}{short[0]}]{short[1:]}(?!\.[,;)]|[./]\w)": said for short, said in _WORDS.items()
} | {
    r"(?<=[a-zà-ÿ] )q(?= (?:eu|ele|ela|eles|elas|vc|vcs|você|a|o|os|as|não|nao|se|me|te|vai|é|eh|tem|já|só|foi|tá"
    r"|pode|deu)\b)": "que",
    r"(?<=[a-zà-ÿ] )n(?= (?:consigo|sei|tenho|vou|posso|quero|dá|deu|tô|to|tá|gosto"
    r"|entendi|funciona|aguento|me|te)\b)": "não",
    r"(?<=\bdia )td|(?<=\btempo )td|td(?= (?:mundo|dia)\b)": "todo",
    r"At\.te(?=,)": "atenciosamente",
    r"[Aa]tte?(?=,|$|\. ?,)\.?": "atenciosamente",
    r"[Aa]bs(?=,|!|\.,|$)\.?": "abraços",
}
"""Entries of `abbreviations`."""
