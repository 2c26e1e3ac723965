"""Inputs that many tests share: long ones, and one of each language."""

SENTENCES = " ".join(f"This is sentence number {i}, and it says rather little." for i in range(30))
BOOK = " ".join(f"Sentence {i} of a long book goes on and on." for i in range(400))

LONG_AUDIO = BOOK[:2500]
"""Makes 10 MB of audio, as BOOK does, if the fake engine has 8 frames per token. A connection's buffers hold less."""

COUNTING = "One two three four five six."

IN_EACH_LANGUAGE = {
    "bf_emma": ("The colour isn't grey.", ["The", "colour", "isn't", "grey"]),
    "ef_dora": ("¿Dónde está la niña?", ["Dónde", "está", "la", "niña"]),
    "ff_siwis": ("Bonjour tout le monde.", ["Bonjour", "tout", "le", "monde"]),
    "hf_alpha": ("नमस्ते दुनिया।", ["नमस्ते", "दुनिया"]),
    "if_sara": ("Buongiorno a tutti.", ["Buongiorno", "a", "tutti"]),
    "jf_alpha": ("猫が好きです。", ["猫", "が", "好き", "です"]),
    "pf_dora": ("Bom dia, meu amigo.", ["Bom", "dia", "meu", "amigo"]),
    "zf_xiaobei": ("你好，世界。", ["你好", "世界"]),
}
"""A sentence and its words, by a voice that speaks their language. American English is not among them."""
