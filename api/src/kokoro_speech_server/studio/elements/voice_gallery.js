import { create, parts } from "../dom.js";
import { EVERYTHING, filtered, grouped } from "../voices/filter.js";
import { VoiceCard } from "./voice_card.js";

const STEPS = { ArrowDown: 1, ArrowUp: -1 };

/** All voices by language, to be searched, listened to, kept as favourites, used, and put into the mixer. */
class VoiceGallery extends HTMLElement {
  #parts;
  #collaborators;
  #cards = new Map();

  connect(collaborators) {
    this.#parts = parts(this);
    this.#collaborators = collaborators;
    const { voices, preferences, draft, audition, server } = collaborators;
    this.#bindFilter();
    this.addEventListener("keydown", (event) => this.#move(event));
    voices.addEventListener("change", () => this.#fill());
    preferences.addEventListener("change", ({ detail }) => detail === "favourites" && this.#show());
    draft.addEventListener("change", () => this.#showCards());
    audition.addEventListener("change", () => this.#showCards());
    server.addEventListener("keychange", () => this.#load());
    this.#parts.again.addEventListener("click", () => this.#load());
    this.#load();
  }

  async #load() {
    const { unavailable, reason } = this.#parts;
    try {
      await this.#collaborators.voices.load();
      unavailable.hidden = true;
    } catch (error) {
      unavailable.hidden = false;
      reason.textContent = `The voices can't be listed. ${error.message}`;
    }
  }

  get #favourites() {
    return new Set(this.#collaborators.preferences.get("favourites", []));
  }

  get #filter() {
    const { search, language, grade, favourites } = this.#parts;
    return {
      search: search.value,
      language: language.value,
      gender: this.querySelector("[name=voice-gender]:checked").value,
      grade: grade.value,
      favourites: favourites.ariaPressed === "true",
    };
  }

  set #filter(filter) {
    const { search, language, grade, favourites } = this.#parts;
    for (const [control, value] of [
      [search, filter.search],
      [language, filter.language],
      [grade, filter.grade],
    ]) {
      control.value = value;
    }
    const genders = [...this.querySelectorAll("[name=voice-gender]")];
    (genders.find((choice) => choice.value === filter.gender) ?? genders[0]).checked = true;
    favourites.ariaPressed = String(filter.favourites);
  }

  #bindFilter() {
    const { search, language, grade, favourites, reset } = this.#parts;
    const changed = () => {
      this.#collaborators.preferences.set("voiceFilter", this.#filter);
      this.#show();
    };
    search.addEventListener("input", changed);
    for (const control of [language, grade, ...this.querySelectorAll("[name=voice-gender]")]) {
      control.addEventListener("change", changed);
    }
    favourites.addEventListener("click", () => {
      favourites.ariaPressed = String(favourites.ariaPressed !== "true");
      changed();
    });
    reset.addEventListener("click", () => {
      this.#filter = EVERYTHING;
      changed();
      search.focus();
    });
  }

  #fill() {
    const { voices, preferences } = this.#collaborators;
    const { language } = this.#parts;
    const options = voices.languages.map(({ code, language_name }) => new Option(language_name, code));
    language.replaceChildren(new Option("All languages", ""), ...options);
    this.#filter = { ...EVERYTHING, ...preferences.get("voiceFilter", {}) };
    this.#cards = new Map(voices.all.map((voice) => [voice.id, this.#card(voice)]));
    this.#show();
  }

  #card(voice) {
    const { draft, preferences, announce, openView } = this.#collaborators;
    return new VoiceCard(voice, {
      onListen: () => this.#listen(voice),
      onFavourite: () => {
        const favourites = this.#favourites;
        if (!favourites.delete(voice.id)) favourites.add(voice.id);
        preferences.set("favourites", [...favourites]);
      },
      onMix: () => this.#mix(voice),
      onUse: () => {
        draft.update({ voice: voice.id });
        announce(`${voice.title} speaks from now on.`);
        openView("speak");
      },
    });
  }

  #mix({ id, title }) {
    const { mixer, announce } = this.#collaborators;
    try {
      mixer.add(id);
      announce(`${title} is in the mix.`);
    } catch (error) {
      announce(error.message);
    }
  }

  async #listen(voice) {
    const { audition, samples } = this.#collaborators;
    this.#parts.problem.hidden = true;
    if (audition.current === voice.id) {
      audition.stop();
      return;
    }
    try {
      await audition.play(voice.id, (signal) => samples.file(voice, signal));
    } catch (error) {
      this.#parts.problem.textContent = `${voice.title} can't be heard now. ${error.message}`;
      this.#parts.problem.hidden = false;
    }
  }

  #show() {
    const { groups, count, none } = this.#parts;
    const { voices } = this.#collaborators;
    const shown = filtered(voices.all, this.#filter, this.#favourites);
    groups.replaceChildren(...grouped(shown).map(([name, members]) => this.#group(name, members)));
    count.textContent = voices.all.length ? `${shown.length} of ${voices.all.length} voices` : "";
    none.hidden = shown.length > 0 || voices.all.length === 0;
    this.#showCards();
  }

  #group(name, members) {
    const id = `voices-${members[0].code}`;
    const heading = create("h3", { id }, name, " ", create("span", { className: "faint figures" }, String(members.length)));
    const list = create("ul", { className: "voice-list" }, ...members.map(({ id: voice }) => this.#cards.get(voice).element));
    list.setAttribute("role", "list");
    list.setAttribute("aria-labelledby", id);
    return create("section", {}, heading, list);
  }

  #showCards() {
    const { audition, draft } = this.#collaborators;
    const favourites = this.#favourites;
    for (const [id, card] of this.#cards) {
      card.show({
        isFavourite: favourites.has(id),
        isUsed: draft.voice === id,
        isHeard: audition.current === id,
        isLoading: audition.current === id && audition.isLoading,
      });
    }
  }

  /** The arrow keys up and down go to the same button of the neighbouring card. */
  #move(event) {
    const button = event.target.closest?.(".voice-card button");
    const step = STEPS[event.key];
    if (!button || !step || event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = [...this.querySelectorAll(`.voice-card [data-action="${button.dataset.action}"]`)];
    buttons[buttons.indexOf(button) + step]?.focus();
    event.preventDefault();
  }
}

customElements.define("voice-gallery", VoiceGallery);
