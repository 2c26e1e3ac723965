const SPACE = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [300, 60];

/** A small plot of figures over the last minutes, for the eye only: a table beside it has the values. */
export class Plot {
  #lines;

  /** @param {number} count how many lines it has; the second one is dashed */
  constructor(count) {
    const viewBox = `0 -2 ${WIDTH} ${HEIGHT + 4}`;
    this.element = drawn("svg", { class: "plot", viewBox, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.#lines = Array.from({ length: count }, () => drawn("path", { "vector-effect": "non-scaling-stroke" }));
    const base = drawn("path", { class: "base", d: `M0,${HEIGHT}H${WIDTH}`, "vector-effect": "non-scaling-stroke" });
    this.element.append(base, ...this.#lines);
  }

  /**
   * @param {import("../watch/series.js").Series[]} series one for each line
   * @param {{from: number, to: number, top: number}} range the times at both ends, and the value at the top
   */
  show(series, { from, to, top }) {
    const x = (time) => ((time - from) / (to - from)) * WIDTH;
    const y = (value) => HEIGHT * (1 - value / top);
    series.forEach(({ points }, i) => {
      let command = "M";
      let path = "";
      for (const { time, value } of points) {
        if (!Number.isNaN(value)) path += `${command}${x(time).toFixed(1)},${y(value).toFixed(1)}`;
        command = Number.isNaN(value) ? "M" : "L";
      }
      this.#lines[i].setAttribute("d", path);
    });
  }
}

function drawn(name, attributes) {
  const element = document.createElementNS(SPACE, name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}
