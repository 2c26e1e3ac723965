/** The figures of a server during the last minutes, from what it says about itself every other second. */

import { Series, histogramIncrease, increase, quantile } from "./series.js";

/** How long figures are kept, in seconds. */
export const SPAN_S = 300;

/** Quantiles are of this time, since few requests begin between two looks. */
const WINDOW_S = 60;

/** After a longer pause, such as of a hidden tab, rates would be means of a time that nobody watched. */
const LONGEST_STEP_S = 10;

export class ServerFigures {
  /** Places of the queue, and engines; undefined as long as they are not known. */
  capacity;
  engines;
  series = Object.fromEntries(
    ["taken", "busy", "realTimeFactor", "audioRate", "median", "p95", "refusals", "restarts"].map((name) => [
      name,
      new Series(SPAN_S),
    ]),
  );

  #looks = [];

  /**
   * @param {number} time in seconds, never less than before
   * @param {object} look what the server said; each is null where it says nothing to this caller
   * @param {import("./prometheus.js").Metrics | null} look.metrics of /metrics
   * @param {object | null} look.engine the JSON of /dev/engine
   */
  add(time, { metrics, engine }) {
    const look = { time, ...counters(metrics) };
    const last = this.#looks.at(-1);
    const before = last && time - last.time <= LONGEST_STEP_S ? last : {};
    this.#looks = [...this.#looks.filter((one) => one.time >= time - WINDOW_S), look];

    this.capacity = metrics?.sum("speech_queue_capacity") ?? engine?.queue.capacity;
    this.engines = metrics?.sum("speech_engine_slots") ?? engine?.engines.length;
    const audio = increase(before.audio, look.audio);
    this.#put(time, {
      taken: taken(metrics) ?? (engine ? engine.queue.running + engine.queue.waiting : undefined),
      busy: metrics?.sum("speech_engine_slots", { state: "busy" }) ?? busy(engine),
      realTimeFactor: audio > 0 ? increase(before.computing, look.computing) / audio : undefined,
      audioRate: audio === undefined ? undefined : audio / (time - before.time),
      median: this.#firstAudio(0.5),
      p95: this.#firstAudio(0.95),
      refusals: increase(before.refusals, look.refusals),
      restarts: increase(before.restarts, look.restarts),
    });
  }

  /** How often something happened during the last minutes: "refusals" or "restarts". */
  total(name) {
    return this.series[name].points.reduce((sum, { value }) => sum + (value || 0), 0);
  }

  #put(time, values) {
    for (const [name, value] of Object.entries(values)) this.series[name].add(time, value);
  }

  #firstAudio(share) {
    const looks = this.#looks.filter(({ firstAudio }) => firstAudio.length > 0);
    if (looks.length < 2) return undefined;
    return quantile(share, histogramIncrease(looks[0].firstAudio, looks.at(-1).firstAudio));
  }
}

function counters(metrics) {
  return {
    audio: metrics?.sum("speech_audio_seconds_total"),
    computing: metrics?.sum("speech_engine_seconds_total"),
    refusals: metrics?.sum("speech_refusals_total"),
    restarts: metrics?.sum("speech_worker_restarts_total"),
    firstAudio: metrics?.histogram("speech_first_byte_seconds") ?? [],
  };
}

function taken(metrics) {
  const [running, waiting] = ["running", "waiting"].map((state) => metrics?.sum(`speech_requests_${state}`));
  return running === undefined || waiting === undefined ? undefined : running + waiting;
}

function busy(engine) {
  return engine?.engines.filter(({ state }) => state === "busy").length;
}
