import { create, parts } from "../dom.js";
import { ServerFigures } from "../watch/figures.js";
import { Metrics } from "../watch/prometheus.js";
import { readiness } from "../watch/readiness.js";
import { FigurePanel } from "./figure_panel.js";

const INTERVAL_MS = 2000;

const PANELS = [
  {
    title: "Queue",
    hint: "Requests that the server has admitted. When all places are taken, it answers 503.",
    lines: { taken: "Places taken" },
    now: ({ capacity, series }) => share(series.taken.last, capacity, "places taken"),
    format: whole,
    top: ({ capacity }) => capacity,
  },
  {
    title: "Engines",
    hint: "Each engine is a copy of the model.",
    lines: { busy: "Busy" },
    now: ({ engines, series }) => share(series.busy.last, engines, "busy"),
    format: whole,
    top: ({ engines }) => engines,
  },
  {
    title: "Speech made",
    hint: "Seconds of audio per second, by all engines together.",
    lines: { audioRate: "Seconds per second" },
    now: ({ series }) => withUnit(series.audioRate.last, "s per second"),
    format: precise,
  },
  {
    title: "Real-time factor",
    hint: "Seconds of computing per second of audio. Above 1, an engine alone is slower than speech.",
    lines: { realTimeFactor: "Factor" },
    now: ({ series }) => withUnit(series.realTimeFactor.last, "", "Nothing was made just now."),
    format: precise,
  },
  {
    title: "First audio",
    hint: "From a request to its first sound, during the last minute: half of the requests, and 95 %, had it within this time. The second is the dashed line.",
    lines: { median: "Half within", p95: "95 % within" },
    now: ({ series }) =>
      series.median.last === undefined
        ? "No request in the last minute."
        : `${seconds(series.median.last)} / ${seconds(series.p95.last)}`,
    format: seconds,
  },
  {
    title: "Refusals",
    hint: "Answers of 503 during the last five minutes.",
    lines: { refusals: "In two seconds" },
    now: (figures) => whole(figures.total("refusals")),
    format: precise,
  },
  {
    title: "Restarts",
    hint: "Workers that were replaced during the last five minutes, since they had crashed or hung.",
    lines: { restarts: "In two seconds" },
    now: (figures) => whole(figures.total("restarts")),
    format: precise,
  },
];

/** Shows what the server is doing, as long as it is open and the page is visible. */
class WatchDrawer extends HTMLElement {
  #server;
  #figures = new ServerFigures();
  #panels = PANELS.map((panel) => new FigurePanel(panel));
  #timer;
  #abort = new AbortController();

  connect({ server }) {
    this.#server = server;
    const { dialog, panels } = parts(this);
    panels.append(...this.#panels.map(({ element }) => element));
    dialog.addEventListener("open", () => this.#look(true));
    dialog.addEventListener("close", () => this.#stop());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#stop() : this.#look(dialog.open)));
    server.addEventListener("keychange", () => this.#look(dialog.open));
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  async #look(isOpen) {
    this.#stop();
    if (!isOpen || document.hidden) return;
    const { signal } = (this.#abort = new AbortController());
    const [ready, metrics, engine] = await Promise.all([
      readiness(this.#server),
      this.#ask("metrics", signal, async (response) => new Metrics(await response.text())),
      this.#ask("dev/engine", signal, (response) => response.json()),
    ]);
    if (signal.aborted) return;
    const time = performance.now() / 1000;
    this.#figures.add(time, { metrics: metrics.value, engine: engine.value });
    this.#show(time, ready, { metrics, engine });
    this.#timer = setTimeout(() => this.#look(true), INTERVAL_MS);
  }

  /** What a route says, or the error that keeps it from the caller. */
  async #ask(path, signal, read) {
    try {
      return { value: await read(await this.#server.request(path, { signal, isQuiet: true })), error: null };
    } catch (error) {
      return { value: null, error };
    }
  }

  #show(time, ready, { metrics, engine }) {
    const { state, reasons, panels, engines, machines, key } = parts(this);
    if (state.textContent !== ready.details) state.textContent = ready.details;
    const errors = ready.state === "gone" ? {} : { "load and speed": metrics.error, engines: engine.error };
    const text = reasonsOf(errors);
    if (reasons.textContent !== text) reasons.textContent = text;
    reasons.hidden = text === "";
    key.hidden = !Object.values(errors).some((error) => error?.status === 401);
    panels.hidden = this.#figures.capacity === undefined;
    for (const panel of this.#panels) panel.show(this.#figures, time);
    machines.hidden = !engine.value;
    engines.replaceChildren(...(engine.value?.engines ?? []).map(engineRow));
  }
}

function engineRow({ worker, device, precision, backend, state, batches }) {
  const { audio_seconds: audio, engine_seconds: computing } = batches.at(-1) ?? {};
  const last = audio ? `${seconds(audio)} in ${seconds(computing)}` : "–";
  const cells = [state, device, `${precision}, ${backend}`, last].map((text) => create("td", {}, text));
  return create("tr", {}, create("th", { scope: "row" }, String(worker)), ...cells);
}

/**
 * Why the server does not say everything to this caller, in words.
 * @param {Record<string, import("../server/client.js").ServerError | null>} errors by what it does not say
 */
function reasonsOf(errors) {
  const hidden = new Map();
  for (const [what, error] of Object.entries(errors)) {
    if (error) hidden.set(reason(error), [...(hidden.get(reason(error)) ?? []), what]);
  }
  return [...hidden].map(([why, what]) => `The server does not show its ${what.join(" and ")}: ${why}`).join(" ");
}

function reason({ status, message }) {
  if (status === 401 || status === 403) return "only callers with a key may see that.";
  return status === 404 ? "this address has no such page." : message;
}

function share(value, all, what) {
  return value === undefined || all === undefined ? "Unknown" : `${whole(value)} of ${whole(all)} ${what}`;
}

function withUnit(value, unit, otherwise = "Unknown yet") {
  return value === undefined ? otherwise : `${precise(value)} ${unit}`.trim();
}

function whole(value) {
  return value.toFixed(0);
}

function precise(value) {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(2)));
}

function seconds(value) {
  return value < 1 ? `${(1000 * value).toFixed(0)} ms` : `${precise(value)} s`;
}

customElements.define("watch-drawer", WatchDrawer);
