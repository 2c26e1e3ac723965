/**
 * An AudioContext whose time runs SPEED times as fast as ours, and which nobody hears: a page takes an hour of audio in a
 * minute. It has no worklets, so that the page renders its sound by script.
 */
(() => {
  const TICK_MS = 5;

  class FastAudioContext extends EventTarget {
    state = "suspended";
    destination = {};
    outputLatency = 0;
    #rate;
    #frames = 0;
    #node = null;
    #timer = null;
    #last = 0;

    constructor({ sampleRate }) {
      super();
      this.#rate = sampleRate;
    }

    get currentTime() {
      return this.#frames / this.#rate;
    }

    createGain() {
      return { gain: { value: 1, setTargetAtTime() {} }, connect() {} };
    }

    createScriptProcessor(frames) {
      const samples = new Float32Array(frames);
      this.#node = { frames, samples, onaudioprocess: null, connect() {} };
      return this.#node;
    }

    async resume() {
      if (this.state === "running") return;
      this.#last = performance.now();
      this.#timer = setInterval(() => this.#run(), TICK_MS);
      this.#become("running");
    }

    async suspend() {
      clearInterval(this.#timer);
      this.#become("suspended");
    }

    #become(state) {
      this.state = state;
      this.dispatchEvent(new Event("statechange"));
    }

    #run() {
      const now = performance.now();
      const due = this.#frames + ((now - this.#last) / 1000) * this.#rate * SPEED;
      this.#last = now;
      if (!this.#node) return;
      const { frames, samples } = this.#node;
      for (; this.#frames + frames <= due; this.#frames += frames) {
        const outputBuffer = { getChannelData: () => samples };
        this.#node.onaudioprocess?.({ outputBuffer, playbackTime: this.currentTime });
      }
    }
  }

  globalThis.AudioContext = FastAudioContext;
})();
