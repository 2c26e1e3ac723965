"""Hindi words in Latin letters, as people write them in chats: kya, nahi, yaar, bahut accha."""

from collections.abc import Sequence


def _table(written: str) -> dict[str, str]:
    return {
        word: said
        for pair in written.split()
        for words, said in [pair.split(":")]
        for word in words.split(",")
    }


WORDS = _table(
    """
    kya:क्या hai,hei:है hain,hein:हैं nahi,nahin,nhi,nahii:नहीं haan,haa:हाँ kyun,kyu,kyon:क्यों
    kyunki,kyuki,kyonki:क्योंकि kaise:कैसे kaisa:कैसा kaisi:कैसी kahan,kaha:कहाँ kab:कब kaun,kon:कौन kitna:कितना
    kitne:कितने kitni:कितनी kuch,kuchh:कुछ koi:कोई kisi:किसी kiska:किसका kisko:किसको kisne:किसने jo:जो jab:जब
    jaisa:जैसा jaise:जैसे jaisi:जैसी jahan:जहाँ wahan,vahan:वहाँ yahan,yaha:यहाँ idhar:इधर udhar:उधर abhi:अभी
    kabhi:कभी phir:फिर aaj:आज parso:परसों subah:सुबह shaam:शाम raat:रात mera:मेरा meri:मेरी mere:मेरे
    mujhe,muje:मुझे mujhse:मुझसे maine,meine:मैंने tera:तेरा teri:तेरी tere:तेरे tujhe:तुझे tumhara:तुम्हारा
    tumhari:तुम्हारी tumhare:तुम्हारे tumhe,tumhein:तुम्हें tumne:तुमने hamara,humara:हमारा hamari,humari:हमारी
    hamare,humare:हमारे hume,humein,hamein:हमें humne,hamne:हमने aap,ap:आप aapka,apka:आपका aapki,apki:आपकी
    aapke,apke:आपके aapko,apko:आपको aapne,apne:आपने aapse,apse:आपसे apna:अपना apni:अपनी uska:उसका uski:उसकी
    uske:उसके usko:उसको usne:उसने unka:उनका unki:उनकी unke:उनके unko:उनको unhe:उन्हें iska:इसका iski:इसकी iske:इसके
    isko:इसको isne:इसने inka:इनका yeh:यह ye:ये woh,wo,vo:वो ka:का ki:की ke:के ko:को se:से mein,mai:में pe:पे tak:तक
    liye,lie:लिए aur:और ya:या lekin:लेकिन magar:मगर agar:अगर toh:तो bhi:भी hi:ही sirf:सिर्फ़
    bahut,bohot,bahot,bhot:बहुत thoda:थोड़ा thodi:थोड़ी thode:थोड़े zyada,jyada:ज़्यादा
    accha,acha,achha,achcha:अच्छा acche,ache,achhe:अच्छे acchi,achi,achhi:अच्छी bura:बुरा theek,thik,thk:ठीक
    sahi:सही galat:ग़लत sach:सच jhooth:झूठ sab:सब sabhi:सभी sabko:सबको dono:दोनों ek:एक teen:तीन chaar:चार
    paanch:पाँच dus:दस kar:कर karo:करो kare:करे karein:करें karna:करना karne:करने karta:करता karte:करते karti:करती
    karke:करके karunga:करूँगा karenge:करेंगे kiya:किया kijiye,kijie:कीजिए raha,rha:रहा rahi,rhi:रही rahe,rhe:रहे
    hoga:होगा hogi:होगी honge:होंगे hota:होता hoti:होती hote:होते hona:होना hua:हुआ hui:हुई hue:हुए hoon,hun:हूँ
    tha:था thi:थी gaya,gya:गया gayi,gai:गई gaye:गए jao:जाओ jana,jaana:जाना jata:जाता jaati:जाती jayega:जाएगा
    jaunga:जाऊँगा aaya,aya:आया aayi:आई aaye:आए aana:आना aao:आओ aata:आता aati:आती aayega:आएगा aunga:आऊँगा diya:दिया
    diye:दिए dena:देना dedo:देदो dega:देगा denge:देंगे lena:लेना liya:लिया lelo:लेलो lunga:लूँगा dekho:देखो
    dekha:देखा dekhna:देखना dekh:देख suno:सुनो suna:सुना sunna:सुनना bolo:बोलो bola:बोला bolna:बोलना bol:बोल
    kaho:कहो kehna:कहना kehta:कहता khana:खाना khaya:खाया khao:खाओ peena:पीना pani,paani:पानी chalo:चलो chal:चल
    chalna:चलना milte:मिलते milna:मिलना mila:मिला milega:मिलेगा milkar:मिलकर rakho:रखो ruko:रुको baat:बात
    baatein:बातें kaam:काम ghar:घर paisa:पैसा paise:पैसे din:दिन saal:साल mahina:महीना hafta:हफ़्ता samay:समय
    waqt:वक़्त log:लोग logo:लोगों dost:दोस्त doston,dosto:दोस्तों bhai:भाई bhaiya:भैया behen,bahan:बहन didi:दीदी
    beta:बेटा beti:बेटी maa:माँ pitaji:पिताजी yaar,yar:यार ji,jee:जी pyaar,pyar:प्यार zindagi,jindagi:ज़िंदगी
    duniya:दुनिया desh:देश khushi:ख़ुशी khush:ख़ुश dil:दिल pata:पता malum,maloom:मालूम chahiye,chaiye:चाहिए
    sakta:सकता sakti:सकती sakte:सकते pakka:पक्का bilkul:बिल्कुल shayad:शायद zaroor,jarur,jaroor:ज़रूर jaldi:जल्दी
    dheere:धीरे saath:साथ baad:बाद pehle,pahle:पहले pehla:पहला wala:वाला wali:वाली wale:वाले namaste:नमस्ते
    namaskar:नमस्कार dhanyawad,dhanyavad:धन्यवाद shukriya:शुक्रिया shubh:शुभ kripya:कृपया swagat:स्वागत maaf:माफ़
    arre,arey:अरे haal:हाल kaisey:कैसे naam:नाम laga:लगा lagta:लगता lagti:लगती lage:लगे bas:बस matlab:मतलब
    samajh:समझ samjha:समझा samjhe:समझे padhai:पढ़ाई padhna:पढ़ना likhna:लिखना sona:सोना uthna:उठना baitho:बैठो
    jeet:जीत haar:हार mat:मत tabhi:तभी warna:वरना isliye:इसलिए taaki:ताकि
    """
)
"""By the word in small letters. Those that are English words, too, are in `AMBIGUOUS`."""

BESIDE_OTHERS = _table(
    """
    main:मैं me:में to:तो do:दो the:थे is:इस us:उस par:पर tum:तुम hum:हम ham:हम kal:कल ho:हो han:हाँ na:ना ab:अब
    tab:तब ne:ने be:बे le:ले de:दे lo:लो ja:जा aa:आ so:सो he:है un:उन in:इन dus:दस bat:बात man:मन jan:जन
    """
)
"""Words that are English ones, too: they are Hindi beside the others."""
AMBIGUOUS = frozenset(
    """hi ya ye ap mat bas log logo sab kar teen pe bol beta pata laga sona lie jo ki se ko hue dekh din dil mere
    jab hun""".split()
)
"""Words that are Hindi ones only beside others that can be nothing else."""

_SURE = {word: said for word, said in WORDS.items() if word not in AMBIGUOUS}
_EITHER = {word: WORDS[word] for word in AMBIGUOUS} | BESIDE_OTHERS


def romanized(words: Sequence[str], is_joined: Sequence[bool]) -> list[str | None]:
    """The words in Devanagari, or None for those that are not Hindi.

    words:     in small letters
    is_joined: for each word, whether only a space separates it from the one before it
    """
    sure = [_SURE.get(word) for word in words]
    if not any(sure):
        return sure

    def beside(i: int) -> bool:
        return bool(
            (i and is_joined[i] and sure[i - 1]) or (i + 1 < len(words) and is_joined[i + 1] and sure[i + 1])
        )

    return [said or (_EITHER.get(words[i]) if beside(i) else None) for i, said in enumerate(sure)]
