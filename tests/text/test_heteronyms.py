"""Words that are spelled alike and said differently, in sentences as they are found."""

import asyncio
import json
import re
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
bˈW         The soprano took a bow to the gallery.
bˈW         They bow before the altar.
mInˈut      The flaws were so minute that nobody saw them.
mˈɪnət      It changed so much minute by minute.
əbʤˈɛkt     Every time I object to a rule, he reads it aloud.
kəntˈɛst    The rebels plan to contest every clause.
kˈɑntˌɛst   It comes down to contest rules.
kənflˈɪkt   The project would not conflict with subsidies.
pɹəʤˈɛkt    They project a loss.
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
klˈOz       They close at five on Fridays.
klˈOz       When does the museum close?
klˈOz       Most banks close early on Christmas Eve.
klˈOz       Remember to close your eyes.
klˈOz       The polls close at eight tonight.
klˈOs       We sat close together near the fire.
klˈOs       They were close friends at school.
klˈOs       It was a close game until the end.
lˈIv        She watched it live on television.
lˈIv        We saw them live in concert last year.
lˈIv        The show goes live at noon.
lˈIv        The match was shown live across Europe.
lˈIv        Handle live wires with care.
lˈɪv        They live on a farm outside town.
lˈɪv        My parents live near the coast.
lˈɪv        People here live for a long time.
""".strip()
CASES = [tuple(line.split(maxsplit=1)) for line in FOUND.split("\n")]


def phonemes(sentence: str) -> str:
    tokens = asyncio.run(
        shared_phonemizer().phonemize(SourceText.verbatim(sentence), LANGUAGES["a"], Pronunciations())
    )
    return "".join(token.symbol for token in tokens)


@pytest.mark.exhaustive
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


IN_CAPITALS = [
    ("THE MAN WALKED HOME.", "The man walked home."),
    ("BREAKING NEWS: PRESIDENT SIGNS BILL", "Breaking news: president signs bill"),
    ("SALE ENDS MONDAY, ALL ITEMS REDUCED.", "Sale ends Monday, all items reduced."),
    ("TERMS AND CONDITIONS", "Terms and conditions"),
    ("EMPLOYEES MUST WASH HANDS", "Employees must wash hands"),
    ("A DOG WAITED IN A PARKED CAR.", "A dog waited in a parked car."),
    ("She TRIED and FAILED again.", "She tried and failed again."),
    ("I TOLD YOU NOT TO TOUCH IT!", "I told you not to touch it!"),
    ("SHE'S LEAVING AND HE DOESN'T CARE.", "She's leaving and he doesn't care."),
    ("PLEASE KEEP THE GATES CLOSED.", "Please keep the gates closed."),
    ("LOST: BROWN DOG, ANSWERS TO REX", "Lost: brown dog, answers to Rex"),
    ("THE IEEE AND THE FBI AGREED.", "The IEEE and the FBI agreed."),
    ("NATO MEETS THE NAACP", "NATO meets the NAACP"),
    ("PAY WITHIN thirty DAYS OR CALL US AT ONCE.", "Pay within thirty days or call us at once."),
    ("AIRTRAIN STOPS AT GATE twenty-five", "Airtrain stops at gate twenty-five"),
]


@pytest.mark.parametrize(("shouted", "small"), IN_CAPITALS)
def test_words_in_capitals_are_said_as_words(shouted: str, small: str) -> None:
    def sounds(sentence: str) -> str:
        return re.sub("[ˈˌ]", "", phonemes(sentence)).replace("ɐ", "ə")

    assert sounds(shouted) == sounds(small)


@pytest.mark.parametrize("letters", ["IEEE", "NAACP", "HTTPS", "FBI"])
def test_letters_in_capitals_are_said_one_by_one(letters: str) -> None:
    for sentence in (letters, f"THE {letters} AGREED WITH US ON {letters}.", f"The {letters} agreed."):
        assert phonemes(sentence).count("ˌ") + phonemes(sentence).count("ˈ") >= len(letters)
        assert phonemes(letters)[-3:] in phonemes(sentence)


@pytest.mark.parametrize(
    ("sentence", "sounds"),
    [
        ("By the theorem, A squared plus B squared is C squared.", "ˈA skwˈɛɹd"),
        ("Section twelve, A applies.", "ˈA əplˈIz"),
        ("A plus B is C.", "ˈA plˈʌs"),
        ("A plus sign is missing.", "ɐ plˈʌs"),
        ("Monday to Saturday ten AM to seven PM.", "ˌAˈɛm"),
        ("I AM here.", "æm"),
        ("His OPS rose.", "ˌOpˌiˈɛs"),
        ("It follows GAAP.", "ɡˈæp"),
        ("It takes 4.6 GFLOPs.", "ɡˈɪɡəflˌɑps"),
        ("NOAA's plan for OLED screens.", "nˈOəz"),
        ("She has COPD.", "sˌiˌOpˌidˈi"),
        ("The PhDs write JSON.", "pˌiˌAʧdˈiz ɹˈIt ʤˈAsᵊn"),
        ("IT support is free.", "ˌItˈi səpˈɔɹt"),
        ("Just DO IT now.", "ˈɪt"),
        ("Adjusted OR equals two.", "ˌOˈɑɹ ˈikwᵊlz"),
        ("You may say yes OR no.", "ˈɔɹ"),
    ],
)
def test_letters_and_acronyms_are_told_from_words(sentence: str, sounds: str) -> None:
    assert sounds in phonemes(sentence)
