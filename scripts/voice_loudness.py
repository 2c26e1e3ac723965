"""Measures how loud each voice is (EBU R128, by pyloudnorm), which decides the gains of `loudness`.

`python -m scripts.voice_loudness measure` speaks five sentences with each of the 54 voices and writes the integrated
loudness of each into voices/loudness.json. `python -m scripts.voice_loudness check` speaks five other sentences with
and without `loudness`, and prints how far the voices lie apart. Both need pyloudnorm (`pip install '.[loudness]'`), and
go on where they were stopped.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kokoro_speech_server.chunk import SAMPLE_RATE
from kokoro_speech_server.voices import VOICES
from tests.servers import SPEECH, ServerProcess, http_client

TABLE = Path(__file__).parent.parent / "api" / "src" / "kokoro_speech_server" / "voices" / "loudness.json"

TARGET = -20.0
"""LUFS that the check requests."""

_ENGLISH = (
    ("The harbour was quiet when the last ferry came in.", "She counted the coins twice and shook her head."),
    (
        "Nobody had told him that the shop would be closed.",
        "A cold wind carried the smell of rain and smoke.",
    ),
    (
        "We took the narrow road along the river to the mill.",
        "He laughed, put down his glass, and left the room.",
    ),
    (
        "Every morning the baker opens his door at half past five.",
        "Please send me the report before the end of the week.",
    ),
    (
        "Why would anybody walk so far for a loaf of bread?",
        "The garden behind the house belongs to my sister.",
    ),
)
SENTENCES: Mapping[str, Sequence[tuple[str, str]]] = {
    "a": _ENGLISH,
    "b": _ENGLISH,
    "e": (
        (
            "El puerto estaba tranquilo cuando llegó el último barco.",
            "Contó las monedas dos veces y negó con la cabeza.",
        ),
        ("Nadie le había dicho que la tienda estaría cerrada.", "Un viento frío traía el olor de la lluvia."),
        ("Tomamos el camino estrecho junto al río.", "Se rió, dejó el vaso y salió de la habitación."),
        (
            "Cada mañana el panadero abre su puerta muy temprano.",
            "Envíeme el informe antes del fin de semana.",
        ),
        ("¿Por qué caminar tan lejos por un trozo de pan?", "El jardín detrás de la casa es de mi hermana."),
    ),
    "f": (
        (
            "Le port était calme quand le dernier bateau arriva.",
            "Elle compta les pièces deux fois et secoua la tête.",
        ),
        (
            "Personne ne lui avait dit que le magasin serait fermé.",
            "Un vent froid apportait l'odeur de la pluie.",
        ),
        (
            "Nous avons pris le petit chemin le long de la rivière.",
            "Il rit, posa son verre et quitta la pièce.",
        ),
        (
            "Chaque matin le boulanger ouvre sa porte très tôt.",
            "Envoyez-moi le rapport avant la fin de la semaine.",
        ),
        ("Pourquoi marcher si loin pour un morceau de pain ?", "Le jardin derrière la maison est à ma sœur."),
    ),
    "h": (
        ("आज सुबह बाज़ार बहुत शांत था।", "उसने सिक्के दो बार गिने और सिर हिलाया।"),
        ("किसी ने उसे नहीं बताया कि दुकान बंद है।", "ठंडी हवा बारिश की खुशबू लेकर आई।"),
        ("हम नदी के किनारे की सड़क से गए।", "वह हँसा और कमरे से बाहर चला गया।"),
        ("हर सुबह वह अपनी दुकान जल्दी खोलता है।", "कृपया मुझे यह किताब कल भेज दीजिए।"),
        ("तुम इतनी दूर पैदल क्यों जाते हो?", "घर के पीछे का बगीचा मेरी बहन का है।"),
    ),
    "i": (
        (
            "Il porto era tranquillo quando arrivò l'ultima nave.",
            "Contò le monete due volte e scosse la testa.",
        ),
        (
            "Nessuno gli aveva detto che il negozio era chiuso.",
            "Un vento freddo portava l'odore della pioggia.",
        ),
        ("Prendemmo la strada stretta lungo il fiume.", "Rise, posò il bicchiere e lasciò la stanza."),
        (
            "Ogni mattina il fornaio apre la porta molto presto.",
            "Mi mandi il rapporto prima della fine della settimana.",
        ),
        (
            "Perché camminare così lontano per un pezzo di pane?",
            "Il giardino dietro la casa è di mia sorella.",
        ),
    ),
    "j": (
        ("最後の船が着いたとき、港は静かでした。", "彼女は硬貨を二度数えて、首を振りました。"),
        ("店が閉まっているとは誰も言いませんでした。", "冷たい風が雨の匂いを運んできました。"),
        ("私たちは川沿いの細い道を歩きました。", "彼は笑って、部屋を出て行きました。"),
        ("パン屋は毎朝とても早く店を開けます。", "週末までに報告書を送ってください。"),
        ("どうしてそんなに遠くまで歩くのですか。", "家の後ろの庭は妹のものです。"),
    ),
    "p": (
        (
            "O porto estava calmo quando chegou o último barco.",
            "Ela contou as moedas duas vezes e balançou a cabeça.",
        ),
        ("Ninguém lhe disse que a loja estaria fechada.", "Um vento frio trazia o cheiro da chuva."),
        ("Seguimos pela estrada estreita ao longo do rio.", "Ele riu, pousou o copo e saiu da sala."),
        ("Toda manhã o padeiro abre a porta muito cedo.", "Envie o relatório antes do fim da semana."),
        ("Por que andar tão longe por um pedaço de pão?", "O jardim atrás da casa é da minha irmã."),
    ),
    "z": (
        ("最后一班船到的时候，港口很安静。", "她把硬币数了两遍，摇了摇头。"),
        ("没有人告诉他商店会关门。", "冷风带来了雨的味道。"),
        ("我们沿着河边的小路走。", "他笑了笑，放下杯子，离开了房间。"),
        ("每天早上面包师很早就开门。", "请在周末之前把报告发给我。"),
        ("为什么要走那么远去买面包呢？", "房子后面的花园是我妹妹的。"),
    ),
}
"""Five pairs for each language: what is measured, and what is checked."""


def sound(url: str, voice: str, number: int, **fields: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Five sentences of a voice, one after the other. number: of the sentences in each pair"""
    text = " ".join(pair[number] for pair in SENTENCES[VOICES[voice].language])
    body = {"input": text, "voice": voice, "seed": 1, "response_format": "pcm", **fields}
    answer = http_client.post(url + SPEECH, json=body)
    answer.raise_for_status()
    return np.frombuffer(answer.content, "<i2") / 32768


def loudness_of(samples: np.ndarray[Any, np.dtype[np.float64]]) -> float:
    """The integrated loudness in LUFS."""
    import pyloudnorm  # type: ignore[import-not-found,import-untyped,unused-ignore]  # noqa: PLC0415 - only this needs it

    return round(float(pyloudnorm.Meter(SAMPLE_RATE).integrated_loudness(samples)), 2)


def measure(url: str) -> None:
    known: dict[str, float] = json.loads(TABLE.read_text()) if TABLE.exists() else {}
    for voice in VOICES:
        if voice not in known:
            known[voice] = loudness_of(sound(url, voice, 0))
            TABLE.write_text(json.dumps(known, indent=0, sort_keys=True) + "\n")
    report("measured", known.values())


def check(url: str, found: Path) -> None:
    known: dict[str, list[float]] = json.loads(found.read_text()) if found.exists() else {}
    for voice in VOICES:
        if voice not in known:
            sounds = [
                sound(url, voice, 1),
                sound(url, voice, 1, loudness=TARGET),
                sound(url, voice, 1, loudness=TARGET, stream=False),
            ]
            known[voice] = [*map(loudness_of, sounds), float(np.abs(sounds[1]).max())]
            found.write_text(json.dumps(known))
    plain, streamed, whole, peaks = zip(*known.values(), strict=True)
    report("without loudness", plain)
    report(f"with loudness {TARGET:g}", streamed)
    print(
        f"streamed and whole differ by at most {max(abs(a - b) for a, b in zip(streamed, whole, strict=True)):.2f} LU"
    )
    print(f"greatest sample: {max(peaks):.4f}")


def report(title: str, values: Any) -> None:
    low, *_, high = sorted(values)
    print(f"{title}: {low:.2f} to {high:.2f} LUFS, spread {high - low:.2f} LU")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["measure", "check"])
    parser.add_argument(
        "--found", type=Path, default=Path("voice-loudness.json"), help="results of the check so far"
    )
    options = parser.parse_args()
    # The cache keeps the speech from before its gain, so that each text is synthesized once.
    with ServerProcess(CACHE_MAX_MB="64") as server:
        server.wait_until_ready()
        if options.what == "measure":
            measure(server.url)
        else:
            check(server.url, options.found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
