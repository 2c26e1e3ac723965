"""Abbreviations in Hindi texts."""

import re

from kokoro_speech_server.text.abbreviations.table import Abbreviations

HINDI = Abbreviations(
    inner={
        "डॉ.": "डॉक्टर", "डा.": "डॉक्टर", "Dr.": "डॉक्टर", "प्रो.": "प्रोफ़ेसर", "पं.": "पंडित", "कु.": "कुमारी",
        "स्व.": "स्वर्गीय",
        "इंजी.": "इंजीनियर", "एड.": "एडवोकेट", "श्री.": "", "रु.": "", "रू.": "", "rs.": "", "mr.": "", "mrs.": "",
        "ms.": "", "shri.": "", "smt.": "", "st.": "", "कि.": "", "मि.": "", "से.": "", "ई.": "", "क्रमांक.": "",
        **dict.fromkeys(
            "बी. सी. डी. एफ. एच. जे. के. एल. एम. एन. पी. क्यू. आर. एस. टी. यू. वी. डब्ल्यू. एक्स. वाई. ज़ेड.".split(), ""
        ),
    },
    numbered={
        "सं.": "संख्या", "पृ.": "पृष्ठ", "नं.": "नंबर", "क्र.": "क्रमांक", "मो.": "मोबाइल", "अनु.": "अनुच्छेद",
        "फ़ो.": "फ़ोन", "no.": "",
        "vol.": "", "धा.": "धारा", "खं.": "खंड", "अ.": "अध्याय",
    },
    last={"sq. ft.": "वर्ग फ़ुट"},
    units=frozenset("मी. ली. ग्रा. किमी. सेमी. मिमी. किग्रा. मिग्रा. मिली. kg. km. cm. gm. ml. ft. sq.".split()),
    pattern=re.compile(r"[^.]{0,200}+\..{0,200}+|[^नव]"),
)  # fmt: skip
"""The pattern is for letters with points between them, and single letters but for two words: उ.प्र., श्री अ. कुमार"""
