import { parts } from "../dom.js";
import { castingFor } from "../dialogue/casting.js";
import { sampleText } from "../voices/sample_texts.js";
import { spoken } from "../voices/samples.js";
import { arrange } from "./arrange.js";
import { DialogueSpeaker } from "./dialogue_speaker.js";

/** The speakers of the dialogue, and the pause between their lines. */
class DialogueSpeakers extends HTMLElement {
  #parts;
  #collaborators;
  #speakers = new Map();

  connect(collaborators) {
    this.#parts = parts(this);
    this.#collaborators = collaborators;
    const { dialogue, voices, mixes, audition } = collaborators;
    const { add, pause } = this.#parts;
    add.addEventListener("click", () => this.#add());
    pause.addEventListener("input", () => dialogue.setPause(Number(pause.value)));
    dialogue.addEventListener("change", ({ detail }) => {
      this.#showPause();
      if (detail === "order") this.#show();
    });
    voices.addEventListener("change", () => this.#show());
    mixes.addEventListener("change", () => this.#show());
    audition.addEventListener("change", () => this.#showAudition());
    this.#show();
    this.#showPause();
  }

  #add() {
    const { dialogue, voices } = this.#collaborators;
    const voice = castingFor(dialogue, voices)(dialogue.speakers.map((speaker) => speaker.voice));
    const { id } = dialogue.addSpeaker({ name: `Speaker ${dialogue.speakers.length + 1}`, voice });
    this.#speakers.get(id).focus();
  }

  #show() {
    const { dialogue, voices, mixes } = this.#collaborators;
    const known = this.#speakers;
    this.#speakers = new Map(dialogue.speakers.map(({ id }) => [id, known.get(id) ?? this.#speaker(id)]));
    const state = { voices, mixes: mixes.list, isOnly: dialogue.speakers.length === 1 };
    arrange(this.#parts.list, [...this.#speakers.values()].map((speaker) => speaker.show(state)));
    this.#showAudition();
  }

  #speaker(id) {
    const { dialogue, announce } = this.#collaborators;
    return new DialogueSpeaker(id, dialogue, {
      onListen: () => this.#listen(id),
      onDelete: () => {
        dialogue.removeSpeaker(id);
        announce("The speaker and all lines of this name are removed. Undo brings them back.");
        this.#parts.add.focus();
      },
    });
  }

  async #listen(id) {
    const { dialogue, audition, server, voices, announce } = this.#collaborators;
    const { voice, speed } = dialogue.speakers.find((speaker) => speaker.id === id);
    if (audition.current === trial(id)) {
      audition.stop();
      return;
    }
    const body = { input: sampleText(voices.leader(voice)?.code), voice, speed };
    try {
      await audition.play(trial(id), (signal) => spoken(server, body, signal));
    } catch (error) {
      announce(error.message);
    }
  }

  #showAudition() {
    const { current, isLoading } = this.#collaborators.audition;
    for (const [id, speaker] of this.#speakers) speaker.showListening(current === trial(id), isLoading);
  }

  #showPause() {
    const { pause, pauseValue } = this.#parts;
    const seconds = this.#collaborators.dialogue.pause;
    if (Number(pause.value) !== seconds) pause.value = String(seconds);
    pause.style.setProperty("--filled", `${100 * (seconds / Number(pause.max))}%`);
    pauseValue.textContent = `${seconds.toFixed(1)} s`;
  }
}

/** The name of the trial of a speaker's voice. */
function trial(id) {
  return `speaker ${id}`;
}

customElements.define("dialogue-speakers", DialogueSpeakers);
