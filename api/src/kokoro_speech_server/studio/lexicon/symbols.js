/** The symbols of pronunciations, with the words in which they are heard. */

/** @type {{group: string, symbols: [string, string][]}[]} */
export const SYMBOLS = [
  {
    group: "Stress and length",
    symbols: [
      ["ˈ", "stress, before the syllable"],
      ["ˌ", "weaker stress, before the syllable"],
      ["ː", "long, after the vowel"],
      [".", "between syllables"],
    ],
  },
  {
    group: "Vowels",
    symbols: [
      ["i", "as in see"],
      ["ɪ", "as in sit"],
      ["ɛ", "as in bed"],
      ["æ", "as in cat"],
      ["ɑ", "as in father"],
      ["ɒ", "as in British hot"],
      ["ɔ", "as in law"],
      ["ʊ", "as in put"],
      ["u", "as in too"],
      ["ʌ", "as in cup"],
      ["ə", "as in about"],
      ["ɜ", "as in bird"],
      ["ᵻ", "as in roses"],
    ],
  },
  {
    group: "Diphthongs",
    symbols: [
      ["eɪ", "as in day"],
      ["aɪ", "as in my"],
      ["aʊ", "as in now"],
      ["oʊ", "as in go"],
      ["əʊ", "as in British go"],
      ["ɔɪ", "as in boy"],
    ],
  },
  {
    group: "Consonants",
    symbols: [
      ["ɡ", "as in go"],
      ["ŋ", "as in sing"],
      ["θ", "as in thin"],
      ["ð", "as in this"],
      ["ʃ", "as in she"],
      ["ʒ", "as in vision"],
      ["tʃ", "as in chin"],
      ["dʒ", "as in jam"],
      ["j", "as in yes"],
      ["ɹ", "as in red"],
      ["ɾ", "as in American water"],
      ["ʔ", "as in the middle of uh-oh"],
    ],
  },
  {
    group: "Other languages",
    symbols: [
      ["a", "as in Spanish casa"],
      ["e", "as in Spanish mesa"],
      ["o", "as in Spanish solo"],
      ["y", "as in French tu"],
      ["ø", "as in French peu"],
      ["œ", "as in French neuf"],
      ["\u0303", "nasal, after the vowel"],
      ["ʁ", "as in French rue"],
      ["r", "rolled, as in Spanish perro"],
      ["ɲ", "as in Spanish año"],
      ["ʎ", "as in Italian figlio"],
      ["x", "as in Spanish jota"],
      ["ç", "as in German ich"],
      ["β", "as in Spanish lobo"],
      ["ɣ", "as in Spanish lago"],
    ],
  },
];

const IPA = { A: "eɪ", I: "aɪ", W: "aʊ", O: "oʊ", Q: "əʊ", Y: "ɔɪ", ʧ: "tʃ", ʤ: "dʒ", ʦ: "ts", ʣ: "dz" };

/**
 * Phonemes in IPA, without the symbols that only the model has.
 * @param {string} phonemes  as /dev/phonemize returns them
 */
export function ipa(phonemes) {
  return phonemes.replace(/[AIWOQYʧʤʦʣ]/g, (symbol) => IPA[symbol]);
}

/**
 * A pronunciation after a symbol was put into it. What is no IPA yet becomes so by slashes.
 * @param {string} pronunciation
 * @param {string} symbol
 * @param {number} start  of what the symbol replaces
 * @param {number} end
 * @returns {{pronunciation: string, caret: number}}
 */
export function inserted(pronunciation, symbol, start, end) {
  const isIpa = pronunciation.startsWith("/");
  const open = isIpa ? "" : "/";
  const from = isIpa ? Math.max(1, start) : start;
  const isClosed = isIpa && pronunciation.length > 1 && pronunciation.endsWith("/");
  const last = isClosed ? pronunciation.length - 1 : pronunciation.length;
  const [left, right] = [Math.min(from, last), Math.min(Math.max(from, end), last)];
  const before = open + pronunciation.slice(0, left) + symbol;
  return { pronunciation: `${before}${pronunciation.slice(right, last)}/`, caret: before.length };
}
