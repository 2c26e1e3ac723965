/** What was before changes that remove something, so that they can be undone. */

const MOST = 20;

export class UndoStack {
  #states = [];

  get isEmpty() {
    return this.#states.length === 0;
  }

  /** Remembers a copy of a state. The oldest ones are forgotten. */
  push(state) {
    this.#states = [...this.#states.slice(1 - MOST), structuredClone(state)];
  }

  /** The state that was remembered last, which is forgotten here. */
  pop() {
    return this.#states.pop();
  }
}
