import { create, parts } from "../dom.js";
import { countDifferences, differences } from "../reading/differences.js";
import { isAboutText } from "./text_editor.js";

const STEP = 200;

/** "What will be said": the sentences as the server says them, with what differs from the text marked in both. */
class SpokenText extends HTMLElement {
  #reading;
  #limit = STEP;

  connect({ reading }) {
    this.#reading = reading;
    const { onlyChanged, more } = parts(this);
    reading.addEventListener("change", () => this.#show());
    onlyChanged.addEventListener("change", () => this.#show());
    more.addEventListener("click", () => {
      this.#limit += STEP;
      this.#show();
    });
    this.#show();
  }

  #show() {
    const { state, result, error } = this.#reading;
    const { note, list, more, onlyChanged } = parts(this);
    this.ariaBusy = String(state === "loading");
    const sentences = (state === "failed" ? null : result)?.sentences ?? [];
    const chosen = onlyChanged.checked ? sentences.filter((one) => this.#count([one])) : sentences;
    if (state !== "loading") note.textContent = state === "failed" ? problem(error) : this.#summary(sentences);
    const hasVoices = sentences.some(({ voice }) => voice !== sentences[0].voice);
    list.replaceChildren(
      ...chosen.slice(0, this.#limit).map((one, i) => this.#item(one, hasVoices && one.voice !== chosen[i - 1]?.voice)),
    );
    more.hidden = chosen.length <= this.#limit;
  }

  #count(sentences) {
    return sentences.reduce((sum, one) => sum + countDifferences(this.#reading.result.text, one), 0);
  }

  #summary(sentences) {
    if (sentences.length === 0) return "Nothing yet.";
    const count = this.#count(sentences);
    if (count === 0) return "Exactly what is written.";
    return count === 1 ? "One stretch is said otherwise." : `${count} stretches are said otherwise.`;
  }

  #item(sentence, hasOtherVoice) {
    const { written, said } = differences(this.#reading.result.text, sentence);
    return create(
      "li",
      {},
      hasOtherVoice && create("span", { className: "badge" }, sentence.voice),
      this.#count([sentence]) > 0 && create("p", { className: "written", dir: "auto" }, ...marked("del", written)),
      create("p", { className: "said", dir: "auto" }, ...marked("ins", said)),
    );
  }
}

function marked(name, stretches) {
  return stretches.map(({ text, isChanged }) => (isChanged ? create(name, { className: "changed" }, text) : text));
}

function problem(error) {
  return isAboutText(error) ? "The message beside the text says what is wrong." : error.message;
}

customElements.define("spoken-text", SpokenText);
