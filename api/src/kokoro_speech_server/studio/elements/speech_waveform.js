import { clock, inWords } from "../durations.js";
import { SAMPLE_RATE } from "../server/speech_stream.js";

const BAR = 2;
const GAP = 1.5;
const STEP_S = 5;
const PAGE_S = 30;
const LOWEST_BAR = 2;

/** The waveform of what plays: heard, come, still to come. A slider for keys, pointers and screen readers. */
class SpeechWaveform extends HTMLElement {
  #playback;
  #canvas;
  #colors = {};
  #isDragged = false;
  #hovered = null; // x of the pointer
  #drawn = "";

  connect({ playback }) {
    this.#playback = playback;
    this.#canvas = this.querySelector("canvas");
    new ResizeObserver(() => this.draw()).observe(this);
    for (const type of ["state", "progress", "recording"]) playback.addEventListener(type, () => this.draw());
    document.addEventListener("themechange", () => this.#repaint());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#repaint());
    this.addEventListener("keydown", (event) => this.#press(event));
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointercancel", "pointerleave"]) {
      this.addEventListener(type, (event) => this.#point(event));
    }
  }

  /** Seconds that the whole width stands for. */
  get #seconds() {
    return Math.max(this.#playback.expected, this.#playback.duration, 0.1);
  }

  #press(event) {
    const { position, duration } = this.#playback;
    const targets = {
      ArrowRight: position + STEP_S,
      ArrowUp: position + STEP_S,
      ArrowLeft: position - STEP_S,
      ArrowDown: position - STEP_S,
      PageUp: position + PAGE_S,
      PageDown: position - PAGE_S,
      Home: 0,
      End: duration,
    };
    if (!(event.key in targets) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation(); // On the slider these keys are the slider's.
    this.#playback.seek(Math.min(Math.max(0, targets[event.key]), duration));
  }

  #point(event) {
    const { left, width } = this.getBoundingClientRect();
    const x = Math.min(Math.max(0, event.clientX - left), width);
    this.#hovered = event.type === "pointerleave" ? null : x;
    if (event.type === "pointerdown" && event.button === 0) {
      this.#isDragged = true;
      this.setPointerCapture(event.pointerId);
    }
    if (this.#isDragged && event.type !== "pointercancel") {
      this.#playback.seek(Math.min((x / width) * this.#seconds, this.#playback.duration));
    }
    if (event.type === "pointerup" || event.type === "pointercancel") this.#isDragged = false;
    this.draw();
  }

  #repaint() {
    this.#colors = {};
    this.#drawn = "";
    requestAnimationFrame(() => this.draw());
  }

  draw() {
    const { width, height } = this.getBoundingClientRect();
    if (!width || !this.#playback.recording) return;
    this.#describe();
    const bars = Math.max(1, Math.floor(width / (BAR + GAP)));
    const seconds = this.#seconds;
    const ready = Math.round((this.#playback.duration / seconds) * bars);
    const heard = (this.#playback.position / seconds) * width;
    const drawn = [width, height, ready, Math.round(heard * 2), this.#hovered, seconds.toFixed(1)].join();
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#paint(width, height, bars, ready, heard);
  }

  #paint(width, height, bars, ready, heard) {
    const context = this.#prepare(width, height);
    const columns = this.#playback.recording.peaks.columns(bars, this.#seconds * SAMPLE_RATE);
    const loudest = Math.max(0.15, ...columns.map(Math.abs));
    for (let bar = 0; bar < bars; bar += 1) {
      const x = bar * (BAR + GAP);
      const isReady = bar < ready;
      const level = Math.max(columns[2 * bar + 1], -columns[2 * bar]) / loudest;
      const size = isReady ? Math.max(LOWEST_BAR, level * (height - 6)) : LOWEST_BAR;
      context.fillStyle = this.#color(!isReady ? "expected" : x < heard ? "heard" : "ready");
      context.beginPath();
      context.roundRect(x, (height - size) / 2, BAR, size, BAR / 2);
      context.fill();
    }
    context.fillStyle = this.#color("heard");
    context.fillRect(Math.min(heard, width - 2), 0, 2, height);
    if (this.#hovered !== null) this.#paintHover(context, width);
  }

  #paintHover(context, width) {
    const label = clock((this.#hovered / width) * this.#seconds);
    context.fillStyle = this.#color("ready");
    context.fillRect(this.#hovered, 0, 1, this.#canvas.height);
    context.font = `600 11px ${getComputedStyle(this).fontFamily}`;
    const size = context.measureText(label).width + 8;
    const x = this.#hovered + 4 + size > width ? this.#hovered - size - 4 : this.#hovered + 4;
    context.fillStyle = this.#color("label");
    context.beginPath();
    context.roundRect(x, 0, size, 16, 4);
    context.fill();
    context.fillStyle = this.#color("text");
    context.fillText(label, x + 4, 12);
  }

  #prepare(width, height) {
    const scale = devicePixelRatio;
    this.#canvas.width = Math.round(width * scale);
    this.#canvas.height = Math.round(height * scale);
    const context = this.#canvas.getContext("2d");
    context.scale(scale, scale);
    return context;
  }

  #color(name) {
    const variables = { label: "--ink", text: "--ground" };
    this.#colors[name] ??= getComputedStyle(this).getPropertyValue(variables[name] ?? `--wave-${name}`);
    return this.#colors[name];
  }

  /** Screen readers get whole seconds, so that they do not hear of every step. */
  #describe() {
    const { position, duration, making } = this.#playback;
    const now = String(Math.floor(position));
    if (this.ariaValueNow !== now) this.ariaValueNow = now;
    this.ariaValueMax = String(Math.floor(duration));
    const text = `${inWords(position)} of ${inWords(duration)}${making ? " so far" : ""}`;
    if (this.ariaValueText !== text) this.ariaValueText = text;
  }
}

customElements.define("speech-waveform", SpeechWaveform);
