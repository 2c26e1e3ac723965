/** A page's player with a scripted server and a stand-in for the browser's sound. */

import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises";

import { AudioOutput } from "../../../api/src/kokoro_speech_server/studio/playback/audio_output.js";
import { Playback } from "../../../api/src/kokoro_speech_server/studio/playback/playback.js";
import { SegmentStore } from "../../../api/src/kokoro_speech_server/studio/playback/segment_store.js";
import { SpeechServer } from "../../../api/src/kokoro_speech_server/studio/server/client.js";
import { Database } from "../../../api/src/kokoro_speech_server/studio/storage/database.js";
import { FakeAudioContext } from "./audio.mjs";
import { runs } from "./scripted_server.mjs";

export class Player {
  /** The states of the playback, in order. */
  states = [];

  /**
   * @param {string} url  of the server
   * @param {ConstructorParameters<typeof FakeAudioContext>[0]} [sound]
   */
  constructor(url, sound) {
    this.context = new FakeAudioContext(sound);
    this.segments = new SegmentStore(new Database(undefined));
    this.playback = new Playback({
      server: new SpeechServer(url),
      segments: this.segments,
      output: new AudioOutput(() => this.context),
    });
    this.playback.addEventListener("state", () => this.states.push(this.playback.state));
  }

  /** Lets sound play until a condition holds. */
  async until(condition, stepS = 0.02) {
    while (!condition()) {
      this.context.advance(stepS);
      await (stepS ? turn() : sleep(1)); // Waiting for the server takes longer than playing what it has sent.
    }
  }

  /** Waits, in silence, until a condition holds. */
  async stillUntil(condition) {
    await this.until(condition, 0);
  }

  /** Lets sound play until the playback is in a state. */
  async untilState(state) {
    await this.until(() => this.playback.state === state);
  }

  /** Waits until all speech has come, and plays none of it before. */
  async untilMade() {
    await this.stillUntil(() => this.playback.recording.complete);
  }

  /** What has been heard, as samples, without silence. */
  get sound() {
    return this.context.heard.map((sample) => Math.round(sample * 0x8000)).filter((sample) => sample);
  }

  /** What has been heard, as [sample, frames], without silence. */
  get words() {
    return voiced(runs(this.context.heard.map((sample) => Math.round(sample * 0x8000))));
  }

  /** The words that have been heard, such as 2007 for "w7" in the voice "v2". */
  get said() {
    return this.words.map(([value]) => value);
  }
}

/** Runs without those of silence. */
export function voiced(list) {
  return list.filter(([value]) => value !== 0);
}
