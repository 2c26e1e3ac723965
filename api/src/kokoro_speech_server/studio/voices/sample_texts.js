/**
 * What voices say when they are tried: by the letter of their language, one sentence that lets a voice be heard, and
 * one that carries a word whose pronunciation is tried.
 */

const TEXTS = {
  a: {
    sample: "The kettle was already singing when I got home, so we sat by the window and talked until the rain let up.",
    carrier: "People often ask me about {word}, and I am always glad when they do.",
  },
  b: {
    sample: "We took the slow train up the coast, and by half past four the whole carriage smelled of oranges and wet wool.",
    carrier: "I had never heard of {word} before, but now it comes up every week.",
  },
  e: {
    sample: "Cuando bajó el calor, mi abuela sacó las sillas al patio y empezó a contarnos historias de su pueblo.",
    carrier: "Ayer me hablaron de {word} y todavía sigo pensando en eso.",
  },
  f: {
    sample: "Ce matin, la boulangère m’a gardé un pain encore tiède, et toute la rue sentait bon le beurre et le café.",
    carrier: "On m’a parlé de {word} hier soir, et j’y pense encore.",
  },
  h: {
    sample: "बारिश रुकते ही बच्चे गली में निकल आए, और माँ ने सबके लिए गरम-गरम पकौड़े तल दिए।",
    carrier: "कल किसी ने मुझसे {word} के बारे में पूछा था।",
  },
  i: {
    sample: "Appena fa sera, mio zio apre le finestre, mette su il caffè e chiama tutti a tavola per due chiacchiere.",
    carrier: "Ieri mi hanno parlato di {word}, e ci penso ancora.",
  },
  j: {
    sample: "雨があがったので、駅前の小さな喫茶店まで歩いて、窓ぎわの席で温かいお茶を飲みました。",
    carrier: "きのう、友だちと{word}の話をしました。",
  },
  p: {
    sample: "No fim da tarde, a gente levava as cadeiras para a calçada e ficava conversando até o café esfriar.",
    carrier: "Ontem me falaram sobre {word}, e eu gostei muito da ideia.",
  },
  z: {
    sample: "雨停了以后，我们沿着河边慢慢走回家，路上还买了两个刚出炉的烧饼。",
    carrier: "昨天有人跟我聊起了{word}，我觉得很有意思。",
  },
};

/**
 * A sentence in a language.
 * @param {string} [code]  the letter of the language; American English if it has no text here
 */
export function sampleText(code) {
  return (TEXTS[code] ?? TEXTS.a).sample;
}

/**
 * A sentence in a language that contains a word.
 * @param {string} word
 * @param {string} [code]
 */
export function sentenceWith(word, code) {
  return (TEXTS[code] ?? TEXTS.a).carrier.replace("{word}", () => word);
}
