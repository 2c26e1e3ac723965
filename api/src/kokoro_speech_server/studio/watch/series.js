/** Figures over time, and what counters and histograms say about the time between two scrapes. */

/** The values of one figure during the last minutes. */
export class Series {
  /** @type {{time: number, value: number}[]} */
  points = [];
  #span;

  /** @param {number} span how long values are kept, in seconds */
  constructor(span) {
    this.#span = span;
  }

  /**
   * @param {number} time in seconds, never less than before
   * @param {number | undefined} value undefined where there is none: the line of a plot has a gap there
   */
  add(time, value) {
    this.points.push({ time, value: value ?? NaN });
    const first = this.points.findIndex((point) => point.time >= time - this.#span);
    this.points.splice(0, first);
  }

  /** The newest value; undefined if there is none. */
  get last() {
    const value = this.points.at(-1)?.value;
    return Number.isNaN(value) ? undefined : value;
  }

  /** The largest value; undefined if there is none. */
  get most() {
    return this.#reduced(this.points, (values) => Math.max(...values));
  }

  /** The mean of the values from one time up to another; undefined if there are none. */
  mean(from, to) {
    const points = this.points.filter(({ time }) => time >= from && time < to);
    return this.#reduced(points, (values) => values.reduce((one, other) => one + other) / values.length);
  }

  #reduced(points, reduce) {
    const values = points.map(({ value }) => value).filter((value) => !Number.isNaN(value));
    return values.length > 0 ? reduce(values) : undefined;
  }
}

/**
 * How much a counter has risen. A server that was started again counts from zero.
 * @returns {number | undefined} undefined if one of the values is unknown
 */
export function increase(before, now) {
  if (before === undefined || now === undefined) {
    return undefined;
  }
  return now < before ? now : now - before;
}

/**
 * The observations between two states of a histogram.
 * @param {{bound: number, count: number}[]} before empty if unknown
 * @param {{bound: number, count: number}[]} now
 */
export function histogramIncrease(before, now) {
  const earlier = new Map(before.map(({ bound, count }) => [bound, count]));
  const restarted = now.some(({ bound, count }) => count < (earlier.get(bound) ?? 0));
  return now.map(({ bound, count }) => ({
    bound,
    count: restarted ? count : count - (earlier.get(bound) ?? 0),
  }));
}

/**
 * The value that a share of the observations does not exceed, as PromQL's histogram_quantile estimates it: evenly spread
 * within a bucket, and the highest finite bound for what is beyond it.
 * @param {number} share 0 to 1
 * @param {{bound: number, count: number}[]} buckets
 * @returns {number | undefined} undefined if there are no observations
 */
export function quantile(share, buckets) {
  const total = buckets.at(-1)?.count ?? 0;
  if (total === 0) {
    return undefined;
  }
  const rank = share * total;
  const index = buckets.findIndex(({ count }) => count >= rank);
  const below = buckets[index - 1] ?? { bound: 0, count: 0 };
  const { bound, count } = buckets[index];
  if (bound === Infinity) {
    return below.bound;
  }
  return count === below.count ? bound : below.bound + ((bound - below.bound) * (rank - below.count)) / (count - below.count);
}
