import { create, icon, parts } from "../dom.js";

/** The mixes that have names: opened in the mixer, used, renamed, deleted. */
class MixList extends HTMLElement {
  #parts;
  #collaborators;

  connect(collaborators) {
    this.#parts = parts(this);
    this.#collaborators = collaborators;
    collaborators.mixes.addEventListener("change", () => this.#show());
    this.#show();
  }

  #show() {
    const { list } = this.#collaborators.mixes;
    this.hidden = list.length === 0;
    this.#parts.list.replaceChildren(...list.map((mix) => this.#item(mix)));
  }

  #item({ name, formula }) {
    const { mixes, mixer, voices, announce, draft, openView } = this.#collaborators;
    const item = create("li", { className: "named-mix" });
    const open = async () => {
      try {
        await voices.load();
        mixer.read(formula);
        document.querySelector("voice-mixer").scrollIntoView({ block: "center" });
        announce(`"${name}" is in the mixer.`);
      } catch (error) {
        announce(error.message); // kept from a server with other voices
      }
    };
    const use = () => {
      draft.update({ voice: formula });
      announce(`"${name}" speaks from now on.`);
      openView("speak");
    };
    const remove = () => {
      mixes.delete(name);
      announce(`"${name}" is deleted.`);
      (this.querySelector("button") ?? document.querySelector("voice-mixer input")).focus();
    };
    item.append(
      create("div", { className: "about" }, create("strong", { dir: "auto" }, name), create("code", { className: "faint" }, formula)),
      create(
        "div",
        { className: "actions" },
        create("button", { type: "button", className: "small", ariaLabel: `Use ${name}`, onclick: use }, "Use"),
        create("button", { type: "button", className: "small", ariaLabel: `Open ${name} in the mixer`, onclick: open }, "Open"),
        button("edit", `Rename ${name}`, () => this.#rename(item, name)),
        button("trash", `Delete ${name}`, remove),
      ),
    );
    return item;
  }

  /** Shows a field for the new name in place of the mix. */
  #rename(item, name) {
    const input = create("input", { value: name, dir: "auto", ariaLabel: `New name of ${name}`, maxLength: 60 });
    const problem = create("p", { className: "problem", role: "alert", hidden: true });
    const cancel = () => {
      this.#show();
      this.querySelector(`[aria-label="${CSS.escape(`Rename ${name}`)}"]`)?.focus();
    };
    const form = create(
      "form",
      { className: "rename" },
      input,
      create("button", { className: "small" }, "Rename"),
      create("button", { type: "button", className: "quiet small", onclick: cancel }, "Cancel"),
      problem,
    );
    form.addEventListener("keydown", (event) => event.key === "Escape" && cancel());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      try {
        this.#collaborators.mixes.rename(name, input.value);
        this.#collaborators.announce("The mix has its new name.");
        this.querySelector("button")?.focus();
      } catch (error) {
        problem.textContent = error.message;
        problem.hidden = false;
        input.focus();
      }
    });
    item.replaceChildren(form);
    input.select();
  }
}

function button(name, label, onclick) {
  return create("button", { type: "button", className: "quiet icon-button small", ariaLabel: label, title: label, onclick }, icon(name));
}

customElements.define("mix-list", MixList);
