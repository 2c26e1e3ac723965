/** A stand-in for the browser's sound, which Node does not have: its clock moves when a test says so. */

const BLOCK = 128;

/** An AudioContext that collects what is heard. */
export class FakeAudioContext extends EventTarget {
  state = "suspended";
  currentTime = 0;
  destination = {};
  /** Every sample that was rendered, as a number from -1 to 1. */
  heard = [];
  /** Whether the browser lets a page sound; without that, `resume` waits. */
  allowed = true;
  /** Resolves when the page has connected something that sounds. */
  connected;
  #connect;
  #render = () => {};
  #blockFrames = BLOCK;
  #held = null; // messages that have not arrived yet
  #due = 0; // seconds that have passed without a whole block

  /** @param {{hasWorklets?: boolean, outputLatency?: number, sampleRate?: number}} [options] */
  constructor({ hasWorklets = true, outputLatency = 0.04, sampleRate = 24_000 } = {}) {
    super();
    Object.assign(this, { outputLatency, sampleRate });
    this.connected = new Promise((resolve) => (this.#connect = resolve));
    if (hasWorklets) this.audioWorklet = { addModule: (url) => this.#addModule(url) };
  }

  createGain() {
    return { gain: { value: 1, setTargetAtTime: (value) => (this.gain = value) }, connect() {} };
  }

  createScriptProcessor(frames) {
    const node = { connect: this.#connect, onaudioprocess: null };
    this.#blockFrames = frames;
    this.#render = (block) =>
      node.onaudioprocess({ outputBuffer: { getChannelData: () => block }, playbackTime: this.currentTime });
    return node;
  }

  async resume() {
    if (this.allowed) this.#become("running");
  }

  async suspend() {
    this.#become("suspended");
  }

  /** Lets time pass, in which whole blocks are rendered. */
  advance(seconds) {
    if (this.state !== "running") return;
    this.#due += seconds;
    while (this.#due >= this.#blockFrames / this.sampleRate) {
      const block = new Float32Array(this.#blockFrames);
      this.#render(block);
      this.heard.push(...block);
      this.currentTime += block.length / this.sampleRate;
      this.#due -= block.length / this.sampleRate;
    }
  }

  /** Runs the module of a worklet in this thread; its messages arrive at once. */
  async #addModule(url) {
    const context = this;
    let Processor;
    globalThis.sampleRate = this.sampleRate;
    globalThis.AudioWorkletProcessor = class {
      port = FakeAudioContext.port;
    };
    globalThis.registerProcessor = (_name, processor) => (Processor = processor);
    await import(`${url}?${Math.random()}`);
    globalThis.AudioWorkletNode = class {
      constructor() {
        const [near, far] = context.#ports();
        this.port = near;
        FakeAudioContext.port = far;
        const processor = new Processor();
        context.#render = (block) => {
          globalThis.currentTime = context.currentTime;
          processor.process([], [[block]]);
        };
      }

      connect() {
        context.#connect();
      }
    };
  }

  /** What leaves the loudspeaker between two times, in seconds from now. */
  heardBetween(from, to) {
    const [start, end] = [from, to].map((time) => (this.currentTime - this.outputLatency + time) * this.sampleRate);
    return this.heard.slice(Math.max(0, Math.round(start)), Math.max(0, Math.round(end)));
  }

  /** From now on, what the worklet says arrives only when the result is called. */
  holdMessages() {
    const held = (this.#held = []);
    return () => {
      this.#held = null;
      for (const deliver of held) deliver();
    };
  }

  /** Two ends of a channel, which moves the memory that is transferred as a real one does. */
  #ports() {
    const [near, far] = [{}, {}];
    near.postMessage = (data, transfer) => far.onmessage({ data: structuredClone(data, { transfer }) });
    far.postMessage = (data) => {
      if (this.#held) this.#held.push(() => near.onmessage({ data }));
      else near.onmessage({ data });
    };
    return [near, far];
  }

  #become(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}
