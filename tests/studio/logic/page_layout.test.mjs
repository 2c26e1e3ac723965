import assert from "node:assert/strict";
import { test } from "node:test";

import { groups, pageLayout, plainLayout } from "../../../api/src/kokoro_speech_server/studio/reading/page_layout.js";
import { PageText } from "../../../api/src/kokoro_speech_server/studio/reading/page_text.js";

/** A reading whose sentences show the given stretches of the text: [block, [shown, shown, …]]. */
function reading(text, kinds, sentences) {
  let at = 0;
  const span = (shown) => {
    const from = text.indexOf(shown, at);
    at = from + shown.length;
    return [from, at];
  };
  return {
    text,
    blocks: kinds.map((kind) => ({ kind, level: 1 })),
    sentences: sentences.map(([block, shown]) => ({ block, visible: shown.map(span) })),
  };
}

const shown = (block) => block.cells.map((pieces) => pieces.map(({ text }) => text).join(""));

test("a block shows its text without the markup", () => {
  const page = pageLayout(reading("The **first** words. And more.\n", ["text"], [[0, ["The ", "first", " words."]], [0, ["And more.\n"]]]));
  assert.deepEqual(page.map(shown), [["The first words. And more."]]);
});

test("every piece says where it is in the text", () => {
  const text = "# A *very* short\nstory";
  const [{ cells }] = pageLayout(reading(text, ["heading"], [[0, ["A ", "very", " short", "story"]]]));
  for (const { text: piece, from, to } of cells[0]) {
    if (to > from) assert.equal(text.slice(from, to), piece);
    else assert.equal(piece, " ");
  }
});

test("the columns of a row are cells", () => {
  const page = pageLayout(reading("| Ada | 5 ft |\n", ["row"], [[0, ["Ada ", "5 ", "ft", "\n"]]]));
  assert.deepEqual(page.map(shown), [["Ada", "5 ft"]]);
});

test("the lines of a listing stay together, with their indents", () => {
  const text = "```\nif a:\n    b\n```\n\n```\nc\n```";
  const page = pageLayout(reading(text, ["code", "code", "code"], [[0, ["if a:"]], [1, ["b"]], [2, ["c"]]]));
  assert.deepEqual(page.map(shown), [["if a:\n    b"], ["c"]]);
});

test("blocks that show nothing are left out", () => {
  assert.deepEqual(pageLayout(reading("***\n\nText", ["text", "text"], [[1, ["Text"]]])).map(shown), [["Text"]]);
});

test("items and rows that follow each other are groups", () => {
  const kinds = ["item", "item", "row", "row", "text", "text", "item"];
  const page = kinds.map((kind) => ({ kind }));
  assert.deepEqual(
    groups(page).map((group) => group.length),
    [2, 2, 1, 1, 1],
  );
});

test("a text that has not been read yet is shown in paragraphs", () => {
  const text = "  One\ntwo\n\n \nThree";
  const page = plainLayout(text);
  assert.deepEqual(page.map(shown), [["One\ntwo"], ["Three"]]);
  for (const { cells } of page) assert.equal(text.slice(cells[0][0].from, cells[0][0].to), cells[0][0].text);
  assert.deepEqual(plainLayout(" \n"), []);
});

const TEXT = "The **first** words. [pause:1s] The end.";

function pageText() {
  const page = new PageText();
  const [{ cells }] = pageLayout(reading(TEXT, ["text"], [[0, ["The ", "first", " words."]], [0, ["The end."]]]));
  const node = { data: shown({ cells })[0] };
  page.add(node, cells[0]);
  return { page, node };
}

for (const word of ["The", "first", "words", "end."]) {
  test(`the word "${word}" is found on the page, and its place in the text from there`, () => {
    const { page, node } = pageText();
    const from = TEXT.indexOf(word);
    const { start, end } = page.stretch(from, from + word.length);
    assert.equal(start[0], node);
    assert.equal(node.data.slice(start[1], end[1]), word);
    assert.equal(page.offsetOf(node, start[1]), from);
    assert.equal(page.offsetOf(node, end[1] - 1), from + word.length - 1);
  });
}

test("a stretch with markup in it is shown without", () => {
  const { page, node } = pageText();
  const { start, end } = page.stretch(TEXT.indexOf("**"), TEXT.indexOf(" words"));
  assert.equal(node.data.slice(start[1], end[1]), "first");
});

test("markup alone is nowhere on the page, and other nodes are nowhere in the text", () => {
  const { page } = pageText();
  const tag = TEXT.indexOf("[pause");
  assert.equal(page.stretch(tag + 1, tag + 5), null);
  assert.equal(page.offsetOf({ data: "" }, 0), null);
  assert.equal(new PageText().stretch(0, 1), null);
});
