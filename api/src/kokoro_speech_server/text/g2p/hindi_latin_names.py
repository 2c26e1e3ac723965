"""Indian names, places, brands and foreign names in Latin letters, with the Devanagari that Hindi texts have for them.

espeak-ng would say them by the rules of English: "Kumar" without its r, "Paytm" as one word.
"""


def _table(written: str) -> dict[str, str]:
    return dict(pair.split(":") for pair in written.split())


_PERSONS = """
    aakash:आकाश aarav:आरव aarti:आरती abdul:अब्दुल abhay:अभय abhijeet:अभिजीत abhinav:अभिनव abhishek:अभिषेक
    aditi:अदिति aditya:आदित्य agarwal:अग्रवाल aggarwal:अग्रवाल ahmad:अहमद ahmed:अहमद aishwarya:ऐश्वर्या ajay:अजय
    ajit:अजीत akash:आकाश akbar:अकबर akhil:अखिल akhilesh:अखिलेश akshay:अक्षय alok:आलोक aman:अमन ambani:अंबानी
    ambedkar:अंबेडकर amit:अमित amitabh:अमिताभ amrita:अमृता anand:आनंद ananya:अनन्या anil:अनिल anita:अनीता
    anjali:अंजलि anjana:अंजना ankit:अंकित ankita:अंकिता ansari:अंसारी anuj:अनुज anupam:अनुपम anurag:अनुराग
    anushka:अनुष्का aparna:अपर्णा arjun:अर्जुन arora:अरोड़ा arun:अरुण aruna:अरुणा arvind:अरविंद asha:आशा
    ashish:आशीष ashok:अशोक ashwin:अश्विन ashwini:अश्विनी atul:अतुल avinash:अविनाश ayesha:आयशा ayush:आयुष
    azad:आज़ाद bachchan:बच्चन bajaj:बजाज balaji:बालाजी banerjee:बनर्जी bansal:बंसल bhagat:भगत bharat:भारत
    bharti:भारती bhaskar:भास्कर bhatia:भाटिया bhatt:भट्ट bhavna:भावना bhupesh:भूपेश bose:बोस bumrah:बुमराह
    chaudhary:चौधरी chauhan:चौहान chandra:चंद्र chetan:चेतन chopra:चोपड़ा choudhary:चौधरी das:दास deepa:दीपा
    deepak:दीपक deepika:दीपिका desai:देसाई devi:देवी dhawan:धवन dhoni:धोनी dhruv:ध्रुव dinesh:दिनेश divya:दिव्या
    dixit:दीक्षित dubey:दुबे dwivedi:द्विवेदी farhan:फ़रहान fatima:फ़ातिमा gandhi:गांधी ganesh:गणेश
    ganguly:गांगुली garg:गर्ग gaurav:गौरव gautam:गौतम gavaskar:गावस्कर gayatri:गायत्री geeta:गीता girish:गिरीश
    gopal:गोपाल govind:गोविंद goyal:गोयल gupta:गुप्ता hardik:हार्दिक hari:हरि harish:हरीश harsh:हर्ष
    harsha:हर्षा hemant:हेमंत hitesh:हितेश hrithik:ऋतिक hussain:हुसैन imran:इमरान indira:इंदिरा irfan:इरफ़ान
    ishaan:ईशान ishan:ईशान iyer:अय्यर jadeja:जडेजा jagdish:जगदीश jaiswal:जायसवाल jaishankar:जयशंकर
    jasprit:जसप्रीत jatin:जतिन javed:जावेद jha:झा jitendra:जितेंद्र joshi:जोशी jyoti:ज्योति kabir:कबीर
    kailash:कैलाश kajal:काजल kalam:कलाम kamal:कमल kamla:कमला kanta:कांता kapil:कपिल kapoor:कपूर karan:करण
    kareena:करीना kartik:कार्तिक kashyap:कश्यप katrina:कैटरीना kaur:कौर kavita:कविता kejriwal:केजरीवाल
    khanna:खन्ना kiran:किरण kishan:किशन kishor:किशोर kishore:किशोर kohli:कोहली komal:कोमल krishna:कृष्णा
    krishnan:कृष्णन kuldeep:कुलदीप kulkarni:कुलकर्णी kumar:कुमार kumari:कुमारी kunal:कुणाल lakshmi:लक्ष्मी
    lalit:ललित lata:लता laxman:लक्ष्मण laxmi:लक्ष्मी madan:मदन madhav:माधव madhuri:माधुरी mahendra:महेंद्र
    mahesh:महेश malhotra:मल्होत्रा malik:मलिक mamata:ममता manish:मनीष manisha:मनीषा manju:मंजू manmohan:मनमोहन
    manoj:मनोज mayank:मयंक mayawati:मायावती meena:मीना meenakshi:मीनाक्षी meera:मीरा mehta:मेहता menon:मेनन
    milind:मिलिंद mishra:मिश्रा mittal:मित्तल modi:मोदी mohan:मोहन mohammad:मोहम्मद mohammed:मोहम्मद mohit:मोहित
    mukesh:मुकेश mukherjee:मुखर्जी murmu:मुर्मू murthy:मूर्ति muskan:मुस्कान nadella:नडेला nair:नायर
    namita:नमिता nandini:नंदिनी narayan:नारायण narayana:नारायण narendra:नरेंद्र naresh:नरेश naveen:नवीन
    navin:नवीन neelam:नीलम neeraj:नीरज neetu:नीतू neha:नेहा nehru:नेहरू nidhi:निधि nikhil:निखिल nilesh:नीलेश
    nirmala:निर्मला nisha:निशा nitin:नितिन nitish:नीतीश om:ओम pandey:पांडे pandit:पंडित pandya:पांड्या
    pankaj:पंकज parth:पार्थ patel:पटेल patil:पाटिल pawan:पवन pawar:पवार pichai:पिचाई pooja:पूजा prabhat:प्रभात
    prabhu:प्रभु pradeep:प्रदीप prakash:प्रकाश pramod:प्रमोद pranav:प्रणव prasad:प्रसाद prashant:प्रशांत
    pratap:प्रताप pratibha:प्रतिभा praveen:प्रवीण prem:प्रेम preeti:प्रीति priti:प्रीति priya:प्रिया
    priyanka:प्रियंका puja:पूजा punit:पुनीत radha:राधा raghav:राघव rahman:रहमान rahul:राहुल raj:राज raja:राजा
    rajan:राजन rajat:रजत rajeev:राजीव rajendra:राजेंद्र rajesh:राजेश rajiv:राजीव rajni:रजनी raju:राजू
    rakesh:राकेश ram:राम raman:रमन ramesh:रमेश rani:रानी ranveer:रणवीर ranbir:रणबीर rao:राव rashmi:रश्मि
    rathore:राठौर ravi:रवि ravindra:रवींद्र reddy:रेड्डी rekha:रेखा renu:रेणु riya:रिया rohan:रोहन rohit:रोहित
    roshan:रोशन sachin:सचिन sahil:साहिल saini:सैनी salman:सलमान sameer:समीर samir:समीर sandeep:संदीप
    sangeeta:संगीता sanjay:संजय sanjeev:संजीव santosh:संतोष sapna:सपना sarita:सरिता satish:सतीश satya:सत्य
    saurabh:सौरभ savita:सविता saxena:सक्सेना seema:सीमा sehwag:सहवाग shah:शाह shahrukh:शाहरुख shailesh:शैलेश
    shankar:शंकर sharma:शर्मा shashi:शशि sheetal:शीतल shekhar:शेखर shetty:शेट्टी shikha:शिखा shinde:शिंदे
    shiv:शिव shivam:शिवम shivani:शिवानी shraddha:श्रद्धा shreya:श्रेया shrivastava:श्रीवास्तव shruti:श्रुति
    shubham:शुभम shubman:शुभमन shukla:शुक्ला shweta:श्वेता siddharth:सिद्धार्थ simran:सिमरन singh:सिंह
    sinha:सिन्हा sita:सीता sneha:स्नेहा sonia:सोनिया soni:सोनी sonu:सोनू srinivas:श्रीनिवास
    srivastava:श्रीवास्तव subhash:सुभाष sudhir:सुधीर suman:सुमन sumit:सुमित sunil:सुनील sunita:सुनीता suraj:सूरज
    suresh:सुरेश surya:सूर्य sushil:सुशील sushma:सुषमा swati:स्वाति tarun:तरुण tendulkar:तेंदुलकर thakur:ठाकुर
    thackeray:ठाकरे tiwari:तिवारी tripathi:त्रिपाठी tushar:तुषार uday:उदय uddhav:उद्धव uma:उमा upadhyay:उपाध्याय
    usha:उषा vaibhav:वैभव vaishnav:वैष्णव varma:वर्मा varun:वरुण venkatesh:वेंकटेश verma:वर्मा vidya:विद्या
    vijay:विजय vikas:विकास vikram:विक्रम vikrant:विक्रांत vimal:विमल vinay:विनय vineet:विनीत vinod:विनोद
    vipin:विपिन virat:विराट vishal:विशाल vishnu:विष्णु vishwanath:विश्वनाथ vivek:विवेक yadav:यादव yash:यश
    yashasvi:यशस्वी yashwant:यशवंत yogesh:योगेश yogi:योगी yusuf:यूसुफ़ zakir:ज़ाकिर zoya:ज़ोया macron:मैक्रों
    putin:पुतिन zelensky:ज़ेलेंस्की zelenskyy:ज़ेलेंस्की netanyahu:नेतन्याहू jinping:जिनपिंग merkel:मर्केल
    scholz:शॉल्ट्स messi:मेसी ronaldo:रोनाल्डो neymar:नेमार mbappe:एम्बाप्पे federer:फ़ेडरर nadal:नडाल
    djokovic:जोकोविच alcaraz:अल्काराज़ rajamouli:राजामौली iyengar:अयंगर krishnamurthy:कृष्णमूर्ति
    subramaniam:सुब्रमण्यम subramanian:सुब्रमण्यन venkataraman:वेंकटरामन ramanujan:रामानुजन natarajan:नटराजन
    swaminathan:स्वामीनाथन chatterjee:चटर्जी bhattacharya:भट्टाचार्य chakraborty:चक्रवर्ती ghosh:घोष dutta:दत्ता
    majumdar:मजूमदार biswas:बिस्वास naidu:नायडू gowda:गौड़ा hegde:हेगड़े kamath:कामत shenoy:शेनॉय khan:ख़ान
    siddiqui:सिद्दीकी qureshi:कुरैशी sheikh:शेख pathan:पठान naqvi:नक़वी sidhu:सिद्धू dhillon:ढिल्लों sandhu:संधू
    bedi:बेदी grewal:ग्रेवाल sodhi:सोढ़ी talwar:तलवार khurana:खुराना ahuja:आहूजा chawla:चावला sethi:सेठी
    wadhwa:वाधवा bhasin:भसीन phogat:फोगाट punia:पूनिया dahiya:दहिया kharge:खड़गे sitharaman:सीतारमण
    gadkari:गडकरी fadnavis:फडणवीस scindia:सिंधिया gehlot:गहलोत baghel:बघेल soren:सोरेन siddaramaiah:सिद्धारमैया
    stalin:स्टालिन pinarayi:पिनराई vijayan:विजयन chandrababu:चंद्रबाबू jagan:जगन owaisi:ओवैसी tharoor:थरूर
    chidambaram:चिदंबरम ramaswamy:रामास्वामी tagore:टैगोर vivekananda:विवेकानंद aurobindo:अरविंदो
    premchand:प्रेमचंद tulsidas:तुलसीदास kalidas:कालिदास aryabhatta:आर्यभट्ट chanakya:चाणक्य aamir:आमिर
    alia:आलिया kaushal:कौशल kriti:कृति sanon:सेनन taapsee:तापसी pannu:पन्नू ayushmann:आयुष्मान khurrana:खुराना
    rajkummar:राजकुमार nawazuddin:नवाज़ुद्दीन bajpayee:वाजपेयी bajpai:बाजपेयी vajpayee:वाजपेयी sushant:सुशांत
    arijit:अरिजीत ghoshal:घोषाल kakkar:कक्कड़ badshah:बादशाह radhakrishnan:राधाकृष्णन sivan:सिवन sarkar:सरकार
    sardar:सरदार vallabhbhai:वल्लभभाई subhas:सुभाष chandragupta:चंद्रगुप्त ashutosh:आशुतोष bhushan:भूषण
    chhaya:छाया damini:दामिनी devendra:देवेंद्र eknath:एकनाथ falguni:फाल्गुनी gajendra:गजेंद्र hansraj:हंसराज
    ishita:इशिता jagannath:जगन्नाथ jayant:जयंत jaya:जया kirti:कीर्ति lokesh:लोकेश madhu:मधु mahima:महिमा
    megha:मेघा mridul:मृदुल mohini:मोहिनी naina:नैना omkar:ओंकार padma:पद्मा palak:पलक payal:पायल prabha:प्रभा
    prachi:प्राची pratik:प्रतीक prateek:प्रतीक rachna:रचना raghu:रघु raghunath:रघुनाथ ragini:रागिनी
    rajkumar:राजकुमार ranjan:रंजन ranjit:रंजीत ratan:रतन richa:ऋचा rishabh:ऋषभ ritika:ऋतिका ritu:ऋतु
    rukmini:रुक्मिणी rupali:रूपाली sagar:सागर sakshi:साक्षी sandhya:संध्या sanya:सान्या sarla:सरला
    shalini:शालिनी shanti:शांति sharad:शरद shrikant:श्रीकांत shyam:श्याम siddhi:सिद्धि smita:स्मिता
    smriti:स्मृति sonal:सोनल sourav:सौरव sudha:सुधा sujata:सुजाता supriya:सुप्रिया tanvi:तन्वी tejas:तेजस
    tejashwi:तेजस्वी trisha:तृषा urvashi:उर्वशी utkarsh:उत्कर्ष vandana:वंदना vasudha:वसुधा veena:वीणा
    vikash:विकास yuvraj:युवराज zaheer:ज़हीर
"""
_PLACES = """
    agra:आगरा ahmedabad:अहमदाबाद ajmer:अजमेर aligarh:अलीगढ़ allahabad:इलाहाबाद amritsar:अमृतसर andhra:आंध्र
    assam:असम ayodhya:अयोध्या bangalore:बैंगलोर bareilly:बरेली bengaluru:बेंगलुरु bharuch:भरूच bhilai:भिलाई
    bhopal:भोपाल bhubaneswar:भुवनेश्वर bihar:बिहार bikaner:बीकानेर bokaro:बोकारो chandigarh:चंडीगढ़
    chennai:चेन्नई chhattisgarh:छत्तीसगढ़ coimbatore:कोयंबटूर darbhanga:दरभंगा dehradun:देहरादून delhi:दिल्ली
    dhanbad:धनबाद durg:दुर्ग dwarka:द्वारका faridabad:फ़रीदाबाद gandhinagar:गांधीनगर ganga:गंगा gaya:गया
    ghaziabad:गाज़ियाबाद goa:गोवा gorakhpur:गोरखपुर gujarat:गुजरात guntur:गुंटूर gurgaon:गुड़गाँव
    gurugram:गुरुग्राम guwahati:गुवाहाटी gwalior:ग्वालियर haridwar:हरिद्वार haryana:हरियाणा himachal:हिमाचल
    hubli:हुबली hyderabad:हैदराबाद indore:इंदौर jabalpur:जबलपुर jaipur:जयपुर jaisalmer:जैसलमेर jalandhar:जालंधर
    jammu:जम्मू jamshedpur:जमशेदपुर janakpuri:जनकपुरी jharkhand:झारखंड jhansi:झाँसी jodhpur:जोधपुर kanpur:कानपुर
    karnataka:कर्नाटक kashi:काशी kashmir:कश्मीर kathmandu:काठमांडू kerala:केरल kochi:कोच्चि kolkata:कोलकाता
    kota:कोटा kozhikode:कोझिकोड kullu:कुल्लू lakhnau:लखनऊ lucknow:लखनऊ ludhiana:लुधियाना madhya:मध्य
    madurai:मदुरै maharashtra:महाराष्ट्र manali:मनाली mangaluru:मंगलुरु manipur:मणिपुर mathura:मथुरा meerut:मेरठ
    meghalaya:मेघालय mizoram:मिज़ोरम moradabad:मुरादाबाद mumbai:मुंबई mussoorie:मसूरी muzaffarpur:मुज़फ़्फ़रपुर
    mysore:मैसूर mysuru:मैसूरु nagaland:नागालैंड nagpur:नागपुर nainital:नैनीताल narmada:नर्मदा nashik:नासिक
    noida:नोएडा odisha:ओडिशा panaji:पणजी panipat:पानीपत patna:पटना pradesh:प्रदेश prayagraj:प्रयागराज
    puducherry:पुडुचेरी pune:पुणे punjab:पंजाब puri:पुरी raipur:रायपुर rajasthan:राजस्थान rajkot:राजकोट
    ranchi:राँची rishikesh:ऋषिकेश rohtak:रोहतक rourkela:राउरकेला saharanpur:सहारनपुर salem:सेलम shimla:शिमला
    sikkim:सिक्किम siliguri:सिलीगुड़ी srinagar:श्रीनगर surat:सूरत tamil:तमिल telangana:तेलंगाना thane:ठाणे
    thiruvananthapuram:तिरुवनंतपुरम tirupati:तिरुपति tripura:त्रिपुरा udaipur:उदयपुर ujjain:उज्जैन uttar:उत्तर
    uttarakhand:उत्तराखंड vadodara:वडोदरा varanasi:वाराणसी vijayawada:विजयवाड़ा visakhapatnam:विशाखापट्टनम
    vrindavan:वृंदावन yamuna:यमुना nagar:नगर vihar:विहार bagh:बाग़ chowk:चौक bazar:बाज़ार bazaar:बाज़ार
    marg:मार्ग ganj:गंज hazratganj:हज़रतगंज gomti:गोमती connaught:कनॉट himalaya:हिमालय dhaka:ढाका lahore:लाहौर
    karachi:कराची kabul:काबुल versailles:वर्साय marseille:मार्से
"""
_BRANDS = """
    aadhaar:आधार aadhar:आधार adani:अडानी adidas:एडिडास airtel:एयरटेल akasa:अकासा amul:अमूल ashoka:अशोका
    ather:एथर axis:एक्सिस bhim:भीम bharatpe:भारतपे bigbasket:बिगबास्केट birla:बिरला blinkit:ब्लिंकिट
    brezza:ब्रेज़ा byju:बायजूस byjus:बायजूस canara:केनरा cred:क्रेड croma:क्रोमा dabur:डाबर digilocker:डिजिलॉकर
    dettol:डेटॉल dunzo:डंज़ो eicher:आइशर ertiga:अर्टिगा flipkart:फ्लिपकार्ट freshworks:फ्रेशवर्क्स godrej:गोदरेज
    gpay:जी_पे groww:ग्रो haldiram:हल्दीराम haldirams:हल्दीराम havells:हैवेल्स hindalco:हिंडाल्को
    hotstar:हॉटस्टार huawei:हुआवेई hyundai:ह्युंडई indigo:इंडिगो infosys:इन्फोसिस itel:आईटेल jabong:जबोंग
    jio:जियो jiocinema:जियो_सिनेमा jiomart:जियोमार्ट justdial:जस्टडायल kisan:किसान koo:कू kotak:कोटक
    krafton:क्राफ्टन lakme:लैक्मे lenskart:लेंसकार्ट mahindra:महिंद्रा marico:मैरिको maruti:मारुति meesho:मीशो
    micromax:माइक्रोमैक्स mobikwik:मोबिक्विक moj:मौज myntra:मिंत्रा naukri:नौकरी nexon:नेक्सॉन nestle:नेस्ले
    nike:नाइकी nirma:निरमा nykaa:नायका ola:ओला oppo:ओप्पो oyo:ओयो parle:पारले patanjali:पतंजलि paytm:पेटीएम
    pepsico:पेप्सिको phonepe:फ़ोन_पे porsche:पोर्श punto:पुंटो rapido:रैपिडो razorpay:रेज़रपे realme:रियलमी
    redbus:रेडबस redmi:रेडमी renault:रेनो peugeot:प्यूज़ो volkswagen:फ़ॉक्सवैगन skoda:स्कोडा mercedes:मर्सिडीज़
    lamborghini:लैम्बोर्गिनी ferrari:फ़ेरारी toyota:टोयोटा sensex:सेंसेक्स nifty:निफ्टी sharechat:शेयरचैट
    snapdeal:स्नैपडील suzuki:सुज़ुकी swiggy:स्विगी tata:टाटा tecno:टेक्नो umang:उमंग unacademy:अनएकेडमी
    upstox:अपस्टॉक्स vedanta:वेदांता vistara:विस्तारा vivo:वीवो vyapam:व्यापम wipro:विप्रो xiaomi:शाओमी
    yamaha:यामाहा zepto:ज़ेप्टो zerodha:ज़ीरोधा zomato:ज़ोमैटो zydus:ज़ायडस whatsapp:व्हाट्सऐप youtube:यूट्यूब
    chatgpt:चैट_जीपीटी openai:ओपन_एआई deepseek:डीपसीक llama:लामा mysql:माय_एसक्यूएल
    postgresql:पोस्टग्रेस_क्यू_एल sqlite:एसक्यूएल_लाइट mongodb:मोंगो_डीबी mig:मिग mk:मार्क nginx:इंजन_एक्स
    numpy:नम_पाई kubernetes:कुबरनेटीज़ linux:लिनक्स ubuntu:उबुंटू redis:रेडिस github:गिट_हब chetak:चेतक
    sundar:सुंदर sundaram:सुंदरम lava:लावा gitlab:गिट_लैब wifi:वाईफ़ाई localhost:लोकलहोस्ट json:जेसन yaml:यैमल
    insta:इंस्टा macos:मैक_ओएस ayush:आयुष ayushman:आयुष्मान ujjwala:उज्ज्वला yojana:योजना pradhan:प्रधान
    mantri:मंत्री dhan:धन awas:आवास kendra:केंद्र vidyalaya:विद्यालय navodaya:नवोदय kendriya:केंद्रीय
    sarkari:सरकारी rozgar:रोज़गार bandhan:बंधन swachh:स्वच्छ abhiyan:अभियान dhanteras:धनतेरस diwali:दिवाली
    deepawali:दीपावली dussehra:दशहरा holi:होली eid:ईद navratri:नवरात्रि chhath:छठ raksha:रक्षा mubarak:मुबारक
    chaturthi:चतुर्थी janmashtami:जन्माष्टमी shivratri:शिवरात्रि onam:ओणम pongal:पोंगल baisakhi:बैसाखी
    lohri:लोहड़ी dangal:दंगल sholay:शोले bahubali:बाहुबली baahubali:बाहुबली pushpa:पुष्पा jawan:जवान
    pathaan:पठान gadar:गदर kesari:केसरी paneer:पनीर biryani:बिरयानी masala:मसाला dosa:डोसा idli:इडली chai:चाय
    roti:रोटी dal:दाल naan:नान samosa:समोसा ghee:घी paratha:पराठा kurta:कुर्ता saree:साड़ी sari:साड़ी
    lehenga:लहंगा yoga:योग guru:गुरु puja:पूजा mandir:मंदिर masjid:मस्जिद gurudwara:गुरुद्वारा ashram:आश्रम
    bhavan:भवन bhawan:भवन sabha:सभा lok:लोक rajya:राज्य vidhan:विधान panchayat:पंचायत rashtriya:राष्ट्रीय
    samachar:समाचार dainik:दैनिक jagran:जागरण amar:अमर ujala:उजाला lakh:लाख lakhs:लाख lac:लाख lacs:लाख
    crore:करोड़ crores:करोड़ rupee:रुपया rupees:रुपये paise:पैसे dolo:डोलो crocin:क्रोसिन combiflam:कॉम्बिफ्लेम
    digene:डाइजीन paracetamol:पैरासिटामोल azithromycin:एज़िथ्रोमाइसिन amoxicillin:अमॉक्सिसिलिन
    metformin:मेटफॉर्मिन pantoprazole:पैंटोप्राज़ोल omeprazole:ओमेप्राज़ोल cetirizine:सेटिरिज़ीन
    ibuprofen:आइबुप्रोफेन insulin:इंसुलिन atorvastatin:एटोरवास्टेटिन amlodipine:एम्लोडिपिन
    telmisartan:टेल्मिसार्टन levocetirizine:लेवोसेटिरिज़ीन montelukast:मोंटेलुकास्ट rabeprazole:रेबेप्राज़ोल
    domperidone:डॉम्पेरिडोन diclofenac:डाइक्लोफेनेक aceclofenac:एसिक्लोफेनेक ashwagandha:अश्वगंधा
    triphala:त्रिफला chyawanprash:च्यवनप्राश covaxin:कोवैक्सिन covishield:कोविशील्ड udyam:उद्यम shram:श्रम
    aayog:आयोग ayog:आयोग kusum:कुसुम samman:सम्मान jeevan:जीवन suraksha:सुरक्षा mudra:मुद्रा
    vishwakarma:विश्वकर्मा poshan:पोषण matru:मातृ vandan:वंदन sukanya:सुकन्या samriddhi:समृद्धि krishi:कृषि
    fasal:फसल sinchai:सिंचाई parivahan:परिवहन sahakari:सहकारी vigyan:विज्ञान shiksha:शिक्षा swasthya:स्वास्थ्य
    mahila:महिला yuva:युवा hindustan:हिंदुस्तान hindi:हिंदी bharatiya:भारतीय janata:जनता shatabdi:शताब्दी
    rajdhani:राजधानी duronto:दुरंतो vande:वंदे garib:ग़रीब rath:रथ navbharat:नवभारत tatkal:तत्काल
"""
NAMES = {
    name: said.replace("_", " ")
    for table in (_PERSONS, _PLACES, _BRANDS)
    for name, said in _table(table).items()
}
"""What is passed on, by the word in small letters."""
