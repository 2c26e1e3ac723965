/** Reads Prometheus's text format. */

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/;
const LABEL = /([a-zA-Z_]\w*)="((?:\\.|[^"\\])*)"/g;

/** The samples of one scrape of /metrics. */
export class Metrics {
  /** @type {Map<string, {labels: Record<string, string>, value: number}[]>} */
  #samples = new Map();

  /** @param {string} text the body of /metrics; lines that are no samples are left out */
  constructor(text) {
    for (const line of text.split("\n")) {
      const match = SAMPLE.exec(line);
      if (match) {
        const [, name, labels = "", value] = match;
        if (!this.#samples.has(name)) {
          this.#samples.set(name, []);
        }
        this.#samples.get(name).push({ labels: labelsOf(labels), value: numberOf(value) });
      }
    }
  }

  /**
   * The sum of a metric's samples that have these labels.
   * @returns {number | undefined} undefined if there are none
   */
  sum(name, labels = {}) {
    const wanted = Object.entries(labels);
    const values = (this.#samples.get(name) ?? [])
      .filter((sample) => wanted.every(([label, value]) => sample.labels[label] === value))
      .map(({ value }) => value);
    return values.length > 0 ? values.reduce((one, other) => one + other) : undefined;
  }

  /**
   * A histogram's counts, each of all observations up to its bound, by rising bounds; the last bound is Infinity.
   * @returns {{bound: number, count: number}[]}
   */
  histogram(name) {
    const counts = new Map();
    for (const { labels, value } of this.#samples.get(`${name}_bucket`) ?? []) {
      const bound = numberOf(labels.le);
      counts.set(bound, (counts.get(bound) ?? 0) + value);
    }
    return [...counts]
      .map(([bound, count]) => ({ bound, count }))
      .sort((one, other) => one.bound - other.bound);
  }
}

function labelsOf(text) {
  return Object.fromEntries([...text.matchAll(LABEL)].map(([, name, value]) => [name, unescaped(value)]));
}

function unescaped(value) {
  return value.replace(/\\(.)/g, (_, character) => (character === "n" ? "\n" : character));
}

function numberOf(text) {
  return Number(text.replace(/^([+-]?)Inf$/, "$1Infinity"));
}
