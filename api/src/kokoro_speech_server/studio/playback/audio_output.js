/** The loudspeaker: plays samples without gaps and knows which one is heard now. */

import { SAMPLE_RATE } from "../server/speech_stream.js";
import { SampleQueue } from "./sample_queue.js";

const SCRIPT_FRAMES = 2048;
const TIMELINE_S = 3;

/**
 * Dispatches "low" when it needs more samples, "dry" when it has rendered all of them, and "state" when the browser
 * starts or stops the sound.
 */
export class AudioOutput extends EventTarget {
  #create;
  #context = null;
  #gain = null;
  #node = null;
  #send = null; // to the queue; null until the node is ready
  #unsent = []; // messages for the queue
  #generation = 0;
  #written = 0;
  #volume = 1;
  #timeline = []; // where the sound was at which time of the context, since the last clear

  /** @param {() => AudioContext} [create] */
  constructor(create = () => new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: "interactive" })) {
    super();
    this.#create = create;
  }

  /** Whether the browser plays sound; it may wait for a click. */
  get isRunning() {
    return this.#context?.state === "running";
  }

  /** Frames written since the last clear. */
  get written() {
    return this.#written;
  }

  /** Frames heard since the last clear. */
  get position() {
    return this.#context ? this.#frameAt(this.#context.currentTime - this.#latency) : 0;
  }

  /** Frames rendered since the last clear: the browser has them, even if they are not heard yet. */
  get rendered() {
    return this.#context ? this.#frameAt(this.#context.currentTime) : 0;
  }

  /** Frames that wait to be rendered. */
  get buffered() {
    return this.#written - this.rendered;
  }

  /** Factor of the loudness, 0 to 1. */
  get volume() {
    return this.#volume;
  }

  set volume(volume) {
    this.#volume = volume;
    this.#gain?.gain.setTargetAtTime(volume, this.#context.currentTime, 0.01);
  }

  /** Starts the sound. The browser may allow it only within a click. */
  resume() {
    if (!this.#context) this.#open();
    this.#context.resume().catch(() => {}); // The page is about to close.
  }

  pause() {
    this.#context?.suspend().catch(() => {});
  }

  /** @param {Int16Array} samples  whose memory now belongs to the output */
  write(samples) {
    this.#written += samples.length;
    this.#post("write", samples, [samples.buffer]);
  }

  /** Drops everything and counts from 0 again. */
  clear() {
    this.#generation += 1;
    this.#written = 0;
    this.#timeline = [];
    this.#post("clear", this.#generation);
  }

  /** Drops what comes after so many frames since the last clear. What has been rendered is heard. */
  truncate(frame) {
    this.#written = Math.min(this.#written, frame);
    this.#post("truncate", frame);
  }

  get #latency() {
    return this.#context.outputLatency ?? this.#context.baseLatency ?? 0;
  }

  #open() {
    this.#context = this.#create();
    this.#gain = this.#context.createGain();
    this.#gain.gain.value = this.#volume;
    this.#gain.connect(this.#context.destination);
    this.#context.addEventListener("statechange", () => this.dispatchEvent(new Event("state")));
    this.#connect();
  }

  /** Connects the queue. Pages that did not come by https have no audio worklets. */
  async #connect() {
    this.#send = await this.#openWorklet().catch(() => this.#openScriptProcessor());
    for (const message of this.#unsent) this.#send(...message);
    this.#unsent = [];
  }

  async #openWorklet() {
    await this.#context.audioWorklet.addModule(new URL("./output_worklet.js", import.meta.url));
    const node = new AudioWorkletNode(this.#context, "output", { numberOfInputs: 0, outputChannelCount: [1] });
    node.port.onmessage = ({ data }) => this.#report(data);
    node.connect(this.#gain);
    return (method, argument, transfer) => node.port.postMessage([method, argument], transfer);
  }

  #openScriptProcessor() {
    const queue = new SampleQueue(SAMPLE_RATE);
    const node = this.#context.createScriptProcessor(SCRIPT_FRAMES, 0, 1);
    node.onaudioprocess = ({ outputBuffer, playbackTime }) => {
      for (const report of queue.render(outputBuffer.getChannelData(0), playbackTime)) this.#report(report);
    };
    node.connect(this.#gain);
    this.#node = node; // Browsers forget a node that nothing refers to.
    return (method, argument) => queue[method](argument);
  }

  #post(method, argument, transfer = []) {
    if (this.#send) this.#send(method, argument, transfer);
    else this.#unsent.push([method, argument, transfer]);
  }

  /** @param {import("./sample_queue.js").Report} report */
  #report({ kind, time, frame, generation }) {
    if (generation !== this.#generation) return;
    if (kind === "low") {
      this.dispatchEvent(new Event("low"));
      return;
    }
    this.#timeline.push({ time, frame, isRunning: kind === "start" });
    while (this.#timeline.length > 1 && this.#timeline[1].time < time - TIMELINE_S) this.#timeline.shift();
    if (kind === "stop") this.dispatchEvent(new Event("dry"));
  }

  /** The frame that is rendered at a time of the context. */
  #frameAt(time) {
    const index = this.#timeline.findLastIndex((entry) => entry.time <= time);
    if (index === -1) return this.#timeline[0]?.frame ?? 0;
    const entry = this.#timeline[index];
    const frame = entry.frame + (entry.isRunning ? (time - entry.time) * SAMPLE_RATE : 0);
    return Math.min(frame, this.#timeline[index + 1]?.frame ?? this.#written);
  }
}
