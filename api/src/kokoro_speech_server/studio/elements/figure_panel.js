import { create } from "../dom.js";
import { SPAN_S } from "../watch/figures.js";
import { Plot } from "./plot.js";

const STEP_S = 30;

/** One figure of the server: its value now, a plot of the last minutes, and a table of the same. */
export class FigurePanel {
  #panel;
  #now = create("p", { className: "now figures" });
  #top = create("span", { className: "top faint figures", ariaHidden: "true" });
  #plot;
  #rows = create("tbody");
  #table;

  /**
   * @param {object} panel
   * @param {string} panel.title
   * @param {string} panel.hint what it means
   * @param {Record<string, string>} panel.lines the names of the series, each with its heading in the table
   * @param {(figures: import("../watch/figures.js").ServerFigures) => string} panel.now
   * @param {(value: number) => string} panel.format
   * @param {(figures: import("../watch/figures.js").ServerFigures) => number} [panel.top] the least top of the plot
   */
  constructor(panel) {
    this.#panel = panel;
    const headings = ["Time", ...Object.values(panel.lines)];
    this.#plot = new Plot(headings.length - 1);
    this.#table = create(
      "details",
      { ontoggle: () => this.#table.open && this.#showRows() },
      create("summary", {}, "As a table", create("span", { className: "visually-hidden" }, `: ${panel.title}`)),
      create(
        "table",
        {},
        create("thead", {}, create("tr", {}, ...headings.map((name) => create("th", { scope: "col" }, name)))),
        this.#rows,
      ),
    );
    this.element = create(
      "section",
      { className: "figure" },
      create("h3", {}, panel.title),
      this.#now,
      create("div", { className: "plot-frame" }, this.#plot.element, this.#top),
      create("p", { className: "hint" }, panel.hint),
      this.#table,
    );
  }

  /**
   * @param {import("../watch/figures.js").ServerFigures} figures
   * @param {number} time now, in the seconds of the figures
   */
  show(figures, time) {
    const { lines, now, format, top = () => 0 } = this.#panel;
    this.series = Object.keys(lines).map((name) => figures.series[name]);
    this.time = time;
    const text = now(figures);
    if (this.#now.textContent !== text) this.#now.textContent = text;
    const highest = Math.max(top(figures), ...this.series.map(({ most }) => most ?? 0)) || 1;
    this.#top.textContent = format(highest);
    this.#plot.show(this.series, { from: time - SPAN_S, to: time, top: highest });
    if (this.#table.open) this.#showRows();
  }

  /** The means of half minutes, the newest first. */
  #showRows() {
    const rows = [];
    for (let ago = 0; this.series && ago < SPAN_S; ago += STEP_S) {
      const to = this.time - ago + (ago ? 0 : 1);
      const means = this.series.map((series) => series.mean(this.time - ago - STEP_S, to));
      if (means.every((mean) => mean === undefined)) continue;
      const values = means.map((mean) => create("td", {}, mean === undefined ? "–" : this.#panel.format(mean)));
      const name = ago ? `${ago} to ${ago + STEP_S} s ago` : `Last ${STEP_S} s`;
      rows.push(create("tr", {}, create("th", { scope: "row" }, name), ...values));
    }
    this.#rows.replaceChildren(...rows);
  }
}
