// Speaks with the modules of Kokoro-FastAPI's web page, without a browser: node peer_page.mjs FOLDER ADDRESS
//
// FOLDER is a copy of its web/src, whose modules Node takes for ECMAScript by a package.json beside them. What a browser
// has and Node lacks is replaced by the least that the modules need. Prints PASSED or FAILED and a name for each check.

import { pathToFileURL } from "node:url";

const [folder, address] = process.argv.slice(2);
const elements = {
  "autoplay-toggle": { checked: false },
  "format-select": { value: "mp3" },
  "lang-select": { value: "" },
};
const plainFetch = globalThis.fetch;
globalThis.fetch = (path, options) => plainFetch(new URL(path, address), options);
globalThis.window = { location: { pathname: "/web/" } };
globalThis.document = { getElementById: (id) => elements[id] };
globalThis.Audio = class extends EventTarget {
  load() {}
  pause() {}
};
for (const method of ["log", "warn", "error"]) console[method] = () => {};

const load = (path) => import(pathToFileURL(`${folder}/${path}`).href);
const { VoiceService } = await load("services/VoiceService.js");
const { AudioService } = await load("services/AudioService.js");
const voices = new VoiceService();

async function check(name, work) {
  try {
    await work();
    process.stdout.write(`PASSED web page: ${name}\n`);
  } catch (error) {
    process.stdout.write(`FAILED web page: ${name}: ${error.message}\n`);
  }
}

function expect(condition, what) {
  if (!condition) throw new Error(what);
}

async function spoken(text, options = {}) {
  const service = new AudioService();
  await service.streamAudio(text, voices.getSelectedVoiceString(), 1.0, undefined, options);
  const audio = await (await plainFetch(service.audio.src)).arrayBuffer();
  expect(audio.byteLength > 5000, `${audio.byteLength} bytes of audio`);
  return { service, audio };
}

await check("the list of voices", async () => {
  const names = await voices.loadVoices();
  expect(names.includes("af_bella") && voices.hasSelectedVoices(), `voices ${names.slice(0, 5)}`);
});

for (const format of ["mp3", "wav", "opus", "flac", "aac", "pcm"]) {
  await check(`speech as ${format}`, async () => {
    elements["format-select"].value = format;
    await spoken("The page speaks.");
  });
}
elements["format-select"].value = "mp3";

await check("a mix with weights", async () => {
  voices.clearSelectedVoices();
  voices.addVoice("af_bella", 0.7);
  voices.addVoice("af_sky", 0.3);
  await spoken("Two voices at once.");
});

await check("tags with aliases of voices", async () => {
  const voiceAliases = { ann: { voice: "af_bella", rate: 1.0 }, bob: { voice: "am_adam", rate: 1.1 } };
  await spoken("[voice:ann] Hello, Bob. [voice:bob] Hello, Ann.", { allowVoiceTags: true, voiceAliases });
});

await check("the finished file and its length", async () => {
  const { service, audio } = await spoken("This is kept as a file.");
  expect(await service.preloadFileSource(), "no file to download");
  const file = await (await plainFetch(service.fileBlobUrl)).arrayBuffer();
  // A finished file says how long it is, which a stream cannot.
  const ratio = file.byteLength / audio.byteLength;
  expect(ratio >= 1 && ratio < 1.1, `a file of ${file.byteLength} bytes, ${audio.byteLength} were streamed`);
  await service.loadKnownDuration();
  expect(service.knownDuration > 0.5, `a length of ${service.knownDuration} s`);
});

await check("the message of an error", async () => {
  let message = "";
  try {
    await spoken(" ");
  } catch (error) {
    message = error.message;
  }
  expect(message.length > 10, `no message but ${JSON.stringify(message)}`);
});
