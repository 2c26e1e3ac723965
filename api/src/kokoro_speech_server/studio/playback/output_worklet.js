/** Renders the sample queue in the browser's audio thread. */

import { SampleQueue } from "./sample_queue.js";

class OutputProcessor extends AudioWorkletProcessor {
  #queue = new SampleQueue(sampleRate);

  constructor() {
    super();
    this.port.onmessage = ({ data: [method, argument] }) => this.#queue[method](argument);
  }

  process(_inputs, [[block]]) {
    for (const report of this.#queue.render(block, currentTime)) this.port.postMessage(report);
    return true;
  }
}

registerProcessor("output", OutputProcessor);
