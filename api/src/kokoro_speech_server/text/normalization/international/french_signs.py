"""What French readers call signs and Greek letters between words."""

GREEK = (
    "alpha bêta gamma delta epsilon zêta êta thêta iota kappa lambda mu nu xi omicron pi rhô sigma tau upsilon phi khi"
    " psi oméga"
)
"""The Greek letters in their order."""

_GREEK_LETTERS = [letter for letter in range(ord("α"), ord("ω") + 1) if letter != ord("ς")]

SYMBOLS = {
    "&": "et", "@": "arobase", "%": "pour cent", "‰": "pour mille", "+": "plus", "=": "égale", "×": "fois",
    "÷": "divisé par", "±": "plus ou moins", "≤": "inférieur ou égal à", "≥": "supérieur ou égal à",
    "≠": "différent de", "≈": "environ", "°": "degrés", "€": "euros", "$": "dollars", "£": "livres", "¥": "yens",
    "₹": "roupies", "§": "paragraphe", "√": "racine de", "∞": "infini", "π": "pi", "→": "flèche", "№": "numéro",
    "−": "moins", "/": "", "#": "dièse", "µ": "micro", "Ω": "ohms", "©": "copyright", "®": "", "™": "",
"∩": "inter", "∪": "union", "∈": "appartient à", "∉": "n'appartient pas à",
    "⊂": "inclus dans", "∀": "pour tout", "∃": "il existe", "∅": "ensemble vide", "∑": "somme", "∫": "intégrale",
    "∂": "d rond", "⇒": "implique", "⇔": "équivaut à", "∝": "proportionnel à", "≡": "équivalent à",
    "⊥": "perpendiculaire à", "∥": "parallèle à",
    **{chr(letter): name for letter, name in zip(_GREEK_LETTERS, GREEK.split(), strict=True) if name != "mu"},
    "ℝ": "R", "ℕ": "N", "ℤ": "Z", "ℚ": "Q", "ℂ": "C",
    "Δ": "delta", "Γ": "gamma", "Θ": "thêta", "Λ": "lambda", "Σ": "sigma", "Φ": "phi", "Ψ": "psi",
}  # fmt: skip
"""`symbols`. A trade mark is silent behind its name."""
