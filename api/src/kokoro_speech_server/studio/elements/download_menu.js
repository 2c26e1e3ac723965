import { create, icon, parts } from "../dom.js";
import { fileName } from "../downloads/file_name.js";
import { saveFile } from "../downloads/save_file.js";
import { audioFile, captionsFile } from "../downloads/server_file.js";
import { pcmFile, waveFile } from "../downloads/wave_file.js";

const HEARD = { wav: waveFile, pcm: pcmFile };
const FORMATS = ["mp3", "opus", "aac", "flac"];
const CAPTIONS = ["srt", "vtt"];

/** Downloads of what was heard, and of the same speech in other formats, which the server makes. */
class DownloadMenu extends HTMLElement {
  #draft;
  #server;
  #playback;
  #announce;
  #abort = null;

  connect({ draft, server, playback, announce }) {
    this.#draft = draft;
    this.#server = server;
    this.#playback = playback;
    this.#announce = announce;
    const choices = this.querySelector(".download-choices");
    choices.append(
      this.#title("As it was heard"),
      ...Object.keys(HEARD).map((format) => this.#choice(format, () => this.#saveHeard(format))),
      this.#title("Made by the server"),
      ...FORMATS.map((format) => this.#choice(format, () => this.#saveMade(format, audioFile))),
      this.#title("Captions"),
      ...CAPTIONS.map((format) => this.#choice(format, () => this.#saveMade(format, captionsFile))),
    );
    choices.parentElement.addEventListener("beforetoggle", () => this.#update());
    parts(this).cancel.addEventListener("click", () => this.#abort?.abort());
  }

  #title(text) {
    return create("p", { className: "menu-title" }, text);
  }

  #choice(format, onclick) {
    return create("button", { type: "button", onclick, value: format }, icon("download"), format.toUpperCase());
  }

  #update() {
    const { recording } = this.#playback;
    for (const button of this.querySelectorAll(".download-choices button")) {
      button.disabled = button.value in HEARD ? !recording?.frames : !this.#source.body.input && !this.#source.route;
    }
  }

  /** What is heard, or else the draft. */
  get #source() {
    const { source, body } = this.#playback;
    return source ? { ...source, body } : { body: this.#draft.fields() };
  }

  get #text() {
    const { text, body } = this.#source;
    return text ?? body.input ?? "";
  }

  async #saveHeard(format) {
    const { recording } = this.#playback;
    saveFile(await HEARD[format](recording), fileName(this.#text, format));
    if (!recording.complete) this.#announce("Saved what has come so far.");
  }

  async #saveMade(format, make) {
    this.#abort?.abort();
    const abort = (this.#abort = new AbortController());
    const name = fileName(this.#text, format);
    const label = format.toUpperCase();
    this.#show(`Making ${label} …`);
    try {
      const file = await make(this.#server, this.#source, format, {
        signal: abort.signal,
        onProgress: (bytes) => this.#show(`Making ${label}: ${(bytes / 1e6).toFixed(1)} MB`),
        onRefused: (seconds) => this.#show(`${label}: the server is full, next try in ${Math.ceil(seconds)} s`),
      });
      saveFile(file, name);
      this.#announce(`Saved ${name}.`);
    } catch (error) {
      if (!abort.signal.aborted) this.#announce(`${label} could not be made: ${error.message}`);
    }
    if (this.#abort === abort) this.#show("");
  }

  #show(text) {
    const { cancel, progress } = parts(this);
    progress.textContent = text;
    cancel.hidden = !text;
  }
}

customElements.define("download-menu", DownloadMenu);
