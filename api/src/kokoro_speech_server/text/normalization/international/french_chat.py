"""Short forms of French messages and forums: "jsp", "pk", "tt le monde"."""

CHAT = {
    "[Jj]sp|JSP": "je sais pas", "[Pp]k": "pourquoi", r"[Mm][àÀ][Jj]|MÀJ|M[aà]J": "mise à jour", "[Ss]lt": "salut",
    "[Bb]sr": "bonsoir", "[Mm]ci": "merci", "[Tt]t": "tout", "[Tt]ts": "tous", "tps": "temps",
    r"(?<!\d )(?<!\d)pb": "problème", r"(?<!\d )(?<!\d)pbs": "problèmes", "[Pp]cq|[Pp]ck": "parce que", "qd": "quand",
    "[Tt]kt": "t'inquiète", "jpp": "j'en peux plus", "vrmt": "vraiment", "[Aa]jd|[Aa]uj(?!\\.)": "aujourd'hui",
    "mtn": "maintenant", "tlm": "tout le monde", "qqun|[Qq]lqun|[Qq]lqn": "quelqu'un", "qq(?= )": "quelques",
    "qqchose": "quelque chose", "[Cc]dlt": "cordialement", "[Jj]tm": "je t'aime", "ptet|ptêt": "peut-être",
    r"(?<=\b[Bb]on )we|(?<=\b[Cc]e )we|(?<=\b[Ll]e )we|(?<=\b[Dd]u )we": "week-end",
    r"(?<=\b[Bb]on )WE|(?<=\b[Cc]e )WE|(?<=\b[Ll]e )WE|(?<=\b[Dd]u )WE|(?<=\ben )WE": "week-end",
}  # fmt: skip
"""`abbreviations`."""
