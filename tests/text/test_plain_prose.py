"""Plain prose is read exactly as it is written, and each sentence ends where it does on its line.

Its words look like abbreviations, units or numbers ("cas", "max", "art", "in.") where sentences end.
"""

import pytest

from kokoro_speech_server.text.languages import LANGUAGES
from tests.text.test_normalizer import Result, check, read_aloud

ENGLISH = """
It was raining when the coach came in.
No one had slept, and the inn was full.
I asked for a room, and the landlord said no.
He pointed at the door.
His wife, who was very kind, let us in.
We sat by the fire until the last log was out.

My dear Ann, I hope that you are well.
The garden is all but gone, and I miss the sun.
In March we may go up to see the mill.
Father says that he can do without me.
He is as stubborn as ever, and so am I.
Do you remember the song about the old jay?
You sang it to me in the spring, and I cried.
Please send my coat and the book on art.

The committee met in the town hall.
It was asked to say what had gone wrong, and it did.
There was no fire plan, the door to the yard was shut, and the man on duty had left his post.
Nobody could find the key, not even the mayor.
The members agreed that this must end.
"It will," said the mayor, "if you vote for me."
They laughed, but one of them did not.

She ran to the end of the lane, where the oak is.
Will was there, with a lamp in his hand.
May I come with you, she asked, or is it too far?
He shook his head and said that it was only a mile.
So they went, and the dog went, too.
"""

SPANISH = """
Aquel invierno nadie salió de casa.
La abuela cosía junto a la ventana y cantaba en voz baja.
No había pan, ni leche, ni sal.
Mi padre dijo que no, y no hubo más que hablar.
Los vecinos venían cada tarde a pedir algo de luz.
Al final llegó la primavera, y con ella el mar.

Querida Ana, espero que estés bien y que el viaje no te haya cansado.
Aquí todo sigue igual que en mayo.
El perro ladra, el río baja lleno y la tía reza.
Dime si vas a venir y a qué hora sale tu tren.
Te guardo el libro de arte y la foto del tal Max.
No te olvides de mí, que yo de ti no.
Da un beso a los niños de mi parte.

La comisión se reunió en el salón de actos.
Se pidió a los técnicos que explicaran el caso.
Nadie supo decir de quién era la culpa.
El director habló de la cap y de la mar, y todos se rieron.
Hubo quejas del ruido, del gas y de la sed.
Se acordó volver a verse a fin de mes.
Así terminó la sesión, sin más.

¿Quién anda ahí?, preguntó el guarda.
Era su hijo, que no llevaba capa ni sol en la cara.
Vio el fuego y se sentó al lado.
Hablaron de la guerra, del oro y del rey.
Luego se durmieron los dos en el suelo.
"""

FRENCH = """
Il pleuvait depuis le matin, et personne ne sortait.
Ma mère cousait près du feu.
On n'avait ni pain, ni lait, ni sel.
Mon père a dit non, et ce fut tout.
Les voisins venaient le soir chercher un peu d'eau.
Ce n'était pas le cas chez Max.
Il avait tout ce qu'il voulait, même un chat.

Chère Anne, j'espère que tu vas bien.
Ici rien n'a changé depuis le mois de mai.
Le chien aboie, la mer monte et la tante prie.
Dis-moi si tu viens, et à quelle heure part ton train.
Je te garde le livre sur l'art.
Le jardin est mort, mais la vigne tient bon.
Mets ton manteau, car le vent est froid.
Embrasse les enfants pour moi.

La commission s'est réunie dans la grande salle.
On lui a demandé ce qui n'allait pas.
Personne n'a su dire à qui la faute.
Le maire a parlé du port, du lac et du col.
Il a promis un toit, un lit et un bol.
Les membres ont voté dans le calme.
Ainsi s'acheva la séance.

Qui est là, demanda le garde.
C'était son fils, sans chapeau ni sac.
Ils parlèrent de la guerre, de l'or et du roi.
Puis tous deux s'endormirent par terre.
"""

ITALIAN = """
Quell'inverno nessuno uscì di casa.
La nonna cuciva accanto alla finestra e cantava piano.
Non c'era pane, né latte, né sale.
Mio padre disse di no, e non se ne parlò più.
I vicini venivano ogni sera a chiedere un po' di luce.
Alla fine arrivò la primavera, e con lei il mar.

Cara Anna, spero che tu stia bene e che il viaggio non ti abbia stancata.
Qui tutto è come a maggio.
Il cane abbaia, il fiume scende pieno e la zia prega.
Dimmi se vieni e a che ora parte il tuo treno.
Ti tengo da parte il libro sull'arte e la foto di Max.
Fa freddo, e il bar è chiuso.
Da ieri non si vede più il sol.
Dai un bacio ai bambini.

La commissione si è riunita nella sala grande.
Ai tecnici fu chiesto di spiegare il caso.
Nessuno seppe dire di chi fosse la colpa.
Il sindaco parlò del porto, del gas e del tram.
Ci furono lamentele sul rumore e sul fil.
I membri decisero di vedersi a fine mese.
Così finì la seduta.

Chi va là, chiese la guardia.
Era suo figlio, senza cappello.
Parlarono della guerra, dell'oro e del re.
Poi si addormentarono tutti e due per terra.
"""

PORTUGUESE = """
Naquele inverno ninguém saiu de casa.
A avó costurava junto à janela e cantava baixinho.
Não havia pão, nem leite, nem sal.
Meu pai disse que não, e não se falou mais nisso.
Os vizinhos vinham à tarde pedir um pouco de luz.
No fim chegou a primavera, e com ela o mar.

Querida Ana, espero que você esteja bem e que a viagem não tenha cansado.
Aqui tudo continua igual.
O cão late, o rio desce cheio e a tia reza.
Diga se você vem e a que horas sai o trem.
Guardo para você o livro de arte e a foto do Max.
O sol nasce tarde, e a sala fica fria até as dez.
Um dia a gente se vê de novo.
Dê um beijo nas crianças por mim.

A comissão se reuniu no salão da vila.
Pediram aos técnicos que explicassem o caso.
Ninguém soube dizer de quem era a culpa.
O prefeito falou do porto, do gás e do cal.
Houve queixas do ruído e da cor.
Os membros decidiram votar no fim do mês.
Assim terminou a sessão.

Quem está aí, perguntou o guarda.
Era o filho dele, sem chapéu.
Falaram da guerra, do ouro e do rei.
Depois os dois dormiram no chão.
"""

HINDI = """
उस सर्दी में कोई घर से बाहर नहीं निकला।
दादी खिड़की के पास बैठकर सिलाई करती थीं और धीरे-धीरे गाती थीं।
घर में न रोटी थी, न दूध, न नमक।
पिताजी ने मना कर दिया, और बात वहीं ख़त्म हो गई।
पड़ोसी रोज़ शाम को थोड़ी आग माँगने आते थे।
आख़िर में वसंत आया, और नदी फिर बहने लगी।

प्रिय अनीता, आशा है कि तुम ठीक हो और सफ़र में थकी नहीं।
यहाँ सब कुछ वैसा ही है।
कुत्ता भौंकता है, नदी भरी है और बुआ पूजा करती हैं।
बताना कि तुम कब आओगी और तुम्हारी गाड़ी कब चलती है।
मैंने तुम्हारी किताब और वह पुरानी तस्वीर सँभालकर रखी है।
बग़ीचा सूख गया है, पर आम का पेड़ हरा है।
बच्चों को मेरा प्यार देना।

समिति की बैठक बड़े कमरे में हुई।
उससे पूछा गया कि क्या ग़लत हुआ था।
कोई नहीं बता सका कि दोष किसका है।
महापौर ने सड़क, पानी और बिजली की बात की।
लोगों ने शोर और धूल की शिकायत की।
सदस्यों ने तय किया कि महीने के अंत में फिर मिलेंगे।
इस तरह सभा समाप्त हुई।

कौन है वहाँ, पहरेदार ने पूछा।
वह उसका बेटा था, जिसके सिर पर टोपी नहीं थी।
उसने आग देखी और पास बैठ गया।
वे युद्ध, सोने और राजा की बातें करते रहे।
फिर दोनों ज़मीन पर सो गए।
"""

JAPANESE = """
その冬は誰も家から出なかった。
祖母は窓のそばで縫い物をしながら、小さな声で歌っていた。
パンも牛乳も塩もなかった。
父は駄目だと言い、話はそれで終わった。
隣の人は夕方になると火を借りに来た。
やがて春が来て、川がまた流れはじめた。

お元気ですか。
こちらは何も変わりません。
犬は吠え、川は水をたたえ、叔母は祈っています。
いつ来るのか、汽車が何時に出るのか教えてください。
あなたの本と古い写真は大切にしまってあります。
庭は枯れましたが、梅の木だけは元気です。
子どもたちによろしく。

委員会は大きな部屋で開かれた。
何が悪かったのかと問われたが、誰も答えられなかった。
町長は道と水と明かりの話をした。
人々は騒音とほこりに苦情を言った。
月の終わりにまた集まることになった。
こうして会は終わった。

そこにいるのは誰だ、と番人は尋ねた。
帽子もかぶらない息子だった。
火を見て、そばに座った。
父と子は戦争と金と王様の話をした。
それから二人とも床で眠ってしまった。
夜は長く、風は冷たかった。
朝になると雪は消えていた。
"""

MANDARIN = """
那年冬天谁也没有出门。
奶奶坐在窗边缝衣服，轻轻地唱着歌。
家里没有面包，没有牛奶，也没有盐。
父亲说不行，这件事就算完了。
邻居们每天傍晚都来借一点火。
后来春天到了，河水又流了起来。

亲爱的安娜，希望你一切都好，路上没有太累。
这里什么都没有变。
狗在叫，河水很满，姑妈还在祈祷。
告诉我你什么时候来，火车几点开。
我替你留着那本书和那张旧照片。
花园枯了，可是梅树还活着。
替我亲亲孩子们。

委员会在大厅里开会。
大家问他们到底出了什么问题。
谁也说不清是谁的错。
镇长谈到了路、水和电。
人们抱怨噪音和灰尘。
委员们决定月底再见面。
会议就这样结束了。

谁在那里，守夜人问道。
是他的儿子，没有戴帽子。
他看见了火，就坐到旁边。
他们谈起了战争、金子和国王。
后来两个人都在地上睡着了。
夜很长，风很冷。
"""

PROSE = {
    "a": ENGLISH, "b": ENGLISH, "e": SPANISH, "f": FRENCH, "h": HINDI, "i": ITALIAN, "j": JAPANESE, "p": PORTUGUESE,
    "z": MANDARIN,
}  # fmt: skip


@pytest.mark.parametrize("code", LANGUAGES)
def test_plain_prose_is_read_as_it_is_written(code: str) -> None:
    paragraphs = [paragraph.split("\n") for paragraph in PROSE[code].strip().split("\n\n")]
    between = " " if LANGUAGES[code].spaced else ""
    check(
        Result(code, text := between.join(lines), " | ".join(lines), read_aloud(text, code))
        for lines in paragraphs
    )
