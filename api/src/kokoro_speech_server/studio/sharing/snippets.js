/**
 * A request for speech as a program that makes it: for bash with curl, for Python, and for Node with and without OpenAI's
 * package.
 */

/** The environment variable from which each program takes the key. The key itself is in none of them. */
export const KEY_VARIABLE = "SPEECH_API_KEY";

/** The fields that OpenAI's Python package has parameters for; the others go into its extra_body. */
const OPENAI_FIELDS = new Set(["model", "voice", "input", "response_format", "speed"]);

/**
 * What writes each kind of program.
 * @type {Record<"curl"|"python"|"openai"|"fetch", (request: SpeechRequest) => string>}
 */
export const SNIPPETS = { curl, python, openai, fetch: withFetch };

/**
 * @typedef {object} SpeechRequest
 * @property {string} base the address of the server with a slash at its end
 * @property {Record<string, unknown>} body the fields of the request that differ from their defaults
 * @property {boolean} keyed whether the server wants a key
 */

/** The file into which the program writes. */
function fileName({ body }) {
  return `speech.${body.response_format ?? "mp3"}`;
}

function curl(request) {
  const key = request.keyed ? `\n  -H "Authorization: Bearer $${KEY_VARIABLE}" \\` : "";
  // Between these marks the shell replaces nothing, and a text of any length fits. No line of the JSON is "JSON".
  return `curl --fail-with-body ${shellWord(`${request.base}v1/audio/speech`)} \\${key}
  -H "Content-Type: application/json" -d @- -o ${fileName(request)} <<'JSON'
${literal(request.body)}
JSON
`;
}

function python(request) {
  const { fields, extra } = split(request.body);
  const lines = Object.entries(fields).map(([name, value]) => `    ${name}=${pythonLiteral(value, 1)},`);
  if (Object.keys(extra).length > 0) {
    lines.push(`    extra_body=${pythonLiteral(extra, 1)},`);
  }
  return `${request.keyed ? "import os\n\n" : ""}from openai import OpenAI

client = OpenAI(
    base_url=${literal(`${request.base}v1`)},
    api_key=${request.keyed ? `os.environ["${KEY_VARIABLE}"]` : '"not-needed"'},
)
with client.audio.speech.with_streaming_response.create(
${lines.join("\n")}
) as response:
    response.stream_to_file("${fileName(request)}")
`;
}

function openai(request) {
  const { fields, extra } = split(request.body);
  return `import { writeFile } from "node:fs/promises";
import OpenAI from "openai";

const client = new OpenAI({
  baseURL: ${literal(`${request.base}v1`)},
  apiKey: ${request.keyed ? `process.env.${KEY_VARIABLE}` : '"not-needed"'},
});
const response = await client.audio.speech.create(${scriptLiteral({ ...fields, ...extra })});
await writeFile("${fileName(request)}", response.body);
`;
}

function withFetch(request) {
  const key = request.keyed ? `\n    "Authorization": \`Bearer \${process.env.${KEY_VARIABLE}}\`,` : "";
  return `import { writeFile } from "node:fs/promises";

const response = await fetch(${literal(`${request.base}v1/audio/speech`)}, {
  method: "POST",
  headers: {${key}
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${scriptLiteral(request.body, 1)}),
});
if (!response.ok) throw new Error(await response.text());
await writeFile("${fileName(request)}", response.body);
`;
}

/**
 * The fields for OpenAI's packages, and those that only this server knows. The packages want a model and a voice; without
 * one, the server takes its own.
 */
function split(body) {
  const entries = Object.entries(body);
  const extra = entries.filter(([name]) => !OPENAI_FIELDS.has(name));
  const fields = entries.filter(([name]) => OPENAI_FIELDS.has(name));
  return {
    fields: { model: "kokoro", voice: null, ...Object.fromEntries(fields) },
    extra: Object.fromEntries(extra),
  };
}

/** JSON without characters that a terminal obeys, or that show a line in another order than it has. */
function literal(value, depth = 0) {
  return JSON.stringify(wellFormed(value), null, 2)
    .replace(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, escaped)
    .replaceAll("\n", `\n${"  ".repeat(depth)}`);
}

/** A literal of JavaScript. `__proto__` in quotes would set the prototype of the object. */
function scriptLiteral(value, depth = 0) {
  return literal(value, depth).replace(/^(\s*)("__proto__"): /gm, "$1[$2]: ");
}

function pythonLiteral(value, depth) {
  if (value === null || typeof value === "boolean") {
    return { null: "None", true: "True", false: "False" }[value];
  }
  if (typeof value !== "object") {
    return literal(value);
  }
  const indent = "    ".repeat(depth + 1);
  const items = Array.isArray(value)
    ? value.map((item) => pythonLiteral(item, depth + 1))
    : Object.entries(value).map(([name, item]) => `${literal(name)}: ${pythonLiteral(item, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${items.map((item) => `${indent}${item},\n`).join("")}${"    ".repeat(depth)}${close}`;
}

function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The value without halves of characters, which no client could send as UTF-8. */
function wellFormed(value) {
  if (typeof value === "string") {
    return value.toWellFormed();
  }
  if (value === null || typeof value !== "object") {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(wellFormed);
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name.toWellFormed(), wellFormed(item)]));
}

/** A word of a POSIX shell, in quotes where it needs them. */
function shellWord(text) {
  return /^[\w:/.,~@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
