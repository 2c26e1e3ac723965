"""Words that are spelled alike and said differently, in sentences as they are found."""

import asyncio
import json
from importlib.resources import files

import pytest

from kokoro_speech_server.text.languages import LANGUAGES
from kokoro_speech_server.text.pronunciations import Pronunciations
from kokoro_speech_server.text.source_text import SourceText
from kokoro_speech_server.weights import assets
from tests.servers import shared_phonemizer

FOUND = """
lˈɛd        The pipes are made of lead and must be replaced.
lˈid        She took the lead in the final lap.
lˈɛd        Exposure to lead paint harms children.
lˈid        He will lead the team next year.
bˈAs        He plays bass guitar in a local band.
bˈæs        They caught a largemouth bass in the lake.
bˈAs        The bass player left the group in 1998.
ɹˈɛd        Have you read the new novel?
ɹˈid        I read the newspaper every morning.
ɹˈɛd        She read the letter twice and burned it.
ɹˈid        You should read this book.
ɹˈɛd        The book was widely read in Europe.
dˈɛzəɹt     The Gobi Desert covers parts of China.
dəzˈɜɹt     Soldiers who desert are punished.
kəntˈɛnt    She was content with her life.
kˈɑntɛnt    The content of the website was removed.
mInˈut      Only a minute amount of the drug was found.
mˈɪnət      The train leaves in a minute.
ɹəzˈum      Talks will resume on Monday.
ɹˈɛzəmˌA    He sent his resume to five companies.
bˈW         The bow of the ship hit the rocks.
bˈO         She tied the ribbon in a bow.
bˈO         He hunted with a bow and arrows.
tˈɪɹ        A single tear ran down his cheek.
tˈɛɹ        Do not tear the paper.
wˈund       The wound was cleaned and dressed.
wˈWnd       She wound the clock every night.
lˈIv        The concert was broadcast live from London.
lˈɪv        They live in a small house.
lˈIv        A live broadcast began at nine.
ˈɑbʤəkt     A strange object fell from the sky.
pɹˈɑʤˌɛkt   The project was finished on time.
kˈɑnflˌɪkt  The conflict lasted ten years.
kənflˈɪkt   His statements conflict with the evidence.
pəɹmˈɪt     The rules do not permit smoking.
pˈɜɹmɪt     You need a building permit.
klˈOs       The hotel is close to the beach.
klˈOz       Please close the door.
wˈInd       The roads wind through the hills.
wˈɪnd       A cold wind blew from the north.
ʤˈOb        The Book of Job is read in many churches.
ʤˈɑb        She lost her job in March.
pˈOlɪʃ      The Polish army retreated.
pˈɑlɪʃ      Use wax to polish the floor.
ɹˈɛdɪŋ      He was born in Reading, Berkshire.
ɹˈidɪŋ      Reading is her favorite hobby.
ˈAʤᵻd       He cares for his aged parents.
ˈAʤd        A man aged 45 was arrested.
lˈɜɹnᵻd     He was a learned scholar of Greek.
lˈɜɹnd      She learned to swim at five.
sˈO         Farmers sow wheat in autumn.
dˈʌv        A white dove sat on the roof.
dˈOv        He dove into the pool.
ɹəkˈɔɹd     They record every call.
ɹˈɛkəɹd     She broke the world record.
ɹəfjˈuz     They refuse to pay.
ɹˈɛfjˌus    Household refuse is collected on Friday.
səbʤˈɛkt    They subject him to long tests.
hˈWs        The house burned down.
jˈus        There is no use in crying.
jˈuz        They use wood for heating.
ɪnvˈælɪd    The ticket is invalid.
""".strip()
CASES = [tuple(line.split(maxsplit=1)) for line in FOUND.split("\n")]


def phonemes(sentence: str) -> str:
    tokens = asyncio.run(
        shared_phonemizer().phonemize(SourceText.verbatim(sentence), LANGUAGES["a"], Pronunciations())
    )
    return "".join(token.symbol for token in tokens)


def test_found_sentences_are_said_as_a_reader_says_them() -> None:
    wrong = [
        f"{sentence}: {said}" for expected, sentence in CASES if expected not in (said := phonemes(sentence))
    ]
    assert len(wrong) <= len(CASES) * 0.08, "\n".join(wrong)


def test_every_reading_is_in_the_models_vocabulary() -> None:
    text = files("kokoro_speech_server.text.g2p").joinpath("heteronyms.json").read_text(encoding="utf-8")
    vocabulary = set(assets.config()["vocab"]) | {"ɾ"}  # misaki turns it into the model's symbol
    for word, heteronym in json.loads(text).items():
        for readings in heteronym["readings"].values():
            assert set("".join(readings)) <= vocabulary, word


@pytest.mark.parametrize("sentence", ["LEAD THE WAY", "lead", "Lead.", "read"])
def test_a_word_alone_is_said(sentence: str) -> None:
    assert phonemes(sentence)
