/*
 * Sound that no device plays and whose clock is the page's, which the tests can stop and step; `soundRate` of its seconds
 * pass in one of the page's. It has no worklets, like pages that did not come by https, and as little of the rest of Web
 * Audio as the page needs.
 */
globalThis.soundRate ??= 1;
globalThis.AudioContext = class extends EventTarget {
  state = "suspended";
  outputLatency = 0;
  baseLatency = 0;
  destination = {};
  audioWorklet = { addModule: () => Promise.reject(new Error("There are no worklets.")) };
  #heard = 0;
  #since = 0;

  get currentTime() {
    const now = performance.now();
    if (this.state === "running") this.#heard += (soundRate * (now - this.#since)) / 1000;
    this.#since = now;
    return this.#heard;
  }

  async resume() {
    this.#turn("running");
  }

  async suspend() {
    this.#turn("suspended");
  }

  createGain() {
    return { gain: { value: 1, setTargetAtTime() {} }, connect() {}, disconnect() {} };
  }

  createScriptProcessor(frames) {
    const node = { onaudioprocess: null, connect() {}, disconnect() {} };
    let rendered = 0; // seconds
    const render = () => {
      while (this.state === "running" && rendered < this.currentTime + 0.1) {
        const samples = new Float32Array(frames);
        node.onaudioprocess?.({ outputBuffer: { getChannelData: () => samples }, playbackTime: rendered });
        rendered += frames / 24000;
      }
    };
    setInterval(render, 5);
    // A device renders nothing for the time before it runs, however late the page was when it stopped.
    this.addEventListener("statechange", () => {
      rendered = Math.max(rendered, this.currentTime);
    });
    return node;
  }

  async #turn(state) {
    await null; // as browsers do, later
    this.currentTime; // up to here, in the state so far
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
};
