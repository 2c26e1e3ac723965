// Speaks a text on the page in Firefox: node speak.mjs <Firefox> <address> <text>. Prints what the page then says as JSON.
import { readFileSync } from "node:fs";
import puppeteer from "puppeteer-core";

const [executablePath, address, text] = process.argv.slice(2);
const silentSound = readFileSync(new URL("./silent_sound.js", import.meta.url), "utf-8");
const browser = await puppeteer.launch({ browser: "firefox", executablePath });
try {
  const page = await browser.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (line) => line.type() === "error" && faults.push(line.text()));
  // Where there is no sound device, Firefox plays nothing and the time of its sound stands still.
  await page.evaluateOnNewDocument(`globalThis.soundRate = 20; ${silentSound}`);
  // main.js calls `connect` of every element that has it. This gives the test what the page's elements share.
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(HTMLHtmlElement.prototype, "connect", {
      value(collaborators) { globalThis.studio = collaborators; },
    });
  });
  await page.goto(address);
  await page.waitForFunction(() => globalThis.studio, { timeout: 0 });
  await page.locator("#text").fill(text);
  await page.locator('speak-control [data-part="speak"]').click();
  await page.waitForFunction(() => ["ended", "failed"].includes(studio.playback.state), { timeout: 0 });
  const result = await page.evaluate(async () => {
    const { state, position, duration, recording } = studio.playback;
    const samples = Array.from(await recording.read(0, recording.frames));
    return { state, position, duration, samples, body: studio.playback.body };
  });
  console.log(JSON.stringify({ ...result, faults }));
} finally {
  await browser.close();
}
