/**
 * Lines of a dialogue that a person pastes, such as "Anna: Is anybody there?". This is the one form of text that the
 * page takes apart by itself, since the server's own form of a dialogue are turns; sentences are cut by the server.
 */

/** A name, which may be emphasized, and a colon with white space behind it, so that 10:30 and https:// are text. */
const TURN = /^[\s*_>-]*(?<name>[^:：\n]{1,60}?)[\s*_]*(?::(?=[\s*_]|$)|：)[*_]*\s*(?<text>.*)$/u;

const NARRATOR = "Narrator";

/**
 * Takes a script apart. A line without a name continues the one before, and what precedes all names is the narrator's.
 * @param {string} script
 * @returns {{name: string, text: string}[]} without lines that have no text
 */
export function turnsOf(script) {
  const turns = [];
  for (const line of script.split(/\r\n|\r|\n/)) {
    const { name, text } = TURN.exec(line)?.groups ?? {};
    if (name && /\p{L}/u.test(name)) turns.push({ name: name.trim(), text: text.trim() });
    else if (line.trim()) continued(turns, line.trim());
  }
  return turns.filter(({ text }) => text);
}

function continued(turns, line) {
  if (!turns.length) turns.push({ name: NARRATOR, text: "" });
  const last = turns.at(-1);
  last.text = last.text ? `${last.text}\n${line}` : line;
}

/**
 * The dialogue as a script.
 * @param {{speaker: number, text: string}[]} lines
 * @param {{id: number, name: string}[]} speakers
 */
export function scriptOf(lines, speakers) {
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  return lines.map(({ speaker, text }) => `${names.get(speaker)}: ${text}\n`).join("");
}
