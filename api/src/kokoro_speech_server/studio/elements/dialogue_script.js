import { parts } from "../dom.js";
import { castingFor } from "../dialogue/casting.js";

/** The dialog into which a script of lines "Name: text" is pasted. */
class DialogueScript extends HTMLElement {
  connect({ dialogue, voices, announce }) {
    const { dialog, form, text, problem } = parts(this);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const replaces = event.submitter?.value !== "append";
      const count = dialogue.paste(text.value, { replaces, voiceFor: castingFor(dialogue, voices) });
      problem.textContent = "There is no line with a text in it.";
      problem.hidden = count > 0;
      if (!count) return;
      text.value = "";
      dialog.close();
      announce(count === 1 ? "One line is there." : `${count} lines are there.`);
    });
  }
}

customElements.define("dialogue-script", DialogueScript);
