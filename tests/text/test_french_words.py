"""French words and names that espeak-ng would say as English ones, or by rules that do not hold for them."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from kokoro_speech_server.text.g2p.espeak import espeak_g2p
from kokoro_speech_server.text.g2p.espeak_library import EspeakLibrary

CONVERTERS: Any = SimpleNamespace(espeak=EspeakLibrary())


@pytest.mark.parametrize(
    ("text", "phonemes"),
    [
        ("la dix-huitième", "la dizyitjɛm"),
        ("Saint-Étienne", "sɛ̃tetjɛn"),
        ("Saint-Hilaire", "sɛ̃tilɛʁ"),
        ("saint Augustin", "sɛ̃toɡystɛ̃"),
        ("PIB", "peibe"),
        ("un algorithme authentique", "œ̃n alɡoʁitm otɑ̃tik"),
        ("le zénith de Neuilly", "lə zenit də nœji"),
        ("la Wallonie et Tourcoing", "la waloni e tuʁkwɛ̃"),
        ("Bardy", "baʁdi"),
        ("Dufresne", "dyfʁɛn"),
        ("Pogačar", "poɡatʃaʁ"),
        ("d'H", "daʃ"),
        ("Schaerbeek", "skaʁbek"),
        ("Le Guen", "lə ɡɛn"),
        ("le Brent", "lə bʁɛnt"),
        ("de Metz à Auxerre", "də mɛs a osɛʁ"),
        ("les Bruxellois de Bayonne", "le bʁyslwa də bajɔn"),
        ("Martinez et Lopez", "maʁtinɛz e lopɛz"),
        ("Rodez, Sens", "ʁodɛz , sɑ̃s"),
        ("Roc'h Trévézel", "ʁɔk tʁevezɛl"),
        ("in fine", "infine"),
        ("la fin", "la fɛ̃"),
        ("quatre-vingt-trois, quatre-vingt-huit", "katʁvɛ̃tʁwa , katʁvɛ̃yit"),
        ("quatre-vingt-onze ans", "katʁvɛ̃tɔ̃z ɑ̃"),
        ("six virgule dix pour cent", "sis viʁɡyl dis puʁ sɑ̃"),
        ("six pages, dix-huit sur vingt", "si paʒ , dizyit syʁ vɛ̃"),
        ("soit plus deux pour cent", "swa plys dø puʁ sɑ̃"),
        ("plus un virgule trois", "plys œ̃ viʁɡyl tʁwa"),
        ("il n'a plus deux sous", "il na ply dø su"),
        ("plus un bruit", "plyz œ̃ bʁyi"),
        ("plus de deux", "ply də dø"),
        ("trois fois plus.", "tʁwa fwa plys ."),
        ("de plus en plus vite", "də plyz ɑ̃ ply vit"),
        ("a plus b", "a plys be"),
        ("mes fils, des fils de fer", "me fis , de fil də fɛʁ"),
        ("le fils", "lə fis"),
        ("ils jouent, elle louera", "il ʒu , ɛl luʁa"),
        ("mal de dos", "mal də doː"),
        ("à l'est de Lens", "a lɛst də lɑ̃s"),
        ("il l'est", "il lɛ"),
        ("ils envient", "ilz ɑ̃vi"),
        ("elle convient", "ɛl kɔ̃vjɛ̃"),
        ("ses deux fils", "se dø fis"),
        ("le mythe", "lə mit"),
        ("net par mois plus primes", "nɛt paʁ mwa plys pʁim"),
        ("plus treizième mois", "plys tʁɛzjɛm mwa"),
        ("le PR et TU VAS", "lə peɛʁ e ty va"),
        ("des lipides", "de lipid"),
        ("McLaren", "maklaʁɛn"),
        ("le TAEG", "lə teaøʒe"),
        ("un supporter, le supporter", "œ̃ sypɔʁtɛʁ , lə sypɔʁte"),
        ("des managers", "de manadʒœʁ"),
        ("Fouesnant et Thouars", "fwɛnɑ̃ e twaʁ"),
        ("Lully, Gounod", "lyli , ɡuno"),
        ("the theme", "ðə θiːm"),
    ],
)
def test_french_words_are_not_taken_for_english_ones(text: str, phonemes: str) -> None:
    spans = espeak_g2p("fr-fr", CONVERTERS)(text)
    said = " ".join(span.phonemes for span in spans if span.phonemes.strip())
    assert re.sub("[ˈˌ]", "", said) == phonemes
