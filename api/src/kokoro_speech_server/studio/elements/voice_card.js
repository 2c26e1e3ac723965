import { create, icon } from "../dom.js";

/** One voice of the gallery, a list item. */
export class VoiceCard {
  #voice;
  #listen;
  #favourite;
  #use;

  /**
   * @param {import("../voices/voice_list.js").Voice} voice
   * @param {{onListen: () => void, onFavourite: () => void, onMix: () => void, onUse: () => void}} actions
   */
  constructor(voice, { onListen, onFavourite, onMix, onUse }) {
    this.#voice = voice;
    const { id, title, gender, grade } = voice;
    this.#listen = action("listen", { className: "listen icon-button", onclick: onListen });
    this.#favourite = action("favourite", { className: "quiet icon-button small favourite", onclick: onFavourite });
    this.#favourite.append(icon("heart"));
    this.#favourite.ariaLabel = `Favourite: ${title}`;
    this.#favourite.title = "Favourite";
    const mix = action("mix", { className: "quiet icon-button small", onclick: onMix }, icon("plus"));
    mix.ariaLabel = `Add ${title} to the mix`;
    mix.title = "Add to the mix";
    this.#use = action("use", { className: "small use", onclick: onUse });
    this.element = create(
      "li",
      { className: "voice-card" },
      this.#listen,
      create(
        "div",
        { className: "about" },
        create("strong", {}, title),
        create("span", { className: "faint" }, create("code", {}, id), ` · ${gender}`),
      ),
      create(
        "span",
        { className: "badge" },
        create("span", { className: "visually-hidden" }, grade ? "Grade " : "No grade"),
        grade ?? create("span", { ariaHidden: "true" }, "–"),
      ),
      create("div", { className: "actions" }, this.#use, mix, this.#favourite),
    );
  }

  /** @param {{isFavourite: boolean, isUsed: boolean, isHeard: boolean, isLoading: boolean}} state */
  show({ isFavourite, isUsed, isHeard, isLoading }) {
    const { title } = this.#voice;
    this.#favourite.ariaPressed = String(isFavourite);
    this.#use.textContent = isUsed ? "In use" : "Use";
    this.#use.ariaLabel = isUsed ? `${title} is in use` : `Use ${title}`;
    this.element.classList.toggle("used", isUsed);
    this.element.classList.toggle("heard", isHeard && !isLoading);
    this.#listen.ariaBusy = String(isLoading);
    this.#listen.ariaLabel = isHeard ? `Stop ${title}` : `Listen to ${title}`;
    this.#listen.replaceChildren(icon(isHeard ? "stop" : "play"));
  }
}

function action(name, properties, ...children) {
  return create("button", { type: "button", dataset: { action: name }, ...properties }, ...children);
}
