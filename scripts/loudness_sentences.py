"""Sentences of each language that `scripts.voice_loudness` speaks."""

from collections.abc import Mapping, Sequence

_ENGLISH = (
    (
        "The harbour was quiet when the last ferry came in.",
        "She counted the coins twice and shook her head.",
        "The old clock in the station has been slow for years.",
    ),
    (
        "Nobody had told him that the shop would be closed.",
        "A cold wind carried the smell of rain and smoke.",
        "My brother keeps bees and sells the honey in autumn.",
    ),
    (
        "We took the narrow road along the river to the mill.",
        "He laughed, put down his glass, and left the room.",
        "They waited on the platform until the lights went out.",
    ),
    (
        "Every morning the baker opens his door at half past five.",
        "Please send me the report before the end of the week.",
        "Could you tell me which of these keys fits the cellar?",
    ),
    (
        "Why would anybody walk so far for a loaf of bread?",
        "The garden behind the house belongs to my sister.",
        "Tomorrow we will paint the kitchen and the hall.",
    ),
)
SENTENCES: Mapping[str, Sequence[tuple[str, str, str]]] = {
    "a": _ENGLISH,
    "b": _ENGLISH,
    "e": (
        (
            "El puerto estaba tranquilo cuando llegó el último barco.",
            "Contó las monedas dos veces y negó con la cabeza.",
            "El viejo reloj de la estación atrasa desde hace años.",
        ),
        (
            "Nadie le había dicho que la tienda estaría cerrada.",
            "Un viento frío traía el olor de la lluvia.",
            "Mi hermano cría abejas y vende la miel en otoño.",
        ),
        (
            "Tomamos el camino estrecho junto al río.",
            "Se rió, dejó el vaso y salió de la habitación.",
            "Esperaron en el andén hasta que se apagaron las luces.",
        ),
        (
            "Cada mañana el panadero abre su puerta muy temprano.",
            "Envíeme el informe antes del fin de semana.",
            "¿Podría decirme cuál de estas llaves abre el sótano?",
        ),
        (
            "¿Por qué caminar tan lejos por un trozo de pan?",
            "El jardín detrás de la casa es de mi hermana.",
            "Mañana pintaremos la cocina y el pasillo.",
        ),
    ),
    "f": (
        (
            "Le port était calme quand le dernier bateau arriva.",
            "Elle compta les pièces deux fois et secoua la tête.",
            "La vieille horloge de la gare retarde depuis des années.",
        ),
        (
            "Personne ne lui avait dit que le magasin serait fermé.",
            "Un vent froid apportait l'odeur de la pluie.",
            "Mon frère élève des abeilles et vend le miel en automne.",
        ),
        (
            "Nous avons pris le petit chemin le long de la rivière.",
            "Il rit, posa son verre et quitta la pièce.",
            "Ils attendirent sur le quai jusqu'à ce que les lumières s'éteignent.",
        ),
        (
            "Chaque matin le boulanger ouvre sa porte très tôt.",
            "Envoyez-moi le rapport avant la fin de la semaine.",
            "Pouvez-vous me dire laquelle de ces clés ouvre la cave ?",
        ),
        (
            "Pourquoi marcher si loin pour un morceau de pain ?",
            "Le jardin derrière la maison est à ma sœur.",
            "Demain nous allons peindre la cuisine et le couloir.",
        ),
    ),
    "h": (
        (
            "आज सुबह बाज़ार बहुत शांत था।",
            "उसने सिक्के दो बार गिने और सिर हिलाया।",
            "स्टेशन की पुरानी घड़ी सालों से धीरे चलती है।",
        ),
        (
            "किसी ने उसे नहीं बताया कि दुकान बंद है।",
            "ठंडी हवा बारिश की खुशबू लेकर आई।",
            "मेरा भाई मधुमक्खियाँ पालता है और शहद बेचता है।",
        ),
        ("हम नदी के किनारे की सड़क से गए।", "वह हँसा और कमरे से बाहर चला गया।", "वे बत्तियाँ बुझने तक वहीं खड़े रहे।"),
        (
            "हर सुबह वह अपनी दुकान जल्दी खोलता है।",
            "कृपया मुझे यह किताब कल भेज दीजिए।",
            "क्या आप बता सकते हैं कि यह चाबी किसकी है?",
        ),
        ("तुम इतनी दूर पैदल क्यों जाते हो?", "घर के पीछे का बगीचा मेरी बहन का है।", "कल हम रसोई की दीवारें रंगेंगे।"),
    ),
    "i": (
        (
            "Il porto era tranquillo quando arrivò l'ultima nave.",
            "Contò le monete due volte e scosse la testa.",
            "Il vecchio orologio della stazione è in ritardo da anni.",
        ),
        (
            "Nessuno gli aveva detto che il negozio era chiuso.",
            "Un vento freddo portava l'odore della pioggia.",
            "Mio fratello alleva le api e vende il miele in autunno.",
        ),
        (
            "Prendemmo la strada stretta lungo il fiume.",
            "Rise, posò il bicchiere e lasciò la stanza.",
            "Aspettarono sul binario finché si spensero le luci.",
        ),
        (
            "Ogni mattina il fornaio apre la porta molto presto.",
            "Mi mandi il rapporto prima della fine della settimana.",
            "Può dirmi quale di queste chiavi apre la cantina?",
        ),
        (
            "Perché camminare così lontano per un pezzo di pane?",
            "Il giardino dietro la casa è di mia sorella.",
            "Domani dipingeremo la cucina e il corridoio.",
        ),
    ),
    "j": (
        (
            "最後の船が着いたとき、港は静かでした。",
            "彼女は硬貨を二度数えて、首を振りました。",
            "駅の古い時計は何年も前から遅れています。",
        ),
        (
            "店が閉まっているとは誰も言いませんでした。",
            "冷たい風が雨の匂いを運んできました。",
            "兄は蜂を飼って、秋に蜂蜜を売ります。",
        ),
        (
            "私たちは川沿いの細い道を歩きました。",
            "彼は笑って、部屋を出て行きました。",
            "明かりが消えるまで、みんなはホームで待ちました。",
        ),
        (
            "パン屋は毎朝とても早く店を開けます。",
            "週末までに報告書を送ってください。",
            "地下室の鍵はどれか教えてください。",
        ),
        (
            "どうしてそんなに遠くまで歩くのですか。",
            "家の後ろの庭は妹のものです。",
            "明日は台所と廊下の壁を塗ります。",
        ),
    ),
    "p": (
        (
            "O porto estava calmo quando chegou o último barco.",
            "Ela contou as moedas duas vezes e balançou a cabeça.",
            "O velho relógio da estação atrasa há anos.",
        ),
        (
            "Ninguém lhe disse que a loja estaria fechada.",
            "Um vento frio trazia o cheiro da chuva.",
            "Meu irmão cria abelhas e vende o mel no outono.",
        ),
        (
            "Seguimos pela estrada estreita ao longo do rio.",
            "Ele riu, pousou o copo e saiu da sala.",
            "Eles esperaram na plataforma até as luzes se apagarem.",
        ),
        (
            "Toda manhã o padeiro abre a porta muito cedo.",
            "Envie o relatório antes do fim da semana.",
            "Pode me dizer qual destas chaves abre o porão?",
        ),
        (
            "Por que andar tão longe por um pedaço de pão?",
            "O jardim atrás da casa é da minha irmã.",
            "Amanhã vamos pintar a cozinha e o corredor.",
        ),
    ),
    "z": (
        ("最后一班船到的时候，港口很安静。", "她把硬币数了两遍，摇了摇头。", "车站的旧钟已经慢了好几年。"),
        ("没有人告诉他商店会关门。", "冷风带来了雨的味道。", "我哥哥养蜜蜂，秋天卖蜂蜜。"),
        ("我们沿着河边的小路走。", "他笑了笑，放下杯子，离开了房间。", "他们在站台上一直等到灯熄灭。"),
        ("每天早上面包师很早就开门。", "请在周末之前把报告发给我。", "请问哪一把钥匙是地下室的？"),
        ("为什么要走那么远去买面包呢？", "房子后面的花园是我妹妹的。", "明天我们要粉刷厨房和走廊。"),
    ),
}
"""For each language five times three sentences. The first and the second of each three are measured, and the third one
is checked."""
